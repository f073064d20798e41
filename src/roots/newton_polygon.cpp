#include "roots/newton_polygon.hpp"

namespace vieta {

std::vector<polygon_edge> newton_polygon(const coefficients& a) {
  std::vector<std::size_t> hull;
  const auto slope = [&](std::size_t from, std::size_t to) {
    return (a.log2_modulus[to] - a.log2_modulus[from]) / static_cast<double>(a.power[to] - a.power[from]);
  };
  for (std::size_t term = 0; term < a.terms(); ++term) {
    while (hull.size() >= 2 && slope(hull[hull.size() - 2], hull.back()) <= slope(hull.back(), term)) hull.pop_back();
    hull.push_back(term);
  }
  std::vector<polygon_edge> edges;
  for (std::size_t v = 0; v + 1 < hull.size(); ++v) {
    edges.push_back({a.power[hull[v + 1]] - a.power[hull[v]], -slope(hull[v], hull[v + 1])});
  }
  return edges;
}

}  // namespace vieta
