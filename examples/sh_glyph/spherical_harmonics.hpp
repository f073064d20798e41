#pragma once

#include "vieta/core/config.hpp"
#include "vieta/core/scalar.hpp"

// Real spherical harmonics of even bands, scaled to mean square 1 over the sphere (times sqrt(1 / 4 pi) they are
// orthonormal), by a recurrence from band to band. No factorials, no angles, no powers of z: stable at every band.

namespace sh_glyph {

inline constexpr int largest_band = 12;

/// How many even harmonics there are up to this band; l, m lies at l (l + 1) / 2 + m.
VT_HD constexpr int harmonics(int bands) { return (bands + 1) * (bands + 2) / 2; }

/// Constants of P(l + 2, m) = (a z^2 - b) P(l, m) - c P(l - 2, m), where P(l, m) (1 - z^2)^(m/2) is the normalised
/// associated Legendre function. They follow from z P(l) = p(l + 1) P(l + 1) + p(l) P(l - 1), taken twice, with
/// p(l)^2 = (l^2 - m^2) / (4 l^2 - 1).
template <class C>
struct recurrence {
  struct step {
    C a, b, c;
  };
  C first[largest_band + 1];  ///< P(m, m), or P(m + 1, m) / z for odd m; times sqrt(2) for m > 0
  step steps[largest_band + 1][largest_band / 2];

  recurrence() {
    C sectoral(1);
    for (int m = 0; m <= largest_band; ++m) {
      if (m > 0) sectoral = sectoral * root(m == 1 ? 3 : 2 * m + 1, m == 1 ? 1 : 2 * m);
      first[m] = m % 2 == 0 ? sectoral : sectoral * root(2 * m + 3, 1);
      const int lowest = m + m % 2;
      for (int l = lowest, i = 0; i < largest_band / 2; l += 2, ++i) {
        const C a = C(1) / (root(p_square(l + 1, m)) * root(p_square(l + 2, m)));
        const C c = l > lowest ? a * (root(p_square(l, m)) * root(p_square(l - 1, m))) : C(0);
        steps[m][i] = {a, a * (p_square(l + 1, m).value() + p_square(l, m).value()), c};
      }
    }
  }

 private:
  struct fraction {
    int above, below;
    C value() const { return C(above) / C(below); }
  };
  static C root(int above, int below) { return root(fraction{above, below}); }
  static C root(fraction f) {
    using vieta::sqrt;
    return sqrt(f.value());
  }
  static fraction p_square(int l, int m) { return {l * l - m * m, 4 * l * l - 1}; }
};

/// f(x, y, z) for a unit vector, f = sum of coefficient times harmonic.
template <int Bands, class T, class C>
VT_HD T evaluate(const recurrence<C>& r, const C* coefficients, const T& x, const T& y, const T& z) {
  const T z_square = z * z;
  T f(0), cosine(1), sine(0);  // of m times the longitude, times (1 - z^2)^(m/2)
  for (int m = 0; m <= Bands; ++m) {
    T before(0), p = m % 2 == 0 ? T(r.first[m]) : z * r.first[m];
    T with_cosine(0), with_sine(0);
    for (int l = m + m % 2, i = 0;; l += 2, ++i) {
      const C* const middle = coefficients + l * (l + 1) / 2;
      with_cosine = with_cosine + p * middle[m];
      if (m > 0) with_sine = with_sine + p * middle[-m];
      if (l == Bands) break;
      const auto& s = r.steps[m][i];
      const T next = (z_square * s.a - s.b) * p - before * s.c;
      before = p;
      p = next;
    }
    f = f + with_cosine * cosine + with_sine * sine;
    const T turned = cosine * x - sine * y;
    sine = cosine * y + sine * x;
    cosine = turned;
  }
  return f;
}

}  // namespace sh_glyph
