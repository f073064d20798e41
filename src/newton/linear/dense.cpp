#include "newton/linear/dense.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel_for.hpp"
#include "newton/linear/lapack.hpp"
#include "vieta/core/exponent.hpp"

namespace vieta::systems {

namespace {

using scalar = std::complex<double>;

double modulus(double x) { return std::fabs(x); }
double modulus(const scalar& x) { return std::fabs(x.real()) + std::fabs(x.imag()); }

/// Right-looking LU with partial pivoting of a column-major matrix, as LAPACK's getrf leaves it.
template <class X>
bool getrf(std::size_t n, std::vector<X>& a, std::vector<int>& pivots, int threads) {
  for (std::size_t k = 0; k < n; ++k) {
    X* const column = &a[k * n];
    std::size_t p = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (modulus(column[i]) > modulus(column[p])) p = i;
    pivots[k] = static_cast<int>(p + 1);
    if (!(modulus(column[p]) > 0) || !std::isfinite(modulus(column[p]))) return false;
    if (p != k)
      for (std::size_t j = 0; j < n; ++j) std::swap(a[j * n + k], a[j * n + p]);
    const X inverse = 1.0 / column[k];
    for (std::size_t i = k + 1; i < n; ++i) column[i] *= inverse;
    parallel_for(n - k - 1, 1 + 65536 / (n - k), threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = k + 1 + begin; j < k + 1 + end; ++j) {
        X* const target = &a[j * n];
        const X factor = target[k];
        if (factor == X(0)) continue;
        for (std::size_t i = k + 1; i < n; ++i) target[i] -= column[i] * factor;
      }
    });
  }
  return true;
}

/// x = M^-1 x or M^-T x, for the factors of M.
template <class X>
void getrs(char trans, std::size_t n, const std::vector<X>& a, const std::vector<int>& pivots, X* x) {
  if (const lapack* const library = lapack_for(n)) {
    library->solve(trans, n, 1, a.data(), pivots.data(), x);
    return;
  }
  const auto swap_all = [&](bool backwards) {
    for (std::size_t q = 0; q < n; ++q) {
      const std::size_t k = backwards ? n - 1 - q : q;
      std::swap(x[k], x[static_cast<std::size_t>(pivots[k] - 1)]);
    }
  };
  if (trans == 'N') {
    swap_all(false);
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = k + 1; i < n; ++i) x[i] -= a[k * n + i] * x[k];
    for (std::size_t k = n; k-- > 0;) {
      x[k] /= a[k * n + k];
      for (std::size_t i = 0; i < k; ++i) x[i] -= a[k * n + i] * x[k];
    }
    return;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < k; ++i) x[k] -= a[k * n + i] * x[i];
    x[k] /= a[k * n + k];
  }
  for (std::size_t k = n; k-- > 0;)
    for (std::size_t i = k + 1; i < n; ++i) x[k] -= a[k * n + i] * x[i];
  swap_all(true);
}

}  // namespace

bool lu_factors::factor(const multi_array& matrix, std::size_t n, int threads) {
  n_ = n;
  complex_ = matrix.is_complex();
  const const_planes a = matrix.view();
  pivots_.assign(n, 0);
  norm_ = 0;
  for (std::size_t r = 0; r < n; ++r) {  // the infinity norm of the matrix is the 1-norm of what is factored
    double sum = 0;
    for (std::size_t c = 0; c < n; ++c)
      sum += complex_ ? std::hypot(a.re[0][r * n + c], a.im[0][r * n + c]) : std::fabs(a.re[0][r * n + c]);
    if (!std::isfinite(sum)) return false;
    norm_ = std::max(norm_, sum);
  }
  if (complex_) {
    complex_factors_.resize(n * n);
    for (std::size_t k = 0; k < n * n; ++k) complex_factors_[k] = {a.re[0][k], a.im[0][k]};
  } else {
    real_.assign(a.re[0], a.re[0] + n * n);
  }
  if (const lapack* const library = lapack_for(n))
    return complex_ ? library->factor(n, complex_factors_.data(), pivots_.data())
                    : library->factor(n, real_.data(), pivots_.data());
  return complex_ ? getrf(n, complex_factors_, pivots_, threads) : getrf(n, real_, pivots_, threads);
}

