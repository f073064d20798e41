#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cuda/check.hpp"
#include "cuda/devices.hpp"
#include "cuda/launch.cuh"
#include "cuda/staging.cuh"
#include "newton/cuda/device_memory.hpp"
#include "newton/cuda/evaluation.cuh"
#include "newton/cuda/gather.hpp"
#include "newton/cuda/linear/gmres_solver.cuh"
#include "newton/cuda/linear/qr.hpp"
#include "newton/cuda/make_evaluator.hpp"
// What the schedule is launched with comes first.
#include "newton/cuda/linear/device_factors.cuh"

static_assert(__cplusplus >= 202002L, "CUDA sources are C++20 too");

namespace vieta::systems {

namespace {

using cuda::check;

unsigned blocks(std::size_t items, unsigned size) { return static_cast<unsigned>((items + size - 1) / size); }

/// Levels of products beyond which paths are scanned: a launch for each level would take longer.
constexpr std::size_t most_levels = 24;

/// Below this many variables a QR factorisation is over on the CPU before the device has begun.
constexpr std::size_t least_qr = 48;

class cuda_evaluator final : public evaluator {
 public:
  cuda_evaluator(const polynomial_system::representation& system, int threads, int device, std::size_t library_from)
      : evaluator(system, threads), current_(device), library_from_(library_from) {
    upload();
  }

  void set_point(const multi_array& x, int parts, bool complex) override {
    parts_ = parts, complex_ = complex;
    upload_coefficients(parts);
    values_.resize(system_.graph.size(), parts, complex);
    if (gather_) gather_->resize(parts, complex);
    multi_array one(1, parts, complex);
    one.set(0, {qd(1.0), qd(0.0)});
    values_.put(one, 0);
    multi_array cut(x.size(), parts, complex);
    for (std::size_t v = 0; v < x.size(); ++v) cut.set(v, x.get(v));
    values_.put(cut, 1);
    for_kind(parts, complex, [&]<int N, bool C>() { compute_products<N, C>(); });
  }

  void equations(multi_array& out) override {
    out.resize(system_.equations(), parts_, complex_);
    result_.resize(out.size(), parts_, complex_);
    for_kind(parts_, complex_, [&]<int N, bool C>() {
      device::equations<N, C>
          <<<static_cast<unsigned>(out.size()), device::block_size>>>(on_device_, values_.read(), result_.view());
    });
    check(cudaGetLastError(), "values of a system");
    result_.get(out);
  }

  void jacobian(multi_array& out, int parts) override {
    out.resize(system_.equations() * system_.variables.size(), parts, complex_);
    device_planes matrix;
    matrix.resize(out.size(), parts, complex_);
    compute_jacobian(matrix, parts);
    matrix.get(out);
  }

  bool prepare_jacobian() override {
    const std::size_t m = system_.equations(), n = system_.variables.size();
    matrix_.resize(m * n, 1, complex_);
    compute_jacobian(matrix_, 1);
    fetched_ = false;
    device_array<double> factors(m);
    device_array<int> not_finite(std::vector<int>{0});
    const planes a = matrix_.view();
    const auto rows = static_cast<unsigned>(m);
    if (complex_)
      device::scale_rows<true><<<rows, 256>>>(n, a.re[0], a.im[0], factors.get(), not_finite.get());
    else
      device::scale_rows<false><<<rows, 256>>>(n, a.re[0], nullptr, factors.get(), not_finite.get());
    check(cudaGetLastError(), "scaling of rows");
    row_scale_.resize(m);
    factors.copy_to(row_scale_.data(), m);
    int bad = 0;
    not_finite.copy_to(&bad, 1);
    return bad == 0;
  }

  const multi_array& scaled_jacobian() override {
    if (!fetched_) {
      jacobian_.resize(system_.equations() * system_.variables.size(), 1, complex_);
      matrix_.get(jacobian_);
      fetched_ = true;
    }
    return jacobian_;
  }

  gmres_outcome solve_by_gmres(std::vector<std::complex<double>>& x, double tolerance, int max_steps) override {
    return complex_ ? complex_gmres_.solve(matrix_.read(), x, tolerance, max_steps)
                    : real_gmres_.solve(matrix_.read(), x, tolerance, max_steps);
  }

  /// By the host where a panel does not fit.
  bool factor() override {
    const std::size_t n = system_.variables.size();
    const auto by = [&]<bool C>(device::device_factors<C>& factors) {
      on_host_ = !device::device_factors<C>::fits(n);
      return on_host_ ? evaluator::factor()
                      : factors.factor(matrix_.read(), n, library_from_ == 0 ? cusolver_pays_from : library_from_);
    };
    return complex_ ? by(complex_factors_) : by(real_factors_);
  }

