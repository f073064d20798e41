#include "input/row_input.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "exact/representation.hpp"
#include "input/input.hpp"
#include "io/batch/read_batch.hpp"
#include "io/polynomial/readers.hpp"
#include "io/read_file.hpp"
#include "io/wrapped_list.hpp"
#include "verbs/command.hpp"
#include "vieta/error.hpp"

namespace vieta::cli {
namespace {

polynomial exact_polynomial(const std::string& text, const std::string& name = "expression") {
  rational_function read = read_rational(text, name, format::expression);
  if (read.denominator.degree() > 0)
    throw error("--poly \"" + text + "\": found a quotient, expected a polynomial (vieta roots finds zeros and poles)");
  return std::move(read.numerator);
}

/// The coefficients, rounded to the nearest doubles, and what that takes from them.
void append(io::row_collector& rows, const polynomial& p, const std::string& text) {
  if (!p.is_real()) throw error("--poly \"" + text + "\": found complex coefficients, expected real ones");
  if (p.degree() >= static_cast<std::int64_t>(io::most_coefficients))
    throw error("--poly \"" + text + "\": found degree " + std::to_string(p.degree()) +
                ", expected at most 64; 'vieta roots' with --real-only takes one polynomial of any degree");
  const polynomial::representation& data = p.data();
  std::vector<exact::real> numbers = data.exact_re;
  const auto is_extreme = [](const exact::real& x) {
    const double value = io::nearest_double(x);
    return io::is_extreme(value) || (value == 0 && !x.is_zero());
  };
  if (std::any_of(numbers.begin(), numbers.end(), is_extreme)) io::scale_to_one(numbers);
  for (std::size_t term = 0; term < data.size(); ++term) {
    while (static_cast<std::int64_t>(rows.length()) < data.exponent(term)) rows.push_back(0);
    if (data.is_exact())
      rows.push_back(io::nearest_double(numbers[term]), io::rest_of(numbers[term]));
    else
      rows.push_back(data.re[term]);
  }
  if (rows.length() == 0) rows.push_back(0);
  rows.end_row();
}

constexpr std::size_t longest_looked_at = 1 << 20;

/// Rows; or what an argument may be as well, an expression in one line or a list of another program.
polynomial_rows rows_of_file(const io::file_content& content, const std::string& name) {
  const std::string_view bytes = content.bytes(), text = io::without_mark(bytes);
  if (text.starts_with("\x93NUMPY")) return io::read_row_array(bytes, name, content.memory);
  if (text.size() > longest_looked_at) return read_rows(bytes, name);
  std::string memory;
  const std::string_view plain = io::in_plain_characters(text, memory);
  if (const auto unwrapped = io::unwrap_list(text)) {
    if (unwrapped->is_descending)
      throw error(name + ": found " + io::brief(text) + ", expected coefficients from that of x^0 on, for rows");
    return read_rows(unwrapped->numbers, name);
  }
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  if (text.substr(0, last == text.npos ? 0 : last + 1).find('\n') != text.npos ||
      io::detect_format(plain) != format::expression)
    return read_rows(bytes, name);
  io::row_collector rows;
  append(rows, exact_polynomial(std::string(text), name), io::brief(text));
  return rows.take();
}

}  // namespace

void add_row_input(CLI::App& verb, row_input& input) {
  CLI::Option* file =
      verb.add_option(
              "INPUT", input.file,
              "File with a polynomial in each row, - for standard input,\nor one polynomial itself: \"x^3 - x\"")
          ->type_name("");
  verb.add_option("--poly", input.expressions, "A polynomial itself: \"x^3 - x\"; may be given several times")
      ->type_name("TEXT")
      ->allow_extra_args(false)
      ->excludes(file)
      ->group("Input");
}

polynomial_rows row_input::read() const {
  std::vector<std::string> texts = expressions;
  if (texts.empty() && !is_list(file) && is_expression(file)) texts = {file};
  if (!texts.empty()) {
    io::row_collector rows;
    for (const std::string& text : texts) append(rows, exact_polynomial(text), text);
    return rows.take();
  }
  if (file.empty()) throw error("INPUT: found nothing, expected a file, - for standard input, or --poly \"x^3 - x\"");
  if (is_list(file)) {
    const auto unwrapped = io::unwrap_list(file);
    if (unwrapped && unwrapped->is_descending)
      throw error("INPUT: found " + io::brief(file) + ", expected coefficients from that of x^0 on, for rows");
    return read_rows(unwrapped ? unwrapped->numbers : file, "INPUT");
  }
  // Large files are read without a copy of their bytes.
  if (std::error_code not_plain;
      file != "-" && std::filesystem::file_size(file, not_plain) > longest_looked_at && !not_plain)
    return read_rows(file);
  const io::file_content content = io::read_file(file, "rows of coefficients");
  return rows_of_file(content, io::name_of_input(file));
}

std::string row_input::name() const {
  if (expressions.empty()) return file == "-" ? "standard input" : file;
  return expressions.size() == 1 ? expressions.front() : std::to_string(expressions.size()) + " polynomials";
}

std::string row_input::name_of_row(std::size_t i) const {
  return i < expressions.size() ? expressions[i] : "row " + std::to_string(i + 1);
}

}  // namespace vieta::cli
