#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>

namespace vieta::io {

/// The k-th number of type T in `bytes`, whatever its byte order and alignment.
template <typename T>
T number_at(std::string_view bytes, std::size_t k, bool swap) {
  char raw[sizeof(T)];
  std::memcpy(raw, bytes.data() + k * sizeof(T), sizeof(T));
  if (swap) {
    for (std::size_t a = 0, b = sizeof(T) - 1; a < b; ++a, --b) std::swap(raw[a], raw[b]);
  }
  T value;
  std::memcpy(&value, raw, sizeof(T));
  return value;
}

}  // namespace vieta::io
