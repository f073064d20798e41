#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "io/message.hpp"
#include "io/readers.hpp"
#include "vieta/io.hpp"

namespace vieta {

namespace {

struct close_file {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string read_all(std::FILE* file, const std::string& name) {
  std::string content;
  std::size_t block = std::size_t{1} << 16;
  for (;;) {
    const std::size_t before = content.size();
    content.resize(before + block);
    const std::size_t got = std::fread(content.data() + before, 1, block, file);
    content.resize(before + got);
    if (got < block) break;
    block = content.size();  // doubling: few calls, and no trust in a size told before
  }
  if (std::ferror(file) != 0) throw error(name + ": found a read error, expected a readable file");
  return content;
}

}  // namespace

polynomial read_polynomial(const std::string& path, format how) {
  if (path == "-") return read_polynomial(read_all(stdin, "standard input"), "standard input", how);
  const std::unique_ptr<std::FILE, close_file> file(std::fopen(path.c_str(), "rb"));
  if (!file) throw error(path + ": found no readable file (" + std::strerror(errno) + "), expected a polynomial");
  return read_polynomial(read_all(file.get(), path), path, how);
}

polynomial read_polynomial(std::string_view text, const std::string& name, format how) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // the mark that some editors begin UTF-8 with
  // No coefficients at all would be the zero polynomial; a file without any is a mistake.
  if (how == format::automatic && text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos) {
    throw error(name + ":1: found nothing, expected a polynomial");
  }
  const format found = how == format::automatic ? io::detect_format(text) : how;
  switch (found) {
    case format::json:
      return io::read_json(text, name);
    case format::npy:
      return io::read_npy(text, name);
    case format::expression:
      if (how == found) return io::read_expression(text, name);
      try {
        return io::read_expression(text, name);
      } catch (const error& problem) {  // one letter in a list makes it look like an expression
        throw error(std::string(problem.what()) + " (the text was taken for an expression)");
      }
    case format::pol:
      return io::read_pol(text, name);
    case format::list:
    case format::automatic:
      break;
  }
  return io::read_list(text, name);
}

}  // namespace vieta
