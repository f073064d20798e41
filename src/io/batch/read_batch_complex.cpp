#include <bit>
#include <string>

#include "base/message.hpp"
#include "io/batch/read_batch.hpp"
#include "io/npy_header.hpp"
#include "io/npy_number.hpp"

namespace vieta::io {
namespace {

template <class T>
void append(complex_rows& rows, std::string_view data, bool swap, bool columns) {
  const std::size_t size = static_cast<std::size_t>(rows.degree) + 1;
  rows.values.resize(rows.count * size);
  for (std::size_t i = 0; i < rows.count; ++i) {
    for (std::size_t k = 0; k < size; ++k) {
      const std::size_t from = 2 * (columns ? k * rows.count + i : i * size + k);
      rows.values[i * size + k] = {static_cast<double>(number_at<T>(data, from, swap)),
                                   static_cast<double>(number_at<T>(data, from + 1, swap))};
    }
  }
}

}  // namespace

bool is_complex_array(std::string_view bytes) {
  if (!bytes.starts_with("\x93NUMPY")) return false;
  const std::string_view head = bytes.substr(0, 256);
  const std::size_t at = head.find("'descr'");
  return at != std::string_view::npos && head.substr(at, 16).find('c', 8) != std::string_view::npos;
}

complex_rows read_complex_row_array(std::string_view bytes, std::string_view name) {
  const npy_header header = read_npy_header(bytes, name, 2);
  if (header.type != "c8" && header.type != "c16") fail(name, 1, "type " + in_quotes(header.type), "c8 or c16");
  const std::uint64_t columns = header.shape.back();
  if (columns < 1 || columns > most_coefficients)
    fail(name, 1, "rows of " + std::to_string(columns) + " coefficients", "1 to 65 (degree 0 to 64)");
  complex_rows rows;
  rows.count = header.shape.size() == 1 ? 1 : header.shape.front();
  rows.degree = static_cast<int>(columns) - 1;
  const bool swap = header.big_endian != (std::endian::native == std::endian::big);
  const bool by_columns = header.fortran_order && header.shape.size() == 2;
  const std::string_view data = bytes.substr(header.data_begin, header.data_size);
  if (header.type == "c8")
    append<float>(rows, data, swap, by_columns);
  else
    append<double>(rows, data, swap, by_columns);
  return rows;
}

}  // namespace vieta::io
