#include "roots/near_linear/region/sector_table.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "base/parallel_for.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta::near_linear {
namespace {

constexpr int moments = 32;
constexpr std::int64_t longest_block = 1 << 16, tile = 256, group = 4096;

// Blocks of 2 half_block powers, half_block a power of two, so that (block) (sector + 2 reach) is at most 1.
struct block_plan {
  std::int64_t half_block = 1, blocks = 1;
  block_plan(const ring& r, std::int64_t cells) {
    const double sector = std::numbers::pi * static_cast<double>(cells) / static_cast<double>(r.cells() * r.passes());
    const double most = 1 / (sector + 2 * r.reach() / r.unit);
    while (2 * static_cast<double>(half_block) <= most && 4 * half_block <= longest_block) half_block *= 2;
    blocks = (r.highest - r.lowest) / (2 * half_block) + 1;
  }
  [[nodiscard]] std::int64_t middle(const ring& r, std::int64_t block) const {
    return r.lowest + (2 * block + 1) * half_block;
  }
  // Errors that transforms do not have: 170 roundings on the way of a term, each e times a term's size at most, and the
  // sum over blocks.
  [[nodiscard]] sector_slack slack(const ring& r) const {
    return {2 * static_cast<double>(half_block) / r.unit, static_cast<int>(3 * (170 + blocks))};
  }
};

// sum_k b_k ((k - middle) / half_block)^t for all t, in chains of at most 80 additions.
struct block_moments {
  double re[moments] = {}, im[moments] = {};

  void add(const ring_terms& terms, const ring& r, std::int64_t first, std::int64_t last, std::int64_t middle,
           std::int64_t half_block) {
    const std::int64_t end = std::min(last, r.highest + 1);
    for (std::int64_t from = first; from < end; from += group) {
      double part_re[moments] = {}, part_im[moments] = {};
      for (std::int64_t k = from; k < std::min(from + group, end); k += tile)
        add_tile(terms, r, k, std::min({k + tile, from + group, end}), middle, half_block, part_re, part_im);
      for (int t = 0; t < moments; ++t) {
        re[t] += part_re[t];
        im[t] += part_im[t];
      }
    }
  }

 private:
  static constexpr std::size_t lanes = 8;
  static void add_tile(const ring_terms& terms, const ring& r, std::int64_t first, std::int64_t last,
                       std::int64_t middle, std::int64_t half_block, double* to_re, double* to_im) {
    double x[tile], a[tile], b[tile];
    const auto count = static_cast<std::size_t>(last - first);
    const std::size_t padded = (count + lanes - 1) / lanes * lanes;
    for (std::size_t i = 0; i < padded; ++i) {
      const std::int64_t k = first + static_cast<std::int64_t>(i);
      const std::complex<double> term = i < count ? terms.weighted(k - r.lowest) : 0.0;
      x[i] = static_cast<double>(k - middle) / static_cast<double>(half_block);
      a[i] = term.real();
      b[i] = term.imag();
    }
    for (int t = 0; t < moments; ++t) {
      double sum_a[lanes] = {}, sum_b[lanes] = {};
      for (std::size_t i = 0; i < padded; i += lanes) {
        for (std::size_t l = 0; l < lanes; ++l) {
          sum_a[l] += a[i + l];
          sum_b[l] += b[i + l];
          a[i + l] *= x[i + l];
          b[i + l] *= x[i + l];
        }
      }
      to_re[t] += ((sum_a[0] + sum_a[1]) + (sum_a[2] + sum_a[3])) + ((sum_a[4] + sum_a[5]) + (sum_a[6] + sum_a[7]));
      to_im[t] += ((sum_b[0] + sum_b[1]) + (sum_b[2] + sum_b[3])) + ((sum_b[4] + sum_b[5]) + (sum_b[6] + sum_b[7]));
    }
  }
};

// Adds e^(q u) times the moments, moved by `angle`, to a cell's Taylor polynomial; `phase` is that of the block's
// middle.
void collect(const block_moments& from, double angle, double half_block, double unit, double q,
             std::complex<double> phase, double (&re)[taylor_terms], double (&im)[taylor_terms]) {
  double turn[moments], growth[taylor_terms], part_re[moments], part_im[moments];
  turn[0] = growth[0] = 1;
  for (int l = 1; l < moments; ++l) turn[l] = turn[l - 1] * (half_block * angle) / l;
  for (int r = 1; r < taylor_terms; ++r) growth[r] = growth[r - 1] * q / r;
  double size = 1;
  for (int m = 0; m < moments; ++m) {
    double x = 0, y = 0;
    for (int l = 0; l < moments - m; ++l) {  // i^l
      const double a = turn[l] * from.re[m + l], b = turn[l] * from.im[m + l];
      x += l % 4 == 0 ? a : l % 4 == 1 ? -b : l % 4 == 2 ? -a : b;
      y += l % 4 == 0 ? b : l % 4 == 1 ? a : l % 4 == 2 ? -b : -a;
    }
    part_re[m] = (x * phase.real() - y * phase.imag()) * size;
    part_im[m] = (x * phase.imag() + y * phase.real()) * size;
    size *= half_block / unit / (m + 1);
  }
  for (int m = 0; m < taylor_terms; ++m) {
    double x = 0, y = 0;
    for (int l = 0; l < std::min(m + 1, moments); ++l) {
      x += growth[m - l] * part_re[l];
      y += growth[m - l] * part_im[l];
    }
    re[m] += x;
    im[m] += y;
  }
}

}  // namespace

