#include "report/array/real_roots_array.hpp"

#include <charconv>
#include <ostream>
#include <string>

#include "report/array/npy.hpp"
#include "report/json/real_roots_json.hpp"

namespace vieta::report {

template <class T>
void write_npy(std::ostream& out, const real_roots_result<T>& result) {
  const std::size_t degree = static_cast<std::size_t>(result.degree);
  if (!result.bounds.empty()) {  // roots and bounds of each row, one behind the other
    write_npy_head(out, 'f', sizeof(T), {result.count, 2, degree});
    for (std::size_t i = 0; i < result.count; ++i)
      for (const std::vector<T>* numbers : {&result.values, &result.bounds})
        out.write(reinterpret_cast<const char*>(numbers->data() + i * degree),
                  static_cast<std::streamsize>(degree * sizeof(T)));
    return;
  }
  write_npy_head(out, 'f', sizeof(T), {result.count, degree});
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
    for (std::size_t k = 0; !result.bounds.empty() && k < degree; ++k) {
      char buffer[40] = "nan";
      char* end = buffer + 3;
      if (k < result.counts[i])
        end = std::to_chars(std::begin(buffer), std::end(buffer),
                            printed_bound(result.values[i * degree + k], result.bound(i, k)))
                  .ptr;
      text += ',';
      text.append(buffer, static_cast<std::size_t>(end - buffer));
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
