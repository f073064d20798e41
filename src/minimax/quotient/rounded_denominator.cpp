#include "minimax/quotient/rounded_denominator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "minimax/fit/lattice.hpp"
#include "minimax/quotient/sides_of_q.hpp"

namespace vieta::approximation {
namespace {

template <class C>
long double value_at(const std::vector<C>& q, long double u) {
  long double value = 0;
  for (std::size_t k = q.size(); k-- > 0;) value = value * u + q[k];
  return value;
}

constexpr long double beyond_gap = std::numeric_limits<long double>::quiet_NaN();

}  // namespace

std::vector<long double> arguments_of_q(const exchange_problem<long double>& e) {
  constexpr int places = 400;
  std::vector<long double> all;
  const std::vector<long double> gaps = gaps_of(e.intervals);
  std::size_t gap = 0;
  for (const auto& [lo, hi] : e.intervals) {
    if (gap < gaps.size() && gaps[gap] < lo) all.push_back(beyond_gap), ++gap;
    for (int k = 0; k <= places; ++k) {
      const long double part = 0.5L - 0.5L * std::cos(3.14159265358979323846L * k / places);
      const sample<long double> s = e.at(lo + (hi - lo) * part);
      if (std::isfinite(s.argument)) all.push_back(s.argument);
    }
  }
  return all;
}

std::ptrdiff_t zero_among(const std::vector<long double>& arguments, const std::vector<double>& q) {
  long double before = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool is_gap = std::isnan(arguments[i]);
    const long double value = is_gap ? 0 : value_at(q, arguments[i]);
    if (!is_gap && !(value * (before == 0 ? value : before) > 0)) return static_cast<std::ptrdiff_t>(i);
    before = value;
  }
  return -1;
}

std::vector<double> without_zeros(const std::vector<long double>& arguments, const std::vector<long double>& q,
                                  std::vector<double> rounded, const number_format& format) {
  constexpr long double hopeless = std::numeric_limits<long double>::infinity();
  // How much the quotient of both varies; where it changes its sign, by how much it does, behind all others.
  const auto variation = [&](const std::vector<double>& other) {
    long double least = hopeless, most = -hopeless;
    for (const long double u : arguments) {
      if (std::isnan(u)) continue;
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

std::vector<double> rounded_with_p(const exchange_problem<long double>& e, const std::vector<long double>& p,
                                   const std::vector<long double>& q, const number_format& format) {
  constexpr long double finest = 0x1p-70L;  // of a coefficient: what is finer than q is as good as exact
  const std::vector<sample<long double>> samples = exchange<long double>(e).samples();
  std::vector<long double> rounded, units;
  for (std::size_t k = 0; k < p.size(); ++k)
    units.push_back(std::max<long double>(format[k].step(format[k].nearest(p[k])), finest * std::fabs(p[k])));
  for (std::size_t k = 0; k < q.size(); ++k) {
    rounded.push_back(static_cast<long double>(format.as_double(format[k].nearest(q[k]))));
    units.push_back(format.kind() == coefficient_format::double_double
                        ? number_format(coefficient_format::float64, 0).step(rounded.back())
                        : format[k].step(rounded.back()));
  }
  // q(0) stays 1.
  std::vector<std::vector<long double>> columns(p.size() + q.size() - 1);
  std::vector<long double> target;
  const std::size_t count = std::min(samples.size(), 2 * columns.size() + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const sample<long double>& s = samples[(2 * i + 1) * samples.size() / (2 * count)];
    const long double u = s.argument, value = value_at(q, u), by_p = s.factor / value,
                      by_q = by_p * value_at(p, u) / value;
    target.push_back(0);
    for (std::size_t k = 0; k < p.size(); ++k) columns[k].push_back(by_p * power(u, static_cast<int>(k)) * units[k]);
    for (std::size_t k = 1; k < q.size(); ++k) {
      columns[p.size() + k - 1].push_back(-by_q * power(u, static_cast<int>(k)) * units[p.size() + k]);
      target.back() += columns[p.size() + k - 1].back() * (q[k] - rounded[k]) / units[p.size() + k];
    }
  }
  const lattice_point found = nearest_lattice_point(columns, target);
  if (found.nearest.empty()) return {};
  std::vector<double> all = {static_cast<double>(rounded[0])};
  for (std::size_t k = 1; k < q.size(); ++k)
    all.push_back(format.as_double(rounded[k] + found.nearest[p.size() + k - 1] * units[p.size() + k]));
  return all;
}

}  // namespace vieta::approximation
