#pragma once

#include <array>
#include <string>
#include <vector>

#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"

namespace vieta {

/// Where the work runs. `automatic` picks a GPU when one is there and the work is large enough to pay for the trip.
enum class where { automatic, cpu, cuda };

class team;  // vieta/team.hpp

struct target {
  where place = where::automatic;
  int device = 0;   ///< CUDA device index, used when place is `cuda`
  int threads = 0;  ///< CPU threads; 0: VIETA_THREADS or OMP_NUM_THREADS of the environment, else all processors
  /// Several CUDA devices that share the work, `device` the first of them; empty: `device` alone. Batches, boxes,
  /// paths, parameter sweeps and the near-linear method of `roots` are shared; what cannot be is done by `device`.
  std::vector<int> devices = {};
  /// Who shares the work of a call, which is made on rank 0 while all others are in `help`; null: nobody.
  team* ranks = nullptr;
};

/// Reads "auto", "cpu", "cuda", "cuda:K", a list "cuda:0,2" or "cuda:all". Throws vieta::error for anything else, and
/// for "cuda:all" where there is no device.
VIETA_API target parse_target(const std::string& text);

/// SIMD instruction sets: what every processor of a family has (on x86-64 SSE2), NEON, which every aarch64 has, and the
/// wider ones of x86-64 that have their own kernels.
enum class isa { baseline, neon, avx2, avx512 };

/// The widest level that this processor and operating system support. The environment variable VIETA_ISA
/// (baseline, avx2, avx512) lowers it, for tests; it never raises it.
VIETA_API isa detect_isa();
template <>
inline constexpr auto names_of<isa> = std::to_array<enum_name<isa>>(
    {{isa::baseline, "baseline"}, {isa::neon, "neon"}, {isa::avx2, "avx2"}, {isa::avx512, "avx512"}});

/// Names of the usable CUDA devices; empty without a driver, a device, or a CUDA build.
VIETA_API std::vector<std::string> cuda_devices();

}  // namespace vieta
