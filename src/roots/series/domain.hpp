#pragma once

#include "exact/exact_real.hpp"
#include "roots/answer/certificate.hpp"
#include "roots/values/discs.hpp"
#include "vieta/core/qd.hpp"
#include "vieta/series.hpp"

namespace vieta::own_basis {

/// Of an exact change to powers of x.
inline constexpr std::int64_t highest_in_powers = 5000;

/// x = (begin + end)/2 + (end - begin)/2 u
struct domain {
  exact::real begin, end;

  [[nodiscard]] bool is_standard() const;  ///< x = u
};

/// Throws vieta::error where a text is no number and where the ends coincide.
domain domain_of(const series& s);

/// The way from u to x in numbers of 208 bits.
class domain_map {
 public:
  explicit domain_map(const domain& on);

  [[nodiscard]] proven_disc to_x(const values::root_disc& disc) const;

 private:
  qd middle_, half_;  ///< times 2^exponent
  std::int64_t exponent_ = 0;
};

/// Whether x = 0 is exactly a root. Takes long where the domain's ends have many digits; degree at most 5,000.
bool is_zero_at_origin(const series& s, const domain& on);

}  // namespace vieta::own_basis
