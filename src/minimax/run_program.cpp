#include "minimax/run_program.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>
#include <vector>

#include "parallel_for.hpp"

namespace vieta::approximation {
namespace {

constexpr std::size_t block = 1024;

/// Floats in their order as integers: -0 and 0 are neighbours.
std::int64_t rank_of(float x) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x), size = bits & 0x7fffffffU;
  return (bits >> 31) != 0 ? -static_cast<std::int64_t>(size) - 1 : static_cast<std::int64_t>(size);
}
float float_of(std::int64_t rank) {
  const auto bits = rank < 0 ? static_cast<std::uint32_t>(-rank - 1) | 0x80000000U : static_cast<std::uint32_t>(rank);
  return std::bit_cast<float>(bits);
}
float up_to(double x, bool towards_larger) {
  float f = static_cast<float>(x);
  if (towards_larger && static_cast<double>(f) < x) f = std::nextafter(f, std::numeric_limits<float>::infinity());
  if (!towards_larger && static_cast<double>(f) > x) f = std::nextafter(f, -std::numeric_limits<float>::infinity());
  return f;
}

/// All half precision numbers between lo and hi.
std::vector<float> halves_between(double lo, double hi) {
  std::vector<float> all;
  for (int code = 0; code < 0x7c00; ++code) {
    const int exponent = code >> 10, mantissa = code & 1023;
    const double size = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
    if (size >= lo && size <= hi) all.push_back(static_cast<float>(size));
    if ((code > 0 || lo < 0) && -size >= lo && -size <= hi) all.push_back(static_cast<float>(-size));
  }
  return all;
}

/// One operation on a block; each case is a loop that the compiler can vectorise.
template <class F>
void each(float* out, std::size_t n, const F& f) {
  for (std::size_t i = 0; i < n; ++i) out[i] = f(i);
}

void run_block(const program& p, const machine& m, const float* first, const float* second, float* result,
               std::size_t n, std::vector<float>& memory) {
  memory.resize(p.steps.size() * block);
  int inputs = 0;
  for (std::size_t s = 0; s < p.steps.size(); ++s) {
    const step& now = p.steps[s];
    float* const out = &memory[s * block];
    const auto of = [&](int k) { return &memory[static_cast<std::size_t>(std::max(k, 0)) * block]; };
    const float *a = of(now.a), *b = of(now.b), *c = of(now.c), *d = of(now.d);
    switch (now.kind) {
      case step_kind::input:
        std::copy_n(inputs++ == 0 ? first : second, n, out);
        continue;
      case step_kind::constant:
        std::fill_n(out, n, static_cast<float>(now.value));
        continue;
      case step_kind::add:
        each(out, n, [&](std::size_t i) { return a[i] + b[i]; });
        break;
      case step_kind::subtract:
        each(out, n, [&](std::size_t i) { return a[i] - b[i]; });
        break;
      case step_kind::multiply:
        each(out, n, [&](std::size_t i) { return a[i] * b[i]; });
        break;
      case step_kind::divide:
        each(out, n, [&](std::size_t i) { return a[i] / b[i]; });
        break;
      case step_kind::multiply_add:
      case step_kind::multiply_subtract: {
        const float sign = now.kind == step_kind::multiply_add ? 1.0F : -1.0F;
        if (m.fused)
          each(out, n, [&](std::size_t i) { return std::fma(sign * a[i], b[i], c[i]); });
        else if (m.half)
          each(out, n, [&](std::size_t i) { return sign * to_half(static_cast<double>(a[i]) * b[i]) + c[i]; });
        else
          each(out, n, [&](std::size_t i) { return sign * a[i] * b[i] + c[i]; });
        break;
      }
      case step_kind::negate:
        each(out, n, [&](std::size_t i) { return -a[i]; });
        break;
      case step_kind::absolute:
        each(out, n, [&](std::size_t i) { return std::fabs(a[i]); });
        break;
      case step_kind::square_root:
        each(out, n, [&](std::size_t i) { return std::sqrt(a[i]); });
        break;
      case step_kind::minimum:
        each(out, n, [&](std::size_t i) { return a[i] < b[i] ? a[i] : b[i]; });
        break;
      case step_kind::maximum:
        each(out, n, [&](std::size_t i) { return a[i] > b[i] ? a[i] : b[i]; });
        break;
      case step_kind::select_less:
        each(out, n, [&](std::size_t i) { return a[i] < b[i] ? c[i] : d[i]; });
        break;
      case step_kind::select_equal:
        each(out, n, [&](std::size_t i) { return a[i] == b[i] ? c[i] : d[i]; });
        break;
      case step_kind::copy_sign:
        each(out, n, [&](std::size_t i) { return std::copysign(a[i], b[i]); });
        break;
      case step_kind::round_even:
        each(out, n, [&](std::size_t i) { return std::nearbyint(a[i]); });
        break;
      case step_kind::scale_by_power_of_two:
        each(out, n, [&](std::size_t i) { return std::ldexp(a[i], static_cast<int>(b[i])); });
        break;
      case step_kind::call: {
        const tree f = make(now.function, make(operation::variable));
        std::vector<double> in(a, a + n), values(n);
        evaluate(f, in.data(), values.data(), n);
        each(out, n, [&](std::size_t i) { return static_cast<float>(values[i]); });
        break;
      }
    }
    if (m.half) each(out, n, [&](std::size_t i) { return to_half(out[i]); });
  }
  std::copy_n(&memory[static_cast<std::size_t>(p.result) * block], n, result);
}

}  // namespace

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

