#include "minimax/attempt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/number.hpp"
#include "minimax/best_form.hpp"
#include "minimax/big.hpp"
#include "minimax/fit/exchange.hpp"
#include "minimax/fit/parts.hpp"
#include "minimax/fit/sampling.hpp"
#include "minimax/function/order_beside.hpp"
#include "minimax/proof/identity.hpp"
#include "minimax/proof/prove.hpp"
#include "minimax/samples/excluded_signs.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {
namespace {

/// Of polynomials in x.
bool is_quotient(const tree& t) {
  switch (t->kind) {
    case operation::constant:
    case operation::pi:
    case operation::variable:
      return true;
    case operation::add:
    case operation::subtract:
    case operation::multiply:
    case operation::divide:
      return is_quotient(t->a) && is_quotient(t->b);
    case operation::negate:
      return is_quotient(t->a);
    case operation::power:
      return is_quotient(t->a) && t->b->kind == operation::constant && t->b->decimal.find('.') == std::string::npos;
    default:
      return false;
  }
}

/// The form may be the function itself, which has these zeros; false where degrees tell that no p or p/q is.
bool may_be_function([[maybe_unused]] const problem& p) {
#ifdef VIETA_HAVE_ARB
  if (p.argument->kind != operation::variable || p.exponents.empty()) return true;
  const auto degrees = degrees_by_algebra(make(operation::divide, p.f, p.factor));
  const bool finds_q = p.denominator.empty() && p.denominator_degree > 0;
  return !degrees || (degrees->first <= p.exponents.back() && degrees->second <= (finds_q ? p.denominator_degree : 0));
#else
  return true;
#endif
}

}  // namespace

void append_note(std::string& note, const std::string& more) {
  if (!more.empty()) note += (note.empty() ? "" : "; ") + more;
}

/// One by one; `letter` names them in messages.
std::vector<extended> rounded_to(const number_format& formats, const std::vector<extended>& coefficients,
                                 const char* letter, const std::vector<int>& exponents) {
  std::vector<extended> rounded;
  for (const extended c : coefficients) {
    const number_format format = formats[rounded.size()];
    rounded.push_back(format.nearest(c));
    if (std::isfinite(rounded.back())) continue;
    if (!std::isfinite(c))
      throw error(
          "coefficients: found none that are finite, expected a function whose values and slopes are in the range of "
          "long double");
    const std::size_t k = rounded.size() - 1;
    throw error("coefficients: found " +
                (letter + std::to_string(exponents.empty() ? static_cast<int>(k) : exponents[k])) + " = " +
                report::shortest(static_cast<double>(c)) + ", beyond " + name(format.kind()) + " (" +
                report::shortest(format.largest()) + "), expected another format, or a function of smaller values");
  }
  return rounded;
}

std::vector<extended> held_by(const number_format& formats, const std::vector<extended>& coefficients, const problem& p,
                              const exchange_problem<extended>& e) {
  std::vector<extended> held = coefficients;
  if (!p.constraints.empty()) return held;
  extended size = 0;
  for (const sample<extended>& s : exchange<extended>(e).samples()) size = std::max(size, std::fabs(s.target));
  for (std::size_t k = 0; k < held.size(); ++k) {
    const number_format format = formats[k];
    if (is_short(format.kind()) && size <= format.largest() && std::isfinite(held[k])) held[k] = format.within(held[k]);
  }
  return held;
}

bool is_hopeless(const attempt& tried) {
  constexpr double several = 4;
  return !(tried.result.rounded_error <= several * (tried.result.optimum + tried.allowance));
}

