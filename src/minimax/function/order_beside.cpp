#include "minimax/function/order_beside.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "minimax/big.hpp"
#include "minimax/function/singular_points.hpp"
#include "minimax/proof/ball.hpp"

namespace vieta::approximation {
#ifdef VIETA_HAVE_ARB
namespace {

constexpr slong bits = 1200;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Where balls of so many bits tell nothing the value is not finite.
struct value {
  exact::real_ball ball;
  [[nodiscard]] bool is_known() const {
    constexpr slong least_bits = 20;
    return arb_is_finite(ball.x) != 0 && (arb_is_zero(ball.x) != 0 || arb_rel_accuracy_bits(ball.x) >= least_bits);
  }
};

void evaluate_at(value& out, const tree& t, const big& x) {
  exact::real_ball at;
  arf_set(arb_midref(at.x), x.get());
  evaluate(out.ball.x, t, at.x, bits);
}

big middle_at(const tree& t, const big& x) {
  value found;
  evaluate_at(found, t, x);
  return big::middle(found.ball.x);
}

/// log10 |t(x)|; -infinity for 0.
double size_at(const tree& t, const big& x) {
  value found;
  evaluate_at(found, t, x);
  if (!found.is_known()) return unknown;
  if (arb_is_zero(found.ball.x) != 0) return -std::numeric_limits<double>::infinity();
  arf_t size;
  arf_init(size);
  arf_abs(size, arb_midref(found.ball.x));
  fmpz_t exponent;
  fmpz_init(exponent);
  arf_frexp(size, exponent, size);
  constexpr double of_two = 0.30102999566398119521;
  const double log = (fmpz_get_d(exponent) + std::log2(arf_get_d(size, ARF_RND_NEAR))) * of_two;
  arf_clear(size);
  fmpz_clear(exponent);
  return log;
}

/// What is free of the form with its lowest power alone, or the form without p.
double size_of_form(const problem& p, bool without_p, const big& x) {
  if (without_p) return p.without_p ? size_at(p.without_p, x) : -std::numeric_limits<double>::infinity();
  const int least = p.exponents.front();
  return size_at(p.factor, x) + (least > 0 ? least * size_at(p.argument, x) : 0);
}

constexpr int halvings = 230;  // 1e-60 of a piece

/// Of t between a and b, where `value_at` changes its sign.
template <class Values>
big halved(const Values& value_at, big a, big b) {
  const bool is_negative = value_at(a) < big(0);
  for (int step = 0; step < halvings; ++step) {
    const big middle = (a + b) * big(0.5);
    ((value_at(middle) < big(0)) == is_negative ? a : b) = middle;
  }
  return (a + b) * big(0.5);
}

class zero_search {
 public:
  zero_search(const problem& p, long double lo, long double hi) : p_(p), lo_(lo), hi_(hi) {}

  std::optional<unbounded_place> run() {
    if (auto found = look(big(lo_))) return found;
    if (auto found = look(big(hi_))) return found;
    if (lo_ < 0 && hi_ > 0)
      if (auto found = look(big(0))) return found;
    for (const singular_point& at : singular_points(p_.f, lo_, hi_))
      if (at.x > lo_ && at.x < hi_)
        if (auto found = look(refined(at))) return found;
    return at_zeros_between();
  }

 private:
  /// The zero itself: between two neighbours of what long double has for it, where the sign changes there.
  [[nodiscard]] big refined(const singular_point& at) const {
    if (!at.zero_of) return at.x;
    const big step = big(hi_ - lo_) * big(1e-15), a = big(at.x) - step, b = big(at.x) + step;
    const auto value_at = [&](const big& x) { return middle_at(at.zero_of, x) - big(at.value); };
    const big at_a = value_at(a), at_b = value_at(b);
    if ((at_a < big(0)) == (at_b < big(0))) return touching(at.zero_of, a, b);
    return halved(value_at, a, b);
  }

