#include "newton/evaluator.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel_for.hpp"
#include "newton/linear/dense.hpp"
#include "newton/linear/multiple_qr.hpp"

namespace vieta::systems {

void multi_array::resize(std::size_t size, int parts, bool complex) {
  if (size == size_ && parts == parts_ && complex == complex_) return;
  size_ = size, parts_ = parts, complex_ = complex;
  for (int p = 0; p < 4; ++p) {
    const auto k = static_cast<std::size_t>(p);
    re_[k].assign(p < parts ? size : 0, 0.0);
    im_[k].assign(p < parts && complex ? size : 0, 0.0);
  }
}

planes multi_array::view() {
  planes r;
  for (std::size_t k = 0; k < 4; ++k) {
    r.re[k] = re_[k].empty() ? nullptr : re_[k].data();
    r.im[k] = im_[k].empty() ? nullptr : im_[k].data();
  }
  return r;
}
const_planes multi_array::view() const {
  const_planes r;
  for (std::size_t k = 0; k < 4; ++k) {
    r.re[k] = re_[k].empty() ? nullptr : re_[k].data();
    r.im[k] = im_[k].empty() ? nullptr : im_[k].data();
  }
  return r;
}

complex<qd> multi_array::get(std::size_t k) const {
  const auto part = [k](const std::vector<double>& plane) { return plane.empty() ? 0.0 : plane[k]; };
  return {qd(part(re_[0]), part(re_[1]), part(re_[2]), part(re_[3])),
          qd(part(im_[0]), part(im_[1]), part(im_[2]), part(im_[3]))};
}

void multi_array::set(std::size_t k, const complex<qd>& value) {
  const auto put = [k](std::array<std::vector<double>, 4>& planes, const qd& x) {
    const double part[4] = {x.x0, x.x1, x.x2, x.x3};
    for (std::size_t p = 0; p < 4; ++p)
      if (!planes[p].empty()) planes[p][k] = part[p];
  };
  put(re_, value.re);
  put(im_, value.im);
}

system_view view_of(const polynomial_system::representation& system) {
  const product_graph& g = system.graph;
  system_view v;
  v.variables = g.variables;
  v.left = g.left.data(), v.right = g.right.data();
  v.group_begin = system.group_begin.data(), v.term_begin = system.term_begin.data();
  v.outer = system.outer.data(), v.inner = system.inner.data();
  for (std::size_t k = 0; k < 4; ++k) {
    v.coefficients.re[k] = system.re[k].empty() ? nullptr : system.re[k].data();
    v.coefficients.im[k] = system.im[k].empty() ? nullptr : system.im[k].data();
  }
  v.length = g.length.data(), v.exponent = g.exponent.data(), v.base = g.base.data(), v.lower = g.lower.data();
  v.prefixes = g.prefixes.data(), v.suffixes = g.suffixes.data();
  v.prefix_path = g.prefix_path.data(), v.suffix_path = g.suffix_path.data(), v.path_atom = g.path_atom.data();
  return v;
}

evaluator::evaluator(const polynomial_system::representation& system, int threads)
    : system_(system), view_(view_of(system)), threads_(threads) {}

evaluator::~evaluator() = default;

void evaluator::compute_products(multi_array& values, int parts, bool complex) const {
  const product_graph& g = system_.graph;
  const auto work = kernels().products[parts - 1][complex ? 1 : 0];
  const planes v = values.view();
  // A level is worth a second thread when it takes longer than starting one, some ten microseconds.
  const std::size_t grain = 8192 / static_cast<std::size_t>(parts * parts);
  for (std::size_t level = 0; level + 1 < g.level_begin.size(); ++level) {
    const std::size_t from = g.level_begin[level], to = g.level_begin[level + 1];
    parallel_for(to - from, grain, threads_,
                 [&](std::size_t begin, std::size_t end) { work(view_, from + begin, from + end, v); });
  }
}

void evaluator::set_point(const multi_array& x, int parts, bool complex) {
  values_.resize(system_.graph.size(), parts, complex);
  values_.set(0, {qd(1.0), qd(0.0)});
  for (std::size_t v = 0; v < x.size(); ++v) values_.set(1 + v, x.get(v));
  compute_products(values_, parts, complex);
}

void evaluator::equations(multi_array& out) {
  const int parts = values_.parts();
  out.resize(system_.equations(), parts, values_.is_complex());
  const auto work = kernels().equations[parts - 1][values_.is_complex() ? 1 : 0];
  const planes o = out.view();
  const const_planes v = static_cast<const multi_array&>(values_).view();
  const std::size_t per_equation = 1 + system_.terms() / system_.equations();
  parallel_for(system_.equations(), 1 + 16384 / (per_equation * static_cast<std::size_t>(parts)), threads_,
               [&](std::size_t begin, std::size_t end) { work(view_, begin, end, v, o); });
}

// A normalised real product errs by 2^-204, a sum by 2^-211 (|a| + |b|) (core/qd.hpp). A complex product consists of
// four products of parts and two sums: each part errs by 2^-204 (|ac| + |bd|) and a little, and |ac| + |bd| <= |a| |b|
// (Cauchy-Schwarz), so both together by sqrt(2) 2^-204 |a| |b| and a little: below 1.5 * 2^-204. A node of degree D is
// made by at most D - 1 products; the coefficient takes one more, an outer node one more. A term passes through at most
// 32 + (terms of its group) / (32 lanes) + lanes + (groups) + 4 sums, lanes >= 2, each with an error of 2^-211 of what
// passes, which is at most the sum of the terms' moduli. The factor 1.01 covers products of errors and the rounding of
// these bounds themselves.
void evaluator::equations_proven(multi_array& out, std::vector<double>& error) {
  out.resize(system_.equations(), 4, values_.is_complex());
  const auto work = kernels().equations_proven[values_.is_complex() ? 1 : 0];
  const planes o = out.view();
  const const_planes v = static_cast<const multi_array&>(values_).view();
  parallel_for(system_.equations(), 1 + 4096 / (1 + system_.terms() / system_.equations()), threads_,
               [&](std::size_t begin, std::size_t end) { work(view_, begin, end, v, o); });
  term_sums(error);
  std::vector<double> degree(system_.graph.size(), 0);
  for (std::size_t n = 1; n < degree.size(); ++n) {
    const std::size_t k = n - 1 - system_.graph.variables;
    degree[n] = n <= system_.graph.variables ? 1 : degree[system_.graph.left[k]] + degree[system_.graph.right[k]];
  }
  const auto products_of = [&](node m) { return m == 0 ? 0 : degree[m] - 1; };
  double largest_coefficient = 1;
  for (const double modulus : moduli_) largest_coefficient = std::max(largest_coefficient, modulus);
  const double product_error = values_.is_complex() ? 1.5 * 0x1p-204 : 0x1p-204;
  for (std::size_t e = 0; e < error.size(); ++e) {
    double products = 0, sums = 0;
    for (std::size_t g = system_.group_begin[e]; g < system_.group_begin[e + 1]; ++g) {
      for (std::size_t t = system_.term_begin[g]; t < system_.term_begin[g + 1]; ++t)
        products = std::max(products, products_of(system_.inner[t]) + 1 +
                                          (system_.outer[g] == 0 ? 0 : products_of(system_.outer[g]) + 1));
      sums = std::max(sums, static_cast<double>(system_.term_begin[g + 1] - system_.term_begin[g]));
    }
    sums = sums / 64 + static_cast<double>(system_.group_begin[e + 1] - system_.group_begin[e]) + 48;
    const double amplified = largest_coefficient * std::pow(largest_variable_, products);
    const double operations = (products + 2) * static_cast<double>(system_.term_begin[system_.group_begin[e + 1]] -
                                                                   system_.term_begin[system_.group_begin[e]] + 1);
    const bool in_range = largest_node_ < 0x1p900 && largest_coefficient < 0x1p900 && error[e] < 0x1p900;
    error[e] = 1.01 * (error[e] * (products * product_error + sums * 0x1p-211 + system_.coefficient_error) +
                       operations * amplified * 0x1p-1060);
    if (!in_range) error[e] = HUGE_VAL;
  }
}

void evaluator::jacobian(multi_array& out, int parts) {
  out.resize(system_.equations() * system_.variables.size(), parts, values_.is_complex());
  const auto work = kernels().jacobian[parts - 1][values_.is_complex() ? 1 : 0];
  const planes o = out.view();
  const const_planes v = static_cast<const multi_array&>(values_).view();
  const std::size_t per_equation = 1 + (system_.terms() / system_.equations()) * 4 + system_.variables.size();
  parallel_for(system_.equations(), 1 + 65536 / (per_equation * static_cast<std::size_t>(parts)), threads_,
               [&](std::size_t begin, std::size_t end) { work(view_, begin, end, v, o); });
}

bool evaluator::prepare_jacobian() {
  evaluator::jacobian(jacobian_, 1);
  row_scale_ = scale_rows(jacobian_, system_.equations(), system_.variables.size());
  const const_planes a = static_cast<const multi_array&>(jacobian_).view();
  for (std::size_t k = 0; k < jacobian_.size(); ++k)
    if (!std::isfinite(a.re[0][k]) || (a.im[0] != nullptr && !std::isfinite(a.im[0][k]))) return false;
  return true;
}

bool evaluator::factor() {
  if (!factors_) factors_ = std::make_unique<lu_factors>();
  return factors_->factor(scaled_jacobian(), system_.variables.size(), threads_);
}

void evaluator::solve_by_factors(std::vector<std::complex<double>>& x) { factors_->solve(x); }

double evaluator::condition() { return factors_->condition(); }

gmres_outcome evaluator::solve_by_gmres(std::vector<std::complex<double>>& x, double tolerance, int max_steps) {
  return gmres(jacobian_, system_.variables.size(), x, tolerance, max_steps, threads_);
}

qr_outcome evaluator::solve_least_squares(const multi_array& matrix, const multi_array& b, qr_method method,
                                          multi_array& x) {
  return systems::solve_least_squares(matrix, system_.equations(), system_.variables.size(), b, method, threads_, x,
                                      must_stop);
}

void evaluator::term_sums(std::vector<double>& out) {
  if (moduli_.empty()) {
    moduli_.resize(system_.terms());
    for (std::size_t t = 0; t < moduli_.size(); ++t)
      moduli_[t] = std::hypot(system_.re[0][t], system_.is_real() ? 0.0 : system_.im[0][t]);
  }
  system_view absolute = view_;
  absolute.coefficients = {};
  absolute.coefficients.re[0] = moduli_.data();
  multi_array values(system_.graph.size(), 1, false), sums(system_.equations(), 1, false);
  values.set(0, {qd(1.0), qd(0.0)});
  for (std::size_t v = 1; v <= system_.variables.size(); ++v) {
    const complex<qd> z = values_.get(v);
    values.set(v, {qd(std::hypot(z.re.x0, z.im.x0)), qd(0.0)});
  }
  compute_products(values, 1, false);
  const double* const size = static_cast<const multi_array&>(values).view().re[0];
  largest_node_ = *std::max_element(size, size + values.size());
  largest_variable_ = *std::max_element(size, size + 1 + system_.variables.size());  // at least 1, the node 0
  const multi_array& moduli_of_nodes = values;
  kernels().equations[0][0](absolute, 0, system_.equations(), moduli_of_nodes.view(), sums.view());
  const double* const sum = sums.view().re[0];
  out.assign(sum, sum + system_.equations());
}

}  // namespace vieta::systems
