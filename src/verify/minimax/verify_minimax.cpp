#include "verify/minimax/verify_minimax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "exact/arithmetic.hpp"
#include "exact/exact_real.hpp"
#include "minimax/fit/coefficients.hpp"
#include "minimax/fit/parts.hpp"
#include "minimax/fit/sampling.hpp"
#include "minimax/narrow/formats.hpp"
#include "minimax/proof/identity.hpp"
#include "minimax/proof/prove.hpp"
#include "minimax/verdict.hpp"
#include "verify/minimax/best_bound.hpp"
#include "verify/minimax/error_bound.hpp"
#include "verify/minimax/error_places.hpp"
#include "verify/minimax/error_series.hpp"
#include "verify/minimax/minimax_claims.hpp"
#include "verify/minimax/quotient_bound.hpp"
#include "verify/minimax/reference_points.hpp"
#include "verify/minimax/sample_checks.hpp"
#include "verify/work_limits.hpp"
#include "vieta/error.hpp"

namespace vieta {

#ifdef VIETA_HAVE_ARB

namespace {

using approximation::constant;
using approximation::operation;
using approximation::problem;
using approximation::tree;
using checking::error_bound;
using checking::exact_text;
using checking::is_in_intervals;
using checking::is_told_apart;
using checking::largest_unchangeable;
using checking::sign_of_factor;
using checking::steepness;
using checking::value_near;
using exact::real_ball;

std::vector<std::string> exact_texts_of(const std::vector<double>& values) {
  std::vector<std::string> out;
  for (const double value : values) out.push_back(exact_text(value));
  return out;
}
/// Behind the point, of the coefficient with the most of them.
int decimals_of(const minimax_result& r) {
  std::size_t most = 0;
  for (const std::string& text : r.decimals)
    if (const std::size_t point = text.find('.'); point != text.npos) most = std::max(most, text.size() - point - 1);
  return static_cast<int>(std::min<std::size_t>(most, 17));
}
/// Those of q are written by doubles, whose decimals they are.
std::vector<std::string> texts_of_denominator(const minimax_result& r) {
  if (r.format != coefficient_format::decimals) return exact_texts_of(r.denominator);
  const approximation::number_format format(r.format, decimals_of(r));
  std::vector<std::string> out;
  for (const double value : r.denominator) out.push_back(format.text(value));
  return out;
}
bool is_of_format(double x, coefficient_format format) {
  const auto fits = [x](int bits, double least) {
    int exponent = 0;
    const double mantissa = std::frexp(x, &exponent);
    const double unit = std::max(std::ldexp(1.0, exponent - bits), least);
    return x == 0 || (std::isfinite(mantissa) && std::fmod(x, unit) == 0);
  };
  if (format == coefficient_format::float32) return static_cast<double>(static_cast<float>(x)) == x;
  if (format == coefficient_format::float16) return fits(11, 0x1p-24) && std::abs(x) <= 65504;
  if (format == coefficient_format::bfloat16) return fits(8, 0x1p-133);
  return true;
}

/// A double and the rest, which is one as well.
bool is_pair(const std::string& text, double first) {
  exact::real value;
  double second = 0;
  if (!exact::parse_real(text, value)) return false;
  if (first == 0) return value.is_zero();
  return exact::fits_double(exact::subtract(value, exact::from_double(first)), second);
}

class result_checker {
 public:
  result_checker(const checking::work_limits& limits, minimax_verification& out)
      : limits_(limits), out_(out), r_(out.of) {}

  void check(const problem& p) {
    if (r_.coefficients.size() != p.exponents.size() || r_.decimals.size() != r_.coefficients.size() ||
        r_.best_coefficients.size() != r_.coefficients.size())
      return complain("found " + std::to_string(r_.coefficients.size()) + " coefficients, " +
                      std::to_string(r_.decimals.size()) + " decimals and " +
                      std::to_string(r_.best_coefficients.size()) + " best coefficients for " +
                      std::to_string(p.exponents.size()) + " powers");
    check_coefficients();
    check_constraints(p);
    check_free(p);
    if (p.samples.empty()) {
      check_errors(p);
      check_alternation(p);
    } else {
      check_samples(p);
    }
    check_rounding(p);
    if (const std::string& by = r_.report.stopped_by; !by.empty() && by != "time" && by != "cancelled")
      complain("report: stopped_by: found '" + by + "', expected time, cancelled or nothing");
  }

