#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "vieta/error.hpp"

namespace vieta::io {

/// 'text', cut after twenty characters when it is long, with unprintable bytes as \xNN: safe for a one-line message.
std::string in_quotes(std::string_view text);

/// "NAME:LINE: found FOUND, expected EXPECTED"
[[noreturn]] void fail(std::string_view name, std::size_t line, std::string_view found, std::string_view expected);

}  // namespace vieta::io
