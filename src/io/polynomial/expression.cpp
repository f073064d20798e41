#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "exact/arithmetic.hpp"
#include "exact/constants.hpp"
#include "io/complex_text.hpp"
#include "io/polynomial/fraction_algebra.hpp"
#include "io/polynomial/readers.hpp"

namespace vieta::io {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// What people write before a parenthesis and mean a function, not a product.
bool is_function(std::string_view name) {
  for (const char* known : {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "ln",
                            "log2", "log10", "sqrt", "cbrt", "abs", "pow"}) {
    if (name == known) return true;
  }
  return false;
}

bool is_imaginary_unit(std::string_view word) { return word == "i" || word == "I" || word == "j" || word == "im"; }

/// equation = [name "(" name ")" "="] sum [("=" | "==") sum] [";"]
/// sum      = [sign] product { sign product }
/// product  = signed { ("*" | "/" | nothing before a name or "(") signed }
/// signed   = { sign } power
/// power    = primary [ ("^" | "**") exponent ]
/// primary  = number | name | "sqrt" "(" sum ")" | "(" sum ")"
class expression_reader {
 public:
  using terms = term_algebra::terms;

  /// `polynomials_only`: what is no polynomial with exact coefficients is refused where it stands.
  expression_reader(std::string_view text, std::string_view name, bool polynomials_only)
      : text_(text), name_(name), polynomials_only_(polynomials_only), algebra_(text.size()) {}

  fraction read() {
    skip_name_of_function();
    find_constants();
    fraction left = sum();
    if (take("==") || take("=")) {
      fraction right = fraction_algebra::negated(sum());
      left = guarded([&] { return algebra_.sum(std::move(left), std::move(right)); });
    }
    take(";");
    if (at_ < text_.size()) refuse("an operator or the end of the expression");
    return guarded([&] { return algebra_.lowest_terms(std::move(left)); });
  }

  [[nodiscard]] std::string_view variable() const { return variable_; }

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

  bool letter_follows() {
    skip_blank();
    return length_of_letter(text_.substr(at_)) > 0;
  }

  std::string_view take_word() {
    const std::size_t start = at_;
    while (at_ < text_.size()) {
      const std::size_t length = is_digit(text_[at_]) ? 1 : length_of_letter(text_.substr(at_));
      if (length == 0) break;
      at_ += length;
    }
    return text_.substr(start, at_ - start);
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
      return is_digit(text_[k]) ? 1 : number && text_[k] == '.' ? 1 : length_of_letter(text_.substr(k));
    };
    if (length > 0 && in_word(at_) > 0) {
      while (at_ + length < text_.size() && in_word(at_ + length) > 0) length += in_word(at_ + length);
    }
    const std::string found = length == 0 ? "the end of the expression" : in_quotes(text_.substr(at_, length));
    throw error(place() + "found " + found + ", expected " + expected);
  }

  /// Runs the algebra; what it refuses is told with the place in the text.
  template <typename F>
  std::invoke_result_t<F> guarded(F work) {
    try {
      return work();
    } catch (const error& refused) {
      throw error(place() + refused.what());
    }
  }

  /// "p(x) =" says what is defined, and so does "y =" before an expression in another variable.
  void skip_name_of_function() {
    skip_blank();
    const std::size_t start = at_;
    const std::string_view function = take_word();
    std::string_view argument;
    const bool in_parentheses = take("(");
    if (in_parentheses) {
      argument = take_word();
      if (argument.empty() || argument == function || !take(")")) argument = {};
    } else if (peek() == '=' && function.size() == 1 && std::string_view("yfgpq").find(function) != function.npos) {
      const std::size_t here = at_;
      for (const std::string_view word : words())
        if (word != function && !is_imaginary_unit(word) && !exact::is_constant(word)) argument = word;
      at_ = here;
    }
    const bool defines = !function.empty() && !is_digit(function[0]) && !argument.empty() && !is_digit(argument[0]) &&
                         peek() == '=' && !text_.substr(at_).starts_with("==");
    if (!defines) {
      at_ = start;
      return;
    }
    take("=");
    if (in_parentheses) variable_ = argument;
  }

  /// All words from here on, of names and functions.
  std::set<std::string_view> words() {
    std::set<std::string_view> all;
    for (; peek() != '\0';) {
      if (is_digit(text_[at_]) || text_[at_] == '.') {
        at_ += length_of_number(text_.substr(at_));
      } else if (letter_follows()) {
        all.insert(take_word());
      } else {
        ++at_;
      }
    }
    return all;
  }

