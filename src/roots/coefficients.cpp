#include "roots/coefficients.hpp"

#include <algorithm>
#include <cmath>

#include "exact/representation.hpp"
#include "roots/scaled.hpp"

namespace vieta {
namespace {

exact::expansion expansion_of(double value) {
  exact::expansion e;
  int exponent = 0;
  e.limb[0] = std::frexp(value, &exponent);
  e.exponent = exponent;
  return e;
}

bool is_zero(const exact::expansion& e) { return e.limb[0] == 0; }

}  // namespace

coefficients make_coefficients(const polynomial& p) {
  const polynomial::representation& data = p.data();
  const bool exact = data.is_exact();
  const bool real = exact ? data.exact_im.empty() : data.im.empty();
  coefficients c;
  c.degree = data.degree;
  for (std::size_t term = 0; term < data.size(); ++term) {
    const exact::expansion re = exact ? exact::to_expansion(data.exact_re[term]) : expansion_of(data.re[term]);
    const exact::expansion im = real    ? exact::expansion{}
                                : exact ? exact::to_expansion(data.exact_im[term])
                                        : expansion_of(data.im[term]);
    if (is_zero(re) && is_zero(im)) continue;
    const std::int64_t exponent = is_zero(re)   ? im.exponent
                                  : is_zero(im) ? re.exponent
                                                : std::max(re.exponent, im.exponent);
    c.power.push_back(data.exponent(term));
    c.exponent.push_back(exponent);
    for (int limb = 0; limb < (exact ? 4 : 1); ++limb) {
      c.re[limb].push_back(scale_by(re.limb[limb], re.exponent - exponent));
      if (!real) c.im[limb].push_back(scale_by(im.limb[limb], im.exponent - exponent));
    }
    const double modulus = real ? std::abs(c.re[0].back()) : std::hypot(c.re[0].back(), c.im[0].back());
    c.log2_modulus.push_back(std::log2(modulus) + static_cast<double>(exponent));
  }
  return c;
}

}  // namespace vieta
