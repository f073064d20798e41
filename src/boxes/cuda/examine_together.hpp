#pragma once

#include "vieta/core/bernstein_box.hpp"

// One look at one box by all threads of a warp, for degrees whose coefficients do not fit a thread's registers.

namespace vieta::boxes::cuda {

/// The one thread of a team that runs on the host, in tests. A team offers: each(count, f) shares f(0) .. f(count - 1)
/// out, sync() waits until all have come so far, smallest(x) and largest(x) look at the values of all.
struct team_of_one {
  template <class F>
  VT_HD void each(int count, F f) const {
    for (int j = 0; j < count; ++j) f(j);
  }
  VT_HD void sync() const {}
  VT_HD double smallest(double x) const { return x; }
  VT_HD double largest(double x) const { return x; }
};

/// How many numbers of memory `examine_together` needs.
VT_HD int together_workspace(const core::bernstein_shape& s) {
  int scratch = 0, sides = 0;
  for (int k = 0; k < s.variables; ++k) {
    const int side = s.degree[k] + 1;
    scratch += side * side + side * (side + 1);
    sides += side;
  }
  const int hulls = 2 * s.variables * sides + 2 * s.variables * s.variables;
  return 2 * s.variables * s.size + (hulls > scratch ? hulls : scratch);
}

/// core::restrict_box to c; `other` has as much room.
template <int N, class Team>
VT_HD double restrict_together(const Team& team, const core::bernstein_shape& s, const double* roots,
                               const core::box_lanes<double>& box, double* c, double* other, double* scratch) {
  const auto triangle_of = [&](int k, int end) {
    double* at = scratch;
    for (int l = 0; l < k; ++l) at += (s.degree[l] + 1) * (2 * s.degree[l] + 3);
    return at + (s.degree[k] + 1) * (s.degree[k] + 1) + end * (s.degree[k] + 1) * (s.degree[k] + 2) / 2;
  };
  team.each(2 * N, [&](int t) {
    const int k = t / 2, end = t % 2;
    core::detail::bernstein_triangle<0>(s.degree[k], end == 0 ? box.lower[k] : box.upper[k], triangle_of(k, end));
  });
  team.sync();
  double growth = 1.0;
  double* matrix = scratch;
  for (int k = 0; k < N; ++k) {
    const int d = s.degree[k], side = d + 1;
    const double *const at_a = triangle_of(k, 0), *const at_b = triangle_of(k, 1);
    // As in core::detail::restriction_matrix.
    team.each(side * side, [&](int entry) {
      const int i = entry / side, j = entry % side;
      const double *const p = at_b + i * (i + 1) / 2, *const q = at_a + (d - i) * (d - i + 1) / 2;
      const int first = j > d - i ? j - (d - i) : 0, last = j < i ? j : i;
      double sum = p[first] * q[j - first];
      for (int l = first + 1; l <= last; ++l) sum = multiply_add(p[l], q[j - l], sum);
      matrix[entry] = sum;
    });
    matrix += side * (2 * side + 1);
    const double most = max(abs(1.0 - box.lower[k]) + abs(box.lower[k]), abs(1.0 - box.upper[k]) + abs(box.upper[k]));
    for (int j = 0; j < d; ++j) growth = growth * most;
  }
  team.sync();
  matrix = scratch;
  const double* in = roots;
  for (int k = 0; k < N; ++k) {
    const int side = s.degree[k] + 1, stride = s.stride[k];
    double* const out = (N - 1 - k) % 2 == 0 ? c : other;
    team.each(N * s.size, [&](int j) {
      const int i = j / stride % side;
      const double *const line = in + (j - i * stride), *const row = matrix + i * side;
      double sum = row[0] * line[0];
      for (int l = 1; l < side; ++l) sum = multiply_add(row[l], line[l * stride], sum);
      out[j] = sum;
    });
    team.sync();
    matrix += side * (2 * side + 1);
    in = out;
  }
  return growth;
}

/// Where the hulls of all equations let zeros be, along each axis; see core::examine_box.
template <int N, class Team>
VT_HD void clip_together(const Team& team, const core::bernstein_shape& s, const double* c, const double (&error)[N],
                         const double (&largest)[N], double* scratch, double (&from)[N], double (&to)[N]) {
  constexpr double u = 0x1p-53;
  double *low = scratch, *ends = scratch;
  for (int k = 0; k < N; ++k) ends += 2 * N * (s.degree[k] + 1);
  for (int k = 0; k < N; ++k) {
    const int d = s.degree[k], side = d + 1, stride = s.stride[k];
    team.each(N * side, [&](int t) {
      const int q = t / side, i = t % side;
      const double* const f = c + q * s.size;
      double least = f[i * stride], most = least;
      for (int block = i * stride; block < s.size; block += stride * side)
        for (int j = block; j < block + stride; ++j) {
          least = min(least, f[j]);
          most = max(most, f[j]);
        }
      low[q * 2 * side + i] = least - (error[q] + u * largest[q]);
      low[q * 2 * side + side + i] = most + (error[q] + u * largest[q]);
    });
    team.sync();
    team.each(N, [&](int q) {
      double x0 = 0.0, x1 = 1.0;
      core::detail::clip_by_hull(d, low + q * 2 * side, low + q * 2 * side + side, x0, x1);
      ends[(k * N + q) * 2] = x0;
      ends[(k * N + q) * 2 + 1] = x1;
    });
    low += 2 * N * side;
  }
  team.sync();
  for (int k = 0; k < N; ++k) {
    from[k] = 0.0;
    to[k] = 1.0;
    for (int q = 0; q < N; ++q) {
      from[k] = max(from[k], ends[(k * N + q) * 2]);
      to[k] = min(to[k], ends[(k * N + q) * 2 + 1]);
    }
  }
}

/// core::examine_box of one box, to the bit: sums are made in its order, and nothing depends on the order of minima and
/// maxima. All of the team call it with the same box, and have the same answer in it; they share `work`, which has room
/// for together_workspace(s) numbers.
template <int N, class Team>
VT_HD void examine_together(const Team& team, const core::bernstein_shape& s, const double* roots,
                            core::box_lanes<double>& box, bool clip, double* work) {
  constexpr double u = 0x1p-53;
  double *const c = work, *const image = c + N * s.size, *const scratch = image + N * s.size;
  const double growth = restrict_together<N>(team, s, roots, box, c, image, scratch);

  double error[N], largest[N];
  bool empty = false;
  for (int q = 0; q < N; ++q) {
    double least = c[q * s.size], most = least;
    team.each(s.size, [&](int j) {
      least = min(least, c[q * s.size + j]);
      most = max(most, c[q * s.size + j]);
    });
    least = team.smallest(least);
    most = team.largest(most);
    error[q] = growth * box.error[q] * (1 + 0x1p-40);
    empty = empty || least > error[q] || most < -error[q];
    largest[q] = max(most, -least);
  }
  box.one_sign = box.empty = empty;
  if (empty) return;

  double clip_from[N], clip_to[N];
  for (int k = 0; k < N; ++k) {
    clip_from[k] = 0.0;
    clip_to[k] = 1.0;
  }
  if (clip) {
    clip_together<N>(team, s, c, error, largest, scratch, clip_from, clip_to);
    team.sync();
  }
  team.each(N * N, [&](int t) {
    const int q = t / N, k = t % N;
    double sum = 0.0;
    for (int j = 0; j < s.size; ++j) sum = multiply_add(s.slope_of(k, j), c[q * s.size + j], sum);
    scratch[t] = sum;
  });
  team.sync();
  double jacobian[N * N], inverse[N * N];
  for (int t = 0; t < N * N; ++t) jacobian[t] = scratch[t];
  core::detail::invert<N>(jacobian, inverse);

  double least[N], most[N];
  for (int i = 0; i < N; ++i) {
    least[i] = 1e300;
    most[i] = -1e300;
  }
  team.each(s.size, [&](int j) {
    VT_UNROLL
    for (int i = 0; i < N; ++i) {
      double g = inverse[i * N] * c[j];
      VT_UNROLL
      for (int q = 1; q < N; ++q) g = multiply_add(inverse[i * N + q], c[q * s.size + j], g);
      const double x = s.fraction_of(i, j) - g;
      image[i * s.size + j] = x;
      least[i] = min(least[i], x);
      most[i] = max(most[i], x);
    }
  });
  team.sync();
  bool contracts = true, inside = true, small = true, settled = true;
  double volume = 1.0;
  VT_UNROLL
  for (int i = 0; i < N; ++i) {
    double bound = 4 * u;
    VT_UNROLL
    for (int q = 0; q < N; ++q)
      bound = multiply_add(abs(inverse[i * N + q]), error[q] + (N + 4) * u * largest[q], bound);
    bound = bound * (1 + 0x1p-40);
    const double image_from = team.smallest(least[i]) - bound, image_to = team.largest(most[i]) + bound,
                 length = image_to - image_from;
    box.from[i] = image_from;
    box.to[i] = image_to;
    small = small && length < 0.5;
    settled = settled && length < 4.0 * bound;
    inside = inside && image_from > 0.0 && image_to < 1.0;
    const double from = max(image_from, clip_from[i]), to = min(image_to, clip_to[i]);
    empty = empty || from > 1.0 || to < 0.0 || from > to;
    const double lower = box.lower[i], upper = box.upper[i], edge = upper - lower;
    const double slack = 0x1p-50 * max(abs(lower), abs(upper));
    box.cut_lower[i] = from > 0.0 ? max(lower, (lower + from * edge) - slack) : lower;
    box.cut_upper[i] = to < 1.0 ? min(upper, (lower + to * edge) + slack) : upper;
    volume = volume * (min(to, 1.0) - max(from, 0.0));
    double row = 0.0;
    for (int k = 0; k < N; ++k) {
      const int d = s.degree[k], stride = s.stride[k];
      const double* const x = image + i * s.size;
      double rise = 0.0, fall = 0.0;
      team.each(s.size, [&](int j) {
        if (j / stride % (d + 1) == d) return;
        const double step = x[j + stride] - x[j];
        rise = max(rise, step);
        fall = min(fall, step);
      });
      rise = team.largest(rise);
      fall = team.smallest(fall);
      row = row + (max(rise, -fall) + 2.0 * bound) * static_cast<double>(d);
    }
    contracts = contracts && row * (1 + 0x1p-40) < 1.0;
  }
  team.sync();  // the next look may write where this one has read
  box.empty = empty;
  box.small_image = small;
  box.proven = inside && contracts;
  box.settled = settled;
  box.volume = volume;
  VT_UNROLL
  for (int k = 0; k < N * N; ++k) box.inverse[k] = inverse[k];
}

}  // namespace vieta::boxes::cuda
