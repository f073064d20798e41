#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "base/parallel_for.hpp"
#include "newton/evaluator.hpp"

namespace vieta::systems {

/// What begins at number `at` of each plane.
template <class Planes>
Planes offset(Planes p, std::size_t at) {
  for (std::size_t k = 0; k < 4; ++k) {
    if (p.re[k] != nullptr) p.re[k] += at;
    if (p.im[k] != nullptr) p.im[k] += at;
  }
  return p;
}
inline const_planes constant(const planes& p) {
  const_planes c;
  for (std::size_t k = 0; k < 4; ++k) c.re[k] = p.re[k], c.im[k] = p.im[k];
  return c;
}

/// body(number of a plane, its real plane of `a`, that of `b`) for all parts of both, then for the imaginary ones:
/// what copies and transposes ask for. A plane that `from` lacks is null.
template <class Body>
void for_planes(int parts, bool complex, const const_planes& from, const planes& to, const Body& body) {
  for (int p = 0; p < parts; ++p) {
    body(from.re[p], to.re[p]);
    if (complex) body(from.im[p], to.im[p]);
  }
}

/// One number as a kernel sees it.
class single_number {
 public:
  single_number(int parts, bool complex) {
    for (int p = 0; p < parts; ++p) {
      view_.re[p] = re_ + p;
      if (complex) view_.im[p] = im_ + p;
    }
  }
  single_number(const single_number&) = delete;
  single_number& operator=(const single_number&) = delete;
  [[nodiscard]] const planes& view() const { return view_; }
  [[nodiscard]] complex<qd> get() const {
    return {qd(re_[0], re_[1], re_[2], re_[3]), qd(im_[0], im_[1], im_[2], im_[3])};
  }
  /// Cut to the parts that kernels see.
  void set(const complex<qd>& z) {
    const double re[4] = {z.re.x0, z.re.x1, z.re.x2, z.re.x3}, im[4] = {z.im.x0, z.im.x1, z.im.x2, z.im.x3};
    std::copy(re, re + 4, re_), std::copy(im, im + 4, im_);
  }

 private:
  double re_[4] = {}, im_[4] = {};
  planes view_;
};

/// True where the work must end; it is asked between columns or panels. Empty: work is never ended.
using stop_question = std::function<bool()>;

/// Columns of a matrix in multiple doubles, one after another, and what a QR factorisation does with them.
class column_array {
 public:
  column_array(std::size_t rows, std::size_t columns, int parts, bool complex, int threads)
      : rows_(rows), columns_(columns), threads_(threads), a_(rows * columns, parts, complex) {
    const int kind = complex ? 1 : 0;
    dot_ = kernels().conjugated_dot[parts - 1][kind];
    subtract_ = kernels().subtract_multiple[parts - 1][kind];
  }

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] int parts() const { return a_.parts(); }
  [[nodiscard]] bool is_complex() const { return a_.is_complex(); }
  [[nodiscard]] planes view() { return a_.view(); }
  [[nodiscard]] const_planes view() const { return a_.view(); }
  [[nodiscard]] complex<qd> get(std::size_t i, std::size_t j) const { return a_.get(j * rows_ + i); }
  void put(std::size_t i, std::size_t j, const complex<qd>& value) { a_.set(j * rows_ + i, value); }

  /// a_i^H a_j from row `from` on.
  [[nodiscard]] complex<qd> dot(std::size_t i, std::size_t j, std::size_t from) const {
    const single_number out(parts(), is_complex());
    dot_(rows_ - from, offset(a_.view(), i * rows_ + from), offset(a_.view(), j * rows_ + from), out.view());
    return out.get();
  }
  /// a_j -= factor a_i from row `from` on.
  void subtract(std::size_t j, std::size_t i, std::size_t from, const complex<qd>& factor) {
    single_number f(parts(), is_complex());
    f.set(factor);
    subtract_(rows_ - from, constant(f.view()), offset(constant(a_.view()), i * rows_ + from),
              offset(a_.view(), j * rows_ + from));
  }
  /// work(j) for the columns from `first` on, dealt to threads.
  template <class Work>
  void for_columns(std::size_t first, const Work& work) {
    const std::size_t cost = rows_ * static_cast<std::size_t>(parts() * parts());
    parallel_for(columns_ - first, 1 + 16384 / cost, threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) work(first + j);
    });
  }

  /// The first `count` columns become those of R, the others are reflected along: reflections I - beta v v^H (Higham,
  /// Accuracy and Stability, section 19.1). v replaces what it annihilates; r_kk and beta go to `diagonal` and `betas`,
  /// behind what is there. False at a column of zeros, or one that is not finite, and where the work must end.
  bool reflect(std::size_t count, std::vector<complex<qd>>& diagonal, std::vector<qd>& betas,
               const stop_question& stop = {}) {
    for (std::size_t k = 0; k < count; ++k) {
      if (stop && stop()) return false;
      const complex<qd> head = get(k, k);
      const qd norm = sqrt(dot(k, k, k).re);
      if (!usable(norm)) return false;
      const qd modulus = abs(head);
      const complex<qd> phase = modulus.x0 > 0 ? head * (qd(1.0) / modulus) : complex<qd>{qd(1.0), qd(0.0)};
      const complex<qd> alpha = phase * -norm;
      put(k, k, head - alpha);
      const qd beta = qd(1.0) / (norm * (norm + modulus));  // 2 / v^H v
      diagonal.push_back(alpha), betas.push_back(beta);
      for_columns(k + 1, [&](std::size_t j) { subtract(j, k, k, dot(k, j, k) * beta); });
    }
    return true;
  }

  static bool usable(const qd& norm) { return norm.x0 > 0 && std::isfinite(norm.x0); }

 private:
  std::size_t rows_, columns_;
  int threads_;
  multi_array a_;
  void (*dot_)(std::size_t, const const_planes&, const const_planes&, const planes&) = nullptr;
  void (*subtract_)(std::size_t, const const_planes&, const const_planes&, const planes&) = nullptr;
};

/// max |r_kk| / min |r_kk|.
inline double diagonal_ratio(const std::vector<complex<qd>>& diagonal) {
  double largest = 0, smallest = HUGE_VAL;
  for (const complex<qd>& d : diagonal) {
    const double size = std::hypot(d.re.x0, d.im.x0);
    largest = std::max(largest, size), smallest = std::min(smallest, size);
  }
  return largest / smallest;
}

}  // namespace vieta::systems
