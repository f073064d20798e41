#include "roots/ladder/residuals_arb.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel_for.hpp"
#include "exact/arb.hpp"
#include "roots/ladder/arb_polynomial.hpp"
#include "roots/ladder/node_ball.hpp"
#include "vieta/error.hpp"

namespace vieta {

#ifdef VIETA_HAVE_ARB

namespace {

std::int64_t exponent_of(const arf_t x) { return arf_is_special(x) ? INT64_MIN / 2 : exact::get_exponent(x); }

// A ball as value, error and absolute sum with a common exponent, the error rounded up.
residual to_residual(const acb_t ball, const arf_t absolute_sum, int bits, bool uncertain) {
  residual r;
  r.bits = bits;
  exact::big_float error, part;
  arf_set_mag(error.x, arb_radref(acb_realref(ball)));
  arf_set_mag(part.x, arb_radref(acb_imagref(ball)));
  arf_add(error.x, error.x, part.x, 64, ARF_RND_UP);
  const arf_struct* const re = arb_midref(acb_realref(ball));
  const arf_struct* const im = arb_midref(acb_imagref(ball));
  std::int64_t exponent = std::max({exponent_of(re), exponent_of(im), exponent_of(error.x)});
  // Uncertain coefficients weigh by the sum, which has to fit then; a value that much smaller is nothing beside it.
  constexpr std::int64_t room = 900;
  if (uncertain) exponent = std::max(exponent, exponent_of(absolute_sum) - room);
  r.exponent = exponent < INT64_MIN / 4 ? 0 : exponent;
  const auto scaled = [&](const arf_t x, arf_rnd_t rounding) {
    exact::mul_2exp(part.x, x, -r.exponent);
    return arf_get_d(part.x, rounding);
  };
  r.value = {scaled(re, ARF_RND_NEAR), scaled(im, ARF_RND_NEAR)};
  // The centre was rounded to double as well.
  r.error = scaled(error.x, ARF_RND_UP) * (1 + 0x1p-50) + 0x1p-52 * std::abs(r.value) + 0x1p-1000;
  r.absolute_sum = scaled(absolute_sum, ARF_RND_UP);
  r.log2_sum = static_cast<double>(exponent_of(absolute_sum)) - static_cast<double>(r.exponent);
  if (!uncertain) r.absolute_sum = std::min(r.absolute_sum, 0x1p1000);  // then it plans precision, and bounds nothing
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
    exact::complex_ball z, value;
    exact::big_float sum;
    for (std::size_t k = first; k < last && !context.must_stop(); ++k) {
      const std::uint32_t i = chosen[k];
      set_point(z.z, nodes.mantissa[i], nodes.exponent[i]);
      source.evaluate(value.z, z.z, bits[i]);
      source.absolute_sum(sum.x, z.z);
      residuals[i] = to_residual(value.z, sum.x, bits[i], context.options.uncertainty > 0);
    }
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
