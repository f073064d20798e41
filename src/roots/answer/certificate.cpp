#include "roots/answer/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/parallel_for.hpp"
#include "exact/arithmetic.hpp"
#include "roots/answer/margins.hpp"

namespace vieta {
namespace {

constexpr std::size_t grain = 64;

class disjoint_sets {
 public:
  explicit disjoint_sets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0U); }
  std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t i, std::uint32_t j) { parent_[root(i)] = root(j); }

 private:
  std::vector<std::uint32_t> parent_;
};

// Radii n |W_i| in the scale of each node. A wild disc reaches so far that it must be compared with all others.
struct gerschgorin_discs {
  std::vector<double> radius;
  std::vector<std::uint32_t> wild;
};

bool is_wild(const node_set& nodes, const gerschgorin_discs& d, std::uint32_t i) {
  return !(d.radius[i] < 0.0625 * std::abs(nodes.leading(i)));
}

gerschgorin_discs make_discs(const node_set& nodes, const std::vector<weierstrass_correction>& corrections) {
  gerschgorin_discs d;
  const auto n = static_cast<double>(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const double radius = n * corrections[i].bound(nodes.exponent[i]) * up;
    d.radius.push_back(std::isnan(radius) ? infinity : radius);
    if (is_wild(nodes, d, static_cast<std::uint32_t>(i))) d.wild.push_back(static_cast<std::uint32_t>(i));
  }
  return d;
}

// A lower bound of |z_i - z_j| 2^-frame: from the leading doubles unless too much cancels.
double distance_below(const node_set& nodes, std::uint32_t i, std::uint32_t j, std::int64_t frame) {
  const std::complex<double> a = nodes.rounded(i).in_frame(frame), b = nodes.rounded(j).in_frame(frame);
  const double dx = a.real() - b.real(), dy = a.imag() - b.imag();
  const double squared = dx * dx + dy * dy;  // the frame keeps both below 4
  if (squared > 0x1p-40) return std::sqrt(squared) * (1 - 0x1p-28);
  return std::abs(nodes.difference(i, j, frame)) * down;
}

// Whether the discs of nodes i and j may touch.
bool may_touch(const node_set& nodes, const gerschgorin_discs& d, std::uint32_t i, std::uint32_t j) {
  const std::int64_t frame = std::max(nodes.exponent[i], nodes.exponent[j]);
  const double distance = distance_below(nodes, i, j, frame);
  const double reach =
      (scale_by(d.radius[i], nodes.exponent[i] - frame) + scale_by(d.radius[j], nodes.exponent[j] - frame)) * up;
  return !(distance > reach);
}

// Joins all touching discs of a band that are not wild: a sweep along a line that no symmetry of p singles out.
// Returns false when there are too many pairs to look at.
bool join_band(const band& b, const node_set& nodes, const gerschgorin_discs& d, disjoint_sets& sets,
               std::int64_t& budget) {
  struct extent {
    double left, right;
    std::uint32_t node;
  };
  std::vector<extent> extents;
  for (std::size_t k = 0; k < b.sources.size(); ++k) {
    const std::uint32_t j = b.sources[k];
    const double radius = scale_by(d.radius[j], nodes.exponent[j] - b.exponent);
    const double x = b.re_high[k], y = b.im_high[k], size = std::hypot(x, y);
    if (!(radius < 0.07 * size)) continue;  // wild: compared with all others already
    const double along = 0.8090169943749475 * x + 0.5877852522924731 * y;
    const double margin = radius * up + 0x1p-48 * size;
    extents.push_back({along - margin, along + margin, j});
  }
  std::sort(extents.begin(), extents.end(), [](const extent& a, const extent& c) { return a.left < c.left; });
  for (std::size_t a = 0; a < extents.size(); ++a) {
    for (std::size_t c = a + 1; c < extents.size() && extents[c].left <= extents[a].right; ++c) {
      if (--budget < 0) return false;
      if (may_touch(nodes, d, extents[a].node, extents[c].node)) sets.join(extents[a].node, extents[c].node);
    }
  }
  return true;
}

// One disc without a claim for each node.
void add_unproven(std::vector<proven_disc>& discs, const std::vector<std::uint32_t>& members, const node_set& nodes) {
  for (const std::uint32_t i : members) {
    proven_disc disc;
    disc.members = {i};
    disc.centre = nodes.mantissa[i];
    disc.exponent = nodes.exponent[i];
    disc.radius = infinity;
    discs.push_back(std::move(disc));
  }
}

