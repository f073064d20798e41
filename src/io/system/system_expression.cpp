#include "io/system/system_expression.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "base/expression/grammar.hpp"
#include "base/message.hpp"
#include "exact/arithmetic.hpp"
#include "exact/constants.hpp"
#include "exact/limited_arithmetic.hpp"
#include "exact/number_algebra.hpp"
#include "io/system/new_unknowns.hpp"
#include "io/system/term_arithmetic.hpp"

namespace vieta::io {

namespace {

/// Also with a blank before its parenthesis.
bool is_function(std::string_view word) {
  for (const char* known :
       {"sin",  "cos",   "tan",   "asin",  "acos", "atan",  "arcsin", "arccos", "arctan", "sinh", "cosh",
        "tanh", "asinh", "acosh", "atanh", "exp",  "log",   "ln",     "log2",   "log10",  "sqrt", "cbrt",
        "abs",  "sign",  "sgn",   "floor", "ceil", "round", "min",    "max",    "mod",    "pow",  "gamma"})
    if (word == known) return true;
  return false;
}

/// Where no functions are taken.
std::string polynomial_expected() {
  return "a polynomial term; of functions newton, solve, components and boxes take sin, cos, tan, sqrt and cbrt";
}

/// A polynomial over powers of divisors, which are named by their numbers.
struct quotient_of_polynomials {
  system_polynomial p;
  std::map<std::size_t, std::uint32_t> under = {};
  system_polynomial base = {};  ///< not empty: p is this to the power `exponent`, or minus that
  std::uint32_t exponent = 0;
  bool is_negated = false;
};

/// Polynomials in several variables over products of divisors, as expression::grammar wants them.
class system_algebra {
 public:
  using value = quotient_of_polynomials;
  using refusal = expression::refusal;
  static constexpr bool has_towers = false;

  system_algebra(std::size_t text_size, system_names& names)
      : names_(names),
        arithmetic_(text_size),
        terms_(arithmetic_),
        exponents_(arithmetic_, exponent_between(names.divisors == nullptr)) {}

  class total {
   public:
    explicit total(system_algebra& in) : algebra_(in) {}
    void add(value next, bool is_negative) {
      if (is_negative) negate(next.p);
      if (is_first_) {
        all_ = std::move(next), is_first_ = false;
        return;
      }
      all_.base.clear();
      if (all_.under != next.under) {
        std::map<std::size_t, std::uint32_t> both = all_.under;
        for (const auto& [number, exponent] : next.under) both[number] = std::max(both[number], exponent);
        all_ = {algebra_.over(std::move(all_), both), both};
        next = {algebra_.over(std::move(next), both), both};
      }
      std::move(next.p.begin(), next.p.end(), std::back_inserter(all_.p));
    }
    value finish() {
      all_.p = algebra_.terms_.collected(std::move(all_.p));
      return std::move(all_);
    }

   private:
    system_algebra& algebra_;
    value all_;
    bool is_first_ = true;
  };

  static value number(std::string_view digits) {
    system_term t;
    if (!exact::parse_real(digits, t.re)) throw refusal{"a number such as 12, 0.5 or 1e-40"};
    if (t.re.is_zero()) return {};
    return {{t}};
  }

  bool takes_arguments(std::string_view word) const {
    return is_function(word) && !names_.defined.contains(word) && !names_.variables.contains(word);
  }

