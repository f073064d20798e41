#include "minimax/lanes/lane_program.hpp"

#include <bit>

namespace vieta::approximation {

namespace {

std::uint16_t put(lane_program* p, lane_operation kind, std::uint16_t a, std::uint16_t b = 0, std::uint16_t c = 0,
                  std::uint64_t data = 0) {
  return p->put({kind, a, b, c, data, false});
}
lane constant(lane_program* p, double value) {
  return {p, put(p, lane_operation::constant, 0, 0, 0, std::bit_cast<std::uint64_t>(value))};
}
whole_lane whole(lane_program* p, std::uint64_t value) { return {p, put(p, lane_operation::whole, 0, 0, 0, value)}; }
/// A rounded product: a compiler may fuse it with the sum that takes it.
bool is_product(lane a) {
  const lane_step& s = a.of->steps[a.at];
  return s.kind == lane_operation::multiply && !s.exact;
}

}  // namespace

std::uint16_t lane_program::put(const lane_step& s) {
  steps.push_back(s);
  return static_cast<std::uint16_t>(steps.size() - 1);
}

lane input_of(lane_program& p) { return {&p, p.put({})}; }

lane operator+(lane a, lane b) {
  if (is_product(b)) std::swap(a, b);
  if (!is_product(a)) return {a.of, put(a.of, lane_operation::add, a.at, b.at)};
  const lane_step product = a.of->steps[a.at];
  return {a.of, put(a.of, lane_operation::multiply_add, product.a, product.b, b.at)};
}
lane operator-(lane a, lane b) {
  if (!is_product(a) && !is_product(b)) return {a.of, put(a.of, lane_operation::subtract, a.at, b.at)};
  const lane_step product = a.of->steps[is_product(b) ? b.at : a.at];
  return is_product(b) ? lane{a.of, put(a.of, lane_operation::negated_add, product.a, product.b, a.at)}
                       : lane{a.of, put(a.of, lane_operation::multiply_subtract, product.a, product.b, b.at)};
}
lane operator*(lane a, lane b) { return {a.of, put(a.of, lane_operation::multiply, a.at, b.at)}; }
lane operator/(lane a, lane b) { return {a.of, put(a.of, lane_operation::divide, a.at, b.at)}; }
lane operator+(lane a, double b) { return a + constant(a.of, b); }
lane operator-(lane a, double b) { return a + constant(a.of, -b); }
lane operator*(lane a, double b) { return a * constant(a.of, b); }
lane operator+(double a, lane b) { return constant(b.of, a) + b; }
lane operator-(double a, lane b) { return constant(b.of, a) - b; }
lane operator/(double a, lane b) { return constant(b.of, a) / b; }
lane exact_product(lane a, double b) {
  const lane product = a * b;
  product.of->steps[product.at].exact = true;
  return product;
}
lane square_root(lane a) { return {a.of, put(a.of, lane_operation::root, a.at)}; }
whole_lane bits_of(lane a) { return {a.of, put(a.of, lane_operation::bits, a.at)}; }
lane from_bits(whole_lane a) { return {a.of, put(a.of, lane_operation::from_bits, a.at)}; }
lane from_whole(whole_lane a) { return {a.of, put(a.of, lane_operation::from_whole, a.at)}; }
whole_lane operator+(whole_lane a, whole_lane b) { return {a.of, put(a.of, lane_operation::whole_add, a.at, b.at)}; }
whole_lane operator-(whole_lane a, whole_lane b) {
  return {a.of, put(a.of, lane_operation::whole_subtract, a.at, b.at)};
}
whole_lane operator*(whole_lane a, whole_lane b) {
  return {a.of, put(a.of, lane_operation::whole_multiply, a.at, b.at)};
}
whole_lane operator+(whole_lane a, std::uint64_t b) { return a + whole(a.of, b); }
whole_lane operator-(whole_lane a, std::uint64_t b) { return a - whole(a.of, b); }
whole_lane operator*(whole_lane a, std::uint64_t b) { return a * whole(a.of, b); }
whole_lane operator&(whole_lane a, std::uint64_t b) {
  const whole_lane mask = whole(a.of, b);
  return {a.of, put(a.of, lane_operation::whole_and, a.at, mask.at)};
}
whole_lane operator|(whole_lane a, std::uint64_t b) {
  const whole_lane mask = whole(a.of, b);
  return {a.of, put(a.of, lane_operation::whole_or, a.at, mask.at)};
}
whole_lane operator<<(whole_lane a, unsigned by) {
  return {a.of, put(a.of, lane_operation::shift_left, a.at, 0, 0, by)};
}
whole_lane operator<<(whole_lane a, whole_lane by) {
  return {a.of, put(a.of, lane_operation::shift_left_by, a.at, by.at)};
}
whole_lane operator>>(whole_lane a, unsigned by) {
  return {a.of, put(a.of, lane_operation::shift_right, a.at, 0, 0, by)};
}
whole_lane signed_shift(whole_lane a, unsigned by) {
  return {a.of, put(a.of, lane_operation::signed_shift, a.at, 0, 0, by)};
}
lane look_up(whole_lane index, std::size_t table) {
  return {index.of, put(index.of, lane_operation::look_up, index.at, 0, 0, table)};
}
whole_lane look_up_whole(whole_lane index, std::size_t table) {
  return {index.of, put(index.of, lane_operation::look_up_whole, index.at, 0, 0, table)};
}

lane polynomial(lane x, const std::vector<double>& coefficients) {
  lane sum = constant(x.of, coefficients.back());
  for (std::size_t k = coefficients.size() - 1; k-- > 0;) sum = sum * x + coefficients[k];
  return sum;
}
lane polynomial(lane x, whole_lane index, std::size_t table, std::size_t number) {
  const whole_lane first = index * number;
  lane sum = look_up(first + (number - 1), table);
  for (std::size_t k = number - 1; k-- > 1;) sum = sum * x + look_up(first + k, table);
  return sum * x + look_up(first, table);
}

int operands_of(lane_operation kind) {
  switch (kind) {
    case lane_operation::input:
    case lane_operation::constant:
    case lane_operation::whole:
      return 0;
    case lane_operation::multiply_add:
    case lane_operation::multiply_subtract:
    case lane_operation::negated_add:
      return 3;
    case lane_operation::add:
    case lane_operation::subtract:
    case lane_operation::multiply:
    case lane_operation::divide:
    case lane_operation::whole_add:
    case lane_operation::whole_subtract:
    case lane_operation::whole_multiply:
    case lane_operation::whole_and:
    case lane_operation::whole_or:
    case lane_operation::shift_left_by:
      return 2;
    default:
      return 1;
  }
}

std::vector<bool> unused_steps(const lane_program& p) {
  std::vector<bool> unused(p.steps.size(), true);
  unused.back() = false;
  for (std::size_t k = p.steps.size(); k-- > 0;) {
    if (unused[k]) continue;
    const lane_step& s = p.steps[k];
    const std::uint16_t operands[] = {s.a, s.b, s.c};
    for (int i = 0; i < operands_of(s.kind); ++i) unused[operands[i]] = false;
  }
  return unused;
}

}  // namespace vieta::approximation
