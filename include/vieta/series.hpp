#pragma once

#include <array>
#include <string>
#include <vector>

#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"
#include "vieta/polynomial.hpp"
#include "vieta/roots.hpp"

namespace vieta {

/// The polynomials b_0, b_1, ... of a series c_0 b_0(u) + c_1 b_1(u) + ...; each has its degree as its index.
enum class series_basis {
  chebyshev,  ///< T_k(u), of the first kind
  legendre,   ///< P_k(u)
  hermite,    ///< H_k(u), the physicists': H_1 = 2 u
  hermite_e,  ///< He_k(u), the probabilists': He_1 = u
  laguerre,   ///< L_k(u)
};
template <>
inline constexpr auto names_of<series_basis> =
    std::to_array<enum_name<series_basis>>({{series_basis::chebyshev, "chebyshev"},
                                            {series_basis::legendre, "legendre"},
                                            {series_basis::hermite, "hermite"},
                                            {series_basis::hermite_e, "hermite-e"},
                                            {series_basis::laguerre, "laguerre"}});

/// A series on an interval: u = (2 x - begin - end)/(end - begin).
struct series {
  series_basis basis = series_basis::chebyshev;
  polynomial coefficients;                       ///< c_k where a polynomial has the coefficient of x^k
  double begin = -1, end = 1;                    ///< the domain; u = x as it stands
  std::string exact_begin = {}, exact_end = {};  ///< instead of the doubles: "1/3", "0.1"
};

/// All roots x of a series, each with a disc that is proven to hold it, by values in its own basis: powers of x are far
/// worse conditioned. Options as for a polynomial, but method, uncertainty and CUDA. Degrees to 1,000,000 for
/// Chebyshev's series, by a polynomial on the unit circle (10,000 in a second of one core), to 20,000 for Legendre's,
/// to 2,000 for others. What the basis does not tell (multiple roots, say) is asked of the exact coefficients of
/// powers, to degree 5,000. docs/method/series.md.
VIETA_API roots_result roots(const series& s, const roots_options& options = {});

/// The same polynomial in powers of x, exactly. Throws vieta::error above degree 5,000 and where the numbers would
/// become too long.
VIETA_API polynomial in_powers(const series& s);

}  // namespace vieta
