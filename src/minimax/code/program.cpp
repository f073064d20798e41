#include "minimax/code/program.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "minimax/code/fixed_value.hpp"
#include "minimax/fit/coefficients.hpp"

namespace vieta::approximation {

bool is_written_out(long double exponent) {
  constexpr long double most = 1 << 30;  // thirty squares; exp(k log(x)) would not know negative x
  return exponent == 0.5L || (exponent == std::floor(exponent) && std::fabs(exponent) <= most);
}

namespace {

/// A product or a power, or the opposite of one: what a compiler may fuse with a sum. Of numbers alone it is one
/// constant, as the proof has it.
bool is_product(const tree& t) {
  if (is_fixed(t)) return false;
  if (t->kind == operation::negate) return is_product(t->a);
  if (t->kind != operation::power || !is_fixed(t->b)) return t->kind == operation::multiply;
  const long double k = evaluate(t->b, 0);
  return k >= 2 && is_written_out(k);
}

}  // namespace

int program_builder::input(const std::string& name) {
  program_.inputs.push_back(name);
  step s;
  s.kind = step_kind::input;
  s.name = name;
  program_.steps.push_back(s);
  return static_cast<int>(program_.steps.size()) - 1;
}

double program_builder::rounded(double value) const {
  const number_format format(half_ ? coefficient_format::float16 : coefficient_format::float32, 0);
  return format.as_double(format.nearest(value));
}

int program_builder::constant(double value) {
  const double given = rounded(value);
  for (std::size_t i = 0; i < program_.steps.size(); ++i)
    if (program_.steps[i].kind == step_kind::constant && program_.steps[i].value == given &&
        std::signbit(program_.steps[i].value) == std::signbit(given))
      return static_cast<int>(i);
  step s;
  s.value = given;
  program_.steps.push_back(s);
  return static_cast<int>(program_.steps.size()) - 1;
}

int program_builder::add(step_kind kind, int a, int b, int c, int d, const std::string& name) {
  if (name.empty())
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      const step& s = program_.steps[i];
      if (s.kind == kind && s.a == a && s.b == b && s.c == c && s.d == d && s.name.empty()) return static_cast<int>(i);
    }
  step s;
  s.kind = kind;
  s.a = a;
  s.b = b;
  s.c = c;
  s.d = d;
  s.name = name;
  program_.steps.push_back(std::move(s));
  return static_cast<int>(program_.steps.size()) - 1;
}

int program_builder::call(operation f, int a) {
  for (std::size_t i = 0; i < program_.steps.size(); ++i)
    if (program_.steps[i].kind == step_kind::call && program_.steps[i].function == f && program_.steps[i].a == a)
      return static_cast<int>(i);
  step s;
  s.kind = step_kind::call;
  s.a = a;
  s.function = f;
  program_.steps.push_back(std::move(s));
  return static_cast<int>(program_.steps.size()) - 1;
}

int program_builder::power(int base, int exponent) {
  if (exponent == 0) return constant(1);
  if (exponent == 1) return base;
  const int half = power(base, exponent / 2);
  const int square = add(step_kind::multiply, half, half);
  return exponent % 2 == 0 ? square : add(step_kind::multiply, square, base);
}

int program_builder::horner(const std::vector<int>& exponents, const std::vector<double>& c, int u, const char* name) {
  std::size_t k = exponents.size() - 1;
  int sum = constant(c[k]);
  const auto gap = [&](std::size_t i) { return exponents[i] - (i > 0 ? exponents[i - 1] : 0); };
  for (; k > 0; --k) sum = add(step_kind::multiply_add, sum, power(u, gap(k)), constant(c[k - 1]), -1, name);
  return gap(0) > 0 ? add(step_kind::multiply, sum, power(u, gap(0))) : sum;
}

/// Pairs, pairs of pairs, ...: as deep as the logarithm of the degree (Estrin 1960).
int program_builder::estrin(const std::vector<int>& exponents, const std::vector<double>& c, int u) {
  std::vector<int> terms(static_cast<std::size_t>(exponents.back()) + 1, -1);
  for (std::size_t k = 0; k < c.size(); ++k) terms[static_cast<std::size_t>(exponents[k])] = constant(c[k]);
  for (int x = u; terms.size() > 1; x = add(step_kind::multiply, x, x)) {
    std::vector<int> pairs;
    for (std::size_t k = 0; k < terms.size(); k += 2) {
      const int low = terms[k], high = k + 1 < terms.size() ? terms[k + 1] : -1;
      pairs.push_back(high < 0  ? low
                      : low < 0 ? add(step_kind::multiply, high, x)
                                : add(step_kind::multiply_add, high, x, low));
    }
    terms = pairs;
    if (terms.size() == 1) break;
  }
  return terms[0];
}

std::vector<double> written_coefficients(std::vector<double> c, bool half) {
  constexpr double least_normal = 0x1p-14;
  const auto vanishes = [](double value) { return std::fabs(value) < least_normal; };
  if (half && !std::all_of(c.begin(), c.end(), vanishes)) std::replace_if(c.begin(), c.end(), vanishes, 0.0);
  return c;
}

form_numbers numbers_of(const minimax_result& result, const std::vector<double>& q) {
  const bool is_pair = number_format(result.format, 0, result.formats)[0].kind() == coefficient_format::double_double;
  return {result.exponents, result.coefficients, q, is_pair && result.exponents.size() > 1 && result.exponents[0] == 0};
}

literal_pair as_pair(double value, bool half) {
  const number_format format(half ? coefficient_format::float16 : coefficient_format::float32, 0);
  const double high = format.as_double(format.nearest(value)), rest = format.as_double(format.nearest(value - high));
  return {high, std::isfinite(high) ? written_coefficients({high, rest}, half)[1] : 0};
}

