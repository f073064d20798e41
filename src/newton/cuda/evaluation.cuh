#pragma once

#include "newton/cuda/number.cuh"

// Products, values and derivatives of a system on a device. One block works on one equation, or one warp on one path of
// products; every sum has a fixed order, so results are the same in each run.

namespace vieta::systems::device {

inline constexpr int block_size = 128;

/// Products begin .. end - 1 of one level.
template <int N, bool Complex>
__global__ void products(system_view s, std::size_t begin, std::size_t end, planes values) {
  using X = number<N, Complex>;
  const std::size_t k = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (k < end) (X::load(values, s.left[k]) * X::load(values, s.right[k])).store(values, 1 + s.variables + k);
}

template <int N, bool Complex>
__device__ number<N, Complex> shuffled_up(const number<N, Complex>& x, unsigned distance) {
  const auto up = [distance](double y) { return __shfl_up_sync(0xffffffffu, y, distance); };
  const auto real = [&](const mf<double, N>& y) {
    return from_limbs<double, N>(up(limb<0>(y)), N > 1 ? up(limb<1>(y)) : 0.0, N > 2 ? up(limb<2>(y)) : 0.0,
                                 N > 3 ? up(limb<3>(y)) : 0.0);
  };
  number<N, Complex> r;
  r.re = real(x.re);
  if constexpr (Complex) r.im = real(x.im);
  return r;
}
template <int N, bool Complex>
__device__ number<N, Complex> from_last_lane(const number<N, Complex>& x) {
  const auto last = [](double y) { return __shfl_sync(0xffffffffu, y, 31); };
  const auto real = [&](const mf<double, N>& y) {
    return from_limbs<double, N>(last(limb<0>(y)), N > 1 ? last(limb<1>(y)) : 0.0, N > 2 ? last(limb<2>(y)) : 0.0,
                                 N > 3 ? last(limb<3>(y)) : 0.0);
  };
  number<N, Complex> r;
  r.re = real(x.re);
  if constexpr (Complex) r.im = real(x.im);
  return r;
}

/// Paths of prefixes, or of suffixes. `skip` marks nodes that other paths make. `along`, if there is one, gets the
/// products in the order of the paths, each path headed by 1.
struct path_set {
  const std::size_t* begin = nullptr;
  std::size_t count = 0;
  const std::uint32_t *path = nullptr, *atom = nullptr;
  const unsigned char* skip = nullptr;
  planes along;
};

/// All nodes of one path from its atoms, a warp for each path, of the first set for blocks in row 0 of the grid:
/// products of 32 at a time by a scan (Hillis, Steele 1986), then times the product of all before. What a place of a
/// path holds depends on the atoms up to it alone, so paths that share a beginning write the same numbers.
template <int N, bool Complex>
__global__ void path_products(path_set first, path_set second, planes values) {
  using X = number<N, Complex>;
  // Part by part: a reference to one of both would put copies into memory.
  const auto of_set = [](const auto& a, const auto& b) { return blockIdx.y == 0 ? a : b; };
  const std::uint32_t *const path = of_set(first.path, second.path), *const atom = of_set(first.atom, second.atom);
  const unsigned char* const skip = of_set(first.skip, second.skip);
  const std::size_t* const ends = of_set(first.begin, second.begin);
  planes along;
  for (int p = 0; p < N; ++p) {
    along.re[p] = of_set(first.along.re[p], second.along.re[p]);
    along.im[p] = of_set(first.along.im[p], second.along.im[p]);
  }
  const std::size_t p = (blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (p >= of_set(first.count, second.count)) return;
  const std::size_t begin = ends[p], end = ends[p + 1];
  const auto factor = [&](std::size_t at) { return at < end ? X::load(values, atom[at]) : X::one(); };
  X before = X::one();
  if (lane == 0 && along.re[0] != nullptr) before.store(along, begin + p);
  X next = factor(begin + lane);
  for (std::size_t base = begin; base < end; base += 32) {
    const std::size_t at = base + lane;
    const bool inside = at < end;
    X x = next;
    next = factor(at + 32);  // on its way during the scan
    for (unsigned distance = 1; distance < 32; distance *= 2) {
      const X left = shuffled_up(x, distance);
      if (lane >= distance) x = left * x;
    }
    if (base != begin) x = before * x;
    // The first place is the atom itself, which is there already.
    if (inside && at != begin && !skip[path[at]]) x.store(values, path[at]);
    if (inside && along.re[0] != nullptr) x.store(along, at + p + 1);
    before = from_last_lane(x);
  }
}

/// The sum over all threads of a block, in a fixed order, for thread 0. `room` holds one number for each thread.
template <int N, bool Complex>
__device__ number<N, Complex> block_sum(number<N, Complex> x, number<N, Complex>* room) {
  room[threadIdx.x] = x;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) room[threadIdx.x] = room[threadIdx.x] + room[threadIdx.x + half];
    __syncthreads();
  }
  x = room[0];
  __syncthreads();
  return x;
}

