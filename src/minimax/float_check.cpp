#include "minimax/float_check.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "cuda_devices.hpp"
#include "parallel_for.hpp"
#include "vieta/target.hpp"

namespace vieta::approximation {
namespace {

constexpr std::size_t pieces_at_once = 16384;  // for a device: as many as keep it busy for a millisecond
constexpr std::size_t pieces_of_a_thread = 16;
constexpr std::uint64_t worth_the_trip = std::uint64_t(1) << 24;

/// Pieces [from, to) of a task: on the processor, or described for a device where their true values allow it.
class piece_schedule {
 public:
  piece_schedule(const check_task& task, int threads, const check_control& control)
      : task_(task), threads_(threads), control_(control), worst_(task.codes.size()) {}

  void run(std::size_t from, std::size_t to, float_device* device) {
    places_.clear();
    pieces_.clear();
    const std::thread::id caller = std::this_thread::get_id();
    parallel_for(to - from, pieces_of_a_thread, threads_, [&](std::size_t begin, std::size_t end) {
      piece_check check(task_);
      std::vector<piece_place> places;
      std::vector<smooth_piece> pieces;
      for (std::size_t k = from + begin; k < from + end && !cancelled(); ++k) {
        const std::uint64_t first = std::uint64_t(k) * piece_size;
        const std::uint64_t count = std::min<std::uint64_t>(task_.inputs.count - first, piece_size);
        check.prepare(first, static_cast<std::size_t>(count));
        const bool smooth = check.reference().smooth() && (!task_.weight || check.weight().smooth());
        if (device && smooth)
          places.push_back(described(check, first, static_cast<std::uint32_t>(count), pieces));
        else
          check.run();
        done_ += count;
        if (control_.progress && std::this_thread::get_id() == caller) control_.progress(done_, task_.inputs.count);
      }
      const std::scoped_lock lock(guard_);
      for (std::size_t m = 0; m < worst_.size(); ++m) take(worst_[m], check.worst[m].error, check.worst[m].at);
      for (piece_place& p : places) {
        p.reference += static_cast<std::uint32_t>(pieces_.size());
        p.weight += static_cast<std::uint32_t>(pieces_.size());
        places_.push_back(p);
      }
      pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
    });
    if (device && !places_.empty()) device->check(places_, pieces_);
  }

  [[nodiscard]] const std::vector<worst_input>& worst() const { return worst_; }
  [[nodiscard]] bool cancelled() const { return control_.cancel != nullptr && control_.cancel->load(); }
  [[nodiscard]] std::uint64_t done() const { return done_; }

 private:
  piece_place described(const piece_check& check, std::uint64_t begin, std::uint32_t count,
                        std::vector<smooth_piece>& pieces) const {
    const auto append = [&](const smooth_values& values) {
      const auto at = static_cast<std::uint32_t>(pieces.size());
      pieces.insert(pieces.end(), values.pieces().begin(), values.pieces().end());
      return at;
    };
    piece_place place;
    place.begin = begin;
    place.count = count;
    place.reference = append(check.reference());
    place.reference_divided = check.reference().pieces().size() > 1;
    place.weight = place.reference;
    if (!task_.weight) return place;
    place.weight = append(check.weight());
    place.weight_divided = check.weight().pieces().size() > 1;
    return place;
  }

  const check_task& task_;
  int threads_;
  const check_control& control_;
  std::atomic<std::uint64_t> done_ = 0;
  std::vector<worst_input> worst_;
  std::mutex guard_;
  std::vector<piece_place> places_;
  std::vector<smooth_piece> pieces_;
};

void merge(float_check& all, const worst_input& worst, const float_inputs& inputs, std::uint64_t done) {
  if (worst.error > all.error) {
    all.error = worst.error;
    all.worst_at = static_cast<double>(inputs[worst.at]);
  }
  all.exhaustive = inputs.stride == 1 && done == inputs.count && (all.inputs == 0 || all.exhaustive);
  all.inputs += done;
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

std::vector<worst_input> check_all(const check_task& task, float_device* device, int threads,
                                   const check_control& control, std::uint64_t* done) {
  const auto pieces = static_cast<std::size_t>((task.inputs.count + piece_size - 1) / piece_size);
  piece_schedule schedule(task, threads, control);
  // A device works on one lot while the next is made ready.
  const std::size_t step = device ? pieces_at_once : std::max<std::size_t>(pieces, 1);
  for (std::size_t from = 0; from < pieces && !schedule.cancelled(); from += step)
    schedule.run(from, std::min(from + step, pieces), device);
  if (done) *done = schedule.done();
  std::vector<worst_input> worst = schedule.worst();
  if (!device) return worst;
  const std::vector<worst_input> there = device->worst();
  for (std::size_t m = 0; m < worst.size(); ++m) take(worst[m], there[m].error, there[m].at);
  return worst;
}

float_checks check_floats(const program& p, const std::vector<machine>& machines, const float_domain& domain,
                          std::uint64_t most, const target& on, const check_control& control) {
  float_checks all;
  all.machines.resize(machines.size());
  all.target = std::string("cpu ") + name(detect_isa()) + ", " + std::to_string(thread_count(on.threads)) + " threads";
  const std::uint64_t share = most == 0 ? 0 : std::max<std::uint64_t>(most / domain.intervals.size(), 1);
  for (const auto& [lo, hi] : domain.intervals) {
    const check_task task = make_task(p, machines, domain, lo, hi, share);
    std::unique_ptr<float_device> device;
    const bool large = task.inputs.stride == 1 && task.inputs.count >= worth_the_trip;
    if (on.place == where::cuda || (on.place == where::automatic && large && has_cuda_device()))
      device = open_cuda_device(on.place == where::cuda ? on.device : 0, task, all.note);
    if (device) all.target = device->name();
    if (const std::string why = why_unusable_gpu(on, large); !why.empty())
      all.note = "floats were checked on the processor: " + why;
    std::uint64_t done = 0;
    const std::vector<worst_input> worst = check_all(task, device.get(), on.threads, control, &done);
    for (std::size_t m = 0; m < machines.size(); ++m) merge(all.machines[m], worst[m], task.inputs, done);
    if (done < task.inputs.count) all.note = "stopped by the user: not all floats were checked";
  }
  return all;
}

}  // namespace vieta::approximation
