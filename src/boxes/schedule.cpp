#include "boxes/schedule.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <new>

#include "boxes/leftovers/finish.hpp"
#include "boxes/leftovers/merge.hpp"
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
  block_solver(const shape& form, const view_function& view, const boxes_options& options,
               const std::function<bool()>& must_stop)
      : shape_(form),
        view_(view),
        options_(options),
        must_stop_(must_stop),
        kernels_(options.simd ? kernels() : scalar_kernels()),
        lanes_(kernels_.lanes),
        in_bulk_(options.method == boxes_method::krawczyk && !options.keep_visited) {
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
    block_.tolerance = options.tolerance;
  }

  /// Systems begin .. end - 1. A search that ends makes room at once: those that go on stay in the cache.
  void solve(std::size_t begin, std::size_t end, boxes_result& result) {
    begin_ = next_ = viewed_ = begin, end_ = end;
    place_.resize(end - begin);
    clear(ended_);
    for (bool stopped = false;;) {
      if (must_stop_()) stopped = true;
      for (int lane = 0; lane < lanes_; ++lane) {
        search* const s = lane_[lane];
        if (s != nullptr && (stopped || (s->idle() && !goes_on(lane)))) {
          lane_[lane] = nullptr;
          if (goes_on(lane)) s->take_back(task_[lane]);
          if (stopped) stop(*s);
          going_on_ &= ~(1u << lane);
          // Lanes that share a search leave it one after the other.
          if (std::find(lane_, lane_ + lanes_, s) == lane_ + lanes_) finish(*s);
        }
        if (lane_[lane] == nullptr) fill(lane, stopped);
      }
      if (!step()) break;
    }
    append_in_order(result, ended_, place_);
  }

 private:
  void finish(search& s) {
    place_[system_[&s - searches_] - begin_] = ended_.status.size();
    append_items(s, ended_, must_stop_);
  }
  /// The time is up, or the user has had enough.
  void stop(search& s) {
    if (s.abandon()) ended_.report.stopped_by = "time";
  }

  /// The view of the next system. Its coefficients may lie anywhere in the memory: those of systems that are wanted
  /// soon are asked for.
  const system_view& next_view() {
    for (; viewed_ < std::min(end_, next_ + views_ahead); ++viewed_) {
      system_view& coming = views_[viewed_ % views_ahead];
      view_(viewed_, coming);
      for (int q = 0; q < coming.variables; ++q) fetch(coming.equations[q].coefficients);
    }
    return views_[next_ % views_ahead];
  }

  /// Whether a lane's task is the one to look at next.
  [[nodiscard]] bool goes_on(int lane) const { return (going_on_ >> lane & 1) != 0; }
  /// Solutions of a search that lanes go on with.
  [[nodiscard]] std::size_t being_refined(const search& s) const {
    std::size_t count = 0;
    for (int lane = 0; lane < lanes_; ++lane) count += lane_[lane] == &s && goes_on(lane);
    return count;
  }

  /// Gives a lane a system: the next one, or else that with the most boxes for each of its lanes.
  void fill(int lane, bool stopped) {
    // Searches are shared only when no system is left to begin, so that of this lane is free.
    search& own = searches_[lane];
    while (next_ < end_) {
      own.start(shape_, next_view(), options_);
      system_[lane] = next_++;
      if (stopped) stop(own);
      if (!own.idle()) return load(lane, own);
      finish(own);
    }
    search* best = nullptr;
    std::size_t best_share = 1;
    for (int l = 0; l < lanes_; ++l) {
      if (lane_[l] == nullptr || lane_[l]->waiting() == 0) continue;
      const auto users = static_cast<std::size_t>(std::count(lane_, lane_ + lanes_, lane_[l]));
      const std::size_t share = (lane_[l]->waiting() + being_refined(*lane_[l])) / users;
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
    unsigned busy = 0, refining = 0;
    for (int lane = 0; lane < lanes_; ++lane) {
      if (lane_[lane] == nullptr || !(goes_on(lane) || lane_[lane]->take(task_[lane]))) continue;
      busy |= 1u << lane;
      refining |= static_cast<unsigned>(task_[lane].what == task::purpose::refine) << lane;
      for (int k = 0; k < n; ++k) {
        block_.lower[k][lane] = task_[lane].box.lower[k];
        block_.upper[k][lane] = task_[lane].box.upper[k];
      }
    }
    if (busy == 0) return next_ < end_ || std::any_of(lane_, lane_ + lanes_, [](search* s) { return s != nullptr; });
    kernels_.examine[n - 1](shape_.core, columns_.get(), block_, n > 2, work_.get());
    // Which boxes are empty cannot be foretold: a branch for each would cost more than what is to be done for them.
    going_on_ = 0;
    const unsigned empty = in_bulk_ ? busy & block_.empty & ~refining : 0;
    for (unsigned left = empty; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      lane_[lane]->answer_empty(task_[lane]);
    }
    for (unsigned left = busy & ~empty; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      going_on_ |= static_cast<unsigned>(lane_[lane]->answer(task_[lane], block_, lane)) << lane;
    }
    return true;
  }

  lane_block block_;
  const shape& shape_;
  const view_function& view_;
  const boxes_options& options_;
  const std::function<bool()>& must_stop_;
  const kernel_table& kernels_;
  int lanes_;
  static constexpr std::size_t views_ahead = 8;
  std::size_t count_ = 0, begin_ = 0, next_ = 0, viewed_ = 0, end_ = 0;
  system_view views_[views_ahead];  // of systems next_ .. viewed_ - 1
  aligned_array columns_, work_;
  task task_[most_lanes];
  unsigned going_on_ = 0;             // one bit for each lane
  search* lane_[most_lanes] = {};     // whose boxes a lane looks at
  search searches_[most_lanes];       // that which a lane began
  std::size_t system_[most_lanes]{};  // and of which system it is
  bool in_bulk_;
  boxes_result ended_;              // in the order in which searches end
  std::vector<std::size_t> place_;  // of each system there
};

}  // namespace

void solve_block(const shape& shape, const view_function& view, std::size_t begin, std::size_t end,
                 const boxes_options& options, const std::function<bool()>& must_stop, boxes_result& result) {
  block_solver solver(shape, view, options, must_stop);
  result.status.reserve(end - begin);
  result.first.reserve(end - begin + 1);
  for (std::size_t first = begin; first < end; first += systems_at_once) {
    solver.solve(first, std::min(end, first + systems_at_once), result);
    // Room for about what will come.
    if (first == begin) result.items.reserve(result.items.size() * ((end - begin) / systems_at_once + 1) / 4 * 5);
  }
}

}  // namespace vieta::boxes
