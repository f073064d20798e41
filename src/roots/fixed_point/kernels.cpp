// Horner's rule in fixed point at a short node, compiled once for each instruction set. Lanes are nodes. The error
// bound stands in docs/method/roots.md, "Fixed point".
#include "roots/fixed_point/kernels.hpp"

#include <cmath>

#include "base/simd/isa.hpp"
#include "vieta/core/eft.hpp"

namespace vieta::VIETA_ISA {
namespace {

using real = double_lanes;
constexpr std::size_t lanes = real::size;
constexpr double radix = 0x1p50, radix_inverse = 0x1p-50;
constexpr double rounder = 0x1.8p52;  // x + rounder - rounder is the whole number next to x, for |x| < 2^51

// A product or the sum of two as a whole number and a rest below 1 that is a multiple of 2^-50: both without error.
struct split_sum {
  real whole, rest;
};

VT_HD split_sum split_product(const real& x, const real& a) {
  if constexpr (has_fast_fma) {
    const real shifted = fma(x, a, real(rounder));
    return {shifted - real(rounder), fma(x, a, real(rounder) - shifted)};
  } else {
    const auto [high, low] = two_prod(x, a);
    const real whole = (high + real(rounder)) - real(rounder);
    return {whole, (high - whole) + low};
  }
}

// x a + y b
VT_HD split_sum split_products(const real& x, const real& a, const real& y, const real& b) {
  if constexpr (has_fast_fma) {
    const real first = fma(y, b, real(rounder)), second = fma(x, a, first);
    return {second - real(rounder), fma(y, b, real(rounder) - first) + fma(x, a, first - second)};
  } else {
    const split_sum p = split_product(x, a), q = split_product(y, b);
    return {p.whole + q.whole, p.rest + q.rest};
  }
}

// A digit of a result: `sum` is what belongs to its place. What is too much for the place goes to the next one, and no
// further.
VT_HD real settled(const real& sum, real& carry) {
  real above;
  if constexpr (has_fast_fma) {
    above = fma(sum, real(radix_inverse), real(rounder)) - real(rounder);
    const real digit = fma(above, real(-radix), sum) + carry;
    carry = above;
    return digit;
  } else {
    above = (sum * real(radix_inverse) + real(rounder)) - real(rounder);
    const real digit = (sum - above * real(radix)) + carry;
    carry = above;
    return digit;
  }
}
VT_HD real sum_of(const real& whole, const real& rest_of_next) {
  if constexpr (has_fast_fma)
    return fma(rest_of_next, real(radix), whole);
  else
    return rest_of_next * real(radix) + whole;
}

// Digits of all lanes, zero from `height` on.
struct digit_planes {
  double* data;
  std::int32_t height;

