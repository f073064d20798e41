#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "solve/start/mixed_cells.hpp"
#include "solve/start/start_system.hpp"
#include "solve/track/track_all.hpp"

namespace vieta::tracking {

/// A system g with the given supports and random coefficients of modulus 1, and all of its solutions in the torus: as
/// many as the mixed volume.
///
/// Each mixed cell gives a system of binomials, whose solutions begin at t = 1 the toric homotopy with coefficients
/// c_a exp(-height_a t), in coordinates in which the cell's own terms stay where they are, and become solutions of g
/// itself at t = 0 (Huber, Sturmfels 1995).
class generic_system {
 public:
  generic_system(std::vector<support> supports, const mixed_cells& cells, std::uint64_t seed);

  struct tracking_result {
    std::size_t steps = 0, rejected = 0, again = 0, missing = 0;
  };
  /// The toric homotopy, and where its paths begin; without a point where integers overflowed.
  [[nodiscard]] homotopy_tape tape() const;
  [[nodiscard]] path_job first_job(std::size_t path) const;
  /// Follows all paths. Two that arrive at one solution are followed again with smaller steps.
  tracking_result solve(std::span<const tracking_settings> attempts, const workers& by,
                        const std::function<bool()>& must_stop, const std::function<void(std::size_t)>& done);

  [[nodiscard]] std::size_t solutions() const { return first_of_cell_.back(); }
  /// Homogeneous coordinates; empty if it is not known.
  [[nodiscard]] const projective_point& solution(std::size_t k) const { return points_[k]; }
  [[nodiscard]] const std::vector<support>& supports() const { return supports_; }
  [[nodiscard]] unsigned degree(std::size_t equation) const { return degrees_[equation]; }
  /// The term of point a of this support, homogeneous, with its coefficient as `change`.
  [[nodiscard]] homotopy_term term(std::size_t equation, std::size_t a) const;

 private:
  [[nodiscard]] std::vector<std::size_t> to_follow_again() const;

  std::vector<support> supports_;
  std::vector<unsigned> degrees_;
  std::vector<std::vector<double>> angles_;  // of the coefficients, in turns
  std::vector<std::size_t> first_of_cell_;   // its first path
  struct cell;
  std::vector<std::shared_ptr<const cell>> cells_;
  std::vector<projective_point> points_;
};

/// The homotopy (1 - t) f + t g from a solved generic system.
class polyhedral_start : public start_system {
 public:
  polyhedral_start(const std::vector<std::vector<plain_term>>& equations, const generic_system& generic);
  [[nodiscard]] const homotopy_tape& tape() const override { return tape_; }
  [[nodiscard]] double paths() const override { return static_cast<double>(generic_.solutions()); }
  [[nodiscard]] projective_point solution(std::size_t path) const override { return generic_.solution(path); }
  [[nodiscard]] bool has(std::size_t path) const override { return !generic_.solution(path).empty(); }

 private:
  const generic_system& generic_;
  homotopy_tape tape_;
};

}  // namespace vieta::tracking
