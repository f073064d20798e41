#include "roots/near_linear/fourier_plan.hpp"

namespace vieta::near_linear {
namespace {

// e^(2 pi i / 2^log2_order)
complex<dd> principal_root(int log2_order) {
  if (log2_order == 0) return {dd(1.0), dd(0.0)};
  if (log2_order == 1) return {dd(-1.0), dd(0.0)};
  complex<dd> w = {dd(0.0), dd(1.0)};
  for (int level = 2; level < log2_order; ++level) {  // half the angle: no cancellation in the first quadrant
    const dd cosine = sqrt((w.re + dd(1.0)) * dd(0.5));
    w = {cosine, w.im / (cosine * dd(2.0))};
  }
  return w;
}

// e^(2 pi i t / 2^log2_order) for t < count, a power of two: products of at most log2(count) principal roots.
std::vector<complex<dd>> roots_of_unity(int log2_order, std::size_t count) {
  std::vector<complex<dd>> table(count, {dd(1.0), dd(0.0)});
  int level = log2_order;
  for (std::size_t half = 1; half < count; half *= 2, --level) {
    const complex<dd> w = principal_root(level);
    for (std::size_t t = half; t < 2 * half; ++t) table[t] = table[t - half] * w;
  }
  return table;
}

void round(const std::vector<complex<dd>>& from, std::vector<double>& re, std::vector<double>& im) {
  for (const complex<dd>& w : from) {
    re.push_back(w.re.hi);
    im.push_back(w.im.hi);
  }
}

}  // namespace

fourier_plan::fourier_plan(int log2_length) {
  const int log2_rows = (log2_length + 1) / 2;
  rows_ = std::size_t{1} << log2_rows;
  columns_ = std::size_t{1} << (log2_length - log2_rows);
  coarse_ = roots_of_unity(log2_rows, rows_);
  fine_ = roots_of_unity(log2_length, columns_);
  round(coarse_, coarse_re_, coarse_im_);
  round(fine_, fine_re_, fine_im_);
}

fourier_view fourier_plan::view() const {
  return {rows_, columns_, coarse_re_.data(), coarse_im_.data(), fine_re_.data(), fine_im_.data()};
}

complex<dd> fourier_plan::direction(std::size_t cell) const {
  return coarse_[cell / columns_] * fine_[cell % columns_];
}

}  // namespace vieta::near_linear
