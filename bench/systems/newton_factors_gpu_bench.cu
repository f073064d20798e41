// Factors of a Jacobian in double on a GPU, and QR for least squares: ours beside NVIDIA's cuSOLVER, where that is
// installed.
//
//   newton_factors_gpu_bench
//
// Milliseconds of wall time, best of three, the matrix lies on the device. Ours is an inverse, applied by one product;
// getrf and getrs are LU with partial pivoting and two triangular systems; `getrs, n` is the inverse by them. Backward
// error: max |b - A x| / (|A| |x|) in the maximum norm, the sums in long double. `nearly dependent`: the last column is
// the first one up to 1e-10.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <random>
#include <vector>

#include "newton/cuda/linear/qr.cuh"
// What the schedule is launched with comes first: qr.cuh has it.
#include "newton/cuda/linear/gmres.cuh"
#include "newton/cuda/linear/inverse_schedule.hpp"
#ifdef VIETA_HAVE_CUSOLVER
#include "newton/cuda/linear/cusolver.hpp"
#endif

// Inside the namespace: its sqrt beside CUDA's would be ambiguous outside.
namespace vieta {
namespace {

using systems::device_array;
using scalar = std::complex<double>;
using clock_type = std::chrono::steady_clock;

void check(cudaError_t code) { cuda::check(code, "benchmark"); }

/// The shortest of three times of `work` in milliseconds; `before` is not counted.
template <class Before, class Work>
double time_of(const Before& before, const Work& work) {
  double best = HUGE_VAL;
  for (int repeat = 0; repeat < 3; ++repeat) {
    before();
    check(cudaDeviceSynchronize());
    const auto begin = clock_type::now();
    work();
    check(cudaDeviceSynchronize());
    best = std::min(best, std::chrono::duration<double>(clock_type::now() - begin).count());
  }
  return best * 1e3;
}

constexpr auto nothing = [] {};

/// rows x columns numbers, row after row, and a right side.
struct problem {
  std::size_t rows = 0, columns = 0;
  bool complex = false;
  std::vector<double> re, im, b_re, b_im;

  problem(std::size_t m, std::size_t n, bool is_complex, bool nearly_dependent)
      : rows(m), columns(n), complex(is_complex) {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> part(-1, 1);
    re.resize(m * n), im.resize(m * n), b_re.resize(m), b_im.resize(m);
    for (std::size_t k = 0; k < m * n; ++k) re[k] = part(random), im[k] = complex ? part(random) : 0;
    for (std::size_t k = 0; k < m; ++k) b_re[k] = part(random), b_im[k] = complex ? part(random) : 0;
    for (std::size_t i = 0; nearly_dependent && i < m; ++i) {
      re[i * n + n - 1] = re[i * n] + 1e-10 * part(random);
      im[i * n + n - 1] = im[i * n] + (complex ? 1e-10 * part(random) : 0);
    }
  }
  [[nodiscard]] scalar at(std::size_t i, std::size_t j) const { return {re[i * columns + j], im[i * columns + j]}; }

