#include "roots/answer/assembly.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "base/number.hpp"
#include "base/parallel_for.hpp"
#include "roots/answer/assembly_entry.hpp"
#include "roots/answer/margins.hpp"
#include "roots/answer/write_roots.hpp"
#include "roots/region/region.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta {
namespace {

using entry = assembly_entry;

constexpr std::size_t entries_at_once = 512;

// The entry becomes its complex conjugate.
void mirror(entry& e) {
  e.centre.im = -e.centre.im;
  if (!e.sharp) return;
  sharp_disc sharp = *e.sharp;
  sharp.im.numerator = -sharp.im.numerator;
  e.sharp = std::make_shared<const sharp_disc>(std::move(sharp));
}

// The centre moves to the real axis; a disc that must cover what it covered grows by as much.
std::shared_ptr<const sharp_disc> projected(sharp_disc disc, bool grow) {
  const exact::expansion im = exact::to_expansion(disc.im);
  disc.im = {};
  if (grow) disc.radius = (disc.radius + scale_by(std::abs(im.limb[0]), im.exponent - disc.radius_exponent)) * up;
  return std::make_shared<const sharp_disc>(std::move(disc));
}

// visit(entry) for all, each by itself.
template <class Visit>
void for_each(std::vector<entry>& entries, int threads, const Visit& visit) {
  parallel_for(entries.size(), entries_at_once, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) visit(entries[i]);
  });
}

// Nothing but rounding may be between the discs, or less than `gap` times their radii.
bool may_touch(const entry& a, const entry& b, bool conjugate, double gap) {
  const double reach = (a.radius + scale_by(b.radius, b.exponent - a.exponent)) * (up + gap);
  if (distance(a, b, conjugate) * (1 - 0x1p-48) > reach) return false;
  return !(a.sharp || b.sharp) || !are_apart_exactly(a, b, conjugate);
}

// Real coefficients: the conjugate of a root is a root. If a disc's mirror image meets no disc but itself, its lone
// root is its own conjugate; if it meets exactly one other disc, that one holds the conjugates, and its centre may as
// well be ours. With uncertain coefficients the conjugates are roots of the conjugate polynomial, which is one of the
// set: a lone root is real for each real polynomial, and one of another lies in the disc and in its mirror image, thus
// still within the radius of the centre on the axis.
void use_symmetry(std::vector<entry>& entries, const polar_index& index, int threads) {
  if (std::any_of(entries.begin(), entries.end(), [](const entry& e) { return e.is_unproven(); }))
    return;  // the conjugate may be such a one
  const double largest = largest_relative_radius(entries, threads);
  std::vector<char> done(entries.size(), 0);
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    entry& e = entries[i];
    if (done[i] != 0) continue;
    std::uint32_t partner = i;
    int touched = 0;
    index.near(i, 2 * (e.relative_radius() + largest), [&](std::uint32_t j) {
      if (!may_touch(e, entries[j], true, 0)) return;
      partner = j;
      ++touched;
    });
    if (touched != 1) continue;
    if (partner == i) {
      // A cluster's disc moves to the axis and still covers what it covered.
      const bool is_lone = e.holds_one_root();
      if (!is_lone) e.radius = (e.radius + std::abs(e.centre.im.x0)) * up;
      e.centre.im = qd(0.0);
      if (e.sharp) e.sharp = projected(*e.sharp, !is_lone);
      e.is_real = is_lone;
    } else if (entries[partner].multiplicity == e.multiplicity && done[partner] == 0) {
      entry& other = entries[partner];
      const bool ours = e.relative_radius() <= other.relative_radius();
      entry& kept = ours ? e : other;
      entry& replaced = ours ? other : e;
      // What is known of one holds for the other, but for borders that are not their own mirror images.
      constexpr unsigned symmetric = on_left | on_right | on_imaginary_axis;
      kept.borders |= replaced.borders & symmetric;
      const unsigned own = (replaced.borders & ~symmetric) | (kept.borders & symmetric);
      const membership own_place = replaced.place;
      replaced = kept;
      replaced.borders = static_cast<std::uint8_t>(own);
      replaced.place = own_place;
      mirror(replaced);
      done[partner] = 1;
    }
    done[i] = 1;
  }
}