int program_builder::polynomial(const std::vector<int>& all_exponents, const std::vector<double>& all, int u,
                                polynomial_order order, const char* name, bool pair) {
  std::vector<int> exponents = all_exponents;
  std::vector<double> c = all;
  if (half_) {
    const std::vector<double> written = written_coefficients(all, half_);
    exponents.clear();
    c.clear();
    for (std::size_t k = 0; k < written.size(); ++k)
      if (written[k] != 0) exponents.push_back(all_exponents[k]), c.push_back(written[k]);
    if (c.empty()) exponents = {all_exponents[0]}, c = {0.0};
  }
  // The low part comes in before the sum grows.
  const literal_pair last = as_pair(all[0], half_);
  const bool adds_high = pair && last.low != 0 && exponents[0] == 0 && exponents.size() > 1;
  if (adds_high) c[0] = last.low;
  const int sum = order == polynomial_order::horner ? horner(exponents, c, u, name) : estrin(exponents, c, u);
  return adds_high ? add(step_kind::add, sum, constant(last.high)) : sum;
}

int program_builder::form(const tree& t, int x, const form_numbers& numbers, polynomial_order order) {
  const auto of = [&](const tree& part) { return form(part, x, numbers, order); };
  // sign * part + `last`, where the part is a product. All sums with products are such steps, so that they are fused
  // where the text says so, and only there.
  const auto with_product = [&](const tree& part, bool minus, const auto& last) {
    const tree* product = &part;
    for (; (*product)->kind == operation::negate; product = &(*product)->a) minus = !minus;
    const tree& a = (*product)->a;
    int left = of(a), right = left;
    if ((*product)->kind == operation::multiply) {
      right = of((*product)->b);
    } else {
      const int exponent = static_cast<int>(evaluate((*product)->b, 0)), base = left;
      left = right = power(base, exponent / 2);
      if (exponent % 2 != 0) left = add(step_kind::multiply, left, left), right = base;
    }
    return add(minus ? step_kind::multiply_subtract : step_kind::multiply_add, left, right, last());
  };
  if (is_fixed(t)) return constant(static_cast<double>(fixed_value(t)));
  switch (t->kind) {
    case operation::variable:
      return x;
    case operation::polynomial:
      return polynomial(numbers.exponents, numbers.p, of(t->a), order, "p", numbers.pair);
    case operation::denominator: {
      std::vector<int> powers(numbers.q.size());
      std::iota(powers.begin(), powers.end(), 0);
      return polynomial(powers, numbers.q, of(t->a), order, "q");
    }
    case operation::negate:
      return add(step_kind::negate, of(t->a));
    case operation::add:
      if (is_product(t->b)) {
        const int first = of(t->a);
        return with_product(t->b, false, [first] { return first; });
      }
      if (is_product(t->a)) return with_product(t->a, false, [&] { return of(t->b); });
      return add(step_kind::add, of(t->a), of(t->b));
    case operation::subtract:
      if (is_product(t->b)) {
        const int first = of(t->a);
        return with_product(t->b, true, [first] { return first; });
      }
      if (is_product(t->a))
        return with_product(t->a, false, [&] {
          return is_fixed(t->b) ? constant(-static_cast<double>(fixed_value(t->b))) : add(step_kind::negate, of(t->b));
        });
      return add(step_kind::subtract, of(t->a), of(t->b));
    case operation::multiply:
      return add(step_kind::multiply, of(t->a), of(t->b));
    case operation::divide:
      return add(step_kind::divide, of(t->a), of(t->b));
    case operation::power: {
      const long double k = evaluate(t->b, 0);
      const int base = of(t->a);
      if (k == 0.5L) return add(step_kind::square_root, base);
      if (is_written_out(k)) {
        const int raised = power(base, static_cast<int>(std::fabs(k)));
        return k < 0 ? add(step_kind::divide, constant(1), raised) : raised;
      }
      return call(operation::exp,
                  add(step_kind::multiply, constant(static_cast<double>(k)), call(operation::log, base)));
    }
    case operation::sqrt:
      return add(step_kind::square_root, of(t->a));
    case operation::abs:
      return add(step_kind::absolute, of(t->a));
    default:
      return call(t->kind, of(t->a));
  }
}

void program_builder::leave_out_unused() {
  std::vector<step>& steps = program_.steps;
  std::vector<bool> is_used(steps.size(), false);
  is_used[static_cast<std::size_t>(program_.result)] = true;
  for (std::size_t i = steps.size(); i-- > 0;)
    for (const int k : {steps[i].a, steps[i].b, steps[i].c, steps[i].d})
      if (is_used[i] && k >= 0) is_used[static_cast<std::size_t>(k)] = true;
  std::vector<int> place(steps.size(), -1);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!is_used[i] && steps[i].kind != step_kind::input) continue;
    place[i] = static_cast<int>(kept);
    for (int* const k : {&steps[i].a, &steps[i].b, &steps[i].c, &steps[i].d})
      if (*k >= 0) *k = place[static_cast<std::size_t>(*k)];
    if (kept != i) steps[kept] = std::move(steps[i]);
    ++kept;
  }
  steps.resize(kept);
  program_.result = place[static_cast<std::size_t>(program_.result)];
}

program program_builder::finish(std::string name, int result) {
  program_.name = std::move(name);
  program_.result = result;
  leave_out_unused();
  return std::move(program_);
}

program form_program(const problem& p, const form_numbers& numbers, polynomial_order order, bool half,
                     const std::string& name) {
  program_builder build(half);
  const int x = build.input("x");
  return build.finish(name, build.form(p.form, x, numbers, order));
}

}  // namespace vieta::approximation
