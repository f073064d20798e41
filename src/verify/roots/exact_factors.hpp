#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <memory>
#include <mutex>

#include "verify/roots/count/root_count.hpp"

namespace vieta::checking {

/// A polynomial with real coefficients and simple roots: those of p, and their conjugates besides where p is not real.
/// Zero where the numbers or the degree are too large for that.
polynomial distinct_roots_of(const polynomial::representation& p);

enum class answer { yes, no, not_known };

/// Claims about one polynomial that no precision proves: that all roots in a disc are the same number, and that a root
/// lies on an axis. They are counts of roots of other polynomials, which have each root once: of p, or of what p and
/// its mirror image have in common. Threads may share one; throws `stopped`.
class exact_factors {
 public:
  exact_factors(const polynomial::representation& p, const work_limits& limits) : p_(p), limits_(limits) {}

  /// Whether p has but one root in the disc, however often. The disc must hold a root.
  answer have_one_root_in(const disc& d);
  /// Whether the disc's only root is real; that of a disc whose centre is.
  answer have_real_root_in(const disc& d);
  /// The same of the imaginary axis.
  answer have_imaginary_root_in(const disc& d);

 private:
  // A polynomial that has each of its roots once; without roots where it could not be made.
  struct factor {
    std::once_flag made;
    polynomial p;
    std::unique_ptr<root_counter> counter;
  };
  template <class Make>
  answer has_one_root_in(factor& f, const disc& d, const Make& make);

  const polynomial::representation& p_;
  const work_limits& limits_;
  factor distinct_, on_real_axis_, on_imaginary_axis_;
};

}  // namespace vieta::checking

#endif
