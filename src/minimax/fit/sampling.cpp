#include "minimax/fit/sampling.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "base/message.hpp"
#include "minimax/fit/parts.hpp"
#include "minimax/function/fixed_errors.hpp"
#include "minimax/function/singular_points.hpp"
#include "minimax/function/zero_samples.hpp"
#include "minimax/proof/ball.hpp"
#include "minimax/proof/bounded_beside.hpp"
#include "minimax/proof/sample_with_bits.hpp"
#include "minimax/samples/level.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {
namespace {

std::string short_number(long double x) {
  char text[40];
  return {text, std::to_chars(text, text + sizeof text, x, std::chars_format::general, 6).ptr};
}

std::string about(const problem& p) {
  return !p.samples.empty() ? "of the samples" : p.callable ? "the function" : to_text(p.f);
}

long double function_value(const problem& p, long double x) { return p.callable ? p.callable(x) : evaluate(p.f, x); }

bool is_finite(const sample<long double>& s) {
  return std::isfinite(s.target) && std::isfinite(s.factor) && std::isfinite(s.argument);
}

sample<long double> sample_exactly(const problem& p, long double x) {
  const long double f = function_value(p, x);
  const long double w = p.relative ? 1 / f : p.weight ? evaluate(p.weight, x) : 1;
  const long double without = p.without_p ? evaluate(p.without_p, x) : 0;
  return {w * (f - without), w * evaluate(p.factor, x), evaluate(p.argument, x)};
}

#ifdef VIETA_HAVE_ARB

/// The function where numbers may cancel: (x-sin(x))/x^3 next to 0.
long double careful_value(const problem& p, long double x) {
  if (p.callable) return p.callable(x);
  constexpr slong bits = 768;
  exact::real_ball at, value;
  const working_bits scope(64);
  arb_set_arf(at.x, big(x).get());
  evaluate(value.x, p.f, at.x, bits);
  const long double found = arb_is_finite(value.x) && arb_rel_accuracy_bits(value.x) > 40
                                ? static_cast<long double>(big::middle(value.x))
                                : evaluate(p.f, x);
  return found;
}

/// All bits of long double.
bool sample_by_arb(const problem& p, long double x, long double step, sample<long double>& out) {
  const working_bits scope(128);
  sample<big> s;
  const bool found = !p.callable && sample_with_bits(p, x, step, big::precision, s);
  if (found)
    out = {static_cast<long double>(s.target), static_cast<long double>(s.factor),
           static_cast<long double>(s.argument)};
  return found && is_finite(out);
}

#endif

#ifndef VIETA_HAVE_ARB
long double careful_value(const problem& p, long double x) { return function_value(p, x); }
#endif

/// Neither at x nor at the point beside it there is a finite number: of the function, or of what?
[[noreturn]] void refuse_sample(const problem& p, long double x, long double beside) {
  const std::string place = short_number(x);
  const auto known = [&](const tree& t) { return !t || std::isfinite(evaluate(t, beside)); };
  if (p.callable || std::isfinite(careful_value(p, beside))) {
    if (!known(p.without_p) || !known(p.factor) || !known(p.argument))
      throw error("--form: found no finite number of '" + io::brief(to_text(p.form)) + "' near x = " + place +
                  ", expected a form that is finite on the interval");
    if (p.relative)
      throw error(
          "relative error: found no finite number near x = " + place +
          ", where the function is 0 or too small to divide by, expected an absolute error or another interval");
    if (!known(p.weight))
      throw error("--weight: found no finite number near x = " + place + ", expected one on all of the interval");
  }
  throw error("function " + about(p) + ": found no finite number near x = " + place +
              ", expected one that is finite on the interval");
}

/// Removable 0/0: a point so near that the difference does not show.
long double step_aside(long double x, long double lo, long double hi) {
  return (hi - lo) * 1e-9L * (x < (lo + hi) / 2 ? 1 : -1);
}

/// Next to 0/0 nearly equal numbers may be subtracted, and long double would have any value.
sample<long double> sample_in_long_double(const problem& p, long double x, long double lo, long double hi) {
  sample<long double> s = sample_exactly(p, x);
  if (is_finite(s) || !p.samples.empty()) return s;
  const long double step = step_aside(x, lo, hi);
#ifdef VIETA_HAVE_ARB
  if (sample_by_arb(p, x, step, s)) return s;
#endif
  s = sample_exactly(p, x + step);
  if (!is_finite(s)) refuse_sample(p, x, x + step);
  return s;
}

template <class R>
const std::pair<R, R>& interval_of(const std::vector<std::pair<R, R>>& all, const R& x) {
  for (const auto& i : all)
    if (!(i.second < x)) return i;
  return all.back();
}

}  // namespace

