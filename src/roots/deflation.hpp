#pragma once

#include <cstdint>
#include <vector>

#include "roots/answer/certificate.hpp"
#include "vieta/polynomial.hpp"

namespace vieta {

/// p(x) = x^zero_roots q(x^stride) with q(0) != 0 and the largest possible stride.
struct deflated_polynomial {
  polynomial q;
  std::int64_t zero_roots = 0;
  std::int64_t stride = 1;
};

/// O(terms). p must not be the zero polynomial.
deflated_polynomial deflate(const polynomial& p);

/// q(x^stride).
polynomial inflate(const polynomial& q, std::int64_t stride);

/// All x with x^stride in one of the discs: stride discs for each one given. A disc with an infinite radius stays so.
std::vector<proven_disc> unfold(std::vector<proven_disc> discs, std::int64_t stride);

}  // namespace vieta
