// Compiled once for each instruction set: see vieta_isa_sources in cmake/vieta_isa.cmake. A lane is a polynomial.
#include "roots/batch/kernels.hpp"

#include "roots/batch/limits.hpp"

namespace vieta::root_batches::VIETA_ISA {
namespace {

using real = vieta::VIETA_ISA::double_lanes;
using cplx = complex<real>;
using truth = mask_t<real>;

// Two roots at once: their Horner sums do not wait for each other. Each step uses the newest places of all other roots
// (Gauss-Seidel), but for its partner.
template <bool Real>
void iterate(const lane_arrays& a, int degree) {
  const int filled = places(degree);
  const cplx others = {real(filled - degree + 1.0), real(0.0)};  // empty places and the root's own count 1 each
  const auto point = [&](int j) { return load<real>(a.node, j); };
  truth active[most_degree + 1];
  for (int i = 0; i <= degree; ++i) active[i] = truth(i < degree);
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool moving = false;
    for (int i = 0; i < degree; i += 2) {
      const truth either_of_both = active[i] | active[i + 1];
      if (none(either_of_both)) continue;
      moving = true;
      const int second = i + 1 < degree ? i + 1 : i;
      const cplx w[2] = {point(i), point(second)};
      cplx value[2], slope[2];
      real sum[2];
      if constexpr (Real)
        evaluate_real(a.b, degree, w, value, slope, sum);
      else
        evaluate(a.b, degree, w, value, slope, sum);
      for (int r = 0; r < 2; ++r) {
        if (none(active[i + r])) continue;
        store(a.node, i + r, cplx{real(0.0), real(0.0)});
        const cplx poles = sum_over_poles(w[r], filled, point) - others;
        const auto next = step(w[r], value[r], slope[r], sum[r], poles, settled_step(degree));
        store(a.node, i + r, select(active[i + r], next.place, w[r]));
        active[i + r] &= !next.settled;
      }
    }
    if (!moving) break;
  }
}

struct claims {
  truth proven, apart, hopeful;
};

// Discs for the lanes that are not `done`.
claims prove_all(const lane_arrays& a, int degree, real relative_radius, const truth& done) {
  claims all = {truth(true), truth(true), truth(true)};
  for (int i = 0; i < degree; ++i) {
    const cplx z = load<real>(a.node, i);
    const auto root = prove(a.b, degree, z, [&](int j) {
      return j == i ? cplx{real(no_difference), real(0.0)} : z - load<real>(a.node, j);
    });
    const truth small = root.radius * real(up) <= relative_radius * sqrt(norm(root.centre));
    all.proven &= root.alone & small;
    all.apart &= root.alone;
    all.hopeful &= root.nearly;
    store(a.disc.centre, i, select(done, load<real>(a.disc.centre, i), root.centre));
    store(a.disc.radius, i, select(done, load<real>(a.disc.radius, i), root.radius));
    store(a.gap, i, select(done, load<real>(a.gap, i), root.gap));
  }
  return all;
}

// What a proof is too weak for may be proven about the corrected nodes.
lane_outcomes prove_and_correct(const lane_arrays& a, int degree, double relative_radius) {
  truth proven(false), apart(false);
  for (int round = 0; round < most_proofs; ++round) {
    const claims now = prove_all(a, degree, real(relative_radius), proven);
    apart = proven | now.apart;
    proven |= now.proven;
    const truth go_on = (!proven) & now.hopeful;
    if (none(go_on)) break;
    if (round + 1 == most_proofs) break;
    for (int i = 0; i < degree; ++i)
      store(a.node, i, select(go_on, load<real>(a.disc.centre, i), load<real>(a.node, i)));
  }
  return {bits(proven), bits(apart)};
}

void use_symmetry(const lane_arrays& a, int degree) {
  const truth real_lanes = load<real>(a.is_real, 0) != real(0.0);
  if (none(real_lanes)) return;
  for (int i = 0; i < degree; ++i) {
    const real im = load<real>(a.disc.centre.im, i);
    const truth on_axis =
        real_lanes & is_on_real_axis(load<real>(a.disc.centre, i), load<real>(a.disc.radius, i), load<real>(a.gap, i));
    store(a.disc.centre.im, i, select(on_axis, real(0.0), im));
  }
  for (int i = 0; i < degree; ++i) {
    const auto d = mirrored(a.disc, degree, i, load<real>(a.gap, i), real_lanes);
    store(a.disc.centre, i, d.centre);
    store(a.disc.radius, i, d.radius);
  }
}

lane_outcomes solve(const lane_arrays& a, int degree, bool real_coefficients, double relative_radius) {
  if (real_coefficients)
    iterate<true>(a, degree);
  else
    iterate<false>(a, degree);
  const lane_outcomes outcome = prove_and_correct(a, degree, relative_radius);
  use_symmetry(a, degree);
  for (int i = 0; i < degree; ++i) store(a.rank, i, rank<real>(a.disc.centre, degree, i));
  return outcome;
}

}  // namespace

constinit const batch_kernels table = {isa::VIETA_ISA, real::size, solve};

}  // namespace vieta::root_batches::VIETA_ISA
