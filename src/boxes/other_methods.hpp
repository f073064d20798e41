#pragma once

#include "boxes/search.hpp"

namespace vieta::boxes {

/// The equations on one box, as the methods other than `krawczyk` look at them.
struct local_form {
  const core::bernstein_shape& shape;
  const double* coefficients;  ///< [variables][size] on the box
  double error[4];             ///< of each coefficient
};

/// Kantorovich's theorem at the middle of the box, in the maximum norm of local coordinates (Dennis, Schnabel 1983,
/// theorem 5.3.1), for R F, where R is about the inverse of the Jacobian there. `exists` is a radius within which a
/// zero lies, `unique` one within which no other does; both at most 1/2. False when the theorem does not apply.
bool kantorovich_test(const local_form& f, double& exists, double& unique);

/// True when the system takes no value twice on the box, so that it has one zero at most: the normal cones of R F keep
/// away from each other, since each one stays near its own axis (Sederberg, Meyers 1988, for n surfaces).
bool normal_cone_test(const local_form& f);

}  // namespace vieta::boxes
