#include "roots/recursion/program.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/expression/grammar.hpp"
#include "base/message.hpp"
#include "exact/arithmetic.hpp"
#include "exact/number_algebra.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace recursion {
namespace {

using data = polynomial_program::representation;
using kind = data::kind;
using expression::refusal;

constexpr std::size_t most_operations = 1'000'000;
constexpr std::int64_t most_degree = 1'000'000'000'000;

// Arithmetic modulo 2^31 - 1: a leading coefficient that is not 0 there is none at all. (One that is 0 there by chance
// is refused without need, one in two thousand million.)
constexpr std::uint64_t prime = 2147483647;
std::uint64_t power_mod(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent /= 2, base = base * base % prime)
    if (exponent % 2 != 0) result = result * base % prime;
  return result;
}
std::uint64_t inverse_mod(std::uint64_t x) { return power_mod(x, prime - 2); }
std::uint64_t residue(const exact::integer& n) {
  const exact::integer rest = n % exact::integer(static_cast<std::int64_t>(prime));
  const auto value = static_cast<std::int64_t>(rest);
  return static_cast<std::uint64_t>(value < 0 ? value + static_cast<std::int64_t>(prime) : value);
}
std::uint64_t residue(const exact::real& x) {
  const std::uint64_t below = residue(x.denominator);
  if (below == 0) throw error("found a number whose denominator is a multiple of 2147483647, expected another one");
  const auto power = [](std::uint64_t base, std::int64_t exponent) {
    const std::uint64_t value = power_mod(base, static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent));
    return exponent < 0 ? inverse_mod(value) : value;
  };
  return residue(x.numerator) * inverse_mod(below) % prime * power(10, x.decimal_exponent) % prime *
         power(2, x.binary_exponent) % prime;
}

struct value {
  std::optional<exact::real> number;  ///< known before x is
  std::uint32_t place = 0;            ///< on the tape, where it is no number
};

// A program under way, and what is known of each value on its tape.
class builder {
 public:
  builder() { push({kind::variable, 0, 0}, 1, 1); }

  static value variable() { return {{}, 0}; }

  value sum(const value& a, const value& b, bool minus) {
    if (b.number && b.number->is_zero()) return a;
    if (a.number && a.number->is_zero()) return minus ? product({exact::real{-1, 1, 0, 0}, 0}, b) : b;
    const std::uint32_t left = place_of(a), right = place_of(b);
    const fact &f = facts_[left], &g = facts_[right];
    fact sum = f.degree > g.degree ? f : g;
    if (f.degree <= g.degree) {
      const std::uint64_t other = minus ? (prime - g.leading) % prime : g.leading;
      sum.leading = f.degree < g.degree ? other : (f.leading + other) % prime;
    }
    if (sum.leading == 0 && sum.degree > 0)
      throw refusal{"a sum whose terms of the highest degree do not cancel, so that its degree is known"};
    if (sum.degree <= 0) throw refusal{"numbers by themselves: they are added before"};
    return push({minus ? kind::difference : kind::sum, left, right}, sum.degree, sum.leading);
  }

  value product(const value& a, const value& b) {
    for (const value* x : {&a, &b})
      if (x->number && x->number->is_zero()) return *x;
    for (const auto& [x, y] : {std::pair(&a, &b), std::pair(&b, &a)})
      if (x->number && exact::compare(*x->number, {1, 1, 0, 0}) == 0) return *y;
    const std::uint32_t left = place_of(a), right = place_of(b);
    const std::int64_t degree = facts_[left].degree + facts_[right].degree;
    if (degree > most_degree) throw refusal{"a degree of 10^12 at most"};
    return push({kind::product, left, right}, degree, facts_[left].leading * facts_[right].leading % prime);
  }

  std::shared_ptr<const data> finish(const value& last) {
    if (last.number && last.number->is_zero()) {
      program_.degree = -1;
      return std::make_shared<const data>(std::move(program_));
    }
    const std::uint32_t place = place_of(last);
    program_.degree = facts_[place].degree;
    program_.tape.resize(place + 1);
    return std::make_shared<const data>(std::move(program_));
  }

 private:
  struct fact {
    std::int64_t degree = 0;
    std::uint64_t leading = 0;
  };

  value push(data::operation op, std::int64_t degree, std::uint64_t leading) {
    if (program_.tape.size() >= most_operations) throw refusal{"a program of at most a million operations"};
    if (leading == 0) throw refusal{"a leading coefficient that is no multiple of 2147483647"};
    program_.tape.push_back(op);
    facts_.push_back({degree, leading});
    return {{}, static_cast<std::uint32_t>(program_.tape.size() - 1)};
  }

  std::uint32_t place_of(const value& v) {
    if (!v.number) return v.place;
    program_.constants.push_back(*v.number);
    return push({kind::constant, static_cast<std::uint32_t>(program_.constants.size() - 1), 0}, 0, residue(*v.number))
        .place;
  }

  data program_;
  std::vector<fact> facts_;
};

using names = std::map<std::string, value, std::less<>>;

// Expressions in the names that have been assigned, as expression::grammar wants them.
class program_algebra {
 public:
  using value = recursion::value;
  static constexpr bool has_towers = false;

  program_algebra(std::size_t text_size, builder& built, const names& known)
      : arithmetic_(text_size), exponents_(arithmetic_, "an exponent, a whole number"), built_(built), known_(known) {}

  class total {
   public:
    explicit total(program_algebra& in) : algebra_(in) {}
    void add(value next, bool is_negative) {
      if (is_first_ && !is_negative)
        sum_ = std::move(next);
      else
        sum_ = algebra_.sum(sum_, next, is_negative);
      is_first_ = false;
    }
    value finish() { return std::move(sum_); }