// Roots that exact arithmetic has told to lie on an axis: so do their centres then. The only root of a disc is as near
// to the centre's projection as to the centre.
void use_axes(std::vector<entry>& entries, int threads) {
  for_each(entries, threads, [&](entry& e) {
    if (!e.holds_one_root() || e.is_unproven()) return;
    if ((e.borders & on_real_axis) != 0 && !e.is_real) {
      e.is_real = true;
      e.centre.im = qd(0.0);
      if (e.sharp) e.sharp = projected(*e.sharp, false);
    }
    if ((e.borders & on_imaginary_axis) != 0 && !e.is_real) {
      e.is_imaginary = true;
      e.centre.re = qd(0.0);
      if (!e.sharp) return;
      sharp_disc sharp = *e.sharp;
      sharp.re = {};
      e.sharp = std::make_shared<const sharp_disc>(std::move(sharp));
    }
  });
}

// Where each disc lies, before rounding makes it larger. Roots without a place are nowhere for sure. Under uncertainty
// a real root is one of each real polynomial only: those of the others are anywhere in the disc, which has to lie in a
// shape as a whole.
void choose(std::vector<entry>& entries, const roots_options& options, int threads) {
  if (options.region.is_plane()) return;
  roots_region shapes = options.region;
  shapes.real_only = false;
  for_each(entries, threads, [&](entry& e) {
    if (e.is_unproven()) return;
    const bool on_axis_for_some = e.is_real && options.uncertainty > 0;
    const membership before = e.place;  // of each of the discs that were merged
    e.place = on_axis_for_some
                  ? place_of(shapes, e.centre, e.exponent, e.radius, false)
                  : place_of(options.region, e.centre, e.exponent, e.radius, e.is_real, e.borders, e.sharp.get());
    if (e.place == membership::unclear && options.uncertainty == 0) e.place = before;
  });
}

// At least the distance between the centre, which is a double, and the decimals that are printed for it.
double spelling_error(const entry& e) {
  const std::complex<double> value = scale_by(e.leading(), e.exponent);
  const double error = std::hypot(report::shortest_error(value.real()), report::shortest_error(value.imag()));
  return scale_by(error, -e.exponent) * up;
}

// The centre becomes a double, and the radius takes in what is lost, also where it is printed by the fewest digits that
// give the double back.
void round_to_double(entry& e) {
  const complex<qd> exact = e.centre;
  e.centre = {qd(exact.re.x0), qd(exact.im.x0)};
  const qd dx = exact.re - e.centre.re, dy = exact.im - e.centre.im;
  e.radius = (e.radius + std::hypot(dx.x0, dy.x0)) * up;
  e.radius = (e.radius + spelling_error(e)) * up;
}

// Rounds centres to `limbs` doubles; the radius takes in what is lost. One limb is printed by the fewest digits that
// give the double back, and the disc is to hold its roots about that decimal, too. A part that is nothing beside the
// radius is the noise of some iteration: i is the centre of a root of x^2 + 1, not i + 1e-148.
void round_centres(std::vector<entry>& entries, int limbs, int threads) {
  for_each(entries, threads, [&](entry& e) {
    const complex<qd> exact = e.centre;
    const auto rounded = [&](const qd& x, const qd& other) {
      if (std::fabs(x.x0) < e.radius * 0x1p-20 && std::fabs(other.x0) > e.radius) return qd(0.0);
      return limbs == 1 ? qd(x.x0) : x;
    };
    e.centre = {rounded(exact.re, exact.im), rounded(exact.im, exact.re)};
    const qd dx = exact.re - e.centre.re, dy = exact.im - e.centre.im;
    e.radius = (e.radius + std::hypot(dx.x0, dy.x0)) * up;
    if (limbs > 1) return;
    e.sharp.reset();  // the disc that is returned is another one from now on
    if (!e.is_unproven()) e.radius = (e.radius + spelling_error(e)) * up;
  });
}

// Whether two discs meet, or all but do. Of one limb: about the centres as they are printed, too.
bool meet(const entry& e, const entry& other, double gap, int limbs) {
  if (limbs > 1 || may_touch(e, other, false, gap)) return may_touch(e, other, false, gap);
  if (!may_touch(e, other, false, 1)) return false;  // a radius is no less than what spelling adds
  const double shift = scale_by(1.0, other.exponent - e.exponent);
  const double spelling = spelling_error(e) + spelling_error(other) * shift;
  return !(distance(e, other, false) > (e.radius + other.radius * shift + spelling) * up);
}

// Which discs meet others.
std::vector<char> find_overlaps(const std::vector<entry>& entries, const polar_index& index, double largest, double gap,
                                int limbs, int threads) {
  std::vector<char> overlaps(entries.size(), 0);
  parallel_for(entries.size(), entries_at_once, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const entry& e = entries[i];
      if (e.is_unproven()) continue;
      const double reach = (e.relative_radius() + largest) * (up + (limbs > 1 ? gap : 1));
      index.near(static_cast<std::uint32_t>(i), reach, [&](std::uint32_t j) {
        if (j != i && !entries[j].is_unproven() && meet(e, entries[j], gap, limbs)) overlaps[i] = 1;
      });
    }
  });
  return overlaps;
}

