#pragma once

#include <map>
#include <mutex>
#include <vector>

#include "cuda/block.hpp"
#include "roots/near_linear/cuda/device_ring.hpp"
#include "roots/near_linear/fourier_plan.hpp"

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

/// Tables of unit roots, on the host.
struct host_tables {
  std::vector<complex<dd>> directions;
  std::vector<wide_complex> rounded;
  direction_tables layout;
  std::vector<wide_complex> unit_roots;
  std::vector<complex<dd>> long_unit_roots;
  std::vector<double> inverse_factorials;
  std::vector<dd> long_inverse_factorials;

  explicit host_tables(int most_log2) {
    for (int log2_length = 0; log2_length <= most_log2; ++log2_length) {
      const fourier_plan plan(log2_length);
      layout.first[log2_length] = static_cast<std::int32_t>(directions.size());
      directions.insert(directions.end(), plan.coarse().begin(), plan.coarse().end());
      directions.insert(directions.end(), plan.fine().begin(), plan.fine().end());
    }
    for (const complex<dd>& w : directions) rounded.push_back({w.re.hi, w.im.hi});
    const fourier_plan longest(2 * longest_line_log2);
    long_unit_roots = longest.coarse();
    for (const complex<dd>& w : long_unit_roots) unit_roots.push_back({w.re.hi, w.im.hi});
    dd factorial(1.0);
    for (int m = 0; m < leading_terms; factorial = factorial * static_cast<double>(++m))
      long_inverse_factorials.push_back(dd(1.0) / factorial);
    long double value = 1;
    for (int m = 0; m < taylor_terms; ++m, value /= m) inverse_factorials.push_back(static_cast<double>(value));
  }
};

/// The same for all calls; made when first asked for.
inline const host_tables& tables_for(int most_log2) {
  static std::mutex lock;
  static std::map<int, host_tables> made;
  const std::scoped_lock guard(lock);
  return made.try_emplace(most_log2, most_log2).first->second;
}

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
