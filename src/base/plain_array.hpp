#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#if defined(_WIN32)
#include <malloc.h>
#else
#include <sys/mman.h>
#endif

namespace vieta {

/// Memory that nobody has set to zero, from a multiple of `alignment` on; `size` is a multiple of it, too. Null where
/// there is none.
inline void* aligned_memory(std::size_t alignment, std::size_t size) {
#if defined(_WIN32)
  return ::_aligned_malloc(size, alignment);
#else
  return std::aligned_alloc(alignment, size);
#endif
}

/// Windows has a function of its own for it.
inline void free_aligned(void* memory) {
#if defined(_WIN32)
  ::_aligned_free(memory);
#else
  std::free(memory);
#endif
}

/// A hint: whether it is taken does not matter.
inline void ask_for_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t size) {
#if defined(MADV_HUGEPAGE)
  ::madvise(memory, size, MADV_HUGEPAGE);
#endif
}

/// An array whose elements are left as they come: for what is written once anyway, by several threads. Large ones ask
/// for large pages, of which the system has to find fewer.
template <class T>
class plain_array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  void resize(std::size_t size) {
    constexpr std::size_t page = std::size_t{2} << 20, line = 64;
    data_.reset();
    size_ = 0;
    const bool large = size * sizeof(T) > page;
    const std::size_t unit = large ? page : line;
    const std::size_t bytes = (size * sizeof(T) / unit + 1) * unit;
    data_.reset(static_cast<T*>(aligned_memory(unit, bytes)));
    if (!data_) throw std::bad_alloc();
    if (large) ask_for_large_pages(data_.get(), bytes);
    size_ = size;
  }
  /// The same, and every page is there.
  void resize_and_touch(std::size_t size) {
    resize(size);
    constexpr std::size_t step = 4096 / sizeof(T);
    for (std::size_t i = 0; i < size; i += step) data_[i] = T{};
  }
  /// Drops elements at the end; what is there is lost if it has to grow.
  void cut_or_resize(std::size_t size) {
    if (size > size_)
      resize(size);
    else
      size_ = size;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return data_.get(); }
  [[nodiscard]] const T& operator[](std::size_t i) const { return data_[i]; }
  [[nodiscard]] T* begin() { return data_.get(); }
  [[nodiscard]] T* end() { return data_.get() + size_; }
  [[nodiscard]] const T* begin() const { return data_.get(); }
  [[nodiscard]] const T* end() const { return data_.get() + size_; }

 private:
  struct release {
    void operator()(T* data) const { free_aligned(data); }
  };
  std::size_t size_ = 0;
  std::unique_ptr<T[], release> data_;
};

}  // namespace vieta
