#include "minimax/check/run_kernel.hpp"

// Plain loops over arrays, which the compiler turns into vectors: with the flags that src/CMakeLists.txt gives this
// file, errno and floating-point exceptions are out of the way. Nothing else of "fast math" is used.

namespace vieta::approximation::VIETA_ISA {
namespace {

template <class F>
void each(float* __restrict out, std::size_t n, const F& f) {
  for (std::size_t i = 0; i < n; ++i) out[i] = f(i);
}

/// One block for each place, then one for each constant.
struct block_memory {
  float* memory;
  std::size_t places, n;

  [[nodiscard]] float* at(std::uint16_t place) const {
    const std::size_t block = place < first_constant ? place : places + place - first_constant;
    return memory + block * run_block_size;
  }
  template <class F>
  void apply(const instruction& i, const F& f) const {
    const float *a = at(i.a), *b = at(i.b), *c = at(i.c), *d = at(i.d);
    each(at(i.out), n, [=](std::size_t k) { return f(a[k], b[k], c[k], d[k]); });
  }
};

void halve(float* x, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) x[i] = to_half(x[i]);
}

void run(const instruction& i, const machine_code& code, std::uint64_t directions, float* memory, std::size_t n) {
  block_memory blocks{memory, static_cast<std::size_t>(code.places), n};
  run_instruction(i, code.on, directions, blocks);
  float* const out = blocks.at(i.out);
  if (code.on.flush)
    for (std::size_t k = 0; k < n; ++k) out[k] = flushed(out[k]);
  if (code.on.half) halve(out, n);
}

template <int Terms>
void values_of(const smooth_piece& piece, const float* __restrict x, double* __restrict out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = value_at<Terms>(piece, static_cast<double>(x[i]));
}

void values(const smooth_piece& piece, const float* x, double* out, std::size_t n) {
  if (piece.terms == smooth_piece::few_terms)
    values_of<smooth_piece::few_terms>(piece, x, out, n);
  else
    values_of<smooth_piece::most_terms>(piece, x, out, n);
}

/// Several maxima beside each other: one alone would not become vectors.
template <class F>
double largest(std::size_t n, const F& f) {
  constexpr std::size_t lanes = 16;
  double most[lanes] = {};
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (std::size_t k = 0; k < lanes; ++k) {
      const double error = f(i + k);
      most[k] = error > most[k] ? error : most[k];
    }
  for (; i < n; ++i) {
    const double error = f(i);
    most[0] = error > most[0] ? error : most[0];
  }
  for (std::size_t k = 1; k < lanes; ++k) most[0] = most[k] > most[0] ? most[k] : most[0];
  return most[0];
}

double largest_error(const double* exact, const float* y, const double* weight, double least, std::size_t n) {
  if (weight) return largest(n, [=](std::size_t i) { return weighted_error(exact[i], y[i], weight[i]); });
  return largest(n, [=](std::size_t i) { return relative_error(exact[i], y[i], least); });
}

}  // namespace

constinit const run_kernels run_table = {isa::VIETA_ISA, run, halve, values, largest_error};

}  // namespace vieta::approximation::VIETA_ISA
