#pragma once

#include <iosfwd>
#include <string>

namespace vieta::cli {

/// `vieta minimax pareto FUNCTION`: cost against error over degrees, errors and constraints, with the efficient ones
/// marked. FUNCTION has a short form. Writes a table or JSON to `out`.
void write_pareto(std::ostream& out, const std::string& function, const std::string& rates, bool json);

}  // namespace vieta::cli
