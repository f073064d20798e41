#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace vieta::fuzz {

/// A promise of the headers. (std::source_location is not there for clang 14, which Debian 12 has.)
inline void require(bool condition, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  if (condition) return;
  std::fprintf(stderr, "%s:%d: a promise is broken\n", file, line);
  std::abort();
}

/// Choices and numbers out of the bytes of an input; behind its end all are 0.
class source {
 public:
  source(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), left_(size) {}

  std::uint8_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *bytes_++;
  }
  bool flip() { return (byte() & 1) != 0; }
  int between(int least, int most) { return least + byte() % (most - least + 1); }

  /// Small integers, powers of two times them, fractions; of eight numbers one has any bits at all: NaN, infinities,
  /// subnormals.
  double number() {
    const int kind = byte() % 8;
    const double small = static_cast<std::int8_t>(byte());
    if (kind < 3) return small;
    if (kind < 5) return std::ldexp(small, static_cast<std::int8_t>(byte()) / 8);
    if (kind < 7) return small + static_cast<std::int8_t>(byte()) / 97.0;
    std::uint64_t bits = 0;
    for (int k = 0; k < 8; ++k) bits = bits << 8 | byte();
    double any = 0;
    std::memcpy(&any, &bits, sizeof any);
    return any;
  }
  /// The same without what is not finite.
  double finite() {
    const double x = number();
    return std::isfinite(x) ? x : 1;
  }
  std::vector<double> numbers(std::size_t count) {
    std::vector<double> all(count);
    for (double& x : all) x = number();
    return all;
  }

 private:
  const std::uint8_t* bytes_;
  std::size_t left_;
};

/// Whether `verify` found a lie. Where its slow way finds no proof, as for large discs of uncertain coefficients,
/// nothing is known.
template <class Verification>
void check_verified(const Verification& outcome) {
  for (const std::string& complaint : outcome.complaints) {
    if (complaint.find("no proof found") != complaint.npos) continue;
    std::fprintf(stderr, "%s\n", complaint.c_str());
    require(false);
  }
}

/// What a library says when it refuses: a line that is not empty.
inline void check_refusal(std::string_view message) {
  require(!message.empty() && message.find('\n') == std::string_view::npos);
}

}  // namespace vieta::fuzz
