#pragma once

#include <cstdint>
#include <string>
#include <vector>

// WGSL through the Python package wgpu, which brings a compiler (naga) and finds the machine's Vulkan drivers. Debian
// has no WGSL compiler.
namespace vieta::test {

/// The device, or nothing with the reason in `why_not`; with VIETA_EXPECT_GPU a software driver is none.
std::string find_wgpu(std::string& why_not);

/// Like vulkan_runner::run, from text. Throws with the compiler's message.
std::vector<std::uint32_t> run_by_wgpu(const std::string& text, const std::vector<float>& inputs, std::size_t outputs,
                                       std::uint32_t workgroups);

}  // namespace vieta::test
