#include "roots/real_line/half_shift.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/fmpz_poly.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace vieta::real_line {
namespace {

// Up to this length c(u / 2) is shifted exactly, with as many more bits; above, halves are shifted and joined.
constexpr slong exact_length = 160;

// 2^bits ((t + 1) / 2)^h, rounded down: the coefficients first, first + 1, ... that are not 0, or a single 0 where so
// few bits leave none.
struct binomials {
  slong first = 0;
  integer_row values;
};

binomials make_binomials(slong h, slong bits) {
  exact::big_integer value, scaled;
  fmpz_one(value.n);
  integer_row all(h + 1);
  binomials result;
  bool is_empty = true;
  slong last = 0;
  for (slong k = 0; k <= h; ++k) {
    if (bits >= h)
      fmpz_mul_2exp(scaled.n, value.n, static_cast<ulong>(bits - h));
    else
      fmpz_fdiv_q_2exp(scaled.n, value.n, static_cast<ulong>(h - bits));
    if (!fmpz_is_zero(scaled.n)) {
      if (is_empty) result.first = k;
      is_empty = false;
      last = k;
      fmpz_set(all[k], scaled.n);
    }
    fmpz_mul_ui(value.n, value.n, static_cast<ulong>(h - k));
    fmpz_divexact_ui(value.n, value.n, static_cast<ulong>(k + 1));
  }
  result.values = integer_row(last - result.first + 1);
  _fmpz_vec_set(result.values.begin(), all[result.first], result.values.size());
  return result;
}

class shifter {
 public:
  // c holds the result in the end.
  void run(fmpz* c, slong length, double& error) {
    if (length <= 1) return;
    if (length <= exact_length) {
      shift_exactly(c, length, error);
      return;
    }
    slong h = exact_length;
    while (2 * h < length) h *= 2;
    run(c, h, error);
    run(c + h, length - h, error);
    join(c, h, length, error);
  }

 private:
  static void shift_exactly(fmpz* c, slong length, double& error) {
    exact::big_integer one;
    fmpz_one(one.n);
    const slong top = length - 1;
    for (slong k = 0; k < top; ++k) fmpz_mul_2exp(c + k, c + k, static_cast<ulong>(top - k));
    if (length < 40)
      _fmpz_poly_taylor_shift_horner(c, one.n, length);
    else
      _fmpz_poly_taylor_shift(c, one.n, length);
    for (slong k = 0; k < length; ++k) fmpz_fdiv_q_2exp(c + k, c + k, static_cast<ulong>(top));
    error += static_cast<double>(length);
  }

  // c = A + ((t + 1) / 2)^h B, where A has h terms. The binomials are off by less than 2^-bits each, of which h + 1
  // times the sum of |B| is below h + 1 units.
  void join(fmpz* c, slong h, slong length, double& error) {
    const slong count = length - h;
    const slong bits = std::abs(_fmpz_vec_max_bits(c + h, count)) + static_cast<slong>(FLINT_BIT_COUNT(count));
    auto& found = cache_[h];
    if (found.first < bits) found = {bits + bits / 8, make_binomials(h, bits + bits / 8)};
    const binomials& power = found.second;
    const slong width = power.values.size();
    integer_row product(width + count - 1);
    if (width >= count)
      _fmpz_poly_mul(product.begin(), power.values.begin(), width, c + h, count);
    else
      _fmpz_poly_mul(product.begin(), c + h, count, power.values.begin(), width);
    _fmpz_vec_zero(c + h, count);
    exact::big_integer part;
    for (slong k = 0; k < product.size(); ++k) {
      fmpz_fdiv_q_2exp(part.n, product[k], static_cast<ulong>(found.first));
      fmpz_add(c + power.first + k, c + power.first + k, part.n);
    }
    error += static_cast<double>(length) + static_cast<double>(h + 1);
  }

  std::map<slong, std::pair<slong, binomials>> cache_;  // by h: bits and numbers
};

void mirror(integer_row& c) {
  for (slong k = 1; k < c.size(); k += 2) fmpz_neg(c[k], c[k]);
}

}  // namespace

integer_row half_shift(const integer_row& c, bool to_the_right, double& error) {
  integer_row out(c.size());
  _fmpz_vec_set(out.begin(), c.begin(), c.size());
  if (!to_the_right) mirror(out);
  shifter().run(out.begin(), out.size(), error);
  if (!to_the_right) mirror(out);
  return out;
}

}  // namespace vieta::real_line

#endif
