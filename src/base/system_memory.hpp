#pragma once

#include <cstddef>
#include <cstdlib>

#if defined(_WIN32)
#include <malloc.h>
#else
#include <sys/mman.h>
#endif

/// What systems do differently about memory: Windows frees aligned memory by a function of its own, and has no advice.
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

}  // namespace vieta
