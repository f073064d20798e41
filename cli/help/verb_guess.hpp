#pragma once

#include <string>

namespace vieta::cli {

/// What somebody means who types a polynomial, equations or a function before any verb; empty where it may be several.
std::string verb_for(const std::string& typed);

/// "-x^2 + 1" and "-1 0 1", which begin like options. "-x" alone may be one.
bool is_signed_text(const std::string& text);

}  // namespace vieta::cli