  /// Of numbers: square roots, and e as exp(1). Of all: powers.
  value call(std::string_view word, const std::vector<value>& arguments) {
    const bool root = word == "sqrt", power_of_e = word == "exp";
    const system_polynomial& p = arguments[0].p;
    if (arguments.size() == 1 && (word == "sin" || word == "cos" || word == "tan")) return of_angle(word, arguments[0]);
    if (word == "pow" && arguments.size() == 2) {
      const system_polynomial& n = arguments[1].p;
      if (!is_number(arguments[1]) || (!n.empty() && (!n[0].im.is_zero() || n[0].error_exponent != system_term::none)))
        throw refusal{"a number as the exponent, as in pow(x, 2)"};
      return power(arguments[0], n.empty() ? real{0, 1, 0, 0} : n[0].re);
    }
    const bool is_real = arguments.size() == 1 && is_number(arguments[0]) && (p.empty() || p[0].im.is_zero());
    if (power_of_e && is_real && !p.empty() && is_one(p[0])) return {constant_called("e")};
    if (root && is_real) {
      if (p.empty()) return {};
      const bool negative = p[0].re.numerator < 0;
      exact::approximation under{negative ? exact::negate(p[0].re) : p[0].re};
      if (p[0].error_exponent != system_term::none) under.is_exact = false, under.error_exponent = p[0].error_exponent;
      value result{constant_of(exact::square_root(under))};
      if (negative) std::swap(result.p[0].re, result.p[0].im);
      return result;
    }
    if (arguments.size() == 1 && (root || word == "cbrt")) {
      if (names_.functions != nullptr) return root_of(arguments[0], root ? 2 : 3, word == "cbrt");
      throw refusal{
          "a polynomial term: one more variable and equation, r in its place and r^2 - ... = 0; solve takes roots (a "
          "non-polynomial term)"};
    }
    if (names_.functions != nullptr)
      throw refusal{"a polynomial term, or one of the functions sin, cos, tan, sqrt, cbrt"};
    throw refusal{polynomial_expected()};
  }

  value name(std::string_view word, const expression::name_place& place) {
    if (const auto known = names_.defined.find(word); known != names_.defined.end()) return {known->second};
    auto found = names_.variables.find(word);
    if (found == names_.variables.end()) {
      if (names_.is_unit(word)) {
        names_.has_large_unit |= word == "I";
        system_term t;
        t.im.numerator = 1;
        return {{t}};
      }
      const bool is_pi = word == "pi" || word == "Pi" || word == "PI";
      if (names_.has_constants && (is_pi || (word == "e" && !names_.open))) return {constant_called(word)};
      if (!names_.open) throw refusal{"a declared variable"};
      refuse_slips(word, place);
      found = names_.variables.emplace(std::string(word), static_cast<std::uint32_t>(names_.in_order.size())).first;
      names_.in_order.emplace_back(word);
    } else if (const std::string_view argument = name_in_parentheses(place.rest);
               names_.open && !argument.empty() && argument != word) {
      throw refusal{"a product with a '*', or no argument: " + std::string(word) + " is a variable"};
    }
    if (place.is_after_number && names_.open) names_.behind_numbers.emplace(word);
    system_term t = term_of_one();
    t.factors.emplace_back(found->second, 1);
    return {{t}};
  }

  static value negated(value a) {
    negate(a.p);
    a.is_negated = !a.is_negated;
    return a;
  }

  value product(const value& a, const value& b) {
    value product{terms_.multiply(a.p, b.p), a.under};
    for (const auto& [number, exponent] : b.under) add_under(product, number, exponent);
    return product;
  }

  value quotient(value q, value by) {
    if (by.p.empty()) throw refusal{"a divisor other than zero"};
    if (is_number(by)) return {terms_.divide(std::move(q.p), by.p[0]), std::move(q.under)};
    if (names_.divisors == nullptr) throw refusal{"a constant divisor (a non-polynomial term)"};
    value result{std::move(q.p), std::move(q.under)};
    // What stood under the divisor is a factor; that it is not 0 remains a condition.
    for (const auto& [number, exponent] : by.under)
      result.p = terms_.multiply(result.p, terms_.raised_to((*names_.divisors)[number], exponent));
    if (by.p.size() == 1) {  // a product of powers of variables
      const auto variables = std::exchange(by.p[0].factors, {});
      result.p = terms_.divide(std::move(result.p), by.p[0]);
      for (const auto& [variable, exponent] : variables) {
        system_term x = term_of_one();
        x.factors.emplace_back(variable, 1);
        add_under(result, number_of({x}), exponent);
      }
      return result;
    }
    if (by.base.empty()) {
      add_under(result, number_of(by.p), 1);
      return result;
    }
    if (by.exponent == 0) return result;
    if (by.is_negated) negate(result.p);
    add_under(result, number_of(by.base), by.exponent);
    return result;
  }

