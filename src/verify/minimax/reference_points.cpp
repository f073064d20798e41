#include "verify/minimax/reference_points.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>

#include "minimax/fit/exchange.hpp"
#include "minimax/fit/sampling.hpp"

namespace vieta::checking {
namespace {

using namespace approximation;

template <class R>
std::vector<double> reference_of(exchange_problem<R> sampled, const std::function<bool()>& must_stop) {
  sampled.must_stop = must_stop;
  sampled.often = true;
  exchange<R> rounds(sampled);
  rounds.run();
  std::vector<double> points;
  for (const R& x : rounds.reference()) points.push_back(static_cast<double>(x));
  std::sort(points.begin(), points.end());
  return points;
}

}  // namespace

std::vector<double> reference_points(const problem& p, const std::vector<double>& also,
                                     const std::function<bool()>& must_stop) {
  constexpr std::size_t few = 9;  // long double serves as many
  const std::vector<long double> places(also.begin(), also.end());
  if (p.exponents.size() <= few) return reference_of(sampled_in_long_double(p, places), must_stop);
  const working_bits scope(96 + 5 * static_cast<slong>(p.exponents.size()));
  return reference_of(sampled_in_big(p, places), must_stop);
}

}  // namespace vieta::checking

#endif
