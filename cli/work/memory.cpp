#include "work/memory.hpp"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB
#include <gmp.h>
#endif

namespace vieta::cli {
namespace {

constexpr int misuse = 1;  // as in verbs/command.hpp, which brings all of CLI11 with it

/// Nothing here may ask for memory, and other threads may be at work: no destructors run.
[[noreturn]] void out_of_memory() {
  constexpr const char* line = "vieta: out of memory\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line, std::strlen(line));
  ::_exit(misuse);
}

/// An exception that nothing could catch: thrown in a destructor, say.
[[noreturn]] void terminate() {
  if (const std::exception_ptr problem = std::current_exception()) {
    try {
      std::rethrow_exception(problem);
    } catch (const std::bad_alloc&) {
      out_of_memory();
    } catch (...) {
    }
  }
  std::abort();
}

#ifdef VIETA_HAVE_ARB

void* memory_or_end(void* memory, std::size_t size) {
  if (memory == nullptr && size > 0) out_of_memory();
  return memory;
}
void* allocate(std::size_t size) { return memory_or_end(std::malloc(size), size); }
void* allocate_zeros(std::size_t count, std::size_t size) {
  return memory_or_end(std::calloc(count, size), count > 0 ? size : 0);
}
void* reallocate(void* memory, std::size_t size) { return memory_or_end(std::realloc(memory, size), size); }
void* reallocate_of_size(void* memory, std::size_t, std::size_t size) { return reallocate(memory, size); }
void release_of_size(void* memory, std::size_t) { std::free(memory); }

#endif

}  // namespace

void end_without_memory() {
  std::set_terminate(terminate);
#ifdef VIETA_HAVE_ARB
  // Both take what malloc gave, so that it does not matter who has allocated something before.
  mp_set_memory_functions(allocate, reallocate_of_size, release_of_size);
  __flint_set_memory_functions(allocate, allocate_zeros, reallocate, std::free);
#endif
}

}  // namespace vieta::cli
