#include <algorithm>

#include "boxes/close_look.hpp"
#include "boxes/cuda.hpp"
#include "boxes/cuda/solve.hpp"
#include "cuda/device.hpp"
#include "parallel_for.hpp"

// solve_boxes on a CUDA device for systems in host memory: they are prepared here, solved there, and their items come
// back.

namespace vieta::boxes {

namespace {

using namespace cuda;
using vieta::cuda::check;
using vieta::cuda::pool_memory;

template <class T>
void to_device(T* to, const std::vector<T>& from) {
  check(cudaMemcpyAsync(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice, nullptr), "copy");
}

template <class T>
void to_host(T* to, const T* from, std::size_t count) {
  check(cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyDeviceToHost), "copy");
}

/// Systems as the search wants them, in host memory.
struct prepared_block {
  std::vector<double> coefficients, error, domains;
  std::vector<int> exponent;
  std::vector<standing> standings;

  prepared_block(const shape& form, std::size_t first, std::size_t count,
                 const std::function<system_view(std::size_t)>& view, int threads) {
    const auto n = static_cast<std::size_t>(form.core.variables), size = static_cast<std::size_t>(form.core.size);
    coefficients.resize(count * n * size);
    error.resize(count * n);
    domains.resize(count * n * 2);
    exponent.resize(count * n);
    standings.assign(count, standing::here);
    parallel_for(count, 512, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const system_view system = view(first + k);
        for (std::size_t q = 0; q < n; ++q) {
          const std::size_t at = k * n + q;
          if (!prepare_polynomial(form, system.equations[q], coefficients.data() + at * size, error[at], exponent[at]))
            standings[k] = standing::bad_input;
          error[at] = (error[at] + form.rounding) * 1.01;
          domains[2 * at] = system.box == nullptr ? 0 : system.box[q][0];
          domains[2 * at + 1] = system.box == nullptr ? 1 : system.box[q][1];
        }
        // Conditions F > 0 are looked at on the CPU.
        if (!system.positive.empty() && standings[k] == standing::here) standings[k] = standing::left_over;
      }
    });
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
  return options.method == boxes_method::krawczyk && !options.keep_visited && takes(form.core);
}

boxes_result solve_on_cuda(const shape& form, std::size_t count, const std::function<system_view(std::size_t)>& view,
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
  std::vector<std::uint32_t> first_item(at_once), item_count(at_once);
  std::vector<boxes_status> status(at_once);
  std::vector<box_item> items;
  for (std::size_t first = 0; first < count; first += at_once) {
    const std::size_t systems = std::min(at_once, count - first);
    const prepared_block block(form, first, systems, view, thread_count(options.on.threads));
    search_memory m = layout.memory;
    m.systems = static_cast<unsigned>(systems);
    to_device(m.coefficients, block.coefficients);
    to_device(m.error, block.error);
    to_device(m.exponent, block.exponent);
    to_device(m.standings, block.standings);
    to_device(ends, block.domains);
    check(cudaMemsetAsync(out.totals, 0, sizeof(boxes_cuda_totals), nullptr), "totals");
    solve_prepared(form, m, layout.tables, domain, out, 0, nullptr);
    boxes_cuda_totals totals;
    to_host(&totals, out.totals, 1);
    to_host(status.data(), out.status, systems);
    to_host(first_item.data(), out.first, systems);
    to_host(item_count.data(), out.counts, systems);
    items.resize(std::min<std::size_t>(totals.items, capacity));
    to_host(items.data(), out.items, items.size());
    report.boxes_visited += totals.boxes_visited;
    report.most_visited = std::max<std::size_t>(report.most_visited, totals.most_visited);
    if (first == 0) result.items.reserve(items.size() * (count / systems + 1));
    for (std::size_t k = 0; k < systems; ++k) {
      result.first.push_back(result.items.size());
      const auto from = items.begin() + static_cast<std::ptrdiff_t>(first_item[k]);
      const auto end = from + static_cast<std::ptrdiff_t>(item_count[k]);
      const double* const domain_ends = block.domains.data() + k * n * 2;
      if (std::any_of(from, end, [&](const box_item& item) { return is_wide(item, domain_ends, n); }))
        status[k] = boxes_status::budget;
      result.status.push_back(status[k]);
      if (status[k] == boxes_status::budget)
        left_over.push_back(first + k);
      else
        result.items.insert(result.items.end(), from, end);
      report.complete += status[k] == boxes_status::complete;
      report.bad += status[k] == boxes_status::bad_input;
    }
  }
  report.systems = count;
  report.unique = result.items.size();
  return result;
}

}  // namespace vieta::boxes
