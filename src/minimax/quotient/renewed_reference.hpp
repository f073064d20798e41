#pragma once

#include <optional>
#include <vector>

#include "minimax/quotient/drawn_apart.hpp"

namespace vieta::approximation {

/// Where the exchange of p/q looks.
template <class R>
struct quotient_point {
  R x = 0, t = 0, error = 0;
  sample<R> s;
  bool is_usable = false;   ///< p/q has an influence there
  int side = 1;             ///< the sign of q
  bool is_flipped = false;  ///< the factor is negative there: what alternates is the error times its sign
};

template <class R>
std::vector<R> places_of(const std::vector<quotient_point<R>>& points) {
  std::vector<R> all;
  for (const quotient_point<R>& p : points) all.push_back(p.x);
  return all;
}

/// To more digits than a reference has by chance.
template <class R>
bool is_levelled(const R& level, const R& largest) {
  constexpr double nearly = 1e-6;
  return level > R(0) ? largest - level < largest * R(nearly) : largest + level < largest * R(nearly);
}

/// Usable points in ascending order, each once.
template <class R>
bool is_tidy(const std::vector<quotient_point<R>>& reference) {
  for (std::size_t i = 0; i < reference.size(); ++i)
    if (!reference[i].is_usable || (i > 0 && !(reference[i].x > reference[i - 1].x))) return false;
  return true;
}

/// As those of relative errors are, where that of p = 0 is 1.
template <class R>
bool targets_are_1(const std::vector<quotient_point<R>>& points) {
  constexpr double rounding = 1e-12;
  for (const quotient_point<R>& p : points)
    if (!p.is_usable || p.s.target - R(1) > R(rounding) || R(1) - p.s.target > R(rounding)) return false;
  return true;
}

/// Logarithms of factors, and whether targets are those of relative errors, all near 1.
struct factor_sizes {
  double least = 0, most = 0;
  bool are_relative = true;
};
template <class R>
std::optional<factor_sizes> sizes_of_factors(const std::vector<quotient_point<R>>& points) {
  using std::abs;
  factor_sizes found;
  for (const quotient_point<R>& p : points) {
    if (!p.is_usable) return std::nullopt;
    const double size = logarithm(R(abs(p.s.factor)));
    found.least = found.least < size && found.least != 0 ? found.least : size;
    found.most = std::max(found.most, size);
    found.are_relative = found.are_relative && !(abs(p.s.target - R(1)) > R(0.125));
  }
  return found;
}

/// As many consecutive extrema as the reference has points, the largest among them; where they are too few the largest
/// takes the place of a neighbour of its sign. `level`: the error of the reference's first point.
template <class R>
std::vector<quotient_point<R>> renewed(std::vector<quotient_point<R>> reference,
                                       const std::vector<quotient_point<R>>& extrema, const R& level) {
  using std::abs;
  using point = quotient_point<R>;
  const std::size_t need = reference.size();
  std::vector<point> found = extrema;
  thin_out(found, need);
  if (found.size() == need) return found;
  const point* worst = nullptr;
  for (const point& p : extrema)
    if (!worst || abs(p.error) > abs(worst->error)) worst = &p;
  if (!worst) return {};
  for (std::size_t i = 0; i < reference.size(); ++i) reference[i].error = i % 2 == 0 ? level : -level;
  const auto same = [&](const point& p) { return (p.error < R(0)) == (worst->error < R(0)); };
  std::size_t after = 0;
  while (after < reference.size() && reference[after].x < worst->x) ++after;
  const bool at_start = after == 0, at_end = after == reference.size();
  const std::size_t place = at_start ? 0 : at_end ? after - 1 : same(reference[after]) ? after : after - 1;
  if ((at_start || at_end) && !same(reference[place])) {
    reference.erase(at_start ? reference.end() - 1 : reference.begin());
    reference.insert(at_start ? reference.begin() : reference.end(), *worst);
  } else {
    reference[place] = *worst;
  }
  return reference;
}

}  // namespace vieta::approximation
