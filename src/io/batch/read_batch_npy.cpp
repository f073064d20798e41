#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "io/batch/read_batch.hpp"
#include "io/npy_header.hpp"
#include "io/npy_number.hpp"

namespace vieta::io {

namespace {

/// Numbers of type S as an array of T.
template <class T, class S>
std::shared_ptr<const T> converted(std::string_view bytes, bool swap) {
  auto values = std::make_shared<std::vector<T>>(bytes.size() / sizeof(S));
  for (std::size_t k = 0; k < values->size(); ++k) (*values)[k] = static_cast<T>(number_at<S>(bytes, k, swap));
  return {values, values->data()};
}

/// Floats or doubles, where they are if the processor can read them there.
template <class T>
std::shared_ptr<const T> native(std::string_view bytes, bool swap, std::shared_ptr<const void> memory) {
  if (swap || reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(T) != 0) return converted<T, T>(bytes, swap);
  return {std::move(memory), reinterpret_cast<const T*>(bytes.data())};
}

template <class T>
void set(polynomial_rows& rows, std::shared_ptr<const T> values, coefficient_order order) {
  rows.batch = polynomial_batch<T>{values.get(), rows.count, rows.degree, order};
  rows.memory = std::move(values);
}

}  // namespace

polynomial_rows read_row_array(std::string_view bytes, std::string_view name, std::shared_ptr<const void> memory) {
  const npy_header header = read_npy_header(bytes, name, 2);
  const std::uint64_t columns = header.shape.back();
  if (columns < 1 || columns > most_coefficients)
    fail(name, 1, "rows of " + std::to_string(columns) + " coefficients",
         "1 to 65 (degree 0 to 64; beyond it a file for each: vieta roots FILE, --real-only)");
  polynomial_rows rows;
  rows.count = header.shape.size() == 1 ? 1 : header.shape.front();
  rows.degree = static_cast<int>(columns) - 1;
  // One row is in both orders.
  const auto order =
      header.fortran_order && header.shape.size() == 2 ? coefficient_order::columns : coefficient_order::rows;
  const bool swap = header.big_endian != (std::endian::native == std::endian::big);
  const std::string_view data = bytes.substr(header.data_begin, header.data_size);
  if (header.type == "f4") {
    set(rows, native<float>(data, swap, std::move(memory)), order);
  } else if (header.type == "f8") {
    set(rows, native<double>(data, swap, std::move(memory)), order);
  } else if (header.type == "i1") {
    set(rows, converted<double, std::int8_t>(data, swap), order);
  } else if (header.type == "i2") {
    set(rows, converted<double, std::int16_t>(data, swap), order);
  } else if (header.type == "i4") {
    set(rows, converted<double, std::int32_t>(data, swap), order);
  } else if (header.type == "i8") {
    set(rows, converted<double, std::int64_t>(data, swap), order);
  } else if (header.type == "u1") {
    set(rows, converted<double, std::uint8_t>(data, swap), order);
  } else if (header.type == "u2") {
    set(rows, converted<double, std::uint16_t>(data, swap), order);
  } else if (header.type == "u4") {
    set(rows, converted<double, std::uint32_t>(data, swap), order);
  } else if (header.type == "u8") {
    set(rows, converted<double, std::uint64_t>(data, swap), order);
  } else {
    fail(name, 1, "complex numbers, type " + in_quotes(header.type), "real coefficients: f4, f8, i1 to i8 or u1 to u8");
  }
  return rows;
}

}  // namespace vieta::io
