#include "roots/assembly.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "roots/decimal.hpp"
#include "roots/neighbours.hpp"
#include "roots/region.hpp"
#include "roots/scaled.hpp"

namespace vieta {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double up = 1 + 0x1p-48;

// A disc on its way to a root; centre and radius times 2^exponent.
struct entry {
  complex<qd> centre;
  std::int64_t exponent = 0;
  double radius = 0;
  std::int64_t multiplicity = 1;
  bool is_real = false;
  bool gone = false;
  membership place = membership::inside;  ///< in the region asked for
  std::optional<sharp_disc> sharp;

  [[nodiscard]] std::complex<double> leading() const { return {centre.re.x0, centre.im.x0}; }
  [[nodiscard]] double relative_radius() const { return radius / std::abs(leading()) * up; }
  [[nodiscard]] double log_modulus() const {
    return std::log(std::abs(leading())) + static_cast<double>(exponent) * 0.6931471805599453;
  }
};

// |a - b| in the scale of a, to double precision; `conjugate`: of b.
double distance(const entry& a, const entry& b, bool conjugate) {
  const double shift = scale_by(1.0, b.exponent - a.exponent);
  const qd re = a.centre.re - scale(b.centre.re, shift);
  const qd im = conjugate ? a.centre.im + scale(b.centre.im, shift) : a.centre.im - scale(b.centre.im, shift);
  return std::hypot(re.x0, im.x0);
}

bool may_touch(const entry& a, const entry& b, bool conjugate) {
  const double reach = (a.radius + scale_by(b.radius, b.exponent - a.exponent)) * up;
  return !(distance(a, b, conjugate) * (1 - 0x1p-48) > reach);
}

// The entry becomes its complex conjugate.
void mirror(entry& e) {
  e.centre.im = -e.centre.im;
  if (e.sharp) e.sharp->im.numerator = -e.sharp->im.numerator;
}

// The centre moves to the real axis; a disc that must cover what it covered grows by as much.
void project(sharp_disc& disc, bool grow) {
  const exact::expansion im = exact::to_expansion(disc.im);
  disc.im = {};
  if (grow) disc.radius = (disc.radius + scale_by(std::abs(im.limb[0]), im.exponent - disc.radius_exponent)) * up;
}

bool is_unproven(const entry& e) { return std::isinf(e.radius); }

polar_index make_index(const std::vector<entry>& entries) {
  polar_index index;
  for (const entry& e : entries) index.add(e.log_modulus(), std::arg(e.leading()));
  index.finish();
  return index;
}

// Real coefficients: the conjugate of a root is a root. If a disc's mirror image meets no disc but itself, its lone
// root is its own conjugate; if it meets exactly one other disc, that one holds the conjugates, and its centre may as
// well be ours.
void use_symmetry(std::vector<entry>& entries) {
  if (std::any_of(entries.begin(), entries.end(), is_unproven)) return;  // the conjugate may be such a one
  const polar_index index = make_index(entries);
  double largest = 0;
  for (const entry& e : entries) largest = std::max(largest, e.relative_radius());
  std::vector<char> done(entries.size(), 0);
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    entry& e = entries[i];
    if (done[i] != 0) continue;
    std::uint32_t partner = i;
    int touched = 0;
    index.near(i, 2 * (e.relative_radius() + largest), [&](std::uint32_t j) {
      if (!may_touch(e, entries[j], true)) return;
      partner = j;
      ++touched;
    });
    if (touched != 1) continue;
    if (partner == i) {
      // A cluster's disc moves to the axis and still covers what it covered.
      if (e.multiplicity > 1) e.radius = (e.radius + std::abs(e.centre.im.x0)) * up;
      e.centre.im = qd(0.0);
      if (e.sharp) project(*e.sharp, e.multiplicity > 1);
      e.is_real = e.multiplicity == 1;
    } else if (entries[partner].multiplicity == e.multiplicity && done[partner] == 0) {
      entry& other = entries[partner];
      const bool ours = e.relative_radius() <= other.relative_radius();
      (ours ? other : e) = ours ? e : other;
      mirror(ours ? other : e);
      done[partner] = 1;
    }
    done[i] = 1;
  }
}

// Where each disc lies, before rounding makes it larger. Roots without a place are nowhere for sure.
void choose(std::vector<entry>& entries, const roots_region& region) {
  if (region.is_plane()) return;
  for (entry& e : entries) {
    if (!is_unproven(e)) e.place = place_of(region, e.centre, e.exponent, e.radius, e.is_real);
  }
}

// Rounds centres to `limbs` doubles; the radius takes in what is lost.
void round_centres(std::vector<entry>& entries, int limbs) {
  for (entry& e : entries) {
    const complex<qd> exact = e.centre;
    const auto rounded = [&](const qd& x) { return limbs == 1 ? qd(x.x0) : x; };
    e.centre = {rounded(exact.re), rounded(exact.im)};
    const qd dx = exact.re - e.centre.re, dy = exact.im - e.centre.im;
    e.radius = (e.radius + std::hypot(dx.x0, dy.x0)) * up;
  }
}

