#include "minimax/problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/message.hpp"
#include "minimax/fit/coefficients.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {
namespace {

constexpr int most_degree = 500;

/// Enough digits to read the same number back.
std::string shortest(double value) { return number_format(coefficient_format::float64, 0).text(value); }

/// form = without + factor * p, both without p. Null stands for 0.
struct affine {
  tree without, factor;
};

tree times(const tree& a, const tree& b) {
  if (!a || !b) return nullptr;
  if (is_constant(a, "1")) return b;
  if (is_constant(b, "1")) return a;
  return make(operation::multiply, a, b);
}
tree minus(const tree& a) { return a ? make(operation::negate, a) : nullptr; }
tree plus(const tree& a, const tree& b) { return !a ? b : !b ? a : make(operation::add, a, b); }

[[noreturn]] void not_linear(const tree& t) {
  throw error("--form: found '" + io::brief(to_text(t)) +
              "', which is not linear in p, expected a form such as sqrt(1-x)*p(x) or x*p(x^2)");
}

/// `q` is null while it is not known; then its place is left empty.
affine take_apart(const tree& t, tree& argument, const std::function<tree(const tree&)>& q) {
  if (t->kind == operation::polynomial) {
    if (argument && to_text(argument) != to_text(t->a))
      throw error("--form: found two arguments of p, " + io::brief(to_text(argument)) + " and " +
                  io::brief(to_text(t->a)) + ", expected one");
    argument = t->a;
    return {nullptr, constant("1")};
  }
  if (!contains(t, operation::polynomial)) return {t, nullptr};
  if (t->kind == operation::negate) {
    const affine a = take_apart(t->a, argument, q);
    return {minus(a.without), minus(a.factor)};
  }
  if (!t->b) not_linear(t);
  if (t->kind == operation::divide && t->b->kind == operation::denominator) {
    const affine a = take_apart(t->a, argument, q);
    if (a.without || !a.factor || to_text(t->b->a) != to_text(argument))
      throw error("--form: found '" + io::brief(to_text(t)) +
                  "', expected q to divide p or a multiple of it, with the same argument");
    return {nullptr, q ? make(operation::divide, a.factor, q(argument)) : a.factor};
  }
  const affine a = take_apart(t->a, argument, q), b = take_apart(t->b, argument, q);
  switch (t->kind) {
    case operation::add:
      return {plus(a.without, b.without), plus(a.factor, b.factor)};
    case operation::subtract:
      return {plus(a.without, minus(b.without)), plus(a.factor, minus(b.factor))};
    case operation::multiply:
      if (a.factor && b.factor) not_linear(t);
      return a.factor ? affine{times(a.without, b.without), times(a.factor, b.without)}
                      : affine{times(a.without, b.without), times(a.without, b.factor)};
    case operation::divide:
      if (b.factor) not_linear(t);
      return {a.without ? make(operation::divide, a.without, b.without) : nullptr,
              make(operation::divide, a.factor, b.without)};
    default:
      not_linear(t);
  }
}

std::string trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t"), to = text.find_last_not_of(" \t");
  return from == std::string_view::npos ? "" : std::string(text.substr(from, to - from + 1));
}

tree fixed(const std::string& text, const std::string& what) {
  const std::string bare = trimmed(text.starts_with('-') || text.starts_with('+') ? text.substr(1) : text);
  if (bare == "nan" || bare == "inf" || bare == "infinity")
    throw error(what + ": found '" + trimmed(text) + "', expected a finite number such as 2 or pi/4");
  if (text.find('=') != std::string::npos)
    throw error(what + ": found " + io::in_quotes(text) + ", expected a constant such as pi/2");
  tree t = parse(text, what);
  if (!is_fixed(t))
    throw error(what + ": found a variable in " + io::in_quotes(text) + ", expected a constant such as pi/2");
  return t;
}

/// p(u) becomes p(u)/q(u).
tree with_denominator(const tree& t) {
  if (!t || !contains(t, operation::polynomial)) return t;
  if (t->kind == operation::polynomial) return make(operation::divide, t, make(operation::denominator, t->a));
  return make(t->kind, with_denominator(t->a), with_denominator(t->b));
}

/// The degree of q, its coefficients where they are known, and the form in which it stands.
tree read_denominator(const minimax_problem& given, problem& p) {
  tree form = parse(given.form, "--form", true);
  const bool in_form = contains(form, operation::denominator);
  p.denominator_degree = given.denominator_degree;
  if (p.denominator_degree < 0 || p.denominator_degree > 80)
    throw error("--denominator-degree: found " + std::to_string(p.denominator_degree) + ", expected 0 to 80");
  if (in_form && p.denominator_degree == 0)
    throw error("--form: found q in " + io::brief(given.form) + ", expected --denominator-degree N as well");
  if (!in_form && p.denominator_degree > 0) form = with_denominator(form);
  if (!given.denominator.empty() && given.denominator.size() != static_cast<std::size_t>(p.denominator_degree) + 1)
    throw error("denominator: found " + std::to_string(given.denominator.size()) + " coefficients, expected " +
                std::to_string(p.denominator_degree + 1));
  for (const std::string& text : given.denominator)
    p.denominator.push_back(static_cast<double>(evaluate(fixed(text, "denominator"), 0)));
  return form;
}

