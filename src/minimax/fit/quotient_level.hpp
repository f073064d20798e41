#pragma once

#include <optional>

#include "minimax/fit/levelling.hpp"
#include "minimax/fit/real_eigenvalues.hpp"

namespace vieta::approximation {

/// p/q with errors +-E of equal size on a reference: (target - sign E) q - factor p = 0 is a linear pencil in E, with
/// as many eigenvalues as q has coefficients. At most one of them belongs to a q without zeros between the points
/// (Maehly 1963; Powell, chapter 10), and it need not be the smallest.
template <class R>
class quotient_level {
 public:
  quotient_level(const levelling<R>& system, std::vector<sample<R>> at, std::vector<R> signs, R noise, double tolerance,
                 std::function<bool()> must_stop)
      : system_(system),
        at_(std::move(at)),
        signs_(std::move(signs)),
        noise_(std::move(noise)),
        tolerance_(tolerance),
        must_stop_(std::move(must_stop)) {}

  /// The E of the round before (or 0, which a function that is p/q itself has) is tried first. Nothing where no E gives
  /// a q of one sign on the reference.
  std::optional<R> find(const R& before, int degree, exchange_result<R>& out) {
    if (std::optional<R> error = settle(before, out)) return error;
    for (const R& start : eigenvalues(degree))
      if (std::optional<R> error = settle(start, out)) return error;
    return std::nullopt;
  }

  /// With weights w orthogonal to all free functions, sum w_i (error_i - sign_i E) Q_i = 0 for every P/Q that is
  /// allowed. Where no w_i sign_i is negative this says: none with Q > 0 has only errors below |E|.
  [[nodiscard]] bool is_bound() const { return is_bound_; }

 private:
  using matrix = std::vector<std::vector<R>>;

  /// Empty when stopped.
  [[nodiscard]] matrix equations(const R& given) const {
    matrix m;
    for (std::size_t i = 0; i < at_.size(); ++i) {
      if (must_stop_()) return {};
      m.push_back(system_.equation(at_[i], signs_[i], given));
    }
    return m;
  }

  /// Newton's iteration for the E that comes out as it went in: E' = E + (found - E) / sum w_i sign_i q_i.
  std::optional<R> settle(R error, exchange_result<R>& out) {
    using std::abs;
    constexpr int most_steps = 40;
    for (int step = 0; step < most_steps; ++step) {
      const matrix m = equations(error);
      std::vector<R> z, weights;
      if (m.empty() || !solve_dense(m, z, &weights)) return std::nullopt;
      const R found = z.back();
      const bool settled = !(abs(found - error) > abs(error) * R(1e-3 * tolerance_)) ||
                           (!(abs(found) > noise_) && !(abs(error) > noise_));
      R slope = 0;
      bool one_sign = true;
      const R first = system_.denominator_at(z, R(1), at_[0].argument);
      is_bound_ = true;
      for (std::size_t i = 0; i < at_.size(); ++i) {
        const R q = system_.denominator_at(z, R(1), at_[i].argument);
        one_sign = one_sign && q * first > R(0);
        is_bound_ = is_bound_ && weights[i] * signs_[i] > R(-1e-9);
        slope = slope + weights[i] * signs_[i] * q;
      }
      if (settled) {
        if (!one_sign) return std::nullopt;
        system_.take(z, out);
        return found;
      }
      if (!(abs(slope) > R(0))) return std::nullopt;
      error = error + (found - error) / slope;
    }
    return std::nullopt;
  }

  /// A v = -E S q(v), so the values y of q at some points obey y = -E K y.
  std::vector<R> eigenvalues(int degree) const {
    using std::abs;
    const std::size_t n = at_.size(), count = static_cast<std::size_t>(degree) + 1;
    if (count > n) return {};
    std::vector<R> nodes;  // of those in order, as far from each other as they can be
    for (std::size_t k = 0; k < count; ++k) nodes.push_back(at_[k * (n - 1) / (count - 1)].argument);
    matrix m = equations(R(0));
    if (m.empty()) return {};
    for (std::size_t i = 0; i < n; ++i) m[i][n - 1] = -m[i][n];  // the right side takes the place of E's column
    std::vector<std::vector<long double>> k(count, std::vector<long double>(count));
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t i = 0; i < n; ++i) m[i][n] = signs_[i] * lagrange(nodes, j, at_[i].argument);
      std::vector<R> v;
      if (must_stop_() || !solve_dense(m, v)) return {};
      for (std::size_t i = 0; i < count; ++i)
        k[i][j] = static_cast<long double>(system_.denominator_at(v, v.back(), nodes[i]));
    }
    std::vector<R> found;
    for (const long double value : eigenvalues_real_parts(k))
      if (value != 0 && std::isfinite(value)) found.push_back(R(-1) / R(value));
    std::sort(found.begin(), found.end(), [](const R& a, const R& b) { return abs(a) < abs(b); });
    return found;
  }

  static R lagrange(const std::vector<R>& nodes, std::size_t j, const R& u) {
    R value = 1;
    for (std::size_t k = 0; k < nodes.size(); ++k)
      if (k != j) value = value * (u - nodes[k]) / (nodes[j] - nodes[k]);
    return value;
  }

  const levelling<R>& system_;
  std::vector<sample<R>> at_;
  std::vector<R> signs_;
  R noise_;
  double tolerance_;
  std::function<bool()> must_stop_;
  bool is_bound_ = false;
};

}  // namespace vieta::approximation
