#pragma once

#include <cstddef>
#include <memory>
#include <new>

#include "real_roots/block.hpp"

namespace vieta {

/// Bytes that start at a cache line. They grow when more are asked for, and are not given back before the end.
class scratch_bytes {
 public:
  std::byte* at_least(std::size_t size) {
    if (size > size_) {
      size_ = 0;
      bytes_.reset();
      bytes_.reset(static_cast<std::byte*>(::operator new (size, std::align_val_t{64})));
      size_ = size;
    }
    return bytes_.get();
  }

 private:
  struct release {
    void operator()(std::byte* p) const { ::operator delete (p, std::align_val_t{64}); }
  };
  std::unique_ptr<std::byte, release> bytes_;
  std::size_t size_ = 0;
};

/// A thread's scratch memory for blocks of one plan, cut into arrays that start at cache lines. The bytes stay the
/// owner's, so that one allocation serves all blocks of a thread, and its next calls.
template <class T>
class block_arena {
 public:
  block_arena(const block_plan<T>& plan, int lanes, scratch_bytes& bytes) {
    const std::size_t n = static_cast<std::size_t>(plan.kernel_degree),
                      size = static_cast<std::size_t>(plan.block_size);
    // A step takes up to `lanes` intervals from the stack and puts back at most twice as many; one more group of
    // polynomials may have been put on top, and compress_store writes whole vectors.
    const std::size_t capacity = static_cast<std::size_t>(lanes) * static_cast<std::size_t>(plan.deepest + 6);
    memory_.capacity = static_cast<int>(capacity);
    for (int pass = 0; pass < 2; ++pass) {
      next_ = 0;
      place(memory_.coefficients, (n + 1) * size);
      place(memory_.lower, n * size);
      place(memory_.upper, n * size);
      place(memory_.root, n * size);
      place(memory_.at_lower, n * size);
      place(memory_.curvature, size);
      place(memory_.noise, size);
      place(memory_.rows, n * size / static_cast<std::size_t>(lanes));
      place(memory_.alone, n * size);
      place(memory_.slow, n * size);
      place(memory_.slots, size);
      place(memory_.attention, size);
      place(memory_.touching, size);
      place(memory_.work, (n + 1) * capacity);
      place(memory_.work_start, capacity);
      place(memory_.work_width, capacity);
      place(memory_.items, capacity);
      place(memory_.doubtful, (n + 1) * size);
      if (pass == 0) bytes_ = bytes.at_least(next_);
    }
  }

  const block_memory<T>& memory() const { return memory_; }

 private:
  template <class U>
  void place(U*& array, std::size_t count) {
    if (bytes_) array = reinterpret_cast<U*>(bytes_ + next_);
    next_ += (count * sizeof(U) + 63) / 64 * 64;
  }

  block_memory<T> memory_{};
  std::byte* bytes_ = nullptr;
  std::size_t next_ = 0;
};

}  // namespace vieta
