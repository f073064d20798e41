#pragma once

#include <cmath>

#include "exact/arb.hpp"
#ifdef VIETA_HAVE_ARB

#include "minimax/fit/exchange_problem.hpp"

namespace vieta::approximation {

/// A floating-point number of `big::precision` bits, with operators: what the exchange computes with when double is
/// not enough. Rounded, without error bounds; proofs use balls.
class big {
 public:
  static inline thread_local slong precision = 128;

  big() { arf_init(x_); }
  big(double value) : big() { arf_set_d(x_, value); }
  big(int value) : big() { arf_set_si(x_, value); }
  big(long double value) : big() {
    const double high = static_cast<double>(value);
    arf_set_d(x_, high);
    const big low(static_cast<double>(value - high));
    arf_add(x_, x_, low.x_, 64, ARF_RND_NEAR);
  }
  big(const big& other) : big() { arf_set(x_, other.x_); }
  big(big&& other) noexcept : big() { arf_swap(x_, other.x_); }
  big& operator=(const big& other) {
    arf_set(x_, other.x_);
    return *this;
  }
  big& operator=(big&& other) noexcept {
    arf_swap(x_, other.x_);
    return *this;
  }
  ~big() { arf_clear(x_); }
  /// The middle of a ball, rounded.
  static big middle(const arb_t ball) {
    big value;
    arf_set_round(value.x_, arb_midref(ball), precision, ARF_RND_NEAR);
    return value;
  }

  [[nodiscard]] arf_srcptr get() const { return x_; }
  explicit operator double() const { return arf_get_d(x_, ARF_RND_NEAR); }
  /// Rounded twice; infinite only beyond the range of long double.
  explicit operator long double() const {
    if (!arf_is_finite(x_) || arf_is_zero(x_)) return arf_get_d(x_, ARF_RND_NEAR);
    const slong exponent = arf_abs_bound_lt_2exp_si(x_);
    constexpr slong beyond = 17000;
    if (exponent > beyond) return arf_sgn(x_) < 0 ? -HUGE_VALL : HUGE_VALL;
    if (exponent < -beyond) return 0;
    big scaled;
    arf_mul_2exp_si(scaled.x_, x_, -exponent);
    const double high = arf_get_d(scaled.x_, ARF_RND_NEAR);
    const long double sum = static_cast<long double>(high) + arf_get_d((scaled - big(high)).x_, ARF_RND_NEAR);
    return std::ldexp(sum, static_cast<int>(exponent));
  }

  friend big operator+(const big& a, const big& b) { return with(arf_add, a, b); }
  friend big operator-(const big& a, const big& b) { return with(arf_sub, a, b); }
  friend big operator*(const big& a, const big& b) {
    big c;
    arf_mul(c.x_, a.x_, b.x_, precision, ARF_RND_NEAR);
    return c;
  }
  friend big operator/(const big& a, const big& b) { return with(arf_div, a, b); }
  big operator-() const {
    big c;
    arf_neg(c.x_, x_);
    return c;
  }
  friend bool operator<(const big& a, const big& b) { return arf_cmp(a.x_, b.x_) < 0; }
  friend bool operator>(const big& a, const big& b) { return b < a; }
  friend bool operator==(const big& a, const big& b) { return arf_equal(a.x_, b.x_) != 0; }
  friend big sqrt(const big& a) {
    big c;
    arf_sqrt(c.x_, a.x_, precision, ARF_RND_NEAR);
    return c;
  }
  friend big abs(const big& a) {
    big c;
    arf_abs(c.x_, a.x_);
    return c;
  }

 private:
  static big with(int (*operate)(arf_t, const arf_t, const arf_t, slong, arf_rnd_t), const big& a, const big& b) {
    big c;
    operate(c.x_, a.x_, b.x_, precision, ARF_RND_NEAR);
    return c;
  }
  arf_t x_;
};

/// Works with so many bits until the end of its scope, whatever ends it: threads are kept from call to call.
class working_bits {
 public:
  explicit working_bits(slong bits) { big::precision = bits; }
  working_bits(const working_bits&) = delete;
  working_bits& operator=(const working_bits&) = delete;
  ~working_bits() { big::precision = before_; }

 private:
  slong before_ = big::precision;
};

template <>
struct raised_precision<big> {
  explicit raised_precision(int times) { big::precision *= times; }
  raised_precision(const raised_precision&) = delete;
  raised_precision& operator=(const raised_precision&) = delete;
  ~raised_precision() { big::precision = before_; }

 private:
  slong before_ = big::precision;
};

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
