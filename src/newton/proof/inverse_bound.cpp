#include "newton/proof/inverse_bound.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel_for.hpp"
#include "newton/linear/dense.hpp"
#include "vieta/core/ball.hpp"

namespace vieta::systems {

using scalar = std::complex<double>;

double bound_by_inverse(const matrix_box& box, int threads, std::vector<scalar>& y) {
  const std::size_t n = box.size.size();
  bool real = true;
  for (const scalar& z : box.middle) real = real && z.imag() == 0;
  multi_array matrix(n * n, 1, !real);
  const planes m = matrix.view();
  for (std::size_t k = 0; k < n * n; ++k) {
    m.re[0][k] = box.middle[k].real();
    if (!real) m.im[0][k] = box.middle[k].imag();
  }
  // Rows are scaled before the factorisation; Y takes the scaling in.
  const std::vector<double> factor = scale_rows(matrix, n, n);
  lu_factors lu;
  if (!lu.factor(matrix, n, threads)) return HUGE_VAL;
  y = lu.inverse(threads);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) y[i * n + j] *= factor[j];
  const std::vector<scalar> product = multiply(y, box.middle, n, threads);
  // Underflow adds less than n eta max(|Y|, |middle|, 1), taken in by `tiny`.
  const double gamma = 1.5 * 2 * static_cast<double>(n + 2) * 0x1p-53;
  std::vector<double> rows(n);
  parallel_for(n, 16, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      double off = 0, through = 0;
      for (std::size_t v = 0; v < n; ++v) {
        const scalar &p = product[i * n + v], &w = y[i * n + v];
        const ball entry = ball{{p.real(), p.imag()}, 0} - ball{{v == i ? 1.0 : 0.0, 0}, 0};
        off = add_up(off, abs_up(entry));
        const double weight = abs_up(complex<double>{w.real(), w.imag()});
        through = add_up(through, mul_up(weight, add_up(mul_up(gamma, box.size[v]), box.spread[v])));
      }
      const double tiny = 1e-290 * static_cast<double>(n);
      rows[i] = add_up(add_up(off, through), tiny);
    }
  });
  const bool finite = std::all_of(rows.begin(), rows.end(), [](double r) { return std::isfinite(r); });
  return finite ? *std::max_element(rows.begin(), rows.end()) : HUGE_VAL;
}

}  // namespace vieta::systems
