#include "roots/region/border.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "exact/arithmetic.hpp"
#include "roots/ladder/node_ball.hpp"
#include "roots/ladder/sharpening.hpp"
#include "roots/region/algebraic_border.hpp"
#include "roots/region/border_number.hpp"
#include "roots/region/border_polynomial.hpp"
#include "roots/region/region.hpp"
#include "vieta/error.hpp"

namespace vieta {

#ifdef VIETA_HAVE_ARB

namespace {

using exact::complex_ball;
using exact::real_ball;

// Those that are known exactly.
std::vector<border_curve> curves_of(const roots_region& region, bool is_real) {
  std::vector<border_curve> curves;
  const auto add_line = [&](border_curve::kind is, double near, const std::string& text, std::uint8_t meaning) {
    if (text.empty() && std::isinf(near)) return;
    const border_number position = border_of(near, text);
    if (!position.is_exact) return;
    for (border_curve& c : curves) {
      if (c.is == is && exact::compare(c.position, position.least) == 0) {
        c.meaning |= meaning;
        return;
      }
    }
    border_curve line;
    line.is = is;
    line.position = position.least;
    line.near_position = near;
    line.meaning = meaning;
    curves.push_back(std::move(line));
  };
  using enum border_curve::kind;
  add_line(vertical, 0, {}, on_imaginary_axis);
  // The roots of real polynomials are real or in pairs, which their discs tell.
  if (region.real_only || !is_real) add_line(horizontal, 0, {}, on_real_axis);
  if (const auto& b = region.in_box) {
    add_line(vertical, b->re0, b->exact_re0, on_left);
    add_line(vertical, b->re1, b->exact_re1, on_right);
    const auto on_axis = [](double near, std::uint8_t meaning) {
      return static_cast<std::uint8_t>(near == 0 ? meaning | on_real_axis : meaning);
    };
    add_line(horizontal, b->im0, b->exact_im0, on_axis(b->im0, on_bottom));
    add_line(horizontal, b->im1, b->exact_im1, on_axis(b->im1, on_top));
  }
  if (region.in_disc && region.in_disc->radius > 0) {
    const roots_region::disc& d = *region.in_disc;
    const border_number re = border_of(d.centre.real(), d.exact_re), im = border_of(d.centre.imag(), d.exact_im),
                        radius = border_of(d.radius, d.exact_radius);
    if (!re.is_exact || !im.is_exact || !(radius.is_exact || radius.square)) return curves;
    border_curve c;
    c.is = circle;
    c.centre_re = re.least, c.centre_im = im.least, c.radius = radius.square.value_or(radius.least);
    c.is_root = radius.square.has_value();
    c.near_centre = d.centre, c.near_radius = d.radius;
    c.meaning = on_circle;
    if (c.is_root && !(is_real && im.least.is_zero())) c.turn_re = 2, c.turn_im = 1;  // decision::turned says which
    curves.push_back(std::move(c));
  }
  return curves;
}

// A disc in doubles, larger by what that loses; infinite where doubles do not reach.
struct rough_disc {
  std::complex<double> centre;
  double radius = 0;

  explicit rough_disc(const proven_disc& disc) : centre(scale_by(disc.leading(), disc.exponent)) {
    radius = scale_by(disc.radius, disc.exponent) * (1 + 0x1p-40) + 0x1p-50 * std::abs(centre) + 0x1p-1000;
    if (!std::isfinite(std::abs(centre)) || !(radius < INFINITY)) radius = INFINITY;
  }
};

// Bits; of an exact point as many as anybody wants.
slong accuracy_of(const acb_t x) { return std::clamp<slong>(acb_rel_accuracy_bits(x), 0, 1 << 17); }

class decision {
 public:
  decision(const polynomial& p, std::vector<proven_disc>& discs, const session& context)
      : p_(p), discs_(discs), context_(context) {
    for (const proven_disc& disc : discs) rough_.emplace_back(disc);
  }

  void run() {
    const roots_region& region = context_.options.region;
    for (border_curve& curve : curves_of(region, p_.is_real())) {
      if (curve.is_turned()) turn(curve);
      for (const std::size_t i : on(curve)) discs_[i].borders |= curve.meaning;
    }
    if (region.is_plane()) return;
    decide_point();
    if (region.in_box) decide_square_roots(*region.in_box);
    decide_radicals(region);
    for (std::size_t i = 0; i < discs_.size(); ++i) settle(i);
  }

