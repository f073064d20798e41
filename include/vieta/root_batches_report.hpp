#pragma once

#include "vieta/root_batches.hpp"

namespace vieta {

/// The report of a batch that is solved in pieces: numbers and seconds add up, the rest is that of the last piece.
inline root_batch_report& operator+=(root_batch_report& sum, const root_batch_report& piece) {
  sum.polynomials += piece.polynomials;
  sum.complete += piece.complete;
  sum.partial += piece.partial;
  sum.zero_polynomials += piece.zero_polynomials;
  sum.bad_inputs += piece.bad_inputs;
  sum.roots += piece.roots;
  sum.one_by_one += piece.one_by_one;
  sum.seconds += piece.seconds;
  sum.degree = piece.degree;
  sum.digits = piece.digits;
  sum.target = piece.target;
  return sum;
}

}  // namespace vieta