  [[nodiscard]] const std::vector<std::string>& undecided() const { return undecided_; }
  void add_undecided(const std::string& what) { undecided_.push_back(what); }

 private:
  void complain(const std::string& what) { out_.complaints.push_back(what); }
  void leave_open(const std::string& what) { undecided_.push_back("not decided: " + what); }
  void complain_unless(bool is_explained, const std::string& what) { is_explained ? leave_open(what) : complain(what); }

  /// A quotient has one factor too many in its coefficients. Where the best one has lower degrees, it has as many free
  /// ones less as both degrees are lower, which are those of q at most.
  void check_free(const problem& p) {
    const int free = r_.report.free, of_p = static_cast<int>(p.exponents.size() - p.constraints.size());
    const int of_q = r_.denominator.empty() ? 0 : static_cast<int>(r_.denominator.size()) - 1;
    if (free > of_p + of_q || free < of_p)
      complain("report: free: found " + std::to_string(free) + ", expected the coefficients less constraints");
  }

  void check_coefficients() {
    const approximation::number_format formats(r_.format, 0, r_.formats);
    for (std::size_t k = 0; k < r_.coefficients.size(); ++k) {
      double read = 0;
      // Of decimals and of pairs of doubles the coefficient is the nearest double.
      const coefficient_format kind = formats[k].kind();
      const bool is_text = kind == coefficient_format::decimals || kind == coefficient_format::double_double;
      const approximation::number_format format(is_text ? coefficient_format::float64 : kind, 0);
      // Digits enough for the format, or the number itself.
      if (!report::to_double(r_.decimals[k], read) ||
          format.nearest(static_cast<long double>(read)) != r_.coefficients[k])
        complain("coefficient " + std::to_string(k) + ": its decimals are another number");
      else if (kind == coefficient_format::double_double && !is_pair(r_.decimals[k], r_.coefficients[k]))
        complain("coefficient " + std::to_string(k) + ": its decimals are no sum of two doubles");
      if (!is_of_format(r_.coefficients[k], kind))
        complain("coefficient " + std::to_string(k) + " is no number of the format " + name(kind));
    }
    for (const double x : r_.denominator)
      if (!is_of_format(x, r_.format))
        complain(std::string("a coefficient of q is no number of the format ") + name(r_.format));
  }

  void check_constraints(const problem& p) {
    if (p.constraints.empty()) return;
    const int decimals = decimals_of(r_);
    const approximation::number_format format(r_.format, decimals, r_.formats);
    checking::rounded_quotient rounded{r_.coefficients, {}, r_.denominator, {}};
    for (const double c : rounded.p) rounded.p_steps.push_back(format[rounded.p_steps.size()].step(c == 0 ? 1 : c));
    for (const double c : rounded.q) rounded.q_steps.push_back(format.step(c == 0 ? 1 : c));
    for (const approximation::constraint& c : p.constraints)
      if (checking::misses_constraint(p, c, rounded)) complain("the constraint " + c.text + " is not met");
  }