 private:
  // What is on an axis is told for all; what is on a border only where that matters.
  [[nodiscard]] bool matters(const border_curve& curve, std::size_t i) const {
    if ((curve.meaning & (on_imaginary_axis | on_real_axis)) != 0) return true;
    return place_of(context_.options.region, discs_[i], false) == membership::unclear;
  }
  [[nodiscard]] bool may_meet(const border_curve& curve, std::size_t i) const {
    const rough_disc& d = rough_[i];
    const double slack = d.radius + 0x1p-45 * (std::abs(d.centre) + std::abs(curve.near_position));
    if (curve.is == border_curve::kind::vertical) return !(std::abs(d.centre.real() - curve.near_position) > slack);
    if (curve.is == border_curve::kind::horizontal) return !(std::abs(d.centre.imag() - curve.near_position) > slack);
    const double more = slack + 0x1p-45 * (std::abs(curve.near_centre) + curve.near_radius);
    return !(std::abs(std::abs(d.centre - curve.near_centre) - curve.near_radius) > more);
  }

  // A line in which no root next to the circle has another one, or itself, as its mirror image, and by far.
  void turn(border_curve& curve) const {
    constexpr int turns[][2] = {{2, 1}, {3, 2}, {4, 1}, {5, 2}, {7, 3}, {8, 3}, {9, 7}, {11, 2}, {13, 6}, {17, 9}};
    double best = -1;
    border_curve tried = curve;
    for (const auto& [re, im] : turns) {
      tried.turn_re = re, tried.turn_im = im;
      double least = INFINITY;
      for (std::size_t i = 0; i < discs_.size(); ++i) {
        if (!may_meet(curve, i)) continue;
        for (const rough_disc& other : rough_)
          least = std::min(least, std::abs(tried.mirror_in_line(other.centre) - rough_[i].centre) - other.radius);
      }
      if (least > best) best = least, curve.turn_re = re, curve.turn_im = im;
    }
  }

  // A disc of radius 0 is where two lines meet.
  void decide_point() {
    const auto& d = context_.options.region.in_disc;
    if (!d || d->radius != 0) return;
    const border_number re = border_of(d->centre.real(), d->exact_re), im = border_of(d->centre.imag(), d->exact_im);
    if (!re.is_exact || !im.is_exact) return;
    border_curve line;
    line.position = re.least, line.near_position = d->centre.real();
    const std::vector<std::size_t> on_vertical = on(line);
    if (on_vertical.empty()) return;
    line.is = border_curve::kind::horizontal;
    line.position = im.least, line.near_position = d->centre.imag();
    for (const std::size_t i : on(line))
      if (std::find(on_vertical.begin(), on_vertical.end(), i) != on_vertical.end()) discs_[i].borders |= on_circle;
  }

  // Sides of a box at square roots s = r^(1/2) of fractions: real roots s, and roots i s, of real polynomials, which
  // are those of x^2 - r and x^2 + r. (Another root on such a line stays at the border.)
  void decide_square_roots(const roots_region::box& b) {
    const auto decide = [&](double near, const std::string& text, bool is_vertical, std::uint8_t meaning) {
      if (text.empty()) return;
      const border_number side = border_of(near, text);
      if (!side.square || !knows_integers() || !integers_->im.is_zero()) return;
      if (!is_divisible(integers_->re.p, *side.square, is_vertical)) return;
      complex_ball root;
      arb_ptr part = is_vertical ? acb_realref(root.z) : acb_imagref(root.z);
      for (std::size_t i = 0; i < discs_.size(); ++i) {
        const proven_disc& disc = discs_[i];
        if (!disc.holds_one_root() || !std::isfinite(disc.radius) || disc.leading() == 0.0) continue;
        const slong bits = 256 + 4 * static_cast<slong>(disc.sharp ? disc.sharp->digits : 60);
        exact::set_arb(part, *side.square, bits);
        arb_sqrt(part, part, bits);
        if (side.least.numerator < 0) arb_neg(part, part);
        complex_ball centre;
        real_ball radius, distance;
        set_disc(centre.z, radius.x, disc);
        acb_sub(centre.z, centre.z, root.z, bits);
        acb_abs(distance.x, centre.z, bits);
        if (arb_lt(distance.x, radius.x)) discs_[i].borders |= meaning;
      }
    };
    decide(b.re0, b.exact_re0, true, on_left);
    decide(b.re1, b.exact_re1, true, on_right);
    decide(b.im0, b.exact_im0, false, on_bottom);
    decide(b.im1, b.exact_im1, false, on_top);
  }

