#include "io/read_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "vieta/error.hpp"

namespace vieta::io {

std::string name_of_input(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string read_file(const std::string& path, const char* expected) {
  struct close_file {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::FILE* in = stdin;
  std::unique_ptr<std::FILE, close_file> file;
  if (path != "-") {
    file.reset(std::fopen(path.c_str(), "rb"));
    if (!file) throw error(path + ": found no readable file (" + std::strerror(errno) + "), expected " + expected);
    in = file.get();
  }
  std::string content;
  std::size_t block = std::size_t{1} << 16;
  for (;;) {
    const std::size_t before = content.size();
    content.resize(before + block);
    const std::size_t got = std::fread(content.data() + before, 1, block, in);
    content.resize(before + got);
    if (got < block) break;
    block = content.size();  // doubling: few calls, and no trust in a size told before
  }
  if (std::ferror(in) != 0) throw error(name_of_input(path) + ": found a read error, expected a readable file");
  return content;
}

}  // namespace vieta::io
