#include "newton/multiple_qr.hpp"

#include <algorithm>
#include <cmath>

#include "parallel_for.hpp"

namespace vieta::systems {

namespace {

/// The matrix with b as its last column, column after column.
class factorisation {
 public:
  factorisation(const multi_array& matrix, std::size_t rows, std::size_t columns, const multi_array& b, int threads)
      : rows_(rows),
        columns_(columns),
        threads_(threads),
        a_(rows * (columns + 1), matrix.parts(), matrix.is_complex()) {
    const const_planes from = matrix.view(), right = b.view();
    const planes to = a_.view();
    const auto transpose = [&](const double* m, const double* r, double* t) {
      if (t == nullptr) return;
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) t[j * rows + i] = m[i * columns + j];
        t[columns * rows + i] = r == nullptr ? 0.0 : r[i];
      }
    };
    for (int p = 0; p < matrix.parts(); ++p) {
      transpose(from.re[p], right.re[p], to.re[p]);
      transpose(from.im[p], right.im[p], to.im[p]);
    }
    const int kind = matrix.is_complex() ? 1 : 0;
    dot_ = kernels().conjugated_dot[matrix.parts() - 1][kind];
    subtract_ = kernels().subtract_multiple[matrix.parts() - 1][kind];
  }

  /// A = Q R by reflections I - beta v v^H; v replaces what it annihilates, r_kk is kept apart.
  bool householder() {
    diagonal_.clear();
    for (std::size_t k = 0; k < columns_; ++k) {
      const complex<qd> head = get(k, k);
      const qd norm = sqrt(dot(k, k, k).re);
      if (!usable(norm)) return false;
      const qd modulus = abs(head);
      const complex<qd> phase = modulus.x0 > 0 ? head * (qd(1.0) / modulus) : complex<qd>{qd(1.0), qd(0.0)};
      const complex<qd> alpha = phase * -norm;
      diagonal_.push_back(alpha);
      put(k, k, head - alpha);
      const qd beta = qd(1.0) / (norm * (norm + modulus));  // 2 / v^H v
      for_columns(k + 1, [&](std::size_t j) { subtract(j, k, k, dot(k, j, k) * beta); });
    }
    return true;
  }

  /// The columns of Q replace those of A, R lies in `upper_`.
  bool gram_schmidt() {
    diagonal_.clear();
    upper_.resize((columns_ + 1) * columns_, a_.parts(), a_.is_complex());
    for (std::size_t k = 0; k < columns_; ++k) {
      const qd norm = sqrt(dot(k, k, 0).re);
      if (!usable(norm)) return false;
      diagonal_.push_back({norm, qd(0.0)});
      const qd inverse = qd(1.0) / norm;
      for (std::size_t i = 0; i < rows_; ++i) put(i, k, get(i, k) * inverse);
      for_columns(k + 1, [&](std::size_t j) {
        const complex<qd> r = dot(k, j, 0);
        upper_.set(j * columns_ + k, r);
        subtract(j, k, 0, r);
      });
    }
    return true;
  }

  /// R x = the last column, from below; R's columns lie in the array or, after Gram-Schmidt, in `upper_`.
  void substitute_back(multi_array& x) {
    const bool apart = upper_.size() != 0;
    multi_array& r = apart ? upper_ : a_;
    const std::size_t stride = apart ? columns_ : rows_;
    x.resize(columns_, a_.parts(), a_.is_complex());
    for (std::size_t k = columns_; k-- > 0;) {
      const complex<qd> value = r.get(columns_ * stride + k) / diagonal_[k];
      x.set(k, value);
      multi_array factor(1, a_.parts(), a_.is_complex());
      factor.set(0, value);
      const multi_array& f = factor;
      subtract_(k, f.view(), column_of(static_cast<const multi_array&>(r).view(), k * stride),
                column_of(r.view(), columns_ * stride));
    }
  }

  [[nodiscard]] double condition() const {
    double largest = 0, smallest = HUGE_VAL;
    for (const complex<qd>& d : diagonal_) {
      const double size = std::hypot(d.re.x0, d.im.x0);
      largest = std::max(largest, size), smallest = std::min(smallest, size);
    }
    return largest / smallest;
  }

 private:
  template <class Planes>
  static Planes column_of(Planes p, std::size_t at) {
    for (int k = 0; k < 4; ++k) {
      if (p.re[k] != nullptr) p.re[k] += at;
      if (p.im[k] != nullptr) p.im[k] += at;
    }
    return p;
  }
  static bool usable(const qd& norm) { return norm.x0 > 0 && std::isfinite(norm.x0); }
  [[nodiscard]] complex<qd> get(std::size_t i, std::size_t j) const { return a_.get(j * rows_ + i); }
  void put(std::size_t i, std::size_t j, const complex<qd>& value) { a_.set(j * rows_ + i, value); }

  /// a_i^H a_j from row `from` on.
  [[nodiscard]] complex<qd> dot(std::size_t i, std::size_t j, std::size_t from) const {
    multi_array out(1, a_.parts(), a_.is_complex());
    dot_(rows_ - from, column_of(a_.view(), i * rows_ + from), column_of(a_.view(), j * rows_ + from), out.view());
    return out.get(0);
  }
  /// a_j -= factor a_i from row `from` on.
  void subtract(std::size_t j, std::size_t i, std::size_t from, const complex<qd>& factor) {
    multi_array f(1, a_.parts(), a_.is_complex());
    f.set(0, factor);
    const multi_array& value = f;
    const multi_array& all = a_;
    subtract_(rows_ - from, value.view(), column_of(all.view(), i * rows_ + from),
              column_of(a_.view(), j * rows_ + from));
  }
  template <class Work>
  void for_columns(std::size_t first, const Work& work) {
    const std::size_t cost = rows_ * static_cast<std::size_t>(a_.parts() * a_.parts());
    parallel_for(columns_ + 1 - first, 1 + 16384 / cost, threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) work(first + j);
    });
  }

  std::size_t rows_, columns_;
  int threads_;
  multi_array a_, upper_;
  std::vector<complex<qd>> diagonal_;
  void (*dot_)(std::size_t, const const_planes&, const const_planes&, const planes&) = nullptr;
  void (*subtract_)(std::size_t, const const_planes&, const const_planes&, const planes&) = nullptr;
};

}  // namespace

qr_outcome solve_least_squares(const multi_array& matrix, std::size_t rows, std::size_t columns, const multi_array& b,
                               qr_method method, int threads, multi_array& x) {
  factorisation qr(matrix, rows, columns, b, threads);
  qr_outcome outcome;
  outcome.solved = method == qr_method::householder ? qr.householder() : qr.gram_schmidt();
  if (!outcome.solved) return outcome;
  qr.substitute_back(x);
  outcome.condition = qr.condition();
  return outcome;
}

}  // namespace vieta::systems
