#pragma once

#include "roots/near_linear/cuda/block.hpp"
#include "roots/near_linear/cuda/device_ring.hpp"
#include "roots/near_linear/root_discs.hpp"

// Discs of the plane from roots in cells; long sums for those that are too large.

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

/// Discs |x - (re + i im) 2^exponent| <= radius |re + i im| 2^exponent, the exponent being that of the ring; negative
/// radius: no root, or one that is told of elsewhere.
struct disc_columns {
  double *re, *im, *radius, *alone;
};

/// The disc of a root, rounded to double. Of a real polynomial only the upper half plane is kept, and real roots are
/// made real: the mirror image of a disc is within `alone`, so the conjugate of its root is the root itself.
VT_HD void put_disc(const located_root& root, bool upper_half, disc_columns out, std::size_t at) {
  double re = root.centre.re.hi, im = root.centre.im.hi;
  const double size = std::hypot(re, im);
  double radius = (root.radius + 0x1.01p-53) * (1 + 0x1p-40);
  const double alone = (root.alone - 0x1.01p-53) * (1 - 0x1p-40);
  if (upper_half && !(im > radius * size * (1 + 0x1p-40))) {
    const bool below = im < -radius * size * (1 + 0x1p-40);
    const bool real = !below && (2 * abs(im) / size + radius) * (1 + 0x1p-40) <= alone;
    radius = real ? radius * size / abs(re) * (1 + 0x1p-40) : -1;  // relative to the new centre
    if (real) im = 0;
  }
  out.re[at] = re;
  out.im[at] = im;
  out.radius[at] = radius;
  out.alone[at] = im == 0 ? alone * (1 - 0x1p-20) - radius : alone;
}

/// All roots. Grid: (roots / 256, 1).
struct locate_roots {
  static constexpr int threads = 256;
  const ring_root* roots;
  const device_ring* rings;
  direction_tables directions;
  double tolerance;
  bool upper_half;
  int count;
  disc_columns discs;
  unsigned* large;  ///< roots whose discs are larger than the tolerance
  unsigned* larges;

  VT_HD void operator()(const block& b) const {
    b.for_each(threads, [&](int thread) {
      const std::size_t i = static_cast<std::size_t>(b.x) * threads + static_cast<std::size_t>(thread);
      if (i >= static_cast<std::size_t>(count)) return;
      const cell_root& root = roots[i].root;
      const device_ring& r = rings[roots[i].ring];
      const located_root disc =
          to_located(root, position_of(root, r.plan, directions.at(r.log2_all, root.cell)), r.plan);
      put_disc(disc, upper_half, discs, i);
      // |w|^k must stay within the range of double.
      const bool in_range = static_cast<double>(r.window.width) * r.plan.half_height <= 300;
      if (!(disc.radius <= tolerance) && in_range) large[take(larges)] = static_cast<unsigned>(i);
    });
  }
};

/// Long sums at some roots (docs/method/roots_near_linear.md, section 3): the polynomial at a double point near the
/// root in double-double arithmetic. Every `stride`-th term is one thread's. Grid: (segments, roots); stride: 128
/// segments.
struct add_long_sums {
  static constexpr int threads = 128;
  static constexpr int parts = 128;
  static constexpr std::size_t shared = parts * (sizeof(complex<dd>) + sizeof(double)) + 64;
  const ring_root* roots;
  const device_ring* rings;
  const unsigned* large;
  direction_tables directions;
  term_view a;
  const radius_power* powers;
  int segments;
  complex<dd>* sums;  ///< [root][segment]
  double* moduli;

  VT_HD void operator()(const block& b) const {
    shared_arena arena{b.shared};
    complex<dd>* const sum = arena.array<complex<dd>>(parts);
    double* const modulus = arena.array<double>(parts);
    const cell_root& root = roots[large[b.y]].root;
    const device_ring& r = rings[roots[large[b.y]].ring];
    const complex<double> w = first_place(root, r, directions).w;
    b.for_each(parts, [&](int i) { add_terms(r, w, b.x * parts + i, parts * segments, sum[i], modulus[i]); });
    for (int half = parts / 2; half > 0; half /= 2) {
      b.for_each(half, [&](int i) {
        sum[i] = sum[i] + sum[i + half];
        modulus[i] += modulus[i + half];
      });
    }
    b.for_each(1, [&](int) {
      sums[std::int64_t{b.y} * segments + b.x] = sum[0];
      moduli[std::int64_t{b.y} * segments + b.x] = modulus[0];
    });
  }
  /// Where the sum is taken: the centre of the root's disc, rounded.
  VT_HD static moving_root first_place(const cell_root& root, const device_ring& r,
                                       const direction_tables& directions) {
    const position start = position_of(root, r.plan, directions.at(r.log2_all, root.cell));
    return {{start.value.re.hi, start.value.im.hi}, (start.error + 0x1p-52) * 1.01 * r.plan.unit};
  }

