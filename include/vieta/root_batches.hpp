#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"
#include "vieta/real_roots.hpp"  // polynomial_batch, coefficient_order
#include "vieta/target.hpp"

namespace vieta {

/// What is known of one place of a batch's answer; the first four are those of `root_status`.
enum class batch_root_status : std::uint8_t {
  isolated,  ///< the disc holds exactly one root, is disjoint from all others and as small as asked for
  cluster,   ///< the disc holds as many roots as it has places (all with the same centre and radius), and no others
  wide,      ///< proven and disjoint, but larger than asked for
  unproven,  ///< an approximation without a proof; the radius is infinite
  none,      ///< no root: the polynomial has a lower degree. Centre and radius are NaN
  uncertain [[deprecated("it is called wide")]] = wide,
};
template <>
inline constexpr auto names_of<batch_root_status> =
    std::to_array<enum_name<batch_root_status>>({{batch_root_status::isolated, "isolated"},
                                                 {batch_root_status::cluster, "cluster"},
                                                 {batch_root_status::wide, "wide"},
                                                 {batch_root_status::unproven, "unproven"},
                                                 {batch_root_status::none, "none"}});

/// What is known of one polynomial's roots.
enum class root_batch_status : std::uint8_t {
  complete,         ///< every root is proven, and its disc as small as asked for
  partial,          ///< some are `wide` or `unproven`
  zero_polynomial,  ///< every number is a root; none is listed
  bad_input,        ///< NaN or an infinite coefficient; none is listed
};
template <>
inline constexpr auto names_of<root_batch_status> =
    std::to_array<enum_name<root_batch_status>>({{root_batch_status::complete, "complete"},
                                                 {root_batch_status::partial, "partial"},
                                                 {root_batch_status::zero_polynomial, "zero_polynomial"},
                                                 {root_batch_status::bad_input, "bad_input"}});

struct root_batch_options {
  int digits = 15;  ///< 1 to 15: a disc's radius is at most 10^-digits times the modulus of its root
  target on;
};

/// Where the answers go. `roots`, `radii` and `root_statuses` have `degree` places for each polynomial, in the order of
/// the input (rows or columns) with a stride of their own (0: degree for rows, count for columns).
struct root_batch_output {
  std::complex<double>* roots = nullptr;       ///< centres of discs: by modulus, then |argument|, the upper one first
  double* radii = nullptr;                     ///< the true root lies within this distance of the centre
  batch_root_status* root_statuses = nullptr;  ///< may be null
  std::uint8_t* counts = nullptr;              ///< degree of each polynomial without its leading zeros
  root_batch_status* statuses = nullptr;       ///< one for each polynomial
  std::size_t stride = 0;
};

/// Numbers of polynomials and roots by outcome, and what was done.
struct root_batch_report {
  std::size_t polynomials = 0;
  std::size_t complete = 0, partial = 0, zero_polynomials = 0, bad_inputs = 0;
  std::size_t roots = 0;
  std::size_t one_by_one = 0;  ///< polynomials that the SIMD or CUDA kernel handed on to `roots`
  int degree = 0;
  int digits = 15;
  std::string target;  ///< "cpu avx512, 2 threads" or "cuda:0 NVIDIA H200"
  double seconds = 0;
};

/// All complex roots of each of many polynomials of degree 0 to 64, each in a disc that is proven to hold it.
///
/// Leading zeros lower the degree, zero roots are exact; real polynomials have exactly real roots and exact pairs of
/// conjugates (with fewer than 15 digits: where discs are small beside distances). What one polynomial holds has no
/// effect on the others. Most are solved and proven in SIMD lanes, without memory from the heap; those with multiple or
/// ill-conditioned roots or extreme exponents go through `roots`, one by one. With `on.place` cuda the arrays are host
/// memory and travel (device memory: root_batches_cuda.hpp). Throws vieta::error for null pointers, a degree outside
/// 0..64 and impossible options. Cost: O(degree^2) for each polynomial. Method, proof: docs/method/root_batches.md.
VIETA_API root_batch_report roots_into(const polynomial_batch<double>& polynomials, const root_batch_output& out,
                                       const root_batch_options& options = {});
VIETA_API root_batch_report roots_into(const polynomial_batch<std::complex<double>>& polynomials,
                                       const root_batch_output& out, const root_batch_options& options = {});

/// The answers of one call, in arrays of their own, in rows.
struct root_batch_result {
  std::size_t count = 0;  ///< polynomials
  int degree = 0;
  std::vector<std::complex<double>> values;  ///< count rows of `degree` places
  std::vector<double> radii;
  std::vector<batch_root_status> root_statuses;
  std::vector<std::uint8_t> counts;
  std::vector<root_batch_status> statuses;
  root_batch_report report;

  std::span<const std::complex<double>> roots(std::size_t i) const {
    return {values.data() + i * static_cast<std::size_t>(degree), counts[i]};
  }
};

/// The same with allocated answers.
VIETA_API root_batch_result roots(const polynomial_batch<double>& polynomials, const root_batch_options& options = {});
VIETA_API root_batch_result roots(const polynomial_batch<std::complex<double>>& polynomials,
                                  const root_batch_options& options = {});

/// The report, for people.
VIETA_API std::ostream& operator<<(std::ostream& out, const root_batch_report& report);

}  // namespace vieta
