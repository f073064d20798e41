#include "roots/recursion/program_source.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "exact/arb.hpp"
#include "exact/arithmetic.hpp"
#include "exact/limited_arithmetic.hpp"
#include "roots/sweep/scaled.hpp"
#include "roots/values/ball_step.hpp"
#include "vieta/error.hpp"

namespace vieta::recursion {
namespace {

using kind = polynomial_program::representation::kind;

double high(double x) { return x; }
double high(const dd& x) { return x.hi; }
// A bound of |z| that costs no root; at most sqrt(2) too much.
template <class T>
double size_of(const complex<T>& z) {
  return std::fabs(high(z.re)) + std::fabs(high(z.im));
}

// A value and its slope, times 2^exponent, and what they are off at most: |true - computed| <= error.
template <class T>
struct jet {
  complex<T> value{T(0.0), T(0.0)}, slope{T(0.0), T(0.0)};
  double value_error = 0, slope_error = 0;
  std::int64_t exponent = 0;
};

constexpr double tiny = 0x1p-800;   // more than what underflows beside numbers of about 1
constexpr double up = 1 + 0x1p-48;  // more than a few operations on nonnegative numbers lose
template <class T>
constexpr double unit = 0x1p-50;  // 8 u: of a product or sum of complex doubles, of the sum of moduli
template <>
constexpr double unit<dd> = 0x1p-102;  // 16 u^2

template <class T>
void scale_jet(jet<T>& x, std::int64_t shift) {
  if (shift < -700) {  // nothing of it is left but an error
    const double left = scale_by(1.0, std::max<std::int64_t>(shift, -1000));
    x.value_error = (x.value_error + size_of(x.value)) * left + tiny;
    x.slope_error = (x.slope_error + size_of(x.slope)) * left + tiny;
    x.value = x.slope = {T(0.0), T(0.0)};
    return;
  }
  const double factor = scale_by(1.0, shift);
  const auto scaled = [&](const complex<T>& z) { return complex<T>{z.re * factor, z.im * factor}; };
  x.value = scaled(x.value);
  x.slope = scaled(x.slope);
  x.value_error = x.value_error * factor + tiny;
  x.slope_error = x.slope_error * factor + tiny;
}

// Brings numbers back to about 1 where squares would leave the doubles.
template <class T>
void normalise(jet<T>& x) {
  const double size = size_of(x.value) + size_of(x.slope);
  if ((size < 0x1p200 && size > 0x1p-200) || !(size > 0) || !(size < std::numeric_limits<double>::infinity())) return;
  const std::int64_t shift = std::ilogb(size);
  scale_jet(x, -shift);
  x.exponent += shift;
}

template <class T>
jet<T> sum(jet<T> a, jet<T> b, bool minus) {
  const auto is_nothing = [](const jet<T>& x) {
    return size_of(x.value) + size_of(x.slope) + x.value_error + x.slope_error == 0;
  };
  std::int64_t frame = std::max(a.exponent, b.exponent);
  if (is_nothing(a)) frame = b.exponent;
  if (is_nothing(b)) frame = a.exponent;
  for (jet<T>* x : {&a, &b}) {
    if (x->exponent != frame && !is_nothing(*x)) scale_jet(*x, x->exponent - frame);
    x->exponent = frame;
  }
  jet<T> out;
  out.exponent = frame;
  out.value = minus ? a.value - b.value : a.value + b.value;
  out.slope = minus ? a.slope - b.slope : a.slope + b.slope;
  out.value_error = (a.value_error + b.value_error + unit<T> * size_of(out.value)) * up;
  out.slope_error = (a.slope_error + b.slope_error + unit<T> * size_of(out.slope)) * up;
  normalise(out);
  return out;
}

template <class T>
jet<T> product(const jet<T>& a, const jet<T>& b) {
  jet<T> out;
  out.exponent = a.exponent + b.exponent;
  out.value = a.value * b.value;
  out.slope = a.slope * b.value + a.value * b.slope;
  const double a0 = size_of(a.value), b0 = size_of(b.value), a1 = size_of(a.slope), b1 = size_of(b.slope);
  out.value_error =
      (a0 * b.value_error + b0 * a.value_error + a.value_error * b.value_error + unit<T> * (a0 * b0)) * up + tiny;
  out.slope_error = (a1 * b.value_error + b0 * a.slope_error + a.slope_error * b.value_error + a0 * b.slope_error +
                     b1 * a.value_error + a.value_error * b.slope_error + unit<T> * (a1 * b0 + a0 * b1)) *
                        up +
                    tiny;
  normalise(out);
  return out;
}

template <class T>
jet<T> run(const polynomial_program::representation& program, const complex<T>& z, const std::vector<dd>& constants,
           const std::vector<double>& errors) {
  static thread_local std::vector<jet<T>> values;
  values.resize(std::max(values.size(), program.tape.size()));
  std::size_t place = 0;
  for (const auto& op : program.tape) {
    jet<T>& out = values[place++];
    switch (op.what) {
      case kind::variable:
        out = {};
        out.value = z;
        out.slope.re = T(1.0);
        normalise(out);
        break;
      case kind::constant:
        out = {};
        if constexpr (std::is_same_v<T, dd>)
          out.value.re = constants[op.a];
        else
          out.value.re = constants[op.a].hi;
        out.value_error = errors[op.a] + (std::is_same_v<T, dd> ? 0 : 0x1p-53 * std::fabs(constants[op.a].hi));
        break;
      case kind::sum:
        out = sum(values[op.a], values[op.b], false);
        break;
      case kind::difference:
        out = sum(values[op.a], values[op.b], true);
        break;
      case kind::product:
        out = product(values[op.a], values[op.b]);
        break;
    }
  }
  return values[place - 1];
}

}  // namespace

program_source::program_source(std::shared_ptr<const representation> program) : program_(std::move(program)) {
  degree = program_->degree;
  is_real = true;
  for (const exact::real& c : program_->constants) {
    const exact::expansion x = exact::to_expansion(c);
    if (x.exponent > 400 || x.exponent < -400)
      throw error("program: found a number beyond 2^400 or below 2^-400, expected others");
    const double factor = scale_by(1.0, x.exponent);
    constants_.emplace_back(x.limb[0] * factor, x.limb[1] * factor);
    constant_errors_.push_back(x.limb[2] == 0 && x.limb[3] == 0 ? 0 : 0x1p-104 * factor);
  }
}

values::rough_value program_source::at(std::complex<double> z) const {
  const jet<double> f = run<double>(*program_, {z.real(), z.imag()}, constants_, constant_errors_);
  const std::complex<double> p(f.value.re, f.value.im), slope(f.slope.re, f.slope.im);
  // Errors add up to less than their bounds.
  return {p, f.exponent, p / slope, 0x1p-3 * f.value_error / std::abs(slope)};
}

values::proven_step program_source::prove(const complex<dd>& z, double wanted) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const jet<dd> f = run<dd>(*program_, z, constants_, constant_errors_);
  values::proven_step out{{dd(0.0), dd(0.0)}, infinity};
  const double slope = std::hypot(f.slope.re.hi, f.slope.im.hi) * (1 - 0x1p-48), least = slope - f.slope_error;
  if (least > 0 && slope < infinity) {
    out.step = f.value / f.slope;
    const double size = std::hypot(out.step.re.hi, out.step.im.hi) * up;
    const double error = ((f.value_error + size * f.slope_error) / least + 0x1p-90 * size) * (1 + 0x1p-40);
    if (error < infinity && size < infinity) out.error = error;
  }
  if (out.error <= wanted) return out;
  constexpr long most_bits = 20'000;
  for (long bits = 192; bits <= most_bits; bits *= 2) {
    const values::proven_step better = prove_with(z, bits);
    if (better.error < out.error) out = better;
    if (out.error <= wanted) break;
  }
  return out;
}