bool sector_table::serves(const ring& r, std::int64_t cells) {
  const auto all = static_cast<std::int64_t>(r.cells() * r.passes());
  const double sector = std::numbers::pi * static_cast<double>(cells) / static_cast<double>(all);
  return cells * 1000 < all && sector + 2 * r.reach() / r.unit <= 1;
}

sector_table::sector_table(const coefficients& a, const envelope& hull, const ring& r, const fourier_plan& directions,
                           const cell_span& cells, int threads)
    : terms_(a, hull, r, threads, block_plan(r, cells.count()).slack(r)) {
  const block_plan plan(r, cells.count());
  const auto all = static_cast<std::int64_t>(r.cells() * r.passes());
  const std::int64_t middle = cells.first + cells.count() / 2;
  terms_.turn(directions, static_cast<std::size_t>(middle % all), threads);
  std::vector<block_moments> blocks(static_cast<std::size_t>(plan.blocks));
  parallel_for(blocks.size(), 1, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const auto block = static_cast<std::int64_t>(i);
      const std::int64_t from = r.lowest + 2 * block * plan.half_block;
      blocks[i].add(terms_, r, from, from + 2 * plan.half_block, plan.middle(r, block), plan.half_block);
    }
  });
  const auto count = static_cast<std::size_t>(cells.count());
  stride_ = (count + search_lanes - 1) / search_lanes * search_lanes;
  table_.assign(stride_ * batches * cell_stride, 0.0);
  numbers_.assign(stride_, 0);
  parallel_for(count, 1, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const std::int64_t cell = cells.first + static_cast<std::int64_t>(i), moved = cell - middle;
      numbers_[i] = static_cast<std::uint32_t>(cell % all);
      const double angle = 2 * std::numbers::pi * static_cast<double>(moved) / static_cast<double>(all);
      double re[taylor_terms] = {}, im[taylor_terms] = {};
      for (std::int64_t block = 0; block < plan.blocks; ++block) {
        const std::int64_t power = plan.middle(r, block) - r.centre;
        const std::int64_t place = ((power % all) * (((moved % all) + all) % all)) % all;
        collect(blocks[static_cast<std::size_t>(block)], angle, static_cast<double>(plan.half_block), r.unit,
                static_cast<double>(power) / r.unit,
                directions.rounded_direction(static_cast<std::size_t>((place + all) % all)), re, im);
      }
      for (int m = 0; m < taylor_terms; ++m) {
        const auto batch = static_cast<std::size_t>(m / batch_terms), lane = static_cast<std::size_t>(m % batch_terms);
        double* const to = table_.data() + (batch * stride_ + i) * cell_stride + lane;
        to[0] = re[m];
        to[batch_terms] = im[m];
      }
    }
  });
}

}  // namespace vieta::near_linear
