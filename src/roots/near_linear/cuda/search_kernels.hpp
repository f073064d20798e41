#pragma once

#include "roots/near_linear/cuda/block.hpp"
#include "roots/near_linear/cuda/device_ring.hpp"
#include "roots/near_linear/local_quadratic.hpp"

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

/// Value and derivative of a cell's Taylor polynomial; `terms` with a stride.
VT_HD void evaluate_in_cell(const wide_complex* terms, int stride, newton_point& at) {
  wide_complex p = terms[(taylor_terms - 1) * stride], d = {0, 0};
  for (int m = taylor_terms - 2; m >= 0; --m) {
    const wide_complex c = terms[m * stride];
    d = {multiply_add(d.re, at.x, multiply_add(-d.im, at.y, p.re)),
         multiply_add(d.re, at.y, multiply_add(d.im, at.x, p.im))};
    p = {multiply_add(p.re, at.x, multiply_add(-p.im, at.y, c.re)),
         multiply_add(p.re, at.y, multiply_add(p.im, at.x, c.im))};
  }
  at.value_re = p.re, at.value_im = p.im, at.derivative_re = d.re, at.derivative_im = d.im;
}

/// The same with a value from double-double arithmetic where the coefficients are that: `low` holds the lower parts of
/// the first ones.
VT_HD void evaluate_long_in_cell(const wide_complex* terms, int stride, const wide_complex* low,
                                 std::int64_t low_stride, newton_point& at) {
  wide_complex p = terms[(taylor_terms - 1) * stride], d = {0, 0};
  complex<dd> value = {dd(p.re), dd(p.im)};
  for (int m = taylor_terms - 2; m >= 0; --m) {
    const wide_complex c = terms[m * stride];
    d = {multiply_add(d.re, at.x, multiply_add(-d.im, at.y, p.re)),
         multiply_add(d.re, at.y, multiply_add(d.im, at.x, p.im))};
    p = {multiply_add(p.re, at.x, multiply_add(-p.im, at.y, c.re)),
         multiply_add(p.re, at.y, multiply_add(p.im, at.x, c.im))};
    if (m == leading_terms) value = {dd(p.re), dd(p.im)};
    if (m >= leading_terms) continue;
    const complex<dd> moved = {value.re * at.x - value.im * at.y, value.re * at.y + value.im * at.x};
    value = moved + joined(c, low[m * low_stride]);
  }
  at.value_re = value.re.hi, at.value_im = value.im.hi, at.derivative_re = d.re, at.derivative_im = d.im;
}

/// Newton's iteration on it times e^(tilt u), as on the CPU (kernels.cpp): `at` holds the first point and gets the last
/// one.
VT_HD void newton_in_cell(const wide_complex* terms, int stride, double tilt, newton_point& at) {
  constexpr int most_steps = 12;
  bool moving = true;
  for (int step = 0; step < most_steps && moving; ++step) {
    evaluate_in_cell(terms, stride, at);
    const wide_complex p = {at.value_re, at.value_im},
                       slope = {multiply_add(tilt, p.re, at.derivative_re), multiply_add(tilt, p.im, at.derivative_im)};
    const double inverse = 1 / (slope.re * slope.re + slope.im * slope.im);
    const wide_complex h = {(p.re * slope.re + p.im * slope.im) * inverse,
                            (p.im * slope.re - p.re * slope.im) * inverse};
    const double size = h.re * h.re + h.im * h.im;
    // A wild step ends here; what is reported is no root then.
    moving = size < 1.0;
    if (moving) at.x -= h.re, at.y -= h.im;
    moving = moving && size > 1e-14;  // the next step is of size 1e-14 at most
  }
}

/// A last step, and value and derivative where it leads.
VT_HD void finish_in_cell(const wide_complex* terms, int stride, const wide_complex* low, std::int64_t low_stride,
                          newton_point& at) {
  evaluate_long_in_cell(terms, stride, low, low_stride, at);
  const double inverse = 1 / (at.derivative_re * at.derivative_re + at.derivative_im * at.derivative_im);
  const double x = (at.value_re * at.derivative_re + at.value_im * at.derivative_im) * inverse,
               y = (at.value_im * at.derivative_re - at.value_re * at.derivative_im) * inverse;
  if (!(x * x + y * y < 1e-6)) return;  // no root, or an ill-conditioned one
  at.x -= x;
  at.y -= y;
  evaluate_long_in_cell(terms, stride, low, low_stride, at);
}

