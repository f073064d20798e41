#include "solve/count/groebner.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace vieta::counting {

namespace {
constexpr std::uint32_t no_divisor = ~0U;
}  // namespace

const polynomial* groebner_basis::divisor_of(monomial m) {
  if (m >= divisor_.size()) {
    divisor_.resize(table_.size(), no_divisor);
    not_divided_till_.resize(table_.size(), 0);
  }
  if (divisor_[m] != no_divisor) return &basis_[divisor_[m]];
  for (std::size_t k = not_divided_till_[m]; k < basis_.size(); ++k)
    if (!redundant_[k] && table_.divides(basis_[k].monomials[0], m)) {
      divisor_[m] = static_cast<std::uint32_t>(k);
      return &basis_[k];
    }
  not_divided_till_[m] = static_cast<std::uint32_t>(basis_.size());
  return nullptr;
}

std::vector<monomial> groebner_basis::leading_monomials() const {
  std::vector<monomial> leading;
  for (std::size_t k = 0; k < basis_.size(); ++k)
    if (!redundant_[k]) leading.push_back(basis_[k].monomials[0]);
  return leading;
}

void groebner_basis::sort_terms(polynomial& p) const {
  std::vector<std::size_t> order(p.monomials.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return table_.less(p.monomials[b], p.monomials[a]); });
  polynomial sorted;
  for (const std::size_t k : order) {
    sorted.monomials.push_back(p.monomials[k]);
    sorted.coefficients.push_back(p.coefficients[k]);
  }
  p = std::move(sorted);
  if (p.coefficients.empty()) return;
  const std::uint64_t factor = field_.inverse(p.coefficients[0]);
  for (std::uint64_t& c : p.coefficients) c = field_.multiply(c, factor);
}

polynomial groebner_basis::multiple_of(const polynomial& p, monomial by) {
  polynomial result;
  result.coefficients = p.coefficients;
  result.monomials.reserve(p.monomials.size());
  for (const monomial m : p.monomials) result.monomials.push_back(table_.product(m, by));
  return result;
}

void groebner_basis::insert(polynomial&& p) {
  const std::size_t h = basis_.size();
  const monomial lead = p.monomials[0];
  // Old pairs whose multiple the new leading monomial divides, as the chain criterion permits.
  std::erase_if(pairs_, [&](const pair& old) {
    return table_.divides(lead, old.multiple) &&
           table_.least_multiple(basis_[old.first].monomials[0], lead) != old.multiple &&
           table_.least_multiple(basis_[old.second].monomials[0], lead) != old.multiple;
  });
  std::vector<pair> fresh;
  for (std::size_t k = 0; k < h; ++k)
    if (!redundant_[k]) fresh.push_back({k, h, table_.least_multiple(basis_[k].monomials[0], lead)});
  std::stable_sort(fresh.begin(), fresh.end(), [&](const pair& a, const pair& b) {
    if (a.multiple != b.multiple) return table_.less(a.multiple, b.multiple);
    // Of equal multiples a pair of coprime monomials speaks for all.
    return table_.coprime(basis_[a.first].monomials[0], lead) && !table_.coprime(basis_[b.first].monomials[0], lead);
  });
  std::vector<pair> kept;
  for (const pair& one : fresh) {
    const bool is_led =
        std::any_of(kept.begin(), kept.end(), [&](const pair& k) { return table_.divides(k.multiple, one.multiple); });
    if (!is_led) kept.push_back(one);
  }
  for (const pair& one : kept)
    if (!table_.coprime(basis_[one.first].monomials[0], lead)) pairs_.push_back(one);
  for (std::size_t k = 0; k < h; ++k)
    if (!redundant_[k] && table_.divides(lead, basis_[k].monomials[0])) redundant_[k] = true;
  basis_.push_back(std::move(p));
  redundant_.push_back(false);
}

bool groebner_basis::compute(std::vector<polynomial> generators, work_budget& budget) {
  for (polynomial& g : generators) {
    sort_terms(g);
    if (!g.monomials.empty()) waiting_.push_back(std::move(g));
  }
  while (!waiting_.empty() || !pairs_.empty()) {
    if (budget.must_stop && budget.must_stop()) return false;
    std::uint32_t degree = ~0U;
    for (const polynomial& g : waiting_) degree = std::min(degree, table_.degree(g.monomials[0]));
    for (const pair& p : pairs_) degree = std::min(degree, table_.degree(p.multiple));
    if (degree >= 1U << 14) return false;
    std::vector<pair> chosen;
    std::vector<polynomial> now;
    std::erase_if(pairs_, [&](const pair& p) {
      if (table_.degree(p.multiple) != degree) return false;
      chosen.push_back(p);
      return true;
    });
    std::erase_if(waiting_, [&](polynomial& g) {
      if (table_.degree(g.monomials[0]) != degree) return false;
      now.push_back(std::move(g));
      return true;
    });
    if (!reduce(chosen, std::move(now), budget)) return false;
    if (!basis_.empty() && table_.degree(basis_.back().monomials[0]) == 0) return true;  // 1
  }
  return true;
}

