#include "verify/systems/plain_system.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::verify_newton {

namespace {

/// The powers of variables that node m stands for.
void add_powers(std::map<std::uint32_t, unsigned>& powers, const systems::product_graph& g, systems::node m) {
  const std::size_t k = g.length[m];
  for (std::size_t i = 0; i < k; ++i) {
    const systems::node atom = k == 1 ? m : g.path_atom[g.prefixes[m] + i];
    powers[g.base[atom] - 1] += g.exponent[atom];
  }
}

}  // namespace

plain_system::plain_system(const polynomial_system::representation& system)
    : system_(system), variables_(system.variables.size()), equations_(system.equations()), x_(variables_, 1) {
  for (std::size_t e = 0; e < equations_.size(); ++e)
    for (std::size_t g = system.group_begin[e]; g < system.group_begin[e + 1]; ++g)
      for (std::size_t t = system.term_begin[g]; t < system.term_begin[g + 1]; ++t) {
        term& to = equations_[e].emplace_back();
        to.number = t;
        add_powers(to.powers, system.graph, system.outer[g]);
        add_powers(to.powers, system.graph, system.inner[t]);
      }
}

void plain_system::set_point(const acb_mat_t x, slong precision) {
  precision_ = precision;
  for (std::size_t v = 0; v < variables_; ++v) acb_set(x_.at(v, 0), acb_mat_entry(x, static_cast<slong>(v), 0));
}

void plain_system::value(acb_t out, const term& t, std::uint32_t by, std::uint32_t and_by) const {
  exact::complex_ball power;
  systems::coefficient_of(out, system_, t.number, precision_);
  for (const std::uint32_t variable : {by, and_by})
    if (variable != ~0U && !t.powers.contains(variable)) return acb_zero(out);
  for (const auto& [variable, exponent] : t.powers) {
    unsigned left = exponent;
    for (const std::uint32_t d : {by, and_by}) {
      if (d != variable) continue;
      if (left == 0) return acb_zero(out);
      acb_mul_ui(out, out, left--, precision_);
    }
    acb_pow_ui(power.z, x_.at(variable, 0), left, precision_);
    acb_mul(out, out, power.z, precision_);
  }
}

void plain_system::equations(acb_mat_t out) const {
  exact::complex_ball one;
  acb_mat_zero(out);
  for (std::size_t e = 0; e < equations_.size(); ++e)
    for (const term& t : equations_[e]) {
      value(one.z, t);
      const acb_ptr sum = acb_mat_entry(out, static_cast<slong>(e), 0);
      acb_add(sum, sum, one.z, precision_);
    }
}

void plain_system::jacobian(acb_mat_t out) const {
  exact::complex_ball one;
  acb_mat_zero(out);
  for (std::size_t e = 0; e < equations_.size(); ++e)
    for (const term& t : equations_[e])
      for (const auto& [variable, exponent] : t.powers) {
        value(one.z, t, variable);
        const acb_ptr sum = acb_mat_entry(out, static_cast<slong>(e), static_cast<slong>(variable));
        acb_add(sum, sum, one.z, precision_);
      }
}

void plain_system::second_derivatives(acb_mat_t out, const acb_mat_t weight) const {
  exact::complex_ball one;
  acb_mat_zero(out);
  for (std::size_t e = 0; e < equations_.size(); ++e)
    for (const term& t : equations_[e])
      for (const auto& [i, power_of_i] : t.powers)
        for (const auto& [j, power_of_j] : t.powers) {
          value(one.z, t, i, j);
          acb_addmul(acb_mat_entry(out, static_cast<slong>(i), static_cast<slong>(j)), one.z,
                     acb_mat_entry(weight, static_cast<slong>(e), 0), precision_);
        }
}

}  // namespace vieta::verify_newton

#endif  // VIETA_HAVE_ARB
