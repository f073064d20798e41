#include "io/system/system_expression.hpp"

#include <algorithm>
#include <charconv>

#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "exact/arithmetic.hpp"
#include "exact/limited_arithmetic.hpp"

namespace vieta::io {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
/// Or a byte of a Greek letter, two of which are in UTF-8 what begins with 0xcd to 0xcf and goes on with 0x80 to 0xbf.
bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (byte >= 0xcd && byte <= 0xcf) ||
         (byte >= 0x80 && byte <= 0xbf);
}
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Also with a blank before its parenthesis.
bool is_function(std::string_view word) {
  for (const char* known :
       {"sin",  "cos",   "tan",   "asin",  "acos", "atan",  "arcsin", "arccos", "arctan", "sinh", "cosh",
        "tanh", "asinh", "acosh", "atanh", "exp",  "log",   "ln",     "log2",   "log10",  "sqrt", "cbrt",
        "abs",  "sign",  "sgn",   "floor", "ceil", "round", "min",    "max",    "mod",    "pow",  "gamma"})
    if (word == known) return true;
  return false;
}

}  // namespace

void text_cursor::skip_blank() {
  for (; at_ < text_.size(); ++at_) {
    if (comment_ != 0 && text_[at_] == comment_) at_ = std::min(text_.find('\n', at_), text_.size());
    if (at_ == text_.size() || !is_blank(text_[at_])) return;
  }
}

