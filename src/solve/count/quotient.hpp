#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "solve/count/groebner.hpp"

namespace vieta::counting {

/// The ring of polynomials modulo an ideal whose Gröbner basis is known: a space with the standard monomials as basis,
/// whose dimension is the number of solutions, each with its multiplicity.
class quotient_ring {
 public:
  quotient_ring(const prime_field& field, monomial_table& table, groebner_basis& basis)
      : field_(field), table_(table), basis_(basis) {}

  /// The standard monomials. Empty where there are more than `most`, or infinitely many (a variable no power of which
  /// is a leading monomial).
  enum class size { finite, infinite, too_many };
  size find_dimension(std::size_t most);
  [[nodiscard]] std::size_t dimension() const { return standard_.size(); }

  /// The minimal polynomial of a random linear form, lowest coefficient first, leading coefficient 1. With all but
  /// certainty its zeros are the values of the form at the solutions, all different, and those of multiplicity 1 belong
  /// to simple solutions (the form is nilpotent of order 2 or more in the local ring of a multiple one).
  std::optional<std::vector<std::uint64_t>> minimal_polynomial(std::uint64_t seed, work_budget& budget);

  /// The minimal polynomial p of `form`, and for 1 and each variable the numerator of the sum over k of l(x form^k)
  /// T^(-k
  /// - 1) with the denominator p, where l is a linear functional with small whole values. At a zero of p, simple or
  /// not, the quotients of numerators are the coordinates of the solution (Bostan, Salvy, Schost 2003).
  struct projections {
    std::vector<std::uint64_t> minimal;
    std::vector<std::vector<std::uint64_t>> numerators;
    /// Of multiplication by the form, where it is wanted: its zeros have the multiplicities of the solutions.
    std::vector<std::uint64_t> characteristic;
  };
  std::optional<projections> project(const std::vector<std::uint64_t>& form,
                                     const std::vector<std::uint64_t>& functional, bool with_characteristic,
                                     work_budget& budget);
  /// The exponents of the standard monomials, in ascending order.
  [[nodiscard]] std::vector<std::uint16_t> standard_exponents() const;

 private:
  using vector = std::vector<std::uint64_t>;
  bool normal_form(monomial m, work_budget& budget);

  const prime_field& field_;
  monomial_table& table_;
  groebner_basis& basis_;
  std::vector<monomial> standard_;
  std::map<monomial, std::size_t> place_;    // of standard monomials
  std::map<monomial, vector> normal_forms_;  // of others
};

/// How often zeros occur: of those of multiplicity 1, and of all others, each counted once.
struct zero_counts {
  std::size_t simple = 0, multiple = 0;
};
zero_counts count_zeros(const prime_field& field, const std::vector<std::uint64_t>& p);
/// Each zero once, the leading coefficient 1.
std::vector<std::uint64_t> without_repeated_zeros(const prime_field& field, const std::vector<std::uint64_t>& p);

}  // namespace vieta::counting
