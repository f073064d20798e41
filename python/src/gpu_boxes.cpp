#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bind.hpp"
#include "gpu_address.hpp"
#include "verbs/solved_boxes.hpp"
#include "vieta/boxes_columns_cuda.hpp"
#include "vieta/device_memory.hpp"

// Batches of systems in device memory, for python/vieta/_gpu_boxes.py.

namespace vieta::python {
namespace {

/// Where the parts of a call are: all device memory.
struct places {
  address coefficients, status, first, counts, items, totals, scratch;
  explicit places(const std::vector<address>& parts)
      : coefficients(parts.at(0)),
        status(parts.at(1)),
        first(parts.at(2)),
        counts(parts.at(3)),
        items(parts.at(4)),
        totals(parts.at(5)),
        scratch(parts.at(6)) {}

  [[nodiscard]] boxes_cuda_output output(std::size_t capacity) const {
    return {pointer<boxes_status>(status), pointer<std::uint32_t>(first),        pointer<std::uint32_t>(counts),
            pointer<box_item>(items),      static_cast<std::uint32_t>(capacity), pointer<boxes_cuda_totals>(totals)};
  }
};

/// Bytes of scratch memory for the search, and for putting its items into arrays; bytes of one item.
nb::tuple scratch_of(std::size_t count, const std::vector<int>& degrees) {
  return nb::make_tuple(boxes_cuda_scratch(count, degrees), boxes_columns_cuda_scratch(count), sizeof(box_item));
}

/// Solves, and waits for the numbers of items, of boxes looked at, and of those looked at for one system.
nb::tuple solve_on_gpu(int device, std::size_t count, const std::vector<int>& degrees, const box_edges& box,
                       const std::vector<address>& parts, std::size_t capacity, double tolerance, std::size_t max_boxes,
                       address stream) {
  const places at(parts);
  bernstein_batch batch;
  batch.count = count;
  batch.degrees = degrees;
  batch.coefficients = pointer<const double>(at.coefficients);
  batch.box = box;
  boxes_options options;
  options.tolerance = tolerance;
  options.max_boxes = max_boxes;
  boxes_cuda_totals totals;
  {
    const nb::gil_scoped_release unlocked;
    const current_cuda_device scope(device);
    solve_boxes_cuda(batch, at.output(capacity), options, stream_of(stream), pointer<void>(at.scratch));
    copy_from_cuda(&totals, pointer<const void>(at.totals), sizeof totals, stream_of(stream));
  }
  return nb::make_tuple(totals.items, totals.boxes_visited, totals.most_visited);
}

/// Puts items into arrays: `columns` are addresses in the order of boxes_cuda_columns.
void spread_on_gpu(int device, std::size_t count, int variables, std::size_t items, const std::vector<address>& parts,
                   std::size_t capacity, const std::vector<address>& columns, address scratch, address stream) {
  const boxes_cuda_columns to{
      pointer<std::int64_t>(columns.at(0)), pointer<std::int64_t>(columns.at(1)), pointer<double>(columns.at(2)),
      pointer<double>(columns.at(3)),       pointer<double>(columns.at(4)),       pointer<double>(columns.at(5)),
      pointer<double>(columns.at(6)),       pointer<std::int8_t>(columns.at(7)),  pointer<std::uint8_t>(columns.at(8))};
  const nb::gil_scoped_release unlocked;
  const current_cuda_device scope(device);
  boxes_columns_cuda(places(parts).output(capacity), count, variables, items, to, stream_of(stream),
                     pointer<void>(scratch));
}

template <class T, int Axes>
using host_array = nb::ndarray<const T, nb::ndim<Axes>, nb::c_contig, nb::device::cpu>;

/// A result in host memory, of arrays that were copied from a device. With no rows of items it has a report, and
/// nothing else should be asked of it.
solved_boxes result_of(const host_array<std::uint8_t, 1>& statuses, const host_array<std::int64_t, 1>& begin,
                       const host_array<double, 2>& x, const host_array<double, 2>& lower,
                       const host_array<double, 2>& upper, const host_array<double, 1>& radii,
                       const host_array<double, 1>& residuals, const host_array<std::int8_t, 1>& signs,
                       const host_array<std::uint8_t, 1>& on_border, const box_edges& box, std::size_t visited,
                       std::size_t most, const std::string& target) {
  const std::size_t count = statuses.shape(0), n = x.shape(1);
  solved_boxes answer = unnamed_systems(count, n, box);
  boxes_result& result = answer.result;
  result.first.assign(begin.data(), begin.data() + count + 1);
  result.items.resize(x.shape(0));
  for (std::size_t k = 0; k < result.items.size(); ++k) {
    box_item& item = result.items[k];
    std::copy_n(x.data() + k * n, n, item.x.begin());
    std::copy_n(lower.data() + k * n, n, item.lower.begin());
    std::copy_n(upper.data() + k * n, n, item.upper.begin());
    item.radius = radii.data()[k];
    item.residual = residuals.data()[k];
    item.jacobian_sign = signs.data()[k];
    item.on_border = on_border.data()[k] != 0;
  }
  boxes_report& report = result.report;
  for (std::size_t s = 0; s < count; ++s) {
    const auto status = static_cast<boxes_status>(statuses.data()[s]);
    result.status.push_back(status);
    report.complete += status == boxes_status::complete;
    report.bad_inputs += status == boxes_status::bad_input;
    if (status == boxes_status::bad_input)
      result.messages.push_back({s, "a coefficient is not finite, or an equation is zero everywhere"});
  }
  report.systems = count;
  report.unique = result.first.back();
  report.boxes_visited = visited;
  report.most_visited = most;
  report.target = target;
  return answer;
}

}  // namespace

void bind_gpu_boxes(nb::module_& module) {
  module.def("boxes_on_gpu_takes", boxes_cuda_takes);
  module.def("boxes_on_gpu_scratch", scratch_of);
  module.def("boxes_on_gpu", solve_on_gpu);
  module.def("boxes_columns_on_gpu", spread_on_gpu);
  module.def("boxes_result", result_of);
}

}  // namespace vieta::python
