#pragma once

#include <vector>

#include "roots/answer/certificate.hpp"
#include "roots/session.hpp"
#include "vieta/polynomial.hpp"

namespace vieta {

/// Tells which discs of several roots of a polynomial with complex coefficients hold one multiple root, and makes them
/// as small as that takes. p conj(p) has integer coefficients and all roots of p; one root of its square-free part in a
/// disc is one root of p. Left as they are: discs of a polynomial whose gcd would take seconds.
void tell_multiple_roots(const polynomial& p, std::vector<proven_disc>& discs, const session& context);

}  // namespace vieta
