#include "solve/limit_residual.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "vieta/core/complex.hpp"
#include "vieta/core/qd.hpp"

namespace vieta::tracking {

namespace {

using number = complex<qd>;

double absolute_value(const number& z) { return std::hypot(z.re.x0, z.im.x0); }
number as_number(const std::complex<double>& z) { return {qd(z.real()), qd(z.imag())}; }
number number_at(const double* eight) {
  return {qd(eight[0], eight[1], eight[2], eight[3]), qd(eight[4], eight[5], eight[6], eight[7])};
}

/// Those of all terms at t = 0.
std::vector<number> coefficients_at(const tape_view& tape, const std::complex<double>* parameters) {
  std::vector<number> coefficients(tape.terms, number{qd(0.0), qd(0.0)});
  if (tape.parameters == 0) {
    for (std::size_t j = 0; j < tape.terms; ++j) coefficients[j] = number_at(tape.target + 8 * j);
    return coefficients;
  }
  std::vector<number> nodes(1, number{qd(1.0), qd(0.0)});
  for (std::size_t k = 0; k < tape.parameters; ++k) nodes.push_back(as_number(parameters[k]));
  for (std::size_t k = 0; k < tape.parameter_products; ++k)
    nodes.push_back(nodes[tape.parameter_left[k]] * nodes[tape.parameter_right[k]]);
  for (std::size_t j = 0; j < tape.terms; ++j)
    for (std::size_t p = tape.part_begin[j]; p < tape.part_begin[j + 1]; ++p)
      coefficients[j] += number_at(tape.part_factor + 8 * p) * nodes[tape.part_node[p]];
  return coefficients;
}

/// The values of all nodes, those of derivatives or not: numbers, or their moduli.
template <class T, class Product>
std::vector<T> nodes_of(const tape_view& tape, std::size_t products, std::vector<T> nodes, const Product& product) {
  for (std::size_t p = 0; p < products; ++p) nodes.push_back(product(nodes[tape.left[p]], nodes[tape.right[p]]));
  return nodes;
}

}  // namespace

// A zero z + d, with |d_v| <= accuracy |z|, has 0 = h(z) + J d + r. On the polydisc of radii share |z| about z |h| is
// at most M, the sum of the moduli of its terms at those of z + share |z|. Along d h is a power series in one variable,
// which M bounds on the unit disc when d is multiplied by share / accuracy: by Cauchy's estimates |r| <= M q^2 / (1 -
// q) with q = accuracy / share. Of several shares the best counts.
limit_residual residual_of_limit(const tape_view& tape, const std::vector<std::complex<double>>& z, double accuracy,
                                 const std::complex<double>* parameters) {
  const bool family = tape.parameters > 0;
  double size = 0;
  for (const std::complex<double>& x : z) size = std::max(size, std::abs(x));
  std::vector<number> atoms(1, number{qd(1.0), qd(0.0)});
  for (const std::complex<double>& x : z) atoms.push_back(as_number(x));
  const std::vector<number> coefficients = coefficients_at(tape, parameters);
  const std::vector<number> nodes =
      nodes_of(tape, tape.products, std::move(atoms), [](const number& a, const number& b) { return a * b; });
  // Derivatives are bounds of a change only, which is known to a few digits: doubles do.
  std::vector<std::complex<double>> in_double(1, 1.0), leading;
  in_double.insert(in_double.end(), z.begin(), z.end());
  in_double = nodes_of(tape, tape.products + tape.derivatives, std::move(in_double),
                       [](const std::complex<double>& a, const std::complex<double>& b) { return a * b; });
  std::vector<double> rest(tape.equations, HUGE_VAL), sizes;
  for (const number& c : coefficients) sizes.push_back(absolute_value(c)), leading.emplace_back(c.re.x0, c.im.x0);
  for (double share = 0.5; share > 2 * accuracy && share > 1e-4; share /= 4) {
    std::vector<double> moduli(1, 1.0);
    for (const std::complex<double>& x : z) moduli.push_back(std::abs(x) + share * size);
    moduli = nodes_of(tape, tape.products, std::move(moduli), [](double a, double b) { return a * b; });
    const double q = accuracy / share;
    constexpr double rounding = 0x1p-190;
    for (std::size_t e = 0; e < tape.equations; ++e) {
      double terms = 0;
      for (std::size_t j = tape.term_begin[e]; j < tape.term_begin[e + 1]; ++j)
        terms += sizes[j] * moduli[tape.term_node[j]];
      rest[e] = std::min(rest[e], terms * (q * q / (1 - q) + rounding));
    }
  }

  limit_residual result{0, true};
  for (std::size_t e = 0; e < tape.equations; ++e) {
    number value{qd(0.0), qd(0.0)};
    double largest = family ? 0 : 1;
    for (std::size_t j = tape.term_begin[e]; j < tape.term_begin[e + 1]; ++j) {
      value += coefficients[j] * nodes[tape.term_node[j]];
      if (family) largest = std::max(largest, sizes[j]);
    }
    if (largest > 0) result.largest = std::max(result.largest, absolute_value(value) / largest);
    double change = 0;
    for (std::size_t v = 0; v < tape.variables; ++v) {
      std::complex<double> derivative = 0;
      const std::size_t* const entry = tape.entry_begin + e * tape.variables + v;
      for (std::size_t i = entry[0]; i < entry[1]; ++i)
        derivative += leading[tape.entry_term[i]] * in_double[tape.entry_node[i]] * tape.entry_factor[i];
      change += std::abs(derivative) * accuracy * size;
    }
    if (absolute_value(value) > 1.1 * change + rest[e]) result.permits_zero = false;
  }
  return result;
}

}  // namespace vieta::tracking
