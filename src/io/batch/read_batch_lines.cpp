#include <algorithm>
#include <string>

#include "base/message.hpp"
#include "io/batch/read_batch.hpp"
#include "io/headings.hpp"
#include "io/separators.hpp"

namespace vieta::io {

namespace {

constexpr std::string_view expected_number = "a number such as -12, 3/4 or 1.25e-3";

class line_reader {
 public:
  line_reader(std::string_view text, std::string_view name, bool scales) : text_(text), name_(name), rows_(scales) {}

  polynomial_rows read() {
    refuse_errors_of_spreadsheets(text_, name_);
    at_ = length_of_headings(text_);
    if (are_descending(text_.substr(0, at_)))
      fail(name_, 1, in_quotes(brief(text_.substr(0, text_.find_first_of("\r\n")))),
           "names of columns from that of x^0 on, and the columns in their order");
    // One line for all that an old program wrote would be one polynomial.
    if (const std::size_t end = text_.find('\r');
        end != text_.npos && text_.find('\n') == text_.npos && text_.find_first_not_of(" \t\r\n", end) != text_.npos)
      fail(name_, 1, "a line that ends with CR alone", "LF or CR LF at the ends of lines");
    line_ +=
        static_cast<std::size_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
    for (; at_ < text_.size(); ++line_) read_line();
    if (rows_.rows() == 0) fail(name_, line_, "the end of the file", "a row of coefficients");
    return rows_.take();
  }

 private:
  /// One line is one polynomial; a line without numbers is none. Where there are semicolons they stand between the
  /// numbers (as in tables of countries with decimal commas) or, if some part holds several, between polynomials.
  void read_line() {
    const std::size_t next = std::min(text_.find('\n', at_), text_.size());
    const std::size_t end = std::min(text_.substr(0, next).find('#', at_), next);
    const std::string_view line = text_.substr(at_, end - at_);
    if (line.find(';') == std::string_view::npos || parts_are_numbers(line)) {
      read_row(end);
    } else {
      for (std::size_t comma = line.find(','); comma != std::string_view::npos; comma = line.find(',', comma + 1))
        if (comma + 1 < line.size() && !is_blank(line[comma + 1]))
          fail(name_, line_, in_quotes(line),
               "blanks between the numbers of a row where ';' ends it; decimals have a point");
      while (at_ < end) {
        read_row(std::min(text_.find(';', at_), end));
        ++at_;  // the ';'
      }
    }
    at_ = std::min(next, text_.size() - 1) + 1;
  }

  /// Spreadsheets and databases write numbers in quotes, too; empty where the text does not begin with some.
  static std::string_view inside_of_quotes(std::string_view text) {
    if (!text.starts_with('"')) return {};
    const std::size_t end = text.find('"', 1);
    return end == text.npos ? std::string_view{} : text.substr(1, end - 1);
  }

  static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  /// Whether no part between semicolons holds more than one word.
  static bool parts_are_numbers(std::string_view line) {
    bool word = false, ended = false;
    for (const char c : line) {
      if (c == ',') return false;
      if (c == ';')
        word = ended = false;
      else if (is_blank(c))
        ended = word;
      else if (ended)
        return false;
      else
        word = true;
    }
    return true;
  }

  void read_row(std::size_t row_end) {
    bool after_number = false, after_gap = false;
    const std::size_t start = at_;
    std::size_t end = at_;  // of the last number
    separators between;
    for (; at_ < row_end; ++at_) {
      const char c = text_[at_];
      if (is_blank(c)) continue;
      if (c == ',' || c == ';') {
        // Spreadsheets fill short rows up with commas. A gap inside a row hides a missing number.
        after_gap = after_gap || !after_number;
        after_number = false;
        continue;
      }
      double value = 0;
      const std::string_view inside = inside_of_quotes(text_.substr(at_, row_end - at_));
      const std::size_t digits = read_double(inside.empty() ? text_.substr(at_) : inside, value);
      const bool is_number = digits > 0 && (inside.empty() || digits == inside.size());
      const std::size_t length = !is_number ? 0 : inside.empty() ? digits : inside.size() + 2;
      if (length == 0) fail(name_, line_, in_quotes(first_word(text_.substr(at_))), expected_number);
      if (after_gap) fail(name_, line_, "','", expected_number);
      if (rows_.length() > 0 && text_.substr(end, at_ - end).find("\t\t") != text_.npos)
        fail(name_, line_, "two tabs", "a number between them, or one tab");
      if (rows_.length() > 0 && !between.take(text_.substr(end, at_ - end)))
        fail(name_, line_, in_quotes(text_.substr(start, at_ + length - start)), separators::expected);
      if (rows_.length() == most_coefficients)
        fail(name_, line_, "a row of more than 65 numbers",
             "at most 65 (degree 64; beyond it a file for each: vieta roots FILE, --real-only)");
      const std::string_view word = text_.substr(inside.empty() ? at_ : at_ + 1, digits);
      rows_.push_back(value, rest_of(word, value), word);
      after_number = true;
      at_ += length - 1;
      end = at_ + 1;
    }
    at_ = row_end;
    if (after_gap && rows_.length() == 0) fail(name_, line_, "','", expected_number);
    if (rows_.length() > 0) rows_.end_row();
  }

  std::string_view text_, name_;
  std::size_t at_ = 0, line_ = 1;
  row_collector rows_;
};

}  // namespace

polynomial_rows read_row_lines(std::string_view text, std::string_view name, bool scales) {
  return line_reader(text, name, scales).read();
}

}  // namespace vieta::io
