#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vieta::io {

/// What the head of a NumPy .npy file says; the data is there and has the size that the head declares.
struct npy_header {
  std::string type;  // "f4", "f8", "c8", "c16", "i1" ... "i8", "u1" ... "u8"
  bool big_endian = false;
  std::size_t data_begin = 0, data_size = 0;  // in bytes
};

npy_header read_npy_header(std::string_view bytes, std::string_view name);

}  // namespace vieta::io
