#pragma once

#include <string>

#include "vieta/device_memory.hpp"  // why_no_cuda_device
#include "vieta/target.hpp"

namespace vieta {

/// Throws vieta::error, with the reason, unless there is a CUDA device of that number.
void expect_cuda_device(int number);

/// Why `automatic` does not take a GPU for work that is `large` enough for one: there is a driver, but it is of no use.
/// Empty where there is no driver or no device, since nobody expects a GPU then.
std::string why_unusable_gpu(const target& on, bool large);

/// Says so behind a report's `target`, once.
void note_unusable_gpu(std::string& target_text, const target& on, bool large);

}  // namespace vieta
