#include "base/threads/stack.hpp"

#include <cstdint>
#include <limits>

#if defined(__linux__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace vieta {

std::size_t stack_left() {
  constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();
  [[maybe_unused]] const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
#if defined(__linux__)
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return unknown;
  void* lowest = nullptr;
  std::size_t size = 0;
  const bool is_known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
  pthread_attr_destroy(&attributes);
  const auto end = reinterpret_cast<std::uintptr_t>(lowest);
  return is_known && here > end && here - end <= size ? here - end : unknown;
#elif defined(__APPLE__)
  const auto highest = reinterpret_cast<std::uintptr_t>(pthread_get_stackaddr_np(pthread_self()));
  const std::size_t size = pthread_get_stacksize_np(pthread_self()), used = highest - here;
  return highest > here && used <= size ? size - used : unknown;
#else
  return unknown;
#endif
}

}  // namespace vieta
