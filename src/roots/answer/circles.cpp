#include "roots/answer/circles.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <optional>

#include "roots/answer/margins.hpp"

namespace vieta {
namespace {

constexpr double node_error = 0x1p-186;  // of a node's place, in the common scale
constexpr std::int64_t widest_range = 300;

// Members of a component that are looked at together.
struct part {
  std::vector<std::uint32_t> members;
  std::optional<proven_disc> disc;
  bool was_tried = false;  // without a disc: there is none, and to look for it again would take as long
};

class circle_search {
 public:
  circle_search(const std::vector<std::uint32_t>& members, const node_set& nodes,
                const std::vector<weierstrass_correction>& nominal, const uncertain_polynomial& p,
                const std::vector<proven_disc>& others, circle_budget& budget)
      : nodes_(nodes),
        p_(p),
        others_(others),
        budget_(budget),
        x_(nodes.size()),
        y_(nodes.size()),
        distance_(nodes.size()) {
    exponent_ = nodes.exponent[members[0]];
    std::int64_t least = exponent_;
    for (const std::uint32_t i : members) {
      exponent_ = std::max(exponent_, nodes.exponent[i]);
      least = std::min(least, nodes.exponent[i]);
      parts_.push_back({{i}, {}, false});
    }
    const std::int64_t largest = *std::max_element(nodes.exponent.begin(), nodes.exponent.end());
    is_narrow_ = exponent_ - least < widest_range && largest - exponent_ < widest_range;
    for (const weierstrass_correction& w : nominal) weight_.push_back(w.bound(exponent_) * up);
  }

  std::vector<proven_disc> run() {
    for (;;) {
      if (!is_narrow_ || budget_.is_spent()) return {};
      for (part& p : parts_) {
        if (!p.was_tried) p.disc = smallest_disc(p.members);
        p.was_tried = true;
      }
      const auto open = std::find_if(parts_.begin(), parts_.end(), [](const part& p) { return !p.disc; });
      if (open != parts_.end()) {
        if (parts_.size() == 1) return {};
        const auto k = static_cast<std::size_t>(open - parts_.begin());
        join(k, nearest_part(k));
        continue;
      }
      const auto [first, second] = overlapping_parts();
      if (first == second) break;
      join(first, second);
    }
    std::vector<proven_disc> discs;
    for (part& p : parts_) {
      if (!p.disc) return {};
      discs.push_back(std::move(*p.disc));
    }
    return discs;
  }

 private:
  void join(std::size_t k, std::size_t other) {
    part& to = parts_[std::min(k, other)];
    const part& from = parts_[std::max(k, other)];
    to.members.insert(to.members.end(), from.members.begin(), from.members.end());
    std::sort(to.members.begin(), to.members.end());
    to.disc.reset();
    to.was_tried = false;
    parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(std::max(k, other)));
  }

  // Which part to join with: another one without a disc, if there is one about as near as the nearest.
  [[nodiscard]] std::size_t nearest_part(std::size_t k) {
    constexpr double about_as_near = 3;
    std::size_t nearest = k;
    double least = infinity;
    for (std::size_t other = 0; other < parts_.size(); ++other) {
      if (other == k) continue;
      budget_.take(static_cast<std::int64_t>(parts_[k].members.size() * parts_[other].members.size()));
      double apart = infinity;
      for (const std::uint32_t i : parts_[k].members) {
        for (const std::uint32_t j : parts_[other].members)
          apart = std::min(apart, std::abs(nodes_.difference(i, j, exponent_)));
      }
      if (parts_[other].disc) apart *= about_as_near;
      if (nearest == k || apart < least) least = apart, nearest = other;
    }
    return nearest;
  }

  // Two parts whose discs are not proven to be disjoint, or the same number twice.
  [[nodiscard]] std::pair<std::size_t, std::size_t> overlapping_parts() {
    for (std::size_t a = 0; a < parts_.size(); ++a) {
      budget_.take(static_cast<std::int64_t>(parts_.size()));
      for (std::size_t b = a + 1; b < parts_.size(); ++b) {
        const proven_disc &first = *parts_[a].disc, &second = *parts_[b].disc;
        const qd dx = first.centre.re - second.centre.re, dy = first.centre.im - second.centre.im;
        if (!(std::hypot(dx.x0, dy.x0) * down > (first.radius + second.radius) * up)) return {a, b};
      }
    }
    return {0, 0};
  }

