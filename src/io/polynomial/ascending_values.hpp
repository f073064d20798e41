#pragma once

#include <cstddef>
#include <vector>

#include "exact/exact_real.hpp"
#include "vieta/io.hpp"
#include "vieta/polynomial.hpp"

namespace vieta::io {

/// Collects coefficients in ascending order. They stay doubles for as long as every one of them fits a double exactly:
/// a long list of doubles never becomes a list of big integers.
class ascending_values {
 public:
  void push_back(exact::real re);
  void push_back(exact::real re, exact::real im);
  [[nodiscard]] std::size_t size() const { return is_exact_ ? exact_re_.size() : re_.size(); }

  /// The polynomial; what was collected is moved out. In descending order the first value was that of the highest
  /// power.
  polynomial take(power_order order = power_order::ascending);

 private:
  bool push_doubles(const exact::real& re, const exact::real& im);
  void become_exact();

  bool is_exact_ = false;
  std::vector<double> re_, im_;  // im_ is empty until the first coefficient with an imaginary part
  std::vector<exact::real> exact_re_, exact_im_;
};

}  // namespace vieta::io