  VT_HD real at(std::int32_t j) const { return real::load(data + static_cast<std::size_t>(j) * lanes); }
  VT_HD void put(std::int32_t j, const real& x) const { x.store(data + static_cast<std::size_t>(j) * lanes); }
  VT_HD bool is_zero(std::int32_t j) const { return bits(at(j) != real(0.0)) == 0; }
};

VT_HD std::int32_t larger(std::int32_t a, std::int32_t b) { return a < b ? b : a; }

// out = x a + y b + row, from digit `low` on, where `out` may be x or y: digits are read before they are replaced.
VT_HD void combine(const digit_planes& x, const real& a, const digit_planes& y, const real& b, const double* row,
                   std::int32_t row_height, std::int32_t low, digit_planes& out) {
  const std::int32_t top = larger(larger(x.height, y.height), row_height);
  split_sum here = split_products(x.at(low), a, y.at(low), b);
  real carry(0.0);
  std::int32_t j = low;
  for (; j < row_height; ++j) {
    const split_sum next = split_products(x.at(j + 1), a, y.at(j + 1), b);
    out.put(j, settled(sum_of(here.whole + real(row[j]), next.rest), carry));
    here = next;
  }
  for (; j < top; ++j) {
    const split_sum next = split_products(x.at(j + 1), a, y.at(j + 1), b);
    out.put(j, settled(sum_of(here.whole, next.rest), carry));
    here = next;
  }
  if (j <= top) out.put(top, carry);
  out.height = top + 1;
  while (out.height > low && out.is_zero(out.height - 1)) --out.height;
  if (out.height == low) out.height = 0;
}

// The same for one product.
VT_HD void combine(digit_planes& x, const real& a, const double* row, std::int32_t row_height, std::int32_t low) {
  const std::int32_t top = larger(x.height, row_height);
  split_sum here = split_product(x.at(low), a);
  real carry(0.0);
  std::int32_t j = low;
  for (; j < row_height; ++j) {
    const split_sum next = split_product(x.at(j + 1), a);
    x.put(j, settled(sum_of(here.whole + real(row[j]), next.rest), carry));
    here = next;
  }
  for (; j < top; ++j) {
    const split_sum next = split_product(x.at(j + 1), a);
    x.put(j, settled(sum_of(here.whole, next.rest), carry));
    here = next;
  }
  if (j <= top) x.put(top, carry);
  x.height = top + 1;
  while (x.height > low && x.is_zero(x.height - 1)) --x.height;
  if (x.height == low) x.height = 0;
}

// (x + i y) (a + i b) + row in the place of x + i y. `row_im` may be null.
VT_HD void combine_complex(digit_planes& x, digit_planes& y, const real& a, const real& b, const double* row_re,
                           const double* row_im, std::int32_t row_height, std::int32_t low) {
  const std::int32_t top = larger(larger(x.height, y.height), row_height);
  const real minus_b = -b;
  split_sum re = split_products(x.at(low), a, y.at(low), minus_b), im = split_products(y.at(low), a, x.at(low), b);
  real carry_re(0.0), carry_im(0.0);
  std::int32_t j = low;
  for (; j < top; ++j) {
    const real next_x = x.at(j + 1), next_y = y.at(j + 1);
    const split_sum next_re = split_products(next_x, a, next_y, minus_b),
                    next_im = split_products(next_y, a, next_x, b);
    if (j < row_height) {
      re.whole += real(row_re[j]);
      if (row_im != nullptr) im.whole += real(row_im[j]);
    }
    x.put(j, settled(sum_of(re.whole, next_re.rest), carry_re));
    y.put(j, settled(sum_of(im.whole, next_im.rest), carry_im));
    re = next_re;
    im = next_im;
  }
  if (j <= top) {
    x.put(top, carry_re);
    y.put(top, carry_im);
  }
  x.height = top + 1;
  while (x.height > low && x.is_zero(x.height - 1) && y.is_zero(x.height - 1)) --x.height;
  if (x.height == low) x.height = 0;
  y.height = x.height;
}

// The three leading digits of each lane as a double, within 2^-51.
VT_HD void to_doubles(const digit_planes& x, double* value, std::int32_t* digit) {
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const auto at = [&](std::int32_t j) { return x.data[static_cast<std::size_t>(j) * lanes + lane]; };
    std::int32_t j = x.height - 1;
    while (j > 0 && at(j) == 0) --j;
    if (j < 2) {
      value[lane] = x.height == 0 ? 0 : j == 1 ? at(1) * radix + at(0) : at(0);
      digit[lane] = 0;
      continue;
    }
    value[lane] = (at(j) * radix + at(j - 1)) * radix + at(j - 2);
    digit[lane] = j - 2;
  }
}

VT_HD std::int32_t end_of(const short_points& points, std::int64_t k) {
  return points.base + static_cast<std::int32_t>(static_cast<double>(k) * points.slope);
}

bool horner(const digit_rows& rows, const short_points& points, std::int32_t capacity, double* work,
            const short_sums& sums) {
  const std::size_t plane = static_cast<std::size_t>(capacity) * lanes;
  for (std::size_t k = 0; k < 2 * plane; ++k) work[k] = 0;
  digit_planes x{work, 0}, y{work + plane, 0};
  const real a = real::load(points.a), b = real::load(points.b), twice = a + a, minus_b = -b;
  // A row that ends below the digit where the sum begins adds nothing to it.
  const auto room = [&](std::int32_t low, std::int32_t height) {
    return larger(larger(larger(x.height, y.height), height), low) + 3 <= capacity;
  };
  for (std::int64_t k = points.highest; k >= points.lowest; --k) {
    const std::int32_t low = end_of(points, k), height = rows.height[k];
    if (height <= low && x.height == 0 && y.height == 0) continue;
    if (!room(low, height)) return false;
    if (k > points.lowest) {  // rows are passed downwards, digits upwards: no processor expects that
      const std::int32_t end = rows.height[k - 1];
      for (std::int32_t j = low; j < end; j += 8) {
        __builtin_prefetch(rows.re + rows.start[k - 1] + j);
        if (rows.im != nullptr) __builtin_prefetch(rows.im + rows.start[k - 1] + j);
      }
    }
    const double* const row = rows.re + rows.start[k];
    if (points.form == short_form::real) {
      combine(x, a, row, height, low);
    } else if (points.form == short_form::quadratic) {
      // q_k = b_k + 2 a q_(k+1) - b q_(k+2) takes the place of q_(k+2); at last with a instead of 2 a: the real part.
      combine(x, k == points.lowest ? a : twice, y, minus_b, row, height, low, y);
      const digit_planes before = x;
      x = y;
      y = before;
    } else {
      combine_complex(x, y, a, b, row, rows.im == nullptr ? nullptr : rows.im + rows.start[k], height, low);
    }
  }
  to_doubles(x, sums.re, sums.re_digit);
  to_doubles(y, sums.im, sums.im_digit);
  return true;
}

}  // namespace

extern const fixed_point_kernel fixed_point;
const fixed_point_kernel fixed_point{lanes, horner};

}  // namespace vieta::VIETA_ISA
