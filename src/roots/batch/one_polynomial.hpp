#pragma once

#include <cstdint>

#include "roots/batch/clusters.hpp"
#include "roots/batch/limits.hpp"
#include "roots/batch/row.hpp"

// All complex roots of one small polynomial, by the caller's own thread, without memory of its own: what
// vieta_roots_small.hpp is made of (cmake/single_header.py). The steps are those of kernels.cpp with one lane; what
// `roots` does for polynomials that are too hard for them is not here.

namespace vieta {

enum class small_root_status : std::uint8_t {
  isolated,  ///< exactly one root in the disc, which is disjoint from the others and as small as asked for
  cluster,   ///< exactly `multiplicity` roots in the disc, which they share
  wide,      ///< exactly one root, in a disc that is larger than asked for
  unproven,  ///< an approximation; the radius is infinite
};

struct small_root {
  double re, im;  ///< the centre of the disc
  double radius;
  int multiplicity;
  small_root_status status;
  bool real;  ///< proven to be real; `im` is 0
};

enum class small_roots_status : std::uint8_t {
  complete,         ///< every root is proven, its disc as small as asked for
  partial,          ///< some share a disc, or are wide or unproven
  zero_polynomial,  ///< every number is a root; none is listed
  bad_input,        ///< NaN or an infinite coefficient; none is listed
};

struct small_roots_answer {
  int count;  ///< discs that are listed; the sum of their multiplicities is the degree
  small_roots_status status;
  int sweeps = 0, updates = 0;  ///< of the iteration: moves of single roots are updates
};

namespace root_batches {

/// The numbers of one polynomial of a degree of at most N.
template <int N>
struct one_polynomial {
  static constexpr int size = (N + 4) / 4 * 4;  // full groups of four for sum_over_poles, and the leading coefficient
  double b_re[size] = {}, b_im[size] = {}, b_modulus[size] = {};
  double node_re[size] = {}, node_im[size] = {};
  double centre_re[size] = {}, centre_im[size] = {}, radius[size] = {}, gap[size] = {};
  double first[size] = {}, members[size] = {}, reach[size] = {};

  VT_HD coefficient_arrays b() { return {b_re, b_im, b_modulus}; }
  VT_HD point_arrays node() { return {node_re, node_im}; }
  VT_HD disc_arrays disc() { return {{centre_re, centre_im}, radius}; }
};

/// Each step uses the newest places of all other roots.
template <int N>
VT_HD void iterate(one_polynomial<N>& a, int degree, small_roots_answer& counts) {
  const int filled = (degree + 4) / 4 * 4;
  const complex<double> others = {filled - degree + 1.0, 0.0};  // empty places and the root's own count 1 each
  const auto point = [&](int j) { return load<double>(a.node(), j); };
  bool settled[N + 1] = {};
  VT_UNROLL_NOT
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool moving = false;
    VT_UNROLL_NOT
    for (int i = 0; i < degree; ++i) {
      if (settled[i]) continue;
      moving = true;
      ++counts.updates;
      const complex<double> w[1] = {point(i)};
      complex<double> value[1], slope[1];
      double sum[1];
      evaluate(a.b(), degree, w, value, slope, sum);
      store(a.node(), i, complex<double>{0.0, 0.0});
      const complex<double> poles = sum_over_poles(w[0], filled, point) - others;
      const auto next = step(w[0], value[0], slope[0], sum[0], poles, settled_step(degree));
      store(a.node(), i, next.place);
      settled[i] = next.settled;
    }
    if (!moving) break;
    ++counts.sweeps;
  }
}

template <int N>
VT_HD proven_root<double> prove_at(one_polynomial<N>& a, int degree, int i) {
  const complex<double> z = load<double>(a.node(), i);
  return prove(a.b(), degree, z, [&](int j) {
    return j == i ? complex<double>{no_difference, 0.0} : z - load<double>(a.node(), j);
  });
}

/// Whether all discs are proven. What a proof is too weak for may be proven about the corrected nodes: for as long as
/// corrections, of values to twice the precision, are small beside the distances between nodes.
template <int N>
VT_HD bool prove_and_correct(one_polynomial<N>& a, int degree, double relative_radius) {
  constexpr int most_corrections = 8;
  for (int round = 0;; ++round) {
    bool alone = true, sharp = true, nearly = true;
    VT_UNROLL_NOT
    for (int i = 0; i < degree; ++i) {
      const proven_root<double> root = prove_at(a, degree, i);
      alone = alone && root.alone;
      sharp = sharp && root.radius * up <= relative_radius * sqrt(norm(root.centre));
      nearly = nearly && 4 * root.reach < degree * root.gap;
      store(a.disc().centre, i, root.centre);
      a.radius[i] = root.radius;
      a.gap[i] = root.gap;
      a.reach[i] = root.reach;
    }
    if ((alone && sharp) || !nearly || round + 1 == most_corrections) return alone;
    if (alone && round + 1 >= most_proofs) return true;
    for (int i = 0; i < degree; ++i) store(a.node(), i, load<double>(a.disc().centre, i));
  }
}

template <int N>
VT_HD void use_symmetry(one_polynomial<N>& a, int degree) {
  for (int i = 0; i < degree; ++i)
    if (is_on_real_axis(load<double>(a.disc().centre, i), a.radius[i], a.gap[i])) a.centre_im[i] = 0;
  for (int i = 0; i < degree; ++i) {
    const disc<double> d = mirrored(a.disc(), degree, i, a.gap[i], true);
    store(a.disc().centre, i, d.centre);
    a.radius[i] = d.radius;
  }
}

}  // namespace root_batches

