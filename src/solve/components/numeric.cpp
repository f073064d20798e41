#include "solve/components/numeric.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "exact/exact_real.hpp"

namespace vieta::decomposing {

namespace {

double part_in_double(const exact::real& x) {
  if (x.is_zero()) return 0;
  const exact::expansion e = exact::to_expansion(x);
  return std::ldexp(e.limb[0], static_cast<int>(std::clamp<std::int64_t>(e.exponent, -2000, 2000)));
}

scalar power_of(scalar x, std::uint32_t e) {
  scalar result = 1;
  for (; e > 0; e >>= 1, x *= x)
    if (e & 1) result *= x;
  return result;
}

}  // namespace

scalar in_double(const complex<qd>& z) { return {z.re.x0, z.im.x0}; }

std::vector<scalar> in_double(const system_point& x) {
  std::vector<scalar> y;
  for (const complex<qd>& z : x) y.push_back(in_double(z));
  return y;
}

double size_of(const std::vector<scalar>& x) {
  double most = 1;
  for (const scalar& z : x) most = std::max(most, std::abs(z));
  return most;
}

double distance_of(const std::vector<scalar>& x, const std::vector<scalar>& y) {
  double most = 0;
  for (std::size_t v = 0; v < x.size(); ++v) {
    const double d = std::abs(x[v] - y[v]);
    if (!(d <= most)) most = d;
  }
  return most;
}

numeric_equations::numeric_equations(const std::vector<exact_equation>& equations) {
  for (const exact_equation& equation : equations) {
    std::vector<term>& to = equations_.emplace_back();
    for (const exact_term& t : equation) to.push_back({{part_in_double(t.re), part_in_double(t.im)}, t.powers});
  }
}

double numeric_equations::relative_residual(const std::vector<scalar>& x) const {
  double most = 0;
  for (const std::vector<term>& equation : equations_) {
    scalar sum = 0;
    double size = 0;
    for (const term& t : equation) {
      scalar value = t.coefficient;
      for (const auto& [v, e] : t.powers) value *= power_of(x[v], e);
      sum += value;
      // Terms of coordinates below 1 count as if these were 1: near the origin all of f is small.
      double scale = std::abs(t.coefficient);
      for (const auto& [v, e] : t.powers) scale *= std::pow(std::max(1.0, std::abs(x[v])), e);
      size += scale;
    }
    const double share = std::abs(sum) / size;
    if (size > 0 && !(share <= most)) most = share;
  }
  return most;
}

std::vector<scalar> numeric_equations::jacobian(const std::vector<scalar>& x) const {
  const std::size_t n = x.size();
  std::vector<scalar> j(equations_.size() * n, 0);
  const double reach = size_of(x);
  for (std::size_t e = 0; e < equations_.size(); ++e) {
    double size = 0;
    for (const term& t : equations_[e]) {
      double scale = std::abs(t.coefficient);
      for (const auto& [v, d] : t.powers) scale *= std::pow(std::max(1.0, std::abs(x[v])), d);
      size += scale;
      for (const auto& [v, d] : t.powers) {
        scalar value = t.coefficient * static_cast<double>(d) * power_of(x[v], d - 1);
        for (const auto& [u, k] : t.powers)
          if (u != v) value *= power_of(x[u], k);
        j[e * n + v] += value;
      }
    }
    for (std::size_t v = 0; v < n && size > 0; ++v) j[e * n + v] *= reach / size;
  }
  return j;
}

// Rows are relative to the sizes of terms, so that over a distance r they change by some d^2 n r / |x|, for the degree
// d.
bool numeric_equations::has_rank(const std::vector<scalar>& x, std::size_t rank, double distance) const {
  constexpr double clear_pivot = 1e-3, changes = 1e3;  // of diagonal entries, relative to the first one
  const double pivot = std::min(clear_pivot, std::max(1e-10, changes * distance / size_of(x)));
  return pivoted_qr(jacobian(x), count(), x.size()).rank(pivot) >= rank;
}

pivoted_qr::pivoted_qr(std::vector<scalar> matrix, std::size_t rows, std::size_t columns)
    : rows_(rows), columns_(columns), a_(std::move(matrix)), order_(columns) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  const auto at = [&](std::size_t r, std::size_t c) -> scalar& { return a_[r * columns_ + c]; };
  const auto norm_below = [&](std::size_t r, std::size_t c) {
    double sum = 0;
    for (std::size_t i = r; i < rows_; ++i) sum += std::norm(at(i, c));
    return sum;
  };
  for (std::size_t k = 0; k < std::min(rows_, columns_); ++k) {
    std::size_t best = k;
    double most = -1;
    for (std::size_t c = k; c < columns_; ++c)
      if (const double norm = norm_below(k, c); norm > most) most = norm, best = c;
    if (best != k) {
      for (std::size_t r = 0; r < rows_; ++r) std::swap(at(r, k), at(r, best));
      std::swap(order_[k], order_[best]);
    }
    std::vector<scalar> v(rows_ - k);
    for (std::size_t i = k; i < rows_; ++i) v[i - k] = at(i, k);
    const double length = std::sqrt(most);
    if (length > 0) {
      const scalar sign = v[0] == 0.0 ? scalar(1) : v[0] / std::abs(v[0]);
      v[0] += sign * length;
      double norm = 0;
      for (const scalar& z : v) norm += std::norm(z);
      norm = std::sqrt(norm);
      for (scalar& z : v) z *= 1 / norm;
      for (std::size_t c = k; c < columns_; ++c) {
        scalar dot = 0;
        for (std::size_t i = k; i < rows_; ++i) dot += std::conj(v[i - k]) * at(i, c);
        for (std::size_t i = k; i < rows_; ++i) at(i, c) -= 2.0 * dot * v[i - k];
      }
    }
    reflectors_.push_back(std::move(v));
  }
}

std::size_t pivoted_qr::rank(double tolerance) const {
  std::size_t rank = 0;
  if (reflectors_.empty()) return 0;
  const double first = std::abs(a_[0]);
  for (std::size_t k = 0; k < reflectors_.size(); ++k)
    rank += std::abs(a_[k * columns_ + k]) > tolerance * std::max(first, 1.0);
  return rank;
}

std::vector<scalar> pivoted_qr::solve(std::vector<scalar> right) const {
  for (std::size_t k = 0; k < reflectors_.size(); ++k) {
    const std::vector<scalar>& v = reflectors_[k];
    scalar dot = 0;
    for (std::size_t i = 0; i < v.size(); ++i) dot += std::conj(v[i]) * right[k + i];
    for (std::size_t i = 0; i < v.size(); ++i) right[k + i] -= 2.0 * dot * v[i];
  }
  std::vector<scalar> x(columns_, 0);
  for (std::size_t k = reflectors_.size(); k-- > 0;) {
    scalar sum = right[k];
    for (std::size_t c = k + 1; c < columns_; ++c) sum -= a_[k * columns_ + c] * x[order_[c]];
    x[order_[k]] = sum / a_[k * columns_ + k];
  }
  return x;
}

double product_of_degrees(const std::vector<exact_equation>& equations, std::size_t most) {
  double product = 1;
  for (std::size_t e = 0; e < std::min(most, equations.size()); ++e) {
    std::size_t degree = 0;
    for (const counting::exact_term& t : equations[e]) degree = std::max(degree, t.degree());
    product *= static_cast<double>(degree);
  }
  return product;
}

}  // namespace vieta::decomposing
