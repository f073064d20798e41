#include <cuda_runtime_api.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cuda/check.hpp"
#include "cuda/device_array.hpp"
#include "cuda/devices.hpp"
#include "minimax/check/float_device.hpp"
#include "vieta/error.hpp"

static_assert(__cplusplus >= 202002L, "CUDA sources are C++20 too");

// All floats through a program on a CUDA device. A block takes piece after piece; each row of blocks runs one program
// one way. A lane keeps its numbers in shared memory, since registers cannot be indexed.

namespace vieta::approximation {
namespace {

using cuda::check;
using vieta::cuda::device_array;

constexpr unsigned threads = 128;

struct device_view {
  const lane_code* codes;
  float_inputs inputs;
  const piece_place* places;
  const smooth_piece* pieces;
  std::uint32_t place_count;
  lane_measure measure;
  worst_input* worst;  ///< one for each block
};

__global__ void __launch_bounds__(threads, 6) check_places(const __grid_constant__ device_view v) {
  extern __shared__ lane_values memory[];
  const lane_code& code = v.codes[blockIdx.y];
  worst_input worst;
  for (std::uint32_t p = blockIdx.x; p < v.place_count; p += gridDim.x) {
    const piece_place place = v.places[p];
    for (std::uint32_t first = threadIdx.x * lane_width; first < place.count; first += threads * lane_width)
      check_lane(code, v.inputs, v.pieces, place, first, v.measure, memory + threadIdx.x, threads, worst);
  }
  // The worst of a block, and of what it found before.
  __shared__ double errors[threads];
  __shared__ std::uint64_t places[threads];
  const auto mine = [&](unsigned t) { return worst_input{errors[t], places[t]}; };
  errors[threadIdx.x] = worst.error;
  places[threadIdx.x] = worst.at;
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      take(worst, mine(threadIdx.x + half).error, mine(threadIdx.x + half).at);
      errors[threadIdx.x] = worst.error;
      places[threadIdx.x] = worst.at;
    }
    __syncthreads();
  }
  worst_input& known = v.worst[blockIdx.y * gridDim.x + blockIdx.x];
  if (threadIdx.x == 0 && worst.error > 0) take(known, worst.error, worst.at);
}

template <class T>
void copy(device_array<T>& to, const std::vector<T>& from) {
  if (to.size() < from.size()) to.resize(from.size() + from.size() / 4);
  check(cudaMemcpy(to.get(), from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice), "copy to the device");
}

std::size_t shared_bytes(const check_task& task) {
  int places = 0;
  for (const machine_code& c : task.codes) places = std::max(places, c.places);
  return static_cast<std::size_t>(places) * threads * sizeof(lane_values);
}

class cuda_device final : public float_device {
 public:
  cuda_device(int device, const cudaDeviceProp& properties, const check_task& task)
      : current_(device),
        device_(device),
        name_("cuda:" + std::to_string(device) + ' ' + properties.name),
        machines_(task.codes.size()),
        shared_(shared_bytes(task)) {
    view_.inputs = task.inputs;
    view_.measure = {task.relative, task.weight != nullptr, task.least()};
    upload(task);
    cuda::check(
        cudaFuncSetAttribute(check_places, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_)),
        "shared memory");
    int blocks = 0;
    cuda::check(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, check_places, static_cast<int>(threads), shared_),
        "occupancy");
    columns_ = std::max(static_cast<unsigned>(blocks * properties.multiProcessorCount), 1U);
    const std::vector<worst_input> none(machine_of_row_.size() * columns_);
    worst_.assign(none.data(), none.size());
    view_.worst = worst_.get();
  }

  [[nodiscard]] std::string name() const override { return name_; }

  void check(const std::vector<piece_place>& places, const std::vector<smooth_piece>& pieces) override {
    const current_cuda_device scope(device_);  // of the thread that has come
    copy(places_, places);                     // waits for the last check
    copy(pieces_, pieces);
    view_.places = places_.get();
    view_.pieces = pieces_.get();
    view_.place_count = static_cast<std::uint32_t>(places.size());
    const dim3 grid(columns_, static_cast<unsigned>(machine_of_row_.size()));
    check_places<<<grid, threads, shared_>>>(view_);
    cuda::check(cudaGetLastError(), "check of floats");
  }

  std::vector<worst_input> worst() override {
    std::vector<worst_input> found(worst_.size()), all(machines_);
    worst_.copy_to(found.data(), found.size());
    for (std::size_t k = 0; k < found.size(); ++k)
      if (found[k].error > 0) take(all[machine_of_row_[k / columns_]], found[k].error, found[k].at);
    return all;
  }

 private:
  /// Programs one after the other, and one lane_code for each way that one runs.
  void upload(const check_task& task) {
    std::vector<instruction> instructions;
    std::vector<float> constants;
    for (const machine_code& c : task.codes) {
      instructions.insert(instructions.end(), c.instructions.begin(), c.instructions.end());
      constants.insert(constants.end(), c.constants.begin(), c.constants.end());
    }
    instructions_.assign(instructions.data(), instructions.size());
    constants_.assign(constants.data(), constants.size());
    std::vector<lane_code> codes;
    std::size_t instruction_at = 0, constant_at = 0;
    for (std::size_t m = 0; m < machines_; ++m) {
      const machine_code& c = task.codes[m];
      for (const std::uint64_t directions : task.directions[m]) {
        codes.push_back({instructions_.get() + instruction_at, constants_.get() + constant_at,
                         static_cast<int>(c.instructions.size()), c.result, c.on, directions});
        machine_of_row_.push_back(m);
      }
      instruction_at += c.instructions.size();
      constant_at += c.constants.size();
    }
    codes_.assign(codes.data(), codes.size());
    view_.codes = codes_.get();
  }

  current_cuda_device current_;
  int device_;
  std::string name_;
  std::size_t machines_, shared_;
  unsigned columns_ = 0;
  std::vector<std::size_t> machine_of_row_;
  device_array<instruction> instructions_;
  device_array<float> constants_;
  device_array<lane_code> codes_;
  device_array<piece_place> places_;
  device_array<smooth_piece> pieces_;
  device_array<worst_input> worst_;
  device_view view_{};
};

}  // namespace

bool has_cuda_device() {
  int devices = 0;
  return cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0;
}

std::unique_ptr<float_device> open_cuda_device(int device, const check_task& task, std::string& why_not) {
  expect_cuda_device(device);
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, device), "device");
  const bool calls = std::any_of(task.codes.begin(), task.codes.end(), [](const machine_code& c) { return c.calls; });
  if (calls) {
    why_not = "floats were checked on the processor: the form calls functions of the C library";
    return nullptr;
  }
  // A static part of shared memory serves to find the worst of a block.
  if (shared_bytes(task) + threads * sizeof(worst_input) > properties.sharedMemPerBlockOptin) {
    why_not =
        "floats were checked on the processor: the form needs more intermediate results than the GPU has room for";
    return nullptr;
  }
  return std::make_unique<cuda_device>(device, properties, task);
}

}  // namespace vieta::approximation