std::vector<extended> of_lower_degree(const minimax_problem& given, const problem& p, const minimax_options& options,
                                      double enough, bool is_far, const quotient_solver& solved, session& work) {
  constexpr std::size_t most_with_q = 12, one_by_one = 41, more = 8;  // where seconds are spent
  const std::size_t powers = p.exponents.size();
  if (powers < 2 || (!p.denominator.empty() && powers > most_with_q)) return {};
  minimax_options plain = options;
  plain.prove = false;
  const auto with_powers = [&](std::size_t count, const minimax_options& as) {
    minimax_problem lower = given;
    lower.exponents.assign(p.exponents.begin(), p.exponents.begin() + static_cast<std::ptrdiff_t>(count));
    return solved(lower, as);
  };
  const auto is_lost = [&](std::size_t count, const minimax_options& as) {
    try {
      return is_hopeless(with_powers(count, as));
    } catch (const error&) {
      return true;  // beyond the format
    }
  };
  try {
    std::size_t count = powers - 1;
    if (is_far && powers > one_by_one) {
      minimax_options rounded = plain;
      rounded.search = false;
      std::size_t held = one_by_one, lost = count;
      while (held + 1 < lost && work.stopped_by().empty()) {
        const std::size_t middle = (held + lost) / 2;
        (is_lost(middle, rounded) ? lost : held) = middle;
      }
      count = std::min(count, held + more);  // some of them are held by chance
    }
    if (!work.stopped_by().empty()) return {};
    const attempt found = with_powers(count, plain);
    if (!(found.result.max_error < enough)) return {};
    std::vector<extended> padded = found.coefficients;
    padded.resize(powers, 0);
    return padded;
  } catch (const error&) {
    return {};  // a constraint names the power, say
  }
}

void pad(attempt& lower, const attempt& asked) {
  minimax_result& r = lower.result;
  const minimax_result& best = asked.result;
  const std::size_t of_p = best.best_coefficients.size();
  for (std::size_t k = r.coefficients.size(); k < of_p; ++k) {
    r.exponents.push_back(static_cast<int>(k));
    r.coefficients.push_back(0);
    r.decimals.emplace_back("0");
    lower.coefficients.push_back(0);
    lower.texts.emplace_back("0");
  }
  for (std::size_t k = r.denominator.size(); k < best.problem.denominator.size(); ++k) {
    r.denominator.push_back(0);
    r.problem.denominator.emplace_back("0");
  }
  r.problem.denominator_degree = best.problem.denominator_degree;
  r.problem.exponents = r.exponents;
  r.problem.degree = best.problem.degree;
  r.best_coefficients = best.best_coefficients;
  r.optimum = best.optimum;
  r.lower_bound = best.lower_bound;
  r.alternation = best.alternation;
  r.report.free = best.report.free;
  r.report.rounds = best.report.rounds;
  lower.end = asked.end;
  lower.of_best = asked.of_best;
  lower.best = asked.best;
  lower.allowance = std::max(lower.allowance, asked.allowance);
}

attempt held_as_lower_type(attempt tried, const minimax_problem& given, const minimax_options& options,
                           const quotient_solver& solved, session& work) {
  constexpr double rounding_counts = 1.01;
  constexpr int patience = 3;  // the more coefficients, the more of them are rounded
  if (!is_short(options.format) || !given.constraints.empty() || !given.exponents.empty() || !given.samples.empty() ||
      !(tried.result.max_error > rounding_counts * tried.result.optimum) ||
      (!options.search && std::isfinite(tried.result.max_error)))
    return tried;
  const int m = given.degree, n = given.denominator_degree;
  minimax_options plain = options;
  plain.prove = false;
  minimax_problem lower = given, least = given;
  double error = std::numeric_limits<double>::infinity();
  int in_vain = 0;
  for (int of_q = std::max(1, n - m); of_q < n && in_vain < patience && work.stopped_by().empty(); ++of_q) {
    lower.degree = m - n + of_q, lower.denominator_degree = of_q;
    try {
      const double found = solved(lower, plain).result.max_error;
      ++in_vain;
      if (found < error) error = found, least = lower, in_vain = 0;
    } catch (const vieta::error&) {
      continue;  // there is none of these degrees
    }
  }
  if (!(error < tried.result.max_error)) {
    if (std::isfinite(tried.result.max_error)) return tried;
    throw vieta::error("format: found " + std::string(name(options.format)) +
                       ", which holds no p/q of these degrees or lower ones, expected another format");
  }
  attempt better = solved(least, options);
  std::string& note = better.result.report.note;
  note += (note.empty() ? "" : "; ") +
          (std::string(name(options.format)) + " holds p/q of degrees " + std::to_string(least.degree) + " and " +
           std::to_string(least.denominator_degree) + " best");
  pad(better, tried);
  return better;
}

