#include <cuda_runtime_api.h>

#include "cuda/devices.hpp"
#include "vieta/error.hpp"

// CMake may drop the language level for nvcc without a word; see cmake/vieta_cuda.cmake.
static_assert(__cplusplus >= 202002L, "CUDA sources are C++20 too");

namespace vieta {
namespace {

// 13000 is "13.0".
std::string version(int number) { return std::to_string(number / 1000) + '.' + std::to_string(number / 10 % 100); }

// What there is of CUDA: its answer to the question for devices, and the driver's version; 0: there is none.
struct found {
  int devices = 0, driver = 0;
  cudaError_t answer = cudaSuccess;

  found() : answer(cudaGetDeviceCount(&devices)) {
    if (answer != cudaSuccess) devices = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess) driver = 0;
  }
  [[nodiscard]] std::string why_none() const {
    if (answer == cudaSuccess || answer == cudaErrorNoDevice) return "";
    if (answer != cudaErrorInsufficientDriver) return cudaGetErrorString(answer);
    if (driver == 0) return "no NVIDIA driver";
    return "the NVIDIA driver (CUDA " + version(driver) + ") is too old for vieta's CUDA runtime (" +
           version(CUDART_VERSION) + ')';
  }
};

}  // namespace

std::vector<std::string> cuda_devices() {
  std::vector<std::string> names;
  int count = 0;
  // Without a driver or a device this call fails, and that is an answer: there is none.
  if (cudaGetDeviceCount(&count) != cudaSuccess) return names;
  for (int device = 0; device < count; ++device) {
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, device) != cudaSuccess) break;
    names.emplace_back(properties.name);
  }
  return names;
}

std::string why_no_cuda_device() { return found().why_none(); }

void expect_cuda_device(int number) {
  const found here;
  if (number >= 0 && number < here.devices) return;
  const std::string why = here.why_none();
  throw error("target cuda:" + std::to_string(number) + ": found " + std::to_string(here.devices) + " CUDA device" +
              (here.devices == 1 ? "" : "s") +
              (why.empty() ? ", expected a number below " + std::to_string(here.devices) : ": " + why));
}

std::string why_unusable_gpu(const target& on, bool large) {
  if (!large || on.place != where::automatic) return "";
  const found here;
  return here.driver == 0 ? "" : here.why_none();
}

void note_unusable_gpu(std::string& target_text, const target& on, bool large) {
  const std::string why = why_unusable_gpu(on, large);
  if (why.empty()) return;
  const std::string note = " (no GPU: " + why + ')';
  if (!target_text.ends_with(note)) target_text += note;  // a batch in pieces would say it twice
}

}  // namespace vieta
