#include "roots/values/discs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/parallel_for.hpp"

namespace vieta::values {
namespace {

constexpr double up = 1 + 0x1p-46;  // more than a few operations on nonnegative numbers lose

struct node {
  complex<dd> z;
  proven_step at;
  double reach = std::numeric_limits<double>::infinity();  ///< of p/p'
  double radius = 0;                                       ///< a root is as near
  double apart = 0;                                        ///< no other node's disc comes nearer
  bool is_done = false;
};

double modulus(const complex<dd>& z) { return std::hypot(z.re.hi, z.im.hi) * up; }

// At most |a - b|, rounded downward.
double distance(const complex<dd>& a, const complex<dd>& b) {
  const complex<dd> d = a - b;
  return std::hypot(d.re.hi, d.im.hi) * (1 - 0x1p-46);
}

// For each node the distance to the nearest disc of another one; false where two discs may meet.
bool find_distances(std::vector<node>& nodes, int threads) {
  std::vector<std::size_t> order(nodes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (const node& v : nodes)
    if (!(v.radius < std::numeric_limits<double>::infinity())) return false;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return nodes[a].z.re.hi < nodes[b].z.re.hi; });
  double widest = 0;
  for (const node& v : nodes) widest = std::max(widest, v.radius * up);
  std::vector<char> meets(nodes.size(), 0);
  parallel_for(order.size(), 64, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      node& v = nodes[order[k]];
      const double own = v.radius * up;
      double nearest = std::numeric_limits<double>::infinity();
      // Whether what is still to come may matter; the difference of two doubles is off by half a unit at most.
      const auto look = [&](std::size_t other) {
        const node& w = nodes[order[other]];
        const double between =
            std::fabs(v.z.re.hi - w.z.re.hi) * (1 - 0x1p-46) - 0x1p-50 * (std::fabs(v.z.re.hi) + std::fabs(w.z.re.hi));
        if (between - widest > nearest) return false;
        nearest = std::min(nearest, distance(v.z, w.z) - w.radius * up);
        return true;
      };
      for (std::size_t j = k + 1; j < order.size() && look(j);) ++j;
      for (std::size_t j = k; j-- > 0 && look(j);) {
      }
      v.apart = nearest * (1 - 0x1p-46);
      if (!(v.apart > own)) meets[k] = 1;
    }
  });
  return std::none_of(meets.begin(), meets.end(), [](char c) { return c != 0; });
}

// Values at all nodes that are not done; `move`: after Newton's step.
void evaluate(const value_source& p, std::vector<node>& nodes, bool move, const search_limits& limits) {
  const auto n = static_cast<double>(p.degree);
  constexpr std::size_t at_once = 16;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (!nodes[i].is_done) open.push_back(i);
  parallel_for(open.size(), at_once, limits.threads, [&](std::size_t first, std::size_t last) {
    complex<dd> z[at_once];
    double wanted[at_once];
    proven_step out[at_once];
    for (std::size_t begin = first; begin < last && !limits.must_stop(); begin += at_once) {
      const std::size_t count = std::min(at_once, last - begin);
      for (std::size_t i = 0; i < count; ++i) {
        node& v = nodes[open[begin + i]];
        if (move) v.z = v.z - v.at.step;
        z[i] = v.z;
        wanted[i] = 0x1p-60 / n * std::max(modulus(v.z), 0x1p-100);
      }
      p.prove(z, wanted, count, out);
      for (std::size_t i = 0; i < count; ++i) {
        node& v = nodes[open[begin + i]];
        v.at = out[i];
        v.reach = (modulus(v.at.step) + v.at.error) * up;
      }
    }
  });
}

// zeta - z = -N/(1 - N s), where s is the sum of 1/(z - zeta_j) over the other roots: |s| <= (n - 1)/apart.
root_disc around(const node& v, double n) {
  const double share = n == 1 ? 0 : (n - 1) * v.reach / v.apart * up;
  if (!(share < 0.5)) return {v.z, v.radius};
  double radius = (v.reach * share / (1 - share) + v.at.error) * up;
  radius = (radius + 0x1p-100 * (modulus(v.z) + modulus(v.at.step))) * up;  // of the difference
  return {v.z - v.at.step, radius};
}

}  // namespace

void shrink(const value_source& p, std::vector<root_disc>& discs,
            const std::function<bool(const complex<dd>& z, double radius)>& is_small, const search_limits& limits) {
  std::vector<node> nodes(discs.size());
  bool all_done = true;
  for (std::size_t i = 0; i < discs.size(); ++i) {
    nodes[i].z = discs[i].centre;
    nodes[i].radius = discs[i].radius;
    nodes[i].is_done = discs[i].multiplicity > 1 || is_small(discs[i].centre, discs[i].radius);
    all_done &= nodes[i].is_done;
  }
  if (all_done || !find_distances(nodes, limits.threads)) return;
  evaluate(p, nodes, false, limits);
  if (limits.must_stop()) return;
  for (std::size_t i = 0; i < discs.size(); ++i) {
    if (nodes[i].is_done) continue;
    const root_disc smaller = around(nodes[i], static_cast<double>(p.degree));
    if (smaller.radius < discs[i].radius) discs[i] = smaller;
  }
}

std::optional<std::vector<root_disc>> prove_all(
    const value_source& p, const std::vector<std::complex<double>>& places,
    const std::function<bool(const complex<dd>& z, double radius)>& is_small, const search_limits& limits) {
  const auto n = static_cast<double>(p.degree);
  std::vector<node> nodes(places.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!std::isfinite(places[i].real()) || !std::isfinite(places[i].imag())) return {};
    nodes[i].z = {dd(places[i].real()), dd(places[i].imag())};
  }
  constexpr int most_rounds = 6;
  std::vector<root_disc> discs(nodes.size());
  for (int round = 0; round < most_rounds && !limits.must_stop(); ++round) {
    evaluate(p, nodes, round > 0, limits);
    for (node& v : nodes) v.radius = n * v.reach * up;
    if (limits.must_stop()) return {};
    const bool are_apart = find_distances(nodes, limits.threads);
    if (!are_apart) {
      for (node& v : nodes) v.is_done = false;
      const auto hopeless = std::count_if(nodes.begin(), nodes.end(), [](const node& v) {
        return !(v.reach < std::numeric_limits<double>::infinity());
      });
      if (hopeless > 0 && round > 0) return {};
      continue;
    }
    bool all_done = true;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      node& v = nodes[i];
      discs[i] = around(v, n);
      v.is_done = is_small(discs[i].centre, discs[i].radius);
      all_done &= v.is_done;
    }
    if (all_done || round + 1 == most_rounds) return discs;
  }
  return {};
}

}  // namespace vieta::values
