#include "verify/roots/count/sign_changes.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <vector>

#include "base/parallel_for.hpp"
#include "exact/arithmetic.hpp"

namespace vieta::checking {
namespace {

using exact::real_ball;
static_assert(sizeof(real_ball) == sizeof(arb_t));

class values_on_axis {
 public:
  values_on_axis(const polynomial::representation& p, const work_limits& limits) : p_(p), limits_(limits) {}

  /// The sign of p(x), 0 where no precision tells; `precision`: where to begin, and what it took.
  int sign_at(const exact::real& x, slong& precision) {
    const slong most = 4096 + 64 * static_cast<slong>(p_.degree);
    for (; precision <= most; precision *= 2) {
      limits_.check();
      const std::vector<real_ball>& a = coefficients(precision);
      real_ball at, value;
      exact::set_arb(at.x, x, precision);
      _arb_poly_evaluate_rectangular(value.x, a.data()->x, static_cast<slong>(a.size()), at.x, precision);
      if (arb_is_positive(value.x) != 0) return 1;
      if (arb_is_negative(value.x) != 0) return -1;
    }
    return 0;
  }

 private:
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
    slong precision = 128;
    try {
      for (std::size_t k = begin; k < end && all; ++k) {
        const disc& d = discs[k];
        if (!d.im.is_zero() || d.radius.is_zero()) return all.store(false);
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