std::vector<std::uint32_t> all_nodes(std::size_t n) {
  std::vector<std::uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

// The connected components of the discs. Returns false when more than `most_wild` are wild or there is too much to look
// at.
bool find_components(const node_set& nodes, const gerschgorin_discs& d, const std::vector<band>& bands,
                     std::size_t most_wild, std::vector<std::vector<std::uint32_t>>& components) {
  const std::size_t n = nodes.size();
  std::int64_t budget = 400 * static_cast<std::int64_t>(n) + 100000;
  const auto affordable = static_cast<std::size_t>(budget) / n;
  if (d.wild.size() > std::min(most_wild, affordable)) return false;
  disjoint_sets sets(n);
  for (const std::uint32_t i : d.wild) {
    for (std::uint32_t j = 0; j < n; ++j) {
      if (j != i && may_touch(nodes, d, i, j)) sets.join(i, j);
    }
  }
  for (const band& b : bands) {
    if (!join_band(b, nodes, d, sets, budget)) return false;
  }
  components.assign(n, {});
  for (std::uint32_t i = 0; i < n; ++i) components[sets.root(i)].push_back(i);
  std::erase_if(components, [](const auto& c) { return c.empty(); });
  return true;
}

// For each node: an upper bound of sum_{j != i} |W_j| / |z_i - z_j| and a lower bound of the least distance (in the
// scale of node i).
struct neighbourhood {
  std::vector<double> influence, least_distance;
};

neighbourhood make_neighbourhood(const node_set& nodes, const std::vector<band>& bands,
                                 const std::vector<weierstrass_correction>& corrections, const session& context) {
  neighbourhood result{std::vector<double>(nodes.size()), std::vector<double>(nodes.size())};
  for (const band& b : bands) {
    std::vector<double> weight;
    for (const std::uint32_t j : b.sources) weight.push_back(corrections[j].bound(b.exponent));
    double from_larger = 0, smaller_weight = 0;
    for (const std::uint32_t j : b.larger) {
      from_larger += corrections[j].bound(nodes.exponent[j]) / std::abs(nodes.leading(j)) * up;
    }
    for (const std::uint32_t j : b.smaller) smaller_weight += corrections[j].bound(b.exponent) * up;
    std::vector<std::uint32_t> positions(b.targets.size());
    std::iota(positions.begin(), positions.end(), 0U);
    const target_planes planes(b, positions);
    parallel_for(positions.size(), grain, context.threads, [&](std::size_t first, std::size_t last) {
      const std::size_t count = last - first;
      std::vector<double> sum(count), least(count);
      context.kernel.distance_sums(b.source_view(), weight.data(), planes.view(first, count),
                                   planes.self.data() + first, sum.data(), least.data());
      for (std::size_t k = 0; k < count; ++k) {
        const std::uint32_t i = b.targets[first + k];
        const double modulus = std::hypot(planes.re_high[first + k], planes.im_high[first + k]);
        result.influence[i] = (sum[k] + from_larger + smaller_weight / modulus) * (1 + 1e-6);
        // Nodes closer than two limbs can tell get no tight disc: their sum is not trusted.
        const double distance = std::min(std::sqrt(least[k]), 0.5 * modulus);
        if (distance < 0x1p-60 * modulus || std::isnan(result.influence[i])) result.influence[i] = infinity;
        result.least_distance[i] = scale_by(distance, b.exponent - nodes.exponent[i]) * (1 - 1e-6);
      }
    });
  }
  return result;
}

// A root alone in its disc solves x - z_i = -W_i / (1 + s), |s| <= influence of the others: nearly z_i - W_i.
proven_disc isolated_disc(std::uint32_t i, const node_set& nodes, const gerschgorin_discs& d,
                          const weierstrass_correction& w, const neighbourhood& near) {
  proven_disc disc;
  disc.members = {i};
  disc.exponent = nodes.exponent[i];
  disc.centre = nodes.mantissa[i];
  disc.radius = d.radius[i] + 0x1p-190;
  // |x - z_j| >= |z_i - z_j| - radius for the root x and every other node.
  const double shrink = 1 - d.radius[i] / near.least_distance[i] * up;
  const double s = near.influence[i] / shrink * up;
  if (!(shrink > 0.5) || !(s < 0.5)) return disc;
  const std::complex<double> correction = scale_by(w.value, w.exponent - disc.exponent);
  disc.centre = {disc.centre.re - qd(correction.real()), disc.centre.im - qd(correction.imag())};
  // 2^-190: the node itself is known to 2^-200 when its chart has an irrational circle.
  disc.radius = (w.bound(disc.exponent) * s / (1 - s) + scale_by(w.error, w.exponent - disc.exponent) +
                 0x1p-52 * std::abs(correction)) *
                    up +
                0x1p-190;
  return disc;
}

// m roots of a component satisfy sum_{j in it} |W_j| / |x - z_j| >= 1 - s, so each lies within m |W_j| / (1 - s) of
// some z_j, where s bounds the influence of all nodes outside.
proven_disc cluster_disc(const std::vector<std::uint32_t>& members, const node_set& nodes, const gerschgorin_discs& d,
                         const std::vector<weierstrass_correction>& corrections) {
  proven_disc disc;
  disc.members = members;
  disc.multiplicity = static_cast<std::int64_t>(members.size());
  disc.exponent = nodes.exponent[members[0]];
  qd re(0.0), im(0.0);
  std::vector<char> inside(nodes.size(), 0);
  for (const std::uint32_t i : members) {
    inside[i] = 1;
    const std::complex<double> w = scale_by(corrections[i].value, corrections[i].exponent - nodes.exponent[i]);
    const double shift = scale_by(1.0, nodes.exponent[i] - disc.exponent);
    re = re + scale(nodes.mantissa[i].re - qd(w.real()), shift);
    im = im + scale(nodes.mantissa[i].im - qd(w.imag()), shift);
  }
  const auto m = static_cast<double>(members.size());
  disc.centre = {re / m, im / m};
  double influence = 0;
  for (const std::uint32_t i : members) {
    double sum = 0;
    for (std::uint32_t j = 0; j < nodes.size(); ++j) {
      if (inside[j] != 0) continue;
      const std::int64_t frame = std::max(nodes.exponent[i], nodes.exponent[j]);
      const double distance =
          distance_below(nodes, i, j, frame) - scale_by(d.radius[i], nodes.exponent[i] - frame) * up;
      sum += distance > 0 ? corrections[j].bound(frame) / distance * up : infinity;
    }
    influence = std::max(influence, sum);
  }
  const double gain = influence < 0.5 ? m / (1 - influence * up) : static_cast<double>(nodes.size());
  for (const std::uint32_t i : members) {
    const double shift = scale_by(1.0, nodes.exponent[i] - disc.exponent);
    const qd dx = scale(nodes.mantissa[i].re, shift) - disc.centre.re,
             dy = scale(nodes.mantissa[i].im, shift) - disc.centre.im;
    const double reach = std::hypot(dx.x0, dy.x0) + gain * corrections[i].bound(disc.exponent) * up;
    disc.radius = std::isnan(reach) ? infinity : std::max(disc.radius, reach * up + 0x1p-190);
  }
  // What covers the members' discs may reach into others.
  for (std::uint32_t j = 0; j < nodes.size() && !disc.covers_others; ++j) {
    if (inside[j] != 0) continue;
    const std::int64_t frame = std::max(nodes.exponent[j], disc.exponent);
    const double mine = scale_by(1.0, disc.exponent - frame), others = scale_by(1.0, nodes.exponent[j] - frame);
    const qd dx = scale(nodes.mantissa[j].re, others) - scale(disc.centre.re, mine),
             dy = scale(nodes.mantissa[j].im, others) - scale(disc.centre.im, mine);
    const double reach = (disc.radius * mine + scale_by(d.radius[j], nodes.exponent[j] - frame)) * up + 0x1p-190;
    disc.covers_others = !(std::hypot(dx.x0, dy.x0) * down > reach);
  }
  return disc;
}

}  // namespace

