#pragma once

#include <cstdint>
#include <vector>

#include "boxes/decide.hpp"
#include "boxes/kernels.hpp"
#include "boxes/problem.hpp"

namespace vieta::boxes {

/// What a kernel is to look at next.
struct task {
  enum class purpose : std::uint8_t {
    explore,  ///< does the box hold a solution?
    certify,  ///< does it hold exactly one?
    refine,   ///< it holds exactly one: where?
  };
  cell box;
  purpose what = purpose::explore;
  std::uint8_t round = 0;   ///< refine: how often it was
  std::uint32_t index = 0;  ///< certify: of what is left when that cannot be told; refine: of the cover

  /// Makes this the task to explore a box in N variables.
  template <int N>
  void put(const cell& b) {
    what = purpose::explore;
    for (int k = 0; k < N; ++k) {
      box.lower[k] = b.lower[k];
      box.upper[k] = b.upper[k];
    }
  }
};

/// Tasks, to be taken from the end. Memory is kept for the next system, and new places are not set to zero first.
class task_list {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const task* begin() const { return memory_.data(); }
  [[nodiscard]] const task* end() const { return memory_.data() + size_; }
  void clear() { size_ = 0; }
  /// Places for `count` tasks behind the last one; `add` makes the first of them tasks of the list.
  [[nodiscard]] task* room(std::size_t count) {
    if (size_ + count > memory_.size()) memory_.resize(2 * (size_ + count) + 30);
    return memory_.data() + size_;
  }
  void add(std::size_t count) { size_ += count; }
  void push_back(const task& t) {
    *room(1) = t;
    ++size_;
  }
  [[nodiscard]] const task& take_last() { return memory_[--size_]; }

 private:
  std::vector<task> memory_;
  std::size_t size_ = 0;
};

/// A box that contains exactly one zero of the system's polynomials.
struct cover {
  cell box;
  std::int8_t jacobian_sign = 0;
};

/// A solution, refined.
struct found {
  cell box;
  std::size_t cover = 0;
};

/// A box that was left undecided.
struct leaf {
  cell box;
  enum class cause : std::uint8_t { tolerance, curve, budget } why = cause::tolerance;
};

/// The search for the solutions of one system: breadth first, generation after generation.
class search {
 public:
  void start(const shape& shape, const system_view& system, const boxes_options& options);

  /// The next box to look at. False when there is none, until those that are out come back: a generation is whole
  /// before it begins, since its size tells of curves and must not depend on how many lanes there are.
  bool take(task& next) {
    do {
      if (current_.empty()) {
        if (next_.empty() || dividing_ != 0) return false;
        begin_generation();
      }
      next = current_.take_last();
    } while (!covers.empty() && needs_no_look(next));
    dividing_ += next.what != task::purpose::refine;
    return true;
  }
  /// What a kernel says about it. True when `given` has become the task to look at next.
  bool answer(task& given, const lane_block& block, int lane);
  /// The same, when it says that there is no solution, which is no news for boxes that are known to hold one.
  void answer_empty(const task& given) {
    --dividing_;
    if (given.what == task::purpose::certify)
      ++certificates;
    else if (++boxes_visited >= options_->max_boxes)
      abandon();
  }
  /// A task that is not looked at after all.
  void take_back(const task& given) {
    dividing_ -= given.what != task::purpose::refine;
    current_.push_back(given);
  }
  /// Gives up: what is left becomes leaves. False when no box was left undecided.
  bool abandon();

  [[nodiscard]] bool idle() const { return current_.empty() && next_.empty(); }
  [[nodiscard]] std::size_t waiting() const { return current_.size() + next_.size(); }
  [[nodiscard]] const prepared_system& system() const { return system_; }
  [[nodiscard]] const system_view& given() const { return given_; }
  [[nodiscard]] const shape& form() const { return *shape_; }
  [[nodiscard]] const boxes_options& options() const { return *options_; }

  std::vector<cover> covers;
  std::vector<found> solutions;
  std::vector<leaf> leaves;
  std::vector<visited_box> visited;
  std::size_t boxes_visited = 0, certificates = 0;
  bool out_of_budget = false;
  std::vector<double> scratch;  // for whoever works on this search

 private:
  template <int N>
  bool answer_in(task& given, const lane_block& block, int lane);
  template <int N>
  void explored(const task& given, const lane_block& block, int lane);
  template <int N>
  void explored_otherwise(const task& given, const lane_block& block, int lane);
  template <int N>
  void certified(const task& given, const lane_block& block, int lane);
  template <int N>
  bool refined(task& given, const lane_block& block, int lane);
  template <int N>
  void advance(const remainder& left);
  void divide_all(const cell& box);
  template <int N>
  void certify_found(const cell& box, const lane_block& block, int lane);
  void settle(const cell& enclosure, std::size_t cover);
  void begin_generation();
  bool grows(std::size_t halvings) const;
  [[nodiscard]] bool needs_no_look(const task& next);
  [[nodiscard]] bool is_flat(const cell& box);
  void record(const cell& box, visited_box::fate what) {
    if (options_->keep_visited) visited.push_back({0, box, what});
  }

  const shape* shape_ = nullptr;
  system_view given_;
  prepared_system system_;
  const boxes_options* options_ = nullptr;
  int n_ = 0;
  task_list current_, next_;
  std::vector<remainder> remainders_;
  std::vector<std::size_t> generations_;  // number of boxes in each
  std::size_t dividing_ = 0;              // boxes that are out and may come back in parts
  std::size_t curve_since_ = 0;           // the generation in which a curve was suspected; 0: none
};

/// Restricts all coefficients of `count` polynomials of this shape to a box; each is then within
/// growth * (its error) of the truth, growth is returned.
double restrict_polynomials(const core::bernstein_shape& shape, int count, const double* from, const cell& box,
                            std::vector<double>& out);

}  // namespace vieta::boxes