long double value_of(const tree& t, long double) { return evaluate(t, 0); }

namespace {

/// Of the parts, ascending and each once.
std::vector<long double> looked_at(const parts& all, std::vector<long double> places,
                                   const std::vector<long double>& more) {
  places.insert(places.end(), more.begin(), more.end());
  if (all.folded)
    for (long double& x : places) x = std::fabs(x);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

using zeros_in_long_double = std::vector<std::pair<long double, sample<long double>>>;

#ifdef VIETA_HAVE_ARB
zeros_in_long_double known_zeros(const problem& p, const parts& all) {
  zeros_in_long_double found;
  const working_bits scope(128);
  const zero_samples zeros(p, all);
  for (const part& one : all.list)
    for (const part_end* end : {&one.from, &one.to}) {
      const long double x = end->in_long_double();
      if (const sample<big>* there = end->zero_of ? zeros.find(x) : nullptr)
        found.push_back({x,
                         {static_cast<long double>(there->target), static_cast<long double>(there->factor),
                          static_cast<long double>(there->argument)}});
    }
  return found;
}
#else
zeros_in_long_double known_zeros(const problem&, const parts&) { return {}; }
#endif

}  // namespace

exchange_problem<long double> sampled_in_long_double(const problem& p, const std::vector<long double>& also) {
  exchange_problem<long double> e;
  e.denominator = p.denominator.empty() ? p.denominator_degree : 0;
  for (const auto& known : p.samples) e.points.push_back(known.first);
  const parts all = parts_of(p);
  for (const part& one : all.list) e.intervals.emplace_back(one.from.in_long_double(), one.to.in_long_double());
  e.at = [&p, intervals = e.intervals, zeros = known_zeros(p, all)](const long double& x) {
    for (const auto& [zero, there] : zeros)
      if (zero == x) return there;
    const auto& [lo, hi] = interval_of(intervals, x);
    return sample_in_long_double(p, x, lo, hi);
  };
  e.free = eliminate<long double>(
      p, [](const tree& t) { return evaluate(t, 0); }, 1e-16);
  e.also = looked_at(all, fixed_errors(p, e.free.fixed_at), also);
  return e;
}

exchange_problem<long double> sampled_carefully(const problem& p, const std::vector<long double>& also) {
  exchange_problem<long double> e = sampled_in_long_double(p, also);
#ifdef VIETA_HAVE_ARB
  if (p.callable || !p.samples.empty()) return e;
  e.at = [&p, plain = e.at, intervals = e.intervals, zeros = known_zeros(p, parts_of(p))](const long double& x) {
    for (const auto& [zero, there] : zeros)
      if (zero == x) return there;
    const auto& [lo, hi] = interval_of(intervals, x);
    sample<long double> s;
    return sample_by_arb(p, x, step_aside(x, lo, hi), s) ? s : plain(x);
  };
#endif
  return e;
}

std::vector<long double> suspicious_points(const problem& p) {
  std::vector<long double> found;
  if (!p.samples.empty()) return found;
  constexpr int pieces = 509;
  for (const auto& ends : p.intervals) {
    const long double lo = evaluate(ends.first, 0), hi = evaluate(ends.second, 0);
    found.push_back(lo);
    found.push_back(hi);
    if (lo < 0 && hi > 0) found.push_back(0);
    if (!p.callable) {
      for (const singular_point& at : singular_points(p.f, lo, hi)) found.push_back(at.x);
      for (const tree& part : {p.f, p.factor})
        for (const tree& c : shifts_of(part, lo, hi)) found.push_back(evaluate(c, 0));
    }
    long double before = function_value(p, lo), before_x = lo;
    for (int k = 1; k <= pieces; ++k) {
      const long double x = lo + (hi - lo) * k / pieces, value = function_value(p, x);
      if ((before < 0 && value > 0) || (before > 0 && value < 0)) {
        long double a = before_x, b = x;
        for (int step = 0; step < 70; ++step) {
          const long double middle = (a + b) / 2;
          ((function_value(p, middle) < 0) == (before < 0) ? a : b) = middle;
        }
        // Most zeros that matter are short numbers: 0, 1, 1/2.
        const long double shortened = std::round(b * 1048576) / 1048576;
        found.push_back(std::fabs(shortened - b) < 1e-15L * (hi - lo) ? shortened : b);
      }
      before = value;
      before_x = x;
    }
  }
  return found;
}

bool is_zero_of_function(const problem& p, long double x) {
  constexpr long double nothing = 1e-18L, in_comparison = 1e-10L;
  const long double value = std::fabs(function_value(p, x)),
                    length = evaluate(p.intervals.back().second, 0) - evaluate(p.intervals.front().first, 0);
  if (!(value > 0) || value > nothing || p.callable) return value <= nothing;
  for (const long double part : {1e-3L, -1e-3L, 1e-6L, -1e-6L})
    if (value > in_comparison * std::fabs(function_value(p, x + part * length))) return false;
  return true;
}

#ifdef VIETA_HAVE_ARB
void refuse_logarithms(const problem& p);
#endif

void refuse_poles(const problem& p) {
  for (const auto& known : p.samples)
    if (!is_finite(sample_exactly(p, known.first)))
      throw error("samples: found a form or a weight that is not finite at x = " + short_number(known.first) +
                  ", expected one that is");
  if (!p.samples.empty()) return;
  constexpr int pieces = 509;
  for (const auto& ends : p.intervals) {
    const long double lo = evaluate(ends.first, 0), hi = evaluate(ends.second, 0);
    for (const long double x : {lo, hi})
      if (std::isinf(sample_exactly(p, x).target) && std::isinf(function_value(p, x)))
        throw error("function " + about(p) + ": found infinity at x = " + short_number(x) +
                    ", expected a function that is bounded on the interval");
    for (int k = 1; k < pieces; ++k) {
      const long double x = lo + (hi - lo) * k / pieces;
      if (!std::isfinite(function_value(p, x)))
        throw error("function " + about(p) + ": found no finite number at x = " + short_number(x) +
                    ", expected one that is finite on [" + short_number(lo) + ", " + short_number(hi) + "]");
    }
  }
  for (const long double x : suspicious_points(p)) {
    const auto refuse = [&] {
      throw error("function " + about(p) + ": found a pole at x = " + short_number(x) +
                  ", expected a function that is bounded on the interval");
    };
    if (std::isinf(function_value(p, x)) && std::isinf(careful_value(p, x))) refuse();
    const auto size = [&](long double step) {
      const long double a = std::fabs(careful_value(p, x + step)), b = std::fabs(careful_value(p, x - step));
      return std::isfinite(a) ? (std::isfinite(b) ? std::max(a, b) : a) : b;
    };
    const long double scale = std::max(1.0L, std::fabs(x));
    if (size(1e-12L * scale) > 100 * size(1e-8L * scale) && size(1e-8L * scale) > 100 * size(1e-4L * scale)) refuse();
  }
#ifdef VIETA_HAVE_ARB
  if (!p.callable && !p.relative) refuse_logarithms(p);
#endif
}

namespace {

struct sized_error {
  long double size = 0, noise = 0;  ///< noise: what rounding makes of large coefficients
};

/// At x + step: 0 beyond [lo, hi].
sized_error error_beside(const problem& p, const std::vector<long double>& coefficients, long double x,
                         long double step, long double lo, long double hi) {
  constexpr long double unit = 1e-17L;
  sized_error found;
  if ((x <= lo && step < 0) || (x >= hi && step > 0) || x + step < lo || x + step > hi) return found;
#ifdef VIETA_HAVE_ARB
  if (!p.callable) {
    const working_bits scope(400);
    const big at = big(x) + big(step);
    sample<big> s;
    if (sample_with_bits(p, at, big(step) * big(1e-3), 128, s)) {
      big value = 0, terms = 0;
      for (std::size_t k = 0; k < coefficients.size(); ++k) {
        const big term = big(coefficients[k]) * power(s.argument, p.exponents[k]);
        value = value + term;
        terms = terms + abs(term);
      }
      found.size = std::fabs(static_cast<long double>(s.target - s.factor * value));
      found.noise = unit * std::fabs(static_cast<long double>(s.factor * terms));
    }
    return found;
  }
#endif
  const sample<long double> s = sample_exactly(p, x + step);
  long double terms = 0;
  for (std::size_t k = 0; k < coefficients.size(); ++k)
    terms += std::fabs(coefficients[k] * power(s.argument, p.exponents[k]));
  found.noise = unit * terms * std::fabs(s.factor);
  found.size = std::fabs(s.target - s.factor * evaluate_sparse(p.exponents, coefficients, s.argument));
  return found;
}

/// As far as rounding of q's coefficients and of its argument tells.
bool nearly_vanishes(const std::vector<double>& q, long double argument) {
  constexpr long double rounding = 1e-14L;
  long double sum = 0, terms = 0;
  for (std::size_t k = q.size(); k-- > 0; terms = terms * std::fabs(argument) + std::fabs(q[k]))
    sum = sum * argument + q[k];
  return q.size() > 1 && !(std::fabs(sum) > rounding * terms);
}

}  // namespace

void refuse_unbounded(const problem& p, const std::vector<long double>& coefficients, long double largest) {
  for (const long double x : suspicious_points(p)) {
    const std::string place = short_number(x);
    if (p.relative && is_zero_of_function(p, x)) {
      const long double form =
          (p.without_p ? evaluate(p.without_p, x) : 0) +
          evaluate(p.factor, x) * evaluate_sparse(p.exponents, coefficients, evaluate(p.argument, x));
      if (std::fabs(form) > 1e-18L)
        throw error("relative error: found no bound at x = " + place +
                    ", where the function is 0 and the form is not, "
                    "expected a form or a constraint that vanishes there too, or an absolute error");
    }
    for (const auto& ends : p.intervals) {
      const long double lo = evaluate(ends.first, 0), hi = evaluate(ends.second, 0);
      for (const int side : {-1, 1}) {
        // A logarithm grows by as much from step to step, a power by more. What is bounded comes to rest.
        const auto grows = [&](const std::array<long double, 3>& steps) {
          sized_error found[3];
          for (std::size_t k = 0; k < steps.size(); ++k)
            found[k] = error_beside(p, coefficients, x, side * steps[k] * (hi - lo), lo, hi);
          const long double a = found[0].size, b = found[1].size, c = found[2].size;
          return c > 3 * largest + found[2].noise && c - b > 0.5L * (b - a) && b > a;
        };
        // A zero that rounding has given to q may be near, but only what grows on and on belongs to the function.
        if (!grows({1e-20L, 1e-40L, 1e-80L}) && !grows({1e-80L, 1e-160L, 1e-300L}) &&
            (p.denominator.size() > 1 || !grows({1e-3L, 1e-5L, 1e-7L})))
          continue;
        if (nearly_vanishes(p.denominator, evaluate(p.argument, x))) continue;
        constexpr long double beside = 1e-12L;
        if (is_bounded_beside(p, x, side * beside * (hi - lo))) continue;
        if (p.relative && is_zero_of_function(p, x))
          throw error("relative error: found no bound at x = " + place +
                      ", where the function is 0, expected a form that vanishes there as fast, or an absolute error");
        throw error("error: found no bound at x = " + place + ", expected a bounded function and weight");
      }
    }
  }
}

#ifdef VIETA_HAVE_ARB

big value_of(const tree& t, const big&) {
  exact::real_ball value;
  evaluate(value.x, t, value.x, big::precision + 32);
  return big::middle(value.x);
}

big number_of(const std::string& decimals) {
  exact::real_ball value;
  arb_set_str(value.x, decimals.c_str(), big::precision + 32);
  return big::middle(value.x);
}

/// Next to a zero that no long double is, log(|x + 0.3|) is -44 at most. From 1e-50 to 1e-100 and to 1e-150 away from
/// the zero itself it grows by the same, where powers x^a end and log(|x| + 1e-20) has ended.
void refuse_logarithms(const problem& p) {
  constexpr slong bits = 1024, least_bits = 30;
  constexpr double same = 0.99, some = 1e-3;
  const working_bits scope(bits);
  const auto value_at = [&](const big& x) {
    exact::real_ball ball, value, weight;
    arb_set_arf(ball.x, x.get());
    evaluate(value.x, p.f, ball.x, bits);
    if (p.weight) evaluate(weight.x, p.weight, ball.x, bits), arb_mul(value.x, value.x, weight.x, bits);
    // Where numbers of nearly all of these bits cancel, as in (x-sin(x)-x^3/6)/x^5, nothing is seen.
    if (arb_rel_accuracy_bits(value.x) < least_bits) return std::nan("");
    return static_cast<double>(abs(big::middle(value.x)));
  };
  std::optional<long double> found;
  for (const auto& [from, to] : p.intervals) {
    const long double lo = evaluate(from, 0), hi = evaluate(to, 0);
    for (const singular_point& at : singular_points(p.f, lo, hi)) {
      if (!at.zero_of || found) continue;
      const big x = end_in_big({nullptr, at.zero_of, 1, at.x, at.value});
      for (const int side : {-1, 1}) {
        if ((side < 0 && !(at.x > lo)) || (side > 0 && !(at.x < hi))) continue;
        const auto beside = [&](int exponent) { return value_at(x + power(big(0.1), exponent) * big(side)); };
        const double near = beside(50), nearer = beside(100), nearest = beside(150);
        if (std::isfinite(nearest) && nearer - near > some && nearest - nearer > same * (nearer - near)) found = at.x;
      }
    }
  }
  if (found)
    throw error("function " + about(p) + ": found values without bound beside x = " + short_number(*found) +
                ", expected a function that is bounded on the interval");
}

bool is_sampled_well(const problem& p, const exchange_problem<long double>& e, long double most,
                     const std::vector<minimax_point>& tops) {
  const exchange<long double> rounds(e);
  std::vector<sample<long double>> samples = rounds.samples();
  std::vector<long double> places = rounds.places();
  for (const minimax_point& top : tops) {
    places.push_back(top.x);
    samples.push_back(e.at(places.back()));
  }
  const working_bits scope(128);
  long double target = 0, factor = 0, argument = 0;
  for (const sample<long double>& s : samples) {
    target = std::max(target, std::fabs(s.target));
    factor = std::max(factor, std::fabs(s.factor));
    argument = std::max(argument, std::fabs(s.argument));
  }
  const zeros_in_long_double zeros = known_zeros(p, parts_of(p));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto is_here = [&](const auto& zero) { return zero.first == places[i]; };
    if (std::any_of(zeros.begin(), zeros.end(), is_here)) continue;  // it is sampled as well as can be
    const auto& [lo, hi] = interval_of(e.intervals, places[i]);
    const sample<long double>& s = samples[i];
    sample<long double> better;
    if (!sample_by_arb(p, places[i], step_aside(places[i], lo, hi), better)) continue;
    const auto off = [](long double a, long double b) { return std::fabs(a - b); };
    // factor * p is about as large as the target, and both may be 0.
    const long double off_factor = off(s.factor, better.factor);
    if (off(s.target, better.target) > most ||
        (off_factor * std::fabs(better.target) > most * std::fabs(better.factor) &&
         off_factor * target > most * factor) ||
        off(s.argument, better.argument) * target > most * argument)
      return false;
  }
  return true;
}

