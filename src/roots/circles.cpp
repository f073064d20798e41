#include "roots/circles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace vieta {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double up = 1 + 0x1p-46,
                 down = 1 - 0x1p-46;    // more than the rounding of the few operations they stand behind
constexpr double node_error = 0x1p-186;  // of a node's place, in the common scale
constexpr std::int64_t widest_range = 300;

// Members of a component that are looked at together.
struct part {
  std::vector<std::uint32_t> members;
  std::optional<proven_disc> disc;
};

class circle_search {
 public:
  circle_search(const std::vector<std::uint32_t>& members, const node_set& nodes,
                const std::vector<weierstrass_correction>& corrections, const std::vector<double>& radius)
      : nodes_(nodes), own_(nodes.size(), 0), x_(nodes.size()), y_(nodes.size()), distance_(nodes.size()) {
    exponent_ = nodes.exponent[members[0]];
    std::int64_t least = exponent_;
    for (const std::uint32_t i : members) {
      exponent_ = std::max(exponent_, nodes.exponent[i]);
      least = std::min(least, nodes.exponent[i]);
      own_[i] = 1;
      parts_.push_back({{i}, {}});
    }
    is_narrow_ = exponent_ - least < widest_range;
    for (std::uint32_t j = 0; j < nodes.size(); ++j) {
      weight_.push_back(corrections[j].bound(exponent_) * up);
      reach_.push_back(own_[j] != 0 ? 0 : scale_by(radius[j], nodes.exponent[j] - exponent_) * up);
    }
  }

  std::vector<proven_disc> run() {
    while (is_narrow_) {
      for (std::size_t k = 0; k < parts_.size();) {
        if (!parts_[k].disc) parts_[k].disc = smallest_disc(parts_[k].members);
        if (parts_[k].disc) {
          ++k;
          continue;
        }
        if (parts_.size() == 1) return {};
        join(k, nearest_part(k));
        k = 0;
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
    parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(std::max(k, other)));
  }

  [[nodiscard]] std::size_t nearest_part(std::size_t k) const {
    std::size_t nearest = k == 0 ? 1 : 0;
    double least = infinity;
    for (std::size_t other = 0; other < parts_.size(); ++other) {
      if (other == k) continue;
      for (const std::uint32_t i : parts_[k].members) {
        for (const std::uint32_t j : parts_[other].members) {
          const double apart = std::abs(nodes_.difference(i, j, exponent_));
          if (apart < least) least = apart, nearest = other;
        }
      }
    }
    return nearest;
  }

  // Two parts whose discs are not proven to be disjoint, or the same number twice.
  [[nodiscard]] std::pair<std::size_t, std::size_t> overlapping_parts() const {
    for (std::size_t a = 0; a < parts_.size(); ++a) {
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

  // A disc about the mean of its members, hardly larger than the least one that is proven to hold their roots.
  std::optional<proven_disc> smallest_disc(const std::vector<std::uint32_t>& members) {
    proven_disc disc;
    disc.members = members;
    disc.multiplicity = static_cast<std::int64_t>(members.size());
    disc.exponent = exponent_;
    disc.centre = {qd(0.0), qd(0.0)};
    for (const std::uint32_t i : members) {
      const complex<qd> z = place_of(i);
      disc.centre = {disc.centre.re + z.re, disc.centre.im + z.im};
    }
    const auto count = static_cast<double>(members.size());
    disc.centre = {disc.centre.re / count, disc.centre.im / count};
    for (std::uint32_t j = 0; j < nodes_.size(); ++j) {
      const complex<qd> z = place_of(j);
      x_[j] = (z.re - disc.centre.re).x0;
      y_[j] = (z.im - disc.centre.im).x0;
      distance_[j] = std::hypot(x_[j], y_[j]);
    }
    double inner = 0, outer = infinity, largest_weight = 0;
    std::vector<char> inside(nodes_.size(), 0);
    for (const std::uint32_t i : members) {
      inside[i] = 1;
      inner = std::max(inner, distance_[i] * up + node_error);
      largest_weight = std::max(largest_weight, weight_[i]);
    }
    for (std::uint32_t j = 0; j < nodes_.size(); ++j) {
      if (inside[j] == 0) outer = std::min(outer, distance_[j] * down - node_error - reach_[j]);
    }
    const double least = inner * (1 + 0x1p-10) + largest_weight * (1 + 0x1p-10),
                 most = std::min(outer, 1e3 * (least + 1)) * (1 - 0x1p-10);
    if (!(least < most)) return {};
    const std::optional<double> radius = smallest_radius(least, most);
    if (!radius) return {};
    disc.radius = *radius * up;
    return disc;
  }

  [[nodiscard]] std::optional<double> smallest_radius(double least, double most) const {
    constexpr int steps = 32;
    const double factor = std::pow(most / least, 1.0 / steps);
    double low = least, high = least;
    for (int step = 0; !holds(high); ++step) {
      if (step == steps) return {};
      low = high;
      high = step + 1 == steps ? most : high * factor;
    }
    while (high > low * 1.02) {
      const double middle = std::sqrt(low * high);
      (holds(middle) ? high : low) = middle;
    }
    return high;
  }

  // Whether sum_j |W_j| / |x - z_j| < 1 on the circle of this radius, for certain.
  [[nodiscard]] bool holds(double radius) const {
    constexpr int arcs = 8;
    for (int k = 0; k < arcs; ++k) {
      if (!holds_on_arc(radius, 2 * std::numbers::pi * (k + 0.5) / arcs, std::numbers::pi / arcs)) return false;
    }
    return true;
  }
  [[nodiscard]] bool holds_on_arc(double radius, double angle, double half) const {
    constexpr double narrowest = 0.004;
    if (!(sum_at(radius, angle, 0) < 1)) return false;
    if (sum_at(radius, angle, radius * half) < 1) return true;
    return half > narrowest && holds_on_arc(radius, angle - half / 2, half / 2) &&
           holds_on_arc(radius, angle + half / 2, half / 2);
  }
  // An upper bound of the sum within `spread` of a point of the circle.
  [[nodiscard]] double sum_at(double radius, double angle, double spread) const {
    const double x = radius * std::cos(angle), y = radius * std::sin(angle);
    double sum = 0;
    for (std::size_t j = 0; j < x_.size(); ++j) {
      const double rounding = 0x1p-48 * (radius + distance_[j]) + node_error;
      const double distance = std::hypot(x - x_[j], y - y_[j]) * down - rounding - spread * up;
      if (!(distance > 0)) return infinity;
      sum += weight_[j] / distance * up;
    }
    return sum * up;
  }

  const node_set& nodes_;
  std::vector<char> own_;  ///< members of the component
  std::int64_t exponent_ = 0;
  bool is_narrow_ = false;
  std::vector<part> parts_;
  std::vector<double> weight_, reach_;  ///< bounds of |W_j|; how far discs of nodes reach that are no members
  std::vector<double> x_, y_, distance_;  ///< of all nodes as seen from a centre
};

}  // namespace

std::vector<proven_disc> split_by_circles(const std::vector<std::uint32_t>& members, const node_set& nodes,
                                          const std::vector<weierstrass_correction>& corrections,
                                          const std::vector<double>& radius) {
  return circle_search(members, nodes, corrections, radius).run();
}

}  // namespace vieta
