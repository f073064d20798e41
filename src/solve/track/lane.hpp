#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "solve/track/batch.hpp"
#include "solve/track/path_tracker.hpp"
#include "solve/track/step_control.hpp"

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
  [[nodiscard]] scalar t() const {
    return phase_ == phase::radial ? scalar(control_.radius) : std::polar(control_.radius, angle_);
  }
  void wait();
  void set_step(double step, scalar t_new, double corrections_to);
  void end_check(bool good);
  void arrive();
  void begin_loop();
  void sample();
  void close_loop();
  void leave_loop();
  void finish(path_status status);
  [[nodiscard]] double share_of_z_0() const;
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
  step_control control_;
  double angle_ = 0;  // t = radius, or radius e^(i angle)
  bool waiting_ = false, gone_ = false;

  bool checking_ = false;  // the end of a leap
  double leap_from_ = 0;   // its radius and point
  projective_point leap_start_;

  // Endgame.
  projective_point loop_start_;
  std::vector<scalar> first_, here_, sum_, even_sum_, limit_;
  std::vector<scalar> z_0_;        // on the circle
  double far_ = 1;                 // |z_0| / |z| at t = 0 is no more than this, as circles say
  double spread_ = 0, noise_ = 0;  // of the points on the circle: distances from the first, last corrections
  std::size_t samples_ = 0;
  bool have_limit_ = false;
  std::size_t winding_ = 0;
  double accuracy_ = 1, error_ = 1;  // estimates for the limit, the latter with a safety factor
};

}  // namespace vieta::tracking
