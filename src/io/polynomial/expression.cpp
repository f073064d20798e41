#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "base/message.hpp"
#include "io/complex_text.hpp"
#include "io/polynomial/readers.hpp"
#include "io/polynomial/term_algebra.hpp"

namespace vieta::io {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// What people write before a parenthesis and mean a function, not a product.
bool is_function(std::string_view name) {
  for (const char* known : {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "ln",
                            "log2", "log10", "sqrt", "cbrt", "abs", "pow"}) {
    if (name == known) return true;
  }
  return false;
}

/// sum     = [sign] product { sign product }
/// product = signed { ("*" | "/" | nothing before a name or "(") signed }
/// signed  = { sign } power
/// power   = primary [ ("^" | "**") exponent ]
/// primary = number | name | "(" sum ")"
class expression_reader {
 public:
  using terms = term_algebra::terms;

  expression_reader(std::string_view text, std::string_view name) : text_(text), name_(name), algebra_(text.size()) {}

  polynomial read() {
    terms left = sum();
    if (take("=")) {
      for (term& t : term_algebra::negated(sum())) left.push_back(std::move(t));
      left = guarded([&] { return algebra_.sum(std::move(left)); });
    }
    if (at_ < text_.size()) refuse("an operator or the end of the expression");
    return make_polynomial(std::move(left));
  }

 private:
  void skip_blank() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '#') at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size() || !is_blank(text_[at_])) return;
    }
  }

  bool take(std::string_view symbol) {
    skip_blank();
    if (!text_.substr(at_).starts_with(symbol)) return false;
    at_ += symbol.size();
    skip_blank();
    return true;
  }

  char peek() {
    skip_blank();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  std::string place() const {
    std::size_t line = 1, column = 1;
    for (const char c : text_.substr(0, at_)) {
      line += c == '\n' ? 1 : 0;
      column = c == '\n' ? 1 : column + 1;
    }
    return std::string(name_) + ":" + std::to_string(line) + ":" + std::to_string(column) + ": ";
  }

  /// About the word that starts here: a name, a number, or one other character.
  [[noreturn]] void refuse(const std::string& expected) {
    std::size_t length = std::min(length_of_character(text_.substr(at_)), text_.size() - at_);
    const bool number = length > 0 && is_digit(text_[at_]);
    const auto in_word = [&](std::size_t k) {
      return is_name_letter(text_[k]) || is_digit(text_[k]) || (number && text_[k] == '.');
    };
    if (length > 0 && in_word(at_)) {
      while (at_ + length < text_.size() && in_word(at_ + length)) ++length;
    }
    const std::string found = length == 0 ? "the end of the expression" : in_quotes(text_.substr(at_, length));
    throw error(place() + "found " + found + ", expected " + expected);
  }

  /// Runs the algebra; what it refuses is told with the place in the text.
  template <typename F>
  terms guarded(F work) {
    try {
      return work();
    } catch (const error& refused) {
      throw error(place() + refused.what());
    }
  }

  terms sum() {
    terms all = product();
    for (char sign = peek(); sign == '+' || sign == '-'; sign = peek()) {
      ++at_;
      terms next = product();
      if (sign == '-') next = term_algebra::negated(std::move(next));
      for (term& t : next) all.push_back(std::move(t));
    }
    return guarded([&] { return algebra_.sum(std::move(all)); });
  }

  terms product() {
    terms result = signed_power();
    for (;;) {
      if (peek() == '/') {
        ++at_;
        const std::size_t start = (skip_blank(), at_);
        const terms divisor = signed_power();
        if (divisor.size() != 1 || divisor[0].exponent != 0) {
          at_ = start;
          refuse(divisor.empty() ? "a divisor other than zero" : "a constant divisor");
        }
        result = guarded([&] { return algebra_.quotient(result, divisor[0]); });
      } else if (take("*") || is_name_letter(peek()) || peek() == '(') {
        const terms factor = signed_power();
        result = guarded([&] { return algebra_.product(result, factor); });
      } else {
        return result;
      }
    }
  }

  terms signed_power() {
    bool negative = false;
    for (char sign = peek(); sign == '+' || sign == '-'; sign = peek()) {
      negative ^= sign == '-';
      ++at_;
    }
    terms result = power();
    return negative ? term_algebra::negated(std::move(result)) : result;
  }

  terms power() {
    terms base = primary();
    if (!take("**") && !take("^")) return base;
    const bool parenthesis = take("(");
    const std::int64_t exponent = take_exponent();
    if (parenthesis && !take(")")) refuse("')' after the exponent");
    base = guarded([&] { return algebra_.power(base, exponent); });
    if (peek() == '^' || text_.substr(at_).starts_with("**")) refuse("parentheses: (x^2)^3 or x^6");
    return base;
  }

  std::int64_t take_exponent() {
    constexpr std::int64_t most = 1'000'000'000'000;
    const char* const start = text_.data() + at_;
    std::int64_t value = -1;
    const auto [end, failure] = std::from_chars(start, text_.data() + text_.size(), value);
    const auto length = static_cast<std::size_t>(end - start);
    const bool fraction = at_ + length < text_.size() && text_[at_ + length] == '.';
    if (failure != std::errc{} || value < 0 || value > most || fraction) {
      refuse("an exponent, a whole number from 0 to 10^12");
    }
    at_ += length;
    return value;
  }

  terms primary() {
    const char c = peek();
    if (is_digit(c) || c == '.') return number();
    if (is_name_letter(c)) return name();
    if (c != '(') refuse("a number, a variable or '('");
    if (++depth_ > 200) refuse("parentheses at most 200 deep");
    ++at_;
    terms inner = sum();
    if (peek() != ')') refuse("an operator or ')'");
    ++at_;
    --depth_;
    return inner;
  }

  terms number() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
    std::size_t end = at_;
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      ++end;
      if (end < text_.size() && (text_[end] == '+' || text_[end] == '-')) ++end;
      if (end < text_.size() && is_digit(text_[end])) {  // else the letter begins a name
        while (end < text_.size() && is_digit(text_[end])) ++end;
        at_ = end;
      }
    }
    exact::real value;
    if (!exact::parse_real(text_.substr(start, at_ - start), value)) {
      const std::string found = in_quotes(text_.substr(start, at_ - start));
      at_ = start;
      throw error(place() + "found " + found + ", expected a number such as 12, 0.5 or 1e-400");
    }
    if (value.is_zero()) return {};
    return {term{0, std::move(value), {}}};
  }

  terms name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (is_name_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    const exact::real one{1, 1, 0, 0};
    if (word == "i" || word == "I" || word == "j") return {term{0, {}, one}};
    if (is_function(word) && peek() == '(') {
      at_ = start;
      refuse("a polynomial, which has no functions");
    }
    if (variable_.empty() && !is_not_finite(word)) variable_ = word;
    if (word != variable_) {
      at_ = start;
      refuse(is_not_finite(word) ? "a finite number" : "the variable " + in_quotes(variable_));
    }
    return {term{1, one, {}}};
  }

  std::string_view text_, name_, variable_;
  std::size_t at_ = 0;
  int depth_ = 0;
  term_algebra algebra_;
};

}  // namespace

polynomial read_expression(std::string_view text, std::string_view name) {
  return expression_reader(text, name).read();
}

}  // namespace vieta::io
