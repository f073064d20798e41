#include "io/boxes/boxes_questions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/message.hpp"
#include "exact/integer.hpp"
#include "io/boxes/boxes_curves.hpp"
#include "io/boxes/boxes_polynomial.hpp"
#include "io/boxes/boxes_surfaces.hpp"
#include "io/parse_json.hpp"
#include "vieta/error.hpp"
#include "vieta/geometry.hpp"

namespace vieta::io {
namespace {

using exact::integer;
using nlohmann::json;
using polynomial = std::vector<integer>;  ///< ascending

std::vector<double> vector_of(const json& value, const std::string& where) {
  if (!value.is_array() || value.size() < 2 || value.size() > 3)
    throw error(where + ": found " + shown(value) + ", expected [x, y] or [x, y, z]");
  std::vector<double> all;
  for (const json& x : value) {
    double unused = 0;
    all.push_back(number_of(x, where, unused));
    if (!std::isfinite(all.back())) throw error(where + ": found " + shown(x) + ", expected finite numbers");
  }
  return all;
}

std::array<double, 3> in_space(const json& ray, const char* key, const std::string& where) {
  if (!ray.is_object() || !ray.contains(key) || ray.size() != 2)
    throw error(where + "ray: found " + shown(ray) + R"(, expected {"origin": [x, y, z], "direction": [x, y, z]})");
  const std::vector<double> v = vector_of(ray[key], where + "ray: " + key);
  if (v.size() != 3) throw error(where + "ray: " + key + ": found " + shown(ray[key]) + ", expected [x, y, z]");
  return {v[0], v[1], v[2]};
}

void expect_bezier(const spline_shape& shape, const std::string& where) {
  if (!shape.knots.empty()) throw error(where + shape.name + ": found knots, expected a Bezier one, without");
}

/// x = m 2^e with an integer m.
std::pair<std::int64_t, int> parts_of(double x) {
  int e = 0;
  const double m = std::frexp(x, &e);
  return {static_cast<std::int64_t>(std::ldexp(m, 53)), e - 53};
}

polynomial from_bernstein(const std::vector<integer>& b) {
  const std::size_t n = b.size() - 1;
  polynomial p;
  integer outer = 1;  // n over k
  for (std::size_t k = 0; k <= n; ++k) {
    integer sum, inner = 1;  // k over i
    for (std::size_t i = 0; i <= k; ++i) {
      const integer term = inner * b[i];
      if ((k - i) % 2 == 0)
        sum += term;
      else
        sum -= term;
      inner = inner * static_cast<long long>(k - i) / static_cast<long long>(i + 1);
    }
    p.push_back(outer * sum);
    outer = outer * static_cast<long long>(n - k) / static_cast<long long>(k + 1);
  }
  return p;
}

/// x w, y w and w of a plane curve in powers of the parameter, divided by 2^exponent.
struct scaled_powers {
  std::array<polynomial, 3> p;
  int exponent = 0;
};

scaled_powers in_powers(const spline_shape& curve, const std::string& where) {
  std::vector<std::pair<integer, int>> values;
  const std::size_t points = curve.points();
  if (!curve.weights.empty() && curve.weights.size() != points)
    throw error(where + "curve: found " + std::to_string(curve.weights.size()) + " weights, expected " +
                std::to_string(points));
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t i = 0; i < points; ++i) {
      const double w = curve.weights.empty() ? 1 : curve.weights[i], x = c < 2 ? curve.control[2 * i + c] : 1;
      if (!(w > 0) || !std::isfinite(w) || !std::isfinite(x))
        throw error(where + "curve: found a weight or a coordinate of control point " + std::to_string(i + 1) +
                    " that is no finite number, or a weight that is not positive");
      const auto [m, e] = parts_of(w);
      const auto [n, f] = parts_of(x);
      values.emplace_back(integer(m) * integer(n), e + f);
    }
  int least = 0, largest = 0;
  bool first = true;
  for (auto& [value, e] : values) {
    if (value.is_zero()) continue;
    const std::size_t zeros = lsb(abs(value));
    value >>= zeros, e += static_cast<int>(zeros);
    least = first ? e : std::min(least, e), largest = first ? e : std::max(largest, e);
    first = false;
  }
  if (largest - least > 600)
    throw error(where + "curve: found numbers whose sizes are too different, expected at most a factor of 1e180");
  scaled_powers all;
  all.exponent = least;
  for (std::size_t c = 0; c < 3; ++c) {
    std::vector<integer> row;
    for (std::size_t i = 0; i < points; ++i) {
      auto& [value, e] = values[c * points + i];
      row.push_back(value.is_zero() ? integer() : value << static_cast<std::size_t>(e - least));
    }
    all.p[c] = from_bernstein(row);
  }
  return all;
}

polynomial derived(const polynomial& p) {
  polynomial d;
  for (std::size_t k = 1; k < p.size(); ++k) d.push_back(p[k] * static_cast<long long>(k));
  if (d.empty()) d.emplace_back();
  return d;
}

polynomial product(const polynomial& p, const polynomial& q) {
  polynomial all(p.size() + q.size() - 1);
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < q.size(); ++j) all[i + j] += p[i] * q[j];
  return all;
}

