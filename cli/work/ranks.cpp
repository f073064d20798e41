#include "work/ranks.hpp"

#if !defined(_WIN32)
#include <dlfcn.h>
#endif

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <type_traits>
#include <vector>

#include "vieta/error.hpp"
#include "work/interrupt.hpp"

namespace vieta::cli {
namespace {

int number_of(const char* variable, int otherwise) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return otherwise;
  int value = 0;
  const auto [end, problem] = std::from_chars(text, text + std::strlen(text), value);
  return problem == std::errc() && *end == '\0' && value >= 0 ? value : otherwise;
}

/// Open MPI; MPICH and its family (Hydra); Slurm's srun, which sets the number of a step's tasks, and not that of the
/// job, in which a script runs alone.
launch find_launch() {
  struct names {
    const char *size, *rank, *by;
  };
  constexpr names known[] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "mpirun"},
                             {"PMI_SIZE", "PMI_RANK", "mpirun"},
                             {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "srun"}};
  for (const names& n : known)
    if (const int size = number_of(n.size, 0); size > 0) return {number_of(n.rank, 0), size, n.by};
  return {};
}

/// The functions of libvieta-mpi.
struct mpi_functions {
  const char* (*version)();
  team* (*open)(char* message, std::size_t size);
  void (*close)(team* ranks);
};

#if defined(_WIN32)
mpi_functions load() { throw error("--ranks: found 'mpi' on Windows, expected a system with libvieta-mpi"); }
#else
mpi_functions load() {
  std::vector<std::string> places;
  if (const char* wish = std::getenv("VIETA_MPI_LIBRARY"); wish != nullptr && *wish != '\0') {
    places = {wish};
  } else {
    std::error_code ignored;
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const char* beside : {".", "../lib", "../" VIETA_LIBRARY_FOLDER})
      places.push_back((folder / beside / "libvieta-mpi.so").string());
    places.emplace_back("libvieta-mpi.so");
  }
  std::string why;
  for (const std::string& place : places) {
    void* const library = ::dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);  // MPI's own plug-ins look for its symbols
    if (library == nullptr) {
      const std::string problem = ::dlerror();
      if (why.empty() || problem.find("cannot open shared object file") == std::string::npos) why = problem;
      continue;
    }
    mpi_functions found{};
    const auto find = [library](auto& function, const char* symbol) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)> >(::dlsym(library, symbol));
      return function != nullptr;
    };
    if (!find(found.version, "vieta_mpi_version") || !find(found.open, "vieta_mpi_open") ||
        !find(found.close, "vieta_mpi_close") || std::strcmp(found.version(), VIETA_VERSION) != 0)
      throw error("--ranks: found another version of " + place + ", expected " VIETA_VERSION);
    return found;
  }
  throw error("--ranks: found 'mpi', but no libvieta-mpi.so, expected one beside the program or where libraries are: " +
              why);
}
#endif

mpi_functions loaded{};
team* opened = nullptr;

}  // namespace

const launch& launched() {
  static const launch found = find_launch();
  return found;
}

void open_ranks() {
  loaded = load();
  char message[400] = {};
  opened = loaded.open(message, sizeof message);
  if (opened == nullptr) throw error(message);
}

team* ranks() { return opened; }

void close_ranks(int exit_code) {
  if (opened == nullptr) return;
  team* const all = opened;
  if (all->is_given_up()) all->end(exit_code);  // MPI ends this process, too
  if (all->rank() == 0) dismiss(*all);
  opened = nullptr;
  loaded.close(all);
}

int help_rank_0() {
  const interrupt guard;
  help(*opened, &interrupt::flag());
  return 0;
}

}  // namespace vieta::cli
