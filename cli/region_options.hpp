#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <optional>
#include <string>

#include "vieta/roots.hpp"

namespace vieta::cli {

/// --in-disc, --in-box, --real-only, as they were written.
struct region_options {
  std::optional<std::string> in_disc, in_box;
  bool real_only = false;

  [[nodiscard]] bool given() const { return in_disc || in_box || real_only; }
  /// Throws vieta::error that names the option.
  [[nodiscard]] roots_region region() const;
};
/// "A,B", the ends of the domain of a series, as they are typed.
std::array<std::string, 2> domain_ends(const std::string& text);
void add_region_options(CLI::App& verb, region_options& options);

}  // namespace vieta::cli