  /// A zero of even order is where t(x + h) - t(x - h) changes its sign.
  [[nodiscard]] big touching(const tree& t, const big& a, const big& b) const {
    const big h = big(hi_ - lo_) * power(big(0.1), 60);
    return halved([&](const big& x) { return middle_at(t, x + h) - middle_at(t, x - h); }, a, b);
  }

  std::optional<unbounded_place> at_zeros_between() {
    constexpr int pieces = 509;
    constexpr long double small = 1e-10L;
    std::vector<long double> x, f;
    long double scale = 0;
    for (int k = 0; k <= pieces; ++k) {
      x.push_back(lo_ + (hi_ - lo_) * k / pieces);
      f.push_back(evaluate(p_.f, x.back()));
      if (std::isfinite(f.back())) scale = std::max(scale, std::fabs(f.back()));
    }
    for (std::size_t k = 1; k < x.size(); ++k) {
      if (f[k - 1] * f[k] < 0)
        if (auto found = look(halved([&](const big& at) { return middle_at(p_.f, at); }, big(x[k - 1]), big(x[k]))))
          return found;
      if (k + 1 == x.size()) break;
      if (f[k] == 0)
        if (auto found = look(big(x[k]))) return found;
      const bool touches = f[k - 1] * f[k] > 0 && f[k] * f[k + 1] > 0 && std::fabs(f[k]) <= std::fabs(f[k - 1]) &&
                           std::fabs(f[k]) <= std::fabs(f[k + 1]);
      if (!touches || std::fabs(evaluate(p_.f, least(x[k - 1], x[k + 1]))) > small * scale) continue;
      if (auto found = look(touching(p_.f, big(x[k - 1]), big(x[k + 1])))) return found;
    }
    return std::nullopt;
  }

  /// The place of the least |f|, by thirds.
  [[nodiscard]] long double least(long double a, long double b) const {
    constexpr int steps = 80;
    for (int step = 0; step < steps; ++step) {
      const long double left = a + (b - a) / 3, right = b - (b - a) / 3;
      if (std::fabs(evaluate(p_.f, left)) < std::fabs(evaluate(p_.f, right)))
        b = right;
      else
        a = left;
    }
    return a + (b - a) / 2;
  }

  /// The ratio of the form to the function grows like a power all the way from 1e-10 to 1e-40 of the interval.
  [[nodiscard]] std::optional<unbounded_place> look(const big& at) const {
    constexpr double least_order = 0.02;
    for (const int side : {-1, 1}) {
      const auto beside = [&](int decimals) { return at + big(hi_ - lo_) * power(big(0.1), decimals) * big(side); };
      const big far = beside(10), near = beside(20), nearest = beside(40);
      if (far < big(lo_) || far > big(hi_)) continue;
      const double f[] = {size_at(p_.f, far), size_at(p_.f, near), size_at(p_.f, nearest)};
      if (!(f[0] - f[1] > 10 * least_order) || !(f[1] - f[2] > 20 * least_order) || !std::isfinite(f[2])) continue;
      for (const bool without_p : {true, false}) {
        const double g[] = {size_of_form(p_, without_p, far), size_of_form(p_, without_p, near),
                            size_of_form(p_, without_p, nearest)};
        const double of_far = (g[1] - g[0]) - (f[1] - f[0]), of_near = (g[2] - g[1]) - (f[2] - f[1]);
        if (of_far > 10 * least_order && of_near > 20 * least_order)
          return unbounded_place{static_cast<long double>(at), g[1] - g[2] > 20 * least_order};
      }
    }
    return std::nullopt;
  }

  const problem& p_;
  long double lo_, hi_;
};

}  // namespace

std::optional<unbounded_place> unbounded_relative_error(const problem& p) {
  if (!p.relative || p.callable || !p.samples.empty() || p.exponents.empty()) return std::nullopt;
  const working_bits scope(bits);
  for (const auto& [from, to] : p.intervals)
    if (auto found = zero_search(p, evaluate(from, 0), evaluate(to, 0)).run()) return found;
  return std::nullopt;
}
#else
std::optional<unbounded_place> unbounded_relative_error(const problem&) { return std::nullopt; }
#endif

}  // namespace vieta::approximation
