#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "minimax/best_form.hpp"
#include "minimax/fit/coefficients.hpp"
#include "minimax/session.hpp"
#include "minimax/verdict.hpp"
#include "vieta/minimax.hpp"

namespace vieta::approximation {

template <class R>
std::vector<std::string> exact_texts(const number_format& format, const std::vector<R>& coefficients) {
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < coefficients.size(); ++k) texts.push_back(format[k].exact_text(coefficients[k]));
  return texts;
}

/// A result, and what else is known of it.
struct attempt {
  minimax_result result;
  std::vector<extended> coefficients;  ///< of the result; a decimal has more digits than a double
  std::vector<std::string> texts;      ///< the same, exact
  minimax_problem of_best;             ///< with q before it was rounded
  std::vector<std::string> best;       ///< coefficients before rounding, for a proof
  end_of_exchange end;
  double allowance = 0;
  bool provable = false, in_big = false;
  std::vector<double> larger_at;       ///< where the proof met errors above `max_error`
  std::vector<double> best_larger_at;  ///< where that of the best p met errors above `optimum`

  /// Points have missed a maximum that counts.
  [[nodiscard]] bool has_missed() const {
    constexpr double slack = 1e-6;
    if (!best_larger_at.empty() && end.best_bound > result.optimum * (1 + slack)) return true;
    return !larger_at.empty() && std::isfinite(result.proven_bound) &&
           result.proven_bound > result.max_error * (1 + slack) && result.max_error <= 2 * (result.optimum + allowance);
  }
};

/// Notes are parted by semicolons.
void append_note(std::string& note, const std::string& more);

/// One by one; `letter` names them in messages.
std::vector<extended> rounded_to(const number_format& formats, const std::vector<extended>& coefficients,
                                 const char* letter, const std::vector<int>& exponents);

/// Those that are beyond a short format, though the function is not, become its largest number: the others, or a
/// lower degree, make up for it as far as that goes, and the result says that the format does not hold the best ones.
std::vector<extended> held_by(const number_format& formats, const std::vector<extended>& coefficients, const problem& p,
                              const exchange_problem<extended>& e);

/// Formats of which coefficients lose many digits, or all of them.
constexpr bool is_short(coefficient_format kind) {
  return kind == coefficient_format::float16 || kind == coefficient_format::bfloat16 ||
         kind == coefficient_format::float32;
}

using quotient_solver = std::function<attempt(const minimax_problem&, const minimax_options&)>;

/// Rounding makes the error several times as large, and no search will help.
bool is_hopeless(const attempt& tried);

/// Of p without its highest power in the same format, with 0 in its place: a higher degree is never worse than a lower
/// one. Where there are many powers and the format is far from holding them, those go at once that it does not hold.
/// Empty where that cannot be as good as `enough`. `solved`: of p alone.
std::vector<extended> of_lower_degree(const minimax_problem& given, const problem& p, const minimax_options& options,
                                      double enough, bool is_far, const quotient_solver& solved, session& work);

/// A p/q of lower degrees becomes an answer for the degrees of `asked`, with zeros for what it has not, and with what
/// is known of the best p/q of these.
void pad(attempt& lower, const attempt& asked);

/// Of the quotients whose degrees are both lower by the same number the one that a short format holds best, where that
/// is better than `tried`: its coefficients, and zeros, are a choice for the degrees that were asked for.
attempt held_as_lower_type(attempt tried, const minimax_problem& given, const minimax_options& options,
                           const quotient_solver& solved, session& work);

/// Where the function is a polynomial of p's degree itself: any q that divides both would do as well, and the exchange
/// of p/q looks for one among them without end. `solved`: of p alone.
std::optional<attempt> of_polynomial(const minimax_problem& given, const minimax_options& options,
                                     const quotient_solver& solved);

/// Where relative errors of all p/q come near 1, which is that of p = 0: the best is hardly better, and is one whose
/// zeros of p and q lie within 1e-7 of the interval. `least_error`: no p/q is below it.
bool zero_is_no_worse(const problem& p, double least_error);
/// Then a constant that is next to 0. `solved`: of p alone.
std::optional<attempt> of_zero(const minimax_problem& given, const minimax_options& options, double least_error,
                               const quotient_solver& solved);

/// The error of the best p is bounded as well, where that of its rounded coefficients does not tell: the optimum is the
/// largest error as proven, not as seen at points.
void prove_best(attempt& tried, const minimax_options& options, session& work);

/// Throws vieta::error where the function is 0 and the error is relative, if the form has no reason to vanish there as
/// fast: its error has no bound but for single p. Before it `is_solved` it may be the function itself, which has none.
void refuse_zeros_of_function(const problem& p, bool is_solved);

/// Where the weight is 0 all over nothing can be said of p, and the form is not to blame: throws vieta::error.
void refuse_weight_of_zero(const problem& p, const exchange_problem<extended>& e);

/// Long double holds values that no result can: throws vieta::error.
void refuse_beyond_double(const exchange_problem<extended>& e, const solution& s);

/// Whether the best p is 0 but for rounding errors. Small coefficients are not enough where the function is small.
bool changes_nothing(const problem& p, const minimax_result& result);

/// Where p = 0 is the best as well, as for a sine of many waves, p is made of rounding errors and q is anything, with
/// zeros as well: they are 0 and 1 then.
void drop_nothing(best_form& best);

/// On several intervals q may change its sign between them; where it was not proven that no such p/q is better, that is
/// said. What is proven is that none has an error below the number that is returned.
double note_signs_of_q(const problem& p, best_form& best);

/// On several intervals the best p/q of a mirrored question may have a pole in the gap on one side alone, and another
/// one on the other side: what is even or odd is the best only where `whole`, the question as it is, has none that is
/// better.
attempt better_than_mirrored(const minimax_problem& given, attempt folded, const std::function<attempt()>& whole);

/// Whether the largest error is one that neither p nor q changes, as that of exp(x) at 1 and -1 where p/q is odd:
/// seen where the form is taken without q. If so it is known to be the least.
bool is_unchangeable(const minimax_problem& given, attempt& tried);

/// "p(1) = 0.5078125 (asked: 0.5)" for each constraint that rounded coefficients meet no better; and where one says
/// what a single coefficient is, if a short format has no such number.
std::vector<std::string> missed_constraints(const problem& p, const unknowns<extended>& free, const ties& tied,
                                            const std::vector<extended>& coefficients);

/// Where the proof met larger errors than points have, its bound is a little above them: it begins anew from there.
void tighten(attempt& tried, session& work);

}  // namespace vieta::approximation
