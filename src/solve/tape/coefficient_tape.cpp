#include "solve/tape/coefficient_tape.hpp"

#include <algorithm>

#include "solve/runs.hpp"

namespace vieta::tracking {

std::uint32_t coefficient_tape::product(std::uint32_t a, std::uint32_t b) {
  if (a == 0) return b;
  if (b == 0) return a;
  const auto [at, is_new] =
      known_.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<std::uint32_t>(1 + parameters_ + left_.size()));
  if (is_new) left_.push_back(a), right_.push_back(b);
  return at->second;
}

void coefficient_tape::add(const parameter_polynomial& coefficient) {
  for (const parameter_term& t : coefficient) {
    std::uint32_t node = 0;
    for (const auto& [parameter, exponent] : t.exponents) {
      std::uint32_t power = 0, square = 1 + parameter;
      for (std::uint32_t e = exponent; e > 0; e /= 2) {
        if (e % 2 == 1) power = product(power, square);
        if (e > 1) square = product(square, square);
      }
      node = product(node, power);
    }
    part_node_.push_back(node);
    for (const qd& x : {t.factor.re, t.factor.im}) part_factor_.insert(part_factor_.end(), {x.x0, x.x1, x.x2, x.x3});
  }
  part_begin_.push_back(part_node_.size());
}

void coefficient_tape::finish() {
  const std::vector<std::uint32_t> renamed = sort_into_runs(left_, right_, 1 + parameters_, 0, run_begin_);
  for (std::uint32_t& node : part_node_)
    if (node > parameters_) node = renamed[node - 1 - parameters_];
  known_.clear();
}

void coefficient_tape::view(tape_view& v) const {
  v.parameters = parameters_;
  if (parameters_ == 0) return;
  v.parameter_products = static_cast<std::uint32_t>(left_.size());
  v.parameter_left = left_.data(), v.parameter_right = right_.data();
  v.parameter_run_begin = run_begin_.data(), v.parameter_runs = run_begin_.size() - 1;
  v.part_begin = part_begin_.data(), v.part_node = part_node_.data(), v.part_factor = part_factor_.data();
}

}  // namespace vieta::tracking