  void check_errors(const problem& p) {
    constexpr double near = 1e-6;
    const bool has_bound = std::isfinite(r_.proven_bound);
    if (!has_bound && r_.status == minimax_status::optimal) complain("optimal, but nothing is proven");
    // Rounded coefficients meet constraints but for their last bits, and may err less than all that meet them.
    const bool undercuts = !p.constraints.empty() && r_.status == minimax_status::not_proven && has_bound &&
                           r_.proven_bound < r_.lower_bound;
    if (r_.status == minimax_status::not_proven && has_bound && !undercuts)
      complain("not_proven, but there is a proven bound");
    if (!(r_.max_error >= 0) || !std::isfinite(r_.max_error)) return complain("the largest error is no number");
    const double claimed = has_bound ? r_.proven_bound : 2 * r_.max_error;
    const std::vector<std::string> texts = approximation::exact_coefficients(r_);
    error_bound bound(p, texts, claimed, limits_);
    const error_bound::verdict found = approximation::is_zero_by_algebra(bound.error()) ? error_bound::verdict::holds
                                       : has_bound                                      ? bound.prove()
                                                                                        : bound.refute();
    out_.by_models = bound.by_models();
    if (!has_bound) {
      if (found == error_bound::verdict::refuted) complain("the error is more than twice the largest one");
    } else if (found == error_bound::verdict::refuted) {
      complain("the error is larger than the proven bound");
    } else if (found == error_bound::verdict::not_known) {
      leave_open("whether the error is below the proven bound: " + bound.note());
    } else {
      out_.bound = true;
      ++out_.checked;
    }
    if (bound.largest() > r_.max_error * (1 + near))
      complain("an error of " + report::rounded(bound.largest(), 8) +
               " at x = " + report::rounded(bound.largest_at(), 8) + " is larger than the largest one");
    if (has_bound && r_.max_error > r_.proven_bound * (1 + 1e-12))
      complain("the largest error is above the proven bound");
    real_ball value;
    if (std::isfinite(r_.worst_at) && !is_in_intervals(p, r_.worst_at)) complain("worst_at lies in no interval");
    double worst_at = r_.worst_at;
    if (!std::isfinite(worst_at) || (!checking::value_at(value.x, p, bound.error(), worst_at, bound.precision()) &&
                                     !value_near(value, bound.error(), p, worst_at))) {
      leave_open("whether the largest error is where it is said to be");
    } else {
      const double size = std::abs(arf_get_d(arb_midref(value.x), ARF_RND_NEAR));
      // An error that is nothing beside the values is made of the digits that it was measured with.
      const bool is_noise = r_.max_error < 1e-9 * rounding_of(p, r_.worst_at);
      if (std::abs(size - r_.max_error) > near * r_.max_error + 1e-300)
        complain_unless(is_noise || std::abs(size - r_.max_error) <= 2 * steepness(bound.error(), r_.worst_at),
                        "the error at worst_at is " + report::rounded(size, 8) + ", not the largest one");
    }
    if (undercuts) return;
    if (r_.rounded_error < r_.lower_bound * (1 - near)) complain("rounded_error is below the lower bound");
    if (r_.max_error < r_.lower_bound * (1 - near)) complain("the largest error is below the lower bound");
  }

  void check_samples(const problem& p) {
    const checking::sample_errors found = checking::check_sample_errors(p, r_, limits_);
    for (const std::string& what : found.complaints) complain(what);
    undecided_.insert(undecided_.end(), found.open.begin(), found.open.end());
    out_.bound = found.bound;
    if (found.bound) ++out_.checked;
    const bool is_claimed = r_.status == minimax_status::optimal || r_.status == minimax_status::not_optimal;
    if (found.complaints.empty() && r_.lower_bound > 0 && (is_claimed || !r_.alternation.empty())) check_lower_bound(p);
  }

  /// `optimal` says that the coefficients' error is that of the best p but for what rounding to the format costs, and
  /// `not_optimal` that it is not. Measured as the solver does, on other points.
  void check_rounding(const problem& p) {
    constexpr double least = 1.9e-6, most = 2.1e-6, room = 0.05;
    const bool is_optimal = r_.status == minimax_status::optimal;
    if (!is_optimal && r_.status != minimax_status::not_optimal) return;
    if (!std::isfinite(r_.proven_bound)) return;
    minimax_options options;
    options.format = r_.format, options.formats = r_.formats, options.decimals = decimals_of(r_);
    double allowance = rounding_allowance(p, approximation::sampled_in_long_double(p), options);
    if (r_.optimum == 0) allowance = std::max(allowance, negligible_error(p));
    const double error = std::max(r_.proven_bound, r_.max_error);
    const auto limit = [&](double part, double rounding) { return r_.optimum * (1 + part) + rounding * allowance; };
    const auto shown = [](double value) { return report::rounded(value, 6); };
    if (is_optimal && !(error <= limit(most, 1 + room)))
      complain("optimal, but the proven bound exceeds the optimum by " + shown(error - r_.optimum) +
               ", where rounding to " + format_text(r_) + " explains " + shown(allowance));
    if (!is_optimal && error < limit(least, 1 - room))
      complain("not_optimal, but the proven bound is the optimum but for what rounding to " +
               std::string(name(r_.format)) + " explains");
  }

