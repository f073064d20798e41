#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "vieta/error.hpp"

namespace vieta::io {

/// The number of bytes of the UTF-8 character that a text begins with; 1 where it begins with none, 0 for an empty
/// text.
std::size_t length_of_character(std::string_view text);

/// 'text', cut after twenty bytes when it is long, with what is no printable UTF-8 as \xNN: safe for a one-line
/// message.
std::string in_quotes(std::string_view text);

/// The text without quotes, cut when it is longer than `longest`, with unprintable bytes as \xNN.
std::string brief(std::string_view text, std::size_t longest = 60);

/// The text behind the mark (U+FEFF) that some editors and spreadsheets begin UTF-8 with.
std::string_view without_mark(std::string_view text);

/// "NAME:LINE: found FOUND, expected EXPECTED"
[[noreturn]] void fail(std::string_view name, std::size_t line, std::string_view found, std::string_view expected);

}  // namespace vieta::io
