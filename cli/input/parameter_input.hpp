#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "vieta/solve_parameters.hpp"

namespace vieta::cli {

/// --parameters FILE, --parameter-names a,b, --at a=1,b=2: instances of one system.
struct parameter_arguments {
  std::string file, names;
  std::vector<std::string> at;

  [[nodiscard]] bool given() const { return !file.empty() || !at.empty(); }
  /// `declared`: the parameters that the system's file names. Throws vieta::error.
  [[nodiscard]] parameter_values read(const std::vector<std::string>& declared) const;
};

void add_parameter_options(CLI::App& verb, parameter_arguments& arguments);

}  // namespace vieta::cli
