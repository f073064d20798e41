#pragma once

#include <functional>
#include <vector>

#include "boxes/curves/tracer.hpp"
#include "boxes/search.hpp"

namespace vieta::boxes {

/// Divides the domain until every part is empty, in a tube, or below the tolerance; where a box shows a curve that is
/// not known it is traced.
class curve_search {
 public:
  curve_search(const curve_system& system, const domain_view& domain, const boxes_options& options,
               const std::function<bool()>& must_stop);
  void run();

  tracer walker;
  std::vector<leaf> leaves;
  std::vector<visited_box> visited;
  std::size_t looks = 0;
  bool out_of_budget = false, out_of_time = false;

 private:
  bool spend();
  void examine(cell box);
  void leave(const cell& box, leaf::cause why) { leaves.push_back({box, why}); }
  void record(const cell& box, visited_box::fate what) {
    if (options_.keep_visited) visited.push_back({0, box, what});
  }
  bool looks_singular() const;

  int n_;
  const boxes_options& options_;
  const std::function<bool()>& must_stop_;
  std::vector<cell> now_, next_;
};

}  // namespace vieta::boxes
