#include "cuda/launch.cuh"
#include "newton/cuda/gather.hpp"
// What the kernel is launched with comes first.
#include "newton/cuda/gather_kernel.hpp"

static_assert(__cplusplus >= 202002L, "CUDA sources are C++20 too");

namespace vieta::systems {

gather::gather(const polynomial_system::representation& system)
    : prefix_count_(system.graph.prefix_path.size() + system.graph.prefix_begin.size() - 1),
      suffix_count_(system.graph.suffix_path.size() + system.graph.suffix_begin.size() - 1) {
  const gather_plan plan(system);
  terms_.assign(plan.terms.data(), plan.terms.size());
  place_.assign(plan.place.data(), plan.place.size());
  rows_.assign(plan.rows.data(), plan.rows.size());
  follows_.assign(plan.follows.data(), plan.follows.size());
}

void gather::resize(int parts, bool complex) {
  prefixes_.resize(prefix_count_, parts, complex);
  suffixes_.resize(suffix_count_, parts, complex);
}

void gather::derivatives(const system_view& s, const const_planes& values, int parts, bool complex,
                         const planes& out) const {
  const auto run = [&]<int N, bool C>() {
    using kernel = gather_derivatives<N, C>;
    const kernel body{s,      terms_.get(),     place_.get(),     rows_.get(), follows_.get(), rows_.size(),
                      values, prefixes_.read(), suffixes_.read(), out};
    near_linear::launch(body, static_cast<int>((s.variables + kernel::columns - 1) / kernel::columns),
                        static_cast<int>((rows_.size() + kernel::rows_together - 1) / kernel::rows_together),
                        kernel::threads, kernel::shared());
  };
  const auto with = [&]<bool C>() {
    switch (parts) {
      case 1:
        return run.template operator()<1, C>();
      case 2:
        return run.template operator()<2, C>();
      case 3:
        return run.template operator()<3, C>();
      default:
        return run.template operator()<4, C>();
    }
  };
  complex ? with.template operator()<true>() : with.template operator()<false>();
}

}  // namespace vieta::systems
