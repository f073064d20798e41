#include "base/memory/reserve.hpp"

#if defined(VIETA_HAVE_ARB) && defined(__linux__)

#include <flint/flint.h>
#include <gmp.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

/// GMP's own function, by which one sees that nobody has set another one. Weak: without it all stays as it is.
extern "C" __attribute__((weak)) void* __gmp_default_allocate(std::size_t size);  // NOLINT: GMP's name

namespace vieta {
namespace {

// Untouched memory: addresses are all that it takes. Where they are few, a smaller one has to do.
constexpr std::size_t largest = std::size_t{32} << 20, least = std::size_t{8} << 20;

std::atomic<void*> reserve = nullptr;
std::atomic<bool> is_used = false;

void* new_reserve() {
  void* memory = nullptr;
  for (std::size_t size = largest; memory == nullptr && size >= least; size /= 2) memory = std::malloc(size);
  return memory;
}

/// What `allocate` gives, from the reserve if need be; null if not even so.
template <class Allocate>
void* get(const Allocate& allocate) {
  void* memory = allocate();
  if (memory != nullptr) return memory;
  is_used = true;
  std::free(reserve.exchange(nullptr));
  return allocate();
}

thread_local bool was_left = false;  ///< GMP or FLINT, by an exception

// Neither of them can go on, and what they do by themselves is to end the process. All that they hold by then is
// their own, is taken before anything is changed, and is lost; an exception passes through C where it has tables for
// unwinding (the ABIs of x86-64 and of 64-bit ARM ask for them; without them this ends the process as well). SageMath
// leaves GMP by longjmp in the same place.
void* or_throw(void* memory, std::size_t size) {
  if (memory != nullptr || size == 0) return memory;
  was_left = true;
  throw std::bad_alloc();
}

void* allocate(std::size_t size) {
  return or_throw(get([=] { return std::malloc(size); }), size);
}
void* allocate_zeros(std::size_t count, std::size_t size) {
  return or_throw(get([=] { return std::calloc(count, size); }), count * size);
}
void* reallocate(void* memory, std::size_t size) {
  const std::size_t some = size > 0 ? size : 1;  // of 0 bytes null would be no failure
  return or_throw(get([=] { return std::realloc(memory, some); }), some);
}
void* reallocate_for_gmp(void* memory, std::size_t, std::size_t size) { return reallocate(memory, size); }
void release_for_gmp(void* memory, std::size_t) { std::free(memory); }

using allocation = void* (*)(std::size_t);

allocation present_one() {
  allocation present = nullptr;
  mp_get_memory_functions(&present, nullptr, nullptr);
  return present;
}

/// While the library is loaded. All of it is malloc's memory, as before, so that it does not matter who has allocated
/// something by then, or changes the functions later.
struct installation {
  installation() {
    if (__gmp_default_allocate == nullptr || present_one() != __gmp_default_allocate) return;
    reserve = new_reserve();
    is_used = reserve == nullptr;
    mp_set_memory_functions(allocate, reallocate_for_gmp, release_for_gmp);
    __flint_set_memory_functions(allocate, allocate_zeros, reallocate, std::free);
  }
  installation(const installation&) = delete;
  installation& operator=(const installation&) = delete;
  ~installation() {
    if (present_one() != allocate) return;
    mp_set_memory_functions(nullptr, nullptr, nullptr);  // GMP's own
    __flint_set_memory_functions(std::malloc, std::calloc, std::realloc, std::free);
  }
};
const installation when_loaded;

}  // namespace

void check_memory() {
  if (was_left) {  // constants in their caches may have been on the way
    was_left = false;
    flint_cleanup();
  }
  if (!is_used.load(std::memory_order_relaxed)) return;
  void* const again = new_reserve();
  if (again == nullptr) throw std::bad_alloc();
  is_used = false;
  std::free(reserve.exchange(again));
}

}  // namespace vieta

#else

namespace vieta {

void check_memory() {}

}  // namespace vieta

#endif
