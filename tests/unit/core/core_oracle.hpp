#pragma once

#include <mpfr.h>

#include <algorithm>
#include <limits>

#include "vieta/core/qd.hpp"

// The oracle: MPFR at a precision that holds every sum and product of two doubles without rounding.
namespace vieta::test {

class exact {
 public:
  exact() {
    mpfr_init2(value_, 4400);
    mpfr_set_zero(value_, 1);
  }
  exact(double x) : exact() { mpfr_set_d(value_, x, MPFR_RNDN); }
  exact(const dd& x) : exact(exact(x.hi) + exact(x.lo)) {}
  exact(const qd& x) : exact((exact(x.x0) + exact(x.x1)) + (exact(x.x2) + exact(x.x3))) {}
  exact(const exact& other) : exact() { mpfr_set(value_, other.value_, MPFR_RNDN); }
  exact& operator=(const exact& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~exact() { mpfr_clear(value_); }

  friend exact operator+(const exact& a, const exact& b) { return a.with(b, mpfr_add); }
  friend exact operator-(const exact& a, const exact& b) { return a.with(b, mpfr_sub); }
  friend exact operator*(const exact& a, const exact& b) { return a.with(b, mpfr_mul); }
  friend exact operator/(const exact& a, const exact& b) { return a.with(b, mpfr_div); }
  friend exact sqrt(const exact& a) {
    exact r;
    mpfr_sqrt(r.value_, a.value_, MPFR_RNDN);
    return r;
  }
  friend exact abs(const exact& a) {
    exact r;
    mpfr_abs(r.value_, a.value_, MPFR_RNDN);
    return r;
  }
  friend bool operator==(const exact& a, const exact& b) { return mpfr_equal_p(a.value_, b.value_) != 0; }
  friend bool operator<(const exact& a, const exact& b) { return mpfr_less_p(a.value_, b.value_) != 0; }
  friend bool operator<=(const exact& a, const exact& b) { return mpfr_lessequal_p(a.value_, b.value_) != 0; }

  bool is_zero() const { return mpfr_zero_p(value_) != 0; }
  /// The nearest double.
  double to_double() const { return mpfr_get_d(value_, MPFR_RNDN); }
  /// This number times 2^k, rounded up to a double.
  double scaled_up(int k) const {
    exact r;
    mpfr_mul_2si(r.value_, value_, k, MPFR_RNDN);
    return mpfr_get_d(r.value_, MPFR_RNDU);
  }

 private:
  using operation = int(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
  exact with(const exact& b, operation* op) const {
    exact r;
    op(r.value_, value_, b.value_, MPFR_RNDN);
    return r;
  }

  mpfr_t value_;
};

/// The largest error seen, relative to a reference, in units of 2^-bits.
class worst {
 public:
  explicit worst(int bits) : bits_(bits) {}
  void see(const exact& error, const exact& reference) {
    if (error.is_zero()) return;
    const double units =
        reference.is_zero() ? std::numeric_limits<double>::infinity() : (abs(error) / abs(reference)).scaled_up(bits_);
    largest_ = std::max(largest_, units);
  }
  double units() const { return largest_; }

 private:
  int bits_;
  double largest_ = 0;
};

}  // namespace vieta::test
