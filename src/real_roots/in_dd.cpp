#include "real_roots/in_dd.hpp"

#include <algorithm>
#include <cmath>

#include "vieta/core/cluster_places.hpp"
#include "vieta/core/dd.hpp"
#include "vieta/core/real_roots_in_parts.hpp"

namespace vieta {
namespace {

template <int N>
core::real_roots_answer solve_padded(const long_coefficients& p, real_interval<double> interval,
                                     const real_roots_options<double>& options, dd* roots) {
  dd c[N + 1] = {}, scratch[N];
  for (int k = 0; k <= p.degree; ++k) c[k] = p.rest == nullptr ? dd(p.value[k]) : dd(two_sum(p.value[k], p.rest[k]));
  core::real_roots_answer answer =
      core::real_roots_in_parts<N, dd>(c, interval.lo, interval.hi, options.absolute_tolerance,
                                       options.relative_tolerance, core::strided<dd>{scratch, 1}, roots, p.degree);
  const bool solved = answer.status == real_roots_status::touching || answer.status == real_roots_status::clustered;
  if (solved && core::detail::settle_touches<dd>(c, p.degree, roots, answer.count, answer.touching))
    answer.status = real_roots_status::clustered;
  return answer;
}

/// The root of p at x, in double-double by Newton's iteration from there. False where it is not plain.
bool polish(const dd* c, int degree, real_interval<double> interval, double& x) {
  constexpr double far = 0x1p-20, done = 0x1p-70, beside = 0x1p-51, little = 0x1p-56;
  constexpr int most_steps = 4;
  dd y(x);
  dd steepness = 0;
  bool has_settled = false;
  for (int step = 0; step < most_steps && !has_settled; ++step) {
    const auto [value, slope] = core::horner_with_slope(c, degree, y);
    if (!(abs(slope) > 0)) return false;
    steepness = abs(slope);
    const dd move = value / slope;
    if (!(abs(move) <= far * std::abs(x))) return false;
    y = y - move;
    has_settled = abs(move) <= done * std::abs(x);
  }
  const double root = static_cast<double>(y), off = beside * std::abs(root);
  if (!has_settled || !(root - off > interval.lo) || !(root + off < interval.hi)) return false;
  // There p changes its sign, which rounding cannot feign.
  const dd left = core::horner(c, degree, dd(root - off)), right = core::horner(c, degree, dd(root + off));
  const dd noise = core::detail::noise_factor<dd>(degree) * core::horner_magnitude(c, degree, dd(std::abs(root) + off));
  if (!(abs(left) > noise && abs(right) > noise) || (left < 0) == (right < 0)) return false;
  // Nor do the digits that were read leave it open.
  if (!(noise <= little * std::abs(root) * steepness)) return false;
  x = root;
  return true;
}

}  // namespace

bool polish_in_dd(const long_coefficients& p, real_interval<double> interval, double* roots, int count) {
  dd c[65];
  for (int k = 0; k <= p.degree; ++k) c[k] = p.rest == nullptr ? dd(p.value[k]) : dd(two_sum(p.value[k], p.rest[k]));
  double found[64];
  std::copy_n(roots, count, found);
  for (int i = 0; i < count; ++i)
    if (!polish(c, p.degree, interval, found[i]) || (i > 0 && !(found[i] > found[i - 1]))) return false;
  std::copy_n(found, count, roots);
  return true;
}

bool wants_more_digits(const long_coefficients& p, const double* roots, int count, real_roots_status status) {
  if (status == real_roots_status::zero_polynomial || status == real_roots_status::bad_input) return false;
  if (status != real_roots_status::ok) return true;
  const bool rounded = p.rest != nullptr && std::any_of(p.rest, p.rest + p.degree + 1, [](double x) { return x != 0; });
  for (int i = 0; rounded && i < count; ++i) {
    const double x = roots[i], slope = core::horner_with_slope(p.value, p.degree, x).slope;
    if (!(core::horner_magnitude(p.value, p.degree, x) < 8 * std::abs(x * slope))) return true;
  }
  return false;
}

long_answer real_roots_in_dd(const long_coefficients& p, real_interval<double> interval,
                             const real_roots_options<double>& options, double* roots) {
  dd found[64];
  const core::real_roots_answer answer = p.degree <= 8    ? solve_padded<8>(p, interval, options, found)
                                         : p.degree <= 16 ? solve_padded<16>(p, interval, options, found)
                                                          : solve_padded<64>(p, interval, options, found);
  // Roots that are the same double are one touch, or one crossing.
  core::real_roots_answer rounded;
  for (int k = 0; k < answer.count; ++k)
    core::append_root(roots, rounded.count, rounded.touching, static_cast<double>(found[k]),
                      (answer.touching >> k & 1) != 0);
  rounded.status = answer.status == real_roots_status::ok && rounded.touching != 0         ? real_roots_status::touching
                   : answer.status == real_roots_status::touching && rounded.touching == 0 ? real_roots_status::ok
                                                                                           : answer.status;
  return {rounded.count, rounded.status, rounded.touching};
}

}  // namespace vieta
