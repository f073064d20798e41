#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "base/parallel_for.hpp"
#include "roots/batch/rows.hpp"
#include "vieta/roots.hpp"

namespace vieta::root_batches {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

batch_root_status status_of(const root& r, double relative_radius) {
  // A root beyond the range of double has no disc about a double.
  if (!(r.radius < infinity) || !std::isfinite(r.value.real()) || !std::isfinite(r.value.imag()))
    return batch_root_status::unproven;
  switch (r.status) {
    case root_status::isolated:
      // Next to the smallest numbers rounding to double takes digits that only a decimal could give.
      return r.radius <= relative_radius * std::abs(r.value) ? batch_root_status::isolated : batch_root_status::wide;
    case root_status::cluster:
    case root_status::multiple:  // batches know no such word
      return batch_root_status::cluster;
    case root_status::wide:
      return batch_root_status::wide;
    case root_status::unproven:
    case root_status::at_border:
      break;
  }
  return batch_root_status::unproven;
}

// Rounding to subnormal numbers may push a disc into the next one, or over 0, which is a root too; and discs that are
// apart in decimals, where doubles cannot hold all centres, may meet around the nearest doubles.
bool meets_another(const std::vector<root>& roots, const root& r, bool in_decimals) {
  if (!(r.radius > 0 && (in_decimals || r.radius < 0x1p-1022))) return false;
  return std::any_of(roots.begin(), roots.end(), [&](const root& other) {
    return &other != &r && !(std::abs(r.value - other.value) > r.radius + other.radius);
  });
}

template <class T>
roots_result solve(std::size_t i, const rows_in<T>& in, int digits) {
  roots_options options;
  options.digits = digits;
  options.on.place = where::cpu;
  options.on.threads = 1;  // polynomials are many
  std::vector<double> re;
  std::vector<std::complex<double>> all;
  bool is_real = true;
  for (int k = 0; k <= in.degree(); ++k) {
    const complex<double> a = in.coefficient(i, k);
    re.push_back(a.re);
    all.emplace_back(a.re, a.im);
    is_real = is_real && a.im == 0;
  }
  return is_real ? roots(std::span<const double>(re), options)
                 : roots(std::span<const std::complex<double>>(all), options);
}

}  // namespace

void rows_out::finish(std::size_t i, int count, root_batch_status status) const {
  for (int k = count; k < degree_; ++k) set(i, k, {nan, nan}, nan, batch_root_status::none);
  out_.counts[i] = static_cast<std::uint8_t>(count);
  out_.statuses[i] = status;
}

template <class T>
void solve_one(std::size_t i, const rows_in<T>& in, int digits, const rows_out& out) {
  const roots_result result = solve(i, in, digits);
  const double relative_radius = std::pow(10.0, -digits) * (1 + 1e-14);
  int place = 0;
  bool complete = result.status == roots_status::complete;
  for (const root& r : result.roots) {
    const batch_root_status status = meets_another(result.roots, r, !result.decimal.empty())
                                         ? batch_root_status::unproven
                                         : status_of(r, relative_radius);
    if (status == batch_root_status::unproven || status == batch_root_status::wide) complete = false;
    const double radius = status == batch_root_status::unproven ? infinity : r.radius;
    for (std::int64_t k = 0; k < r.multiplicity; ++k) out.set(i, place++, r.value, radius, status);
  }
  out.finish(i, place, complete ? root_batch_status::complete : root_batch_status::partial);
}

template <class T>
std::size_t solve_what_is_partial(const polynomial_batch<T>& in, const root_batch_output& out,
                                  const root_batch_options& options) {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < in.count; ++i)
    if (out.statuses[i] == root_batch_status::partial) left.push_back(i);
  const rows_in<T> from(in);
  const rows_out to(out, in.order, in.degree, in.count);
  parallel_for(left.size(), 1, thread_count(options.on.threads), [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) solve_one(left[k], from, options.digits, to);
  });
  return left.size();
}

template void solve_one(std::size_t, const rows_in<double>&, int, const rows_out&);
template void solve_one(std::size_t, const rows_in<std::complex<double>>&, int, const rows_out&);
template std::size_t solve_what_is_partial(const polynomial_batch<double>&, const root_batch_output&,
                                           const root_batch_options&);
template std::size_t solve_what_is_partial(const polynomial_batch<std::complex<double>>&, const root_batch_output&,
                                           const root_batch_options&);

}  // namespace vieta::root_batches
