#pragma once

#include <CLI/App.hpp>
#include <map>
#include <string>

#include "vieta/system_io.hpp"

namespace vieta::cli {

/// Where a system comes from: a file, its equations, or a family.
struct system_arguments {
  std::string file, system, family, format = "auto";

  /// Throws vieta::error when there is none, or more than one.
  [[nodiscard]] system_file read() const;
};

void add_system_options(CLI::App& verb, system_arguments& arguments);

/// Names of precisions and their numbers of doubles.
inline const std::map<std::string, int> precisions = {{"d", 1}, {"dd", 2}, {"td", 3}, {"qd", 4}};

}  // namespace vieta::cli
