#include "verify/claim.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>

#include "exact/arithmetic.hpp"
#include "verify/roots/region_geometry.hpp"

namespace vieta::checking {
namespace {

void fail(claim& out, const std::string& complaint, bool is_refuted = true) {
  out.is = claim::state::failed;
  out.is_refuted = is_refuted;
  out.complaint = complaint;
}

std::string so_many_roots(std::int64_t count) { return std::to_string(count) + (count == 1 ? " root" : " roots"); }

}  // namespace

claim_checker::claim_checker(const polynomial& p, const roots_result& result, const work_limits& limits)
    : p_(p.data()),
      real_(p.is_real()),
      result_(result),
      counter_(p.data(), limits),
      factors_(p.data(), limits),
      quick_(p.data()) {
  constexpr std::int64_t highest_degree = 20'000;  // above, gcds take longer than counting without them
  const bool has_multiple = std::any_of(result.roots.begin(), result.roots.end(),
                                        [](const root& z) { return z.multiplicity > 1 && z.radius > 0; });
  if (has_multiple && p.degree() <= highest_degree) by_factors_ = std::make_unique<factor_counter>(p, limits);
}

void claim_checker::look_quickly(std::span<const std::size_t> which, std::span<claim> out) const {
  if (!quick_.is_usable()) return;
  std::vector<std::size_t> single;
  std::vector<disc> discs;
  for (const std::size_t k : which) {
    const root& z = result_.roots[k];
    if (z.status == root_status::unproven || z.multiplicity != 1 || out[k].holds_one) continue;
    std::optional<disc> where = read_disc(result_, k);
    if (!where || where->radius.is_zero()) continue;
    single.push_back(k);
    discs.push_back(*std::move(where));
  }
  const std::vector<bool> hold_one = quick_.hold_one(discs);
  for (std::size_t i = 0; i < single.size(); ++i) out[single[i]].holds_one = hold_one[i];
}

void claim_checker::look(std::size_t k, claim& out, const claim* mirror) {
  const root& z = result_.roots[k];
  if (z.status == root_status::unproven) return void(out.is = claim::state::silent);
  if (z.multiplicity < 1 || z.multiplicity > p_.degree)
    return fail(out, "multiplicity " + std::to_string(z.multiplicity) + " with degree " + std::to_string(p_.degree));
  if (z.status == root_status::isolated && z.multiplicity != 1)
    return fail(out, "isolated with multiplicity " + std::to_string(z.multiplicity));
  if (z.status == root_status::multiple && z.multiplicity == 1) return fail(out, "multiple with multiplicity 1");
  if (z.real && z.imaginary) return fail(out, "both real and imaginary");
  out.where = read_disc(result_, k);
  if (!out.where) return fail(out, "centre or radius is not a finite number");
  if (mirror != nullptr) {
    out.so_far = mirror->so_far;
    if (!out.so_far.count) return void(out.is = claim::state::open);
    return settle(k, out.so_far.count, out);
  }
  if (out.holds_one)
    out.so_far.count = 1;
  else if (const auto found = by_factors_ ? by_factors_->count(*out.where, z.multiplicity) : std::nullopt)
    out.so_far.count = found->roots;
  if (!out.so_far.count) out.so_far = counter_.first_attempt(*out.where, z.multiplicity);
  if (out.so_far.count)
    settle(k, out.so_far.count, out);
  else
    out.is = claim::state::open;
}

void claim_checker::locate(std::size_t k, claim& out) {
  out.within = counter_.locate(*out.where, result_.roots[k].multiplicity);
}

void claim_checker::look_harder(std::size_t k, claim& out) {
  settle(k, counter_.last_attempt(*out.where, result_.roots[k].multiplicity, out.so_far.precision), out);
}

/// The claim beside the number of roots in its disc, if that is known.
void claim_checker::settle(std::size_t k, std::optional<std::int64_t> count, claim& out) {
  const root& z = result_.roots[k];
  if (!count) return fail(out, "no proof found that its disc holds exactly " + so_many_roots(z.multiplicity), false);
  if (*count != z.multiplicity)
    return fail(out, "its disc holds " + so_many_roots(*count) + ", not " + std::to_string(z.multiplicity));
  if (!meets_region(*out.where, z.real)) return fail(out, "its disc lies outside of the region");
  const auto is_so = [&](answer found, const char* wrong, const char* open) {
    if (found != answer::yes) fail(out, found == answer::no ? wrong : open, found == answer::no);
    return found == answer::yes;
  };
  if (z.status == root_status::multiple &&
      !is_so(is_one_number(*out.where, z.multiplicity), "its roots are not one and the same number",
             "no proof found that its roots are one and the same number"))
    return;
  if (z.real && !is_so(is_real(*out.where, z.multiplicity), "it is not real", "no proof found that it is real")) return;
  if (z.imaginary &&
      !is_so(is_imaginary(*out.where, z.multiplicity), "it is not imaginary", "no proof found that it is imaginary"))
    return;
  out.is = claim::state::proven;
}

/// Uncertain coefficients have no multiple roots but 0, which is a point.
answer claim_checker::is_one_number(const disc& d, std::int64_t multiplicity) {
  if (multiplicity == 1 || d.radius.is_zero()) return answer::yes;
  if (result_.report.uncertainty > 0) return answer::not_known;
  if (const auto found = by_factors_ ? by_factors_->count(d, multiplicity) : std::nullopt)
    return found->different == 1 ? answer::yes : answer::no;
  return factors_.have_one_root_in(d);
}

/// A disc about a real centre is its own mirror image, and so are the roots of a real polynomial: a root that is alone
/// in it is its own conjugate. A point that is a root m times (radius 0) is where its centre is.
answer claim_checker::is_real(const disc& d, std::int64_t multiplicity) {
  if (!d.im.is_zero()) return answer::no;
  if (d.radius.is_zero() || (real_ && multiplicity == 1)) return answer::yes;
  if (const answer one = is_one_number(d, multiplicity); one != answer::yes || real_) return one;
  return factors_.have_real_root_in(d);
}

answer claim_checker::is_imaginary(const disc& d, std::int64_t multiplicity) {
  if (!d.re.is_zero()) return answer::no;
  if (d.radius.is_zero()) return d.im.is_zero() ? answer::no : answer::yes;
  // A disc without 0 in it.
  if (exact::compare(exact::multiply(d.im, d.im), exact::multiply(d.radius, d.radius)) <= 0) return answer::not_known;
  if (result_.report.uncertainty > 0) return answer::not_known;
  if (const answer one = is_one_number(d, multiplicity); one != answer::yes) return one;
  return factors_.have_imaginary_root_in(d);
}

/// Whether the disc meets the region, in exact arithmetic. (Which side of a border a root lies on may have been
/// decided with more digits than the result spells.)
bool claim_checker::meets_region(const disc& d, bool is_real) const {
  const roots_region& region = result_.report.region;
  const exact::real none, &spread = is_real ? none : d.radius;
  if (is_outside(region, {d.re, d.im, d.radius, spread})) return false;  // a square about the disc
  return !region.in_disc || may_meet(*region.in_disc, d);
}

}  // namespace vieta::checking

#endif
