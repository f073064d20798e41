#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#include "vieta/error.hpp"
#include "vieta/mpi.hpp"

namespace vieta {
namespace {

/// Counts of MPI are ints: what is longer goes in pieces.
constexpr std::size_t piece = std::size_t{1} << 30;

void expect_success(int code, const char* what) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw error(std::string("MPI: ") + what + ": " + std::string(text, static_cast<std::size_t>(length)));
}

/// What is waited for: others that may be busy for hours, or data that they are sending already.
enum class awaited : unsigned char { others, data };

/// MPI's own waiting turns in a loop, at the cost of those that work: this one sleeps more and more, up to a
/// millisecond. Data travel only while somebody asks for them, piece by piece, so that nobody sleeps then.
void wait_for(std::vector<MPI_Request>& requests, double patience, awaited what = awaited::others) {
  using clock = std::chrono::steady_clock;
  const clock::time_point begin = clock::now();
  std::chrono::microseconds pause(0);
  for (int done = 0; done == 0;) {
    expect_success(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE),
                   "a message");
    if (done != 0) return;
    if (patience > 0 && std::chrono::duration<double>(clock::now() - begin).count() > patience)
      throw error("ranks: found no answer of the others, expected one");
    const auto waited = std::chrono::duration_cast<std::chrono::microseconds>(clock::now() - begin);
    if (waited < std::chrono::microseconds(50) || what == awaited::data) {
      std::this_thread::yield();
      continue;
    }
    pause = std::min(waited / 8, std::chrono::microseconds(1000));
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace

struct mpi_team::state {
  MPI_Comm comm = MPI_COMM_NULL;
  int rank = 0, size = 1;
  bool initialised = false;  ///< by us
};

mpi_team::mpi_team() : state_(std::make_unique<state>()) {
  int there = 0;
  MPI_Initialized(&there);
  if (there == 0) {
    int provided = 0;
    expect_success(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
    state_->initialised = true;
    if (provided < MPI_THREAD_FUNNELED)
      throw error("MPI: found a library without MPI_THREAD_FUNNELED, expected one that has it");
  }
  expect_success(MPI_Comm_dup(MPI_COMM_WORLD, &state_->comm), "MPI_Comm_dup");
  MPI_Comm_set_errhandler(state_->comm, MPI_ERRORS_RETURN);
  MPI_Comm_rank(state_->comm, &state_->rank);
  MPI_Comm_size(state_->comm, &state_->size);
}

mpi_team::~mpi_team() {
  if (state_->comm != MPI_COMM_NULL) MPI_Comm_free(&state_->comm);
  if (state_->initialised) MPI_Finalize();
}

int mpi_team::rank() const { return state_->rank; }
int mpi_team::size() const { return state_->size; }
void mpi_team::end(int exit_code) { MPI_Abort(state_->comm, exit_code); }

void mpi_team::broadcast(bytes& data) {
  std::uint64_t size = data.size();
  std::vector<MPI_Request> requests(1);
  expect_success(MPI_Ibcast(&size, 1, MPI_UINT64_T, 0, state_->comm, requests.data()), "MPI_Ibcast");
  wait_for(requests, patience());
  data.resize(size);
  requests.clear();
  for (std::size_t at = 0; at < size; at += piece) {
    requests.emplace_back();
    expect_success(MPI_Ibcast(data.data() + at, static_cast<int>(std::min(piece, data.size() - at)), MPI_BYTE, 0,
                              state_->comm, &requests.back()),
                   "MPI_Ibcast");
  }
  wait_for(requests, patience(), awaited::data);
}

std::vector<team::bytes> mpi_team::all_to_all(std::vector<bytes> messages) {
  const auto size = static_cast<std::size_t>(state_->size), own = static_cast<std::size_t>(state_->rank);
  std::vector<std::uint64_t> sent(size), received(size);
  for (std::size_t rank = 0; rank < size; ++rank) sent[rank] = messages[rank].size();
  std::vector<MPI_Request> requests(1);
  expect_success(
      MPI_Ialltoall(sent.data(), 1, MPI_UINT64_T, received.data(), 1, MPI_UINT64_T, state_->comm, requests.data()),
      "MPI_Ialltoall");
  wait_for(requests, patience());
  requests.clear();
  std::vector<bytes> arrived(size);
  arrived[own] = std::move(messages[own]);
  for (std::size_t rank = 0; rank < size; ++rank) {
    if (rank == own) continue;
    arrived[rank].resize(received[rank]);
    for (std::size_t at = 0; at < received[rank]; at += piece) {
      requests.emplace_back();
      expect_success(MPI_Irecv(arrived[rank].data() + at, static_cast<int>(std::min(piece, arrived[rank].size() - at)),
                               MPI_BYTE, static_cast<int>(rank), 0, state_->comm, &requests.back()),
                     "MPI_Irecv");
    }
    for (std::size_t at = 0; at < sent[rank]; at += piece) {
      requests.emplace_back();
      expect_success(
          MPI_Isend(messages[rank].data() + at, static_cast<int>(std::min(piece, messages[rank].size() - at)), MPI_BYTE,
                    static_cast<int>(rank), 0, state_->comm, &requests.back()),
          "MPI_Isend");
    }
  }
  wait_for(requests, patience(), awaited::data);
  return arrived;
}

namespace {

/// The largest of what all members say.
std::int64_t largest(team& ranks, std::int64_t own) {
  team::bytes message(sizeof own);
  std::memcpy(message.data(), &own, sizeof own);
  for (const team::bytes& from : ranks.all_gather(message)) {
    std::int64_t one = 0;
    std::memcpy(&one, from.data(), sizeof one);
    own = std::max(own, one);
  }
  return own;
}

}  // namespace

// All members open the file and write together, piece by piece; whether all could is agreed upon before the next one.
bool mpi_team::write_slices(const std::string& path, std::uint64_t offset, const bytes& slice) {
  MPI_File file = MPI_FILE_NULL;
  int code = MPI_File_open(state_->comm, path.c_str(), MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
  bool all_well = largest(*this, code) == MPI_SUCCESS;
  const std::int64_t pieces = largest(*this, static_cast<std::int64_t>((slice.size() + piece - 1) / piece));
  for (std::int64_t k = 0; k < pieces && all_well; ++k) {
    const std::size_t at = std::min(static_cast<std::size_t>(k) * piece, slice.size());
    const std::size_t count = std::min(piece, slice.size() - at);
    MPI_Status status;
    code = MPI_File_write_at_all(file, static_cast<MPI_Offset>(offset + at), slice.data() + at, static_cast<int>(count),
                                 MPI_BYTE, &status);
    int written = 0;
    if (code == MPI_SUCCESS) MPI_Get_count(&status, MPI_BYTE, &written);
    if (code == MPI_SUCCESS && written != static_cast<int>(count)) code = MPI_ERR_IO;
    all_well = largest(*this, code) == MPI_SUCCESS;
  }
  if (file != MPI_FILE_NULL) {
    const int closed = MPI_File_close(&file);
    if (code == MPI_SUCCESS) code = closed;
  }
  all_well = largest(*this, code) == MPI_SUCCESS && all_well;
  expect_success(code, path.c_str());
  if (!all_well) throw error("MPI: " + path + ": found a rank that cannot write, expected all to write");
  return true;
}

}  // namespace vieta

// What the program calls, which loads this library when it is asked for ranks: none of its symbols are C++'s.
extern "C" {

VIETA_API const char* vieta_mpi_version() { return VIETA_VERSION; }

/// Null where that fails; `message` (of `size` characters) says why.
VIETA_API vieta::team* vieta_mpi_open(char* message, std::size_t size) {
  try {
    return new vieta::mpi_team();
  } catch (const std::exception& problem) {
    const std::string text = std::string(problem.what()).substr(0, size - 1);
    std::copy(text.c_str(), text.c_str() + text.size() + 1, message);
    return nullptr;
  }
}
VIETA_API void vieta_mpi_close(vieta::team* ranks) { delete ranks; }
}
