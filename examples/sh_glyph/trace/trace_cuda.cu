#include <stdexcept>

#include "cuda_runtime_api.h"
#include "trace/trace.hpp"
#include "vieta/core/real_roots.hpp"

namespace sh_glyph {
namespace {

void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(status));
}

/// Device memory for n things.
template <class T>
class device_array {
 public:
  explicit device_array(std::size_t n) { check(cudaMalloc(&data_, n * sizeof(T))); }
  device_array(const T* source, std::size_t n) : device_array(n) {
    check(cudaMemcpy(data_, source, n * sizeof(T), cudaMemcpyHostToDevice));
  }
  device_array(const device_array&) = delete;
  device_array& operator=(const device_array&) = delete;
  ~device_array() { cudaFree(data_); }
  T* get() const { return data_; }
  void copy_to(T* target, std::size_t n) const {
    check(cudaMemcpy(target, data_, n * sizeof(T), cudaMemcpyDeviceToHost));
  }

 private:
  T* data_ = nullptr;
};

template <int Bands>
struct device_glyph {
  recurrence<double> harmonic;
  plane_sampling<Bands> sampling;
  double coefficients[harmonics(Bands)];
};

constexpr int block = 64;

/// Roots wait in shared memory: it can be indexed by a variable, registers cannot.
template <int Degree, class T>
__device__ double first_root(const T (&p)[Degree + 1], T tolerance, bool& clean) {
  __shared__ T places[Degree * block];
  const vieta::core::strided<T> roots{places + threadIdx.x, block};
  const auto answer = vieta::core::real_roots<Degree, T>(p, T(-1), T(1), tolerance, T(0), roots);
  clean = answer.status == vieta::real_roots_status::ok;
  for (int k = 0; k < answer.count; ++k)
    if ((answer.touching >> k & 1) == 0) return roots[k];
  return no_hit;
}

struct counters {
  unsigned polynomials, doubtful;
};

template <int Bands>
__global__ void __launch_bounds__(block) in_float(const device_glyph<Bands>* g, const ray* rays, unsigned n,
                                                  double* hits, unsigned* doubtful, counters* count) {
  constexpr int degree = 2 * Bands + 2;
  const unsigned i = blockIdx.x * block + threadIdx.x;
  if (i >= n) return;
  const auto form = restrict_to_plane<Bands>(rays[i], g->harmonic, g->coefficients, g->sampling);
  hits[i] = no_hit;
  if (!(form.sigma < 1)) return;
  atomicAdd(&count->polynomials, 1u);
  float q[degree + 1];
  {
    double p[degree + 1];
    ray_polynomial<Bands>(form, p);
    lower<degree>(p, q);
  }
  bool clean;
  double u = first_root<degree>(q, 0x1p-14f, clean);
  if (form.sigma < smallest_sigma_in_float || !clean || (u < no_hit && !refine(form, u)))
    doubtful[atomicAdd(&count->doubtful, 1u)] = i;
  else
    hits[i] = u;
}

template <int Bands>
__global__ void __launch_bounds__(block)
    in_double(const device_glyph<Bands>* g, const ray* rays, const unsigned* doubtful, unsigned n, double* hits) {
  constexpr int degree = 2 * Bands + 2;
  const unsigned k = blockIdx.x * block + threadIdx.x;
  if (k >= n) return;
  const unsigned i = doubtful[k];
  const auto form = restrict_to_plane<Bands>(rays[i], g->harmonic, g->coefficients, g->sampling);
  double p[degree + 1];
  ray_polynomial<Bands>(form, p);
  bool clean;
  hits[i] = first_root<degree>(p, 0.0, clean);
}

template <int Bands>
trace_result trace(const glyph& g, const std::vector<ray>& rays) {
  device_glyph<Bands> host{harmonic_recurrence(), sampling<Bands>(), {}};
  for (int i = 0; i < harmonics(Bands); ++i) host.coefficients[i] = g.coefficients[i];
  const auto n = static_cast<unsigned>(rays.size());
  const device_array<device_glyph<Bands>> device(&host, 1);
  const device_array<ray> device_rays(rays.data(), n);
  const device_array<double> hits(n);
  const device_array<unsigned> doubtful(n);
  counters count{};
  const device_array<counters> device_count(&count, 1);

  cudaEvent_t start, end;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&end));
  check(cudaEventRecord(start));
  in_float<Bands><<<(n + block - 1) / block, block>>>(device.get(), device_rays.get(), n, hits.get(), doubtful.get(),
                                                      device_count.get());
  check(cudaGetLastError());
  device_count.copy_to(&count, 1);
  if (count.doubtful > 0)
    in_double<Bands><<<(count.doubtful + block - 1) / block, block>>>(device.get(), device_rays.get(), doubtful.get(),
                                                                      count.doubtful, hits.get());
  check(cudaGetLastError());
  check(cudaEventRecord(end));
  check(cudaEventSynchronize(end));
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, start, end));
  check(cudaEventDestroy(start));
  check(cudaEventDestroy(end));

  trace_result result;
  result.u.resize(n);
  hits.copy_to(result.u.data(), n);
  result.polynomials = count.polynomials;
  result.doubtful = count.doubtful;
  result.seconds_solving = milliseconds / 1000;
  return result;
}

}  // namespace

bool have_cuda() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
}

trace_result trace_on_cuda(const glyph& g, const std::vector<ray>& rays) {
  return with_bands(g.bands, [&](auto bands) { return trace<bands()>(g, rays); });
}

}  // namespace sh_glyph
