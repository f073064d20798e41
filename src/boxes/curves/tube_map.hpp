#pragma once

#include <array>
#include <vector>

#include "boxes/decide.hpp"
#include "boxes/problem.hpp"

// One look at a box of a system of n - 1 equations in n variables, of which one is taken for the parameter t and the
// others for the unknowns y: the hull of the Krawczyk map Phi(y, t) = y - R F(y, t) over the whole box.
// docs/method/boxes.md, "Curves of solutions", says what follows from it.

namespace vieta::boxes {

/// The system with all equations at the same degrees, coefficients of modulus at most 1.
struct curve_system {
  const shape* form = nullptr;
  int variables = 0, equations = 0;
  std::vector<double> coefficients;
  std::array<double, core::most_box_variables> error{};
  std::array<int, core::most_box_variables> exponent{};

  /// False where an equation is not finite, or zero everywhere.
  bool prepare(const shape& form, const box_system& system);
};

/// What a look says. Coordinates are those of the unit cube.
struct tube_sight {
  bool empty = false;     ///< no solution in the box; nothing else is set
  bool one_sign = false;  ///< because an equation has one sign
  bool blurred = false;   ///< all coefficients of an equation are of the size of their errors
  int axis = 0;           ///< the parameter
  /// Encloses Phi of the box, and so all solutions in it; along the axis the box itself.
  std::array<double, 4> from{}, to{};
  double contraction = 0;  ///< bounds the largest row sum of |dPhi/dy|, in lengths of the box's edges
  bool inside = false;     ///< Phi takes the box into its inside, for every t
  /// The sign of the tangent's coordinate along the axis all over the box, where `contraction` is below 1. Tangents are
  /// oriented by the minors of the Jacobian: this is (-1)^axis sign det dF/dy. 0: not known.
  int orientation = 0;
  /// Encloses dy/dt along solutions in the box, where `contraction` is below 1; 1 along the axis.
  std::array<double, 4> least_slope{}, most_slope{};

  [[nodiscard]] bool proven() const { return !empty && inside && contraction < 1; }
};

class tube_map {
 public:
  explicit tube_map(const curve_system& system) : system_(system) {}

  /// Looks at a box, with this parameter; -1: that which the tangent in the middle has its largest coordinate along.
  /// The box may have no extent along a parameter that is given.
  tube_sight look(const cell& box, int axis);

  /// A tangent at a point, about, as the minors of the Jacobian orient it; the largest coordinate is 1 in size. False
  /// where it vanishes.
  bool tangent(const std::array<double, 4>& point, std::array<double, 4>& out);

  /// Bounds |F| at a point, in the system's own scale.
  double residual(const std::array<double, 4>& point, double off);

  [[nodiscard]] const curve_system& system() const { return system_; }

 private:
  const curve_system& system_;
  std::vector<double> local_, image_;
};

}  // namespace vieta::boxes
