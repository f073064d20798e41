#pragma once

#include "roots/batch/finish.hpp"
#include "roots/batch/kernels.hpp"
#include "roots/batch/row.hpp"
#include "vieta/root_batches.hpp"

static_assert(__cplusplus >= 202002L, "CUDA sources are C++20 too");

// The same steps as kernels.cpp, with the roots of a polynomial spread over neighbouring threads of a warp, two for
// each (their Horner sums do not wait for one another). Sweeps are of Jacobi type here. Every warp solves as many
// polynomials at once as fit; coefficients and places lie in shared memory.

namespace vieta::root_batches {

inline constexpr unsigned warp_size = 32, warps_in_block = 4, full_warp = 0xffffffff;

/// C is double or complex<double>.
template <class C>
struct device_problem {
  const C* coefficients;
  complex<double>* roots;
  double* radii;
  batch_root_status* root_statuses;  ///< may be null
  std::uint8_t* counts;
  root_batch_status* statuses;
  std::size_t count, place, polynomial, root_place, root_polynomial;
  double relative_radius;
  int degree;

  [[nodiscard]] __device__ complex<double> coefficient(std::size_t i, int k) const {
    const C a = coefficients[i * polynomial + static_cast<std::size_t>(k) * place];
    if constexpr (std::is_same_v<C, double>)
      return {a, 0.0};
    else
      return a;
  }
  __device__ void set(std::size_t i, int k, const complex<double>& centre, double radius,
                      batch_root_status status) const {
    const std::size_t at = i * root_polynomial + static_cast<std::size_t>(k) * root_place;
    roots[at] = centre;
    radii[at] = radius;
    if (root_statuses != nullptr) root_statuses[at] = status;
  }
};

/// Shared memory of one polynomial, in doubles; `shape` lies behind the arrays.
struct shared_layout {
  int degree;
  [[nodiscard]] VT_HD int numbers() const { return 8 * places(degree) + 2; }
};

/// A polynomial, as one of the threads that solve it together sees it.
struct thread_view {
  lane_arrays a;
  double* logarithm;  ///< in the place of discs, which come later
  row_shape* shape;
  unsigned group;   ///< the threads of this polynomial, a bit for each
  int first, step;  ///< this thread's roots are first and first + step
};

__device__ inline thread_view view_of(double* memory, int degree, unsigned group, int first, int step) {
  const int n = places(degree);
  thread_view v;
  v.a = {{memory, memory + n, memory + 2 * n},
         {memory + 3 * n, memory + 4 * n},
         {{memory + 5 * n, memory + 6 * n}, memory + 7 * n},
         nullptr,
         nullptr,
         nullptr};
  v.logarithm = memory + 5 * n;
  v.shape = reinterpret_cast<row_shape*>(memory + 8 * n);
  v.group = group;
  v.first = first;
  v.step = step;
  return v;
}

/// Whether it holds for all threads of a polynomial.
__device__ inline bool all_of(unsigned group, bool holds) { return (__ballot_sync(full_warp, !holds) & group) == 0; }

/// Reads the polynomial, scales it and puts starting points. All threads of the warp take part. Returns whether all
/// coefficients are real.
template <class C>
__device__ bool prepare(const thread_view& v, const device_problem<C>& given, std::size_t i, bool present) {
  if (present)
    for (int k = v.first; k <= given.degree; k += v.step) {
      const complex<double> a = given.coefficient(i, k);
      v.a.b.re[k] = a.re;
      v.a.b.im[k] = a.im;
    }
  __syncwarp();
  const auto from_shared = [&](int k) { return complex<double>{v.a.b.re[k], v.a.b.im[k]}; };
  if (v.first == 0) *v.shape = present ? analyse(given.degree, from_shared, v.logarithm) : row_shape{};
  __syncwarp();
  const row_shape shape = *v.shape;
  const bool solvable = shape.kind == row_kind::solvable;
  complex<double> own[3] = {};
  if (solvable) {
    for (int q = 0, k = v.first; q < 3 && k <= shape.degree(); ++q, k += v.step)
      own[q] = scaled(from_shared(shape.lowest + k), shape, k);
  }
  __syncwarp();
  bool is_real = true;
  if (solvable) {
    for (int q = 0, k = v.first; q < 3 && k <= shape.degree(); ++q, k += v.step) {
      v.a.b.re[k] = own[q].re;
      v.a.b.im[k] = own[q].im;
      v.a.b.modulus[k] = sqrt(norm(own[q]));
      is_real = is_real && own[q].im == 0;
    }
    for (int k = shape.degree() + v.first; k < places(shape.degree()); k += v.step) v.a.node.re[k] = v.a.node.im[k] = 0;
    if (v.first == 0)
      starting_points(shape, v.logarithm, [&](int k, const complex<double>& w) { store(v.a.node, k, w); });
  }
  is_real = all_of(v.group, is_real);
  __syncwarp();
  return is_real;
}

__device__ inline void iterate(const thread_view& v, int degree) {
  bool active[2] = {v.first < degree, v.first + v.step < degree};
  const int filled = places(degree);
  const complex<double> others = {filled - degree + 1.0, 0.0};
  VT_UNROLL_NOT
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    complex<double> w[2];
    const bool moving = active[0] || active[1];
    if (moving) {
      complex<double> value[2], slope[2];
      double sum[2];
      for (int r = 0; r < 2; ++r) {
        const int i = v.first + r * v.step;
        w[r] = load<double>(v.a.node, i < degree ? i : v.first);
      }
      evaluate(v.a.b, degree, w, value, slope, sum);
      VT_UNROLL
      for (int r = 0; r < 2; ++r) {
        if (!active[r]) continue;
        const int i = v.first + r * v.step;
        const complex<double> poles = sum_over_poles(w[r], filled, [&](int j) {
          const complex<double> z = load<double>(v.a.node, j);
          return select(j == i, complex<double>{0.0, 0.0}, z);
        });
        const auto next = step(w[r], value[r], slope[r], sum[r], complex<double>(poles - others), settled_step(degree));
        w[r] = next.place;
        active[r] = !next.settled;
      }
    }
    __syncwarp();
    if (moving) {
      for (int r = 0; r < 2; ++r) {
        const int i = v.first + r * v.step;
        if (i < degree) store(v.a.node, i, w[r]);
      }
    }
    __syncwarp();
    if (!__any_sync(full_warp, active[0] || active[1])) break;
  }
}

