#pragma once

#include "vieta/core/complex.hpp"
#include "vieta/core/eft.hpp"
#include "vieta/core/scalar.hpp"

namespace vieta {

/// One step of compensated Horner at w (Langlois and Louvet 2005; Graillat and Menissier-Morain 2012): the exact result
/// of p w + b + b_low is the new p plus what goes into `error`. Bound of the whole: docs/method/roots.md, section 3.
template <class T>
VT_HD void compensated_step(complex<T>& p, complex<T>& error, const complex<T>& w, const complex<T>& b,
                            const complex<T>& b_low) {
  const auto rr = two_prod(p.re, w.re), ii = two_prod(p.im, w.im);
  const auto ri = two_prod(p.re, w.im), ir = two_prod(p.im, w.re);
  const auto re = two_sum(rr.value, T(-ii.value)), im = two_sum(ri.value, ir.value);
  const auto new_re = two_sum(re.value, b.re), new_im = two_sum(im.value, b.im);
  const T lost_re = ((rr.error - ii.error) + re.error) + (new_re.error + b_low.re);
  const T lost_im = ((ri.error + ir.error) + im.error) + (new_im.error + b_low.im);
  const complex<T> e = error;
  error.re = multiply_add(e.re, w.re, multiply_add(T(-e.im), w.im, lost_re));
  error.im = multiply_add(e.re, w.im, multiply_add(e.im, w.re, lost_im));
  p = {new_re.value, new_im.value};
}

}  // namespace vieta
