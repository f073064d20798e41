#include "boxes/search.hpp"

#include <algorithm>
#include <cmath>

#include "boxes/other_methods.hpp"

namespace vieta::boxes {

namespace {

/// A point of [lower, upper] from its local coordinate, no further up, or down, than the true one.
double outward(double lower, double upper, double local, double direction) {
  const double at = lower + local * (upper - lower);
  // Three roundings of numbers below 2 max |end| (for -1 <= local <= 2).
  return at + direction * 0x1p-50 * std::max(std::fabs(lower), std::fabs(upper));
}

bool bit(unsigned lanes, int lane) { return (lanes >> lane & 1) != 0; }

/// One lane of the ends of boxes. Like all that is done for every box it takes the number of variables as a template
/// argument: loops of two or three rounds are written out.
template <int N>
cell cell_in(const lane_block::row* lower, const lane_block::row* upper, int lane) {
  cell c;
  for (int k = 0; k < N; ++k) {
    c.lower[k] = lower[k][lane];
    c.upper[k] = upper[k][lane];
  }
  return c;
}

/// What remains of a box that was looked at.
template <int N>
remainder remainder_in(const lane_block& block, int lane) {
  return {cell_in<N>(block.left_lower, block.left_upper, lane), bit(block.divide, lane), bit(block.last, lane)};
}

std::int8_t jacobian_sign(int n, const lane_block& block, int lane) {
  double inverse[16];
  for (int k = 0; k < n * n; ++k) inverse[k] = block.inverse[k][lane];
  return determinant_sign(n, inverse);
}

}  // namespace

double restrict_polynomials(const core::bernstein_shape& shape, int count, const double* from, const cell& box,
                            std::vector<double>& out) {
  const int largest = *std::max_element(shape.degree, shape.degree + shape.variables);
  const auto size = static_cast<std::size_t>(shape.size) * static_cast<std::size_t>(count);
  out.resize(size + static_cast<std::size_t>(core::box_workspace(shape.variables, shape.size, largest)));
  double lower[4] = {}, upper[4] = {};
  std::copy(box.lower.begin(), box.lower.end(), lower);
  std::copy(box.upper.begin(), box.upper.end(), upper);
  double* const work = out.data() + size;
  switch (shape.variables) {
    case 1:
      return core::restrict_box<1>(shape, count, from, lower, upper, out.data(), work);
    case 2:
      return core::restrict_box<2>(shape, count, from, lower, upper, out.data(), work);
    case 3:
      return core::restrict_box<3>(shape, count, from, lower, upper, out.data(), work);
    default:
      return core::restrict_box<4>(shape, count, from, lower, upper, out.data(), work);
  }
}

void search::start(const shape& shape, const system_view& system, const boxes_options& options) {
  shape_ = &shape;
  given_ = system;
  options_ = &options;
  n_ = system.variables;
  covers.clear(), solutions.clear(), leaves.clear(), visited.clear();
  current_.clear(), next_.clear(), remainders_.clear(), generations_.clear();
  boxes_visited = certificates = dividing_ = curve_since_ = 0;
  out_of_budget = false;
  system_.prepare(shape, system);
  for (const bernstein_polynomial& f : system.positive)
    if (std::isnan(f.error) ||
        !std::all_of(f.coefficients.begin(), f.coefficients.end(), [](double c) { return std::isfinite(c); }))
      system_.bad_equation = n_;
  if (system_.bad_equation >= 0) return;
  task whole;
  for (int k = 0; k < n_; ++k) whole.box.upper[k] = 1;
  next_.push_back(whole);
}

/// A box in a uniqueness box: its zero is known.
bool search::needs_no_look(const task& next) {
  if (next.what == task::purpose::refine) return false;
  const cell& box = next.what == task::purpose::explore ? next.box : remainders_[next.index].box;
  for (const cover& c : covers)
    if (contains(n_, c.box, box)) {
      record(next.box, visited_box::fate::covered);
      return true;
    }
  return false;
}

/// The number of boxes grew at least half for each halving of their edges.
bool search::grows(std::size_t halvings) const {
  // One generation halves one edge, or divides all.
  const bool one_edge = options_->method == boxes_method::krawczyk;
  const std::size_t step = one_edge ? static_cast<std::size_t>(n_) : 1;
  const double least = 0.75 * (one_edge ? 2 : options_->subdivision);
  if (generations_.size() <= halvings * step) return false;
  for (std::size_t h = 0, at = generations_.size() - 1; h < halvings; ++h, at -= step)
    if (static_cast<double>(generations_[at]) < least * static_cast<double>(generations_[at - step])) return false;
  return true;
}

void search::begin_generation() {
  std::swap(current_, next_);
  generations_.push_back(current_.size());
  if (curve_since_ != 0) return;
  // A curve of solutions shows by boxes that become more and more where the equations are straight already. Where they
  // never become straight (double curves) numbers alone must do.
  const std::size_t least = std::size_t{32} << n_;
  if (current_.size() < least || !grows(3)) return;
  std::size_t flat = 0, tried = 0;
  for (std::size_t k = 0; k < current_.size(); k += current_.size() / 16, ++tried)
    flat += is_flat(current_.begin()[k].box);
  if (4 * flat >= 3 * tried || (current_.size() >= 32 * least && grows(6))) curve_since_ = generations_.size();
}

bool search::is_flat(const cell& box) {
  const core::bernstein_shape& s = shape_->core;
  (void)restrict_polynomials(s, n_, system_.coefficients.data(), box, scratch);
  for (int q = 0; q < n_; ++q) {
    const double* const f = scratch.data() + static_cast<std::size_t>(q) * static_cast<std::size_t>(s.size);
    double spread = 0, size = 0;
    for (int k = 0; k < n_; ++k) {
      double least = HUGE_VAL, most = -HUGE_VAL;
      for (int j = 0; j < s.size; ++j) {
        if (j / s.stride[k] % (s.degree[k] + 1) == s.degree[k]) continue;
        const double slope = s.degree[k] * (f[j + s.stride[k]] - f[j]);
        least = std::min(least, slope);
        most = std::max(most, slope);
      }
      spread = std::max(spread, most - least);
      size = std::max(size, std::fabs(most + least) / 2);
    }
    if (spread > 0.5 * size) return false;
  }
  return true;
}

bool search::abandon() {
  const std::size_t before = leaves.size();
  for (const task_list* tasks : {&current_, &next_})
    for (const task& t : *tasks) {
      if (t.what == task::purpose::refine) {
        settle(t.box, t.index);
        continue;
      }
      out_of_budget = true;
      leaves.push_back({t.what == task::purpose::explore ? t.box : remainders_[t.index].box, leaf::cause::budget});
    }
  current_.clear();
  next_.clear();
  return leaves.size() > before;
}

bool search::answer(task& given, const lane_block& block, int lane) {
  switch (n_) {
    case 1:
      return answer_in<1>(given, block, lane);
    case 2:
      return answer_in<2>(given, block, lane);
    case 3:
      return answer_in<3>(given, block, lane);
    default:
      return answer_in<4>(given, block, lane);
  }
}

template <int N>
bool search::answer_in(task& given, const lane_block& block, int lane) {
  dividing_ -= given.what != task::purpose::refine;
  switch (given.what) {
    case task::purpose::explore:
      if (options_->method == boxes_method::krawczyk)
        explored<N>(given, block, lane);
      else
        explored_otherwise<N>(given, block, lane);
      if (boxes_visited >= options_->max_boxes) abandon();
      return false;
    case task::purpose::certify:
      certified<N>(given, block, lane);
      return false;
    case task::purpose::refine:
      return refined<N>(given, block, lane);
  }
  return false;
}

template <int N>
void search::explored(const task& given, const lane_block& block, int lane) {
  ++boxes_visited;
  if (bit(block.empty, lane))
    return record(given.box, bit(block.one_sign, lane) ? visited_box::fate::one_sign : visited_box::fate::no_solution);
  if (bit(block.one_solution, lane)) {
    record(given.box, visited_box::fate::proven);
    ++certificates;
    return certify_found<N>(given.box, block, lane);
  }
  if (bit(block.perhaps_one, lane)) {
    record(given.box, visited_box::fate::proven);
    current_.push_back({cell_in<N>(block.around_lower, block.around_upper, lane), task::purpose::certify, 0,
                        static_cast<std::uint32_t>(remainders_.size())});
    remainders_.push_back(remainder_in<N>(block, lane));
    return;
  }
  const bool divide = bit(block.divide, lane);
  record(given.box, divide ? visited_box::fate::divided : visited_box::fate::narrowed);
  if (curve_since_ != 0 || bit(block.last, lane)) return advance<N>(remainder_in<N>(block, lane));
  // Whether a box is divided cannot be foretold, so there is no branch for it.
  task* const next = next_.room(2);
  next[0].put<N>(cell_in<N>(block.left_lower, block.first_upper, lane));
  next[1].put<N>(cell_in<N>(block.second_lower, block.left_upper, lane));
  next_.add(divide ? 2 : 1);
}

/// The methods of the literature: the sign test, a test on the middle, and else division of all edges.
template <int N>
void search::explored_otherwise(const task& given, const lane_block& block, int lane) {
  ++boxes_visited;
  if (bit(block.one_sign, lane)) return record(given.box, visited_box::fate::one_sign);
  const core::bernstein_shape& s = shape_->core;
  const double growth = restrict_polynomials(s, n_, system_.coefficients.data(), given.box, scratch);
  local_form local{s, scratch.data(), {}};
  for (int q = 0; q < n_; ++q) local.error[q] = growth * system_.error[q] * (1 + 0x1p-40);
  double exists = 0, unique = 0, widest = 0;
  for (int k = 0; k < n_; ++k) widest = std::max(widest, given.box.upper[k] - given.box.lower[k]);
  if (options_->method == boxes_method::kantorovich && kantorovich_test(local, exists, unique) && unique >= 0.5) {
    ++certificates;
    record(given.box, visited_box::fate::proven);
    task next{given.box, task::purpose::refine, 0, static_cast<std::uint32_t>(covers.size())};
    for (int k = 0; k < n_; ++k) {
      const double lower = given.box.lower[k], upper = given.box.upper[k];
      next.box.lower[k] = std::max(lower, outward(lower, upper, 0.5 - exists, -1));
      next.box.upper[k] = std::min(upper, outward(lower, upper, 0.5 + exists, 1));
    }
    current_.push_back(next);
    covers.push_back({given.box, jacobian_sign(n_, block, lane)});
    return;
  }
  remainder left;
  left.box = given.box;
  left.last = widest <= options_->tolerance;
  if (options_->method == boxes_method::normal_cone && normal_cone_test(local)) {
    // One zero at most: where the map takes the box tells whether there is one, and where to look.
    bool near = true;
    left.divide = true;
    task next;
    next.what = task::purpose::certify;
    for (int k = 0; k < n_; ++k) {
      const double from = block.from[k][lane], to = block.to[k][lane], lower = given.box.lower[k],
                   edge = given.box.upper[k] - lower;
      near = near && to - from < 1;
      next.box.lower[k] = std::min(given.box.lower[k], lower + (from - uniqueness_margin) * edge);
      next.box.upper[k] = std::max(given.box.upper[k], lower + (to + uniqueness_margin) * edge);
    }
    if (near) {
      record(given.box, visited_box::fate::proven);
      next.index = static_cast<std::uint32_t>(remainders_.size());
      remainders_.push_back(left);
      current_.push_back(next);
      return;
    }
  }
  record(given.box, visited_box::fate::divided);
  left.divide = true;
  advance<N>(left);
}

template <int N>
void search::advance(const remainder& left) {
  const cell& box = left.box;
  if (left.last) {
    record(box, visited_box::fate::left_over);
    leaves.push_back({box, leaf::cause::tolerance});
    return;
  }
  if (curve_since_ != 0 && (generations_.size() >= curve_since_ + 3 * static_cast<std::size_t>(N) || is_flat(box))) {
    record(box, visited_box::fate::left_over);
    leaves.push_back({box, leaf::cause::curve});
    return;
  }
  if (options_->method != boxes_method::krawczyk && left.divide) return divide_all(box);
  cell first = box, second = box;
  halve<N>(box.lower.data(), box.upper.data(), left.divide, first.upper.data(), second.lower.data());
  task* const next = next_.room(2);
  next[0].put<N>(first);
  next[1].put<N>(second);
  next_.add(left.divide ? 2 : 1);
}

/// Into `subdivision` pieces along each edge: up to 65536 of them, so that few looks may fill the memory. Gives up
/// before that.
void search::divide_all(const cell& box) {
  const std::size_t most_waiting = std::clamp(options_->max_boxes, std::size_t{1} << 20, std::size_t{1} << 22);
  const int pieces = options_->subdivision;
  std::size_t all = 1;
  for (int k = 0; k < n_; ++k) all *= static_cast<std::size_t>(pieces);
  if (out_of_budget || waiting() + all > most_waiting) {
    out_of_budget = true;
    leaves.push_back({box, leaf::cause::budget});
    abandon();
    return;
  }
  std::array<int, 4> at{};
  for (bool more = true; more;) {
    task* const next = next_.room(1);
    *next = task{box};
    cell& part = next->box;
    for (int k = 0; k < n_; ++k) {
      const double edge = box.upper[k] - box.lower[k];
      if (at[k] > 0) part.lower[k] = box.lower[k] + edge * at[k] / pieces;
      if (at[k] + 1 < pieces) part.upper[k] = box.lower[k] + edge * (at[k] + 1) / pieces;
    }
    next_.add(1);
    more = false;
    for (int k = 0; k < n_ && !more; ++k) {
      more = ++at[k] < pieces;
      if (!more) at[k] = 0;
    }
  }
}

template <int N>
void search::certified(const task& given, const lane_block& block, int lane) {
  ++certificates;
  if (bit(block.empty, lane)) return;
  if (!bit(block.proven, lane)) return advance<N>(remainders_[given.index]);
  certify_found<N>(given.box, block, lane);
}

template <int N>
void search::certify_found(const cell& box, const lane_block& block, int lane) {
  current_.push_back({cell_in<N>(block.cut_lower, block.cut_upper, lane), task::purpose::refine, 0,
                      static_cast<std::uint32_t>(covers.size())});
  covers.push_back({box, jacobian_sign(N, block, lane)});
}

template <int N>
bool search::refined(task& given, const lane_block& block, int lane) {
  sight seen;
  seen.empty = bit(block.empty, lane);
  seen.settled = bit(block.settled, lane);
  for (int k = 0; k < N; ++k) {
    seen.cut_lower[k] = block.cut_lower[k][lane];
    seen.cut_upper[k] = block.cut_upper[k][lane];
  }
  if (refine(N, given.box, seen, given.round++)) return true;
  settle(given.box, given.index);
  return false;
}

void search::settle(const cell& enclosure, std::size_t cover) {
  for (int k = 0; k < n_; ++k)
    if (enclosure.upper[k] < 0 || enclosure.lower[k] > 1) return;
  for (const found& other : solutions)
    if (contains(n_, covers[other.cover].box, enclosure) || contains(n_, covers[cover].box, other.box)) return;
  solutions.push_back({enclosure, cover});
}

}  // namespace vieta::boxes
