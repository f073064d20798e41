#include "minimax/quotient/differential_correction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vieta::approximation {
namespace {

using row = std::vector<long double>;

/// Rows of a basis as L U with partial pivoting, for systems with it and with its transpose.
class factored {
 public:
  explicit factored(std::vector<row> m) : m_(std::move(m)), order_(m_.size()) {
    const std::size_t n = m_.size();
    for (std::size_t i = 0; i < n; ++i) order_[i] = i;
    for (std::size_t k = 0; k < n && regular_; ++k) {
      std::size_t best = k;
      for (std::size_t i = k + 1; i < n; ++i)
        if (std::fabs(m_[i][k]) > std::fabs(m_[best][k])) best = i;
      std::swap(m_[k], m_[best]);
      std::swap(order_[k], order_[best]);
      regular_ = std::fabs(m_[k][k]) > 0;
      for (std::size_t i = k + 1; i < n && regular_; ++i) {
        const long double share = m_[i][k] /= m_[k][k];
        if (share == 0) continue;
        for (std::size_t j = k + 1; j < n; ++j) m_[i][j] -= share * m_[k][j];
      }
    }
  }
  [[nodiscard]] bool is_regular() const { return regular_; }

  /// x with (row i) x = right_i.
  [[nodiscard]] row solve(const row& right) const {
    const std::size_t n = m_.size();
    row x(n);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = right[order_[i]];
      for (std::size_t j = 0; j < i; ++j) x[i] -= m_[i][j] * x[j];
    }
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t j = i + 1; j < n; ++j) x[i] -= m_[i][j] * x[j];
      x[i] /= m_[i][i];
    }
    return x;
  }

  /// y with sum y_i (row i) = right.
  [[nodiscard]] row combine(row right) const {
    const std::size_t n = m_.size();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) right[i] -= m_[j][i] * right[j];
      right[i] /= m_[i][i];
    }
    for (std::size_t i = n; i-- > 0;)
      for (std::size_t j = i + 1; j < n; ++j) right[i] -= m_[j][i] * right[j];
    row y(n);
    for (std::size_t i = 0; i < n; ++i) y[order_[i]] = right[i];
    return y;
  }

 private:
  std::vector<row> m_;
  std::vector<std::size_t> order_;
  bool regular_ = true;
};

constexpr double most_operations = 3e8;  // half a second; what is found takes a fifth of that

long double product(const row& a, const row& b) {
  long double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

}  // namespace

differential_correction::differential_correction(std::size_t degree_of_p, std::size_t degree_of_q,
                                                 std::function<bool()> must_stop)
    : of_p_(degree_of_p + 1), of_q_(degree_of_q + 1), must_stop_(std::move(must_stop)) {
  c_.assign(of_p_ + of_q_ + 1, 0);
  c_[of_p_] = 1;  // q = 1
}

bool differential_correction::add(const sample<long double>& at, int side) {
  if (!std::isfinite(at.target) || !std::isfinite(at.argument) || !(std::fabs(at.factor) > 0) ||
      !std::isfinite(at.factor))
    return false;
  place added;
  added.target = at.target;
  row values(std::max(of_p_, of_q_), side);  // (-p)/(-q) where q is negative
  for (std::size_t k = 1; k < values.size(); ++k)
    values[k] = k == 1 ? side * at.argument : 2 * at.argument * values[k - 1] - values[k - 2];
  added.q.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(of_q_));
  added.p.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(of_p_));
  for (long double& value : added.p) value *= at.factor;
  places_.push_back(std::move(added));
  return true;
}

/// Infinite where q is not positive everywhere.
long double differential_correction::largest_error() const {
  const row p(c_.begin(), c_.begin() + static_cast<std::ptrdiff_t>(of_p_)),
      q(c_.begin() + static_cast<std::ptrdiff_t>(of_p_), c_.end() - 1);
  long double most = 0;
  for (const place& at : places_) {
    const long double below = product(at.q, q);
    if (!(below > 0)) return std::numeric_limits<long double>::infinity();
    most = std::max(most, std::fabs(at.target - product(at.p, p) / below));
  }
  return most;
}

/// sign (target q - factor p) - error q <= w (q of the step before).
differential_correction::inequality differential_correction::at_place(std::size_t i, int sign,
                                                                      long double error) const {
  const place& at = places_[i];
  inequality r{row(of_p_ + of_q_ + 1), 0, i, sign};
  for (std::size_t k = 0; k < of_p_; ++k) r.left[k] = -sign * at.p[k];
  for (std::size_t k = 0; k < of_q_; ++k) r.left[of_p_ + k] = (sign * at.target - error) * at.q[k];
  r.left.back() = -at.before;
  const long double size = std::sqrt(product(r.left, r.left));
  for (long double& value : r.left) value /= size;
  return r;
}

