#include "roots/residuals_arb.hpp"

#include <algorithm>
#include <cmath>

#include "exact/arb.hpp"
#include "parallel_for.hpp"
#include "roots/node_ball.hpp"
#include "vieta/error.hpp"

namespace vieta {

#ifdef VIETA_HAVE_ARB

namespace {

std::int64_t exponent_of(const arf_t x) {
  return arf_is_special(x) ? INT64_MIN / 2 : static_cast<std::int64_t>(fmpz_get_si(ARF_EXPREF(x)));
}

// A ball as value, error and absolute sum with a common exponent, the error rounded up.
residual to_residual(const acb_t ball, const arf_t absolute_sum, int bits) {
  residual r;
  r.bits = bits;
  arf_t error, part;
  arf_init(error);
  arf_init(part);
  arf_set_mag(error, arb_radref(acb_realref(ball)));
  arf_set_mag(part, arb_radref(acb_imagref(ball)));
  arf_add(error, error, part, 64, ARF_RND_UP);
  const arf_struct* const re = arb_midref(acb_realref(ball));
  const arf_struct* const im = arb_midref(acb_imagref(ball));
  const std::int64_t exponent = std::max({exponent_of(re), exponent_of(im), exponent_of(error)});
  r.exponent = exponent < INT64_MIN / 4 ? 0 : exponent;
  const auto scaled = [&](const arf_t x, arf_rnd_t rounding) {
    arf_mul_2exp_si(part, x, static_cast<slong>(-r.exponent));
    return arf_get_d(part, rounding);
  };
  r.value = {scaled(re, ARF_RND_NEAR), scaled(im, ARF_RND_NEAR)};
  // The centre was rounded to double as well.
  r.error = scaled(error, ARF_RND_UP) * (1 + 0x1p-50) + 0x1p-52 * std::abs(r.value) + 0x1p-1000;
  r.absolute_sum = scaled(absolute_sum, ARF_RND_UP);
  if (!(r.absolute_sum < 0x1p1000)) r.absolute_sum = 0x1p1000;
  arf_clear(part);
  arf_clear(error);
  return r;
}

// A real polynomial at a complex point by rectangular splitting (Paterson and Stockmeyer 1973): with about sqrt(2 n)
// powers of z, almost all work is in dot products of real numbers, which Arb sums without rounding in between
// (Johansson 2019).
void evaluate_real(acb_t value, const arb_poly_t f, const acb_t z, slong bits) {
  const slong length = arb_poly_length(f);
  const slong width = std::max<slong>(1, static_cast<slong>(std::sqrt(2.0 * static_cast<double>(length))));
  acb_ptr powers = _acb_vec_init(width + 1);
  _acb_vec_set_powers(powers, z, width + 1, bits);
  acb_t block;
  acb_init(block);
  acb_zero(value);
  for (slong begin = (length - 1) / width * width; begin >= 0; begin -= width) {
    const slong count = std::min(width, length - begin);
    const arb_srcptr a = f->coeffs + begin;
    // Powers are pairs of real numbers: every second one is a real part.
    arb_dot(acb_realref(block), a, 0, acb_realref(powers + 1), 2, a + 1, 1, count - 1, bits);
    arb_dot(acb_imagref(block), nullptr, 0, acb_imagref(powers + 1), 2, a + 1, 1, count - 1, bits);
    acb_mul(value, value, powers + width, bits);
    acb_add(value, value, block, bits);
  }
  acb_clear(block);
  _acb_vec_clear(powers, width + 1);
}

// Either kind of coefficients behind one evaluation.
class arb_polynomial {
 public:
  arb_polynomial(const polynomial& p, slong bits) : real_(p.is_real()) {
    acb_poly_init(complex_);
    arb_poly_init(real_part_);
    arb_poly_init(moduli_);
    if (real_)
      exact::set_coefficients(real_part_, p.data(), bits);
    else
      exact::set_coefficients(complex_, p.data(), bits);
    const slong length = real_ ? arb_poly_length(real_part_) : acb_poly_length(complex_);
    arb_poly_fit_length(moduli_, length);
    for (slong k = 0; k < length; ++k) {
      arb_t modulus;
      arb_init(modulus);
      if (real_)
        arb_abs(modulus, arb_poly_get_coeff_ptr(real_part_, k));
      else
        acb_abs(modulus, acb_poly_get_coeff_ptr(complex_, k), 30);
      arb_set_round(modulus, modulus, 30);
      arb_poly_set_coeff_arb(moduli_, k, modulus);
      arb_clear(modulus);
    }
  }
  arb_polynomial(const arb_polynomial&) = delete;
  arb_polynomial& operator=(const arb_polynomial&) = delete;
  ~arb_polynomial() {
    arb_poly_clear(moduli_);
    arb_poly_clear(real_part_);
    acb_poly_clear(complex_);
  }
  void evaluate(acb_t value, const acb_t z, slong bits) const {
    if (real_)
      evaluate_real(value, real_part_, z, bits);
    else
      acb_poly_evaluate_rectangular(value, complex_, z, bits);
  }
  void absolute_sum(arf_t sum, const acb_t z) const {
    arb_t modulus;
    arb_init(modulus);
    acb_abs(modulus, z, 30);
    arb_poly_evaluate_rectangular(modulus, moduli_, modulus, 30);
    arb_get_ubound_arf(sum, modulus, 30);
    arb_clear(modulus);
  }

 private:
  bool real_;
  acb_poly_t complex_;
  arb_poly_t real_part_, moduli_;
};

}  // namespace

bool arb_is_available() { return true; }

void evaluate_by_arb(const node_set& nodes, const polynomial& p, const std::vector<std::uint32_t>& chosen,
                     const std::vector<int>& bits, std::vector<residual>& residuals, const session& context) {
  int most = 0;
  for (const std::uint32_t i : chosen) most = std::max(most, bits[i]);
  const arb_polynomial source(p, most + 32);
  parallel_for(chosen.size(), 4, context.threads, [&](std::size_t first, std::size_t last) {
    acb_t z, value;
    arf_t sum;
    acb_init(z);
    acb_init(value);
    arf_init(sum);
    for (std::size_t k = first; k < last && !context.must_stop(); ++k) {
      const std::uint32_t i = chosen[k];
      set_point(z, nodes.mantissa[i], nodes.exponent[i]);
      source.evaluate(value, z, bits[i]);
      source.absolute_sum(sum, z);
      residuals[i] = to_residual(value, sum, bits[i]);
    }
    arf_clear(sum);
    acb_clear(value);
    acb_clear(z);
  });
}

#else

bool arb_is_available() { return false; }

void evaluate_by_arb(const node_set&, const polynomial&, const std::vector<std::uint32_t>&, const std::vector<int>&,
                     std::vector<residual>&, const session&) {
  throw error("this build of vieta has no arbitrary precision (Arb)");
}

#endif

}  // namespace vieta
