#include "roots/near_linear/rings/ring_search.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>

#include "base/parallel_for.hpp"
#include "base/plain_array.hpp"
#include "roots/near_linear/cell_search.hpp"
#include "roots/near_linear/fourier_plan.hpp"
#include "roots/near_linear/rings/shared_rings.hpp"

namespace vieta::near_linear {
namespace {

constexpr std::size_t most_cells_of_one = 1 << 17;  // of a ring that one thread searches: tables of 80 MiB
constexpr std::size_t search_task = 64UL * search_lanes;

// Plans are few: one for each power of two.
class plan_store {
 public:
  const fourier_plan& at(int log2_length) {
    const std::scoped_lock guard(lock_);
    std::unique_ptr<fourier_plan>& place = plans_[log2_length];
    if (!place) place = std::make_unique<fourier_plan>(log2_length);
    return *place;
  }

 private:
  std::mutex lock_;
  std::map<int, std::unique_ptr<fourier_plan>> plans_;
};

// One search of rings, or of parts of them.
class ring_search {
 public:
  ring_search(const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
              const std::vector<ring_part>& parts, double density, const session& context)
      : a_(a),
        hull_(hull),
        rings_(rings),
        parts_(parts),
        density_(density),
        context_(context),
        kernel_(cell_kernels(context.kernel.level)) {}

  // A ring with more than a thread's share of all cells is searched by all threads together, the others by one each.
  std::vector<part_searched> run() {
    std::vector<std::size_t> order(parts_.size());
    std::iota(order.begin(), order.end(), 0UL);
    const auto cells_of = [&](std::size_t i) { return rings_[parts_[i].ring].cells(); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return cells_of(a) > cells_of(b); });
    std::size_t all_cells = 0;
    for (const std::size_t i : order) all_cells += cells_of(i);
    const auto threads = static_cast<std::size_t>(context_.threads);
    const auto is_shared = [&](std::size_t i) {
      return threads > 1 && (cells_of(i) > most_cells_of_one || cells_of(i) > all_cells / threads);
    };
    std::vector<part_searched> found(parts_.size());
    std::size_t next = 0;
    if (next < order.size() && is_shared(order[next])) {
      plain_array<double> table = make_table(cells_of(order[next]));
      for (; next < order.size() && is_shared(order[next]) && !context_.must_stop(); ++next) {
        found[order[next]] = search(parts_[order[next]], table.data(), context_.threads);
        report_progress(found[order[next]].roots.size());
      }
    }
    if (next < order.size())
      search_by_one_each({order.begin() + static_cast<std::ptrdiff_t>(next), order.end()}, found);
    return found;
  }
  [[nodiscard]] bool used_residuals() const { return used_residuals_; }