#ifdef VIETA_HAVE_ARB

values::proven_step program_source::prove_with(const complex<dd>& z, long bits) const {
  std::vector<exact::complex_ball> value(program_->tape.size()), slope(program_->tape.size());
  std::size_t place = 0;
  for (const auto& op : program_->tape) {
    acb_ptr v = value[place].z, d = slope[place].z;
    ++place;
    switch (op.what) {
      case kind::variable:
        values::set_point(v, z);
        acb_one(d);
        break;
      case kind::constant:
        exact::set_arb(acb_realref(v), program_->constants[op.a], bits);
        break;
      case kind::sum:
        acb_add(v, value[op.a].z, value[op.b].z, bits);
        acb_add(d, slope[op.a].z, slope[op.b].z, bits);
        break;
      case kind::difference:
        acb_sub(v, value[op.a].z, value[op.b].z, bits);
        acb_sub(d, slope[op.a].z, slope[op.b].z, bits);
        break;
      case kind::product:
        acb_mul(v, value[op.a].z, value[op.b].z, bits);
        acb_mul(d, slope[op.a].z, value[op.b].z, bits);
        acb_addmul(d, value[op.a].z, slope[op.b].z, bits);
        break;
    }
  }
  return values::step_of(value.back().z, slope.back().z, bits);
}

#else

values::proven_step program_source::prove_with(const complex<dd>&, long) const {
  return {{dd(0.0), dd(0.0)}, std::numeric_limits<double>::infinity()};
}

#endif

bool program_source::is_zero_at_origin() const {
  exact::limited_arithmetic arithmetic(0);
  std::vector<exact::real> values;
  try {
    for (const auto& op : program_->tape) {
      switch (op.what) {
        case kind::variable:
          values.emplace_back();
          break;
        case kind::constant:
          values.push_back(program_->constants[op.a]);
          break;
        case kind::sum:
          values.push_back(arithmetic.add(values[op.a], values[op.b]));
          break;
        case kind::difference:
          values.push_back(arithmetic.add(values[op.a], exact::negate(values[op.b])));
          break;
        case kind::product:
          values.push_back(arithmetic.multiply(values[op.a], values[op.b]));
          break;
      }
    }
  } catch (const error&) {
    return false;  // numbers too long
  }
  return values.back().is_zero();
}

}  // namespace vieta::recursion
