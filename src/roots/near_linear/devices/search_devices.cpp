#include "roots/near_linear/devices/search_devices.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <string>
#include <thread>
#include <utility>

#include "base/float_environment.hpp"
#include "roots/near_linear/devices/meeting.hpp"

namespace vieta::near_linear {
namespace {

/// What several devices have found is told by the first of them.
class common_progress {
 public:
  common_progress(const std::function<void(std::int64_t)>& tell, std::size_t devices) : tell_(tell), found_(devices) {}
  [[nodiscard]] std::function<void(std::int64_t)> of(std::size_t device) {
    if (!tell_) return {};
    return [this, device](std::int64_t found) {
      found_[device] = found;
      std::int64_t all = 0;
      for (const std::atomic<std::int64_t>& one : found_) all += one;
      if (device == 0) tell_(all);
    };
  }

 private:
  const std::function<void(std::int64_t)>& tell_;
  std::vector<std::atomic<std::int64_t>> found_;
};

/// What a device itself has to say matters more than that it was left alone by another one.
void throw_first(const std::vector<std::exception_ptr>& failures) {
  std::exception_ptr alone;
  for (const std::exception_ptr& failure : failures) {
    if (!failure) continue;
    try {
      std::rethrow_exception(failure);
    } catch (const left_alone&) {
      alone = failure;
    }
  }
  if (alone) std::rethrow_exception(alone);
}

/// What all devices say of their searches, with the columns of the answer.
device_roots joined(std::vector<device_roots> parts, meeting& others) {
  device_roots result;
  result.re = std::move(others.answer.re);
  result.im = std::move(others.answer.im);
  result.radius = std::move(others.answer.radius);
  result.alone = std::move(others.answer.alone);
  result.exponent = std::move(others.answer.exponent);
  result.count = parts[0].count;
  result.upper_half = parts[0].upper_half;
  for (const device_roots& part : parts) {
    add_told(result, part);
    result.device += (result.device.empty() ? "" : ", ") + part.device;
  }
  return result;
}

}  // namespace

devices_search::devices_search(const coefficients& a, const target& on) {
  const std::vector<int> numbers = on.devices.empty() ? std::vector<int>{on.device} : on.devices;
  if (numbers.size() > 1) sending_ = std::make_unique<meeting>(numbers.size());
  try {
    for (const int number : numbers) {
      target one = on;
      one.device = number;
      one.devices.clear();
      devices_.push_back(std::make_unique<device_search>(a, one, sending_.get(), devices_.size()));
    }
  } catch (...) {
    if (sending_) sending_->leave();  // the others wait for this one's part of the terms
    throw;
  }
}

int devices_search::most_cells_log2() const {
  int least = devices_[0]->most_cells_log2();
  for (const auto& device : devices_) least = std::min(least, device->most_cells_log2());
  return least;
}

device_roots devices_search::run(const envelope& hull, const std::vector<ring>& rings, const device_limits& limits,
                                 int threads) {
  if (devices_.size() == 1) return devices_[0]->run(hull, rings, limits);
  // Who has no part of the rings takes no part.
  std::vector<std::vector<ring_part>> parts = deal_rings(rings, devices_.size());
  while (parts.size() > 1 && parts.back().empty()) parts.pop_back();
  const std::size_t count = parts.size();
  if (count == 1) return devices_[0]->run(hull, rings, limits);
  device_roots result = run_together(hull, rings, limits, parts, static_cast<int>(count), threads);
  // One of them found far more than its share of the roots: once more, with room for all on each.
  if (result.lost > 0) result = run_together(hull, rings, limits, parts, 1, threads);
  return result;
}

device_roots devices_search::run_together(const envelope& hull, const std::vector<ring>& rings,
                                          const device_limits& limits, const std::vector<std::vector<ring_part>>& parts,
                                          int sharing, int threads) {
  const std::size_t count = parts.size();
  meeting others(count);
  common_progress progress(limits.progress, count);
  std::vector<device_roots> found(count);
  std::vector<std::exception_ptr> failures(count);
  const auto search = [&](std::size_t device) {
    try {
      device_limits own = limits;
      own.parts = parts[device];
      own.devices = sharing;
      own.others = &others;
      own.member = device;
      own.threads = threads;
      own.progress = progress.of(device);
      if (device > 0) own.done = {};
      found[device] = devices_[device]->run(hull, rings, own);
    } catch (...) {
      failures[device] = std::current_exception();
      others.leave();
    }
  };
  {
    std::vector<std::jthread> threads_of_others;
    for (std::size_t device = 1; device < count; ++device)
      threads_of_others.emplace_back([&search, device] {
        const float_environment floats;
        search(device);
      });
    search(0);
  }
  throw_first(failures);
  return joined(std::move(found), others);
}

}  // namespace vieta::near_linear
