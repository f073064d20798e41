#include "verify/minimax/sample_checks.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/number.hpp"
#include "minimax/fit/coefficients.hpp"
#include "minimax/narrow/formats.hpp"
#include "verify/minimax/best_bound.hpp"
#include "verify/minimax/error_bound.hpp"

namespace vieta::checking {
namespace {

using approximation::problem;
using approximation::tree;

constexpr double near = 1e-6;

bool error_at_sample(exact::real_ball& out, const problem& p, const std::vector<std::string>& coefficients, double x) {
  constexpr slong bits = 512;
  problem own;
  const problem& here = at_sample(p, x, own);
  const tree error = error_tree(here, approximation::polynomial_tree(p.exponents, coefficients, p.argument));
  return value_at(out.x, here, error, x, bits);
}

double middle_of(const exact::real_ball& value) { return arf_get_d(arb_midref(value.x), ARF_RND_NEAR); }

void check_errors(const problem& p, const minimax_result& r, const work_limits& limits, sample_errors& out) {
  const std::vector<std::string> texts = approximation::exact_coefficients(r);
  const bool has_bound = std::isfinite(r.proven_bound);
  exact::real_ball value;
  exact::big_float limit;
  double largest = 0, at_worst = -1;
  bool all_below = has_bound;
  if (has_bound) arf_set_d(limit.x, r.proven_bound);
  for (const auto& [x, f] : p.samples) {
    limits.check();
    const std::string where = "the error at the sample x = " + report::shortest(x);
    if (!error_at_sample(value, p, texts, x)) {
      out.open.push_back("not decided: " + where);
      all_below = false;
      continue;
    }
    arb_abs(value.x, value.x);
    const double size = middle_of(value);
    largest = std::max(largest, size);
    if (x == r.worst_at) at_worst = size;
    if (!has_bound) continue;
    exact::real_ball bound;
    arb_set_arf(bound.x, limit.x);
    if (arb_gt(value.x, bound.x) != 0) return out.complaints.push_back(where + " is larger than the proven bound");
    all_below = all_below && arb_le(value.x, bound.x) != 0;
  }
  out.bound = all_below;
  if (has_bound && !all_below && out.open.empty())
    out.open.emplace_back("not decided: whether every error is below the proven bound");
  if (largest > r.max_error * (1 + near) || largest < r.max_error * (1 - near))
    out.complaints.push_back("the largest error is " + report::rounded(largest, 8) + ", not " +
                             report::rounded(r.max_error, 8));
  if (has_bound && r.max_error > r.proven_bound * (1 + 1e-12))
    out.complaints.emplace_back("the largest error is above the proven bound");
  if (at_worst < 0)
    out.complaints.emplace_back("worst_at is no sample");
  else if (std::fabs(at_worst - r.max_error) > near * r.max_error)
    out.complaints.push_back("the error at worst_at is " + report::rounded(at_worst, 8) + ", not the largest one");
}

/// Of p/q the best coefficients are those over another q than the rounded one.
void check_alternation(const problem& p, const minimax_result& r, sample_errors& out) {
  std::vector<std::string> best;
  for (const double c : r.best_coefficients) best.push_back(exact_text(c));
  exact::real_ball value;
  double size_of_p = 0;
  for (std::size_t i = 0; i < r.alternation.size(); ++i) {
    const auto& [x, error] = r.alternation[i];
    const std::string where = "alternation " + std::to_string(i + 1) + ": ";
    if (!is_sample(p, x)) {
      out.complaints.push_back(where + "x is no sample");
      continue;
    }
    if (!r.denominator.empty() || !error_at_sample(value, p, best, x)) continue;
    // What rounding the best coefficients to doubles changes.
    size_of_p = 0;
    for (std::size_t k = 0; k < best.size(); ++k) {
      std::vector<std::string> one(best.size(), "0");
      exact::real_ball with, without;
      if (!error_at_sample(without, p, one, x)) continue;
      one[k] = best[k];
      if (!error_at_sample(with, p, one, x)) continue;
      arb_sub(with.x, with.x, without.x, 128);
      size_of_p += std::fabs(middle_of(with));
    }
    if (std::fabs(middle_of(value) - error) > near * r.optimum + size_of_p * 0x1p-51)
      out.complaints.push_back(where + "the error there is " + report::rounded(middle_of(value), 8));
  }
}

}  // namespace

bool is_of_samples(const minimax_result& r) {
  constexpr std::string_view of_samples = " samples";
  const std::string& about = r.problem.function;
  return about.size() > of_samples.size() && about.ends_with(of_samples) &&
         about.find_first_not_of("0123456789") == about.size() - of_samples.size();
}

sample_errors check_sample_errors(const problem& p, const minimax_result& r, const work_limits& limits) {
  sample_errors out;
  if (!(r.max_error >= 0) || !std::isfinite(r.max_error)) {
    out.complaints.emplace_back("the largest error is no number");
    return out;
  }
  if (!(r.lower_bound >= 0) || !(r.optimum >= r.lower_bound * (1 - 1e-9)) || !std::isfinite(r.optimum)) {
    out.complaints.emplace_back("the optimum is below the lower bound, or no number");
    return out;
  }
  if (r.status == minimax_status::optimal && !std::isfinite(r.proven_bound))
    out.complaints.emplace_back("optimal, but nothing is proven");
  constexpr double levelled = 1e-5;
  if (r.status == minimax_status::optimal && r.optimum > r.lower_bound * (1 + levelled))
    out.complaints.emplace_back("the optimum is not near the lower bound");
  check_errors(p, r, limits, out);
  check_alternation(p, r, out);
  return out;
}

}  // namespace vieta::checking

#endif
