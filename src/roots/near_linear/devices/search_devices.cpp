#include "roots/near_linear/devices/search_devices.hpp"

#include <atomic>
#include <exception>
#include <thread>

#include "base/float_environment.hpp"
#include "roots/near_linear/devices/join_parts.hpp"

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

}  // namespace

devices_search::devices_search(const coefficients& a, const target& on) : terms_of_(a) {
  const std::vector<int> numbers = on.devices.empty() ? std::vector<int>{on.device} : on.devices;
  for (const int number : numbers) {
    target one = on;
    one.device = number;
    one.devices.clear();
    devices_.push_back(std::make_unique<device_search>(a, one));
  }
}

device_roots devices_search::run(const envelope& hull, const std::vector<ring>& rings, const device_limits& limits,
                                 int threads) {
  const std::size_t count = devices_.size();
  if (count == 1) return devices_[0]->run(hull, rings, limits);
  const std::vector<std::vector<ring_part>> parts = deal_rings(rings, count);
  common_progress progress(limits.progress, count);
  std::vector<device_roots> found(count);
  std::vector<std::exception_ptr> failures(count);
  const auto search = [&](std::size_t device) {
    try {
      device_limits own = limits;
      own.parts = parts[device];
      own.devices = static_cast<int>(count);
      own.progress = progress.of(device);
      if (device > 0) own.done = {};
      // Without a part there is nothing to do: an empty one would stand for all rings.
      if (!own.parts.empty()) found[device] = devices_[device]->run(hull, rings, own);
    } catch (...) {
      failures[device] = std::current_exception();
    }
  };
  device_roots room;
  {
    // Memory for the answer, whose pages the system has to find, while the devices are at work.
    const std::jthread preparation([&] {
      const auto size = static_cast<std::size_t>(terms_of_.is_real() ? terms_of_.degree / 2 + 4096 : terms_of_.degree);
      for (plain_array<double>* const column : {&room.re, &room.im, &room.radius}) column->resize_and_touch(size);
      room.exponent.resize_and_touch(size);
    });
    std::vector<std::jthread> others;
    for (std::size_t device = 1; device < count; ++device)
      others.emplace_back([&search, device] {
        const float_environment floats;
        search(device);
      });
    search(0);
  }
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
  std::string names;
  for (const device_roots& part : found)
    if (!part.device.empty()) names += (names.empty() ? "" : ", ") + part.device;
  device_roots result = join_parts(std::move(found), terms_of_.degree, threads, std::move(room));
  result.device = names;
  if (limits.done) limits.done("join");
  return result;
}

}  // namespace vieta::near_linear
