#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "io/boxes_readers.hpp"
#include "vieta/boxes_io.hpp"
#include "vieta/error.hpp"

namespace vieta {

namespace {

std::string read_file(const std::string& path) {
  struct close_file {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::FILE* in = stdin;
  std::unique_ptr<std::FILE, close_file> file;
  if (path != "-") {
    file.reset(std::fopen(path.c_str(), "rb"));
    if (!file) throw error(path + ": found no readable file (" + std::strerror(errno) + "), expected systems in a box");
    in = file.get();
  }
  std::string content;
  char block[65536];
  for (std::size_t got = 0; (got = std::fread(block, 1, sizeof block, in)) > 0;) content.append(block, got);
  if (std::ferror(in) != 0) throw error(path + ": found a read error, expected a readable file");
  return content;
}

}  // namespace

std::vector<box_system> read_boxes(const std::string& path) {
  return read_boxes(read_file(path), path == "-" ? "standard input" : path);
}

std::vector<box_system> read_boxes(std::string_view text, const std::string& name) {
  if (text.starts_with("\x93NUMPY")) return io::read_boxes_npy(text, name);
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    throw error(name + ":1: found nothing, expected systems in a box");
  return io::read_boxes_json(text, name);
}

box_system parse_box_system(const std::vector<std::string>& variables, const std::vector<std::array<double, 2>>& box,
                            std::span<const std::string> equations) {
  return io::box_system_of(variables, box, equations);
}

}  // namespace vieta
