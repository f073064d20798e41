#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vieta::io {

/// What the head of a NumPy .npy file says; the data is there and has the size that the head declares.
struct npy_header {
  std::string type;  // "f4", "f8", "c8", "c16", "i1" ... "i8", "u1" ... "u8"
  bool big_endian = false;
  bool fortran_order = false;                 // the first index runs fastest
  std::vector<std::uint64_t> shape;           // one extent for every dimension
  std::size_t data_begin = 0, data_size = 0;  // in bytes
};

/// Refuses arrays of no dimension, and of more than one (or two).
npy_header read_npy_header(std::string_view bytes, std::string_view name, std::size_t most_dimensions = 1);

/// For the beginning of a file: refuses a file whose size is not what its head declares. Heads that are wrong otherwise
/// are left to `read_npy_header`.
void check_npy_size(std::string_view beginning, std::uint64_t file_size, std::string_view name);

}  // namespace vieta::io
