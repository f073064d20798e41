#include "minimax/check/float_check.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "base/parallel_for.hpp"
#include "base/threads/refused.hpp"
#include "cuda/devices.hpp"
#include "minimax/check/shared_check.hpp"
#include "vieta/target.hpp"

namespace vieta::approximation {
namespace {

constexpr std::size_t places_at_once = 16384;  // for a device: as many as keep it busy for some milliseconds
constexpr std::size_t most_stretches_of_a_turn = 64, turns_of_a_thread = 16;
constexpr std::uint64_t worth_the_trip = std::uint64_t(1) << 24;

/// What a device is given at a time.
struct device_lot {
  std::vector<piece_place> places;
  std::vector<smooth_piece> pieces;

  void append(const device_lot& more) {
    const auto before = static_cast<std::uint32_t>(pieces.size());
    for (piece_place place : more.places) {
      place.reference += before;
      place.weight += before;
      places.push_back(place);
    }
    pieces.insert(pieces.end(), more.pieces.begin(), more.pieces.end());
  }
  std::size_t append(const smooth_values& values) {
    const std::size_t before = pieces.size();
    pieces.insert(pieces.end(), values.pieces().begin(), values.pieces().end());
    return before;
  }
  void clear() {
    places.clear();
    pieces.clear();
  }
};

/// All stretches of a task: blocks of inputs on the processor, or described for a device where their true values come
/// from polynomials. A device works on one lot while the next is made ready.
class stretch_schedule {
 public:
  stretch_schedule(const check_task& task, const stretch_range& range, float_device* device, int threads,
                   const check_control& control)
      : task_(task), range_(range), device_(device), threads_(thread_count(threads)), control_(control) {}

  void run() {
    const auto stretches = static_cast<std::size_t>(range_.end - range_.begin);
    const std::thread::id caller = std::this_thread::get_id();
    // A stretch may take less than a microsecond, so a turn has many, and memory is kept from turn to turn.
    const std::size_t turns = turns_of_a_thread * static_cast<std::size_t>(threads_);
    const std::size_t grain = std::clamp<std::size_t>(stretches / turns, 1, most_stretches_of_a_turn);
    parallel_for(stretches, grain, threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t from = begin; from < end && !control_.must_stop();
           from += grain) {  // one thread alone is given all
        turn(from, std::min(from + grain, end));
        if (control_.progress && std::this_thread::get_id() == caller) control_.progress(done_, task_.inputs.count);
      }
    });
    if (!lot_.places.empty()) device_->check(lot_.places, lot_.pieces);
  }

  /// For each machine, after `run`.
  [[nodiscard]] std::vector<worst_input> worst() const {
    std::vector<worst_input> all(task_.codes.size());
    if (device_ != nullptr) all = device_->worst();
    for (const std::unique_ptr<worker>& w : idle_)
      for (std::size_t m = 0; m < all.size(); ++m) take(all[m], w->check.worst[m].error, w->check.worst[m].at);
    return all;
  }
  [[nodiscard]] std::uint64_t done() const { return done_; }
  [[nodiscard]] std::uint64_t left_out() const {
    std::uint64_t all = 0;
    for (const std::unique_ptr<worker>& w : idle_) all += w->check.left_out;
    return all;
  }

 private:
  /// What one thread at a time works with.
  struct worker {
    explicit worker(const check_task& task) : check(task) {}
    stretch_check check;
    device_lot lot;
  };
  std::unique_ptr<worker> take_worker() {
    const std::scoped_lock lock(guard_);
    if (idle_.empty()) return std::make_unique<worker>(task_);
    std::unique_ptr<worker> own = std::move(idle_.back());
    idle_.pop_back();
    return own;
  }
  void hand_over(std::unique_ptr<worker> own) {
    device_lot full;
    {
      const std::scoped_lock lock(guard_);
      lot_.append(own->lot);
      own->lot.clear();
      idle_.push_back(std::move(own));
      if (lot_.places.size() < places_at_once) return;
      std::swap(full, lot_);
      std::swap(lot_, spare_);
    }
    {
      const std::scoped_lock lock(device_guard_);
      device_->check(full.places, full.pieces);
    }
    full.clear();
    const std::scoped_lock lock(guard_);
    std::swap(full, spare_);
  }

  void turn(std::size_t begin, std::size_t end) {
    std::unique_ptr<worker> own = take_worker();
    std::uint64_t done = 0;
    for (std::size_t k = begin; k < end && !control_.must_stop(); ++k) {
      const std::uint64_t first = (range_.begin + k) * stretch_size;
      const std::uint64_t count = std::min<std::uint64_t>(task_.inputs.count - first, stretch_size);
      own->check.prepare(first, static_cast<std::size_t>(count));
      if (!share_out(*own, first, static_cast<std::size_t>(count))) break;
      done += count;
    }
    done_ += done;
    hand_over(std::move(own));
  }

