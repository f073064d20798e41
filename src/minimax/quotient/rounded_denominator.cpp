#include "minimax/quotient/rounded_denominator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vieta::approximation {
namespace {

template <class C>
long double value_at(const std::vector<C>& q, long double u) {
  long double value = 0;
  for (std::size_t k = q.size(); k-- > 0;) value = value * u + q[k];
  return value;
}

}  // namespace

std::vector<long double> arguments_of_q(const exchange_problem<long double>& e) {
  constexpr int places = 400;
  std::vector<long double> all;
  for (const auto& [lo, hi] : e.intervals)
    for (int k = 0; k <= places; ++k) {
      const long double part = 0.5L - 0.5L * std::cos(3.14159265358979323846L * k / places);
      const sample<long double> s = e.at(lo + (hi - lo) * part);
      if (std::isfinite(s.argument)) all.push_back(s.argument);
    }
  return all;
}

std::ptrdiff_t zero_among(const std::vector<long double>& arguments, const std::vector<double>& q) {
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!(value_at(q, arguments[i]) * value_at(q, arguments[0]) > 0)) return static_cast<std::ptrdiff_t>(i);
  return -1;
}

std::vector<double> without_zeros(const std::vector<long double>& arguments, const std::vector<long double>& q,
                                  std::vector<double> rounded, const number_format& format) {
  constexpr long double hopeless = std::numeric_limits<long double>::infinity();
  // How much the quotient of both varies; where it changes its sign, by how much it does, behind all others.
  const auto variation = [&](const std::vector<double>& other) {
    long double least = hopeless, most = -hopeless;
    for (const long double u : arguments) {
      const long double ratio = value_at(other, u) / value_at(q, u);
      if (!std::isfinite(ratio)) return hopeless;
      least = std::min(least, ratio);
      most = std::max(most, ratio);
    }
    constexpr long double behind = 1e6L;
    return least > 0 ? std::min(most / least, behind) : behind * (2 - least / std::max(most, 1e-300L));
  };
  long double record = variation(rounded);
  constexpr int most_passes = 30, widest = 3;
  for (int pass = 0; pass < most_passes; ++pass) {
    const long double before = record;
    for (std::size_t i = 0; i < rounded.size(); ++i)
      for (std::size_t j = i; j < rounded.size(); ++j)
        for (int a = -widest; a <= widest; ++a)
          for (int b = i == j ? 0 : -widest; b <= (i == j ? 0 : widest); ++b) {
            std::vector<double> other = rounded;
            const auto move = [&](std::size_t k, long double steps) {
              other[k] = format.as_double(format.nearest(other[k] + steps * format.step(other[k])));
            };
            move(i, a);
            if (i != j) move(j, b);
            if (other[0] == 0) continue;
            const long double found = variation(other);
            if (found < record) record = found, rounded = other;
          }
    if (!(record < before * (1 - 1e-6L))) break;
  }
  return rounded;
}

}  // namespace vieta::approximation
