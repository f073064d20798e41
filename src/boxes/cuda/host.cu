#include <algorithm>

#include "base/parallel_for.hpp"
#include "base/plain_array.hpp"
#include "boxes/cuda.hpp"
#include "boxes/cuda/solve.hpp"
#include "boxes/leftovers/close_look.hpp"
#include "boxes/leftovers/merge.hpp"
#include "cuda/device.hpp"

// solve_boxes on a CUDA device for systems in host memory: they are prepared here, solved there, and their items come
// back.

namespace vieta::boxes {

namespace {

using namespace cuda;
using vieta::cuda::check;
using vieta::cuda::pool_memory;

template <class T>
void to_device(T* to, const T* from, std::size_t count) {
  check(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyHostToDevice, nullptr), "copy");
}

template <class T>
void to_host(T* to, const T* from, std::size_t count) {
  check(cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyDeviceToHost), "copy");
}

/// Systems as the search wants them, in host memory that serves one round after the other.
struct prepared_block {
  plain_array<double> coefficients, error, domains;
  plain_array<int> exponent;
  plain_array<standing> standings;

  prepared_block(const shape& form, std::size_t most) {
    const auto n = static_cast<std::size_t>(form.core.variables), size = static_cast<std::size_t>(form.core.size);
    coefficients.resize(most * n * size);
    error.resize(most * n);
    domains.resize(most * n * 2);
    exponent.resize(most * n);
    standings.resize(most);
  }

  void fill(const shape& form, std::size_t first, std::size_t count, const view_function& view, int threads) {
    const auto n = static_cast<std::size_t>(form.core.variables), size = static_cast<std::size_t>(form.core.size);
    parallel_for(count, 512, threads, [&](std::size_t begin, std::size_t end) {
      system_view system;
      for (std::size_t k = begin; k < end; ++k) {
        view(first + k, system);
        standing what = standing::here;
        for (std::size_t q = 0; q < n; ++q) {
          const std::size_t at = k * n + q;
          double& e = error.data()[at];
          int& x = exponent.data()[at];
          e = 0, x = 0;
          if (!prepare_polynomial(form, system.equations[q], coefficients.data() + at * size, e, x))
            what = standing::bad_input;
          e = (e + form.rounding) * 1.01;
          domains.data()[2 * at] = system.box == nullptr ? 0 : system.box[q][0];
          domains.data()[2 * at + 1] = system.box == nullptr ? 1 : system.box[q][1];
        }
        // Conditions F > 0 are looked at on the CPU.
        if (!system.positive.empty() && what == standing::here) what = standing::left_over;
        standings.data()[k] = what;
      }
    });
  }

  /// To device memory that has a place for each.
  void send(const search_memory& m, double* ends, std::size_t systems, std::size_t n, std::size_t size) const {
    to_device(m.coefficients, coefficients.begin(), systems * n * size);
    to_device(m.error, error.begin(), systems * n);
    to_device(m.exponent, exponent.begin(), systems * n);
    to_device(m.standings, standings.begin(), systems);
    to_device(ends, domains.begin(), systems * n * 2);
  }
};

/// Whether a solution may be one that the CPU takes a close look at; `ends` are those of the domain. (A radius is at
/// least half of the enclosure's edge times that of the domain.)
bool is_wide(const box_item& item, const double* ends, std::size_t n) {
  double least = ends[1] - ends[0];
  for (std::size_t k = 1; k < n; ++k) least = std::min(least, ends[2 * k + 1] - ends[2 * k]);
  return item.radius > least * (wide_enclosure / 2);
}

}  // namespace

bool cuda_takes(const shape& form, const boxes_options& options) {
  if (options.keep_visited) return false;
  if (options.method == boxes_method::kantorovich) return takes_pieces(form.core, options.subdivision);
  return options.method == boxes_method::krawczyk && takes(form.core);
}

