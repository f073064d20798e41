// vieta_roots_small.hpp alone: every disc holds as many of the polynomial's roots as it says, and no others. The
// polynomials are products of (x - z) with Gaussian integers z, whose coefficients doubles hold exactly, so that the
// roots are known.
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "vieta_roots_small.hpp"

#if defined(__HIP__)
#define __global__ __attribute__((global))
#endif
#if defined(__CUDACC__) || defined(__HIP__)
__global__ void kernel(const double* a, double* out) {
  double own[5];
  for (int k = 0; k < 5; ++k) own[k] = a[k];
  vieta::small_root z[4];
  const auto found = vieta::small_roots(own, z);
  for (int k = 0; k < found.count; ++k) out[k] = z[k].re;
}
#endif

namespace {

int failures = 0;

void expect(bool truth, const char* what) {
  if (truth) return;
  std::printf("FAILED: %s\n", what);
  ++failures;
}

struct whole {
  std::int64_t re, im;
};

std::uint64_t state = 1;
std::int64_t random_of(std::int64_t count) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<std::int64_t>((state >> 33) % static_cast<std::uint64_t>(count));
}

/// Each root lies in exactly one disc, and each disc holds as many as it says.
template <int N>
void check(const whole (&roots)[N], bool real_coefficients, bool all_apart) {
  whole product[N + 1] = {{1, 0}};
  for (int i = 0; i < N; ++i)
    for (int k = i + 1; k >= 0; --k) {
      const whole above = k > 0 ? product[k - 1] : whole{0, 0}, own = k <= i ? product[k] : whole{0, 0};
      product[k] = {above.re - (own.re * roots[i].re - own.im * roots[i].im),
                    above.im - (own.re * roots[i].im + own.im * roots[i].re)};
    }
  double re[N + 1], im[N + 1];
  for (int k = 0; k <= N; ++k) {
    re[k] = static_cast<double>(product[k].re), im[k] = static_cast<double>(product[k].im);
    expect(std::fabs(re[k]) < 0x1p53 && std::fabs(im[k]) < 0x1p53, "exact coefficients");
    if (real_coefficients) expect(im[k] == 0, "real coefficients");
  }
  vieta::small_root z[N];
  const auto found = real_coefficients ? vieta::small_roots(re, z) : vieta::small_roots(re, im, z);
  int listed = 0;
  for (int d = 0; d < found.count; ++d) {
    listed += z[d].multiplicity;
    if (z[d].status == vieta::small_root_status::unproven) continue;
    int inside = 0;
    for (const whole& w : roots) {
      // The distance is rounded; what lies within a rounding of the border is counted.
      const double distance = std::hypot(z[d].re - static_cast<double>(w.re), z[d].im - static_cast<double>(w.im));
      inside += distance <= z[d].radius * (1 + 1e-9) ? 1 : 0;
    }
    expect(inside == z[d].multiplicity, "as many roots as the disc says");
    if (z[d].real) expect(z[d].im == 0, "a real root has no imaginary part");
    if (d > 0) expect(std::hypot(z[d].re, z[d].im) >= std::hypot(z[d - 1].re, z[d - 1].im) * (1 - 1e-3), "by modulus");
  }
  expect(listed == N, "all roots are listed");
  if (all_apart)
    expect(found.count == N && found.status == vieta::small_roots_status::complete, "simple roots are told apart");
}

template <int N>
void random_products() {
  for (int trial = 0; trial < 400; ++trial) {
    whole roots[N];
    bool apart = true;
    for (int i = 0; i < N; ++i) {
      roots[i] = {random_of(13) - 6, random_of(13) - 6};
      for (int j = 0; j < i; ++j) apart = apart && (roots[i].re != roots[j].re || roots[i].im != roots[j].im);
    }
    check(roots, false, false);
    for (int i = 0; i + 1 < N; i += 2) roots[i + 1] = {roots[i].re, -roots[i].im};
    if (N % 2 == 1) roots[N - 1].im = 0;
    check(roots, true, false);
  }
}

}  // namespace

int main() {
  random_products<3>();
  random_products<6>();
  random_products<12>();
  check<3>({{1, 0}, {2, 0}, {3, 0}}, true, true);
  check<3>({{1, 1}, {2, -3}, {0, 4}}, false, true);
  check<6>({{0, 0}, {0, 0}, {1, 0}, {2, 0}, {0, 1}, {0, -1}}, true, false);

  const double quintic[6] = {-1, -1, 0, 0, 0, 1};
  vieta::small_root z[5];
  const auto found = vieta::small_roots(quintic, z);
  expect(found.count == 5 && found.status == vieta::small_roots_status::complete, "x^5 - x - 1");
  expect(z[4].real && std::fabs(z[4].re - 1.1673039782614187) < 4e-16 && z[4].radius < 2e-15, "its real root");
  const double wide[4] = {-1, 0, 0, 1e-300}, lower[4] = {-1, 1, 0, 0}, zero[4] = {0, 0, 0, 0}, nan[4] = {1, NAN, 0, 1};
  vieta::small_root y[3];
  expect(vieta::small_roots(wide, y).status == vieta::small_roots_status::complete, "large roots");
  int real = 0;
  for (const vieta::small_root& large : y) real += large.real && std::fabs(large.re / 1e100 - 1) < 1e-14 ? 1 : 0;
  expect(real == 1, "the real one of them");
  expect(vieta::small_roots(lower, y).count == 1 && y[0].re == 1, "a lower degree");
  expect(vieta::small_roots(zero, y).status == vieta::small_roots_status::zero_polynomial, "zero");
  expect(vieta::small_roots(nan, y).status == vieta::small_roots_status::bad_input, "NaN is told");
  return failures;
}
