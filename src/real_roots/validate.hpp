#pragma once

#include <string>

#include "vieta/error.hpp"
#include "vieta/real_roots.hpp"

namespace vieta {

/// Arguments of real_roots that no target can work with: an error that names the one.
template <class T>
void validate(const polynomial_batch<T>& in, const real_roots_output<T>& out, const real_roots_options<T>& options) {
  if (in.degree < 0 || in.degree > 64) throw error("degree: found " + std::to_string(in.degree) + ", expected 0 to 64");
  if (in.count == 0) return;
  if (!in.coefficients) throw error("coefficients: found null, expected " + std::to_string(in.count) + " polynomials");
  if ((!out.roots && in.degree > 0) || !out.counts || !out.statuses) {
    throw error("output: found null, expected roots, counts and statuses");
  }
  const bool rows = in.order == coefficient_order::rows;
  const std::size_t least_in = rows ? static_cast<std::size_t>(in.degree) + 1 : in.count;
  const std::size_t least_out = rows ? static_cast<std::size_t>(in.degree) : in.count;
  if (in.stride != 0 && in.stride < least_in) {
    throw error("input stride: found " + std::to_string(in.stride) + ", expected 0 or at least " +
                std::to_string(least_in));
  }
  if (out.stride != 0 && out.stride < least_out) {
    throw error("output stride: found " + std::to_string(out.stride) + ", expected 0 or at least " +
                std::to_string(least_out));
  }
  if (!(options.absolute_tolerance >= 0) || !(options.relative_tolerance >= 0)) {
    throw error("tolerance: expected numbers that are not negative");
  }
  if (options.method > real_roots_method::bernstein) throw error("method: expected a value of real_roots_method");
  if (in.order > coefficient_order::columns) throw error("order: expected a value of coefficient_order");
  if (options.on.threads < 0)
    throw error("threads: found " + std::to_string(options.on.threads) + ", expected 0 or more");
}

}  // namespace vieta
