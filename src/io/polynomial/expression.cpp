#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/expression/grammar.hpp"
#include "base/expression/two_readings.hpp"
#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "exact/arithmetic.hpp"
#include "exact/constants.hpp"
#include "exact/number_algebra.hpp"
#include "io/complex_text.hpp"
#include "io/polynomial/fraction_algebra.hpp"
#include "io/polynomial/readers.hpp"

namespace vieta::io {

namespace {

/// What people write before a parenthesis and mean a function, not a product.
bool is_usual_function(std::string_view name) {
  for (const char* known : {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "ln",
                            "log2", "log10", "sqrt", "cbrt", "abs", "pow"}) {
    if (name == known) return true;
  }
  return false;
}

bool is_imaginary_unit(std::string_view word) { return word == "i" || word == "I" || word == "j" || word == "im"; }

/// Quotients of polynomials in one variable, as expression::grammar wants them.
class polynomial_algebra {
 public:
  using value = fraction;
  using terms = term_algebra::terms;
  using refusal = expression::refusal;
  static constexpr bool has_towers = false;
  static constexpr std::int64_t most_power = 1'000'000'000'000;

  /// `polynomials_only`: what is no polynomial with exact coefficients is refused where it stands.
  polynomial_algebra(std::size_t text_size, bool polynomials_only)
      : polynomials_only_(polynomials_only),
        algebra_(text_size),
        arithmetic_(text_size),
        exponents_(arithmetic_, std::string("an exponent, a whole number ") +
                                    (polynomials_only ? "from 0 to 10^12" : "up to 10^12")) {}

  /// Summands that are exact polynomials are brought together once, at the end.
  class total {
   public:
    explicit total(polynomial_algebra& in) : algebra_(in.algebra_) {}
    void add(fraction next, bool is_negative) {
      if (is_negative) next = fraction_algebra::negated(std::move(next));
      if (fraction_algebra::is_polynomial(next) && fraction_algebra::is_exact(next)) {
        for (term& t : next.above.value) plain_.push_back(std::move(t));
      } else {
        others_ = algebra_.sum(std::move(others_), std::move(next));
      }
    }
    fraction finish() {
      fraction exact;
      exact.above.value = algebra_.sum(std::move(plain_));
      const bool alone = fraction_algebra::is_polynomial(others_) && others_.above.value.empty();
      if (alone && others_.above.error.empty()) return exact;
      return algebra_.sum(std::move(others_), std::move(exact));
    }

   private:
    fraction_algebra& algebra_;
    fraction others_;
    terms plain_;
  };

  static fraction number(std::string_view digits) {
    exact::real value;
    if (!exact::parse_real(digits, value)) throw refusal{"a number such as 12, 0.5 or 1e-400"};
    return fraction_algebra::constant({std::move(value)}, false);
  }

  fraction name(std::string_view word, const expression::name_place&) {
    if (is_imaginary_unit(word)) return fraction_algebra::constant({exact::real{1, 1, 0, 0}}, true);
    if (has_constants_ && !polynomials_only_ && word != variable_)
      if (const auto known = exact::constant_called(word)) return fraction_algebra::constant(*known, false);
    if (is_not_finite(word)) throw refusal{"a finite number"};
    if (variable_.empty()) {
      refuse_glued_constant(word);
      variable_ = word;
    }
    if (word != variable_)
      throw refusal{"the variable " + in_quotes(variable_) +
                    (is_usual_function(variable_) ? " (a polynomial has no functions)" : "")};
    fraction variable;
    variable.above.value = {term{1, exact::real{1, 1, 0, 0}, {}}};
    return variable;
  }

  static bool takes_arguments(std::string_view word) { return is_usual_function(word); }
  /// The square root of a number, imaginary for a negative one; e as exp(1).
  fraction call(std::string_view word, const std::vector<fraction>& arguments) {
    if (word == "pow" && arguments.size() == 2 && is_number(arguments[1]) && fraction_algebra::is_exact(arguments[1])) {
      const terms& exponent = arguments[1].above.value;
      if (exponent.empty() || exponent[0].im.is_zero())
        return power(arguments[0], exponent.empty() ? exact::real{} : exponent[0].re);
    }
    const bool root = word == "sqrt", power_of_e = word == "exp";
    if ((!root && !power_of_e) || arguments.size() != 1) throw refusal{"a polynomial, which has no functions"};
    const fraction& inside = arguments[0];
    const terms &above = inside.above.value, &error = inside.above.error;
    if (!is_number(inside) || (!above.empty() && !above[0].im.is_zero()))
      throw refusal{"a polynomial, which has no functions but square roots of numbers"};
    if (power_of_e) {
      const bool is_one = !above.empty() && error.empty() && exact::compare(above[0].re, {1, 1, 0, 0}) == 0;
      if (!is_one || polynomials_only_) throw refusal{"a polynomial, which has no functions"};
      return fraction_algebra::constant(*exact::constant_called("e"), false);
    }
    if (above.empty() && error.empty()) return inside;
    exact::approximation under{above.empty() ? exact::real{} : above[0].re};
    if (!error.empty()) under.is_exact = false, under.error_exponent = exact::to_expansion(error[0].re).exponent;
    const bool negative = under.value.numerator < 0;
    if (negative) under.value = exact::negate(std::move(under.value));
    const exact::approximation result = exact::square_root(under);
    if (polynomials_only_ && !result.is_exact) throw refusal{"a number that is rational"};
    return fraction_algebra::constant(result, negative);
  }