void run(const program& p, const machine& m, const float* first, const float* second, float* out, std::size_t count) {
  std::vector<float> memory;
  for (std::size_t i = 0; i < count; i += block)
    run_block(p, m, first + i, second ? second + i : nullptr, out + i, std::min(block, count - i), memory);
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

namespace {

/// The error of one value; NaN where a number should be is an infinite one. Among subnormal numbers, which have fewer
/// digits, a relative error is taken of the smallest normal number.
double size_of_error(double exact, float value, double weight, bool relative, double smallest) {
  const double off = std::fabs(exact - static_cast<double>(value));
  if (off == 0) return 0;
  const double size = relative ? off / std::max(std::fabs(exact), smallest) : off * std::fabs(weight);
  return std::isnan(size) ? std::numeric_limits<double>::infinity() : size;
}

/// The same worst input for any order of the pieces.
void take(float_check& worst, double error, double x) {
  if (error > worst.error || (error == worst.error && error > 0 && x < worst.worst_at)) {
    worst.error = error;
    worst.worst_at = x;
  }
}

}  // namespace

std::vector<float_check> check_floats(const program& p, const std::vector<machine>& machines, const tree& reference,
                                      const tree& weight, bool relative, double lo, double hi, std::uint64_t most,
                                      int threads) {
  std::vector<float_check> worst(machines.size());
  const bool half = !machines.empty() && machines[0].half;
  const std::vector<float> halves = half ? halves_between(lo, hi) : std::vector<float>();
  const std::int64_t first = rank_of(up_to(lo == 0 ? 0.0 : lo, true)), last = rank_of(up_to(hi, false));
  const std::uint64_t all = half ? halves.size() : last < first ? 0 : static_cast<std::uint64_t>(last - first + 1);
  if (all == 0) return worst;
  const std::uint64_t stride = most == 0 || all <= most ? 1 : all / most;
  const std::uint64_t count = (all - 1 + stride - 1) / stride + 1;  // both ends are taken in
  const double smallest = half ? 0x1p-14 : 0x1p-126;
  std::mutex guard;
  parallel_for(static_cast<std::size_t>((count + block - 1) / block), 64, threads,
               [&](std::size_t from, std::size_t to) {
                 std::vector<float> memory, x(block), y(block);
                 std::vector<double> exact(block), weights(block, 1.0), wide(block);
                 std::vector<float_check> mine(machines.size());
                 for (std::size_t k = from; k < to; ++k) {
                   const std::uint64_t begin = k * block;
                   const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(count - begin, block));
                   for (std::size_t i = 0; i < n; ++i) {
                     const std::uint64_t at = std::min((begin + i) * stride, all - 1);
                     x[i] = half ? halves[at] : float_of(first + static_cast<std::int64_t>(at));
                   }
                   std::copy_n(x.begin(), n, wide.begin());
                   evaluate(reference, wide.data(), exact.data(), n);
                   if (weight) evaluate(weight, wide.data(), weights.data(), n);
                   for (std::size_t m = 0; m < machines.size(); ++m) {
                     run_block(p, machines[m], x.data(), nullptr, y.data(), n, memory);
                     for (std::size_t i = 0; i < n; ++i) {
                       if (!std::isfinite(exact[i])) continue;
                       const double error = size_of_error(exact[i], y[i], weights[i], relative, smallest);
                       if (error >= mine[m].error) take(mine[m], error, x[i]);
                     }
                   }
                 }
                 const std::scoped_lock lock(guard);
                 for (std::size_t m = 0; m < machines.size(); ++m) take(worst[m], mine[m].error, mine[m].worst_at);
               });
  for (float_check& w : worst) {
    w.inputs = count;
    w.exhaustive = stride == 1;
  }
  return worst;
}

}  // namespace vieta::approximation
