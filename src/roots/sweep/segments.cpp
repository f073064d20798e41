#include "roots/sweep/segments.hpp"

#include <algorithm>

namespace vieta {

std::vector<segment> make_segments(const node_set& nodes, const std::vector<std::uint32_t>& chosen, const atlas& charts,
                                   std::size_t longest) {
  std::vector<std::pair<std::int64_t, std::uint32_t>> keyed;
  keyed.reserve(chosen.size());
  for (const std::uint32_t i : chosen)
    keyed.emplace_back(charts.index_of(nodes.exponent[i], nodes.log2_mantissa(i)), i);
  std::sort(keyed.begin(), keyed.end());
  std::vector<segment> segments;
  for (const auto& [index, node] : keyed) {
    if (segments.empty() || segments.back().chart_index != index || segments.back().nodes.size() == longest) {
      segments.push_back({index, {}});
    }
    segments.back().nodes.push_back(node);
  }
  return segments;
}

segment_points::segment_points(const node_set& nodes, const segment& s, const atlas& charts, int limbs) {
  const std::int64_t rho_exponent = charts.rho_exponent(s.chart_index);
  const qd& fraction = charts.rho_fraction(s.chart_index);
  for (const std::uint32_t i : s.nodes) {
    const std::int64_t shift = nodes.exponent[i] - rho_exponent;
    qd x = nodes.mantissa[i].re, y = nodes.mantissa[i].im;
    if (!charts.scales_exactly()) {
      if (limbs == 1) {
        x = qd(x.x0 / fraction.x0);
        y = qd(y.x0 / fraction.x0);
      } else {
        x = x / fraction;
        y = y / fraction;
      }
    }
    const double x_limbs[4] = {x.x0, x.x1, x.x2, x.x3}, y_limbs[4] = {y.x0, y.x1, y.x2, y.x3};
    for (int limb = 0; limb < limbs; ++limb) {
      re[limb].push_back(scale_by(x_limbs[limb], shift));
      im[limb].push_back(scale_by(y_limbs[limb], shift));
    }
  }
}

kernel_points segment_points::view() const {
  kernel_points v;
  v.count = re[0].size();
  for (int limb = 0; limb < 4; ++limb) {
    v.re[limb] = re[limb].empty() ? nullptr : re[limb].data();
    v.im[limb] = im[limb].empty() ? nullptr : im[limb].data();
  }
  return v;
}

}  // namespace vieta
