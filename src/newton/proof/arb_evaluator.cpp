#include "newton/proof/arb_evaluator.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::systems {

using exact::complex_ball;

namespace {

void set_part(arb_t out, const qd& x) {
  arb_set_d(out, x.x0);
  exact::real_ball part;
  for (const double limb : {x.x1, x.x2, x.x3}) {
    arb_set_d(part.x, limb);
    arb_add(out, out, part.x, ARF_PREC_EXACT);
  }
}

qd part_midpoint(const arb_t x) {
  exact::big_float rest, limb;
  arf_set(rest.x, arb_midref(x));
  double part[4] = {};
  for (double& p : part) {
    p = arf_get_d(rest.x, ARF_RND_NEAR);
    arf_set_d(limb.x, p);
    arf_sub(rest.x, rest.x, limb.x, ARF_PREC_EXACT, ARF_RND_DOWN);
  }
  return qd::renormalised(part[0], part[1], part[2], part[3]);
}

}  // namespace

void set_acb(acb_t out, const complex<qd>& value) {
  set_part(acb_realref(out), value.re);
  set_part(acb_imagref(out), value.im);
}

complex<qd> midpoint(const acb_t z) { return {part_midpoint(acb_realref(z)), part_midpoint(acb_imagref(z))}; }

arb_evaluator::arb_evaluator(const polynomial_system::representation& system)
    : system_(system), values_(system.graph.size()) {}

void arb_evaluator::set_point(const acb_mat_t x, slong precision) {
  precision_ = precision;
  acb_one(values_[0].z);
  const product_graph& g = system_.graph;
  for (std::size_t v = 0; v < g.variables; ++v) acb_set(values_[v + 1].z, acb_mat_entry(x, static_cast<slong>(v), 0));
  for (std::size_t k = 0; k < g.left.size(); ++k)
    acb_mul(values_[1 + g.variables + k].z, values_[g.left[k]].z, values_[g.right[k]].z, precision);
}

void coefficient_of(acb_t out, const polynomial_system::representation& system, std::size_t term, slong precision) {
  acb_zero(out);
  if (!system.exact_re.empty()) {
    exact::set_arb(acb_realref(out), system.exact_re[term], precision);
    exact::set_arb(acb_imagref(out), system.exact_im[term], precision);
    return;
  }
  double part[2][4] = {};
  for (std::size_t k = 0; k < 4; ++k) {
    if (!system.re[k].empty()) part[0][k] = system.re[k][term];
    if (!system.im[k].empty()) part[1][k] = system.im[k][term];
  }
  set_acb(out,
          {qd(part[0][0], part[0][1], part[0][2], part[0][3]), qd(part[1][0], part[1][1], part[1][2], part[1][3])});
  if (system.coefficient_error > 0) {
    exact::complex_ball error;
    mag_t size;
    mag_init(size);
    acb_get_mag(size, out);
    mag_mul_2exp_si(size, size, static_cast<slong>(std::ilogb(system.coefficient_error)) + 1);
    acb_add_error_mag(out, size);
    mag_clear(size);
  }
}

void arb_evaluator::equations(acb_mat_t out) const {
  for (std::size_t e = 0; e < system_.equations(); ++e) equation(acb_mat_entry(out, static_cast<slong>(e), 0), e);
}

void arb_evaluator::equation(acb_t out, std::size_t e) const {
  complex_ball c, sum;
  acb_zero(out);
  for (std::size_t g = system_.group_begin[e]; g < system_.group_begin[e + 1]; ++g) {
    acb_zero(sum.z);
    for (std::size_t t = system_.term_begin[g]; t < system_.term_begin[g + 1]; ++t) {
      coefficient(c.z, t);
      acb_addmul(sum.z, c.z, values_[system_.inner[t]].z, precision_);
    }
    acb_addmul(out, sum.z, values_[system_.outer[g]].z, precision_);
  }
}

void arb_evaluator::add_derivatives(acb_mat_t out, std::size_t row, node m, const acb_t weight) const {
  const product_graph& g = system_.graph;
  const std::size_t k = g.length[m];
  complex_ball d;
  for (std::size_t i = 0; i < k; ++i) {
    const node atom = k == 1 ? m : g.path_atom[g.prefixes[m] + i];
    acb_set(d.z, weight);
    if (i > 0) acb_mul(d.z, d.z, values_[g.prefix_path[g.prefixes[m] + i - 1]].z, precision_);
    if (i + 1 < k) acb_mul(d.z, d.z, values_[g.suffix_path[g.suffixes[m] + k - 2 - i]].z, precision_);
    acb_mul_ui(d.z, d.z, g.exponent[atom], precision_);
    const acb_ptr entry = acb_mat_entry(out, static_cast<slong>(row), static_cast<slong>(g.base[atom]) - 1);
    acb_addmul(entry, d.z, values_[g.lower[atom]].z, precision_);
  }
}