 private:
  static plain_array<double> make_table(std::size_t cells) {
    plain_array<double> table;
    table.resize(cells * batches * cell_stride);
    return table;
  }
  // The largest ring comes first.
  void search_by_one_each(const std::vector<std::size_t>& order, std::vector<part_searched>& found) {
    std::atomic<std::size_t> next{0};
    const std::size_t workers = std::min(order.size(), static_cast<std::size_t>(context_.threads));
    const std::thread::id caller = std::this_thread::get_id();  // progress is reported from there only
    parallel_for(workers, 1, context_.threads, [&](std::size_t, std::size_t) {
      plain_array<double> table = make_table(rings_[parts_[order.front()].ring].cells());
      for (std::size_t k = next++; k < order.size() && !context_.must_stop(); k = next++) {
        found[order[k]] = search(parts_[order[k]], table.data(), 1);
        if (std::this_thread::get_id() == caller)
          report_progress(found[order[k]].roots.size());
        else
          done_ += static_cast<std::int64_t>(found[order[k]].roots.size());
      }
    });
  }
  part_searched search(const ring_part& of, double* table, int threads) {
    const ring& r = rings_[of.ring];
    part_searched result;
    ring_terms terms(a_, hull_, r, threads);
    if (terms.has_no_roots()) return result;
    const fourier_plan &plan = plans_.at(r.log2_cells), &directions = plans_.at(r.log2_cells + r.log2_passes);
    const cell_search cells(r, terms, plan, kernel_, density_, a_.is_real());
    const std::size_t tasks = (r.cells() + search_task - 1) / search_task;
    std::vector<cell_root> roots;
    for (std::size_t pass = of.first; pass < r.passes() && !context_.must_stop(); pass += of.step) {
      if (pass > 0) terms.turn(directions, pass, threads);
      // A table of a large ring takes half a second.
      if (!fill_table(terms, plan, kernel_, threads, table, [&] { return context_.must_stop(); })) break;
      std::vector<std::vector<cell_root>> parts(tasks);
      parallel_for(tasks, 1, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t task = first; task < last && !context_.must_stop(); ++task) {
          cells.run(table, pass, task * search_task, std::min((task + 1) * search_task, r.cells()), parts[task]);
        }
      });
      const std::size_t before = roots.size();
      for (const auto& part : parts) roots.insert(roots.end(), part.begin(), part.end());
      result.of_pass.push_back(roots.size() - before);
    }
    bool again = false;
    // Room for rounding the centre to double.
    const double tolerance = 0.75 * std::pow(10.0, -std::min(context_.options.digits, 15));
    result.roots = locate(roots, r, terms, directions, a_, tolerance, context_, threads, again);
    if (a_.is_real()) add_mirrored(roots, r, result);
    if (again) used_residuals_ = true;
    return result;
  }
  // The roots of the cells that were left out, after those of each pass.
  static void add_mirrored(const std::vector<cell_root>& roots, const ring& r, part_searched& result) {
    std::vector<located_root> all;
    all.reserve(2 * roots.size());
    std::size_t next = 0;
    for (std::uint64_t& count : result.of_pass) {
      const std::size_t first = next, end = next + static_cast<std::size_t>(count);
      for (; next < end; ++next) all.push_back(result.roots[next]);
      for (std::size_t i = first; i < end; ++i) {
        if (!has_mirror_image(roots[i].cell, r)) continue;
        all.push_back(mirrored(result.roots[i]));
        ++count;
      }
    }
    result.roots = std::move(all);
  }
  void report_progress(std::size_t more) {
    done_ += static_cast<std::int64_t>(more);
    if (context_.options.progress) {
      context_.options.progress({std::min(done_.load(), a_.degree), a_.degree, 53, context_.seconds()});
    }
  }

  const coefficients& a_;
  const envelope& hull_;
  const std::vector<ring>& rings_;
  const std::vector<ring_part>& parts_;
  double density_;
  const session& context_;
  const kernel_table& kernel_;
  plan_store plans_;
  std::atomic<bool> used_residuals_{false};
  std::atomic<std::int64_t> done_{0};
};

}  // namespace

parts_searched search_parts(const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
                            const std::vector<ring_part>& parts, double density, const session& context) {
  ring_search search(a, hull, rings, parts, density, context);
  parts_searched result;
  result.parts = search.run();
  result.used_residuals = search.used_residuals();
  return result;
}

rings_searched search_rings(const coefficients& a, const envelope& hull, const std::vector<ring>& rings, double density,
                            const session& context) {
  if (shared::is_shared(context.options.on)) return search_shared(a, hull, rings, density, context);
  std::vector<ring_part> whole(rings.size());
  for (std::size_t i = 0; i < rings.size(); ++i) whole[i].ring = static_cast<std::uint32_t>(i);
  const parts_searched found = search_parts(a, hull, rings, whole, density, context);
  rings_searched result;
  for (const part_searched& part : found.parts)
    result.roots.insert(result.roots.end(), part.roots.begin(), part.roots.end());
  result.used_residuals = found.used_residuals;
  return result;
}

}  // namespace vieta::near_linear