std::optional<attempt> of_polynomial(const minimax_problem& given, const minimax_options& options,
                                     const quotient_solver& solved) {
  constexpr int most = 30;
  if (!given.constraints.empty() || !given.samples.empty() || given.callable || given.degree > most)
    return std::nullopt;
  minimax_problem plain = given;
  plain.denominator_degree = 0;
  plain.form = to_text(without_denominator(read(given).form));
  minimax_problem seen = plain;  // relative errors of rounding are large next to zeros
  if (seen.error == minimax_error::relative) seen.error = minimax_error::absolute;
  if (!is_polynomial(read(seen))) return std::nullopt;
  attempt tried = solved(plain, options);
  if (!tried.end.converged || tried.result.optimum != 0) return std::nullopt;
  append_note(tried.result.report.note, "the function is a polynomial itself: the best q is 1");
  return tried;
}

bool zero_is_no_worse(const problem& p, double least_error) {
  constexpr double much = 2e-7;  // of what is left below 1
  return p.relative && !p.without_p && least_error > 1 - much;
}

std::optional<attempt> of_zero(const minimax_problem& given, const minimax_options& options, double least_error,
                               const quotient_solver& solved) {
  const problem p = read(given);
  if (!zero_is_no_worse(p, least_error)) return std::nullopt;
  minimax_problem plain = given;
  plain.denominator_degree = plain.degree = 0;
  plain.form = to_text(without_denominator(p.form));
  attempt tried = solved(plain, options);
  if (!tried.end.converged || !(tried.result.optimum <= 1)) return std::nullopt;
  tried.result.lower_bound = least_error;
  tried.end.alternates = false;  // those of a constant tell nothing here
  append_note(tried.result.report.note, "no p/q of degrees " + std::to_string(given.degree) + " and " +
                                            std::to_string(given.denominator_degree) + " has an error below " +
                                            report::shortest(least_error) + ", and p = 0 has 1");
  return tried;
}

void prove_best(attempt& tried, const minimax_options& options, session& work) {
  const minimax_result& r = tried.result;
  if (!options.prove || !tried.provable || r.optimum == 0) return;
  if (verdict(r, tried.end, tried.allowance, true) != minimax_status::optimal) return;
  constexpr double near = 1e-6, nearly = 1e-5;
  constexpr std::size_t high = 32;  // a quotient of such a degree takes 10^5 boxes for each proof
  if (r.proven_bound <= r.lower_bound * (1 + (r.denominator.size() > high ? nearly : near))) return;
  work.begin("proof of the best");
  const proof best = prove(read(tried.of_best), tried.best, r.optimum, 5e-7, 0, [&] { return work.must_stop(); });
  tried.end.best_bound = best.bound;
  tried.end.no_bound = best.note;
  tried.best_larger_at = best.larger_at;
  tried.result.report.boxes += best.boxes;
}

void refuse_zeros_of_function(const problem& p, bool is_solved) {
  if (!p.relative || p.callable || !p.samples.empty() || !p.constraints.empty()) return;
  if (!is_solved && !p.without_p && is_quotient(p.f) && may_be_function(p)) return;
  const auto refuse = [](long double x, const char* found, const char* expected) {
    throw error("relative error: found no bound at x = " + report::rounded(static_cast<double>(x), 6) +
                ", where the function is 0" + found + ", expected " + expected + ", or an absolute error");
  };
  const auto refuse_at = [&](long double x, bool form_vanishes) {
    if (form_vanishes) refuse(x, "", "a form that vanishes there as fast");
    refuse(x, " and the form is not", "a form or a constraint that vanishes there too");
  };
  if (const std::optional<unbounded_place> found = unbounded_relative_error(p))
    refuse_at(found->x, found->form_vanishes);
  constexpr extended nothing = 1e-18L;
  for (const extended x : suspicious_points(p)) {
    if (!is_zero_of_function(p, x)) continue;
    const bool is_free = p.exponents.front() == 0 || std::fabs(evaluate(p.argument, x)) > nothing,
               is_shifted = p.without_p && std::fabs(evaluate(p.without_p, x)) > nothing;
    if (is_shifted || (is_free && std::fabs(evaluate(p.factor, x)) > nothing)) refuse_at(x, false);
  }
}

