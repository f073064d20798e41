#include "minimax/check/shared_check.hpp"

#include <algorithm>

#include "minimax/function/tree.hpp"

namespace vieta::approximation {
namespace {

/// Expressions, node by node: their texts would be read as other trees of the same value.
void write_tree(shared::writer& out, const tree& t) {
  out << (t != nullptr);
  if (t == nullptr) return;
  out << t->kind << t->decimal;
  write_tree(out, t->a);
  write_tree(out, t->b);
}
tree read_tree(shared::reader& in) {
  if (!in.get<bool>()) return nullptr;
  operation kind{};
  std::string decimal;
  in >> kind >> decimal;
  const tree a = read_tree(in), b = read_tree(in);
  return kind == operation::constant ? constant(std::move(decimal)) : make(kind, a, b);
}

/// Names of machines are texts of this process, and no check looks at them.
struct sent_code {
  bool fused = false, half = false, flush = false, calls = false;
  double root_error = 0, reciprocal_error = 0;
  std::vector<instruction> instructions;
  std::vector<float> constants;
  int places = 0, inexact = 0;
  std::uint16_t result = 0;
};

sent_code sent(const machine_code& c) {
  return {c.on.fused,     c.on.half,   c.on.flush, c.calls,   c.on.root_error, c.on.reciprocal_error,
          c.instructions, c.constants, c.places,   c.inexact, c.result};
}
machine_code received(sent_code&& c) {
  machine_code code;
  code.on.fused = c.fused, code.on.half = c.half, code.on.flush = c.flush;
  code.on.root_error = c.root_error, code.on.reciprocal_error = c.reciprocal_error;
  code.instructions = std::move(c.instructions), code.constants = std::move(c.constants);
  code.places = c.places, code.inexact = c.inexact, code.result = c.result, code.calls = c.calls;
  return code;
}

shared::bytes packed_task(const check_task& task, const target& on, double seconds) {
  shared::writer out;
  out << shared::member_target(on) << seconds << static_cast<std::uint64_t>(task.codes.size());
  for (const machine_code& c : task.codes) out << sent(c);
  out << task.directions;
  write_tree(out, task.reference);
  write_tree(out, task.weight);
  out << task.relative << task.inputs;
  return out.take();
}

check_task unpacked_task(shared::reader& in) {
  check_task task;
  for (auto left = in.get<std::uint64_t>(); left > 0; --left) task.codes.push_back(received(in.get<sent_code>()));
  in >> task.directions;
  task.reference = read_tree(in);
  task.weight = read_tree(in);
  in >> task.relative >> task.inputs;
  return task;
}

stretch_range range_of(const check_task& task, int rank, int size) {
  const team_share s = share_of(static_cast<std::size_t>(stretches_of(task)), rank, size);
  return {s.begin, s.end};
}

using check_clock = std::chrono::steady_clock;

double seconds_until(check_clock::time_point deadline) {
  if (deadline == check_clock::time_point()) return 0;
  return std::max(1e-3, std::chrono::duration<double>(deadline - check_clock::now()).count());
}

}  // namespace

std::vector<worst_input> check_shared(const check_task& task, const target& on, const check_control& control,
                                      std::uint64_t& done, std::uint64_t& left_out, float_checks& all) {
  std::vector<worst_input> worst;
  shared::with_devices(on, control.cancel, [&](const target& at) {
    const int size = at.ranks->size();
    std::vector<shared::bytes> parts(1);
    for (int rank = 1; rank < size; ++rank) parts.push_back(shared::packed(range_of(task, rank, size)));
    const std::vector<shared::bytes> arrived = shared::deal(
        *at.ranks, shared::work::floats, packed_task(task, at, seconds_until(control.deadline)), std::move(parts), [&] {
          worst =
              check_alone(task, shared::member_target(at).of(0), control, range_of(task, 0, size), done, left_out, all);
          return shared::bytes();
        });
    for (int rank = 1; rank < size; ++rank) {
      shared::reader in(arrived[static_cast<std::size_t>(rank)]);
      const auto others = in.get<std::vector<worst_input>>();
      for (std::size_t m = 0; m < worst.size(); ++m) take(worst[m], others[m].error, others[m].at);
      done += in.get<std::uint64_t>();
      left_out += in.get<std::uint64_t>();
    }
  });
  return worst;
}

shared::bytes floats_share(const shared::share& mine) {
  shared::reader in(mine.common);
  const target on = in.get<shared::member_target>().of(mine.rank);
  const auto seconds = in.get<double>();
  const check_task task = unpacked_task(in);
  check_control control;
  control.cancel = mine.cancel;
  if (seconds > 0)
    control.deadline =
        check_clock::now() + std::chrono::duration_cast<check_clock::duration>(std::chrono::duration<double>(seconds));
  float_checks ignored;
  std::uint64_t done = 0, left_out = 0;
  const std::vector<worst_input> worst =
      check_alone(task, on, control, shared::unpacked<stretch_range>(mine.part), done, left_out, ignored);
  return shared::packed(worst, done, left_out);
}

}  // namespace vieta::approximation
