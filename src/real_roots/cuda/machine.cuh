#pragma once

#include <cstddef>

// What the real_roots kernels ask of the machine itself. tests/one_lane has another machine, for a CPU: a warp of one
// lane.

namespace vieta::cuda {

constexpr unsigned whole_warp = 0xffffffffu;
constexpr int warp_size = 32;

/// 1/x to 20 bits or more: enough for a step of an iteration. Zero and subnormal numbers give infinity.
__device__ __forceinline__ float rough_reciprocal(float x) {
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
}
__device__ __forceinline__ double rough_reciprocal(double x) {
  double r;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
  return r;
}

/// 1/sqrt(x) to 20 bits.
__device__ __forceinline__ double rough_inverse_root(double x) {
  double r;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
  return r;
}

/// The square root to 20 bits or more; zero for subnormal numbers, NaN for negative ones.
__device__ __forceinline__ float rough_root(float x) {
  float r;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
}

/// |x|, computed where it is used and not kept from before.
__device__ __forceinline__ double abs_here(double x) {
  double a;
  asm volatile("abs.f64 %0, %1;" : "=d"(a) : "d"(x));
  return a;
}

/// word & kept | low, in one instruction.
__device__ __forceinline__ unsigned with_low_bits(unsigned word, unsigned kept, unsigned low) {
  unsigned both;
  asm("lop3.b32 %0, %1, %2, %3, 0xEA;" : "=r"(both) : "r"(word), "r"(kept), "r"(low));
  return both;
}

/// From here on the compiler knows nothing of x: it keeps it in a register, or reads anew what x tells the place of.
__device__ __forceinline__ void hide(int& x) { asm volatile("" : "+r"(x)); }
__device__ __forceinline__ void hide(unsigned& x) { asm volatile("" : "+r"(x)); }
__device__ __forceinline__ void hide(std::size_t& x) { asm volatile("" : "+l"(x)); }
__device__ __forceinline__ void hide(float& x) { asm volatile("" : "+f"(x)); }

/// A kernel that was launched to wait for this one may take the multiprocessors that this one leaves free, and be there
/// when it ends (programmatic dependent launch). The results of this kernel are there after
/// `wait_for_the_kernel_before`.
__device__ __forceinline__ void let_the_next_kernel_start() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}
__device__ __forceinline__ void wait_for_the_kernel_before() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

}  // namespace vieta::cuda
