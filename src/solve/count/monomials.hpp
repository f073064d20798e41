#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vieta::counting {

using monomial = std::uint32_t;

/// Monomials in some variables, each once, by number; in graded reverse lexicographic order.
class monomial_table {
 public:
  explicit monomial_table(std::size_t variables);

  /// Exponents are below 2^15.
  monomial find(const std::vector<std::uint16_t>& exponents);
  monomial product(monomial a, monomial b);
  monomial quotient(monomial a, monomial b);  ///< b divides a
  monomial least_multiple(monomial a, monomial b);
  monomial variable(std::size_t v);

  [[nodiscard]] bool divides(monomial a, monomial b) const;  ///< a divides b
  [[nodiscard]] bool coprime(monomial a, monomial b) const;
  [[nodiscard]] bool less(monomial a, monomial b) const;
  [[nodiscard]] std::uint32_t degree(monomial a) const { return degree_[a]; }
  [[nodiscard]] const std::uint16_t* exponents(monomial a) const { return exponents_.data() + a * n_; }
  [[nodiscard]] std::size_t size() const { return degree_.size(); }
  [[nodiscard]] std::size_t variables() const { return n_; }

 private:
  void grow();
  [[nodiscard]] std::uint64_t hash(const std::uint16_t* exponents) const;

  std::size_t n_;
  std::vector<std::uint16_t> exponents_, at_hand_;
  std::vector<std::uint32_t> degree_;
  std::vector<std::uint64_t> bits_;  // of each variable whether it occurs: one of 64
  std::vector<std::uint32_t> slots_;
};

}  // namespace vieta::counting
