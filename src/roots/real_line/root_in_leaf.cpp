#include "roots/real_line/root_in_leaf.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>

namespace vieta::real_line {
namespace {

struct value_and_slope {
  double value = 0, slope = 0;
};

value_and_slope evaluate_doubles(const std::vector<double>& c, double s) {
  value_and_slope out;
  for (std::size_t k = c.size(); k-- > 0;) {
    out.slope = out.slope * s + out.value;
    out.value = out.value * s + c[k];
  }
  return out;
}

// Newton's method between bounds, for a monotone function.
double root_in_double(const std::vector<double>& c) {
  double low = -1, high = 1, s = std::clamp(-c[0] / c[1], low, high);
  const bool rises = c[1] > 0;
  for (int step = 0; step < 60; ++step) {
    const value_and_slope at = evaluate_doubles(c, s);
    if (at.value == 0) break;
    ((at.value > 0) == rises ? high : low) = s;
    double next = s - at.value / at.slope;
    if (!(next >= low && next <= high)) next = low + (high - low) / 2;
    const double moved = std::abs(next - s);
    s = next;
    if (moved < 0x1p-46) break;
  }
  return s;
}

// f 2^-scale in the model's interval at t = at 2^-52, |t| <= 1 + reach_beyond; off by one unit a term, times 1.2842.
double evaluate_model(const local_model& model, std::int64_t at, slong scale) {
  exact::big_integer value, place;
  exact::set_fmpz(place.n, at);
  for (slong k = model.c.size(); k-- > 0;) {
    fmpz_mul(value.n, value.n, place.n);
    fmpz_fdiv_q_2exp(value.n, value.n, 52);
    fmpz_add(value.n, value.n, model.c[k]);
  }
  slong exponent = 0;
  const double mantissa = fmpz_get_d_2exp(&exponent, value.n);
  return exponent - scale < -1000 ? 0 : std::ldexp(mantissa, static_cast<int>(exponent - scale));
}

}  // namespace

double distance_of_root(const leaf& in) {
  const double s = root_in_double(in.doubles.c);
  const value_and_slope at = evaluate_doubles(in.doubles.c, s);
  return std::abs(at.value / at.slope);
}

bool find_root(arb_t y, const leaf& in, double degree) {
  const std::vector<double>& c = in.doubles.c;
  const local_model& model = *in.model;
  constexpr double larger = 1.2842, up = 1 + 0x1p-30;
  const auto at = static_cast<std::int64_t>(std::llround(std::ldexp(in.place + in.reach * root_in_double(c), 52)));
  // Exact: both are multiples of 2^-52 below 2.
  const double s = (std::ldexp(static_cast<double>(at), -52) - in.place) / in.reach;
  const double value = evaluate_model(model, at, in.doubles.scale);
  const double noise = std::ldexp(larger * up * (model.error + static_cast<double>(model.c.size())),
                                  -static_cast<int>(std::min<slong>(in.doubles.scale, 1000))) +
                       std::abs(value) * 0x1p-50 + 0x1p-990;
  const double slope = evaluate_doubles(c, s).slope, least = in.known.least_slope;
  const double slope_error =
      larger * up * degree * in.doubles.error + static_cast<double>(c.size()) * 0x1p-48 * std::abs(c[1]);
  const double reach = up * (std::abs(value) + noise) / least, limit = 1 + reach_beyond(degree);
  if (!(std::abs(s) + 1.06 * reach < limit)) return false;
  const double step = value / slope;
  const double radius =
      up * (noise / least + std::abs(step) * ((in.known.bend * reach + slope_error) / least + 0x1p-50)) + 0x1p-990;
  if (!(std::abs(s - step) + 1.06 * radius < limit)) return false;

  exact::real_ball shift;
  exact::big_float error;
  arb_set_d(y, s);
  arb_set_d(shift.x, step);
  arb_sub(y, y, shift.x, ARF_PREC_EXACT);
  arf_set_d(error.x, radius);
  arb_add_error_arf(y, error.x);
  arb_set_d(shift.x, in.reach);
  arb_mul(y, y, shift.x, ARF_PREC_EXACT);
  arb_set_d(shift.x, in.place + 1);
  arb_add(y, y, shift.x, ARF_PREC_EXACT);
  arb_mul_2exp_si(y, y, -1);
  arb_add_fmpz(y, y, model.index.n, ARF_PREC_EXACT);
  arb_mul_2exp_si(y, y, 1 - model.level);
  arb_sub_ui(y, y, 1, ARF_PREC_EXACT);
  return true;
}

}  // namespace vieta::real_line

#endif