  // Lines and circles at other roots of fractions.
  void decide_radicals(const roots_region& region) {
    const auto decide = [&](border_curve curve, double near, const std::string& text, std::uint8_t meaning) {
      if (text.empty()) return;
      const border_number number = border_of(near, text);
      if (!number.root || !knows_integers()) return;
      curve.meaning = meaning, curve.near_position = near, curve.near_radius = near;
      std::vector<std::size_t> near_it;
      for (std::size_t i = 0; i < discs_.size(); ++i) {
        const proven_disc& disc = discs_[i];
        if (disc.holds_one_root() && std::isfinite(disc.radius) && disc.leading() != 0.0 &&
            (disc.borders & meaning) == 0 && may_meet(curve, i) && matters(curve, i))
          near_it.push_back(i);
      }
      if (near_it.empty()) return;
      const algebraic_border border(*integers_, curve, *number.root);
      if (!border.is_known()) return;
      for (const std::size_t i : near_it)
        if (is_on(border, i)) discs_[i].borders |= meaning;
    };
    border_curve line;
    if (const auto& b = region.in_box) {
      decide(line, b->re0, b->exact_re0, on_left);
      decide(line, b->re1, b->exact_re1, on_right);
      line.is = border_curve::kind::horizontal;
      decide(line, b->im0, b->exact_im0, on_bottom);
      decide(line, b->im1, b->exact_im1, on_top);
    }
    if (const auto& d = region.in_disc) {
      const border_number re = border_of(d->centre.real(), d->exact_re), im = border_of(d->centre.imag(), d->exact_im);
      border_curve circle;
      circle.is = border_curve::kind::circle;
      circle.centre_re = re.least, circle.centre_im = im.least, circle.near_centre = d->centre;
      if (re.is_exact && im.is_exact) decide(circle, d->radius, d->exact_radius, on_circle);
    }
  }

  bool is_on(const algebraic_border& border, std::size_t i) {
    for (int digits = std::max(32, context_.options.digits); digits < 1 << 11 && !context_.must_stop(); digits *= 2) {
      const complex_ball ball = ball_of(i);
      const algebraic_border::side side =
          border.of_root_in(ball.z, 4 * static_cast<slong>(digits) + 128 + 2 * static_cast<slong>(p_.degree()));
      if (side != algebraic_border::side::unclear) return side == algebraic_border::side::on;
      if (!refine(i, digits)) return false;
    }
    return false;
  }

  // Of p; for a line through 0 those of p(unit y) are as good.
  bool knows_integers(bool is_through_zero = false) {
    if (!integers_) {
      integers_.emplace();
      can_be_integers_ = to_integers(p_, *integers_, &unit_);
    }
    return can_be_integers_ && (is_through_zero || has_plain_unit());
  }
  [[nodiscard]] bool has_plain_unit() const { return unit_.tens == 0 && unit_.twos == 0; }

  void divide_by_unit(complex_ball& x, slong bits) const {
    if (has_plain_unit()) return;
    exact::big_integer exponent;
    real_ball power;
    exact::set_fmpz(exponent.n, -unit_.tens);
    arb_set_ui(power.x, 10);
    arb_pow_fmpz(power.x, power.x, exponent.n, bits);
    acb_mul_arb(x.z, x.z, power.x, bits);
    exact::set_fmpz(exponent.n, -unit_.twos);
    acb_mul_2exp_fmpz(x.z, x.z, exponent.n);
  }

  // The roots on a curve, of those for which it matters.
  std::vector<std::size_t> on(const border_curve& curve) {
    constexpr std::size_t most_pairs = 400'000'000;
    std::vector<std::size_t> near, found;
    for (std::size_t i = 0; i < discs_.size(); ++i) {
      const proven_disc& disc = discs_[i];
      if (disc.holds_one_root() && std::isfinite(disc.radius) && disc.leading() != 0.0 && may_meet(curve, i) &&
          matters(curve, i))
        near.push_back(i);
    }
    if (near.empty() || near.size() * discs_.size() > most_pairs) return found;
    if (!knows_integers(curve.is != border_curve::kind::circle && curve.position.is_zero())) return found;
    const border_polynomial from(*integers_, curve);
    if (!from.is_known()) return found;
    for (const std::size_t i : near) {
      if (context_.must_stop()) break;
      if (is_on(curve, from, i)) found.push_back(i);
    }
    return found;
  }

  bool is_on(const border_curve& curve, const border_polynomial& from, std::size_t i) {
    // 2^16 digits: a bound that only roots reach which are nearer to each other than any example known.
    for (int digits = std::max(32, context_.options.digits); digits < 1 << 16 && !context_.must_stop(); digits *= 2) {
      const slong bits = 4 * static_cast<slong>(digits) + 128 + 2 * static_cast<slong>(p_.degree());
      complex_ball ball = ball_of(i);
      if (!meets(curve, ball)) return false;
      divide_by_unit(ball, bits);
      const border_polynomial::side side = from.of_root_in(ball.z, bits);
      if (side == border_polynomial::side::rest) return false;
      if (side == border_polynomial::side::common && mirrors_itself(curve, i)) return true;
      if (!refine(i, digits)) return false;
    }
    return false;
  }