   private:
    program_algebra& algebra_;
    value sum_{exact::real{}, 0};
    bool is_first_ = true;
  };

  value sum(const value& a, const value& b, bool minus) {
    if (!a.number || !b.number) return built_.sum(a, b, minus);
    return {arithmetic_.add(*a.number, minus ? exact::negate(*b.number) : *b.number), 0};
  }
  static value number(std::string_view digits) {
    exact::real x;
    if (!exact::parse_real(digits, x)) throw refusal{"a number such as 12, 0.5 or 1e-4"};
    return {std::move(x), 0};
  }
  value name(std::string_view word, const expression::name_place&) {
    if (word == "x") return builder::variable();
    const auto found = known_.find(word);
    if (found == known_.end()) throw refusal{"x, or a name that has been given a value above"};
    return found->second;
  }
  static bool takes_arguments(std::string_view) { return false; }
  static value call(std::string_view, const std::vector<value>&) {
    throw refusal{"a polynomial, which has no functions"};
  }
  value negated(const value& a) { return product({exact::real{-1, 1, 0, 0}, 0}, a); }
  value product(const value& a, const value& b) {
    if (a.number && b.number) return {arithmetic_.multiply(*a.number, *b.number), 0};
    return built_.product(a, b);
  }
  value quotient(const value& a, const value& b) {
    if (!b.number || b.number->is_zero()) throw refusal{"a divisor that is a number other than 0"};
    return product(a, {arithmetic_.divide({1, 1, 0, 0}, *b.number), 0});
  }
  value power(const value& base, const exact::real& exponent) {
    const std::optional<std::int64_t> whole = exact::whole_number(exponent, 1'000'000'000);
    if (!whole || *whole < 0) throw refusal{"an exponent, a whole number from 0 to 10^9"};
    value result{exact::real{1, 1, 0, 0}, 0}, square = base;
    for (std::int64_t n = *whole; n > 0; n /= 2) {
      if (n % 2 != 0) result = product(result, square);
      if (n > 1) square = product(square, square);
    }
    return result;
  }
  exact::number_algebra& exponents() { return exponents_; }
  static std::string operands() { return "a number, x, a name or '('"; }

 private:
  exact::limited_arithmetic arithmetic_;
  exact::number_algebra exponents_;
  builder& built_;
  const names& known_;
};

class reader {
 public:
  reader(std::string_view text, std::string_view name)
      : lines_(with_ends(text)), text_(lines_, name, '#'), algebra_(text.size() + 4096, built_, known_) {}

  std::shared_ptr<const data> read() {
    block();
    if (text_.peek() != '\0') text_.refuse("a statement: NAME = EXPRESSION, or repeat N { ... }");
    if (!last_) text_.refuse("a statement such as z = z^2 + x");
    return built_.finish(*last_);
  }

 private:
  void block() {
    while (text_.letter_follows() || text_.peek() == ';') {
      if (text_.take(";")) continue;
      const std::size_t start = text_.mark();
      const std::string_view word = text_.take_name();
      if (word == "repeat" && text_.peek() != '=' && text_.peek() != ',') {
        repeat();
      } else {
        text_.reset(start);
        assignment();
      }
    }
  }

  // The counter is called k; loops in loops have the same, of the inner one.
  void repeat() {
    const std::string_view digits = text_.take_number();
    std::int64_t count = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9' || count > 1'000'000) text_.refuse("a number of times, 1 to 1000000");
      count = 10 * count + (c - '0');
    }
    if (count < 1 || count > 1'000'000) text_.refuse("a number of times, 1 to 1000000");
    if (!text_.take("{")) text_.refuse("'{'");
    const std::size_t start = text_.mark();
    const auto outer = known_.find("k");
    const std::optional<value> before = outer == known_.end() ? std::nullopt : std::optional(outer->second);
    for (std::int64_t k = 1; k <= count; ++k) {
      text_.reset(start);
      known_["k"] = {exact::real{k, 1, 0, 0}, 0};
      block();
      if (text_.peek() != '}') text_.refuse("a statement or '}'");
    }
    if (!text_.take("}")) text_.refuse("'}'");
    known_.erase("k");
    if (before) known_["k"] = *before;
  }

  void assignment() {
    std::vector<std::string> targets;
    do {
      const std::string_view word = text_.take_name();
      if (word.empty() || word == "x" || word == "k" || word == "repeat")
        text_.refuse("a name other than x, k and repeat");
      targets.emplace_back(word);
    } while (text_.take(","));
    if (!text_.take("=")) text_.refuse("'='");
    std::vector<value> values;
    do values.push_back(expression::grammar<program_algebra>(text_, algebra_).sum());
    while (text_.take(","));
    if (values.size() != targets.size())
      text_.refuse("as many expressions as there are names before '=', separated by commas");
    for (std::size_t i = 0; i < targets.size(); ++i) known_[targets[i]] = values[i];
    last_ = values.back();
  }

  // A statement ends with its line.
  static std::string with_ends(std::string_view text) {
    std::string out;
    for (const char c : text) {
      out += c;
      if (c == '\n') out += ';';
    }
    return out;
  }

  std::string lines_;
  names known_;
  builder built_;
  expression::text_cursor text_;
  program_algebra algebra_;
  std::optional<value> last_;
};

}  // namespace
}  // namespace recursion

polynomial_program::polynomial_program(std::shared_ptr<const representation> data) : data_(std::move(data)) {}

polynomial_program polynomial_program::parse(std::string_view text, std::string_view name) {
  return polynomial_program(recursion::reader(text, name).read());
}

std::int64_t polynomial_program::degree() const { return data_->degree; }

}  // namespace vieta
