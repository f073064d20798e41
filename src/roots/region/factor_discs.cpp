#include "roots/region/factor_discs.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>

#include "exact/arb.hpp"
#include "roots/ladder/node_ball.hpp"
#include "roots/ladder/parting.hpp"
#include "roots/ladder/sharpening.hpp"
#include "roots/real_line/line_parts.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta {

#ifdef VIETA_HAVE_ARB

namespace {

// Cheap, and true of discs that meet.
bool may_meet(const proven_disc& a, const proven_disc& b) {
  const std::int64_t shift = std::clamp<std::int64_t>(b.exponent - a.exponent, -1000, 1000);
  const double distance = std::abs(a.leading() - scale_by(b.leading(), shift));
  return !(distance > (a.radius + scale_by(b.radius, shift)) * 1.01 + 0x1p-40 * std::abs(a.leading()));
}

bool discs_meet(const proven_disc& a, const proven_disc& b) {
  exact::complex_ball x, y;
  exact::real_ball r, s, distance;
  set_disc(x.z, r.x, a);
  set_disc(y.z, s.x, b);
  acb_sub(x.z, x.z, y.z, ARF_PREC_EXACT);
  acb_abs(distance.x, x.z, 64);
  arb_add(r.x, r.x, s.x, 64);
  return !arb_gt(distance.x, r.x);
}

// Whether the mirror image of `a` by the real axis meets `b`.
bool image_meets(const proven_disc& a, const proven_disc& b) {
  proven_disc image = a;
  image.centre.im = -image.centre.im;
  if (!may_meet(image, b)) return false;
  // Exact sums of numbers of quite different size take long.
  if (!(a.relative_radius() < 0.1) || !(b.relative_radius() < 0.1)) return true;
  exact::complex_ball x, y;
  exact::real_ball r, s, distance;
  set_disc(x.z, r.x, a);
  set_disc(y.z, s.x, b);
  acb_conj(x.z, x.z);
  acb_sub(x.z, x.z, y.z, ARF_PREC_EXACT);
  acb_abs(distance.x, x.z, 64);
  arb_add(r.x, r.x, s.x, 64);
  return !arb_gt(distance.x, r.x);
}

struct disc_place {
  double log2_modulus;
  std::size_t factor, disc;
};

// Where roots of one factor are anywhere they may be in any disc of another one.
void leave_unproven_beside_open_factors(std::vector<factor_discs>& factors) {
  std::vector<bool> is_open;
  for (const factor_discs& f : factors)
    is_open.push_back(
        std::any_of(f.discs.begin(), f.discs.end(), [](const auto& d) { return !(d.radius < INFINITY); }));
  for (std::size_t f = 0; f < factors.size(); ++f) {
    bool is_beside = false;
    for (std::size_t g = 0; g < factors.size(); ++g) is_beside = is_beside || (g != f && is_open[g]);
    if (!is_beside) continue;
    for (proven_disc& disc : factors[f].discs) disc.radius = INFINITY;
  }
}

// Roots of a factor that lie in one disc, close together beyond the digits asked for, are told apart where the disc
// meets one of another factor: a root between them would be in no disc that is known to hold it alone.
void part_clusters_beside_others(std::vector<factor_discs>& factors, const session& context) {
  constexpr std::int64_t most_together = 1000;
  for (std::size_t f = 0; f < factors.size(); ++f) {
    std::vector<proven_disc>& discs = factors[f].discs;
    const auto meets_another = [&](const proven_disc& disc) {
      for (std::size_t g = 0; g < factors.size(); ++g)
        if (g != f && std::any_of(factors[g].discs.begin(), factors[g].discs.end(),
                                  [&](const proven_disc& other) { return may_meet(disc, other); }))
          return true;
      return false;
    };
    for (std::size_t k = 0; k < discs.size() && !context.must_stop(); ++k) {
      const proven_disc& disc = discs[k];
      if (disc.holds_one_root() || disc.multiplicity > most_together || !(disc.radius < INFINITY) ||
          !meets_another(disc))
        continue;
      part_among(factors[f].factor, discs, k, 0, context);
    }
  }
}

// What stays together is put into one disc later (assembly.cpp): the union of two discs that meet holds the roots of
// both.
void part_known_discs(std::vector<factor_discs>& factors, const session& context) {
  constexpr std::size_t most_discs = 20'000;
  std::vector<disc_place> order;
  double widest = 0;
  for (std::size_t f = 0; f < factors.size(); ++f) {
    for (std::size_t k = 0; k < factors[f].discs.size(); ++k) {
      const proven_disc& disc = factors[f].discs[k];
      // Exact sums of numbers of quite different size take long, and such discs are small beside their distance.
      if (!(disc.relative_radius() < 0.1) || !disc.holds_one_root()) continue;
      order.push_back({std::log2(std::abs(disc.leading())) + static_cast<double>(disc.exponent), f, k});
      widest = std::max(widest, disc.relative_radius());
    }
  }
  if (order.size() > most_discs) return;
  std::sort(order.begin(), order.end(),
            [](const disc_place& a, const disc_place& b) { return a.log2_modulus < b.log2_modulus; });
  const double window = 4 * widest + 0x1p-20;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size() && order[j].log2_modulus - order[i].log2_modulus <= window; ++j) {
      if (order[i].factor == order[j].factor) continue;
      factor_discs &a = factors[order[i].factor], &b = factors[order[j].factor];
      proven_disc &first = a.discs[order[i].disc], &second = b.discs[order[j].disc];
      if (!(first.radius < INFINITY) || !(second.radius < INFINITY) || !may_meet(first, second)) continue;
      constexpr int most_digits = 1 << 20;
      for (int digits = std::max(32, context.options.digits); discs_meet(first, second) && digits < most_digits;
           digits *= 2) {
        if (context.must_stop()) break;
        if (first.radius > 0 && !sharpen(a.factor, first, digits, context)) break;
        if (second.radius > 0 && !sharpen(b.factor, second, digits, context)) break;
      }
    }
  }
}

}  // namespace

