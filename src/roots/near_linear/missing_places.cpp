#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "roots/near_linear/near_linear.hpp"
#include "roots/sweep/iteration.hpp"

namespace vieta::near_linear {
namespace {

struct polar_place {
  double log_modulus = 0, argument = 0;
};

polar_place polar_place_of(const node_set& nodes, std::size_t i) {
  return {nodes.log2_modulus(i) * std::numbers::ln2, std::arg(nodes.leading(i))};
}

// Places on a circle of arguments, from which some are taken: the next one that is left, in both directions, in nearly
// constant time.
class places_left {
 public:
  explicit places_left(std::size_t count) : after_(count), before_(count) {
    std::iota(after_.begin(), after_.end(), 0U);
    std::iota(before_.begin(), before_.end(), 0U);
    left_ = count;
  }
  [[nodiscard]] std::size_t count() const { return left_; }
  [[nodiscard]] bool is_left(std::size_t k) const { return after_[k] == k; }
  // The first one from k on, around the circle.
  std::size_t from(std::size_t k) { return found(after_, k); }
  std::size_t down_from(std::size_t k) { return found(before_, k); }
  void take(std::size_t k) {
    const std::size_t n = after_.size();
    after_[k] = static_cast<std::uint32_t>((k + 1) % n);
    before_[k] = static_cast<std::uint32_t>((k + n - 1) % n);
    --left_;
  }

 private:
  static std::size_t found(std::vector<std::uint32_t>& next, std::size_t k) {
    std::size_t end = k;
    while (next[end] != end) end = next[end];
    while (next[k] != k) {
      const std::size_t on = next[k];
      next[k] = static_cast<std::uint32_t>(end);
      k = on;
    }
    return end;
  }

  std::vector<std::uint32_t> after_, before_;
  std::size_t left_ = 0;
};

// Parts of the starting points' moduli between which there is much room: those within one may be roots of any modulus
// there.
std::vector<double> ends_of_parts(const std::vector<polar_place>& starts) {
  constexpr double wide = 0.7;  // a factor of 2
  std::vector<double> ends;
  for (std::size_t i = 1; i < starts.size(); ++i) {
    const double inner = starts[i - 1].log_modulus, outer = starts[i].log_modulus;
    if (outer - inner > wide) ends.push_back(0.5 * (inner + outer));
  }
  ends.push_back(std::numeric_limits<double>::infinity());
  return ends;
}

// Each root that is known takes the place next to it, mostly by argument: within a part roots are nearly equally
// distributed over the arguments (Erdos, Turan 1950), while the Newton polygon knows their moduli roughly. Returns the
// places that are left, and counts the roots for which none was.
std::vector<std::size_t> places_that_are_left(const std::vector<polar_place>& known, std::vector<std::size_t> places,
                                              const std::vector<polar_place>& starts) {
  constexpr double weight_of_modulus = 0.2;
  constexpr int looks = 6;  // in each direction
  std::sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return starts[a].argument != starts[b].argument ? starts[a].argument < starts[b].argument : a < b;
  });
  places_left left(places.size());
  for (const polar_place& root : known) {
    if (left.count() == 0) return {};
    const auto next = std::lower_bound(places.begin(), places.end(), root.argument,
                                       [&](std::size_t i, double value) { return starts[i].argument < value; });
    const std::size_t first = static_cast<std::size_t>(next - places.begin()) % places.size();
    std::size_t best = places.size();
    double least = std::numeric_limits<double>::infinity();
    const auto look = [&](std::size_t k) {
      const double turn = std::remainder(starts[places[k]].argument - root.argument, 2 * std::numbers::pi);
      const double rise = starts[places[k]].log_modulus - root.log_modulus;
      const double distance = std::hypot(turn, weight_of_modulus * rise);
      if (distance < least) least = distance, best = k;
    };
    std::size_t above = left.from(first), below = left.down_from((first + places.size() - 1) % places.size());
    for (int step = 0; step < looks; ++step) {
      look(above);
      look(below);
      above = left.from((above + 1) % places.size());
      below = left.down_from((below + places.size() - 1) % places.size());
    }
    if (best < places.size()) left.take(best);
  }
  if (left.count() == 0) return {};
  std::vector<std::size_t> rest;
  for (std::size_t k = 0; k < places.size(); ++k)
    if (left.is_left(k)) rest.push_back(places[k]);
  return rest;
}

}  // namespace

node_set continue_from(const std::vector<proven_disc>& discs, const std::vector<polygon_edge>& edges) {
  node_set nodes;
  std::vector<polar_place> known;
  for (const proven_disc& disc : discs) {
    nodes.push_back({disc.leading(), disc.exponent});
    known.push_back(polar_place_of(nodes, nodes.size() - 1));
  }
  std::stable_sort(known.begin(), known.end(),
                   [](const polar_place& a, const polar_place& b) { return a.log_modulus < b.log_modulus; });
  const node_set points = starting_points(edges);  // by modulus
  std::vector<polar_place> starts(points.size());
  for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = polar_place_of(points, i);
  std::size_t missing = starts.size() > discs.size() ? starts.size() - discs.size() : 0;
  std::vector<std::size_t> chosen, others;
  std::size_t root = 0, place = 0;
  for (const double end : ends_of_parts(starts)) {
    std::vector<polar_place> roots_here;
    std::vector<std::size_t> places_here;
    for (; root < known.size() && known[root].log_modulus < end; ++root) roots_here.push_back(known[root]);
    for (; place < starts.size() && starts[place].log_modulus < end; ++place) places_here.push_back(place);
    if (places_here.empty()) continue;
    const std::vector<std::size_t> left = places_that_are_left(roots_here, places_here, starts);
    chosen.insert(chosen.end(), left.begin(), left.end());
  }
  // A part with more roots than places leaves others with too many places: every so often one is left out.
  const std::size_t all = chosen.size();
  missing = std::min(missing, all);
  for (std::size_t k = 0; k < missing; ++k) nodes.push_back(points.rounded(chosen[k * all / missing]));
  return nodes;
}

}  // namespace vieta::near_linear