  void check_alternation(const problem& p) {
    constexpr double of_digits = 1e-9;
    constexpr double near = 1e-6;
    if (!(r_.lower_bound >= 0) || !(r_.optimum >= r_.lower_bound * (1 - of_digits)) || !std::isfinite(r_.optimum))
      return complain("the optimum is below the lower bound, or no number");
    // Whatever the status: points elsewhere prove the bound of another problem.
    for (std::size_t i = 0; i < r_.alternation.size(); ++i)
      if (!is_in_intervals(p, r_.alternation[i].x))
        return complain("alternation " + std::to_string(i + 1) + ": x lies in no interval");
    // Of `not_optimal` the best p is known as well, and the format does not hold it.
    const bool is_optimal = r_.status == minimax_status::optimal;
    if (!is_optimal && r_.status != minimax_status::not_optimal) {
      if (r_.lower_bound > 0 && !r_.alternation.empty()) check_lower_bound(p);
      return;
    }
    // An optimum of nothing has no errors that could alternate.
    if (r_.optimum == 0) return;
    if (r_.alternation.empty()) leave_open("the optimum: there are no points of alternation");
    constexpr double levelled = 1e-5;
    if (r_.optimum > r_.lower_bound * (1 + levelled))
      complain_unless(!is_optimal, "the optimum is not near the lower bound");
    if (is_optimal && r_.optimum > r_.proven_bound * (1 + near)) complain("the optimum is above the proven bound");
    const tree best = error_tree(p, polynomial_tree(p.exponents, exact_texts_of(r_.best_coefficients), p.argument));
    int last_sign = 1;
    // Where the largest error is one that no p changes, the others need not be of one size or alternate.
    const bool told_apart =
        is_told_apart(p) && !(largest_unchangeable(p, r_.alternation) >= r_.lower_bound * (1 - of_digits));
    for (std::size_t i = 0; i < r_.alternation.size(); ++i) {
      const double error = r_.alternation[i].error;
      double x = r_.alternation[i].x;
      const std::string where = "alternation " + std::to_string(i + 1) + ": ";
      if (i > 0 && !(r_.alternation[i - 1].x < x)) complain(where + "x is not above the one before");
      // Constraints may stand between two errors of the same sign, and zeros of what p is multiplied by stand between
      // two that count as different ones. Where p = 0 is the best, relative errors are 1 all over.
      const int sign = sign_of_factor(p, x) * sign_of_q(p, x), before = std::exchange(last_sign, sign);
      if (i > 0 && told_apart && p.constraints.empty() &&
          !(sign_of(r_.alternation[i - 1].error) * before * sign_of(error) * sign < 0))
        complain_unless(sign * before == 0 || (p.relative && r_.optimum >= 1 - near),
                        where + "the error has the sign of the one before");
      // With constraints there may be fewer extrema than points, and others beside them.
      if (p.constraints.empty() && std::abs(std::abs(error) - r_.optimum) > 1e-3 * r_.optimum)
        complain_unless(!told_apart, where + "the error is not the optimum");
      real_ball value;
      if (!r_.denominator.empty()) {
        check_best_over_rounded(p, best, x, where);
        continue;
      }
      if (!value_near(value, best, p, x)) {
        leave_open(where + "the error there");
        continue;
      }
      const double there = arf_get_d(arb_midref(value.x), ARF_RND_NEAR);
      const double away = std::abs(there - error);
      // Where the function is steep, rounding x to a double changes the error by this much.
      if (away > near * r_.optimum + rounding_of(p, x))
        complain_unless(away < std::max(1e-4 * r_.optimum, 2 * steepness(best, x)),
                        where + "the error there is " + report::rounded(there, 8));
    }
    if (is_optimal || !r_.alternation.empty()) check_lower_bound(p);
  }

  /// Errors are those of the best quotient, whose q is not the rounded one: with this, the best p errs no more than the
  /// coefficients do that were made from it. (Of doubles: shorter formats move q by more than that.)
  void check_best_over_rounded(const problem& p, const tree& best, double x, const std::string& where) {
    constexpr double near = 1e-6, of_q = 16;
    real_ball value;
    if (r_.format != coefficient_format::float64 || !p.constraints.empty() || !value_near(value, best, p, x)) return;
    const double there = std::abs(arf_get_d(arb_midref(value.x), ARF_RND_NEAR));
    if (there > r_.max_error * (1 + near) + of_q * rounding_of(p, x))
      complain_unless(there < r_.max_error + 2 * steepness(best, x),
                      where + "best_coefficients over q have an error of " + report::rounded(there, 8) +
                          ", more than the largest one");
  }

