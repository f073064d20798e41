#include "io/npy_header.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/message.hpp"

namespace vieta::io {

namespace {

/// Walks through the header's Python dictionary: {'descr': '<f8', 'fortran_order': False, 'shape': (3,), }
class dictionary_reader {
 public:
  dictionary_reader(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  void read(std::string& descr, std::string_view& shape, bool& fortran_order) {
    expect('{', "'{' at the start of the header");
    while (peek() != '}') {
      const std::string_view key = take_string();
      expect(':', "':' after a key of the header");
      if (key == "descr") {
        descr = take_string();
      } else if (key == "shape") {
        expect('(', "'(' at the start of the shape");
        shape = take_until(")");
        ++at_;
      } else if (key == "fortran_order") {
        peek();
        fortran_order = take_until(",}").starts_with("True");
      } else {
        take_until(",}");
      }
      if (peek() == ',') ++at_;
    }
  }

 private:
  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  [[noreturn]] void refuse(const char* expected) {
    fail(name_, 1, at_ < text_.size() ? in_quotes(text_.substr(at_, 1)) : "the end of the header", expected);
  }

  void expect(char c, const char* expected) {
    if (peek() != c) refuse(expected);
    ++at_;
  }

  std::string_view take_until(std::string_view ends) {
    const std::size_t start = at_;
    at_ = std::min(text_.find_first_of(ends, at_), text_.size());
    if (at_ == text_.size()) refuse("a complete header");
    return text_.substr(start, at_ - start);
  }

  std::string_view take_string() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') refuse("a string in quotes");
    ++at_;
    const std::string_view content = take_until(std::string_view(&quote, 1));
    ++at_;
    return content;
  }

  std::string_view text_, name_;
  std::size_t at_ = 0;
};

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t k = bytes.size(); k-- > 0;) value = value * 256 + static_cast<unsigned char>(bytes[k]);
  return value;
}

/// "3, 4": the extents. False when it is no list of whole numbers.
bool parse_shape(std::string_view text, std::vector<std::uint64_t>& shape) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto skip_blanks = [&] {
    while (at < end && *at == ' ') ++at;
  };
  for (skip_blanks(); at < end; skip_blanks()) {
    const auto [stop, failure] = std::from_chars(at, end, shape.emplace_back());
    if (failure != std::errc{} || shape.size() > 32) return false;
    at = stop;
    skip_blanks();
    if (at == end) return shape.size() > 1;  // "(3)" is a number in Python
    if (*at++ != ',') return false;
  }
  return true;
}

std::size_t item_size(std::string_view type) {
  for (const std::string_view known : {"f4", "f8", "c8", "c16", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"}) {
    if (type == known) return known == "c16" ? 16 : static_cast<std::size_t>(known[1] - '0');
  }
  return 0;
}

/// All but `data_size`.
npy_header read_declaration(std::string_view bytes, std::string_view name, std::size_t most_dimensions) {
  if (!bytes.starts_with("\x93NUMPY")) fail(name, 1, "no NumPy magic bytes", "a .npy file");
  if (bytes.size() < 10) fail(name, 1, "the end of the file", "a header");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) fail(name, 1, "version " + std::to_string(version), "version 1, 2 or 3 of .npy");
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  if (bytes.size() < 8 + length_bytes) fail(name, 1, "the end of the file", "the length of the header");
  const std::size_t length = little_endian(bytes.substr(8, length_bytes));
  npy_header header;
  header.data_begin = 8 + length_bytes + length;
  if (header.data_begin > bytes.size()) {
    fail(name, 1, std::to_string(bytes.size()) + " bytes", "a header of " + std::to_string(length) + " bytes");
  }

  std::string descr;
  std::string_view shape;
  dictionary_reader(bytes.substr(8 + length_bytes, length), name).read(descr, shape, header.fortran_order);
  header.type = descr.empty() ? descr : descr.substr(1);
  const std::size_t item = item_size(header.type);
  if (item == 0 || std::string_view("<>|=").find(descr[0]) == std::string_view::npos) {
    fail(name, 1, "type " + in_quotes(descr),
         "f4, f8, c8, c16, i1, i2, i4, i8, u1, u2, u4 or u8 after '<', '>', '=' or '|'");
  }
  header.big_endian = descr[0] == '>';
  const std::string shape_text = in_quotes("(" + std::string(shape) + ")");
  const bool is_shape = parse_shape(shape, header.shape);
  if (is_shape && most_dimensions == 1 && header.shape.size() == 2)
    throw error(std::string(name) + ":1: found shape " + shape_text + ", expected a one-dimensional array, shape (N,)",
                error_kind::many_rows);
  if (!is_shape || header.shape.empty() || header.shape.size() > most_dimensions) {
    fail(name, 1, "shape " + shape_text,
         most_dimensions == 1   ? "a one-dimensional array, shape (N,)"
         : most_dimensions == 2 ? "a two-dimensional array, shape (polynomials, coefficients)"
                                : "at most " + std::to_string(most_dimensions) + " dimensions");
  }
  return header;
}

/// The size of the data if it is what the head declares.
std::size_t check_size(const npy_header& header, std::uint64_t file_size, std::string_view name) {
  const std::size_t item = item_size(header.type);
  const std::uint64_t present = file_size - std::min<std::uint64_t>(header.data_begin, file_size);
  std::uint64_t count = 1;
  bool fits = true;
  std::string product;
  for (const std::uint64_t extent : header.shape) {
    fits &= !__builtin_mul_overflow(count, extent, &count);
    product += (product.empty() ? "" : ", ") + std::to_string(extent);
  }
  if (!fits || count > present / item || count * item != present) {
    fail(name, 1, std::to_string(present) + " bytes of data",
         (fits ? std::to_string(count) : "the product of '(" + product + ")'") + " numbers of " + std::to_string(item) +
             " bytes");
  }
  return present;
}

}  // namespace

npy_header read_npy_header(std::string_view bytes, std::string_view name, std::size_t most_dimensions) {
  npy_header header = read_declaration(bytes, name, most_dimensions);
  header.data_size = check_size(header, bytes.size(), name);
  return header;
}

void check_npy_size(std::string_view beginning, std::uint64_t file_size, std::string_view name) {
  constexpr std::size_t any = 64;
  npy_header header;
  try {
    header = read_declaration(beginning, name, any);
  } catch (const error&) {
    return;
  }
  check_size(header, file_size, name);
}

}  // namespace vieta::io
