#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "exact/arithmetic.hpp"
#include "io/complex_text.hpp"
#include "io/polynomial/ascending_values.hpp"
#include "io/polynomial/chebyshev.hpp"
#include "io/polynomial/readers.hpp"

namespace vieta::io {

namespace {

using nlohmann::json;

/// Feeds the text to the parser and remembers how far it has read, so that messages can name the line.
class counting_iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  counting_iterator(const char* at, const char** reached) : at_(at), reached_(reached) {}
  reference operator*() const { return *at_; }
  counting_iterator& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  bool operator==(const counting_iterator& other) const { return at_ == other.at_; }
  bool operator!=(const counting_iterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** reached_;
};

constexpr std::string_view expected_coefficient = "a number, a string such as \"1/3\", or a pair [re, im]";

/// Takes [c0, c1, ...], {"coefficients": [c0, c1, ...], ...} or {"chebyshev": [...], "domain": [a, b], ...} event by
/// event: the numbers' own characters arrive here, so 0.1 is exactly 1/10, and no tree of values is built.
class coefficient_events : public nlohmann::json_sax<json> {
 public:
  coefficient_events(std::string_view text, std::string_view name) : text_(text), name_(name), reached_(text.data()) {}

  polynomial run(power_order given) {
    const char* const end = text_.data() + text_.size();
    json::sax_parse(counting_iterator(text_.data(), &reached_), counting_iterator(end, &reached_), this);
    if (!found_list_) refuse("no list of coefficients", "[c0, c1, ...] or {\"coefficients\": [c0, c1, ...]}");
    if (domain_given_ && !is_chebyshev_) refuse("a domain", "one beside \"chebyshev\" alone: powers of x have none");
    const power_order order = is_descending_ ? power_order::descending : given;
    if (!is_chebyshev_) return values_.take(order);
    if (order == power_order::descending) refuse("a Chebyshev series", "a list of coefficients for descending order");
    const polynomial series = from_chebyshev(values_.take(order), std::string(name_));
    return domain_given_ ? from_domain(series, domain_[0], domain_[1], std::string(name_)) : series;
  }

