#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

namespace vieta::test {

/// An array on the device for the length of a test. One place more than asked for: none has no address.
template <class T>
class device_array {
 public:
  explicit device_array(std::size_t n) : n_(n) { EXPECT_EQ(cudaMalloc(&p_, (n + 1) * sizeof(T)), cudaSuccess); }
  explicit device_array(const std::vector<T>& v) : device_array(v.size()) {
    EXPECT_EQ(cudaMemcpy(p_, v.data(), n_ * sizeof(T), cudaMemcpyHostToDevice), cudaSuccess);
    // From pageable memory the copy may end after the call, and a stream that does not block would not wait for it.
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
  device_array(const device_array&) = delete;
  device_array& operator=(const device_array&) = delete;
  ~device_array() { cudaFree(p_); }
  T* get() { return p_; }
  std::vector<T> copy() const {
    std::vector<T> v(n_);
    EXPECT_EQ(cudaMemcpy(v.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
    return v;
  }

 private:
  std::size_t n_;
  T* p_ = nullptr;
};

}  // namespace vieta::test
