#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace vieta::cli {

// What is made from the help of the verbs, so that it cannot differ from it.

/// The manual page vieta(1), in roff. `summary` is what `vieta --help` prints.
std::string man_page(const std::vector<const CLI::App*>& verbs, const std::string& summary, const std::string& version);

/// A script that completes verbs and their options; `shell`: bash, zsh or fish. Throws vieta::error for another one.
std::string completion(const std::vector<const CLI::App*>& verbs, const std::string& shell);

}  // namespace vieta::cli
