#pragma once

#include <optional>

#include "minimax/fit/exchange_problem.hpp"
#include "minimax/quotient/symmetric_eigenvectors.hpp"

namespace vieta::approximation {

/// Arguments brought to [-1, 1], but for a 0 among them, which stays where it is: digits crowd there.
template <class R>
struct scaled_argument {
  R centre = 0, half = 1;

  scaled_argument() = default;
  scaled_argument(const R& lo, const R& hi) {
    if (lo > R(0) || hi < R(0)) {
      centre = (lo + hi) / R(2);
      half = (hi - lo) / R(2);
    } else {
      half = hi > -lo ? hi : -lo;
    }
  }
  [[nodiscard]] R operator()(const R& u) const { return (u - centre) / half; }

  /// Coefficients over u from those over (u - centre)/half, ascending.
  [[nodiscard]] std::vector<R> unscaled(std::vector<R> c) const {
    R size = 1;
    for (R& value : c) {
      value = value / size;
      size = size * half;
    }
    for (std::size_t k = 0; k + 1 < c.size(); ++k)
      for (std::size_t i = c.size() - 1; i-- > k;) c[i] = c[i] - centre * c[i + 1];
    return c;
  }
};

/// Scaled by the arguments at the ends of the intervals.
template <class R>
scaled_argument<R> argument_over(const exchange_problem<R>& problem) {
  R least = 0, most = 0;
  for (std::size_t i = 0; i < problem.intervals.size(); ++i)
    for (const R& x : {problem.intervals[i].first, problem.intervals[i].second}) {
      const R u = problem.at(x).argument;
      least = (i == 0 && x == problem.intervals[0].first) || u < least ? u : least;
      most = (i == 0 && x == problem.intervals[0].first) || u > most ? u : most;
    }
  return {least, most};
}

/// Coefficients, ascending, of the polynomial of degree `count` - 1 with these values (Newton's divided differences;
/// from the smallest argument on, so that values of very different size do not disturb each other).
template <class R>
std::vector<R> coefficients_through(const std::vector<R>& arguments, const std::vector<R>& values, std::size_t count) {
  using std::abs;
  std::vector<std::size_t> order(arguments.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return abs(arguments[a]) < abs(arguments[b]); });
  std::vector<R> x, d;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t i = order[count == 1 ? 0 : k * (order.size() - 1) / (count - 1)];
    x.push_back(arguments[i]);
    d.push_back(values[i]);
  }
  for (std::size_t k = 1; k < count; ++k)
    for (std::size_t i = count; i-- > k;) d[i] = (d[i] - d[i - 1]) / (x[i] - x[i - k]);
  std::vector<R> c(count, R(0));
  c[0] = d[count - 1];
  for (std::size_t k = count - 1; k-- > 0;) {
    for (std::size_t i = count - 1; i > 0; --i) c[i] = c[i - 1] - x[k] * c[i];
    c[0] = d[k] - x[k] * c[0];
  }
  return c;
}

/// q(0), for p and q to be divided by. Where it is nothing but rounding errors beside q at all of these arguments the
/// pole is at 0 itself, as that of 1/x: it becomes 0, and the next coefficient takes its place.
template <class R>
R take_pole_at_zero(std::vector<R>& q, const std::vector<R>& arguments, const R& unit) {
  using std::abs;
  using std::sqrt;
  const R most = R(1e-12), half_of_bits = sqrt(unit), nothing = half_of_bits < most ? half_of_bits : most;
  for (std::size_t k = 0; k + 1 < q.size(); ++k) {
    for (const R& u : arguments) {
      R value = 0;
      for (std::size_t j = q.size(); j-- > 0;) value = value * u + q[j];
      if (abs(q[k]) * power(R(abs(u)), static_cast<int>(k)) > abs(value) * nothing) return q[k];
    }
    q[k] = R(0);
  }
  return q.back();
}

