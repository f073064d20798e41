#pragma once

#include <optional>
#include <vector>

#include "roots/answer/certificate.hpp"
#include "roots/session.hpp"
#include "vieta/polynomial.hpp"

namespace vieta {

struct roots_on_line {
  std::vector<proven_disc> discs;  ///< of real roots alone, each of exactly its multiplicity, pairwise disjoint
  bool complete = true;            ///< false: stopped before all were found
  int bits = 0;                    ///< the most that were needed
};

/// The real roots of q(x^stride), where q has exact coefficients and q(0) != 0, without its other roots. Nothing where
/// that is not the way: without arbitrary precision in this build, for coefficients of absurdly different size, and for
/// high degrees; and, for what is an answer, where decimals of a real root would bring a complex one into its disc:
/// then all roots have to be known. Method: docs/method/real_line.md.
std::optional<roots_on_line> find_roots_on_line(const polynomial& q, std::int64_t stride, const session& context,
                                                bool is_answer);

/// The discs of all roots of p, where they are different fractions and that is quickly seen; else none.
std::vector<proven_disc> discs_of_fractions(const polynomial& p, const session& context);

}  // namespace vieta