// The factors are those of A^T: A x = b is (A^T)^T x = b.
void lu_factors::solve(std::vector<scalar>& x, bool conjugate_transposed) const {
  if (complex_) {
    // A^-H x = conj((A^T)^-1 conj(x))
    if (conjugate_transposed)
      for (scalar& z : x) z = std::conj(z);
    getrs(conjugate_transposed ? 'N' : 'T', n_, complex_factors_, pivots_, x.data());
    if (conjugate_transposed)
      for (scalar& z : x) z = std::conj(z);
    return;
  }
  const char trans = conjugate_transposed ? 'N' : 'T';
  std::vector<double> part(n_);
  for (std::size_t k = 0; k < n_; ++k) part[k] = x[k].real();
  getrs(trans, n_, real_, pivots_, part.data());
  std::vector<double> other(n_);
  bool has_imaginary = false;
  for (std::size_t k = 0; k < n_; ++k) has_imaginary = has_imaginary || (other[k] = x[k].imag()) != 0;
  if (has_imaginary) getrs(trans, n_, real_, pivots_, other.data());
  for (std::size_t k = 0; k < n_; ++k) x[k] = {part[k], other[k]};
}

std::vector<scalar> lu_factors::inverse(int threads) const {
  // A^T Z = I, column after column: Z = A^-T, which is A^-1 row after row.
  std::vector<scalar> result(n_ * n_, scalar(0));
  if (const lapack* const library = lapack_for(n_)) {
    if (complex_) {
      for (std::size_t k = 0; k < n_; ++k) result[k * n_ + k] = 1;
      library->solve('N', n_, n_, complex_factors_.data(), pivots_.data(), result.data());
      return result;
    }
    std::vector<double> real(n_ * n_, 0.0);
    for (std::size_t k = 0; k < n_; ++k) real[k * n_ + k] = 1;
    library->solve('N', n_, n_, real_.data(), pivots_.data(), real.data());
    std::copy(real.begin(), real.end(), result.begin());
    return result;
  }
  parallel_for(n_, 1, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<double> column(n_);
    for (std::size_t k = begin; k < end; ++k) {
      if (complex_) {
        result[k * n_ + k] = 1;
        getrs('N', n_, complex_factors_, pivots_, &result[k * n_]);
        continue;
      }
      std::fill(column.begin(), column.end(), 0.0);
      column[k] = 1;
      getrs('N', n_, real_, pivots_, column.data());
      std::copy(column.begin(), column.end(), result.begin() + static_cast<std::ptrdiff_t>(k * n_));
    }
  });
  return result;
}

std::vector<scalar> multiply(const std::vector<scalar>& a, const std::vector<scalar>& b, std::size_t n, int threads) {
  std::vector<scalar> c(n * n, scalar(0));
  if (const lapack* const library = lapack_for(n)) {
    library->product(n, b.data(), a.data(), c.data());  // rows are columns there: C^T = B^T A^T
    return c;
  }
  parallel_for(n, 1 + 65536 / (n * n), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];
  });
  return c;
}

double lu_factors::condition() const {
  // |A^-1| in the infinity norm is |A^-H| in the 1-norm.
  std::vector<scalar> x(n_, 1.0 / static_cast<double>(n_));
  double estimate = 0;
  std::size_t last = n_;
  for (int round = 0; round < 5; ++round) {
    std::vector<scalar> y = x;
    solve(y, true);
    double norm = 0;
    for (const scalar& z : y) norm += std::abs(z);
    if (!(norm > estimate) && round > 0) break;
    estimate = norm;
    for (scalar& z : y) z = std::abs(z) > 0 ? z / std::abs(z) : scalar(1);
    solve(y, false);
    std::size_t largest = 0;
    for (std::size_t k = 1; k < n_; ++k)
      if (std::abs(y[k]) > std::abs(y[largest])) largest = k;
    if (largest == last) break;
    last = largest;
    std::fill(x.begin(), x.end(), scalar(0));
    x[largest] = 1;
  }
  const double value = estimate * norm_;
  return std::isfinite(value) ? value : HUGE_VAL;
}

std::vector<double> scale_rows(multi_array& matrix, std::size_t rows, std::size_t columns) {
  const planes a = matrix.view();
  std::vector<double> factors(rows, 1);
  for (std::size_t r = 0; r < rows; ++r) {
    double largest = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      largest = std::max(largest, std::fabs(a.re[0][r * columns + c]));
      if (a.im[0] != nullptr) largest = std::max(largest, std::fabs(a.im[0][r * columns + c]));
    }
    if (!(largest > 0) || !std::isfinite(largest)) continue;
    factors[r] = power_of_two<double>(std::clamp(-exponent_of(largest), -1000, 1000));
    for (int p = 0; p < matrix.parts(); ++p)
      for (std::size_t c = 0; c < columns; ++c) {
        a.re[p][r * columns + c] *= factors[r];
        if (a.im[p] != nullptr) a.im[p][r * columns + c] *= factors[r];
      }
  }
  return factors;
}

