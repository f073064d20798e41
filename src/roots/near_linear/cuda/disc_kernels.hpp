#pragma once

#include "cuda/block.hpp"
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

/// sum = sum x + c. Relative to |sum| |x| + |c| the error is below 2^-98: eight numbers of at most that times 2^-53 are
/// added in double, and what is less than 2^-106 is left out.
VT_HD void long_step(complex<dd>& sum, const complex<dd>& x, const complex<dd>& c) {
  const auto part = [](const dd& a, const dd& b, const dd& d, const dd& e, const dd& f) {  // a b + d e + f
    const auto p = two_prod(a.hi, b.hi), q = two_prod(d.hi, e.hi);
    const auto s = two_sum(p.value, q.value), t = two_sum(s.value, f.hi);
    const double cross = multiply_add(a.hi, b.lo, a.lo * b.hi) + multiply_add(d.hi, e.lo, d.lo * e.hi);
    const auto v = fast_two_sum(t.value, ((p.error + q.error) + (s.error + t.error)) + (cross + f.lo));
    return dd(v.value, v.error);
  };
  const dd re = part(sum.re, x.re, -sum.im, x.im, c.re);
  sum = {re, part(sum.re, x.im, sum.im, x.re, c.im)};
}

/// Long sums at some roots (docs/method/roots_near_linear.md, section 3): the polynomial at a double point near the
/// root in double-double arithmetic. Every `stride`-th term is one thread's; roots of one ring that follow each other
/// share its weights. Grid: (segments, roots / together); stride: 128 segments.
struct add_long_sums {
  static constexpr int threads = 128;
  static constexpr int parts = 128, log2_parts = 7;
  static constexpr int together = 4;

  /// Powers of the place of a sum.
  struct powers_of_place {
    complex<dd> doubled[log2_parts];  ///< w^(2^i)
    complex<dd> step, shift;          ///< w^stride, w^(parts segment)
  };
  static constexpr std::size_t shared = together * (parts * sizeof(complex<dd>) + sizeof(powers_of_place)) + 64;
  const ring_root* roots;
  const device_ring* rings;
  const unsigned* large;  ///< by ring
  int count;
  direction_tables directions;
  term_view a;
  const radius_power* powers;
  int segments;
  complex<dd>* sums;  ///< [root][segment]

  VT_HD void operator()(const block& b) const {
    const int end = (b.y + 1) * together < count ? (b.y + 1) * together : count;
    for (int first = b.y * together, last = first; first < end; first = last) {
      const int ring = roots[large[first]].ring;
      while (last < end && roots[large[last]].ring == ring) ++last;
      add(b, rings[ring], first, last);
    }
  }
  /// Where the sum is taken: the centre of the root's disc, rounded.
  VT_HD static moving_root first_place(const cell_root& root, const device_ring& r,
                                       const direction_tables& directions) {
    const position start = position_of(root, r.plan, directions.at(r.log2_all, root.cell));
    return {{start.value.re.hi, start.value.im.hi}, (start.error + 0x1p-52) * 1.01 * r.plan.unit};
  }

 private:
  // Roots [first, last) of one ring.
  VT_HD void add(const block& b, const device_ring& r, int first, int last) const {
    shared_arena arena{b.shared};
    complex<dd>* const sum = arena.array<complex<dd>>(together * parts);
    powers_of_place* const place = arena.array<powers_of_place>(together);
    const bool dense = a.power == nullptr;
    b.for_each(together, [&](int j) {
      const cell_root& root = roots[large[first + j < last ? first + j : last - 1]].root;
      const complex<double> w = first_place(root, r, directions).w;
      complex<dd> power = {dd(w.re), dd(w.im)};
      for (int i = 0; i < log2_parts; ++i, power = power * power) place[j].doubled[i] = power;
      place[j].step = raised(power, segments);
      const bool shifted = dense && b.x * parts < r.window.width;
      place[j].shift = shifted ? raised(power, b.x) : complex<dd>{dd(1.0), dd(0.0)};
    });
    b.for_each(parts, [&](int i) {
      complex<dd> own[together];
      for (complex<dd>& x : own) x = {dd(0.0), dd(0.0)};
      if (dense)
        add_dense(r, place, b.x * parts + i, own);
      else
        add_sparse(r, place, b.x * parts + i, own);
      for (int j = 0; j < together; ++j) sum[j * parts + i] = own[j];
    });
    for (int log2_half = log2_parts - 1; log2_half >= 0; --log2_half) {
      const int half = 1 << log2_half;
      b.for_each(half * together, [&](int item) {
        const int j = item >> log2_half, i = j * parts + (item & (half - 1));
        if (dense) {
          complex<dd> upper = sum[i + half];
          long_step(upper, place[j].doubled[log2_half], sum[i]);
          sum[i] = upper;
        } else {
          sum[i] = sum[i] + sum[i + half];
        }
      });
    }
    b.for_each(last - first, [&](int j) {
      sums[static_cast<std::int64_t>(first + j) * segments + b.x] = sum[j * parts] * place[j].shift;
    });
  }
  // sum b_k w^(k - lowest - part) over every stride-th term, by Horner's rule in w^stride. A product of powers of w
  // costs 2^-101, a step 2^-98, of which there is one for 128 powers: with the sums over parts and segments less than
  // 2^-99 for every power that w is raised to, and for 500 more.
  VT_HD void add_dense(const device_ring& r, const powers_of_place* place, int part, complex<dd>* sum) const {
    const int stride = parts * segments;
    if (part >= r.window.width) return;
    complex<dd> step[together];
    for (int j = 0; j < together; ++j) step[j] = place[j].step;
    // The first term needs no power: w^stride may be beyond the range of double where there is no other.
    std::int64_t offset = (r.window.width - 1 - part) / stride * stride + part;
    const complex<dd> highest = long_term(a, r, powers, r.plan.lowest + offset);
    for (int j = 0; j < together; ++j) sum[j] = highest;
    for (offset -= stride; offset >= part; offset -= stride) {
      const complex<dd> c = long_term(a, r, powers, r.plan.lowest + offset);
      VT_UNROLL
      for (int j = 0; j < together; ++j) long_step(sum[j], step[j], c);
    }
  }
  // The same without a common factor, each power by itself.
  VT_HD void add_sparse(const device_ring& r, const powers_of_place* place, int part, complex<dd>* sum) const {
    const int stride = parts * segments;
    for (std::int64_t t = a.first_from(r.plan.lowest) + part; t < a.terms && a.power[t] <= r.plan.highest;
         t += stride) {
      const complex<dd> c = long_term(a, r, powers, t);
      for (int j = 0; j < together; ++j) sum[j] = sum[j] + c * raised(place[j].doubled[0], a.power[t] - r.plan.lowest);
    }
  }
  VT_HD static complex<dd> raised(complex<dd> base, std::int64_t exponent) {
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
    for (int segment = 1; segment < segments; ++segment) sum = sum + sums[std::int64_t{i} * segments + segment];
    // 2^-98 for each power on the way: see add_dense. 2^-75: the weights r^k.
    const double relative = static_cast<double>(r.window.width + 1000) * 0x1p-98 + 0x1p-74;
    const moving_root first = add_long_sums::first_place(root, r, directions);
    // The sum of moduli there, as a bound of errors knows it: that is 2^-48 of it or more.
    const double t = std::hypot(root.x, root.y) * (1 + 0x1p-40) + r.reach / 64;
    if (!(t < r.reach)) return;
    long_value c = value_of(first.w, {sum.re.hi, sum.im.hi}, 0, 0, r.plan);
    c.error += relative * r.bounds.value_error(t) * (0x1p48 * 1.001);
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
