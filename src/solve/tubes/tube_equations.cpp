#include "solve/tubes/tube_equations.hpp"

#include <cmath>

namespace vieta::tracking {

namespace {

/// The first of four doubles, and a bound of the others: each is at most 2^-53 of the one before.
ball rounded_ball(const double* parts) {
  const double re = mul_up(2.0, std::fabs(parts[1])), im = mul_up(2.0, std::fabs(parts[5]));
  return {{parts[0], parts[4]}, add_up(re, im)};
}

ball exact_ball(const std::complex<double>& z) { return {{z.real(), z.imag()}, 0}; }

/// Without products that are 0: most coefficients are, along short pieces.
bool is_zero(const ball& b) { return b.centre.re == 0 && b.centre.im == 0 && b.radius == 0; }

}  // namespace

tube_equations::tube_equations(const homotopy_tape& tape, const std::complex<double>* target,
                               const std::complex<double>* generic)
    : view_(tape.view()), target_(target), generic_(generic) {}

double tube_equations::bound(const cubic_model& a) const {
  double sum = a.rest, power = 1;
  for (const ball& c : a.c) {
    if (power != 0 && !is_zero(c)) sum = add_up(sum, mul_up(abs_up(c), power));
    power = mul_up(power, reach_);
  }
  return sum;
}

cubic_model tube_equations::product(const cubic_model& a, const cubic_model& b) const {
  cubic_model result;
  double beyond = 0, power = 1;
  // Where nothing moves powers of s are 0.
  const std::size_t last = reach_ == 0 ? order_ : 2 * (cubic_model::terms - 1);
  for (std::size_t k = 0; k <= last; ++k) {
    for (std::size_t i = k < cubic_model::terms ? 0 : k - cubic_model::terms + 1; i < cubic_model::terms && i <= k;
         ++i) {
      const ball &x = a.c[i], &y = b.c[k - i];
      if (is_zero(x) || is_zero(y)) continue;
      if (k <= order_)
        result.c[k] = result.c[k] + x * y;
      else
        beyond = add_up(beyond, mul_up(mul_up(abs_up(x), abs_up(y)), power));
    }
    power = mul_up(power, reach_);
  }
  result.rest = beyond;
  if (a.rest != 0 || b.rest != 0) {
    // (p + x)(q + y) = p q + p y + q x + x y, where bound(a) covers p + x.
    cubic_model polynomial = b;
    polynomial.rest = 0;
    result.rest = add_up(result.rest, add_up(mul_up(bound(a), b.rest), mul_up(bound(polynomial), a.rest)));
  }
  return result;
}

void tube_equations::add(cubic_model& to, const cubic_model& what) const {
  for (std::size_t k = 0; k < cubic_model::terms; ++k)
    if (!is_zero(what.c[k])) to.c[k] = to.c[k] + what.c[k];
  to.rest = add_up(to.rest, what.rest);
}

/// At t = middle - s.
void tube_equations::set_coefficients(double middle) {
  coefficients_.assign(view_.terms, {});
  const ball at{{middle, 0}, 0}, minus{{-1, 0}, 0};
  if (view_.parameters == 0) {
    for (std::size_t j = 0; j < view_.terms; ++j) {
      const ball target = rounded_ball(view_.target + 8 * j), change = rounded_ball(view_.change + 8 * j);
      coefficients_[j].c[0] = target + change * at;
      coefficients_[j].c[1] = change * minus;
    }
    return;
  }
  std::vector<cubic_model> parameters(1 + view_.parameters + view_.parameter_products);
  parameters[0].c[0] = {{1, 0}, 0};
  for (std::size_t k = 0; k < view_.parameters; ++k) {
    const ball target = exact_ball(target_[k]), change = exact_ball(generic_[k]) - target;
    parameters[1 + k].c[0] = target + change * at;
    parameters[1 + k].c[1] = change * minus;
  }
  for (std::size_t p = 0; p < view_.parameter_products; ++p)
    parameters[1 + view_.parameters + p] =
        product(parameters[view_.parameter_left[p]], parameters[view_.parameter_right[p]]);
  for (std::size_t j = 0; j < view_.terms; ++j)
    for (std::size_t i = view_.part_begin[j]; i < view_.part_begin[j + 1]; ++i) {
      cubic_model factor;
      factor.c[0] = rounded_ball(view_.part_factor + 8 * i);
      add(coefficients_[j], product(factor, parameters[view_.part_node[i]]));
    }
}

void tube_equations::set(const std::vector<std::array<std::complex<double>, cubic_model::terms>>& z,
                         const std::vector<double>& radius, double middle, double reach, std::size_t order) {
  reach_ = reach, order_ = order;
  set_coefficients(middle);
  const std::size_t n = view_.variables, all = 1 + n + view_.products + view_.derivatives;
  nodes_.assign(all, {});
  nodes_[0].c[0] = nodes_[1].c[0] = {{1, 0}, 0};
  for (std::size_t v = 0; v + 1 < n; ++v) {
    for (std::size_t k = 0; k < cubic_model::terms; ++k) nodes_[2 + v].c[k] = exact_ball(z[v][k]);
    if (!radius.empty()) nodes_[2 + v].rest = radius[v];
  }
  for (std::size_t p = 0; p < view_.products + std::size_t{view_.derivatives}; ++p)
    nodes_[1 + n + p] = product(nodes_[view_.left[p]], nodes_[view_.right[p]]);
}

cubic_model tube_equations::value(std::size_t equation) const {
  cubic_model sum;
  for (std::size_t j = view_.term_begin[equation]; j < view_.term_begin[equation + 1]; ++j)
    add(sum, product(coefficients_[j], nodes_[view_.term_node[j]]));
  return sum;
}

cubic_model tube_equations::derivative(std::size_t equation, std::size_t unknown) const {
  cubic_model sum;
  const std::size_t at = equation * view_.variables + unknown + 1;
  for (std::size_t j = view_.entry_begin[at]; j < view_.entry_begin[at + 1]; ++j) {
    cubic_model factor;
    factor.c[0] = {{view_.entry_factor[j], 0}, 0};
    add(sum, product(product(factor, coefficients_[view_.entry_term[j]]), nodes_[view_.entry_node[j]]));
  }
  return sum;
}

}  // namespace vieta::tracking