/// Roots of all cells: values on a grid, local quadratic polynomials, Newton's iteration, the proof; each root at most
/// once per cell. Grid: (cells / 32, items). What finds no room is not written, but counted.
struct search_cells {
  static constexpr int threads = 256;
  static constexpr int lanes = 32;
  static constexpr unsigned most_candidates = 384;
  static constexpr int sampled_terms = 24;  // good to 1e-3 wherever all of them are good to 1e-14
  const device_ring* rings;
  const device_item* items;
  const wide_complex* table;
  const complex<float>* samples;
  const complex<float>* tilts;
  ring_root* out;
  unsigned* counters;  ///< roots, candidates that found no room
  unsigned capacity;
  int log2_cells;
  bool upper_half;  ///< only cells of directions 0 to pi: the polynomial is real

  /// What is kept of a proof.
  struct proven_place {
    double x, y, radius, alone;  ///< negative radius: none
    wide_complex derivative;
    double slope;
  };

  static std::size_t shared(int points) {
    const std::size_t values = static_cast<std::size_t>(points) * lanes * sizeof(float_complex);
    const std::size_t found = most_candidates * sizeof(proven_place);
    return lanes * (taylor_terms * sizeof(wide_complex) + sampled_terms * sizeof(float_complex)) +
           (values > found ? values : found) + most_candidates * 12 + 64;
  }

  VT_HD void operator()(const block& b) const {
    const device_item& item = items[b.y];
    const device_ring& r = rings[item.ring];
    const sample_grid& g = r.grid;
    const std::int64_t cells = std::int64_t{1} << log2_cells, first = std::int64_t{b.x} * lanes;
    const int count = static_cast<int>(cells - first < lanes ? cells - first : lanes);
    const std::int64_t passes = std::int64_t{1} << r.plan.log2_passes, half = (cells * passes) >> 1;
    const auto cell_of = [&](int lane) { return cell_at(log2_cells, first + lane) * passes + item.pass; };
    const auto wanted = [&](int lane) { return lane < count && (!upper_half || cell_of(lane) <= half); };
    if (!wanted(0)) return;  // cells of a block are from one row, and ascend

    shared_arena arena{b.shared};
    wide_complex* const terms = arena.array<wide_complex>(lanes * taylor_terms);
    float_complex* const rounded = arena.array<float_complex>(lanes * sampled_terms);
    float* const found_x = arena.array<float>(most_candidates);
    float* const found_y = arena.array<float>(most_candidates);
    unsigned* const found_lane = arena.array<unsigned>(most_candidates);
    unsigned* const found = arena.array<unsigned>(4);
    float_complex* const values = reinterpret_cast<float_complex*>(arena.next);
    proven_place* const places = reinterpret_cast<proven_place*>(arena.next);  // once the values are no longer needed

    const wide_complex* const from = table + std::int64_t{b.y} * table_planes * cells + first;
    const wide_complex* const low = from + taylor_terms * cells;
    b.for_each(lanes * taylor_terms, [&](int i) {
      const int lane = i % lanes, m = i / lanes;
      const wide_complex c = from[m * cells + (lane < count ? lane : 0)];
      terms[i] = c;
      if (i == 0) *found = 0;
      if (m >= sampled_terms) return;
      const double scale = scale_by(1.0, std::int64_t{g.log2_scale} * m);
      rounded[i] = {static_cast<float>(c.re * scale), static_cast<float>(c.im * scale)};
    });
    sample(b, r, rounded, values);
    b.for_each((2 * g.half_x - 2) * (2 * g.half_y - 2) * lanes, [&](int i) {
      const int lane = i % lanes, point = i / lanes;
      if (wanted(lane)) look(g, values, lane, point, found, found_x, found_y, found_lane);
    });
    const int candidates = static_cast<int>(*found < most_candidates ? *found : most_candidates);
    const double slack = 1 + 1e-6;  // cells overlap by so much: a root on a border is found at least once
    b.for_each(candidates, [&](int i) {
      newton_point at;
      at.x = found_x[i];
      at.y = found_y[i];
      newton_in_cell(terms + found_lane[i], lanes, r.tilt, at);
      const auto inside = [&] { return abs(at.x) <= r.half_length * slack && abs(at.y) <= r.half_width * slack; };
      cell_root root;
      bool proven = inside();
      if (proven) {
        finish_in_cell(terms + found_lane[i], lanes, low + found_lane[i], cells, at);
        proven = inside() && prove_root(at, r.bounds, root, true);
      }
      places[i] = {at.x,      at.y, proven ? root.radius : -1, root.alone, {root.derivative.re, root.derivative.im},
                   root.slope};
    });
    b.for_each(candidates, [&](int i) {
      if (!is_best(places, found_lane, candidates, i)) return;
      const unsigned place = take(counters);
      if (place >= capacity) return;
      const proven_place& best = places[i];
      ring_root result{{}, item.ring};
      result.root.x = best.x, result.root.y = best.y;
      result.root.radius = best.radius, result.root.alone = best.alone;
      result.root.derivative = {best.derivative.re, best.derivative.im};
      result.root.slope = best.slope;
      result.root.cell = static_cast<std::uint32_t>(cell_of(static_cast<int>(found_lane[i])));
      out[place] = result;
    });
    b.for_each(1, [&](int) {
      if (*found > most_candidates) take(counters + 1, *found - most_candidates);
    });
  }

