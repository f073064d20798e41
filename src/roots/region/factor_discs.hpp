#pragma once

#include <vector>

#include "roots/answer/certificate.hpp"
#include "roots/session.hpp"
#include "vieta/polynomial.hpp"

namespace vieta {

/// The discs of a square-free factor, each of one root of it.
struct factor_discs {
  polynomial factor;
  int multiplicity = 1;
  std::vector<proven_disc> discs;
};

/// Factors share no root: discs of different ones that meet are taken apart where they hold several roots, and refined
/// until they are disjoint. Left alone where time is up or a disc cannot be refined.
void part_discs_of_factors(std::vector<factor_discs>& factors, const session& context);

/// Tells which roots of a polynomial with real coefficients are real, for a factor before they are among others: no
/// disc but itself meets the mirror image of its disc. Where another one does, the real roots of p tell.
void mark_real_roots(const polynomial& p, std::vector<proven_disc>& discs, const session& context);

}  // namespace vieta