  void solve_by_factors(std::vector<std::complex<double>>& x) override {
    if (on_host_) return evaluator::solve_by_factors(x);
    complex_ ? complex_factors_.solve(x) : real_factors_.solve(x);
  }

  double condition() override {
    return on_host_ ? evaluator::condition() : complex_ ? complex_factors_.condition() : real_factors_.condition();
  }

  qr_outcome solve_least_squares(const multi_array& matrix, const multi_array& b, qr_method method,
                                 multi_array& x) override {
    const std::size_t m = system_.equations(), n = system_.variables.size();
    if (n < least_qr) return evaluator::solve_least_squares(matrix, b, method, x);
    return solve_least_squares_on_device(matrix, m, n, b, x, nullptr, method, library_from_);
  }

  /// One evaluation of f, and of the Jacobian where there is a place for it, left on the device.
  void evaluate_all(const device_planes* matrix) {
    for_kind(parts_, complex_, [&]<int N, bool C>() {
      compute_products<N, C>();
      device::equations<N, C><<<static_cast<unsigned>(system_.equations()), device::block_size>>>(
          on_device_, values_.read(), result_.view());
    });
    if (matrix != nullptr) compute_jacobian(*matrix, parts_);
  }

 private:
  template <class Work>
  static void for_kind(int parts, bool complex, const Work& work) {
    const auto with = [&]<bool C>() {
      switch (parts) {
        case 1:
          return work.template operator()<1, C>();
        case 2:
          return work.template operator()<2, C>();
        case 3:
          return work.template operator()<3, C>();
        default:
          return work.template operator()<4, C>();
      }
    };
    complex ? with.template operator()<true>() : with.template operator()<false>();
  }

  /// Through locked memory where that is worth it: the coefficients of a large system take most of the time.
  template <class T>
  static void send(device_array<T>& array, const std::vector<T>& host) {
    array.resize(host.size());
    cuda::send_together({{reinterpret_cast<unsigned char*>(array.get()),
                          reinterpret_cast<unsigned char*>(const_cast<T*>(host.data())), host.size() * sizeof(T)}});
  }

  /// The parts of the coefficients that are not there yet.
  void upload_coefficients(int parts) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(parts); ++k) {
      const auto put = [](device_array<double>& array, const std::vector<double>& host, const double*& pointer) {
        if (array.size() != host.size()) send(array, host);
        pointer = array.get();
      };
      put(coefficients_re_[k], system_.re[k], on_device_.coefficients.re[k]);
      put(coefficients_im_[k], system_.im[k], on_device_.coefficients.im[k]);
    }
  }

  void upload() {
    const product_graph& g = system_.graph;
    on_device_ = view_;
    const auto put = [](auto& array, const auto& host, auto& pointer) {
      send(array, host);
      pointer = array.get();
    };
    put(left_, g.left, on_device_.left), put(right_, g.right, on_device_.right);
    put(group_begin_, system_.group_begin, on_device_.group_begin);
    put(term_begin_, system_.term_begin, on_device_.term_begin);
    put(outer_, system_.outer, on_device_.outer), put(inner_, system_.inner, on_device_.inner);
    on_device_.coefficients = {};
    put(length_, g.length, on_device_.length), put(exponent_, g.exponent, on_device_.exponent);
    put(base_, g.base, on_device_.base), put(lower_, g.lower, on_device_.lower);
    put(prefixes_, g.prefixes, on_device_.prefixes), put(suffixes_, g.suffixes, on_device_.suffixes);
    put(prefix_path_, g.prefix_path, on_device_.prefix_path), put(suffix_path_, g.suffix_path, on_device_.suffix_path);
    put(path_atom_, g.path_atom, on_device_.path_atom);
    if (gather_plan::serves(system_)) gather_ = std::make_unique<gather>(system_);
    scan_ = gather_ || g.level_begin.size() > most_levels + 1;
    if (scan_) prepare_scans();
  }

  /// Powers are made level by level, all else along paths: prefixes first, then the suffixes that are none.
  void prepare_scans() {
    const product_graph& g = system_.graph;
    levels_before_scan_ = 0;
    for (std::size_t level = 0; level + 1 < g.level_begin.size(); ++level)
      for (std::size_t k = g.level_begin[level]; k < g.level_begin[level + 1]; ++k)
        if (g.exponent[1 + g.variables + k] > 1) levels_before_scan_ = level + 1;
    prefix_begin_.assign(g.prefix_begin.data(), g.prefix_begin.size());
    suffix_begin_.assign(g.suffix_begin.data(), g.suffix_begin.size());
    std::vector<unsigned char> nothing(g.size(), 0), made(g.size(), 0);
    for (const node m : g.prefix_path) made[m] = 1;
    std::vector<node> atoms(g.suffix_path.size());
    for (std::size_t p = 0; p + 1 < g.suffix_begin.size(); ++p) {
      // The longest node of a path is a whole monomial, whose atoms stand on its path of prefixes.
      const std::size_t from = g.suffix_begin[p], k = g.suffix_begin[p + 1] - from;
      const node whole = g.suffix_path[from + k - 1];
      for (std::size_t i = 0; i < k; ++i) atoms[from + i] = g.path_atom[g.prefixes[whole] + k - 1 - i];
    }
    suffix_atom_.assign(atoms.data(), atoms.size());
    nothing_.assign(nothing.data(), nothing.size()), made_.assign(made.data(), made.size());
  }

