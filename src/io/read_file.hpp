#pragma once

#include <string>

namespace vieta::io {

/// The name of an input in messages: "standard input" for "-".
std::string name_of_input(const std::string& path);

/// All bytes of a file, or of standard input for "-". Throws vieta::error "FILE: found no readable file (why), expected
/// `expected`".
std::string read_file(const std::string& path, const char* expected);

}  // namespace vieta::io