__device__ inline proven_root<double> prove_at(const thread_view& v, int degree, int i) {
  const complex<double> z = load<double>(v.a.node, i);
  return prove(v.a.b, degree, z, [&](int j) {
    const complex<double> d = z - load<double>(v.a.node, j);
    return select(j == i, complex<double>{no_difference, 0.0}, d);
  });
}

struct group_claims {
  bool proven, apart;
  double gap[2];
};

__device__ inline group_claims prove_and_correct(const thread_view& v, int degree, double relative_radius) {
  group_claims known = {degree == 0, degree == 0, {0, 0}};
  VT_UNROLL_NOT
  for (int round = 0; round < most_proofs; ++round) {
    bool alone = true, small = true, nearly = true;
    VT_UNROLL_NOT
    for (int r = 0; r < 2; ++r) {
      const int i = v.first + r * v.step;
      if (known.proven || i >= degree) continue;
      const proven_root<double> root = prove_at(v, degree, i);
      alone = alone && root.alone;
      small = small && root.radius * up <= relative_radius * sqrt(norm(root.centre));
      nearly = nearly && root.nearly;
      store(v.a.disc.centre, i, root.centre);
      store(v.a.disc.radius, i, root.radius);
      known.gap[r] = root.gap;
    }
    alone = all_of(v.group, alone);
    small = all_of(v.group, small);
    nearly = all_of(v.group, nearly);
    known.apart = known.proven || alone;
    known.proven = known.proven || (alone && small);
    const bool go_on = !known.proven && nearly && round + 1 < most_proofs;
    __syncwarp();
    if (!__any_sync(full_warp, go_on)) break;
    if (go_on)
      for (int i = v.first; i < degree; i += v.step) store(v.a.node, i, load<double>(v.a.disc.centre, i));
    __syncwarp();
  }
  return known;
}

__device__ inline void use_symmetry(const thread_view& v, int degree, bool is_real, const double (&gap)[2]) {
  for (int r = 0; r < 2 && is_real; ++r) {
    const int i = v.first + r * v.step;
    if (i < degree && is_on_real_axis(load<double>(v.a.disc.centre, i), v.a.disc.radius[i], gap[r]))
      v.a.disc.centre.im[i] = 0;
  }
  __syncwarp();
  disc<double> own[2] = {};
  for (int r = 0; r < 2 && is_real; ++r) {
    const int i = v.first + r * v.step;
    if (i < degree) own[r] = mirrored(v.a.disc, degree, i, gap[r], true);
  }
  __syncwarp();
  for (int r = 0; r < 2 && is_real; ++r) {
    const int i = v.first + r * v.step;
    if (i >= degree) continue;
    store(v.a.disc.centre, i, own[r].centre);
    store(v.a.disc.radius, i, own[r].radius);
  }
  __syncwarp();
}