char text_cursor::peek() {
  skip_blank();
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool text_cursor::take(std::string_view symbol) {
  skip_blank();
  if (!text_.substr(at_).starts_with(symbol)) return false;
  at_ += symbol.size();
  return true;
}

std::string_view text_cursor::take_name() {
  skip_blank();
  const std::size_t start = at_;
  if (at_ < text_.size() && is_letter(text_[at_]))
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
  return text_.substr(start, at_ - start);
}

std::string_view text_cursor::take_number() {
  skip_blank();
  const std::size_t start = at_;
  at_ += length_of_number(text_.substr(at_));
  return text_.substr(start, at_ - start);
}

std::size_t text_cursor::line() const {
  return 1 +
         static_cast<std::size_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
}

std::string text_cursor::next_word() {
  skip_blank();
  std::size_t length = std::min<std::size_t>(1, text_.size() - at_);
  const auto in_word = [&](std::size_t k) { return is_letter(text_[k]) || is_digit(text_[k]) || text_[k] == '.'; };
  if (length == 1 && in_word(at_))
    while (at_ + length < text_.size() && in_word(at_ + length)) ++length;
  return length == 0 ? "the end of the text" : in_quotes(text_.substr(at_, length));
}

std::string text_cursor::place() const {
  const std::string place = std::string(name_) + ':' + std::to_string(line());
  if (!shows_columns_) return place;
  const std::size_t before = at_ == 0 ? text_.npos : text_.rfind('\n', at_ - 1);
  return place + ':' + std::to_string(before == text_.npos ? at_ + 1 : at_ - before);
}

void text_cursor::refuse(const std::string& expected) {
  const std::string found = next_word();
  throw error(place() + ": found " + found + ", expected " + expected);
}

namespace {

using factors = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// sum     = [sign] product { sign product }
/// product = signed { ("*" | "/" | nothing before a name or "(") signed }; "/" by numbers, or by what names permit
/// signed  = { sign } power
/// power   = primary [ ("^" | "**") exponent ]
/// primary = number | name | "(" sum ")"
class reader {
 public:
  reader(text_cursor& text, system_names& names) : text_(text), names_(names), arithmetic_(text.rest().size()) {}

  /// A polynomial over powers of divisors, which are named by their numbers.
  struct quotient {
    system_polynomial p;
    std::map<std::size_t, std::uint32_t> under = {};
    system_polynomial base = {};  ///< not empty: p is this to the power `exponent`, or minus that
    std::uint32_t exponent = 0;
    bool is_negated = false;
  };

  quotient sum() {
    quotient all = product();
    for (char sign = text_.peek(); sign == '+' || sign == '-'; sign = text_.peek()) {
      text_.take(std::string_view(&sign, 1));
      quotient next = product();
      if (sign == '-') negate(next.p);
      all.base.clear();
      if (all.under != next.under) {
        std::map<std::size_t, std::uint32_t> both = all.under;
        for (const auto& [number, exponent] : next.under) both[number] = std::max(both[number], exponent);
        all = {over(std::move(all), both), both};
        next = {over(std::move(next), both), both};
      }
      std::move(next.p.begin(), next.p.end(), std::back_inserter(all.p));
    }
    all.p = collected(std::move(all.p));
    return all;
  }

 private:
  using real = exact::real;
  static constexpr std::uint32_t most_power = 1'000'000;
  static constexpr std::size_t product_cost = 1024, place_cost = 256;  // of a term's memory, and of finding its place

  static void negate(system_polynomial& p) {
    for (system_term& t : p) t.re = exact::negate(std::move(t.re)), t.im = exact::negate(std::move(t.im));
  }

  static factors sorted(factors f) {
    std::sort(f.begin(), f.end());
    return f;
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
        t.re = add(t.re, p[k].re);
        t.im = add(t.im, p[k].im);
      }
      p.resize(kept);
    }
    std::erase_if(p, [](const system_term& t) { return t.re.is_zero() && t.im.is_zero(); });
    return p;
  }

  /// Adds the place to what is refused.
  template <class F>
  auto guarded(F work) {
    try {
      return work();
    } catch (const error& refused) {
      throw error(text_.place() + ": " + refused.what());
    }
  }

  void charge(std::size_t cost) {
    guarded([&] { return arithmetic_.charge(static_cast<std::int64_t>(cost)); });
  }
  real add(const real& a, const real& b) {
    return guarded([&] { return arithmetic_.add(a, b); });
  }
  real multiply(const real& a, const real& b) {
    return guarded([&] { return arithmetic_.multiply(a, b); });
  }
  real divide(const real& a, const real& b) {
    return guarded([&] { return arithmetic_.divide(a, b); });
  }
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
        text_.refuse("powers up to " + std::to_string(most_power));
      } else {
        same->second += f.second;
      }
    }
    t.re = add(multiply(a.re, b.re), exact::negate(multiply(a.im, b.im)));
    t.im = add(multiply(a.re, b.im), multiply(a.im, b.re));
    return t;
  }

  system_polynomial multiply(const system_polynomial& a, const system_polynomial& b) {
    system_polynomial p;
    for (const system_term& s : a)
      for (const system_term& t : b) p.push_back(multiply(s, t));
    return collected(std::move(p));
  }

  quotient multiply(const quotient& a, const quotient& b) {
    quotient product{multiply(a.p, b.p), a.under};
    for (const auto& [number, exponent] : b.under) add_under(product, number, exponent);
    return product;
  }
  void add_under(quotient& q, std::size_t number, std::uint32_t exponent) {
    std::uint32_t& at = q.under[number];
    if (exponent > most_power - at) text_.refuse("powers up to " + std::to_string(most_power));
    at += exponent;
  }
  /// The numerator over these powers, which are a multiple of those under q.
  system_polynomial over(quotient&& q, const std::map<std::size_t, std::uint32_t>& powers) {
    for (const auto& [number, exponent] : powers) {
      const auto has = q.under.find(number);
      const std::uint32_t missing = exponent - (has == q.under.end() ? 0 : has->second);
      if (missing > 0) q.p = multiply(q.p, raised_to((*names_.divisors)[number], missing));
    }
    return std::move(q.p);
  }

  /// Where a divisor stands in the list; a new one is put there.
  std::size_t number_of(const system_polynomial& divisor) {
    const auto are_same = [&](const system_polynomial& other) {
      if (other.size() != divisor.size()) return false;
      for (std::size_t k = 0; k < other.size(); ++k)
        if (sorted(other[k].factors) != sorted(divisor[k].factors) || exact::compare(other[k].re, divisor[k].re) != 0 ||
            exact::compare(other[k].im, divisor[k].im) != 0)
          return false;
      return true;
    };
    std::vector<system_polynomial>& all = *names_.divisors;
    const auto at = std::find_if(all.begin(), all.end(), are_same);
    const auto number = static_cast<std::size_t>(at - all.begin());
    if (at == all.end()) all.push_back(divisor);
    return number;
  }

  quotient divide(quotient q, quotient by) {
    if (by.p.size() == 1 && by.p[0].factors.empty() && by.under.empty())
      return {divide(std::move(q.p), by.p[0]), std::move(q.under)};
    quotient result{std::move(q.p), std::move(q.under)};
    // What stood under the divisor is a factor; that it is not 0 remains a condition.
    for (const auto& [number, exponent] : by.under)
      result.p = multiply(result.p, raised_to((*names_.divisors)[number], exponent));
    if (by.p.size() == 1) {  // a product of powers of variables
      system_term c;
      c.re = by.p[0].re, c.im = by.p[0].im;
      result.p = divide(std::move(result.p), c);
      for (const auto& [variable, exponent] : by.p[0].factors) {
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

  quotient product() {
    quotient result = signed_power();
    for (;;) {
      const char next = text_.peek();
      if (next == '/') {
        text_.take("/");
        const std::size_t start = text_.mark();
        quotient divisor = signed_power();
        const bool is_constant = divisor.p.size() == 1 && divisor.p[0].factors.empty() && divisor.under.empty();
        if (divisor.p.empty() || (!is_constant && names_.divisors == nullptr)) {
          text_.reset(start);
          text_.refuse(divisor.p.empty() ? "a divisor other than zero" : "a constant divisor (a non-polynomial term)");
        }
        result = divide(std::move(result), std::move(divisor));
      } else if (next == '*') {
        text_.take("*");
        result = multiply(result, signed_power());
      } else if (is_letter(next) || next == '(') {
        result = multiply(result, signed_power());
      } else {
        return result;
      }
    }
  }

  system_polynomial divide(system_polynomial p, const system_term& c) {
    // (a + bi) / (c + di) = (a + bi) (c - di) / (c^2 + d^2)
    const real norm = add(multiply(c.re, c.re), multiply(c.im, c.im));
    system_term conjugate;
    conjugate.re = c.re, conjugate.im = exact::negate(c.im);
    for (system_term& t : p) {
      t = multiply(t, conjugate);
      if (!t.re.is_zero()) t.re = divide(t.re, norm);
      if (!t.im.is_zero()) t.im = divide(t.im, norm);
    }
    return p;
  }

  quotient signed_power() {
    bool negative = false;
    for (char sign = text_.peek(); sign == '+' || sign == '-'; sign = text_.peek()) {
      negative ^= sign == '-';
      text_.take(std::string_view(&sign, 1));
    }
    quotient result = raised();
    if (negative) negate(result.p), result.is_negated = !result.is_negated;
    return result;
  }

  quotient raised() {
    quotient base = primary();
    if (!text_.take("**") && !text_.take("^")) return base;
    const bool parenthesis = text_.take("(");
    const bool constant = base.p.size() == 1 && base.p[0].factors.empty();
    const bool may_be_negative = (constant && base.under.empty()) || (names_.divisors != nullptr && !base.p.empty());
    text_.peek();
    const std::size_t start = text_.mark();
    const bool negative = may_be_negative && text_.take("-");  // 10^-6 is a number
    text_.peek();
    const std::string_view digits = text_.rest();
    std::uint32_t exponent = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    const auto length = static_cast<std::size_t>(end - digits.data());
    const bool fraction = length < digits.size() && (digits[length] == '.' || is_letter(digits[length]));
    if (failure != std::errc{} || exponent > most_power || fraction) {
      std::string found = text_.next_word();
      if (negative && found.starts_with('\'')) found.insert(1, "-");
      text_.reset(start);
      throw error(text_.place() + ": found " + found + ", expected an exponent, a whole number from " +
                  (may_be_negative ? "-" + std::to_string(most_power) : "0") + " to " + std::to_string(most_power) +
                  " (a non-polynomial term)");
    }
    text_.reset(text_.mark() + length);
    if (parenthesis && !text_.take(")")) text_.refuse("')' after the exponent");
    if (text_.peek() == '^') text_.refuse("parentheses: (x^2)^3 or x^6");
    quotient power{raised_to(base.p, exponent), std::move(base.under)};
    for (auto& [number, times] : power.under) {
      if (exponent != 0 && times > most_power / exponent) text_.refuse("powers up to " + std::to_string(most_power));
      times *= exponent;
    }
    std::erase_if(power.under, [](const auto& u) { return u.second == 0; });
    if (base.p.size() > 1 && power.under.empty()) power.base = std::move(base.p), power.exponent = exponent;
    return negative ? divide(quotient{{one()}}, std::move(power)) : power;
  }

  system_polynomial raised_to(system_polynomial base, std::uint32_t exponent) {
    if (exponent == 0) return {one()};
    if (base.size() == 1 && base[0].factors.size() == 1 && is_one(base[0])) {
      if (base[0].factors[0].second > most_power / exponent) text_.refuse("powers up to " + std::to_string(most_power));
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

  static system_term one() {
    system_term t;
    t.re.numerator = 1;
    return t;
  }
  static bool is_one(const system_term& t) {
    return t.im.is_zero() && t.re.numerator == 1 && t.re.denominator == 1 && t.re.decimal_exponent == 0 &&
           t.re.binary_exponent == 0;
  }

  quotient primary() {
    const char c = text_.peek();
    if (is_digit(c) || c == '.') return {number()};
    if (is_letter(c)) return {name()};
    if (c != '(') text_.refuse("a number, a variable or '('");
    if (++depth_ > 200) text_.refuse("parentheses at most 200 deep");
    text_.take("(");
    quotient inner = sum();
    if (!text_.take(")")) text_.refuse("an operator or ')'");
    --depth_;
    return inner;
  }

  system_polynomial number() {
    const std::size_t start = text_.mark();
    const std::string_view word = text_.take_number();
    system_term t;
    if (!exact::parse_real(word, t.re)) {
      text_.reset(start);
      text_.refuse("a number such as 12, 0.5 or 1e-40");
    }
    if (t.re.is_zero()) return {};
    return {t};
  }

  system_polynomial name() {
    const std::size_t start = text_.mark();
    const std::string_view word = text_.take_name();
    const bool directly_before_parenthesis = text_.rest().starts_with('(');
    system_term t;
    t.re.numerator = 1;
    if (const auto known = names_.defined.find(word); known != names_.defined.end()) return known->second;
    auto found = names_.variables.find(word);
    if (found == names_.variables.end()) {
      if (word == "I" || (names_.small_i_is_unit && (word == "i" || word == "im"))) {
        std::swap(t.re, t.im);
        return {t};
      }
      if (text_.peek() == '(' && !names_.open) {
        text_.reset(start);
        text_.refuse("a polynomial term: functions such as sin(x) are none");
      }
      if (!names_.open) {
        text_.reset(start);
        text_.refuse("a declared variable");
      }
      if (text_.peek() == '(' && is_function(word)) {
        text_.reset(start);
        if (word == "sqrt")
          text_.refuse(
              "a polynomial term: write its digits, or one more variable and equation: r in its place, r^2 - 2");
        text_.refuse("a polynomial term: functions such as sin(x) are none");
      }
      // A name that was not there before, with something that looks like its argument.
      if (directly_before_parenthesis) {
        text_.reset(start);
        text_.refuse(
            "a polynomial term: functions such as sin(x) are none, and a product with a new variable has a '*'");
      }
      // Nobody calls a variable so, but programs write such numbers.
      if (word == "nan" || word == "NaN" || word == "inf" || word == "Inf" || word == "Infinity") {
        text_.reset(start);
        text_.refuse("a finite number or a variable");
      }
      found = names_.variables.emplace(std::string(word), static_cast<std::uint32_t>(names_.in_order.size())).first;
      names_.in_order.emplace_back(word);
    }
    t.factors.emplace_back(found->second, 1);
    return {t};
  }

  text_cursor& text_;
  system_names& names_;
  exact::limited_arithmetic arithmetic_;
  int depth_ = 0;
};

}  // namespace

system_polynomial read_system_expression(text_cursor& text, system_names& names) { return reader(text, names).sum().p; }

}  // namespace vieta::io
