#include "verify/boxes/expansion.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

namespace vieta::checking {
namespace {

using exact::real_ball;

std::size_t count_of(const std::vector<int>& degrees) {
  std::size_t count = 1;
  for (const int d : degrees) count *= static_cast<std::size_t>(d) + 1;
  return count;
}

std::size_t stride_of(const std::vector<int>& degrees, std::size_t axis) {
  std::size_t stride = 1;
  for (std::size_t v = axis + 1; v < degrees.size(); ++v) stride *= static_cast<std::size_t>(degrees[v]) + 1;
  return stride;
}

/// f(the d + 1 terms of each line along the axis, from the first with this stride).
template <class F>
void along(std::vector<real_ball>& terms, const std::vector<int>& degrees, std::size_t axis, const F& f) {
  const std::size_t stride = stride_of(degrees, axis), length = static_cast<std::size_t>(degrees[axis]) + 1;
  for (std::size_t block = 0; block < terms.size(); block += stride * length)
    for (std::size_t k = 0; k < stride; ++k) f(&terms[block + k], stride);
}

}  // namespace

double above(const real_ball& x) {
  mag_t size;
  mag_init(size);
  arb_get_mag(size, x.x);
  const double out = mag_is_inf(size) != 0 ? HUGE_VAL : mag_get_d(size);  // of 30 bits: exact, or beyond doubles
  mag_clear(size);
  constexpr double tiny = 1e-290;  // what vanishes in doubles
  return std::max(out, arb_is_zero(x.x) != 0 ? 0.0 : tiny);
}

double below(const real_ball& x) {
  mag_t size;
  mag_init(size);
  arb_get_mag_lower(size, x.x);
  const double out = mag_get_d(size);
  mag_clear(size);
  return std::isfinite(out) ? out : 0;
}

double middle(const real_ball& x) {
  const arf_struct* const m = arb_midref(x.x);
#if FLINT_BITS == 64
  // arf_get_d goes through MPFR and takes five times as long.
  if (arf_is_special(m) == 0 && ARF_IS_LAGOM(m) != 0) {
    mp_srcptr limbs = nullptr;
    mp_size_t count = 0;
    ARF_GET_MPN_READONLY(limbs, count, m);
    const auto top = static_cast<double>(limbs[count - 1]);
    // Within the range of normal numbers: the top limb is 2^63 at least.
    if (const slong exponent = ARF_EXP(m) - FLINT_BITS; exponent > -1000 && exponent < 900) {
      const auto scale = std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52U);
      return (ARF_SGNBIT(m) != 0 ? -top : top) * scale;
    }
  }
#endif
  return arf_get_d(m, ARF_RND_NEAR);
}

void expansion::count_powers() {
  terms_.resize(count_of(degrees_));
  exponents all(terms_.size(), std::vector<int>(degrees_.size()));
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    std::size_t rest = k;
    for (std::size_t v = degrees_.size(); v-- > 0;) {
      const auto length = static_cast<std::size_t>(degrees_[v]) + 1;
      all[k][v] = static_cast<int>(rest % length);
      rest /= length;
    }
  }
  powers_ = std::make_shared<const exponents>(std::move(all));
}

expansion::expansion(const bernstein_polynomial& p, const std::vector<std::array<double, 2>>& box)
    : degrees_(p.degrees) {
  precision_ = 160;
  for (const int d : degrees_) precision_ += 4L * d;
  count_powers();
  for (std::size_t k = 0; k < terms_.size(); ++k) arb_set_d(terms_[k].x, p.coefficients[k]);
  for (std::size_t v = 0; v < degrees_.size(); ++v) {
    const int d = degrees_[v];
    const double from = box.empty() ? 0 : box[v][0], to = box.empty() ? 1 : box[v][1];
    real_ball edge, power, ends;
    arb_set_d(edge.x, to);
    arb_set_d(ends.x, from);
    arb_sub(edge.x, edge.x, ends.x, precision_);
    arb_inv(edge.x, edge.x, precision_);
    along(terms_, degrees_, v, [&](real_ball* line, std::size_t stride) {
      // a_k = binomial(d, k) times the k-th difference, over edge^k
      for (int level = 1; level <= d; ++level)
        for (int k = d; k >= level; --k)
          arb_sub(line[static_cast<std::size_t>(k) * stride].x, line[static_cast<std::size_t>(k) * stride].x,
                  line[static_cast<std::size_t>(k - 1) * stride].x, precision_);
      arb_one(power.x);
      for (int k = 1; k <= d; ++k) {
        arb_mul(power.x, power.x, edge.x, precision_);
        arb_mul_si(power.x, power.x, d - k + 1, precision_);
        arb_div_si(power.x, power.x, k, precision_);
        arb_mul(line[static_cast<std::size_t>(k) * stride].x, line[static_cast<std::size_t>(k) * stride].x, power.x,
                precision_);
      }
    });
  }
}

std::size_t expansion::linear(std::size_t v) const { return degrees_[v] < 1 ? size() : stride_of(degrees_, v); }

expansion expansion::about(const std::vector<real_ball>& distance) const {
  expansion out = *this;
  for (std::size_t v = 0; v < degrees_.size(); ++v) {
    const int d = degrees_[v];
    along(out.terms_, degrees_, v, [&](real_ball* line, std::size_t stride) {
      for (int first = 0; first < d; ++first)
        for (int k = d; k-- > first;)
          arb_addmul(line[static_cast<std::size_t>(k) * stride].x, line[static_cast<std::size_t>(k + 1) * stride].x,
                     distance[v].x, precision_);
    });
  }
  return out;
}

void expansion::add_multiple_of(const expansion& other, double factor) {
  real_ball by;
  arb_set_d(by.x, factor);
  for (std::size_t k = 0; k < terms_.size(); ++k) arb_addmul(terms_[k].x, other.terms_[k].x, by.x, precision_);
}

// Horner's rule along the last variable, then along the one before it.
real_ball expansion::value_at(const std::vector<real_ball>& distance) const {
  std::vector<real_ball> line;
  std::size_t count = terms_.size();
  for (std::size_t v = degrees_.size(); v-- > 0;) {
    const auto d = static_cast<std::size_t>(degrees_[v]);
    const std::vector<real_ball>& from = line.empty() ? terms_ : line;
    count /= d + 1;
    std::vector<real_ball> sums(count);
    for (std::size_t i = 0; i < count; ++i) {
      arb_ptr const sum = sums[i].x;
      arb_set(sum, from[i * (d + 1) + d].x);
      for (std::size_t k = d; k-- > 0;) {
        arb_mul(sum, sum, distance[v].x, precision_);
        arb_add(sum, sum, from[i * (d + 1) + k].x, precision_);
      }
    }
    line = std::move(sums);
  }
  return std::move(line[0]);
}

expansion expansion::zero() const {
  expansion out;
  out.degrees_ = degrees_;
  out.powers_ = powers_;
  out.precision_ = precision_;
  out.terms_.resize(terms_.size());
  return out;
}

expansion expansion::padded(const std::vector<int>& degrees) const {
  expansion out;
  out.degrees_ = degrees;
  out.precision_ = precision_;
  out.count_powers();
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    std::size_t at = 0;
    for (std::size_t v = 0; v < degrees.size(); ++v)
      at = at * (static_cast<std::size_t>(degrees[v]) + 1) + static_cast<std::size_t>(powers(k)[v]);
    out.terms_[at] = terms_[k];
  }
  return out;
}

}  // namespace vieta::checking

#endif
