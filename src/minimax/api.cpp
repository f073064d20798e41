#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/number.hpp"
#include "base/float_environment.hpp"

#include "minimax/fit/coefficients.hpp"
#include "minimax/fit/continuation.hpp"
#include "minimax/fit/sampling.hpp"
#include "minimax/proof/prove.hpp"
#include "vieta/error.hpp"
#include "vieta/minimax.hpp"

namespace vieta {

using namespace approximation;

namespace {

using extended = long double;

/// A result of the exchange without its number type.
struct solution {
  std::vector<extended> coefficients, denominator;
  extended level = 0, largest = 0;
  std::vector<minimax_point> alternation;
  bool converged = false;
  int rounds = 0;
  std::string arithmetic;
};

template <class R>
solution without_type(const exchange_result<R>& r, std::size_t need, std::string arithmetic) {
  solution s;
  for (const R& c : r.coefficients) s.coefficients.push_back(static_cast<extended>(c));
  for (const R& q : r.denominator) s.denominator.push_back(static_cast<extended>(q));
  s.level = static_cast<extended>(r.level);
  s.largest = static_cast<extended>(r.largest);
  s.converged = r.converged;
  s.rounds = r.rounds;
  s.arithmetic = std::move(arithmetic);
  // Runs of equal signs hold one extremum each; those below the level are no points of alternation.
  for (std::size_t i = 0; i < r.extrema.size(); ++i)
    if (std::fabs(static_cast<extended>(r.errors[i])) > 0.999L * s.level || r.extrema.size() <= need)
      s.alternation.push_back({static_cast<double>(r.extrema[i]), static_cast<double>(r.errors[i])});
  return s;
}

/// Why work ends early, and how far it is.
class session {
 public:
  explicit session(const minimax_options& options) : options_(options) {}

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  void begin(std::string work) {
    now_.work = std::move(work);
    now_.count = 0;
  }
  /// To be asked between steps.
  bool must_stop() {
    now_.seconds = seconds();
    ++now_.count;
    if (options_.progress) options_.progress(now_);
    if (options_.cancel != nullptr && options_.cancel->load())
      stopped_by_ = "cancelled";
    else if (options_.max_seconds > 0 && now_.seconds > options_.max_seconds)
      stopped_by_ = "time";
    return !stopped_by_.empty();
  }
  [[nodiscard]] const std::string& stopped_by() const { return stopped_by_; }

