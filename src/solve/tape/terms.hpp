#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "systems/representation.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/qd.hpp"

namespace vieta::tracking {

/// A coefficient and the exponents that are not 0, by variable.
struct plain_term {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> exponents;
  complex<qd> coefficient;
  bool exact = true;  ///< the coefficient is what it stands for
  [[nodiscard]] unsigned degree() const;
};

/// The terms of each equation, multiplied out, each monomial once, none with the coefficient 0; coefficients to 63
/// digits. Fewer equations than the system has where `must_stop` ended it: products of many factors take long.
std::vector<std::vector<plain_term>> terms_of(const polynomial_system::representation& system,
                                              const std::function<bool()>& must_stop = {});

/// The value at x, in double, of a term without its factors v and, if it is another one, w, of the powers `of_v` and
/// `of_w` there: a derivative, but for the factors that it brings.
std::complex<double> value_without(const plain_term& t, const std::vector<std::complex<double>>& x, std::uint32_t v,
                                   std::uint32_t of_v, std::uint32_t w, std::uint32_t of_w);

}  // namespace vieta::tracking
