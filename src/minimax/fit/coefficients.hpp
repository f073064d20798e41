#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "minimax/fit/exchange.hpp"
#include "vieta/minimax.hpp"

namespace vieta::approximation {

/// Numbers that coefficients may be: those of a floating-point format, or decimals of fixed length. Long double holds
/// the former, and decimals of up to eighteen digits; of longer ones the text is the number, long double is near it.
class number_format {
 public:
  number_format(coefficient_format kind, int decimals, std::span<const coefficient_format> each = {})
      : kind_(kind), decimals_(decimals), each_(each) {}
  explicit number_format(const minimax_options& options)
      : number_format(options.format, options.decimals, options.formats) {}

  /// That of coefficient k, counted from the lowest power.
  [[nodiscard]] number_format operator[](std::size_t k) const {
    return {each_.empty() ? kind_ : each_[std::min(k, each_.size() - 1)], decimals_};
  }
  [[nodiscard]] coefficient_format kind() const { return kind_; }

  /// Infinite beyond `largest`, as IEEE 754 rounds.
  [[nodiscard]] long double nearest(long double value) const;
  [[nodiscard]] double largest() const;
  /// The same with the largest number in the place of what is beyond it.
  [[nodiscard]] long double within(long double value) const;
  /// The distance from `value` to its neighbours, the smaller one.
  [[nodiscard]] double step(long double value) const;
  /// Reads back as the same number in the format; exact for decimals.
  [[nodiscard]] std::string text(long double value) const;
  /// The number itself, for a proof.
  [[nodiscard]] std::string exact_text(long double value) const;
  /// The double nearest to that.
  [[nodiscard]] double as_double(long double value) const;

 private:
  coefficient_format kind_;
  int decimals_;
  std::span<const coefficient_format> each_;  ///< outlives this
};

/// How far rounded coefficients are from constraints that tie several of them together, such as p(1)=2.72. (One that
/// names a single coefficient is met as well as the format can.)
class ties {
 public:
  ties(const unknowns<long double>& free, const number_format& format);

  [[nodiscard]] bool none() const { return tied_.empty(); }
  /// Their places among the constraints.
  [[nodiscard]] const std::vector<std::size_t>& rows() const { return tied_; }
  /// False for a coefficient that constraints give.
  [[nodiscard]] bool moves(std::size_t k) const { return moves_[k]; }
  /// Left side less right side of constraint `row`.
  [[nodiscard]] long double residual(std::size_t row, const std::vector<long double>& c) const;
  /// 0 when the constraint is met: one step of one coefficient would not bring it nearer. Else how many halves of the
  /// least of these steps it is off by.
  [[nodiscard]] long double misfit(std::size_t row, const std::vector<long double>& c) const;
  /// The largest of them.
  [[nodiscard]] long double misfit(const std::vector<long double>& c) const;

 private:
  const unknowns<long double>& free_;
  const number_format& format_;
  std::vector<bool> moves_;  ///< coefficients that constraints leave free, together at least
  std::vector<std::size_t> tied_;
};

/// `rounded` one by one, or where that misses constraints the best of these with one coefficient moved to meet them.
/// `error` is asked for the largest error where several meet them as well.
std::vector<long double> moved_to_constraints(const unknowns<long double>& free, const ties& tied,
                                              const std::vector<long double>& rounded, const number_format& format,
                                              const std::function<double(const std::vector<long double>&)>& error);

/// The best coefficients found in the format: rounded one by one; all at once by a lattice; rounded in turn, with the
/// others moved to make up for it; then, from the better of these, single steps and pairs of steps as long as they
/// help. What meets the constraints better comes first; among equals the measure is the largest error over the points
/// of the exchange. Rounded one by one is always in the race, so nothing gets worse. With `start` there is no race:
/// steps begin at these coefficients.
std::vector<long double> search(const exchange_problem<long double>& problem, const std::vector<long double>& best,
                                const number_format& format, const std::function<bool()>& must_stop,
                                const std::vector<long double>& start = {});

}  // namespace vieta::approximation
