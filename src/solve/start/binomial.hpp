#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vieta::tracking {

/// The solutions with coordinates of modulus 1 of x^(v_i) = exp(2 pi i angle_i), for n linearly independent integer
/// vectors v_i: as many as |det|. From a triangular form of the matrix by unimodular operations on its rows.
class binomial_system {
 public:
  /// `rows`: n x n, row after row; angles in turns. Integers that overflow 62 bits leave it without solutions.
  binomial_system(std::vector<std::int64_t> rows, std::vector<double> angles);

  [[nodiscard]] std::size_t solutions() const { return count_; }
  [[nodiscard]] std::vector<std::complex<double>> solution(std::size_t which) const;

 private:
  bool reduce();

  std::size_t n_, count_ = 0;
  std::vector<std::int64_t> rows_;  // upper triangular, with a positive diagonal
  std::vector<double> angles_;
};

}  // namespace vieta::tracking
