#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vieta::test {

/// A Vulkan device that runs compute shaders with two storage buffers: binding 0 is read, binding 1 is written.
class vulkan_runner {
 public:
  /// A GPU, or else a software driver unless VIETA_EXPECT_GPU is set. Null with the reason in `why_not` if there is
  /// none.
  static std::unique_ptr<vulkan_runner> open(std::string& why_not);
  virtual ~vulkan_runner() = default;

  /// Names of the device and its driver.
  virtual std::string device() const = 0;

  /// Runs `main` of the module in so many workgroups.
  virtual std::vector<std::uint32_t> run(const std::vector<std::uint32_t>& spirv, const std::vector<float>& inputs,
                                         std::size_t outputs, std::uint32_t workgroups) = 0;

  /// Seconds for one dispatch, without copies: the median of several runs, after a warm-up.
  virtual double seconds(const std::vector<std::uint32_t>& spirv, const std::vector<float>& inputs, std::size_t outputs,
                         std::uint32_t workgroups) = 0;
};

}  // namespace vieta::test