polynomial sum(polynomial p, const polynomial& q) {
  if (p.size() < q.size()) p.resize(q.size());
  for (std::size_t k = 0; k < q.size(); ++k) p[k] += q[k];
  return p;
}

polynomial difference(polynomial p, const polynomial& q) {
  if (p.size() < q.size()) p.resize(q.size());
  for (std::size_t k = 0; k < q.size(); ++k) p[k] -= q[k];
  return p;
}

polynomial cut(polynomial p) {
  while (p.size() > 1 && p.back().is_zero()) p.pop_back();
  return p;
}

bool is_zero(const polynomial& p) {
  return std::all_of(p.begin(), p.end(), [](const integer& a) { return a.is_zero(); });
}

/// Fractions near 1, with one power of two as the denominator of all.
json texts_of(const polynomial& p) {
  std::size_t bits = 0;
  for (const integer& a : p)
    if (!a.is_zero()) bits = std::max(bits, msb(abs(a)));
  const std::string below = "/" + (integer(1) << bits).str();
  json all = json::array();
  for (const integer& a : p) all.push_back(a.is_zero() ? "0" : a.str() + below);
  return all;
}

json self_intersections(const std::array<polynomial, 3>& p, const std::string& where) {
  const std::size_t n = p[2].size();
  json equations = json::array();
  for (std::size_t c = 0; c < 2; ++c) {
    // X(s) W(t) - X(t) W(s), divided by s - t: (s^i t^j - s^j t^i) / (s - t) = s^j t^j (s^m + ... + t^m), m = i - j
    // - 1.
    polynomial power((n - 1) * (n - 1));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const integer factor = p[c][i] * p[2][j] - p[c][j] * p[2][i];
        for (std::size_t k = 0; k < i - j; ++k) power[(j + k) * (n - 1) + i - 1 - k] += factor;
      }
    if (is_zero(power))
      throw error(where + "curve: found one on a line along an axis, expected one that can meet itself");
    const json flat = texts_of(power);
    json rows = json::array();
    for (std::size_t r = 0; r + 1 < n; ++r)
      rows.push_back(json(flat.begin() + static_cast<std::ptrdiff_t>(r * (n - 1)),
                          flat.begin() + static_cast<std::ptrdiff_t>((r + 1) * (n - 1))));
    equations.push_back({{"degrees", json::array({n - 2, n - 2})}, {"power", rows}});
  }
  return {{"vars", json::array({"s", "t"})}, {"equations", equations}, {"positive", json::array({"t - s"})}};
}

/// a 2^exponent, exactly.
std::string text_of(const integer& a, int exponent) {
  if (a.is_zero()) return "0";
  if (exponent >= 0) return (a << static_cast<std::size_t>(exponent)).str();
  return a.str() + "/" + (integer(1) << static_cast<std::size_t>(-exponent)).str();
}

/// p(t) 2^exponent - v^power.
json less_a_power(const polynomial& p, int exponent, std::size_t power) {
  json rows = json::array();
  for (const integer& a : p) {
    json row = json::array({text_of(a, exponent)});
    for (std::size_t k = 1; k <= power; ++k) row.push_back(k == power && rows.empty() ? "-1" : "0");
    rows.push_back(row);
  }
  return {{"degrees", json::array({p.size() - 1, power})}, {"power", rows}};
}

/// A bound of the modulus on [0, 1]: that of the Bernstein coefficients, and more than these are off.
double bound_of(const polynomial& p) {
  double largest = 0, total = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    total += std::fabs(static_cast<double>(p[k]));
    double sum = 0, ratio = 1;  // k over i, divided by n over i
    for (std::size_t i = 0; i <= k; ++i) {
      sum += ratio * static_cast<double>(p[i]);
      if (i < k) ratio *= static_cast<double>(k - i) / static_cast<double>(p.size() - 1 - i);
    }
    largest = std::max(largest, std::fabs(sum));
  }
  return 1.001 * largest + 1e-10 * total;
}

