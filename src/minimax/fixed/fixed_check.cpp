#include "minimax/fixed/fixed_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/number.hpp"
#include "minimax/proof/ball.hpp"
#include "minimax/proof/enclosure.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {

namespace {

double in_range(const fixed_program& p, double value) {
  return std::clamp(value, static_cast<double>(p.lowest()), static_cast<double>(p.highest()));
}

/// What the program could do better, in units: beyond the range its value cannot come nearer than the range's end.
double avoidable_error(const fixed_program& p, std::int64_t value, double target) {
  return std::fabs(in_range(p, static_cast<double>(value)) - in_range(p, target));
}

/// With one more input.
void count(fixed_check& check, const fixed_program& p, std::int64_t x, const fixed_target& target) {
  const std::int64_t value = run(p, x);
  check.saturates |= value < p.lowest() || value > p.highest();
  const double error = std::fabs(in_range(p, static_cast<double>(value)) - target.value);
  if (!(error <= check.error)) check.error = error, check.worst_at = x;
  check.bound = std::max(check.bound, error + target.radius);
  check.correctly_rounded += avoidable_error(p, value, target.value) <= 0.5 ? 1 : 0;
  ++check.inputs;
}

double largest_error(const fixed_program& p, const std::vector<fixed_target>& targets, double enough) {
  double largest = 0;
  for (std::size_t k = 0; k < targets.size() && largest <= enough; ++k) {
    const double error = avoidable_error(p, run(p, p.first_input + static_cast<std::int64_t>(k)), targets[k].value);
    largest = std::max(largest, error);
  }
  return largest;
}

}  // namespace

fixed_target target_of(const tree& function, const fixed_program& p, std::int64_t x, bool fast) {
  fixed_target target{0, std::numeric_limits<double>::infinity()};
  const double place = std::ldexp(static_cast<double>(x), -p.input.fraction);
#ifdef VIETA_HAVE_ARB
  if (!fast) {
    constexpr slong precision = 96;
    exact::real_ball at, value;
    arb_set_d(at.x, place);
    evaluate(value.x, function, at.x, precision);
    if (!arb_is_finite(value.x)) enclose(value.x, function, at.x, precision);  // a kink, the end of a domain
    if (arb_is_finite(value.x)) {
      arb_mul_2exp_si(value.x, value.x, p.output.fraction);
      target.value = arf_get_d(arb_midref(value.x), ARF_RND_NEAR);
      arb_t rest;
      arb_init(rest);
      arb_set_d(rest, target.value);
      arb_sub(rest, value.x, rest, precision);
      mag_t size;
      mag_init(size);
      arb_get_mag(size, rest);
      target.radius = mag_get_d(size) * (1 + 0x1p-40);
      mag_clear(size), arb_clear(rest);
      if (std::isfinite(target.value)) return target;
    }
  }
#else
  static_cast<void>(fast);
#endif
  target.value = static_cast<double>(std::ldexp(evaluate(function, place), p.output.fraction));
  if (std::isnan(target.value))
    throw error("fixed point: found no value of the function at x = " + report::rounded(place, 9) +
                ", expected one on all of the interval");
  return target;
}

void refuse_beyond(const fixed_program& p, const tree& function, double target) {
  constexpr double one = 1 + 1e-6;  // unit, and what the target's own rounding may add to it
  constexpr int most_bits = 31, looked_at = 1024;
  const auto is_held = [](double value, int bits) {
    const double end = std::ldexp(1.0, bits);
    return value >= -end - one && value <= end - 1 + one;
  };
  if (is_held(target, p.output.bits() - 1)) return;
  double least = target, most = target;
  for (int k = 0; k <= looked_at; ++k) {
    const std::int64_t x = p.first_input + (p.last_input - p.first_input) * k / looked_at;
    const auto value = static_cast<double>(
        std::ldexp(evaluate(function, std::ldexp(static_cast<long double>(x), -p.input.fraction)), p.output.fraction));
    if (std::isfinite(value)) least = std::min(least, value), most = std::max(most, value);
  }
  // As long a format with more bits before the point, which has fewer units for the same value.
  fixed_format other = p.output;
  while (other.fraction > 0 && !(is_held(std::ldexp(least, other.fraction - p.output.fraction), other.bits() - 1) &&
                                 is_held(std::ldexp(most, other.fraction - p.output.fraction), other.bits() - 1)))
    ++other.integer, --other.fraction;
  const bool fits = other.bits() <= most_bits + 1 &&
                    is_held(std::ldexp(least, other.fraction - p.output.fraction), other.bits() - 1) &&
                    is_held(std::ldexp(most, other.fraction - p.output.fraction), other.bits() - 1);
  const auto shown = [&](double value) { return report::rounded(std::ldexp(value, -p.output.fraction), 4); };
  const std::string ends = std::to_string(std::int64_t(1) << p.output.integer);
  throw error("fixed point: found values of the function from " + shown(least) + " to " + shown(most) + ", where " +
              name(p.output) + " holds -" + ends + " to below " + ends + ", expected " +
              (fits ? "another format for the value, such as " + name(other) : "a function of smaller values"));
}

void improve(fixed_program& p, const std::vector<fixed_target>& targets, const run_limits& limits) {
  constexpr int most_rounds = 40;
  double best = largest_error(p, targets, HUGE_VAL);
  const auto limit = std::int64_t(1) << (p.width - 2);
  for (int round = 0; round < most_rounds; ++round) {
    bool moved = false;
    for (fixed_step& step : p.steps) {
      // From half a unit of the number after the shift down to an eighth of that.
      for (int finer = 0; finer < 4 && step.shift > finer; ++finer) {
        const std::int64_t move = std::int64_t(1) << (step.shift - 1 - finer);
        for (const std::int64_t by : {move, -move}) {
          if (limits.must_stop()) return;
          if (std::abs(step.constant + by) >= limit) continue;
          step.constant += by;
          const double now = largest_error(p, targets, best);
          if (now < best) {
            best = now, moved = true;
          } else {
            step.constant -= by;
          }
        }
      }
    }
    if (!moved) return;
  }
}

fixed_check check_all(const fixed_program& p, const std::vector<fixed_target>& targets) {
  fixed_check check;
  check.exhaustive = true;
  for (std::size_t k = 0; k < targets.size(); ++k)
    count(check, p, p.first_input + static_cast<std::int64_t>(k), targets[k]);
  return check;
}

fixed_check check_some(const fixed_program& p, const tree& function, std::uint64_t most, const run_limits& limits) {
  const auto all = static_cast<std::uint64_t>(p.last_input - p.first_input) + 1;
  const std::uint64_t number = most == 0 ? all : std::min(most, all);
  constexpr std::uint64_t until_clock = 4096;
  fixed_check check;
  for (std::uint64_t k = 0; k < number; ++k) {
    if (k % until_clock == 0 && limits.must_stop()) return check;
    const auto offset = number < 2 ? 0.0L
                                   : static_cast<long double>(all - 1) * static_cast<long double>(k) /
                                         static_cast<long double>(number - 1);
    const std::int64_t x = p.first_input + (number == all ? static_cast<std::int64_t>(k) : std::llround(offset));
    const fixed_target target = target_of(function, p, x, true);
    refuse_beyond(p, function, target.value);
    count(check, p, x, target);
  }
  check.exhaustive = number == all;
  check.bound = std::numeric_limits<double>::infinity();
  return check;
}

}  // namespace vieta::approximation
