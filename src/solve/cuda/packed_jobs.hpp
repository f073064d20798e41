#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include "base/parallel_for.hpp"
#include "solve/cuda/path_worker.hpp"
#include "solve/track/path_tracker.hpp"

namespace vieta::tracking::VIETA_TRACKS_ON {

/// A homotopy whose constants have one double for each part.
struct leading_constants {
  explicit leading_constants(const tape_view& h) : view(h) {
    const std::size_t parts = h.parameters > 0 ? h.part_begin[h.terms] : 0;
    for (const auto& [from, to, count] : {std::tuple(&view.target, &target, h.terms),
                                          {&view.change, &change, h.terms},
                                          {&view.part_factor, &factor, parts}}) {
      for (std::size_t k = 0; k < count; ++k) to->insert(to->end(), {(*from)[8 * k], (*from)[8 * k + 4]});
      *from = to->data();
    }
  }
  leading_constants(const leading_constants&) = delete;
  leading_constants& operator=(const leading_constants&) = delete;
  std::vector<double> target, change, factor;
  tape_view view;
};

/// Jobs as arrays that travel to a device, and what comes back.
class packed_jobs {
 public:
  packed_jobs(const tape_view& tape, std::size_t first, std::size_t count, int threads,
              const std::function<path_job(std::size_t)>& job)
      : n_(tape.variables), q_(tape.parameters), first_(first), threads_(threads) {
    points.resize(2 * n_ * count), t.resize(count), targets.resize(2 * q_ * count);
    set_of.resize(tape.toric ? count : 0);
    std::vector<const std::vector<double>*> set(set_of.size());
    steps.assign(count, 0), rejected.assign(count, 0), before_.resize(2 * count);
    if (count > 0) {
      const path_job j = job(first);
      without_circles = j.without_circles, newton_first = j.rough;
      for (std::size_t i = 0; i < q_; ++i) generic.insert(generic.end(), {j.generic[i].real(), j.generic[i].imag()});
    }
    parallel_for(count, 256, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const path_job j = job(first + k);
        for (std::size_t v = 0; v < n_; ++v) {
          points[2 * (k * n_ + v)] = j.z[v].re.x0;
          points[2 * (k * n_ + v) + 1] = j.z[v].im.x0;
        }
        for (std::size_t i = 0; i < q_; ++i) {
          targets[2 * (k * q_ + i)] = j.target[i].real();
          targets[2 * (k * q_ + i) + 1] = j.target[i].imag();
        }
        t[k] = j.t;
        before_[2 * k] = j.steps, before_[2 * k + 1] = j.rejected;
        if (tape.toric) set[k] = j.rates;
      }
    });
    std::map<const std::vector<double>*, std::uint32_t> known;
    for (std::size_t k = 0; k < set.size(); ++k) {
      const auto [at, is_new] = known.try_emplace(set[k], static_cast<std::uint32_t>(known.size()));
      if (is_new) rates.insert(rates.end(), set[k]->begin(), set[k]->end());
      set_of[k] = at->second;
    }
    ends.assign(count, device_end::stopped);
    last_t.assign(count, 1), accuracy.assign(count, 0);
  }

  /// Hands out the ends.
  void report(const std::function<void(std::size_t, path_end&&)>& done) const {
    parallel_for(ends.size(), 256, threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        path_end e;
        e.status = status_of(ends[k]);
        e.t = last_t[k];
        e.accuracy = accuracy[k];
        e.steps = before_[2 * k] + steps[k], e.rejected = before_[2 * k + 1] + rejected[k];
        if (e.status == path_status::arrived) e.winding = 1;
        for (std::size_t v = 0; v < n_; ++v)
          e.z.push_back({qd(points[2 * (k * n_ + v)]), qd(points[2 * (k * n_ + v) + 1])});
        e.share_of_z_0 = share_of_z_0(e.z);
        done(first_ + k, std::move(e));
      }
    });
  }

  std::vector<double> points, t, targets, generic, rates, last_t, accuracy;
  std::vector<std::uint32_t> set_of;
  std::vector<std::int32_t> steps, rejected;
  std::vector<device_end> ends;
  bool without_circles = false, newton_first = false;

 private:
  static double share_of_z_0(const projective_point& z) {
    double sum = 0;
    for (const complex<qd>& x : z) sum += x.re.x0 * x.re.x0 + x.im.x0 * x.im.x0;
    return std::hypot(z[0].re.x0, z[0].im.x0) / std::sqrt(sum);
  }
  static path_status status_of(device_end end) {
    switch (end) {
      case device_end::arrived:
        return path_status::arrived;
      case device_end::infinite:
        return path_status::infinite;
      case device_end::starved:
        return path_status::starved;
      case device_end::left:
        return path_status::left;
      case device_end::stopped:
        break;
    }
    return path_status::stopped;
  }

  std::size_t n_, q_, first_;
  int threads_;
  std::vector<std::int32_t> before_;
};

}  // namespace vieta::tracking::VIETA_TRACKS_ON
