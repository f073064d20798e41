#include <algorithm>
#include <string>
#include <utility>

#include "base/message.hpp"
#include "io/complex_text.hpp"
#include "io/headings.hpp"
#include "io/polynomial/ascending_values.hpp"
#include "io/polynomial/readers.hpp"
#include "io/separators.hpp"
#include "io/wrapped_list.hpp"

namespace vieta::io {

namespace {

constexpr std::string_view expected_number = "a finite number such as -12, 3/4, 1.25e-400, 1+2i or (1,2)";

class list_reader {
 public:
  list_reader(std::string_view text, std::string_view name) : text_(text), name_(name), at_(length_of_headings(text)) {
    line_ += static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
  }

  polynomial read(power_order order) {
    refuse_table();
    refuse_errors_of_spreadsheets(text_, name_);
    if (order == power_order::ascending && are_descending(text_.substr(0, at_)))
      fail(name_, line_ - 1, in_quotes(brief(text_.substr(0, text_.find_first_of("\r\n")))),
           "names of columns from that of x^0 on, or --descending");
    bool comma_allowed = false;  // a comma follows a number: ",," hides a missing one
    for (skip_blank(); at_ < text_.size(); skip_blank()) {
      if (text_[at_] == ',') {
        if (!comma_allowed) fail(name_, line_, "','", expected_number);
        comma_allowed = false;
        ++at_;
      } else {
        const std::size_t start = at_;
        refuse_groups_of_digits(start);
        if (text_.substr(end_, start - end_).find("\t\t") != text_.npos && end_ > 0)
          fail(name_, line_, "two tabs", "a number between them, or one tab");
        if (end_ > 0 && !separators_.take(text_.substr(end_, start - end_)))
          fail(name_, line_, in_quotes(line_at(start)), separators::expected);
        const std::string_view gap = text_.substr(end_, end_ > 0 ? start - end_ : 0);
        if (gap.find_first_of("\n\r") != gap.npos) {
          bare_line_ |= gap.find(',') == gap.npos;
          end_line();
        } else if (!gap.empty()) {
          ++gaps_;
          bare_comma_ |= gap == ",";
        }
        read_number();
        comma_allowed = true;
        end_ = at_;
      }
    }
    end_line();
    if (bare_line_ && pairs_ > 0 && !has_longer_lines_)
      fail(name_, line_of_pair_, in_quotes(first_pair_),
           "commas or ends of lines between numbers, not both (--batch for a polynomial in each line); decimals have a "
           "point");
    return values_.take(order);
  }

 private:
  [[nodiscard]] std::size_t line_of(std::size_t place) const {
    const auto lines = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(place), '\n');
    return 1 + static_cast<std::size_t>(lines);
  }

  /// Decimal commas in lines of their own: "1,5", then "2,5".
  void end_line() {
    if (bare_comma_ && gaps_ == 1) {
      if (++pairs_ == 1) first_pair_ = line_at(end_ - 1), line_of_pair_ = line_of(end_);
    }
    has_longer_lines_ |= gaps_ > 1;
    gaps_ = 0, bare_comma_ = false;
  }

  /// Several columns with names, and several rows below them, are no single polynomial.
  void refuse_table() const {
    const std::string_view head = text_.substr(0, at_);
    const std::size_t last = head.find_last_not_of(" \t\r\n,;"), first = head.find_first_not_of(" \t\r\n,;");
    if (first == head.npos || head.substr(first, last - first).find_first_of(" \t,;") == head.npos) return;
    std::size_t rows = 0;
    for (std::size_t k = at_; k < text_.size(); k = std::min(text_.find('\n', k), text_.size() - 1) + 1) {
      const std::size_t content = text_.find_first_not_of(" \t\r", k);
      rows += content < text_.size() && text_[content] != '\n' && text_[content] != '#' ? 1 : 0;
    }
    if (rows > 1)
      fail(name_, line_ + 1, "a second row below names of columns", "one polynomial, or --batch for one in each row");
  }

  /// "1,000" is one number to many people: three digits that begin with a zero are no coefficient behind a bare comma.
  void refuse_groups_of_digits(std::size_t start) const {
    const std::size_t last = std::min(text_.find_first_not_of("0123456789", start), text_.size());
    if (start > 1 && text_[start - 1] == ',' && last == start + 3 && text_[start] == '0' && text_[start - 2] >= '0' &&
        text_[start - 2] <= '9' && (last == text_.size() || text_[last] != '.'))
      fail(name_, line_, in_quotes(line_at(start)), "numbers without commas in them: 1000, or 1, 0 for two");
  }

  static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  void skip_blank() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '#') at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size() || !is_blank(text_[at_])) return;
      if (text_[at_] == '\n') ++line_;
    }
  }

  [[nodiscard]] std::string_view line_at(std::size_t place) const {
    const std::size_t before = text_.find_last_of("\n\r", place);
    const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
    return text_.substr(start, std::min(text_.find_first_of("\n\r", place), text_.size()) - start);
  }

  std::string_view take_token() {
    const std::size_t start = at_;
    if (text_[at_] == '(') {
      while (at_ < text_.size() && text_[at_] != ')' && text_[at_] != '\n') ++at_;
      if (at_ < text_.size() && text_[at_] == ')') ++at_;
    } else {
      while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != ',' && text_[at_] != '#') ++at_;
    }
    return text_.substr(start, at_ - start);
  }

  void read_number() {
    std::string_view token = take_token();
    exact::real re, im;
    if (token.size() > 2 && token.front() == '"' && token.back() == '"') token = token.substr(1, token.size() - 2);
    if (!parse_complex(token, re, im)) fail(name_, line_, in_quotes(token), expected_number);
    values_.push_back(std::move(re), std::move(im));
  }

  std::string_view text_, name_;
  std::size_t at_ = 0, line_ = 1, end_ = 0;  // end_: of the last number
  bool bare_comma_ = false, bare_line_ = false, has_longer_lines_ = false;
  std::size_t gaps_ = 0, pairs_ = 0, line_of_pair_ = 1;
  std::string_view first_pair_;
  separators separators_;
  ascending_values values_;
};

}  // namespace

polynomial read_list(std::string_view text, std::string_view name, power_order order) {
  std::string plain;
  if (auto unwrapped = unwrap_list(text)) {
    if (unwrapped->is_descending) order = power_order::descending;
    plain = std::move(unwrapped->numbers);
    text = plain;
  } else if (text.find(';') != text.npos) {  // "1; -3; 2", a column of MATLAB
    const std::size_t last = text.find_last_not_of("; \t\r\n");
    text = text.substr(0, last == text.npos ? 0 : last + 1);
    if (has_rows(text))
      fail(name, 1, in_quotes(brief(text)), "one polynomial: rows that end with ';' are read by --batch");
    for (std::size_t k = text.find(';'); k != text.npos; k = text.find(';', k + 1)) {
      const std::size_t next = text.find_first_not_of(" \t", k + 1);
      if (next != text.npos && text[next] == ';') fail(name, 1, "';'", expected_number);
    }
    plain = text;
    std::replace(plain.begin(), plain.end(), ';', ' ');
    text = plain;
  }
  return list_reader(text, name).read(order);
}

}  // namespace vieta::io