 private:
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
        float_complex value = {conjugate ? px_re + py_im : px_re - py_im, conjugate ? px_im - py_re : px_im + py_re};
        if (g.tilted) {
          const complex<float> t = tilts[r.tilts + point];
          value = product(value, {t.re, t.im});
        }
        values[point * lanes + lane] = value;
      }
    });
  }

  // At an inner point the quadratic polynomial through its four neighbours; h = 1 is one step of the grid.
  VT_HD static void look(const sample_grid& g, const float_complex* values, int lane, int point, unsigned* found,
                         float* found_x, float* found_y, unsigned* found_lane) {
    const int height = 2 * g.half_y, i = point / (height - 2) + 1, j = point % (height - 2) + 1;
    const auto value = [&](int x, int y) { return values[(x * height + y) * lanes + lane]; };
    const float_complex f = value(i, j), e = value(i + 1, j), w = value(i - 1, j), n = value(i, j + 1),
                        s = value(i, j - 1);
    const float_complex d = {((e.re - w.re) + (n.im - s.im)) * 0.25f, ((e.im - w.im) - (n.re - s.re)) * 0.25f};
    const float_complex q = {((e.re + w.re) - (n.re + s.re)) * 0.25f, ((e.im + w.im) - (n.im + s.im)) * 0.25f};
    // |f| <= |d| radius + |q| radius^2, or there is no root in the disc around the square.
    constexpr float linear = usual_reach * sqrt_2, quadratic = 2 * crowded_reach * crowded_reach;
    const float limit = sqrt(d.re * d.re + d.im * d.im) * linear + sqrt(q.re * q.re + q.im * q.im) * quadratic;
    if (!(f.re * f.re + f.im * f.im <= limit * limit)) return;
    float_complex t[2];
    const int roots = roots_in_square(f, d, q, t);
    for (int k = 0; k < roots; ++k) {
      const unsigned place = take(found);
      if (place >= most_candidates) continue;
      const auto step = static_cast<float>(g.step);
      found_x[place] = step * (static_cast<float>(i - g.half_x) + 0.5f + t[k].re);
      found_y[place] = step * (static_cast<float>(j - g.half_y) + 0.5f + t[k].im);
      found_lane[place] = static_cast<unsigned>(lane);
    }
  }

  // Whether no other proof of the same root in the same cell has a smaller disc.
  VT_HD static bool is_best(const proven_place* places, const unsigned* lane, int count, int i) {
    const proven_place& own = places[i];
    if (!(own.radius >= 0)) return false;
    for (int k = 0; k < count; ++k) {
      const proven_place& other = places[k];
      if (k == i || lane[k] != lane[i] || !(other.radius >= 0)) continue;
      if (other.radius > own.radius || (other.radius == own.radius && k > i)) continue;
      const double apart = std::hypot(other.x - own.x, other.y - own.y) * (1 + 0x1p-40);
      if (apart + own.radius <= other.alone || apart + other.radius <= own.alone) return false;
    }
    return true;
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
