#include <algorithm>
#include <cmath>

#include "base/parallel_for.hpp"
#include "newton/linear/dense.hpp"
#include "vieta/core/accumulator.hpp"

namespace vieta::systems {

namespace {

using scalar = std::complex<double>;

/// sum of matrix entries, doubles, times numbers of two parts.
struct substitution {
  dot_sum<double, 2> re, im;
  void subtract(const scalar& a, const complex<dd>& x) {
    re.add_product(x.re, -a.real()), im.add_product(x.im, -a.real());
    if (a.imag() == 0) return;
    re.add_product(x.im, a.imag()), im.add_product(x.re, -a.imag());
  }
};

complex<dd> divided(const complex<dd>& x, const scalar& d) {
  const complex<dd> y{dd(d.real()), dd(d.imag())};
  return x / y;
}

}  // namespace

// The factors are those of A^T = P^T L U, column after column: A x = b is U^T L^T P x = b, and all columns are read in
// their order in memory.
void lu_factors::solve(std::vector<complex<dd>>& x) const {
  const auto entry = [this](std::size_t k) { return complex_ ? complex_factors_[k] : scalar(real_[k]); };
  for (std::size_t k = 0; k < n_; ++k) {
    substitution sum;
    for (std::size_t i = 0; i < k; ++i) sum.subtract(entry(k * n_ + i), x[i]);
    x[k] = divided({x[k].re + sum.re.value(), x[k].im + sum.im.value()}, entry(k * n_ + k));
  }
  for (std::size_t k = n_; k-- > 0;) {
    substitution sum;
    for (std::size_t i = k + 1; i < n_; ++i) sum.subtract(entry(k * n_ + i), x[i]);
    x[k] = {x[k].re + sum.re.value(), x[k].im + sum.im.value()};
  }
  for (std::size_t k = n_; k-- > 0;) std::swap(x[k], x[static_cast<std::size_t>(pivots_[k] - 1)]);
}

gmres_outcome gmres_with_factors(const multi_array& matrix, std::size_t n, const lu_factors& factors,
                                 const multi_array& right, std::vector<scalar>& x, double tolerance, int max_steps,
                                 int threads) {
  const bool is_complex = matrix.is_complex();
  const auto dot = kernels().conjugated_dot[1][is_complex ? 1 : 0];
  const const_planes a = matrix.view();
  multi_array conjugate(n, 2, is_complex), out(n, 2, is_complex);
  const auto rounded = [&](const std::vector<complex<dd>>& from, std::vector<scalar>& to) {
    to.resize(n);
    for (std::size_t k = 0; k < n; ++k) to[k] = {from[k].re.hi, from[k].im.hi};
  };
  std::vector<complex<dd>> w(n);
  const linear_map apply = [&](const std::vector<scalar>& v, std::vector<scalar>& result) {
    for (std::size_t k = 0; k < n; ++k) conjugate.set(k, {qd(v[k].real()), qd(-v[k].imag())});
    parallel_for(n, 1 + 65536 / std::max<std::size_t>(n, 1), threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const_planes row;
        planes to = out.view();
        for (int p = 0; p < 2; ++p) {
          row.re[p] = a.re[p] + i * n, to.re[p] += i;
          if (is_complex) row.im[p] = a.im[p] + i * n, to.im[p] += i;
        }
        dot(n, static_cast<const multi_array&>(conjugate).view(), row, to);
      }
    });
    for (std::size_t k = 0; k < n; ++k) {
      const complex<qd> z = out.get(k);
      w[k] = {dd(z.re.x0, z.re.x1), dd(z.im.x0, z.im.x1)};
    }
    factors.solve(w);
    rounded(w, result);
  };
  for (std::size_t k = 0; k < n; ++k) {
    const complex<qd> z = right.get(k);
    w[k] = {dd(z.re.x0, z.re.x1), dd(z.im.x0, z.im.x1)};
  }
  factors.solve(w);
  rounded(w, x);
  return gmres(apply, x, tolerance, max_steps);
}

}  // namespace vieta::systems