/// The least w by the dual simplex method: the inequality that is missed most comes in, and the one goes for which the
/// multipliers stay positive. It begins with bounds for all unknowns.
bool differential_correction::correct(long double error) {
  const std::size_t n = of_p_ + of_q_ + 1;
  constexpr long double missed = 1e-15L, rounding = 1e-17L, far_away = 1e4L, least_share = 1e-13L;
  const auto bound = [&](std::size_t k, int sign) {
    long double most = 1;  // of the coefficients of q
    if (k < of_p_) most = far_away;
    if (k + 1 == n) most = far_away;
    inequality r{row(n, 0), most, SIZE_MAX, 0};
    r.left[k] = sign;
    return r;
  };
  std::vector<inequality> basis;
  for (std::size_t k = 0; k < n; ++k) basis.push_back(bound(k, k + 1 == n ? -1 : 1));
  const std::size_t most_steps = 60 * n;
  for (std::size_t step = 0; step < most_steps; ++step) {
    operations_ += static_cast<double>(n * n * n + places_.size() * n);
    if (operations_ > most_operations || (must_stop_ && must_stop_())) return false;
    std::vector<row> rows;
    row right;
    for (const inequality& r : basis) rows.push_back(r.left), right.push_back(r.right);
    const factored known(std::move(rows));
    if (!known.is_regular()) return false;
    const row x = known.solve(right);
    row objective(n, 0);
    objective.back() = -1;
    const row multipliers = known.combine(objective);

    long double most = missed;
    std::optional<inequality> enters;
    const auto look_at = [&](const inequality& r) {
      const long double over = product(r.left, x) - r.right;
      if (over > most * std::max<long double>(1, std::fabs(r.right))) most = over, enters = r;
    };
    const row p(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(of_p_)),
        q(x.begin() + static_cast<std::ptrdiff_t>(of_p_), x.end() - 1);
    std::size_t worst = places_.size();
    int side = 1;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const place& at = places_[i];
      const long double of_q = product(at.q, q), missing = at.target * of_q - product(at.p, p);
      const long double over = (std::fabs(missing) - error * of_q) - x.back() * at.before;
      if (over > rounding && over > most * at.before) most = over / at.before, worst = i, side = missing < 0 ? -1 : 1;
    }
    if (worst < places_.size()) enters = at_place(worst, side, error);
    for (std::size_t k = 0; k + 1 < n; ++k)
      for (const int sign : {1, -1}) look_at(bound(k, sign));
    if (!enters) {
      support_.clear();
      for (std::size_t k = 0; k < n; ++k)
        if (basis[k].place != SIZE_MAX && multipliers[k] > 0) support_.emplace_back(basis[k].place, basis[k].sign);
      c_ = x;
      return true;
    }
    const row shares = known.combine(enters->left);
    std::size_t leaves = n;
    long double least = 0;
    for (std::size_t j = 0; j < n; ++j) {
      if (!(shares[j] > least_share)) continue;
      const long double ratio = std::max<long double>(multipliers[j], 0) / shares[j];
      // Of equal ones, and there are many, the one that disturbs the basis least.
      if (leaves == n || ratio < least * (1 - 1e-12L) || (ratio <= least * (1 + 1e-12L) && shares[j] > shares[leaves]))
        leaves = j, least = leaves == n ? ratio : std::min(ratio, std::max(least, ratio));
    }
    if (leaves == n) return false;
    basis[leaves] = std::move(*enters);
  }
  return false;
}

void differential_correction::begin_with_zeros(const std::vector<long double>& zeros) {
  row q = {1};
  for (const long double zero : zeros) {  // (v - zero) T_k
    row next(q.size() + 1, 0);
    for (std::size_t k = 0; k < q.size(); ++k) {
      next[k + 1] += k == 0 ? q[k] : q[k] / 2;
      if (k > 0) next[k - 1] += q[k] / 2;
      next[k] -= zero * q[k];
    }
    q = std::move(next);
  }
  if (q.size() > of_q_) return;
  long double size = 0;
  for (const long double c : q) size = std::max(size, std::fabs(c));
  for (const int sign : {1, -1}) {
    c_.assign(c_.size(), 0);
    for (std::size_t k = 0; k < q.size(); ++k) c_[of_p_ + k] = sign * q[k] / size;
    if (std::isfinite(largest_error())) return;
  }
}

std::optional<corrected_quotient> differential_correction::run(long double to_beat) {
  constexpr int most_steps = 60;
  constexpr long double no_less = 1e-13L;
  if (places_.size() <= of_p_ + of_q_) return std::nullopt;
  row best = c_;
  long double error = largest_error();
  if (!std::isfinite(error)) {  // a q that has no zero at the samples before may have one at new ones
    c_.assign(c_.size(), 0);
    c_[of_p_] = 1;
    best = c_;
    error = largest_error();
  }
  const bool from_nothing = error > to_beat;
  if (from_nothing) error = to_beat;
  for (int step = 0; step < most_steps; ++step) {
    const row q(c_.begin() + static_cast<std::ptrdiff_t>(of_p_), c_.end() - 1);
    long double size = 0;
    for (const place& at : places_) size = std::max(size, product(at.q, q));
    for (place& at : places_) at.before = step == 0 && from_nothing ? 1 : product(at.q, q) / size;
    const bool solved = correct(error);
    if (!solved && (operations_ > most_operations || (must_stop_ && must_stop_()))) return std::nullopt;
    if (!solved && step == 0 && from_nothing) return std::nullopt;
    if (!solved) break;
    const long double now = largest_error();
    if (!(now < error * (1 - no_less))) {
      none_is_below_ = step == 0 && from_nothing;
      if (none_is_below_) return std::nullopt;
      break;
    }
    best = c_;
    error = now;
  }
  c_ = best;
  corrected_quotient found;
  found.p.assign(c_.begin(), c_.begin() + static_cast<std::ptrdiff_t>(of_p_));
  found.q.assign(c_.begin() + static_cast<std::ptrdiff_t>(of_p_), c_.end() - 1);
  found.largest = error;
  return found;
}

}  // namespace vieta::approximation
