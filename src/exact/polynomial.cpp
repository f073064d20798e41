#include "vieta/polynomial.hpp"

#include <utility>

#include "base/float_environment.hpp"
#include "base/message.hpp"
#include "exact/representation.hpp"
#include "vieta/error.hpp"

namespace vieta {

polynomial::polynomial() {
  static const auto zero = std::make_shared<const representation>();
  data_ = zero;
}

polynomial::polynomial(std::shared_ptr<const representation> data) : data_(std::move(data)) {}

polynomial polynomial::from_coefficients(std::span<const double> ascending) {
  const float_environment floats;
  return make_polynomial(std::vector<double>(ascending.begin(), ascending.end()), {});
}

polynomial polynomial::from_coefficients(std::span<const std::complex<double>> ascending) {
  const float_environment floats;
  std::vector<double> re, im;
  re.reserve(ascending.size());
  im.reserve(ascending.size());
  for (const auto& value : ascending) {
    re.push_back(value.real());
    im.push_back(value.imag());
  }
  return make_polynomial(std::move(re), std::move(im));
}

namespace {

std::vector<exact::real> parse_all(std::span<const std::string> texts, const char* argument) {
  std::vector<exact::real> values(texts.size());
  for (std::size_t k = 0; k < texts.size(); ++k) {
    if (!exact::parse_real(texts[k], values[k])) {
      throw error("from_decimal: " + std::string(argument) + "[" + std::to_string(k) + "]: found " +
                  io::in_quotes(texts[k]) + ", expected a finite number such as -12, 3/4 or 1.25e-400");
    }
  }
  return values;
}

}  // namespace

polynomial polynomial::from_decimal(std::span<const std::string> real, std::span<const std::string> imaginary) {
  const float_environment floats;
  if (!imaginary.empty() && imaginary.size() != real.size()) {
    throw error("from_decimal: imaginary: found " + std::to_string(imaginary.size()) + " texts, expected none or " +
                std::to_string(real.size()) + " as in real");
  }
  return make_polynomial(parse_all(real, "real"), parse_all(imaginary, "imaginary"));
}

std::int64_t polynomial::degree() const { return data_->degree; }

std::int64_t polynomial::terms() const {
  const representation& p = *data_;
  if (!p.exponents.empty()) return static_cast<std::int64_t>(p.exponents.size());
  std::int64_t nonzero = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    const bool zero = p.is_exact() ? p.exact_re[k].is_zero() && (p.exact_im.empty() || p.exact_im[k].is_zero())
                                   : p.re[k] == 0 && (p.im.empty() || p.im[k] == 0);
    nonzero += zero ? 0 : 1;
  }
  return nonzero;
}

bool polynomial::is_real() const { return data_->im.empty() && data_->exact_im.empty(); }

bool polynomial::is_finite() const { return data_->finite; }

}  // namespace vieta
