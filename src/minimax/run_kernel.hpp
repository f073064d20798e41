#pragma once

#include <cstddef>
#include <cstdint>

#include "minimax/machine.hpp"
#include "minimax/program.hpp"
#include "vieta/target.hpp"

namespace vieta::approximation {

/// How many values a program is run on at once: the values of all its steps lie in the first cache.
constexpr std::size_t run_block_size = 256;

/// The inner loops of check_floats, compiled once for each instruction set.
struct run_kernels {
  isa level;
  /// One step of a program on up to run_block_size values: out = step(a, b, c, d). `direction` is +1 or -1, which way
  /// the inexact operations of `m` err.
  void (*run_step)(step_kind kind, const machine& m, double direction, const float* a, const float* b, const float* c,
                   const float* d, float* out, std::size_t n);
  /// out[i] = sum c[k] ((x[i] - middle) / half)^k.
  void (*polynomial)(const float* x, double middle, double half, const double* c, int terms, double* out,
                     std::size_t n);
  /// The largest of |exact - y| / max(|exact|, least), or of |exact - y| |weight| where `weight` is given. NaN in `y`
  /// counts as infinite, a not finite `exact` as no error.
  double (*largest_error)(const double* exact, const float* y, const double* weight, double least, std::size_t n);
};

const run_kernels& find_run_kernels();

namespace baseline {
extern const run_kernels run_table;
}
namespace avx2 {
extern const run_kernels run_table;
}
namespace avx512 {
extern const run_kernels run_table;
}

}  // namespace vieta::approximation