  template <int N, bool C>
  void compute_products() {
    const product_graph& g = system_.graph;
    const planes v = values_.view();
    const std::size_t levels = scan_ ? levels_before_scan_ : g.level_begin.size() - 1;
    for (std::size_t level = 0; level < levels; ++level) {
      const std::size_t from = g.level_begin[level], to = g.level_begin[level + 1];
      device::products<N, C><<<blocks(to - from, 128), 128>>>(on_device_, from, to, v);
    }
    const auto scan = [&](const device_array<std::size_t>& begin, const node* path, const node* atom,
                          const device_array<unsigned char>& skip, const planes& along) {
      const std::size_t paths = begin.size() - 1;
      if (paths > 0)
        device::path_products<N, C>
            <<<blocks(paths * 32, 128), 128>>>(begin.get(), paths, path, atom, skip.get(), v, along);
    };
    if (scan_) {
      scan(prefix_begin_, on_device_.prefix_path, on_device_.path_atom, nothing_,
           gather_ ? gather_->prefixes() : planes{});
      scan(suffix_begin_, on_device_.suffix_path, suffix_atom_.get(), made_, gather_ ? gather_->suffixes() : planes{});
    }
    check(cudaGetLastError(), "products of a system");
  }

  void compute_jacobian(const device_planes& matrix, int parts) {
    if (gather_) return gather_->derivatives(on_device_, values_.read(), parts, complex_, matrix.view());
    for_kind(parts, complex_, [&]<int N, bool C>() {
      device::jacobian<N, C><<<static_cast<unsigned>(system_.equations()), device::block_size>>>(
          on_device_, values_.read(), matrix.view());
    });
    check(cudaGetLastError(), "derivatives of a system");
  }

  current_cuda_device current_;
  int parts_ = 1;
  bool complex_ = false, scan_ = false, fetched_ = false, on_host_ = false;
  std::size_t levels_before_scan_ = 0;
  system_view on_device_;
  device_array<node> left_, right_, outer_, inner_, base_, lower_, prefix_path_, suffix_path_, path_atom_, suffix_atom_;
  device_array<std::size_t> group_begin_, term_begin_, prefixes_, suffixes_, prefix_begin_, suffix_begin_;
  device_array<std::uint32_t> length_, exponent_;
  device_array<unsigned char> nothing_, made_;
  std::array<device_array<double>, 4> coefficients_re_, coefficients_im_;
  device_planes values_, result_, matrix_;
  std::unique_ptr<gather> gather_;
  device::gmres_solver<false> real_gmres_;
  device::gmres_solver<true> complex_gmres_;
  device::device_factors<false> real_factors_;
  device::device_factors<true> complex_factors_;
  std::size_t library_from_;
};

}  // namespace

std::unique_ptr<evaluator> make_cuda_evaluator(const polynomial_system::representation& system, int threads, int device,
                                               std::size_t library_from) {
  expect_cuda_device(device);
  return std::make_unique<cuda_evaluator>(system, threads, device, library_from);
}

double seconds_on_device(evaluator& f, const multi_array& x, int parts, bool complex, int repeats, bool derivatives) {
  auto& on_device = static_cast<cuda_evaluator&>(f);
  multi_array values;
  on_device.set_point(x, parts, complex);
  on_device.equations(values);
  device_planes matrix;
  matrix.resize(f.system().equations() * f.system().variables.size(), parts, complex);
  const device_planes* const where = derivatives ? &matrix : nullptr;
  on_device.evaluate_all(where);
  cudaEvent_t begin = nullptr, end = nullptr;
  check(cudaEventCreate(&begin), "events"), check(cudaEventCreate(&end), "events");
  check(cudaEventRecord(begin), "events");
  for (int k = 0; k < repeats; ++k) on_device.evaluate_all(where);
  check(cudaEventRecord(end), "events"), check(cudaEventSynchronize(end), "evaluation");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, begin, end), "events");
  cudaEventDestroy(begin), cudaEventDestroy(end);
  return milliseconds * 1e-3 / repeats;
}

}  // namespace vieta::systems
