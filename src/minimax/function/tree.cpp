#include "minimax/function/tree.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "vieta/error.hpp"

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

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Recursive descent: sum > product > sign > power > primary.
class reader {
 public:
  reader(std::string_view text, const std::string& what, bool polynomial) : text_(text), what_(what), p_(polynomial) {}

  tree read() {
    tree t = sum();
    if (peek() != '\0') refuse("an operator or the end");
    return t;
  }

 private:
  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  [[noreturn]] void refuse(const std::string& expected) {
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
    if (end == at_ && end < text_.size()) ++end;
    const std::string found = at_ < text_.size() ? io::in_quotes(text_.substr(at_, end - at_)) : "the end";
    throw error(what_ + ": found " + found + " at character " + std::to_string(at_ + 1) + ", expected " + expected);
  }

  tree sum() {
    tree t = product();
    for (;;) {
      if (take('+'))
        t = make(operation::add, t, product());
      else if (take('-'))
        t = make(operation::subtract, t, product());
      else
        return t;
    }
  }
  tree product() {
    tree t = sign();
    for (;;) {
      if (take('*'))
        t = make(operation::multiply, t, sign());
      else if (take('/'))
        t = make(operation::divide, t, sign());
      else if (is_letter(peek()) || peek() == '(')
        t = make(operation::multiply, t, power());  // 25x^2, 2 sin(x), (x + 1)(x - 1)
      else
        return t;
    }
  }
  tree sign() {
    if (++depth_ > 200) refuse("at most 200 levels");
    tree t = take('-') ? make(operation::negate, sign()) : take('+') ? sign() : power();
    --depth_;
    return t;
  }
  tree power() {
    tree base = primary();
    if (peek() == '*' && at_ + 1 < text_.size() && text_[at_ + 1] == '*')
      at_ += 2;
    else if (!take('^'))
      return base;
    tree exponent = sign();
    if (is_fixed(exponent)) return make(operation::power, base, exponent);
    if (is_constant(base, "2")) return make(operation::exp2, exponent);
    // e^x; and b^x for b > 0, as the logarithm asks for.
    if (base->kind == operation::exp && is_constant(base->a, "1")) return make(operation::exp, exponent);
    return make(operation::exp, make(operation::multiply, exponent, make(operation::log, base)));
  }

  tree primary() {
    const char c = peek();
    if (is_digit(c) || c == '.') return number();
    if (is_letter(c)) return word();
    if (c == '|') {  // |x|
      ++at_;
      tree t = sum();
      if (!take('|')) refuse("'|'");
      return make(operation::abs, t);
    }
    if (c != '(') refuse("a number, x, a function or '('");
    ++at_;
    tree t = sum();
    if (!take(')')) refuse("an operator or ')'");
    return t;
  }

  tree number() {
    const std::size_t start = at_;
    const auto digits = [&] {
      std::size_t count = 0;
      for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) ++count;
      return count;
    };
    std::size_t count = digits();
    if (at_ < text_.size() && text_[at_] == '.') ++at_, count += digits();
    constexpr std::size_t most = 2000;  // doubles have up to 1,075, written exactly
    if (count == 0 || count > most) refuse("a number of 1 to 2000 digits");
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      const std::size_t mark = at_++;
      if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
      const std::size_t length = digits();
      if (length == 0) at_ = mark;
      if (length > 4) refuse("an exponent of at most four digits");
    }
    return constant(std::string(text_.substr(start, at_ - start)));
  }

  tree word() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view found = text_.substr(start, at_ - start);
    if (found == "x") return make(operation::variable);
    if (found == "pi") return make(operation::pi);
    if (found == "e") return make(operation::exp, constant("1"));
    if (found == "sqrt" && peek() != '(' && peek() != '\0') return make(operation::sqrt, primary());  // of the sign
    for (const auto& [name, kind] : names)
      if (found == name) return make(kind, argument());
    if (found == "sign" || found == "sgn") {  // 0/0 at 0, where no polynomial is near it
      const tree t = argument();
      return make(operation::divide, t, make(operation::abs, t));
    }
    if (found == "max" || found == "min") {
      if (!take('(')) refuse("'('");
      const tree a = sum();
      if (!take(',')) refuse("an operator or ','");
      const tree b = sum();
      if (!take(')')) refuse("an operator or ')'");
      // (a + b +- |a - b|)/2
      const tree far = make(operation::abs, make(operation::subtract, a, b));
      const tree both = make(found == "max" ? operation::add : operation::subtract, make(operation::add, a, b), far);
      return make(operation::divide, both, constant("2"));
    }
    if (p_ && found == "p") return make(operation::polynomial, argument());
    if (p_ && found == "q") return make(operation::denominator, argument());
    at_ = start;
    refuse(std::string(p_ ? "p(...), " : "") + "x, pi, e or one of " + function_list());
  }
  tree argument() {
    if (!take('(')) refuse("'(': the argument of a function stands in parentheses");
    tree t = sum();
    if (!take(')')) refuse("an operator or ')'");
    return t;
  }

  std::string_view text_;
  const std::string& what_;
  bool p_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

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

