#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "newton/kernels.hpp"
#include "newton/representation.hpp"

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

  [[nodiscard]] complex<qd> get(std::size_t k) const;
  void set(std::size_t k, const complex<qd>& value);  ///< cut to what the array holds

 private:
  std::size_t size_ = 0;
  int parts_ = 0;
  bool complex_ = false;
  std::array<std::vector<double>, 4> re_, im_;
};

system_view view_of(const polynomial_system::representation& system);

/// Evaluates one system at one point after another.
class evaluator {
 public:
  evaluator(const polynomial_system::representation& system, int threads);

  /// The point; all products are computed, with this many parts.
  void set_point(const multi_array& x, int parts, bool complex);
  /// f at the point, in the parts of `set_point`; `out` gets the shape.
  void equations(multi_array& out) const;
  /// f at the point, which was set with 4 parts, and proven bounds of the error of each value, coefficients included.
  void equations_proven(multi_array& out, std::vector<double>& error);
  /// The Jacobian at the point, row after row, in `parts` or in fewer parts than that.
  void jacobian(multi_array& out, int parts) const;
  /// Upper bounds of sum |c_t| |x^a| for each equation at the point, and so of sum |f_i| terms; up to a few percent.
  void term_sums(std::vector<double>& out);

  [[nodiscard]] const polynomial_system::representation& system() const { return system_; }

 private:
  void compute_products(multi_array& values, int parts, bool complex) const;

  const polynomial_system::representation& system_;
  system_view view_;
  int threads_;
  multi_array values_;
  std::vector<double> moduli_;  // |c_t|, made on demand
};

}  // namespace vieta::systems