  /// What rounding the best coefficients to doubles may change in the error at x.
  double rounding_of(const problem& p, double x) const {
    real_ball argument, factor;
    const tree unit = p.factor ? p.factor : constant("1");
    if (!checking::value_at(argument.x, p.argument, x, 128) ||
        !checking::value_at(factor.x, checking::weighted_error(p, unit), x, 128))
      return 0;
    const double u = std::abs(arf_get_d(arb_midref(argument.x), ARF_RND_NEAR));
    double sum = 0;
    for (std::size_t k = 0; k < r_.best_coefficients.size(); ++k)
      sum += std::abs(r_.best_coefficients[k]) * std::pow(u, p.exponents[k]);
    return sum * std::abs(arf_get_d(arb_midref(factor.x), ARF_RND_NEAR)) * 0x1p-51;
  }

  std::vector<double> window(const std::vector<double>& of, std::size_t first, std::size_t length) const {
    limits_.check();
    const auto begin = of.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(length)};
  }

  /// What the points of alternation prove of all p/q of the degrees of this one; below 0: nothing.
  double best_of_quotients(const problem& p, const std::vector<double>& points) const {
    const checking::known_quotient start{r_.best_coefficients, r_.denominator, r_.lower_bound};
    const std::size_t needed = start.p.size() + start.q.size();
    double best = -1;
    for (std::size_t first = 0; first + needed <= points.size() && !(best >= r_.lower_bound); ++first)
      if (const std::optional<double> found = checking::quotient_bound_below(p, start, window(points, first, needed)))
        best = std::max(best, *found);
    return best;
  }

  static int sign_of(double x) { return x < 0 ? -1 : x > 0 ? 1 : 0; }  // products of errors such as 1e-300 are 0

  /// The factor has 1/q, whose sign may change between intervals: errors of p/q alternate as those of other forms do.
  [[nodiscard]] int sign_of_q(const problem& p, double x) const {
    const long double u = approximation::evaluate(p.argument, x);
    long double value = 0;
    for (std::size_t k = r_.denominator.size(); k-- > 0;) value = value * u + r_.denominator[k];
    return value < 0 ? -1 : 1;
  }

  static bool has_fixed_error(const problem& p) {
    return std::any_of(p.constraints.begin(), p.constraints.end(),
                       [&](const approximation::constraint& c) { return checking::fixed_error(p, c).has_value(); });
  }

  void check_lower_bound(const problem& p) {
    const std::size_t needed = p.exponents.size() + 1 - p.constraints.size();
    const double unchangeable = largest_unchangeable(p, r_.alternation);
    const bool needs_others = !is_told_apart(p) && r_.denominator.empty();
    if (r_.alternation.size() < needed && !has_fixed_error(p) && !needs_others && unchangeable < 0)
      return r_.status == minimax_status::optimal && p.constraints.empty() && is_told_apart(p)
                 ? complain("optimal, but its errors alternate " + std::to_string(r_.alternation.size()) +
                            " times, expected " + std::to_string(needed))
                 : leave_open("the lower bound, which has too few points of alternation");
    std::vector<double> regular;
    const tree error = error_tree(p, polynomial_tree(p.exponents, exact_texts_of(r_.best_coefficients), p.argument));
    for (const auto& point : r_.alternation) {
      regular.push_back(point.x);
      real_ball value;
      if (p.samples.empty()) value_near(value, error, p, regular.back());
    }
    const double almost = r_.lower_bound * (1 - 1e-9);
    if (!r_.denominator.empty()) {
      // What no p changes, no p/q does: p is multiplied by 0 there.
      if (unchangeable >= almost || best_of_quotients(p, regular) >= almost) {
        out_.optimum = true;
        out_.same_signs = approximation::has_gaps(p);
        ++out_.checked;
        return;
      }
      out_.same_q = true;
      if (r_.status == minimax_status::optimal) return leave_open("the lower bound among quotients with any q");
    }
    double best = unchangeable;
    for (const approximation::constraint& c : p.constraints)
      if (const std::optional<double> found = checking::fixed_error(p, c)) best = std::max(best, *found);
    for (std::size_t first = 0; first + needed <= regular.size() && !(best >= r_.lower_bound); ++first)
      if (const std::optional<double> found = checking::bound_below(p, window(regular, first, needed)))
        best = std::max(best, *found);
    if (best < almost && needs_others)
      if (const std::optional<double> found = checking::bound_below(
              p, checking::reference_points(p, regular, [this] { return limits_.check(), false; })))
        best = std::max(best, *found);
    if (best < 0) return leave_open("the lower bound");
    // A little less than what is claimed: points were rounded to doubles where the function is steep. A quotient's
    // bound is one for all q, not for the rounded one.
    if (best < almost && (!p.constraints.empty() || !r_.denominator.empty() || best > r_.lower_bound * (1 - 1e-4)))
      return leave_open("the lower bound: the points of alternation prove " + report::rounded(best, 10));
    double steepest = 0;
    for (const double x : regular) steepest = std::max(steepest, steepness(error, x));
    if (best < almost)
      return complain_unless(
          // Other points may prove what these do not: only the best p of a Chebyshev system has them all.
          needs_others || r_.status != minimax_status::optimal || r_.lower_bound - best < 2 * steepest,
          "no proof found of the lower bound: the points of alternation prove " + report::rounded(best, 10));
    out_.optimum = true;
    ++out_.checked;
  }