bool groebner_basis::reduce(const std::vector<pair>& pairs, std::vector<polynomial>&& generators, work_budget& budget) {
  // Rows: the first with a leading monomial is a pivot, others are to be reduced.
  std::vector<polynomial> pivots, rows = std::move(generators);
  std::vector<std::pair<monomial, std::size_t>> multiples;  // of which element, so that it begins with this monomial
  for (const pair& p : pairs) multiples.emplace_back(p.multiple, p.first), multiples.emplace_back(p.multiple, p.second);
  std::sort(multiples.begin(), multiples.end());
  multiples.erase(std::unique(multiples.begin(), multiples.end()), multiples.end());
  std::vector<std::uint8_t> is_seen;  // 1: a column, 2: with a pivot
  std::vector<monomial> columns;
  const auto look = [&](const polynomial& row) {
    for (const monomial m : row.monomials) {
      if (m >= is_seen.size()) is_seen.resize(std::max<std::size_t>(2 * is_seen.size(), table_.size()), 0);
      if (is_seen[m] == 0) is_seen[m] = 1, columns.push_back(m);
    }
    return budget.spend(8 * static_cast<double>(row.monomials.size()));
  };
  for (std::size_t k = 0; k < multiples.size(); ++k) {
    const auto [lead, of] = multiples[k];
    polynomial row = multiple_of(basis_[of], table_.quotient(lead, basis_[of].monomials[0]));
    if (!look(row)) return false;
    if (k == 0 || multiples[k - 1].first != lead) {
      is_seen[lead] = 2;
      pivots.push_back(std::move(row));
    } else {
      rows.push_back(std::move(row));
    }
  }
  for (const polynomial& row : rows)
    if (!look(row)) return false;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const monomial m = columns[k];
    if (is_seen[m] == 2) continue;
    const polynomial* const by = divisor_of(m);
    if (!budget.spend(static_cast<double>(basis_.size()))) return false;
    if (by == nullptr) continue;
    is_seen[m] = 2;
    pivots.push_back(multiple_of(*by, table_.quotient(m, by->monomials[0])));
    if (!look(pivots.back())) return false;
  }
  std::sort(columns.begin(), columns.end(), [&](monomial a, monomial b) { return table_.less(b, a); });
  std::vector<std::uint32_t> place(table_.size(), no_column);
  for (std::size_t c = 0; c < columns.size(); ++c) place[columns[c]] = static_cast<std::uint32_t>(c);

  struct sparse_row {
    std::vector<std::uint32_t> columns;
    std::vector<std::uint64_t> coefficients;
  };
  const auto as_row = [&](polynomial&& p) {
    sparse_row row;
    row.coefficients = std::move(p.coefficients);
    for (const monomial m : p.monomials) row.columns.push_back(place[m]);
    return row;
  };
  std::vector<sparse_row> echelon;
  std::vector<std::uint32_t> pivot_at(columns.size(), no_column);
  for (polynomial& p : pivots) {
    echelon.push_back(as_row(std::move(p)));
    pivot_at[echelon.back().columns[0]] = static_cast<std::uint32_t>(echelon.size() - 1);
  }
  const std::size_t old_pivots = echelon.size();
  std::vector<wide> dense(columns.size(), 0);
  for (polynomial& p : rows) {
    const sparse_row row = as_row(std::move(p));
    const std::size_t begin = row.columns[0];
    sparse_row left;
    double operations = static_cast<double>(columns.size() - begin);
    // The value of an entry is the sum, not yet multiplied by 2^-64: products carry that factor.
    for (std::size_t k = 0; k < row.columns.size(); ++k)
      dense[row.columns[k]] = static_cast<wide>(row.coefficients[k]) * field_.one();
    for (std::size_t c = begin; c < columns.size(); ++c) {
      if (dense[c] == 0) continue;
      const std::uint64_t value = field_.reduced(dense[c]);
      dense[c] = 0;
      if (value == 0) continue;
      if (pivot_at[c] == no_column) {
        left.columns.push_back(static_cast<std::uint32_t>(c));
        left.coefficients.push_back(value);
        continue;
      }
      const sparse_row& pivot = echelon[pivot_at[c]];
      const std::uint64_t factor = field_.negative(value);
      for (std::size_t k = 1; k < pivot.columns.size(); ++k)
        field_.add_product(dense[pivot.columns[k]], factor, pivot.coefficients[k]);
      operations += static_cast<double>(pivot.columns.size());
    }
    if (!budget.spend(operations)) return false;
    if (left.columns.empty()) continue;
    const std::uint64_t factor = field_.inverse(left.coefficients[0]);
    for (std::uint64_t& x : left.coefficients) x = field_.multiply(x, factor);
    pivot_at[left.columns[0]] = static_cast<std::uint32_t>(echelon.size());
    echelon.push_back(std::move(left));
  }
  std::vector<polynomial> found;
  for (std::size_t k = old_pivots; k < echelon.size(); ++k) {
    polynomial p;
    p.coefficients = std::move(echelon[k].coefficients);
    for (const std::uint32_t c : echelon[k].columns) p.monomials.push_back(columns[c]);
    found.push_back(std::move(p));
  }
  std::sort(found.begin(), found.end(),
            [&](const polynomial& a, const polynomial& b) { return table_.less(a.monomials[0], b.monomials[0]); });
  for (polynomial& p : found) {
    if (!budget.spend(8 * static_cast<double>(basis_.size() + pairs_.size()))) return false;
    if (divisor_of(p.monomials[0]) != nullptr)  // by one that was found in the same step
      waiting_.push_back(std::move(p));
    else
      insert(std::move(p));
  }
  return true;
}

}  // namespace vieta::counting
