#include "solve/clusters/local_multiplicity.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "systems/point_sizes.hpp"

namespace vieta::tracking {

namespace {

using systems::modulus;
using exponents = std::vector<std::uint8_t>;
using number = complex<qd>;

/// What four doubles leave unknown, relative to the sum of the moduli of the terms.
constexpr double left_by_rounding = 1e-58;
/// Pivots are 0 where they are no larger than this times what is unknown of the equations, and none where they are
/// larger than that times what is unknown of the pivots themselves; with less known than `least_known` nothing is told.
constexpr double counts_as_zero = 1e4, counts_as_pivot = 1e7, least_known = 1e-16;
/// Derivatives are in units of so much, where a pivot is below `small_pivot`: other branches may pass by as near as
/// that.
constexpr int units_of_distance[] = {0, -24, -48};
constexpr double small_pivot = 1e-8;
/// Products of numbers with four doubles in one elimination: some seconds.
constexpr double most_products = 5e6;
constexpr std::size_t highest_order = 60;

const number nothing{qd(0.0), qd(0.0)};

/// sum of coefficient times derivative / factorials, at the point: a functional on polynomials.
using functional = std::map<exponents, number>;

/// Rows of a homogeneous linear system, and a basis of its solutions.
class linear_system {
 public:
  explicit linear_system(std::size_t columns) : columns_(columns) {}

  std::vector<number>& add() { return rows_.emplace_back(columns_, nothing); }

  /// False where a rank is not clear, for entries that are known to `unknown`, and 0 up to `zero`. `unknown` becomes
  /// what that makes of the solutions.
  bool solve(double zero, double& unknown, double& least_pivot, std::vector<std::vector<number>>& solutions) {
    std::vector<std::size_t> order(columns_);
    for (std::size_t k = 0; k < columns_; ++k) order[k] = k;
    double smallest = 1;
    std::size_t rank = 0;
    for (; rank < std::min(columns_, rows_.size()); ++rank) {
      std::size_t row = rank, column = rank;
      double most = 0;
      for (std::size_t i = rank; i < rows_.size(); ++i)
        for (std::size_t k = rank; k < columns_; ++k)
          if (const double size = modulus(rows_[i][order[k]]); size > most) most = size, row = i, column = k;
      if (!(most > zero)) break;
      if (!(most > counts_as_pivot * unknown)) return false;
      smallest = std::min(smallest, most);
      std::swap(rows_[rank], rows_[row]), std::swap(order[rank], order[column]);
      const std::vector<number>& pivot = rows_[rank];
      const number inverse = number{qd(1.0), qd(0.0)} / pivot[order[rank]];
      for (std::size_t i = rank + 1; i < rows_.size(); ++i) {
        number& first = rows_[i][order[rank]];
        if (modulus(first) == 0) continue;
        const number factor = first * inverse;
        first = nothing;
        for (std::size_t k = rank + 1; k < columns_; ++k)
          if (modulus(pivot[order[k]]) != 0) rows_[i][order[k]] = rows_[i][order[k]] - factor * pivot[order[k]];
      }
    }
    unknown /= smallest, least_pivot = std::min(least_pivot, smallest);
    for (std::size_t free = rank; free < columns_; ++free) {
      std::vector<number> x(columns_, nothing);
      x[order[free]] = {qd(1.0), qd(0.0)};
      for (std::size_t r = rank; r-- > 0;) {
        number sum = rows_[r][order[free]];
        for (std::size_t k = r + 1; k < rank; ++k) sum = sum + rows_[r][order[k]] * x[order[k]];
        x[order[r]] = -sum / rows_[r][order[r]];
      }
      double largest = 1;
      for (const number& z : x) largest = std::max(largest, modulus(z));
      for (number& z : x) z = z * std::ldexp(1.0, -std::ilogb(largest));
      solutions.push_back(std::move(x));
    }
    return true;
  }

 private:
  std::size_t columns_;
  std::vector<std::vector<number>> rows_;
};

/// Taylor coefficients at the point, relative to the size of the terms; coordinates are 1 at most in units of their
/// own.
class taylor_coefficients {
 public:
  taylor_coefficients(const std::vector<std::vector<plain_term>>& equations, const system_point& x)
      : equations_(equations), known_(equations.size()) {
    for (const number& z : x) {
      const double size = modulus(z);
      units_.push_back(size > 1 ? std::ilogb(size) + 1 : 0);
      x_.push_back(z * std::ldexp(1.0, -units_.back()));
    }
    for (const std::vector<plain_term>& equation : equations) {
      double sum = 0;
      for (const plain_term& t : equation) sum += modulus(t.coefficient) * std::ldexp(1.0, unit_of(t));
      inverse_sizes_.push_back(1 / sum);
    }
  }

