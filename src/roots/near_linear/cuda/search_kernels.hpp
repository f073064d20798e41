#pragma once

#include "cuda/block.hpp"
#include "roots/near_linear/cuda/device_ring.hpp"
#include "roots/near_linear/local_quadratic.hpp"

// Where roots are likely: values on a grid in each cell, local quadratic polynomials. Newton's iteration and the proof
// have a kernel of their own (prove_kernels.hpp): candidates are few and far between, and one thread is busy with one.

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

/// A place where a root is likely, in the coordinate of its cell.
struct alignas(16) cell_candidate {
  float x, y;
  std::uint32_t place;  ///< of the cell in its item's table
  std::uint32_t item;
};

/// Candidates of one launch. What finds no room is not written, but counted.
struct candidate_queue {
  cell_candidate* entries;
  unsigned capacity;
  unsigned* count;  ///< may exceed the capacity

  VT_HD void put(unsigned place, const cell_candidate& c) const {
    if (place < capacity) entries[place] = c;
  }
};

/// Likely roots of all cells, into a queue. Grid: (cells / 32, items).
struct sample_cells {
  static constexpr int threads = 256;
  static constexpr int lanes = 32;
  static constexpr unsigned most_candidates = 384;  // of a block that are looked at together; others are passed on
  static constexpr int sampled_terms = 24;          // good to 1e-3 wherever all of them are good to 1e-14
  const device_ring* rings;
  const device_item* items;
  const wide_complex* table;
  const complex<float>* samples;
  candidate_queue queue;
  int log2_cells;
  bool upper_half;  ///< only cells of directions 0 to pi: the polynomial is real

  static std::size_t shared(int points) {
    const std::size_t values = static_cast<std::size_t>(points) * lanes * sizeof(float_complex);
    return lanes * sampled_terms * sizeof(float_complex) + values + most_candidates * 12 +
           most_columns * sizeof(growth) + 128;
  }

  VT_HD void operator()(const block& b) const {
    const device_item& item = items[b.y];
    const device_ring& r = rings[item.ring];
    const sample_grid& g = r.grid;
    const std::int64_t cells = std::int64_t{1} << log2_cells, first = std::int64_t{b.x} * lanes;
    const int count = static_cast<int>(cells - first < lanes ? cells - first : lanes);
    const auto wanted = [&](int lane) {
      return lane < count && (!upper_half || is_in_upper_half(item, r.plan, log2_cells, first + lane));
    };
    if (!wanted(0)) return;  // cells of a block are from one row, and ascend

    shared_arena arena{b.shared};
    float_complex* const rounded = arena.array<float_complex>(lanes * sampled_terms);
    local_list found;
    found.x = arena.array<float>(most_candidates);
    found.y = arena.array<float>(most_candidates);
    found.lane = arena.array<unsigned>(most_candidates);
    found.count = arena.array<unsigned>(4);
    growth* const columns = arena.array<growth>(most_columns);
    float_complex* const values = reinterpret_cast<float_complex*>(arena.next);

    const wide_complex* const from = table + std::int64_t{b.y} * table_planes * cells + first;
    b.for_each(lanes * sampled_terms, [&](int i) {
      const int lane = i % lanes, m = i / lanes;
      const wide_complex c = from[m * cells + (lane < count ? lane : 0)];
      const double scale = scale_by(1.0, std::int64_t{g.log2_scale} * m);
      rounded[i] = {static_cast<float>(c.re * scale), static_cast<float>(c.im * scale)};
      if (i < 2) found.count[i] = 0;
    });
    b.for_each(2 * g.half_x, [&](int i) {
      const auto x = (i - g.half_x + 0.5) * g.step, rate = (r.drift * x - r.tilt) * g.step;
      columns[i] = {static_cast<float>(std::exp(-rate)), static_cast<float>(std::exp(rate)),
                    static_cast<float>(std::cos(rate)), static_cast<float>(-std::sin(rate))};
    });
    sample(b, r, rounded, values);
    const auto in_queue = [&](float x, float y, int lane) {
      queue.put(take(queue.count), {x, y, static_cast<std::uint32_t>(first + lane), static_cast<std::uint32_t>(b.y)});
    };
    b.for_each((2 * g.half_x - 2) * (2 * g.half_y - 2) * lanes, [&](int i) {
      const int lane = i % lanes, point = i / lanes;
      if (wanted(lane)) look(r, columns, values, lane, point, found, in_queue);
    });
    const int candidates = static_cast<int>(*found.count < most_candidates ? *found.count : most_candidates);
    b.for_each(candidates, [&](int i) { improve(r, rounded, found, i); });
    unsigned* const places = reinterpret_cast<unsigned*>(values);  // these are no longer needed
    const float distance = same_place * static_cast<float>(g.step);
    b.for_each(candidates, [&](int i) {
      const bool kept = found.lane[i] != nowhere && !found.has_before(i, candidates, distance);
      places[i] = kept ? take(found.count + 1) : nowhere;
    });
    // Those of a block come to lie together.
    b.for_each(1, [&](int) { found.count[2] = take(queue.count, found.count[1]); });
    b.for_each(candidates, [&](int i) {
      if (places[i] == nowhere) return;
      queue.put(found.count[2] + places[i], {found.x[i], found.y[i], static_cast<std::uint32_t>(first + found.lane[i]),
                                             static_cast<std::uint32_t>(b.y)});
    });
  }

