#pragma once

#include <string>
#include <utility>

#include "io/parse_json.hpp"
#include "vieta/enum_names.hpp"
#include "vieta/error.hpp"

namespace vieta::checking {

/// One object of a result in JSON, key by key. Every complaint says where the object stands, and what was found.
class object_reader {
 public:
  object_reader(const nlohmann::json& object, std::string where) : object_(object), where_(std::move(where)) {
    if (!object.is_object()) throw error(where_ + ": found " + io::shown(object) + ", expected an object");
  }

  [[nodiscard]] bool has(const char* key) const { return object_.contains(key); }
  [[nodiscard]] const nlohmann::json& at(const char* key) const {
    const auto found = object_.find(key);
    if (found == object_.end()) throw error(where_ + ": found no \"" + key + "\", expected one");
    return *found;
  }
  [[noreturn]] void fail(const char* key, const std::string& expected) const {
    throw error(where_ + ": \"" + key + "\": found " + io::shown(at(key)) + ", expected " + expected);
  }
  template <class Enum>
  [[nodiscard]] Enum word(const char* key) const {
    for (const auto& [value, text] : names_of<Enum>)
      if (at(key) == text) return value;
    fail(key, "a word of the reference");
  }

 private:
  const nlohmann::json& object_;
  std::string where_;
};

}  // namespace vieta::checking
