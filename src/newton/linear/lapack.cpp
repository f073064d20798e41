#include "newton/linear/lapack.hpp"

#include <type_traits>
#include <vector>

#ifdef VIETA_HAVE_LAPACK
#include <dlfcn.h>
#ifdef __linux__
#include <link.h>
#include <sys/mman.h>
#endif

#include <cstring>
#include <optional>
#include <string>
#include <thread>
#endif

namespace vieta::systems {

namespace {

template <class Integer, class X>
bool factor_with(const lapack_functions<Integer>& library, std::size_t rows, X* a, int* pivots) {
  const auto n = static_cast<Integer>(rows);
  Integer info = 0;
  std::vector<Integer> rows_taken(rows);
  if constexpr (std::is_same_v<X, double>)
    library.dgetrf(&n, &n, a, &n, rows_taken.data(), &info);
  else
    library.zgetrf(&n, &n, a, &n, rows_taken.data(), &info);
  for (std::size_t k = 0; k < rows; ++k) pivots[k] = static_cast<int>(rows_taken[k]);
  return info == 0;
}

template <class Integer, class X>
void solve_with(const lapack_functions<Integer>& library, char trans, std::size_t rows, std::size_t columns,
                const X* factors, const int* pivots, X* x) {
  const auto n = static_cast<Integer>(rows), count = static_cast<Integer>(columns);
  Integer info = 0;
  const std::vector<Integer> rows_taken(pivots, pivots + rows);
  if constexpr (std::is_same_v<X, double>)
    library.dgetrs(&trans, &n, &count, factors, &n, rows_taken.data(), x, &n, &info, 1);
  else
    library.zgetrs(&trans, &n, &count, factors, &n, rows_taken.data(), x, &n, &info, 1);
}

template <class Integer>
void product_with(const lapack_functions<Integer>& library, std::size_t rows, const lapack::scalar* a,
                  const lapack::scalar* b, lapack::scalar* c) {
  const auto n = static_cast<Integer>(rows);
  const lapack::scalar one = 1, zero = 0;
  library.zgemm("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n, 1, 1);
}

}  // namespace

bool lapack::factor(std::size_t n, double* a, int* pivots) const {
  return narrow_.dgetrf != nullptr ? factor_with(narrow_, n, a, pivots) : factor_with(wide_, n, a, pivots);
}
bool lapack::factor(std::size_t n, scalar* a, int* pivots) const {
  return narrow_.dgetrf != nullptr ? factor_with(narrow_, n, a, pivots) : factor_with(wide_, n, a, pivots);
}
void lapack::solve(char trans, std::size_t n, std::size_t columns, const double* f, const int* pivots,
                   double* x) const {
  if (narrow_.dgetrf != nullptr)
    solve_with(narrow_, trans, n, columns, f, pivots, x);
  else
    solve_with(wide_, trans, n, columns, f, pivots, x);
}
void lapack::solve(char trans, std::size_t n, std::size_t columns, const scalar* f, const int* pivots,
                   scalar* x) const {
  if (narrow_.dgetrf != nullptr)
    solve_with(narrow_, trans, n, columns, f, pivots, x);
  else
    solve_with(wide_, trans, n, columns, f, pivots, x);
}
void lapack::product(std::size_t n, const scalar* a, const scalar* b, scalar* c) const {
  if (narrow_.dgetrf != nullptr)
    product_with(narrow_, n, a, b, c);
  else
    product_with(wide_, n, a, b, c);
}

#ifdef VIETA_HAVE_LAPACK
namespace {

/// All five functions of an open library, whose names begin and end so; nothing where one is missing.
template <class Integer>
std::optional<lapack> functions_of(void* library, const char* before, const char* after) {
  lapack_functions<Integer> found;
  const auto find = [&](auto& function, const char* name) {
    const std::string symbol = std::string(before) + name + after;
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol.c_str()));
    return function != nullptr;
  };
  if (find(found.dgetrf, "dgetrf_") && find(found.zgetrf, "zgetrf_") && find(found.dgetrs, "dgetrs_") &&
      find(found.zgetrs, "zgetrs_") && find(found.zgemm, "zgemm_"))
    return lapack(found);
  return std::nullopt;
}

/// The OpenBLAS that NumPy's wheels bring, where this process has loaded it: 64-bit integers, and names of its own so
/// that it gets into nobody's way (scipy_dgetrf_64_). A wheel of vieta needs none beside it.
std::optional<lapack> library_of_numpy() {
#ifdef __linux__
  std::string path;
  dl_iterate_phdr(
      [](dl_phdr_info* one, std::size_t, void* answer) {
        if (one->dlpi_name == nullptr || std::strstr(one->dlpi_name, "/libscipy_openblas64_-") == nullptr) return 0;
        *static_cast<std::string*>(answer) = one->dlpi_name;
        return 1;
      },
      &path);
  if (path.empty()) return std::nullopt;
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (library != nullptr) return functions_of<std::int64_t>(library, "scipy_", "64_");
#endif
  return std::nullopt;
}

/// OpenBLAS takes 128 megabytes of addresses for each of its threads, and malloc as many for its heap. Where it gets
/// none it asks for ever, and so does the end of the process, which waits for these threads.
bool has_room_for_threads() {
#ifdef __linux__
  const std::size_t size = (std::thread::hardware_concurrency() + std::size_t{1}) << 28;
  void* const room = ::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return false;
  ::munmap(room, size);
#endif
  return true;
}

std::optional<lapack> load_lapack() {
  if (!has_room_for_threads()) return std::nullopt;
  // OpenBLAS has both in one file; LAPACK's own library brings BLAS with it.
  for (const char* name : {"libopenblas.so.0", "liblapack.so.3", "libopenblas.so", "liblapack.so"}) {
    void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);  // never closed: its threads may be at work at exit
    if (library == nullptr) continue;
    if (const auto found = functions_of<int>(library, "", "")) return found;
    dlclose(library);
  }
  return library_of_numpy();
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
