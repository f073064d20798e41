#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "vieta/polynomial.hpp"

// Polynomials with a name, made in exact arithmetic. Everything is the same on every machine.
namespace vieta::test {

polynomial wilkinson(int degree);        ///< (x - 1) (x - 2) ... (x - degree)
polynomial chebyshev(int degree);        ///< first kind
polynomial hermite(int degree);          ///< physicists'
polynomial laguerre(int degree);         ///< times degree!
polynomial mandelbrot(int level);        ///< degree 2^level - 1: m_1 = x + 1, m_{k+1} = x m_k^2 + 1
polynomial exponential_sum(int degree);  ///< sum x^k / k!
polynomial mignotte(int degree, int a);  ///< x^degree - 2 (a x - 1)^2
polynomial unity(int degree);            ///< x^degree - 1

/// The product of (x - root)^multiplicity; roots are integers, fractions "-7/3" or decimals.
polynomial from_roots(const std::vector<std::pair<std::string, int>>& roots);

/// Integer coefficients of at most `bits` bits and either sign.
polynomial random_integers(int degree, int bits, std::uint64_t seed);
/// The square of the same.
polynomial random_square(int degree, int bits, std::uint64_t seed);
/// `terms` terms with coefficients +-1, among them x^degree and 1.
polynomial random_signs(int degree, int terms, std::uint64_t seed);
/// Every coefficient 0 or 1, the first and the last 1.
polynomial random_bits(int degree, std::uint64_t seed);

/// m_8 / (x^3 + 2 x^2 + x + 1), degree 252.
polynomial mandelbrot255_without_its_cubic_factor();

/// Reproducible numbers: SplitMix64.
class random_numbers {
 public:
  explicit random_numbers(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits();
  double uniform();  ///< in [0, 1)
  double gaussian();
  /// 10^e with a random sign and a uniform exponent in [low, high].
  double of_any_size(double low, double high);

 private:
  std::uint64_t state_;
};

std::vector<std::complex<double>> gaussian_complex(int degree, std::uint64_t seed);
std::vector<double> gaussian_real(int degree, std::uint64_t seed);

}  // namespace vieta::test
