#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/expression/text_cursor.hpp"
#include "base/message.hpp"
#include "base/threads/stack.hpp"
#include "vieta/error.hpp"

namespace vieta::expression {

/// What stands around a name.
struct name_place {
  bool is_after_number = false;  ///< directly: "2x"
  std::string_view rest;         ///< of the text, behind the name
};

/// The one grammar of what people type: polynomials, equations of systems, functions, exponents.
///
///     sum     = product { ("+" | "-") product }
///     product = signed { ("*" | "/" | nothing before a name or "(") signed }
///     signed  = { "+" | "-" } power
///     power   = primary [ ("^" | "**") exponent ]
///     primary = number | name | function [ "^" digits ] "(" sum { "," sum } ")" | "sqrt" primary | "(" sum ")" | "|"
///     sum "|"
///
/// What the pieces mean is the algebra's business:
///
///     value                                what an expression is
///     number(text)                         of digits
///     name(word, place)                    of a variable or a constant
///     takes_arguments(word)                whether the parenthesis behind it holds arguments
///     call(word, arguments)                of a function
///     negated(a), product(a, b), quotient(a, b)
///     power(base, exponent)
///     total                                a sum under way: add(value, is_negative), then value finish()
///     exponents()                          the algebra of exponents
///     has_towers                           whether x^y^z is x^(y^z), or refused
///     operands()                           what messages expect in the place of an operand
///
/// An algebra throws `refusal` about the operand at hand, or vieta::error about what it would cost; places in the text
/// are added here.
template <class Algebra>
class grammar {
 public:
  using value = typename Algebra::value;

  grammar(text_cursor& text, Algebra& algebra, int depth = 0) : text_(text), algebra_(algebra), depth_(depth) {}

  value sum() {
    typename Algebra::total total(algebra_);
    bool negative = false;
    for (;;) {
      const std::size_t start = here();
      value next = product();
      told(start, [&] { total.add(std::move(next), negative); });
      const char sign = text_.peek();
      if (sign != '+' && sign != '-') return told(start, [&] { return total.finish(); });
      negative = sign == '-';
      text_.take(negative ? "-" : "+");
    }
  }

  /// What may stand behind "^" without parentheses.
  value exponent() {
    if constexpr (Algebra::has_towers) {
      const level deeper(*this, "powers of powers at most 200 deep");
      return signed_power();
    } else {
      return with_sign([&] { return primary(); });
    }
  }

 private:
  using exponent_algebra = std::remove_reference_t<decltype(std::declval<Algebra&>().exponents())>;
  static constexpr int deepest = 200;  // of recursion, here and in trees
  // A level takes a kilobyte or two of the stack, which may be one of a thread that has little.
  static constexpr int deep = 24;
  static constexpr std::size_t least_stack = std::size_t{48} << 10;

  struct level {
    level(grammar& in, const char* expected) : depth(in.depth_) {
      if (depth >= deepest) in.text_.refuse(expected);
      if (depth % deep == deep - 1 && stack_left() < least_stack)
        in.text_.refuse("fewer parentheses in parentheses, as this thread has a small stack");
      ++depth;
    }
    ~level() { --depth; }
    level(const level&) = delete;
    level& operator=(const level&) = delete;
    int& depth;
  };

  std::size_t here() { return text_.peek(), text_.mark(); }

  /// Runs the algebra; what it refuses is told with its place: that of the operand which begins at `start`.
  template <class Work>
  std::invoke_result_t<Work> told(std::size_t start, Work work) {
    try {
      return work();
    } catch (const refusal& refused) {
      text_.reset(start);
      text_.refuse(refused.expected);
    } catch (const error& refused) {
      throw error(text_.place() + ": " + refused.what());
    }
  }

  value product() {
    value result = signed_power();
    for (;;) {
      if (text_.take("/")) {
        const std::size_t start = here();
        value divisor = signed_power();
        result = told(start, [&] { return algebra_.quotient(std::move(result), std::move(divisor)); });
      } else if (text_.take("*") || factor_follows()) {
        const std::size_t start = here();
        value factor = signed_power();
        result = told(start, [&] { return algebra_.product(std::move(result), std::move(factor)); });
      } else {
        return result;
      }
    }
  }

