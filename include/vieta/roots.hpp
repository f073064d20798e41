#pragma once

#include <array>
#include <atomic>
#include <complex>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vieta/checkpoint.hpp"
#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"
#include "vieta/polynomial.hpp"
#include "vieta/target.hpp"

namespace vieta {

/// How the roots are found; every disc is proven, whatever the method.
enum class roots_method {
  ehrlich_aberth,  ///< simultaneous iteration, cubic convergence (Ehrlich 1967, Aberth 1973)
  durand_kerner,   ///< simultaneous iteration, quadratic convergence (Weierstrass 1891, Durand 1960, Kerner 1966)
  near_linear,     ///< annuli, cells, fast Fourier transforms (Moroz 2021); what it leaves over goes to ehrlich_aberth
  automatic,       ///< near_linear for high degrees and exact coefficients, else ehrlich_aberth
};
template <>
inline constexpr auto names_of<roots_method> =
    std::to_array<enum_name<roots_method>>({{roots_method::automatic, "auto"},
                                            {roots_method::ehrlich_aberth, "ehrlich-aberth"},
                                            {roots_method::durand_kerner, "durand-kerner"},
                                            {roots_method::near_linear, "near-linear"}});

/// How the sweeps of `ehrlich_aberth` and `durand_kerner` evaluate the polynomial. Proofs do not depend on it.
enum class roots_evaluation {
  scaled,   ///< Horner's rule with the exponents of numbers kept apart: nothing overflows
  exp_log,  ///< every term as e^(log a_k + k log z) (Ghidouche et al. 2017): slower and less accurate, for comparison
};
template <>
inline constexpr auto names_of<roots_evaluation> = std::to_array<enum_name<roots_evaluation>>(
    {{roots_evaluation::scaled, "scaled"}, {roots_evaluation::exp_log, "exp-log"}});

struct roots_progress {
  std::int64_t settled = 0;  ///< roots approximated as well as asked for; the proof comes last, for all together
  std::int64_t total = 0;    ///< degree
  int precision_bits = 53;   ///< precision in use now
  double seconds = 0;
};

/// The part of the plane whose roots are wanted: where all shapes that are given meet. Each is closed: roots on a
/// border belong to it. Without a shape it is the whole plane.
///
/// A double means the number that it stores: 0.3 is 0.299999999999999989. For a number that is no double there is a
/// text beside it: a decimal ("0.3"), a fraction ("1/3"), or what encloses it ("[0.7853981634 +/- 1e-10]"). Where the
/// text is not empty the double beside it is not looked at; the region of a report has the nearest one there.
struct roots_region {
  struct disc {
    std::complex<double> centre;
    double radius = 0;
    std::string exact_re = {}, exact_im = {}, exact_radius = {};  ///< instead of the doubles
  };
  struct box {
    double re0 = 0, re1 = 0, im0 = 0, im1 = 0;  ///< re0 <= Re <= re1, im0 <= Im <= im1; infinities allowed
    std::string exact_re0 = {}, exact_re1 = {}, exact_im0 = {}, exact_im1 = {};  ///< instead of the doubles
  };
  std::optional<disc> in_disc;
  std::optional<box> in_box;
  bool real_only = false;  ///< the real axis

