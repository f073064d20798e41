#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "vieta/error.hpp"
#include "vieta/team.hpp"

// Values as bytes, for other members of a team: all of them run the same program on machines of one kind, so numbers
// are copied as they lie in memory. Plain structures are taken apart by the compiler, so that no member is forgotten.

namespace vieta::shared {

using bytes = team::bytes;

/// Stands for any value where members of an aggregate are counted.
struct any_value {
  template <class T>
  operator T() const;  // NOLINT: implicit on purpose
};
template <class T, class... Values>
constexpr std::size_t members_of() {
  if constexpr (requires { T{Values{}..., any_value{}}; })
    return members_of<T, Values..., any_value>();
  else
    return sizeof...(Values);
}

// One line for each number of members: C++20 has no other way to name them.
#define VIETA_TIE(count, ...)       \
  if constexpr (members == count) { \
    auto& [__VA_ARGS__] = value;    \
    return std::tie(__VA_ARGS__);   \
  } else
template <class T>
auto tie_members(T& value) {
  constexpr std::size_t members = members_of<std::remove_const_t<T>>();
  VIETA_TIE(1, a)
  VIETA_TIE(2, a, b)
  VIETA_TIE(3, a, b, c)
  VIETA_TIE(4, a, b, c, d)
  VIETA_TIE(5, a, b, c, d, e)
  VIETA_TIE(6, a, b, c, d, e, f)
  VIETA_TIE(7, a, b, c, d, e, f, g)
  VIETA_TIE(8, a, b, c, d, e, f, g, h)
  VIETA_TIE(9, a, b, c, d, e, f, g, h, i)
  VIETA_TIE(10, a, b, c, d, e, f, g, h, i, j)
  VIETA_TIE(11, a, b, c, d, e, f, g, h, i, j, k)
  VIETA_TIE(12, a, b, c, d, e, f, g, h, i, j, k, l)
  VIETA_TIE(13, a, b, c, d, e, f, g, h, i, j, k, l, m)
  VIETA_TIE(14, a, b, c, d, e, f, g, h, i, j, k, l, m, n)
  VIETA_TIE(15, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)
  VIETA_TIE(24, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x)
  VIETA_TIE(25, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y)
  VIETA_TIE(26, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z)
  VIETA_TIE(29, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a1, b1, c1)
  VIETA_TIE(30, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a1, b1, c1, d1)
  VIETA_TIE(34, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a1, b1, c1, d1, e1, f1,
            g1, h1)
  VIETA_TIE(35, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a1, b1, c1, d1, e1, f1,
            g1, h1, i1)
  VIETA_TIE(36, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a1, b1, c1, d1, e1, f1,
            g1, h1, i1, j1)
  VIETA_TIE(39, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a1, b1, c1, d1, e1, f1,
            g1, h1, i1, j1, k1, l1, m1)
  VIETA_TIE(41, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a1, b1, c1, d1, e1, f1,
            g1, h1, i1, j1, k1, l1, m1, n1, o1)
  VIETA_TIE(43, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a1, b1, c1, d1, e1, f1,
            g1, h1, i1, j1, k1, l1, m1, n1, o1, p1, q1)
  VIETA_TIE(45, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a1, b1, c1, d1, e1, f1,
            g1, h1, i1, j1, k1, l1, m1, n1, o1, p1, q1, r1, s1) {
    static_assert(members == 0, "add a line for this number of members");
  }
}
#undef VIETA_TIE

template <class T>
inline constexpr bool is_plain = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;

class writer {
 public:
  template <class T>
  writer& operator<<(const T& value) {
    if constexpr (is_plain<T>) {
      append(&value, sizeof value);
    } else if constexpr (requires { value.fields(); }) {
      all(value.fields());
    } else {
      all(tie_members(value));
    }
    return *this;
  }
  writer& operator<<(const std::string& text) { return range(text.data(), text.size()); }
  template <class T>
  writer& operator<<(const std::vector<T>& values) {
    if constexpr (is_plain<T> && !std::is_same_v<T, bool>) return range(values.data(), values.size());
    *this << static_cast<std::uint64_t>(values.size());
    for (const T& value : values) *this << value;
    return *this;
  }
  template <class T, std::size_t n>
  requires(!is_plain<T>) writer& operator<<(const std::array<T, n>& values) {
    for (const T& value : values) *this << value;
    return *this;
  }
  template <class A, class B>
  requires(!is_plain<std::pair<A, B>>) writer& operator<<(const std::pair<A, B>& both) {
    return *this << both.first << both.second;
  }
  template <class T>
  writer& operator<<(const std::optional<T>& value) {
    *this << value.has_value();
    if (value) *this << *value;
    return *this;
  }
  /// Numbers in a row, with how many there are: read as a vector.
  template <class T>
  writer& range(const T* values, std::size_t count) {
    *this << static_cast<std::uint64_t>(count);
    if (count > 0) append(values, count * sizeof(T));
    return *this;
  }
  [[nodiscard]] bytes take() { return std::move(data_); }

