#include "glyph_polynomials.hpp"

#include <bit>
#include <fstream>
#include <stdexcept>

#include "trace/trace.hpp"

namespace sh_glyph {

std::size_t write_polynomials(const std::string& path, const glyph& g, const std::vector<ray>& rays) {
  static_assert(std::endian::native == std::endian::little, "the header below says so");
  std::vector<float> numbers;
  with_bands(g.bands, [&](auto bands) {
    for (const ray& r : rays) {
      const auto form =
          restrict_to_plane<bands()>(r, harmonic_recurrence(), g.coefficients.data(), sampling<bands()>());
      if (!(form.sigma < 1) || form.sigma < smallest_sigma_in_float) continue;
      double p[2 * bands() + 3];
      ray_polynomial<bands()>(form, p);
      for (const double x : p) numbers.push_back(static_cast<float>(x));
    }
  });
  const std::size_t columns = static_cast<std::size_t>(2 * g.bands + 3), rows = numbers.size() / columns;

  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                       std::to_string(columns) + "), }";
  while ((header.size() + 11) % 64 != 0) header += ' ';
  header += '\n';
  std::ofstream file(path, std::ios::binary);
  file << std::string("\x93NUMPY\1\0", 8) << static_cast<char>(header.size() & 0xFF)
       << static_cast<char>(header.size() >> 8) << header;
  file.write(reinterpret_cast<const char*>(numbers.data()),
             static_cast<std::streamsize>(numbers.size() * sizeof(float)));
  if (!file) throw std::runtime_error(path + ": cannot be written");
  return rows;
}

}  // namespace sh_glyph
