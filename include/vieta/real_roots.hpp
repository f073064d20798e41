#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "vieta/core/real_roots_status.hpp"
#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"
#include "vieta/target.hpp"

namespace vieta {

template <>
inline constexpr auto names_of<real_roots_status> =
    std::to_array<enum_name<real_roots_status>>({{real_roots_status::ok, "ok"},
                                                 {real_roots_status::touching, "touching"},
                                                 {real_roots_status::unresolved, "unresolved"},
                                                 {real_roots_status::zero_polynomial, "zero_polynomial"},
                                                 {real_roots_status::bad_input, "bad_input"},
                                                 {real_roots_status::clustered, "clustered"}});

/// How the roots are separated from each other. Both end in Newton's or Halley's iteration, kept in a bracket.
enum class real_roots_method : std::uint8_t {
  automatic,    ///< by degree, and where the device does both by the number of roots to be expected
  derivatives,  ///< the roots of each derivative separate those of the one before it (Yuksel 2022)
  bernstein,    ///< sign variations of Bernstein coefficients, by subdivision (Descartes; Lane and Riesenfeld 1981)
};
template <>
inline constexpr auto names_of<real_roots_method> =
    std::to_array<enum_name<real_roots_method>>({{real_roots_method::automatic, "auto"},
                                                 {real_roots_method::derivatives, "derivatives"},
                                                 {real_roots_method::bernstein, "bernstein"}});

/// A closed interval. Its ends may be infinite; then bounds on the roots take their place.
template <class T>
struct real_interval {
  T lo = -std::numeric_limits<T>::infinity();
  T hi = std::numeric_limits<T>::infinity();
};

/// How accurate: a root x is final when a sign change (or a touch) lies within max(absolute, relative * |x|) of it.
/// Zero, or anything finer than T resolves, means as accurate as T allows.
template <class T>
struct real_roots_options {
  T absolute_tolerance = 0;
  T relative_tolerance = 0;
  real_roots_method method = real_roots_method::automatic;
  target on;
  bool bounds = false;  ///< real_roots: fill `bounds` of the result (real_roots_into asks real_roots_output::bounds)
};

/// How the coefficients of many polynomials of one degree lie in memory.
enum class coefficient_order : std::uint8_t {
  rows,     ///< a_0 ... a_n of the first polynomial, then those of the second (array of structures)
  columns,  ///< a_0 of all polynomials, then a_1 of all (structure of arrays)
};

/// Polynomials of one degree (their leading coefficients may be zero), ascending. Nothing is copied or owned.
template <class T>
struct polynomial_batch {
  const T* coefficients = nullptr;
  std::size_t count = 0;
  int degree = 0;  ///< 0 to 64
  coefficient_order order = coefficient_order::rows;
  std::size_t stride = 0;  ///< numbers from one row (column) to the next; 0: degree + 1 (count)
};

/// Where the answers go. `roots` has `degree` places for each polynomial, in the order of the input with its own
/// stride (0: degree for rows, count for columns); places behind the last root are filled with NaN.
template <class T>
struct real_roots_output {
  T* roots = nullptr;
  std::uint8_t* counts = nullptr;         ///< number of roots listed, for each polynomial
  real_roots_status* statuses = nullptr;  ///< one for each polynomial
  std::uint64_t* touching = nullptr;      ///< may be null; bit k: root k is a touch
  std::size_t stride = 0;
  /// May be null; places and stride as those of `roots`. A disc of this radius around the root holds a root of the
  /// polynomial with these coefficients taken exactly, proven; beside a root that is no touch, a real one. Infinite
  /// where nothing could be proven, NaN behind the last root. Costs a few microseconds for each root.
  T* bounds = nullptr;
};

/// Numbers of polynomials by outcome, and what was done.
struct real_roots_report {
  std::size_t polynomials = 0;
  std::size_t roots = 0;
  std::size_t ok = 0, touching = 0, unresolved = 0, zero_polynomials = 0, bad_inputs = 0;
  int degree = 0;
  std::string method;  ///< "auto", "derivatives" or "bernstein"
  std::string target;  ///< "cpu avx512, 2 threads" or "cuda:0 NVIDIA H200"
  double seconds = 0;
  std::size_t clustered = 0;
};

/// All real roots in a closed interval, of each of many polynomials of degree 0 to 64.
///
/// Roots are sorted, without duplicates; one that lies at an end of the interval belongs to it. A touching root is
/// listed and marked, never dropped. A NaN in one polynomial costs and changes nothing elsewhere. Allocates nothing on
/// the CPU beyond a few hundred kilobytes of scratch per thread, once. With `on.place` cuda the arrays are host memory
/// and travel; for device memory see real_roots_cuda.hpp. Throws vieta::error for null pointers, a degree outside 0..64
/// and impossible options. Cost: O(degree^2) operations for each polynomial and O(degree) for each step of each root.
/// Method, bounds and sources: docs/method/real_roots.md.
VIETA_API real_roots_report real_roots_into(const polynomial_batch<float>& polynomials, real_interval<float> interval,
                                            const real_roots_output<float>& out,
                                            const real_roots_options<float>& options = {});
VIETA_API real_roots_report real_roots_into(const polynomial_batch<double>& polynomials, real_interval<double> interval,
                                            const real_roots_output<double>& out,
                                            const real_roots_options<double>& options = {});

/// The answers of one call, in arrays of their own.
template <class T>
struct real_roots_result {
  std::size_t count = 0;  ///< polynomials
  int degree = 0;
  std::vector<T> values;  ///< count rows of `degree` places
  std::vector<std::uint8_t> counts;
  std::vector<real_roots_status> statuses;
  std::vector<std::uint64_t> touching;
  real_roots_report report;
  std::vector<T> bounds;  ///< as `values`, where options.bounds asked for them; see real_roots_output

  std::span<const T> roots(std::size_t i) const {
    return {values.data() + i * static_cast<std::size_t>(degree), counts[i]};
  }
  T bound(std::size_t i, std::size_t k) const { return bounds[i * static_cast<std::size_t>(degree) + k]; }
  bool touches(std::size_t i, std::size_t k) const { return (touching[i] >> k & 1) != 0; }
};

/// The same with allocated answers (in rows).
VIETA_API real_roots_result<float> real_roots(const polynomial_batch<float>& polynomials, real_interval<float> interval,
                                              const real_roots_options<float>& options = {});
VIETA_API real_roots_result<double> real_roots(const polynomial_batch<double>& polynomials,
                                               real_interval<double> interval,
                                               const real_roots_options<double>& options = {});

/// One polynomial, ascending.
VIETA_API real_roots_result<float> real_roots(std::span<const float> ascending, real_interval<float> interval = {},
                                              const real_roots_options<float>& options = {});
VIETA_API real_roots_result<double> real_roots(std::span<const double> ascending, real_interval<double> interval = {},
                                               const real_roots_options<double>& options = {});

/// The report, for people.
VIETA_API std::ostream& operator<<(std::ostream& out, const real_roots_report& report);

}  // namespace vieta
