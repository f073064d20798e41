#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "newton/kernels.hpp"
#include "systems/representation.hpp"

namespace vieta::systems {

/// An array of numbers of up to four parts, real or complex, as planes of doubles.
class multi_array {
 public:
  multi_array() = default;
  multi_array(std::size_t size, int parts, bool complex) { resize(size, parts, complex); }
  /// New planes hold zeros; what was there is lost when the shape changes.
  void resize(std::size_t size, int parts, bool complex);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] int parts() const { return parts_; }
  [[nodiscard]] bool is_complex() const { return complex_; }
  [[nodiscard]] planes view();
  [[nodiscard]] const_planes view() const;

  [[nodiscard]] vieta::complex<qd> get(std::size_t k) const;
  void set(std::size_t k, const vieta::complex<qd>& value);  ///< cut to what the array holds

 private:
  std::size_t size_ = 0;
  int parts_ = 0;
  bool complex_ = false;
  std::array<std::vector<double>, 4> re_, im_;
};

system_view view_of(const polynomial_system::representation& system);

/// How an attempt by GMRES ended.
struct gmres_outcome {
  bool converged = false;
  int steps = 0;
  double residual = 0;  ///< |b - A x| / |b|
};

enum class qr_method;
struct qr_outcome;
class lu_factors;

/// Evaluates one system at one point after another, and holds the Jacobian that Newton's method solves with. This one
/// works on the CPU; cuda/evaluator.cu has one for a GPU.
class evaluator {
 public:
  evaluator(const polynomial_system::representation& system, int threads);
  evaluator(const evaluator&) = delete;
  evaluator& operator=(const evaluator&) = delete;
  virtual ~evaluator();

  /// The point; all products are computed, with this many parts.
  virtual void set_point(const multi_array& x, int parts, bool complex);
  /// f at the point, in the parts of `set_point`; `out` gets the shape.
  virtual void equations(multi_array& out);
  /// f at the point, which was set with 4 parts, and proven bounds of the error of each value, coefficients included;
  /// infinite when numbers come near the ends of the range of doubles.
  void equations_proven(multi_array& out, std::vector<double>& error);
  /// The Jacobian at the point, row after row, in `parts` or in fewer parts than that.
  virtual void jacobian(multi_array& out, int parts);

  /// Computes and keeps the Jacobian at the point in double, its rows scaled by powers of two. False when an entry is
  /// not finite.
  virtual bool prepare_jacobian();
  [[nodiscard]] const std::vector<double>& row_scale() const { return row_scale_; }
  /// What `prepare_jacobian` kept.
  virtual const multi_array& scaled_jacobian() { return jacobian_; }
  /// Factors that Jacobian of a square system in double, O(n^3). False at a pivot that is zero or not finite.
  virtual bool factor();
  /// x = A^-1 x by these factors, O(n^2).
  virtual void solve_by_factors(std::vector<std::complex<double>>& x);
  /// Its condition number in the maximum norm, or an estimate that is seldom off by more than a factor of 3.
  virtual double condition();
  /// x = A^-1 x for that Jacobian, by `gmres` (dense.hpp).
  virtual gmres_outcome solve_by_gmres(std::vector<std::complex<double>>& x, double tolerance, int max_steps);
  /// `solve_least_squares` (multiple_qr.hpp) where this evaluator works.
  virtual qr_outcome solve_least_squares(const multi_array& matrix, const multi_array& b, qr_method method,
                                         multi_array& x);
  /// Upper bounds of sum |c_t| |x^a| for each equation at the point, and so of sum |f_i| terms; up to a few percent.
  void term_sums(std::vector<double>& out);

  [[nodiscard]] const polynomial_system::representation& system() const { return system_; }

  /// Asked within a factorisation in multiple doubles on the CPU, which may take minutes; empty: never.
  std::function<bool()> must_stop;

 private:
  void compute_products(multi_array& values, int parts, bool complex) const;

  multi_array values_;

 protected:
  const polynomial_system::representation& system_;
  system_view view_;
  int threads_;
  multi_array jacobian_;
  std::vector<double> row_scale_;

 private:
  std::unique_ptr<lu_factors> factors_;
  std::vector<double> moduli_;                      // |c_t|, made on demand
  double largest_node_ = 0, largest_variable_ = 1;  // moduli at the point, set by term_sums
};

}  // namespace vieta::systems
