#pragma once

#include <cstdint>

#include "roots/cuda/digit_slice.hpp"
#include "roots/cuda/horner_points.hpp"
#include "roots/cuda/warp.hpp"

namespace vieta {
inline namespace VIETA_RUNS_ON {

/// The rows of a chart cut into slices of K digits: digit i of slice s of row k is re[(k K + i) slices + s]. Behind the
/// digits of every row there are 32 slices of zeros at least. `im` is null when all are real.
struct slice_rows {
  const double *re = nullptr, *im = nullptr;
  const std::int32_t* height = nullptr;
  std::int32_t slices = 0;
};

/// Horner's rule at one point by one warp: lane l holds the digits low + l K, ..., of the sum, where low, a multiple of
/// K, is the end of the sum at step k or less. As k falls the window of 32 K digits moves down, a lane at a time.
/// What comes out is as in fixed_point_kernel::horner, with the bound given there; digits that do not fit into the
/// window are noticed, and the sum is not `done` then.
template <int K, short_form Form>
class warp_horner {
 public:
  VT_HD static void run(const slice_rows& rows, const device_point& point, device_sum& sum) {
    warp_horner h(rows, point);
    h.run_steps();
    h.store(sum);
  }

 private:
  using slice = digit_slice<K>;
  using one_each = warp::each<double>;
  using slice_each = warp::each<slice>;

  VT_HD warp_horner(const slice_rows& rows, const device_point& point) : rows_(rows), point_(point) {
    warp::for_lanes([&](int lane) { overflow_[lane] = false; });
    warp::for_lanes([&](int lane) {
      VT_UNROLL
      for (int i = 0; i < K; ++i) x_[lane].at[i] = y_[lane].at[i] = 0;
    });
  }

  /// The lane of the chart that the window begins with at step k.
  VT_HD static std::int32_t window(const device_point& point, std::int32_t k) {
    return (point.base + static_cast<std::int32_t>(static_cast<double>(k) * point.slope)) / K;
  }
  VT_HD static void load(const double* plane, std::int32_t slices, std::int32_t k, std::int32_t low, slice_each& row) {
    const std::int64_t first = static_cast<std::int64_t>(k) * K * slices + low;
    warp::for_lanes([&](int lane) {
      VT_UNROLL
      for (int i = 0; i < K; ++i) {
        const double* const place = plane + first + static_cast<std::int64_t>(i) * slices + lane;
#if defined(__CUDA_ARCH__)
        row[lane].at[i] = __ldg(place);
#else
        row[lane].at[i] = *place;
#endif
      }
    });
  }
  VT_HD static one_each lowest_of(const slice_each& x) {
    one_each result;
    warp::for_lanes([&](int lane) { result[lane] = x[lane].at[0]; });
    return result;
  }
  // What every lane leaves for the next one; nothing may leave the window.
  VT_HD void pass_up(const one_each& carry, slice_each& x) {
    const one_each given = warp::from_below(carry);
    warp::for_lanes([&](int lane) {
      x[lane].at[0] += given[lane];
      overflow_[lane] = overflow_[lane] | ((lane == warp::lanes - 1) & !(carry[lane] == 0));
    });
  }
  VT_HD void move_down(slice_each& x) {
    warp::for_lanes([&](int lane) {
      VT_UNROLL
      for (int i = 0; i < K; ++i)
        overflow_[lane] = overflow_[lane] | ((lane == warp::lanes - 1) & !(x[lane].at[i] == 0));
    });
    VT_UNROLL
    for (int i = 0; i < K; ++i) {
      one_each digit;
      warp::for_lanes([&](int lane) { digit[lane] = x[lane].at[i]; });
      digit = warp::from_below(digit);
      warp::for_lanes([&](int lane) { x[lane].at[i] = digit[lane]; });
    }
  }

  // q_k = b_k + 2 a q_(k+1) - b q_(k+2) in the place of q_(k+2); `a` is 2 a but for the last one.
  VT_HD void quadratic_step(const slice_each& x, double a, slice_each& y, double minus_b, const slice_each& row) {
    const one_each above_x = warp::from_above(lowest_of(x)), above_y = warp::from_above(lowest_of(y));
    one_each carry;
    warp::for_lanes([&](int lane) {
      carry[lane] = combine<K>(x[lane], above_x[lane], a, y[lane], above_y[lane], minus_b, row[lane], y[lane]);
    });
    pass_up(carry, y);
  }
  VT_HD void rectangular_step(double a, double b, const slice_each& row, const slice_each& row_im) {
    const one_each above_x = warp::from_above(lowest_of(x_)), above_y = warp::from_above(lowest_of(y_));
    one_each carry_re, carry_im;
    warp::for_lanes([&](int lane) {
      slice re;
      carry_re[lane] = combine<K>(x_[lane], above_x[lane], a, y_[lane], above_y[lane], -b, row[lane], re);
      carry_im[lane] = combine<K>(y_[lane], above_y[lane], a, x_[lane], above_x[lane], b, row_im[lane], y_[lane]);
      x_[lane] = re;
    });
    pass_up(carry_re, x_);
    pass_up(carry_im, y_);
  }
  VT_HD void real_step(double a, const slice_each& row) {
    const one_each above = warp::from_above(lowest_of(x_));
    one_each carry;
    warp::for_lanes([&](int lane) { carry[lane] = combine<K>(x_[lane], above[lane], a, row[lane]); });
    pass_up(carry, x_);
  }

  VT_HD void run_steps() {
    const device_point point = point_;
    const slice_rows rows = rows_;
    const double twice = 2 * point.a;
    std::int32_t low = window(point, point.highest);
    slice_each row, row_im, next, next_im;
    warp::for_lanes([&](int lane) {
      VT_UNROLL
      for (int i = 0; i < K; ++i) row_im[lane].at[i] = next_im[lane].at[i] = 0;
    });
    load(rows.re, rows.slices, point.highest, low, row);
    if (rows.im != nullptr) load(rows.im, rows.slices, point.highest, low, row_im);
    for (std::int32_t k = point.highest;; --k) {
      const bool last = k == point.lowest;
      const std::int32_t next_k = last ? k : k - 1, next_low = window(point, next_k);
      load(rows.re, rows.slices, next_k, next_low, next);
      if (Form == short_form::rectangular && rows.im != nullptr) load(rows.im, rows.slices, next_k, next_low, next_im);
      const bool is_too_high = rows.height[k] > (low + warp::lanes) * K;
      warp::for_lanes([&](int lane) { overflow_[lane] = overflow_[lane] | is_too_high; });
      if constexpr (Form == short_form::real) {
        real_step(point.a, row);
      } else if constexpr (Form == short_form::rectangular) {
        rectangular_step(point.a, point.b, row, row_im);
      } else {
        quadratic_step(x_, last ? point.a : twice, y_, -point.b, row);
        const slice_each before = x_;
        x_ = y_;
        y_ = before;
      }
      if (last) break;
      for (; low > next_low; --low) {
        move_down(x_);
        if constexpr (Form != short_form::real) move_down(y_);
      }
      row = next;
      if constexpr (Form == short_form::rectangular) row_im = next_im;
    }
    low_ = low;
  }

  // One digit of the sum, counted from the window's end.
  VT_HD static double digit(const slice_each& x, std::int32_t j) {
    one_each own;
    warp::for_lanes([&](int lane) {
      own[lane] = 0;
      VT_UNROLL
      for (int i = 0; i < K; ++i) own[lane] = i == j % K ? x[lane].at[i] : own[lane];
    });
    return warp::broadcast(own, j / K);
  }
  // The three leading digits as a double, within 2^-51.
  VT_HD void to_double(const slice_each& x, double& value, std::int32_t& place) const {
    warp::each<int> own;
    warp::each<bool> is_set;
    warp::for_lanes([&](int lane) {
      own[lane] = -1;
      VT_UNROLL
      for (int i = 0; i < K; ++i) own[lane] = x[lane].at[i] == 0 ? own[lane] : i;
      is_set[lane] = own[lane] >= 0;
    });
    const int lane = warp::last_set(is_set);
    const std::int32_t j = lane < 0 ? 0 : lane * K + warp::broadcast(own, lane);
    const double leading = digit(x, j);
    if (j == 0) {
      value = leading;
      place = low_ * K;
    } else if (j == 1) {
      value = leading * slices::radix + digit(x, 0);
      place = low_ * K;
    } else {
      value = (leading * slices::radix + digit(x, j - 1)) * slices::radix + digit(x, j - 2);
      place = low_ * K + j - 2;
    }
  }
  VT_HD void store(device_sum& sum) const {
    device_sum result;
    to_double(x_, result.re, result.re_digit);
    if constexpr (Form != short_form::real) to_double(y_, result.im, result.im_digit);
    result.done = warp::last_set(overflow_) < 0 ? 1 : 0;
    warp::for_lanes([&](int lane) {
      if (lane == 0) sum = result;
    });
  }

  slice_rows rows_;
  device_point point_;
  slice_each x_, y_;
  warp::each<bool> overflow_;
  std::int32_t low_ = 0;
};

/// For a point of any form.
template <int K>
VT_HD void horner_in_warp(const slice_rows& rows, const device_point& point, device_sum& sum) {
  if (point.form == static_cast<std::int32_t>(short_form::real))
    warp_horner<K, short_form::real>::run(rows, point, sum);
  else if (point.form == static_cast<std::int32_t>(short_form::quadratic))
    warp_horner<K, short_form::quadratic>::run(rows, point, sum);
  else
    warp_horner<K, short_form::rectangular>::run(rows, point, sum);
}

/// Digit i of slice s of row k, of coefficients as the host has them.
VT_HD double digit_of(const digit_rows& rows, const double* plane, std::int64_t k, std::int32_t j) {
  return j < rows.height[k] ? plane[rows.start[k] + static_cast<std::size_t>(j)] : 0.0;
}

}  // namespace VIETA_RUNS_ON
}  // namespace vieta
