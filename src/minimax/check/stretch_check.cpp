#include "minimax/check/stretch_check.hpp"

#include <algorithm>
#include <cmath>

namespace vieta::approximation {

stretch_check::stretch_check(const check_task& task)
    : worst(task.codes.size()),
      task_(task),
      kernels_(find_run_kernels()),
      reference_(task.reference),
      weight_(task.weight) {
  for (const machine_code& c : task.codes) runners_.emplace_back(c);
  std::fill_n(weights_, run_block_size, 1.0);
}

void stretch_check::prepare(std::uint64_t begin, std::size_t count) {
  begin_ = begin;
  count_ = count;
  reference_.prepare(task_.inputs, begin, count);
  if (task_.weight) weight_.prepare(task_.inputs, begin, count);
}

bool stretch_check::run(std::size_t from_block, std::size_t to, const std::function<bool()>& must_stop) {
  for (std::size_t block = from_block; block < to; ++block) {
    if (must_stop()) return false;
    const std::size_t from = block * run_block_size, n = std::min(run_block_size, count_ - from);
    for (std::size_t i = 0; i < n; ++i) x_[i] = task_.inputs[begin_ + from + i];
    reference_.at(block, x_, n, exact_);
    if (!reference_.smooth(block))
      left_out += static_cast<std::uint64_t>(
          std::count_if(exact_, exact_ + n, [](double value) { return !std::isfinite(value); }));
    if (task_.weight) weight_.at(block, x_, n, weights_);
    for (std::size_t m = 0; m < runners_.size(); ++m)
      for (const std::uint64_t d : task_.directions[m])
        compare(runners_[m].run(x_, nullptr, n, d), n, begin_ + from, worst[m]);
  }
  return true;
}

void stretch_check::compare(const float* y, std::size_t n, std::uint64_t begin, worst_input& worst_of) {
  const double* const weight = task_.relative ? nullptr : weights_;
  const auto largest = [&](std::size_t from, std::size_t size) {
    return kernels_.largest_error(exact_ + from, y + from, weight ? weight + from : nullptr, task_.least(), size);
  };
  const double error = largest(0, n);
  if (error == 0 || !(error >= worst_of.error)) return;
  std::size_t i = 0;
  while (largest(i, 1) != error) ++i;
  take(worst_of, error, begin + i);
}

}  // namespace vieta::approximation