 private:
  static constexpr unsigned nowhere = ~0U;
  // In steps of the grid: places that two points tell of agree that well, once they are improved, and roots are rarely
  // that close together; a finer search finds those.
  static constexpr float same_place = 0.02f;
  // How far outside of its cell a root may seem to be before that.
  static constexpr float outside = 0.3f;

  static constexpr int most_columns = 128;  // grids have at most 640 points, in six rows or more

  // C grows like e^(rate t) in the mean, t in steps of the grid: that is divided out before a quadratic polynomial is
  // taken. e^(-rate), e^rate, e^(-i rate).
  struct growth {
    float right, left, up_re, up_im;
  };

  // Candidates of a block, in its shared memory.
  struct local_list {
    float *x, *y;
    unsigned *lane, *count;  ///< counters: of all, of those that are kept; then the place of these in the queue

    // Whether another one at the same place comes before it; which one does not depend on their order here.
    VT_HD bool has_before(int i, int size, float distance) const {
      for (int k = 0; k < size; ++k) {
        if (k == i || lane[k] != lane[i] || abs(x[k] - x[i]) > distance || abs(y[k] - y[i]) > distance) continue;
        if (x[k] < x[i] || (x[k] == x[i] && (y[k] < y[i] || (y[k] == y[i] && k < i)))) return true;
      }
      return false;
    }
  };

  // Steps of Newton's iteration in float, which leave fewer places to look at in double.
  VT_HD static void improve(const device_ring& r, const float_complex* terms, const local_list& found, int i) {
    const sample_grid& g = r.grid;
    const auto scale = static_cast<float>(scale_by(1.0, g.log2_scale)), step = static_cast<float>(g.step);
    const float_complex* const own = terms + found.lane[i];
    const float tilt = static_cast<float>(r.tilt) * scale;
    float x = found.x[i] / scale, y = found.y[i] / scale, moved = 0.5f * step;
    VT_UNROLL_NOT
    for (int pass = 0; pass < 2; ++pass) {
      float_complex p = own[(sampled_terms - 1) * lanes], d = {0, 0};
      VT_UNROLL_NOT
      for (int m = sampled_terms - 2; m >= 0; --m) {
        const float_complex c = own[m * lanes];
        d = {multiply_add(d.re, x, multiply_add(-d.im, y, p.re)), multiply_add(d.re, y, multiply_add(d.im, x, p.im))};
        p = {multiply_add(p.re, x, multiply_add(-p.im, y, c.re)), multiply_add(p.re, y, multiply_add(p.im, x, c.im))};
      }
      const float_complex h = quotient(p, {multiply_add(tilt, p.re, d.re), multiply_add(tilt, p.im, d.im)});
      const float size = max(abs(h.re), abs(h.im)) * scale;
      if (!(size < 0.5f * step)) break;  // too far to be believed; in double that may be different
      x -= h.re, y -= h.im;
      moved = size;
    }
    found.x[i] = x *= scale;
    found.y[i] = y *= scale;
    const float margin = 0.05f * step + 2 * moved;
    if (abs(x) > static_cast<float>(r.half_length) + margin || abs(y) > static_cast<float>(r.half_width) + margin)
      found.lane[i] = nowhere;
  }

