#include "verify/roots/count/sign_changes.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "base/parallel_for.hpp"
#include "exact/arithmetic.hpp"
#include "verify/roots/count/common_denominator.hpp"

namespace vieta::checking {
namespace {

using exact::real_ball;
static_assert(sizeof(real_ball) == sizeof(arb_t));

class values_on_axis {
 public:
  values_on_axis(const polynomial::representation& p, const work_limits& limits) : p_(p), limits_(limits) {
    // Long coefficients cancel by as much as they are long.
    std::int64_t longest = 0;
    for (const exact::real& a : p.exact_re) longest = std::max(longest, exact::bit_length(a.numerator));
    most_ = 4096 + 64 * static_cast<slong>(p.degree) + 2 * static_cast<slong>(longest);
  }

  /// The sign of p(x), 0 where no precision tells; `precision`: where to begin, and what it took.
  int sign_at(const exact::real& x, slong& precision) {
    for (; precision <= most_; precision *= 2) {
      const real_ball value = value_at(x, precision);
      if (arb_is_positive(value.x) != 0) return 1;
      if (arb_is_negative(value.x) != 0) return -1;
    }
    return 0;
  }

  /// Whether p is 0 at the centre, exactly: p(x) is a fraction with a known denominator, so that it is 0 if it is below
  /// the reciprocal. `precision` as above.
  bool vanishes_at(const disc& centre, slong& precision) {
    const std::optional<slong> denominator = denominator_bits(centre, p_);
    if (!denominator) return false;
    real_ball least;
    arb_one(least.x);
    arb_mul_2exp_si(least.x, least.x, -*denominator);
    for (; precision <= most_; precision *= 2) {
      real_ball value = value_at(centre.re, precision);
      if (arb_contains_zero(value.x) == 0) return false;
      arb_abs(value.x, value.x);
      if (arb_lt(value.x, least.x) != 0) return true;
    }
    return false;
  }

 private:
  real_ball value_at(const exact::real& x, slong precision) {
    limits_.check();
    const std::vector<real_ball>& a = coefficients(precision);
    real_ball at, value;
    exact::set_arb(at.x, x, precision);
    _arb_poly_evaluate_rectangular(value.x, a.data()->x, static_cast<slong>(a.size()), at.x, precision);
    return value;
  }

  const std::vector<real_ball>& coefficients(slong precision) {
    const std::scoped_lock one_at_a_time(lock_);
    std::vector<real_ball>& all = known_[precision];
    if (!all.empty()) return all;
    all.resize(p_.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
      exact::complex_ball a;
      exact::set_coefficient(a.z, p_, k, precision);
      arb_swap(all[k].x, acb_realref(a.z));
    }
    return all;
  }

  const polynomial::representation& p_;
  const work_limits& limits_;
  slong most_;
  std::mutex lock_;
  std::map<slong, std::vector<real_ball>> known_;
};

}  // namespace

bool change_signs(const polynomial& p, std::span<const disc> discs, const work_limits& limits) {
  constexpr std::int64_t highest_degree = 20'000;
  if (!p.is_real() || !p.data().exponents.empty() || p.degree() > highest_degree) return false;
  values_on_axis values(p.data(), limits);
  std::atomic<bool> all = true, is_stopped = false;
  parallel_for(discs.size(), 8, limits.threads(), [&](std::size_t begin, std::size_t end) {
    slong precision = 128, precision_for_zero = 128;
    try {
      for (std::size_t k = begin; k < end && all; ++k) {
        const disc& d = discs[k];
        if (!d.im.is_zero()) return all.store(false);
        if (d.radius.is_zero()) {
          if (!values.vanishes_at(d, precision_for_zero)) all = false;
          continue;
        }
        precision = std::max<slong>(128, precision / 2);  // a neighbour may take less
        const int left = values.sign_at(exact::subtract(d.re, d.radius), precision),
                  right = values.sign_at(exact::add(d.re, d.radius), precision);
        if (left * right >= 0) all = false;
      }
    } catch (const stopped&) {
      is_stopped = true;
    }
  });
  if (is_stopped) throw stopped();
  return all;
}

}  // namespace vieta::checking

#endif
