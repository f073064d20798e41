#include "report/real_roots_array.hpp"

#include <bit>
#include <charconv>
#include <ostream>
#include <string>

namespace vieta::report {

template <class T>
void write_npy(std::ostream& out, const real_roots_result<T>& result) {
  std::string head = std::string("{'descr': '") + (std::endian::native == std::endian::big ? ">f" : "<f") +
                     std::to_string(sizeof(T)) + "', 'fortran_order': False, 'shape': (" +
                     std::to_string(result.count) + ", " + std::to_string(result.degree) + "), }";
  // Version 1.0: magic, two bytes of version, two of length; the data begins at a multiple of 64 (numpy.lib.format).
  constexpr std::size_t before = 10;
  head.append(63 - (before + head.size()) % 64, ' ');
  head += '\n';
  std::string start = std::string("\x93NUMPY\x01") + '\0';
  start += static_cast<char>(head.size() & 255U);
  start += static_cast<char>(head.size() >> 8U);
  start += head;
  out.write(start.data(), static_cast<std::streamsize>(start.size()));
  out.write(reinterpret_cast<const char*>(result.values.data()),
            static_cast<std::streamsize>(result.values.size() * sizeof(T)));
}

template <class T>
void write_csv(std::ostream& out, const real_roots_result<T>& result) {
  std::string text;
  const std::size_t degree = static_cast<std::size_t>(result.degree);
  for (std::size_t i = 0; i < result.count; ++i) {
    for (std::size_t k = 0; k < degree; ++k) {
      if (k > 0) text += ',';
      if (k < result.counts[i]) {
        char buffer[40];
        const char* const end = std::to_chars(std::begin(buffer), std::end(buffer), result.values[i * degree + k]).ptr;
        text.append(buffer, static_cast<std::size_t>(end - buffer));
      } else {
        text += "nan";
      }
    }
    text += '\n';
    if (text.size() > 65536 || i + 1 == result.count) {
      out.write(text.data(), static_cast<std::streamsize>(text.size()));
      text.clear();
    }
  }
}

template void write_npy(std::ostream&, const real_roots_result<float>&);
template void write_npy(std::ostream&, const real_roots_result<double>&);
template void write_csv(std::ostream&, const real_roots_result<float>&);
template void write_csv(std::ostream&, const real_roots_result<double>&);

}  // namespace vieta::report
