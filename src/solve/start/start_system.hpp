#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "solve/tape/tape.hpp"
#include "solve/tape/terms.hpp"
#include "solve/track/path_tracker.hpp"

namespace vieta::tracking {

/// A homotopy h(z, t), homogeneous in z, from a system at t = 1 whose solutions are known to the system at t = 0 that
/// is to be solved.
class start_system {
 public:
  virtual ~start_system() = default;
  [[nodiscard]] virtual const homotopy_tape& tape() const = 0;
  [[nodiscard]] virtual double paths() const = 0;
  /// The start of a path, made on demand.
  [[nodiscard]] virtual projective_point solution(std::size_t path) const = 0;
  /// False where it could not be found: that path has failed.
  [[nodiscard]] virtual bool has(std::size_t) const { return true; }
};

/// The product of the degrees.
double total_degree(const std::vector<std::vector<plain_term>>& equations);

/// A random number of modulus 1.
std::complex<double> on_circle(std::mt19937_64& random);
complex<qd> as_qd(const std::complex<double>& z);

/// A power of two that brings the largest coefficient to about 1.
double unit_scale(const std::vector<plain_term>& equation);

/// (1 - t) scale f + t g, as homogeneous terms of this degree; f from its terms, g from `start`, whose `change` holds
/// the coefficients. Terms of g that f has too become one with them.
std::vector<homotopy_term> straight_line(const std::vector<plain_term>& equation, unsigned degree,
                                         std::vector<homotopy_term> start);

/// The homotopy (1 - t) f(z) + t g(z), made homogeneous, with g_e = a_e z_e^(d_e) - b_e z_0^(d_e) for the degrees d_e
/// of f and random a_e, b_e of modulus 1 (the "gamma trick", with one gamma for each equation). Its solutions at t = 1
/// are made one by one on demand.
class total_degree_start : public start_system {
 public:
  /// Every equation has degree 1 or more.
  total_degree_start(const std::vector<std::vector<plain_term>>& equations, std::uint64_t seed);

  [[nodiscard]] const homotopy_tape& tape() const override { return tape_; }
  [[nodiscard]] double paths() const override { return paths_; }
  [[nodiscard]] projective_point solution(std::size_t path) const override;

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
