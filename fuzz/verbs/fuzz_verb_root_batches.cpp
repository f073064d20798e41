#include <algorithm>
#include <complex>

#include "structured.hpp"
#include "vieta/error.hpp"
#include "vieta/polynomial.hpp"
#include "vieta/root_batches.hpp"
#include "vieta/roots.hpp"

// Many polynomials at once: each row's discs hold what `verify` proves once more.
namespace {

using namespace vieta;

void check_row(const root_batch_result& result, std::size_t i, const polynomial& p) {
  const std::size_t degree = static_cast<std::size_t>(result.degree);
  roots_result claim;
  for (std::size_t k = i * degree; k < (i + 1) * degree;) {
    const batch_root_status s = result.root_statuses[k];
    std::size_t places = 1;
    if (s == batch_root_status::cluster)
      while (k + places < (i + 1) * degree && result.root_statuses[k + places] == s &&
             result.values[k + places] == result.values[k])
        ++places;
    if (s != batch_root_status::none)
      claim.roots.push_back(
          {result.values[k], result.radii[k], std::int64_t(places), static_cast<root_status>(s), false});
    k += places;
  }
  switch (result.statuses[i]) {
    case root_batch_status::complete:
      claim.status = roots_status::complete;
      break;
    case root_batch_status::partial:
      claim.status = roots_status::partial;
      break;
    case root_batch_status::zero_polynomial:
      claim.status = roots_status::zero_polynomial;
      break;
    case root_batch_status::bad_input:
      claim.status = roots_status::bad_input;
      break;
  }
  fuzz::check_verified(verify(p, claim));
}

template <class T>
void run(const std::vector<T>& c, std::size_t count, int degree, const root_batch_options& options) {
  const root_batch_result result = roots(polynomial_batch<T>{c.data(), count, degree}, options);
  const std::size_t width = static_cast<std::size_t>(degree) + 1;
  for (std::size_t i = 0; i < count; ++i)
    check_row(result, i, polynomial::from_coefficients(std::span(c).subspan(i * width, width)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  fuzz::source in(bytes, size);
  root_batch_options options;
  options.on.threads = 1;
  if (in.flip()) options.digits = in.between(0, 16);
  const std::size_t count = in.between(1, 4);
  const int degree = in.between(0, 9);
  const std::size_t width = static_cast<std::size_t>(degree) + 1;
  try {
    if (in.flip()) {
      run(in.numbers(count * width), count, degree, options);
    } else {
      std::vector<std::complex<double>> c(count * width);
      for (auto& z : c) z = {in.number(), in.number()};
      run(c, count, degree, options);
    }
  } catch (const error& refused) {
    fuzz::check_refusal(refused.what());
  }
  return 0;
}
