#pragma once

#include <string>

#include "vieta/enum_names.hpp"

namespace vieta::python {

/// The value that a word stands for. Throws vieta::error as Python writes strings: "solver: found 'x', expected 'auto',
/// 'gmres' or 'factor'".
template <named_enum E>
E chosen(const std::string& word, const std::string& what) {
  if (const std::optional<E> value = value_named<E>(word)) return *value;
  const std::vector<std::string> words = words_of<E>();
  std::string expected;
  for (const std::string& w : words)
    expected += (&w == words.data() ? "'" : &w == &words.back() ? " or '" : ", '") + w + "'";
  throw error(what + ": found '" + word + "', expected " + expected);
}

}  // namespace vieta::python
