#pragma once

#include "exact/arb.hpp"
#ifdef VIETA_HAVE_ARB

#include <flint/fmpq.h>
#include <flint/fmpz.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vieta::exact {

/// A rational number of FLINT.
struct rational {
  fmpq_t q;
  rational() { fmpq_init(q); }
  rational(rational&& other) noexcept : rational() { fmpq_swap(q, other.q); }
  rational(const rational&) = delete;
  rational& operator=(const rational&) = delete;
  ~rational() { fmpq_clear(q); }
};

/// Numbers known modulo a product of primes.
class remainders {
 public:
  explicit remainders(std::size_t count) : numbers_(count) { fmpz_one(modulus_.n); }

  /// The residues modulo one more prime.
  void add(std::uint64_t prime, const std::vector<std::uint64_t>& values) {
    big_integer next;
    fmpz_mul_ui(next.n, modulus_.n, prime);
    for (std::size_t k = 0; k < numbers_.size(); ++k)
      fmpz_CRT_ui(numbers_[k].n, numbers_[k].n, modulus_.n, values[k], prime, 0);
    fmpz_swap(modulus_.n, next.n);
  }

  /// The rational numbers; empty where one of them is longer than is known yet.
  [[nodiscard]] std::vector<rational> reconstructed() const {
    std::vector<rational> found(numbers_.size());
    for (std::size_t k = 0; k < numbers_.size(); ++k)
      if (fmpq_reconstruct_fmpz(found[k].q, numbers_[k].n, modulus_.n) == 0) return {};
    return found;
  }

 private:
  struct number {
    fmpz_t n;
    number() { fmpz_init(n); }
    number(const number& other) : number() { fmpz_set(n, other.n); }
    number& operator=(const number&) = delete;
    ~number() { fmpz_clear(n); }
  };
  std::vector<number> numbers_;
  big_integer modulus_;
};

/// Whether they have these residues: a prime that had no part in them.
inline bool agree(const std::vector<rational>& numbers, std::uint64_t prime, const std::vector<std::uint64_t>& values) {
  big_integer value, modulus;
  fmpz_set_ui(modulus.n, prime);
  for (std::size_t k = 0; k < numbers.size(); ++k)
    if (fmpq_mod_fmpz(value.n, numbers[k].q, modulus.n) == 0 || fmpz_get_ui(value.n) != values[k]) return false;
  return true;
}

}  // namespace vieta::exact

#endif  // VIETA_HAVE_ARB
