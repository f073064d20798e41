#pragma once

#include <cstddef>
#include <cstdint>

#include "vieta/boxes_cuda.hpp"
#include "vieta/export.hpp"

namespace vieta {

/// Items of many systems as arrays: system after system, and those of a system in the order of `box_item`s. Device
/// pointers; a row of `variables` numbers for each item in x, lower, upper.
struct boxes_cuda_columns {
  std::int64_t* begin = nullptr;  ///< [count + 1]: the items of system s are begin[s] .. begin[s + 1] - 1
  std::int64_t* systems = nullptr;
  double *x = nullptr, *lower = nullptr, *upper = nullptr;
  double *radii = nullptr, *residuals = nullptr;
  std::int8_t* signs = nullptr;       ///< of the Jacobian
  std::uint8_t* on_border = nullptr;  ///< 0 or 1
};

/// Bytes of device memory that boxes_columns_cuda works with.
VIETA_API std::size_t boxes_columns_cuda_scratch(std::size_t count);

/// What solve_boxes_cuda wrote for `count` systems, as arrays: as many rows as there are items (`from.totals`, at most
/// `from.capacity`). The work is put on `stream` and the call returns; `scratch` is device memory of
/// boxes_columns_cuda_scratch(count) bytes, aligned to 256, that nobody else uses until the stream is past this work.
/// With `items` = 0 only `begin` is written. Throws vieta::error for null pointers and errors of CUDA, and in a build
/// without CUDA.
VIETA_API void boxes_columns_cuda(const boxes_cuda_output& from, std::size_t count, int variables, std::size_t items,
                                  const boxes_cuda_columns& to, CUstream_st* stream, void* scratch);

}  // namespace vieta
