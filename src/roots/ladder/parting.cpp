#include "roots/ladder/parting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "exact/arb.hpp"
#include "roots/ladder/arb_polynomial.hpp"
#include "roots/ladder/node_ball.hpp"
#include "roots/ladder/sharpening.hpp"

namespace vieta {

#ifdef VIETA_HAVE_ARB

namespace {

using exact::ball_polynomial;
using exact::big_float;
using exact::complex_ball;
using exact::real_ball;

// log2 |x| of the middle of a ball; `least` where it is 0.
double log2_modulus(const acb_t x, double least) {
  big_float re, im;
  arf_abs(re.x, arb_midref(acb_realref(x)));
  arf_abs(im.x, arb_midref(acb_imagref(x)));
  const arf_struct* larger = arf_cmp(re.x, im.x) < 0 ? im.x : re.x;
  if (arf_is_zero(larger)) return least;
  const std::int64_t exponent = exact::get_exponent(larger);
  exact::mul_2exp(re.x, re.x, -exponent);
  exact::mul_2exp(im.x, im.x, -exponent);
  return static_cast<double>(exponent) +
         std::log2(std::hypot(arf_get_d(re.x, ARF_RND_NEAR), arf_get_d(im.x, ARF_RND_NEAR)));
}

// The simultaneous iteration on the terms about a centre, for the m roots that are nearest to it.
class local_iteration {
 public:
  local_iteration(const acb_poly_t terms, slong m, slong bits) : terms_(terms), m_(m), bits_(bits) {}

  // Where the Newton polygon of the first m terms says.
  void start(double log2_reach) {
    std::vector<double> height;
    for (slong k = 0; k <= m_; ++k) height.push_back(log2_modulus(acb_poly_get_coeff_ptr(terms_, k), -INFINITY));
    // A centre that is a root, or as good as one: nearer to it than the bits tell.
    for (slong k = m_; k-- > 0;) {
      const auto next = static_cast<std::size_t>(k) + 1;
      if (std::isinf(height[next - 1])) height[next - 1] = height[next] + log2_reach - static_cast<double>(bits_);
    }
    slong from = 0;
    while (from < m_) {
      slong to = from + 1;
      double steepest = -INFINITY;
      for (slong k = from + 1; k <= m_; ++k) {
        const double slope = (height[static_cast<std::size_t>(k)] - height[static_cast<std::size_t>(from)]) /
                             static_cast<double>(k - from);
        if (slope >= steepest) steepest = slope, to = k;
      }
      put_on_circle(-steepest, to - from);
      from = to;
    }
  }

  // Until no node moves by more than a small part of itself, or for so long that those which still do are about roots
  // that lie much closer together: such nodes come nearer by a third in each sweep, and no faster. False where one has
  // run away.
  bool run(const session& context) {
    constexpr int most_sweeps = 100, enough_for_groups = 8;
    rests_.assign(places_.size(), 0);
    std::vector<char>& rests = rests_;
    complex_ball value, slope, sum, difference;
    for (int sweep = 0; sweep < most_sweeps && !context.must_stop(); ++sweep) {
      bool all_rest = true;
      for (std::size_t i = 0; i < places_.size(); ++i) {
        if (rests[i] != 0) continue;
        acb_poly_evaluate2_rectangular(value.z, slope.z, terms_, places_[i].z, bits_);
        acb_get_mid(value.z, value.z);
        acb_get_mid(slope.z, slope.z);
        if (acb_is_zero(value.z)) {
          rests[i] = 1;
          continue;
        }
        acb_div(slope.z, slope.z, value.z, bits_);
        acb_zero(sum.z);
        for (std::size_t j = 0; j < places_.size(); ++j) {
          if (j == i) continue;
          acb_sub(difference.z, places_[i].z, places_[j].z, bits_);
          if (acb_is_zero(difference.z)) return false;
          acb_inv(difference.z, difference.z, bits_);
          acb_add(sum.z, sum.z, difference.z, bits_);
        }
        acb_sub(slope.z, slope.z, sum.z, bits_);
        acb_get_mid(slope.z, slope.z);
        if (acb_is_zero(slope.z)) return false;
        acb_inv(slope.z, slope.z, bits_);
        const double moved = log2_modulus(slope.z, -INFINITY), size = log2_modulus(places_[i].z, -INFINITY);
        acb_sub(places_[i].z, places_[i].z, slope.z, bits_);
        acb_get_mid(places_[i].z, places_[i].z);
        if (!acb_is_finite(places_[i].z)) return false;
        if (moved < size - 0.4 * static_cast<double>(bits_))
          rests[i] = 1;
        else
          all_rest = false;
      }
      if (all_rest || (sweep >= enough_for_groups && all_move_in_groups())) return true;
    }
    return true;  // what came of it is looked at anyway
  }