// Discs that overlap, or all but do, become one disc around both, with the sum of their multiplicities. The index may
// be that of the centres before they were rounded; it follows where discs are merged.
void merge_overlaps(std::vector<entry>& entries, polar_index& index, double gap, int limbs, int threads) {
  for (bool merged = true; merged;) {
    merged = false;
    const double largest = largest_relative_radius(entries, threads);
    const std::vector<char> overlaps = find_overlaps(entries, index, largest, gap, limbs, threads);
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
      entry& e = entries[i];
      if (overlaps[i] == 0 || e.gone) continue;
      index.near(i, (e.relative_radius() + largest) * (up + (limbs > 1 ? gap : 1)), [&](std::uint32_t j) {
        entry& other = entries[j];
        if (j == i || e.gone || other.gone || other.is_unproven() || !meet(e, other, gap, limbs)) return;
        const double apart = distance(e, other, false) * up;
        const std::shared_ptr<const sharp_disc> sharp = limbs > 1 ? joined(e, other) : nullptr;
        const bool both_real = e.centre.im.x0 == 0 && other.centre.im.x0 == 0;
        const double shift = scale_by(1.0, other.exponent - e.exponent);
        e.centre = {(e.centre.re + scale(other.centre.re, shift)) / 2.0,
                    (e.centre.im + scale(other.centre.im, shift)) / 2.0};
        if (both_real) e.centre.im = qd(0.0);
        e.radius = (0.5 * apart + std::max(e.radius, other.radius * shift)) * up;
        if (limbs == 1) round_to_double(e);  // others are compared with the disc that will be printed
        e.multiplicity += other.multiplicity;
        if (limbs == 1) e.discs += other.discs;
        e.is_real = e.is_imaginary = e.is_one_root = false;
        e.borders &= other.borders;
        if (e.place != other.place) e.place = membership::unclear;
        e.sharp = sharp;
        other.gone = true;
        merged = true;
      });
    }
    if (!merged) break;
    std::erase_if(entries, [](const entry& e) { return e.gone; });
    index = make_index(entries, threads);
  }
}

entry to_entry(const proven_disc& disc) {
  entry e;
  e.centre = disc.centre;
  e.exponent = disc.exponent;
  e.radius = disc.radius;
  e.multiplicity = disc.multiplicity;
  e.is_one_root = disc.is_one_root;
  e.borders = disc.borders;
  e.sharp = disc.sharp;
  return e;
}

// One disc around everything, where that says more than what there is. Returns whether it does.
bool enclose(std::vector<entry>& entries, const std::function<std::optional<proven_disc>()>& all_roots) {
  if (!all_roots) return false;
  const bool unproven = std::any_of(entries.begin(), entries.end(), [](const entry& e) { return e.is_unproven(); });
  const bool together = entries.size() == 1 && entries[0].multiplicity > 1;
  if (!unproven && !together) return false;
  const std::optional<proven_disc> disc = all_roots();
  if (!disc) return false;
  if (!unproven && scale_by(entries[0].radius, entries[0].exponent - disc->exponent) <= disc->radius) return false;
  entries = {to_entry(*disc)};
  return true;
}

// Exact zeros inside a disc, or all but inside, are roots of that disc like the others. Returns how many are left.
std::int64_t take_in_zeros(std::vector<entry>& entries, std::int64_t zero_roots, double gap,
                           const roots_region& region) {
  for (entry& e : entries) {
    if (zero_roots == 0 || std::isinf(e.radius) || e.relative_radius() * (1 + gap / 2) < 1) continue;
    e.radius = std::max(e.radius, std::abs(e.leading()) * up);
    e.multiplicity += zero_roots;
    e.is_real = e.is_imaginary = e.is_one_root = false;
    e.borders = 0;
    e.place = place_of(region, e.centre, e.exponent, e.radius, false);
    e.sharp.reset();
    zero_roots = 0;
  }
  return zero_roots;
}

std::ptrdiff_t count_unclear(const std::vector<entry>& entries) {
  return std::count_if(entries.begin(), entries.end(), [](const entry& e) { return e.place == membership::unclear; });
}

std::ptrdiff_t count_wide(const std::vector<entry>& entries, int digits) {
  const double wanted = std::pow(10.0, -digits);
  return std::count_if(entries.begin(), entries.end(), [&](const entry& e) {
    return std::isfinite(e.radius) && !e.sharp && !(e.relative_radius() <= wanted);
  });
}

