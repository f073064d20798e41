#pragma once

#include <cstddef>
#include <cstdint>

#include "vieta/boxes.hpp"
#include "vieta/export.hpp"

struct CUstream_st;  // cudaStream_t is a pointer to it

namespace vieta {

/// Sums over all systems of a call.
struct boxes_cuda_totals {
  std::uint32_t items = 0;         ///< written, or that would have been written if there were room
  std::uint32_t most_visited = 0;  ///< boxes looked at for one system, at most
  unsigned long long boxes_visited = 0;
};

/// Where results go: device pointers. The items of system s are items[first[s]] .. items[first[s] + counts[s] - 1],
/// sorted by x, all of kind `unique`; systems follow one another in no particular order.
///
/// status[s] is `complete` (all solutions in the closed box are these: proven), `bad_input`, or `budget`: the system
/// needs clusters, curves of solutions, more than 16 solutions or 2000 looks, or `items` is full. solve_boxes solves
/// such systems, on the CPU.
struct boxes_cuda_output {
  boxes_status* status = nullptr;   ///< [count]
  std::uint32_t* first = nullptr;   ///< [count]
  std::uint32_t* counts = nullptr;  ///< [count]
  box_item* items = nullptr;        ///< [capacity]
  std::uint32_t capacity = 0;
  boxes_cuda_totals* totals = nullptr;  ///< one
};

/// True for degrees that the device can work with: at most 1,500 or so numbers for one look at one box.
VIETA_API bool boxes_cuda_takes(const std::vector<int>& degrees);

/// Bytes of device memory that solve_boxes_cuda works with. Grows with `count` up to 131,072 systems, no further: more
/// are solved in several rounds.
VIETA_API std::size_t boxes_cuda_scratch(std::size_t count, const std::vector<int>& degrees);

/// solve_boxes for coefficients that are on the current CUDA device already: systems.coefficients and all pointers of
/// `out` are device pointers. Degrees are 1 at least. The work is put on `stream` and the call returns: nothing is
/// copied to or from the host, nothing waits. `scratch` is device memory of boxes_cuda_scratch(count, degrees) bytes,
/// aligned to 256, that nobody else uses until the stream is past this work; without it, it comes from and goes back to
/// the stream's memory pool (cudaMallocAsync). Of the options, `tolerance` and `max_boxes` are used.
///
/// The search is breadth first, one box in each thread; enclosures are the same doubles as those of the CPU wherever
/// boxes are. Throws vieta::error for wrong shapes, null pointers and errors of CUDA, and in a build without CUDA.
VIETA_API void solve_boxes_cuda(const bernstein_batch& systems, const boxes_cuda_output& out,
                                const boxes_options& options = {}, CUstream_st* stream = nullptr,
                                void* scratch = nullptr);

}  // namespace vieta