  [[nodiscard]] complex<qd> place_of(std::uint32_t i) const {
    const double shift = scale_by(1.0, nodes_.exponent[i] - exponent_);
    return {scale(nodes_.mantissa[i].re, shift), scale(nodes_.mantissa[i].im, shift)};
  }

  // A disc hardly larger than the least one about its centre that is proven to hold the roots of its members. The
  // centre is their mean, or lies farther away from the next node where a circle about the mean has no room.
  std::optional<proven_disc> smallest_disc(const std::vector<std::uint32_t>& members) {
    proven_disc disc;
    disc.members = members;
    disc.multiplicity = static_cast<std::int64_t>(members.size());
    disc.exponent = exponent_;
    disc.centre = {qd(0.0), qd(0.0)};
    const auto count = static_cast<double>(members.size());
    for (const std::uint32_t i : members) {
      const complex<qd> z = place_of(i);
      disc.centre = {disc.centre.re + z.re / count, disc.centre.im + z.im / count};
    }
    std::vector<char> inside(nodes_.size(), 0);
    for (const std::uint32_t i : members) inside[i] = 1;
    std::complex<double> aside;
    for (int step = 0; step < 5; ++step) {
      if (step > 0) disc.centre = {disc.centre.re + qd(aside.real()), disc.centre.im + qd(aside.imag())};
      look_from(disc.centre);
      double inner = 0, outer = infinity, log2_apart = 0;
      std::size_t nearest = 0;
      for (std::size_t j = 0; j < nodes_.size(); ++j) {
        if (inside[j] != 0) {
          inner = std::max(inner, distance_[j] * up + node_error);
          continue;
        }
        if (distance_[j] < distance_[nearest] || inside[nearest] != 0) nearest = j;
        outer = std::min(outer, distance_[j] * down - node_error);
        log2_apart += std::log2(distance_[j]);
      }
      for (const proven_disc& other : others_) outer = std::min(outer, distance_to(other));
      // Where |p| is as large as its uncertainty, if the members stood in one place.
      const double guess = std::exp2((log2_uncertainty(std::hypot(centre_x_, centre_y_)) - log2_apart) / count);
      const double least = std::max(inner * (1 + 0x1p-10), 0.5 * guess), most = std::min(outer, 1e6) * (1 - 0x1p-10);
      if (const std::optional<double> radius = smallest_radius(least, most)) {
        disc.radius = *radius * up;
        return disc;
      }
      if (inside[nearest] != 0 || !(inner > node_error))
        break;  // there is no other node, or no need for a large circle
      if (step == 0) aside = std::complex<double>(x_[nearest], y_[nearest]) * (-0.25 * inner / distance_[nearest]);
    }
    return {};
  }
  void look_from(const complex<qd>& centre) {
    budget_.take(4 * static_cast<std::int64_t>(nodes_.size()));
    centre_x_ = centre.re.x0;
    centre_y_ = centre.im.x0;
    for (std::uint32_t j = 0; j < nodes_.size(); ++j) {
      const complex<qd> z = place_of(j);
      x_[j] = (z.re - centre.re).x0;
      y_[j] = (z.im - centre.im).x0;
      distance_[j] = std::hypot(x_[j], y_[j]);
    }
    centre_ = centre;
  }
  // From the centre, to another disc.
  [[nodiscard]] double distance_to(const proven_disc& other) const {
    const double shift = scale_by(1.0, other.exponent - exponent_);
    const qd dx = scale(other.centre.re, shift) - centre_.re, dy = scale(other.centre.im, shift) - centre_.im;
    return std::hypot(dx.x0, dy.x0) * down - other.radius * shift * up;
  }

  [[nodiscard]] std::optional<double> smallest_radius(double least, double most) {
    constexpr int steps = 32;
    if (!(least < most)) return {};
    const double factor = std::pow(most / least, 1.0 / steps);
    double low = least, high = least;
    for (int step = 0; !holds(high); ++step) {
      if (step == steps) return {};
      low = high;
      high = step + 1 == steps ? most : high * factor;
    }
    while (high > low * 1.06) {
      const double middle = std::sqrt(low * high);
      (holds(middle) ? high : low) = middle;
    }
    return high;
  }