  [[nodiscard]] complex_ball ball_of(std::size_t i) const {
    complex_ball ball;
    real_ball radius;
    set_disc(ball.z, radius.x, discs_[i]);
    add_error(ball, radius);
    return ball;
  }
  static void add_error(complex_ball& ball, const real_ball& radius) {
    arb_add_error(acb_realref(ball.z), radius.x);
    arb_add_error(acb_imagref(ball.z), radius.x);
  }
  static bool meets(const border_curve& curve, const complex_ball& ball) {
    complex_ball w;
    curve.to_axis(w.z, ball.z, 128 + accuracy_of(ball.z));
    return !acb_is_finite(w.z) || arb_contains_zero(acb_imagref(w.z));
  }

  // No disc but the i-th itself meets its mirror image.
  [[nodiscard]] bool mirrors_itself(const border_curve& curve, std::size_t i) const {
    const rough_disc& own = rough_[i];
    if (curve.is == border_curve::kind::circle && !(own.radius < 0.1 * curve.near_radius)) return false;
    const std::complex<double> there = curve.mirror(own.centre);
    // A circle's reflection stretches by (r / |x - c|)^2, which is about 1 here: the disc is next to the circle.
    const double slack =
        3 * own.radius + 0x1p-40 * (std::abs(own.centre) + std::abs(there) + std::abs(curve.near_position) +
                                    std::abs(curve.near_centre) + curve.near_radius);
    std::optional<complex_ball> image;
    for (std::size_t j = 0; j < discs_.size(); ++j) {
      if (j == i || std::abs(rough_[j].centre - there) > slack + rough_[j].radius) continue;
      if (!std::isfinite(discs_[j].radius)) return false;
      complex_ball centre, difference;
      real_ball radius, distance;
      if (!image) {
        image.emplace();
        const complex_ball ball = ball_of(i);
        curve.mirror(image->z, ball.z, 256 + accuracy_of(ball.z));
      }
      set_disc(centre.z, radius.x, discs_[j]);
      acb_sub(difference.z, image->z, centre.z, 256 + accuracy_of(image->z));
      acb_abs(distance.x, difference.z, 128);
      if (!arb_gt(distance.x, radius.x)) return false;
    }
    return !curve.is_turned() || mirrors_no_other(curve, i);
  }

  // The image of the i-th disc in a circle is that of no disc in the line.
  [[nodiscard]] bool mirrors_no_other(const border_curve& curve, std::size_t i) const {
    complex_ball image;
    const complex_ball ball = ball_of(i);
    const slong bits = 256 + accuracy_of(ball.z);
    curve.mirror(image.z, ball.z, bits);
    for (const proven_disc& disc : discs_) {
      if (!std::isfinite(disc.radius)) return false;
      complex_ball other;
      real_ball radius, distance;
      set_disc(other.z, radius.x, disc);
      curve.mirror_in_line(other.z, other.z, bits);
      acb_sub(other.z, other.z, image.z, bits);
      acb_abs(distance.x, other.z, 128);
      if (!arb_gt(distance.x, radius.x)) return false;
    }
    return true;
  }

  bool refine(std::size_t i, int digits) {
    if (discs_[i].sharp && discs_[i].sharp->digits >= digits) return true;
    try {
      if (!sharpen(p_, discs_[i], digits, context_)) return false;
    } catch (const error&) {  // numbers too far apart to be added exactly: no digits tell
      return false;
    }
    rough_[i] = rough_disc(discs_[i]);
    return true;
  }

  // A root that is on no border comes clear of all of them.
  void settle(std::size_t i) {
    constexpr int most_digits = 1 << 12;
    proven_disc& disc = discs_[i];
    if (!disc.holds_one_root() || !std::isfinite(disc.radius) || disc.leading() == 0.0) return;
    const auto is_unclear = [&] {
      return place_of(context_.options.region, disc, false) == membership::unclear &&
             !(p_.is_real() && std::abs(disc.centre.im.x0) <= disc.radius &&
               place_of(context_.options.region, disc, true) != membership::unclear);
    };
    for (int digits = std::max(64, 2 * context_.options.digits); digits <= most_digits && is_unclear(); digits *= 2) {
      if (context_.must_stop() || !refine(i, digits)) return;
    }
  }

  const polynomial& p_;
  std::vector<proven_disc>& discs_;
  const session& context_;
  std::vector<rough_disc> rough_;
  std::optional<gaussian_polynomial> integers_;
  bool can_be_integers_ = false;
  unit_of_x unit_;
};

}  // namespace

void decide_borders(const polynomial& p, std::vector<proven_disc>& discs, const session& context) {
  std::int64_t roots = 0;
  for (const proven_disc& disc : discs) roots += disc.multiplicity;
  if (roots == p.degree()) decision(p, discs, context).run();  // a mirror image may be any of the roots
}

#else

void decide_borders(const polynomial&, std::vector<proven_disc>&, const session&) {}

#endif

}  // namespace vieta