  bool null() override { return other_value("null"); }
  bool boolean(bool value) override { return other_value(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override { return number(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(std::to_string(value)); }
  bool number_float(number_float_t, const string_t& text) override { return number(text); }
  bool binary(binary_t&) override { return other_value("binary data"); }

  bool string(string_t& text) override {
    if (place_ == place::skipped && depth_ == 0 && key_ == "order") {
      if (text != "descending" && text != "ascending") refuse(in_quotes(text), "the order ascending or descending");
      is_descending_ = text == "descending";
      return true;
    }
    if (place_ == place::skipped || place_ == place::start) return other_value(in_quotes(text));
    exact::real re, im;
    if (!parse_complex(text, re, im)) refuse(in_quotes(text), "a finite number such as \"1/3\" or \"1.25e-400\"");
    if (place_ == place::domain) {
      if (!im.is_zero()) refuse(in_quotes(text), "a real number");
      domain_.push_back(std::move(re));
    } else if (place_ == place::list) {
      values_.push_back(std::move(re), std::move(im));
    } else {
      if (!im.is_zero()) refuse(in_quotes(text), "a real number in a pair [re, im]");
      add_to_pair(std::move(re));
    }
    return true;
  }

  bool start_array(std::size_t) override {
    if (place_ == place::skipped) {
      ++depth_;
      if (depth_ == 1 && (key_ == "coefficients" || key_ == "chebyshev")) begin_list();
      if (depth_ == 1 && key_ == "domain") begin_domain();
    } else if (place_ == place::start) {
      begin_list();
    } else if (place_ == place::list) {
      place_ = place::pair;
      pair_size_ = 0;
    } else {
      refuse("a list in a pair", "[re, im]");
    }
    return true;
  }

  bool end_array() override {
    if (place_ == place::pair) {
      if (pair_size_ != 2) refuse("a list of " + std::to_string(pair_size_) + " numbers", "a pair [re, im]");
      values_.push_back(std::move(pair_[0]), std::move(pair_[1]));
      place_ = place::list;
    } else if (place_ == place::domain) {
      if (domain_.size() != 2 || exact::compare(domain_[0], domain_[1]) >= 0)
        refuse("a domain that is no interval", "[a, b] with a < b");
      place_ = place::skipped;
      depth_ = 0;
    } else if (place_ == place::list) {
      place_ = place::skipped;
      depth_ = 0;
    } else {
      --depth_;
    }
    return true;
  }

  bool start_object(std::size_t) override {
    if (place_ == place::list || place_ == place::pair || place_ == place::domain)
      refuse("an object", expected_coefficient);
    if (place_ == place::skipped) ++depth_;
    place_ = place::skipped;
    return true;
  }

  bool end_object() override {
    --depth_;
    return true;
  }

  bool key(string_t& text) override {
    key_ = depth_ == 0 ? text : std::string();
    if (depth_ > 0) return true;
    // What says how the numbers are to be taken must not be passed over: "basis", "descending", "denominator".
    for (const char* known :
         {"coefficients", "chebyshev", "domain", "order", "name", "title", "comment", "description"})
      if (text == known) return true;
    refuse("the key " + in_quotes(text), "coefficients, chebyshev, domain, order or a comment (name, description)");
  }

  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& problem) override {
    if (problem.id == 406) refuse("a number beyond the doubles", "it in quotes, as in \"1e400\"");
    if (const std::string_view word = word_here(); is_not_finite(word)) refuse(in_quotes(word), "a finite number");
    if (token.empty() || position > text_.size()) refuse("the end of the file", expected_at_end());
    refuse(in_quotes(token), "JSON");
  }

 private:
  /// Where the next value belongs: nowhere yet, to a part of an object that is skipped, to the list, or to a pair in
  /// it, or to the domain of a series.
  enum class place { start, skipped, list, pair, domain };

  [[noreturn]] void refuse(const std::string& found, std::string_view expected) const {
    std::size_t line = 1;
    for (const char* c = text_.data(); c + 1 < reached_; ++c) line += *c == '\n' ? 1 : 0;
    fail(name_, line, found, expected);
  }

  [[nodiscard]] std::string_view expected_at_end() const {
    if (place_ == place::start) return "JSON";
    if (place_ == place::skipped) return "the rest of the JSON text";
    const char last = text_[text_.find_last_not_of(" \t\r\n")];
    return last == ',' || last == '[' ? "a number" : "',' or ']'";
  }

  /// The word of letters that the parser stands in, for what it does not know.
  [[nodiscard]] std::string_view word_here() const {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto reached = static_cast<std::size_t>(reached_ - text_.data());
    std::size_t first = std::min(reached, text_.size()), last = first;
    while (first > 0 && is_letter(text_[first - 1])) --first;
    while (last < text_.size() && is_letter(text_[last])) ++last;
    return text_.substr(first, last - first);
  }

  void begin_list() {
    if (found_list_) refuse("a second list of coefficients", "one");
    found_list_ = true;
    is_chebyshev_ = key_ == "chebyshev";
    place_ = place::list;
  }

  void begin_domain() {
    domain_given_ = true;
    domain_.clear();
    place_ = place::domain;
  }

  bool other_value(const std::string& found) {
    if (place_ == place::skipped) return true;
    refuse(found, place_ == place::start ? "[c0, c1, ...] or {\"coefficients\": [c0, c1, ...]}" : expected_coefficient);
  }

  bool number(const std::string& text) {
    if (place_ == place::skipped && depth_ == 0 && key_ == "order") {
      if (text != "descending" && text != "ascending") refuse(in_quotes(text), "the order ascending or descending");
      is_descending_ = text == "descending";
      return true;
    }
    if (place_ == place::skipped || place_ == place::start) return other_value(in_quotes(text));
    exact::real value;
    if (!exact::parse_real(text, value)) refuse(in_quotes(text), expected_coefficient);
    if (place_ == place::domain) {
      domain_.push_back(std::move(value));
    } else if (place_ == place::list) {
      values_.push_back(std::move(value));
    } else {
      add_to_pair(std::move(value));
    }
    return true;
  }

  void add_to_pair(exact::real value) {
    if (pair_size_ < 2) pair_[pair_size_] = std::move(value);
    ++pair_size_;
  }

  std::string_view text_, name_;
  const char* reached_;
  place place_ = place::start;
  bool found_list_ = false, is_chebyshev_ = false, is_descending_ = false, domain_given_ = false;
  std::int64_t depth_ = 0;  // of lists and objects inside the outermost object, while skipped
  std::string key_;
  std::vector<exact::real> domain_;
  exact::real pair_[2];
  std::size_t pair_size_ = 0;
  ascending_values values_;
};

}  // namespace

polynomial read_json(std::string_view text, std::string_view name, power_order order) {
  return coefficient_events(text, name).run(order);
}

}  // namespace vieta::io
