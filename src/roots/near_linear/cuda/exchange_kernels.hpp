#pragma once

#include "cuda/block.hpp"
#include "roots/near_linear/cuda/unique_kernels.hpp"

// What several devices need to give each other their roots.

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

/// The first of `count` ascending keys that is not below `key`.
VT_HD std::int64_t lower_bound_of(const std::uint64_t* keys, std::int64_t count, std::uint64_t key) {
  std::int64_t low = 0;
  for (std::int64_t high = count; low < high;) {
    const std::int64_t middle = (low + high) / 2;
    if (keys[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// Marks the discs of a list. Grid: (listed / 256, 1).
struct mark_listed {
  static constexpr int threads = 256;
  const std::uint32_t* listed;
  int count;
  unsigned char* gone;

  VT_HD void operator()(const block& b) const {
    b.for_each(threads, [&](int thread) {
      const int i = b.x * threads + thread;
      if (i < count) gone[listed[i]] = 1;
    });
  }
};

/// Where ranges begin among sorted keys. Grid: (cuts / 64, 1).
struct find_cuts {
  static constexpr int threads = 64;
  const std::uint64_t* keys;
  std::int64_t count;
  const std::uint64_t* at;
  int cuts;
  std::uint32_t* places;

  VT_HD void operator()(const block& b) const {
    b.for_each(threads, [&](int thread) {
      const int i = b.x * threads + thread;
      if (i < cuts) places[i] = static_cast<std::uint32_t>(lower_bound_of(keys, count, at[i]));
    });
  }
};

/// Keys at equal distances among sorted ones. Grid: (samples / 64, 1).
struct take_samples {
  static constexpr int threads = 64;
  const std::uint64_t* keys;
  std::int64_t count;
  int samples;
  std::uint64_t* taken;

  VT_HD void operator()(const block& b) const {
    b.for_each(threads, [&](int thread) {
      const int i = b.x * threads + thread;
      if (i < samples) taken[i] = keys[(2 * std::int64_t{i} + 1) * count / (2 * std::int64_t{samples})];
    });
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
