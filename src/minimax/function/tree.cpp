#include "minimax/function/tree.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

namespace vieta::approximation {
namespace {

constexpr std::array<std::pair<std::string_view, operation>, 34> names = {{
    {"sqrt", operation::sqrt},   {"cbrt", operation::cbrt},    {"exp", operation::exp},
    {"exp2", operation::exp2},   {"expm1", operation::expm1},  {"log", operation::log},
    {"ln", operation::log},      {"log2", operation::log2},    {"log10", operation::log10},
    {"log1p", operation::log1p}, {"sin", operation::sin},      {"cos", operation::cos},
    {"tan", operation::tan},     {"asin", operation::asin},    {"acos", operation::acos},
    {"atan", operation::atan},   {"sinh", operation::sinh},    {"cosh", operation::cosh},
    {"tanh", operation::tanh},   {"asinh", operation::asinh},  {"acosh", operation::acosh},
    {"atanh", operation::atanh}, {"erf", operation::erf},      {"erfc", operation::erfc},
    {"gamma", operation::gamma}, {"tgamma", operation::gamma}, {"lgamma", operation::lgamma},
    {"j0", operation::j0},       {"j1", operation::j1},        {"abs", operation::abs},
    {"arcsin", operation::asin}, {"arccos", operation::acos},  {"arctan", operation::atan},
    {"fabs", operation::abs},
}};

/// How tightly a node binds, for parentheses.
int binding(operation kind) {
  switch (kind) {
    case operation::add:
    case operation::subtract:
      return 1;
    case operation::multiply:
    case operation::divide:
      return 2;
    case operation::negate:
      return 3;
    case operation::power:
      return 4;
    default:
      return 5;
  }
}

std::string in_place(const tree& t, int least) {
  return binding(t->kind) < least ? '(' + to_text(t) + ')' : to_text(t);
}

}  // namespace

namespace {

/// The same in every locale.
long double nearest_to(const std::string& decimal) {
  long double value = 0;
  const auto [end, problem] = std::from_chars(decimal.data(), decimal.data() + decimal.size(), value);
  if (problem == std::errc::result_out_of_range)
    return decimal.find("e-") != std::string::npos || decimal.find("E-") != std::string::npos || decimal[0] == '0'
               ? 0.0L
               : std::numeric_limits<long double>::infinity();
  return value;
}

}  // namespace

tree make(operation kind, tree a, tree b) {
  return std::make_shared<const node>(node{kind, std::move(a), std::move(b), {}, 0});
}
tree constant(std::string decimal) {
  const long double value = nearest_to(decimal);
  return std::make_shared<const node>(node{operation::constant, nullptr, nullptr, std::move(decimal), value});
}
bool is_constant(const tree& t, std::string_view decimal) {
  return t->kind == operation::constant && t->decimal == decimal;
}
bool contains(const tree& t, operation kind) {
  // The second part first: Horner's scheme has its argument there, and all that is left of the polynomial in the other.
  return t && (t->kind == kind || contains(t->b, kind) || contains(t->a, kind));
}
bool is_fixed(const tree& t) {
  return !contains(t, operation::variable) && !contains(t, operation::polynomial) &&
         !contains(t, operation::denominator);
}
tree substitute(const tree& t, const tree& with) {
  if (!t) return t;
  if (t->kind == operation::variable) return with;
  return std::make_shared<const node>(
      node{t->kind, substitute(t->a, with), substitute(t->b, with), t->decimal, t->value});
}

std::string function_list() {
  std::string list;
  for (const auto& [name, kind] : names)
    if (name == function_name(kind)) list += (list.empty() ? "" : ", ") + std::string(name);
  return list + ", sign, min, max";
}

std::optional<operation> function_called(std::string_view word) {
  for (const auto& [name, kind] : names)
    if (name == word) return kind;
  return std::nullopt;
}

std::string_view function_name(operation kind) {
  for (const auto& [name, k] : names)
    if (k == kind) return name;
  return {};
}

namespace {

/// "max(a, b)" of (a + b + |a - b|)/2 as `parse` makes it, which has each of a and b twice; "sign(a)" of a/|a|. Empty
/// for other quotients, and for one that was typed so.
std::string called_quotient(const tree& t) {
  const tree &top = t->a, &below = t->b;
  if (below->kind == operation::abs && below->a == top) return "sign(" + to_text(top) + ')';
  if (!is_constant(below, "2") || (top->kind != operation::add && top->kind != operation::subtract)) return {};
  const tree &sum = top->a, &far = top->b;
  if (sum->kind != operation::add || far->kind != operation::abs || far->a->kind != operation::subtract ||
      far->a->a != sum->a || far->a->b != sum->b)
    return {};
  return (top->kind == operation::add ? "max(" : "min(") + to_text(sum->a) + ", " + to_text(sum->b) + ')';
}

}  // namespace

std::string to_text(const tree& t) {
  switch (t->kind) {
    case operation::constant:
      return t->decimal;
    case operation::pi:
      return "pi";
    case operation::variable:
      return "x";
    case operation::polynomial:
      return "p(" + to_text(t->a) + ')';
    case operation::denominator:
      return "q(" + to_text(t->a) + ')';
    case operation::add:
      return to_text(t->a) + " + " + in_place(t->b, 2);
    case operation::subtract:
      return to_text(t->a) + " - " + in_place(t->b, 2);
    case operation::multiply:
      return in_place(t->a, 2) + "*" + in_place(t->b, 3);
    case operation::divide:
      if (std::string call = called_quotient(t); !call.empty()) return call;
      return in_place(t->a, 2) + "/" + in_place(t->b, 3);
    case operation::negate:
      return "-" + in_place(t->a, 3);
    case operation::power:
      return in_place(t->a, 5) + "^" + in_place(t->b, 5);
    default:
      return std::string(function_name(t->kind)) + '(' + to_text(t->a) + ')';
  }
}

long double evaluate(const tree& t, long double x) {
  const auto a = [&] { return evaluate(t->a, x); };
  const auto b = [&] { return evaluate(t->b, x); };
  switch (t->kind) {
    case operation::constant:
      return t->value;
    case operation::pi:
      return std::acos(-1.0L);
    case operation::variable:
      return x;
    case operation::polynomial:
    case operation::denominator:
      return std::nanl("");  // forms are taken apart before anything is evaluated
    case operation::add:
      return a() + b();
    case operation::subtract:
      return a() - b();
    case operation::multiply:
      return a() * b();
    case operation::divide:
      return a() / b();
    case operation::power:
      return std::pow(a(), b());
    case operation::negate:
      return -a();
    case operation::sqrt:
      return std::sqrt(a());
    case operation::cbrt:
      return std::cbrt(a());
    case operation::exp:
      return std::exp(a());
    case operation::exp2:
      return std::exp2(a());
    case operation::expm1:
      return std::expm1(a());
    case operation::log:
      return std::log(a());
    case operation::log2:
      return std::log2(a());
    case operation::log10:
      return std::log10(a());
    case operation::log1p:
      return std::log1p(a());
    case operation::sin:
      return std::sin(a());
    case operation::cos:
      return std::cos(a());
    case operation::tan:
      return std::tan(a());
    case operation::asin:
      return std::asin(a());
    case operation::acos:
      return std::acos(a());
    case operation::atan:
      return std::atan(a());
    case operation::sinh:
      return std::sinh(a());
    case operation::cosh:
      return std::cosh(a());
    case operation::tanh:
      return std::tanh(a());
    case operation::asinh:
      return std::asinh(a());
    case operation::acosh:
      return std::acosh(a());
    case operation::atanh:
      return std::atanh(a());
    case operation::erf:
      return std::erf(a());
    case operation::erfc:
      return std::erfc(a());
    case operation::gamma:
      return std::tgamma(a());
    case operation::lgamma:
      return std::lgamma(a());
    case operation::j0:
      return std::cyl_bessel_j(0.0L, std::fabs(a()));
    case operation::j1: {
      const long double z = a();
      return std::copysign(std::cyl_bessel_j(1.0L, std::fabs(z)), z);
    }
    case operation::abs:
      return std::fabs(a());
  }
  return std::nanl("");
}

}  // namespace vieta::approximation
