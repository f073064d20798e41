#include "roots/sweep/newton_polygon.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include "base/parallel_for.hpp"

namespace vieta {
namespace {

double slope(const coefficients& a, std::size_t from, std::size_t to) {
  return (a.log2_modulus[to] - a.log2_modulus[from]) / static_cast<double>(a.power[to] - a.power[from]);
}

std::complex<double> leading(const coefficients& a, std::size_t term) {
  return {a.re[0][term], a.is_real() ? 0.0 : a.im[0][term]};
}

// Takes the next term into the upper hull of those before it.
void take(const coefficients& a, std::vector<std::size_t>& hull, std::size_t term) {
  while (hull.size() >= 2 && slope(a, hull[hull.size() - 2], hull.back()) <= slope(a, hull.back(), term)) {
    hull.pop_back();
  }
  hull.push_back(term);
}

// The hull of the terms [first, last). That of the highest terms of small blocks comes first: what does not rise above
// it is no vertex, and comparing takes less time than a division for each term.
std::vector<std::size_t> hull_of(const coefficients& a, std::size_t first, std::size_t last) {
  constexpr std::size_t block = 64;
  std::vector<std::size_t> coarse, hull;
  take(a, coarse, first);
  for (std::size_t from = first + 1; from + 1 < last; from += block) {
    const auto begin = a.log2_modulus.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = begin + static_cast<std::ptrdiff_t>(std::min(block, last - 1 - from));
    take(a, coarse, static_cast<std::size_t>(std::max_element(begin, end) - a.log2_modulus.begin()));
  }
  if (last - first > 1) take(a, coarse, last - 1);
  hull.push_back(first);
  for (std::size_t edge = 0; edge + 1 < coarse.size(); ++edge) {
    const std::size_t from = coarse[edge], to = coarse[edge + 1];
    const double rise = slope(a, from, to), height = a.log2_modulus[from];
    for (std::size_t term = from + 1; term < to; ++term) {
      if (a.log2_modulus[term] > height + rise * static_cast<double>(a.power[term] - a.power[from]))
        take(a, hull, term);
    }
    take(a, hull, to);
  }
  return hull;
}

}  // namespace

std::vector<polygon_edge> newton_polygon(const coefficients& a, int threads) {
  // The vertices of the whole are among those of its parts.
  constexpr std::size_t part = 1 << 14;
  std::vector<std::vector<std::size_t>> hulls((a.terms() + part - 1) / part);
  parallel_for(hulls.size(), 1, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) hulls[i] = hull_of(a, i * part, std::min(a.terms(), (i + 1) * part));
  });
  std::vector<std::size_t> hull;
  for (const auto& own : hulls) {
    for (const std::size_t term : own) take(a, hull, term);
  }
  std::vector<polygon_edge> edges;
  for (std::size_t v = 0; v + 1 < hull.size(); ++v) {
    const std::int64_t count = a.power[hull[v + 1]] - a.power[hull[v]];
    const double argument = std::arg(-leading(a, hull[v]) * std::conj(leading(a, hull[v + 1])));
    edges.push_back({count, -slope(a, hull[v], hull[v + 1]), argument / static_cast<double>(count)});
  }
  return edges;
}

}  // namespace vieta