 private:
  // sum b_k w^(k - lowest) over every stride-th term. A step of Horner's rule in double-double arithmetic costs 2^-100,
  // a product of powers of w 2^-101: less than 2^-99 for every power that w is raised to, and 128 sums more. Dense:
  // Horner's rule in w^128; sparse: each power by itself.
  VT_HD void add_terms(const device_ring& r, const complex<double>& w, int part, int stride, complex<dd>& sum,
                       double& modulus) const {
    const complex<dd> base = {dd(w.re), dd(w.im)};
    const double size = std::hypot(w.re, w.im);
    sum = {dd(0.0), dd(0.0)};
    modulus = 0;
    if (part >= r.window.width) return;
    if (a.power == nullptr) {
      const complex<dd> step = power(base, stride);
      const double long_stride = std::pow(size, stride);
      for (std::int64_t offset = (r.window.width - 1 - part) / stride * stride + part; offset >= part;
           offset -= stride) {
        const complex<dd> c = long_term(a, r, powers, r.plan.lowest + offset);
        sum = sum * step + c;
        modulus = modulus * long_stride + std::hypot(c.re.hi, c.im.hi);
      }
      sum = sum * power(base, part);
      modulus *= std::pow(size, part);
      return;
    }
    for (std::int64_t t = a.first_from(r.plan.lowest) + part; t < a.terms && a.power[t] <= r.plan.highest;
         t += stride) {
      const complex<dd> c = long_term(a, r, powers, t);
      const std::int64_t offset = a.power[t] - r.plan.lowest;
      sum = sum + c * power(base, offset);
      modulus += std::hypot(c.re.hi, c.im.hi) * std::pow(size, static_cast<double>(offset));
    }
  }
  VT_HD static complex<dd> power(complex<dd> base, std::int64_t exponent) {
    complex<dd> result = {dd(1.0), dd(0.0)};
    for (; exponent > 0; exponent >>= 1) {
      if ((exponent & 1) != 0) result = result * base;
      base = base * base;
    }
    return result;
  }
};

/// Smaller discs for some roots, from their long sums: about the place of the sum, and about that where a step of
/// Newton's iteration leads from there. Grid: (roots / 128, 1).
struct shrink_roots {
  static constexpr int threads = 128;
  const ring_root* roots;
  const device_ring* rings;
  const unsigned* large;
  int count;
  direction_tables directions;
  int segments;
  const complex<dd>* sums;
  const double* moduli;
  bool upper_half;
  disc_columns discs;

  VT_HD void operator()(const block& b) const {
    b.for_each(threads, [&](int thread) {
      const int i = b.x * threads + thread;
      if (i < count) shrink(i);
    });
  }

 private:
  VT_HD void shrink(int i) const {
    const std::size_t index = large[i];
    const cell_root& root = roots[index].root;
    const device_ring& r = rings[roots[index].ring];
    complex<dd> sum = sums[std::int64_t{i} * segments];
    double modulus = moduli[std::int64_t{i} * segments];
    for (int segment = 1; segment < segments; ++segment) {
      sum = sum + sums[std::int64_t{i} * segments + segment];
      modulus += moduli[std::int64_t{i} * segments + segment];
    }
    modulus *= 1 + static_cast<double>(r.window.width) * 0x1p-48;
    // 2^-98 for each power on the way: see add_terms. 2^-75: the weights r^k.
    const double relative = static_cast<double>(r.window.width + 1000) * 0x1p-98 + 0x1p-74;
    const moving_root first = add_long_sums::first_place(root, r, directions);
    const long_value c = value_of(first.w, {sum.re.hi, sum.im.hi}, modulus, relative, r.plan);
    located_root best = to_located(root, position_of(root, r.plan, directions.at(r.log2_all, root.cell)), r.plan);
    const auto look = [&](const moving_root& at, double residual) {
      // What lies outside of its cell would not be looked for there.
      if (!(at.moved <= 1e-6 * min(r.half_width, r.half_length))) return;
      located_root again = best;
      if (prove_again(root, at, residual, r.plan, r.bounds, again) && again.radius < best.radius) best = again;
    };
    look(first, residual_of(c, r.bounds));
    moving_root second = first;
    if (move(root, c.value, r.plan, r.reach, second))
      look(second, residual_after(root, first, second, c, r.plan, r.bounds));
    put_disc(best, upper_half, discs, index);
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