exchange_problem<big> sampled_in_big(const problem& p, const std::vector<long double>& also) {
  exchange_problem<big> e;
  e.denominator = p.denominator.empty() ? p.denominator_degree : 0;
  const parts all = parts_of(p);
  for (const part& one : all.list) e.intervals.emplace_back(end_in_big(one.from), end_in_big(one.to));
  for (const auto& known : p.samples) e.points.emplace_back(known.first);
  e.at = [&p, intervals = e.intervals, zeros = zero_samples(p, all)](const big& x) {
    if (const sample<big>* known = zeros.find(x)) return *known;
    sample<big> s;
    if (!p.samples.empty()) {
      if (!given_sample(p, x, s)) refuse_sample(p, static_cast<long double>(x), static_cast<long double>(x));
      return s;
    }
    const auto& [lo, hi] = interval_of(intervals, x);
    big step = (hi - lo) * big(std::ldexp(1.0, -static_cast<int>(std::min<slong>(big::precision / 3, 300))));
    if (x + x > lo + hi) step = -step;
    if (!sample_with_bits(p, x, step, big::precision, s))
      refuse_sample(p, static_cast<long double>(x), static_cast<long double>(x + step));
    return s;
  };
  e.free = eliminate<big>(
      p, [](const tree& t) { return value_of(t, big()); }, std::ldexp(1.0, static_cast<int>(-big::precision * 3 / 4)));
  std::vector<long double> fixed_at;
  for (const big& u : e.free.fixed_at) fixed_at.push_back(static_cast<long double>(u));
  for (const long double x : looked_at(all, fixed_errors(p, fixed_at), also)) e.also.emplace_back(x);
  return e;
}

#endif

}  // namespace vieta::approximation
