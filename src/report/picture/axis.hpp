#pragma once

#include <string>

namespace vieta::report {

/// 1, 2 or 5 times a power of ten, so that `span` has at most `most` steps.
double nice_step(double span, int most);

/// With as many digits as tell neighbours apart.
std::string tick_label(double value, double step);

}  // namespace vieta::report
