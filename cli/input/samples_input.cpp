#include "input/samples_input.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <variant>

#include "base/message.hpp"
#include "io/batch/read_batch.hpp"
#include "io/headings.hpp"
#include "io/read_file.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"

namespace vieta::cli {

namespace {

/// Rows of coefficients may be short, those of samples may not: "1," is no value 0. Nor is "1,000" one of x = 1.
void check_lines(std::string_view text, const std::string& name) {
  text = io::without_mark(text);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) throw error(name + ":1: found nothing, expected lines with two numbers, x and f(x)");
  if (text.starts_with("\x93NUMPY") || text[first] == '[' || text[first] == '{') return;
  const std::size_t headings = io::length_of_headings(text);
  std::size_t line = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view row = text.substr(at, std::min(end, text.find('#', at)) - at);
    ++line;
    std::vector<std::string_view> words;
    for (std::size_t k = row.find_first_not_of(" \t\r,;"); k != row.npos;) {
      const std::size_t last = std::min(row.find_first_of(" \t\r,;", k), row.size());
      words.push_back(row.substr(k, last - k));
      k = row.find_first_not_of(" \t\r,;", last);
    }
    const bool is_heading = at < headings, bare_comma = words.size() == 2 &&
                                                        words[1].data() == words[0].data() + words[0].size() + 1 &&
                                                        words[1].data()[-1] == ',';
    if (is_heading && words.size() == 2 && (words[1] == "x" || words[1] == "X" || words[1] == "\"x\""))
      io::fail(name, line, io::in_quotes(row), "the columns x and f(x), in this order");
    if (!is_heading && words.size() == 1) io::fail(name, line, io::in_quotes(row), "two numbers, x and f(x)");
    if (!is_heading && bare_comma && words[1].size() == 3 && words[1].starts_with('0') &&
        words[1].find_first_not_of("0123456789") == words[1].npos)
      io::fail(name, line, io::in_quotes(row), "numbers without commas in them: 1000, or 1, 0 for two");
    at = end + 1;
  }
}

}  // namespace

std::vector<std::pair<double, double>> read_samples(const std::string& file) {
  const io::file_content content = io::read_file(file, "lines with two numbers, x and f(x)");
  const std::string name = io::name_of_input(file);
  check_lines(content.bytes(), name);
  const polynomial_rows rows = io::read_rows_as_written(content.bytes(), name);
  std::vector<std::pair<double, double>> samples;
  std::visit(
      [&](const auto& batch) {
        if (batch.count > 0 && batch.degree != 1)
          throw error(file + ": found " + std::to_string(batch.degree + 1) + " columns, expected two: x and f(x)");
        const bool by_rows = batch.order == coefficient_order::rows;
        const std::size_t stride = batch.stride > 0 ? batch.stride : by_rows ? 2 : batch.count;
        for (std::size_t i = 0; i < batch.count; ++i) {
          const auto at = [&](std::size_t k) {
            return static_cast<double>(batch.coefficients[by_rows ? i * stride + k : k * stride + i]);
          };
          samples.emplace_back(at(0), at(1));
        }
      },
      rows.batch);
  if (samples.empty()) throw error(file + ": found nothing, expected lines with two numbers, x and f(x)");
  return samples;
}

}  // namespace vieta::cli
