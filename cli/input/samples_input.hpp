#pragma once

#include <string>
#include <utility>
#include <vector>

namespace vieta::cli {

/// Rows of two numbers: x and f(x).
std::vector<std::pair<double, double>> read_samples(const std::string& file);

}  // namespace vieta::cli
