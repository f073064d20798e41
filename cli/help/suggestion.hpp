#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace vieta::cli {

/// The verb that somebody may have meant by `word`; empty where none is alike.
std::string verb_like(const std::vector<std::string>& verbs, const std::string& word);

/// The option of a verb that somebody may have meant by `word`, such as --degree for --deg or --max-second; empty where
/// none is alike.
std::string option_like(const CLI::App& verb, const std::string& word);

}  // namespace vieta::cli
