#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "cuda/staging.cuh"

// Rows or columns of a batch between host memory, where they may be apart, and the device, where they are not. (The
// driver's copy with a pitch takes ordinary memory row by row: a million rows of 44 bytes took half a second.)

namespace vieta::cuda {

namespace detail {

constexpr std::size_t long_line = std::size_t{1} << 16;  // bytes; such lines travel by themselves

template <class T>
transfer as_transfer(const T* device, const T* host, std::size_t count) {  // which of them is written, the caller says
  return {reinterpret_cast<unsigned char*>(const_cast<T*>(device)),
          reinterpret_cast<unsigned char*>(const_cast<T*>(host)), count * sizeof(T)};
}

/// One transfer for all where they are close together, else one for each line.
template <class T>
std::vector<transfer> as_transfers(const T* device, const T* host, std::size_t host_step, std::size_t width,
                                   std::size_t height) {
  if (host_step == width) return {as_transfer(device, host, width * height)};
  std::vector<transfer> lines;
  for (std::size_t i = 0; i < height; ++i)
    lines.push_back(as_transfer(device + i * width, host + i * host_step, width));
  return lines;
}

/// Whether lines can travel as they lie.
inline bool travels_as_it_lies(std::size_t host_step, std::size_t width, std::size_t size_of_number) {
  return host_step == width || width * size_of_number >= long_line;
}

}  // namespace detail

/// `height` lines of `width` numbers each, `host_step` apart on the host.
template <class T>
void send_lines(T* device, const T* host, std::size_t host_step, std::size_t width, std::size_t height) {
  if (width == 0 || height == 0) return;
  if (detail::travels_as_it_lies(host_step, width, sizeof(T)))
    return send_together(detail::as_transfers(device, host, host_step, width, height));
  std::vector<T> packed(width * height);
  for (std::size_t i = 0; i < height; ++i) std::copy_n(host + i * host_step, width, packed.data() + i * width);
  send_together({detail::as_transfer(device, packed.data(), packed.size())});
  // A small copy may be under way still.
  if (packed.size() * sizeof(T) < staging::worth_while) check(cudaStreamSynchronize(nullptr), "copy to the device");
}

template <class T>
void fetch_lines(T* host, std::size_t host_step, const T* device, std::size_t width, std::size_t height) {
  if (width == 0 || height == 0) return;
  if (detail::travels_as_it_lies(host_step, width, sizeof(T)))
    return fetch_together(detail::as_transfers(device, host, host_step, width, height));
  std::vector<T> packed(width * height);
  fetch_together({detail::as_transfer(device, packed.data(), packed.size())});
  for (std::size_t i = 0; i < height; ++i) std::copy_n(packed.data() + i * width, width, host + i * host_step);
}

}  // namespace vieta::cuda