/// sum c_t inner_t over a group, for all threads of the block.
template <int N, bool Complex>
__device__ number<N, Complex> sum_of_group(const system_view& s, std::size_t g, const const_planes& values,
                                           number<N, Complex>* room) {
  using X = number<N, Complex>;
  dot_sum<double, N> re, im;
  for (std::size_t t = s.term_begin[g] + threadIdx.x; t < s.term_begin[g + 1]; t += blockDim.x) {
    const auto c = X::part(s.coefficients.re, t);
    const X v = X::load(values, s.inner[t]);
    re.add_product(v.re, c);
    if constexpr (Complex) {
      im.add_product(v.im, c);
      if (s.coefficients.im[0] != nullptr) {
        const auto d = X::part(s.coefficients.im, t);
        re.add_product(-v.im, d);
        im.add_product(v.re, d);
      }
    }
  }
  X sum = X::zero();
  sum.re = re.value();
  if constexpr (Complex) sum.im = im.value();
  return block_sum(sum, room);
}

/// A block for each equation.
template <int N, bool Complex>
__global__ void __launch_bounds__(block_size) equations(system_view s, const_planes values, planes out) {
  using X = number<N, Complex>;
  __shared__ __align__(16) unsigned char memory[block_size * sizeof(X)];
  X* const room = reinterpret_cast<X*>(memory);
  const std::size_t e = blockIdx.x;
  X total = X::zero();
  for (std::size_t g = s.group_begin[e]; g < s.group_begin[e + 1]; ++g) {
    X sum = sum_of_group<N, Complex>(s, g, values, room);
    if (s.outer[g] != 0) sum = sum * X::load(values, s.outer[g]);
    total = total + sum;
  }
  if (threadIdx.x == 0) total.store(out, e);
}

/// row += weight * (derivatives of node m); atoms are dealt to threads, and belong to distinct columns.
template <int N, bool Complex>
__device__ void add_derivatives(const system_view& s, std::uint32_t m, const number<N, Complex>& weight, bool unit,
                                const const_planes& values, const planes& row) {
  using X = number<N, Complex>;
  const std::size_t k = s.length[m];
  for (std::size_t i = threadIdx.x; i < k; i += blockDim.x) {
    const std::uint32_t atom = k == 1 ? m : s.path_atom[s.prefixes[m] + i];
    const bool before = i > 0, after = i + 1 < k;
    X d = before ? X::load(values, s.prefix_path[s.prefixes[m] + i - 1]) : X::one();
    if (after) {
      const X suffix = X::load(values, s.suffix_path[s.suffixes[m] + k - 2 - i]);
      d = before ? d * suffix : suffix;
    }
    const std::uint32_t exponent = s.exponent[atom];
    if (exponent > 1) d = d * X::load(values, s.lower[atom]).times(static_cast<double>(exponent));
    if (!unit) d = k == 1 && exponent == 1 ? weight : d * weight;
    const std::size_t column = s.base[atom] - 1;
    (X::load(row, column) + d).store(row, column);
  }
}

/// A block for each row. Terms that are variables are dealt to threads, each column once in a group; products of
/// variables go one after another, their atoms dealt to threads.
template <int N, bool Complex>
__global__ void __launch_bounds__(block_size) jacobian(system_view s, const_planes values, planes out) {
  using X = number<N, Complex>;
  __shared__ __align__(16) unsigned char memory[block_size * sizeof(X)];
  X* const room = reinterpret_cast<X*>(memory);
  const std::size_t e = blockIdx.x;
  planes row;
  for (int p = 0; p < N; ++p) {
    row.re[p] = out.re[p] + e * s.variables;
    if (Complex) row.im[p] = out.im[p] + e * s.variables;
  }
  for (std::size_t j = threadIdx.x; j < s.variables; j += blockDim.x) X::zero().store(row, j);
  __syncthreads();
  for (std::size_t g = s.group_begin[e]; g < s.group_begin[e + 1]; ++g) {
    const std::uint32_t outer = s.outer[g];
    const X factor = outer == 0 ? X::one() : X::load(values, outer);
    const auto weight = [&](std::size_t t) {
      X c = X::zero();
      c.re = X::part(s.coefficients.re, t);
      if constexpr (Complex) c.im = X::part(s.coefficients.im, t);
      return outer == 0 ? c : c * factor;
    };
    // The terms of a group are distinct and ascending: 1, the variables, then all other nodes.
    std::size_t products = s.term_begin[g + 1];
    for (std::size_t low = s.term_begin[g]; low < products;) {  // the first one beyond the variables
      const std::size_t middle = (low + products) / 2;
      if (s.inner[middle] <= s.variables)
        low = middle + 1;
      else
        products = middle;
    }
    for (std::size_t t = s.term_begin[g] + threadIdx.x; t < products; t += blockDim.x) {
      if (s.inner[t] == 0) continue;
      const std::size_t column = s.inner[t] - 1;
      (X::load(row, column) + weight(t)).store(row, column);
    }
    __syncthreads();
    for (std::size_t t = products; t < s.term_begin[g + 1]; ++t) {
      const X c = weight(t);
      bool unit = outer == 0 && limb<0>(c.re) == 1 && limb<1>(c.re) == 0 && limb<2>(c.re) == 0 && limb<3>(c.re) == 0;
      if constexpr (Complex) unit = unit && limb<0>(c.im) == 0;
      add_derivatives<N, Complex>(s, s.inner[t], c, unit, values, row);
      __syncthreads();
    }
    if (outer != 0) {
      const X sum = sum_of_group<N, Complex>(s, g, values, room);
      add_derivatives<N, Complex>(s, outer, sum, false, values, row);
      __syncthreads();
    }
  }
}

}  // namespace vieta::systems::device
