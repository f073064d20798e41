#include <algorithm>
#include <limits>
#include <string>

#include "base/message.hpp"
#include "io/batch/read_batch.hpp"

namespace vieta::io {

namespace {

constexpr std::string_view expected_rows = "[[c0, c1, ...], ...]";
constexpr std::string_view expected_json_number = "a number, or a string such as \"1/3\"";

/// An array of arrays of numbers, by hand: files of a gigabyte are usual, and general parsers take minutes for them.
class json_reader {
 public:
  json_reader(std::string_view text, std::string_view name, bool scales) : text_(text), name_(name), rows_(scales) {}

  polynomial_rows read() {
    if (!take('[')) refuse(expected_rows);
    if (!take(']')) {
      const bool nested = peek() == '[';
      if (nested) do
          read_row();
        while (take(','));
      else
        read_numbers();
      if (!nested) {
        rows_.end_row();
      } else if (!take(']')) {
        refuse("',' or ']'");
      }
    }
    if (peek() != '\0' || at_ < text_.size()) refuse("the end of the file");
    return rows_.take();
  }

 private:
  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || (text_[at_] >= '\t' && text_[at_] <= '\r'))) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char c) {
    if (peek() != c || at_ == text_.size()) return false;
    ++at_;
    return true;
  }

  /// Names the line, and the row too, because many files are one long line.
  [[noreturn]] void refuse(std::string_view expected) {
    std::string found =
        peek() == '\0' && at_ == text_.size() ? "the end of the file" : in_quotes(first_word(text_.substr(at_)));
    refuse(std::move(found), expected);
  }
  [[noreturn]] void refuse(std::string found, std::string_view expected) {
    const auto line = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n') + 1;
    found += " in row " + std::to_string(rows_.rows() + 1);
    fail(name_, static_cast<std::size_t>(line), found, expected);
  }

  void read_row() {
    if (!take('[')) refuse("'[' and the coefficients of a polynomial");
    read_numbers();
    rows_.end_row();
  }

  /// Up to the closing bracket.
  void read_numbers() {
    do {
      std::optional<double> rest = 0;
      std::string_view word;
      const double value = read_number(rest, word);
      if (rows_.length() == most_coefficients)
        refuse("more than 65 numbers",
               "at most 65 (degree 64; beyond it a file for each: vieta roots FILE, --real-only)");
      rows_.push_back(value, rest, word);
    } while (take(','));
    if (!take(']')) refuse("',' or ']'");
  }

  double read_number(std::optional<double>& missing, std::string_view& word) {
    double value = std::numeric_limits<double>::quiet_NaN();
    peek();
    std::string_view rest = text_.substr(at_);
    if (rest.starts_with("null")) {  // what JSON has for NaN
      at_ += 4;
      return value;
    }
    if (!rest.starts_with('"')) {
      const std::size_t length = read_double(rest, value);
      if (length == 0) refuse(expected_json_number);
      word = rest.substr(0, length);
      missing = rest_of(word, value);
      at_ += length;
      return value;
    }
    rest.remove_prefix(1);
    rest = rest.substr(0, std::min(rest.find('"'), rest.size()));
    if (rest.empty() || read_double(rest, value) != rest.size()) refuse(in_quotes(rest), expected_json_number);
    word = rest;
    missing = rest_of(rest, value);
    at_ = std::min(at_ + rest.size() + 2, text_.size());
    return value;
  }

  std::string_view text_, name_;
  std::size_t at_ = 0;
  row_collector rows_;
};

}  // namespace

polynomial_rows read_row_json(std::string_view text, std::string_view name, bool scales) {
  return json_reader(text, name, scales).read();
}

}  // namespace vieta::io
