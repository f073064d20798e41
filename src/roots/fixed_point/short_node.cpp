#include "roots/fixed_point/short_node.hpp"

#include <cmath>

namespace vieta {
namespace {

constexpr double least_imaginary = 0x1p-6;  // b tells it within 2^-46; nearer to the axis it would say less

double to_fifty_bits(double x) { return std::nearbyint(x * 0x1p50) * 0x1p-50; }

}  // namespace

short_node round_to_short(const complex<qd>& mantissa, std::int64_t exponent, bool real_coefficients) {
  short_node node;
  const double size = std::hypot(mantissa.re.x0, mantissa.im.x0);
  const int shift = size > 0 ? std::ilogb(size * (1 + 0x1p-48)) + 1 : 0;
  node.exponent = exponent + shift;
  const double re = scale_by(mantissa.re.x0, -shift), im = scale_by(mantissa.im.x0, -shift);
  node.a = to_fifty_bits(re);
  if (real_coefficients && to_fifty_bits(im) == 0) {
    node.form = short_form::real;
    node.w = node.a;
    node.exact = {qd(node.a), qd(0.0)};
  } else if (real_coefficients && std::abs(im) >= least_imaginary) {
    node.form = short_form::quadratic;
    node.b = to_fifty_bits(node.a * node.a + im * im);  // what rounding a changed stays out of the imaginary part
    const qd imaginary = sqrt(qd(node.b) - qd(node.a) * qd(node.a));
    node.w = {node.a, std::copysign(imaginary.x0, im)};
    node.exact = {qd(node.a), im < 0 ? -imaginary : imaginary};
  } else {
    node.b = to_fifty_bits(im);
    node.w = {node.a, node.b};
    node.exact = {qd(node.a), qd(node.b)};
  }
  node.modulus = std::hypot(node.w.real(), node.w.imag());
  return node;
}

}  // namespace vieta
