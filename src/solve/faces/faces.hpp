#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <vector>

#include "solve/tape/tape.hpp"

namespace vieta::tracking {

/// A point of a path to infinity, at t > 0.
struct far_point {
  std::vector<std::complex<double>> z;
  double t = 0;
  std::vector<int> sizes = {};  ///< powers of two, how large the unknowns are there (largest_sizes)
};

/// What the equations of a path's face say of its end.
enum class face_verdict {
  unknown,  ///< the direction could not be measured, or the equations of the face tell nothing near the point
  shown,    ///< they have a solution, to forty digits: the path has such an end at infinity
  refuted,  ///< it is proven that they have none near the point: the path does not end there
};

struct face_report {
  face_verdict verdict = face_verdict::unknown;
  double larger_than = 0;  ///< of what is shown: |z| / |z_0| of a solution that could hide there, all the same
};

/// Where paths go to infinity.
///
/// Near t = 0 a path is z_v = c_v t^(k_v / m) (1 + ...), and its leading coefficients c solve the equations of a face:
/// of each equation the terms of least weight, where a term of the system that is to be solved has the sum of k_v over
/// its factors, and one that the start system alone has m more (Bernshtein 1975; Huber, Verschelde 1998, "Polyhedral
/// end games"). The exponents come from z' / z, as multiples of 1 / m; they count only if the point has it that the
/// other terms are small beside those of the face. Scaling leaves one equation more than there are unknowns: a solution
/// is a coincidence that coefficients in special position bring about. The Gauss-Newton method in four doubles, from
/// the point, comes to a zero or to a stationary point of which `newton` proves that it is none.
///
/// Were the zero none, but off by 1e-40, the path would leave this direction where the next terms of an equation, of
/// weight g / m above those of the face, are as small: at t^(g / m) = 1e-40, where z_0 is 1e-40^(k_0 / g).
std::vector<face_report> look_at_faces(const homotopy_tape& tape, const std::vector<far_point>& ends,
                                       const std::function<bool()>& must_stop);

}  // namespace vieta::tracking
