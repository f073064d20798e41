#include "real_roots/plan.hpp"

#include <algorithm>
#include <cmath>

#include "vieta/core/binomial.hpp"
#include "vieta/core/exponent.hpp"

namespace vieta {
namespace {

// Below this width an interval is not halved again: with two sign variations it may hold a touch, and noise of the
// evaluation makes deeper levels see roots that are not there. The extremum inside decides. (Float: 2^-13; the noise of
// degree 10 and more is above what 2^-14 would show.)
template <class T>
constexpr int deepest_level = 26;
template <>
constexpr int deepest_level<float> = 13;

// C(n, k) for n <= 64. A call for one polynomial spends its time here, so nothing is computed twice.
struct binomial_table {
  double row[65][65];
};
constexpr binomial_table table_of_binomials() {
  binomial_table table{};
  for (int n = 0; n <= 64; ++n) {
    for (int k = 0; k <= n; ++k) table.row[n][k] = binomial(n, k);
  }
  return table;
}
constexpr binomial_table choose = table_of_binomials();

// core::to_bernstein_weight for all j and k, to the last bit; where u or v is zero, without the terms that vanish.
void append_weights(std::vector<double>& weights, int degree, double u, double v) {
  double power_of_u[65] = {1}, power_of_v[65] = {1};
  for (int k = 1; k <= degree; ++k) {
    power_of_u[k] = power_of_u[k - 1] * u;
    power_of_v[k] = power_of_v[k - 1] * v;
  }
  for (int j = 0; j <= degree; ++j) {
    const double *const of_j = choose.row[j], *const of_others = choose.row[degree - j];
    for (int k = 0; k <= degree; ++k) {
      const int first = u == 0 ? k : std::max(k - (degree - j), 0), last = v == 0 ? 0 : std::min(k, j);
      double sum = 0;
      for (int i = first; i <= last; ++i) sum += of_j[i] * of_others[k - i] * power_of_v[i] * power_of_u[k - i];
      weights.push_back(sum / choose.row[degree][k]);
    }
  }
}

}  // namespace

template <class T>
void make_plan(int degree, int kernel_degree, real_interval<T> interval, const real_roots_options<T>& options,
               int lanes, planned<T>& result) {
  using format = float_format<T>;
  result.usable = false;
  result.plan = {};
  result.weights.clear();
  for (std::vector<T>* table : {&result.scale, &result.derivative_weights, &result.left_over_weights}) table->clear();
  block_plan<T>& plan = result.plan;
  const T widest = std::max(std::abs(interval.lo), std::abs(interval.hi));
  if (!std::isfinite(widest) || !(interval.lo < interval.hi) || degree < 1) return;

  plan.degree = degree;
  plan.kernel_degree = kernel_degree;
  plan.exponent = widest > 1 ? exponent_of(widest) + 1 : 0;
  // Coefficients scaled to the interval must stay in range together with those of ordinary size.
  if (plan.exponent * degree > format::largest / 3) return;
  plan.unit = scale_by_power_of_two(T(1), plan.exponent);
  if (plan.exponent != 0) {
    for (int k = 0; k <= plan.kernel_degree; ++k) {
      result.scale.push_back(scale_by_power_of_two(T(1), std::min(k, degree) * plan.exponent));
    }
  }
  // Sums of coefficients that a power of two can bring to 1 exactly.
  plan.most = power_of_two<T>(format::largest - 2);
  plan.least = power_of_two<T>(format::smallest + 2);
  plan.absolute = scale_by_power_of_two(options.absolute_tolerance, -plan.exponent);
  plan.relative = std::max(options.relative_tolerance, 8 * format::unit_roundoff);
  plan.deepest = deepest_level<T>;
  // Large enough to fill vectors down to the last levels of halving, small enough for the cache.
  const int wished = 6144 / (plan.kernel_degree + 4) / static_cast<int>(sizeof(T) / 4);
  // An odd number of vectors in a row: rows a power of two apart would meet in the same few sets of the cache.
  plan.block_size = (std::clamp(wished / lanes, 2, work_item::most_polynomials / lanes - 1) | 1) * lanes;

  const T lo = scale_by_power_of_two(interval.lo, -plan.exponent),
          hi = scale_by_power_of_two(interval.hi, -plan.exponent);
  plan.lo = lo;
  plan.hi = hi;
  const int n = plan.kernel_degree;
  for (int d = 1; d <= n; ++d) {
    for (int j = 0; j <= d; ++j) result.derivative_weights.push_back(static_cast<T>(choose.row[n - d + j][j]));
  }
  plan.derivative_weights = result.derivative_weights.data();
  for (int d = 1; d < degree; ++d) {
    for (int j = 0; j <= d; ++j) result.left_over_weights.push_back(static_cast<T>(choose.row[degree - d + j][j]));
  }
  plan.left_over_weights = result.left_over_weights.data();
  const auto add_piece = [&](T u, T v) {
    append_weights(result.weights, plan.kernel_degree, u, v);
    plan.piece[plan.pieces++] = {u, v - u, nullptr};
  };
  if (lo < 0 && hi > 0) {
    add_piece(lo, T(0));
    add_piece(T(0), hi);
    plan.symmetric = -lo == hi;
  } else {
    add_piece(lo, hi);
  }
  const std::size_t side = static_cast<std::size_t>(plan.kernel_degree) + 1, matrix = side * side;
  for (int q = 0; q < plan.pieces; ++q)
    plan.piece[q].to_bernstein = result.weights.data() + static_cast<std::size_t>(q) * matrix;
  for (const int end : {0, 1}) {
    const T width = plan.piece[end * (plan.pieces - 1)].width;
    plan.end_margin[end] = static_cast<T>(plan.kernel_degree) / width * 64 * format::unit_roundoff;
  }
  plan.scale = result.scale.empty() ? nullptr : result.scale.data();
  result.usable = true;
}

template void make_plan(int, int, real_interval<float>, const real_roots_options<float>&, int, planned<float>&);
template void make_plan(int, int, real_interval<double>, const real_roots_options<double>&, int, planned<double>&);

}  // namespace vieta
