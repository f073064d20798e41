#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "solve/track/step_control.hpp"
#include "solve/track/tracking_kernel.hpp"

// One path from its start until it arrives, starves, goes to infinity, or wants circles about t = 0, which are left to
// the CPU: what the threads of a team do together. Runs on the host too, with a team of one.

namespace vieta::tracking::VIETA_TRACKS_ON {

/// How a path left the device.
enum class device_end : std::uint32_t { arrived, infinite, starved, left, stopped };

/// Numbers are complex, one double for each part. Of path k: `points` + 2 n k, before and after; row `set_of[k]` of
/// `rates` in a toric homotopy; `targets` + 2 q k in a family with parameters.
struct device_jobs {
  std::size_t count = 0;
  double* points = nullptr;
  const double *t = nullptr, *targets = nullptr, *generic = nullptr, *rates = nullptr;
  const std::uint32_t* set_of = nullptr;
  bool without_circles = false, newton_first = false;
  // What became of it.
  device_end* ends = nullptr;
  double *last_t = nullptr, *accuracy = nullptr;
  std::int32_t *steps = nullptr, *rejected = nullptr;
};

/// Doubles that the arrays of one path need.
VT_HD std::size_t path_memory(const tape_view& tape) {
  std::size_t total = 0;
  batch_view b;
  lay_out(
      tape, b, [&](double*&, std::size_t count) { total += 2 * count; },
      [&](double*&, std::size_t count) { total += count; });
  return total + total % 2;
}

/// Where a batch of one path lies: arrays one after another from `memory` on.
VT_HD batch_view place(const tape_view& tape, double* memory) {
  batch_view b;
  const auto take = [&](double*& where, std::size_t count) {
    where = memory;
    memory += count;
  };
  lay_out(
      tape, b, [&](double*& where, std::size_t count) { take(where, 2 * count); }, take);
  return b;
}

/// One object for a team, in memory that its threads share; the first thread makes it, and writes `control` and
/// `verdict`.
template <class Team>
struct path_worker {
  using C = complex<double>;
  static constexpr double nothing_left = 200;
  /// A path to infinity ends on the device where |z_0| / |z| is below this, so that no solution below 1e8 hides there
  /// (far_enough in solve/effort.hpp); the others are for the CPU, whose circles measure more.
  static constexpr double surely_far = 1e-8;

  workspace<double, 1, Team> w;
  const tape_view& tape = w.tape;
  const batch_view& b = w.b;
  const Team& team = w.team;
  const tracking_settings& settings;
  const device_jobs& jobs;
  step_control control;
  int verdict = 0;
  std::size_t n;

  VT_HD path_worker(const tape_view& h, const tracking_settings& s, const device_jobs& j, const Team& workers,
                    double* memory)
      : w(h, place(h, memory), workers), settings(s), jobs(j), n(h.variables) {}

  static VT_HD C* numbers(double* p) { return reinterpret_cast<C*>(p); }

  /// Sum of |x_v|^2.
  VT_HD double squared(const C* x) const {
    double sum = 0;
    for (std::size_t v = team.thread(); v < n; v += team.threads()) sum = sum + norm(x[v]);
    return team.sum(sum);
  }
  /// The patch conj(z) / |z|^2.
  VT_HD void centre_patch() const {
    const C* const z = numbers(b.z);
    const double factor = 1 / squared(z);
    team.for_each(n, [&](std::size_t v) { numbers(b.patch)[v] = conj(z[v]) * factor; });
  }
  /// z = z_new, in the endgame as it is, before with modulus about 1 and the patch about it.
  VT_HD void accept(bool centred) const {
    const C* const z_new = numbers(b.z_new);
    const double factor = centred ? ldexp(1.0, -ilogb(squared(z_new)) / 2) : 1.0;
    team.for_each(n, [&](std::size_t v) { numbers(b.z)[v] = z_new[v] * factor; });
    if (centred) centre_patch();
  }
  VT_HD void set_decay(double t) const {
    if (!tape.toric) return;
    team.for_each(tape.terms, [&](std::size_t j) {
      const double x = b.rates[j] * t;
      b.decay[j] = x == 0 ? 1 : x > nothing_left ? 0 : exp(-x);
    });
  }

  [[nodiscard]] VT_HD double share_of_z_0() const {
    double sum = 0;
    for (std::size_t v = 0; v < n; ++v) sum = sum + norm(numbers(b.z)[v]);
    return sqrt(norm(numbers(b.z)[0]) / sum);
  }
  [[nodiscard]] VT_HD C slope_to_infinity() const {
    const C *const z = numbers(b.z), *const slope = numbers(b.series) + n;
    std::size_t largest = 0;
    for (std::size_t v = 1; v < n; ++v)
      if (norm(z[v]) > norm(z[largest])) largest = v;
    return slope[0] / z[0] - slope[largest] / z[largest];
  }
  [[nodiscard]] VT_HD bool have_limit() const { return false; }

