// Stands in for the folder cuda/ in a build without CUDA.
#include "roots/batch/cuda.hpp"
#include "vieta/error.hpp"
#include "vieta/root_batches_cuda.hpp"

namespace vieta {
namespace {
[[noreturn]] void refuse() { throw error("target cuda: this build has no CUDA"); }
}  // namespace

namespace root_batches {
std::size_t roots_on_cuda(const polynomial_batch<double>&, const root_batch_output&, const root_batch_options&,
                          std::string&) {
  refuse();
}
std::size_t roots_on_cuda(const polynomial_batch<std::complex<double>>&, const root_batch_output&,
                          const root_batch_options&, std::string&) {
  refuse();
}
}  // namespace root_batches

void roots_cuda(const polynomial_batch<double>&, const root_batch_output&, const root_batch_options&, CUstream_st*) {
  refuse();
}
void roots_cuda(const polynomial_batch<std::complex<double>>&, const root_batch_output&, const root_batch_options&,
                CUstream_st*) {
  refuse();
}

}  // namespace vieta
