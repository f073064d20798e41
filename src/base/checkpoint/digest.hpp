#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace vieta::checkpoints {

/// 128 bits that tell one sequence of bytes from another, at several gigabytes a second: for damage and mistakes, not
/// against people who look for two sequences with one digest.
class digest {
 public:
  using value = std::array<std::uint64_t, 2>;

  void add(const void* data, std::size_t size);
  template <class T>
  void add_all(const std::vector<T>& values) {
    const std::uint64_t count = values.size();
    add(&count, sizeof count);
    if (count > 0) add(values.data(), count * sizeof(T));
  }
  void add_number(std::uint64_t number) { add(&number, sizeof number); }
  /// Of everything so far; more may follow.
  [[nodiscard]] value get() const;

 private:
  void take(std::uint64_t word) {
    // Two multiplications that cannot be undone by one another; odd constants, the first digits of pi and of the golden
    // ratio in base 2^64.
    first_ = (first_ ^ word) * 0x9e3779b97f4a7c15;
    first_ ^= first_ >> 32;
    second_ = (second_ + word) * 0x243f6a8885a308d3;
    second_ ^= second_ >> 29;
  }
  std::uint64_t first_ = 0x13198a2e03707345, second_ = 0xa4093822299f31d1, size_ = 0;
  std::array<unsigned char, 8> rest_{};  ///< the last size_ % 8 bytes
};

}  // namespace vieta::checkpoints
