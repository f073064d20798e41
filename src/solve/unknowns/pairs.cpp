#include "solve/unknowns/pairs.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "exact/arithmetic.hpp"

namespace vieta::tracking {

namespace {

/// Larger degrees are not looked at; nor are the common factors of forms of higher degree, or of more of them.
constexpr std::uint32_t most_degree = 30;
constexpr std::size_t most_degree_of_factors = 8, most_forms_of_factors = 12;
/// Forms that a quadratic one has to divide, unless it is that of circles.
constexpr std::size_t least_forms = 2;

struct term {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> powers;
  exact::real re, im;
  std::uint64_t number = 0;  ///< of the monomial: the sum of its exponents times random numbers
  std::uint64_t modular = 0;
};

std::uint32_t exponent_of(const term& t, std::uint32_t variable) {
  for (const auto& [v, e] : t.powers)
    if (v == variable) return e;
  return 0;
}

/// A form in x and y without the powers of x and y that divide it, by the power of x: monic where it is rational.
struct form {
  std::vector<std::uint64_t> modular;
  std::vector<exact::real> rational;  ///< empty where coefficients are not real
};

/// Terms of one equation, of the highest degree in x and y beside one monomial in the others.
std::vector<form> forms_of(const std::vector<term>& equation, std::uint32_t x, std::uint32_t y,
                           const std::vector<std::uint64_t>& numbers) {
  struct place {
    std::uint64_t rest;
    std::uint32_t degree, power;
    const term* at;
  };
  std::vector<place> places;
  for (const term& t : equation) {
    const std::uint32_t a = exponent_of(t, x), b = exponent_of(t, y);
    places.push_back({t.number - a * numbers[x] - b * numbers[y], a + b, a, &t});
  }
  std::sort(places.begin(), places.end(), [](const place& a, const place& b) {
    return a.rest != b.rest ? a.rest < b.rest : a.degree != b.degree ? a.degree > b.degree : a.power < b.power;
  });
  std::vector<form> forms;
  for (std::size_t k = 0; k < places.size();) {
    std::size_t end = k;
    while (end < places.size() && places[end].rest == places[k].rest && places[end].degree == places[k].degree) ++end;
    const std::uint32_t lowest = places[k].power, highest = places[end - 1].power;
    if (highest - lowest >= 2) {
      form& f = forms.emplace_back();
      f.modular.assign(highest - lowest + 1, 0);
      std::vector<exact::real> rational(highest - lowest + 1);
      bool is_real = true;
      for (std::size_t j = k; j < end; ++j) {
        f.modular[places[j].power - lowest] = places[j].at->modular;
        rational[places[j].power - lowest] = places[j].at->re;
        is_real = is_real && places[j].at->im.is_zero();
      }
      if (is_real) f.rational = std::move(rational);
    }
    const std::uint64_t rest = places[k].rest;
    while (end < places.size() && places[end].rest == rest) ++end;
    k = end;
  }
  return forms;
}

using rational_polynomial = std::vector<exact::real>;

void trim(rational_polynomial& a) {
  while (!a.empty() && a.back().is_zero()) a.pop_back();
}

void remainder(rational_polynomial& a, const rational_polynomial& b) {
  for (trim(a); a.size() >= b.size(); trim(a)) {
    const exact::real factor = exact::divide(a.back(), b.back());
    const std::size_t shift = a.size() - b.size();
    for (std::size_t k = 0; k + 1 < b.size(); ++k)
      a[k + shift] = exact::subtract(a[k + shift], exact::multiply(factor, b[k]));
    a.pop_back();
  }
}

rational_polynomial common_factor(rational_polynomial a, rational_polynomial b) {
  while (!b.empty()) {
    remainder(a, b);
    std::swap(a, b);
  }
  return a;
}

rational_polynomial derivative(const rational_polynomial& a) {
  rational_polynomial result;
  for (std::size_t k = 1; k < a.size(); ++k) {
    exact::real factor;
    factor.numerator = k;
    result.push_back(exact::multiply(a[k], factor));
  }
  return result;
}

/// a / b, where that is a polynomial.
rational_polynomial quotient(rational_polynomial a, const rational_polynomial& b) {
  rational_polynomial result(a.size() - b.size() + 1);
  for (std::size_t shift = result.size(); shift-- > 0;) {
    result[shift] = exact::divide(a[shift + b.size() - 1], b.back());
    for (std::size_t k = 0; k < b.size(); ++k)
      a[k + shift] = exact::subtract(a[k + shift], exact::multiply(result[shift], b[k]));
  }
  return result;
}

/// Quadratic forms that may divide some of the forms: c and d.
std::vector<std::pair<exact::real, exact::real>> quadratic_factors(const std::vector<form>& forms) {
  std::vector<rational_polynomial> quadratic, higher;
  for (const form& f : forms) {
    if (f.rational.size() == 3) quadratic.push_back(f.rational);
    if (f.rational.size() < 4 || f.rational.size() > most_degree_of_factors + 1 ||
        higher.size() == most_forms_of_factors)
      continue;
    higher.push_back(f.rational);
  }
  for (std::size_t k = 0; k < higher.size(); ++k) {
    const rational_polynomial multiple = common_factor(higher[k], derivative(higher[k]));
    quadratic.push_back(multiple), quadratic.push_back(quotient(higher[k], multiple));
    for (std::size_t j = 0; j < k; ++j) quadratic.push_back(common_factor(higher[k], higher[j]));
  }
  std::vector<std::pair<exact::real, exact::real>> found;
  for (const rational_polynomial& q : quadratic) {
    if (q.size() != 3) continue;
    exact::real c = exact::divide(q[1], q[2]), d = exact::divide(q[0], q[2]);
    const isotropic_pair pair{0, 0, c, d};
    if (d.is_zero() || pair.square().is_zero() || pair.is_of_circles()) continue;
    const bool is_new = std::none_of(found.begin(), found.end(), [&](const auto& known) {
      return exact::compare(known.first, c) == 0 && exact::compare(known.second, d) == 0;
    });
    if (is_new) found.emplace_back(std::move(c), std::move(d));
  }
  return found;
}

/// Whether x^2 + c x + d divides the polynomial.
bool divides(const counting::prime_field& field, std::uint64_t c, std::uint64_t d, std::vector<std::uint64_t> a) {
  for (std::size_t k = a.size(); k-- > 2;) {
    a[k - 1] = field.subtract(a[k - 1], field.multiply(c, a[k]));
    a[k - 2] = field.subtract(a[k - 2], field.multiply(d, a[k]));
  }
  return a[0] == 0 && a[1] == 0;
}

/// How many of the factors x + i and x - i the polynomial has.
std::size_t circular_factors(const counting::prime_field& field, const std::vector<std::uint64_t>& a) {
  const std::uint64_t i = field.square_root_of_minus_one();
  std::size_t count = 0;
  for (const std::uint64_t at : {i, field.negative(i)}) {
    std::uint64_t value = 0;
    for (std::size_t k = a.size(); k-- > 0;) value = field.add(field.multiply(value, at), a[k]);
    count += value == 0;
  }
  return count;
}

/// Terms with different monomials; nothing where degrees are too high or the prime divides a denominator.
std::vector<term> terms_of_equation(const counting::prime_field& field, const counting::exact_equation& equation,
                                    const std::vector<std::uint64_t>& numbers) {
  std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, term> terms;
  for (const counting::exact_term& t : equation) {
    if (t.degree() > most_degree) return {};
    term& to = terms[t.powers];
    to.re = exact::add(to.re, t.re), to.im = exact::add(to.im, t.im);
  }
  std::vector<term> result;
  for (auto& [factors, t] : terms) {
    std::uint64_t re = 0, im = 0;
    if (!field.number(t.re, re) || !field.number(t.im, im)) return {};
    t.powers = factors;
    t.modular = field.add(re, field.multiply(field.square_root_of_minus_one(), im));
    for (const auto& [v, e] : factors) t.number += e * numbers[v];
    if (!t.re.is_zero() || !t.im.is_zero()) result.push_back(std::move(t));
  }
  return result;
}

}  // namespace

bool isotropic_pair::is_of_circles() const { return c.is_zero() && exact::compare(d, one()) == 0; }

exact::real isotropic_pair::shear() const {
  exact::real half = c;
  half.binary_exponent -= c.is_zero() ? 0 : 1;
  return half;
}

exact::real isotropic_pair::square() const {
  const exact::real m = shear();
  return exact::subtract(d, exact::multiply(m, m));
}

isotropic_pair isotropic_pair::in_units(std::int64_t difference) const {
  isotropic_pair given = *this;
  given.c.binary_exponent += difference, given.d.binary_exponent += 2 * difference;
  return given;
}

std::string isotropic_pair::form(const std::vector<std::string>& variables) const {
  const std::string &of_x = variables[x], &of_y = variables[y];
  const auto term = [](const exact::real& k, const std::string& what) {
    if (k.is_zero()) return std::string();
    std::string text = exact::fraction_text(k);
    const bool negative = text[0] == '-';
    if (negative) text.erase(0, 1);
    return (negative ? "-" : "+") + (text == "1" ? what : text + "*" + what);
  };
  return of_x + "^2" + term(c, of_x + "*" + of_y) + term(d, of_y + "^2");
}

std::vector<counted_pair> pairs_worth_trying(const counting::prime_field& field,
                                             const std::vector<counting::exact_equation>& equations,
                                             std::size_t variables, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> numbers(variables);
  for (std::uint64_t& number : numbers) number = random();
  std::vector<std::vector<term>> terms;
  for (const counting::exact_equation& equation : equations) {
    terms.push_back(terms_of_equation(field, equation, numbers));
    if (terms.back().empty()) return {};
  }
  std::vector<counted_pair> found;
  for (std::uint32_t y = 1; y < variables; ++y)
    for (std::uint32_t x = 0; x < y; ++x) {
      std::vector<form> forms;
      for (const std::vector<term>& equation : terms) {
        std::vector<form> more = forms_of(equation, x, y, numbers);
        forms.insert(forms.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
      }
      std::size_t circular = 0;
      for (const form& f : forms) circular += circular_factors(field, f.modular);
      if (circular > 0) found.push_back({circular, {x, y}});
      for (auto& [c, d] : quadratic_factors(forms)) {
        std::uint64_t of_c = 0, of_d = 0;
        if (!field.number(c, of_c) || !field.number(d, of_d)) continue;
        std::size_t count = 0;
        for (const form& f : forms) count += divides(field, of_c, of_d, f.modular) ? 1 : 0;
        if (count >= least_forms) found.push_back({2 * count, {x, y, std::move(c), std::move(d)}});
      }
    }
  std::stable_sort(found.begin(), found.end(), [](const counted_pair& a, const counted_pair& b) {
    return a.forms != b.forms ? a.forms > b.forms : a.pair.is_of_circles() && !b.pair.is_of_circles();
  });
  return found;
}

}  // namespace vieta::tracking