  [[nodiscard]] bool is_plane() const { return !in_disc && !in_box && !real_only; }
};

struct roots_options {
  /// Decimal digits asked for: every disc gets a radius of at most 10^-digits times the modulus of its root
  /// (unless the roots inside coincide or `uncertainty` forbids it).
  int digits = 15;
  roots_method method = roots_method::automatic;
  /// 0: coefficients are exact. Otherwise every coefficient a_k stands for all numbers within uncertainty*|a_k| of it
  /// (one complex disc each), and a disc is proven for every polynomial of that neighbourhood.
  double uncertainty = 0;
  /// Only the roots in there. The near-linear method looks nowhere else; others find all roots and choose.
  roots_region region = {};
  target on;
  double max_seconds = 0;                               ///< 0: no limit. When time is up the result so far is returned.
  const std::atomic<bool>* cancel = nullptr;            ///< set it to true (from a signal handler, say) to stop early
  std::function<void(const roots_progress&)> progress;  ///< called now and then from the calling thread
  roots_evaluation evaluation = roots_evaluation::scaled;
  /// What the near-linear method found and proved is kept in a file, and a later call goes on from there: of the plane,
  /// from exact coefficients. Refused where that method is not asked for or of no use.
  checkpoint_options checkpoint = {};
};

enum class root_status {
  isolated,   ///< the disc holds exactly one root, is disjoint from all other discs and as small as asked for
  cluster,    ///< the disc holds exactly `multiplicity` roots (counted with multiplicity) and is disjoint from all
              ///< others; whether they coincide is not said
  wide,       ///< proven and disjoint as above, but the radius is larger than asked for (time, precision or
              ///< `uncertainty`)
  unproven,   ///< an approximation without a proof: time or precision ended first; radius is infinite
  at_border,  ///< proven and disjoint as above, but the disc meets the border of the region asked for, and no precision
              ///< told on which side the root lies (it may lie on the border itself). Exact coefficients are decided
              ///< exactly, within limits of degree and size: docs/method/roots.md
  multiple,   ///< the disc holds exactly one root, of exactly this multiplicity (above 1), and is disjoint from all
              ///< others
  uncertain [[deprecated("it is called wide")]] = wide,
};
template <>
inline constexpr auto names_of<root_status> =
    std::to_array<enum_name<root_status>>({{root_status::isolated, "isolated"},
                                           {root_status::cluster, "cluster"},
                                           {root_status::wide, "wide"},
                                           {root_status::unproven, "unproven"},
                                           {root_status::at_border, "at_border"},
                                           {root_status::multiple, "multiple"}});

struct root {
  std::complex<double> value;  ///< may overflow to infinity or underflow to zero: then only `decimal` is right
  double radius = 0;           ///< the true root(s) lie within this distance of `value`; exact zero roots have radius 0
  std::int64_t multiplicity = 1;  ///< number of roots proven to lie in the disc, counted with multiplicity
  root_status status = root_status::unproven;
  bool real = false;  ///< proven real (then the imaginary part is exactly 0); with uncertain coefficients: for every
                      ///< real polynomial of the neighbourhood
  bool imaginary = false;  ///< proven purely imaginary and not 0 (then the real part is exactly 0); exact coefficients
};

/// The same root in decimal; filled when more than 15 digits were asked for or when double cannot hold the value.
struct decimal_root {
  std::string re, im, radius;  ///< the radius is valid about the point that re and im spell
};

enum class roots_status {
  complete,         ///< every root certified as asked for
  partial,          ///< time, precision or cancellation ended before every root was certified
  zero_polynomial,  ///< every number is a root
  bad_input,        ///< NaN or infinite coefficient
};
template <>
inline constexpr auto names_of<roots_status> =
    std::to_array<enum_name<roots_status>>({{roots_status::complete, "complete"},
                                            {roots_status::partial, "partial"},
                                            {roots_status::zero_polynomial, "zero_polynomial"},
                                            {roots_status::bad_input, "bad_input"}});

/// What was done: for people (`print`) and for bug reports.
struct roots_report {
  std::int64_t degree = 0;
  std::int64_t isolated = 0, clusters = 0, wide = 0, unproven = 0;  ///< numbers of discs
  std::string method;  ///< "ehrlich-aberth", "durand-kerner", "near-linear", "exact division"...
  std::string target;  ///< "cpu avx512, 2 threads"
  int sweeps = 0;      ///< sweeps of the simultaneous iteration in double precision
  double updates_per_root = 0;
  int precision_bits = 53;       ///< highest precision in which the polynomial was evaluated
  std::int64_t refinements = 0;  ///< rounds of high-precision residuals
  double uncertainty = 0;        ///< of the coefficients, as asked for
  double seconds = 0;
  std::string stopped_by;      ///< empty, "time", "cancelled", "precision", "border", "region"
  std::int64_t at_border = 0;  ///< number of discs
  std::int64_t multiple = 0;   ///< number of discs
  roots_region region = {};    ///< as asked for; without one, all roots are here
};

struct roots_result {
  std::vector<root> roots;            ///< sorted by modulus, then |argument|, the upper one of two conjugates first;
                                      ///< multiplicities add up to the degree, or to the number of roots in the
                                      ///< region asked for
  std::vector<decimal_root> decimal;  ///< empty, or one for each root
  roots_status status = roots_status::complete;
  roots_report report;
};

/// All complex roots of one polynomial, each with a disc that is proven to hold it.
///
/// Degree 0 gives no roots. Cost: O(n log n) double operations where `near_linear` finds and proves all roots, else
/// O(n^2) for the iteration and the certificate; precision rises only for roots that need it. Numerical trouble is a
/// status, never an exception; throws vieta::error for impossible options and for degrees above 50,000,000 (500,000,000
/// on CUDA). Method and proofs: docs/method/roots.md.
VIETA_API roots_result roots(const polynomial& p, const roots_options& options = {});
VIETA_API roots_result roots(std::span<const double> ascending, const roots_options& options = {});
VIETA_API roots_result roots(std::span<const std::complex<double>> ascending, const roots_options& options = {});

/// lower <= root <= upper: fractions in lowest terms such as "-7/5", or integers.
struct rational_interval {
  std::string lower, upper;
};

/// The real points of the disc of each root that is proven real, and at most a hundredth more: an isolating interval
/// with rational ends, which are equal where the root is known exactly. Empty texts for other roots, and for those
/// beyond 10^20000 or below 10^-20000. By `decimal` where there are decimals.
VIETA_API std::vector<rational_interval> rational_intervals(const roots_result& result);

/// A table of the roots (the first `rows` of them; 0: all) and the report, for people.
VIETA_API void print(std::ostream& out, const roots_result& result, std::size_t rows = 0);
VIETA_API std::ostream& operator<<(std::ostream& out, const roots_result& result);

/// Outcome of an independent check of a result's claims.
struct verification {
  bool holds = false;
  bool decided = true;       ///< false: it does not hold, but nothing is proven to be wrong: stopped, or no test tells
  std::int64_t checked = 0;  ///< discs whose claim was proven again
  std::vector<std::string> complaints;  ///< one line for each claim that could not be confirmed
};

/// Checks every claim of `result` against `p` by a slow path that shares no method with the solver: interval Newton and
/// Pellet's test in ball arithmetic (Arb), disjointness, and the sum of multiplicities. Throws vieta::error in a build
/// without Arb.
VIETA_API verification verify(const polynomial& p, const roots_result& result);

}  // namespace vieta
