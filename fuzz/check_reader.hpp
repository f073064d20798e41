#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/message.hpp"
#include "exact/representation.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"

namespace vieta::fuzz {

/// Longer inputs find nothing that shorter ones do not, and hide what is slow.
inline constexpr std::size_t longest_input = 4096;

inline void require(bool condition) {
  if (!condition) std::abort();
}

/// What every polynomial promises, whatever text it came from (src/exact/representation.hpp).
inline void check_invariants(const polynomial& p) {
  const auto& data = p.data();
  const bool complex = !p.is_real();
  require(data.re.empty() || data.exact_re.empty());
  require(!complex || (data.is_exact() ? data.exact_im.size() : data.im.size()) == data.size());
  require(data.exponents.empty() || data.exponents.size() == data.size());
  require(p.degree() < 0 ? data.size() == 0 : data.exponent(data.size() - 1) == p.degree());
  require(p.terms() <= p.degree() + 1 && (p.degree() < 0) == (p.terms() == 0));
  for (std::size_t k = 1; k < data.exponents.size(); ++k) require(data.exponents[k - 1] < data.exponents[k]);
  for (const auto& value : data.exact_re) require(value.denominator > 0);
}

/// One printable line; characters beyond ASCII are whole ones of UTF-8.
inline void check_line(std::string_view message) {
  while (!message.empty()) {
    const std::size_t length = io::length_of_character(message);
    require(length > 1 || (message[0] >= 0x20 && message[0] < 0x7f));
    message.remove_prefix(length);
  }
}

/// Such a line that begins with the input's name.
inline void check_message(std::string_view message) {
  require(message.starts_with("input:") && message.size() < 400);
  check_line(message);
}

/// Reads, and looks at what was read; only vieta::error, with a message of one printable line, may come out.
template <class Read, class Look>
void read_or_refuse(const Read& read, const Look& look) {
  try {
    look(read());
  } catch (const error& refused) {
    check_message(refused.what());
  }
}

/// The same for a polynomial. A hang is found by libFuzzer's -timeout.
inline int check_reader(const std::uint8_t* bytes, std::size_t size, format how) {
  if (size > longest_input) return -1;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  read_or_refuse([&] { return read_polynomial(text, "input", how); }, check_invariants);
  for (const power_order order : {power_order::ascending, power_order::descending})
    read_or_refuse([&] { return read_rational(text, "input", how, order); },
                   [](const rational_function& read) {
                     check_invariants(read.numerator);
                     check_invariants(read.denominator);
                     require(read.denominator.degree() >= 0);
                     require(read.uncertainty >= 0 && read.uncertainty < 0x1p-150);
                   });
  return 0;
}

}  // namespace vieta::fuzz