// Discs that overlap become one disc around both, with the sum of their multiplicities.
void merge_overlaps(std::vector<entry>& entries) {
  for (bool merged = true; merged;) {
    merged = false;
    const polar_index index = make_index(entries);
    double largest = 0;
    for (const entry& e : entries) {
      if (!is_unproven(e)) largest = std::max(largest, e.relative_radius());
    }
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
      entry& e = entries[i];
      if (e.gone || is_unproven(e)) continue;
      index.near(i, e.relative_radius() + largest, [&](std::uint32_t j) {
        entry& other = entries[j];
        if (j == i || e.gone || other.gone || is_unproven(other) || !may_touch(e, other, false)) return;
        const double apart = distance(e, other, false) * up;
        const bool both_real = e.centre.im.x0 == 0 && other.centre.im.x0 == 0;
        const double shift = scale_by(1.0, other.exponent - e.exponent);
        e.centre = {(e.centre.re + scale(other.centre.re, shift)) / 2.0,
                    (e.centre.im + scale(other.centre.im, shift)) / 2.0};
        if (both_real) e.centre.im = qd(0.0);
        e.radius = (0.5 * apart + std::max(e.radius, other.radius * shift)) * up;
        e.multiplicity += other.multiplicity;
        e.is_real = false;
        if (e.place != other.place) e.place = membership::unclear;
        e.sharp.reset();
        other.gone = true;
        merged = true;
      });
    }
    std::erase_if(entries, [](const entry& e) { return e.gone; });
  }
}

// Decimal digits with which disc i does not look like its nearest neighbour, which may be much closer than asked for.
int digits_to_tell_apart(const std::vector<entry>& entries, const polar_index& index, std::uint32_t i) {
  double nearest = 1;
  index.near(i, 1e-12, [&](std::uint32_t j) {
    if (j != i) nearest = std::min(nearest, distance(entries[i], entries[j], false) / std::abs(entries[i].leading()));
  });
  return nearest > 0 ? static_cast<int>(std::ceil(-std::log10(nearest))) + 3 : 0;
}

// By modulus, then |argument|, the upper one of two conjugates first. Logarithms are taken once, entries moved once.
void sort_by_place(std::vector<entry>& entries) {
  struct place {
    double log_modulus, argument;
    std::uint32_t entry;
  };
  std::vector<place> places;
  places.reserve(entries.size());
  for (const entry& e : entries) {
    places.push_back({e.log_modulus(), std::arg(e.leading()), static_cast<std::uint32_t>(places.size())});
  }
  std::sort(places.begin(), places.end(), [](const place& a, const place& b) {
    if (a.log_modulus != b.log_modulus) return a.log_modulus < b.log_modulus;
    if (std::abs(a.argument) != std::abs(b.argument)) return std::abs(a.argument) < std::abs(b.argument);
    return a.argument > b.argument;
  });
  std::vector<entry> sorted;
  sorted.reserve(entries.size());
  for (const place& p : places) sorted.push_back(std::move(entries[p.entry]));
  entries = std::move(sorted);
}

root_status status_of(const entry& e, int digits) {
  if (!(e.radius < infinity)) return root_status::unproven;
  if (e.place == membership::unclear) return root_status::at_border;
  const bool small = e.sharp ? e.sharp->digits >= digits : e.relative_radius() <= std::pow(10.0, -digits);
  if (!small) return root_status::uncertain;
  return e.multiplicity == 1 ? root_status::isolated : root_status::cluster;
}

root to_root(const entry& e, int digits) {
  root r;
  r.value = scale_by(e.leading(), e.exponent);
  const std::complex<double> back = scale_by(r.value, -e.exponent);  // differs when the value is subnormal or infinite
  const double beyond = std::hypot(e.centre.re.x1, e.centre.im.x1) * up;  // the other limbs of the centre
  const double radius = (e.radius + std::abs(back - e.leading()) + beyond) * up;
  r.radius = scale_by(radius, e.exponent) * up;
  if (std::isnan(r.radius)) r.radius = infinity;
  if (radius > 0 && r.radius < 0x1p-1022) r.radius += 0x1p-1074;  // two roundings of subnormal numbers
  r.multiplicity = e.multiplicity;
  r.status = status_of(e, digits);
  r.is_real = e.is_real;
  return r;
}

bool is_about_zero(const entry& e) { return e.leading() == 0.0; }

entry to_entry(const proven_disc& disc) {
  entry e;
  e.centre = disc.centre;
  e.exponent = disc.exponent;
  e.radius = disc.radius;
  e.multiplicity = disc.multiplicity;
  e.sharp = disc.sharp;
  return e;
}

