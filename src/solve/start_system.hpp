#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "solve/path_tracker.hpp"
#include "solve/tape.hpp"
#include "solve/terms.hpp"

namespace vieta::tracking {

/// The homotopy (1 - t) f(z) + t g(z), made homogeneous, with g_e = a_e z_e^(d_e) - b_e z_0^(d_e) for the degrees d_e
/// of f and random a_e, b_e of modulus 1 (the "gamma trick", with one gamma for each equation). Its solutions at t = 1
/// are made one by one on demand.
class total_degree_start {
 public:
  /// Every equation has degree 1 or more.
  total_degree_start(const std::vector<std::vector<plain_term>>& equations, std::uint64_t seed);

  [[nodiscard]] const homotopy_tape& tape() const { return tape_; }
  [[nodiscard]] double paths() const { return paths_; }
  [[nodiscard]] projective_point solution(std::size_t path) const;

 private:
  struct plan;
  total_degree_start(plan&& p);
  static plan make_plan(const std::vector<std::vector<plain_term>>& equations, std::uint64_t seed);

  std::vector<unsigned> degrees_;
  std::vector<std::complex<double>> first_;  // one root for each equation
  double paths_ = 1;
  homotopy_tape tape_;
};

}  // namespace vieta::tracking
