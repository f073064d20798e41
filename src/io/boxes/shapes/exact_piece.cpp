#include "io/boxes/shapes/exact_piece.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "vieta/error.hpp"

namespace vieta::io {

using exact::integer;

namespace {

struct ratio {
  integer above = 0, below = 1;
};

ratio lowest(const integer& above, const integer& below) {
  const integer common = gcd(above, below);
  return {above / common, below / common};
}

/// (a p + b q) / c for integers p, q and c > 0.
ratio mean(const ratio& a, const integer& p, const ratio& b, const integer& q, const integer& c) {
  return lowest(a.above * b.below * p + b.above * a.below * q, a.below * b.below * c);
}

ratio ratio_of(const integer& m, int exponent) {
  if (m.is_zero()) return {};
  if (exponent >= 0) return {m << static_cast<std::size_t>(exponent), 1};
  return lowest(m, integer(1) << static_cast<std::size_t>(-exponent));
}

/// All of them as integers, divided by one power of two.
std::vector<integer> aligned(const std::vector<double>& numbers) {
  std::vector<exact_double> parts;
  int least = 0;
  bool first = true;
  for (const double x : numbers) {
    parts.push_back(parts_of(x));
    if (x != 0) least = first ? parts.back().exponent : std::min(least, parts.back().exponent), first = false;
  }
  std::vector<integer> all;
  for (const auto& [m, e] : parts) all.push_back(m.is_zero() ? integer() : m << static_cast<std::size_t>(e - least));
  return all;
}

void expect_near_sizes(const std::vector<double>& numbers, const std::string& name) {
  double least = HUGE_VAL, largest = 0;
  for (const double x : numbers)
    if (x != 0) least = std::min(least, std::fabs(x)), largest = std::max(largest, std::fabs(x));
  if (largest > 0 && std::ilogb(largest) - std::ilogb(least) > 600)
    throw error(name + ": found numbers whose sizes are too different, expected at most a factor of 1e180");
}

/// A grid of values of each coordinate, and of the weight.
struct value_grid {
  std::vector<std::array<double, 2>> box;
  std::vector<std::vector<ratio>> x;
};

/// Bernstein coefficients between two neighbouring knots along one axis: values of the polar form (Ramshaw 1989).
std::vector<ratio> between_knots(const std::vector<ratio>& in, std::size_t degree, const std::vector<integer>& knots,
                                 std::size_t span, std::size_t stride) {
  const std::size_t count = knots.size() - degree - 1, blocks = in.size() / (stride * count);
  std::vector<ratio> out(blocks * stride * (degree + 1)), c(degree + 1);
  for (std::size_t block = 0; block < blocks; ++block)
    for (std::size_t offset = 0; offset < stride; ++offset)
      for (std::size_t j = 0; j <= degree; ++j) {
        for (std::size_t i = 0; i <= degree; ++i) c[i] = in[(block * count + span - degree + i) * stride + offset];
        for (std::size_t level = 1; level <= degree; ++level) {
          const integer& at = level <= j ? knots[span + 1] : knots[span];
          for (std::size_t i = degree; i >= level; --i) {
            const integer &left = knots[span - degree + i], &right = knots[span + 1 + i - level];
            c[i] = mean(c[i - 1], right - at, c[i], at - left, right - left);
          }
        }
        out[(block * (degree + 1) + j) * stride + offset] = c[degree];
      }
  return out;
}

exact_piece with_common_unit(const value_grid& piece, const std::vector<int>& degrees) {
  integer denominator = 1;
  for (const std::vector<ratio>& row : piece.x)
    for (const ratio& a : row) denominator = lcm(denominator, a.below);
  exact_piece all;
  all.box = piece.box;
  all.unit.denominator = denominator;
  all.unit.numerator = 1;
  std::vector<integer> binomials{1};
  exact_form form;
  for (const int d : degrees) {
    form.degrees.push_back(static_cast<std::size_t>(d));
    std::vector<integer> wider;
    for (const integer& b : binomials) {
      integer own = b;
      for (int k = 0; k <= d; ++k) {
        wider.push_back(own);
        own = own * integer(d - k) / integer(k + 1);
      }
    }
    binomials = std::move(wider);
  }
  for (const std::vector<ratio>& row : piece.x) {
    form.c.clear();
    for (std::size_t k = 0; k < row.size(); ++k)
      form.c.push_back(row[k].above * (denominator / row[k].below) * binomials[k]);
    all.x.push_back(form);
  }
  return all;
}

}  // namespace

std::vector<exact_piece> exact_pieces(spline_shape shape, const std::string& where, std::size_t most) {
  const std::vector<std::array<double, 2>> domain = completed(shape, where);
  const std::string name = where + shape.name;
  for (std::size_t k = 0; k < shape.control.size(); ++k)
    if (!std::isfinite(shape.control[k]))
      throw error(name + ": control point " + std::to_string(k / shape.dimension + 1) +
                  ": found a number that is not finite, expected finite numbers");
  expect_near_sizes(shape.control, name);
  expect_near_sizes(shape.weights, name);
  value_grid whole;
  for (std::size_t c = 0; c <= shape.dimension; ++c) {
    std::vector<ratio> row;
    for (std::size_t k = 0; k < shape.points(); ++k) {
      const exact_double w = parts_of(shape.weights[k]),
                         x = parts_of(c == shape.dimension ? 1 : shape.control[shape.dimension * k + c]);
      row.push_back(ratio_of(w.m * x.m, w.exponent + x.exponent));
    }
    whole.x.push_back(std::move(row));
  }
  std::vector<value_grid> parts{std::move(whole)};
  std::size_t stride = 1;
  for (std::size_t k = 1; k < shape.knots.size(); ++k)
    stride *= shape.knots[k].size() - static_cast<std::size_t>(shape.degrees[k]) - 1;
  for (std::size_t axis = 0; axis < shape.degrees.size(); ++axis) {
    const std::vector<double>& own = shape.knots[axis];
    expect_near_sizes(own, name + ": knots");
    const std::vector<integer> knots = aligned(own);
    const auto degree = static_cast<std::size_t>(shape.degrees[axis]);
    for (std::size_t k = degree + 1; k + 2 * degree + 2 <= own.size(); ++k)
      if (own[k] == own[k + degree])
        throw error(name + ": found a knot more than " + std::to_string(degree) +
                    " times inside, where it would break, expected it less often");
    std::vector<std::size_t> spans;
    for (std::size_t k = degree; k + degree + 1 < own.size(); ++k)
      if (own[k] < own[k + 1]) spans.push_back(k);
    if (spans.size() > most / parts.size())
      throw error(name + ": found more than " + std::to_string(most) + " pieces, expected fewer knots");
    std::vector<value_grid> finer;
    for (const value_grid& part : parts)
      for (const std::size_t span : spans) {
        value_grid piece;
        piece.box = part.box;
        piece.box.push_back({own[span], own[span + 1]});
        for (const std::vector<ratio>& row : part.x) piece.x.push_back(between_knots(row, degree, knots, span, stride));
        finer.push_back(std::move(piece));
      }
    parts = std::move(finer);
    if (axis + 1 < shape.degrees.size())
      stride /= shape.knots[axis + 1].size() - static_cast<std::size_t>(shape.degrees[axis + 1]) - 1;
  }
  std::vector<exact_piece> pieces;
  for (const value_grid& part : parts) pieces.push_back(with_common_unit(part, shape.degrees));
  return pieces;
}

exact_piece part_of(const exact_piece& piece, double a, double b) {
  const std::vector<integer> at = aligned({piece.begin(), piece.end(), a, b});
  // t = ((a - begin) (1 - s) + (b - begin) s) / (end - begin), and 1 - t.
  const exact_form t{{1}, {at[2] - at[0], at[3] - at[0]}}, rest{{1}, {at[1] - at[2], at[1] - at[3]}};
  const std::size_t n = piece.x[0].degrees[0];
  std::vector<exact_form> powers_of_t{constant_form(1, 1)}, powers_of_rest{constant_form(1, 1)};
  for (std::size_t k = 0; k < n; ++k)
    powers_of_t.push_back(powers_of_t.back() * t), powers_of_rest.push_back(powers_of_rest.back() * rest);
  exact_piece part;
  part.box = {{a, b}};
  integer common;
  for (const exact_form& f : piece.x) {
    exact_form sum{{n}, std::vector<integer>(n + 1)};
    for (std::size_t i = 0; i <= n; ++i)
      if (!f.c[i].is_zero()) sum = sum + powers_of_t[i] * powers_of_rest[n - i] * f.c[i];
    for (const integer& value : sum.c) common = gcd(common, value);
    part.x.push_back(std::move(sum));
  }
  for (exact_form& f : part.x)
    for (integer& value : f.c) value /= common;  // of the weights, which are positive
  return part;
}

}  // namespace vieta::io
