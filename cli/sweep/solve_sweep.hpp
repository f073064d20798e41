#pragma once

#include <string>
#include <vector>

#include "options.hpp"
#include "vieta/solve_parameters.hpp"
#include "vieta/system_io.hpp"

namespace vieta::cli {

/// --grid "a=-2,2,200; b=0,1,100", --plot FILE.
struct sweep_arguments {
  std::string grid, plot;
};
void add_sweep_options(CLI::App& verb, sweep_arguments& arguments);

/// The parameters of the grid.
std::vector<std::string> names_on(const sweep_arguments& given);

/// Instances on a grid: how many real solutions each has. `fixed` are the other parameters, of --at. Returns the exit
/// code: 0 where all counts are proven.
int run_sweep(const sweep_arguments& given, const parameter_values& fixed, const system_file& system,
              const output_options& out, solve_options options);

}  // namespace vieta::cli
