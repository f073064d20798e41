#pragma once

#include "exact/arb.hpp"
#ifdef VIETA_HAVE_ARB

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
  explicit operator long double() const {
    const double high = arf_get_d(x_, ARF_RND_NEAR);
    if (!arf_is_finite(x_)) return high;
    return static_cast<long double>(high) + static_cast<double>(*this - big(high));
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

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
