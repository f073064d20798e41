// What C++20 has and the standard library of Emscripten 3.1 (libc++ 13) has not. The preset `web` includes it before
// every file. Where the library has a thing, this has nothing.
#pragma once

#include <bit>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <version>

namespace std {

#if !defined(__cpp_lib_bit_cast)
template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}
#endif

#if !defined(__cpp_lib_smart_ptr_for_overwrite)
template <class T>
unique_ptr<T> make_unique_for_overwrite(size_t count) {
  return unique_ptr<T>(new remove_extent_t<T>[count]);
}
#endif

#if !defined(__cpp_lib_jthread)
/// Without stop tokens, of which we use none. Without threads its constructor throws, as that of std::thread does.
class jthread {
 public:
  jthread() = default;
  template <class Function, class... Arguments>
  explicit jthread(Function&& function, Arguments&&... arguments)
      : thread_(std::forward<Function>(function), std::forward<Arguments>(arguments)...) {}
  jthread(jthread&&) noexcept = default;
  jthread& operator=(jthread&& other) noexcept {
    end();
    thread_ = std::move(other.thread_);
    return *this;
  }
  ~jthread() { end(); }
  void join() { thread_.join(); }
  [[nodiscard]] bool joinable() const { return thread_.joinable(); }

 private:
  void end() {
    if (thread_.joinable()) thread_.join();
  }
  thread thread_;
};
#endif

#if !defined(__cpp_lib_math_special_functions)
/// Of whole orders. The ascending series (DLMF 10.2.2) loses exp(x) to cancellation, half of the digits of this long
/// double (113 bits) at x = 40.
inline long double cyl_bessel_j(long double order, long double x) {
  const int n = static_cast<int>(order);
  if (!(x < 40)) return ::jn(n, static_cast<double>(x));
  long double term = 1;
  for (int k = 1; k <= n; ++k) term *= x / (2 * k);
  long double sum = term;
  for (int k = 1; k < 200; ++k) sum += term *= -(x * x) / (4.0L * k * (k + n));
  return sum;
}
#endif

#if !defined(__cpp_lib_to_chars)
// Numbers with a point as text. The C library of Emscripten (musl) prints and reads them exactly, and its locale is
// "C".

inline to_chars_result to_chars(char* first, char* last, double value, chars_format format, int precision) {
  const char* const pattern = format == chars_format::scientific ? "%.*e"
                              : format == chars_format::fixed    ? "%.*f"
                              : format == chars_format::hex      ? "%.*a"
                                                                 : "%.*g";
  const int length = snprintf(nullptr, 0, pattern, precision, value);
  if (length < 0 || last - first < length) return {last, errc::value_too_large};
  string text(static_cast<size_t>(length) + 1, '\0');
  snprintf(text.data(), text.size(), pattern, precision, value);
  memcpy(first, text.data(), static_cast<size_t>(length));
  return {first + length, errc{}};
}

namespace vieta_compat {

/// The fewest digits that read back as the same number.
template <class T>
int digits_of(T value) {
  char text[64];
  for (int digits = 1; digits < numeric_limits<T>::max_digits10; ++digits) {
    snprintf(text, sizeof text, "%.*e", digits - 1, static_cast<double>(value));
    if (static_cast<T>(is_same_v<T, float> ? strtof(text, nullptr) : strtod(text, nullptr)) == value) return digits;
  }
  return numeric_limits<T>::max_digits10;
}

template <class T>
to_chars_result shortest(char* first, char* last, T value, chars_format format) {
  const auto number = static_cast<double>(value);
  if (!isfinite(number)) return to_chars(first, last, number, chars_format::general, 6);
  const int digits = digits_of(value);
  if (format == chars_format::scientific) return to_chars(first, last, number, format, digits - 1);
  char text[64];
  snprintf(text, sizeof text, "%.*e", digits - 1, number);
  const int exponent = atoi(strchr(text, 'e') + 1);
  // The shorter of the two, and the one without an exponent where they are as long.
  const int behind_point = max(0, digits - 1 - exponent);
  const auto scientific = to_chars(text, text + sizeof text, number, chars_format::scientific, digits - 1);
  char plain[400];
  const auto fixed = to_chars(plain, plain + sizeof plain, number, chars_format::fixed, behind_point);
  const bool short_one = format == chars_format::fixed || fixed.ptr - plain <= scientific.ptr - text;
  const char* const begin = short_one ? plain : text;
  const ptrdiff_t length = short_one ? fixed.ptr - plain : scientific.ptr - text;
  if (last - first < length) return {last, errc::value_too_large};
  memcpy(first, begin, static_cast<size_t>(length));
  return {first + length, errc{}};
}

}  // namespace vieta_compat

inline to_chars_result to_chars(char* first, char* last, double value, chars_format format = chars_format::general) {
  return vieta_compat::shortest(first, last, value, format);
}
inline to_chars_result to_chars(char* first, char* last, float value, chars_format format = chars_format::general) {
  return vieta_compat::shortest(first, last, value, format);
}

/// A decimal, "inf" or "nan", without the signs and spaces that strtod forgives.
template <class T, enable_if_t<is_floating_point_v<T>, int> = 0>
from_chars_result from_chars(const char* first, const char* last, T& value, chars_format = chars_format::general) {
  const char* at = first;
  if (at != last && *at == '-') ++at;
  if (at == last || *at == '+' || *at == '-' || isspace(static_cast<unsigned char>(*at)))
    return {first, errc::invalid_argument};
  if (last - at > 1 && *at == '0' && (at[1] == 'x' || at[1] == 'X')) {  // a 0, and then something else
    value = at == first ? T{0} : -T{0};
    return {at + 1, errc{}};
  }
  const string text(first, last);
  char* end = nullptr;
  errno = 0;
  T read{};
  if constexpr (is_same_v<T, float>)
    read = strtof(text.c_str(), &end);
  else if constexpr (is_same_v<T, double>)
    read = strtod(text.c_str(), &end);
  else
    read = strtold(text.c_str(), &end);
  if (end == text.c_str()) return {first, errc::invalid_argument};
  const char* const stop = first + (end - text.c_str());
  const bool out_of_range = errno == ERANGE && (read == T{0} || isinf(read));
  if (out_of_range) return {stop, errc::result_out_of_range};
  value = read;
  return {stop, errc{}};
}
#endif

}  // namespace std
