#pragma once

#include <functional>
#include <vector>

#include "boxes/curves/tube_map.hpp"

namespace vieta::boxes {

/// For each value of the parameter in the box exactly one solution has its other coordinates in it.
struct tube {
  cell box;
  cell hull;  ///< encloses these solutions
  int axis = 0;
  std::array<double, 4> least_slope{}, most_slope{};  ///< of the other coordinates by the parameter
};

/// A connected piece of the set of solutions: tube i holds the points i and i + 1 and all between them.
struct chain {
  std::vector<cell> points;  ///< each encloses one solution
  std::vector<tube> tubes;
  curve_end begins = curve_end::stopped, ends = curve_end::stopped;
};

/// Walks along curves of solutions, one proven tube after the other.
class tracer {
 public:
  /// `spend` counts a look; false when there shall be none any more.
  tracer(const curve_system& system, const domain_view& domain, double tolerance, std::function<bool()> spend)
      : map_(system), n_(system.variables), domain_(domain), shortest_(tolerance / 4), spend_(std::move(spend)) {}

  /// Proves a solution in or near a box, in the middle of its edge along the parameter, that lies on no known tube.
  bool find_point(const cell& box, int axis, cell& point);
  /// Follows the curve through the point both ways. False where not one tube could be proven.
  bool trace(const cell& point);
  /// Cuts what known tubes cover away from a box, as long as it stays a box. False when nothing is left.
  bool uncovered(cell& box) const;

  tube_map& map() { return map_; }
  [[nodiscard]] const std::vector<chain>& chains() const { return chains_; }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct one_way {
    std::vector<cell> points;
    std::vector<tube> tubes;
    curve_end ends = curve_end::stopped;
    std::size_t met = none, met_tube = 0;  ///< the chain, and its tube, that the last point lies in
  };
  /// How one attempt to step ends.
  enum class attempt { proven, failed, leaves, closes, too_near };

  void walk(const cell& start, int orientation, double step, bool may_close, one_way& way);
  attempt try_step(const cell& at, const std::array<double, 4>& along, int orientation, int axis, double end,
                   tube& found, int& leaves_along);
  bool prove(cell& box, int axis, const cell& with, double margin, tube_sight& seen);
  void refine(cell& point, int axis);
  [[nodiscard]] bool is_known(const cell& point) const;
  bool meets(one_way& way) const;
  void join(chain& made, const one_way& forth, const one_way& back);
  bool spend() { return spend_(); }

  tube_map map_;
  int n_;
  domain_view domain_;
  double shortest_;
  std::function<bool()> spend_;
  bool stopped_ = false;
  double contraction_ = 0;  // of the last attempt
  std::vector<chain> chains_;
};

}  // namespace vieta::boxes
