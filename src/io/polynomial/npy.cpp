#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "exact/representation.hpp"
#include "io/npy_header.hpp"
#include "io/npy_number.hpp"
#include "io/polynomial/ascending_values.hpp"
#include "io/polynomial/readers.hpp"

namespace vieta::io {

namespace {

template <typename T>
polynomial read_floats(std::string_view bytes, bool swap, bool complex, power_order order) {
  const std::size_t step = complex ? 2 : 1;
  const std::size_t size = bytes.size() / sizeof(T) / step;
  std::vector<double> re(size), im(complex ? size : 0);
  for (std::size_t k = 0; k < size; ++k) {
    re[k] = static_cast<double>(number_at<T>(bytes, step * k, swap));
    if (complex) im[k] = static_cast<double>(number_at<T>(bytes, step * k + 1, swap));
  }
  if (order == power_order::descending) {
    std::reverse(re.begin(), re.end());
    std::reverse(im.begin(), im.end());
  }
  return make_polynomial(std::move(re), std::move(im));
}

template <typename T>
polynomial read_integers(std::string_view bytes, bool swap, power_order order) {
  ascending_values values;
  for (std::size_t k = 0; k < bytes.size() / sizeof(T); ++k) {
    values.push_back(exact::real{exact::integer(number_at<T>(bytes, k, swap)), 1, 0, 0});
  }
  return values.take(order);
}

}  // namespace

polynomial read_npy(std::string_view bytes, std::string_view name, power_order order) {
  const npy_header header = read_npy_header(bytes, name);
  const bool swap = header.big_endian != (std::endian::native == std::endian::big);
  const std::string_view data = bytes.substr(header.data_begin, header.data_size);
  if (header.type == "f4") return read_floats<float>(data, swap, false, order);
  if (header.type == "f8") return read_floats<double>(data, swap, false, order);
  if (header.type == "c8") return read_floats<float>(data, swap, true, order);
  if (header.type == "c16") return read_floats<double>(data, swap, true, order);
  if (header.type == "i1") return read_integers<std::int8_t>(data, swap, order);
  if (header.type == "i2") return read_integers<std::int16_t>(data, swap, order);
  if (header.type == "i4") return read_integers<std::int32_t>(data, swap, order);
  if (header.type == "i8") return read_integers<std::int64_t>(data, swap, order);
  if (header.type == "u1") return read_integers<std::uint8_t>(data, swap, order);
  if (header.type == "u2") return read_integers<std::uint16_t>(data, swap, order);
  if (header.type == "u4") return read_integers<std::uint32_t>(data, swap, order);
  return read_integers<std::uint64_t>(data, swap, order);
}

}  // namespace vieta::io
