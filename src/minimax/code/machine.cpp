#include "minimax/code/machine.hpp"

#include "vieta/error.hpp"

namespace vieta::approximation {
namespace {

// Sources of the errors:
//   cuda-fast  nvcc -use_fast_math: CUDA C++ Programming Guide, "Intrinsic functions", and PTX ISA: rcp.approx.ftz.f32
//              1 ulp, sqrt.approx.ftz.f32 2^-23 (PTX: "max relative error 2^-23"); a / b is a * rcp(b) there.
//   gcn, rdna  AMD's instruction set references: v_rcp_f32 and v_sqrt_f32, 1 ulp. GCN's v_mac_f32 rounds twice and
//              flushes subnormal numbers; RDNA has v_fma_f32.
//   vulkan     What the specification asks of every driver ("Precision of core SPIR-V instructions"): division 2.5 ulp;
//              sqrt as 1 / inversesqrt, 2 ulp and 2.5 ulp; subnormal numbers may be flushed.
const machine known_machines[] = {
    {"ieee", false, false, false, 0, 0},    {"ieee-fma", true, false, false, 0, 0},
    {"ieee-ftz", false, false, true, 0, 0}, {"cuda-fast", true, false, true, 1, 1},
    {"gcn", false, false, true, 1, 1},      {"rdna", true, false, true, 1, 1},
    {"vulkan", false, false, true, 4.5, 2}, {"vulkan-fma", true, false, true, 4.5, 2},
};

}  // namespace

machine find_machine(const std::string& name) {
  for (const machine& m : known_machines)
    if (m.name == name) return m;
  throw error("--machine: found '" + name + "', expected " + machine_list());
}

std::string machine_list() {
  std::string names;
  for (const machine& m : known_machines) names += (names.empty() ? "" : ", ") + std::string(m.name);
  return names;
}

}  // namespace vieta::approximation
