#include "solve/components/breakup.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace vieta::decomposing {

namespace {

/// Loops that change nothing, and loops in all: almost every one joins points as long as parts are not whole.
constexpr int most_idle_loops = 12, most_loops = 80;
/// Parts of which all unions are tried where loops join no more of them.
constexpr std::size_t most_parts_to_join = 14;
class splitter {
 public:
  splitter(const carrier& by, const std::vector<system_point>& points, const hyperplanes& slices, const followers& with,
           const newton_options& refined, std::uint64_t seed)
      : by_(by), points_(points), slices_(slices), with_(with), refined_(refined), random_(seed ^ 0x6a09e667f3bcc909) {
    for (const system_point& x : points) in_double_.push_back(in_double(x));
    parent_.resize(points.size());
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  std::vector<part> run() {
    bends_ = bends_of(by_, points_, slices_, with_, refined_, random_());
    std::vector<part> parts = parts_now();
    int idle = 0;
    for (int loop = 0; loop < most_loops && idle < most_idle_loops && !with_.must_stop(); ++loop) {
      if (all_linear(parts)) break;
      const bool joined = go_round(parts);
      idle = joined ? 0 : idle + 1;
      parts = parts_now();
    }
    if (!all_linear(parts)) join_by_trace(parts);
    return parts;
  }

 private:
  std::size_t find(std::size_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }

  static bool all_linear(const std::vector<part>& parts) {
    return std::all_of(parts.begin(), parts.end(), [](const part& p) { return p.linear; });
  }

  std::vector<part> parts_now() {
    std::vector<std::vector<std::size_t>> groups(points_.size());
    for (std::size_t k = 0; k < points_.size(); ++k) groups[find(k)].push_back(k);
    std::vector<part> parts;
    for (std::vector<std::size_t>& g : groups) {
      if (g.empty()) continue;
      part& p = parts.emplace_back();
      p.members = std::move(g);
      measure(p, bends_);
    }
    return parts;
  }

  /// One loop, for the points of parts that are not whole; true where it joined some.
  bool go_round(const std::vector<part>& parts) {
    std::vector<std::size_t> which;
    for (const part& p : parts)
      if (!p.linear) which.insert(which.end(), p.members.begin(), p.members.end());
    std::vector<system_point> now;
    for (const std::size_t k : which) now.push_back(points_[k]);
    hyperplanes at = slices_;
    std::vector<bool> lost(which.size(), false);
    for (int leg = 0; leg < 3; ++leg) {
      const hyperplanes next = leg == 2 ? slices_ : by_.random_slices(random_);
      const std::vector<moved_point> ends = by_.move(now, at, next, with_);
      if (with_.must_stop()) return false;
      for (std::size_t k = 0; k < which.size(); ++k) {
        lost[k] = lost[k] || !ends[k].regular;
        if (!lost[k]) now[k] = ends[k].x;
      }
      at = next;
    }
    std::vector<std::size_t> to(which.size(), points_.size());
    std::vector<int> came(points_.size(), 0);
    for (std::size_t k = 0; k < which.size(); ++k) {
      if (lost[k]) continue;
      to[k] = place_of(in_double_, in_double(now[k]));
      if (to[k] < points_.size()) ++came[to[k]];
    }
    bool joined = false;
    for (std::size_t k = 0; k < which.size(); ++k) {
      if (to[k] == points_.size() || came[to[k]] != 1) continue;  // two paths in one point: one of them jumped
      const std::size_t a = find(which[k]), b = find(to[k]);
      joined = joined || a != b;
      parent_[std::max(a, b)] = std::min(a, b);
    }
    return joined;
  }

  /// The smallest unions of parts with a linear trace, where there are few parts.
  void join_by_trace(std::vector<part>& parts) {
    std::vector<part> whole, open;
    for (part& p : parts) (p.linear ? whole : open).push_back(std::move(p));
    const bool known = std::all_of(open.begin(), open.end(), [](const part& p) { return !std::isnan(p.trace); });
    for (std::size_t size = 2; known && size <= open.size() && open.size() <= most_parts_to_join;) {
      bool found = false;
      for (std::uint32_t set = 1; set < (1U << open.size()) && !found; ++set) {
        std::vector<std::size_t> in;
        for (std::size_t k = 0; k < open.size(); ++k)
          if (set >> k & 1) in.push_back(k);
        if (in.size() != size) continue;
        part together;
        for (const std::size_t k : in)
          together.members.insert(together.members.end(), open[k].members.begin(), open[k].members.end());
        measure(together, bends_);
        if (!together.linear) continue;
        std::sort(together.members.begin(), together.members.end());
        whole.push_back(std::move(together));
        for (std::size_t k = in.size(); k-- > 0;) open.erase(open.begin() + static_cast<std::ptrdiff_t>(in[k]));
        found = true;
      }
      if (!found) ++size;
    }
    whole.insert(whole.end(), std::make_move_iterator(open.begin()), std::make_move_iterator(open.end()));
    parts = std::move(whole);
  }

  const carrier& by_;
  const std::vector<system_point>& points_;
  const hyperplanes& slices_;
  const followers& with_;
  newton_options refined_;
  std::mt19937_64 random_;
  std::vector<std::vector<scalar>> in_double_;
  bends bends_;
  std::vector<std::size_t> parent_;
};

}  // namespace

std::vector<part> split(const carrier& by, const std::vector<system_point>& points, const hyperplanes& slices,
                        const followers& with, const newton_options& refined, std::uint64_t seed) {
  return splitter(by, points, slices, with, refined, seed).run();
}

}  // namespace vieta::decomposing
