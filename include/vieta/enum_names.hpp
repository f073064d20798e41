#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "vieta/error.hpp"

namespace vieta {

/// A value of an enumeration and the word that stands for it everywhere: in options and output of the program, in JSON,
/// in Python, in the documentation.
template <class E>
struct enum_name {
  E value;
  const char* word;
};

/// The words of E, in the order in which help and messages list them. Each enumeration with words specialises this
/// beside its definition, and nowhere else are they written.
template <class E>
inline constexpr std::array<enum_name<E>, 0> names_of{};

/// Enumerations that have words.
template <class E>
concept named_enum = std::is_enum_v<E> &&(names_of<E>.size() > 0);

/// The word for a value; "?" for a number that is no value of E.
template <named_enum E>
constexpr const char* name(E value) {
  for (const enum_name<E>& n : names_of<E>)
    if (n.value == value) return n.word;
  return "?";
}

/// All words of E.
template <named_enum E>
std::vector<std::string> words_of() {
  std::vector<std::string> words;
  for (const enum_name<E>& n : names_of<E>) words.emplace_back(n.word);
  return words;
}

/// The value that a word stands for, or nothing.
template <named_enum E>
constexpr std::optional<E> value_named(std::string_view word) {
  for (const enum_name<E>& n : names_of<E>)
    if (word == n.word) return n.value;
  return std::nullopt;
}

/// The same; throws vieta::error "WHAT: found 'WORD', expected a, b or c" where there is none.
template <named_enum E>
E value_named(std::string_view word, const std::string& what) {
  if (const std::optional<E> value = value_named<E>(word)) return *value;
  std::string expected;
  for (std::size_t k = 0; k < names_of<E>.size(); ++k)
    expected += (k == 0 ? "" : k + 1 == names_of<E>.size() ? " or " : ", ") + std::string(names_of<E>[k].word);
  throw error(what + ": found '" + std::string(word) + "', expected " + expected);
}

}  // namespace vieta
