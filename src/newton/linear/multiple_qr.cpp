#include "newton/linear/multiple_qr.hpp"

#include "newton/linear/panel_qr.hpp"

namespace vieta::systems {

namespace {

/// Column by column, b as the last one.
class factorisation {
 public:
  factorisation(const multi_array& matrix, std::size_t rows, std::size_t columns, const multi_array& b, int threads)
      : columns_(columns), a_(rows, columns + 1, matrix.parts(), matrix.is_complex(), threads) {
    const auto put = [&](const const_planes& from, std::size_t width, std::size_t at) {
      for_planes(a_.parts(), a_.is_complex(), from, a_.view(), [&](const double* f, double* t) {
        if (f == nullptr) return;
        for (std::size_t i = 0; i < rows; ++i)
          for (std::size_t j = 0; j < width; ++j) t[(at + j) * rows + i] = f[i * width + j];
      });
    };
    put(matrix.view(), columns, 0), put(b.view(), 1, columns);
  }

  bool householder(const stop_question& stop) {
    std::vector<qd> betas;
    return a_.reflect(columns_, diagonal_, betas, stop);
  }

  /// The columns of Q replace those of A, R lies in `upper_`.
  bool gram_schmidt(const stop_question& stop) {
    upper_.resize((columns_ + 1) * columns_, a_.parts(), a_.is_complex());
    for (std::size_t k = 0; k < columns_; ++k) {
      if (stop()) return false;
      const qd norm = sqrt(a_.dot(k, k, 0).re);
      if (!column_array::usable(norm)) return false;
      diagonal_.push_back({norm, qd(0.0)});
      const qd inverse = qd(1.0) / norm;
      for (std::size_t i = 0; i < a_.rows(); ++i) a_.put(i, k, a_.get(i, k) * inverse);
      a_.for_columns(k + 1, [&](std::size_t j) {
        const complex<qd> r = a_.dot(k, j, 0);
        upper_.set(j * columns_ + k, r);
        a_.subtract(j, k, 0, r);
      });
    }
    return true;
  }

  /// R x = the last column, from below; R's columns lie in the array or, after Gram-Schmidt, in `upper_`.
  void substitute_back(multi_array& x) {
    const bool apart = upper_.size() != 0;
    const planes r = apart ? upper_.view() : a_.view();
    const std::size_t stride = apart ? columns_ : a_.rows();
    const auto subtract = kernels().subtract_multiple[a_.parts() - 1][a_.is_complex() ? 1 : 0];
    x.resize(columns_, a_.parts(), a_.is_complex());
    for (std::size_t k = columns_; k-- > 0;) {
      const complex<qd> right = apart ? upper_.get(columns_ * stride + k) : a_.get(k, columns_);
      const complex<qd> value = right / diagonal_[k];
      x.set(k, value);
      single_number factor(a_.parts(), a_.is_complex());
      factor.set(value);
      subtract(k, constant(factor.view()), offset(constant(r), k * stride), offset(r, columns_ * stride));
    }
  }

  [[nodiscard]] double condition() const { return diagonal_ratio(diagonal_); }

 private:
  std::size_t columns_;
  column_array a_;
  multi_array upper_;
  std::vector<complex<qd>> diagonal_;
};

/// Panels of so many columns; below so many columns in all they do not pay.
constexpr std::size_t panel_columns = 16, least_columns = 48;

}  // namespace

qr_outcome solve_least_squares(const multi_array& matrix, std::size_t rows, std::size_t columns, const multi_array& b,
                               qr_method method, int threads, multi_array& x, const std::function<bool()>& must_stop) {
  qr_outcome outcome;
  const auto stop = [&] { return outcome.stopped = must_stop && must_stop(); };
  const auto solve = [&](auto& qr, bool factored) {
    outcome.solved = factored;
    if (!factored) return;
    qr.substitute_back(x);
    outcome.condition = qr.condition();
  };
  if (method == qr_method::householder && columns >= least_columns) {
    panel_qr qr(matrix, rows, columns, b, panel_columns, threads);
    solve(qr, qr.factor(stop));
  } else {
    factorisation qr(matrix, rows, columns, b, threads);
    solve(qr, method == qr_method::gram_schmidt ? qr.gram_schmidt(stop) : qr.householder(stop));
  }
  return outcome;
}

}  // namespace vieta::systems
