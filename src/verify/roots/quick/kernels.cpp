// Horner's rule in double-double, compiled once for each instruction set. Lanes are points.
#include "verify/roots/quick/kernels.hpp"

#include "base/simd/isa.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/dd.hpp"

namespace vieta::checking::VIETA_ISA {
namespace {

using real = vieta::VIETA_ISA::double_lanes;
using wide = double_double<real>;

VT_HD real modulus(const real& re, const real& im) { return sqrt(re * re + im * im); }

template <bool is_real>
void sum_up(const quick_rows& a, const quick_points& at) {
  const complex<wide> t = {{real::load(at.re_high), real::load(at.re_low)},
                           {real::load(at.im_high), real::load(at.im_low)}};
  const complex<real> near = {t.re.hi, t.im.hi};
  const real size = real::load(at.modulus);
  complex<wide> value = {wide(real(0.0)), wide(real(0.0))};
  complex<real> slope = {real(0.0), real(0.0)};
  real sum = real(0.0);
  for (std::size_t j = 0; j < a.size; ++j) {
    value = value * t;
    slope = slope * near;
    sum = sum * size + real(a.modulus[j]);
    value.re = value.re + wide(real(a.re_high[j]), real(a.re_low[j]));
    slope.re = slope.re + real(a.power[j] * a.re_high[j]);
    if constexpr (!is_real) {
      value.im = value.im + wide(real(a.im_high[j]), real(a.im_low[j]));
      slope.im = slope.im + real(a.power[j] * a.im_high[j]);
    }
  }
  modulus(value.re.hi, value.im.hi).store(at.value);
  modulus(slope.re, slope.im).store(at.slope);
  sum.store(at.sum);
}

void horner(const quick_rows& rows, const quick_points& points) {
  rows.im_high == nullptr ? sum_up<true>(rows, points) : sum_up<false>(rows, points);
}

}  // namespace

extern const quick_kernel quick;
const quick_kernel quick = {real::size, &horner};

}  // namespace vieta::checking::VIETA_ISA