  [[nodiscard]] const std::vector<complex_ball>& places() const { return places_; }

  // Nodes on the move that are much nearer to each other than to the centre, as lists of their numbers.
  [[nodiscard]] std::vector<std::vector<std::size_t>> groups() const {
    constexpr double near = -10;  // log2 of distance over size
    std::vector<std::vector<std::size_t>> out;
    std::vector<char> seen(places_.size(), 0);
    complex_ball difference;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (seen[i] != 0 || rests_[i] != 0) continue;
      std::vector<std::size_t> group = {i};
      seen[i] = 1;
      for (std::size_t k = 0; k < group.size(); ++k) {
        for (std::size_t j = 0; j < places_.size(); ++j) {
          if (seen[j] != 0) continue;
          acb_sub(difference.z, places_[group[k]].z, places_[j].z, bits_);
          if (log2_modulus(difference.z, -INFINITY) > log2_modulus(places_[j].z, -INFINITY) + near) continue;
          seen[j] = 1;
          group.push_back(j);
        }
      }
      if (group.size() > 1) out.push_back(std::move(group));
    }
    return out;
  }

 private:
  [[nodiscard]] bool all_move_in_groups() const {
    std::size_t moving = 0;
    for (const char rests : rests_) moving += rests == 0 ? 1 : 0;
    for (const std::vector<std::size_t>& group : groups())
      for (const std::size_t i : group) moving -= rests_[i] == 0 ? 1 : 0;
    return moving == 0;
  }

  void put_on_circle(double log2_radius, slong count) {
    const double whole = std::floor(log2_radius), fraction = std::exp2(log2_radius - whole);
    for (slong k = 0; k < count; ++k) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(count) + 0.7 +
                           0.4 * static_cast<double>(places_.size());
      complex_ball place;
      acb_set_d_d(place.z, fraction * std::cos(angle), fraction * std::sin(angle));
      exact::mul_2exp(place.z, place.z, static_cast<std::int64_t>(whole));
      places_.push_back(place);
    }
  }

  const acb_poly_struct* terms_;
  slong m_, bits_;
  std::vector<complex_ball> places_;
  std::vector<char> rests_;
};

// Exact discs.
struct exact_circle {
  complex_ball centre;
  real_ball radius;
};

bool are_disjoint(const exact_circle& a, const exact_circle& b) {
  complex_ball difference;
  real_ball distance, reach;
  acb_sub(difference.z, a.centre.z, b.centre.z, 64);  // of exact numbers: nothing cancels
  acb_abs(distance.x, difference.z, 64);
  arb_add(reach.x, a.radius.x, b.radius.x, 64);
  return arb_gt(distance.x, reach.x);
}

// Newton's last steps with p itself, and the radius n |p / p'|; false when p' may be 0.
bool prove_one(exact_circle& c, const arb_polynomial& p, double degree, slong bits) {
  complex_ball value, slope;
  real_ball above, below;
  for (int step = 0; step < 4; ++step) {
    p.evaluate_with_derivative(value.z, slope.z, c.centre.z, bits);
    if (step == 3) break;
    acb_get_mid(value.z, value.z);
    acb_get_mid(slope.z, slope.z);
    if (acb_is_zero(slope.z)) return false;
    acb_div(value.z, value.z, slope.z, bits);
    acb_sub(c.centre.z, c.centre.z, value.z, bits);
    acb_get_mid(c.centre.z, c.centre.z);
  }
  if (acb_contains_zero(slope.z)) return false;
  acb_abs(above.x, value.z, 64);
  acb_abs(below.x, slope.z, 64);
  arb_div(above.x, above.x, below.x, 64);
  arb_set_d(below.x, degree);
  arb_mul(c.radius.x, above.x, below.x, 64);
  if (!arb_is_finite(c.radius.x)) return false;
  round_up(c.radius.x);
  return true;
}

// floor(-log10(16 r / |z|))
int digits_of(const exact_circle& c) {
  real_ball size, ratio;
  acb_abs(size.x, c.centre.z, 64);
  arb_div(ratio.x, c.radius.x, size.x, 64);
  if (arb_is_zero(ratio.x)) return 1'000'000;
  const double log2_ratio = static_cast<double>(exact::get_exponent(arb_midref(ratio.x)));  // not below log2 of it
  return std::max(0, static_cast<int>(-(log2_ratio + 4.1) * 0.30102999566398));
}