  /// pi and e are numbers beside a variable; alone they are the variable.
  void find_constants() {
    const std::size_t start = at_;
    std::size_t constants = 0, others = 0;
    for (const std::string_view word : words()) {
      if (is_imaginary_unit(word) || is_function(word)) continue;
      ++(exact::is_constant(word) ? constants : others);
    }
    has_constants_ = others > 0 || constants > 1 || !variable_.empty();
    at_ = start;
  }

  /// Summands that are exact polynomials are brought together once, at the end.
  fraction sum() {
    fraction all, next = product();
    terms plain;
    bool negative = false;
    for (;;) {
      if (negative) next = fraction_algebra::negated(std::move(next));
      if (fraction_algebra::is_polynomial(next) && fraction_algebra::is_exact(next)) {
        for (term& t : next.above.value) plain.push_back(std::move(t));
      } else {
        all = guarded([&] { return algebra_.sum(std::move(all), std::move(next)); });
      }
      const char sign = peek();
      if (sign != '+' && sign != '-') break;
      negative = sign == '-';
      ++at_;
      next = product();
    }
    fraction exact;
    exact.above.value = guarded([&] { return algebra_.sum(std::move(plain)); });
    if (fraction_algebra::is_polynomial(all) && all.above.value.empty() && all.above.error.empty()) return exact;
    return guarded([&] { return algebra_.sum(std::move(all), std::move(exact)); });
  }

  fraction product() {
    fraction result = signed_power();
    for (;;) {
      if (peek() == '/') {
        ++at_;
        const std::size_t start = (skip_blank(), at_);
        const fraction divisor = signed_power();
        const terms& above = divisor.above.value;
        const bool constant = fraction_algebra::is_polynomial(divisor) && above.size() == 1 && above[0].exponent == 0;
        if (above.empty() || (polynomials_only_ && !constant)) {
          at_ = start;
          refuse(above.empty() ? "a divisor other than zero" : "a constant divisor");
        }
        result = guarded([&] { return algebra_.quotient(result, divisor); });
      } else if (take("*") || letter_follows() || peek() == '(') {
        const fraction factor = signed_power();
        result = guarded([&] { return algebra_.product(result, factor); });
      } else {
        return result;
      }
    }
  }

  fraction signed_power() {
    bool negative = false;
    for (char sign = peek(); sign == '+' || sign == '-'; sign = peek()) {
      negative ^= sign == '-';
      ++at_;
    }
    fraction result = power();
    return negative ? fraction_algebra::negated(std::move(result)) : result;
  }

