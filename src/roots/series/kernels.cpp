// Clenshaw's recurrence in double-double with a running bound, compiled once for each instruction set. Lanes are
// points. The bound stands in docs/method/series.md.
#include "roots/series/kernels.hpp"

#include "base/simd/isa.hpp"
#include "vieta/core/eft.hpp"

namespace vieta::VIETA_ISA {
namespace {

using real = double_lanes;
using real_dd = double_double<real>;
using number = complex<real_dd>;
constexpr std::size_t lanes = real::size;

// A bound of |z| that costs no root; at most sqrt(2) too much.
VT_HD real size_of(const number& z) { return abs(z.re.hi) + abs(z.im.hi); }
VT_HD number scaled(const number& z, const real& factor) {
  return {{z.re.hi * factor, z.re.lo * factor}, {z.im.hi * factor, z.im.lo * factor}};
}
VT_HD real_dd spread(const dd& x, const real& factor) { return {real(x.hi) * factor, real(x.lo) * factor}; }

// b_k = c_k + 2 z b_(k+1) - b_(k+2) for p, and with k c_k and U_(k-1) for p'. What a step loses, at most `unit` times
// the moduli in it, is as good as a change of c_k by as much: the bound is a sum of |T_k| or |U_k|.
void clenshaw(const own_basis::chebyshev_view& series, const complex<dd>* z, const double* rho_of,
              own_basis::chebyshev_sums* out) {
  constexpr double large = 0x1p400, small = 0x1p-400;
  const real unit(0x1p-102), tiny(0x1p-900), nothing(0.0);  // 16 u^2
  number point;
  real rho;
  for (std::size_t i = 0; i < lanes; ++i) {
    const int lane = static_cast<int>(i);
    point.re.hi.set(lane, z[i].re.hi);
    point.re.lo.set(lane, z[i].re.lo);
    point.im.hi.set(lane, z[i].im.hi);
    point.im.lo.set(lane, z[i].im.lo);
    rho.set(lane, rho_of[i]);
  }
  const number zero{real_dd(nothing), real_dd(nothing)}, twice = scaled(point, real(2.0));
  number b1 = zero, b2 = zero, d1 = zero, d2 = zero;
  const real size = size_of(twice);
  real p_error = nothing, slope_error = nothing, factor(1.0);
  real b1_size = nothing, b2_size = nothing, d1_size = nothing, d2_size = nothing;
  const bool is_real = series.im == nullptr;
  const auto coefficient = [&](std::size_t k) {
    return number{spread(series.re[k], factor), is_real ? real_dd(nothing) : spread(series.im[k], factor)};
  };
  for (std::size_t k = series.degree; k > 0; --k) {
    const real order(static_cast<double>(k));
    const number c = coefficient(k);
    const real c_size = size_of(c), lost = real(series.error[k]) * factor + tiny;
    const number b0 = (c - b2) + twice * b1;
    p_error = unit * (c_size + size * b1_size + b2_size) + lost + rho * p_error;
    const number d0 = (number{c.re * order, c.im * order} - d2) + twice * d1;
    // The index of U is one less.
    slope_error =
        order * (unit * (real(2.0) * order * c_size + size * d1_size + d2_size) + order * lost) + rho * slope_error;
    b2 = b1;
    b1 = b0;
    d2 = d1;
    d1 = d0;
    b2_size = b1_size;
    d2_size = d1_size;
    b1_size = size_of(b0);
    d1_size = size_of(d0);
    const auto is_large = b1_size + d1_size + p_error + slope_error > real(large);
    if (bits(is_large) != 0) {
      const real down = select(is_large, real(small), real(1.0)), more = select(is_large, tiny, nothing);
      b1 = scaled(b1, down);
      b2 = scaled(b2, down);
      d1 = scaled(d1, down);
      d2 = scaled(d2, down);
      p_error = p_error * down + more;
      slope_error = slope_error * down + more;
      b1_size *= down;
      b2_size *= down;
      d1_size *= down;
      d2_size *= down;
      // A third time the coefficients are nothing beside what has been summed, less than `tiny`.
      factor = select(factor < real(small), nothing, factor * down);
    }
  }
  const number c = coefficient(0), p = (c - b2) + point * b1;
  p_error = unit * (size_of(c) + size * b1_size + b2_size) + real(series.error[0]) * factor + tiny + rho * p_error;
  constexpr double up = 1 + 0x1p-20;  // n roundings of sums of nonnegative numbers, rho^n among them
  for (std::size_t i = 0; i < lanes; ++i) {
    const int lane = static_cast<int>(i);
    out[i].p = {dd(p.re.hi[lane], p.re.lo[lane]), dd(p.im.hi[lane], p.im.lo[lane])};
    out[i].slope = {dd(d1.re.hi[lane], d1.re.lo[lane]), dd(d1.im.hi[lane], d1.im.lo[lane])};
    out[i].p_error = p_error[lane] * up;
    out[i].slope_error = slope_error[lane] * up;
  }
}

}  // namespace

extern const own_basis::chebyshev_kernel chebyshev;
const own_basis::chebyshev_kernel chebyshev{lanes, clenshaw};

}  // namespace vieta::VIETA_ISA