// The m roots about a centre, roughly: the nodes of the iteration, and where some of them go on towards roots that are
// much closer together, those of a smaller cluster about where they are. Distances of any size come out of exponents
// that way, and not of sweeps.
class cluster_search {
 public:
  cluster_search(const arb_polynomial& p, slong bits, const session& context) : p_(p), bits_(bits), context_(context) {}

  bool find(const acb_t about, slong m, double log2_reach, int depth, std::vector<complex_ball>& places) const {
    constexpr int deepest = 64;
    if (depth > deepest || context_.must_stop()) return false;
    complex_ball centre;
    acb_set(centre.z, about);
    if (depth > 0) move_to_middle(centre, m, log2_reach);
    ball_polynomial terms;
    p_.shift(terms.p, centre.z, bits_);
    // Far terms hardly matter for roots that are near; what they do to them the last steps put right.
    acb_poly_truncate(terms.p, std::max<slong>(200, 4 * m + 32));
    if (acb_poly_length(terms.p) <= m || acb_contains_zero(acb_poly_get_coeff_ptr(terms.p, m))) return false;
    local_iteration iteration(terms.p, m, bits_);
    iteration.start(log2_reach);
    if (!iteration.run(context_)) return false;
    const std::vector<std::vector<std::size_t>> groups = iteration.groups();
    std::vector<char> is_grouped(iteration.places().size(), 0);
    for (const std::vector<std::size_t>& group : groups) {
      complex_ball mean, apart;
      for (const std::size_t i : group) {
        is_grouped[i] = 1;
        acb_add(mean.z, mean.z, iteration.places()[i].z, bits_);
      }
      acb_div_si(mean.z, mean.z, static_cast<slong>(group.size()), bits_);
      double reach = -INFINITY;
      for (const std::size_t i : group) {
        acb_sub(apart.z, iteration.places()[i].z, mean.z, bits_);
        reach = std::max(reach, log2_modulus(apart.z, -INFINITY));
      }
      if (std::isinf(reach)) return false;
      acb_add(mean.z, mean.z, centre.z, bits_);
      acb_get_mid(mean.z, mean.z);
      if (!find(mean.z, static_cast<slong>(group.size()), reach + 1, depth + 1, places)) return false;
    }
    for (std::size_t i = 0; i < is_grouped.size(); ++i) {
      if (is_grouped[i] != 0) continue;
      complex_ball place;
      acb_add(place.z, centre.z, iteration.places()[i].z, bits_);
      acb_get_mid(place.z, place.z);
      places.push_back(place);
    }
    return true;
  }

 private:
  // Towards the root of the derivative of order m - 1, which is the mean of m roots that are alone.
  void move_to_middle(complex_ball& centre, slong m, double log2_reach) const {
    constexpr int most_steps = 12;
    complex_ball value, slope;
    ball_polynomial derived;
    p_.derivative(derived.p, m - 1, bits_);
    for (int step = 0; step < most_steps; ++step) {
      acb_poly_evaluate2_rectangular(value.z, slope.z, derived.p, centre.z, bits_);
      acb_get_mid(value.z, value.z);
      acb_get_mid(slope.z, slope.z);
      if (acb_is_zero(slope.z)) return;
      acb_div(value.z, value.z, slope.z, bits_);
      acb_get_mid(value.z, value.z);
      const double moved = log2_modulus(value.z, -INFINITY);
      if (moved > log2_reach + 2) return;
      acb_sub(centre.z, centre.z, value.z, bits_);
      acb_get_mid(centre.z, centre.z);
      if (moved < log2_modulus(centre.z, -INFINITY) - 0.9 * static_cast<double>(bits_)) return;
    }
  }

  const arb_polynomial& p_;
  slong bits_;
  const session& context_;
};

// A root so close to the centre of `a` lies in `b`, or all but on its border: no number of bits parts the two.
bool is_far_smaller(const exact_circle& a, const exact_circle& b) {
  real_ball part;
  arb_mul_2exp_si(part.x, b.radius.x, -64);
  return arb_lt(a.radius.x, part.x) != 0;
}

