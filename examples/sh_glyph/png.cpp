#include "png.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace sh_glyph {
namespace {

void big_endian(std::string& out, std::uint32_t x) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(x >> shift & 0xFF);
}

std::uint32_t crc32(const std::string& bytes) {
  std::uint32_t crc = 0xFFFFFFFFu;
  for (const char byte : bytes) {
    crc ^= static_cast<std::uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
  }
  return ~crc;
}

void chunk(std::string& out, const std::string& type, const std::string& data) {
  big_endian(out, static_cast<std::uint32_t>(data.size()));
  out += type + data;
  big_endian(out, crc32(type + data));
}

/// zlib's format with stored blocks (RFC 1950, RFC 1951).
std::string stored(const std::string& data) {
  constexpr std::size_t most = 65535;
  std::string out = "\x78\x01";
  for (std::size_t begin = 0; begin < data.size(); begin += most) {
    const std::size_t size = std::min(most, data.size() - begin);
    out += begin + size == data.size() ? '\1' : '\0';
    for (const std::size_t x : {size, ~size}) {
      out += static_cast<char>(x & 0xFF);
      out += static_cast<char>(x >> 8 & 0xFF);
    }
    out.append(data, begin, size);
  }
  std::uint32_t a = 1, b = 0;  // Adler's checksum
  for (const char byte : data) {
    a = (a + static_cast<std::uint8_t>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  big_endian(out, b << 16 | a);
  return out;
}

}  // namespace

void write_png(const std::string& path, const std::vector<std::uint8_t>& rgb, int size) {
  const auto row_bytes = static_cast<std::size_t>(size) * 3;
  std::string rows;
  for (std::size_t row = 0; row < static_cast<std::size_t>(size); ++row) {
    rows += '\0';  // no filter
    rows.append(reinterpret_cast<const char*>(rgb.data()) + row * row_bytes, row_bytes);
  }
  std::string header;
  big_endian(header, static_cast<std::uint32_t>(size));
  big_endian(header, static_cast<std::uint32_t>(size));
  header += std::string("\x08\x02\0\0\0", 5);  // eight bits, red green blue
  std::string out = "\x89PNG\r\n\x1A\n";
  chunk(out, "IHDR", header);
  chunk(out, "IDAT", stored(rows));
  chunk(out, "IEND", "");
  std::ofstream file(path, std::ios::binary);
  file.write(out.data(), static_cast<std::streamsize>(out.size()));
  if (!file) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace sh_glyph