tree make(operation kind, tree a, tree b) {
  return std::make_shared<const node>(node{kind, std::move(a), std::move(b), {}});
}
tree constant(std::string decimal) {
  return std::make_shared<const node>(node{operation::constant, nullptr, nullptr, std::move(decimal)});
}
bool is_constant(const tree& t, std::string_view decimal) {
  return t->kind == operation::constant && t->decimal == decimal;
}
bool contains(const tree& t, operation kind) {
  return t && (t->kind == kind || contains(t->a, kind) || contains(t->b, kind));
}
bool is_fixed(const tree& t) {
  return !contains(t, operation::variable) && !contains(t, operation::polynomial) &&
         !contains(t, operation::denominator);
}
tree substitute(const tree& t, const tree& with) {
  if (!t) return t;
  if (t->kind == operation::variable) return with;
  return std::make_shared<const node>(node{t->kind, substitute(t->a, with), substitute(t->b, with), t->decimal});
}

tree parse(std::string_view text, const std::string& what, bool polynomial_allowed) {
  constexpr std::size_t longest = 4000;  // trees are walked by recursion
  if (text.size() > longest)
    throw error(what + ": found " + std::to_string(text.size()) + " characters, expected at most " +
                std::to_string(longest));
  const std::string plain = io::expression_text(text);
  return reader(plain, what, polynomial_allowed).read();
}

std::string function_list() {
  std::string list;
  for (const auto& [name, kind] : names)
    if (name == function_name(kind)) list += (list.empty() ? "" : ", ") + std::string(name);
  return list + ", sign, min, max";
}

std::string_view function_name(operation kind) {
  for (const auto& [name, k] : names)
    if (k == kind) return name;
  return {};
}

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
      return in_place(t->a, 2) + "/" + in_place(t->b, 3);
    case operation::negate:
      return "-" + in_place(t->a, 3);
    case operation::power:
      return in_place(t->a, 5) + "^" + in_place(t->b, 5);
    default:
      return std::string(function_name(t->kind)) + '(' + to_text(t->a) + ')';
  }
}

namespace {

/// The same in every locale.
long double number_of(const std::string& decimal) {
  long double value = 0;
  const auto [end, problem] = std::from_chars(decimal.data(), decimal.data() + decimal.size(), value);
  if (problem == std::errc::result_out_of_range)
    return decimal.find("e-") != std::string::npos || decimal.find("E-") != std::string::npos || decimal[0] == '0'
               ? 0.0L
               : std::numeric_limits<long double>::infinity();
  return value;
}

}  // namespace

long double evaluate(const tree& t, long double x) {
  const auto a = [&] { return evaluate(t->a, x); };
  const auto b = [&] { return evaluate(t->b, x); };
  switch (t->kind) {
    case operation::constant:
      return number_of(t->decimal);
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