std::vector<proven_disc> attempt_to_part(arb_polynomial_cache& source, double degree, const proven_disc& disc,
                                         const std::vector<exact_circle>& others, slong bits, bool& is_hopeless,
                                         const session& context) {
  const auto m = static_cast<slong>(disc.multiplicity);
  const arb_polynomial& p = source.at(bits);
  exact_circle whole;
  set_disc(whole.centre.z, whole.radius.x, disc);
  const double log2_reach = static_cast<double>(exact::get_exponent(arb_midref(whole.radius.x)));
  std::vector<complex_ball> places;
  if (!cluster_search(p, bits, context).find(whole.centre.z, m, log2_reach, 0, places)) return {};

  std::vector<exact_circle> found;
  for (const complex_ball& place : places) {
    exact_circle c;
    c.centre = place;
    if (context.must_stop() || !prove_one(c, p, degree, bits)) return {};
    for (const exact_circle& other : others) {
      if (are_disjoint(c, other)) continue;
      is_hopeless = is_far_smaller(c, other);
      return {};
    }
    for (const exact_circle& other : found) {
      if (!are_disjoint(c, other)) return {};
    }
    found.push_back(c);
  }
  std::vector<proven_disc> parts;
  for (std::size_t k = 0; k < found.size(); ++k) {
    proven_disc one;
    if (k < disc.members.size()) one.members = {disc.members[k]};
    one.exponent = disc.exponent;
    one.bits = std::max(disc.bits, static_cast<int>(bits));
    shrink_to(one, found[k].centre.z, found[k].radius.x, digits_of(found[k]));
    parts.push_back(std::move(one));
  }
  return parts;
}

}  // namespace

std::vector<proven_disc> part(const polynomial& p, const proven_disc& disc, const std::vector<proven_disc>& others,
                              std::int64_t most_bits, const session& context) {
  if (!std::isfinite(disc.radius)) return {};
  std::int64_t roots = disc.multiplicity;
  for (const proven_disc& other : others) roots += other.multiplicity;
  if (roots != p.degree()) return {};
  std::vector<exact_circle> circles;
  for (const proven_disc& other : others) {
    if (!std::isfinite(other.radius)) return {};
    exact_circle c;
    set_disc(c.centre.z, c.radius.x, other);
    circles.push_back(c);
  }
  arb_polynomial_cache source(p);
  const auto degree = static_cast<double>(p.degree());
  for (slong bits = std::max<slong>(256, disc.bits); !context.must_stop(); bits *= 2) {
    if (most_bits > 0 && bits > most_bits) break;
    bool is_hopeless = false;
    std::vector<proven_disc> parts = attempt_to_part(source, degree, disc, circles, bits, is_hopeless, context);
    if (is_hopeless) break;
    if (parts.empty()) continue;
    // Discs that are apart may be larger than asked for.
    sharpen_all(p, parts, context.options.digits, context);
    return parts;
  }
  return {};
}

bool part_among(const polynomial& p, std::vector<proven_disc>& discs, std::size_t& k, std::int64_t most_bits,
                const session& context) {
  constexpr std::int64_t most_together = 1000;
  exact_circle all, other;
  proven_disc whole = discs[k];
  set_disc(all.centre.z, all.radius.x, whole);
  std::vector<char> is_taken(discs.size(), 0);
  is_taken[k] = 1;
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t j = 0; j < discs.size(); ++j) {
      if (is_taken[j] != 0 || !std::isfinite(discs[j].radius)) continue;
      set_disc(other.centre.z, other.radius.x, discs[j]);
      if (are_disjoint(all, other)) continue;
      complex_ball apart;
      real_ball reach;
      acb_sub(apart.z, all.centre.z, other.centre.z, 64);
      acb_abs(reach.x, apart.z, 64);
      arb_add(reach.x, reach.x, other.radius.x, 64);
      arb_max(all.radius.x, all.radius.x, reach.x, 64);
      round_up(all.radius.x);
      whole.multiplicity += discs[j].multiplicity;
      whole.members.insert(whole.members.end(), discs[j].members.begin(), discs[j].members.end());
      whole.bits = std::max(whole.bits, discs[j].bits);
      is_taken[j] = 1;
      grows = true;
    }
  }
  if (whole.multiplicity > most_together) return false;
  if (whole.multiplicity > discs[k].multiplicity) shrink_to(whole, all.centre.z, all.radius.x, 0);
  std::vector<proven_disc> others;
  std::size_t place = 0;
  for (std::size_t j = 0; j < discs.size(); ++j) {
    if (j == k) place = others.size();
    if (is_taken[j] == 0) others.push_back(discs[j]);
  }
  const std::vector<proven_disc> parts = part(p, whole, others, most_bits, context);
  if (parts.empty()) return false;
  others.insert(others.begin() + static_cast<std::ptrdiff_t>(place), parts.begin(), parts.end());
  discs = std::move(others);
  k = place + parts.size() - 1;
  return true;
}

#else

std::vector<proven_disc> part(const polynomial&, const proven_disc&, const std::vector<proven_disc>&, std::int64_t,
                              const session&) {
  return {};
}
bool part_among(const polynomial&, std::vector<proven_disc>&, std::size_t&, std::int64_t, const session&) {
  return false;
}

#endif

}  // namespace vieta
