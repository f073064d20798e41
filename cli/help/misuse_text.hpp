#pragma once

#include <CLI/App.hpp>
#include <string>

namespace vieta::cli {

/// What CLI11 complains about, in the words of the rest of the program: "--digits: found 'x', expected a number".
std::string in_words(const CLI::ParseError& problem, const CLI::App& verb);

}  // namespace vieta::cli
