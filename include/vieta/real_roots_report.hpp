#pragma once

#include "vieta/real_roots.hpp"

namespace vieta {

/// The report of a batch that is solved in pieces: numbers and seconds add up, the rest is that of the last piece.
inline real_roots_report& operator+=(real_roots_report& sum, const real_roots_report& piece) {
  sum.polynomials += piece.polynomials;
  sum.roots += piece.roots;
  sum.ok += piece.ok;
  sum.touching += piece.touching;
  sum.unresolved += piece.unresolved;
  sum.zero_polynomials += piece.zero_polynomials;
  sum.bad_inputs += piece.bad_inputs;
  sum.clustered += piece.clustered;
  sum.seconds += piece.seconds;
  sum.degree = piece.degree;
  sum.method = piece.method;
  sum.target = piece.target;
  return sum;
}

}  // namespace vieta
