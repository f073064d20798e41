#include "base/expression/text_cursor.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "vieta/error.hpp"

namespace vieta::expression {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

void text_cursor::skip_blank() {
  for (; at_ < text_.size(); ++at_) {
    if (comment_ != 0 && text_[at_] == comment_) at_ = std::min(text_.find('\n', at_), text_.size());
    if (at_ == text_.size() || !is_blank(text_[at_])) return;
  }
}

char text_cursor::peek() {
  skip_blank();
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool text_cursor::letter_follows() {
  skip_blank();
  return io::length_of_letter(text_.substr(at_)) > 0;
}

bool text_cursor::take(std::string_view symbol) {
  const std::size_t start = at_;
  skip_blank();
  const bool found = text_.substr(at_).starts_with(symbol);
  at_ = found ? at_ + symbol.size() : start;
  return found;
}

std::string_view text_cursor::take_name() {
  const std::size_t start = (skip_blank(), at_);
  for (std::size_t length = io::length_of_letter(text_.substr(at_)); length > 0;) {
    at_ += length;
    length = at_ < text_.size() && is_digit(text_[at_]) ? 1 : io::length_of_letter(text_.substr(at_));
  }
  return text_.substr(start, at_ - start);
}

std::string_view text_cursor::take_number() {
  const std::size_t start = (skip_blank(), at_);
  at_ += io::length_of_number(text_.substr(at_));
  return text_.substr(start, at_ - start);
}

std::set<std::string_view> text_cursor::names() {
  const std::size_t start = at_;
  std::set<std::string_view> all;
  while (peek() != '\0') {
    if (letter_follows())
      all.insert(take_name());
    else if (take_number().empty())
      ++at_;
  }
  at_ = start;
  return all;
}

std::string_view text_cursor::since(std::size_t mark) const {
  std::string_view taken = text_.substr(mark, at_ - mark);
  while (!taken.empty() && is_blank(taken.back())) taken.remove_suffix(1);
  return taken;
}

std::size_t text_cursor::line() const {
  return 1 +
         static_cast<std::size_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
}

std::string text_cursor::next_word() {
  skip_blank();
  if (at_ == text_.size()) return places_ == places::lines ? "the end of the text" : "the end of the expression";
  std::size_t length = std::min(io::length_of_character(text_.substr(at_)), text_.size() - at_);
  const bool number = is_digit(text_[at_]);
  const auto in_word = [&](std::size_t k) -> std::size_t {
    if (k >= text_.size()) return 0;
    return is_digit(text_[k]) || (number && text_[k] == '.') ? 1 : io::length_of_letter(text_.substr(k));
  };
  if (in_word(at_) > 0)
    while (in_word(at_ + length) > 0) length += in_word(at_ + length);
  return io::in_quotes(text_.substr(at_, length));
}

std::string text_cursor::place() const {
  if (places_ == places::characters) return std::string(name_);
  const std::string place = std::string(name_) + ':' + std::to_string(line());
  if (places_ == places::lines) return place;
  const std::size_t before = at_ == 0 ? text_.npos : text_.rfind('\n', at_ - 1);
  return place + ':' + std::to_string(before == text_.npos ? at_ + 1 : at_ - before);
}

std::string text_cursor::complaint(const std::string& found, const std::string& expected) const {
  const std::string character = places_ == places::characters ? " at character " + std::to_string(at_ + 1) : "";
  return place() + ": found " + found + character + ", expected " + expected;
}

void text_cursor::refuse(const std::string& expected) {
  const std::string found = next_word();
  throw error(complaint(found, expected));
}

}  // namespace vieta::expression
