// The inner loops of the near-linear method, compiled once for each instruction set: see vieta_isa_sources in
// cmake/vieta_isa.cmake. Packs of 64 bytes everywhere, so that tables have one layout; narrower registers split them.
#include "roots/near_linear/kernels.hpp"

#include "roots/near_linear/local_quadratic.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/pack.hpp"

namespace vieta::VIETA_ISA {
namespace near_linear_kernels {

using namespace near_linear;
using real = pack<double, batch_terms>;
using cplx = complex<real>;
using sample = pack<float, search_lanes>;

VT_HD cplx load(const double* p) { return {real::load(p), real::load(p + batch_terms)}; }
VT_HD void store(const cplx& z, double* p) {
  z.re.store(p);
  z.im.store(p + batch_terms);
}
VT_HD cplx times(const cplx& z, double re, double im) {
  return {multiply_add(z.re, real(re), -(z.im * real(im))), multiply_add(z.re, real(im), z.im * real(re))};
}

// Stockham's self-sorting transform with positive exponent, radix 4, then 2 if a factor is left. `x` is input; returns
// the array that holds the result, x or y. `stride_of_roots`: roots[t * stride_of_roots] is e^(2 pi i t / length).
VT_HD double* transform(std::size_t length, const double* roots_re, const double* roots_im, std::size_t stride_of_roots,
                        double* x, double* y) {
  std::size_t n = length, s = 1;
  const auto at = [](double* p, std::size_t i) { return p + i * cell_stride; };
  while (n >= 4) {
    const std::size_t quarter = n / 4;
    for (std::size_t p = 0; p < quarter; ++p) {
      const std::size_t t = p * s * stride_of_roots;
      const double w1_re = roots_re[t], w1_im = roots_im[t], w2_re = roots_re[2 * t], w2_im = roots_im[2 * t],
                   w3_re = roots_re[3 * t], w3_im = roots_im[3 * t];
      for (std::size_t q = 0; q < s; ++q) {
        const cplx a = load(at(x, q + s * p)), b = load(at(x, q + s * (p + quarter))),
                   c = load(at(x, q + s * (p + 2 * quarter))), d = load(at(x, q + s * (p + 3 * quarter)));
        const cplx a_plus_c = a + c, a_minus_c = a - c, b_plus_d = b + d, b_minus_d = b - d;
        const cplx turned = {-b_minus_d.im, b_minus_d.re};
        store(a_plus_c + b_plus_d, at(y, q + s * 4 * p));
        store(times(a_minus_c + turned, w1_re, w1_im), at(y, q + s * (4 * p + 1)));
        store(times(a_plus_c - b_plus_d, w2_re, w2_im), at(y, q + s * (4 * p + 2)));
        store(times(a_minus_c - turned, w3_re, w3_im), at(y, q + s * (4 * p + 3)));
      }
    }
    n /= 4;
    s *= 4;
    double* const swap = x;
    x = y;
    y = swap;
  }
  if (n == 2) {
    for (std::size_t q = 0; q < s; ++q) {
      const cplx a = load(at(x, q)), b = load(at(x, q + s));
      store(a + b, at(y, q));
      store(a - b, at(y, q + s));
    }
    return y;
  }
  return x;
}

// Lane l: 1 / (batch * 8 + l)!
VT_HD real inverse_factorials(int batch) {
  real r(1.0);
  double value = 1;
  for (int m = 1; m < (batch + 1) * batch_terms; ++m) {
    value /= m;
    if (m >= batch * batch_terms) r.set(m - batch * batch_terms, value);
  }
  if (batch > 0) return r;
  r.set(0, 1.0);
  return r;
}

void transform_columns(const slot_view& b, const fourier_view& f, int batch, std::size_t first, std::size_t last,
                       double* table, double* work) {
  const auto cells = static_cast<std::int64_t>(b.cells);
  const real factor = inverse_factorials(batch);
  using lane_mask = mask<double, batch_terms>;
  lane_mask odd(false), second(false), upper(false);
  for (int l = 0; l < batch_terms; ++l) {
    odd.set(l, (l & 1) != 0);
    second.set(l, (l & 2) != 0);
    upper.set(l, (l & 4) != 0);
  }
  double* const plane = table + static_cast<std::size_t>(batch) * b.cells * cell_stride;
  double* const other = work + f.rows * cell_stride;
  const std::int64_t first_slot = ((b.first % cells) + cells) % cells;
  for (std::size_t column = first; column < last; ++column) {
    for (std::size_t row = 0; row < f.rows; ++row) {
      const std::size_t slot = row * f.columns + column;
      const std::int64_t offset = static_cast<std::int64_t>(slot) - first_slot;
      double k = static_cast<double>(b.first + (offset < 0 ? offset + cells : offset));
      cplx sum = {real(0.0), real(0.0)};
      for (int fold = 0; fold < b.folds; ++fold, k += static_cast<double>(cells)) {
        const double q = k * b.inverse_unit, q2 = q * q, q4 = q2 * q2;
        const double q8 = q4 * q4;
        double high = 1;
        for (int t = 0; t < batch; ++t) high *= q8;
        const real one(1.0);
        const real power = select(odd, real(q), one) * select(second, real(q2), one) * select(upper, real(q4), one) *
                           (factor * real(high));
        const std::size_t at = static_cast<std::size_t>(fold) * b.cells + slot;
        sum.re = multiply_add(power, real(b.re[at]), sum.re);
        sum.im = multiply_add(power, real(b.im[at]), sum.im);
      }
      store(sum, work + row * cell_stride);
    }
    const double* const result = transform(f.rows, f.coarse_re, f.coarse_im, 1, work, other);
    for (std::size_t row = 0; row < f.rows; ++row) {
      // e^(2 pi i row column / cells) from two tables
      const std::size_t t = row * column, coarse = t / f.columns, fine = t % f.columns;
      const double re = f.coarse_re[coarse] * f.fine_re[fine] - f.coarse_im[coarse] * f.fine_im[fine];
      const double im = f.coarse_re[coarse] * f.fine_im[fine] + f.coarse_im[coarse] * f.fine_re[fine];
      store(times(load(result + row * cell_stride), re, im), plane + (row * f.columns + column) * cell_stride);
    }
  }
}

void transform_rows(const fourier_view& f, int batch, std::size_t first, std::size_t last, double* table,
                    double* work) {
  double* const plane = table + static_cast<std::size_t>(batch) * f.rows * f.columns * cell_stride;
  for (std::size_t row = first; row < last; ++row) {
    double* const x = plane + row * f.columns * cell_stride;
    const double* const result = transform(f.columns, f.coarse_re, f.coarse_im, f.rows / f.columns, x, work);
    if (result == x) continue;
    for (std::size_t j = 0; j < f.columns; ++j) store(load(result + j * cell_stride), x + j * cell_stride);
  }
}

// Four points at once: u, its conjugate, and their negatives have the same even and odd sums of real and imaginary
// parts of powers.
VT_HD void sample_cells(const sample_view& view, const float* terms, float* values) {
  const int height = 2 * view.half_y;
  const auto place = [&](int i, int j) {
    return values + static_cast<std::size_t>((i + view.half_x) * height + j + view.half_y) * 2 * search_lanes;
  };
  for (int i = 0; i < view.half_x; ++i) {
    for (int j = 0; j < view.half_y; ++j) {
      const std::size_t at = static_cast<std::size_t>(i * view.half_y + j) * taylor_terms;
      // [even, odd] terms: sums of c Re u^m and of c Im u^m
      sample x_re[2], x_im[2], y_re[2], y_im[2];
      VT_UNROLL
      for (int o = 0; o < 2; ++o) x_re[o] = x_im[o] = y_re[o] = y_im[o] = sample(0.0f);
      for (int m = 0; m < taylor_terms; m += 2) {
        VT_UNROLL
        for (int o = 0; o < 2; ++o) {
          const sample re = sample::load(terms + static_cast<std::size_t>(m + o) * 2 * search_lanes);
          const sample im = sample::load(terms + static_cast<std::size_t>(m + o) * 2 * search_lanes + search_lanes);
          const sample x(view.re[at + static_cast<std::size_t>(m + o)]),
              y(view.im[at + static_cast<std::size_t>(m + o)]);
          x_re[o] = multiply_add(re, x, x_re[o]);
          x_im[o] = multiply_add(im, x, x_im[o]);
          y_re[o] = multiply_add(re, y, y_re[o]);
          y_im[o] = multiply_add(im, y, y_im[o]);
        }
      }
      VT_UNROLL
      for (int quadrant = 0; quadrant < 4; ++quadrant) {
        const bool negative = quadrant >= 2, conjugate = (quadrant & 1) != 0;
        const sample px_re = negative ? x_re[0] - x_re[1] : x_re[0] + x_re[1];
        const sample px_im = negative ? x_im[0] - x_im[1] : x_im[0] + x_im[1];
        const sample py_re = negative ? y_re[0] - y_re[1] : y_re[0] + y_re[1];
        const sample py_im = negative ? y_im[0] - y_im[1] : y_im[0] + y_im[1];
        float* const out = place(negative ? -1 - i : i, negative != conjugate ? -1 - j : j);
        const sample re = conjugate ? px_re + py_im : px_re - py_im;
        const sample im = conjugate ? px_im - py_re : px_im + py_re;
        if (view.tilt_re == nullptr) {
          re.store(out);
          im.store(out + search_lanes);
        } else {
          const auto point = static_cast<std::size_t>(out - values) / (2UL * search_lanes);
          const sample t_re(view.tilt_re[point]), t_im(view.tilt_im[point]);
          (re * t_re - im * t_im).store(out);
          (re * t_im + im * t_re).store(out + search_lanes);
        }
      }
    }
  }
}

std::size_t search(const double* table, std::size_t cells, std::size_t first, const sample_view& view, float* work,
                   candidate* out, std::size_t capacity) {
  const std::size_t count = cells - first < search_lanes ? cells - first : search_lanes;
  float* const terms = work;
  float* const values = work + 2UL * search_lanes * taylor_terms;
  for (std::size_t lane = 0; lane < search_lanes; ++lane) {
    const std::size_t cell = first + (lane < count ? lane : 0);
    for (int batch = 0; batch < batches; ++batch) {
      const double* const from = table + (static_cast<std::size_t>(batch) * cells + cell) * cell_stride;
      float* const to = terms + static_cast<std::size_t>(batch) * batch_terms * 2 * search_lanes + lane;
      for (std::size_t l = 0; l < batch_terms; ++l) {
        const double scale = view.term_scale[static_cast<std::size_t>(batch) * batch_terms + l];
        to[l * 2 * search_lanes] = static_cast<float>(from[l] * scale);
        to[l * 2 * search_lanes + search_lanes] = static_cast<float>(from[batch_terms + l] * scale);
      }
    }
  }
  sample_cells(view, terms, values);

  // At each inner point the quadratic polynomial through its four neighbours; h = 1 is one step of the grid.
  constexpr float linear = usual_reach * sqrt_2, quadratic = 2 * crowded_reach * crowded_reach;
  const int width = 2 * view.half_x, height = 2 * view.half_y;
  const auto value = [&](int i, int j) { return values + static_cast<std::size_t>(i * height + j) * 2 * search_lanes; };
  const unsigned used = count == search_lanes ? 0xffffu : (1u << count) - 1;
  std::size_t found = 0;
  for (int i = 1; i + 1 < width; ++i) {
    for (int j = 1; j + 1 < height; ++j) {
      const sample f_re = sample::load(value(i, j)), f_im = sample::load(value(i, j) + search_lanes);
      const sample e_re = sample::load(value(i + 1, j)), e_im = sample::load(value(i + 1, j) + search_lanes);
      const sample w_re = sample::load(value(i - 1, j)), w_im = sample::load(value(i - 1, j) + search_lanes);
      const sample n_re = sample::load(value(i, j + 1)), n_im = sample::load(value(i, j + 1) + search_lanes);
      const sample s_re = sample::load(value(i, j - 1)), s_im = sample::load(value(i, j - 1) + search_lanes);
      const sample quarter(0.25f);
      // Differences along both axes: errors of second order cancel, as the function is analytic.
      const sample d_re = ((e_re - w_re) + (n_im - s_im)) * quarter, d_im = ((e_im - w_im) - (n_re - s_re)) * quarter;
      const sample q_re = ((e_re + w_re) - (n_re + s_re)) * quarter, q_im = ((e_im + w_im) - (n_im + s_im)) * quarter;
      const sample ff = f_re * f_re + f_im * f_im, dd = d_re * d_re + d_im * d_im, qq = q_re * q_re + q_im * q_im;
      // |f| <= |d| radius + |q| radius^2, or there is no root in the disc around the square.
      const sample limit = sqrt(dd) * sample(linear) + sqrt(qq) * sample(quadratic);
      unsigned lanes = bits(ff <= limit * limit) & used;
      for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        float_complex t[2];
        const int roots =
            roots_in_square({f_re[lane], f_im[lane]}, {d_re[lane], d_im[lane]}, {q_re[lane], q_im[lane]}, t);
        for (int r = 0; r < roots; ++r, ++found) {
          if (found >= capacity) continue;
          const auto step = static_cast<float>(view.step);
          out[found] = {static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(lane),
                        step * (static_cast<float>(i - view.half_x) + 0.5f + t[r].re),
                        step * (static_cast<float>(j - view.half_y) + 0.5f + t[r].im)};
        }
      }
    }
  }
  return found;
}

void newton(const double* table, std::size_t cells, const candidate* from, std::size_t count, double tilt,
            newton_point* out) {
  constexpr int most_steps = 12, packs = 2;  // two packs side by side: one waits for its own products
  constexpr auto at_once = std::size_t{packs} * batch_terms;
  alignas(64) double terms[packs][taylor_terms * cell_stride];
  for (std::size_t first = 0; first < count; first += at_once) {
    const std::size_t used = count - first < at_once ? count - first : at_once;
    cplx u[packs], p[packs], d[packs];
    mask<double, batch_terms> moving[packs];
    for (std::size_t i = 0; i < at_once; ++i) {
      const candidate& c = from[first + (i < used ? i : 0)];
      const std::size_t q = i / batch_terms, lane = i % batch_terms;
      u[q].re.set(static_cast<int>(lane), c.x);
      u[q].im.set(static_cast<int>(lane), c.y);
      for (int batch = 0; batch < batches; ++batch) {
        const double* const source = table + (static_cast<std::size_t>(batch) * cells + c.cell) * cell_stride;
        double* const to = terms[q] + static_cast<std::size_t>(batch) * batch_terms * cell_stride + lane;
        for (std::size_t l = 0; l < batch_terms; ++l) {
          to[l * cell_stride] = source[l];
          to[l * cell_stride + batch_terms] = source[batch_terms + l];
        }
      }
    }
    for (auto& lanes : moving) lanes = mask<double, batch_terms>(true);
    for (int step = 0;; ++step) {
      VT_UNROLL
      for (int q = 0; q < packs; ++q) {
        p[q] = load(terms[q] + (taylor_terms - 1) * cell_stride);
        d[q] = {real(0.0), real(0.0)};
      }
      for (int m = taylor_terms - 2; m >= 0; --m) {
        VT_UNROLL
        for (int q = 0; q < packs; ++q) {
          const cplx c = load(terms[q] + static_cast<std::size_t>(m) * cell_stride);
          d[q] = {multiply_add(d[q].re, u[q].re, multiply_add(-d[q].im, u[q].im, p[q].re)),
                  multiply_add(d[q].re, u[q].im, multiply_add(d[q].im, u[q].re, p[q].im))};
          p[q] = {multiply_add(p[q].re, u[q].re, multiply_add(-p[q].im, u[q].im, c.re)),
                  multiply_add(p[q].re, u[q].im, multiply_add(p[q].im, u[q].re, c.im))};
        }
      }
      if (step == most_steps || none(moving[0] | moving[1])) break;
      VT_UNROLL
      for (int q = 0; q < packs; ++q) {
        const cplx slope = {multiply_add(real(tilt), p[q].re, d[q].re), multiply_add(real(tilt), p[q].im, d[q].im)};
        const real inverse = real(1.0) / norm(slope);
        const cplx h = {(p[q].re * slope.re + p[q].im * slope.im) * inverse,
                        (p[q].im * slope.re - p[q].re * slope.im) * inverse};
        const real size = norm(h);
        // A wild step ends the lane where it is; what it reports is no root then.
        moving[q] &= size < real(1.0);
        u[q].re = select(moving[q], u[q].re - h.re, u[q].re);
        u[q].im = select(moving[q], u[q].im - h.im, u[q].im);
        moving[q] &= size > real(1e-14);  // the next step is of size 1e-14 at most
      }
    }
    for (std::size_t i = 0; i < used; ++i) {
      const std::size_t q = i / batch_terms;
      const int l = static_cast<int>(i % batch_terms);
      out[first + i] = {u[q].re[l], u[q].im[l], p[q].re[l], p[q].im[l], d[q].re[l], d[q].im[l]};
    }
  }
}

extern const kernel_table table;
const kernel_table table = {isa::VIETA_ISA, transform_columns, transform_rows, search, newton};

}  // namespace near_linear_kernels
}  // namespace vieta::VIETA_ISA