  static fraction negated(fraction a) { return fraction_algebra::negated(std::move(a)); }
  fraction product(const fraction& a, const fraction& b) { return algebra_.product(a, b); }
  fraction quotient(const fraction& a, const fraction& b) {
    if (b.above.value.empty()) throw refusal{"a divisor other than zero"};
    if (polynomials_only_ && !is_number(b)) throw refusal{"a constant divisor"};
    return algebra_.quotient(a, b);
  }
  fraction power(const fraction& base, const exact::real& exponent) {
    const std::optional<std::int64_t> n = exact::whole_number(exponent, most_power);
    if (!n && is_number(base) && !base.above.value.empty() && base.above.value[0].re.numerator > 0)
      if (const exact::real twice = arithmetic_.multiply(exponent, {2, 1, 0, 0});
          exact::whole_number(twice, most_power))
        return power(call("sqrt", {base}), twice);
    if (n && *n < 0 && base.above.value.empty()) throw refusal{"a power of 0 that is not negative"};
    if (!n || (*n < 0 && polynomials_only_ && !is_number(base))) throw refusal{exponents_.operands()};
    if (*n >= 0) return algebra_.power(base, *n);
    return algebra_.quotient(fraction_algebra::constant({exact::real{1, 1, 0, 0}}, false), algebra_.power(base, -*n));
  }
  exact::number_algebra& exponents() { return exponents_; }
  static const char* operands() { return "a number, a variable or '('"; }

  /// pi and e are numbers beside a variable; alone they are the variable.
  void find_constants(const std::set<std::string_view>& names) {
    std::size_t constants = 0, others = 0;
    for (const std::string_view word : names) {
      if (is_imaginary_unit(word) || is_usual_function(word)) continue;
      ++(exact::is_constant(word) ? constants : others);
    }
    has_constants_ = others > 0 || constants > 1 || !variable_.empty();
  }
  void call_variable(std::string_view name) { variable_ = name; }
  [[nodiscard]] std::string_view variable() const { return variable_; }
  [[nodiscard]] fraction_algebra& fractions() { return algebra_; }

 private:
  /// "ix", "2pix": a constant and a variable that have grown together.
  static void refuse_glued_constant(std::string_view word) {
    for (const std::string_view constant : {"i", "I", "j", "pi", "e"})
      if (word.size() == constant.size() + 1 && word.starts_with(constant) &&
          std::string_view("xyzst").find(word.back()) != std::string_view::npos)
        throw refusal{"a '*' between " + std::string(constant) + " and " + word.back() + ": " + std::string(word) +
                      " is one name"};
  }
  static bool is_number(const fraction& a) {
    const terms& above = a.above.value;
    return fraction_algebra::is_polynomial(a) && (above.empty() || (above.size() == 1 && above[0].exponent == 0));
  }

  std::string_view variable_;
  bool polynomials_only_, has_constants_ = false;
  fraction_algebra algebra_;
  exact::limited_arithmetic arithmetic_;
  exact::number_algebra exponents_;
};

/// "p(x) =" says what is defined, and so does "y =" before an expression in another variable.
void skip_name_of_function(expression::text_cursor& text, polynomial_algebra& algebra) {
  text.peek();
  const std::size_t start = text.mark();
  const std::string_view function = text.take_name();
  std::string_view argument;
  const bool in_parentheses = text.take("(");
  if (in_parentheses) {
    argument = text.take_name();
    if (argument.empty() || argument == function || !text.take(")")) argument = {};
  } else if (text.peek() == '=' && function.size() == 1 && std::string_view("yfgpq").find(function) != function.npos) {
    for (const std::string_view word : text.names())
      if (word != function && !is_imaginary_unit(word) && !exact::is_constant(word)) argument = word;
  }
  if (function.empty() || argument.empty() || text.peek() != '=' || text.rest().starts_with("==")) {
    text.reset(start);
    return;
  }
  text.take("=");
  if (in_parentheses) algebra.call_variable(argument);
}

/// [name "(" name ")" "="] sum [("=" | "==") sum] [";"]
fraction read_equation(expression::text_cursor& text, polynomial_algebra& algebra) {
  skip_name_of_function(text, algebra);
  algebra.find_constants(text.names());
  expression::grammar grammar(text, algebra);
  fraction left = grammar.sum();
  const auto guarded = [&](auto work) {
    try {
      return work();
    } catch (const error& refused) {
      throw error(text.place() + ": " + refused.what());
    }
  };
  if (text.take("==") || text.take("=")) {
    fraction right = fraction_algebra::negated(grammar.sum());
    left = guarded([&] { return algebra.fractions().sum(std::move(left), std::move(right)); });
  }
  text.take(";");
  if (text.peek() != '\0') text.refuse("an operator or the end of the expression");
  return guarded([&] { return algebra.fractions().lowest_terms(std::move(left)); });
}

expression::text_cursor cursor_of(std::string_view text, std::string_view name) {
  return {text, name, '#', expression::text_cursor::places::lines_and_columns};
}

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
  expression::refuse_two_readings_of_polynomial(text, name);
  const std::string plain = expression_text(text, name);
  expression::text_cursor cursor = cursor_of(plain, name);
  polynomial_algebra reader(plain.size(), false);
  fraction all = read_equation(cursor, reader);
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
  expression::refuse_two_readings_of_polynomial(text, name);
  const std::string plain = expression_text(text, name);
  expression::text_cursor cursor = cursor_of(plain, name);
  polynomial_algebra reader(plain.size(), true);
  return make_polynomial(read_equation(cursor, reader).above.value);
}

}  // namespace vieta::io