boxes_result solve_on_cuda(const shape& form, std::size_t count, const view_function& view,
                           const boxes_options& options, std::vector<std::size_t>& left_over, std::string& device) {
  const vieta::cuda::device_scope scope(options.on);
  device = scope.name();
  const auto n = static_cast<std::size_t>(form.core.variables);
  const std::size_t at_once = std::min(count, most_at_once);
  const pool_memory scratch(scope.number(), scratch_layout(at_once, form.core, nullptr).bytes);
  scratch_layout layout(at_once, form.core, scratch.get());
  layout.use(options);

  // Systems whose items have no room are left over.
  const std::size_t capacity = 4 * at_once + 65536;
  arena counted(nullptr);
  const auto place = [&](arena& a, boxes_cuda_output& out, double*& ends) {
    out.status = a.array<boxes_status>(at_once);
    out.first = a.array<std::uint32_t>(at_once);
    out.counts = a.array<std::uint32_t>(at_once);
    out.items = a.array<box_item>(capacity);
    out.totals = a.array<boxes_cuda_totals>(1);
    ends = a.array<double>(at_once * n * 2);
  };
  boxes_cuda_output out;
  out.capacity = static_cast<std::uint32_t>(capacity);
  domains domain;
  double* ends = nullptr;
  place(counted, out, ends);
  const pool_memory results(scope.number(), counted.used());
  arena placed(results.get());
  place(placed, out, ends);
  domain.ends = ends;

  boxes_result result;
  boxes_report& report = result.report;
  result.status.resize(count);
  result.first.reserve(count + 1);
  const int threads = thread_count(options.on.threads);
  prepared_block block(form, at_once);
  plain_array<std::uint32_t> first_item, item_count;
  plain_array<box_item> items;  // as they come from the device
  first_item.resize(at_once), item_count.resize(at_once), items.resize(capacity);
  for (std::size_t first = 0; first < count; first += at_once) {
    const std::size_t systems = std::min(at_once, count - first);
    boxes_status* const status = result.status.data() + first;
    block.fill(form, first, systems, view, threads);
    search_memory m = layout.memory;
    m.systems = static_cast<unsigned>(systems);
    block.send(m, ends, systems, n, static_cast<std::size_t>(form.core.size));
    check(cudaMemsetAsync(out.totals, 0, sizeof(boxes_cuda_totals), nullptr), "totals");
    solve_prepared(form, m, layout.tables, domain, out, 0, nullptr);
    boxes_cuda_totals totals;
    to_host(&totals, out.totals, 1);
    to_host(status, out.status, systems);
    to_host(first_item.data(), out.first, systems);
    to_host(item_count.data(), out.counts, systems);
    to_host(items.data(), out.items, std::min<std::size_t>(totals.items, capacity));
    report.boxes_visited += totals.boxes_visited;
    report.most_visited = std::max<std::size_t>(report.most_visited, totals.most_visited);
    if (first == 0) {  // room for about what will come
      const double rounds = static_cast<double>(count) / static_cast<double>(systems);
      make_room(result.items, static_cast<std::size_t>(totals.items * (rounds > 1 ? 1.02 * rounds : 1)), threads);
    }
    constexpr std::size_t grain = 1024;
    parallel_for(systems, grain, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const box_item* const from = items.begin() + first_item[k];
        const double* const domain_ends = block.domains.begin() + k * n * 2;
        if (std::any_of(from, from + item_count[k],
                        [&](const box_item& item) { return is_wide(item, domain_ends, n); }))
          status[k] = boxes_status::budget;
      }
    });
    std::size_t number = result.items.size();
    for (std::size_t k = 0; k < systems; ++k) {
      result.first.push_back(number);
      if (status[k] == boxes_status::budget)
        left_over.push_back(first + k);
      else
        number += item_count[k];
      report.complete += status[k] == boxes_status::complete;
      report.bad_inputs += status[k] == boxes_status::bad_input;
    }
    result.items.resize(number);
    parallel_for(systems, grain, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        if (status[k] != boxes_status::budget)
          std::copy_n(items.begin() + first_item[k], item_count[k],
                      result.items.begin() + static_cast<std::ptrdiff_t>(result.first[first + k]));
    });
  }
  report.systems = count;
  report.unique = result.items.size();
  return result;
}

}  // namespace vieta::boxes
