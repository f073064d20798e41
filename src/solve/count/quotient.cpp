#include "solve/count/quotient.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace vieta::counting {

namespace {

using coefficients = std::vector<std::uint64_t>;

void trim(coefficients& p) {
  while (!p.empty() && p.back() == 0) p.pop_back();
}

/// a modulo b.
coefficients remainder(const prime_field& field, coefficients a, const coefficients& b) {
  const std::uint64_t inverse = field.inverse(b.back());
  while (a.size() >= b.size()) {
    const std::uint64_t factor = field.negative(field.multiply(a.back(), inverse));
    const std::size_t shift = a.size() - b.size();
    for (std::size_t k = 0; k < b.size(); ++k) a[shift + k] = field.add(a[shift + k], field.multiply(factor, b[k]));
    a.pop_back();
    trim(a);
  }
  return a;
}

coefficients common_divisor(const prime_field& field, coefficients a, coefficients b) {
  trim(a), trim(b);
  while (!b.empty()) {
    a = remainder(field, std::move(a), b);
    std::swap(a, b);
  }
  return a;
}

coefficients derivative(const prime_field& field, const coefficients& p) {
  coefficients d;
  for (std::size_t k = 1; k < p.size(); ++k) d.push_back(field.multiply(field.number(std::uint64_t{k}), p[k]));
  trim(d);
  return d;
}

/// The shortest linear recurrence of a sequence, as the polynomial whose zeros are its modes (Massey 1969).
coefficients recurrence(const prime_field& field, const coefficients& s) {
  coefficients now{field.one()}, before{field.one()};
  std::size_t length = 0, gap = 1;
  std::uint64_t last = field.one();
  for (std::size_t n = 0; n < s.size(); ++n, ++gap) {
    std::uint64_t miss = s[n];
    for (std::size_t k = 1; k < now.size() && k <= length; ++k)
      miss = field.add(miss, field.multiply(now[k], s[n - k]));
    if (miss == 0) continue;
    const coefficients kept = now;
    const std::uint64_t factor = field.negative(field.multiply(miss, field.inverse(last)));
    if (now.size() < before.size() + gap) now.resize(before.size() + gap, 0);
    for (std::size_t k = 0; k < before.size(); ++k)
      now[k + gap] = field.add(now[k + gap], field.multiply(factor, before[k]));
    if (2 * length <= n) {
      length = n + 1 - length;
      before = kept, last = miss, gap = 0;
    }
  }
  now.resize(length + 1, 0);
  std::reverse(now.begin(), now.end());
  return now;
}

/// By similar matrices with zeros below the first diagonal under the main one (Hessenberg's; Cohen 1993, 2.2.9).
coefficients characteristic_polynomial(const prime_field& field, std::vector<coefficients> h) {
  const std::size_t n = h.size();
  for (std::size_t m = 1; m + 1 < n; ++m) {
    std::size_t pivot = m;
    while (pivot < n && h[pivot][m - 1] == 0) ++pivot;
    if (pivot == n) continue;
    std::swap(h[pivot], h[m]);
    for (coefficients& row : h) std::swap(row[pivot], row[m]);
    const std::uint64_t inverse = field.inverse(h[m][m - 1]);
    for (std::size_t i = m + 1; i < n; ++i) {
      if (h[i][m - 1] == 0) continue;
      const std::uint64_t u = field.multiply(h[i][m - 1], inverse), minus_u = field.negative(u);
      for (std::size_t k = 0; k < n; ++k) h[i][k] = field.add(h[i][k], field.multiply(minus_u, h[m][k]));
      for (coefficients& row : h) row[m] = field.add(row[m], field.multiply(u, row[i]));
    }
  }
  std::vector<coefficients> p{{field.one()}};  // of the leading blocks
  for (std::size_t k = 1; k <= n; ++k) {
    coefficients next(k + 1, 0);
    const auto add = [&](const coefficients& q, std::uint64_t factor, std::size_t shift) {
      for (std::size_t i = 0; i < q.size(); ++i)
        next[i + shift] = field.add(next[i + shift], field.multiply(factor, q[i]));
    };
    add(p[k - 1], field.one(), 1);
    add(p[k - 1], field.negative(h[k - 1][k - 1]), 0);
    std::uint64_t below = field.one();
    for (std::size_t i = 1; i < k; ++i) {
      below = field.multiply(below, h[k - i][k - i - 1]);
      add(p[k - 1 - i], field.negative(field.multiply(below, h[k - 1 - i][k - 1])), 0);
    }
    p.push_back(std::move(next));
  }
  return p.back();
}

}  // namespace

