#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/expression/grammar.hpp"
#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "minimax/function/head.hpp"
#include "minimax/function/tree.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {
namespace {

/// Functions of x, and p(...) and q(...) of a form, as expression::grammar wants them.
class tree_algebra {
 public:
  using value = tree;
  using refusal = expression::refusal;
  static constexpr bool has_towers = true;

  /// `variable` is empty where the first name that may be one is.
  tree_algebra(bool polynomial, std::string variable) : polynomial_(polynomial), variable_(std::move(variable)) {}

  class total {
   public:
    explicit total(tree_algebra&) {}
    void add(tree next, bool is_negative) {
      sum_ = sum_ ? make(is_negative ? operation::subtract : operation::add, sum_, std::move(next)) : std::move(next);
    }
    tree finish() { return std::move(sum_); }

   private:
    tree sum_;
  };

  static tree number(std::string_view digits) {
    constexpr std::size_t most = 2000, most_of_exponent = 4;  // doubles have up to 1,075 digits, written exactly
    const std::size_t mark = digits.find_first_of("eE");
    const std::string_view decimal = digits.substr(0, mark);
    if (decimal.find_first_not_of("0123456789.") != decimal.npos || decimal == "." ||
        decimal.find('.') != decimal.rfind('.') || decimal.size() > most + 1)
      throw refusal{"a number of 1 to 2000 digits"};
    if (mark != digits.npos) {
      const std::size_t first = digits.find_first_of("0123456789", mark);
      if (digits.size() - first > most_of_exponent) throw refusal{"an exponent of at most four digits"};
    }
    return constant(std::string(digits));
  }

  tree name(std::string_view word, const expression::name_place& place) {
    if (word == variable_) return make(operation::variable);
    if (word == "pi") return make(operation::pi);
    if (word == "e") return make(operation::exp, constant("1"));
    if (takes_arguments(word)) throw refusal{"'(' behind it: the argument of a function stands in parentheses"};
    const bool is_called = place.rest.starts_with('(') && word != "x";  // x(x+1) is a product, f(x+1) is none
    if (is_name_of_variable(word) && !is_called) {
      if (!variable_.empty())
        throw refusal{"one variable: " + variable_ + (variable_ == "x" ? "" : " is the variable") +
                      ", pi, e or one of " + function_list()};
      variable_ = word;
      return make(operation::variable);
    }
    throw refusal{std::string(polynomial_ ? "p(...), " : "") + "x, pi, e or one of " + function_list() +
                  (is_name_of_variable(word) ? "; or a '*' behind it where it is the variable" : "")};
  }

  bool takes_arguments(std::string_view word) const {
    return function_called(word) || word == "sign" || word == "sgn" || word == "max" || word == "min" ||
           word == "pow" || (polynomial_ && (word == "p" || word == "q"));
  }

  static tree call(std::string_view word, const std::vector<tree>& arguments) {
    if ((word == "log" || word == "ln") && arguments.size() == 2)  // to a base
      return make(operation::divide, make(operation::log, arguments[0]), make(operation::log, arguments[1]));
    const bool has_two = word == "max" || word == "min" || word == "pow";
    if (arguments.size() != (has_two ? 2 : 1)) throw refusal{has_two ? "two arguments" : "one argument"};
    if (word == "pow") return power(arguments[0], arguments[1]);
    const tree& a = arguments[0];
    if (const std::optional<operation> kind = function_called(word)) return make(*kind, a);
    if (word == "p") return make(operation::polynomial, a);
    if (word == "q") return make(operation::denominator, a);
    if (word == "sign" || word == "sgn")  // 0/0 at 0, where no polynomial is near it
      return make(operation::divide, a, make(operation::abs, a));
    // (a + b +- |a - b|)/2
    const tree& b = arguments[1];
    const tree far = make(operation::abs, make(operation::subtract, a, b));
    const tree both = make(word == "max" ? operation::add : operation::subtract, make(operation::add, a, b), far);
    return make(operation::divide, both, constant("2"));
  }

  static tree negated(tree a) { return make(operation::negate, std::move(a)); }
  static tree product(tree a, tree b) { return make(operation::multiply, std::move(a), std::move(b)); }
  static tree quotient(tree a, tree b) { return make(operation::divide, std::move(a), std::move(b)); }
  static tree power(const tree& base, const tree& exponent) {
    if (is_fixed(exponent)) return make(operation::power, base, exponent);
    if (is_constant(base, "2")) return make(operation::exp2, exponent);
    // e^x; and b^x for b > 0, as the logarithm asks for.
    if (base->kind == operation::exp && is_constant(base->a, "1")) return make(operation::exp, exponent);
    const tree log = make(operation::log, base);
    // (1+x)^(1/x): its logarithm is 0/0 at 0, not a pole times a zero.
    if (exponent->kind == operation::divide)
      return make(operation::exp, make(operation::divide, make(operation::multiply, exponent->a, log), exponent->b));
    return make(operation::exp, make(operation::multiply, exponent, log));
  }
  tree_algebra& exponents() { return *this; }
  static const char* operands() { return "a number, x, a function or '('"; }

 private:
  bool polynomial_;
  std::string variable_;
};

}  // namespace

tree parse(std::string_view text, const std::string& what, bool polynomial_allowed) {
  constexpr std::size_t longest = 4000;  // trees are walked by recursion
  if (text.size() > longest)
    throw error(what + ": found " + std::to_string(text.size()) + " characters, expected at most " +
                std::to_string(longest));
  // A function stands in the comments of the code for it: in one line each.
  if (const std::size_t at = text.find_first_of("\n\v\f\r"); at != text.npos)
    throw error(what + ": found the end of a line at character " + std::to_string(at + 1) + ", expected one line");
  std::string without_head(text);
  const function_head head = head_of(text);
  if (function_called(head.name) || head.name == "pi" || head.name == "e")
    throw error(what + ": found an equation, " + io::in_quotes(text) +
                ", expected a function: its value, or f(x) = its value");
  std::fill_n(without_head.begin(), head.length, ' ');
  const std::string plain = io::expression_text(without_head, what);
  expression::text_cursor cursor(plain, what, 0, expression::text_cursor::places::characters);
  tree_algebra algebra(polynomial_allowed, head.variable);
  tree t = expression::grammar(cursor, algebra).sum();
  if (cursor.peek() != '\0') cursor.refuse("an operator or the end");
  return t;
}

}  // namespace vieta::approximation