/// All complex roots of sum (re[k] + i im[k]) x^k, k = 0 ... N, N at most 64, each in a disc that provably holds it: by
/// modulus, then by argument. Leading coefficients may be zero. A disc is to be no larger than `relative_radius` times
/// the modulus of its centre. Ehrlich and Aberth's iteration; Weierstrass corrections and Smith's discs, all rounding
/// errors counted (docs/method/root_batches.md of the project vieta).
template <int N>
VT_HD small_roots_answer small_roots(const double (&re)[N + 1], const double (&im)[N + 1], small_root (&roots)[N],
                                     double relative_radius = 1e-15) {
  namespace own = root_batches;
  static_assert(N >= 1 && N <= own::most_degree, "expected a degree from 1 to 64");
  double logarithm[N + 1];
  const own::row_shape shape = own::analyse(
      N,
      [&](int k) {
        return complex<double>{re[k], im[k]};
      },
      logarithm);
  if (shape.kind == own::row_kind::bad) return {0, small_roots_status::bad_input};
  if (shape.kind == own::row_kind::zero) return {0, small_roots_status::zero_polynomial};
  constexpr double infinity = __builtin_inf();
  small_roots_answer answer = {0, small_roots_status::complete};
  const int zeros = shape.lowest, degree = shape.highest - shape.lowest;
  if (zeros > 0) {
    roots[answer.count++] = {0,   0, 0, zeros, zeros == 1 ? small_root_status::isolated : small_root_status::cluster,
                             true};
    if (zeros > 1) answer.status = small_roots_status::partial;
  }
  if (shape.kind ==
      own::row_kind::difficult) {  // a range of coefficients that the iteration in doubles has no room for
    for (int k = 0; k < degree; ++k) roots[answer.count++] = {0, 0, infinity, 1, small_root_status::unproven, false};
    return {answer.count, small_roots_status::partial};
  }
  if (degree == 0) return answer;

  own::one_polynomial<N> a;
  bool is_real = true;
  for (int k = 0; k <= degree; ++k) {
    const complex<double> c = own::scaled({re[zeros + k], im[zeros + k]}, shape, k);
    a.b_re[k] = c.re, a.b_im[k] = c.im, a.b_modulus[k] = sqrt(norm(c));
    is_real = is_real && c.im == 0;
  }
  own::starting_points(shape, logarithm, [&](int k, const complex<double>& w) { own::store(a.node(), k, w); });
  own::iterate(a, degree, answer);
  const bool apart = own::prove_and_correct(a, degree, relative_radius);
  const own::group_arrays groups = {a.disc(), a.first, a.members};
  bool proven = apart;
  if (apart) {
    if (is_real) own::use_symmetry(a, degree);
    for (int i = 0; i < degree; ++i) a.first[i] = i, a.members[i] = 1;
  } else {
    // Gerschgorin's radii are about the nodes.
    proven = own::group_nodes(groups, degree, a.node(), a.reach);
    if (proven && is_real) own::mirror_groups(groups, degree);
    if (!proven)
      for (int i = 0; i < degree; ++i) {
        own::store(a.disc().centre, i, own::load<double>(a.node(), i));
        a.radius[i] = infinity, a.first[i] = i, a.members[i] = 1;
      }
  }
  const double scale = power_of_two<double>(shape.scale);
  int order[N];
  for (int i = 0; i < degree; ++i) order[static_cast<int>(own::rank<double>(a.disc().centre, degree, i))] = i;
  for (int place = 0; place < degree; ++place) {
    const int i = order[place];
    if (a.first[i] != i) continue;  // its group is listed where the first of it is
    const complex<double> c = own::load<double>(a.disc().centre, i);
    const bool sharp = a.radius[i] * own::up <= relative_radius * sqrt(norm(c));
    const small_root_status status = !proven            ? small_root_status::unproven
                                     : a.members[i] > 1 ? small_root_status::cluster
                                     : sharp            ? small_root_status::isolated
                                                        : small_root_status::wide;
    if (status != small_root_status::isolated) answer.status = small_roots_status::partial;
    const bool real = is_real && proven && a.members[i] == 1 && c.im == 0;
    roots[answer.count++] = {c.re * scale, c.im * scale, a.radius[i] * scale, static_cast<int>(a.members[i]),
                             status,       real};
  }
  return answer;
}

/// With real coefficients.
template <int N>
VT_HD small_roots_answer small_roots(const double (&a)[N + 1], small_root (&roots)[N], double relative_radius = 1e-15) {
  const double im[N + 1] = {};
  return small_roots<N>(a, im, roots, relative_radius);
}

}  // namespace vieta
