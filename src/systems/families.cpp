#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "base/float_environment.hpp"
#include "systems/representation.hpp"
#include "vieta/core/mf.hpp"
#include "vieta/error.hpp"

namespace vieta::families {

namespace {

using systems::system_builder;
using term = system_builder::term;

std::vector<std::string> names(const char* letter, int first, int count) {
  std::vector<std::string> list;
  list.reserve(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) list.push_back(letter + std::to_string(first + k));
  return list;
}

void expect(const char* family, int n, int least, int most) {
  if (n < least || n > most)
    throw error(std::string(family) + ": found n = " + std::to_string(n) + ", expected " + std::to_string(least) +
                " to " + std::to_string(most));
}

std::uint32_t index(int k) { return static_cast<std::uint32_t>(k); }

exact::real number(int value, int tenth_power = 0) { return {value, 1, tenth_power, 0}; }

/// Adds c times the monomial; a variable named twice is squared, and equal monomials add up.
void add_term(std::vector<term>& terms, int c, std::vector<int> variables, int tenth_power = 0) {
  std::sort(variables.begin(), variables.end());
  term t;
  for (const int v : variables) {
    if (!t.factors.empty() && t.factors.back().first == index(v))
      ++t.factors.back().second;
    else
      t.factors.emplace_back(index(v), 1);
  }
  for (term& other : terms) {
    if (other.factors != t.factors) continue;
    other.exact_re.numerator += c;  // callers use one power of ten for one monomial
    return;
  }
  t.exact_re = number(c, tenth_power);
  terms.push_back(std::move(t));
}

}  // namespace

/// Each product of neighbours from the two that overlap in it: written out, the monomials have n^3 / 2 factors.
polynomial_system cyclic(int n) {
  expect("cyclic", n, 2, 4096);
  system_builder builder(names("x", 0, n));
  const std::size_t count = static_cast<std::size_t>(n);
  std::vector<systems::node> products(count), longer(count);
  std::iota(products.begin(), products.end(), systems::node{1});
  term one, minus_one;
  one.re[0] = 1, minus_one.re[0] = -1;
  for (int degree = 1;; ++degree) {
    std::vector<system_builder::member> sum;
    for (const systems::node p : products) sum.push_back({p, &one});
    builder.append_group(0, sum);
    builder.end_equation();
    if (degree == n - 1) break;
    for (std::size_t j = 0; j < count; ++j) longer[j] = builder.joined(products[j], products[(j + 1) % count]);
    products.swap(longer);
  }
  builder.append_group(0, {{builder.joined(products[0], products[1]), &one}, {0, &minus_one}});
  builder.end_equation();
  return builder.finish();
}

polynomial_system katsura(int n) {
  expect("katsura", n, 1, 2000);
  system_builder builder(names("u", 0, n + 1));
  for (int m = 0; m < n; ++m) {
    std::vector<int> twice(static_cast<std::size_t>(n + 1) * static_cast<std::size_t>(n + 1), 0);
    for (int l = -n; l <= n; ++l) {
      const int a = std::abs(l), b = std::abs(m - l);
      if (b <= n) ++twice[static_cast<std::size_t>(std::min(a, b) * (n + 1) + std::max(a, b))];
    }
    std::vector<term> terms;
    for (int a = 0; a <= n; ++a)
      for (int b = a; b <= n; ++b) {
        const int c = twice[static_cast<std::size_t>(a * (n + 1) + b)];
        if (c == 0) continue;
        term t;
        t.factors = a == b ? std::vector<systems::product_graph_builder::factor>{{index(a), 2}}
                           : std::vector<systems::product_graph_builder::factor>{{index(a), 1}, {index(b), 1}};
        t.exact_re = number(c);
        terms.push_back(std::move(t));
      }
    add_term(terms, -1, {m});
    builder.add_exact(std::move(terms));
  }
  std::vector<term> sum;
  for (int k = 0; k <= n; ++k) add_term(sum, k == 0 ? 1 : 2, {k});
  add_term(sum, -1, {});
  builder.add_exact(std::move(sum));
  return builder.finish();
}

polynomial_system noon(int n) {
  expect("noon", n, 2, 2000);
  system_builder builder(names("x", 1, n));
  for (int i = 0; i < n; ++i) {
    std::vector<term> terms;
    for (int j = 0; j < n; ++j)
      if (j != i) {
        term t;
        t.factors = {{index(i), 1}, {index(j), 2}};
        t.exact_re = number(1);
        terms.push_back(std::move(t));
      }
    add_term(terms, -11, {i}, -1);
    add_term(terms, 1, {});
    builder.add_exact(std::move(terms));
  }
  return builder.finish();
}

polynomial_system eco(int n) {
  expect("eco", n, 2, 2000);
  system_builder builder(names("x", 1, n));
  for (int k = 1; k < n; ++k) {
    std::vector<term> terms;
    add_term(terms, 1, {k - 1, n - 1});
    for (int i = 1; i <= n - k - 1; ++i) add_term(terms, 1, {i - 1, i + k - 1, n - 1});
    add_term(terms, -k, {});
    builder.add_exact(std::move(terms));
  }
  std::vector<term> sum;
  for (int k = 1; k < n; ++k) add_term(sum, 1, {k - 1});
  add_term(sum, 1, {});
  builder.add_exact(std::move(sum));
  return builder.finish();
}

polynomial_system chandrasekhar(int n, double c) {
  const float_environment floats;
  expect("chandrasekhar", n, 1, 16384);
  if (!std::isfinite(c)) throw error("chandrasekhar: found c = NaN or infinity, expected a finite number");
  system_builder builder(names("H", 1, n));
  // -c i / (i + j) as i times a table entry: the division of quad-doubles is within 2^-209, each product within 2^-207.
  std::vector<qd> part(static_cast<std::size_t>(2 * n));
  for (int k = 1; k < 2 * n; ++k) part[static_cast<std::size_t>(k)] = qd(-c) / qd(double(k));
  std::vector<term> coefficients(static_cast<std::size_t>(n) + 2);
  std::vector<system_builder::member> plain, product;
  const auto set = [](term& t, const qd& x) { t.re = {x.x0, x.x1, x.x2, x.x3}; };
  for (int i = 1; i <= n; ++i) {
    plain.clear(), product.clear();
    set(coefficients[static_cast<std::size_t>(n)], qd(-2.0 * n));
    set(coefficients[static_cast<std::size_t>(n) + 1], qd(2.0 * n));
    plain.push_back({0, &coefficients[static_cast<std::size_t>(n)]});
    plain.push_back({index(i), &coefficients[static_cast<std::size_t>(n) + 1]});
    for (int j = 0; j < n; ++j) {
      term& t = coefficients[static_cast<std::size_t>(j)];
      set(t, part[static_cast<std::size_t>(i + j)] * double(i));
      product.push_back({index(j + 1), &t});
    }
    builder.append_group(0, plain);
    builder.append_group(index(i), product);
    builder.end_equation();
  }
  builder.set_coefficient_error(0x1p-205);
  return builder.finish();
}

}  // namespace vieta::families
