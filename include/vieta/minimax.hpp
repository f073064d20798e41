#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"

namespace vieta {

/// Which error is made small.
enum class minimax_error : std::uint8_t {
  absolute,  ///< |f - g|
  relative,  ///< |f - g| / |f|
  weighted,  ///< |f - g| times `weight`
};
template <>
inline constexpr auto names_of<minimax_error> =
    std::to_array<enum_name<minimax_error>>({{minimax_error::absolute, "absolute"},
                                             {minimax_error::relative, "relative"},
                                             {minimax_error::weighted, "weighted"}});

/// The numbers that coefficients are rounded to; `dd` is a pair of doubles, hi + lo, of 106 bits.
enum class coefficient_format : std::uint8_t { float64, float32, float16, bfloat16, decimals, double_double };
template <>
inline constexpr auto names_of<coefficient_format> =
    std::to_array<enum_name<coefficient_format>>({{coefficient_format::float64, "f64"},
                                                  {coefficient_format::float32, "f32"},
                                                  {coefficient_format::float16, "f16"},
                                                  {coefficient_format::bfloat16, "bf16"},
                                                  {coefficient_format::decimals, "decimals"},
                                                  {coefficient_format::double_double, "dd"}});

/// A question: which polynomial p makes `form` the best stand-in for `function`? All texts are expressions in x, with
/// + - * / ^, parentheses, pi, e and the functions that `minimax_functions()` lists.
struct minimax_problem {
  std::string function;
  /// Where p stands, linearly: "p(x)", "sqrt(1-x)*p(x)", "x*p(x^2)", "pi/2 - sqrt(1-x)*p(x)".
  std::string form = "p(x)";
  int degree = 3;  ///< of p; 0 to 500
  /// Of q in p/q, 0 to 80; 0: no q. Where the form has no q, p(u)/q(u) takes the place of p(u). q(0) is 1, or a power
  /// of two where p or q would have coefficients beyond the format, or 0 where the pole is at 0 itself.
  int denominator_degree = 0;
  std::vector<std::string> denominator;  ///< q itself, ascending decimals, when it is known; empty: to be found
  std::vector<int> exponents;            ///< the powers that p has, ascending, each 0 to 1000; empty: 0 to degree
  /// Closed intervals, with ends such as "0" and "pi/4".
  std::vector<std::pair<std::string, std::string>> intervals = {{"-1", "1"}};
  minimax_error error = minimax_error::absolute;
  std::string weight;  ///< for minimax_error::weighted
  /// Linear equations, with one value, derivative or coefficient on the left and a constant on the right: "p(0)=pi/2",
  /// "p'(0)=0", "c1=pi/4-1". With a denominator p(A) is the value of p/q, and derivatives are refused: they are not
  /// linear.
  std::vector<std::string> constraints;
  /// Takes the place of `function` when set: then nothing can be proven.
  std::function<long double(long double)> callable;
  /// Pairs (x, f(x)) in the place of `function` and `intervals`: errors count at these x alone, and the proof covers
  /// just them. Each x once, in any order.
  std::vector<std::pair<double, double>> samples;
};

struct minimax_progress {
  std::string work;  ///< "exchange, 152 bits", "search", "proof"
  int count = 0;     ///< of its steps so far
  double seconds = 0;
};

struct minimax_options {
  coefficient_format format = coefficient_format::float64;
  int decimals = 9;  ///< digits behind the point, 0 to 17, for coefficient_format::decimals
  /// One for each coefficient, the lowest power first; the last holds for all that follow. Empty: `format` for all.
  /// Not with p/q, and without decimals.
  std::vector<coefficient_format> formats;
  bool search = true;                         ///< look for better coefficients in `format` than the rounded ones
  bool prove = true;                          ///< bound the error with ball arithmetic (needs Arb)
  double max_seconds = 0;                     ///< 0: no limit. When time is up the best p so far is returned.
  const std::atomic<bool>* cancel = nullptr;  ///< set it to true (from a signal handler, say) to end early
  std::function<void(const minimax_progress&)> progress;  ///< called often, from the calling thread
};

enum class minimax_status : std::uint8_t {
  optimal,  ///< the errors alternate as often as the best p's must, and rounding costs no more than the format has to
  stalled,  ///< the exchange ended early: `lower_bound` still holds, p may be better
  not_proven,   ///< optimal over many points, but no bound on the whole interval could be proven
  not_optimal,  ///< the error of `coefficients`, proven or over many points, is larger than `optimum` tells
};
template <>
inline constexpr auto names_of<minimax_status> =
    std::to_array<enum_name<minimax_status>>({{minimax_status::optimal, "optimal"},
                                              {minimax_status::stalled, "stalled"},
                                              {minimax_status::not_proven, "not_proven"},
                                              {minimax_status::not_optimal, "not_optimal"}});

struct minimax_report {
  std::string arithmetic;  ///< "long double" or "Arb, 152 bits"
  int rounds = 0;          ///< of the exchange
  int free = 0;            ///< coefficients less constraints
  int boxes = 0;           ///< pieces of the interval in the proof
  double seconds = 0;
  std::string stopped_by;  ///< empty, "time", "cancelled"
  std::string note;        ///< what could not be done, and why; empty when all was
};

struct minimax_point {
  double x = 0, error = 0;
};

struct minimax_result {
  /// As solved: short forms are written out, and p(x)/q(x) of an even or odd function on mirrored intervals is
  /// p(x^2)/q(x^2) or x*p(x^2)/q(x^2).
  minimax_problem problem;
  coefficient_format format = coefficient_format::float64;  ///< the coarsest one, where there are several
  std::vector<coefficient_format> formats;                  ///< one for each exponent; empty: `format` for all
  minimax_status status = minimax_status::stalled;
  std::vector<int> exponents;
  std::vector<double> coefficients;  ///< in `format`, one for each exponent
  std::vector<double> denominator;   ///< of q, ascending, in `format`; empty without q
  /// The coefficients of p as text: exact for `decimals` and `dd`, else enough digits to read back.
  std::vector<std::string> decimals;
  std::vector<double> best_coefficients;  ///< before rounding to `format` (in double)
  double optimum = 0;                     ///< the largest error of the best p, before rounding
  double lower_bound = 0;                 ///< no p has a largest error below this (de la Vallee-Poussin)
  double rounded_error = 0;               ///< largest when rounded one by one, and one moved to meet constraints
  double max_error = 0;                   ///< the largest error of `coefficients` in real arithmetic, over many points
  double worst_at = 0;
  double proven_bound = std::numeric_limits<double>::infinity();  ///< of the same error, on the whole interval
  std::vector<minimax_point> alternation;                         ///< of the best p
  minimax_report report;
};

/// The best p, rounded to the wanted format, with a proof of its error.
///
/// Exchange (Remez), first in long double, then with as many bits as the conditioning asks for; constraints are
/// eliminated exactly. With a denominator the exchange finds p and q together; then q is rounded, and the best p for
/// it is found as without one. Removable 0/0 at the ends of intervals and zero weights need no care. Throws
/// vieta::error for a wrong expression (naming the character), contradictory or too many constraints, a degenerate
/// interval, and where the error is not bounded: a pole or NaN of the function, or a zero of it when the error is
/// relative. Cost: for n coefficients O(n^3) operations a round, usually less than ten rounds; degree 20 takes some
/// tens of milliseconds. Method, proofs and sources: docs/method/minimax.md.
VIETA_API minimax_result minimax(const minimax_problem& problem, const minimax_options& options = {});

/// "f32", "decimals:7", "dd,f32" (`formats`): sets the format of coefficients. Throws vieta::error for anything else,
/// whose message begins with `what`.
VIETA_API void set_format(minimax_options& options, const std::string& text, const std::string& what = "format");
/// The same text of a result, without the digits of decimals: "f32", "dd,f32".
VIETA_API std::string format_text(const minimax_result& result);

/// "acos", "atan", ...: the usual form, interval and error of a function that has one. Throws vieta::error otherwise.
VIETA_API minimax_problem minimax_short_form(const std::string& function, int degree);

struct minimax_sample {
  double x = 0;
  double function = 0, approximation = 0;  ///< what was asked for, and the form with the coefficients of the result
  double error = 0;                        ///< their difference, divided by the function or weighted as asked for
};

/// The result as functions, in long double rounded to double, at places within the intervals. NaN where an expression
/// reads 0/0. Of samples the one nearest to x gives `function` and `error`.
VIETA_API std::vector<minimax_sample> evaluate(const minimax_result& result, std::span<const double> x);

/// Proves `result.proven_bound` again with other subdivisions and more bits. False when it does not hold.
VIETA_API bool verify(const minimax_result& result, std::string* complaint = nullptr);

/// The functions that expressions may use, separated by commas.
VIETA_API std::string minimax_functions();

VIETA_API std::ostream& operator<<(std::ostream& out, const minimax_result& result);

}  // namespace vieta
