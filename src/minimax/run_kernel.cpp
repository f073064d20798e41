#include "minimax/run_kernel.hpp"

#include <bit>
#include <cmath>
#include <limits>

// Plain loops over arrays, which the compiler turns into vectors: with the flags that src/CMakeLists.txt gives this
// file, errno and floating-point exceptions are out of the way. Nothing else of "fast math" is used.

namespace vieta::approximation::VIETA_ISA {
namespace {

template <class F>
void each(float* __restrict out, std::size_t n, const F& f) {
  for (std::size_t i = 0; i < n; ++i) out[i] = f(i);
}

/// 2^k for -126 <= k <= 127.
float power_of_two(int k) { return std::bit_cast<float>(static_cast<std::uint32_t>(k + 127) << 23); }

/// x 2^k, rounded once, for |k| <= 252: where the first factor is not exact the result is 0 or infinite anyway.
float scaled(float x, float by) {
  const int k = static_cast<int>(by < -252.0F ? -252.0F : by > 252.0F ? 252.0F : by);
  const int first = k < -126 ? k + 126 : k > 127 ? k - 127 : 0;
  return x * power_of_two(first) * power_of_two(k - first);
}

/// The bits of x less those of sqrt(1/2): the exponent field is that of m 2^e with sqrt(1/2) <= m < sqrt(2).
std::uint32_t from_root_half(float x) { return std::bit_cast<std::uint32_t>(x) - 0x3f3504f3U; }

float flushed(float x) { return std::fabs(x) < std::numeric_limits<float>::min() ? std::copysign(0.0F, x) : x; }

void run_step(step_kind kind, const machine& m, double direction, const float* a, const float* b, const float* c,
              const float* d, float* out, std::size_t n) {
  using index = std::size_t;
  switch (kind) {
    case step_kind::add:
      each(out, n, [=](index i) { return a[i] + b[i]; });
      break;
    case step_kind::subtract:
      each(out, n, [=](index i) { return a[i] - b[i]; });
      break;
    case step_kind::multiply:
      each(out, n, [=](index i) { return a[i] * b[i]; });
      break;
    case step_kind::divide:
      if (m.reciprocal_error == 0) {
        each(out, n, [=](index i) { return a[i] / b[i]; });
      } else {
        const double factor = 1 + direction * m.reciprocal_error * 0x1p-23;
        each(out, n, [=](index i) { return a[i] * static_cast<float>(factor / static_cast<double>(b[i])); });
      }
      break;
    case step_kind::multiply_add:
      if (m.fused)
        each(out, n, [=](index i) { return std::fma(a[i], b[i], c[i]); });
      else
        each(out, n, [=](index i) { return a[i] * b[i] + c[i]; });
      break;
    case step_kind::multiply_subtract:
      if (m.fused)
        each(out, n, [=](index i) { return std::fma(-a[i], b[i], c[i]); });
      else
        each(out, n, [=](index i) { return c[i] - a[i] * b[i]; });
      break;
    case step_kind::negate:
      each(out, n, [=](index i) { return -a[i]; });
      break;
    case step_kind::absolute:
      each(out, n, [=](index i) { return std::fabs(a[i]); });
      break;
    case step_kind::square_root:
      if (m.root_error == 0) {
        each(out, n, [=](index i) { return std::sqrt(a[i]); });
      } else {
        const double factor = 1 + direction * m.root_error * 0x1p-23;
        each(out, n, [=](index i) { return static_cast<float>(factor * std::sqrt(static_cast<double>(a[i]))); });
      }
      break;
    case step_kind::minimum:
      each(out, n, [=](index i) { return a[i] < b[i] ? a[i] : b[i]; });
      break;
    case step_kind::maximum:
      each(out, n, [=](index i) { return a[i] > b[i] ? a[i] : b[i]; });
      break;
    case step_kind::select_less:
      each(out, n, [=](index i) { return a[i] < b[i] ? c[i] : d[i]; });
      break;
    case step_kind::select_equal:
      each(out, n, [=](index i) { return a[i] == b[i] ? c[i] : d[i]; });
      break;
    case step_kind::copy_sign:
      each(out, n, [=](index i) { return std::copysign(a[i], b[i]); });
      break;
    case step_kind::round_even:
      each(out, n, [=](index i) { return std::nearbyint(a[i]); });
      break;
    case step_kind::scale_by_power_of_two:
      each(out, n, [=](index i) { return scaled(a[i], b[i]); });
      break;
    case step_kind::binary_exponent:
      each(out, n, [=](index i) { return static_cast<float>(static_cast<std::int32_t>(from_root_half(a[i])) >> 23); });
      break;
    case step_kind::binary_significand:
      each(out, n, [=](index i) {
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(a[i]) - (from_root_half(a[i]) & 0xff800000U));
      });
      break;
    case step_kind::input:
    case step_kind::constant:
    case step_kind::call:
      break;  // the caller's
  }
  if (m.flush) each(out, n, [=](index i) { return flushed(out[i]); });
}

void polynomial(const float* x, double middle, double half, const double* c, int terms, double* out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const double t = (static_cast<double>(x[i]) - middle) / half;
    double value = c[terms - 1];
    for (int k = terms - 1; k-- > 0;) value = value * t + c[k];
    out[i] = value;
  }
}

double largest_error(const double* exact, const float* y, const double* weight, double least, std::size_t n) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double off = std::fabs(exact[i] - static_cast<double>(y[i])), size = std::fabs(exact[i]);
    double error = weight ? off * std::fabs(weight[i]) : off / (size > least ? size : least);
    error = off == 0 ? 0 : error == error ? error : infinity;
    error = size < infinity ? error : 0;
    largest = error > largest ? error : largest;
  }
  return largest;
}

}  // namespace

constinit const run_kernels run_table = {isa::VIETA_ISA, run_step, polynomial, largest_error};

}  // namespace vieta::approximation::VIETA_ISA
