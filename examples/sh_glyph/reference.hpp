#pragma once

#include <vector>

#include "trace/trace.hpp"
#include "vieta/core/dd.hpp"

namespace sh_glyph {

/// The first hit of a ray, by a slow and obvious way that shares nothing with the fast one but the definition of f:
/// halving of the angle with a bound on the second derivative, in double-double arithmetic. No polynomial in u is
/// formed.
class reference {
 public:
  explicit reference(const glyph& g);

  struct answer {
    double u = no_hit;    ///< distance from the point of the ray that is closest to the centre, negative in front of it
    bool decided = true;  ///< false: too close a call even for this arithmetic
  };
  answer first_hit(const ray& r) const;

 private:
  using dd = vieta::dd;
  int bands_;
  recurrence<dd> recurrence_;
  std::vector<dd> coefficients_;
  std::vector<double> cosine_, sine_;  // sampled angles
  std::vector<dd> inverse_;            // from sampled values to the form's coefficients
};

}  // namespace sh_glyph
