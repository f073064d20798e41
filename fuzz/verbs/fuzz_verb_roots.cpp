#include <algorithm>
#include <complex>

#include "structured.hpp"
#include "vieta/error.hpp"
#include "vieta/polynomial.hpp"
#include "vieta/roots.hpp"

// Coefficients and options of `roots`; every claim of the answer is proven once more by `verify`.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace vieta;
  fuzz::source in(bytes, size);
  roots_options options;
  options.on.threads = 1;
  options.digits = in.flip() ? 15 : in.between(1, 60);
  options.method = static_cast<roots_method>(in.between(0, 3));
  if (in.between(0, 3) == 0) options.uncertainty = std::ldexp(1.0, -in.between(1, 60));
  const int shape = in.between(0, 7);
  if (shape == 1) options.region.in_disc = {{in.finite(), in.finite()}, std::abs(in.finite())};
  if (shape == 2) {
    const double re = in.finite(), im = in.finite();
    options.region.in_box = {re, re + std::abs(in.finite()), im, im + std::abs(in.finite())};
  }
  options.region.real_only = shape == 3;
  const bool real = in.flip();
  const std::size_t count = in.between(0, 12) + 1;
  try {
    polynomial p;
    if (real) {
      const std::vector<double> c = in.numbers(count);
      p = polynomial::from_coefficients(std::span<const double>(c));
    } else {
      std::vector<std::complex<double>> c(count);
      for (auto& z : c) z = {in.number(), in.number()};
      p = polynomial::from_coefficients(std::span<const std::complex<double>>(c));
    }
    const roots_result result = roots(p, options);
    fuzz::require(result.status == roots_status::complete || result.status == roots_status::partial ||
                  result.roots.empty());
    fuzz::check_verified(verify(p, result));
  } catch (const error& refused) {
    fuzz::check_refusal(refused.what());
  }
  return 0;
}