quotient_ring::size quotient_ring::find_dimension(std::size_t most) {
  const std::vector<monomial> leading = basis_.leading_monomials();
  const std::size_t n = table_.variables();
  if (leading.size() == 1 && table_.degree(leading[0]) == 0) return size::finite;  // no solution
  for (std::size_t v = 0; v < n; ++v) {
    const monomial x = table_.variable(v);
    const bool has_power = std::any_of(leading.begin(), leading.end(), [&](monomial m) {
      return table_.exponents(m)[v] == table_.degree(m) && table_.divides(x, m);
    });
    if (!has_power) return size::infinite;
  }
  // Every standard monomial comes from one of lower degree.
  monomial next = table_.find(std::vector<std::uint16_t>(n, 0));
  std::vector<monomial> order{next};
  std::map<monomial, bool> known{{next, true}};
  for (std::size_t k = 0; k < order.size(); ++k)
    for (std::size_t v = 0; v < n; ++v) {
      next = table_.product(order[k], table_.variable(v));
      if (!known.try_emplace(next, true).second || basis_.divisor_of(next) != nullptr) continue;
      order.push_back(next);
      if (order.size() > most) return size::too_many;
    }
  std::sort(order.begin(), order.end(), [&](monomial a, monomial b) { return table_.less(a, b); });
  for (std::size_t k = 0; k < order.size(); ++k) place_[order[k]] = k;
  standard_ = std::move(order);
  return size::finite;
}

/// Of m and all that it leads to, from the least one on.
bool quotient_ring::normal_form(monomial m, work_budget& budget) {
  std::vector<monomial> needed{m};
  std::map<monomial, polynomial> rows;
  for (std::size_t k = 0; k < needed.size(); ++k) {
    const monomial at = needed[k];
    if (place_.contains(at) || normal_forms_.contains(at) || rows.contains(at)) continue;
    const polynomial& by = *basis_.divisor_of(at);
    const monomial factor = table_.quotient(at, by.monomials[0]);
    polynomial row;
    for (std::size_t t = 1; t < by.monomials.size(); ++t) {
      row.monomials.push_back(table_.product(by.monomials[t], factor));
      row.coefficients.push_back(by.coefficients[t]);
      needed.push_back(row.monomials.back());
    }
    if (!budget.spend(20 * static_cast<double>(row.monomials.size()))) return false;
    rows.emplace(at, std::move(row));
  }
  std::vector<monomial> order;
  for (const auto& [at, row] : rows) order.push_back(at);
  std::sort(order.begin(), order.end(), [&](monomial a, monomial b) { return table_.less(a, b); });
  for (const monomial at : order) {
    const polynomial& row = rows[at];
    std::vector<wide> sum(standard_.size(), 0);
    for (std::size_t t = 0; t < row.monomials.size(); ++t) {
      const std::uint64_t c = field_.negative(row.coefficients[t]);
      const auto place = place_.find(row.monomials[t]);
      if (place != place_.end()) {
        field_.add_product(sum[place->second], c, field_.one());
        continue;
      }
      const vector& known = normal_forms_.at(row.monomials[t]);
      for (std::size_t k = 0; k < known.size(); ++k)
        if (known[k] != 0) field_.add_product(sum[k], c, known[k]);
      if (!budget.spend(static_cast<double>(known.size()))) return false;
    }
    vector& form = normal_forms_[at];
    for (const wide s : sum) form.push_back(field_.reduced(s));
  }
  return true;
}

std::optional<std::vector<std::uint64_t>> quotient_ring::minimal_polynomial(std::uint64_t seed, work_budget& budget) {
  std::mt19937_64 random(seed ^ 0xa0761d6478bd642f);
  vector form, functional;
  for (std::size_t v = 0; v < table_.variables(); ++v) form.push_back(field_.number(random()));
  for (std::size_t k = 0; k < standard_.size(); ++k) functional.push_back(field_.number(random()));
  auto found = project(form, functional, false, budget);
  if (!found) return std::nullopt;
  return std::move(found->minimal);
}

std::vector<std::uint16_t> quotient_ring::standard_exponents() const {
  std::vector<std::uint16_t> all;
  for (const monomial m : standard_)
    all.insert(all.end(), table_.exponents(m), table_.exponents(m) + table_.variables());
  return all;
}