constraint read_constraint(const std::string& text, const std::vector<int>& exponents) {
  const std::string what = "--constraint " + io::brief(text), expected = ", expected p(A)=B, p'(A)=B or cK=B";
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) throw error(what + ": found no '='" + expected);
  const std::string left = trimmed(text.substr(0, equals));
  constraint c;
  c.text = text;
  c.value = fixed(text.substr(equals + 1), what);
  if (left.size() > 1 && left.size() < 6 && left[0] == 'c' &&
      std::all_of(left.begin() + 1, left.end(), [](char d) { return d >= '0' && d <= '9'; })) {
    c.coefficient = std::stoi(left.substr(1));
    if (!std::binary_search(exponents.begin(), exponents.end(), c.coefficient))
      throw error(what + ": p has no power " + left.substr(1) + ", expected one of its exponents");
    return c;
  }
  std::size_t at = 1;
  while (at < left.size() && left[at] == '\'') ++at;
  if (left.size() < at + 3 || left[0] != 'p' || left[at] != '(' || left.back() != ')') throw error(what + expected);
  c.derivative = static_cast<int>(at) - 1;
  if (c.derivative > exponents.back())
    throw error(what + ": found a derivative of order " + std::to_string(c.derivative) +
                ", which is 0 wherever it is asked for, expected at most the degree of p, " +
                std::to_string(exponents.back()));
  c.at = fixed(left.substr(at + 1, left.size() - at - 2), what);
  return c;
}

void read_intervals(const minimax_problem& given, problem& p) {
  if (given.intervals.empty()) throw error("--in: found nothing, expected an interval a,b");
  for (const auto& [lo, hi] : given.intervals) {
    const std::string text = io::brief(lo) + "," + io::brief(hi), what = "--in " + text;
    const auto refuse = [&](const char* expected) { throw error("--in: found '" + text + "', expected " + expected); };
    p.intervals.emplace_back(fixed(lo, what), fixed(hi, what));
    const long double a = evaluate(p.intervals.back().first, 0), b = evaluate(p.intervals.back().second, 0);
    if (!std::isfinite(a) || !std::isfinite(b) || !(a < b)) refuse("finite a,b with a < b");
    if (p.intervals.size() > 1 && !(evaluate(p.intervals[p.intervals.size() - 2].second, 0) <= a))
      refuse("intervals from left to right that do not overlap");
  }
}

/// Sorts them; a function that knows no other points takes the place of an expression.
void read_samples(const minimax_problem& given, problem& p) {
  p.samples = given.samples;
  for (const auto& [x, f] : p.samples)
    if (!std::isfinite(x) || !std::isfinite(f))
      throw error("samples: found (" + shortest(x) + ", " + shortest(f) + "), expected finite numbers");
  std::sort(p.samples.begin(), p.samples.end());
  for (std::size_t i = 0; i < p.samples.size(); ++i) {
    const auto& [x, f] = p.samples[i];
    if (i > 0 && p.samples[i - 1].first == x)
      throw error("samples: found x = " + shortest(x) + " twice, expected every x once");
    if (f == 0 && given.error == minimax_error::relative)
      throw error("samples: found a relative error at x = " + shortest(x) +
                  ", where f is 0, expected an absolute error");
  }
  if (p.samples.size() < 2) throw error("samples: found one, expected two or more");
  p.callable = [samples = p.samples](long double x) {
    const auto at = std::lower_bound(samples.begin(), samples.end(), x,
                                     [](const auto& sample, long double wanted) { return sample.first < wanted; });
    return at != samples.end() && at->first == x ? static_cast<long double>(at->second)
                                                 : std::numeric_limits<long double>::quiet_NaN();
  };
}

}  // namespace

