#include "verify/roots/count/real_count.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/fmpz_poly.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "verify/roots/count/rational_parts.hpp"

namespace vieta::checking {
namespace {

// FLINT's type with a C++ lifetime.
struct integers {
  fmpz_poly_t p;
  integers() { fmpz_poly_init(p); }
  integers(const integers&) = delete;
  integers& operator=(const integers&) = delete;
  ~integers() { fmpz_poly_clear(p); }
};
using shared = std::unique_ptr<integers>;

void shift_by_one(fmpz_poly_t out, const fmpz_poly_t p) {
  exact::big_integer one;
  fmpz_one(one.n);
  fmpz_poly_taylor_shift(out, p, one.n);
}

class positive_roots {
 public:
  explicit positive_roots(const work_limits& limits) : limits_(limits) {}

  /// Of a square-free f with f(0) != 0.
  std::optional<std::int64_t> count(const fmpz_poly_t f) {
    if (sign_changes(f) < 2) return sign_changes(f);
    // Below 2^b: f(2^b x) has them in (0, 1).
    exact::big_integer bound;
    fmpz_poly_bound_roots(bound.n, f);
    const auto b = static_cast<ulong>(fmpz_bits(bound.n));
    std::vector<shared> open;
    open.push_back(std::make_unique<integers>());
    fmpz_poly_set(open.back()->p, f);
    for (slong k = 1; k < fmpz_poly_length(f); ++k)
      fmpz_mul_2exp(open.back()->p->coeffs + k, open.back()->p->coeffs + k, b * static_cast<ulong>(k));
    std::int64_t found = 0;
    while (!open.empty()) {
      constexpr std::int64_t most_work = 60'000'000;  // coefficients times words
      limits_.check();
      const shared one = std::move(open.back());
      open.pop_back();
      const slong n = fmpz_poly_degree(one->p);
      work_ += n * (1 + std::abs(fmpz_poly_max_bits(one->p)) / 64) * 8;
      if (work_ > most_work) return std::nullopt;
      integers seen;
      fmpz_poly_reverse(seen.p, one->p, n + 1);
      shift_by_one(seen.p, seen.p);
      const std::int64_t changes = sign_changes(seen.p);
      if (changes < 2) {
        found += changes;
        continue;
      }
      auto right = std::make_unique<integers>();
      for (slong k = 0; k < n; ++k) fmpz_mul_2exp(one->p->coeffs + k, one->p->coeffs + k, static_cast<ulong>(n - k));
      shift_by_one(right->p, one->p);
      if (fmpz_is_zero(right->p->coeffs) != 0) {  // at the middle
        ++found;
        fmpz_poly_shift_right(right->p, right->p, 1);
      }
      auto left = std::make_unique<integers>();
      fmpz_poly_swap(left->p, one->p);
      open.push_back(std::move(left)), open.push_back(std::move(right));
    }
    return found;
  }

 private:
  static std::int64_t sign_changes(const fmpz_poly_t f) {
    std::int64_t changes = 0;
    int last = 0;
    for (slong k = 0; k < fmpz_poly_length(f); ++k) {
      const int sign = fmpz_sgn(f->coeffs + k);
      if (sign == 0) continue;
      if (last != 0 && sign != last) ++changes;
      last = sign;
    }
    return changes;
  }

  const work_limits& limits_;
  std::int64_t work_ = 0;
};

}  // namespace

std::optional<std::int64_t> different_real_roots(const polynomial::representation& p, const work_limits& limits) {
  const rational_parts parts(p, false);
  if (!parts.is_known || fmpq_poly_is_zero(parts.im.p) == 0 || fmpq_poly_is_zero(parts.re.p) != 0) return std::nullopt;
  integers f, slope;
  fmpq_poly_get_numerator(f.p, parts.re.p);
  fmpz_poly_derivative(slope.p, f.p);
  fmpz_poly_gcd(slope.p, f.p, slope.p);
  fmpz_poly_div(f.p, f.p, slope.p);
  positive_roots counter(limits);
  const std::optional<std::int64_t> above = counter.count(f.p);
  if (!above) return std::nullopt;
  const std::int64_t zero = parts.zeros > 0 ? 1 : 0;
  if (parts.stride % 2 == 0) return zero + 2 * *above;
  for (slong k = 1; k < fmpz_poly_length(f.p); k += 2) fmpz_neg(f.p->coeffs + k, f.p->coeffs + k);
  const std::optional<std::int64_t> below = counter.count(f.p);
  if (!below) return std::nullopt;
  return zero + *above + *below;
}

}  // namespace vieta::checking

#endif