  // Four points at once, as on the CPU: u, its conjugate, and their negatives have the same even and odd sums of real
  // and imaginary parts of powers.
  VT_HD void sample(const block& b, const device_ring& r, const float_complex* terms, float_complex* values) const {
    const sample_grid& g = r.grid;
    const int height = 2 * g.half_y;
    b.for_each(g.half_x * g.half_y * lanes, [&](int item) {
      const int lane = item % lanes, at = item / lanes, i = at / g.half_y, j = at % g.half_y;
      const complex<float>* const power = samples + r.samples + std::int64_t{at} * taylor_terms;
      float x_re[2] = {}, x_im[2] = {}, y_re[2] = {}, y_im[2] = {};  // [even, odd]
      for (int m = 0; m < sampled_terms; m += 2) {
        VT_UNROLL
        for (int o = 0; o < 2; ++o) {
          const float_complex c = terms[(m + o) * lanes + lane];
          const complex<float> u = power[m + o];
          x_re[o] = multiply_add(c.re, u.re, x_re[o]);
          x_im[o] = multiply_add(c.im, u.re, x_im[o]);
          y_re[o] = multiply_add(c.re, u.im, y_re[o]);
          y_im[o] = multiply_add(c.im, u.im, y_im[o]);
        }
      }
      VT_UNROLL
      for (int quadrant = 0; quadrant < 4; ++quadrant) {
        const bool negative = quadrant >= 2, conjugate = (quadrant & 1) != 0;
        const float px_re = negative ? x_re[0] - x_re[1] : x_re[0] + x_re[1];
        const float px_im = negative ? x_im[0] - x_im[1] : x_im[0] + x_im[1];
        const float py_re = negative ? y_re[0] - y_re[1] : y_re[0] + y_re[1];
        const float py_im = negative ? y_im[0] - y_im[1] : y_im[0] + y_im[1];
        const int point =
            ((negative ? -1 - i : i) + g.half_x) * height + (negative != conjugate ? -1 - j : j) + g.half_y;
        const float_complex value = {conjugate ? px_re + py_im : px_re - py_im,
                                     conjugate ? px_im - py_re : px_im + py_re};
        values[point * lanes + lane] = value;
      }
    });
  }

  // At an inner point the quadratic polynomial through its four neighbours; h = 1 is one step of the grid.
  template <class Queue>
  VT_HD static void look(const device_ring& r, const growth* columns, const float_complex* values, int lane, int point,
                         const local_list& found, const Queue& in_queue) {
    const sample_grid& g = r.grid;
    const int height = 2 * g.half_y, i = point / (height - 2) + 1, j = point % (height - 2) + 1;
    const auto value = [&](int x, int y) { return values[(x * height + y) * lanes + lane]; };
    const growth rate = columns[i];
    const float_complex f = value(i, j), east = value(i + 1, j), west = value(i - 1, j),
                        e = {east.re * rate.right, east.im * rate.right},
                        w = {west.re * rate.left, west.im * rate.left},
                        n = product(value(i, j + 1), {rate.up_re, rate.up_im}),
                        s = product(value(i, j - 1), {rate.up_re, -rate.up_im});
    const float_complex d = {((e.re - w.re) + (n.im - s.im)) * 0.25f, ((e.im - w.im) - (n.re - s.re)) * 0.25f};
    const float_complex q = {((e.re + w.re) - (n.re + s.re)) * 0.25f, ((e.im + w.im) - (n.im + s.im)) * 0.25f};
    // |f| <= |d| radius + |q| radius^2, or there is no root in the disc around the square.
    constexpr float linear = usual_reach * sqrt_2, quadratic = 2 * crowded_reach * crowded_reach;
    const float slope = d.re * d.re + d.im * d.im, bend = q.re * q.re + q.im * q.im;
    const float limit = sqrt(slope) * linear + sqrt(bend) * quadratic;
    if (!(f.re * f.re + f.im * f.im <= limit * limit)) return;
    float_complex t[2];
    const int roots = roots_in_square(f, d, q, t);
    const auto step = static_cast<float>(g.step);
    // Where roots crowd they may be farther from there.
    const float margin = (64 * bend > slope ? 2 : outside) * step;
    for (int k = 0; k < roots; ++k) {
      const float x = step * (static_cast<float>(i - g.half_x) + 0.5f + t[k].re),
                  y = step * (static_cast<float>(j - g.half_y) + 0.5f + t[k].im);
      if (abs(x) > static_cast<float>(r.half_length) + margin || abs(y) > static_cast<float>(r.half_width) + margin)
        continue;
      // Steps in float might lead both of a close pair to one place.
      const unsigned place = roots == 2 ? most_candidates : take(found.count);
      if (place >= most_candidates) {
        in_queue(x, y, lane);
        continue;
      }
      found.x[place] = x;
      found.y[place] = y;
      found.lane[place] = static_cast<unsigned>(lane);
    }
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
