#include <algorithm>

#include "base/float_environment.hpp"
#include "boxes/cuda/launch.hpp"
#include "boxes/cuda/prepare.cuh"
#include "boxes/cuda/solve.hpp"
#include "boxes/validate.hpp"
#include "cuda/check.hpp"
#include "vieta/error.hpp"

namespace vieta {

namespace {

using namespace boxes;
using namespace boxes::cuda;
using vieta::cuda::check;

degrees degrees_of(const std::vector<int>& given) {
  if (given.empty() || given.size() > 4)
    throw error("degrees: found " + std::to_string(given.size()) + " variables, expected 1 to 4");
  degrees d{};
  for (std::size_t k = 0; k < given.size(); ++k) {
    if (given[k] < 1 || given[k] > 64)
      throw error("degrees: found " + std::to_string(given[k]) + ", expected 1 to 64 on CUDA");
    d[k] = given[k];
  }
  return d;
}

void require(const void* pointer, const char* name) {
  if (pointer == nullptr)
    throw error(std::string("solve_boxes_cuda: ") + name + ": found null, expected device memory");
}

}  // namespace

namespace boxes::cuda {

bool takes(const core::bernstein_shape& shape) {
  return fixed_launcher(shape) != nullptr || general_launcher(shape) != nullptr;
}

bool takes_pieces(const core::bernstein_shape& shape, int pieces) {
  bool has_tables = false;
  return kantorovich_launcher(shape, pieces, has_tables) != nullptr;
}

scratch_layout::scratch_layout(std::size_t count, const core::bernstein_shape& shape, void* scratch) {
  arena all(scratch);
  memory = lay_out(all, static_cast<unsigned>(std::min(count, most_at_once)), shape.variables, shape.size);
  tables = all.array<double>(2 * static_cast<std::size_t>(shape.variables * shape.size));
  bytes = all.used();
}

void scratch_layout::use(const boxes_options& options) {
  const bool by_pieces = options.method == boxes_method::kantorovich;
  const std::size_t most_looks_here = by_pieces ? 100'000 : 2000;
  memory.pieces = by_pieces ? static_cast<unsigned>(options.subdivision) : 0;
  memory.tolerance = options.tolerance;
  memory.most_looks = static_cast<unsigned>(std::min<std::size_t>(options.max_boxes, most_looks_here));
}

void solve_prepared(const shape& form, const search_memory& m, double* tables, const domains& domain,
                    const boxes_cuda_output& out, unsigned first_system, cudaStream_t stream) {
  core::bernstein_shape s = form.core;
  launcher start = fixed_launcher(s);
  bool has_tables = start != nullptr;
  if (m.pieces > 0) start = kantorovich_launcher(s, static_cast<int>(m.pieces), has_tables);
  if (has_tables) return start(m, s, domain, out, first_system, stream);
  // Pageable host memory is copied before this call returns.
  const std::size_t size = form.slope.size();
  check(cudaMemcpyAsync(tables, form.slope.data(), size * sizeof(double), cudaMemcpyHostToDevice, stream), "tables");
  check(cudaMemcpyAsync(tables + size, form.fraction.data(), size * sizeof(double), cudaMemcpyHostToDevice, stream),
        "tables");
  s.slope = tables;
  s.fraction = tables + size;
  (m.pieces > 0 ? start : general_launcher(s))(m, s, domain, out, first_system, stream);
}

}  // namespace boxes::cuda

bool boxes_cuda_takes(const std::vector<int>& degrees) {
  const shape form(static_cast<int>(degrees.size()), degrees_of(degrees));
  return takes(form.core);
}

std::size_t boxes_cuda_scratch(std::size_t count, const std::vector<int>& degrees) {
  const shape form(static_cast<int>(degrees.size()), degrees_of(degrees));
  return scratch_layout(std::max<std::size_t>(count, 1), form.core, nullptr).bytes;
}

void solve_boxes_cuda(const bernstein_batch& systems, const boxes_cuda_output& out, const boxes_options& options,
                      CUstream_st* stream, void* scratch) {
  const float_environment floats;
  const shape form(static_cast<int>(systems.degrees.size()), degrees_of(systems.degrees));
  if (!takes(form.core)) throw error("degrees: found more than fits CUDA, expected degrees that boxes_cuda_takes");
  validate_limits(options);
  if (options.method == boxes_method::kantorovich && !takes_pieces(form.core, options.subdivision))
    throw error("subdivision, degrees: found more than fits CUDA, expected at most 256 pieces and smaller degrees");
  validate_box(systems.box, systems.degrees.size(), {});
  domains domain;
  domain.unit_cube = systems.box.empty();
  for (std::size_t k = 0; k < systems.box.size(); ++k) {
    domain.shared[2 * k] = systems.box[k][0];
    domain.shared[2 * k + 1] = systems.box[k][1];
  }
  require(out.totals, "totals");
  check(cudaMemsetAsync(out.totals, 0, sizeof(boxes_cuda_totals), stream), "totals");
  if (systems.count == 0) return;
  require(systems.coefficients, "coefficients");
  require(out.status, "status");
  require(out.first, "first");
  require(out.counts, "counts");
  if (out.capacity > 0) require(out.items, "items");
  void* own = nullptr;
  if (scratch == nullptr) {
    check(cudaMallocAsync(&own, boxes_cuda_scratch(systems.count, systems.degrees), stream), "scratch for solve_boxes");
    scratch = own;
  }
  scratch_layout layout(systems.count, form.core, scratch);
  layout.use(options);
  const int n = form.core.variables;
  for (std::size_t first = 0; first < systems.count; first += most_at_once) {
    search_memory m = layout.memory;
    m.systems = static_cast<unsigned>(std::min(systems.count - first, most_at_once));
    prepare<<<(m.systems - 1) / threads_beside + 1, threads_beside, 0, stream>>>(
        m, n, form.core.size, systems.coefficients + first * static_cast<std::size_t>(n * form.core.size),
        form.rounding);
    solve_prepared(form, m, layout.tables, domain, out, static_cast<unsigned>(first), stream);
  }
  check(cudaGetLastError(), "start of solve_boxes");
  if (own != nullptr) check(cudaFreeAsync(own, stream), "scratch for solve_boxes");
}

}  // namespace vieta
