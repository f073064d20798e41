#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <vector>

#include "solve/tape/tape.hpp"
#include "solve/track/batch.hpp"
#include "solve/track/step_control.hpp"

namespace vieta::tracking {

/// More and more cautious.
inline constexpr tracking_settings settings_of_attempt[3] = {
    {},
    {.trust = 0.4, .largest_miss = 1e-4, .contraction = 0.005, .max_steps = 20000, .leaps_from = 1e-3},
    {.trust = 0.25, .largest_miss = 1e-5, .contraction = 0.002, .max_steps = 100000, .leaps_from = 0}};

/// Of a second look, the same.
inline constexpr tracking_settings settings_of_second_look[2] = {{.trust = 0.4,
                                                                  .largest_miss = 1e-4,
                                                                  .contraction = 0.005,
                                                                  .max_steps = 20000,
                                                                  .leaps_from = 1e-3,
                                                                  .second_look = true},
                                                                 {.trust = 0.25,
                                                                  .largest_miss = 1e-5,
                                                                  .contraction = 0.002,
                                                                  .max_steps = 100000,
                                                                  .leaps_from = 1e-5,
                                                                  .second_look = true}};

/// Where a path is taken up: at t = 1 for a start solution, later for one that needs more precision.
struct path_job {
  std::size_t path = 0;
  projective_point z;
  double t = 1;
  int steps = 0, rejected = 0;
  bool without_circles = false;                ///< its limit is known: it is to arrive, or not
  const std::vector<double>* rates = nullptr;  ///< of a toric homotopy's terms
  bool rough = false;                          ///< z is near the path, not on it
  /// In a family with parameters: where the path ends, where it begins.
  const std::complex<double>*target = nullptr, *generic = nullptr;
};

/// How the tracking of a path ended.
enum class path_status {
  arrived,   ///< at t = 0, by Newton's method with a regular Jacobian
  limit,     ///< the limit for t -> 0, from Cauchy's integral
  infinite,  ///< it runs to infinity: unknown 0 vanishes like a power of t
  starved,   ///< steps became too small at this precision
  stopped,   ///< time or cancellation ended it
  left,      ///< a device leaves it here to the CPU, for circles about t = 0
};

struct path_end {
  path_status status = path_status::stopped;
  projective_point z;
  double t = 1;             ///< where z lies
  double accuracy = 0;      ///< estimate for z, relative to |z|
  std::size_t winding = 0;  ///< loops about t = 0 until the path closed; 1 for `arrived`
  int parts = 1;            ///< doubles in its numbers
  int steps = 0, rejected = 0;
  /// Of an end at infinity: |z_0| / |z| at t = 0 is no more than this, as measured.
  double share_of_z_0 = 1;
  /// For a finite limit: how far the path was followed. What looks like a multiple solution may be a cluster of simple
  /// ones, which more precision tells apart.
  projective_point last;
  double last_t = 0;
  /// For a limit at infinity: a point of the path before it.
  std::vector<std::complex<double>> far;
  double far_t = 0;
};

/// Follows paths of a homotopy from t = 1 to t = 0.
///
/// Steps: the Pade (2,1) approximant of each coordinate, from the path's Taylor series to order 4; its length from the
/// term of order 4 and the ratio of orders 2 and 3, which tells the distance of the nearest singularity (Telen, Van
/// Barel, Verschelde 2020; Timme 2021). Newton's method with one factorisation accepts only what contracts fast. Near
/// t = 0 the limit comes from the mean over circles about it (Morgan, Sommese, Wampler 1991).
class path_tracker {
 public:
  path_tracker(const homotopy_tape& tape, const tracking_settings& settings, std::function<bool()> must_stop)
      : tape_(tape), settings_(settings), must_stop_(std::move(must_stop)) {}

  /// Follows jobs [0, count), whose starts come from `job(k)`, in the precision of `rung` (1, 2, 4 doubles for 0, 1,
  /// 2); `done(k, end)` gets each end. What one path does depends on no other one.
  void follow(std::size_t count, int rung, const std::function<path_job(std::size_t)>& job,
              const std::function<void(std::size_t, path_end&&)>& done) const;

 private:
  const homotopy_tape& tape_;
  tracking_settings settings_;
  std::function<bool()> must_stop_;
};

}  // namespace vieta::tracking