  VT_HD void start(std::size_t k) {
    C* const z = numbers(b.z);
    team.for_each(n, [&](std::size_t v) { z[v] = numbers(jobs.points)[k * n + v]; });
    const std::size_t q = tape.parameters;
    team.for_each(q, [&](std::size_t i) {
      const double* const to = jobs.targets + 2 * (k * q + i);
      const double* const from = jobs.generic + 2 * i;
      numbers(b.parameter_target)[i] = {to[0], to[1]};
      numbers(b.parameter_change)[i] = {from[0] - to[0], from[1] - to[1]};
    });
    if (tape.toric)
      team.for_each(tape.terms, [&](std::size_t j) { b.rates[j] = jobs.rates[jobs.set_of[k] * tape.terms + j]; });
    if (team.first()) {
      control = step_control{};
      control.begin(settings, jobs.t[k], jobs.newton_first, jobs.without_circles);
    }
    team.barrier();
    centre_patch();
  }

  /// The precision at hand does not lead further.
  [[nodiscard]] VT_HD device_end where_it_stops() const {
    if (share_of_z_0() < control.gone_below()) return device_end::infinite;
    const bool gone = control.looks_infinite() && control.radius <= 1e-6 && share_of_z_0() < surely_far;
    return gone ? device_end::infinite : device_end::starved;
  }

  /// What the first thread does between the kernels; the others go by `verdict`: -1 to go on, else a device_end.
  VT_HD void choose() {
    const auto report = [&](report_row r) { return b.report[r]; };
    verdict = -1;
    if (control.fresh) {
      control.correct_only(settings, 0);
    } else {
      const next_move move = control.choose_radial(settings, 0, report, *this);
      if (move == next_move::infinite)
        verdict = static_cast<int>(share_of_z_0() < surely_far ? device_end::infinite : device_end::left);
      if (move == next_move::circle) verdict = static_cast<int>(device_end::left);
    }
    b.step[0] = control.step;
    b.t_new[0] = control.t_new, b.t_new[1] = 0;
    b.corrections_to[0] = control.corrections_to;
  }
  static constexpr int refused = -2, accepted = -3, accepted_and_centred = -4, endgame_begins = -5;
  VT_HD void judge() {
    const auto report = [&](report_row r) { return b.report[r]; };
    // A doubtful leap would have to be looked at: a shorter way to go serves as well.
    if (control.accepts(settings, 0, report) && !control.is_doubtful(report)) {
      control.learn(0, report);
      verdict = control.in_endgame ? accepted : accepted_and_centred;
    } else {
      verdict = refused;
      if (control.fresh || control.refuse(0, report)) verdict = static_cast<int>(where_it_stops());
    }
  }
  /// After a step that stands.
  VT_HD void move_on() {
    verdict = -1;
    if (control.leap) {
      control.radius = 0;
      verdict = static_cast<int>(device_end::arrived);
    } else if (control.steps + control.rejected >= settings.max_steps) {
      verdict = static_cast<int>(where_it_stops());
    } else if (control.descend()) {
      if (!control.in_endgame) verdict = endgame_begins;
      control.in_endgame = true;
      if (control.radius < limits_of(0).smallest_rung) verdict = static_cast<int>(where_it_stops());
    }
  }
  /// What the first thread decides, told to all.
  template <class Decision>
  VT_HD int decided(const Decision& decision) {
    if (team.first()) decision();
    team.barrier();
    const int result = verdict;
    team.barrier();
    return result;
  }

  /// One step of the path; a device_end where that was its last one, else negative.
  VT_HD int step() {
    team.for_each(2 * orders, [&](std::size_t i) { b.t[i] = i == 0 ? control.radius : i == 2 ? -1.0 : 0.0; });
    set_decay(b.t[0]);
    expand_in(w);
    int end = decided([&] { choose(); });
    if (end < 0) {
      set_decay(b.t_new[0]);
      advance_in(w);
      end = decided([&] { judge(); });
    }
    if (end == accepted || end == accepted_and_centred) {
      accept(end == accepted_and_centred);
      end = decided([&] { move_on(); });
      if (end == endgame_begins) centre_patch();
    }
    return end;
  }
  VT_HD void finish(std::size_t k, int end) const {
    team.for_each(n, [&](std::size_t v) { numbers(jobs.points)[k * n + v] = numbers(b.z)[v]; });
    if (team.first()) {
      jobs.ends[k] = static_cast<device_end>(end);
      jobs.last_t[k] = control.radius;
      jobs.accuracy[k] = b.report[last_change];
      jobs.steps[k] = control.steps, jobs.rejected[k] = control.rejected;
    }
    team.barrier();
  }

  /// Follows the paths that `take` gives, one after another, until their number is that of all. One loop over the steps
  /// of all of them, since the teams of a warp wait for each other where a loop ends. `stop` is looked at now and then.
  template <class Take>
  VT_HD void follow(const Take& take, const volatile int* stop) {
    std::size_t k = take();
    if (k < jobs.count) start(k);
    for (unsigned round = 1; k < jobs.count; ++round) {
      int end = step();
      if (end < 0 && round % 16 == 0)
        end = decided([&] { verdict = *stop != 0 ? static_cast<int>(device_end::stopped) : -1; });
      if (end < 0) continue;
      finish(k, end);
      k = take();
      if (k < jobs.count) start(k);
    }
  }
};

}  // namespace vieta::tracking::VIETA_TRACKS_ON