  /// False where time was up in the middle of it. Its floats do not count then, though some were looked at.
  bool share_out(worker& own, std::uint64_t first, std::size_t count) const {
    stretch_check& check = own.check;
    const std::size_t blocks = (count + run_block_size - 1) / run_block_size;
    const auto must_stop = [this] { return control_.must_stop(); };
    if (device_ == nullptr) return check.run(0, blocks, must_stop);
    const smooth_values &reference = check.reference(), &weight = task_.weight ? check.weight() : reference;
    std::size_t reference_at = 0, weight_at = 0;
    bool appended = false;
    for (std::size_t from = 0, to = 0; from < blocks; from = to) {
      const bool smooth = check.smooth(from);
      for (to = from + 1; to < blocks && check.smooth(to) == smooth;) ++to;
      if (!smooth) {
        if (!check.run(from, to, must_stop)) return false;
        continue;
      }
      if (!appended) {
        appended = true;
        reference_at = own.lot.append(reference);
        weight_at = task_.weight ? own.lot.append(weight) : reference_at;
      }
      piece_place place;
      place.begin = first + from * run_block_size;
      place.count = static_cast<std::uint32_t>(std::min(to * run_block_size, count) - from * run_block_size);
      place.reference = static_cast<std::uint32_t>(reference_at + reference.piece_of(from));
      place.reference_divided = reference.pieces().size() > 1;
      place.weight = static_cast<std::uint32_t>(weight_at + weight.piece_of(from));
      place.weight_divided = weight.pieces().size() > 1;
      own.lot.places.push_back(place);
    }
    return true;
  }

  const check_task& task_;
  stretch_range range_;
  float_device* device_;
  int threads_;
  const check_control& control_;
  std::atomic<std::uint64_t> done_ = 0;
  std::mutex device_guard_;
  std::mutex guard_;  ///< of what follows
  std::vector<std::unique_ptr<worker>> idle_;
  device_lot lot_, spare_;  ///< the one that is being filled; memory for the next
};

void merge(float_check& all, const worst_input& worst, const float_inputs& inputs, std::uint64_t done,
           std::uint64_t left_out) {
  if (worst.error > all.error) {
    all.error = worst.error;
    all.worst_at = static_cast<double>(inputs[worst.at]);
  }
  all.exhaustive = inputs.stride == 1 && done == inputs.count && (all.inputs + all.left_out == 0 || all.exhaustive);
  all.inputs += done - left_out;
  all.left_out += left_out;
}

}  // namespace

check_task make_task(const program& p, const std::vector<machine>& machines, const float_domain& domain, double lo,
                     double hi, std::uint64_t most) {
  check_task task;
  for (const machine& m : machines) {
    task.codes.push_back(translate(p, m));
    task.directions.push_back(error_directions(task.codes.back().inexact));
  }
  task.reference = domain.function;
  task.weight = domain.relative ? nullptr : domain.weight;
  task.relative = domain.relative;
  task.inputs = inputs_between(!machines.empty() && machines[0].half, lo, hi, most);
  return task;
}

std::uint64_t stretches_of(const check_task& task) { return (task.inputs.count + stretch_size - 1) / stretch_size; }

std::vector<worst_input> check_all(const check_task& task, float_device* device, int threads,
                                   const check_control& control, std::uint64_t* done, std::uint64_t* left_out,
                                   const stretch_range* range) {
  const stretch_range all{0, stretches_of(task)};
  stretch_schedule schedule(task, range == nullptr ? all : *range, device, threads, control);
  schedule.run();
  if (done) *done = schedule.done();
  if (left_out) *left_out = schedule.left_out();
  return schedule.worst();
}

std::vector<worst_input> check_alone(const check_task& task, const target& on, const check_control& control,
                                     const stretch_range& range, std::uint64_t& done, std::uint64_t& left_out,
                                     float_checks& all) {
  std::unique_ptr<float_device> device;
  const bool large = task.inputs.stride == 1 && task.inputs.count >= worth_the_trip;
  if (on.place == where::cuda || (on.place == where::automatic && large && has_cuda_device()))
    device = open_cuda_device(on.place == where::cuda ? on.device : 0, task, all.note);
  if (device) all.target = device->name();
  if (const std::string why = why_unusable_gpu(on, large); !why.empty())
    all.note = "floats were checked on the processor: " + why;
  return check_all(task, device.get(), on.threads, control, &done, &left_out, &range);
}

float_checks check_floats(const program& p, const std::vector<machine>& machines, const float_domain& domain,
                          std::uint64_t most, const target& on, const check_control& control) {
  const refused_threads refused;
  float_checks all;
  all.machines.resize(machines.size());
  all.target = std::string("cpu ") + name(detect_isa()) + ", " + std::to_string(thread_count(on.threads)) + " threads";
  const std::uint64_t share = most == 0 ? 0 : std::max<std::uint64_t>(most / domain.intervals.size(), 1);
  for (const auto& [lo, hi] : domain.intervals) {
    const check_task task = make_task(p, machines, domain, lo, hi, share);
    std::uint64_t done = 0, left_out = 0;
    const bool is_dealt = shared::is_shared(on) || on.devices.size() > 1;
    const std::vector<worst_input> worst =
        is_dealt ? check_shared(task, on, control, done, left_out, all)
                 : check_alone(task, on, control, {0, stretches_of(task)}, done, left_out, all);
    for (std::size_t m = 0; m < machines.size(); ++m) merge(all.machines[m], worst[m], task.inputs, done, left_out);
    if (done < task.inputs.count) {
      all.stopped_by = control.is_cancelled() ? "cancelled" : "time";
      all.note = std::string(control.is_cancelled() ? "stopped by the user" : "stopped by time") +
                 ": not all floats were checked";
    }
  }
  refused.tell(all.target);
  return all;
}

}  // namespace vieta::approximation