 private:
  const minimax_options& options_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  minimax_progress now_;
  std::string stopped_by_;
};

solution solve_in_long_double(const exchange_problem<extended>& e, std::size_t need, std::vector<extended>* reference) {
  constexpr double noise = 1e-17;
  exchange<extended> rounds(e);
  rounds.set_noise(noise);
  auto r = rounds.run();
  if (e.denominator > 0 && !r.converged) {
    exchange_problem<extended> again = e;
    again.initial = reference_by_continuation(e, need, noise);
    if (!again.initial.empty()) {
      exchange<extended> from_there(again);
      from_there.set_noise(noise);
      r = from_there.run();
    }
  }
  // Where rounding errors stopped it, the points are good ones to go on from.
  if (reference) *reference = consecutive_extrema(r, need);
  return without_type(r, need, "long double");
}

#ifdef VIETA_HAVE_ARB
/// With more bits until they do not matter any more: a levelled error of 2^-k leaves precision - k bits for itself.
solution solve_in_big(const problem& p, std::size_t need, const std::vector<extended>& reference, session& work) {
  solution s;
  for (slong bits = 96 + 5 * static_cast<slong>(p.exponents.size()); bits <= 4000; bits = bits * 2) {
    big::precision = bits;
    work.begin("exchange, " + std::to_string(bits) + " bits");
    exchange_problem<big> e = sampled_in_big(p);
    e.must_stop = [&] { return work.must_stop(); };
    e.often = true;
    e.tolerance = 1e-12;
    for (const extended x : reference) e.initial.emplace_back(x);
    exchange<big> rounds(e);
    rounds.set_noise(std::ldexp(1.0, static_cast<int>(std::max<slong>(-bits * 9 / 10, -1000))));
    const auto r = rounds.run();
    s = without_type(r, need, "Arb, " + std::to_string(bits) + " bits");
    if (!work.stopped_by().empty()) break;
    const double level = std::fabs(static_cast<double>(r.level));
    if (s.converged && std::log2(level) > -0.5 * static_cast<double>(bits)) break;  // 0: more bits may show an error
    if (!s.converged && level > 0 && std::log2(level) > -0.25 * static_cast<double>(bits)) break;  // bits are not it
  }
  return s;
}
#endif

/// Two formats of the same evaluation: of the error of given coefficients over many points.
template <class R>
std::pair<double, double> measured(const exchange_problem<R>& e, const std::vector<double>& c) {
  std::vector<R> coefficients;
  for (const double v : c) coefficients.emplace_back(v);
  const auto r = exchange<R>(e).measure(coefficients);
  return {static_cast<double>(r.largest), static_cast<double>(r.worst_at)};
}

void check(const minimax_options& options) {
  if (options.decimals < 0 || options.decimals > 17)
    throw error("decimals: found " + std::to_string(options.decimals) + ", expected 0 to 17");
  if (!(options.max_seconds >= 0))
    throw error("max_seconds: found " + report::shortest(options.max_seconds) + ", expected 0 (no limit) or more");
}

/// One by one; `letter` names them in messages.
std::vector<double> rounded_to(const number_format& format, coefficient_format kind,
                               const std::vector<extended>& coefficients, const char* letter,
                               const std::vector<int>& exponents) {
  std::vector<double> rounded;
  for (const extended c : coefficients) {
    rounded.push_back(format.nearest(c));
    if (std::isfinite(rounded.back())) continue;
    if (!std::isfinite(c))
      throw error(
          "coefficients: found none that are finite, expected a function whose values and slopes are in the range of "
          "long double");
    const std::size_t k = rounded.size() - 1;
    throw error("coefficients: found " +
                (letter + std::to_string(exponents.empty() ? static_cast<int>(k) : exponents[k])) + " = " +
                report::shortest(static_cast<double>(c)) + ", beyond " + name(kind) + " (" +
                report::shortest(format.largest()) + "), expected another format, or a function of smaller values");
  }
  return rounded;
}

/// "p(1) = 0.5078125 (asked: 0.5)" for each constraint that rounded coefficients meet no better.
std::vector<std::string> missed_constraints(const problem& p, const unknowns<extended>& free, const ties& tied,
                                            const std::vector<double>& coefficients) {
  std::vector<std::string> all;
  for (const std::size_t row : tied.rows()) {
    const constraint& c = p.constraints[row];
    if (tied.misfit(row, coefficients) == 0) continue;
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

std::vector<std::string> exact_texts(const number_format& format, const std::vector<double>& coefficients) {
  std::vector<std::string> texts;
  for (const double c : coefficients) texts.push_back(format.exact_text(c));
  return texts;
}

}  // namespace

namespace {

/// What the exchange finds, in as many bits as it takes.
struct best_form {
  exchange_problem<extended> sampled;
  solution found;
  std::size_t free = 0;  ///< coefficients that the exchange may choose
  bool in_big = false;
  std::string note;
};

best_form solve(const problem& p, session& work) {
  best_form best;
  work.begin("exchange");
  best.sampled = sampled_in_long_double(p);
  best.sampled.must_stop = [&work] { return work.must_stop(); };
  const exchange_problem<extended>& e = best.sampled;
  best.free = e.free.directions.size();
  const std::size_t need = best.free + 1;
  if (!p.samples.empty() && p.samples.size() < need)
    throw error("samples: found " + std::to_string(p.samples.size()) + " for " + std::to_string(best.free) +
                " free coefficients, expected more samples than coefficients");
  std::vector<extended> reference;
  best.found = solve_in_long_double(e, need, &reference);
  bool exact_enough = best.found.converged && best.free <= 9;
  for (const sample<extended>& at : exchange<extended>(e).samples())
    exact_enough = exact_enough && std::fabs(at.target) * 1e-10L < best.found.largest;
#ifdef VIETA_HAVE_ARB
  constexpr extended noise = 1e-8L;  // of the largest error
  exact_enough = exact_enough && (p.callable || is_sampled_well(p, e, noise * best.found.largest));
  if (!exact_enough && !p.callable) {
    const solution first = best.found;
    best.found = solve_in_big(p, need, reference, work);
    best.in_big = true;
    if (!work.stopped_by().empty() && !best.found.converged && first.rounds > 0) {
      best.found = first;  // more bits would have told whether it is the best
      best.found.converged = false;
      best.in_big = false;
    }
  }
#else
  if (!exact_enough) best.note = "conditioning asks for more than long double: build with Arb (libflint-dev)";
#endif
  return best;
}

/// The best p/q; then the best p for the rounded q, which is a problem without q.
minimax_result with_best_denominator(const minimax_problem& given, const minimax_options& options) {
  const problem p = read(given);
  refuse_poles(p);
  session work(options);
  const best_form best = solve(p, work);
  const solution& s = best.found;
  if (s.rounds == 0 || s.denominator.empty())
    throw error(
        "denominator of degree " + std::to_string(given.denominator_degree) +
        ": the exchange meets a pole, expected another degree of p or q (the best may be one of lower degrees)");
  const number_format format(options.format, options.decimals);
  minimax_problem known = given;
  known.form = to_text(p.form);
  known.denominator = exact_texts(format, rounded_to(format, options.format, s.denominator, "q", {}));
  minimax_options rest = options;
  if (options.max_seconds > 0) rest.max_seconds = std::max(options.max_seconds - work.seconds(), 1e-9);
  minimax_result result = minimax(known, rest);
  result.status = s.converged ? minimax_status::optimal : minimax_status::stalled;
  result.optimum = static_cast<double>(s.largest);
  result.lower_bound = std::min(static_cast<double>(s.level), result.optimum);
  // What rounded coefficients undercut is no bound: the exchange of a quotient ended at a level that is none.
  if (result.max_error < result.lower_bound * (1 - 1e-6)) {
    result.status = minimax_status::stalled;
    result.lower_bound = 0;
  }
  result.alternation = s.alternation;
  result.report.free = static_cast<int>(best.free);
  result.report.rounds += s.rounds;
  result.report.seconds = work.seconds();
  return result;
}

}  // namespace

minimax_result minimax(const minimax_problem& given, const minimax_options& options) {
  const float_environment floats;
  check(options);
  if (given.denominator_degree > 0 && given.denominator.empty()) return with_best_denominator(given, options);
  session work(options);
  const auto must_stop = [&] { return work.must_stop(); };
  const problem p = read(given);
  refuse_poles(p);

  const best_form best = solve(p, work);
  const exchange_problem<extended>& e = best.sampled;
  const solution& s = best.found;
  std::string note = best.note;
  if (s.rounds == 0)
    throw error("--form: found '" + given.form +
                "', whose powers depend on each other on the interval, expected powers that do not");
  if (work.stopped_by().empty()) refuse_unbounded(p, s.coefficients, s.largest);

  minimax_result result;
  result.problem = given;
  if (!p.samples.empty()) {
    result.problem.function = std::to_string(p.samples.size()) + " samples";
    result.problem.intervals = {{to_text(p.intervals[0].first), to_text(p.intervals[0].second)}};
  }
  result.problem.exponents = p.exponents;
  result.format = options.format;
  result.status = s.converged ? minimax_status::optimal : minimax_status::stalled;
  result.exponents = p.exponents;
  result.denominator = p.denominator;
  for (const extended c : s.coefficients) result.best_coefficients.push_back(static_cast<double>(c));
  result.optimum = static_cast<double>(s.largest);
  result.lower_bound = std::min(static_cast<double>(s.level), result.optimum);
  result.alternation = s.alternation;

  const number_format format(options.format, options.decimals);
  const ties tied(e.free, format);
  const auto measure = [&](const std::vector<double>& c) {
#ifdef VIETA_HAVE_ARB
    if (!p.samples.empty()) {
      const proof known = prove(p, exact_texts(format, c), 1, 0, 0, must_stop);
      if (std::isfinite(known.bound)) return std::pair(known.largest, known.worst_at);
    }
    if (best.in_big) return measured(sampled_in_big(p), c);
#endif
    return measured(e, c);
  };
  std::vector<double> rounded = rounded_to(format, options.format, s.coefficients, "c", p.exponents);
  if (options.search)
    rounded = moved_to_constraints(e.free, tied, rounded, format,
                                   [&](const std::vector<double>& c) { return measure(c).first; });
  result.rounded_error = measure(rounded).first;
  work.begin("search");
  result.coefficients = options.search ? search(e, s.coefficients, format, must_stop) : rounded;
  std::tie(result.max_error, result.worst_at) = measure(result.coefficients);
  if (!(result.max_error <= result.rounded_error) && !(tied.misfit(result.coefficients) < tied.misfit(rounded))) {
    result.coefficients = rounded;
    std::tie(result.max_error, result.worst_at) = measure(rounded);
  }
  for (const double c : result.coefficients) result.decimals.push_back(format.text(c));
  for (const std::string& missed : missed_constraints(p, e.free, tied, result.coefficients))
    note += (note.empty() ? "" : "; ") + missed;

  if (options.prove) {
    work.begin("proof");
    const proof shown = prove(p, exact_texts(format, result.coefficients), result.max_error, 1e-6, 0, must_stop);
    result.proven_bound = shown.bound;
    // Decimals are proven, the doubles next to them were measured: a difference that shows where the error is none.
    if (options.format == coefficient_format::decimals)
      result.max_error = std::min(result.max_error, result.proven_bound);
    result.report.boxes = shown.boxes;
    note += (note.empty() || shown.note.empty() ? "" : "; ") + shown.note;
  }
  result.report.arithmetic = s.arithmetic;
  result.report.rounds = s.rounds;
  result.report.free = static_cast<int>(best.free);
  result.report.note = note;
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
  std::vector<std::string> texts = result.decimals;
  if (result.format != coefficient_format::decimals)
    texts = exact_texts(number_format(result.format, 0), result.coefficients);
  const proof shown = prove(p, texts, result.proven_bound, 1e-9, 1, [] { return false; });
  if (shown.bound <= result.proven_bound * (1 + 1e-9)) return true;
  return complain(shown.note.empty() ? "the error is not below the proven bound" : shown.note);
}

std::string minimax_functions() { return function_list(); }

const char* name(minimax_error kind) {
  constexpr const char* names[] = {"absolute", "relative", "weighted"};
  return names[static_cast<int>(kind)];
}
const char* name(coefficient_format format) {
  constexpr const char* names[] = {"f64", "f32", "f16", "bf16", "decimals"};
  return names[static_cast<int>(format)];
}
const char* name(minimax_status status) { return status == minimax_status::optimal ? "optimal" : "stalled"; }

minimax_problem minimax_short_form(const std::string& function, int degree) {
  minimax_problem p;
  p.function = function + "(x)";
  p.degree = degree;
  p.error = minimax_error::relative;
  const auto set = [&](const char* form, const char* lo, const char* hi) {
    p.form = form;
    p.intervals = {{lo, hi}};
    return p;
  };
  if (function == "acos") return set("sqrt(1-x)*p(x)", "0", "1");
  if (function == "asin") return set("x*p(x^2)", "0", "1/2");
  if (function == "atan") return set("x*p(x^2)", "0", "1");
  if (function == "sin") return set("x*p(x^2)", "0", "pi/2");
  if (function == "tan") return set("x*p(x^2)", "0", "pi/4");
  if (function == "tanh") return set("x*p(x^2)", "0", "1");
  if (function == "erf") return set("x*p(x^2)", "0", "1");
  if (function == "exp") return set("p(x)", "-log(2)/2", "log(2)/2");
  if (function == "exp2") return set("p(x)", "-1/2", "1/2");
  if (function == "sqrt") return set("p(x)", "1", "4");
  if (function == "log") {
    p.function = "log1p(x)";
    return set("x*p(x)", "sqrt(1/2)-1", "sqrt(2)-1");
  }
  if (function == "log2") {
    p.function = "log1p(x)/log(2)";
    return set("x*p(x)", "sqrt(1/2)-1", "sqrt(2)-1");
  }
  if (function == "cos") {
    p.error = minimax_error::absolute;
    return set("p(x^2)", "0", "pi/4");
  }
  throw error("function: found '" + function +
              "', which has no short form, expected an expression in x, or acos, asin, atan, sin, cos, "
              "tan, tanh, erf, exp, exp2, sqrt, log or log2");
}

}  // namespace vieta
