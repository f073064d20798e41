#pragma once

#include <iosfwd>
#include <string>

#include "vieta/real_roots.hpp"

namespace vieta::report {

/// What the result itself does not say.
struct real_roots_context {
  real_interval<double> interval;
  std::string stopped_by;  ///< "", "time" or "cancelled"
};

/// A result as JSON text, one polynomial a line, streamed: docs/reference/json.md is its description.
template <class T>
void write_json(std::ostream& out, const real_roots_result<T>& result, const real_roots_context& context);

extern template void write_json(std::ostream&, const real_roots_result<float>&, const real_roots_context&);
extern template void write_json(std::ostream&, const real_roots_result<double>&, const real_roots_context&);

/// A root's bound as it is printed: around the root's decimals, which are not quite the root.
template <class T>
T printed_bound(T root, T bound);
extern template float printed_bound(float, float);
extern template double printed_bound(double, double);

/// The status as one word: "zero_polynomial".
std::string status_word(real_roots_status status);

}  // namespace vieta::report
