#pragma once

#include <cstdint>

#include "roots/cuda/horner_in_warp.hpp"

struct CUstream_st;  // cudaStream_t is a pointer to it

namespace vieta {
inline namespace VIETA_RUNS_ON {

/// How many digits a lane may hold; a sum takes the least that suffices.
inline constexpr int slice_lengths[] = {1, 2, 3, 4, 6, 8, 16};
inline constexpr int slice_kinds = 7;

/// Cuts the rows of a chart into slices (slice_rows) of `length` digits.
void cut_into_slices(const digit_rows& rows, std::int64_t row_count, int length, std::int32_t slices, double* re,
                     double* im);

/// Points 0 .. count - 1, where point k is one of rows[point.chart].
void horner_at(int length, const slice_rows* rows, const device_point* points, device_sum* sums, std::int64_t count,
               CUstream_st* stream);

}  // namespace VIETA_RUNS_ON
}  // namespace vieta
