#include "roots/real_line/local_model.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>

namespace vieta::real_line {
namespace {

constexpr double up_by_some = 1 + 0x1p-40;  // more than all roundings of a sum of 2^10 terms of one sign
constexpr double unit = 0x1p-53;

// Longer sums lose more: a bound for sums of `terms` numbers of one sign, each right to 2 units.
double rounded_up(double sum, std::size_t terms) { return sum * (up_by_some + 2 * unit * static_cast<double>(terms)); }

// High terms below what is known anyway become part of the error: together at most one unit each.
void drop_high_terms(local_model& model) {
  const slong size = model.c.size();
  double dropped = 0;
  slong kept = size;
  while (kept > 1) {
    const fmpz* c = model.c[kept - 1];
    if (fmpz_bits(c) > 40) break;
    const double more = dropped + std::abs(fmpz_get_d(c));
    if (more > static_cast<double>(size)) break;
    dropped = more;
    --kept;
  }
  model.c.shorten(kept);
  model.error = (model.error + dropped) * up_by_some;
}

// Bits that say nothing of roots near to here are given up: an interval with s roots and no others near has values of
// about 2^(-1.3 s) of the coefficients'.
void drop_low_bits(local_model& model, slong most_bits, double growth) {
  const double wanted =
      std::min(static_cast<double>(most_bits), (100 + 2 * static_cast<double>(model.c.size())) * growth);
  const double size = static_cast<double>(std::abs(_fmpz_vec_max_bits(model.c.begin(), model.c.size())));
  const double excess = size - std::log2(model.error + 1) - wanted;
  if (!(excess > 32)) return;
  const auto shift = static_cast<ulong>(excess);
  for (slong k = 0; k < model.c.size(); ++k) fmpz_fdiv_q_2exp(model.c[k], model.c[k], shift);
  model.error = (std::ldexp(model.error, -static_cast<int>(std::min<ulong>(shift, 1100))) + 0x1p-1000 +
                 static_cast<double>(model.c.size())) *
                up_by_some;
  model.trimmed = true;
}

}  // namespace

std::shared_ptr<local_model> half_of(const local_model& model, bool right, slong most_bits, double growth) {
  auto half = std::make_shared<local_model>();
  half->error = model.error;
  half->trimmed = model.trimmed;
  half->level = model.level + 1;
  fmpz_mul_2exp(half->index.n, model.index.n, 1);
  if (right) fmpz_add_ui(half->index.n, half->index.n, 1);
  half->c = half_shift(model.c, right, half->error);
  half->error *= up_by_some;
  drop_high_terms(*half);
  drop_low_bits(*half, most_bits, growth);
  drop_high_terms(*half);
  return half;
}

double_model to_doubles(const local_model& model) {
  double_model out;
  const auto size = static_cast<std::size_t>(model.c.size());
  out.scale = std::abs(_fmpz_vec_max_bits(model.c.begin(), model.c.size()));
  out.c.resize(size);
  double sum = 0;
  for (std::size_t k = 0; k < size; ++k) {
    slong exponent = 0;
    const double mantissa = fmpz_get_d_2exp(&exponent, model.c[static_cast<slong>(k)]);
    const slong place = exponent - out.scale;
    out.c[k] = place < -1000 ? 0 : std::ldexp(mantissa, static_cast<int>(place));
    sum += std::abs(out.c[k]);
  }
  const slong down = std::min<slong>(out.scale, 1000);
  out.error = std::ldexp(model.error, -static_cast<int>(down)) + static_cast<double>(size) * 0x1p-999;
  out.error = rounded_up(out.error + 4 * unit * sum, size);
  return out;
}

// Each of the n^2/2 sums is off by a unit of what it would be with moduli for numbers; those sums end as the
// coefficients of sum |c_k| ((t + 1) / 2)^k, which add up to sum |c_k|.
double_model half_of(const double_model& model, bool right) {
  double_model half;
  const std::size_t size = model.c.size();
  half.scale = model.scale;
  half.c.resize(size);
  double* c = half.c.data();
  double power = 1, sum = 0;
  for (std::size_t k = 0; k < size; ++k) {
    c[k] = model.c[k] * power;
    sum += std::abs(model.c[k]);
    power *= right ? 0.5 : -0.5;
  }
  for (std::size_t i = 0; i + 1 < size; ++i)
    for (std::size_t j = size - 1; j-- > i;) c[j] += c[j + 1];
  if (!right)
    for (std::size_t k = 1; k < size; k += 2) c[k] = -c[k];
  double error = model.error + static_cast<double>(size) * (1.01 * unit * sum + 0x1p-990);
  double dropped = 0;
  std::size_t kept = size;
  while (kept > 1 && dropped + std::abs(c[kept - 1]) <= error / 8) dropped += std::abs(c[--kept]);
  half.c.resize(kept);
  half.error = rounded_up(error + dropped, size);
  return half;
}

judgement judge(const double_model& model, double degree) {
  judgement out;
  const std::size_t size = model.c.size();
  const double* c = model.c.data();
  double others = 0;
  for (std::size_t k = 1; k < size; ++k) others += std::abs(c[k]);
  const double first = std::abs(c[0]);
  out.log2_share = std::log2((first + others) / model.error);
  if (first > rounded_up(others + model.error, size)) {
    out.is = verdict::no_root;
    out.sign = c[0] > 0 ? 1 : -1;
    return out;
  }
  if (size < 2) return out;
  double slopes = 0, bends = 0;
  for (std::size_t k = 2; k < size; ++k) {
    const auto power = static_cast<double>(k);
    slopes += power * std::abs(c[k]);
    bends += power * (power - 1) * std::abs(c[k]);
  }
  // (1 + 1 / (4 (n + 1)))^n < e^(1/4) < 1.2841: what the larger disc adds.
  constexpr double larger = 1.2842;
  const double taken = larger * rounded_up(slopes + degree * model.error, size);
  const double left = std::abs(c[1]) - taken;
  if (!(left > std::abs(c[1]) * 0x1p-30)) return out;
  out.is = verdict::univalent;
  out.sign = c[1] > 0 ? 1 : -1;
  out.least_slope = left * (1 - 0x1p-20);
  out.bend = larger * rounded_up(bends + degree * degree * model.error, size);
  return out;
}

}  // namespace vieta::real_line

#endif