  [[nodiscard]] bool are_finite() const {
    return std::all_of(inverse_sizes_.begin(), inverse_sizes_.end(), [](double s) { return s > 1e-250 && s < 1e250; });
  }

  const number& of(std::size_t equation, const exponents& alpha) {
    const auto [at, is_new] = known_[equation].try_emplace(alpha, nothing);
    if (!is_new) return at->second;
    std::size_t order = 0;
    for (const std::uint8_t a : alpha) order += a;
    number sum = nothing;
    for (const plain_term& t : equations_[equation]) {
      std::size_t found = 0;
      for (const auto& [v, e] : t.exponents) found += e < alpha[v] ? order + 1 : alpha[v];
      if (found != order) continue;
      number product = t.coefficient * std::ldexp(inverse_sizes_[equation], unit_of(t));
      for (const auto& [v, e] : t.exponents) {
        double choices = 1;
        for (std::uint32_t k = 0; k < alpha[v]; ++k) choices = choices * (e - k) / (k + 1);
        if (choices != 1) product = product * choices;
        for (std::uint32_t k = alpha[v]; k < e; ++k) product = product * x_[v];
      }
      sum = sum + product;
    }
    return at->second = sum;
  }

 private:
  [[nodiscard]] int unit_of(const plain_term& t) const {
    int sum = 0;
    for (const auto& [v, e] : t.exponents) sum += units_[v] * static_cast<int>(e);
    return sum;
  }

  const std::vector<std::vector<plain_term>>& equations_;
  std::vector<number> x_;
  std::vector<int> units_;
  std::vector<double> inverse_sizes_;
  std::vector<std::map<exponents, number>> known_;
};

/// The same with the way from the point in units of 2^`unit`, each equation relative to its largest ones of low order.
class in_units {
 public:
  in_units(taylor_coefficients& of, std::size_t equations, std::size_t variables, int unit) : of_(of), unit_(unit) {
    for (std::size_t e = 0; e < equations; ++e) {
      double largest = std::ldexp(1.0, 3 * unit);
      for (std::size_t v = 0; v < variables; ++v) {
        exponents alpha(variables, 0);
        ++alpha[v];
        largest = std::max(largest, std::ldexp(modulus(of.of(e, alpha)), unit));
        for (std::size_t w = 0; w <= v; ++w) {
          exponents beta = alpha;
          ++beta[w];
          largest = std::max(largest, std::ldexp(modulus(of.of(e, beta)), 2 * unit));
        }
      }
      inverses_.push_back(1 / largest);
      unknown_ = std::max(unknown_, 1 / largest);
    }
  }

  /// What is unknown of them, for terms that are known to 1 of their sizes.
  [[nodiscard]] double unknown() const { return unknown_; }

  [[nodiscard]] number of(std::size_t equation, const exponents& alpha) const {
    const number& raw = of_.of(equation, alpha);
    if (modulus(raw) == 0) return nothing;
    int order = 0;
    for (const std::uint8_t a : alpha) order += a;
    return raw * std::ldexp(inverses_[equation], unit_ * order);
  }

 private:
  taylor_coefficients& of_;
  int unit_;
  double unknown_ = 1;
  std::vector<double> inverses_;
};

/// What the integral by variable i of a functional is; of its terms without later variables, as each belongs to one
/// integral alone.
functional integral(const functional& of, std::size_t i) {
  functional result;
  for (const auto& [alpha, c] : of) {
    if (std::any_of(alpha.begin() + static_cast<std::ptrdiff_t>(i) + 1, alpha.end(), [](std::uint8_t a) { return a; }))
      continue;
    exponents beta = alpha;
    ++beta[i];
    result.emplace(std::move(beta), c);
  }
  return result;
}

/// The dual space, order by order: functionals l_r, and d_i l_r = sum over t of by(r)[i * size + t] l_t.
class dual_space {
 public:
  dual_space(taylor_coefficients& of, std::size_t equations, std::size_t variables, int unit, double unknown)
      : taylor_(of, equations, variables, unit),
        equations_(equations),
        n_(variables),
        unknown_(unknown * taylor_.unknown()),
        zero_(counts_as_zero * unknown_) {
    l_.push_back({{exponents(n_, 0), number{qd(1.0), qd(0.0)}}});
    derivatives_.emplace_back(n_, std::vector<number>{});
  }

  [[nodiscard]] bool is_clear() const { return unknown_ < least_known; }
  [[nodiscard]] std::size_t size() const { return l_.size(); }
  [[nodiscard]] bool has_small_pivot() const { return least_pivot_ < small_pivot; }
  [[nodiscard]] bool takes_long() const {
    return std::pow(static_cast<double>(n_), 4) * std::pow(static_cast<double>(size()), 3) / 2 > most_products;
  }