std::optional<quotient_ring::projections> quotient_ring::project(const std::vector<std::uint64_t>& form,
                                                                 const std::vector<std::uint64_t>& functional,
                                                                 bool with_characteristic, work_budget& budget) {
  const std::size_t d = standard_.size(), n = table_.variables();
  projections result;
  if (d == 0) {
    result.minimal = result.characteristic = {field_.one()};
    return result;
  }
  // The matrix of the form, one column for each standard monomial; the functional after each variable.
  std::vector<std::vector<wide>> sums(d, std::vector<wide>(d, 0));
  std::vector<vector> after(n + 1, functional);
  for (std::size_t v = 0; v < n; ++v) {
    const monomial x = table_.variable(v);
    for (std::size_t k = 0; k < d; ++k) {
      const monomial m = table_.product(standard_[k], x);
      const auto place = place_.find(m);
      if (place != place_.end()) {
        field_.add_product(sums[k][place->second], form[v], field_.one());
        after[v + 1][k] = functional[place->second];
        continue;
      }
      if (!normal_form(m, budget)) return std::nullopt;
      const vector& normal = normal_forms_.at(m);
      wide value = 0;
      for (std::size_t i = 0; i < d; ++i) {
        if (normal[i] == 0) continue;
        field_.add_product(sums[k][i], form[v], normal[i]);
        field_.add_product(value, functional[i], normal[i]);
      }
      after[v + 1][k] = field_.reduced(value);
    }
  }
  struct entry {
    std::size_t row;
    std::uint64_t value;
  };
  std::vector<std::vector<entry>> matrix(d);
  std::size_t entries = 0;
  for (std::size_t k = 0; k < d; ++k)
    for (std::size_t i = 0; i < d; ++i)
      if (const std::uint64_t value = field_.reduced(sums[k][i]); value != 0)
        matrix[k].push_back({i, value}), ++entries;
  // Functionals of the powers of the form (Wiedemann 1986).
  vector power(d, 0);
  std::vector<vector> sequences(n + 1);
  power[place_.at(table_.find(std::vector<std::uint16_t>(n, 0)))] = field_.one();
  for (std::size_t step = 0; step < 2 * d; ++step) {
    std::vector<wide> values(n + 1, 0), next(d, 0);
    const std::size_t needed = step < d ? n + 1 : 1;
    for (std::size_t k = 0; k < d; ++k) {
      if (power[k] == 0) continue;
      for (std::size_t v = 0; v < needed; ++v) field_.add_product(values[v], after[v][k], power[k]);
      for (const entry& e : matrix[k]) field_.add_product(next[e.row], e.value, power[k]);
    }
    for (std::size_t v = 0; v < needed; ++v) sequences[v].push_back(field_.reduced(values[v]));
    for (std::size_t k = 0; k < d; ++k) power[k] = field_.reduced(next[k]);
    if (!budget.spend(static_cast<double>(entries + (4 + needed) * d))) return std::nullopt;
  }
  result.minimal = recurrence(field_, sequences[0]);
  if (with_characteristic) {
    std::vector<vector> rows(d, vector(d, 0));
    for (std::size_t k = 0; k < d; ++k)
      for (const entry& e : matrix[k]) rows[e.row][k] = e.value;
    result.characteristic = characteristic_polynomial(field_, std::move(rows));
    if (!budget.spend(static_cast<double>(d * d * d))) return std::nullopt;
  }
  const std::size_t degree = result.minimal.size() - 1;
  for (const vector& sequence : sequences) {
    vector& numerator = result.numerators.emplace_back();
    for (std::size_t j = 0; j < degree; ++j) {
      wide sum = 0;
      for (std::size_t m = j + 1; m <= degree; ++m) field_.add_product(sum, result.minimal[m], sequence[m - 1 - j]);
      numerator.push_back(field_.reduced(sum));
    }
  }
  return result;
}

zero_counts count_zeros(const prime_field& field, const std::vector<std::uint64_t>& p) {
  const auto degree = [](const std::vector<std::uint64_t>& q) { return q.empty() ? 0 : q.size() - 1; };
  const coefficients repeated = common_divisor(field, p, derivative(field, p));
  const coefficients more = common_divisor(field, repeated, derivative(field, repeated));
  zero_counts counts;
  counts.multiple = degree(repeated) - degree(more);
  counts.simple = degree(p) - degree(repeated) - counts.multiple;
  return counts;
}

std::vector<std::uint64_t> without_repeated_zeros(const prime_field& field, const std::vector<std::uint64_t>& p) {
  const coefficients by = common_divisor(field, p, derivative(field, p));
  const std::uint64_t inverse = field.inverse(by.back());
  coefficients rest = p, quotient(p.size() - by.size() + 1, 0);
  for (std::size_t k = quotient.size(); k-- > 0;) {
    quotient[k] = field.multiply(rest[k + by.size() - 1], inverse);
    const std::uint64_t factor = field.negative(quotient[k]);
    for (std::size_t i = 0; i < by.size(); ++i) rest[k + i] = field.add(rest[k + i], field.multiply(factor, by[i]));
  }
  const std::uint64_t leading = field.inverse(quotient.back());
  for (std::uint64_t& c : quotient) c = field.multiply(c, leading);
  return quotient;
}

}  // namespace vieta::counting
