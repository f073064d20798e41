// All floats of a domain through a program, on a GPU and on the processor: seconds, and whether they agree.
//   minimax_gpu_bench [cpu]     with `cpu` the processor does it too
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>

#include "minimax/check/float_check.hpp"
#include "minimax/full_range.hpp"
#include "minimax/problem.hpp"
#include "vieta/minimax.hpp"

namespace {

using namespace vieta;
using namespace vieta::approximation;

/// Counts what a device would be given.
class counting_device final : public float_device {
 public:
  explicit counting_device(std::size_t machines) : worst_(machines) {}
  [[nodiscard]] std::string name() const override { return "none"; }
  void check(const std::vector<piece_place>& places, const std::vector<smooth_piece>& pieces) override {
    for (const piece_place& p : places) inputs += p.count;
    if (some_places.empty()) some_places = places, some_pieces = pieces;
  }
  std::vector<worst_input> worst() override { return worst_; }

  std::uint64_t inputs = 0;
  std::vector<piece_place> some_places;
  std::vector<smooth_piece> some_pieces;

 private:
  std::vector<worst_input> worst_;
};

template <class F>
double seconds(const F& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int operands(step_kind kind) {
  switch (kind) {
    case step_kind::input:
      return 0;
    case step_kind::select_less:
    case step_kind::select_equal:
      return 4;
    case step_kind::multiply_add:
    case step_kind::multiply_subtract:
      return 3;
    case step_kind::negate:
    case step_kind::absolute:
    case step_kind::square_root:
    case step_kind::round_even:
    case step_kind::binary_exponent:
    case step_kind::binary_significand:
      return 1;
    default:
      return 2;
  }
}

/// What a run asks of shared memory for one input: operands that are no constants are read there, results written.
double shared_bytes(const machine_code& code) {
  double bytes = 4;
  for (const instruction& i : code.instructions) {
    const std::uint16_t places[] = {i.a, i.b, i.c, i.d};
    for (int k = 0; k < operands(i.kind); ++k) bytes += places[k] < first_constant ? 4 : 0;
    bytes += 4;
  }
  return bytes;
}

struct subject {
  const char *function, *of;
  int degree;
};

void measure(const subject& s, const std::vector<std::string>& machines, bool on_cpu, double shared_bytes_a_second) {
  minimax_options options;
  options.format = coefficient_format::float32;
  options.prove = false;
  const minimax_result r = minimax(minimax_short_form(s.of, s.degree), options);
  const program p = full_range_program(read(r.problem), s.function, {r.exponents, r.coefficients, {}},
                                       polynomial_order::horner, false, false, "f");
  const std::string name = s.function;
  const full_range& f = find_full_range(name);
  float_domain domain;
  domain.function = parse(f.function, "");
  domain.relative = !f.absolute;
  std::vector<machine> list;
  for (const std::string& m : machines) list.push_back(find_machine(m));
  const check_task task = make_task(p, list, domain, f.lo, f.hi, 0);

  std::string why_not;
  const auto device = open_cuda_device(0, task, why_not);
  if (!device) {
    std::printf("%-6s %s\n", s.function, why_not.c_str());
    return;
  }
  check_all(task, device.get(), 0);  // warm
  std::vector<worst_input> found;
  const double all = seconds([&] { found = check_all(task, device.get(), 0); });
  counting_device none(list.size());
  const double prepared = seconds([&] { check_all(task, &none, 0); });

  // The device alone, on one lot again and again.
  std::uint64_t lot = 0;
  for (const piece_place& q : none.some_places) lot += q.count;
  device->check(none.some_places, none.some_pieces);
  device->worst();
  constexpr int times = 32;
  const double alone = seconds([&] {
                         for (int k = 0; k < times; ++k) device->check(none.some_places, none.some_pieces);
                         device->worst();
                       }) /
                       times / static_cast<double>(lot);
  double bytes = 0;
  for (std::size_t m = 0; m < task.codes.size(); ++m)
    bytes += shared_bytes(task.codes[m]) * static_cast<double>(task.directions[m].size());
  std::printf(
      "%-6s %11llu floats, %zu machines: %7.1f ms; prepared in %.1f ms, %.2f%% left to the processor; device alone "
      "%.1f ms, shared memory at %.0f%%\n",
      s.function, static_cast<unsigned long long>(task.inputs.count), list.size(), 1e3 * all, 1e3 * prepared,
      100 - 100 * static_cast<double>(none.inputs) / static_cast<double>(task.inputs.count),
      1e3 * alone * static_cast<double>(none.inputs), 100 * bytes / alone / shared_bytes_a_second);
  if (!on_cpu) return;
  std::vector<worst_input> expected;
  const double here = seconds([&] { expected = check_all(task, nullptr, 0); });
  bool same = true;
  for (std::size_t m = 0; m < expected.size(); ++m)
    same = same && expected[m].error == found[m].error && expected[m].at == found[m].at;
  std::printf("       processor: %.1f s; %s\n", here, same ? "the same answer" : "ANOTHER ANSWER");
}

}  // namespace

int main(int count, char** arguments) {
  if (!has_cuda_device()) {
    std::printf("no CUDA device\n");
    return 0;
  }
  cudaDeviceProp properties{};
  int kilohertz = 0;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess ||
      cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0) != cudaSuccess)
    return 1;
  // Shared memory gives 128 bytes in each cycle (CUDA C++ Programming Guide, "Shared memory").
  const double shared = 128.0 * properties.multiProcessorCount * 1e3 * kilohertz;
  std::printf("%s\n", properties.name);
  const bool on_cpu = count > 1 && std::strcmp(arguments[1], "cpu") == 0;
  for (const subject& s : {subject{"atan", "atan", 5},
                           {"acos", "acos", 3},
                           {"asin", "asin", 4},
                           {"exp", "exp", 5},
                           {"log", "log", 7},
                           {"sin", "sin", 4},
                           {"cos", "sin", 4}})
    measure(s, {"ieee", "ieee-fma"}, on_cpu, shared);
  measure({"atan", "atan", 5}, {"ieee", "ieee-fma", "cuda-fast", "gcn"}, false, shared);
  return 0;
}
