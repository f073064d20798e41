#include "minimax/code/machine_code.hpp"

#include <algorithm>

#include "vieta/error.hpp"

namespace vieta::approximation {
namespace {

bool is_inexact(step_kind kind, const machine& m) {
  return (kind == step_kind::divide && m.reciprocal_error != 0) ||
         (kind == step_kind::square_root && m.root_error != 0);
}

/// Hands out places, and takes them back after the last use of what is there.
class translator {
 public:
  translator(const program& p, const machine& m) : program_(p), place_(p.steps.size(), 0), uses_(p.steps.size(), 0) {
    code_.on = m;
    for (const step& s : p.steps)
      for (const int k : {s.a, s.b, s.c, s.d})
        if (k >= 0) ++uses_[static_cast<std::size_t>(k)];
    ++uses_[static_cast<std::size_t>(p.result)];
    if (p.steps.size() >= first_constant / 2)
      throw error("form: found " + std::to_string(p.steps.size()) + " operations, expected fewer");
  }

  machine_code run() {
    for (std::size_t s = 0; s < program_.steps.size(); ++s) add(program_.steps[s], s);
    code_.result = place_[static_cast<std::size_t>(program_.result)];
    return std::move(code_);
  }

 private:
  void add(const step& s, std::size_t at) {
    if (s.kind == step_kind::constant) {
      place_[at] = static_cast<std::uint16_t>(first_constant + code_.constants.size());
      const auto value = static_cast<float>(s.value);
      code_.constants.push_back(code_.on.half ? to_half(value) : value);
      return;
    }
    instruction i;
    i.kind = s.kind;
    i.function = s.function;
    i.a = place_of(s.a), i.b = place_of(s.b), i.c = place_of(s.c), i.d = place_of(s.d);
    if (s.kind == step_kind::input) i.a = inputs_++;
    code_.calls = code_.calls || s.kind == step_kind::call;
    if (is_inexact(s.kind, code_.on)) i.inexact = static_cast<std::int8_t>(std::min(code_.inexact++, 63));
    // Halves: rounded after every operation, the product of a * b + c too.
    const bool two_steps = code_.on.half && !code_.on.fused &&
                           (s.kind == step_kind::multiply_add || s.kind == step_kind::multiply_subtract);
    if (two_steps) {
      instruction product = i;
      product.kind = step_kind::multiply;
      product.out = take();
      code_.instructions.push_back(product);
      i.kind = s.kind == step_kind::multiply_add ? step_kind::add : step_kind::subtract;
      i.a = s.kind == step_kind::multiply_add ? product.out : i.c;
      i.b = s.kind == step_kind::multiply_add ? i.c : product.out;
    }
    i.out = take();
    code_.instructions.push_back(i);
    if (two_steps) free_.push_back(code_.instructions[code_.instructions.size() - 2].out);
    place_[at] = i.out;
    for (const int k : {s.a, s.b, s.c, s.d})
      if (k >= 0 && --uses_[static_cast<std::size_t>(k)] == 0) give_back(place_of(k));
    if (uses_[at] == 0) give_back(i.out);
  }

  [[nodiscard]] std::uint16_t place_of(int k) const { return k < 0 ? 0 : place_[static_cast<std::size_t>(k)]; }
  std::uint16_t take() {
    if (free_.empty()) return static_cast<std::uint16_t>(code_.places++);
    const std::uint16_t place = free_.back();
    free_.pop_back();
    return place;
  }
  void give_back(std::uint16_t place) {
    if (place < first_constant) free_.push_back(place);
  }

  const program& program_;
  machine_code code_;
  std::vector<std::uint16_t> place_;
  std::vector<int> uses_;
  std::vector<std::uint16_t> free_;
  std::uint16_t inputs_ = 0;
};

}  // namespace

machine_code translate(const program& p, const machine& m) { return translator(p, m).run(); }

std::vector<std::uint64_t> error_directions(int inexact) {
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

}  // namespace vieta::approximation
