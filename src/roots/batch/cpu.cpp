#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "base/cpu_target.hpp"
#include "base/parallel_for.hpp"
#include "roots/batch/kernels.hpp"
#include "roots/batch/row.hpp"
#include "roots/batch/rows.hpp"

namespace vieta::root_batches {
namespace {

constexpr std::size_t block_size = 512;  // polynomials that are put in order of degree, so that lanes are full
constexpr int most_lanes = 8;

/// Memory of one thread: the lanes of one pack, and what is known of a block of polynomials. Fetched once.
struct arena {
  static constexpr int numbers = places(most_degree) * most_lanes;
  alignas(64) double b_re[numbers], b_im[numbers], b_modulus[numbers], node_re[numbers], node_im[numbers],
      disc_re[numbers], disc_im[numbers], radius[numbers], gap[numbers], rank[numbers], is_real[most_lanes];
  double logarithm[most_degree + 1];
  std::array<row_shape, block_size> shapes;
  std::array<std::uint16_t, block_size> order;

  lane_arrays view() {
    return {{b_re, b_im, b_modulus}, {node_re, node_im}, {{disc_re, disc_im}, radius}, gap, rank, is_real};
  }
};

arena& own_arena() {
  thread_local const std::unique_ptr<arena> memory = std::make_unique<arena>();
  return *memory;  // NOLINT(clang-analyzer-cplusplus.NewDelete): it takes the end of the thread for the end of the call
}

template <class T>
class block_solver {
 public:
  block_solver(const polynomial_batch<T>& in, const root_batch_output& out, int digits)
      : in_(in),
        out_(out, in.order, in.degree, in.count),
        kernel_(kernels()),
        digits_(digits),
        relative_radius_(std::pow(10.0, -digits)) {}

  /// Returns how many went one by one.
  std::size_t solve(std::size_t begin, std::size_t end) const {
    arena& memory = own_arena();
    std::size_t one_by_one = 0;
    std::array<std::uint16_t, most_degree + 2> first{};  // of each degree, in `order`
    for (std::size_t i = begin; i < end; ++i) {
      row_shape& shape = memory.shapes[i - begin];
      shape = analyse(
          in_.degree(), [&](int k) { return in_.coefficient(i, k); }, memory.logarithm);
      if (shape.kind == row_kind::solvable)
        ++first[static_cast<std::size_t>(shape.degree()) + 1];
      else
        one_by_one += finish_unsolvable(i, shape) ? 1 : 0;
    }
    for (std::size_t d = 1; d < first.size(); ++d) first[d] = static_cast<std::uint16_t>(first[d] + first[d - 1]);
    auto next = first;
    for (std::size_t i = begin; i < end; ++i) {
      const row_shape& shape = memory.shapes[i - begin];
      if (shape.kind != row_kind::solvable) continue;
      memory.order[next[static_cast<std::size_t>(shape.degree())]++] = static_cast<std::uint16_t>(i - begin);
    }
    const auto lanes = static_cast<std::size_t>(kernel_.lanes);
    for (std::size_t d = 1; d + 1 < first.size(); ++d) {
      for (std::size_t at = first[d]; at < first[d + 1]; at += lanes) {
        const std::size_t used = std::min<std::size_t>(lanes, first[d + 1] - at);
        one_by_one += solve_lanes(memory, begin, memory.order.data() + at, used, static_cast<int>(d));
      }
    }
    return one_by_one;
  }

 private:
  bool finish_unsolvable(std::size_t i, const row_shape& shape) const {
    switch (shape.kind) {
      case row_kind::monomial:
        out_.set_zeros(i, shape.lowest);
        out_.finish(i, shape.lowest, root_batch_status::complete);
        return false;
      case row_kind::zero:
        out_.finish(i, 0, root_batch_status::zero_polynomial);
        return false;
      case row_kind::bad:
        out_.finish(i, 0, root_batch_status::bad_input);
        return false;
      case row_kind::difficult:
      case row_kind::solvable:
        break;
    }
    solve_one(i, in_, digits_, out_);
    return true;
  }

