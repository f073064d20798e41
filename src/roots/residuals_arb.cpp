#include "roots/residuals_arb.hpp"

#include <algorithm>
#include <cmath>

#include "exact/arb.hpp"
#include "parallel_for.hpp"
#include "roots/arb_polynomial.hpp"
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