  value power(value base, const exact::real& exponent) {
    const std::optional<std::int64_t> n = exact::whole_number(exponent, most_power);
    if (!n && is_number(base) && !base.p.empty() && base.p[0].re.numerator > 0)
      if (const real twice = arithmetic_.multiply(exponent, {2, 1, 0, 0}); exact::whole_number(twice, most_power))
        return power(call("sqrt", {base}), twice);
    if (!n && names_.functions != nullptr)
      if (const auto fraction = exact::short_fraction(exponent, most_degree_of_root); fraction && fraction->second > 1)
        return power(root_of(base, static_cast<std::uint32_t>(fraction->second), false), {fraction->first, 1, 0, 0});
    const bool may_be_negative = is_number(base) || names_.divisors != nullptr;
    if (!n || (*n < 0 && (!may_be_negative || base.p.empty()))) throw refusal{exponent_between(!may_be_negative)};
    const auto times = static_cast<std::uint32_t>(*n < 0 ? -*n : *n);
    value power{terms_.raised_to(base.p, times), std::move(base.under)};
    for (auto& [number, exponent_under] : power.under) {
      if (times != 0 && exponent_under > most_power / times) refuse_power();
      exponent_under *= times;
    }
    std::erase_if(power.under, [](const auto& u) { return u.second == 0; });
    if (base.p.size() > 1 && power.under.empty()) power.base = std::move(base.p), power.exponent = times;
    return *n < 0 ? quotient(value{{term_of_one()}}, std::move(power)) : power;
  }
  exact::number_algebra& exponents() { return exponents_; }
  static const char* operands() { return "a number, a variable or '('"; }

 private:
  /// The name that stands alone in the parentheses which follow directly: "x" of "(x) = 0".
  static std::string_view name_in_parentheses(std::string_view rest) {
    if (!rest.starts_with('(')) return {};
    expression::text_cursor inside(rest.substr(1), "", 0);
    const std::string_view name = inside.take_name();
    return inside.peek() == ')' ? name : std::string_view{};
  }

  /// Whether the name comes again as one that has no argument.
  static bool stands_alone_in(std::string_view rest, std::string_view word) {
    expression::text_cursor cursor(rest, "", 0);
    while (cursor.peek() != '\0') {
      if (cursor.letter_follows()) {
        if (cursor.take_name() == word && !cursor.rest().starts_with('(')) return true;
      } else if (cursor.take_number().empty()) {
        cursor.reset(cursor.mark() + 1);
      }
    }
    return false;
  }

  /// A name that was not there before, and is none.
  static void refuse_slips(std::string_view word, const expression::name_place& place) {
    if (place.rest.starts_with('(') && !stands_alone_in(place.rest, word))
      throw refusal{polynomial_expected() + "; and a product with a new variable has a '*'"};
    // Nobody calls a variable so, but programs write such numbers.
    if (word == "nan" || word == "NaN" || word == "inf" || word == "Inf" || word == "Infinity")
      throw refusal{"a finite number or a variable"};
    if (!place.is_after_number) return;
    if (word == "j") throw refusal{"i for the imaginary unit, or a '*' before the variable j"};
    if (word[0] == '_') throw refusal{"a number without '_', or a '*' before the variable"};
    const bool hexadecimal = word[0] == 'x' && word.find_first_of("abcdefABCDEF", 1) != word.npos &&
                             word.find_first_not_of("0123456789abcdefABCDEF", 1) == word.npos;
    if (hexadecimal) throw refusal{"a decimal number, or a '*' before the variable"};
  }

  using real = exact::real;

  static std::string exponent_between(bool is_positive) {
    return "an exponent, a whole number from " +
           (is_positive ? "0 to " + std::to_string(most_power)
                        : "-" + std::to_string(most_power) + " to " + std::to_string(most_power) +
                              ", or a fraction such as 1/3") +
           " (a non-polynomial term)";
  }
  value of_angle(std::string_view word, const value& argument) {
    const bool has_unknowns = !is_number(argument);
    if (has_unknowns && names_.functions == nullptr) throw refusal{polynomial_expected() + " (a non-polynomial term)"};
    if (has_unknowns && names_.functions->has_free_arguments()) {
      if (!argument.under.empty()) throw refusal{"a polynomial in a sine or cosine, without divisors"};
      const auto of = [&](bool is_cosine) { return names_.functions->sine_of({argument.p, is_cosine}, names_); };
      if (word == "tan") return quotient({of(false)}, {of(true)});
      return {of(word == "cos")};
    }
    if (!argument.under.empty()) throw refusal{angle_expected};
    auto [cosine, sine] = new_unknowns::cosine_and_sine(argument.p, names_, terms_);
    if (word == "tan") return quotient({std::move(sine)}, {std::move(cosine)});
    return {std::move(word == "sin" ? sine : cosine)};
  }

