#include "minimax/float_check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>

#include "minimax/run_program.hpp"
#include "minimax/smooth_values.hpp"
#include "parallel_for.hpp"

namespace vieta::approximation {
namespace {

/// Neighbouring floats whose true values are found together; many blocks of a program's run.
constexpr std::size_t piece_size = 16 * run_block_size;

/// Floats in their order as integers: -0 and 0 are neighbours.
std::int64_t rank_of(float x) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x), size = bits & 0x7fffffffU;
  return (bits >> 31) != 0 ? -static_cast<std::int64_t>(size) - 1 : static_cast<std::int64_t>(size);
}
float float_of(std::int64_t rank) {
  const auto bits = rank < 0 ? static_cast<std::uint32_t>(-rank - 1) | 0x80000000U : static_cast<std::uint32_t>(rank);
  return std::bit_cast<float>(bits);
}
float up_to(double x, bool towards_larger) {
  float f = static_cast<float>(x);
  if (towards_larger && static_cast<double>(f) < x) f = std::nextafter(f, std::numeric_limits<float>::infinity());
  if (!towards_larger && static_cast<double>(f) > x) f = std::nextafter(f, -std::numeric_limits<float>::infinity());
  return f;
}

/// All half precision numbers between lo and hi, ascending.
std::vector<float> halves_between(double lo, double hi) {
  std::vector<float> all;
  for (int code = 0; code < 0x7c00; ++code) {
    const int exponent = code >> 10, mantissa = code & 1023;
    const double size = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
    if (size >= lo && size <= hi) all.push_back(static_cast<float>(size));
    if ((code > 0 || lo < 0) && -size >= lo && -size <= hi) all.push_back(static_cast<float>(-size));
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// The inputs, in ascending order: every `stride`-th number of the format, and the last one.
class inputs {
 public:
  inputs(bool half, double lo, double hi, std::uint64_t most) {
    if (half) halves_ = halves_between(lo, hi);
    first_ = half ? 0 : rank_of(up_to(lo == 0 ? 0.0 : lo, true));
    const std::int64_t last = half ? static_cast<std::int64_t>(halves_.size()) - 1 : rank_of(up_to(hi, false));
    if (last < first_) return;
    last_ = static_cast<std::uint64_t>(last - first_);
    stride_ = most == 0 || last_ < most ? 1 : (last_ + 1) / most;
    count_ = (last_ + stride_ - 1) / stride_ + 1;
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t stride() const { return stride_; }
  [[nodiscard]] float operator[](std::uint64_t i) const {
    const std::uint64_t at = std::min(i * stride_, last_);
    return halves_.empty() ? float_of(first_ + static_cast<std::int64_t>(at)) : halves_[at];
  }

 private:
  std::vector<float> halves_;
  std::int64_t first_ = 0;
  std::uint64_t last_ = 0, stride_ = 1, count_ = 0;
};

/// Which ways the inexact steps err, in turn.
std::vector<std::uint64_t> directions_of(int inexact) {
  std::vector<std::uint64_t> all;
  if (inexact <= 6) {
    for (std::uint64_t d = 0; d < std::uint64_t(1) << inexact; ++d) all.push_back(d);
    return all;
  }
  for (const std::uint64_t base : {std::uint64_t(0), ~std::uint64_t(0)}) {
    all.push_back(base);
    for (int k = 0; k < std::min(inexact, 64); ++k) all.push_back(base ^ std::uint64_t(1) << k);
  }
  return all;
}

/// The same worst input for any order of the pieces.
void take(float_check& worst, double error, double x) {
  if (error > worst.error || (error == worst.error && error > 0 && x < worst.worst_at)) {
    worst.error = error;
    worst.worst_at = x;
  }
}

/// What one thread needs to look at pieces.
class piece_check {
 public:
  piece_check(const program& p, const std::vector<machine>& machines, const tree& reference, const tree& weight,
              bool relative)
      : reference_(reference), weight_(weight), weighted_(!relative), has_weight_(weight && !relative) {
    least_ = !machines.empty() && machines[0].half ? 0x1p-14 : 0x1p-126;
    for (const machine& m : machines) {
      runners_.emplace_back(p, m);
      directions_.push_back(directions_of(runners_.back().inexact()));
    }
    worst.resize(machines.size());
    std::fill_n(weights_, run_block_size, 1.0);
  }

  void look_at(const float* x, std::size_t count) {
    reference_.prepare(x, count);
    if (has_weight_) weight_.prepare(x, count);
    for (std::size_t begin = 0; begin < count; begin += run_block_size) {
      const std::size_t n = std::min(run_block_size, count - begin);
      reference_.at(x + begin, n, exact_);
      if (has_weight_) weight_.at(x + begin, n, weights_);
      for (std::size_t m = 0; m < runners_.size(); ++m)
        for (const std::uint64_t d : directions_[m])
          compare(x + begin, runners_[m].run(x + begin, nullptr, n, d), n, m);
    }
  }

  std::vector<float_check> worst;

 private:
  void compare(const float* x, const float* y, std::size_t n, std::size_t m) {
    const double* const weight = weighted_ ? weights_ : nullptr;
    const auto largest = [&](std::size_t from, std::size_t size) {
      return find_run_kernels().largest_error(exact_ + from, y + from, weight ? weight + from : nullptr, least_, size);
    };
    const double error = largest(0, n);
    if (error == 0 || !(error >= worst[m].error)) return;
    std::size_t i = 0;
    while (largest(i, 1) != error) ++i;
    take(worst[m], error, static_cast<double>(x[i]));
  }

  std::vector<program_runner> runners_;
  std::vector<std::vector<std::uint64_t>> directions_;
  smooth_values reference_, weight_;
  bool weighted_, has_weight_;
  double least_ = 0;
  double exact_[run_block_size] = {}, weights_[run_block_size] = {};
};

}  // namespace

std::vector<float_check> check_floats(const program& p, const std::vector<machine>& machines, const tree& reference,
                                      const tree& weight, bool relative, double lo, double hi, std::uint64_t most,
                                      int threads) {
  std::vector<float_check> worst(machines.size());
  const inputs all(!machines.empty() && machines[0].half, lo, hi, most);
  std::mutex guard;
  const auto pieces = static_cast<std::size_t>((all.count() + piece_size - 1) / piece_size);
  parallel_for(pieces, 16, threads, [&](std::size_t from, std::size_t to) {
    piece_check check(p, machines, reference, weight, relative);
    std::vector<float> x(piece_size);
    for (std::size_t k = from; k < to; ++k) {
      const std::uint64_t begin = std::uint64_t(k) * piece_size;
      const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(all.count() - begin, piece_size));
      for (std::size_t i = 0; i < n; ++i) x[i] = all[begin + i];
      check.look_at(x.data(), n);
    }
    const std::scoped_lock lock(guard);
    for (std::size_t m = 0; m < machines.size(); ++m) take(worst[m], check.worst[m].error, check.worst[m].worst_at);
  });
  for (float_check& w : worst) {
    w.inputs = all.count();
    w.exhaustive = all.stride() == 1;
  }
  return worst;
}

}  // namespace vieta::approximation
