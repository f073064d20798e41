#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace vieta::io {

/// The name of an input in messages: "standard input" for "-"; control characters as \xNN.
std::string name_of_input(const std::string& path);

/// All bytes of an input, aligned so that an array in it is too.
struct file_content {
  std::shared_ptr<char> memory;
  std::size_t size = 0;
  [[nodiscard]] std::string_view bytes() const { return {memory.get(), size}; }
};

/// A copy of bytes that are there already.
file_content copy_of(std::string_view bytes);

/// All bytes of a file, or of standard input for "-". Throws vieta::error "FILE: found no readable file (why), expected
/// `expected`", also for what needs not be read to the end to be refused: folders, text with zero bytes, arrays whose
/// head declares another size, and more bytes than half of the machine's memory.
file_content read_file(const std::string& path, const char* expected);

}  // namespace vieta::io
