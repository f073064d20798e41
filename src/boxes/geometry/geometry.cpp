#include "vieta/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "vieta/core/binomial.hpp"
#include "vieta/core/exponent.hpp"
#include "vieta/error.hpp"

namespace vieta {

namespace {

constexpr double u = 0x1p-53;
constexpr double least = 0x1p-1074;  ///< the spacing of the smallest doubles, where u is no bound

/// Bernstein polynomials with their errors; products and sums raise degrees as needed.
struct form {
  std::vector<int> degrees;
  std::vector<double> c;
  double error = 0;

  [[nodiscard]] double largest() const {
    double most = 0;
    for (const double x : c) most = std::max(most, std::fabs(x));
    return most;
  }
};

std::size_t stride_of(const std::vector<int>& degrees, std::size_t axis) {
  std::size_t s = 1;
  for (std::size_t k = axis + 1; k < degrees.size(); ++k) s *= static_cast<std::size_t>(degrees[k]) + 1;
  return s;
}

/// Coefficient k of the product is the sum over i + j = k of C(d, i) C(e, j) / C(d + e, k) a_i b_j, along each axis: a
/// mean of products, with weights that are good to some u for each axis.
form product(const form& a, const form& b) {
  const std::size_t n = a.degrees.size();
  form p;
  std::size_t size = 1;
  for (std::size_t k = 0; k < n; ++k) {
    p.degrees.push_back(a.degrees[k] + b.degrees[k]);
    if (p.degrees[k] > 64)
      throw error("degrees: found " + std::to_string(p.degrees[k]) +
                  " in one variable of the equations, expected 0 to 64");
    size *= static_cast<std::size_t>(p.degrees[k]) + 1;
  }
  p.c.assign(size, 0.0);
  for (std::size_t i = 0; i < a.c.size(); ++i)
    for (std::size_t j = 0; j < b.c.size(); ++j) {
      std::size_t at = 0;
      double weight = a.c[i] * b.c[j];
      for (std::size_t k = 0; k < n; ++k) {
        const int d = a.degrees[k], e = b.degrees[k];
        const int ik = static_cast<int>(i / stride_of(a.degrees, k)) % (d + 1);
        const int jk = static_cast<int>(j / stride_of(b.degrees, k)) % (e + 1);
        weight *= binomial(d, ik) * binomial(e, jk) / binomial(d + e, ik + jk);
        at += static_cast<std::size_t>(ik + jk) * stride_of(p.degrees, k);
      }
      p.c[at] += weight;
    }
  const double most_a = a.largest(), most_b = b.largest();
  // Terms of one coefficient: at most (min(d, e) + 1) ... of them; each meets 1 + 3 n roundings, up to 3 n of
  // binomials above 2^53, and those of the sum.
  double terms = 1;
  for (std::size_t k = 0; k < n; ++k) terms *= std::min(a.degrees[k], b.degrees[k]) + 1;
  p.error = 1.01 * (a.error * (most_b + b.error) + b.error * most_a +
                    (terms + 2 + 6 * static_cast<double>(n)) * u * most_a * most_b);
  // Below the range each of 1 + n products rounds by half of `least`, and those of this bound do.
  const bool zero = most_a + a.error == 0 || most_b + b.error == 0;
  if (!zero) p.error += (terms * static_cast<double>(n + 1) + 4) * least;
  return p;
}

form elevated(const form& a, const std::vector<int>& degrees) {
  form one;
  one.c.assign(1, 1.0);
  for (std::size_t k = 0; k < degrees.size(); ++k) {
    one.degrees.push_back(degrees[k] - a.degrees[k]);
    one.c.resize(one.c.size() * (static_cast<std::size_t>(one.degrees[k]) + 1), 1.0);
  }
  const bool same = one.c.size() == 1;
  return same ? a : product(a, one);
}

form combined(const form& a, double factor, const form& b) {
  std::vector<int> degrees;
  for (std::size_t k = 0; k < a.degrees.size(); ++k) degrees.push_back(std::max(a.degrees[k], b.degrees[k]));
  form x = elevated(a, degrees);
  const form y = elevated(b, degrees);
  x.error = 1.01 * (x.error + std::fabs(factor) * y.error + 3 * u * (x.largest() + std::fabs(factor) * y.largest()));
  for (std::size_t j = 0; j < x.c.size(); ++j) x.c[j] += factor * y.c[j];
  return x;
}
form operator-(const form& a, const form& b) { return combined(a, -1, b); }
form operator+(const form& a, const form& b) { return combined(a, 1, b); }

form derivative(const form& a, std::size_t axis) {
  form d;
  d.degrees = a.degrees;
  const int degree = a.degrees[axis];
  if (degree == 0) {
    d.c.assign(a.c.size(), 0.0);
    return d;
  }
  --d.degrees[axis];
  const std::size_t s = stride_of(a.degrees, axis);
  for (std::size_t i = 0; i < a.c.size(); ++i)
    if (static_cast<int>(i / s) % (degree + 1) < degree) d.c.push_back(degree * (a.c[i + s] - a.c[i]));
  d.error = 1.01 * (2 * degree * a.error + 5 * u * degree * a.largest());
  return d;
}

form dot(const std::vector<form>& a, const std::vector<form>& b) {
  form sum = product(a[0], b[0]);
  for (std::size_t k = 1; k < a.size(); ++k) sum = sum + product(a[k], b[k]);
  return sum;
}

/// The coordinates of a curve or surface (times the weight where there is one), as polynomials in `variables` variables
/// of which its own begin at `first`; the weight comes last.
std::vector<form> coordinates(const std::vector<int>& own, const std::vector<double>& control, int dimension,
                              const std::vector<double>& weights, std::size_t variables, std::size_t first,
                              const char* what) {
  if (dimension < 1)
    throw error(std::string(what) + ": found " + std::to_string(dimension) + " dimensions, expected at least 1");
  std::size_t points = 1;
  for (const int d : own) {
    if (d < 0 || d > 20) throw error(std::string(what) + ": found degree " + std::to_string(d) + ", expected 0 to 20");
    points *= static_cast<std::size_t>(d) + 1;
  }
  if (control.size() != points * static_cast<std::size_t>(dimension))
    throw error(std::string(what) + ": found " + std::to_string(control.size()) + " control numbers, expected " +
                std::to_string(points * static_cast<std::size_t>(dimension)));
  if (!weights.empty() && weights.size() != points)
    throw error(std::string(what) + ": found " + std::to_string(weights.size()) + " weights, expected " +
                std::to_string(points));
  // A common factor of the weights means nothing, but products of very small or large ones would leave the range.
  const double heaviest = weights.empty() ? 1 : *std::max_element(weights.begin(), weights.end());
  const int exponent = heaviest > 0 && std::isfinite(heaviest) ? exponent_of(heaviest) : 0;
  double farthest = 0;
  for (const double x : control) farthest = std::max(farthest, std::fabs(x));
  std::vector<form> all;
  for (int axis = 0; axis <= dimension; ++axis) {
    form f;
    f.degrees.assign(variables, 0);
    for (std::size_t k = 0; k < own.size(); ++k) f.degrees[first + k] = own[k];
    for (std::size_t p = 0; p < points; ++p) {
      const double w = weights.empty() ? 1 : weights[p];
      if (!(w > 0) || !std::isfinite(w))
        throw error(std::string(what) + ": weight of control point " + std::to_string(p + 1) + ": found " +
                    report::shortest(w) + ", expected a finite number > 0");
      const double weight = std::ldexp(w, -exponent);
      f.c.push_back(axis == dimension ? weight : control[p * static_cast<std::size_t>(dimension) + axis] * weight);
      if (std::ldexp(weight, exponent) != w) f.error = axis == dimension ? least : least * farthest;
    }
    if (!weights.empty() && axis < dimension) f.error += u * f.largest() + least;
    all.push_back(std::move(f));
  }
  return all;
}

std::vector<form> coordinates(const bezier_curve& curve, std::size_t variables, std::size_t first,
                              const char* what = "curve") {
  return coordinates({curve.degree}, curve.control, curve.dimension, curve.weights, variables, first, what);
}
std::vector<form> coordinates(const bezier_surface& s, std::size_t variables, std::size_t first) {
  return coordinates({s.degree_u, s.degree_v}, s.control, s.dimension, s.weights, variables, first, "surface");
}

bernstein_polynomial equation(const form& f) { return {f.degrees, f.c, f.error}; }

void expect_dimension(int found, int expected, const char* what) {
  if (found != expected)
    throw error(std::string(what) + ": found " + std::to_string(found) + " dimensions, expected " +
                std::to_string(expected));
}

/// Coordinates of two things are equal: a_k w_b = b_k w_a where one is rational.
box_system meeting(const std::vector<form>& a, const std::vector<form>& b, bool rational) {
  box_system s;
  for (std::size_t k = 0; k + 1 < a.size(); ++k)
    s.equations.push_back(equation(rational ? product(a[k], b.back()) - product(b[k], a.back()) : a[k] - b[k]));
  return s;
}

/// A number as a polynomial of degree 0.
form constant(double x, std::size_t variables) { return {std::vector<int>(variables, 0), {x}, 0}; }

/// <S - p, S_k> for each parameter.
box_system right_angles(const std::vector<form>& s, const std::vector<double>& point, std::size_t parameters) {
  if (point.size() + 1 != s.size())
    throw error("point: found " + std::to_string(point.size()) + " coordinates, expected " +
                std::to_string(s.size() - 1));
  std::vector<form> way;
  for (std::size_t k = 0; k < point.size(); ++k) way.push_back(s[k] - constant(point[k], parameters));
  box_system system;
  for (std::size_t axis = 0; axis < parameters; ++axis) {
    std::vector<form> tangent;
    for (std::size_t k = 0; k < point.size(); ++k) tangent.push_back(derivative(s[k], axis));
    system.equations.push_back(equation(dot(way, tangent)));
  }
  return system;
}

}  // namespace

box_system curve_curve_system(const bezier_curve& a, const bezier_curve& b) {
  const float_environment floats;
  expect_dimension(a.dimension, 2, "curve 1");
  expect_dimension(b.dimension, 2, "curve 2");
  box_system s = meeting(coordinates(a, 2, 0, "curve 1"), coordinates(b, 2, 1, "curve 2"),
                         !a.weights.empty() || !b.weights.empty());
  s.variables = {"s", "t"};
  s.curves = {a, b};
  return s;
}

box_system curve_surface_system(const bezier_curve& curve, const bezier_surface& surface) {
  const float_environment floats;
  expect_dimension(curve.dimension, 3, "curve");
  expect_dimension(surface.dimension, 3, "surface");
  box_system s =
      meeting(coordinates(curve, 3, 0), coordinates(surface, 3, 1), !curve.weights.empty() || !surface.weights.empty());
  s.variables = {"t", "u", "v"};
  return s;
}

box_system surface_surface_system(const bezier_surface& first, const bezier_surface& second) {
  const float_environment floats;
  expect_dimension(first.dimension, 3, "surface 1");
  expect_dimension(second.dimension, 3, "surface 2");
  box_system s =
      meeting(coordinates(first, 4, 0), coordinates(second, 4, 2), !first.weights.empty() || !second.weights.empty());
  s.variables = {"u", "v", "s", "t"};
  return s;
}

box_system ray_patch_system(const std::array<double, 3>& origin, const std::array<double, 3>& direction,
                            const bezier_surface& surface) {
  const float_environment floats;
  expect_dimension(surface.dimension, 3, "surface");
  const std::vector<form> p = coordinates(surface, 2, 0);
  std::vector<form> way;  // (S - origin) times the weight
  for (std::size_t k = 0; k < 3; ++k) way.push_back(p[k] - product(constant(origin[k], 2), p[3]));
  // Two rows of the cross product with the direction, those with its largest component.
  std::size_t m = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (std::fabs(direction[k]) > std::fabs(direction[m])) m = k;
  if (!(std::fabs(direction[m]) > 0) || !std::isfinite(direction[m]))
    throw error("direction: found zero, or what is not finite, expected a vector with a length");
  box_system s;
  s.variables = {"u", "v"};
  form along = product(way[m], constant(direction[m], 2));
  for (std::size_t k = 0; k < 3; ++k) {
    if (k == m) continue;
    s.equations.push_back(
        equation(product(way[k], constant(direction[m], 2)) - product(way[m], constant(direction[k], 2))));
  }
  s.positive.push_back(equation(along));
  return s;
}

box_system closest_point_system(const std::vector<double>& point, const bezier_curve& curve) {
  const float_environment floats;
  if (!curve.weights.empty()) throw error("curve: found weights, expected none");
  box_system s = right_angles(coordinates(curve, 1, 0), point, 1);
  s.variables = {"t"};
  return s;
}

box_system closest_point_system(const std::vector<double>& point, const bezier_surface& surface) {
  const float_environment floats;
  if (!surface.weights.empty()) throw error("surface: found weights, expected none");
  box_system s = right_angles(coordinates(surface, 2, 0), point, 2);
  s.variables = {"u", "v"};
  return s;
}

box_system bisector_system(const bezier_surface& first, const bezier_surface& second) {
  const float_environment floats;
  expect_dimension(first.dimension, 3, "first surface");
  expect_dimension(second.dimension, 3, "second surface");
  if (!first.weights.empty() || !second.weights.empty()) throw error("surface: found weights, expected none");
  const std::vector<form> a = coordinates(first, 4, 0), b = coordinates(second, 4, 2);
  std::vector<form> d, normal, along_u, along_v;
  for (std::size_t k = 0; k < 3; ++k) {
    d.push_back(a[k] - b[k]);
    along_u.push_back(derivative(a[k], 0));
    along_v.push_back(derivative(a[k], 1));
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t p = (k + 1) % 3, q = (k + 2) % 3;
    normal.push_back(product(along_u[p], along_v[q]) - product(along_u[q], along_v[p]));
  }
  const form dn = dot(d, normal), d_square = dot(d, d);
  box_system s;
  s.variables = {"u", "v", "s", "t"};
  for (const std::size_t axis : {3, 2}) {
    std::vector<form> tangent;
    for (std::size_t k = 0; k < 3; ++k) tangent.push_back(derivative(b[k], axis));
    const form twice = product(dn, product(constant(2, 4), dot(d, tangent)));
    s.equations.push_back(equation(twice - product(d_square, dot(normal, tangent))));
  }
  return s;
}

namespace {

const bezier_surface& example_curved() {
  static const bezier_surface surface = [] {
    bezier_surface s{2, 2, 3, {}};
    const double height[9] = {0.9, 1.1, 0.9, 1.2, 1.6, 1.1, 0.9, 1.3, 1.0};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) s.control.insert(s.control.end(), {i / 2.0, j / 2.0, height[i * 3 + j]});
    return s;
  }();
  return surface;
}
const bezier_surface& example_plane() {
  static const bezier_surface surface{1, 1, 3, {-0.6, -0.6, 0, -0.6, 1.6, 0, 1.6, -0.6, 0, 1.6, 1.6, 0}};
  return surface;
}

/// A point, or the derivative along u (1) or v (2), of a patch without weights.
std::array<double, 3> point_of(const bezier_surface& s, double at_u, double at_v, int along) {
  const auto weight = [](int degree, int j, double t, bool slope) {
    const auto value = [](int d, int i, double x) {
      return i < 0 || i > d ? 0 : binomial(d, i) * std::pow(x, i) * std::pow(1 - x, d - i);
    };
    return slope ? degree * (value(degree - 1, j - 1, t) - value(degree - 1, j, t)) : value(degree, j, t);
  };
  std::array<double, 3> p{};
  for (int i = 0; i <= s.degree_u; ++i)
    for (int j = 0; j <= s.degree_v; ++j)
      for (int k = 0; k < 3; ++k)
        p[k] += weight(s.degree_u, i, at_u, along == 1) * weight(s.degree_v, j, at_v, along == 2) *
                s.control[(i * (s.degree_v + 1) + j) * 3 + k];
  return p;
}

}  // namespace

box_system example_bisector() {
  const float_environment floats;
  return bisector_system(example_curved(), example_plane());
}

std::array<double, 3> example_bisector_centre(double u1, double v1, double s, double t) {
  const float_environment floats;
  const auto a = point_of(example_curved(), u1, v1, 0), b = point_of(example_plane(), s, t, 0),
             p = point_of(example_curved(), u1, v1, 1), q = point_of(example_curved(), u1, v1, 2);
  double d_square = 0, dn = 0;
  std::array<double, 3> normal{}, centre{};
  for (int k = 0; k < 3; ++k) {
    normal[k] = p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3];
    d_square += (a[k] - b[k]) * (a[k] - b[k]);
    dn += (a[k] - b[k]) * normal[k];
  }
  for (int k = 0; k < 3; ++k) centre[k] = a[k] - d_square / (2 * dn) * normal[k];
  return centre;
}

}  // namespace vieta