  // Whether all of a circle is free of roots for certain.
  [[nodiscard]] bool holds(double radius) {
    constexpr int arcs = 8;
    log2_most_ = log2_uncertainty((std::hypot(centre_x_, centre_y_) + radius) * up);
    for (int k = 0; k < arcs; ++k) {
      if (!holds_on_arc(radius, 2 * std::numbers::pi * (k + 0.5) / arcs, std::numbers::pi / arcs)) return false;
    }
    return true;
  }
  [[nodiscard]] bool holds_on_arc(double radius, double angle, double half) {
    constexpr double narrowest = 0.004;
    if (!has_no_root(radius, angle, 0)) return false;
    if (has_no_root(radius, angle, radius * half)) return true;
    return half > narrowest && holds_on_arc(radius, angle - half / 2, half / 2) &&
           holds_on_arc(radius, angle + half / 2, half / 2);
  }
  // All points x within `spread` of a point of the circle: p = a_n prod (x - z_j) (1 + sum W_j / (x - z_j)) is larger
  // than what uncertainty changes in it.
  [[nodiscard]] bool has_no_root(double radius, double angle, double spread) {
    if (!budget_.take(static_cast<std::int64_t>(x_.size()))) return false;
    const double x = radius * std::cos(angle), y = radius * std::sin(angle);
    double sum = 0, log2_product = 0, product = 1;
    for (std::size_t j = 0; j < x_.size(); ++j) {
      const double dx = x - x_[j], dy = y - y_[j], rounding = 0x1p-48 * (radius + distance_[j]) + node_error;
      const double distance = std::sqrt(dx * dx + dy * dy) * down - rounding - spread * up;
      if (!(distance > 0)) return false;
      sum += weight_[j] / distance * up;
      product *= distance;  // of three, each from 2^-186 to 2^301
      if (j % 3 != 2) continue;
      log2_product += std::log2(product);
      product = 1;
    }
    log2_product += std::log2(product);
    const auto n = static_cast<double>(x_.size());
    sum *= up + n * 0x1p-52;
    if (!(sum < 1)) return false;
    const double rounding = 1e-9 * n + 0x1p-47 * n * n;  // logarithms are below 1100, their sum is below 370 n
    const double log2_p = log2_product + std::log2((1 - sum) * down) - rounding;
    if (log2_p > log2_most_) return true;
    const double modulus = std::hypot(centre_x_ + x, centre_y_ + y) * up + 0x1p-48 * radius + spread * up;
    return log2_p > log2_uncertainty(modulus);
  }
  // An upper bound of log2 (uncertainty sum |a_k x^k| / |a_n|), where |x| = modulus 2^exponent_, less n exponent_.
  [[nodiscard]] double log2_uncertainty(double modulus) const {
    const coefficients& a = p_.a;
    const double leading = a.log2_modulus.back(), t = std::log2(modulus);
    double largest = -infinity;
    const auto height = [&](std::size_t k) {
      const auto power = static_cast<double>(a.power[k]);
      const double missing = static_cast<double>(a.degree - a.power[k]) * static_cast<double>(exponent_);
      const double size = std::abs(a.log2_modulus[k]) + std::abs(leading) + power * std::abs(t) + std::abs(missing);
      return a.log2_modulus[k] - leading + power * t - missing + (log2_error + 0x1p-49 * (size + power));
    };
    for (std::size_t k = 0; k < a.terms(); ++k) largest = std::max(largest, height(k));
    double sum = 0;
    for (std::size_t k = 0; k < a.terms(); ++k) sum += std::exp2(height(k) - largest) * up;
    return largest + std::log2(sum * p_.uncertainty * (up + static_cast<double>(a.terms()) * 0x1p-52)) + 1e-9;
  }

  const node_set& nodes_;
  const uncertain_polynomial& p_;
  const std::vector<proven_disc>& others_;
  std::int64_t exponent_ = 0;
  bool is_narrow_ = false;
  std::vector<part> parts_;
  std::vector<double> weight_;  ///< bounds of |W_j|
  complex<qd> centre_;
  double centre_x_ = 0, centre_y_ = 0;
  double log2_most_ = 0;  ///< what uncertainty changes on a circle, from above
  circle_budget& budget_;
  std::vector<double> x_, y_, distance_;  ///< of all nodes as seen from the centre
};

}  // namespace

std::vector<proven_disc> split_by_circles(const std::vector<std::uint32_t>& members, const node_set& nodes,
                                          const std::vector<weierstrass_correction>& nominal,
                                          const uncertain_polynomial& p, const std::vector<proven_disc>& others,
                                          circle_budget& budget) {
  return circle_search(members, nodes, nominal, p, others, budget).run();
}

}  // namespace vieta