void arb_evaluator::jacobian(acb_mat_t out) const {
  acb_mat_zero(out);
  complex_ball c, sum;
  for (std::size_t e = 0; e < system_.equations(); ++e)
    for (std::size_t g = system_.group_begin[e]; g < system_.group_begin[e + 1]; ++g) {
      acb_zero(sum.z);
      for (std::size_t t = system_.term_begin[g]; t < system_.term_begin[g + 1]; ++t) {
        coefficient(c.z, t);
        acb_addmul(sum.z, c.z, values_[system_.inner[t]].z, precision_);
        acb_mul(c.z, c.z, values_[system_.outer[g]].z, precision_);
        add_derivatives(out, e, system_.inner[t], c.z);
      }
      if (system_.outer[g] != 0) add_derivatives(out, e, system_.outer[g], sum.z);
    }
}

void arb_evaluator::add_second_derivatives(acb_mat_t out, node m, const acb_t weight) const {
  const product_graph& g = system_.graph;
  const std::size_t k = g.length[m];
  complex_ball before, d, entry;
  const auto atom_at = [&](std::size_t i) { return k == 1 ? m : g.path_atom[g.prefixes[m] + i]; };
  const auto times_suffix = [&](std::size_t i) {  // by all atoms behind number i
    if (i + 1 < k) acb_mul(entry.z, entry.z, values_[g.suffix_path[g.suffixes[m] + k - 2 - i]].z, precision_);
  };
  const auto place = [&](node a, node b) {
    return acb_mat_entry(out, static_cast<slong>(g.base[a]) - 1, static_cast<slong>(g.base[b]) - 1);
  };
  for (std::size_t i = 0; i < k; ++i) {
    const node a = atom_at(i);
    acb_set(before.z, weight);
    if (i > 0) acb_mul(before.z, before.z, values_[g.prefix_path[g.prefixes[m] + i - 1]].z, precision_);
    if (const unsigned e = g.exponent[a]; e > 1) {
      acb_pow_ui(entry.z, values_[g.base[a]].z, e - 2, precision_);
      acb_mul(entry.z, before.z, entry.z, precision_);
      acb_mul_ui(entry.z, entry.z, static_cast<ulong>(e) * (e - 1), precision_);
      times_suffix(i);
      acb_add(place(a, a), place(a, a), entry.z, precision_);
    }
    // d holds all atoms before j, the derivative for atom i among them.
    acb_mul(d.z, before.z, values_[g.lower[a]].z, precision_);
    acb_mul_ui(d.z, d.z, g.exponent[a], precision_);
    for (std::size_t j = i + 1; j < k; ++j) {
      const node b = atom_at(j);
      acb_mul(entry.z, d.z, values_[g.lower[b]].z, precision_);
      acb_mul_ui(entry.z, entry.z, g.exponent[b], precision_);
      times_suffix(j);
      acb_add(place(a, b), place(a, b), entry.z, precision_), acb_add(place(b, a), place(b, a), entry.z, precision_);
      acb_mul(d.z, d.z, values_[b].z, precision_);
    }
  }
}

void arb_evaluator::second_derivatives(acb_mat_t out, const acb_mat_t weight) const {
  acb_mat_zero(out);
  const std::size_t n = system_.variables.size();
  complex_ball c, sum;
  for (std::size_t e = 0; e < system_.equations(); ++e)
    for (std::size_t g = system_.group_begin[e]; g < system_.group_begin[e + 1]; ++g) {
      const node outer = system_.outer[g];
      // Of w P S, S = sum c_t Q_t: w (P S'' + S P'' + P' S'^T + S' P'^T).
      ball_matrix inner_gradient(1, n), outer_gradient(1, n);
      acb_zero(sum.z);
      for (std::size_t t = system_.term_begin[g]; t < system_.term_begin[g + 1]; ++t) {
        coefficient(c.z, t);
        acb_mul(c.z, c.z, acb_mat_entry(weight, static_cast<slong>(e), 0), precision_);
        acb_addmul(sum.z, c.z, values_[system_.inner[t]].z, precision_);
        if (outer != 0) add_derivatives(inner_gradient.m, 0, system_.inner[t], c.z);
        acb_mul(c.z, c.z, values_[outer].z, precision_);
        add_second_derivatives(out, system_.inner[t], c.z);
      }
      if (outer == 0) continue;
      add_second_derivatives(out, outer, sum.z);
      acb_one(c.z);
      add_derivatives(outer_gradient.m, 0, outer, c.z);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
          const acb_ptr entry = acb_mat_entry(out, static_cast<slong>(i), static_cast<slong>(j));
          acb_addmul(entry, outer_gradient.at(0, i), inner_gradient.at(0, j), precision_);
          acb_addmul(entry, inner_gradient.at(0, i), outer_gradient.at(0, j), precision_);
        }
    }
}

}  // namespace vieta::systems

#endif  // VIETA_HAVE_ARB
