#pragma once

#include <CLI/App.hpp>
#include <string>

namespace vieta::cli {

/// The option of a verb that somebody may have meant by `word`, such as --degree for --deg or --max-second; empty where
/// none is alike.
std::string option_like(const CLI::App& verb, const std::string& word);

}  // namespace vieta::cli
