// True roots against discs: which root lies in which disc.
#include <algorithm>
#include <utility>

#include "oracles/roots/ball_oracle.hpp"
#include "oracles/roots/balls.hpp"
#include "oracles/roots/count_alone.hpp"
#include "oracles/roots/true_roots.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::test {

namespace {

// How many roots lie in each disc. A root that lies in none, in two, or on a border is a complaint. Balls of roots that
// are small lie inside or outside; with `touching` it is enough that a ball meets no other disc.
void check_inclusion(const std::vector<true_root>& roots, const roots_result& result, bool touching, slong precision,
                     bool real_roots_are_known, complaints& found) {
  const std::vector<ball_disc> balls = to_balls(result, precision);
  const std::size_t n = balls.size();
  std::vector<std::int64_t> count(n, 0), distinct(n, 0);
  std::vector<char> holds_real(n, 0);
  complex_ball difference;
  real_ball distance;
  const bool all_claimed = std::all_of(result.roots.begin(), result.roots.end(),
                                       [](const root& r) { return r.status != root_status::unproven; });
  for (const true_root& r : roots) {
    std::int64_t places = 0;
    bool undecided = false;
    for (std::size_t k = 0; k < n; ++k) {
      if (!claims_something(result, k)) continue;
      acb_sub(difference.z, r.z.z, balls[k].centre.z, precision);
      acb_abs(distance.x, difference.z, precision);
      if (arb_gt(distance.x, balls[k].radius.x)) continue;
      if (!touching && !arb_le(distance.x, balls[k].radius.x)) undecided = true;
      ++places;
      count[k] += r.multiplicity;
      ++distinct[k];
      if (acb_is_real(r.z.z)) holds_real[k] = 1;
    }
    char* shown = arb_get_str(acb_realref(r.z.z), 20, 0);
    char* shown_im = arb_get_str(acb_imagref(r.z.z), 20, 0);
    const std::string where = std::string("the root ") + shown + " + i " + shown_im;
    flint_free(shown);
    flint_free(shown_im);
    if (undecided) found.push_back(where + " lies on a border, or the oracle is too coarse");
    if (places > 1) found.push_back(where + " lies in " + std::to_string(places) + " discs");
    if (places == 0 && all_claimed) found.push_back(where + " lies in no disc");
  }
  for (std::size_t k = 0; k < n; ++k) {
    if (!claims_something(result, k)) continue;
    if (count[k] != result.roots[k].multiplicity) {
      found.push_back(describe(result, k) + "holds " + std::to_string(count[k]) + " roots");
    }
    if (!real_roots_are_known || count[k] == 0) continue;
    const root_status status = result.roots[k].status;
    if (status == root_status::multiple && distinct[k] != 1)
      found.push_back(describe(result, k) + "holds " + std::to_string(distinct[k]) + " different roots");
    if (status == root_status::cluster && distinct[k] == 1 && result.report.uncertainty == 0)
      found.push_back(describe(result, k) + "is one multiple root, and nothing says so");
    if (result.roots[k].real && holds_real[k] == 0) found.push_back(describe(result, k) + "its root is not real");
    if (result.roots[k].status == root_status::isolated && !result.roots[k].real && holds_real[k] != 0) {
      found.push_back(describe(result, k) + "its root is real, and nothing says so");
    }
  }
}

// The text of a decimal that may end in "0.e-14": nothing but an exponent of what is not known.
bool is_unknown_zero(const std::string& text, exact::real& size) {
  if (!exact::parse_real(text, size)) {
    size = {};
    return false;
  }
  if (!size.is_zero()) return false;
  const std::size_t e = text.find_first_of("eE");
  if (e == std::string::npos) return false;
  return exact::parse_real("1" + text.substr(e), size);
}

}  // namespace

complaints about_roots(const polynomial& p, const roots_result& result) {
  if (is_beyond_the_finders(p, result)) return one_by_one(p, result);
  complaints last;
  for (slong bits = precision_for(result); bits <= 4 * precision_for(result); bits *= 2) {
    last.clear();
    const std::vector<true_root> roots = true_roots(p, bits, last);
    std::int64_t sum = 0;
    for (const true_root& r : roots) sum += r.multiplicity;
    if (sum != p.degree()) last.push_back("oracle: found " + std::to_string(sum) + " roots");
    check_inclusion(roots, result, false, 2 * bits, p.is_real(), last);
    if (last.empty()) break;
  }
  return last;
}

complaints about_known_roots(const std::vector<known_root>& known, int digits, const roots_result& result) {
  complaints found;
  const slong precision = precision_for(result) + 4 * static_cast<slong>(digits);
  std::vector<true_root> roots;
  for (const known_root& k : known) {
    true_root r;
    r.multiplicity = k.multiplicity;
    exact::real unknown_re, unknown_im, value;
    const bool re_is_unknown = is_unknown_zero(k.re, unknown_re), im_is_unknown = is_unknown_zero(k.im, unknown_im);
    if (exact::parse_real(k.re, value)) exact::set_arb(acb_realref(r.z.z), value, precision);
    if (exact::parse_real(k.im, value)) exact::set_arb(acb_imagref(r.z.z), value, precision);
    // 10^-digits of the modulus, and what the zeros leave open
    real_ball error, part, limit;
    arb_set_ui(part.x, 10);
    arb_pow_ui(part.x, part.x, static_cast<ulong>(digits), precision);
    acb_abs(error.x, r.z.z, precision);
    arb_div(error.x, error.x, part.x, precision);
    // (Beside a modulus of 1, "0.e0" is a plain zero: more than ten digits are known of every number here.)
    arb_set_ui(part.x, 10);
    arb_pow_ui(part.x, part.x, static_cast<ulong>(digits - 10), precision);
    arb_mul(limit.x, error.x, part.x, precision);
    for (const auto& [is_unknown, size] :
         {std::pair(re_is_unknown, unknown_re), std::pair(im_is_unknown, unknown_im)}) {
      exact::set_arb(part.x, size, precision);
      if (is_unknown && arb_lt(part.x, limit.x)) arb_add(error.x, error.x, part.x, precision);
    }
    mag_t radius;
    mag_init(radius);
    arb_get_mag(radius, error.x);
    acb_add_error_mag(r.z.z, radius);
    mag_clear(radius);
    roots.push_back(r);
  }
  check_inclusion(roots, result, true, precision, false, found);
  return found;
}

}  // namespace vieta::test

#endif
