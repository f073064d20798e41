#pragma once

#include <memory>
#include <vector>

#include "vieta/export.hpp"
#include "vieta/team.hpp"

namespace vieta {

/// The processes of an MPI program as a team, in libvieta-mpi.so (link with -lvieta-mpi): all of MPI_COMM_WORLD, in a
/// communicator of its own. Every process constructs one, calls it from the thread that did, and destroys it after rank
/// 0 has called `dismiss`. MPI is initialised (MPI_THREAD_FUNNELED), and finalised in the end, where the program has
/// not done so. Who waits sleeps in between, so that more processes than processors do no harm. Throws vieta::error
/// where MPI reports one.
class VIETA_API mpi_team : public team {
 public:
  mpi_team();
  ~mpi_team() override;
  [[nodiscard]] int rank() const override;
  [[nodiscard]] int size() const override;
  void broadcast(bytes& data) override;
  std::vector<bytes> all_to_all(std::vector<bytes> messages) override;
  void end(int exit_code) override;
  /// By MPI-IO, which knows file systems of clusters.
  bool write_slices(const std::string& path, std::uint64_t offset, const bytes& slice) override;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace vieta
