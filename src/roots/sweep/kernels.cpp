// The inner loops of `roots`, compiled once for each instruction set: see vieta_isa_sources in cmake/vieta_isa.cmake.
// Lanes are targets (points); every lane walks over all terms or all sources.
#include "roots/sweep/kernels.hpp"

#include "base/simd/isa.hpp"
#include "roots/sweep/compensated.hpp"
#include "roots/sweep/power.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/dd.hpp"
#include "vieta/core/eft.hpp"
#include "vieta/core/qd.hpp"

namespace vieta::VIETA_ISA {
namespace {

using real = double_lanes;
using cplx = complex<real>;
constexpr std::size_t lanes = real::size;

// a * b + c; fused where that is one instruction, for speed alone: nothing here relies on its single rounding.
VT_HD real multiply_add(const real& a, const real& b, const real& c) {
  if constexpr (has_fast_fma) return fma(a, b, c);
  return a * b + c;
}
VT_HD cplx multiply_add(const cplx& a, const cplx& b, const cplx& c) {
  return {multiply_add(a.re, b.re, multiply_add(-a.im, b.im, c.re)),
          multiply_add(a.re, b.im, multiply_add(a.im, b.re, c.im))};
}

// std::min would be an inline function shared between the instruction sets.
VT_HD std::size_t min_index(std::size_t a, std::size_t b) { return a < b ? a : b; }

// The lanes of targets first .. first + lanes - 1; behind the end the last target stands in.
VT_HD real load_lanes(const double* plane, std::size_t first, std::size_t count) {
  if (first + lanes <= count) return real::load(plane + first);
  real r(plane[count - 1]);
  for (std::size_t i = first; i < count; ++i) r.set(static_cast<int>(i - first), plane[i]);
  return r;
}
VT_HD void store_lanes(const real& values, double* plane, std::size_t first, std::size_t count) {
  if (first + lanes <= count) return values.store(plane + first);
  for (std::size_t i = first; i < count; ++i) plane[i] = values[static_cast<int>(i - first)];
}

VT_HD real modulus_of(const cplx& w) { return sqrt(multiply_add(w.re, w.re, w.im * w.im)); }

// Several packs side by side keep the pipelines of the processor busy: their operations do not wait for one another.
template <int Packs, class Body>
VT_HD void for_target_blocks(std::size_t count, const Body& body) {
  for (std::size_t first = 0; first < count; first += Packs * lanes) body(first);
}

constexpr int horner_packs = sizeof(real) == 64 ? 3 : 2;

void horner_with_derivative(const kernel_terms& terms, const kernel_points& points, const kernel_values& values) {
  constexpr int packs = horner_packs;
  for_target_blocks<packs>(points.count, [&](std::size_t first) {
    cplx w[packs], p[packs], d[packs];
    real modulus[packs], sum[packs];
    VT_UNROLL
    for (int q = 0; q < packs; ++q) {
      const std::size_t at = min_index(first + q * lanes, points.count - 1);
      w[q] = {load_lanes(points.re[0], at, points.count), load_lanes(points.im[0], at, points.count)};
      modulus[q] = modulus_of(w[q]);
      p[q] = {real(terms.re[0][0]), real(terms.im[0][0])};
      d[q] = {real(0.0), real(0.0)};
      sum[q] = real(terms.modulus[0]);
    }
    if (terms.gap == nullptr) {
      for (std::size_t t = 1; t < terms.count; ++t) {
        const cplx b = {real(terms.re[0][t]), real(terms.im[0][t])};
        const real m(terms.modulus[t]);
        VT_UNROLL
        for (int q = 0; q < packs; ++q) {
          d[q] = multiply_add(d[q], w[q], p[q]);
          p[q] = multiply_add(p[q], w[q], b);
          sum[q] = multiply_add(sum[q], modulus[q], m);
        }
      }
    } else {
      for (std::size_t t = 1; t < terms.count; ++t) {
        const std::int64_t gap = terms.gap[t];
        const cplx b = {real(terms.re[0][t]), real(terms.im[0][t])};
        VT_UNROLL
        for (int q = 0; q < packs; ++q) {
          // (p w^gap)' = p' w^gap + gap w^(gap-1) p
          const cplx before = gap == 1 ? cplx{real(1.0), real(0.0)} : power(w[q], gap - 1);
          const cplx across = before * w[q];
          d[q] = multiply_add(d[q], across, p[q] * before * static_cast<double>(gap));
          p[q] = multiply_add(p[q], across, b);
          sum[q] = multiply_add(sum[q], power(modulus[q], gap), real(terms.modulus[t]));
        }
      }
    }
    VT_UNROLL
    for (int q = 0; q < packs; ++q) {
      const std::size_t at = first + q * lanes;
      if (at >= points.count) break;
      store_lanes(p[q].re, values.re, at, points.count);
      store_lanes(p[q].im, values.im, at, points.count);
      store_lanes(d[q].re, values.derivative_re, at, points.count);
      store_lanes(d[q].im, values.derivative_im, at, points.count);
      store_lanes(sum[q], values.absolute_sum, at, points.count);
    }
  });
}

void horner_compensated(const kernel_terms& terms, const kernel_points& points, const kernel_values& values) {
  constexpr int packs = sizeof(real) == 64 ? 2 : 1;
  const bool has_low = terms.re[1] != nullptr;
  for_target_blocks<packs>(points.count, [&](std::size_t first) {
    cplx w[packs], p[packs], error[packs];
    real modulus[packs], sum[packs];
    VT_UNROLL
    for (int q = 0; q < packs; ++q) {
      const std::size_t at = min_index(first + q * lanes, points.count - 1);
      w[q] = {load_lanes(points.re[0], at, points.count), load_lanes(points.im[0], at, points.count)};
      modulus[q] = modulus_of(w[q]);
      p[q] = {real(terms.re[0][0]), real(terms.im[0][0])};
      error[q] = has_low ? cplx{real(terms.re[1][0]), real(terms.im[1][0])} : cplx{real(0.0), real(0.0)};
      sum[q] = real(terms.modulus[0]);
    }
    for (std::size_t t = 1; t < terms.count; ++t) {
      const cplx b = {real(terms.re[0][t]), real(terms.im[0][t])};
      const cplx low = has_low ? cplx{real(terms.re[1][t]), real(terms.im[1][t])} : cplx{real(0.0), real(0.0)};
      const real m(terms.modulus[t]);
      VT_UNROLL
      for (int q = 0; q < packs; ++q) {
        compensated_step(p[q], error[q], w[q], b, low);
        sum[q] = multiply_add(sum[q], modulus[q], m);
      }
    }
    VT_UNROLL
    for (int q = 0; q < packs; ++q) {
      const std::size_t at = first + q * lanes;
      if (at >= points.count) break;
      store_lanes(p[q].re + error[q].re, values.re, at, points.count);
      store_lanes(p[q].im + error[q].im, values.im, at, points.count);
      store_lanes(sum[q], values.absolute_sum, at, points.count);
    }
  });
}

// A multiple double of lanes from planes of limbs; absent planes are zero.
VT_HD double_double<real> from_limbs(const real (&x)[4], double_double<real>*) { return two_sum(x[0], x[1]); }
VT_HD quad_double<real> from_limbs(const real (&x)[4], quad_double<real>*) { return {x[0], x[1], x[2], x[3]}; }

template <class T>
VT_HD complex<T> load_point(const kernel_points& points, std::size_t first) {
  real re[4], im[4];
  VT_UNROLL
  for (int limb = 0; limb < 4; ++limb) {
    re[limb] = points.re[limb] == nullptr ? real(0.0) : load_lanes(points.re[limb], first, points.count);
    im[limb] = points.im[limb] == nullptr ? real(0.0) : load_lanes(points.im[limb], first, points.count);
  }
  T* tag = nullptr;
  return {from_limbs(re, tag), from_limbs(im, tag)};
}
template <class T>
VT_HD complex<T> load_coefficient(const kernel_terms& terms, std::size_t t) {
  real re[4], im[4];
  VT_UNROLL
  for (int limb = 0; limb < 4; ++limb) {
    re[limb] = real(terms.re[limb] == nullptr ? 0.0 : terms.re[limb][t]);
    im[limb] = real(terms.im[limb] == nullptr ? 0.0 : terms.im[limb][t]);
  }
  T* tag = nullptr;
  return {from_limbs(re, tag), from_limbs(im, tag)};
}

template <class T>
void horner_multiple(const kernel_terms& terms, const kernel_points& points, const kernel_values& values) {
  for_target_blocks<1>(points.count, [&](std::size_t first) {
    const complex<T> w = load_point<T>(points, first);
    const real modulus = modulus_of({static_cast<real>(w.re), static_cast<real>(w.im)});
    complex<T> p = load_coefficient<T>(terms, 0);
    real sum(terms.modulus[0]);
    for (std::size_t t = 1; t < terms.count; ++t) {
      const std::int64_t gap = terms.gap == nullptr ? 1 : terms.gap[t];
      p = p * (gap == 1 ? w : power(w, gap)) + load_coefficient<T>(terms, t);
      sum = multiply_add(sum, gap == 1 ? modulus : power(modulus, gap), real(terms.modulus[t]));
    }
    store_lanes(static_cast<real>(p.re), values.re, first, points.count);
    store_lanes(static_cast<real>(p.im), values.im, first, points.count);
    store_lanes(sum, values.absolute_sum, first, points.count);
  });
}

// 1 / x to at least 14 bits: enough for a correction that only steers an iteration.
VT_HD real inverse_estimate(const real& x) {
#if defined(__AVX512F__)
  return real(reinterpret_cast<real::vector>(_mm512_rcp14_pd(reinterpret_cast<__m512d>(x.v))));
#else
  return real(1.0) / x;
#endif
}

// 1 / sqrt(x) to at least 13 bits.
VT_HD real inverse_root_estimate(const real& x) {
#if defined(__AVX512F__)
  return real(reinterpret_cast<real::vector>(_mm512_rsqrt14_pd(reinterpret_cast<__m512d>(x.v))));
#else
  return real(1.0) / sqrt(x);
#endif
}

void reciprocal_sum(const kernel_nodes& sources, std::size_t targets, const double* re, const double* im,
                    double* sum_re, double* sum_im) {
  constexpr int packs = 2;
  for_target_blocks<packs>(targets, [&](std::size_t first) {
    cplx z[packs], sum[packs];
    VT_UNROLL
    for (int q = 0; q < packs; ++q) {
      const std::size_t at = min_index(first + q * lanes, targets - 1);
      z[q] = {load_lanes(re, at, targets), load_lanes(im, at, targets)};
      sum[q] = {real(0.0), real(0.0)};
    }
    for (std::size_t j = 0; j < sources.count; ++j) {
      const real x(sources.re_high[j]), y(sources.im_high[j]);
      VT_UNROLL
      for (int q = 0; q < packs; ++q) {
        const real dx = z[q].re - x, dy = z[q].im - y;
        const real squared = multiply_add(dx, dx, dy * dy);
        const real inverse = select(squared == real(0.0), real(0.0), inverse_estimate(squared));
        sum[q].re = multiply_add(dx, inverse, sum[q].re);
        sum[q].im = multiply_add(-dy, inverse, sum[q].im);
      }
    }
    VT_UNROLL
    for (int q = 0; q < packs; ++q) {
      const std::size_t at = first + q * lanes;
      if (at >= targets) break;
      store_lanes(sum[q].re, sum_re, at, targets);
      store_lanes(sum[q].im, sum_im, at, targets);
    }
  });
}

// z times the power of two that brings its larger part into [1, 2); adds that part's exponent to `exponent`.
VT_HD cplx normalised(const cplx& z, real& exponent) {
  using bits = mask<double, real::size>::vector;
  const bits biased = reinterpret_cast<bits>(max(abs(z.re), abs(z.im)).v) >> 52;
  const real factor(reinterpret_cast<real::vector>((2046 - biased) << 52));
  exponent += real(__builtin_convertvector(biased - 1023, real::vector));
  return {z.re * factor, z.im * factor};
}

std::size_t difference_product(const kernel_nodes& sources, const kernel_nodes& targets, const std::uint32_t* self,
                               const double* close_distance, double* re, double* im, std::int64_t* exponent,
                               close_pair* pairs, std::size_t capacity) {
  std::size_t found = 0;
  const real one(1.0), zero(0.0);
  for_target_blocks<1>(targets.count, [&](std::size_t first) {
    const std::size_t in_block = min_index(targets.count - first, lanes);
    const cplx high = {load_lanes(targets.re_high, first, targets.count),
                       load_lanes(targets.im_high, first, targets.count)};
    const cplx low = {load_lanes(targets.re_low, first, targets.count),
                      load_lanes(targets.im_low, first, targets.count)};
    const real close = load_lanes(close_distance, first, targets.count);
    cplx product = {one, zero};
    real exponents = zero;
    const auto factor = [&](std::size_t j) -> cplx {
      const real dx = (high.re - real(sources.re_high[j])) + (low.re - real(sources.re_low[j]));
      const real dy = (high.im - real(sources.im_high[j])) + (low.im - real(sources.im_low[j]));
      const auto too_close = max(abs(dx), abs(dy)) <= close;
      if (any(too_close)) [[unlikely]] {
        for (std::size_t lane = 0; lane < in_block; ++lane) {
          if (!too_close[static_cast<int>(lane)] || self[first + lane] == j) continue;
          if (found < capacity) {
            pairs[found] = {static_cast<std::uint32_t>(first + lane), static_cast<std::uint32_t>(j)};
          }
          ++found;
        }
        return {select(too_close, one, dx), select(too_close, zero, dy)};
      }
      return {dx, dy};
    };
    // Factors lie within 2^+-250, so that two of them and a normalised product cannot leave the range of double.
    std::size_t j = 0;
    for (; j + 1 < sources.count; j += 2) product = normalised(product * factor(j) * factor(j + 1), exponents);
    if (j < sources.count) product = normalised(product * factor(j), exponents);
    for (std::size_t lane = 0; lane < in_block; ++lane) {
      re[first + lane] = product.re[static_cast<int>(lane)];
      im[first + lane] = product.im[static_cast<int>(lane)];
      exponent[first + lane] = static_cast<std::int64_t>(exponents[static_cast<int>(lane)]);
    }
  });
  return found;
}

void secular_sums(const kernel_nodes& sources, const double* weight_re, const double* weight_im, const double* step_re,
                  const double* step_im, const kernel_nodes& targets, const std::uint32_t* self,
                  const double* target_step_re, const double* target_step_im, double* const out[6]) {
  for_target_blocks<1>(targets.count, [&](std::size_t first) {
    const std::size_t count = targets.count;
    const cplx high = {load_lanes(targets.re_high, first, count), load_lanes(targets.im_high, first, count)};
    const cplx low = {load_lanes(targets.re_low, first, count), load_lanes(targets.im_low, first, count)};
    const cplx step = {load_lanes(target_step_re, first, count), load_lanes(target_step_im, first, count)};
    real index(-1.0);
    for (std::size_t i = first; i < min_index(first + lanes, count); ++i) {
      index.set(static_cast<int>(i - first), static_cast<double>(self[i]));
    }
    cplx t = {real(0.0), real(0.0)}, derivative = t, b = t;
    for (std::size_t j = 0; j < sources.count; ++j) {
      const cplx from_node = {((high.re - real(sources.re_high[j])) + (low.re - real(sources.re_low[j]))) + step.re,
                              ((high.im - real(sources.im_high[j])) + (low.im - real(sources.im_low[j]))) + step.im};
      const real squared = norm(from_node);
      const auto skip = (index == real(static_cast<double>(j))) | (squared == real(0.0));
      const real scale = select(skip, real(0.0), real(1.0) / squared);
      const cplx inverse = {from_node.re * scale, -(from_node.im * scale)};
      const cplx weighted = inverse * cplx{real(weight_re[j]), real(weight_im[j])};
      t = t + weighted;
      derivative = derivative - weighted * inverse;
      if (step_re[j] != 0 || step_im[j] != 0) {
        const cplx other_step = {real(step_re[j]), real(step_im[j])};
        const cplx from_root = from_node - other_step;
        const real squared_root = norm(from_root);
        const real scale_root = select(squared_root == real(0.0), real(0.0), inverse_estimate(squared_root));
        const cplx inverse_root = {from_root.re * scale_root, -(from_root.im * scale_root)};
        b = b - other_step * inverse * inverse_root;
      }
    }
    const real* const sums[6] = {&t.re, &t.im, &derivative.re, &derivative.im, &b.re, &b.im};
    for (int s = 0; s < 6; ++s) store_lanes(*sums[s], out[s], first, count);
  });
}

void distance_sums(const kernel_nodes& sources, const double* weight, const kernel_nodes& targets,
                   const std::uint32_t* self, double* sum, double* least_squared) {
  for_target_blocks<1>(targets.count, [&](std::size_t first) {
    const std::size_t count = targets.count;
    const cplx high = {load_lanes(targets.re_high, first, count), load_lanes(targets.im_high, first, count)};
    const cplx low = {load_lanes(targets.re_low, first, count), load_lanes(targets.im_low, first, count)};
    real index(-1.0), total(0.0), least(0x1p1000);
    for (std::size_t i = first; i < min_index(first + lanes, count); ++i) {
      index.set(static_cast<int>(i - first), static_cast<double>(self[i]));
    }
    for (std::size_t j = 0; j < sources.count; ++j) {
      const cplx difference = {(high.re - real(sources.re_high[j])) + (low.re - real(sources.re_low[j])),
                               (high.im - real(sources.im_high[j])) + (low.im - real(sources.im_low[j]))};
      const real squared = select(index == real(static_cast<double>(j)), real(0x1p1000), norm(difference));
      least = min(squared, least);
      total = total + real(weight[j]) * inverse_root_estimate(squared);
    }
    store_lanes(total * real(1.001), sum, first, count);  // the estimates are good to 2^-13
    store_lanes(least, least_squared, first, count);
  });
}

}  // namespace

extern const kernel_table table;
const kernel_table table = {isa::VIETA_ISA,
                            horner_with_derivative,
                            horner_compensated,
                            horner_multiple<double_double<real>>,
                            horner_multiple<quad_double<real>>,
                            reciprocal_sum,
                            difference_product,
                            secular_sums,
                            distance_sums};

}  // namespace vieta::VIETA_ISA
