#include "newton/linear/lapack.hpp"

#ifdef VIETA_HAVE_LAPACK
#include <dlfcn.h>

#include <optional>
#include <type_traits>
#endif

namespace vieta::systems {

#ifdef VIETA_HAVE_LAPACK
namespace {

std::optional<lapack> load_lapack() {
  // OpenBLAS has both in one file; LAPACK's own library brings BLAS with it.
  for (const char* name : {"libopenblas.so.0", "liblapack.so.3", "libopenblas.so", "liblapack.so"}) {
    void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);  // never closed: its threads may be at work at exit
    if (library == nullptr) continue;
    lapack found{};
    const auto find = [library](auto& function, const char* symbol) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
      return function != nullptr;
    };
    if (find(found.dgetrf, "dgetrf_") && find(found.zgetrf, "zgetrf_") && find(found.dgetrs, "dgetrs_") &&
        find(found.zgetrs, "zgetrs_") && find(found.zgemm, "zgemm_"))
      return found;
    dlclose(library);
  }
  return std::nullopt;
}

}  // namespace

const lapack* lapack_for(std::size_t n) {
  // Below this LAPACK gains nothing, and its threads cost more than the work: they wait for each other, which on a busy
  // machine takes milliseconds.
  constexpr std::size_t least_rows = 48;
  if (n < least_rows) return nullptr;
  static const std::optional<lapack> loaded = load_lapack();
  return loaded ? &*loaded : nullptr;
}
#else
const lapack* lapack_for(std::size_t) { return nullptr; }
#endif

}  // namespace vieta::systems
