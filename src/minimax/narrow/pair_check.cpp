#include "minimax/narrow/pair_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "minimax/check/float_inputs.hpp"
#include "minimax/check/run_program.hpp"
#include "minimax/fit/coefficients.hpp"
#include "vieta/target.hpp"

namespace vieta::approximation {
namespace {

/// The same numbers in every run (Steele, Lea and Flood 2014, SplitMix).
class numbers {
 public:
  /// Evenly in [0, 1).
  double next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
  double between(double lo, double hi) { return lo + (hi - lo) * next(); }

 private:
  std::uint64_t state_ = 58;
};

constexpr double least_power = -126, most_power = 127;  // of 2: beyond, exp2 is subnormal or near its overflow

struct pair {
  float first, second;
};

class pairs {
 public:
  pairs(const pair_domain& domain, bool half)
      : domain_(domain),
        all_(inputs_between(half, half ? 0x1p-24 : 0x1p-149, half ? 65504 : 3.4028234663852886e38, 0)),
        normal_(inputs_between(half, half ? 0x1p-14 : 0x1p-126, half ? 65504 : 3.4028234663852886e38, 0)),
        format_(half ? coefficient_format::float16 : coefficient_format::float32, 0),
        half_(half) {}

  pair next(bool by_bits) { return domain_.power ? power(by_bits) : direction(by_bits); }

 private:
  float any(const float_inputs& all) {
    return all[static_cast<std::uint64_t>(random_.next() * static_cast<double>(all.count))];
  }
  [[nodiscard]] float nearest(double value) const {
    return static_cast<float>(format_.as_double(format_.nearest(value)));
  }
  float with_sign(float x) { return random_.next() < 0.5 && !domain_.positive ? -x : x; }

  pair direction(bool by_bits) {
    if (by_bits) {
      const float y = with_sign(any(all_));
      return {y, with_sign(any(all_))};
    }
    constexpr double octaves = 24, octaves_of_halves = 6;  // both ways; beyond, atan(t) is t
    const double most = half_ ? octaves_of_halves : octaves;
    const double x = std::exp2(random_.between(-most, most)), t = std::exp2(random_.between(-most, most));
    const float y = with_sign(nearest(x * t));
    return {y, with_sign(nearest(x))};
  }

  pair power(bool by_bits) {
    const float x = by_bits ? any(domain_.positive ? normal_ : all_) : nearest(random_.between(0.5, 2));
    const double s = random_.between(least_power, most_power), y = x == 1 ? s : s / std::log2(static_cast<double>(x));
    return {x, nearest(y)};
  }

  pair_domain domain_;
  float_inputs all_, normal_;
  number_format format_;
  bool half_;
  numbers random_;
};

double truth(const pair_domain& domain, const pair& at) {
  const double a = at.first, b = at.second;
  if (!domain.power) return std::atan2(a, b);
  const double value = std::pow(a, b);
  return value >= std::exp2(least_power) && value <= std::exp2(most_power) ? value : NAN;
}

}  // namespace

std::string pairs_text(const pair_domain& domain) {
  if (domain.power)
    return std::string("of x^y from 2^-126 to 2^127") + (domain.positive ? ", x normal" : "") + ", relative error";
  return std::string(domain.positive ? "in the first quadrant" : "in all quadrants") +
         (domain.relative ? "" : ", absolute error");
}

float_checks check_pairs(const program& p, const std::vector<machine>& machines, const pair_domain& domain,
                         std::uint64_t most, const check_control& control) {
  constexpr std::uint64_t most_of_all = std::uint64_t(1) << 22;
  const bool half = !machines.empty() && machines[0].half;
  const double least = half ? 0x1p-14 : 0x1p-126;  // relative errors of numbers below this are taken of it
  const std::uint64_t count = most == 0 ? most_of_all : most;
  std::vector<machine_code> codes;
  for (const machine& m : machines) codes.push_back(translate(p, m));
  std::vector<program_runner> runners;
  std::vector<std::vector<std::uint64_t>> directions;
  for (const machine_code& c : codes) runners.emplace_back(c), directions.push_back(error_directions(c.inexact));

  float_checks all;
  all.machines.resize(machines.size());
  all.target = std::string("cpu ") + name(detect_isa()) + ", 1 thread";
  pairs source(domain, half);
  std::array<float, run_block_size> first, second;
  std::array<double, run_block_size> exact;
  std::uint64_t left_out = 0;
  for (std::uint64_t done = 0; done < count;) {
    if (control.must_stop()) {
      all.stopped_by = control.is_cancelled() ? "cancelled" : "time";
      all.note = std::string(control.is_cancelled() ? "stopped by the user" : "stopped by time") +
                 ": not all pairs of floats were checked";
      break;
    }
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(run_block_size, count - done));
    for (std::size_t i = 0; i < n; ++i) {
      const pair at = source.next(i % 2 == 1);
      first[i] = at.first, second[i] = at.second;
      exact[i] = truth(domain, at);
      if (!std::isfinite(exact[i])) ++left_out;
    }
    for (std::size_t m = 0; m < runners.size(); ++m)
      for (const std::uint64_t d : directions[m]) {
        const float* const y = runners[m].run(first.data(), second.data(), n, d);
        for (std::size_t i = 0; i < n; ++i) {
          if (!std::isfinite(exact[i])) continue;
          const double off = std::fabs(static_cast<double>(y[i]) - exact[i]);
          const double error = std::isnan(off)   ? HUGE_VAL
                               : domain.relative ? off / std::max(std::fabs(exact[i]), least)
                                                 : off;
          float_check& worst = all.machines[m];
          if (!(error > worst.error)) continue;
          worst.error = error;
          worst.worst_at = static_cast<double>(first[i]);
          worst.worst_second = static_cast<double>(second[i]);
        }
      }
    done += n;
    for (float_check& c : all.machines) c.inputs = done - left_out;
    if (control.progress) control.progress(done, count);
  }
  return all;
}

}  // namespace vieta::approximation
