#include "roots/region/region.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "base/number.hpp"
#include "exact/arithmetic.hpp"
#include "exact/representation.hpp"
#include "roots/answer/margins.hpp"
#include "roots/ladder/sharpening.hpp"
#include "roots/region/border_number.hpp"
#include "roots/sweep/scaled.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

constexpr double qd_error = 0x1p-190;  // of the few operations here, relative to their operands
constexpr double rounding = 0x1p-52;   // at least the relative distance of a number from the nearest double
constexpr std::int64_t largest_exponent = 900;

// A number as an interval: centre +- radius.
struct interval {
  qd centre;
  double radius = 0;
};

// A coordinate, and the same times a power of two that keeps it from underflow: the side of a border through 0 is known
// however near it is.
struct coordinate {
  interval scaled, bare;
};
coordinate operator-(const coordinate& x) {
  return {{-x.scaled.centre, x.scaled.radius}, {-x.bare.centre, x.bare.radius}};
}

// Where all of the interval lies relative to {x >= bound}; `is_near`: the double is the nearest one of the bound.
membership above(const coordinate& of, double bound, bool is_near) {
  if (std::isinf(bound)) return bound < 0 ? membership::inside : membership::outside;
  const interval& x = bound == 0 ? of.bare : of.scaled;
  const double distance = (x.centre - qd(bound)).x0;
  const double unknown = is_near ? rounding * std::abs(bound) : 0;
  const double slack = x.radius == 0 && distance == 0
                           ? unknown
                           : x.radius * up + unknown + qd_error * (std::abs(x.centre.x0) + std::abs(bound));
  // Without `unknown` what touches the border is inside.
  if (is_near ? distance > slack : distance >= slack) return membership::inside;
  return distance < -slack ? membership::outside : membership::unclear;
}
// Between two sides, of which some are known to be met.
membership least_side(const coordinate& x, double least, const std::string& text, bool is_on) {
  return is_on ? membership::inside : above(x, least, !text.empty());
}
membership most_side(const coordinate& x, double most, const std::string& text, bool is_on) {
  return is_on ? membership::inside : above(-x, -most, !text.empty());
}

membership in_disc(const interval& re, const interval& im, const roots_region::disc& d) {
  const double size = std::abs(re.centre.x0) + std::abs(im.centre.x0) + std::abs(d.centre.real()) +
                      std::abs(d.centre.imag()) + d.radius + std::max(re.radius, im.radius);
  // In units of the size, so that squares neither overflow nor vanish.
  const double unit = scale_by(1.0, -std::max(std::ilogb(size), -1000));  // of 0 it is the least integer
  const double radius = std::max(re.radius, im.radius) * unit * up, wanted = d.radius * unit;
  const qd dx = scale(re.centre, unit) - qd(d.centre.real() * unit),
           dy = scale(im.centre, unit) - qd(d.centre.imag() * unit);
  const qd squared = dx * dx + dy * dy;
  // The size is below 2; limbs next to 2^-1074 lost bits. Each double beside a text is off by `rounding` / 2 at most.
  const bool is_near = !(d.exact_re.empty() && d.exact_im.empty() && d.exact_radius.empty());
  const double slack = 8 * (qd_error + 0x1p-1060 * unit + (is_near ? 2 * rounding : 0));
  // r - radius and r + radius, as sums of two doubles.
  const qd less = qd(wanted) - qd(radius), more = qd(wanted) + qd(radius);
  if (less.x0 >= 0 && (less * less - squared).x0 >= slack) return membership::inside;
  return (squared - more * more).x0 > slack ? membership::outside : membership::unclear;
}

std::string spelled(double x) { return report::shortest(x); }

void check_number(double x, const char* argument, bool may_be_infinite) {
  constexpr double least = 0x1p-800, most = 0x1p400;
  const bool fits = x == 0 || (std::abs(x) >= least && std::abs(x) <= most) || (may_be_infinite && std::isinf(x));
  if (!fits)
    throw error(std::string(argument) + ": found " + spelled(x) +
                ", expected numbers whose moduli are 0 or from 2^-800 to 2^400" +
                (may_be_infinite ? ", or infinite" : ""));
}

// p(x + z) / (x^multiplicity) has a constant term, and no coefficient is below: synthetic division, Re and Im exact.
class exact_division {
 public:
  exact_division(const polynomial& p, std::complex<double> z)
      : re_(exact::from_double(z.real())), im_(exact::from_double(z.imag())) {
    const polynomial::representation& data = p.data();
    terms_.resize(static_cast<std::size_t>(data.degree) + 1);
    for (std::size_t t = 0; t < data.size(); ++t) {
      const auto [re, im] = coefficient(data, t);
      terms_[static_cast<std::size_t>(data.exponent(t))] = {re, im};
    }
  }
  // Divides by x - z; whether nothing remains.
  bool divide() {
    number carry;
    for (std::size_t k = terms_.size(); k-- > 0;) {
      number next = terms_[k];
      next.re = exact::add(next.re, exact::subtract(exact::multiply(carry.re, re_), exact::multiply(carry.im, im_)));
      next.im = exact::add(next.im, exact::add(exact::multiply(carry.re, im_), exact::multiply(carry.im, re_)));
      terms_[k] = carry;
      carry = std::move(next);
    }
    terms_.pop_back();
    return carry.re.is_zero() && carry.im.is_zero();
  }

