#pragma once

#include <complex>
#include <cstddef>
#include <type_traits>

#include "vieta/core/complex.hpp"
#include "vieta/root_batches.hpp"

namespace vieta::root_batches {

/// Where the numbers of a polynomial lie: k places and i polynomials on.
struct steps {
  std::size_t place = 1, polynomial = 1;
  [[nodiscard]] std::size_t at(std::size_t i, std::size_t k) const { return i * polynomial + k * place; }
};
inline steps steps_of(coefficient_order order, std::size_t stride, std::size_t row, std::size_t count) {
  if (order == coefficient_order::rows) return {1, stride != 0 ? stride : row};
  return {stride != 0 ? stride : count, 1};
}

/// Coefficients of real or complex polynomials, wherever they are.
template <class T>
class rows_in {
 public:
  explicit rows_in(const polynomial_batch<T>& in)
      : in_(in), step_(steps_of(in.order, in.stride, static_cast<std::size_t>(in.degree) + 1, in.count)) {}
  [[nodiscard]] int degree() const { return in_.degree; }
  [[nodiscard]] std::size_t count() const { return in_.count; }
  [[nodiscard]] complex<double> coefficient(std::size_t i, int k) const {
    const T& a = in_.coefficients[step_.at(i, static_cast<std::size_t>(k))];
    if constexpr (std::is_same_v<T, double>)
      return {a, 0.0};
    else
      return {a.real(), a.imag()};
  }

 private:
  polynomial_batch<T> in_;
  steps step_;
};

/// Writes the answers of one polynomial.
class rows_out {
 public:
  rows_out(const root_batch_output& out, coefficient_order order, int degree, std::size_t count)
      : out_(out), step_(steps_of(order, out.stride, static_cast<std::size_t>(degree), count)), degree_(degree) {}

  void set(std::size_t i, int k, std::complex<double> centre, double radius, batch_root_status status) const {
    const std::size_t at = step_.at(i, static_cast<std::size_t>(k));
    out_.roots[at] = centre;
    out_.radii[at] = radius;
    if (out_.root_statuses != nullptr) out_.root_statuses[at] = status;
  }
  /// `count` roots are there; the places behind them are cleared.
  void finish(std::size_t i, int count, root_batch_status status) const;

  /// x^zeros: exact roots in the first places.
  void set_zeros(std::size_t i, int zeros) const {
    for (int k = 0; k < zeros; ++k)
      set(i, k, 0.0, 0.0, zeros == 1 ? batch_root_status::isolated : batch_root_status::cluster);
  }

 private:
  root_batch_output out_;
  steps step_;
  int degree_;
};

/// Polynomial i by `roots`, with as much precision as it takes.
template <class T>
void solve_one(std::size_t i, const rows_in<T>& in, int digits, const rows_out& out);
extern template void solve_one(std::size_t, const rows_in<double>&, int, const rows_out&);
extern template void solve_one(std::size_t, const rows_in<std::complex<double>>&, int, const rows_out&);

/// The schedule on the CPU; returns how many polynomials were solved one by one. Arguments are checked already.
template <class T>
std::size_t roots_on_cpu(const polynomial_batch<T>& in, const root_batch_output& out, const root_batch_options& options,
                         std::string& target);
extern template std::size_t roots_on_cpu(const polynomial_batch<double>&, const root_batch_output&,
                                         const root_batch_options&, std::string&);
extern template std::size_t roots_on_cpu(const polynomial_batch<std::complex<double>>&, const root_batch_output&,
                                         const root_batch_options&, std::string&);

/// Polynomials whose status is `partial`, one by one; returns how many.
template <class T>
std::size_t solve_what_is_partial(const polynomial_batch<T>& in, const root_batch_output& out,
                                  const root_batch_options& options);
extern template std::size_t solve_what_is_partial(const polynomial_batch<double>&, const root_batch_output&,
                                                  const root_batch_options&);
extern template std::size_t solve_what_is_partial(const polynomial_batch<std::complex<double>>&,
                                                  const root_batch_output&, const root_batch_options&);

}  // namespace vieta::root_batches
