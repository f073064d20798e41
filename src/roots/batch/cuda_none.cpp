// Stands in for the folder cuda/ in a build without CUDA.
#include "cuda/no_cuda.hpp"
#include "roots/batch/cuda.hpp"
#include "vieta/root_batches_cuda.hpp"

namespace vieta {
namespace root_batches {
std::size_t roots_on_cuda(const polynomial_batch<double>&, const root_batch_output&, const root_batch_options&,
                          std::string&) {
  refuse_cuda();
}
std::size_t roots_on_cuda(const polynomial_batch<std::complex<double>>&, const root_batch_output&,
                          const root_batch_options&, std::string&) {
  refuse_cuda();
}
}  // namespace root_batches

void roots_cuda(const polynomial_batch<double>&, const root_batch_output&, const root_batch_options&, CUstream_st*) {
  refuse_cuda();
}
void roots_cuda(const polynomial_batch<std::complex<double>>&, const root_batch_output&, const root_batch_options&,
                CUstream_st*) {
  refuse_cuda();
}

void convert_cuda(const float*, std::size_t, double*, CUstream_st*) { refuse_cuda(); }
void convert_cuda(const double*, std::size_t, float*, CUstream_st*) { refuse_cuda(); }

}  // namespace vieta