exact::real exact_value(const qd& x, std::int64_t exponent) {
  exact::real sum;
  for (const double limb : {x.x0, x.x1, x.x2, x.x3}) {
    exact::real part = exact::from_double(limb);
    part.binary_exponent += exponent;
    sum = exact::add(sum, part);
  }
  return sum;
}

std::vector<proven_disc> certify(const node_set& nodes, const std::vector<weierstrass_correction>& corrections,
                                 const session& context) {
  const std::size_t n = nodes.size();
  const gerschgorin_discs d = make_discs(nodes, corrections);
  const std::vector<band> bands = make_bands(nodes);
  std::vector<std::vector<std::uint32_t>> components;
  std::vector<proven_disc> discs;
  if (!find_components(nodes, d, bands, n, components)) {
    add_unproven(discs, all_nodes(n), nodes);
    return discs;
  }
  const neighbourhood near = make_neighbourhood(nodes, bands, corrections, context);
  for (const std::vector<std::uint32_t>& members : components) {
    if (members.size() == 1) {
      discs.push_back(isolated_disc(members[0], nodes, d, corrections[members[0]], near));
    } else if (members.size() * n > 100'000'000 ||
               std::any_of(members.begin(), members.end(), [&](auto i) { return std::isinf(d.radius[i]); })) {
      add_unproven(discs, members, nodes);
    } else {
      discs.push_back(cluster_disc(members, nodes, d, corrections));
    }
  }
  return discs;
}

std::vector<proven_disc> certify_clusters(const node_set& nodes,
                                          const std::vector<weierstrass_correction>& corrections) {
  const std::size_t n = nodes.size();
  const gerschgorin_discs d = make_discs(nodes, corrections);
  std::vector<std::vector<std::uint32_t>> components;
  if (!find_components(nodes, d, make_bands(nodes), 8 + n / 8, components)) return {};
  std::vector<proven_disc> discs;
  for (const std::vector<std::uint32_t>& members : components) {
    const bool tame = std::none_of(members.begin(), members.end(), [&](auto i) { return is_wild(nodes, d, i); });
    if (members.size() > 1 && tame) discs.push_back(cluster_disc(members, nodes, d, corrections));
  }
  return discs;
}

}  // namespace vieta
