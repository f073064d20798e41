#include "roots/deflation.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "exact/representation.hpp"
#include "roots/sweep/power.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta {
namespace {

bool is_zero_term(const polynomial::representation& p, std::size_t k) {
  if (p.is_exact()) return p.exact_re[k].is_zero() && (p.exact_im.empty() || p.exact_im[k].is_zero());
  return p.re[k] == 0 && (p.im.empty() || p.im[k] == 0);
}

// One stride-th root, stride >= 2, of a number of modulus about 1 (2^-1/2 .. 2^stride), by Newton from the double one.
complex<qd> principal_root(const complex<qd>& c, std::int64_t stride) {
  const auto g = static_cast<double>(stride);
  const std::complex<double> start = std::pow(std::complex<double>(c.re.x0, c.im.x0), 1 / g);
  complex<qd> z = {qd(start.real()), qd(start.imag())};
  for (int step = 0; step < 3; ++step) {  // the error is squared, times (stride - 1) / 2: 2^-50 ends below 2^-200
    const complex<qd> below = power(z, stride - 1);
    z = z - (below * z - c) / (below * qd(g));
  }
  return z;
}

// All stride-th roots of 1, each to about stride * 2^-205: powers of the first one, which Newton finds.
std::vector<complex<qd>> roots_of_unity(std::int64_t stride) {
  const double angle = 2 * std::numbers::pi / static_cast<double>(stride);
  const complex<qd> one = {qd(1.0), qd(0.0)};
  complex<qd> first = {qd(std::cos(angle)), qd(std::sin(angle))};
  for (int step = 0; step < 3; ++step)
    first = first - first * (power(first, stride) - one) / qd(static_cast<double>(stride));
  std::vector<complex<qd>> all = {one};
  while (static_cast<std::int64_t>(all.size()) < stride) all.push_back(all.back() * first);
  return all;
}

}  // namespace

deflated_polynomial deflate(const polynomial& p) {
  const polynomial::representation& from = p.data();
  std::vector<std::size_t> kept;
  std::int64_t lowest = -1, stride = 0;
  for (std::size_t k = 0; k < from.size(); ++k) {
    if (is_zero_term(from, k)) continue;
    if (lowest < 0) lowest = from.exponent(k);
    stride = std::gcd(stride, from.exponent(k) - lowest);
    kept.push_back(k);
  }
  if (stride == 0) stride = 1;
  if (lowest == 0 && stride == 1) return {p, 0, 1};

  auto to = std::make_shared<polynomial::representation>();
  to->degree = (from.degree - lowest) / stride;
  for (const std::size_t k : kept) {
    to->exponents.push_back((from.exponent(k) - lowest) / stride);
    if (from.is_exact()) {
      to->exact_re.push_back(from.exact_re[k]);
      if (!from.exact_im.empty()) to->exact_im.push_back(from.exact_im[k]);
    } else {
      to->re.push_back(from.re[k]);
      if (!from.im.empty()) to->im.push_back(from.im[k]);
    }
  }
  if (static_cast<std::int64_t>(kept.size()) == to->degree + 1) to->exponents.clear();
  return {polynomial(std::move(to)), lowest, stride};
}

polynomial inflate(const polynomial& q, std::int64_t stride) {
  if (stride == 1) return q;
  auto to = std::make_shared<polynomial::representation>(q.data());
  to->exponents.clear();
  for (std::size_t k = 0; k < q.data().size(); ++k) to->exponents.push_back(q.data().exponent(k) * stride);
  to->degree = q.degree() * stride;
  return polynomial(std::move(to));
}

std::vector<proven_disc> unfold(std::vector<proven_disc> discs, std::int64_t stride) {
  if (stride == 1) return discs;
  const auto g = static_cast<double>(stride);
  const std::vector<complex<qd>> turns = roots_of_unity(stride);
  const complex<qd> root_of_two = principal_root({qd(2.0), qd(0.0)}, stride);

  std::vector<proven_disc> result;
  for (const proven_disc& disc : discs) {
    // centre 2^exponent = (centre 2^rest) (2^quotient)^stride
    std::int64_t quotient = disc.exponent / stride, rest = disc.exponent % stride;
    if (rest < 0) {
      rest += stride;
      --quotient;
    }
    // The mantissa takes 2^rest in two halves through the root: 2^(rest / stride) is a factor between 1 and 2.
    const complex<qd> base = principal_root(disc.centre, stride);
    const complex<qd> scaled_base = base * power(root_of_two, rest, {qd(1.0), qd(0.0)});
    // y in the disc is c (1 + t), |t| <= rho, and |(1 + t)^(1/g) - 1| <= 1 - (1 - rho)^(1/g).
    const double rho = disc.radius / std::abs(disc.leading()) * (1 + 0x1p-45);
    const double relative =
        rho < 1 ? -std::expm1(std::log1p(-rho) / g) * (1 + 0x1p-45) : std::numeric_limits<double>::infinity();
    // 2^-170: Newton's last step squared and the roundings of at most 3 stride qd products, each 2^-203.
    const double modulus = std::hypot(scaled_base.re.x0, scaled_base.im.x0);
    for (const complex<qd>& turn : turns) {
      proven_disc d;
      d.members = disc.members;
      d.multiplicity = disc.multiplicity;
      d.bits = disc.bits;
      d.centre = scaled_base * turn;
      d.exponent = quotient;
      d.radius = modulus * (relative + 0x1p-170) * (1 + 0x1p-45);
      result.push_back(std::move(d));
    }
  }
  return result;
}

}  // namespace vieta
