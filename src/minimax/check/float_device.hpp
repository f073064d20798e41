#pragma once

#include <memory>
#include <string>
#include <vector>

#include "minimax/check/lane_check.hpp"

namespace vieta::approximation {

/// Checks parts of a task away from the processor; which bits it finds is the same.
class float_device {
 public:
  float_device() = default;
  float_device(const float_device&) = delete;
  float_device& operator=(const float_device&) = delete;
  virtual ~float_device() = default;

  /// "cuda:0 NVIDIA H200".
  [[nodiscard]] virtual std::string name() const = 0;
  /// Begins work on these places, and may return before it is done. From any thread, one at a time.
  virtual void check(const std::vector<piece_place>& places, const std::vector<smooth_piece>& pieces) = 0;
  /// The worst input of each machine, of all that was checked.
  virtual std::vector<worst_input> worst() = 0;
};

/// Is there a CUDA device, in a build with CUDA?
bool has_cuda_device();
/// Throws vieta::error where there is no such device. `task` must outlive the answer. Null when the programs do not
/// fit: `why_not` says why.
std::unique_ptr<float_device> open_cuda_device(int device, const check_task& task, std::string& why_not);

}  // namespace vieta::approximation