/// The curvature of (x, y) / w is w^3 det(X, X', X'') / v^3 with v = |(x'w - xw', y'w - yw')| and X = (x, y, w); it is
/// 1 / d at a cusp (Farouki and Neff 1990). With v as an unknown both equations keep low degrees.
json offset_cusps(const scaled_powers& curve, double d, const std::string& where) {
  const auto& [p, exponent] = curve;
  const polynomial& w = p[2];
  std::array<polynomial, 3> once, twice;
  for (std::size_t c = 0; c < 3; ++c) once[c] = derived(p[c]), twice[c] = derived(once[c]);
  polynomial turning;
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t i = (c + 1) % 3, j = (c + 2) % 3;
    turning =
        sum(std::move(turning), product(p[c], difference(product(once[i], twice[j]), product(once[j], twice[i]))));
  }
  polynomial speed;
  double most = 0;
  for (std::size_t c = 0; c < 2; ++c) {
    const polynomial step = cut(difference(product(once[c], w), product(p[c], once[2])));
    speed = sum(std::move(speed), product(step, step));
    most = std::hypot(most, bound_of(step));
  }
  const auto [m, e] = parts_of(d);
  polynomial bend = cut(product(product(product(w, w), w), turning));
  for (integer& a : bend) a *= integer(m);
  speed = cut(std::move(speed));
  const double v = std::ldexp(most, 2 * exponent);
  if (!(v > 0) || !std::isfinite(v)) throw error(where + "curve: found a point, expected a curve that moves");
  return {{"vars", json::array({"t", "v"})},
          {"box", json::array({json::array({0, 1}), json::array({0, v})})},
          {"equations", json::array({less_a_power(speed, 4 * exponent, 2), less_a_power(bend, 6 * exponent + e, 3)})}};
}

}  // namespace

bool is_question_about_a_shape(const json& object) {
  if (object.contains("ray") || object.contains("point") || object.contains("offset")) return true;
  if (object.size() != 1 || !object.contains("curve")) return false;
  const json& curve = object["curve"];
  const json& control = curve.is_object() && curve.contains("control") ? curve["control"] : curve;
  return !control.is_array() || control.empty() || !control[0].is_array() ||
         control[0].size() != 3;  // else a surface is missing
}

std::vector<box_system> read_question_about_a_shape(const json& object, const std::string& where) {
  const bool ray = object.contains("ray"), surface = object.contains("surface");
  if (object.size() > 2 || (ray && !surface) || !(surface || object.contains("curve")))
    throw error(where +
                R"(found other keys, expected "ray" and "surface"; "point" and "curve" or "surface"; "offset" and )"
                R"("curve"; or "curve" alone)");
  try {
    if (ray) {
      const spline_shape patch = read_surface(object["surface"], "surface", where);
      expect_bezier(patch, where);
      return {ray_patch_system(in_space(object["ray"], "origin", where), in_space(object["ray"], "direction", where),
                               bezier_surface_of(patch))};
    }
    if (!object.contains("point")) return {};
    const std::vector<double> point = vector_of(object["point"], where + "point");
    const spline_shape shape = surface ? read_surface(object["surface"], "surface", where)
                                       : read_curve(object["curve"], point.size(), "curve", where);
    expect_bezier(shape, where);
    return {surface ? closest_point_system(point, bezier_surface_of(shape))
                    : closest_point_system(point, bezier_curve_of(shape))};
  } catch (const error& refused) {
    const std::string what = refused.what();
    throw error(what.starts_with(where) ? what : where + what);
  }
}

json polynomials_about_a_curve(const json& object, const std::string& where) {
  if (!object.contains("curve"))
    throw error(where + R"(offset: found no "curve" beside it, expected one in the plane)");
  const spline_shape curve = read_curve(object["curve"], 2, "curve", where);
  expect_bezier(curve, where);
  if (curve.degrees[0] < 2) throw error(where + "curve: found a line, expected a degree of 2 or more");
  if (!object.contains("offset")) return self_intersections(in_powers(curve, where).p, where);
  double unused = 0;
  const double d = number_of(object["offset"], where + "offset", unused);
  if (!std::isfinite(d) || d == 0)
    throw error(where + "offset: found " + shown(object["offset"]) + ", expected a finite distance other than 0");
  return offset_cusps(in_powers(curve, where), d, where);
}

}  // namespace vieta::io
