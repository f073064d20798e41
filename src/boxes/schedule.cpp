#include "boxes/schedule.hpp"

#include <algorithm>
#include <memory>
#include <new>

#include "boxes/finish.hpp"
#include "boxes/search.hpp"

namespace vieta::boxes {

namespace {

struct release {
  void operator()(double* p) const { ::operator delete (p, std::align_val_t{64}); }
};
using aligned_array = std::unique_ptr<double, release>;

aligned_array allocate(std::size_t count) {
  return aligned_array(static_cast<double*>(::operator new (count * sizeof(double), std::align_val_t{64})));
}

class block_solver {
 public:
  block_solver(const shape& form, const std::function<system_view(std::size_t)>& view, const boxes_options& options,
               const std::function<bool()>& must_stop)
      : shape_(form),
        view_(view),
        options_(options),
        must_stop_(must_stop),
        kernels_(options.simd ? kernels() : scalar_kernels()),
        lanes_(kernels_.lanes) {
    const core::bernstein_shape& s = shape_.core;
    const auto width = static_cast<std::size_t>(lanes_);
    const int largest = *std::max_element(s.degree, s.degree + s.variables);
    count_ = static_cast<std::size_t>(s.size) * static_cast<std::size_t>(s.variables);
    columns_ = allocate(count_ * width);
    work_ = allocate(static_cast<std::size_t>(core::box_workspace(s.variables, s.size, largest)) * width);
    std::fill_n(columns_.get(), count_ * width, 0.0);
    std::fill_n(&block_.lower[0][0], 4 * most_lanes, 0.0);
    std::fill_n(&block_.upper[0][0], 4 * most_lanes, 1.0);
    std::fill_n(&block_.error[0][0], 4 * most_lanes, 0.0);
  }

  void solve(std::size_t begin, std::size_t end, boxes_result& result) {
    searches_.resize(std::max(searches_.size(), end - begin));
    begin_ = begin, next_ = begin, end_ = end;
    std::fill(std::begin(lane_), std::end(lane_), nullptr);
    for (bool stopped = false;;) {
      if (must_stop_()) stopped = true;
      for (int lane = 0; lane < lanes_; ++lane) {
        if (lane_[lane] != nullptr && (stopped || lane_[lane]->idle())) {
          if (stopped) lane_[lane]->abandon();
          lane_[lane] = nullptr;
        }
        if (lane_[lane] == nullptr) fill(lane, stopped);
      }
      if (!step()) break;
    }
    for (std::size_t k = begin; k < end; ++k) append_items(searches_[k - begin], result);
  }

 private:
  /// Gives a lane a system: the next one, or else that with the most boxes for each of its lanes.
  void fill(int lane, bool stopped) {
    while (next_ < end_) {
      search& s = searches_[next_ - begin_];
      s.start(shape_, view_(next_), options_);
      ++next_;
      if (stopped) s.abandon();
      if (s.idle()) continue;
      load(lane, s);
      return;
    }
    search* best = nullptr;
    std::size_t best_share = 1;
    for (int l = 0; l < lanes_; ++l) {
      if (lane_[l] == nullptr) continue;
      const auto users = static_cast<std::size_t>(std::count(lane_, lane_ + lanes_, lane_[l]));
      const std::size_t share = lane_[l]->waiting() / users;
      if (share > best_share) best = lane_[l], best_share = share;
    }
    if (best != nullptr) load(lane, *best);
  }

  void load(int lane, search& s) {
    lane_[lane] = &s;
    const std::vector<double>& c = s.system().coefficients;
    double* const column = columns_.get() + lane;
    for (std::size_t j = 0; j < count_; ++j) column[j * static_cast<std::size_t>(lanes_)] = c[j];
    for (int q = 0; q < shape_.core.variables; ++q) block_.error[q][lane] = s.system().error[q];
  }

  /// One box in each lane. False when there is nothing to do.
  bool step() {
    const int n = shape_.core.variables;
    unsigned busy = 0;
    for (int lane = 0; lane < lanes_; ++lane) {
      if (lane_[lane] == nullptr || !lane_[lane]->take(task_[lane])) continue;
      busy |= 1u << lane;
      for (int k = 0; k < n; ++k) {
        block_.lower[k][lane] = task_[lane].box.lower[k];
        block_.upper[k][lane] = task_[lane].box.upper[k];
      }
    }
    if (busy == 0) return next_ < end_ || std::any_of(lane_, lane_ + lanes_, [](search* s) { return s != nullptr; });
    kernels_.examine[n - 1](shape_.core, columns_.get(), block_, n > 2, work_.get());
    for (int lane = 0; lane < lanes_; ++lane)
      if ((busy >> lane & 1) != 0) lane_[lane]->answer(task_[lane], block_, lane);
    return true;
  }

  lane_block block_;
  const shape& shape_;
  const std::function<system_view(std::size_t)>& view_;
  const boxes_options& options_;
  const std::function<bool()>& must_stop_;
  const kernel_table& kernels_;
  int lanes_;
  std::size_t count_ = 0, begin_ = 0, next_ = 0, end_ = 0;
  aligned_array columns_, work_;
  task task_[most_lanes];
  search* lane_[most_lanes] = {};
  std::vector<search> searches_;
};

}  // namespace

void solve_block(const shape& shape, const std::function<system_view(std::size_t)>& view, std::size_t begin,
                 std::size_t end, const boxes_options& options, const std::function<bool()>& must_stop,
                 boxes_result& result) {
  // Few systems at a time: their searches stay in the cache.
  constexpr std::size_t at_once = 128;
  block_solver solver(shape, view, options, must_stop);
  for (std::size_t first = begin; first < end; first += at_once)
    solver.solve(first, std::min(end, first + at_once), result);
}

}  // namespace vieta::boxes
