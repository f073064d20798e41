#include <bit>
#include <cmath>

#include "base/message.hpp"
#include "io/boxes/boxes_readers.hpp"
#include "io/npy_header.hpp"
#include "io/npy_number.hpp"

namespace vieta::io {

std::vector<box_system> read_boxes_npy(std::string_view bytes, const std::string& name) {
  const npy_header header = read_npy_header(bytes, name, 6);
  const std::size_t n = header.shape.size() - 2;
  std::string shape;
  for (const std::uint64_t extent : header.shape) shape += (shape.empty() ? "(" : ", ") + std::to_string(extent);
  if (header.shape.size() < 3 || header.shape[1] != n)
    fail(name, 1, "shape " + shape + ")", "(systems, n, d1 + 1, ..., dn + 1) with n = 1 to 4");
  if (header.fortran_order) fail(name, 1, "an array in Fortran's order", "C order, the last index fastest");
  if (header.type != "f8" && header.type != "f4") fail(name, 1, "type " + in_quotes(header.type), "f8 or f4");
  const std::size_t systems = header.shape[0];
  std::size_t size = 1;
  std::vector<int> degrees;
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint64_t extent = header.shape[k + 2];
    if (extent < 1 || extent > 65) fail(name, 1, "shape " + shape + ")", "degrees 0 to 64");
    degrees.push_back(static_cast<int>(extent) - 1);
    size *= extent;
  }
  const std::string_view data = bytes.substr(header.data_begin, header.data_size);
  const bool swap = header.big_endian != (std::endian::native == std::endian::big);
  std::vector<box_system> all(systems);
  std::size_t at = 0;
  for (box_system& s : all) {
    s.equations.resize(n);
    for (bernstein_polynomial& f : s.equations) {
      f.degrees = degrees;
      f.coefficients.resize(size);
      for (double& c : f.coefficients) {
        c = header.type == "f8" ? number_at<double>(data, at, swap)
                                : static_cast<double>(number_at<float>(data, at, swap));
        ++at;
      }
    }
  }
  return all;
}

}  // namespace vieta::io
