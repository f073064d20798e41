#include "report/picture/png.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <ostream>
#include <string>

namespace vieta::report {
namespace {

using bytes = std::vector<std::uint8_t>;

void append_big_endian(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift);
}

std::uint32_t crc32(const std::string& data) {
  std::uint32_t crc = ~0U;
  for (const char c : data) {
    crc ^= static_cast<std::uint8_t>(c);
    for (int k = 0; k < 8; ++k) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

std::uint32_t adler32(const bytes& data) {
  std::uint32_t a = 1, b = 0;
  for (const std::uint8_t byte : data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

/// Deflate (RFC 1951) in one block with the fixed codes.
class deflater {
 public:
  std::string run(const bytes& data, std::size_t row) {
    put(1, 1);  // the last block
    put(1, 2);  // fixed codes
    for (std::size_t at = 0; at < data.size();) {
      // Pictures repeat the pixel before or the row above: no need to search further.
      std::size_t distance = 0, length = 0;
      for (const std::size_t candidate : {std::size_t{3}, row})
        if (candidate <= at && candidate <= 32768)
          if (const std::size_t n = common(data, at, candidate); n > length) length = n, distance = candidate;
      if (length >= 3) {
        put_match(static_cast<unsigned>(length), static_cast<unsigned>(distance));
        at += length;
      } else {
        put_symbol(data[at++]);
      }
    }
    put_symbol(256);
    if (filled_ > 0) out_ += static_cast<char>(bits_);
    return out_;
  }

 private:
  static std::size_t common(const bytes& data, std::size_t at, std::size_t distance) {
    std::size_t n = 0;
    while (n < 258 && at + n < data.size() && data[at + n] == data[at + n - distance]) ++n;
    return n;
  }

  void put(unsigned value, int count) {
    for (int k = 0; k < count; ++k) {
      bits_ |= (value >> k & 1U) << filled_;
      if (++filled_ == 8) {
        out_ += static_cast<char>(bits_);
        bits_ = 0;
        filled_ = 0;
      }
    }
  }
  /// Huffman codes go the other way round.
  void put_code(unsigned value, int count) {
    for (int k = count; k-- > 0;) put(value >> k & 1U, 1);
  }
  void put_symbol(unsigned symbol) {
    if (symbol < 144)
      put_code(0x30 + symbol, 8);
    else if (symbol < 256)
      put_code(0x190 + symbol - 144, 9);
    else if (symbol < 280)
      put_code(symbol - 256, 7);
    else
      put_code(0xC0 + symbol - 280, 8);
  }
  void put_match(unsigned length, unsigned distance) {
    // Lengths 3..10 have a symbol each; then 4 symbols for each power of two; 258 has its own.
    if (length == 258) {
      put_symbol(285);
    } else {
      const unsigned value = length - 3, extra = value < 8 ? 0 : static_cast<unsigned>(std::bit_width(value)) - 3;
      put_symbol(257 + 4 * extra + (value >> extra));
      put(value, static_cast<int>(extra));
    }
    // Distances likewise: 1..4 a symbol each, then 2 for each power of two.
    const unsigned value = distance - 1, extra = value < 4 ? 0 : static_cast<unsigned>(std::bit_width(value)) - 2;
    put_code(2 * extra + (value >> extra), 5);
    put(value, static_cast<int>(extra));
  }

  std::string out_;
  unsigned bits_ = 0;
  int filled_ = 0;
};

void write_chunk(std::ostream& out, const std::string& type, const std::string& data) {
  std::string text;
  append_big_endian(text, static_cast<std::uint32_t>(data.size()));
  text += type + data;
  append_big_endian(text, crc32(type + data));
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace

void write_png(std::ostream& out, const bitmap& picture) {
  const std::size_t row = 3 * picture.width + 1;
  bytes scanlines(row * picture.height);  // each begins with its filter: 0, none
  for (std::size_t y = 0; y < picture.height; ++y)
    std::copy_n(picture.rgb.begin() + static_cast<std::ptrdiff_t>(3 * picture.width * y), 3 * picture.width,
                scanlines.begin() + static_cast<std::ptrdiff_t>(row * y + 1));

  std::string header;
  append_big_endian(header, static_cast<std::uint32_t>(picture.width));
  append_big_endian(header, static_cast<std::uint32_t>(picture.height));
  header += std::string("\x08\x02\x00\x00\x00", 5);  // 8 bits, RGB

  std::string data = "\x78\x01" + deflater().run(scanlines, row);
  append_big_endian(data, adler32(scanlines));

  out.write("\x89PNG\r\n\x1a\n", 8);
  write_chunk(out, "IHDR", header);
  write_chunk(out, "IDAT", data);
  write_chunk(out, "IEND", "");
}

}  // namespace vieta::report
