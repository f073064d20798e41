#include "io/read_batch.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <string>
#include <utility>

#include "io/message.hpp"

namespace vieta {

namespace {

struct close_file {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// Memory that nobody has set to zero first, aligned so that an array in it is too.
std::shared_ptr<char> allocate(std::size_t size) {
  constexpr std::size_t line = 64;
  void* const memory = std::aligned_alloc(line, (size / line + 1) * line);
  if (memory == nullptr) throw std::bad_alloc();
  return {static_cast<char*>(memory), [](char* p) { std::free(p); }};
}

struct file_content {
  std::shared_ptr<char> memory;
  std::size_t size = 0;
  [[nodiscard]] std::string_view bytes() const { return {memory.get(), size}; }
};

/// In one go when the size is known; a pipe in blocks of doubling size.
file_content read_all(std::FILE* file, std::size_t expected_size, const std::string& name) {
  std::setvbuf(file, nullptr, _IONBF, 0);
  std::size_t room = std::max<std::size_t>(expected_size + 1, std::size_t{1} << 16);
  file_content content{allocate(room), 0};
  for (;;) {
    const std::size_t got = std::fread(content.memory.get() + content.size, 1, room - content.size, file);
    content.size += got;
    if (content.size < room) break;
    room *= 2;
    std::shared_ptr<char> larger = allocate(room);
    std::memcpy(larger.get(), content.memory.get(), content.size);
    content.memory = std::move(larger);
  }
  if (std::ferror(file) != 0) throw error(name + ": found a read error, expected a readable file");
  return content;
}

polynomial_rows read_content(const file_content& content, const std::string& name) {
  const std::string_view bytes = content.bytes();
  if (bytes.starts_with("\x93NUMPY")) return io::read_row_array(bytes, name, content.memory);
  std::string_view text = bytes;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // the mark that spreadsheets begin UTF-8 with
  const auto first = text.find_first_not_of(" \t\r\n\v\f");
  if (first == std::string_view::npos) throw error(name + ":1: found nothing, expected rows of coefficients");
  return text[first] == '[' || text[first] == '{' ? io::read_row_json(text, name) : io::read_row_lines(text, name);
}

}  // namespace

namespace io {

void row_collector::end_row() {
  lengths_.push_back(static_cast<std::uint8_t>(length()));
  longest_ = std::max(longest_, length());
  begin_ = values_.size();
}

polynomial_rows row_collector::take() {
  auto values = std::make_shared<std::vector<double>>(std::move(values_));
  if (values->size() != lengths_.size() * longest_) {
    auto padded = std::make_shared<std::vector<double>>(lengths_.size() * longest_);
    auto from = values->cbegin();
    auto to = padded->begin();
    for (const std::uint8_t length : lengths_) {
      std::copy_n(from, length, to);
      from += length;
      to += static_cast<std::ptrdiff_t>(longest_);
    }
    values = std::move(padded);
  }
  polynomial_rows rows;
  rows.count = lengths_.size();
  rows.degree = static_cast<int>(longest_) - 1;
  rows.batch = polynomial_batch<double>{values->data(), rows.count, rows.degree};
  rows.memory = std::move(values);
  return rows;
}

}  // namespace io

polynomial_rows read_rows(const std::string& path) {
  if (path == "-") return read_content(read_all(stdin, 0, "standard input"), "standard input");
  const std::unique_ptr<std::FILE, close_file> file(std::fopen(path.c_str(), "rb"));
  if (!file)
    throw error(path + ": found no readable file (" + std::strerror(errno) + "), expected rows of coefficients");
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  return read_content(read_all(file.get(), unknown ? 0 : static_cast<std::size_t>(size), path), path);
}

polynomial_rows read_rows(std::string_view bytes, const std::string& name) {
  file_content content{allocate(bytes.size()), bytes.size()};
  std::copy(bytes.begin(), bytes.end(), content.memory.get());
  return read_content(content, name);
}

}  // namespace vieta