  /// The functionals of the next order; how many that are, or nothing where that is not clear.
  std::optional<std::size_t> grow() {
    const std::size_t s = size(), columns = n_ * s;
    linear_system rows(columns);
    // The derivative by i of the new one is sum over r of a_ir l_r; that by i and k does not depend on their order.
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t k = i + 1; k < n_; ++k)
        for (std::size_t t = 0; t < s; ++t) {
          std::vector<number>* row = nullptr;
          for (std::size_t r = 0; r < s; ++r) {
            const number by_k = derivative(r, k, t), by_i = derivative(r, i, t);
            if (modulus(by_k) == 0 && modulus(by_i) == 0) continue;
            if (row == nullptr) row = &rows.add();
            (*row)[i * s + r] = by_k, (*row)[k * s + r] = -by_i;
          }
        }
    std::vector<functional> integrals;
    for (std::size_t i = 0; i < n_; ++i)
      for (const functional& l : l_) integrals.push_back(integral(l, i));
    for (std::size_t e = 0; e < equations_; ++e) {
      std::vector<number>& row = rows.add();
      for (std::size_t c = 0; c < columns; ++c)
        for (const auto& [alpha, value] : integrals[c]) {
          const number derivative = taylor_.of(e, alpha);
          if (modulus(derivative) != 0) row[c] = row[c] + value * derivative;
        }
    }
    // Those that are known are left out.
    for (std::size_t r = 1; r < s; ++r) {
      std::vector<number>& row = rows.add();
      for (std::size_t i = 0; i < n_; ++i)
        for (std::size_t t = 0; t < s; ++t) {
          const number d = derivative(r, i, t);
          row[i * s + t] = {d.re, -d.im};
        }
    }
    std::vector<std::vector<number>> solutions;
    if (!rows.solve(zero_, unknown_, least_pivot_, solutions)) return std::nullopt;
    for (const std::vector<number>& a : solutions) {
      functional& sum = l_.emplace_back();
      std::vector<std::vector<number>>& d = derivatives_.emplace_back();
      for (std::size_t i = 0; i < n_; ++i)
        d.emplace_back(a.begin() + static_cast<std::ptrdiff_t>(i * s),
                       a.begin() + static_cast<std::ptrdiff_t>(i * s + s));
      for (std::size_t c = 0; c < columns; ++c)
        if (modulus(a[c]) != 0)
          for (const auto& [alpha, value] : integrals[c]) {
            const auto at = sum.try_emplace(alpha, nothing).first;
            at->second = at->second + a[c] * value;
          }
    }
    return solutions.size();
  }

 private:
  [[nodiscard]] number derivative(std::size_t r, std::size_t i, std::size_t t) const {
    const std::vector<number>& d = derivatives_[r][i];
    return t < d.size() ? d[t] : nothing;
  }

  in_units taylor_;
  std::size_t equations_, n_;
  double unknown_, zero_, least_pivot_ = 1;
  std::vector<functional> l_;
  std::vector<std::vector<std::vector<number>>> derivatives_;  ///< of each functional by each variable
};

local_multiplicity multiplicity_in(taylor_coefficients& of, std::size_t equations, std::size_t variables, int unit,
                                   double accuracy, std::size_t most, bool& is_plain) {
  local_multiplicity result;
  dual_space dual(of, equations, variables, unit, std::max(left_by_rounding, accuracy));
  for (std::size_t order = 1; order < highest_order; ++order) {
    if (!dual.is_clear() || dual.takes_long()) return result;
    const std::optional<std::size_t> more = dual.grow();
    if (!more) return result;
    result.least = dual.size();
    if (*more == 0 || dual.size() > most) {
      result.ended = *more == 0, result.clear = true;
      is_plain = !dual.has_small_pivot();
      return result;
    }
  }
  return result;
}

}  // namespace

// What counts as a pivot is none of rounding, in any unit. What counts as 0 may be small because several branches pass
// near the point; with the distance of these for a unit it is not.
local_multiplicity multiplicity_at(const std::vector<std::vector<plain_term>>& equations, const system_point& x,
                                   double accuracy, std::size_t most) {
  local_multiplicity first;
  taylor_coefficients of(equations, x);
  if (!of.are_finite()) return first;
  for (const int unit : units_of_distance) {
    bool is_plain = false;
    const local_multiplicity m = multiplicity_in(of, equations.size(), x.size(), unit, accuracy, most, is_plain);
    if (m.clear && m.ended) return m;
    if (unit == units_of_distance[0]) first = m;
    if (is_plain) break;
  }
  return first;
}

}  // namespace vieta::tracking