  fraction power() {
    fraction base = primary();
    if (!take("**") && !take("^")) return base;
    const bool parenthesis = take("(");
    const std::size_t start = at_;
    const bool negative = take("-");
    if (!negative) take("+");
    const std::int64_t exponent = take_exponent();
    if (parenthesis && !take(")")) refuse("')' after the exponent");
    const std::size_t end = at_;
    const terms& above = base.above.value;
    const bool constant = fraction_algebra::is_polynomial(base) && above.size() == 1 && above[0].exponent == 0;
    if (negative && (above.empty() || (polynomials_only_ && !constant))) {
      at_ = start;
      refuse(above.empty() ? "a power of 0 that is not negative" : "an exponent, a whole number from 0 to 10^12");
    }
    base = guarded([&] { return algebra_.power(base, exponent); });
    if (negative) base = guarded([&] { return algebra_.quotient(one(), base); });
    at_ = end;
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

  fraction primary() {
    const char c = peek();
    if (is_digit(c) || c == '.') return number();
    if (letter_follows()) return name();
    if (c != '(') refuse("a number, a variable or '('");
    return parentheses();
  }

  fraction parentheses() {
    if (++depth_ > 200) refuse("parentheses at most 200 deep");
    ++at_;
    fraction inner = sum();
    if (peek() != ')') refuse("an operator or ')'");
    ++at_;
    --depth_;
    return inner;
  }

  fraction number() {
    const std::size_t start = at_;
    at_ += length_of_number(text_.substr(at_));
    exact::real value;
    if (!exact::parse_real(text_.substr(start, at_ - start), value)) {
      const std::string found = in_quotes(text_.substr(start, at_ - start));
      at_ = start;
      throw error(place() + "found " + found + ", expected a number such as 12, 0.5 or 1e-400");
    }
    return fraction_algebra::constant({std::move(value)}, false);
  }

  static fraction one() { return fraction_algebra::constant({exact::real{1, 1, 0, 0}}, false); }

  fraction name() {
    const std::size_t start = at_;
    const std::string_view word = take_word();
    if (is_imaginary_unit(word)) return fraction_algebra::constant({exact::real{1, 1, 0, 0}}, true);
    if (word == "sqrt" && peek() != '(') {
      at_ = start;
      refuse("parentheses behind it: sqrt(2)");
    }
    if (is_function(word) && peek() == '(') {
      if (word == "sqrt") return square_root(start);
      at_ = start;
      refuse("a polynomial, which has no functions");
    }
    if (has_constants_ && !polynomials_only_ && word != variable_)
      if (const auto known = exact::constant_called(word)) return fraction_algebra::constant(*known, false);
    if (variable_.empty() && !is_not_finite(word)) variable_ = word;
    if (word != variable_) {
      at_ = start;
      refuse(is_not_finite(word) ? "a finite number"
                                 : "the variable " + in_quotes(variable_) +
                                       (is_function(variable_) ? " (a polynomial has no functions)" : ""));
    }
    fraction variable;
    variable.above.value = {term{1, exact::real{1, 1, 0, 0}, {}}};
    return variable;
  }

  /// Of an exact number; that of a negative one is imaginary.
  fraction square_root(std::size_t start) {
    const fraction inside = parentheses();
    const terms& above = inside.above.value;
    const bool constant = fraction_algebra::is_polynomial(inside) && fraction_algebra::is_exact(inside) &&
                          (above.empty() || (above.size() == 1 && above[0].exponent == 0 && above[0].im.is_zero()));
    if (!constant) {
      at_ = start;
      refuse("a polynomial, which has no functions but square roots of numbers");
    }
    if (above.empty()) return inside;
    const bool negative = above[0].re.numerator < 0;
    const exact::approximation root =
        guarded([&] { return exact::square_root(negative ? exact::negate(above[0].re) : above[0].re); });
    if (polynomials_only_ && !root.is_exact) {
      at_ = start;
      refuse("a number that is rational");
    }
    return fraction_algebra::constant(root, negative);
  }

  std::string_view text_, name_, variable_;
  bool polynomials_only_, has_constants_ = false;
  std::size_t at_ = 0;
  int depth_ = 0;
  fraction_algebra algebra_;
};

/// The largest relative error of a coefficient, from above; 0 for exact ones.
double uncertainty_of(const known_terms& p, std::string_view name, const std::string& variable) {
  double largest = 0;
  for (const term& e : p.error) {
    const auto known =
        std::find_if(p.value.begin(), p.value.end(), [&](const term& t) { return t.exponent == e.exponent; });
    const auto bits = [](const exact::real& x) { return exact::to_expansion(x).exponent; };
    // |t| >= 2^(bits - 1) of its larger part
    const std::int64_t size = known == p.value.end() ? INT64_MIN
                              : known->re.is_zero()  ? bits(known->im)
                              : known->im.is_zero()  ? bits(known->re)
                                                     : std::max(bits(known->re), bits(known->im));
    if (size == INT64_MIN || bits(e.re) - size > -200)
      throw error(std::string(name) + ": found a coefficient of " + brief(variable) + '^' + std::to_string(e.exponent) +
                  " that is a difference of constants and cannot be told from zero, expected it multiplied out: "
                  "x^2 - 2 for (x - sqrt(2))*(x + sqrt(2))");
    // With two bits to spare for the roundings of the expansions.
    const auto gap = static_cast<int>(std::max<std::int64_t>(bits(e.re) - size + 3, -1000));
    largest = std::max(largest, std::ldexp(1.0, gap));
  }
  return largest;
}

}  // namespace

rational_function read_rational_expression(std::string_view text, std::string_view name) {
  const std::string plain = expression_text(text);
  expression_reader reader(plain, name, false);
  fraction all = reader.read();
  rational_function result;
  if (!reader.variable().empty()) result.variable = reader.variable();
  result.uncertainty =
      std::max(uncertainty_of(all.above, name, result.variable), uncertainty_of(all.below, name, result.variable));
  result.numerator = make_polynomial(std::move(all.above.value));
  if (fraction_algebra::is_polynomial(all)) all.below.value = {term{0, exact::real{1, 1, 0, 0}, {}}};
  result.denominator = make_polynomial(std::move(all.below.value));
  return result;
}

polynomial read_expression(std::string_view text, std::string_view name) {
  const std::string plain = expression_text(text);
  return make_polynomial(expression_reader(plain, name, true).read().above.value);
}

}  // namespace vieta::io
