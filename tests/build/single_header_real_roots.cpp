// vieta_real_roots.hpp by itself: rays against a torus, in float and double, and cases that closed formulas get wrong.
#include <cmath>
#include <cstdio>

#include "vieta_real_roots.hpp"

namespace {

int failures = 0;

void expect(bool truth, const char* what) {
  if (truth) return;
  std::printf("FAILED: %s\n", what);
  ++failures;
}

/// The quartic of the ray o + t d against the torus about the z axis with radii 2 and 1.
template <class T>
void torus_quartic(const T (&o)[3], const T (&d)[3], T (&a)[5]) {
  const T dd = d[0] * d[0] + d[1] * d[1] + d[2] * d[2], od = o[0] * d[0] + o[1] * d[1] + o[2] * d[2];
  const T oo = o[0] * o[0] + o[1] * o[1] + o[2] * o[2], k = oo - 1 - 4;
  a[4] = dd * dd;
  a[3] = 4 * dd * od;
  a[2] = 2 * dd * k + 4 * od * od + 16 * d[2] * d[2];
  a[1] = 4 * k * od + 32 * o[2] * d[2];
  a[0] = k * k - 16 * (1 - o[2] * o[2]);
}

template <class T>
void hits(T tolerance) {
  const T o[3] = {5, 0, 0}, d[3] = {-1, 0, 0};
  T a[5], t[4];
  torus_quartic(o, d, a);
  const auto found = vieta::core::real_roots(a, T(0), T(HUGE_VAL), t);
  expect(found.count == 4, "a ray through the middle hits four times");
  const T right[4] = {2, 4, 6, 8};
  for (int k = 0; k < found.count; ++k) expect(std::fabs(t[k] - right[k]) < tolerance, "where");
  const T grazing[3] = {5, 0, 1};  // touches the top circle at x = 2 and x = -2
  torus_quartic(grazing, d, a);
  const auto touched = vieta::core::real_roots(a, T(0), T(HUGE_VAL), t);
  expect(touched.count == 2 && touched.touching == 3, "a ray that grazes touches twice");
  const T above[3] = {5, 0, T(1.01)};
  torus_quartic(above, d, a);
  expect(vieta::core::real_roots(a, T(0), T(HUGE_VAL), t).count == 0, "a ray above misses");
}

}  // namespace

int main() {
  hits<double>(1e-12);
  hits<float>(2e-4F);
  const double close[3] = {1 - 1e-12, -2, 1};  // 1 +- 1e-6: b * b - 4 * a * c in doubles has four digits
  double x[2];
  expect(vieta::core::real_roots(close, 0.0, 2.0, x).count == 2, "two close roots");
  expect(std::fabs(x[1] - x[0] - 2 * std::sqrt(1 - close[0])) < 5e-16, "their distance");
  const double huge[4] = {-1, 0, 0, 1e-300};
  double y[3];
  expect(vieta::core::real_roots(huge, 0.0, HUGE_VAL, y).count == 1 && std::fabs(y[0] / 1e100 - 1) < 1e-14, "large");
  const double nan[2] = {NAN, 1};
  double z[1];
  const auto bad = vieta::core::real_roots(nan, 0.0, 1.0, z);
  expect(bad.count == 0 && bad.status == vieta::real_roots_status::bad_input, "NaN is told");
  return failures;
}