/// p/q in barycentric representation: the values of p and q at as many points as the larger of both has coefficients,
/// which are some of the reference's.
template <class R>
class barycentric_quotient {
 public:
  barycentric_quotient() = default;
  barycentric_quotient(const std::vector<R>& t, const std::vector<R>& p, const std::vector<R>& q, std::size_t count) {
    const std::size_t n = t.size();
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = count == 1 ? n / 2 : k * (n - 1) / (count - 1);
      t_.push_back(t[i]);
      p_.push_back(p[i]);
      q_.push_back(q[i]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      R product = 1;
      for (std::size_t j = 0; j < count; ++j)
        if (j != i) product = product * (t_[i] - t_[j]) * R(2);
      weighted_p_.push_back(p_[i] / product);
      weighted_q_.push_back(q_[i] / product);
    }
  }

  /// p/q; nothing where q does not have this sign.
  [[nodiscard]] std::optional<R> operator()(const R& t, int side) const {
    R top = 0, bottom = 0;
    bool negative = side < 0;  // with the sign of prod (t - t_i)
    for (std::size_t i = 0; i < t_.size(); ++i) {
      const R gap = t - t_[i];
      if (!(gap < R(0)) && !(gap > R(0))) return p_[i] / q_[i];
      if (gap < R(0)) negative = !negative;
      const R inverse = R(1) / gap;
      top = top + weighted_p_[i] * inverse;
      bottom = bottom + weighted_q_[i] * inverse;
    }
    if (!(negative ? bottom < R(0) : bottom > R(0))) return std::nullopt;
    return top / bottom;
  }

  /// The values of p and q by themselves.
  [[nodiscard]] std::pair<R, R> numerator_and_denominator(const R& t) const {
    R product = 0.5, top = 0, bottom = 0;
    for (std::size_t i = 0; i < t_.size(); ++i) {
      const R gap = t - t_[i];
      if (!(gap < R(0)) && !(gap > R(0))) return {p_[i], q_[i]};
      product = product * gap * R(2);
      top = top + weighted_p_[i] / gap;
      bottom = bottom + weighted_q_[i] / gap;
    }
    return {product * top, product * bottom};
  }

  [[nodiscard]] std::vector<R> coefficients_of_p(std::size_t count) const {
    return coefficients_through(t_, p_, count);
  }
  [[nodiscard]] std::vector<R> coefficients_of_q(std::size_t count) const {
    return coefficients_through(t_, q_, count);
  }

 private:
  std::vector<R> t_, p_, q_, weighted_p_, weighted_q_;
};

/// With the error on the reference, signed: that of its first point.
template <class R>
struct quotient_and_level {
  barycentric_quotient<R> quotient;
  R level = 0;
};

/// The p/q of a type with errors of equal size and alternating signs on m + n + 2 points, and q of given signs on them.
/// With s_i = +-1 and b_i = |1 / (factor_i prod_j (t_i - t_j))| p disappears, since divided differences of order m + n
/// + 1 vanish for p v, v of degree n at most: sum_i b_i s_i target_i q(t_i) v(t_i) = E sum_i b_i q(t_i) v(t_i) for all
/// v. In a basis that is orthonormal for the weights b that is a symmetric eigenvalue problem. Two eigenvectors that
/// have the same signs on all points could not be orthogonal, so there is one such q at most (Maehly 1963; Filip,
/// Nakatsukasa, Trefethen and Beckermann, SIAM J. Sci. Comput. 40, 2018, section 4).
template <class R>
class levelled_quotient {
 public:
  levelled_quotient(const std::vector<sample<R>>& at, const std::vector<R>& t, const std::vector<int>& sides,
                    const R& unit, std::function<bool()> must_stop)
      : at_(at), t_(t), sides_(sides), unit_(unit), must_stop_(std::move(must_stop)) {}

