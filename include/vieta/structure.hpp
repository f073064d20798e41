#pragma once

#include <array>
#include <atomic>
#include <complex>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"
#include "vieta/polynomial.hpp"

namespace vieta {

struct structure_options {
  double tolerance = 1e-10;                   ///< largest distance of the polynomial that is looked for
  double max_seconds = 0;                     ///< 0: no limit
  const std::atomic<bool>* cancel = nullptr;  ///< set it to true (from a signal handler, say) to stop early
};

enum class structure_status {
  found,      ///< the polynomial with these roots is proven to be no farther away than `distance`
  simple,     ///< no polynomial with multiple roots was found within the tolerance; that there is none is not proven
  stopped,    ///< by time or `cancel`
  bad_input,  ///< NaN, infinity, the zero polynomial or a constant
};
template <>
inline constexpr auto names_of<structure_status> =
    std::to_array<enum_name<structure_status>>({{structure_status::found, "found"},
                                                {structure_status::simple, "simple"},
                                                {structure_status::stopped, "stopped"},
                                                {structure_status::bad_input, "bad_input"}});

struct structured_root {
  std::complex<double> value;  ///< rounded
  std::string re, im;  ///< with 60 digits where it takes them: those that `structure_result::distance` speaks of
  std::int64_t multiplicity = 1;
  /// How far the root moves at most, to first order, when the polynomial moves by a distance of 1 and keeps its
  /// multiplicities. It is an estimate, as is `structure_result::condition`.
  double sensitivity = 0;
};

/// A polynomial near the given one with the fewest different roots that was found within the tolerance.
struct structure_result {
  structure_status status = structure_status::simple;
  std::vector<structured_root> roots;  ///< by real part, then by imaginary part; empty unless found
  std::int64_t degree = -1;
  /// Proven, where found: p(x) differs from a_n prod (x - (re + i im))^multiplicity, with the decimals as they stand,
  /// by no more than this in its coefficients: the root of the sum of the squares of their differences, each relative
  /// to max(|a_k|, |a_0|^(1-k/n) |a_n|^(k/n)). (A root 0 is split off before.)
  double distance = 0;
  double condition = 0;  ///< of all roots together, in units in which |a_0| = |a_n|
  double seconds = 0;
};

/// The structure of an inexact polynomial after Zeng (2005): which multiplicities it may have had before its
/// coefficients were rounded or measured, and the roots of the nearest such polynomial, by least squares. Degrees to
/// 300. Throws vieta::error for misuse and in a build without Arb.
VIETA_API structure_result nearest_structure(const polynomial& p, const structure_options& options = {});

/// A table for people.
VIETA_API void print(std::ostream& out, const structure_result& result);
VIETA_API std::ostream& operator<<(std::ostream& out, const structure_result& result);
/// One line of JSON.
VIETA_API std::string to_json(const structure_result& result);

}  // namespace vieta
