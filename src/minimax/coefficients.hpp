#pragma once

#include <functional>
#include <string>
#include <vector>

#include "minimax/exchange.hpp"
#include "vieta/minimax.hpp"

namespace vieta::approximation {

/// Numbers that coefficients may be: those of a floating-point format, or decimals of fixed length.
class number_format {
 public:
  number_format(coefficient_format kind, int decimals) : kind_(kind), decimals_(decimals) {}

  /// Infinite beyond `largest`, as IEEE 754 rounds.
  [[nodiscard]] double nearest(long double value) const;
  [[nodiscard]] double largest() const;
  /// The distance from `value` to its neighbours, the smaller one.
  [[nodiscard]] double step(double value) const;
  /// Reads back as the same number in the format; exact for decimals.
  [[nodiscard]] std::string text(double value) const;
  /// The number itself, for a proof.
  [[nodiscard]] std::string exact_text(double value) const;

 private:
  coefficient_format kind_;
  int decimals_;
};

/// The best coefficients found in the format: rounded one by one; all at once by a lattice; rounded in turn, with the
/// others moved to make up for it; then, from the better of these, single steps and pairs of steps as long as they
/// help. The measure is the largest error over the points of the exchange; the first candidate is always in the race,
/// so nothing gets worse.
std::vector<double> search(const exchange_problem<long double>& problem, const std::vector<long double>& best,
                           const number_format& format, const std::function<bool()>& must_stop);

}  // namespace vieta::approximation
