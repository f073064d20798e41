#include "io/read_file.hpp"

#include <sys/stat.h>
#if defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#undef far  // words of 1985, which files that are compiled with this one use
#undef near
#else
#include <unistd.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>

#include "base/message.hpp"
#include "base/plain_array.hpp"
#include "io/npy_header.hpp"
#include "vieta/error.hpp"

namespace vieta::io {
namespace {

struct close_file {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

constexpr std::size_t first_block = std::size_t{1} << 16;

/// Memory that nobody has set to zero first.
std::shared_ptr<char> allocate(std::size_t size) {
  constexpr std::size_t line = 64;
  void* const memory = aligned_memory(line, (size / line + 1) * line);
  if (memory == nullptr) throw std::bad_alloc();
  return {static_cast<char*>(memory), [](char* p) { free_aligned(p); }};
}

/// The size of a plain file; none for pipes and devices.
std::optional<std::uint64_t> size_of(std::FILE* file) {
  struct stat about = {};
  if (::fstat(::fileno(file), &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(about.st_size);
}

std::string in_gigabytes(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f", bytes / 1e8);  // no decimal point, which a locale might write as a comma
  std::string tenths = text;
  if (tenths.size() < 2) tenths.insert(0, 2 - tenths.size(), '0');
  return tenths.insert(tenths.size() - 1, ".") + " GB";
}

double half_of_memory() {
#if defined(_WIN32)
  MEMORYSTATUSEX memory = {};
  memory.dwLength = sizeof memory;
  return ::GlobalMemoryStatusEx(&memory) != 0 ? static_cast<double>(memory.ullTotalPhys) / 2 : 4e9;
#else
  const double pages = static_cast<double>(::sysconf(_SC_PHYS_PAGES));
  return pages > 0 ? pages * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 2 : 4e9;
#endif
}

void refuse_too_much(std::uint64_t size, const std::string& name) {
  if (static_cast<double>(size) > half_of_memory())
    throw error(name + ": found " + in_gigabytes(static_cast<double>(size)) + ", expected at most " +
                in_gigabytes(half_of_memory()) + ", half of this machine's memory");
}

/// In a text: what stands behind it would be lost to some readers.
void refuse_zero_byte(std::string_view text, const std::string& name, const char* expected) {
  if (text.starts_with("\x93NUMPY") || text.starts_with("VIETASYS")) return;
  const std::size_t zero = text.find('\0');
  if (zero != std::string_view::npos)
    fail(name, 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<long>(zero), '\n')),
         "a zero byte, as in binary data", expected);
}

/// What the first bytes of a long input tell.
void look_at_start(std::string_view start, std::optional<std::uint64_t> size, const std::string& name,
                   const char* expected) {
  if (start.starts_with("\x93NUMPY")) {
    if (size) check_npy_size(start, *size, name);
  } else if (start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff")) {
    fail(name, 1, "UTF-16", "UTF-8: iconv -f UTF-16 -t UTF-8 makes it");
  } else {
    refuse_zero_byte(start, name, expected);
  }
}

}  // namespace

std::string name_of_input(const std::string& path) {
  return path == "-" ? "standard input" : brief(path, std::min<std::size_t>(4 * path.size(), 1000));
}

file_content copy_of(std::string_view bytes) {
  file_content content{allocate(bytes.size()), bytes.size()};
  std::copy(bytes.begin(), bytes.end(), content.memory.get());
  return content;
}

file_content read_file(const std::string& path, const char* expected) {
  const std::string name = name_of_input(path);
  std::unique_ptr<std::FILE, close_file> opened;
  std::FILE* file = stdin;
  if (path != "-") {
    opened.reset(std::fopen(path.c_str(), "rb"));
    if (!opened) throw error(name + ": found no readable file (" + std::strerror(errno) + "), expected " + expected);
    file = opened.get();
  }
  std::setvbuf(file, nullptr, _IONBF, 0);
  const std::optional<std::uint64_t> size = size_of(file);

  // In one go when the size is known; a pipe in blocks of doubling size. The first block is looked at by itself.
  std::size_t room = first_block;
  file_content content{allocate(room), 0};
  for (;;) {
    content.size += std::fread(content.memory.get() + content.size, 1, room - content.size, file);
    if (room == first_block) look_at_start(content.bytes(), size, name, expected);
    if (content.size < room) break;
    refuse_too_much(std::max<std::uint64_t>(2 * room, size.value_or(0)), name);
    room = std::max<std::size_t>(2 * room, room == first_block ? size.value_or(0) + 1 : 0);
    std::shared_ptr<char> larger = allocate(room);
    std::memcpy(larger.get(), content.memory.get(), content.size);
    content.memory = std::move(larger);
  }
  if (std::ferror(file) != 0) {
    if (errno == EISDIR) throw error(name + ": found a directory, expected a file");
    throw error(name + ": found a read error (" + std::strerror(errno) + "), expected " + expected);
  }
  refuse_zero_byte(content.bytes(), name, expected);
  return content;
}

}  // namespace vieta::io