void refuse_weight_of_zero(const problem& p, const exchange_problem<extended>& e) {
  if (!p.weight || p.relative) return;
  const std::vector<extended> places = exchange<extended>(e).places();
  if (std::all_of(places.begin(), places.end(), [&](extended x) { return evaluate(p.weight, x) == 0; }))
    throw error("--weight: found '" + to_text(p.weight) +
                "', which is 0 wherever errors count, expected one that is not");
}

void refuse_beyond_double(const exchange_problem<extended>& e, const solution& s) {
  constexpr extended most = std::numeric_limits<double>::max() / 4;
  extended largest = std::fabs(s.largest);
  for (const sample<extended>& at : exchange<extended>(e).samples()) largest = std::max(largest, std::fabs(at.target));
  for (const extended c : s.coefficients) largest = std::max(largest, std::fabs(c));
  if (!(largest < most))
    throw error("function: found values, errors or coefficients beyond double (1.8e308), expected smaller ones");
}

bool changes_nothing(const problem& p, const minimax_result& result) {
  constexpr extended nothing = 1e-9L;  // of the error, to which exchanges end
  for (const sample<extended>& s : exchange<extended>(sampled_in_long_double(p)).samples())
    for (std::size_t k = 0; k < result.best_coefficients.size(); ++k)
      if (!(std::fabs(result.best_coefficients[k] * s.factor * power(s.argument, p.exponents[k])) <=
            nothing * result.optimum))
        return false;
  return true;
}

void drop_nothing(best_form& best) {
  constexpr extended levelled = 1e-9L;
  solution& s = best.found;
  if (!s.converged || s.denominator.empty() || !(s.largest > 0) || s.of_noise) return;
  // p = 0 is the best p/q where its errors alternate m + 2 times.
  std::size_t alternating = 0;
  extended before = 0;
  for (const minimax_point& at : s.alternation) {
    const extended error = best.sampled.at(at.x).target;
    if (std::fabs(error) < s.largest * (1 - levelled) || error * before > 0) continue;
    ++alternating, before = error;
  }
  if (alternating <= s.coefficients.size() ||
      !(exchange<extended>(best.sampled).measure(std::vector<extended>(s.coefficients.size(), 0)).largest <=
        s.largest * (1 + levelled)))
    return;
  std::fill(s.coefficients.begin(), s.coefficients.end(), 0);
  std::fill(s.denominator.begin(), s.denominator.end(), 0);
  s.denominator[0] = 1;
  std::fill(s.all_digits.begin(), s.all_digits.end(), "0");
  std::fill(s.all_digits_of_q.begin(), s.all_digits_of_q.end(), "0");
  if (!s.all_digits_of_q.empty()) s.all_digits_of_q[0] = "1";
}

double note_signs_of_q(const problem& p, best_form& best) {
  double least = std::numeric_limits<double>::infinity();
  solution& s = best.found;
  if (!s.converged || !has_gaps(p)) return least;
  for (std::size_t i = 0; i < s.excluded.size() && s.of_all_signs; ++i) {
    s.of_all_signs = is_proven(p, s.excluded[i]);
    least = std::min(least, std::nextafter(static_cast<double>(s.excluded[i].error), 0.0));
  }
  if (!s.of_all_signs)
    append_note(best.note, "that no p/q is better whose q changes its sign between other intervals was not shown");
  return least;
}

