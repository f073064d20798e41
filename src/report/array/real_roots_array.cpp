#include "report/array/real_roots_array.hpp"

#include <charconv>
#include <ostream>
#include <string>

#include "report/array/npy.hpp"

namespace vieta::report {

template <class T>
void write_npy(std::ostream& out, const real_roots_result<T>& result) {
  write_npy_head(out, 'f', sizeof(T), {result.count, static_cast<std::size_t>(result.degree)});
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
