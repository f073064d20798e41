#include <algorithm>
#include <cmath>
#include <limits>

#include "base/float_environment.hpp"
#include "base/not_reached.hpp"
#include "base/number.hpp"
#include "base/run_limits.hpp"
#include "minimax/attempt.hpp"
#include "minimax/best_form.hpp"
#include "minimax/fit/coefficients.hpp"
#include "minimax/fit/exchange.hpp"
#include "minimax/fit/parts.hpp"
#include "minimax/fit/sampling.hpp"
#include "minimax/fixed_top.hpp"
#include "minimax/narrow/formats.hpp"
#include "minimax/narrow/pairs_of_doubles.hpp"
#include "minimax/proof/prove.hpp"
#include "minimax/quotient/mirrored.hpp"
#include "minimax/quotient/rounded_denominator.hpp"
#include "minimax/samples/level.hpp"
#include "minimax/verdict.hpp"
#include "vieta/error.hpp"
#include "vieta/minimax.hpp"

namespace vieta {

using namespace approximation;
namespace {

/// Two formats of the same evaluation: of the error of given coefficients over many points.
template <class R>
std::pair<double, double> measured(const exchange_problem<R>& e, const std::vector<R>& coefficients) {
  const auto r = exchange<R>(e).measure(coefficients);
  return {static_cast<double>(r.largest), static_cast<double>(r.worst_at)};
}

void check(const minimax_options& options) {
  if (options.decimals < 0 || options.decimals > 17)
    throw error("decimals: found " + std::to_string(options.decimals) + ", expected 0 to 17");
  run_limits::validate(options.max_seconds);
}

constexpr bool is_provable() {
#ifdef VIETA_HAVE_ARB
  return true;  // what was not to be proven, or cannot be, is not
#else
  return false;
#endif
}

attempt try_polynomial(const minimax_problem& given, const minimax_options& options, const std::vector<extended>& also,
                       double enough, session& work, const best_form* quotient = nullptr);

/// `enough`: nothing is wanted whose error cannot be below that. `quotient`: what was found together with q.
attempt try_polynomial(const minimax_problem& given, const minimax_options& options, const std::vector<extended>& also,
                       double enough, session& work, const best_form* quotient) {
  const auto must_stop = [&] { return work.must_stop(); };
  const problem p = read(given);
  refuse_poles(p);
  check_formats(options, p);

  std::optional<best_form> kept;
  if (quotient) kept = kept_beside(p, *quotient, also);
  const best_form best = kept ? *kept : solve(p, also, work, unit_of(options));
  const exchange_problem<extended>& e = best.sampled;
  const solution& s = best.found;
  std::string note = best.note;
  if (s.rounds == 0) refuse_weight_of_zero(p, e);
  if (s.rounds == 0)
    throw error("--form: found no start for '" + given.form +
                "', whose powers may depend on each other on the interval, expected powers that do not, or powers of x "
                "itself by --exponents");
  if (work.stopped_by().empty()) refuse_unbounded(p, s.coefficients, s.largest);
  refuse_beyond_double(e, s);

  attempt tried;
  tried.end = best.end();
  tried.provable = is_provable();
  tried.of_best = given;
  tried.best = s.all_digits;
  tried.in_big = best.in_big;
  minimax_result& result = tried.result;
  result.problem = given;
  if (!p.samples.empty()) {
    result.problem.function = std::to_string(p.samples.size()) + " samples";
    result.problem.intervals = {{to_text(p.intervals[0].first), to_text(p.intervals[0].second)}};
  }
  result.problem.exponents = p.exponents;
  result.format = options.format;
  const number_format format(options);
  for (std::size_t k = 0; k < p.exponents.size() && !options.formats.empty(); ++k)
    result.formats.push_back(format[k].kind());
  result.exponents = p.exponents;
  result.denominator = p.denominator;
  for (const extended c : s.coefficients) result.best_coefficients.push_back(static_cast<double>(c));
  result.optimum = static_cast<double>(s.largest);
  result.lower_bound = std::min(static_cast<double>(s.level), result.optimum);
  if (!p.samples.empty() && is_provable()) {
    result.lower_bound = s.proven;
    result.optimum = std::max(result.optimum, s.proven);
  }
  result.alternation = s.alternation;
  result.max_error = std::numeric_limits<double>::infinity();
  if (result.lower_bound >= enough) return tried;
  tried.allowance = rounding_allowance(p, e, options);
  if (result.optimum == 0) tried.allowance = std::max(tried.allowance, negligible_error(p));

  const ties tied(e.free, format);
  const auto measure_as = [&](const std::vector<extended>& c,
                              [[maybe_unused]] const std::vector<std::string>& exact_text) {
    for (const extended value : c)
      if (!std::isfinite(value)) return std::pair(std::numeric_limits<double>::infinity(), 0.0);
#ifdef VIETA_HAVE_ARB
    if (!p.samples.empty()) {
      const proof known = prove(p, exact_text, 1, 0, 0, must_stop);
      if (std::isfinite(known.bound)) return std::pair(known.largest, known.worst_at);
    }
    if (best.in_big && work.stopped_by().empty()) {
      const exchange_problem<big> sampled = sampled_in_big(p, e.also);
      std::vector<big> exact;
      for (const std::string& text : exact_text) exact.push_back(number_of(text));
      return measured(sampled, exact);
    }
#endif
    return measured(e, c);
  };
  const auto measure = [&](const std::vector<extended>& c) {
    const bool is_finite = std::all_of(c.begin(), c.end(), [](extended value) { return std::isfinite(value); });
    return measure_as(c, is_finite ? exact_texts(format, c) : std::vector<std::string>());
  };
  const std::vector<extended> held = held_by(format, s.coefficients, p, e);
  std::vector<extended> rounded = rounded_to(format, held, "c", p.exponents);
  if (options.search)
    rounded = moved_to_constraints(e.free, tied, rounded, format,
                                   [&](const std::vector<extended>& c) { return measure(c).first; });
  result.rounded_error = measure(rounded).first;
  work.begin("search");
  constexpr std::size_t many = 24;  // of more of them a search takes seconds
  const bool is_lost = is_hopeless(tried), is_far = p.exponents.size() > many && is_lost;
  const bool searches = options.search && !is_far;
  tried.coefficients = searches ? search(e, held, format, must_stop) : rounded;
  std::tie(result.max_error, result.worst_at) = measure(tried.coefficients);
  const auto take_if_better = [&](const std::vector<extended>& other) {
    const auto [error, at] = measure(other);
    const extended misfit = tied.misfit(tried.coefficients), of_other = tied.misfit(other);
    if (of_other > misfit || (of_other == misfit && !(error < result.max_error))) return;
    tried.coefficients = other;
    result.max_error = error;
    result.worst_at = at;
  };
  if (!(result.max_error <= result.rounded_error)) take_if_better(rounded);
  constexpr double rounding_counts = 1 + 1e-6;
  // Beyond, doubles hold what a lower degree could do better, but for their own rounding, and each takes a while.
  constexpr std::size_t few = 12;
  const bool is_of_lower = s.of_noise && !s.coefficients.empty() && s.coefficients.back() == 0;  // the very same p
  const bool may_be_lower = !is_of_lower && (p.exponents.size() <= few || is_lost || unit_of(options) > 0x1p-40);
  if (options.search && s.converged && may_be_lower && result.max_error > rounding_counts * result.optimum) {
    const auto solved = [&](const minimax_problem& with, const minimax_options& as) {
      return try_polynomial(with, as, also, result.max_error, work);
    };
    const std::vector<extended> lower = of_lower_degree(given, p, options, result.max_error, is_far, solved, work);
    if (!lower.empty()) {
      take_if_better(lower);
      if (searches) take_if_better(search(e, held, format, must_stop, lower));
    }
  }
  constexpr double no_better = 1 + 1e-6;  // than p = 0: refused by its name
  if (held != s.coefficients && !(result.max_error <= no_better * measure(std::vector<extended>(held.size(), 0)).first))
    rounded_to(format, s.coefficients, "c", p.exponents);
  if (is_far) {  // a coefficient that is 0 is not rounded
    const auto zeros = static_cast<double>(std::count(tried.coefficients.begin(), tried.coefficients.end(), 0));
    tried.allowance *= 1 - zeros / static_cast<double>(tried.coefficients.size());
  }
  take_texts(tried, given, best, format, also, work, measure_as);
  for (const std::string& missed : missed_constraints(p, e.free, tied, tried.coefficients)) append_note(note, missed);

  std::ptrdiff_t zero_of_q = -1;
  if (p.denominator.size() > 1 && p.samples.empty()) {
    const std::vector<long double> arguments = arguments_of_q(e);
    zero_of_q = zero_among(arguments, p.denominator);
    if (zero_of_q >= 0)
      append_note(note, "q, rounded to " + std::string(name(options.format)) +
                            ", is 0 within the interval, where its argument is " +
                            report::rounded(static_cast<double>(arguments[static_cast<std::size_t>(zero_of_q)]), 4) +
                            ": p/q has a pole there");
  }
  // Relative errors of a function that falls by orders of magnitude come near 1, which is that of p = 0.
  if (s.converged && zero_is_no_worse(p, result.lower_bound) && result.optimum <= 1 + 1e-9)
    tried.end.alternates = false;
  if (options.prove && zero_of_q >= 0) {
    result.proven_bound = std::numeric_limits<double>::infinity();
  } else if (options.prove) {
    work.begin("proof");
    // What the exchange has not found cannot be optimal, and its error may have no bound at all.
    constexpr int boxes_if_stalled = 20000;
    int boxes = s.converged && (!quotient || quotient->found.converged) ? -1 : boxes_if_stalled;
    // Nor is what the format cannot hold of use: next to a zero that rounding has moved, relative errors have no bound.
    constexpr int boxes_if_useless = 5000;
    if (result.max_error > 1e3 * (result.optimum + tried.allowance)) boxes = boxes_if_useless;
    const proof shown =
        prove(p, tried.texts, result.max_error, 5e-7, 0, [&] { return must_stop() || (boxes >= 0 && boxes-- == 0); });
    result.proven_bound = shown.bound;
    tried.larger_at = shown.larger_at;
    // Decimals are proven, long doubles next to them may have been measured: it shows where the error is none.
    if (options.format == coefficient_format::decimals || result.proven_bound == 0)
      result.max_error = std::min(result.max_error, result.proven_bound);
    if (rounded == tried.coefficients) result.rounded_error = std::min(result.rounded_error, result.max_error);
    result.report.boxes = shown.boxes;
    append_note(note, shown.note);
  }
  result.report.arithmetic = s.arithmetic;
  result.report.rounds = s.rounds;
  result.report.free = static_cast<int>(best.free);
  result.report.note = note;
  return tried;
}

struct no_quotient : error {  ///< the exchange of p/q does not end
  no_quotient(const std::string& text, double least) : error(text), least_error(least) {}
  double least_error;  ///< that no p/q of the type is below
};

/// The best p/q; then the best p for the rounded q, which is a problem without q.
attempt try_quotient(const minimax_problem& given, const minimax_options& options, const std::vector<extended>& also,
                     session& work) {
  const problem p = read(given);
  refuse_poles(p);
  check_formats(options, p);
  best_form best = solve(p, also, work);
  if (given.constraints.empty() && given.exponents.empty() && given.samples.empty()) drop_nothing(best);
  const number_format format(options);
  scale_to(format, best.found, false);
  const int scaled = scale_argument_to(format, p.exponents, best.found);
  const solution& s = best.found;
  const bool is_found = s.rounds > 0 && !s.denominator.empty();
  const double of_no_quotient = has_gaps(p) ? 0 : s.of_no_quotient;  // it is of one sign of q alone
  if (!is_found || (!s.converged && zero_is_no_worse(p, of_no_quotient)))
    throw no_quotient(
        "denominator of degree " + std::to_string(given.denominator_degree) +
            ": the exchange meets a pole, expected another degree of p or q (the best may be one of lower degrees)",
        of_no_quotient);
  const double of_other_signs = note_signs_of_q(p, best);
  minimax_problem known = given;
  known.form = scaled != 0 ? form_of_scaled_argument(p, scaled) : to_text(p.form);
  std::vector<double> q;
  for (const extended c : rounded_to(format, s.denominator, "q", {})) q.push_back(format.as_double(c));
  constexpr std::size_t most_moved = 13;  // of higher degrees a step of one unit is too much
  if (const std::vector<long double> arguments = arguments_of_q(best.sampled);
      scaled == 0 && q.size() <= most_moved && zero_among(arguments, q) >= 0)
    q = without_zeros(arguments, s.denominator, q, format);
  known.denominator = exact_texts(format, q);
  std::vector<extended> everywhere = also;
  everywhere.insert(everywhere.end(), s.added.begin(), s.added.end());
  // The best p for the rounded q errs at nearly the same places, which may crowd.
  for (std::size_t i = 0; i < s.alternation.size(); ++i) {
    const extended x = s.alternation[i].x;
    everywhere.push_back(x);
    if (i == 0) continue;
    const extended before = s.alternation[i - 1].x;
    constexpr int pieces = 4;
    for (int k = 1; k < pieces; ++k) everywhere.push_back(before + (x - before) * k / pieces);
  }
  constexpr double any = std::numeric_limits<double>::infinity();
  const bool is_plain = given.constraints.empty() && given.exponents.empty() && given.samples.empty();
  attempt tried = [&] {
    try {
      return try_polynomial(known, options, everywhere, any, work, &best);
    } catch (const error&) {
      if (!given.constraints.empty() || !is_short(options.format)) throw;
      return attempt();  // q(0) has become 0, say: one of lower degrees has to do
    }
  }();
  // Where q, rounded by itself, costs more than values do.
  constexpr extended rounding_counts = 1 + 1e-6L;
  if (options.search && scaled == 0 && s.converged && is_plain && !tried.result.exponents.empty() &&
      tried.result.max_error > s.largest * rounding_counts + tried.allowance) {
    known.denominator = exact_texts(format, rounded_with_p(best.sampled, s.coefficients, s.denominator, format));
    if (!known.denominator.empty()) {
      attempt other = try_polynomial(known, options, everywhere, any, work, &best);
      if (other.result.max_error < tried.result.max_error) tried = std::move(other);
    }
  }
  minimax_result& result = tried.result;
  const bool is_refused = result.exponents.empty();
  if (is_refused) result.max_error = std::numeric_limits<double>::infinity();
  tried.end = best.end();
  tried.of_best = given;
  tried.of_best.denominator = s.all_digits_of_q;
  tried.best = s.all_digits;
  result.optimum = static_cast<double>(s.largest);
  result.lower_bound = std::min(static_cast<double>(s.level), result.optimum);
  if (!p.samples.empty() && is_provable())
    result.lower_bound =
        std::min(proven_level_of_quotient(p, s.all_digits, s.all_digits_of_q, s.alternation), result.optimum);
  // A level of fewer alternations is no bound: where relative errors come near 1, all levels are near 1.
  else if (!s.of_noise && s.alternation.size() <= best.free)
    result.lower_bound = 0;
  result.lower_bound = std::min(result.lower_bound, of_other_signs);
  if (s.converged && !best.note.empty() && !s.of_all_signs && has_gaps(p))
    tried.end.converged = false, result.lower_bound = 0;  // a pole between intervals may serve better
  // What rounded coefficients undercut is no bound: the exchange of a quotient ended at a level that is none.
  if (result.max_error < result.lower_bound * (1 - 1e-6) - tried.allowance) {
    tried.end.converged = false;
    result.lower_bound = 0;
  }
  // For its q the best p was found anew, and may be far better than what the exchange of p/q came to.
  if (!tried.end.converged) result.optimum = std::min(result.optimum, result.max_error);
  if (scaled != 0)
    append_note(result.report.note, "p and q are those of the argument times 2^" + std::to_string(scaled) +
                                        ": without it their coefficients are beyond " + name(options.format));
  result.alternation = s.alternation;
  result.report.free = static_cast<int>(best.free);
  result.report.rounds = std::max(result.report.rounds, s.rounds);
  if (is_refused) {
    result.problem = known;
    for (const extended c : s.coefficients) result.best_coefficients.push_back(static_cast<double>(c));
  }
  return tried;
}

/// Where the exchange of p/q does not end: a quotient both of whose degrees are lower by k is the best, too, where its
/// errors alternate m + n + 2 - k times; 0 where they alternate m + 2 times (Achieser, Theory of Approximation, 1956,
/// section 34). Else the best of these, as one that is not known to be the best of its type.
std::optional<attempt> of_lower_type(const minimax_problem& given, const minimax_options& options, session& work) {
  if (!given.constraints.empty() || !given.exponents.empty() || !given.samples.empty()) return std::nullopt;
  const int m = given.degree, n = given.denominator_degree;
  const auto degrees = [](int of_p, int of_q) { return std::to_string(of_p) + " and " + std::to_string(of_q); };
  std::optional<attempt> least;
  std::string of_least;
  const auto keep = [&](attempt tried, int of_p, int of_q) {
    if (least && !(tried.result.max_error < least->result.max_error)) return;
    least = std::move(tried);
    of_least = degrees(of_p, of_q);
  };
  const auto known = [&](attempt tried, int of_p, int of_q) {
    append_note(tried.result.report.note, "the best p/q of degrees " + degrees(m, n) + " has " + degrees(of_p, of_q));
    if (has_gaps(read(given))) tried.end.converged = false, tried.result.lower_bound = 0;  // of one sign of q alone
    return tried;
  };
  for (int k = 1; k <= std::min(m, n - 1) && work.stopped_by().empty(); ++k) {
    minimax_problem lower = given;
    lower.degree = m - k;
    lower.denominator_degree = n - k;
    try {
      attempt tried = try_quotient(lower, options, {}, work);
      if (tried.end.converged && tried.result.alternation.size() >= static_cast<std::size_t>(m + n + 2 - k))
        return known(std::move(tried), m - k, n - k);
      keep(std::move(tried), m - k, n - k);
    } catch (const no_quotient&) {
      continue;  // nor is there one of these degrees
    }
  }
  minimax_problem plain = given;
  plain.denominator_degree = 0;
  plain.form = to_text(without_denominator(read(given).form));
  for (const int degree : {m - n, m}) {
    if (degree < 0) continue;
    plain.degree = degree;
    attempt tried = try_polynomial(plain, options, {}, std::numeric_limits<double>::infinity(), work);
    const bool of_zero = degree == m && changes_nothing(read(plain), tried.result);
    if (tried.end.converged && (of_zero || degree == m - n) &&
        tried.result.alternation.size() >= static_cast<std::size_t>(m + 2))
      return known(std::move(tried), degree, 0);
    keep(std::move(tried), degree, 0);
  }
  for (const auto& [of_p, of_q] : {std::pair(m, n - 1), std::pair(m, n - 2), std::pair(m - 1, n)}) {
    if (of_p < 0 || of_q < 1 || !work.stopped_by().empty()) continue;
    minimax_problem lower = given;
    lower.degree = of_p;
    lower.denominator_degree = of_q;
    try {
      keep(try_quotient(lower, options, {}, work), of_p, of_q);
    } catch (const no_quotient&) {
      continue;
    }
  }
  if (!least || is_unchangeable(given, *least)) return least;
  least->end.converged = false;
  least->result.lower_bound = 0;
  append_note(least->result.report.note, "the exchange of p/q of degrees " + degrees(m, n) +
                                             " meets a pole; this is one of degrees " + of_least +
                                             ", and there may be a better one");
  return least;
}

attempt try_as_it_is(const minimax_problem& given, const minimax_options& options, session& work) {
  constexpr int most_attempts = 4;
  std::vector<extended> also;
  std::optional<attempt> before;
  constexpr double any = std::numeric_limits<double>::infinity();
  const auto of_p = [&](const minimax_problem& plain, const minimax_options& as) {
    return try_polynomial(plain, as, {}, any, work);
  };
  for (int tries = 1;; ++tries) {
    const bool finds_q = given.denominator_degree > 0 && given.denominator.empty();
    if (tries == 1) refuse_zeros_of_function(read(given), false);
    if (finds_q && tries == 1)
      if (std::optional<attempt> plain = of_polynomial(given, options, of_p)) return *std::move(plain);
    const auto of_quotient = [&] {
      try {
        const auto solved = [&](const minimax_problem& lower, const minimax_options& as) {
          return try_quotient(lower, as, {}, work);
        };
        return held_as_lower_type(try_quotient(given, options, also, work), given, options, solved, work);
      } catch (const no_quotient& none) {
        if (std::optional<attempt> zero = of_zero(given, options, none.least_error, of_p)) return std::move(*zero);
        if (std::optional<attempt> lower = of_lower_type(given, options, work)) return std::move(*lower);
        throw;
      }
    };
    attempt tried = finds_q ? of_quotient() : try_polynomial(given, options, also, any, work);
    if (finds_q && !tried.end.converged) is_unchangeable(given, tried);
    if (tries == 1 && tried.result.optimum > 0 && work.stopped_by().empty())
      refuse_zeros_of_function(read(given), true);
    if (!finds_q && !tried.end.converged && !given.constraints.empty())
      if (const std::optional<best_form> top = with_fixed_top(given, tried.result, also, work))
        tried = try_polynomial(given, options, also, any, work, &*top);
    prove_best(tried, options, work);
    // With more places to look at the exchange may not end where it did before.
    if (before && !tried.end.converged && before->result.proven_bound < tried.result.proven_bound) return *before;
    if (!tried.has_missed() || tries == most_attempts || !work.stopped_by().empty()) return tried;
    for (const std::vector<double>* places : {&tried.larger_at, &tried.best_larger_at})
      also.insert(also.end(), places->begin(), places->end());
    before = std::move(tried);
  }
}

attempt try_problem(const minimax_problem& given, const minimax_options& options, session& work) {
  const std::optional<mirrored_quotient> folded = of_mirrored_quotient(given);
  if (!folded) return try_as_it_is(given, options, work);
  attempt tried = try_as_it_is(folded->problem, options, work);
  append_note(tried.result.report.note, folded->note);
  return better_than_mirrored(given, std::move(tried), [&] { return try_as_it_is(given, options, work); });
}

}  // namespace

minimax_result minimax(const minimax_problem& given, const minimax_options& options) {
  const float_environment floats;
  check(options);
  session work(options);
  attempt tried = [&] {
    try {
      return try_problem(given, options, work);
    } catch (const error& refused) {
      if (work.stopped_by().empty()) throw;
      // What half of the work has found says nothing of the problem.
      throw not_reached(work.stopped_by() == "time"
                            ? "stopped by time before anything was found: nothing is known"
                            : "stopped by the user before anything was found: nothing is known");
    }
  }();
  minimax_result& result = tried.result;
  if (!tried.larger_at.empty()) tighten(tried, work);
  unfold(read(given), result);
  if (is_contradicted(result)) {
    tried.end.converged = false;
    result.lower_bound = 0;
    result.optimum = std::min(result.optimum, result.max_error);
  }
  result.status = verdict(result, tried.end, tried.allowance, tried.provable);
  // Where a lower degree had to do, what would hold the one that was asked for is of interest sooner.
  const bool is_lower = !result.coefficients.empty() && result.coefficients.back() == 0;
  const double much = is_lower ? 1.1 : 2;
  if (result.status == minimax_status::not_optimal && result.max_error > much * (result.optimum + tried.allowance))
    append_note(result.report.note, advice(given, result, [&](const minimax_problem& other) {
                  minimax_options plain = options;
                  plain.prove = false;
                  plain.search = options.search && other.denominator_degree == 0;  // of q it takes long
                  if (!work.stopped_by().empty()) throw error("stopped: nothing else is tried");
                  return try_problem(other, plain, work).result;
                }));
  if (result.status != minimax_status::optimal && work.stopped_by().empty())
    append_note(result.report.note, why_not_optimal(result, tried.end, tried.allowance));
  result.report.seconds = work.seconds();
  result.report.stopped_by = work.stopped_by();
  return result;
}

bool verify(const minimax_result& result, std::string* complaint) {
  const float_environment floats;
  const auto complain = [&](const std::string& text) {
    if (complaint) *complaint = text;
    return false;
  };
  const problem p = read(result.problem);
  if (result.coefficients.size() != p.exponents.size())
    return complain(std::to_string(result.coefficients.size()) + " coefficients for " +
                    std::to_string(p.exponents.size()) + " powers");
  if (!std::isfinite(result.proven_bound)) return complain("claims no proven bound");
  const std::vector<std::string> texts = exact_coefficients(result);
  const proof shown = prove(p, texts, result.proven_bound, 1e-9, 1, [] { return false; });
  if (shown.bound <= result.proven_bound * (1 + 1e-9)) return true;
  return complain(shown.note.empty() ? "the error is not below the proven bound" : shown.note);
}

}  // namespace vieta
