#include "base/checkpoint/digest.hpp"

#include <algorithm>

namespace vieta::checkpoints {

void digest::add(const void* data, std::size_t size) {
  const auto* from = static_cast<const unsigned char*>(data);
  std::size_t there = size_ % 8;
  size_ += size;
  if (there > 0) {
    const std::size_t more = std::min(size, 8 - there);
    std::memcpy(rest_.data() + there, from, more);
    from += more, size -= more, there += more;
    if (there < 8) return;
    std::uint64_t word = 0;
    std::memcpy(&word, rest_.data(), 8);
    take(word);
  }
  for (; size >= 8; from += 8, size -= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, from, 8);
    take(word);
  }
  if (size > 0) std::memcpy(rest_.data(), from, size);
}

digest::value digest::get() const {
  digest all = *this;
  std::uint64_t word = 0;
  std::memcpy(&word, rest_.data(), size_ % 8);
  all.take(word);
  all.take(size_);
  all.take(all.first_ ^ all.second_);
  return {all.first_, all.second_};
}

}  // namespace vieta::checkpoints
