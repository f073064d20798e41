#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exact/arithmetic.hpp"
#include "exact/representation.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"

namespace vieta::test {

/// The exact number that `text` writes down.
inline exact::real number(std::string_view text) {
  exact::real value;
  EXPECT_TRUE(exact::parse_real(text, value)) << text;
  return value;
}

/// The nonzero terms of a finite polynomial, exactly, whatever its storage.
inline std::vector<term> exact_terms(const polynomial& p) {
  const auto& data = p.data();
  std::vector<term> result;
  for (std::size_t k = 0; k < data.size(); ++k) {
    term t{data.exponent(k), {}, {}};
    t.re = data.is_exact() ? data.exact_re[k] : exact::from_double(data.re[k]);
    if (!p.is_real()) t.im = data.is_exact() ? data.exact_im[k] : exact::from_double(data.im[k]);
    if (!t.re.is_zero() || !t.im.is_zero()) result.push_back(std::move(t));
  }
  return result;
}

inline bool same(const polynomial& a, const polynomial& b) {
  const auto left = exact_terms(a), right = exact_terms(b);
  if (a.degree() != b.degree() || left.size() != right.size()) return false;
  for (std::size_t k = 0; k < left.size(); ++k) {
    if (left[k].exponent != right[k].exponent || exact::compare(left[k].re, right[k].re) != 0 ||
        exact::compare(left[k].im, right[k].im) != 0) {
      return false;
    }
  }
  return true;
}

/// A polynomial from its ascending coefficients: {"1", "0", "-3/4"}.
inline polynomial from(const std::vector<std::string>& re, const std::vector<std::string>& im = {}) {
  return polynomial::from_decimal(re, im);
}

/// What the reader says about a malformed text; a text that is read without complaint gives "(no error)".
inline std::string complaint(std::string_view text, format how) {
  try {
    read_polynomial(text, "F", how);
  } catch (const error& refused) {
    return refused.what();
  }
  return "(no error)";
}

}  // namespace vieta::test