bool fits_double(const entry& e) {
  const double size = std::abs(e.centre.re.x0) + std::abs(e.centre.im.x0);
  if (std::abs(e.exponent) < 900 && size > 1e-3 && size < 1e3 && e.radius < 1e3) return true;
  if (!e.is_unproven() && std::log2(e.radius) + static_cast<double>(e.exponent) > 1000)
    return false;  // discs may merge
  const double log2_modulus =
      e.is_about_zero() ? std::log2(e.radius) + static_cast<double>(e.exponent) : e.log_modulus() / 0.6931471805599453;
  return log2_modulus < 1023 && log2_modulus > -960;  // far enough from subnormal numbers for 15 digits and a radius
}

}  // namespace

void assemble(roots_result& result, const std::vector<proven_disc>& discs, bool are_disjoint, std::int64_t zero_roots,
              bool is_real, const roots_options& options, const std::function<std::optional<proven_disc>()>& all_roots,
              int threads) {
  std::vector<entry> entries(discs.size());
  parallel_for(discs.size(), entries_at_once, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) entries[i] = to_entry(discs[i]);
  });
  // Exact coefficients: discs that are merged for the few digits asked for lie where each of them does.
  if (!options.region.is_plane() && options.uncertainty == 0) {
    for_each(entries, threads, [&](entry& e) {
      e.place = place_of(options.region, e.centre, e.exponent, e.radius, false, e.borders, e.sharp.get());
    });
  }
  polar_index index = make_index(entries, threads);
  // Roots of different factors may be closer than their discs tell.
  if (!are_disjoint) merge_overlaps(entries, index, 0, 4, threads);
  if (enclose(entries, all_roots)) index = make_index(entries, threads);
  if (is_real) {
    use_symmetry(entries, index, threads);
    index = make_index(entries, threads);
  }
  use_axes(entries, threads);
  choose(entries, options, threads);
  const bool all_fit = std::all_of(entries.begin(), entries.end(), fits_double);
  bool wants_decimal = options.digits > 15 || !all_fit;
  const auto round = [&](std::vector<entry>& rounded, polar_index& places) {
    const double gap = wants_decimal ? 0x1p-20 : 0;  // for nine digits of a radius
    const int limbs = wants_decimal ? 4 : 1;
    round_centres(rounded, limbs, threads);
    merge_overlaps(rounded, places, gap, limbs, threads);
  };
  // Roots on different sides of a border, and real roots that are asked for as such, are not put into one disc for the
  // sake of doubles: they get decimals instead. So do those of a cluster that would be wider than asked for, or hide
  // many roots that are known apart.
  constexpr std::size_t most_copied = 20'000;
  constexpr int most_hidden = 4;
  const bool may_compare = !options.region.is_plane() || entries.size() <= most_copied;
  if (may_compare && options.uncertainty == 0 && !wants_decimal) {
    std::vector<entry> in_doubles = entries;
    polar_index places = make_index(in_doubles, threads);
    round(in_doubles, places);
    const bool loses_side = count_unclear(in_doubles) > count_unclear(entries);
    const bool hides_many =
        std::any_of(in_doubles.begin(), in_doubles.end(), [](const entry& e) { return e.discs > most_hidden; });
    wants_decimal = loses_side || hides_many || (options.region.real_only && in_doubles.size() < entries.size()) ||
                    (in_doubles.size() < entries.size() &&
                     count_wide(in_doubles, options.digits) > count_wide(entries, options.digits));
    if (!wants_decimal) entries = std::move(in_doubles);
    if (wants_decimal) round(entries, index);
  } else {
    round(entries, index);
  }
  const double gap = wants_decimal ? 0x1p-20 : 0;
  zero_roots = take_in_zeros(entries, zero_roots, gap, options.region);

  const membership place_of_zero = place_of(options.region, {qd(0.0), qd(0.0)}, 0, 0, true);
  if (zero_roots > 0 && place_of_zero != membership::outside) {
    root zero;
    zero.multiplicity = zero_roots;
    zero.status = place_of_zero == membership::unclear ? root_status::at_border
                  : zero_roots == 1                    ? root_status::isolated
                                                       : root_status::multiple;
    zero.real = true;
    result.roots.push_back(zero);
    if (wants_decimal) result.decimal.push_back({"0", "0", "0"});
  }
  write_roots(result, entries, options.digits, wants_decimal, threads);
  const bool solved = result.report.unproven == 0 && (result.report.wide == 0 || options.uncertainty > 0) &&
                      result.report.at_border == 0;
  result.status = solved ? roots_status::complete : roots_status::partial;
}

}  // namespace vieta
