#pragma once

#include <string>

#include "base/polynomial_batch.hpp"
#include "vieta/error.hpp"
#include "vieta/real_roots.hpp"

namespace vieta {

/// Arguments of real_roots that no target can work with: an error that names the one.
template <class T>
void validate(const polynomial_batch<T>& in, const real_roots_output<T>& out, const real_roots_options<T>& options) {
  check_shape(in);
  if (in.count == 0) return;
  if ((!out.roots && in.degree > 0) || !out.counts || !out.statuses) {
    throw error("output: found null, expected roots, counts and statuses");
  }
  if (out.bounds && !out.touching && in.degree > 0)
    throw error("output: found null for touching, expected an array where bounds are asked for");
  const bool rows = in.order == coefficient_order::rows;
  const std::size_t least_out = rows ? static_cast<std::size_t>(in.degree) : in.count;
  if (out.stride != 0 && out.stride < least_out) {
    throw error("output stride: found " + std::to_string(out.stride) + ", expected 0 or at least " +
                std::to_string(least_out));
  }
  if (!(options.absolute_tolerance >= 0) || !(options.relative_tolerance >= 0)) {
    throw error("absolute_tolerance, relative_tolerance: found " + std::to_string(options.absolute_tolerance) +
                " and " + std::to_string(options.relative_tolerance) + ", expected numbers that are not negative");
  }
  if (options.method > real_roots_method::bernstein)
    throw error("method: found number " + std::to_string(static_cast<int>(options.method)) +
                ", expected a value of real_roots_method");
  if (options.on.threads < 0)
    throw error("threads: found " + std::to_string(options.on.threads) + ", expected 0 or more");
}

}  // namespace vieta