 private:
  struct number {
    exact::real re, im;
  };
  static number coefficient(const polynomial::representation& data, std::size_t t) {
    if (data.is_exact()) return {data.exact_re[t], data.exact_im.empty() ? exact::real{} : data.exact_im[t]};
    return {exact::from_double(data.re[t]), data.im.empty() ? exact::real{} : exact::from_double(data.im[t])};
  }
  exact::real re_, im_;
  std::vector<number> terms_;  // ascending
};

// Bits that z adds to a number each time it is multiplied.
std::int64_t bits_of(double x) {
  if (x == 0) return 0;
  const exact::real r = exact::from_double(x);
  return exact::bit_length(r.numerator) + std::abs(r.binary_exponent);
}

}  // namespace

void validate(const roots_region& region) {
  if (region.in_disc) {
    check_number(region.in_disc->centre.real(), "in_disc", false);
    check_number(region.in_disc->centre.imag(), "in_disc", false);
    check_number(region.in_disc->radius, "in_disc", false);
    if (region.in_disc->radius < 0 ||
        border_of(region.in_disc->radius, region.in_disc->exact_radius).least.numerator < 0)
      throw error("in_disc: found the radius " + spelled(region.in_disc->radius) + ", expected 0 or more");
  }
  if (!region.in_box) return;
  const roots_region::box& b = *region.in_box;
  for (const double x : {b.re0, b.re1, b.im0, b.im1}) check_number(x, "in_box", true);
  const auto ordered = [](double least, double most, const std::string& least_text, const std::string& most_text,
                          const std::string& names) {
    bool fits = least <= most && least != INFINITY && most != -INFINITY;
    if (fits && least == most)  // the texts may differ
      fits = exact::compare(border_of(least, least_text).least, border_of(most, most_text).most) <= 0;
    const auto shown = [](double x, const std::string& text) { return text.empty() ? spelled(x) : text; };
    if (!fits)
      throw error("in_box: found " + shown(least, least_text) + ", " + shown(most, most_text) + ", expected " + names +
                  ", and finite numbers between them");
  };
  ordered(b.re0, b.re1, b.exact_re0, b.exact_re1, "re0 <= re1");
  ordered(b.im0, b.im1, b.exact_im0, b.exact_im1, "im0 <= im1");
}

membership place_of(const roots_region& region, const complex<qd>& centre, std::int64_t exponent, double radius,
                    bool is_real, unsigned borders, const sharp_disc* sharp) {
  if (!(radius < INFINITY)) return membership::unclear;
  is_real = is_real || (borders & on_real_axis) != 0;
  // Farther from 1 than any border of a region nothing changes any more.
  const std::int64_t shift = std::clamp(exponent, -largest_exponent, largest_exponent);
  const double unit = scale_by(1.0, shift), size = scale_by(radius * up, shift);
  if (!(size < 0x1p1000)) return membership::unclear;
  const coordinate re = {{scale(centre.re, unit), size}, {centre.re, radius * up}};
  const coordinate im = is_real ? coordinate{} : coordinate{{scale(centre.im, unit), size}, {centre.im, radius * up}};
  membership place = membership::inside;
  if (region.real_only && !is_real) place = both(above(im, 0, false), above(-im, 0, false));
  if (region.in_box) {
    const roots_region::box& b = *region.in_box;
    place = both(place, both(least_side(re, b.re0, b.exact_re0, (borders & on_left) != 0),
                             most_side(re, b.re1, b.exact_re1, (borders & on_right) != 0)));
    place = both(place, both(least_side(im, b.im0, b.exact_im0, (borders & on_bottom) != 0),
                             most_side(im, b.im1, b.exact_im1, (borders & on_top) != 0)));
  }
  constexpr std::int64_t most_bits = 20'000;  // that exact sums may take
  if (region.in_disc && (borders & on_circle) == 0) {
    membership there = in_disc(re.scaled, im.scaled, *region.in_disc);
    if (there == membership::unclear && std::abs(exponent) < most_bits) {
      const exact::real exact_im = is_real ? exact::real{} : exact_value(centre.im, exponent);
      there = exactly_in_disc({exact_value(centre.re, exponent), exact_im, exact_value(qd(radius), exponent)},
                              *region.in_disc);
    }
    place = both(place, there);
  }
  if (place != membership::unclear || std::abs(exponent) >= most_bits) return place;
  if (has_texts(region)) {
    const exact::real exact_im = is_real ? exact::real{} : exact_value(centre.im, exponent);
    place = exactly_in_region(region, {exact_value(centre.re, exponent), exact_im, exact_value(qd(radius), exponent)},
                              is_real, borders);
  }
  if (place != membership::unclear || sharp == nullptr) return place;
  exact::real own_radius = exact::from_double(sharp->radius);
  own_radius.binary_exponent += sharp->radius_exponent;
  return exactly_in_region(region, {sharp->re, is_real ? exact::real{} : sharp->im, own_radius}, is_real, borders);
}