  /// Nothing where there is no such q, where the points are no Chebyshev system's, or when stopped.
  std::optional<quotient_and_level<R>> find(std::size_t degree_of_p, std::size_t degree_of_q) {
    using std::sqrt;
    const std::size_t n = t_.size();
    if (n != degree_of_p + degree_of_q + 2 || !make_weights()) return std::nullopt;
    make_basis(degree_of_q + 1);
    const std::size_t size = basis_.size();
    if (size != degree_of_q + 1) return std::nullopt;
    std::vector<std::vector<R>> matrix(size, std::vector<R>(size, R(0)));
    for (std::size_t k = 0; k < size; ++k) {
      if (must_stop_()) return std::nullopt;
      std::vector<R> weighted = basis_[k];
      for (std::size_t i = 0; i < n; ++i)
        weighted[i] = i % 2 == 0 ? weighted[i] * at_[i].target : -(weighted[i] * at_[i].target);
      for (std::size_t l = k; l < size; ++l) matrix[k][l] = matrix[l][k] = dot(weighted, basis_[l]);
    }
    const eigenpairs<R> pairs = symmetric_eigenpairs(std::move(matrix), unit_, must_stop_);
    for (std::size_t j = 0; j < pairs.values.size() && !must_stop_(); ++j) {
      std::vector<R> values(n, R(0));  // of q, times the roots of the weights
      for (std::size_t k = 0; k < size; ++k)
        for (std::size_t i = 0; i < n; ++i) values[i] = values[i] + pairs.vectors[j][k] * basis_[k][i];
      const bool first = (values[0] < R(0)) == (sides_[0] > 0);
      bool has_signs = true;
      for (std::size_t i = 0; i < n && has_signs; ++i)
        has_signs = first == (sides_[i] > 0) ? values[i] < R(0) : values[i] > R(0);
      if (!has_signs) continue;
      quotient_and_level<R> found;
      found.level = pairs.values[j];
      std::vector<R> top(n);
      for (std::size_t i = 0; i < n; ++i) {
        values[i] = values[i] / roots_[i];
        if (first) values[i] = -values[i];
        const R value = i % 2 == 0 ? at_[i].target - found.level : at_[i].target + found.level;
        top[i] = value * values[i] / at_[i].factor;
      }
      found.quotient = {t_, top, values, std::max(degree_of_p, degree_of_q) + 1};
      return found;
    }
    return std::nullopt;
  }

 private:
  bool make_weights() {
    using std::abs;
    using std::sqrt;
    const std::size_t n = t_.size();
    roots_.clear();
    int side = 0;
    R largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      R product = at_[i].factor;
      for (std::size_t j = 0; j < n; ++j)
        if (j != i) product = product * (t_[i] - t_[j]) * R(2);
      const int sign = (product < R(0)) == (i % 2 == 0) ? -1 : 1;
      if (side == 0) side = sign;
      if (sign != side || !(abs(product) > R(0))) return false;
      roots_.push_back(sqrt(R(1) / abs(product)));
      largest = std::max(largest, roots_.back());
    }
    for (R& root : roots_) root = root / largest;
    return true;
  }

  static R dot(const std::vector<R>& a, const std::vector<R>& b) {
    R sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum = sum + a[i] * b[i];
    return sum;
  }

  /// Polynomials of degree 0, 1, ... times the roots of the weights, orthonormal (Arnoldi's process, each vector made
  /// orthogonal twice).
  void make_basis(std::size_t count) {
    using std::sqrt;
    basis_.clear();
    std::vector<R> next = roots_;
    while (!must_stop_()) {
      for (int again = 0; again < 2; ++again)
        for (const std::vector<R>& known : basis_) {
          const R along = dot(next, known);
          for (std::size_t i = 0; i < next.size(); ++i) next[i] = next[i] - along * known[i];
        }
      const R length = sqrt(dot(next, next));
      if (!(length > R(0))) return;
      for (R& value : next) value = value / length;
      basis_.push_back(next);
      if (basis_.size() == count) return;
      for (std::size_t i = 0; i < next.size(); ++i) next[i] = next[i] * t_[i];
    }
  }

  const std::vector<sample<R>>& at_;
  const std::vector<R>& t_;
  const std::vector<int>& sides_;
  R unit_;
  std::function<bool()> must_stop_;
  std::vector<R> roots_;
  std::vector<std::vector<R>> basis_;
};

}  // namespace vieta::approximation
