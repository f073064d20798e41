#include "io/parse_json.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/message.hpp"

namespace vieta::io {

std::string shown(const nlohmann::json& value) {
  return in_quotes(value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
}

namespace {

using nlohmann::json;

/// Builds the tree, refuses a key that an object has already, and throws at what is no JSON. (nlohmann's parser with a
/// callback walks the whole parent after each object: quadratic in the length of a list of them.)
class tree_builder : public nlohmann::json_sax<json> {
 public:
  tree_builder(std::string_view text, std::string_view name, std::string_view instead)
      : text_(text), name_(name), instead_(instead) {}

  json take() { return std::move(root_); }

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(json::number_integer_t value) override { return put(value); }
  bool number_unsigned(json::number_unsigned_t value) override { return put(value); }
  bool number_float(json::number_float_t value, const json::string_t&) override { return put(value); }
  bool string(json::string_t& value) override { return put(std::move(value)); }
  bool binary(json::binary_t& value) override { return put(json::binary(std::move(value))); }
  bool start_object(std::size_t) override { return open(json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_array() override { return close(); }
  bool key(json::string_t& word) override {
    const auto [place, is_new] = open_.back()->emplace(word, nullptr);
    if (!is_new)
      throw error(std::string(name_) + ": found the key " + in_quotes(word) + " twice in an object, expected it once");
    member_ = &*place;
    return true;
  }
  bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& problem) override {
    if (dynamic_cast<const json::parse_error*>(&problem) == nullptr)
      throw error(std::string(name_) + ": found a number beyond the range of doubles, expected " +
                  std::string(instead_));
    // The position is that of the last byte that was read, counted from 1; at the end it is one more than there are.
    const std::size_t at = std::max<std::size_t>(byte, 1) - 1;
    const std::string_view rest = at < text_.size() ? text_.substr(at, text_.substr(at).find_first_of(" \t\r\n")) : "";
    const auto until = text_.begin() + static_cast<std::ptrdiff_t>(std::min(at, text_.size()));
    fail(name_, 1 + static_cast<std::size_t>(std::count(text_.begin(), until, '\n')),
         rest.empty() ? "the end of the file" : in_quotes(rest), "JSON");
  }

 private:
  bool put(json value) {
    place() = std::move(value);
    return true;
  }
  bool open(json value) {
    json& opened = place();
    opened = std::move(value);
    open_.push_back(&opened);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  /// Where the next value belongs. It stays there while it is open, as its parent does not grow until then.
  json& place() {
    if (open_.empty()) return root_;
    return open_.back()->is_array() ? open_.back()->emplace_back() : *member_;
  }

  std::string_view text_, name_, instead_;
  json root_;
  std::vector<json*> open_;
  json* member_ = nullptr;  ///< of the innermost open object
};

}  // namespace

json parse_json(std::string_view text, std::string_view name, std::string_view instead) {
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    if (depth > 64) fail(name, 1, "JSON nested more than 64 deep", "less");
  }
  tree_builder builder(text, name, instead);
  json::sax_parse(text, &builder);
  return builder.take();
}

}  // namespace vieta::io
