#include "minimax/run_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vieta::approximation {
namespace {

constexpr std::size_t block = run_block_size;

bool is_inexact(const step& s, const machine& m) {
  return (s.kind == step_kind::divide && m.reciprocal_error != 0) ||
         (s.kind == step_kind::square_root && m.root_error != 0);
}

void call(operation function, const float* a, float* out, std::size_t n) {
  const tree f = make(function, make(operation::variable));
  std::vector<double> values(a, a + n);
  evaluate(f, values.data(), values.data(), n);
  std::transform(values.begin(), values.end(), out, [](double v) { return static_cast<float>(v); });
}

}  // namespace

program_runner::program_runner(const program& p, const machine& m)
    : program_(p), machine_(m), kernels_(find_run_kernels()), memory_(p.steps.size() * block) {
  for (const step& s : p.steps) inexact_ += is_inexact(s, m) ? 1 : 0;
}

const float* program_runner::run(const float* first, const float* second, std::size_t n, std::uint64_t directions) {
  int inputs = 0, inexact = 0;
  for (std::size_t s = 0; s < program_.steps.size(); ++s) {
    const step& now = program_.steps[s];
    float* const out = &memory_[s * block];
    const auto of = [&](int k) { return &memory_[static_cast<std::size_t>(std::max(k, 0)) * block]; };
    const float *a = of(now.a), *b = of(now.b), *c = of(now.c), *d = of(now.d);
    const auto apply = [&](step_kind kind, const float* left, const float* right) {
      kernels_.run_step(kind, machine_, direction_, left, right, c, d, out, n);
    };
    const auto halve = [&] { std::transform(out, out + n, out, to_half); };
    if (is_inexact(now, machine_)) direction_ = (directions >> inexact++ & 1) != 0 ? -1 : 1;
    if (now.kind == step_kind::input) {
      std::copy_n(inputs++ == 0 ? first : second, n, out);
    } else if (now.kind == step_kind::constant) {
      std::fill_n(out, n, static_cast<float>(now.value));
    } else if (now.kind == step_kind::call) {
      call(now.function, a, out, n);
    } else if (machine_.half && !machine_.fused && now.kind == step_kind::multiply_add) {
      apply(step_kind::multiply, a, b);
      halve();
      apply(step_kind::add, out, c);
    } else if (machine_.half && !machine_.fused && now.kind == step_kind::multiply_subtract) {
      apply(step_kind::multiply, a, b);
      halve();
      apply(step_kind::subtract, c, out);
    } else {
      apply(now.kind, a, b);
    }
    if (machine_.half) halve();
  }
  return &memory_[static_cast<std::size_t>(program_.result) * block];
}

void run(const program& p, const machine& m, const float* first, const float* second, float* out, std::size_t count) {
  program_runner runner(p, m);
  for (std::size_t i = 0; i < count; i += block) {
    const std::size_t n = std::min(block, count - i);
    std::copy_n(runner.run(first + i, second ? second + i : nullptr, n), n, out + i);
  }
}

float to_half(double value) {
  if (!std::isfinite(value) || value == 0) return static_cast<float>(value);
  int exponent = 0;
  std::frexp(value, &exponent);
  const int last = std::max(exponent - 1, -14) - 10;
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -last)), last);
  if (std::fabs(rounded) > 65504)
    return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(value));
  return static_cast<float>(rounded);
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
    case operation::sqrt:
      return apply([](double a) { return std::sqrt(a); });
    case operation::exp:
      return apply([](double a) { return std::exp(a); });
    case operation::exp2:
      return apply([](double a) { return std::exp2(a); });
    case operation::log:
      return apply([](double a) { return std::log(a); });
    case operation::log1p:
      return apply([](double a) { return std::log1p(a); });
    case operation::log2:
      return apply([](double a) { return std::log2(a); });
    case operation::sin:
      return apply([](double a) { return std::sin(a); });
    case operation::cos:
      return apply([](double a) { return std::cos(a); });
    case operation::tan:
      return apply([](double a) { return std::tan(a); });
    case operation::asin:
      return apply([](double a) { return std::asin(a); });
    case operation::acos:
      return apply([](double a) { return std::acos(a); });
    case operation::atan:
      return apply([](double a) { return std::atan(a); });
    case operation::tanh:
      return apply([](double a) { return std::tanh(a); });
    case operation::erf:
      return apply([](double a) { return std::erf(a); });
    case operation::abs:
      return apply([](double a) { return std::fabs(a); });
    default:  // seldom: one by one
      for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<double>(evaluate(t, static_cast<long double>(x[i])));
  }
}

}  // namespace vieta::approximation
