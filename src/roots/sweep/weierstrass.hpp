#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "roots/coefficients.hpp"
#include "roots/ladder/residuals.hpp"
#include "roots/session.hpp"
#include "roots/sweep/nodes.hpp"

namespace vieta {

class ladder_device;

/// a_n, relative error at most 2^-52.
scaled_complex leading_coefficient(const coefficients& a);

/// prod_{j != i} (z_i - z_j) for the chosen nodes i, each with a relative error of at most product_error(n); on
/// `device` if it is not null.
std::vector<scaled_complex> difference_products(const node_set& nodes, const std::vector<std::uint32_t>& chosen,
                                                const session& context, ladder_device* device = nullptr);

/// Each of the n - 1 factors is off by at most 4 u, each complex product by sqrt(5) u (Brent, Percival, Zimmermann
/// 2007).
inline double product_error(std::size_t n) { return 8.0 * static_cast<double>(n) * 0x1p-53; }

/// The Weierstrass correction W_i = p(z_i) / (a_n prod_{j != i} (z_i - z_j)): what is known of it,
///   |W_i - value * 2^exponent| <= error * 2^exponent.
/// Everything rests on these numbers: p(x) = a_n prod (x - z_j) (1 + sum_j W_j / (x - z_j)).
struct weierstrass_correction {
  std::complex<double> value{0, 0};
  double error = 0;
  /// log2 of sum |a_k| |z_i|^k / |a_n prod (z_i - z_j)|: what one relative unit of error in p does to W
  double log2_sensitivity = -std::numeric_limits<double>::infinity();
  std::int64_t exponent = 0;

  /// Upper bound of |W_i| 2^-frame.
  [[nodiscard]] double bound(std::int64_t frame) const;
};

/// The corrections of the chosen nodes from their residuals and difference products; the others stay as they are.
void correct(const coefficients& a, const std::vector<residual>& residuals, const std::vector<scaled_complex>& products,
             double uncertainty, const std::vector<std::uint32_t>& chosen, int threads,
             std::vector<weierstrass_correction>& corrections);

}  // namespace vieta
