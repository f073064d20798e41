#include "boxes/curves/tube_map.hpp"

#include <algorithm>
#include <cmath>

#include "boxes/search.hpp"
#include "vieta/core/bernstein_box.hpp"
#include "vieta/core/exponent.hpp"

namespace vieta::boxes {

namespace {

constexpr double roundoff = 0x1p-53;
constexpr int most_variables = core::most_box_variables;

/// The determinant of the m x m matrix of the columns of `jacobian` (rows of n numbers) other than `left_out`, about.
double minor_of(const double* jacobian, int n, int left_out) {
  double a[3][3];
  const int m = n - 1;
  for (int q = 0; q < m; ++q)
    for (int k = 0, c = 0; k < n; ++k)
      if (k != left_out) a[q][c++] = jacobian[q * n + k];
  if (m == 1) return a[0][0];
  if (m == 2) return a[0][0] * a[1][1] - a[0][1] * a[1][0];
  return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
         a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

/// R, about the inverse: any numbers will do for the proofs.
void invert(int m, const double* a, double* out) {
  const auto in = [&](auto known) {
    constexpr int size = known;
    double matrix[size * size], inverse[size * size];
    std::copy(a, a + size * size, matrix);
    core::detail::invert<size>(matrix, inverse);
    std::copy(inverse, inverse + size * size, out);
  };
  if (m == 1)
    in(core::axis_number<1>{});
  else if (m == 2)
    in(core::axis_number<2>{});
  else
    in(core::axis_number<3>{});
}

}  // namespace

bool curve_system::prepare(const shape& common, const box_system& given) {
  form = &common;
  variables = common.core.variables;
  equations = static_cast<int>(given.equations.size());
  const auto size = static_cast<std::size_t>(common.core.size);
  coefficients.resize(size * given.equations.size());
  for (std::size_t q = 0; q < given.equations.size(); ++q) {
    const bernstein_polynomial& f = given.equations[q];
    if (!prepare_polynomial(common, {f.degrees.data(), f.coefficients, f.error}, coefficients.data() + q * size,
                            error[q], exponent[q]))
      return false;
    error[q] = (error[q] + common.rounding) * 1.01;
  }
  return true;
}

tube_sight tube_map::look(const cell& box, int axis) {
  const core::bernstein_shape& s = system_.form->core;
  const int n = system_.variables, m = system_.equations, size = s.size;
  tube_sight seen;
  const double growth = restrict_polynomials(s, m, system_.coefficients.data(), box, local_);
  const double* const c = local_.data();
  double error[most_variables], largest[most_variables], jacobian[most_variables * most_variables];
  for (int q = 0; q < m; ++q) {
    const auto [low, high] = std::minmax_element(c + q * size, c + (q + 1) * size);
    error[q] = growth * system_.error[q] * (1 + 0x1p-40);
    if (*low > error[q] || *high < -error[q]) {
      seen.empty = seen.one_sign = true;
      return seen;
    }
    largest[q] = std::max(*high, -*low);
    seen.blurred = seen.blurred || largest[q] < 2 * error[q];
    for (int k = 0; k < n; ++k) {
      double sum = 0;
      for (int j = 0; j < size; ++j) sum += s.slope[k * size + j] * c[q * size + j];
      jacobian[q * n + k] = sum;
    }
  }
  if (axis < 0) {
    // In the cube's coordinates the minor without column k is this one, times the edge k, over the volume.
    double best = -1;
    for (int k = 0; k < n; ++k) {
      const double size_of = std::fabs(minor_of(jacobian, n, k)) * (box.upper[k] - box.lower[k]);
      if (size_of > best) best = size_of, axis = k;
    }
    axis = std::max(axis, 0);
  }
  seen.axis = axis;
  int other[most_variables];
  double square[16] = {}, inverse[16] = {};  // of which m * m count
  for (int k = 0, a = 0; k < n; ++k)
    if (k != axis) other[a++] = k;
  for (int q = 0; q < m; ++q)
    for (int a = 0; a < m; ++a) square[q * m + a] = jacobian[q * n + other[a]];
  invert(m, square, inverse);

  seen.from[axis] = box.lower[axis];
  seen.to[axis] = box.upper[axis];
  seen.least_slope[axis] = seen.most_slope[axis] = 1;
  seen.inside = true;
  image_.resize(static_cast<std::size_t>(size));
  double least_step[most_variables], most_step[most_variables], largest_step = 0;
  for (int a = 0; a < m; ++a) {
    const int i = other[a];
    const double* const r = inverse + a * m;
    // The bound of core::examine_box: errors of the coefficients, products and sums, the fraction and the difference.
    double bound = 4 * roundoff;
    for (int q = 0; q < m; ++q) bound += std::fabs(r[q]) * (error[q] + (most_variables + 4) * roundoff * largest[q]);
    bound *= 1 + 0x1p-40;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int j = 0; j < size; ++j) {
      double g = r[0] * c[j];
      for (int q = 1; q < m; ++q) g += r[q] * c[q * size + j];
      image_[j] = s.fraction[i * size + j] - g;
      low = std::min(low, image_[j]);
      high = std::max(high, image_[j]);
    }
    low -= bound;
    high += bound;
    double row = 0;
    for (int k = 0; k < n; ++k) {
      const int d = s.degree[k], stride = s.stride[k];
      double fall = HUGE_VAL, rise = -HUGE_VAL;
      for (int block = 0; block < size; block += stride * (d + 1))
        for (int j = block; j < block + stride * d; ++j) {
          const double step = image_[j + stride] - image_[j];
          fall = std::min(fall, step);
          rise = std::max(rise, step);
        }
      // A difference errs by at most two bounds and a rounding, which `bound` has room for.
      fall = (fall - 2 * bound) * d;
      rise = (rise + 2 * bound) * d;
      if (k == axis)
        least_step[a] = fall, most_step[a] = rise;
      else
        row += std::max(std::fabs(fall), std::fabs(rise));
    }
    if (!(row >= 0)) row = HUGE_VAL;
    seen.contraction = std::max(seen.contraction, row * (1 + 0x1p-40));
    largest_step = std::max({largest_step, std::fabs(least_step[a]), std::fabs(most_step[a])});
    if (low > 1 || high < 0) {
      seen.empty = true;
      return seen;
    }
    seen.inside = seen.inside && low > 0 && high < 1;
    // Three roundings of numbers below 2 max |end|, and what is added for them rounds once more.
    const double lower = box.lower[i], upper = box.upper[i], edge = upper - lower;
    const double reach = std::max({1.0, std::fabs(low), std::fabs(high)});
    const double slack = 0x1p-50 * reach * std::max(std::fabs(lower), std::fabs(upper));
    seen.from[i] = lower + low * edge - slack;
    seen.to[i] = lower + high * edge + slack;
    // In the cube's coordinates as well, whatever was rounded.
    seen.inside = seen.inside && seen.from[i] > lower && seen.to[i] < upper;
  }
  if (!(seen.contraction < 1)) return seen;
  const int sign = determinant_sign(m, inverse);
  seen.orientation = axis % 2 == 0 ? sign : -sign;
  // y' = Phi_y y' + Phi_t, so |y'| <= |Phi_t| / (1 - k), and y' differs from Phi_t by k times that.
  const double off = seen.contraction * largest_step / (1 - seen.contraction) * (1 + 0x1p-40);
  const double length = box.upper[axis] - box.lower[axis];
  for (int a = 0; a < m; ++a) {
    const int i = other[a];
    const double ratio = length > 0 ? (box.upper[i] - box.lower[i]) / length : 0;
    const double low = (least_step[a] - off) * ratio, high = (most_step[a] + off) * ratio;
    seen.least_slope[i] = low - 0x1p-48 * std::fabs(low);
    seen.most_slope[i] = high + 0x1p-48 * std::fabs(high);
  }
  return seen;
}

bool tube_map::tangent(const std::array<double, 4>& point, std::array<double, 4>& out) {
  const core::bernstein_shape& s = system_.form->core;
  const int n = system_.variables, m = system_.equations;
  // The slopes of a small box around it.
  constexpr double half = 0x1p-20;
  cell box;
  for (int k = 0; k < n; ++k) {
    box.lower[k] = point[k] - half;
    box.upper[k] = point[k] + half;
  }
  restrict_polynomials(s, m, system_.coefficients.data(), box, local_);
  double jacobian[most_variables * most_variables], largest = 0;
  for (int q = 0; q < m; ++q)
    for (int k = 0; k < n; ++k) {
      double sum = 0;
      for (int j = 0; j < s.size; ++j) sum += s.slope[k * s.size + j] * local_[q * s.size + j];
      jacobian[q * n + k] = sum;
    }
  for (int k = 0; k < n; ++k) {
    out[k] = (k % 2 == 0 ? 1 : -1) * minor_of(jacobian, n, k);
    largest = std::max(largest, std::fabs(out[k]));
  }
  if (!(largest > 1e-290) || !std::isfinite(largest)) return false;
  for (int k = 0; k < n; ++k) out[k] /= largest;
  return true;
}

double tube_map::residual(const std::array<double, 4>& point, double off) {
  const core::bernstein_shape& s = system_.form->core;
  cell box;
  for (int k = 0; k < system_.variables; ++k) box.lower[k] = box.upper[k] = point[k];
  const double growth = restrict_polynomials(s, system_.equations, system_.coefficients.data(), box, local_);
  double most_of_all = 0;
  for (int q = 0; q < system_.equations; ++q)
    most_of_all = std::max(most_of_all,
                           scale_by_power_of_two(std::fabs(local_[q * s.size]) + growth * system_.error[q] * 1.01 + off,
                                                 system_.exponent[q]));
  return most_of_all;
}

}  // namespace vieta::boxes