void part_discs_of_factors(std::vector<factor_discs>& factors, const session& context) {
  leave_unproven_beside_open_factors(factors);
  part_clusters_beside_others(factors, context);
  part_known_discs(factors, context);
}

void mark_real_roots(const polynomial& p, std::vector<proven_disc>& discs, const session& context) {
  constexpr std::size_t most_discs = 20'000;
  std::int64_t roots = 0;
  double widest = 0;
  std::vector<disc_place> order;
  for (std::size_t k = 0; k < discs.size(); ++k) {
    const proven_disc& disc = discs[k];
    if (!(disc.radius < INFINITY)) return;
    roots += disc.multiplicity;
    const double modulus = std::abs(disc.leading());
    order.push_back({modulus == 0 ? -INFINITY : std::log2(modulus) + static_cast<double>(disc.exponent), 0, k});
    widest = std::max(widest, disc.radius == 0 ? 0 : disc.relative_radius());
  }
  if (roots != p.degree() || order.size() > most_discs) return;  // the conjugate may be one that is not here
  std::sort(order.begin(), order.end(),
            [](const disc_place& a, const disc_place& b) { return a.log2_modulus < b.log2_modulus; });
  const double window = widest < 0.1 ? 4 * widest + 0x1p-20 : INFINITY;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < order.size(); ++i) {
    proven_disc& disc = discs[order[i].disc];
    if (!disc.holds_one_root() || !(std::abs(disc.centre.im.x0) <= disc.radius)) continue;
    const auto is_near = [&](std::size_t j) {
      return std::isinf(window) || std::abs(order[j].log2_modulus - order[i].log2_modulus) <= window;
    };
    bool is_alone = true;
    for (std::size_t j = i; is_alone && j-- > 0 && is_near(j);) is_alone = !image_meets(disc, discs[order[j].disc]);
    for (std::size_t j = i + 1; is_alone && j < order.size() && is_near(j); ++j)
      is_alone = !image_meets(disc, discs[order[j].disc]);
    if (is_alone)
      disc.borders |= on_real_axis;
    else
      open.push_back(order[i].disc);
  }
  if (!open.empty()) take_real_roots(p, discs, open, context);
}

#else

void mark_real_roots(const polynomial&, std::vector<proven_disc>&, const session&) {}

void part_discs_of_factors(std::vector<factor_discs>&, const session&) {}

#endif

}  // namespace vieta
