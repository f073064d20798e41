#pragma once

#include <string>

#include "vieta/team.hpp"

namespace vieta::cli {

/// What mpirun or srun says of this process, in variables of the environment: known before MPI is loaded, and where it
/// never is.
struct launch {
  int rank = 0, size = 1;
  std::string by;  ///< "mpirun" or "srun"; empty where neither started it
};
const launch& launched();

/// Loads libvieta-mpi and opens its team, which `ranks` is from then on. Throws vieta::error where there is none.
void open_ranks();
/// Null: this process works alone.
team* ranks();
/// Ends the work of all ranks: in order where all have come to the end of it, else at once, with this exit code.
void close_ranks(int exit_code);

/// What ranks other than 0 do. Returns the exit code.
int help_rank_0();

}  // namespace vieta::cli