  /// Polynomials of one degree in the lanes of a pack; the last one stands in for those that are missing.
  std::size_t solve_lanes(arena& memory, std::size_t begin, const std::uint16_t* chosen, std::size_t used,
                          int degree) const {
    const auto lanes = static_cast<std::size_t>(kernel_.lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::size_t row = chosen[std::min(lane, used - 1)];
      fill_lane(memory, begin + row, memory.shapes[row], lane);
    }
    for (std::size_t k = static_cast<std::size_t>(degree) * lanes; k < static_cast<std::size_t>(places(degree)) * lanes;
         ++k)
      memory.node_re[k] = memory.node_im[k] = 0;
    // By the type, not by what the lanes hold: an answer does not depend on its neighbours.
    const lane_outcomes outcome = kernel_.solve(memory.view(), degree, std::is_same_v<T, double>, relative_radius_);
    std::size_t alone = 0;
    for (std::size_t lane = 0; lane < used; ++lane) {
      const std::size_t row = chosen[lane];
      if ((outcome.proven >> lane & 1) != 0) {
        write_lane(memory, begin + row, memory.shapes[row], lane);
      } else {
        solve_one(begin + row, in_, digits_, out_);
        ++alone;
      }
    }
    return alone;
  }

  void fill_lane(arena& memory, std::size_t i, const row_shape& shape, std::size_t lane) const {
    const auto lanes = static_cast<std::size_t>(kernel_.lanes);
    bool is_real = true;
    for (int k = 0; k <= shape.degree(); ++k) {
      const complex<double> a = in_.coefficient(i, shape.lowest + k);
      memory.logarithm[shape.lowest + k] = log2_estimate(larger_part(a));
      const complex<double> b = scaled(a, shape, k);
      const std::size_t at = static_cast<std::size_t>(k) * lanes + lane;
      memory.b_re[at] = b.re;
      memory.b_im[at] = b.im;
      memory.b_modulus[at] = std::sqrt(norm(b));
      is_real = is_real && b.im == 0;
    }
    memory.is_real[lane] = is_real ? 1 : 0;
    starting_points(shape, memory.logarithm, [&](int k, const complex<double>& w) {
      const std::size_t at = static_cast<std::size_t>(k) * lanes + lane;
      memory.node_re[at] = w.re;
      memory.node_im[at] = w.im;
    });
  }

  void write_lane(const arena& memory, std::size_t i, const row_shape& shape, std::size_t lane) const {
    const auto lanes = static_cast<std::size_t>(kernel_.lanes);
    const double scale = power_of_two<double>(shape.scale);
    out_.set_zeros(i, shape.lowest);
    for (int k = 0; k < shape.degree(); ++k) {
      const std::size_t at = static_cast<std::size_t>(k) * lanes + lane;
      out_.set(i, shape.lowest + static_cast<int>(memory.rank[at]),
               {memory.disc_re[at] * scale, memory.disc_im[at] * scale}, memory.radius[at] * scale,
               batch_root_status::isolated);
    }
    out_.finish(i, shape.highest, root_batch_status::complete);
  }

  rows_in<T> in_;
  rows_out out_;
  const batch_kernels& kernel_;
  int digits_;
  double relative_radius_;
};

}  // namespace

template <class T>
std::size_t roots_on_cpu(const polynomial_batch<T>& in, const root_batch_output& out, const root_batch_options& options,
                         std::string& target) {
  const block_solver<T> solver(in, out, options.digits);
  const int threads = thread_count(options.on.threads);
  target = cpu_target(name(kernels().level), threads);
  std::atomic<std::size_t> one_by_one = 0;
  parallel_for((in.count + block_size - 1) / block_size, 1, threads, [&](std::size_t first, std::size_t last) {
    std::size_t some = 0;
    for (std::size_t block = first; block < last; ++block)
      some += solver.solve(block * block_size, std::min(in.count, (block + 1) * block_size));
    one_by_one += some;
  });
  return one_by_one;
}

template std::size_t roots_on_cpu(const polynomial_batch<double>&, const root_batch_output&, const root_batch_options&,
                                  std::string&);
template std::size_t roots_on_cpu(const polynomial_batch<std::complex<double>>&, const root_batch_output&,
                                  const root_batch_options&, std::string&);

}  // namespace vieta::root_batches