  /// The new unknown r with r^degree = base.
  value root_of(const value& base, std::uint32_t degree, bool is_real_of_real) {
    if (base.p.empty()) return {};
    system_polynomial below = {term_of_one()};
    for (const auto& [number, exponent] : base.under)
      below = terms_.multiply(below, terms_.raised_to((*names_.divisors)[number], exponent));
    return {names_.functions->root_of({base.p, std::move(below), degree, is_real_of_real}, names_)};
  }

  static bool is_number(const value& a) {
    return a.under.empty() && (a.p.empty() || (a.p.size() == 1 && a.p[0].factors.empty()));
  }
  static void add_under(value& q, std::size_t number, std::uint32_t exponent) {
    std::uint32_t& at = q.under[number];
    if (exponent > most_power - at) refuse_power();
    at += exponent;
  }
  /// The numerator over these powers, which are a multiple of those under q.
  system_polynomial over(value&& q, const std::map<std::size_t, std::uint32_t>& powers) {
    for (const auto& [number, exponent] : powers) {
      const auto has = q.under.find(number);
      const std::uint32_t missing = exponent - (has == q.under.end() ? 0 : has->second);
      if (missing > 0) q.p = terms_.multiply(q.p, terms_.raised_to((*names_.divisors)[number], missing));
    }
    return std::move(q.p);
  }

  /// Where a divisor stands in the list; a new one is put there. Those known in part are different ones.
  std::size_t number_of(const system_polynomial& divisor) {
    std::vector<system_polynomial>& all = *names_.divisors;
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const system_polynomial& p) { return are_same(p, divisor); });
    const auto number = static_cast<std::size_t>(at - all.begin());
    if (at == all.end()) all.push_back(divisor);
    return number;
  }

  system_names& names_;
  exact::limited_arithmetic arithmetic_;
  term_arithmetic terms_;
  exact::number_algebra exponents_;
};

}  // namespace

double relative_error(const system_polynomial& p) {
  constexpr int least = -207;
  double largest = 0;
  for (const system_term& t : p) {
    if (t.error_exponent == system_term::none) continue;
    const std::int64_t size = size_of(t);
    if (size == system_term::none || t.error_exponent > size - 2 + least)  // |coefficient| >= 2^(size - 2)
      throw error(
          "found a coefficient that is a difference of constants and cannot be told from zero, expected it multiplied "
          "out: x^2 - 2 for (x - sqrt(2))*(x + sqrt(2))");
    largest = std::ldexp(1.0, least);
  }
  return largest;
}

system_polynomial read_system_expression(text_cursor& text, system_names& names) {
  system_algebra algebra(text.rest().size(), names);
  return expression::grammar(text, algebra).sum().p;
}

namespace {

/// "I = U/R": somebody's current.
void refuse_definition_of_unit(text_cursor& text, const system_names& names) {
  text.peek();
  const std::size_t start = text.mark();
  const std::string_view word = text.take_name();
  const bool is_defined = text.peek() == '=' && names.is_unit(word);
  text.reset(start);
  if (is_defined && names.variables.find(word) == names.variables.end() && !names.defined.contains(word))
    text.refuse("another name for a variable: " + std::string(word) + " is the imaginary unit");
}

}  // namespace

system_polynomial read_equation(text_cursor& text, system_names& names) {
  system_algebra algebra(text.rest().size(), names);
  expression::grammar grammar(text, algebra);
  refuse_definition_of_unit(text, names);
  quotient_of_polynomials left = grammar.sum();
  if (text.take("==") || text.take("=")) {
    quotient_of_polynomials right = grammar.sum();
    try {
      system_algebra::total difference(algebra);
      difference.add(std::move(left), false);
      difference.add(std::move(right), true);
      left = difference.finish();
    } catch (const error& refused) {
      throw error(text.place() + ": " + refused.what());
    }
  }
  if (text.peek() != '\0') text.refuse("an operator or the end of the equation");
  return std::move(left.p);
}

}  // namespace vieta::io