  [[nodiscard]] double backward_error(const std::vector<scalar>& x) const {
    double most = 0, norm = 0, size = 0;
    for (const scalar& z : x) size = std::max(size, std::abs(z));
    for (std::size_t i = 0; i < rows; ++i) {
      long double p = -b_re[i], q = -b_im[i];
      double row = 0;
      for (std::size_t j = 0; j < columns; ++j) {
        const long double a = re[i * columns + j], c = im[i * columns + j], u = x[j].real(), v = x[j].imag();
        p += a * u - c * v, q += a * v + c * u;
        row += std::abs(at(i, j));
      }
      norm = std::max(norm, row);
      most = std::max(most, std::hypot(static_cast<double>(p), static_cast<double>(q)));
    }
    return most / (norm * size);
  }
};

template <bool C>
void ours(const problem& p) {
  const std::size_t n = p.columns;
  const device_array<double> a_re(p.re), a_im(p.im), b_re(n), b_im(n), x_re(n), x_im(n);
  device_array<double> y_re(n * n), y_im(n * n);
  int shared = 0;
  check(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  if (!systems::dense_inverse<C>::fits(n, static_cast<std::size_t>(shared)))
    return (void)std::puts("  ours: does not fit");
  systems::dense_inverse<C> inverse(n, static_cast<std::size_t>(shared));
  bool done = false;
  const double factored = time_of(
      [&] {
        check(cudaMemcpy(y_re.get(), a_re.get(), n * n * sizeof(double), cudaMemcpyDeviceToDevice));
        if (C) check(cudaMemcpy(y_im.get(), a_im.get(), n * n * sizeof(double), cudaMemcpyDeviceToDevice));
      },
      [&] { done = inverse.invert(y_re.get(), C ? y_im.get() : nullptr); });
  std::vector<scalar> b(n), x(n);
  for (std::size_t k = 0; k < n; ++k) b[k] = {p.b_re[k], p.b_im[k]};
  inverse.exchange(b);
  std::vector<double> re(n), im(n);
  for (std::size_t k = 0; k < n; ++k) re[k] = b[k].real(), im[k] = b[k].imag();
  check(cudaMemcpy(b_re.get(), re.data(), n * sizeof(double), cudaMemcpyHostToDevice));
  check(cudaMemcpy(b_im.get(), im.data(), n * sizeof(double), cudaMemcpyHostToDevice));
  const double solved = time_of(nothing, [&] {
    systems::device::matrix_times_vector<C><<<static_cast<unsigned>((n * 32 + 255) / 256), 256>>>(
        n, y_re.get(), y_im.get(), b_re.get(), b_im.get(), x_re.get(), x_im.get());
  });
  x_re.copy_to(re.data(), n);
  if (C) x_im.copy_to(im.data(), n);
  for (std::size_t k = 0; k < n; ++k) x[k] = {re[k], C ? im[k] : 0.0};
  std::printf("  ours      inverse %8.3f ms  solution %7.4f ms  backward error %.1e  condition %.1e%s\n", factored,
              solved, p.backward_error(x), inverse.condition(), done ? "" : "  (singular)");
}

#ifdef VIETA_HAVE_CUSOLVER
void check(cusolverStatus_t code) {
  if (code != CUSOLVER_STATUS_SUCCESS) throw error("cuSOLVER: status " + std::to_string(static_cast<int>(code)));
}

const systems::cusolver_functions* library() { return systems::cusolver(); }

cusolverDnHandle_t handle() {
  static const systems::cusolver_handle one = [] {
    const auto begin = clock_type::now();
    const bool there = library() != nullptr;
    const auto loaded = clock_type::now();
    systems::cusolver_handle h = systems::make_cusolver_handle();
    const auto made = clock_type::now();
    std::printf("cuSOLVER %s: loaded in %.0f ms, handle in %.0f ms\n", there ? "" : "is not there",
                std::chrono::duration<double>(loaded - begin).count() * 1e3,
                std::chrono::duration<double>(made - loaded).count() * 1e3);
    return h;
  }();
  return one.get();
}

/// Interleaved, or plain real numbers; row after row, or column after column.
std::vector<double> packed(const problem& p, bool by_columns) {
  const std::size_t width = p.complex ? 2 : 1;
  std::vector<double> a(p.rows * p.columns * width);
  for (std::size_t i = 0; i < p.rows; ++i)
    for (std::size_t j = 0; j < p.columns; ++j) {
      const std::size_t at = (by_columns ? j * p.rows + i : i * p.columns + j) * width;
      a[at] = p.at(i, j).real();
      if (p.complex) a[at + 1] = p.at(i, j).imag();
    }
  return a;
}

std::vector<double> packed_right(const problem& p) {
  std::vector<double> b;
  for (std::size_t i = 0; i < p.rows; ++i) {
    b.push_back(p.b_re[i]);
    if (p.complex) b.push_back(p.b_im[i]);
  }
  return b;
}

std::vector<scalar> unpacked(const std::vector<double>& b, bool complex, std::size_t count) {
  std::vector<scalar> x(count);
  for (std::size_t k = 0; k < count; ++k) x[k] = complex ? scalar(b[2 * k], b[2 * k + 1]) : scalar(b[k]);
  return x;
}

void cusolver_lu(const problem& p) {
  const cusolverDnHandle_t h = handle();
  if (h == nullptr) return;
  const std::size_t n = p.columns;
  const auto size = static_cast<std::int64_t>(n);
  const cudaDataType type = p.complex ? CUDA_C_64F : CUDA_R_64F;
  const device_array<double> a(packed(p, false)), b(packed_right(p));
  device_array<double> lu(a.size()), x(b.size());
  const device_array<std::int64_t> pivots(n);
  const device_array<int> info(1);
  std::size_t on_device = 0, on_host = 0;
  check(library()->getrf_buffer_size(h, nullptr, size, size, type, lu.get(), size, type, &on_device, &on_host));
  const device_array<unsigned char> work(on_device);
  std::vector<unsigned char> host_work(on_host);
  const auto factor = [&] {
    check(library()->getrf(h, nullptr, size, size, type, lu.get(), size, pivots.get(), type, work.get(), on_device,
                           host_work.data(), on_host, info.get()));
  };
  const auto fresh = [&] { check(cudaMemcpy(lu.get(), a.get(), a.size() * sizeof(double), cudaMemcpyDeviceToDevice)); };
  fresh();
  const auto begin = clock_type::now();
  factor();
  check(cudaDeviceSynchronize());
  const double first = std::chrono::duration<double>(clock_type::now() - begin).count() * 1e3;
  const double factored = time_of(fresh, factor);
  // Row after row is the transpose, column after column.
  const auto solve = [&](cublasOperation_t operation, std::int64_t count, device_array<double>& to) {
    check(library()->getrs(h, nullptr, operation, size, count, type, lu.get(), size, pivots.get(), type, to.get(), size,
                           info.get()));
  };
  const double solved =
      time_of([&] { check(cudaMemcpy(x.get(), b.get(), b.size() * sizeof(double), cudaMemcpyDeviceToDevice)); },
              [&] { solve(CUBLAS_OP_T, 1, x); });
  std::vector<double> host(x.size());
  x.copy_to(host.data(), host.size());
  const double error_of_lu = p.backward_error(unpacked(host, p.complex, n));
  // The inverse: its columns, as those of the transpose, are the rows of what we want.
  const std::size_t width = p.complex ? 2 : 1;
  std::vector<double> unit(a.size());
  for (std::size_t k = 0; k < n; ++k) unit[(k * n + k) * width] = 1;
  const device_array<double> one(unit);
  device_array<double> inverse(unit.size());
  const double inverted = time_of(
      [&] { check(cudaMemcpy(inverse.get(), one.get(), one.size() * sizeof(double), cudaMemcpyDeviceToDevice)); },
      [&] { solve(CUBLAS_OP_N, size, inverse); });
  inverse.copy_to(unit.data(), unit.size());
  std::vector<scalar> y(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t at = (i * n + j) * width;
      y[i] += scalar(unit[at], p.complex ? unit[at + 1] : 0.0) * scalar(p.b_re[j], p.b_im[j]);
    }
  std::printf("  cuSOLVER  getrf   %8.3f ms  getrs    %7.4f ms  backward error %.1e  first getrf %.1f ms\n", factored,
              solved, error_of_lu, first);
  std::printf("  cuSOLVER  getrs n %8.3f ms  (the inverse)          backward error %.1e\n", inverted,
              p.backward_error(y));
}

template <bool Complex>
void cusolver_qr(const problem& p, std::vector<scalar>& x) {
  const cusolverDnHandle_t h = handle();
  if (h == nullptr) return;
  using number = std::conditional_t<Complex, cuDoubleComplex, double>;
  const std::size_t width = Complex ? 2 : 1, m = p.rows, n = p.columns;
  const auto rows = static_cast<std::int64_t>(m), columns = static_cast<std::int64_t>(n);
  const cudaDataType type = Complex ? CUDA_C_64F : CUDA_R_64F;
  const device_array<double> a(packed(p, true)), b(packed_right(p)), tau(n * width);
  device_array<double> qr(a.size()), y(b.size());
  const device_array<int> info(1);
  std::size_t on_device = 0, on_host = 0;
  check(library()->geqrf_buffer_size(h, nullptr, rows, columns, type, qr.get(), rows, type, tau.get(), type, &on_device,
                                     &on_host));
  const device_array<unsigned char> work(on_device);
  std::vector<unsigned char> host_work(on_host);
  const double factored =
      time_of([&] { check(cudaMemcpy(qr.get(), a.get(), a.size() * sizeof(double), cudaMemcpyDeviceToDevice)); },
              [&] {
                check(library()->geqrf(h, nullptr, rows, columns, type, qr.get(), rows, type, tau.get(), type,
                                       work.get(), on_device, host_work.data(), on_host, info.get()));
              });
  const auto multiply = [&]<class Size, class Multiply>(const Size& size, const Multiply& ormqr) {
    const auto* const v = reinterpret_cast<const number*>(qr.get());
    const auto* const t = reinterpret_cast<const number*>(tau.get());
    auto* const c = reinterpret_cast<number*>(y.get());
    const int r = static_cast<int>(m), k = static_cast<int>(n);
    const auto operation = Complex ? CUBLAS_OP_C : CUBLAS_OP_T;
    int length = 0;
    check(size(h, CUBLAS_SIDE_LEFT, operation, r, 1, k, v, r, t, c, r, &length));
    const device_array<number> room(static_cast<std::size_t>(length));
    return time_of(
        [&] { check(cudaMemcpy(y.get(), b.get(), b.size() * sizeof(double), cudaMemcpyDeviceToDevice)); },
        [&] { check(ormqr(h, CUBLAS_SIDE_LEFT, operation, r, 1, k, v, r, t, c, r, room.get(), length, info.get())); });
  };
  double multiplied = 0;
  if constexpr (Complex)
    multiplied = multiply(library()->unmqr_buffer_size, library()->unmqr);
  else
    multiplied = multiply(library()->ormqr_buffer_size, library()->ormqr);
  std::vector<double> r(qr.size()), right(y.size());
  qr.copy_to(r.data(), r.size()), y.copy_to(right.data(), right.size());
  x = unpacked(right, Complex, n);
  const auto upper = [&](std::size_t i, std::size_t j) {
    const std::size_t at = (j * m + i) * width;
    return scalar(r[at], Complex ? r[at + 1] : 0.0);
  };
  for (std::size_t j = n; j-- > 0;) {
    x[j] /= upper(j, j);
    for (std::size_t i = 0; i < j; ++i) x[i] -= upper(i, j) * x[j];
  }
  std::printf("  cuSOLVER  geqrf %8.3f ms, ormqr %.3f ms; R x = Q^H b is not counted\n", factored, multiplied);
}
#endif

void compare_lu(const char* what, std::size_t n, bool complex, bool nearly_dependent) {
  std::printf("%s, n = %zu, %s\n", what, n, complex ? "complex" : "real");
  const problem p(n, n, complex, nearly_dependent);
  complex ? ours<true>(p) : ours<false>(p);
#ifdef VIETA_HAVE_CUSOLVER
  cusolver_lu(p);
#endif
  std::fflush(stdout);
}

template <bool C>
void compare_qr(std::size_t m, std::size_t n) {
  std::printf("least squares, %zu x %zu, %s\n", m, n, C ? "complex" : "real");
  const problem p(m, n, C, false);
  systems::device_planes a, b, x;
  a.resize(m * n, 1, C), b.resize(m, 1, C), x.resize(n, 1, C);
  const auto put = [](double* to, const std::vector<double>& from) {
    if (to != nullptr) check(cudaMemcpy(to, from.data(), from.size() * sizeof(double), cudaMemcpyHostToDevice));
  };
  put(a.view().re[0], p.re), put(a.view().im[0], p.im), put(b.view().re[0], p.b_re), put(b.view().im[0], p.b_im);
  systems::blocked_qr<1, C> qr(m, n);
  const double took = time_of(nothing, [&] { qr.solve(a.read(), b.read(), x.view()); });
  std::printf("  ours      QR and solution %8.3f ms\n", took);
#ifdef VIETA_HAVE_CUSOLVER
  std::vector<double> re(n), im(n);
  check(cudaMemcpy(re.data(), x.view().re[0], n * sizeof(double), cudaMemcpyDeviceToHost));
  if (C) check(cudaMemcpy(im.data(), x.view().im[0], n * sizeof(double), cudaMemcpyDeviceToHost));
  std::vector<scalar> other;
  cusolver_qr<C>(p, other);
  double difference = 0, size = 0;
  for (std::size_t k = 0; k < other.size(); ++k) {
    difference = std::max(difference, std::abs(other[k] - scalar(re[k], im[k])));
    size = std::max(size, std::abs(other[k]));
  }
  if (size > 0) std::printf("  the solutions differ by %.1e\n", difference / size);
#endif
  std::fflush(stdout);
}

void compare() {
#ifndef VIETA_HAVE_CUSOLVER
  std::puts("built without cuSOLVER's header: ours alone");
#endif
  for (const std::size_t n : {64, 128, 256, 512, 1024, 2048}) compare_lu("random", n, true, false);
  compare_lu("nearly dependent", 512, true, true);
  compare_lu("random", 512, false, false);
  compare_lu("random", 4064, false, false);
  compare_lu("random", 4096, true, false);
  compare_lu("nearly dependent", 4064, false, true);
  compare_qr<false>(512, 256);
  compare_qr<true>(512, 256);
  compare_qr<false>(2048, 1024);
  compare_qr<true>(2048, 1024);
  compare_qr<false>(8192, 4064);
  compare_qr<true>(8192, 4096);
}

}  // namespace
}  // namespace vieta

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0)
    vieta::compare();
  else
    std::puts("no CUDA device");
  return 0;
}