template <class C>
__device__ void write(const thread_view& v, const device_problem<C>& given, std::size_t i, const group_claims& known) {
  constexpr double nan = __builtin_nan(""), infinity = __builtin_inf();
  const row_shape shape = *v.shape;
  const bool difficult = shape.kind == row_kind::difficult;
  const bool zero = shape.kind == row_kind::zero || shape.kind == row_kind::bad;
  const int zeros = zero ? 0 : shape.lowest, count = zero ? 0 : shape.highest;
  for (int k = v.first; k < given.degree; k += v.step) {
    if (k < zeros)
      given.set(i, k, {0.0, 0.0}, 0.0, zeros == 1 ? batch_root_status::isolated : batch_root_status::cluster);
    else if (k >= count)
      given.set(i, k, {nan, nan}, nan, batch_root_status::none);
    else if (difficult)
      given.set(i, k, {nan, nan}, infinity, batch_root_status::unproven);
  }
  if (shape.kind == row_kind::solvable) {
    const double scale = power_of_two<double>(shape.scale);
    const int degree = shape.degree();
    for (int k = v.first; k < degree; k += v.step) {
      const complex<double> c = load<double>(known.apart ? v.a.disc.centre : v.a.node, k);
      const double radius = v.a.disc.radius[k];
      const bool small = known.proven || radius * up <= given.relative_radius * sqrt(norm(c));
      const int place = shape.lowest + (known.apart ? static_cast<int>(rank<double>(v.a.disc.centre, degree, k)) : k);
      given.set(i, place, c * scale, known.apart ? radius * scale : infinity,
                !known.apart ? batch_root_status::unproven
                : small      ? batch_root_status::isolated
                             : batch_root_status::wide);
    }
  }
  if (v.first != 0) return;
  given.counts[i] = static_cast<std::uint8_t>(count);
  given.statuses[i] = shape.kind == row_kind::bad    ? root_batch_status::bad_input
                      : shape.kind == row_kind::zero ? root_batch_status::zero_polynomial
                      : difficult || !known.proven   ? root_batch_status::partial
                                                     : root_batch_status::complete;
}

template <class C>
__global__ void __launch_bounds__(warp_size* warps_in_block)
    solve_batch(const __grid_constant__ device_problem<C> given) {
  extern __shared__ double memory[];
  const int threads = (given.degree + 1) / 2 > 0 ? (given.degree + 1) / 2 : 1;  // for each polynomial
  const int together = static_cast<int>(warp_size) / threads;                   // polynomials of a warp
  const int lane = static_cast<int>(threadIdx.x % warp_size), slot = lane / threads, first = lane % threads;
  const bool works = slot < together;
  const unsigned group = (threads == 32 ? full_warp : (1u << threads) - 1) << (works ? slot * threads : 0);
  const shared_layout layout{given.degree};
  const int own = (static_cast<int>(threadIdx.x / warp_size) * together + (works ? slot : 0)) * layout.numbers();
  const thread_view v = view_of(memory + own, given.degree, works ? group : 0, works ? first : 1 << 20, threads);
  const std::size_t warps = static_cast<std::size_t>(gridDim.x) * warps_in_block;
  const std::size_t warp = static_cast<std::size_t>(blockIdx.x) * warps_in_block + threadIdx.x / warp_size;
  for (std::size_t next = warp * together; next < given.count; next += warps * together) {
    const std::size_t i = next + static_cast<std::size_t>(slot);
    const bool present = works && i < given.count;
    const bool is_real = prepare(v, given, i, present);
    const bool solvable = v.shape->kind == row_kind::solvable;
    const int degree = solvable ? v.shape->degree() : 0;
    iterate(v, degree);
    const group_claims known = prove_and_correct(v, degree, given.relative_radius);
    use_symmetry(v, degree, is_real, known.gap);
    if (present) write(v, given, i, known);
    __syncwarp();
  }
}

}  // namespace vieta::root_batches
