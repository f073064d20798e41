#include "solve/faces/refuted.hpp"

#include <algorithm>
#include <numeric>

#include "solve/effort.hpp"

namespace vieta::tracking {

std::vector<std::size_t> refuted_ends(const homotopy_tape& tape, std::vector<judged_end>& ends,
                                      const std::vector<std::size_t>& among, const std::function<bool()>& must_stop) {
  std::vector<std::size_t> which, refuted;
  std::vector<far_point> points;
  for (const std::size_t k : among) {
    if (ends[k].kind != end_kind::infinite || !ends[k].far || points.size() == most_faces) continue;
    which.push_back(k), points.push_back(*ends[k].far);
  }
  const std::vector<face_report> reports = look_at_faces(tape, points, must_stop);
  for (std::size_t k = 0; k < which.size(); ++k) {
    judged_end& end = ends[which[k]];
    end.face = reports[k].verdict;
    if (end.face == face_verdict::refuted) refuted.push_back(which[k]);
    if (end.face == face_verdict::shown) end.larger_than = std::max(end.larger_than, reports[k].larger_than);
  }
  return refuted;
}

bool is_near(const judged_end& end, double far) {
  return end.kind == end_kind::infinite && end.face == face_verdict::unknown && !(end.larger_than >= far);
}

std::vector<std::size_t> all_of(const std::vector<judged_end>& ends) {
  std::vector<std::size_t> which(ends.size());
  std::iota(which.begin(), which.end(), std::size_t{0});
  return which;
}

}  // namespace vieta::tracking