 private:
  void append(const void* from, std::size_t size) {
    const auto* const first = static_cast<const std::byte*>(from);
    data_.insert(data_.end(), first, first + size);
  }
  template <class Tuple>
  void all(const Tuple& members) {
    std::apply([&](const auto&... member) { (void)(*this << ... << member); }, members);
  }
  bytes data_;
};

class reader {
 public:
  explicit reader(const bytes& data) : data_(data) {}

  template <class T>
  reader& operator>>(T& value) {
    if constexpr (is_plain<T>) {
      take(&value, sizeof value);
    } else if constexpr (requires { value.fields(); }) {
      all(value.fields());
    } else {
      all(tie_members(value));
    }
    return *this;
  }
  reader& operator>>(std::string& text) {
    text.resize(count(1));
    take(text.data(), text.size());
    return *this;
  }
  template <class T>
  reader& operator>>(std::vector<T>& values) {
    if constexpr (is_plain<T> && !std::is_same_v<T, bool>) {
      values.resize(count(sizeof(T)));
      take(values.data(), values.size() * sizeof(T));
    } else {
      values.resize(count(1));
      for (auto&& value : values) {
        if constexpr (std::is_same_v<T, bool>)
          value = get<bool>();
        else
          *this >> value;
      }
    }
    return *this;
  }
  template <class T, std::size_t n>
  requires(!is_plain<T>) reader& operator>>(std::array<T, n>& values) {
    for (T& value : values) *this >> value;
    return *this;
  }
  template <class A, class B>
  requires(!is_plain<std::pair<A, B>>) reader& operator>>(std::pair<A, B>& both) {
    return *this >> both.first >> both.second;
  }
  template <class T>
  reader& operator>>(std::optional<T>& value) {
    bool there = false;
    *this >> there;
    value.reset();
    if (there) *this >> value.emplace();
    return *this;
  }
  template <class T>
  [[nodiscard]] T get() {
    T value{};
    *this >> value;
    return value;
  }

 private:
  std::size_t count(std::size_t size_of_one) {
    std::uint64_t number = 0;
    take(&number, sizeof number);
    if (number > (data_.size() - at_) / size_of_one)
      throw error("ranks: found a message that ends early, expected members of one version");
    return static_cast<std::size_t>(number);
  }
  void take(void* to, std::size_t size) {
    if (size > data_.size() - at_)
      throw error("ranks: found a message that ends early, expected members of one version");
    if (size > 0) std::memcpy(to, data_.data() + at_, size);
    at_ += size;
  }
  template <class Tuple>
  void all(Tuple members) {
    std::apply([&](auto&... member) { (void)(*this >> ... >> member); }, members);
  }
  const bytes& data_;
  std::size_t at_ = 0;
};

template <class... Values>
bytes packed(const Values&... values) {
  writer out;
  (void)(out << ... << values);
  return out.take();
}
template <class T>
T unpacked(const bytes& data) {
  return reader(data).get<T>();
}

}  // namespace vieta::shared
