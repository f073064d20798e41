#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "solve/batch.hpp"
#include "solve/path_tracker.hpp"

namespace vieta::tracking {

/// One path in its lane: what it does next.
class lane {
 public:
  using scalar = std::complex<double>;

  lane(const homotopy_tape& tape, const batch& b, std::size_t number, const tracking_settings& settings, int rung)
      : tape_(tape), batch_(b), number_(number), settings_(settings), rung_(rung) {}

  [[nodiscard]] bool busy() const { return busy_; }
  [[nodiscard]] std::size_t job() const { return job_; }
  void start(std::size_t job, const path_job& from);
  /// An empty lane computes too: something harmless.
  void idle();

  void prepare_expansion() const;  ///< t along the step
  void choose_step();              ///< from what `expand` reports
  void take_step();                ///< from what `advance` reports

  /// When no longer busy: how it ended.
  path_end& end() { return end_; }
  void stop();

 private:
  enum class phase { radial, loop };

  [[nodiscard]] double report(report_row row) const { return batch_.report(row, number_); }
  [[nodiscard]] scalar t() const { return phase_ == phase::radial ? scalar(radius_) : std::polar(radius_, angle_); }
  void choose_radial(double step);
  void refuse();
  void arrive();
  void begin_loop();
  void sample();
  void close_loop();
  void leave_loop();
  void finish(path_status status);
  [[nodiscard]] bool looks_infinite() const;
  [[nodiscard]] bool far_enough();
  void give_up();

  const homotopy_tape& tape_;
  const batch& batch_;
  std::size_t number_;
  const tracking_settings& settings_;
  int rung_;
  bool busy_ = false;
  std::size_t job_ = 0;
  const scalar* parameters_ = nullptr;
  path_end end_;

  phase phase_ = phase::radial;
  double radius_ = 1, angle_ = 0;  // t = radius, or radius e^(i angle)
  double step_ = 0, expected_ = 0, caution_ = 1, bend_ = 0;
  int refused_ = 0;
  bool leap_ = false, waiting_ = false, gone_ = false, fresh_ = false;

  // Endgame.
  double next_rung_ = 0;
  int rungs_ = 0;
  bool at_rung_ = false, in_endgame_ = false;
  scalar curvature_;
  bool have_curvature_ = false;
  double growth_[3] = {0, 0, 0};  // p of z_0 = a t^p + ... at the last rungs, the latest first
  double no_leap_above_ = 0;      // a leap from a larger radius failed
  double no_loop_above_ = 2;      // larger circles have turned out to be too large
  int refused_here_ = 0;          // since the last rung
  projective_point loop_start_;
  std::vector<scalar> first_, here_, sum_, even_sum_, limit_;
  double spread_ = 0;
  std::size_t samples_ = 0;
  bool have_limit_ = false;
  std::size_t winding_ = 0;
  double accuracy_ = 1;
};

}  // namespace vieta::tracking
