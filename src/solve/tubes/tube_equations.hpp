#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <vector>

#include "solve/tape/tape.hpp"
#include "vieta/core/ball.hpp"

namespace vieta::tracking {

/// A function of s for |s| <= reach: within `rest` of a cubic polynomial whose coefficients lie in balls. A Taylor
/// model (Makino, Berz 1996) of one complex variable; as everywhere here each bound is rounded outward.
struct cubic_model {
  static constexpr std::size_t terms = 4;
  std::array<ball, terms> c{};
  double rest = 0;
};

/// A homotopy with unknown 0 set to 1, and its Jacobian, as models along a piece of a path.
class tube_equations {
 public:
  /// In a family with parameters: on the line from `generic` at t = 1 to `target` at t = 0.
  tube_equations(const homotopy_tape& tape, const std::complex<double>* target, const std::complex<double>* generic);

  [[nodiscard]] std::size_t unknowns() const { return view_.variables - 1; }

  /// Everything at t = middle - s for |s| <= reach, and z_v(s) + a number of modulus `radius[v]` at most (none where it
  /// is empty), v from 0 on without the unknown that is 1. `order`: of the models' polynomials; what is beyond is in
  /// their rest.
  void set(const std::vector<std::array<std::complex<double>, cubic_model::terms>>& z,
           const std::vector<double>& radius, double middle, double reach, std::size_t order);
  [[nodiscard]] cubic_model value(std::size_t equation) const;
  [[nodiscard]] cubic_model derivative(std::size_t equation, std::size_t unknown) const;

 private:
  [[nodiscard]] cubic_model product(const cubic_model& a, const cubic_model& b) const;
  [[nodiscard]] double bound(const cubic_model& a) const;
  void add(cubic_model& to, const cubic_model& what) const;
  void set_coefficients(double middle);

  tape_view view_;
  const std::complex<double>*target_, *generic_;
  double reach_ = 0;
  std::size_t order_ = cubic_model::terms - 1;
  std::vector<cubic_model> nodes_, coefficients_;
};

}  // namespace vieta::tracking