problem read(const minimax_problem& given) {
  problem p;
  p.callable = given.callable;
  if (!given.samples.empty()) read_samples(given, p);
  p.f = p.callable ? make(operation::variable) : parse(given.function, "function");
  p.form = read_denominator(given, p);
  std::function<tree(const tree&)> q;
  if (!given.denominator.empty()) {
    std::vector<int> powers(given.denominator.size());
    std::iota(powers.begin(), powers.end(), 0);
    q = [&given, powers](const tree& u) { return polynomial_tree(powers, given.denominator, u); };
  }
  const affine parts = take_apart(p.form, p.argument, q);
  if (!p.argument) throw error("--form: found no p in " + io::brief(given.form) + ", expected a form such as x*p(x^2)");
  p.without_p = parts.without;
  p.factor = parts.factor;
  if (given.error == minimax_error::weighted) p.weight = parse(given.weight, "--weight");
  if (given.error == minimax_error::relative) p.weight = make(operation::divide, constant("1"), p.f);
  p.relative = given.error == minimax_error::relative;

  if (given.degree < 0 || given.degree > most_degree)
    throw error("--degree: found " + std::to_string(given.degree) + ", expected 0 to " + std::to_string(most_degree));
  p.exponents = given.exponents;
  if (p.exponents.empty())
    for (int k = 0; k <= given.degree; ++k) p.exponents.push_back(k);
  for (std::size_t k = 0; k < p.exponents.size(); ++k)
    if (p.exponents[k] < 0 || p.exponents[k] > 1000 || (k > 0 && p.exponents[k] <= p.exponents[k - 1]))
      throw error("--exponents: found " + std::to_string(p.exponents[k]) +
                  (k > 0 ? " behind " + std::to_string(p.exponents[k - 1]) : "") +
                  ", expected different whole numbers from 0 to 1000, ascending");

  if (!p.samples.empty()) {
    const auto end = [](double x) { return parse(shortest(x), "samples"); };
    p.intervals.emplace_back(end(p.samples.front().first), end(p.samples.back().first));
  } else {
    read_intervals(given, p);
  }
  for (const std::string& text : given.constraints) {
    p.constraints.push_back(read_constraint(text, p.exponents));
    constraint& c = p.constraints.back();
    if (p.denominator_degree > 0 && c.derivative > 0)
      throw error(
          "--constraint: found " + io::in_quotes(text) +
          " with a denominator, where a derivative is not linear in the coefficients, expected p(A)=B, which is "
          "the value of p/q then, or cK=B");
    if (q && c.at) c.value = times(c.value, q(c.at));  // p(A)/q(A) = B
  }
  return p;
}

tree without_denominator(const tree& form) {
  if (!form || !contains(form, operation::denominator)) return form;
  if (form->kind == operation::divide && form->b->kind == operation::denominator) return form->a;
  return make(form->kind, without_denominator(form->a), without_denominator(form->b));
}

namespace {

/// a - a is 0 and a/a is 1 wherever a has a limit. No ball tells: it knows two values, not that they are one.
tree without_equal_parts(const tree& t) {
  if (!t || !t->a) return t;
  const tree a = without_equal_parts(t->a), b = without_equal_parts(t->b);
  if ((t->kind == operation::subtract || t->kind == operation::divide) && !is_fixed(a) && to_text(a) == to_text(b))
    return constant(t->kind == operation::subtract ? "0" : "1");
  return a == t->a && b == t->b ? t : make(t->kind, a, b);
}

}  // namespace

tree weighted(const problem& p, const tree& t) {
  if (!p.weight) return t;
  // A weight of 1/x^2 has no value at 0, where a quotient of the difference and x^2 may have one.
  if (p.weight->kind == operation::divide)
    return make(operation::divide, is_constant(p.weight->a, "1") ? t : make(operation::multiply, p.weight->a, t),
                p.weight->b);
  return make(operation::multiply, p.weight, t);
}

tree error_tree(const problem& p, const tree& polynomial) {
  const tree f = without_equal_parts(p.f);
  tree form = make(operation::multiply, p.factor, polynomial);
  if (p.without_p) form = make(operation::add, p.without_p, form);
  if (p.relative) return make(operation::subtract, constant("1"), make(operation::divide, form, f));
  return weighted(p, make(operation::subtract, f, form));
}

double negligible_error(const problem& p) {
  constexpr int places = 9;
  constexpr long double part = 1e-30L;
  long double size = 0;
  const std::function<void(const tree&, long double)> look = [&](const tree& t, long double x) {
    if (!t) return;
    const long double value = std::fabs(evaluate(t, x));
    if (std::isfinite(value)) size = std::max(size, value);
    look(t->a, x);
    look(t->b, x);
  };
  for (const auto& [from, to] : p.intervals)
    for (int k = 1; k < places && !p.callable; ++k) {
      const long double lo = evaluate(from, 0), hi = evaluate(to, 0), x = lo + (hi - lo) * k / places;
      for (const tree& t : {p.f, p.weight, p.without_p}) look(t, x);
    }
  return std::max(static_cast<double>(std::min(size, 1.0L) * part), std::numeric_limits<double>::denorm_min());
}

tree polynomial_tree(const std::vector<int>& exponents, const std::vector<std::string>& c, const tree& u) {
  const auto raised = [&](int k) { return k == 1 ? u : make(operation::power, u, constant(std::to_string(k))); };
  tree sum;
  for (std::size_t k = exponents.size(); k-- > 0;) {
    const bool negative = c[k].starts_with('-');
    tree term = constant(negative ? c[k].substr(1) : c[k]);
    if (negative) term = make(operation::negate, term);
    sum = sum ? make(operation::add, term, sum) : term;
    const int step = exponents[k] - (k > 0 ? exponents[k - 1] : 0);
    if (step > 0) sum = make(operation::multiply, sum, raised(step));
  }
  return sum;
}

}  // namespace vieta::approximation
