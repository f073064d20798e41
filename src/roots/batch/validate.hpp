#pragma once

#include <string>

#include "base/polynomial_batch.hpp"
#include "vieta/error.hpp"
#include "vieta/root_batches.hpp"

namespace vieta::root_batches {

/// Arguments that no target can work with: an error that names the one.
template <class T>
void validate(const polynomial_batch<T>& in, const root_batch_output& out, const root_batch_options& options) {
  check_shape(in);
  if (options.digits < 1 || options.digits > 15)
    throw error("digits: found " + std::to_string(options.digits) + ", expected 1 to 15 for a batch");
  if (options.on.threads < 0)
    throw error("threads: found " + std::to_string(options.on.threads) + ", expected 0 or more");
  if (in.count == 0) return;
  if (((out.roots == nullptr || out.radii == nullptr) && in.degree > 0) || out.counts == nullptr ||
      out.statuses == nullptr)
    throw error("output: found null, expected roots, radii, counts and statuses");
  const std::size_t least = in.order == coefficient_order::rows ? static_cast<std::size_t>(in.degree) : in.count;
  if (out.stride != 0 && out.stride < least)
    throw error("output stride: found " + std::to_string(out.stride) + ", expected 0 or at least " +
                std::to_string(least));
}

}  // namespace vieta::root_batches
