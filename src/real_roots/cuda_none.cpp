// Stands in for the folder cuda/ in a build without CUDA.
#include "cuda/no_cuda.hpp"
#include "real_roots/cuda.hpp"
#include "vieta/real_roots_cuda.hpp"

namespace vieta {

bool cuda_available() { return false; }
bool is_locked_memory(const void*) { return false; }

void real_roots_on_cuda(const polynomial_batch<float>&, real_interval<float>, const real_roots_output<float>&,
                        const real_roots_options<float>&, std::string&) {
  refuse_cuda();
}
void real_roots_on_cuda(const polynomial_batch<double>&, real_interval<double>, const real_roots_output<double>&,
                        const real_roots_options<double>&, std::string&) {
  refuse_cuda();
}

std::size_t real_roots_cuda_scratch(std::size_t) { return 0; }

void real_roots_cuda(const polynomial_batch<float>&, real_interval<float>, const real_roots_output<float>&,
                     const real_roots_options<float>&, CUstream_st*, void*) {
  refuse_cuda();
}
void real_roots_cuda(const polynomial_batch<double>&, real_interval<double>, const real_roots_output<double>&,
                     const real_roots_options<double>&, CUstream_st*, void*) {
  refuse_cuda();
}

void touching_flags_cuda(const std::uint64_t*, std::size_t, int, std::uint8_t*, CUstream_st*) { refuse_cuda(); }

}  // namespace vieta
