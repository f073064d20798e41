#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "roots/cuda/horner_points.hpp"
#include "roots/ladder/secular_move.hpp"
#include "roots/sweep/kernels.hpp"
#include "vieta/target.hpp"

namespace vieta {

/// The work of the ladder that grows with the square of the degree and more, on a CUDA device: values in fixed point,
/// sums of the secular equation, products of differences. Each function does what the kernel of its name does on the
/// CPU, with the same error bound, and what is left to the host is O(n). For one thread at a time.
class ladder_device {
 public:
  /// Throws vieta::error where there is no such device.
  explicit ladder_device(const target& on);
  ladder_device(const ladder_device&) = delete;
  ladder_device& operator=(const ladder_device&) = delete;
  ~ladder_device();

  [[nodiscard]] const std::string& name() const;

  /// fixed_point_kernel::horner for each point. Sums that take more places than the device has come back undone.
  void horner(const std::vector<device_chart>& charts, const std::vector<device_point>& points,
              std::vector<device_sum>& sums);

  /// The nodes and weights (null: none) that the functions below are about, until the next call.
  void hold(const kernel_nodes& sources, const double* weight_re, const double* weight_im);
  /// All steps (secular_move) of the targets that are sources number self[k], from where they stand; step[self[k]]
  /// becomes the sum of what target k moved by.
  void secular_walk(const secular_rest& rest, const std::vector<std::uint32_t>& self, double* step_re, double* step_im);
  /// kernel_table::difference_product for such targets. The pairs have an order of their own.
  void difference_products(const std::vector<std::uint32_t>& self, const double* close_distance, double* re, double* im,
                           std::int64_t* exponent, std::vector<close_pair>& pairs);

  /// Fewer pairs of targets and sources than this are done on the host before the device has answered.
  static constexpr std::size_t least_pairs = std::size_t{1} << 18;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace vieta
