#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "solve/tape/tape.hpp"
#include "solve/track/kernels.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/qd.hpp"

namespace vieta::tracking {

/// Points of projective space, or of a patch of it.
using projective_point = std::vector<complex<qd>>;

/// The memory of one batch: one path in each lane. `rung` 0, 1, 2 stands for 1, 2, 4 doubles.
class batch {
 public:
  batch(const homotopy_tape& tape, int rung);
  batch(const batch&) = delete;
  batch& operator=(const batch&) = delete;

  [[nodiscard]] std::size_t lanes() const { return lanes_; }
  void expand() const { kernels().expand[rung_](tape_, view_); }
  void advance() const { kernels().advance[rung_](tape_, view_); }

  [[nodiscard]] projective_point point(std::size_t lane) const;
  void set_point(std::size_t lane, const projective_point& z) const;
  /// The same for a path's first point, with the patch about it.
  void start_at(std::size_t lane, const projective_point& z) const;
  /// In a family: the lane's path leads from p = `generic` at t = 1 to p = `target`.
  void set_parameters(std::size_t lane, const std::complex<double>* target, const std::complex<double>* generic) const;
  /// The patch conj(z) / |z|^2, on which z lies.
  void centre_patch(std::size_t lane) const;
  /// z = z_new, which becomes a point of modulus about 1 with the patch about it when `centred`; where there are high
  /// powers, the largest of their unknowns gets the modulus 1.
  void accept(std::size_t lane, bool centred) const;
  /// z_1 / z for unknown 0 less that for the largest unknown, after `expand`: how fast the path leaves for infinity.
  [[nodiscard]] std::complex<double> slope_to_infinity(std::size_t lane) const;
  /// z_1 / z for each unknown, after `expand`.
  [[nodiscard]] std::vector<std::complex<double>> logarithmic_slopes(std::size_t lane) const;
  /// The leading doubles of z.
  void read(std::size_t lane, std::vector<std::complex<double>>& z) const;

  /// Of the terms of a toric homotopy, as the path in this lane has them.
  void set_rates(std::size_t lane, const std::vector<double>& rates) const {
    for (std::size_t j = 0; j < rates.size(); ++j) view_.rates[j * lanes_ + lane] = rates[j];
  }
  void set_t(std::size_t lane, std::size_t k, std::complex<double> value) const {
    if (k == 0) set_decay(lane, value.real());
    view_.t[2 * k * lanes_ + lane] = value.real(), view_.t[(2 * k + 1) * lanes_ + lane] = value.imag();
  }
  void set_step(std::size_t lane, double step, std::complex<double> t_new, double corrections_to) const {
    set_decay(lane, t_new.real());
    view_.step[lane] = step;
    view_.t_new[lane] = t_new.real(), view_.t_new[lanes_ + lane] = t_new.imag();
    view_.corrections_to[lane] = corrections_to;
  }
  [[nodiscard]] double report(report_row row, std::size_t lane) const { return view_.report[row * lanes_ + lane]; }

 private:
  [[nodiscard]] std::size_t at(std::size_t k, std::size_t part, std::size_t limb, std::size_t lane) const {
    return ((2 * k + part) * parts_ + limb) * lanes_ + lane;
  }

  /// Makes the modulus of the largest of the unknowns with high powers 1, in the precision of the batch.
  void normalise(std::size_t lane) const;
  /// The factors exp(-rate t) of a toric homotopy, for the kernel that is called next.
  void set_decay(std::size_t lane, double t) const;

  tape_view tape_;
  std::size_t lanes_, parts_, n_;
  int rung_;
  std::vector<std::size_t> high_powers_;  ///< unknowns
  std::vector<double> memory_;
  batch_view view_;
};

}  // namespace vieta::tracking
