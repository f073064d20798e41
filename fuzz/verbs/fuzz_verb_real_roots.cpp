#include <algorithm>
#include <limits>

#include "structured.hpp"
#include "vieta/error.hpp"
#include "vieta/real_roots.hpp"

// A batch of small polynomials, in float or double: the promises of include/vieta/real_roots.hpp, and that a NaN in one
// polynomial changes nothing in another.
namespace {

using namespace vieta;

template <class T>
void check(const std::vector<T>& c, const real_roots_result<T>& result, real_interval<T> interval) {
  const std::size_t n = static_cast<std::size_t>(result.degree), width = n + 1;
  for (std::size_t i = 0; i < result.count; ++i) {
    const auto row = std::span(c).subspan(i * width, width);
    const bool finite =
        interval.lo <= interval.hi && std::all_of(row.begin(), row.end(), [](T a) { return std::isfinite(a); });
    const bool zero = std::all_of(row.begin(), row.end(), [](T a) { return a == 0; });
    const real_roots_status status = result.statuses[i];
    fuzz::require((status == real_roots_status::bad_input) == !finite);
    fuzz::require((status == real_roots_status::zero_polynomial) == (finite && zero));
    fuzz::require(result.counts[i] <= n && ((finite && !zero) || result.counts[i] == 0));
    const auto found = result.roots(i);
    for (std::size_t k = 0; k < found.size(); ++k) {
      fuzz::require(found[k] >= interval.lo && found[k] <= interval.hi);
      fuzz::require(k == 0 || found[k - 1] < found[k]);
    }
    for (std::size_t k = found.size(); k < n; ++k) fuzz::require(std::isnan(result.values[i * n + k]));
    fuzz::require(found.size() == 64 || result.touching[i] >> found.size() == 0);
    if (status == real_roots_status::ok) fuzz::require(result.touching[i] == 0);
  }
}

template <class T>
void run(fuzz::source& in) {
  real_roots_options<T> options;
  options.on.threads = 1;
  options.method = static_cast<real_roots_method>(in.between(0, 2));
  if (in.flip()) options.absolute_tolerance = static_cast<T>(std::ldexp(1.0, -in.between(0, 60)));
  if (in.flip()) options.relative_tolerance = static_cast<T>(std::ldexp(1.0, -in.between(0, 60)));
  real_interval<T> interval;
  if (in.flip()) interval.lo = static_cast<T>(in.finite());
  if (in.flip()) interval.hi = static_cast<T>(in.finite());
  const std::size_t count = in.between(1, 20);
  const int degree = in.flip() ? in.between(0, 8) : in.between(0, 64);
  const std::size_t width = static_cast<std::size_t>(degree) + 1;
  std::vector<T> c(count * width);
  for (T& a : c) a = static_cast<T>(in.number());
  const polynomial_batch<T> batch{c.data(), count, degree};
  const real_roots_result<T> before = real_roots(batch, interval, options);
  check(c, before, interval);
  c[0] = std::numeric_limits<T>::quiet_NaN();
  const real_roots_result<T> after = real_roots(batch, interval, options);
  check(c, after, interval);
  for (std::size_t i = 1; i < count; ++i) {
    fuzz::require(before.statuses[i] == after.statuses[i] && before.counts[i] == after.counts[i]);
    fuzz::require(std::ranges::equal(before.roots(i), after.roots(i)));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  fuzz::source in(bytes, size);
  try {
    if (in.flip())
      run<double>(in);
    else
      run<float>(in);
  } catch (const error& refused) {
    fuzz::check_refusal(refused.what());
  }
  return 0;
}