// One disc around everything, where that says more than what there is.
void enclose(std::vector<entry>& entries, const std::function<std::optional<proven_disc>()>& all_roots) {
  const bool unproven = std::any_of(entries.begin(), entries.end(), is_unproven);
  const bool together = entries.size() == 1 && entries[0].multiplicity > 1;
  if (!all_roots || !(unproven || together)) return;
  const std::optional<proven_disc> disc = all_roots();
  if (!disc) return;
  if (!unproven && scale_by(entries[0].radius, entries[0].exponent - disc->exponent) <= disc->radius) return;
  entries = {to_entry(*disc)};
}

// Exact zeros inside a disc are roots of that disc like the others. Returns how many are left.
std::int64_t take_in_zeros(std::vector<entry>& entries, std::int64_t zero_roots, const roots_region& region) {
  for (entry& e : entries) {
    if (zero_roots == 0 || std::isinf(e.radius) || e.relative_radius() < 1) continue;
    e.multiplicity += zero_roots;
    e.is_real = false;
    e.place = place_of(region, e.centre, e.exponent, e.radius, false);
    e.sharp.reset();
    zero_roots = 0;
  }
  return zero_roots;
}

bool fits_double(const entry& e) {
  const double log2_modulus =
      is_about_zero(e) ? std::log2(e.radius) + static_cast<double>(e.exponent) : e.log_modulus() / 0.6931471805599453;
  return log2_modulus < 1023 && log2_modulus > -960;  // far enough from subnormal numbers for 15 digits and a radius
}

void count(roots_result& result) {
  for (const root& r : result.roots) {
    switch (r.status) {
      case root_status::isolated:
        ++result.report.isolated;
        break;
      case root_status::cluster:
        ++result.report.clusters;
        break;
      case root_status::uncertain:
        ++result.report.uncertain;
        break;
      case root_status::unproven:
        ++result.report.unproven;
        break;
      case root_status::at_border:
        ++result.report.at_border;
        break;
    }
  }
}

}  // namespace

void assemble(roots_result& result, const std::vector<proven_disc>& discs, std::int64_t zero_roots, bool is_real,
              const roots_options& options, const std::function<std::optional<proven_disc>()>& all_roots) {
  std::vector<entry> entries;
  entries.reserve(discs.size());
  for (const proven_disc& disc : discs) entries.push_back(to_entry(disc));
  merge_overlaps(entries);  // roots of different factors may be closer than their discs tell
  enclose(entries, all_roots);
  if (is_real) use_symmetry(entries);
  choose(entries, options.region);
  const bool all_fit = std::all_of(entries.begin(), entries.end(), fits_double);
  const bool wants_decimal = options.digits > 15 || !all_fit;
  round_centres(entries, wants_decimal ? 4 : 1);
  merge_overlaps(entries);
  zero_roots = take_in_zeros(entries, zero_roots, options.region);
  std::erase_if(entries, [](const entry& e) { return e.place == membership::outside; });
  sort_by_place(entries);

  const bool zero_is_inside = place_of(options.region, {qd(0.0), qd(0.0)}, 0, 0, true) == membership::inside;
  if (zero_roots > 0 && zero_is_inside) {
    root zero;
    zero.multiplicity = zero_roots;
    zero.status = zero_roots == 1 ? root_status::isolated : root_status::cluster;
    zero.is_real = true;
    result.roots.push_back(zero);
    if (wants_decimal) result.decimal.push_back({"0", "0", "0"});
  }
  const polar_index index = make_index(entries);
  for (const entry& e : entries) {
    if (!(e.radius < infinity)) {  // an approximation without a claim
      root r = to_root(e, options.digits);
      r.multiplicity = 1;
      result.roots.insert(result.roots.end(), static_cast<std::size_t>(e.multiplicity), r);
      if (wants_decimal) {
        result.decimal.insert(result.decimal.end(), static_cast<std::size_t>(e.multiplicity),
                              to_decimal(e.centre, e.exponent, infinity, 15));
      }
      continue;
    }
    result.roots.push_back(to_root(e, options.digits));
    if (!wants_decimal) continue;
    if (is_about_zero(e)) {
      const complex<qd> unit = {qd(1.0), qd(0.0)};  // any number of that size: only the radius is taken
      result.decimal.push_back({"0", "0", to_decimal(unit, e.exponent, e.radius, 15).radius});
      continue;
    }
    // Two digits more than asked for, but not far beyond what the radius vouches for.
    const bool as_asked = e.sharp || e.radius == 0;
    const int vouched = as_asked ? options.digits : static_cast<int>(-std::log10(e.relative_radius())) + 1;
    const int digits = std::max(std::clamp(vouched, 1, std::max(options.digits, 15)) + 2,
                                digits_to_tell_apart(entries, index, static_cast<std::uint32_t>(&e - entries.data())));
    result.decimal.push_back(e.sharp ? to_decimal(*e.sharp, digits)
                                     : to_decimal(e.centre, e.exponent, e.radius, digits));
  }
  count(result);
  const bool solved = result.report.unproven == 0 && (result.report.uncertain == 0 || options.uncertainty > 0) &&
                      result.report.at_border == 0;
  result.status = solved ? roots_status::complete : roots_status::partial;
}

}  // namespace vieta
