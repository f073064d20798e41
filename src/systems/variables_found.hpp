#pragma once

#include <string>
#include <vector>

namespace vieta {

/// "3 variables (x, y, pi; pi is a variable here, expected a number for it)": for complaints about their number, whose
/// reason often is a name that was not meant as one.
std::string variables_found(const std::vector<std::string>& names);

}  // namespace vieta
