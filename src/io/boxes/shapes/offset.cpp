#include "io/boxes/shapes/offset.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "exact/exact_real.hpp"
#include "io/boxes/shapes/exact_piece.hpp"
#include "vieta/error.hpp"

namespace vieta::io {

using exact::integer;

namespace {

/// A double that is not below the square root of above / below.
double bound_of_root(const integer& above, const integer& below) {
  exact::real x;
  x.numerator = above, x.denominator = below;
  exact::expansion parts = exact::to_expansion(x);
  if (parts.exponent % 2 != 0) parts.limb[0] /= 2, parts.exponent += 1;
  return std::ldexp(std::sqrt(parts.limb[0]) * (1 + 1e-12),
                    static_cast<int>(std::clamp<std::int64_t>(parts.exponent / 2, -5000, 5000)));
}

/// f above / below - g v^power, where v = most x and x is the second variable, times some number.
bernstein_polynomial less_a_power(const exact_form& f, const integer& above, const integer& below, const exact_form& g,
                                  std::size_t power, const exact_double& most) {
  integer factor = below;
  for (std::size_t k = 0; k < power; ++k) factor *= most.m;
  const int bits = most.exponent * static_cast<int>(power);
  return rounded(among(lowered(f), 2, 0) * shifted(above, -bits) -
                 among(g, 2, 0) * power_form(power, 1, 2) * shifted(factor, bits));
}

/// Coefficients of Bernstein's form, which bound the polynomial, times 2^64 and rounded down.
std::vector<integer> bounds_of(const exact_form& f) {
  std::vector<integer> all;
  integer binomial = 1;
  const std::size_t n = f.degrees[0];
  for (std::size_t k = 0; k <= n; ++k) {
    all.push_back((f.c[k] << 64) / binomial);
    if (k < n) binomial = binomial * integer(n - k) / integer(k + 1);
  }
  return all;
}

/// The curvature of (x, y) / w is w^3 det(X, X', X'') / |(x'w - xw', y'w - yw')|^3 with X = (x, y, w); it is
/// 1 / distance at a cusp (Farouki and Neff 1990). With v = |(x'w - xw', y'w - yw')| / w as an unknown both equations
/// keep low degrees.
box_system cusps(const exact_piece& piece, double distance, const std::string& where) {
  std::array<exact_form, 3> x;
  for (std::size_t c = 0; c < 3; ++c) x[c] = lowered(piece.x[c]);
  const exact_form& w = x[2];
  std::array<exact_form, 3> once, twice;
  for (std::size_t c = 0; c < 3; ++c) once[c] = derivative(x[c], 0), twice[c] = derivative(once[c], 0);
  exact_form turning = constant_form(0, 1), speed = constant_form(0, 1);
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t i = (c + 1) % 3, j = (c + 2) % 3;
    turning = turning + x[c] * (once[i] * twice[j] - once[j] * twice[i]);
  }
  for (std::size_t c = 0; c < 2; ++c) {
    const exact_form step = lowered(once[c] * w - x[c] * once[2]);
    speed = speed + step * step;
  }
  // What is computed has the unit n / m of the piece, and derivatives along an interval of length h = a 2^e.
  const integer &n = piece.unit.numerator, &m = piece.unit.denominator;
  const exact_double begin = parts_of(piece.begin()), end = parts_of(piece.end()), d = parts_of(distance);
  const int e = std::min(begin.exponent, end.exponent);
  const integer h = shifted(end.m, end.exponent - e) - shifted(begin.m, begin.exponent - e);
  // v^2 w^2 = speed n^2 / (m^2 h^2), and v^3 = distance turning n^3 / (m^3 h^3).
  const integer above_2 = shifted(pow(n, 2), -2 * e), below_2 = shifted(pow(m, 2) * h * h, 2 * e);
  const integer above_3 = shifted(pow(n, 3) * d.m, d.exponent - 3 * e),
                below_3 = shifted(pow(m, 3) * h * h * h, 3 * e - d.exponent);
  const std::vector<integer> speeds = bounds_of(speed), weights = bounds_of(w);
  const integer fastest = *std::max_element(speeds.begin(), speeds.end()) + 1,
                lightest = *std::min_element(weights.begin(), weights.end());
  box_system system;
  system.variables = {"t", "v"};
  if (speed.is_zero()) {  // it stands still: equations that are zero everywhere say so
    system.box = {piece.box[0], {0, 1}};
    system.equations.assign(2, {{1, 1}, {0, 0, 0, 0}, 0});
    return system;
  }
  const double most = bound_of_root((fastest * above_2) << 64, below_2 * lightest * lightest);
  if (!(most > 0 && std::isfinite(most)))
    throw error(where + "curve: found a speed that is no double, expected numbers nearer to 1");
  system.box = {piece.box[0], {0, most}};
  const exact_double v = parts_of(most);
  system.equations = {less_a_power(speed, above_2, below_2, w * w, 2, v),
                      less_a_power(turning, above_3, below_3, constant_form(1, 1), 3, v)};
  return system;
}

}  // namespace

std::vector<box_system> cusps_of_offset(const spline_shape& curve, double distance, const std::string& where,
                                        std::size_t most) {
  std::vector<box_system> all;
  for (const exact_piece& piece : exact_pieces(curve, where, std::min<std::size_t>(most, 4096)))
    all.push_back(cusps(piece, distance, where));
  const auto stands = [](const box_system& s) {
    const std::vector<double>& c = s.equations[0].coefficients;
    return std::all_of(c.begin(), c.end(), [](double x) { return x == 0; });
  };
  if (std::all_of(all.begin(), all.end(), stands))
    throw error(where + "curve: found a point, expected a curve that moves");
  if (all.size() > 1)
    for (box_system& system : all) system.piece_of = 0;
  return all;
}

}  // namespace vieta::io
