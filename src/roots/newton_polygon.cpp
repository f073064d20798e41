#include "roots/newton_polygon.hpp"

#include <algorithm>
#include <utility>

#include "parallel_for.hpp"

namespace vieta {
namespace {

double slope(const coefficients& a, std::size_t from, std::size_t to) {
  return (a.log2_modulus[to] - a.log2_modulus[from]) / static_cast<double>(a.power[to] - a.power[from]);
}

// Takes the next term into the upper hull of those before it.
void take(const coefficients& a, std::vector<std::size_t>& hull, std::size_t term) {
  while (hull.size() >= 2 && slope(a, hull[hull.size() - 2], hull.back()) <= slope(a, hull.back(), term)) {
    hull.pop_back();
  }
  hull.push_back(term);
}

}  // namespace

std::vector<polygon_edge> newton_polygon(const coefficients& a, int threads) {
  // The vertices of the whole are among those of its parts.
  constexpr std::size_t part = 1 << 14;
  std::vector<std::vector<std::size_t>> hulls((a.terms() + part - 1) / part);
  parallel_for(hulls.size(), 1, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      std::vector<std::size_t> own;  // not hulls[i]: threads would wait for each other's cache lines
      for (std::size_t term = i * part; term < std::min(a.terms(), (i + 1) * part); ++term) take(a, own, term);
      hulls[i] = std::move(own);
    }
  });
  std::vector<std::size_t> hull;
  for (const auto& own : hulls) {
    for (const std::size_t term : own) take(a, hull, term);
  }
  std::vector<polygon_edge> edges;
  for (std::size_t v = 0; v + 1 < hull.size(); ++v) {
    edges.push_back({a.power[hull[v + 1]] - a.power[hull[v]], -slope(a, hull[v], hull[v + 1])});
  }
  return edges;
}

}  // namespace vieta
