#include "roots/fixed_point/node_index.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace vieta {

void node_index::update(const node_set& nodes, int threads) {
  const auto now = [&](std::size_t i) -> place { return {nodes.leading(i), nodes.exponent[i]}; };
  const auto polar = [&](std::size_t i) -> polar_point {
    const std::complex<double> z = nodes.leading(i);
    return {std::log(std::abs(z)) + static_cast<double>(nodes.exponent[i]) * 0.69314718055994531, std::arg(z)};
  };
  if (!index_ || known_.size() != nodes.size()) {
    known_.clear();
    for (std::size_t i = 0; i < nodes.size(); ++i) known_.push_back(now(i));
    index_.emplace(nodes.size(), threads, polar);
    return;
  }
  std::vector<std::uint32_t> moved;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const place there = now(i);
    if (there == known_[i]) continue;
    known_[i] = there;
    moved.push_back(static_cast<std::uint32_t>(i));
  }
  if (!moved.empty()) index_->move(moved, threads, polar);
}

std::vector<std::vector<std::uint32_t>> coincident_nodes(const node_set& nodes, const node_index& index) {
  const auto limbs = [&](std::uint32_t i) {
    const complex<qd>& z = nodes.mantissa[i];
    return std::tuple(nodes.exponent[i], z.re.x0, z.im.x0, z.re.x1, z.im.x1, z.re.x2, z.im.x2);
  };
  std::vector<std::vector<std::uint32_t>> groups;
  index.places().for_equal_keys([&](std::vector<std::uint32_t>& points) {
    std::sort(points.begin(), points.end(),
              [&](std::uint32_t i, std::uint32_t j) { return limbs(i) != limbs(j) ? limbs(i) < limbs(j) : i < j; });
    for (std::size_t begin = 0; begin < points.size();) {
      std::size_t end = begin + 1;
      while (end < points.size() && limbs(points[end]) == limbs(points[begin])) ++end;
      const auto at = [&](std::size_t k) { return points.begin() + static_cast<std::ptrdiff_t>(k); };
      if (end - begin > 1) groups.emplace_back(at(begin), at(end));
      begin = end;
    }
  });
  return groups;
}

}  // namespace vieta