gmres_outcome gmres(const linear_map& apply, std::vector<scalar>& x, double tolerance, int max_steps) {
  const std::size_t n = x.size();
  const auto norm = [](const std::vector<scalar>& v) {
    double sum = 0;
    for (const scalar& z : v) sum += std::norm(z);
    return std::sqrt(sum);
  };

  gmres_outcome outcome;
  const double start = norm(x);
  if (!(start > 0) || !std::isfinite(start)) {
    outcome.converged = start == 0;
    return outcome;
  }
  std::vector<std::vector<scalar>> basis(1, x);
  for (scalar& z : basis[0]) z /= start;
  std::vector<std::vector<scalar>> columns;  // of the Hessenberg matrix, rotated
  std::vector<scalar> sines;
  std::vector<double> cosines;
  std::vector<scalar> right = {start};
  for (int step = 0; step < max_steps; ++step) {
    std::vector<scalar> w(n);
    apply(basis.back(), w);
    std::vector<scalar> h;
    for (const std::vector<scalar>& v : basis) {  // modified Gram-Schmidt
      scalar dot = 0;
      for (std::size_t k = 0; k < n; ++k) dot += std::conj(v[k]) * w[k];
      for (std::size_t k = 0; k < n; ++k) w[k] -= dot * v[k];
      h.push_back(dot);
    }
    const double rest = norm(w);
    h.push_back(rest);
    for (std::size_t k = 0; k < cosines.size(); ++k) {
      const scalar upper = cosines[k] * h[k] + sines[k] * h[k + 1];
      h[k + 1] = -std::conj(sines[k]) * h[k] + cosines[k] * h[k + 1];
      h[k] = upper;
    }
    const std::size_t k = cosines.size();
    const double length = std::hypot(std::abs(h[k]), rest);
    if (!(length > 0)) return outcome;
    const double c = std::abs(h[k]) / length;
    const scalar phase = std::abs(h[k]) > 0 ? h[k] / std::abs(h[k]) : scalar(1);
    const scalar s = phase * (rest / length);
    h[k] = phase * length;
    cosines.push_back(c), sines.push_back(s);
    h.pop_back();
    columns.push_back(std::move(h));
    right.push_back(-std::conj(s) * right[k]);
    right[k] *= c;
    outcome.steps = step + 1;
    outcome.residual = std::abs(right.back()) / start;
    outcome.converged = outcome.residual <= tolerance;
    if (outcome.converged || rest == 0) break;
    for (scalar& z : w) z /= rest;
    basis.push_back(std::move(w));
  }
  const std::size_t k = columns.size();
  std::vector<scalar> y(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(k));
  for (std::size_t i = k; i-- > 0;) {
    y[i] /= columns[i][i];
    for (std::size_t j = 0; j < i; ++j) y[j] -= columns[i][j] * y[i];
  }
  std::fill(x.begin(), x.end(), scalar(0));
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < n; ++j) x[j] += y[i] * basis[i][j];
  return outcome;
}

gmres_outcome gmres(const multi_array& matrix, std::size_t n, std::vector<scalar>& x, double tolerance, int max_steps,
                    int threads) {
  const bool complex = matrix.is_complex();
  const const_planes a = matrix.view();
  const auto product = kernels().multiply[complex ? 1 : 0];
  std::vector<scalar> inverse_diagonal(n);
  for (std::size_t k = 0; k < n; ++k) {
    const scalar d{a.re[0][k * n + k], complex ? a.im[0][k * n + k] : 0};
    inverse_diagonal[k] = d == scalar(0) ? scalar(1) : 1.0 / d;
  }
  multi_array in(n, 1, complex), out(n, 1, complex);
  const auto apply = [&](const std::vector<scalar>& v, std::vector<scalar>& w) {
    const planes p = in.view(), q = out.view();
    for (std::size_t k = 0; k < n; ++k) {
      const scalar z = v[k] * inverse_diagonal[k];
      p.re[0][k] = z.real();
      if (complex) p.im[0][k] = z.imag();
    }
    parallel_for(n, 1 + 262144 / std::max(n, std::size_t{1}), threads, [&](std::size_t begin, std::size_t end) {
      product(a, n, begin, end, static_cast<const multi_array&>(in).view(), q);
    });
    for (std::size_t k = 0; k < n; ++k) w[k] = {q.re[0][k], complex ? q.im[0][k] : 0};
  };
  const gmres_outcome outcome = gmres(apply, x, tolerance, max_steps);
  for (std::size_t j = 0; j < n; ++j) x[j] *= inverse_diagonal[j];
  return outcome;
}

}  // namespace vieta::systems
