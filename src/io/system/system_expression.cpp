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

using factors = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

factors sorted(factors f) {
  std::sort(f.begin(), f.end());
  return f;
}

/// |re + i im| <= 2^this.
std::int64_t size_of(const system_term& t) {
  const auto bits = [](const exact::real& x) {
    return x.is_zero() ? system_term::none : exact::to_expansion(x).exponent;
  };
  const std::int64_t larger = std::max(bits(t.re), bits(t.im));
  return larger == system_term::none ? larger : larger + 1;
}

/// Exponents of powers of two, where `none` stands for zero.
std::int64_t product_of(std::int64_t a, std::int64_t b) {
  return a == system_term::none || b == system_term::none ? system_term::none : a + b;
}
std::int64_t sum_of(std::int64_t a, std::int64_t b) {
  return a == system_term::none || b == system_term::none ? std::max(a, b) : std::max(a, b) + 1;
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
      : names_(names), arithmetic_(text_size), exponents_(arithmetic_, exponent_between(names.divisors == nullptr)) {}

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
      all_.p = algebra_.collected(std::move(all_.p));
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
    if (word == "pow" && arguments.size() == 2) {
      const system_polynomial& n = arguments[1].p;
      if (!is_number(arguments[1]) || (!n.empty() && (!n[0].im.is_zero() || n[0].error_exponent != system_term::none)))
        throw refusal{"a number as the exponent, as in pow(x, 2)"};
      return power(arguments[0], n.empty() ? real{0, 1, 0, 0} : n[0].re);
    }
    const bool is_real = arguments.size() == 1 && is_number(arguments[0]) && (p.empty() || p[0].im.is_zero());
    if (power_of_e && is_real && !p.empty() && is_one(p[0])) return constant(*exact::constant_called("e"));
    if (root && is_real) {
      if (p.empty()) return {};
      const bool negative = p[0].re.numerator < 0;
      exact::approximation under{negative ? exact::negate(p[0].re) : p[0].re};
      if (p[0].error_exponent != system_term::none) under.is_exact = false, under.error_exponent = p[0].error_exponent;
      value result = constant(exact::square_root(under));
      if (negative) std::swap(result.p[0].re, result.p[0].im);
      return result;
    }
    if (root) throw refusal{"a polynomial term: one more variable and equation, r in its place and r^2 - ... = 0"};
    throw refusal{"a polynomial term: functions such as sin(x) are none"};
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
      if (names_.has_constants && (is_pi || (word == "e" && !names_.open)))
        return constant(*exact::constant_called(word));
      if (!names_.open) throw refusal{"a declared variable"};
      refuse_slips(word, place);
      found = names_.variables.emplace(std::string(word), static_cast<std::uint32_t>(names_.in_order.size())).first;
      names_.in_order.emplace_back(word);
    } else if (const std::string_view argument = name_in_parentheses(place.rest);
               names_.open && !argument.empty() && argument != word) {
      throw refusal{"a product with a '*', or no argument: " + std::string(word) + " is a variable"};
    }
    if (place.is_after_number && names_.open) names_.behind_numbers.emplace(word);
    system_term t = one();
    t.factors.emplace_back(found->second, 1);
    return {{t}};
  }

  static value negated(value a) {
    negate(a.p);
    a.is_negated = !a.is_negated;
    return a;
  }

  value product(const value& a, const value& b) {
    value product{multiply(a.p, b.p), a.under};
    for (const auto& [number, exponent] : b.under) add_under(product, number, exponent);
    return product;
  }

  value quotient(value q, value by) {
    if (by.p.empty()) throw refusal{"a divisor other than zero"};
    if (is_number(by)) return {divide(std::move(q.p), by.p[0]), std::move(q.under)};
    if (names_.divisors == nullptr) throw refusal{"a constant divisor (a non-polynomial term)"};
    value result{std::move(q.p), std::move(q.under)};
    // What stood under the divisor is a factor; that it is not 0 remains a condition.
    for (const auto& [number, exponent] : by.under)
      result.p = multiply(result.p, raised_to((*names_.divisors)[number], exponent));
    if (by.p.size() == 1) {  // a product of powers of variables
      const factors variables = std::exchange(by.p[0].factors, {});
      result.p = divide(std::move(result.p), by.p[0]);
      for (const auto& [variable, exponent] : variables) {
        system_term x = one();
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
    const bool may_be_negative = is_number(base) || names_.divisors != nullptr;
    if (!n || (*n < 0 && (!may_be_negative || base.p.empty()))) throw refusal{exponent_between(!may_be_negative)};
    const auto times = static_cast<std::uint32_t>(*n < 0 ? -*n : *n);
    value power{raised_to(base.p, times), std::move(base.under)};
    for (auto& [number, exponent_under] : power.under) {
      if (times != 0 && exponent_under > most_power / times) refuse_power();
      exponent_under *= times;
    }
    std::erase_if(power.under, [](const auto& u) { return u.second == 0; });
    if (base.p.size() > 1 && power.under.empty()) power.base = std::move(base.p), power.exponent = times;
    return *n < 0 ? quotient(value{{one()}}, std::move(power)) : power;
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
      throw refusal{
          "a polynomial term: functions such as sin(x) are none, and a product with a new variable has a '*'"};
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
  static constexpr std::uint32_t most_power = 1'000'000;
  static constexpr std::size_t product_cost = 1024, place_cost = 256;  // of a term's memory, and of finding its place

  static std::string exponent_between(bool is_positive) {
    return "an exponent, a whole number from " + (is_positive ? "0" : "-" + std::to_string(most_power)) + " to " +
           std::to_string(most_power) + " (a non-polynomial term)";
  }
  [[noreturn]] static void refuse_power() {
    throw error("found a higher power than " + std::to_string(most_power) + ", expected powers up to " +
                std::to_string(most_power));
  }

  static bool is_number(const value& a) {
    return a.under.empty() && (a.p.empty() || (a.p.size() == 1 && a.p[0].factors.empty()));
  }
  static system_term one() {
    system_term t;
    t.re.numerator = 1;
    return t;
  }
  static bool is_one(const system_term& t) {
    return t.error_exponent == system_term::none && t.im.is_zero() && exact::compare(t.re, real{1, 1, 0, 0}) == 0;
  }
  static value constant(const exact::approximation& number) {
    system_term t;
    t.re = number.value;
    if (!number.is_exact) t.error_exponent = number.error_exponent;
    return {{t}};
  }

  static void negate(system_polynomial& p) {
    for (system_term& t : p) t.re = exact::negate(std::move(t.re)), t.im = exact::negate(std::move(t.im));
  }

  /// Equal monomials add up, zeros drop out; the order is that of first appearance.
  system_polynomial collected(system_polynomial p) {
    if (p.size() > 1) {
      std::map<factors, std::size_t> place;
      std::size_t kept = 0;
      for (std::size_t k = 0; k < p.size(); ++k) {
        charge(place_cost + 16 * p[k].factors.size());
        const auto [found, is_new] = place.emplace(sorted(p[k].factors), kept);
        if (is_new) {
          if (kept != k) p[kept] = std::move(p[k]);
          ++kept;
          continue;
        }
        system_term& t = p[found->second];
        t.re = arithmetic_.add(t.re, p[k].re);
        t.im = arithmetic_.add(t.im, p[k].im);
        t.error_exponent = sum_of(t.error_exponent, p[k].error_exponent);
      }
      p.resize(kept);
    }
    std::erase_if(p, [](const system_term& t) { return t.is_zero(); });
    return p;
  }

  void charge(std::size_t cost) { arithmetic_.charge(static_cast<std::int64_t>(cost)); }

  /// (a + d) (b + e) = a b + (d |b| + |a| e + d e), at most, for the coefficients.
  system_term multiply(const system_term& a, const system_term& b) {
    system_term t;
    t.factors = a.factors;
    charge(product_cost + 16 * (a.factors.size() + b.factors.size()) + a.factors.size() * b.factors.size());
    for (const auto& f : b.factors) {
      const auto same =
          std::find_if(t.factors.begin(), t.factors.end(), [&](const auto& g) { return g.first == f.first; });
      if (same == t.factors.end()) {
        t.factors.push_back(f);
      } else if (f.second > most_power - same->second) {
        refuse_power();
      } else {
        same->second += f.second;
      }
    }
    const auto times = [&](const real& x, const real& y) { return arithmetic_.multiply(x, y); };
    t.re = arithmetic_.add(times(a.re, b.re), exact::negate(times(a.im, b.im)));
    t.im = arithmetic_.add(times(a.re, b.im), times(a.im, b.re));
    const std::int64_t d = a.error_exponent, e = b.error_exponent;
    if (d == system_term::none && e == system_term::none) return t;
    t.error_exponent = sum_of(sum_of(product_of(d, size_of(b)), product_of(size_of(a), e)), product_of(d, e));
    shorten(t);
    return t;
  }

  /// More digits than these say nothing beside such an error.
  static void shorten(system_term& t) {
    constexpr std::int64_t longest = 4 * exact::constant_bits;
    for (real* part : {&t.re, &t.im}) {
      if (exact::bit_length(part->numerator) + exact::bit_length(part->denominator) <= longest) continue;
      exact::approximation shorter = exact::rounded(*part);
      if (!shorter.is_exact) t.error_exponent = sum_of(t.error_exponent, shorter.error_exponent);
      *part = std::move(shorter.value);
    }
  }

  system_polynomial multiply(const system_polynomial& a, const system_polynomial& b) {
    system_polynomial p;
    for (const system_term& s : a)
      for (const system_term& t : b) p.push_back(multiply(s, t));
    return collected(std::move(p));
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
      if (missing > 0) q.p = multiply(q.p, raised_to((*names_.divisors)[number], missing));
    }
    return std::move(q.p);
  }

  /// Where a divisor stands in the list; a new one is put there. Those known in part are different ones.
  std::size_t number_of(const system_polynomial& divisor) {
    const auto are_same = [&](const system_polynomial& other) {
      return std::equal(other.begin(), other.end(), divisor.begin(), divisor.end(),
                        [](const system_term& s, const system_term& t) {
                          return s.error_exponent == system_term::none && t.error_exponent == system_term::none &&
                                 sorted(s.factors) == sorted(t.factors) && exact::compare(s.re, t.re) == 0 &&
                                 exact::compare(s.im, t.im) == 0;
                        });
    };
    std::vector<system_polynomial>& all = *names_.divisors;
    const auto at = std::find_if(all.begin(), all.end(), are_same);
    const auto number = static_cast<std::size_t>(at - all.begin());
    if (at == all.end()) all.push_back(divisor);
    return number;
  }

  /// By a number: (a + bi) / (c + di) = (a + bi) (c - di) / (c^2 + d^2). Where it is known up to e only,
  /// 1/(v + e) = 1/v + e/(v (v + e)), and the last is at most 2 |e| / |v|^2 where |e| < |v|/2.
  system_polynomial divide(system_polynomial p, const system_term& c) {
    const bool is_exact = c.error_exponent == system_term::none, is_nothing = c.re.is_zero() && c.im.is_zero();
    const std::int64_t least = is_nothing ? system_term::none : size_of(c) - 2;  // |v| >= 2^this
    const real norm = arithmetic_.add(arithmetic_.multiply(c.re, c.re), arithmetic_.multiply(c.im, c.im));
    system_term conjugate;
    conjugate.re = c.re, conjugate.im = exact::negate(c.im);
    if (!is_exact) {
      if (is_nothing || c.error_exponent > least - 200)
        throw error(
            "found a divisor that cannot be told from zero, expected one that is not the difference of equal "
            "constants");
      system_term inverse;
      inverse.re = arithmetic_.divide(c.re, norm);
      if (!c.im.is_zero()) inverse.im = arithmetic_.divide(conjugate.im, norm);
      inverse.error_exponent = 1 + c.error_exponent - 2 * least;
      shorten(inverse);
      for (system_term& t : p) t = multiply(t, inverse);
      return p;
    }
    for (system_term& t : p) {
      t = multiply(t, conjugate);
      if (!t.re.is_zero()) t.re = arithmetic_.divide(t.re, norm);
      if (!t.im.is_zero()) t.im = arithmetic_.divide(t.im, norm);
      if (t.error_exponent != system_term::none) t.error_exponent -= 2 * least;  // as norm >= 2^(2 least)
    }
    return p;
  }

  system_polynomial raised_to(system_polynomial base, std::uint32_t exponent) {
    if (exponent == 0) return {one()};
    if (base.size() == 1 && base[0].factors.size() == 1 && is_one(base[0])) {
      if (base[0].factors[0].second > most_power / exponent) refuse_power();
      base[0].factors[0].second *= exponent;
      return base;
    }
    system_polynomial result = {one()};
    for (; exponent != 0; exponent /= 2) {
      if (exponent % 2 == 1) result = multiply(result, base);
      if (exponent > 1) base = multiply(base, base);
    }
    return result;
  }

  system_names& names_;
  exact::limited_arithmetic arithmetic_;
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
