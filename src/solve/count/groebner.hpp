#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "solve/count/monomials.hpp"
#include "solve/count/prime_field.hpp"

namespace vieta::counting {

/// Terms in descending order, the leading coefficient 1; without terms: 0.
struct polynomial {
  std::vector<monomial> monomials;
  std::vector<std::uint64_t> coefficients;
};

/// Operations that may still be done: what answers depend on is counted, not timed. Whether to stop is asked after
/// every few milliseconds of them.
struct work_budget {
  double left;
  std::function<bool()> must_stop;
  double look_below = left;
  [[nodiscard]] bool spend(double operations) {
    left -= operations;
    if (left < look_below) {
      look_below = left - 3e6;
      if (must_stop && must_stop()) left = 0;
    }
    return left > 0;
  }
};

/// A Gröbner basis modulo a prime, in graded reverse lexicographic order, by Faugère's F4 (1999): pairs of one degree
/// are reduced at once, as rows of a sparse matrix. Pairs are left out by Gebauer's and Möller's criteria (1988).
class groebner_basis {
 public:
  groebner_basis(const prime_field& field, monomial_table& monomials) : field_(field), table_(monomials) {}

  /// False where the budget does not do. Terms of the generators in any order, each monomial once.
  bool compute(std::vector<polynomial> generators, work_budget& budget);

  /// The element, not made redundant by others, whose leading monomial divides m; null for a standard monomial.
  [[nodiscard]] const polynomial* divisor_of(monomial m);
  [[nodiscard]] std::vector<monomial> leading_monomials() const;

 private:
  struct pair {
    std::size_t first, second;
    monomial multiple;
  };
  static constexpr std::uint32_t no_column = ~0U;

  void sort_terms(polynomial& p) const;
  void insert(polynomial&& p);
  /// Rows of one degree: multiples of basis elements by pairs, and generators.
  bool reduce(const std::vector<pair>& pairs, std::vector<polynomial>&& generators, work_budget& budget);
  polynomial multiple_of(const polynomial& p, monomial by);

  const prime_field& field_;
  monomial_table& table_;
  std::vector<polynomial> basis_;
  std::vector<bool> redundant_;
  std::vector<pair> pairs_;
  std::vector<polynomial> waiting_;              // generators, and what is to be reduced once more
  std::vector<std::uint32_t> divisor_;           // of each monomial: where one was found
  std::vector<std::uint32_t> not_divided_till_;  // of each monomial: no element before this one divides it
};

}  // namespace vieta::counting
