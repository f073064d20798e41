#include "boxes/geometry/power.hpp"

#include <algorithm>
#include <cmath>

#include "base/float_environment.hpp"
#include "vieta/boxes_io.hpp"
#include "vieta/core/exponent.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace boxes {

namespace {

/// The matrix from powers of x to Bernstein coefficients on [lo, hi], row j, column k: the polar form of x^k at hi (j
/// times) and lo (d - j times), sum_i C(j, i) C(d - j, k - i) hi^i lo^(k - i) / C(d, k) (Ramshaw 1989). `size` gets the
/// same with moduli.
void conversion_matrix(int d, double lo, double hi, std::vector<qd>& matrix, std::vector<double>& size) {
  const auto side = static_cast<std::size_t>(d) + 1;
  // Rows of Pascal's triangle, exact in a qd up to degree 64.
  std::vector<std::vector<qd>> binomial(side);
  for (std::size_t m = 0; m < side; ++m) {
    binomial[m].assign(m + 1, qd(1.0));
    for (std::size_t j = 1; j < m; ++j) binomial[m][j] = binomial[m - 1][j - 1] + binomial[m - 1][j];
  }
  std::vector<qd> power_lo(side, qd(1.0)), power_hi(side, qd(1.0));
  for (std::size_t m = 1; m < side; ++m) {
    power_lo[m] = power_lo[m - 1] * lo;
    power_hi[m] = power_hi[m - 1] * hi;
  }
  matrix.assign(side * side, qd(0.0));
  size.assign(side * side, 0.0);
  for (std::size_t j = 0; j < side; ++j)
    for (std::size_t k = 0; k < side; ++k) {
      qd sum(0.0);
      double moduli = 0;
      for (std::size_t i = k > side - 1 - j ? k - (side - 1 - j) : 0; i <= std::min(j, k); ++i) {
        const qd term = binomial[j][i] * binomial[side - 1 - j][k - i] * power_hi[i] * power_lo[k - i];
        sum = sum + term;
        moduli += std::fabs(term.x0);
      }
      matrix[j * side + k] = sum / binomial[side - 1][k];
      size[j * side + k] = moduli / binomial[side - 1][k].x0 * (1 + 0x1p-40);
    }
}

/// A polynomial in powers times 2^-exponent, on a box that a power of two along each axis brought to size 1. Powers of
/// small or large ends and their products with coefficients would leave the range of doubles as they are.
struct scaled_powers {
  std::vector<qd> coefficients;            ///< the largest in [1, 2)
  std::vector<std::array<double, 2>> box;  ///< ends of modulus below 1
  int exponent = 0;
};

/// (Where a number is not finite all stays as it is: the equation is refused later on.)
scaled_powers scaled(const std::vector<int>& degree_of, std::vector<qd> powers,
                     const std::vector<std::array<double, 2>>& box) {
  scaled_powers s{std::move(powers), box, 0};
  if (s.box.empty()) s.box.assign(degree_of.size(), {0, 1});
  const auto finite = [](const qd& c) { return std::isfinite(c.x0); };
  if (!std::all_of(s.coefficients.begin(), s.coefficients.end(), finite)) return s;
  for (const auto& [from, to] : s.box)
    if (!std::isfinite(from) || !std::isfinite(to)) return s;
  // x = 2^e y along an axis: the coefficient of x^k is to be multiplied by 2^(e k).
  std::vector<int> shift(s.coefficients.size(), 0);
  std::size_t stride = 1;
  for (std::size_t axis = degree_of.size(); axis-- > 0;) {
    auto& [from, to] = s.box[axis];
    const double most = std::max(std::fabs(from), std::fabs(to));
    const int e = most > 0 ? exponent_of(most) + 1 : 0, side = degree_of[axis] + 1;
    from = std::ldexp(from, -e);
    to = std::ldexp(to, -e);
    for (std::size_t j = 0; j < shift.size(); ++j) shift[j] += e * (static_cast<int>(j / stride) % side);
    stride *= static_cast<std::size_t>(side);
  }
  bool any = false;
  for (std::size_t j = 0; j < shift.size(); ++j) {
    if (s.coefficients[j].x0 == 0) continue;
    const int e = exponent_of(s.coefficients[j].x0) + shift[j];
    s.exponent = any ? std::max(s.exponent, e) : e;
    any = true;
  }
  for (std::size_t j = 0; j < shift.size(); ++j) {
    const int e = shift[j] - s.exponent;
    qd& c = s.coefficients[j];
    c = qd(std::ldexp(c.x0, e), std::ldexp(c.x1, e), std::ldexp(c.x2, e), std::ldexp(c.x3, e));
  }
  return s;
}

/// What falls below the range of doubles while a scaled polynomial is converted, at most. An operation on numbers
/// below 2^130 loses some 2^-1068 there, an entry of a matrix, which is at most 1, some hundred times that, and 2^20
/// terms of coefficients below 2 meet it along at most six axes: below 2^-1000.
constexpr double lost_below_range = 0x1p-1000;

}  // namespace

