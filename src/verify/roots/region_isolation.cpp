#include "verify/roots/region_isolation.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>

#include "roots/region/border_number.hpp"
#include "verify/roots/exact_factors.hpp"

namespace vieta::checking {
namespace {

using verdict = region_cover::verdict;

constexpr std::int64_t most_roots = 1200;  // some ten seconds

class enclosures {
 public:
  explicit enclosures(slong size) : size_(size), balls_(_acb_vec_init(size)) {}
  enclosures(const enclosures&) = delete;
  enclosures& operator=(const enclosures&) = delete;
  ~enclosures() { _acb_vec_clear(balls_, size_); }
  [[nodiscard]] acb_ptr get() const { return balls_; }

 private:
  slong size_;
  acb_ptr balls_;
};

exact::real radius_of(const arb_t x) {
  exact::big_float radius;
  arf_set_mag(radius.x, arb_radref(x));
  return exact::get_real(radius.x);
}

rectangle rectangle_of(const acb_t z) {
  return {exact::get_real(arb_midref(acb_realref(z))), exact::get_real(arb_midref(acb_imagref(z))),
          radius_of(acb_realref(z)), radius_of(acb_imagref(z))};
}

/// Where to start from: nothing is believed of it. False where that is not known of every root.
bool set_starts(acb_ptr out, const polynomial& f, roots_options options) {
  constexpr int most_digits = 2000;
  constexpr slong precision = 8192;  // for as many digits
  roots_result found = roots(f, options);
  // Roots that lie close together are one disc until there are digits enough to tell them apart.
  while (found.report.clusters > 0 && found.report.stopped_by.empty() && 4 * options.digits <= most_digits) {
    options.digits *= 4;
    found = roots(f, options);
  }
  std::int64_t next = 0;
  for (std::size_t k = 0; k < found.roots.size(); ++k) {
    const std::optional<disc> d = read_disc(found, k);
    if (!d || next + found.roots[k].multiplicity > f.degree()) return false;
    for (std::int64_t i = 0; i < found.roots[k].multiplicity; ++i, ++next) {
      set_centre(out + next, *d, precision);
      if (found.roots[k].multiplicity == 1) continue;
      exact::complex_ball turn;  // those of a cluster must not be one point
      exact::real_ball radius;
      arb_set_si(acb_realref(turn.z), 2 * static_cast<slong>(i) + 1);
      acb_div_si(turn.z, turn.z, static_cast<slong>(found.roots[k].multiplicity), precision);
      acb_exp_pi_i(turn.z, turn.z, precision);
      exact::set_arb(radius.x, d->radius, precision);
      acb_addmul_arb(out + next, turn.z, radius.x, precision);
    }
  }
  return next == f.degree();
}

/// At least the points of the disc: what does not meet it does not meet the disc.
exact::complex_ball ball_about(const disc& d) {
  constexpr slong precision = 128;
  exact::complex_ball out;
  exact::real_ball radius;
  set_centre(out.z, d, precision);
  exact::set_arb(radius.x, d.radius, precision);
  arb_add_error(acb_realref(out.z), radius.x);
  arb_add_error(acb_imagref(out.z), radius.x);
  return out;
}

}  // namespace

/// The one root in the enclosure: `full` where it is listed or does not count.
verdict region_isolation::examine(const acb_t root, bool real, const std::vector<counted_disc>& listed,
                                  const std::vector<exact::complex_ball>& places) const {
  if (!acb_is_finite(root)) return verdict::not_known;
  if (region_.real_only && real_ && !real) return verdict::full;
  const rectangle where = rectangle_of(root);
  bool is_apart = true;
  for (std::size_t k = 0; k < listed.size(); ++k) {
    if (acb_overlaps(root, places[k].z) == 0) continue;
    // A disc within the enclosure holds a root, and that can be no other one.
    if (holds(listed[k].where, where) || (listed[k].roots > 0 && holds(where, listed[k].where))) return verdict::full;
    is_apart = is_apart && are_apart(where, listed[k].where);
  }
  if (is_outside(region_, where)) return verdict::full;
  const disc around = {where.re, where.im, exact::add(where.half_width, where.half_height)};
  if (!real_) {  // what was enclosed may be the conjugate of a root
    const std::optional<std::int64_t> roots = counter_.first_attempt(around, 0).count;
    if (roots && *roots == 0) return verdict::full;
    if (!roots || region_.real_only) return verdict::not_known;
    const rectangle wide = {where.re, where.im, around.radius, around.radius};
    is_apart =
        std::all_of(listed.begin(), listed.end(), [&](const counted_disc& one) { return are_apart(wide, one.where); });
  }
  return is_apart && is_inside(region_, around) ? verdict::missing : verdict::not_known;
}

verdict region_isolation::look(const std::vector<counted_disc>& listed) {
  constexpr slong steps = 1, most_rounds = 6;
  if (p_.degree > most_roots) return verdict::not_known;
  limits_.check();
  const polynomial distinct = distinct_roots_of(p_);
  const std::int64_t degree = distinct.degree();
  if (degree < 1 || degree > most_roots) return verdict::not_known;
  std::vector<exact::complex_ball> places;
  for (const counted_disc& one : listed) places.push_back(ball_about(one.where));

  const auto n = static_cast<slong>(degree);
  const enclosures starts(n), all(n);
  exact::ball_polynomial f;
  if (!set_starts(starts.get(), distinct, starts_)) return verdict::not_known;
  // Horner's rule loses about a bit with each coefficient, as rectangles turn.
  slong precision = 64 + n;
  for (slong round = 0; round < most_rounds; ++round, precision *= 2) {
    limits_.check();
    exact::set_coefficients(f.p, distinct.data(), precision);
    // Always from the beginning: too few bits make one point of two starts, from which nothing comes.
    const slong isolated = acb_poly_find_roots(all.get(), f.p, starts.get(), steps, precision);
    if (isolated < n || acb_poly_validate_real_roots(all.get(), f.p, precision) == 0) continue;
    bool is_known = true;
    for (slong k = 0; k < n; ++k) {
      limits_.check();
      const acb_srcptr root = all.get() + k;
      const verdict found = examine(root, arb_contains_zero(acb_imagref(root)) != 0, listed, places);
      if (found == verdict::missing) return found;
      is_known = is_known && found == verdict::full;
    }
    if (is_known) return verdict::full;
  }
  return verdict::not_known;
}

verdict count_in_disc(const polynomial::representation& p, const roots_region& region, root_counter& counter,
                      const std::vector<counted_disc>& listed) {
  constexpr std::int64_t highest_degree = 20'000;  // all Taylor coefficients may be needed, at thousands of points
  if (!region.in_disc || region.in_box || region.real_only || p.degree > highest_degree) return verdict::not_known;
  const border_number re = border_of(region.in_disc->centre.real(), region.in_disc->exact_re),
                      im = border_of(region.in_disc->centre.imag(), region.in_disc->exact_im),
                      radius = border_of(region.in_disc->radius, region.in_disc->exact_radius);
  if (!re.is_exact || !im.is_exact || !radius.is_exact) return verdict::not_known;
  const disc whole = {re.least, im.least, radius.least};
  if (whole.radius.is_zero()) return verdict::not_known;
  std::int64_t sum = 0;
  for (const counted_disc& one : listed) {
    if (!is_inside(region, one.where)) return verdict::not_known;
    sum += one.roots;
  }
  const root_counter::attempt first = counter.first_attempt(whole, sum);
  const std::optional<std::int64_t> count =
      first.count ? first.count : counter.last_attempt(whole, sum, first.precision);
  if (!count) return verdict::not_known;
  return *count == sum ? verdict::full : verdict::missing;
}

}  // namespace vieta::checking

#endif
