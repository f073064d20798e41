#include "io/polynomial/ascending_values.hpp"

#include <algorithm>
#include <utility>

#include "exact/representation.hpp"

namespace vieta::io {

void ascending_values::push_back(exact::real re) { push_back(std::move(re), {}); }

void ascending_values::push_back(exact::real re, exact::real im) {
  if (!is_exact_ && push_doubles(re, im)) return;
  if (!is_exact_) become_exact();
  if (!im.is_zero() || !exact_im_.empty()) {
    exact_im_.resize(exact_re_.size());
    exact_im_.push_back(std::move(im));
  }
  exact_re_.push_back(std::move(re));
}

bool ascending_values::push_doubles(const exact::real& re, const exact::real& im) {
  double real_part = 0, imaginary_part = 0;
  if (!exact::fits_double(re, real_part) || !exact::fits_double(im, imaginary_part)) return false;
  if (imaginary_part != 0 || !im_.empty()) {
    im_.resize(re_.size());
    im_.push_back(imaginary_part);
  }
  re_.push_back(real_part);
  return true;
}

void ascending_values::become_exact() {
  is_exact_ = true;
  for (const double value : re_) exact_re_.push_back(exact::from_double(value));
  for (const double value : im_) exact_im_.push_back(exact::from_double(value));
  re_ = {};
  im_ = {};
}

polynomial ascending_values::take(power_order order) {
  if (order == power_order::descending) {
    // The imaginary parts are as many as the values, or none: those behind the last that is not zero are not held.
    if (!im_.empty()) im_.resize(re_.size());
    if (!exact_im_.empty()) exact_im_.resize(exact_re_.size());
    std::reverse(re_.begin(), re_.end());
    std::reverse(im_.begin(), im_.end());
    std::reverse(exact_re_.begin(), exact_re_.end());
    std::reverse(exact_im_.begin(), exact_im_.end());
  }
  return is_exact_ ? make_polynomial(std::move(exact_re_), std::move(exact_im_))
                   : make_polynomial(std::move(re_), std::move(im_));
}

}  // namespace vieta::io