bernstein_polynomial bernstein_form(const std::vector<int>& degree_of, std::vector<qd> given, double relative,
                                    const std::vector<std::array<double, 2>>& given_box) {
  auto [powers, box, exponent] = scaled(degree_of, std::move(given), given_box);
  // The same transform of the moduli bounds the sum of the sizes of all that is added.
  std::vector<double> moduli(powers.size());
  for (std::size_t j = 0; j < powers.size(); ++j) moduli[j] = std::fabs(powers[j].x0) * (1 + 0x1p-40);
  std::size_t stride = 1;
  int operations = 0;
  for (std::size_t axis = degree_of.size(); axis-- > 0;) {
    const std::size_t side = static_cast<std::size_t>(degree_of[axis]) + 1;
    std::vector<qd> matrix;
    std::vector<double> size;
    conversion_matrix(degree_of[axis], box[axis][0], box[axis][1], matrix, size);
    std::vector<qd> line(side);
    std::vector<double> line_size(side);
    for (std::size_t at = 0; at < powers.size(); ++at) {
      if (at / stride % side != 0) continue;
      for (std::size_t k = 0; k < side; ++k) {
        line[k] = powers[at + k * stride];
        line_size[k] = moduli[at + k * stride];
      }
      for (std::size_t j = 0; j < side; ++j) {
        qd sum(0.0);
        double total = 0;
        for (std::size_t k = 0; k < side; ++k) {
          if (line_size[k] == 0 || size[j * side + k] == 0) continue;
          sum = sum + matrix[j * side + k] * line[k];
          total += size[j * side + k] * line_size[k];
        }
        powers[at + j * stride] = sum;
        moduli[at + j * stride] = total * (1 + 0x1p-40);
      }
    }
    stride *= side;
    // Roundings that one term meets: powers, products and sums of the matrix's entries, and of the line.
    operations += 4 * static_cast<int>(side) + 8;
  }
  bernstein_polynomial f;
  f.degrees = degree_of;
  f.coefficients.resize(powers.size());
  const double each = relative + operations * 0x1p-200;
  for (std::size_t j = 0; j < powers.size(); ++j) {
    f.coefficients[j] = std::ldexp(powers[j].x0, exponent);
    // Four doubles, each at most half a unit of the one before: what comes after the first is below 1.01 of the second.
    f.error = std::max(f.error, std::fabs(powers[j].x1) * 1.01 + each * moduli[j]);
  }
  // Back in the range of doubles a coefficient and the bound itself may lose half of 2^-1074 each.
  if (f.error > 0) f.error = std::ldexp((f.error + lost_below_range) * (1 + 0x1p-40), exponent) + 0x1p-1073;
  return f;
}

}  // namespace boxes

bernstein_polynomial to_bernstein(const std::vector<int>& degrees, std::span<const double> coefficients,
                                  const std::vector<std::array<double, 2>>& box) {
  const float_environment floats;
  std::size_t size = 1;
  for (const int d : degrees) {
    if (d < 0 || d > 64) throw error("to_bernstein: found degree " + std::to_string(d) + ", expected 0 to 64");
    size *= static_cast<std::size_t>(d) + 1;
    if (size > (std::size_t{1} << 20)) throw error("to_bernstein: found too many coefficients, expected at most 2^20");
  }
  if (coefficients.size() != size)
    throw error("to_bernstein: found " + std::to_string(coefficients.size()) + " coefficients, expected " +
                std::to_string(size));
  if (!box.empty() && box.size() != degrees.size())
    throw error("to_bernstein: found " + std::to_string(box.size()) + " intervals, expected " +
                std::to_string(degrees.size()));
  std::vector<qd> powers;
  for (const double c : coefficients) powers.emplace_back(c);
  return boxes::bernstein_form(degrees, std::move(powers), 0, box);
}

}  // namespace vieta