  /// A product without a sign: a name or a parenthesis in the same line. A number in parentheses behind a blank is
  /// somebody's number of an equation.
  bool factor_follows() {
    const std::size_t before = text_.mark();
    const bool parenthesis = text_.peek() == '(';
    if (!parenthesis && !text_.letter_follows()) return false;
    const std::string_view gap = text_.since_untrimmed(before);
    if (gap.find_first_of("\n\r") != gap.npos) return false;
    const std::string_view inside = text_.rest().substr(1, text_.rest().find(')') - 1);
    if (parenthesis && !gap.empty() && !inside.empty() && inside.find_first_not_of("0123456789 ") == inside.npos)
      text_.refuse("a '*' before a number in parentheses, or nothing: numbers of equations are left out");
    return true;
  }

  template <class Unsigned>
  value with_sign(Unsigned read) {
    bool negative = false;
    for (char sign = text_.peek(); sign == '+' || sign == '-'; sign = text_.peek()) {
      negative ^= sign == '-';
      text_.take(std::string_view(&sign, 1));
    }
    value result = read();
    return negative ? algebra_.negated(std::move(result)) : std::move(result);
  }
  value signed_power() {
    return with_sign([&] { return power(); });
  }

  value power() {
    value base = primary();
    if (!text_.take("**") && !text_.take("^")) return base;
    const std::size_t start = here();
    auto exponent = grammar<exponent_algebra>(text_, algebra_.exponents(), depth_).exponent();
    const std::size_t end = text_.mark();
    if constexpr (!Algebra::has_towers)
      if (text_.peek() == '^' || text_.rest().starts_with("**")) text_.refuse("parentheses: (x^2)^3 or x^6");
    text_.reset(end);
    try {
      return algebra_.power(std::move(base), std::move(exponent));
    } catch (const refusal& refused) {
      const std::string found = io::in_quotes(text_.since(start));
      text_.reset(start);
      throw error(text_.complaint(found, refused.expected));
    } catch (const error& refused) {
      text_.reset(end);
      throw error(text_.place() + ": " + refused.what());
    }
  }

  value primary() {
    const char c = text_.peek();
    const std::size_t start = text_.mark();
    if ((c >= '0' && c <= '9') || c == '.') {
      const std::string_view digits = text_.take_number();
      return told(start, [&] { return algebra_.number(digits); });
    }
    if (text_.letter_follows()) return name();
    if (c == '|' && algebra_.takes_arguments("abs")) {
      text_.take("|");
      value inside = enclosed("|", "'|'");
      return told(start, [&] { return call("abs", std::move(inside)); });
    }
    if (c != '(') text_.refuse(algebra_.operands());
    const level deeper(*this, "parentheses at most 200 deep");
    text_.take("(");
    return enclosed(")", "an operator or ')'");
  }

  value enclosed(std::string_view end, const char* expected) {
    value inside = sum();
    if (!text_.take(end)) text_.refuse(expected);
    return inside;
  }

  value call(std::string_view word, value argument) {
    std::vector<value> arguments;
    arguments.push_back(std::move(argument));
    return algebra_.call(word, std::move(arguments));
  }

  value name() {
    const std::size_t start = here();
    const bool is_after_number = text_.follows_number();
    const std::string_view word = text_.take_name();
    const name_place place{is_after_number, text_.rest()};
    const bool is_function = algebra_.takes_arguments(word);
    const std::string_view power = is_function ? take_power_of_function() : std::string_view{};
    const char next = text_.peek();
    if (!is_function || (next != '(' && (word != "sqrt" || next == '\0')))
      return told(start, [&] { return algebra_.name(word, place); });
    const level deeper(*this, "parentheses at most 200 deep");
    if (next != '(') {  // the sign of a root, as plain_text leaves it
      value under = primary();
      return told(start, [&] { return call(word, std::move(under)); });
    }
    text_.take("(");
    std::vector<value> arguments;
    do arguments.push_back(sum());
    while (text_.take(","));
    if (!text_.take(")")) text_.refuse("an operator or ')'");
    return told(start, [&] {
      value result = algebra_.call(word, std::move(arguments));
      return power.empty() ? std::move(result) : algebra_.power(std::move(result), algebra_.exponents().number(power));
    });
  }

  /// The 2 of "sin^2(x)", which is (sin(x))^2. "sin^-1(x)" has two readings.
  std::string_view take_power_of_function() {
    const std::size_t start = text_.mark();
    if (text_.take("**") || text_.take("^")) {
      const std::string_view digits = text_.take_number();
      if (!digits.empty() && digits.find_first_not_of("0123456789") == digits.npos && text_.peek() == '(')
        return digits;
    }
    text_.reset(start);
    return {};
  }

  text_cursor& text_;
  Algebra& algebra_;
  int depth_;
};

}  // namespace vieta::expression