attempt better_than_mirrored(const minimax_problem& given, attempt folded, const std::function<attempt()>& whole) {
  constexpr double levelled = 1e-9;
  if (!has_gaps(read(given)) || folded.result.optimum == 0) return folded;
  attempt other = whole();
  if (other.end.converged && other.result.optimum <= folded.result.optimum * (1 + levelled)) return other;
  folded.end.converged = false;
  folded.result.lower_bound = 0;
  append_note(folded.result.report.note,
              "that no p/q is better whose q changes its sign between intervals on one side alone was not shown");
  return folded;
}

bool is_unchangeable(const minimax_problem& given, attempt& tried) {
  constexpr double levelled = 1e-9;
  if (!given.constraints.empty() || !given.exponents.empty() || !given.samples.empty()) return false;
  minimax_problem of_line = given;  // 1 and the argument: whose powers show its parity
  of_line.form = to_text(without_denominator(read(given).form));
  of_line.denominator_degree = 0;
  of_line.degree = 1;
  const known_error known = unchangeable(sampled_in_long_double(read(of_line)));
  minimax_result& r = tried.result;
  // Where q was rounded the best p was found anew for it, and may be better than what the exchange of p/q came to.
  const double least = std::min(r.optimum, r.max_error);
  if (!(least <= static_cast<double>(known.size) * (1 + levelled))) return false;
  r.optimum = least;
  r.lower_bound = std::min(static_cast<double>(known.size), least);
  r.alternation = known.at;
  tried.end.converged = true;
  tried.end.alternates = false;
  return true;
}

std::vector<std::string> missed_constraints(const problem& p, const unknowns<extended>& free, const ties& tied,
                                            const std::vector<extended>& coefficients) {
  std::vector<std::string> all;
  constexpr extended shown_by_floats = 0x1p-20L;
  for (std::size_t row = 0; row < p.constraints.size(); ++row) {
    const constraint& c = p.constraints[row];
    const bool of_several = std::find(tied.rows().begin(), tied.rows().end(), row) != tied.rows().end();
    const extended least = shown_by_floats * std::fabs(free.rows[row].back());
    if (of_several ? tied.misfit(row, coefficients) == 0 : std::fabs(tied.residual(row, coefficients)) <= least)
      continue;
    extended q = 1;  // p(A) = B q(A) stands for p(A)/q(A) = B
    if (!p.denominator.empty() && c.at) {
      q = 0;
      const extended at = value_of(c.at, extended());
      for (std::size_t k = p.denominator.size(); k-- > 0;) q = q * at + p.denominator[k];
    }
    const extended asked = free.rows[row].back() / q;
    const auto shown = [](extended value) { return report::rounded(static_cast<double>(value), 15); };
    const std::string found = shown(asked + tied.residual(row, coefficients) / q);
    if (found == shown(asked)) continue;
    const std::size_t equals = c.text.find('=');
    all.push_back(c.text.substr(0, equals) + " = " + found + " (asked: " + c.text.substr(equals + 1) + ")");
  }
  return all;
}

void tighten(attempt& tried, session& work) {
  minimax_result& r = tried.result;
  const problem p = read(r.problem);
  if (!p.samples.empty() || !std::isfinite(r.proven_bound)) return;
  const std::vector<extended> also(tried.larger_at.begin(), tried.larger_at.end());
  const std::vector<std::string>& texts = tried.texts;
#ifdef VIETA_HAVE_ARB
  if (tried.in_big) {
    std::vector<big> exact;
    for (const std::string& text : texts) exact.push_back(number_of(text));
    look_closer(sampled_in_big(p, also), exact, r);
  }
#endif
  if (!tried.in_big) look_closer(sampled_in_long_double(p, also), tried.coefficients, r);
  constexpr double near = 5e-7;
  if (r.proven_bound <= r.max_error * (1 + 2 * near)) return;
  const proof again = prove(p, texts, r.max_error, near, 0, [&] { return work.must_stop(); });
  r.proven_bound = std::min(r.proven_bound, again.bound);
  r.report.boxes += again.boxes;
}

}  // namespace vieta::approximation
