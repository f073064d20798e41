#include "minimax/check/run_program.hpp"

#include <algorithm>
#include <cmath>

#include "minimax/function/double_function.hpp"

namespace vieta::approximation {
namespace {

constexpr std::size_t block = run_block_size;

void call(operation function, const float* a, float* out, std::size_t n) {
  const tree f = make(function, make(operation::variable));
  std::vector<double> values(a, a + n);
  evaluate(f, values.data(), values.data(), n);
  std::transform(values.begin(), values.end(), out, [](double v) { return static_cast<float>(v); });
}

}  // namespace

program_runner::program_runner(const machine_code& code)
    : code_(code),
      kernels_(find_run_kernels()),
      memory_((static_cast<std::size_t>(code.places) + code.constants.size()) * block) {
  for (std::size_t k = 0; k < code.constants.size(); ++k)
    std::fill_n(at(static_cast<std::uint16_t>(first_constant + k)), block, code.constants[k]);
}

float* program_runner::at(std::uint16_t place) {
  const std::size_t k =
      place < first_constant ? place : static_cast<std::size_t>(code_.places) + (place - first_constant);
  return &memory_[k * block];
}

const float* program_runner::run(const float* first, const float* second, std::size_t n, std::uint64_t directions) {
  for (const instruction& i : code_.instructions) {
    if (i.kind == step_kind::input) {
      std::copy_n(i.a == 0 ? first : second, n, at(i.out));
    } else if (i.kind == step_kind::call) {
      call(i.function, at(i.a), at(i.out), n);
      if (code_.on.half) kernels_.halve(at(i.out), n);
    } else {
      kernels_.run(i, code_, directions, memory_.data(), n);
    }
  }
  return at(code_.result);
}

void run(const program& p, const machine& m, const float* first, const float* second, float* out, std::size_t count) {
  const machine_code code = translate(p, m);
  program_runner runner(code);
  for (std::size_t i = 0; i < count; i += block) {
    const std::size_t n = std::min(block, count - i);
    std::copy_n(runner.run(first + i, second ? second + i : nullptr, n), n, out + i);
  }
}

void evaluate(const tree& t, const double* x, double* out, std::size_t n) {
  const auto apply = [&](auto f) {
    evaluate(t->a, x, out, n);
    for (std::size_t i = 0; i < n; ++i) out[i] = f(out[i]);
  };
  const auto combine = [&](auto f) {
    std::vector<double> b(n);
    evaluate(t->a, x, out, n);
    evaluate(t->b, x, b.data(), n);
    for (std::size_t i = 0; i < n; ++i) out[i] = f(out[i], b[i]);
  };
  if (is_fixed(t)) {
    std::fill_n(out, n, static_cast<double>(evaluate(t, 0.0L)));
    return;
  }
  switch (t->kind) {
    case operation::variable:
      std::copy_n(x, n, out);
      return;
    case operation::add:
      return combine([](double a, double b) { return a + b; });
    case operation::subtract:
      return combine([](double a, double b) { return a - b; });
    case operation::multiply:
      return combine([](double a, double b) { return a * b; });
    case operation::divide:
      return combine([](double a, double b) { return a / b; });
    case operation::negate:
      return apply([](double a) { return -a; });
    case operation::abs:
      return apply([](double a) { return std::fabs(a); });
    default:
      if (with_double_function(t->kind, apply)) return;
      // Seldom: one by one.
      for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<double>(evaluate(t, static_cast<long double>(x[i])));
  }
}

}  // namespace vieta::approximation
