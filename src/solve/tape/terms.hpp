#pragma once

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

}  // namespace vieta::tracking
