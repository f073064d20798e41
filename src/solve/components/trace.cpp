#include "solve/components/trace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vieta::decomposing {

namespace {

/// A trace is linear where its second difference is no larger than what is unknown of the points, which has to be less
/// than this, relative to their sizes. Double precision does not do: that of a part of x^30 + y^30 = 1, or of a circle
/// of radius 10^6, is 10^-14 of the points, and no zero.
constexpr double counts_as_known = 1e-30;
constexpr int digits_of_trace = 55;
/// Points nearer than this, relative to their size, are one.
constexpr double same_point = 1e-6;

}  // namespace

std::size_t place_of(const std::vector<std::vector<scalar>>& points, const std::vector<scalar>& x) {
  std::size_t found = points.size();
  const double reach = same_point * size_of(x);
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (!(distance_of(points[k], x) < reach)) continue;
    if (found != points.size()) return points.size();
    found = k;
  }
  return found;
}

/// By certified points, and from slices whose constants are rounded, so that the three are exactly as far from each
/// other.
bends bends_of(const carrier& by, const std::vector<system_point>& points, const hyperplanes& slices,
               const followers& with, newton_options refined, std::uint64_t direction) {
  bends result{std::vector<std::vector<complex<qd>>>(points.size()), std::vector<double>(points.size(), 0), {}};
  std::vector<std::vector<scalar>> as_doubles;
  for (const system_point& x : points) {
    as_doubles.push_back(in_double(x));
    result.size.push_back(size_of(as_doubles.back()));
  }
  refined.digits = digits_of_trace;
  const hyperplanes middle = by.with_short_constants(slices);
  const std::vector<newton_solution> now = by.proven(points, middle, refined);
  std::vector<newton_solution> ends[2];
  // Another direction where a path was lost: it came too close to a place where points meet.
  for (const bool careful : {false, true}) {
    bool all = true;
    for (const int side : {0, 1}) {
      const hyperplanes to = by.shifted(middle, side == 0 ? -0.5 : 0.5, direction + careful);
      std::vector<system_point> there;
      for (moved_point& m : by.move(points, slices, to, with, careful)) {
        all = all && m.regular;
        there.push_back(m.regular ? std::move(m.x) : system_point(by.unknowns(), {qd(NAN), qd(0.0)}));
      }
      if (with.must_stop()) return result;
      ends[side] = by.proven(there, to, refined);
    }
    if (all) break;
  }
  for (std::size_t k = 0; k < points.size(); ++k) {
    const newton_solution &before = ends[0][k], &after = ends[1][k];
    const bool is_same = distance_of(in_double(now[k].x), as_doubles[k]) < same_point * result.size[k];
    if (!before.certified || !after.certified || !now[k].certified || !is_same) continue;
    for (std::size_t v = 0; v < by.own(); ++v)
      result.second[k].push_back((before.x[v] - now[k].x[v]) + (after.x[v] - now[k].x[v]));
    result.unknown[k] = before.radius + 2 * now[k].radius + after.radius;
  }
  return result;
}

void measure(part& p, const bends& of) {
  std::vector<complex<qd>> sum;
  double size = 0, unknown = 0;
  for (const std::size_t k : p.members) {
    if (of.second[k].empty()) {
      p.trace = std::numeric_limits<double>::quiet_NaN();
      return;
    }
    sum.resize(of.second[k].size(), complex<qd>{qd(0.0), qd(0.0)});
    for (std::size_t v = 0; v < sum.size(); ++v) sum[v] = sum[v] + of.second[k][v];
    size += of.size[k], unknown += of.unknown[k];
  }
  double most = 0;
  for (const complex<qd>& z : sum)
    if (!(std::abs(in_double(z)) <= most)) most = std::abs(in_double(z));
  p.trace = most / size;
  constexpr double rounding = 1e-55;
  p.linear = unknown < counts_as_known * size && most <= 2 * unknown + rounding * size;
}

}  // namespace vieta::decomposing