membership place_of(const roots_region& region, const proven_disc& disc, bool is_real) {
  return place_of(region, disc.centre, disc.exponent, disc.radius, is_real, disc.borders, disc.sharp.get());
}

bool is_exact_root(const polynomial& p, std::complex<double> z, std::int64_t multiplicity) {
  constexpr std::int64_t largest_degree = 2000, most_bits = 20'000;
  if (p.degree() > largest_degree || multiplicity > p.degree()) return false;
  if ((bits_of(z.real()) + bits_of(z.imag())) * p.degree() > most_bits) return false;
  exact_division division(p, z);
  for (std::int64_t k = 0; k < multiplicity; ++k) {
    if (!division.divide()) return false;
  }
  return !division.divide();
}

void sharpen_in_region(const polynomial& p, std::vector<proven_disc>& discs, const session& context) {
  constexpr std::size_t few = 64;
  const double tolerance = 0.75 * std::pow(10.0, -std::min(context.options.digits, 15));
  std::vector<std::size_t> chosen;
  std::vector<proven_disc> large;
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const proven_disc& disc = discs[i];
    if (!(disc.relative_radius() > tolerance) || !(disc.radius < INFINITY)) continue;
    if (place_of(context.options.region, disc, false) == membership::outside) continue;
    chosen.push_back(i);
    large.push_back(disc);
  }
  if (large.size() > few) return;
  sharpen_all(p, large, std::max(context.options.digits, 17), context);
  for (std::size_t k = 0; k < chosen.size(); ++k) discs[chosen[k]] = large[k];
}

void refine_at_border(const polynomial& p, std::vector<proven_disc>& discs, const session& context) {
  const roots_region& region = context.options.region;
  if (region.is_plane()) return;
  // Symmetry tells which roots of a real polynomial are real; if that is all it takes there is nothing to do here.
  const auto meets_border = [&](const proven_disc& disc) {
    if (place_of(region, disc, false) != membership::unclear) return false;
    const bool crosses_axis = std::abs(disc.centre.im.x0) <= disc.radius;
    return !(p.is_real() && crosses_axis && disc.holds_one_root()) ||
           place_of(region, disc, true) == membership::unclear;
  };
  std::vector<std::size_t> chosen;
  std::vector<proven_disc> unclear;
  const auto collect = [&] {
    chosen.clear();
    unclear.clear();
    for (std::size_t i = 0; i < discs.size(); ++i) {
      if (!(discs[i].radius < INFINITY) || discs[i].leading() == 0.0 || !meets_border(discs[i])) continue;
      chosen.push_back(i);
      unclear.push_back(discs[i]);
    }
  };
  for (const int digits : {30, 56}) {
    collect();
    if (unclear.empty() || context.must_stop() || context.options.uncertainty > 0) return;
    sharpen_all(p, unclear, std::max(digits, context.options.digits), context);
    for (std::size_t k = 0; k < chosen.size(); ++k) discs[chosen[k]] = unclear[k];
  }
  collect();
  for (const std::size_t i : chosen) {
    proven_disc& disc = discs[i];
    const std::complex<double> z = scale_by(disc.leading(), disc.exponent);
    const bool fits = std::abs(disc.exponent) < largest_exponent && disc.relative_radius() < 0x1p-60;
    // Parts that are rounding errors beside the other one.
    const double tiny = 0x1p-60 * std::abs(z);
    const std::complex<double> nearest(std::abs(z.real()) < tiny ? 0.0 : z.real(),
                                       std::abs(z.imag()) < tiny ? 0.0 : z.imag());
    if (!fits || !is_exact_root(p, nearest, disc.multiplicity)) continue;
    const std::complex<double> mantissa = scale_by(nearest, -disc.exponent);
    // It is the root in this disc, which holds as many as it is one.
    const double apart =
        std::hypot((disc.centre.re - qd(mantissa.real())).x0, (disc.centre.im - qd(mantissa.imag())).x0);
    if (!(apart * up <= disc.radius)) continue;
    disc.centre = {qd(mantissa.real()), qd(mantissa.imag())};
    disc.radius = 0;
    disc.sharp.reset();
  }
}

}  // namespace vieta
