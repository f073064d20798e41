#include "roots/near_linear/kept/kept_groups.hpp"

#include <atomic>
#include <exception>
#include <map>
#include <string>
#include <thread>

#include "base/float_environment.hpp"
#include "roots/near_linear/devices/join_parts.hpp"
#include "roots/near_linear/ranges/device_stand_in.hpp"

namespace vieta::near_linear {

kept_groups::kept_groups(const coefficients& a, const target& on) : a_(a) {
  for (const int number : on.devices.empty() ? std::vector<int>{on.device} : on.devices) {
    target one = on;
    one.device = number;
    one.devices.clear();
    devices_.push_back(stand_in_for_devices() ? nullptr : std::make_unique<device_search>(a, one));
  }
}

device_roots kept_groups::run(const envelope& hull, const std::vector<ring>& rings, const device_limits& limits,
                              const session& context, std::uint32_t search) {
  const std::vector<std::vector<ring_part>> dealt = deal_rings(rings, groups);
  std::map<std::uint32_t, device_roots> kept = record_->take_groups(search);
  std::vector<device_roots> found(groups);
  std::atomic<std::int64_t> before{0};
  for (auto& [group, roots] : kept) {
    if (group >= groups) continue;
    before += roots.count;
    found[group] = std::move(roots);
  }
  std::atomic<std::uint32_t> next{0};
  std::vector<std::exception_ptr> failures(devices_.size());
  const auto work = [&](std::size_t device) {
    try {
      for (std::uint32_t group = next++; group < groups && !context.must_stop(); group = next++) {
        if (dealt[group].empty() || kept.contains(group)) continue;
        device_limits own = limits;
        own.parts = dealt[group];
        own.devices = static_cast<int>(groups);
        own.done = {};
        own.progress = {};
        if (device == 0 && limits.progress) own.progress = [&](std::int64_t more) { limits.progress(before + more); };
        device_roots& here = found[group];
        here =
            devices_[device] ? devices_[device]->run(hull, rings, own) : stand_in_for_devices()(a_, hull, rings, own);
        before += here.count;
        if (!here.stopped && here.lost == 0 && !context.must_stop()) record_->add(search, group, here);
      }
    } catch (...) {
      failures[device] = std::current_exception();
      next = groups;
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t device = 1; device < devices_.size(); ++device)
      others.emplace_back([&work, device] {
        const float_environment floats;
        work(device);
      });
    work(0);
  }
  if (context.must_stop()) record_->save();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
  std::string device;
  for (const device_roots& part : found)
    if (!part.device.empty()) device = part.device;
  device_roots result = join_parts(std::move(found), a_.degree, context.threads);
  result.device = device;
  return result;
}

}  // namespace vieta::near_linear