  const checking::work_limits& limits_;
  minimax_verification& out_;
  const minimax_result& r_;
  std::vector<std::string> undecided_;
};

}  // namespace

bool is_result_of_samples(std::string_view json, std::string_view name) {
  return checking::is_of_samples(checking::read_minimax_claims(json, name));
}

minimax_verification verify_minimax_result(std::string_view json, std::string_view name, std::string_view function,
                                           const verify_options& options,
                                           const std::vector<std::pair<double, double>>& samples) {
  const float_environment floats;
  minimax_verification out;
  out.of = checking::read_minimax_claims(json, name);
  const bool of_samples = checking::is_of_samples(out.of);
  if (out.of.problem.function.empty())
    throw error(std::string(name) +
                ": found a result of a callable function, which it does not hold: such results are not checked; "
                "expected one of an expression or of samples");
  if (of_samples && samples.empty())
    throw error(std::string(name) + ": found a result of " + out.of.problem.function +
                ", which it does not hold, expected the file with the samples as well: vieta verify RESULT SAMPLES");
  minimax_problem given = out.of.problem;
  if (of_samples) given.samples = samples;
  given.exponents = out.of.exponents;
  given.degree = given.exponents.empty() ? 0 : given.exponents.back();
  given.denominator_degree = std::max(0, static_cast<int>(out.of.denominator.size()) - 1);
  given.denominator = texts_of_denominator(out.of);
  problem p;
  try {
    p = approximation::read(given);
  } catch (const error& what) {
    throw error(std::string(name) + ": problem: " + what.what());
  }
  if (of_samples) {
    const std::string found = std::to_string(samples.size()) + " samples";
    if (out.of.problem.function != found)
      out.complaints.push_back("it is about " + out.of.problem.function + ", not about " + found);
  } else if (!function.empty()) {
    const tree wanted = approximation::parse(function, "INPUT");
    if (to_text(wanted) != to_text(p.f))
      out.complaints.push_back("it is about " + out.of.problem.function + ", not about " + std::string(function));
  }
  const checking::work_limits limits(options);
  result_checker checker(limits, out);
  try {
    checker.check(p);
  } catch (const checking::stopped&) {
    checker.add_undecided(limits.complaint(static_cast<std::size_t>(out.checked), 2, "bounds"));
  }
  out.holds = out.complaints.empty() && checker.undecided().empty();
  out.decided = checker.undecided().empty() || !out.complaints.empty();
  out.complaints.insert(out.complaints.end(), checker.undecided().begin(), checker.undecided().end());
  return out;
}

#else

bool is_result_of_samples(std::string_view, std::string_view) { return false; }

minimax_verification verify_minimax_result(std::string_view, std::string_view name, std::string_view,
                                           const verify_options&, const std::vector<std::pair<double, double>>&) {
  throw error(std::string(name) + ": found a build without Arb, expected one with it for verify");
}

#endif

}  // namespace vieta
