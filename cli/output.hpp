#pragma once

#include <initializer_list>
#include <memory>
#include <ostream>
#include <string>

#include "options.hpp"

namespace vieta::cli {

/// Where results go: standard output, or a file that appears only when it is whole (written beside it under another
/// name, then renamed). Failures (closed pipe, full disk) are told by `commit`, as vieta::error.
class output {
 public:
  /// An empty path is standard output.
  explicit output(const std::string& path);
  ~output();
  output(const output&) = delete;
  output& operator=(const output&) = delete;

  std::ostream& stream() { return *stream_; }
  void commit();

  /// Throws now if a file there cannot be written, or one would replace another or an input: better than after hours of
  /// work. Empty paths are left alone.
  static void check(std::initializer_list<std::string> paths, std::initializer_list<std::string> inputs = {});

 private:
  class buffer;
  std::string path_, temporary_;
  std::unique_ptr<buffer> buffer_;
  std::unique_ptr<std::ostream> stream_;
};

/// Writes an answer as JSON or as a table, whichever was asked for: each is a function of the stream.
template <class Json, class Table>
void write_answer(const output_options& how, const Json& json, const Table& table) {
  output out(how.file);
  if (how.json)
    json(out.stream());
  else
    table(out.stream());
  out.commit();
}

}  // namespace vieta::cli
