#pragma once

#include <cmath>
#include <cstdint>

#include "cuda/block.hpp"
#include "roots/cuda_sweeps/device_sweeps.hpp"
#include "roots/cuda_sweeps/sweep_data.hpp"

// One pass over all terms and all nodes for each node that is to move. Slices of both are shared among blocks, so that
// a few nodes keep a device busy too.

namespace vieta::sweeps {
inline namespace VIETA_RUNS_ON {

using near_linear::block;
using near_linear::shared_arena;

/// Horner's rule for p and p' over one tile after the other, highest first, with an exponent of its own:
/// p = value 2^exponent, and so on. The sum of moduli runs along in float: it need not be exact.
struct horner_sum {
  complex<double> w, value = {0.0, 0.0}, slope = {0.0, 0.0};
  double modulus = 0;
  int exponent = nothing;
  complex<double> tile_power = {1.0, 0.0}, tile_slope = {0.0, 0.0};  // w^32 and 32 w^31
  float size = 0;
  double tile_size = 1;  // |w|^32

  VT_HD horner_sum() : w{0.0, 0.0} {}
  VT_HD explicit horner_sum(const complex<double>& at) : w(at) {
    complex<double> before = {1.0, 0.0}, square = w;  // w^31 = w w^2 w^4 w^8 w^16
    for (int k = 0; k < 5; ++k) {
      before = before * square;
      square = square * square;
    }
    tile_power = square;
    tile_slope = {32 * before.re, 32 * before.im};
    tile_size = std::sqrt(square.re * square.re + square.im * square.im);
    size = static_cast<float>(std::sqrt(w.re * w.re + w.im * w.im));
  }
  /// Adds a tile's polynomial, p <- p w^32 + tile 2^at.
  VT_HD void add(const complex<double>& p, const complex<double>& d, float s, int at) {
    using std::fma;
    complex<double> moved = value * tile_power;
    complex<double> turned = {
        fma(slope.re, tile_power.re,
            fma(-slope.im, tile_power.im, fma(value.re, tile_slope.re, -value.im * tile_slope.im))),
        fma(slope.re, tile_power.im,
            fma(slope.im, tile_power.re, fma(value.re, tile_slope.im, value.im * tile_slope.re)))};
    modulus *= tile_size;
    double unit = 1;
    if (at > exponent) {
      const double down = scale_by(1.0, exponent - at);
      moved = {moved.re * down, moved.im * down};
      turned = {turned.re * down, turned.im * down};
      modulus *= down;
      exponent = at;
    } else {
      unit = scale_by(1.0, at - exponent);
    }
    value = {fma(p.re, unit, moved.re), fma(p.im, unit, moved.im)};
    slope = {fma(d.re, unit, turned.re), fma(d.im, unit, turned.im)};
    modulus = fma(static_cast<double>(s), unit, modulus);
  }
  /// Keeps numbers in range: between two of these there are at most `chunk_tiles` tiles.
  VT_HD void normalise() {
    if (!(modulus > 0)) return;
    const int shift = std::ilogb(modulus);
    const double unit = scale_by(1.0, -shift);
    value = {value.re * unit, value.im * unit};
    slope = {slope.re * unit, slope.im * unit};
    modulus *= unit;
    exponent += shift;
  }
};

/// Threads: of a block, which has 256 nodes or, if there are more threads than that, one for each thread.
template <correction Method, evaluation Terms, int Threads = 128>
struct sweep_kernel {
  static constexpr int threads = Threads;
  static constexpr int per_thread = Threads < 256 ? 256 / Threads : 1, per_block = threads * per_thread;
  static constexpr std::size_t shared_bytes = chunk * (2 * sizeof(double) + 2 * sizeof(double) + sizeof(float)) + 64;

  polynomial_view p;
  node_view nodes;
  active_view active;
  partial_view out;

  struct shared_terms {
    double *re, *im;
    float* modulus;
  };

  VT_HD void operator()(const block& b) const {
    const block_place place(nodes, active, b.x);
    if (place.frame < 0) return;
    shared_arena arena{b.shared};
    shared_terms terms{};
    terms.re = arena.array<double>(2 * chunk);
    terms.im = terms.re + 1;  // parts of a number lie side by side
    terms.modulus = arena.array<float>(chunk);
    // On the device each thread passes once, on the host one thread passes for all.
    for (int t = b.thread; t < threads; t += b.threads) {
      std::int64_t at[per_thread];  // in a slice of `out`
      complex<double> w[per_thread];
      VT_UNROLL
      for (int i = 0; i < per_thread; ++i) {
        const std::int64_t mine = place.first + t + i * threads;
        const std::uint32_t node = active.node[mine < place.last ? mine : place.last - 1];
        at[i] = static_cast<std::int64_t>(b.x) * per_block + t + i * threads;
        w[i] = {nodes.re[node], nodes.im[node]};
      }
      if (p.power == nullptr) evaluate(b, place.frame, terms, at, w);
      compare(b, place.frame, terms, at, w);
    }
  }

 private:
  VT_HD std::int64_t of_slice(int slice, std::int64_t all) const { return all * slice / out.slices; }

  VT_HD void load_terms(const block& b, int frame, std::int64_t first_power, std::int64_t last_power,
                        const shared_terms& terms) const {
    b.barrier();
    for (int i = b.thread; i < chunk; i += b.threads) {
      const std::int64_t k = first_power + i;
      complex<double> a = {0.0, 0.0};
      if (k < last_power && k <= p.degree) {
        const int tile = static_cast<int>(k / tile_terms), top = p.tile_exponent[frame * p.tiles + tile];
        const std::int64_t shift = p.exponent[k] + k * nodes.frame_exponent[frame] - top;
        const double unit = shift < -1000 ? 0.0 : scale_by(1.0, shift);
        a = {p.re[k] * unit, p.im[k] * unit};
      }
      terms.modulus[i] = static_cast<float>(std::fabs(a.re) + std::fabs(a.im));
      if constexpr (Terms == evaluation::exp_log) {  // logarithms of coefficients are made once, not for every node
        if (a.re != 0 || a.im != 0) {
          const double top = p.tile_exponent[frame * p.tiles + static_cast<int>(k / tile_terms)] * 0.6931471805599453;
          a = {0.5 * std::log(a.re * a.re + a.im * a.im) + top, std::atan2(a.im, a.re)};
        }
      }
      terms.re[2 * i] = a.re;
      terms.im[2 * i] = a.im;
    }
    b.barrier();
  }

  VT_HD void evaluate(const block& b, int frame, const shared_terms& terms, const std::int64_t (&at)[per_thread],
                      const complex<double> (&w)[per_thread]) const {
    const std::int64_t chunks = (p.tiles + chunk_tiles - 1) / chunk_tiles;
    const std::int64_t first = of_slice(b.y, chunks), last = of_slice(b.y + 1, chunks);
    if constexpr (Terms == evaluation::exp_log) {
      evaluate_by_logarithms(b, frame, terms, at, w, first, last);
    } else {
      horner_sum sum[per_thread];
      VT_UNROLL
      for (int i = 0; i < per_thread; ++i) sum[i] = horner_sum(w[i]);
      for (std::int64_t c = last - 1; c >= first; --c) {
        load_terms(b, frame, c * chunk, (c + 1) * chunk, terms);
        for (int tile = chunk_tiles - 1; tile >= 0; --tile) {
          const int number = static_cast<int>(c * chunk_tiles) + tile;
          const int top = number < p.tiles ? p.tile_exponent[frame * p.tiles + number] : nothing;
          complex<double> v[per_thread], d[per_thread];
          float s[per_thread];
          VT_UNROLL
          for (int i = 0; i < per_thread; ++i) {
            v[i] = d[i] = {0.0, 0.0};
            s[i] = 0;
          }
          if (top > nothing) walk(terms, tile * tile_terms, sum, v, d, s);
          VT_UNROLL
          for (int i = 0; i < per_thread; ++i) sum[i].add(v[i], d[i], s[i], top);
        }
        VT_UNROLL
        for (horner_sum& part : sum) part.normalise();
      }
      VT_UNROLL
      for (int i = 0; i < per_thread; ++i) {
        // p over the slice is w^k times the sum, w p' is w^k (k sum + w slope).
        const std::int64_t k = first * chunk, to = b.y * out.stride + at[i];
        const scaled_number lift = power_of(w[i], k);
        const complex<double> turned = w[i] * sum[i].slope;
        const auto from = static_cast<double>(k);
        const complex<double> value = sum[i].value * lift.value;
        const complex<double> slope =
            complex<double>{from * sum[i].value.re + turned.re, from * sum[i].value.im + turned.im} * lift.value;
        out.value[to] = {value, sum[i].exponent + lift.exponent};
        out.slope[to] = {slope, sum[i].exponent + lift.exponent};
        out.modulus[to] = sum[i].modulus * std::sqrt(lift.value.re * lift.value.re + lift.value.im * lift.value.im);
      }
    }
  }

  // The innermost loop: eight fused operations for each term and node.
  VT_HD static void walk(const shared_terms& terms, int from, const horner_sum (&sum)[per_thread],
                         complex<double> (&v)[per_thread], complex<double> (&d)[per_thread], float (&s)[per_thread]) {
    using std::fma;
    VT_UNROLL
    for (int j = tile_terms - 1; j >= 0; --j) {
      const double re = terms.re[2 * (from + j)], im = terms.im[2 * (from + j)];
      const float modulus = terms.modulus[from + j];
      VT_UNROLL
      for (int i = 0; i < per_thread; ++i) {
        const complex<double>& w = sum[i].w;
        d[i] = {fma(d[i].re, w.re, fma(-d[i].im, w.im, v[i].re)), fma(d[i].re, w.im, fma(d[i].im, w.re, v[i].im))};
        v[i] = {fma(v[i].re, w.re, fma(-v[i].im, w.im, re)), fma(v[i].re, w.im, fma(v[i].im, w.re, im))};
        s[i] = fma(s[i], sum[i].size, modulus);
      }
    }
  }

  // Every term by itself, e^(log a_k + k log w): what an iteration without scaled numbers takes to avoid overflow.
  VT_HD void evaluate_by_logarithms(const block& b, int frame, const shared_terms& terms,
                                    const std::int64_t (&at)[per_thread], const complex<double> (&w)[per_thread],
                                    std::int64_t first, std::int64_t last) const {
    complex<double> value[per_thread], slope[per_thread], log_w[per_thread];
    double modulus[per_thread], top[per_thread];
    for (int i = 0; i < per_thread; ++i) {
      value[i] = slope[i] = {0.0, 0.0};
      modulus[i] = 0;
      log_w[i] = {std::log(std::sqrt(w[i].re * w[i].re + w[i].im * w[i].im)), std::atan2(w[i].im, w[i].re)};
      top[i] = -1e300;
      for (int t = 0; t < p.tiles; ++t) {
        const int e = p.tile_exponent[frame * p.tiles + t];
        if (e > nothing) top[i] = fmax(top[i], e * 0.6931471805599453 + log_w[i].re * t * tile_terms);
      }
    }
    for (std::int64_t c = last - 1; c >= first; --c) {
      load_terms(b, frame, c * chunk, (c + 1) * chunk, terms);
      for (int j = 0; j < chunk && c * chunk + j <= p.degree; ++j) {
        if (terms.modulus[j] == 0) continue;
        const complex<double> log_a = {terms.re[2 * j], terms.im[2 * j]};
        const auto k = static_cast<double>(c * chunk + j);
        for (int i = 0; i < per_thread; ++i) {
          const double size = std::exp(log_a.re + k * log_w[i].re - top[i]), angle = log_a.im + k * log_w[i].im;
          const complex<double> term = {size * std::cos(angle), size * std::sin(angle)};
          value[i] = {value[i].re + term.re, value[i].im + term.im};
          slope[i] = {slope[i].re + k * term.re, slope[i].im + k * term.im};
          modulus[i] += size;
        }
      }
    }
    for (int i = 0; i < per_thread; ++i) {
      const std::int64_t to = b.y * out.stride + at[i];
      const double bits = top[i] / 0.6931471805599453, whole = std::floor(bits), rest = std::exp2(bits - whole);
      const auto exponent = static_cast<std::int64_t>(whole);
      out.value[to] = {{value[i].re * rest, value[i].im * rest}, exponent};
      out.slope[to] = {{slope[i].re * rest, slope[i].im * rest}, exponent};
      out.modulus[to] = modulus[i] * rest;
    }
  }

  VT_HD void load_nodes(const block& b, int frame, std::int64_t first, std::int64_t last,
                        const shared_terms& sources) const {
    b.barrier();
    for (int i = b.thread; i < chunk; i += b.threads) {
      complex<double> z = {0x1p500, 0.0};  // behind the end: as good as infinite
      if (first + i < last) {
        const std::int64_t j = first + i;
        const int apart = nodes.frame_exponent[nodes.frame[j]] - nodes.frame_exponent[frame];
        const double unit = scale_by(1.0, apart > farthest ? farthest : apart);
        z = {nodes.re[j] * unit, nodes.im[j] * unit};
      }
      sources.re[2 * i] = z.re;
      sources.im[2 * i] = z.im;
    }
    b.barrier();
  }

  VT_HD void compare(const block& b, int frame, const shared_terms& sources, const std::int64_t (&at)[per_thread],
                     const complex<double> (&w)[per_thread]) const {
    using std::fma;
    const std::int64_t first = of_slice(b.y, nodes.count), last = of_slice(b.y + 1, nodes.count);
    complex<double> sum[per_thread];
    int exponent[per_thread];
    VT_UNROLL
    for (int i = 0; i < per_thread; ++i) {
      sum[i] = {Method == correction::durand_kerner ? 1.0 : 0.0, 0.0};
      exponent[i] = 0;
    }
    for (std::int64_t from = first; from < last; from += chunk) {
      load_nodes(b, frame, from, last, sources);
      if constexpr (Method == correction::ehrlich_aberth) {
        for (int group = 0; group < chunk; group += 16) {
          VT_UNROLL
          for (int j = group; j < group + 16; ++j) {
            const double re = sources.re[2 * j], im = sources.im[2 * j];
            VT_UNROLL
            for (int i = 0; i < per_thread; ++i) {
              const double dx = w[i].re - re, dy = w[i].im - im;
              // A node next to itself adds 0.
              const double inverse = reciprocal_estimate(fma(dx, dx, fma(dy, dy, 0x1p-960)));
              sum[i] = {fma(dx, inverse, sum[i].re), fma(-dy, inverse, sum[i].im)};
            }
          }
        }
      } else {
        const int count = static_cast<int>(last - from < chunk ? last - from : chunk);
        for (int j = 0; j < count; ++j) {
          const double re = sources.re[2 * j], im = sources.im[2 * j];
          VT_UNROLL
          for (int i = 0; i < per_thread; ++i) {
            double dx = w[i].re - re;
            const double dy = w[i].im - im;
            if (dx == 0 && dy == 0) dx = 1;
            sum[i] = {fma(sum[i].re, dx, -sum[i].im * dy), fma(sum[i].re, dy, sum[i].im * dx)};
          }
          if (j % 4 != 3) continue;
          VT_UNROLL
          for (int i = 0; i < per_thread; ++i) {
            const scaled_number next = normalised(sum[i], 0);
            sum[i] = next.value;
            exponent[i] += static_cast<int>(next.exponent);
          }
        }
      }
    }
    VT_UNROLL
    for (int i = 0; i < per_thread; ++i) out.others[b.y * out.stride + at[i]] = normalised(sum[i], exponent[i]);
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::sweeps
