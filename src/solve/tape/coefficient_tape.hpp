#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "solve/track/kernels.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/qd.hpp"

namespace vieta::tracking {

/// A monomial in parameters, by parameter with exponents that are not 0, and its factor.
struct parameter_term {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> exponents;
  complex<qd> factor;
  bool exact = true;  ///< the factor is what it stands for
};

/// A polynomial in parameters: what a coefficient of a family of systems is.
using parameter_polynomial = std::vector<parameter_term>;

/// The coefficients of a family's terms, as products and sums for the kernels.
class coefficient_tape {
 public:
  explicit coefficient_tape(std::uint32_t parameters = 0) : parameters_(parameters) {}

  void add(const parameter_polynomial& coefficient);  ///< of the next term
  void finish();                                      ///< after the last term

  [[nodiscard]] std::uint32_t parameters() const { return parameters_; }
  void view(tape_view& v) const;

  /// What it holds when it is finished, for messages to other members of a team.
  auto fields() { return std::tie(parameters_, left_, right_, part_node_, part_begin_, run_begin_, part_factor_); }
  [[nodiscard]] auto fields() const {
    return std::tie(parameters_, left_, right_, part_node_, part_begin_, run_begin_, part_factor_);
  }

 private:
  std::uint32_t product(std::uint32_t a, std::uint32_t b);

  std::uint32_t parameters_;
  std::vector<std::uint32_t> left_, right_, part_node_;
  std::vector<std::size_t> part_begin_ = {0}, run_begin_ = {0};
  std::vector<double> part_factor_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known_;
};

}  // namespace vieta::tracking
