#include "io/token_reader.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/message.hpp"

namespace vieta::io {

namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

void token_reader::skip_blank() {
  for (; at_ < text_.size(); ++at_) {
    if (text_[at_] == '!') at_ = std::min(text_.find('\n', at_), text_.size());
    if (at_ == text_.size() || !is_blank(text_[at_])) return;
    if (text_[at_] == '\n') ++line_;
  }
}

std::string_view token_reader::next() {
  skip_blank();
  const std::size_t start = at_;
  while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '!') ++at_;
  token_ = text_.substr(start, at_ - start);
  return token_;
}

bool token_reader::next_statement(std::string_view& statement) {
  skip_blank();
  const std::size_t end = text_.find_first_of(";!\n", at_);
  if (end == std::string_view::npos || text_[end] != ';') return false;
  statement = text_.substr(at_, end - at_);
  while (!statement.empty() && is_blank(statement.back())) statement.remove_suffix(1);
  token_ = statement;
  at_ = end + 1;
  return true;
}

void token_reader::fail_at_token(const std::string& expected) const {
  fail(name_, line_, token_.empty() ? std::string("the end of the file") : in_quotes(token_), expected);
}

bool token_reader::at_end() {
  skip_blank();
  return at_ == text_.size();
}

void token_reader::expect_end(const std::string& after) {
  if (!next().empty()) fail_at_token("the end of the file after " + after);
}

std::int64_t token_reader::next_count(const char* what, std::int64_t most) {
  const std::string_view word = next();
  std::int64_t value = -1;
  const char* const end = word.data() + word.size();
  const auto [stop, failure] = std::from_chars(word.data(), end, value);
  const bool too_long = failure == std::errc::result_out_of_range && word.front() != '-';
  if (word.empty() || stop != end || value < 0 || too_long || value > most) {
    fail_at_token(std::string(what) + ", a whole number from 0 to " + std::to_string(most));
  }
  return value;
}

exact::real token_reader::parse(std::string_view characters, const std::string& expected) {
  const std::string_view word = next();
  exact::real value;
  if (word.find_first_not_of(characters) != std::string_view::npos || !exact::parse_real(word, value)) {
    fail_at_token(expected);
  }
  return value;
}

exact::real token_reader::next_integer(const char* what) {
  return parse("+-\u22120123456789", std::string(what) + ", an integer");
}

exact::real token_reader::next_fraction(const char* what) {
  exact::real value = next_integer((std::string("the numerator of ") + what).c_str());
  const std::string expected = std::string("the denominator of ") + what + ", an integer other than zero";
  exact::real below = parse("+-\u22120123456789", expected);
  if (below.is_zero()) fail_at_token(expected);
  if (below.numerator < 0) {
    below.numerator.negate();
    value.numerator.negate();
  }
  value.denominator = std::move(below.numerator);
  return value;
}

exact::real token_reader::next_number(const char* what) {
  return parse("+-\u22120123456789.eE/", std::string(what) + ", a finite number such as -12, 3/4 or 1.25e-400");
}

}  // namespace vieta::io
