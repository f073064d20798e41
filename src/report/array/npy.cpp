#include "report/array/npy.hpp"

#include <bit>
#include <ostream>
#include <string>

namespace vieta::report {

void write_npy_head(std::ostream& out, char kind, std::size_t bytes_of_a_number,
                    std::initializer_list<std::size_t> shape) {
  std::string head = std::string("{'descr': '") + (std::endian::native == std::endian::big ? '>' : '<') + kind +
                     std::to_string(bytes_of_a_number) + "', 'fortran_order': False, 'shape': (";
  for (const std::size_t n : shape)
    head += std::to_string(n) + (shape.size() == 1 ? "," : &n == shape.end() - 1 ? "" : ", ");
  head += "), }";
  // Version 1.0: magic, two bytes of version, two of length; the data begins at a multiple of 64 (numpy.lib.format).
  constexpr std::size_t before = 10;
  head.append(63 - (before + head.size()) % 64, ' ');
  head += '\n';
  std::string start = std::string("\x93NUMPY\x01") + '\0';
  start += static_cast<char>(head.size() & 255U);
  start += static_cast<char>(head.size() >> 8U);
  out << start << head;
}

}  // namespace vieta::report
