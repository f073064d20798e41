#include "io/system/new_unknowns.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <set>

#include "exact/arithmetic.hpp"
#include "exact/constants.hpp"
#include "exact/number_algebra.hpp"
#include "vieta/error.hpp"

namespace vieta::io {

namespace {

using expression::refusal;

/// A cosine and a sine, or a real and an imaginary part.
using part_pair = std::pair<system_polynomial, system_polynomial>;

system_polynomial variable_alone(std::uint32_t variable) {
  system_polynomial p = {term_of_one()};
  p[0].factors.emplace_back(variable, 1);
  return p;
}

system_polynomial sum(system_polynomial a, system_polynomial b, term_arithmetic& terms) {
  std::move(b.begin(), b.end(), std::back_inserter(a));
  return terms.collected(std::move(a));
}

system_polynomial negative(system_polynomial p) {
  negate(p);
  return p;
}

/// (a + i b) (c + i d), which is the addition theorem.
part_pair product(const part_pair& x, const part_pair& y, term_arithmetic& terms) {
  return {sum(terms.multiply(x.first, y.first), negative(terms.multiply(x.second, y.second)), terms),
          sum(terms.multiply(x.first, y.second), terms.multiply(x.second, y.first), terms)};
}

part_pair power(part_pair base, std::int64_t exponent, term_arithmetic& terms) {
  part_pair result({term_of_one()}, {});
  if (exponent < 0) base.second = negative(std::move(base.second));
  for (std::int64_t k = std::abs(exponent); k != 0; k /= 2) {
    if (k % 2 == 1) result = product(result, base, terms);
    if (k > 1) base = product(base, base, terms);
  }
  return result;
}

part_pair of_number(const system_term& number) {
  if (!number.im.is_zero()) throw refusal{angle_expected};
  exact::approximation angle{number.re};
  if (number.error_exponent != system_term::none) angle.is_exact = false, angle.error_exponent = number.error_exponent;
  const exact::sine_and_cosine both =
      number.times_pi ? exact::sine_and_cosine_of_pi(*number.times_pi) : exact::sine_and_cosine_of(angle);
  const auto polynomial = [](const exact::approximation& a) {
    return a.is_exact && a.value.is_zero() ? system_polynomial{} : constant_of(a);
  };
  return {polynomial(both.cosine), polynomial(both.sine)};
}

void renumber(system_polynomial& p, const std::vector<std::uint32_t>& to) {
  for (system_term& t : p)
    for (auto& factor : t.factors) factor.first = to[factor.first];
}

/// A name that nobody has taken.
std::string free_name(std::string name, std::set<std::string, std::less<>>& taken) {
  while (!taken.insert(name).second) name += '_';
  return name;
}

}  // namespace

std::pair<system_polynomial, system_polynomial> new_unknowns::cosine_and_sine(const system_polynomial& argument,
                                                                              system_names& names,
                                                                              term_arithmetic& terms) {
  part_pair result({term_of_one()}, {});
  for (const system_term& t : argument) {
    if (t.factors.empty()) {
      result = product(result, of_number(t), terms);
      continue;
    }
    const bool is_exactly_real = t.im.is_zero() && t.error_exponent == system_term::none;
    const auto times = exact::short_fraction(t.re, most_multiple);
    if (t.factors.size() > 1 || t.factors[0].second > 1 || !is_exactly_real || !times ||
        names.functions->is_new(t.factors[0].first))
      throw refusal{angle_expected};
    const angle& of = names.functions->angle_of(t.factors[0].first, times->second, names);
    const std::int64_t multiple = times->first * (of.parts / times->second);
    if (std::abs(multiple) > most_multiple) throw refusal{angle_expected};
    const part_pair both(variable_alone(of.cosine), variable_alone(of.sine));
    result = product(result, power(both, multiple, terms), terms);
  }
  return result;
}

const new_unknowns::angle& new_unknowns::angle_of(std::uint32_t variable, std::int64_t denominator,
                                                  system_names& names) {
  const std::string name = names.in_order[variable];
  std::int64_t& parts = parts_.emplace(name, 1).first->second;
  if (parts % denominator != 0) {
    parts = std::lcm(parts, denominator);
    if (parts > most_multiple) throw refusal{angle_expected};
    throw smaller_parts{};
  }
  const auto known =
      std::find_if(angles_.begin(), angles_.end(), [&](const angle& a) { return a.variable == variable; });
  if (known != angles_.end()) return *known;
  const auto next = static_cast<std::uint32_t>(names.in_order.size());
  // No names that an expression could have; `finish` finds better ones.
  names.in_order.push_back("cos(" + name + ")"), names.in_order.push_back("sin(" + name + ")");
  return angles_.emplace_back(angle{variable, next, next + 1, parts});
}

system_polynomial new_unknowns::root_of(root wanted, system_names& names) {
  const auto known = std::find_if(roots_.begin(), roots_.end(), [&](const root& r) {
    return r.degree == wanted.degree && r.is_real_of_real == wanted.is_real_of_real &&
           are_same(r.above, wanted.above) && are_same(r.below, wanted.below);
  });
  if (known != roots_.end()) return variable_alone(known->variable);
  wanted.variable = static_cast<std::uint32_t>(names.in_order.size());
  names.in_order.push_back("root(" + std::to_string(roots_.size() + 1) + ")");
  return variable_alone(roots_.emplace_back(std::move(wanted)).variable);
}

system_polynomial new_unknowns::sine_of(sine wanted, system_names& names) {
  const auto known = std::find_if(sines_.begin(), sines_.end(), [&](const sine& s) {
    return s.is_cosine == wanted.is_cosine && are_same(s.argument, wanted.argument);
  });
  if (known != sines_.end()) return variable_alone(known->variable);
  wanted.variable = static_cast<std::uint32_t>(names.in_order.size());
  names.in_order.push_back("sine(" + std::to_string(sines_.size() + 1) + ")");
  return variable_alone(sines_.emplace_back(std::move(wanted)).variable);
}

bool new_unknowns::is_new(std::uint32_t variable) const {
  return std::any_of(angles_.begin(), angles_.end(),
                     [&](const angle& a) { return a.cosine == variable || a.sine == variable; }) ||
         std::any_of(roots_.begin(), roots_.end(), [&](const root& r) { return r.variable == variable; });
}

void new_unknowns::refuse_angles_alone(const system_names& names,
                                       const std::vector<system_polynomial>& polynomials) const {
  for (const system_polynomial& p : polynomials)
    for (const system_term& t : p)
      for (const auto& factor : t.factors)
        for (const angle& a : angles_)
          if (factor.first == a.variable)
            throw error("found the unknown '" + names.in_order[a.variable] +
                        "' in a sine or cosine and by itself as well, expected one of the two: together they are no "
                        "polynomial system");
}

void new_unknowns::finish(system_names& names, std::vector<system_polynomial>& equations) {
  if (angles_.empty() && roots_.empty()) return;
  exact::limited_arithmetic arithmetic(1000);
  term_arithmetic terms(arithmetic);
  for (const angle& a : angles_) {
    system_polynomial circle = {term_of_one(), term_of_one(), term_of_one()};
    circle[0].factors.emplace_back(a.cosine, 2), circle[1].factors.emplace_back(a.sine, 2);
    circle[2].re.numerator = -1;
    equations.push_back(std::move(circle));
  }
  for (const root& r : roots_)
    equations.push_back(
        sum(terms.multiply(terms.raised_to(variable_alone(r.variable), r.degree), r.below), negative(r.above), terms));
  refuse_angles_alone(names, equations);
  refuse_angles_alone(names, *names.divisors);

  std::set<std::string, std::less<>> taken;
  for (const auto& [name, variable] : names.variables) taken.insert(name);
  std::vector<std::uint32_t> to(names.in_order.size(), 0);
  std::vector<std::string> in_order;
  const auto put = [&](std::uint32_t variable, std::string name) {
    to[variable] = static_cast<std::uint32_t>(in_order.size());
    in_order.push_back(std::move(name));
  };
  for (std::uint32_t v = 0; v < names.in_order.size(); ++v) {
    if (is_new(v)) continue;
    const auto as_angle = std::find_if(angles_.begin(), angles_.end(), [v](const angle& a) { return a.variable == v; });
    if (as_angle == angles_.end()) {
      put(v, names.in_order[v]);
      continue;
    }
    // x/2 is no name.
    const std::string part = as_angle->parts == 1 ? "" : "_" + std::to_string(as_angle->parts);
    put(as_angle->cosine, free_name("cos_" + names.in_order[v] + part, taken));
    put(as_angle->sine, free_name("sin_" + names.in_order[v] + part, taken));
  }
  for (std::size_t k = 0; k < roots_.size(); ++k)
    put(roots_[k].variable, free_name("root_" + std::to_string(k + 1), taken));
  for (system_polynomial& p : equations) renumber(p, to);
  for (system_polynomial& p : *names.divisors) renumber(p, to);
  for (angle& a : angles_) a.cosine = to[a.cosine], a.sine = to[a.sine];
  for (root& r : roots_) r.variable = to[r.variable];
  std::vector<std::string> before = std::exchange(names.in_order, std::move(in_order));
  names_of_angles_.clear();
  for (const angle& a : angles_) names_of_angles_.push_back(std::move(before[a.variable]));
}

}  // namespace vieta::io
