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
#include "base/team/one_process.hpp"
#include "roots/near_linear/cell_search.hpp"
#include "roots/near_linear/fourier_plan.hpp"
#include "roots/near_linear/rings/ring_record.hpp"
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
              const std::vector<ring_part>& parts, double density, const session& context, const search_turn& turn)
      : a_(a),
        hull_(hull),
        rings_(rings),
        parts_(parts),
        density_(density),
        context_(context),
        turn_(turn),
        kernel_(cell_kernels(context.kernel.level)) {}

  // A ring with more than a thread's share of all cells is searched by all threads together, the others by one each.
  std::vector<pass_searched> run() {
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
    std::size_t next = 0;
    if (next < order.size() && is_shared(order[next])) {
      plain_array<double> table = make_table(cells_of(order[next]));
      for (; next < order.size() && is_shared(order[next]) && !must_stop(); ++next)
        report_progress(search(parts_[order[next]], table.data(), context_.threads));
    }
    if (next < order.size()) search_by_one_each({order.begin() + static_cast<std::ptrdiff_t>(next), order.end()});
    return std::move(found_);
  }

 private:
  static plain_array<double> make_table(std::size_t cells) {
    plain_array<double> table;
    table.resize(cells * batches * cell_stride);
    return table;
  }
  // The largest ring comes first.
  void search_by_one_each(const std::vector<std::size_t>& order) {
    std::atomic<std::size_t> next{0};
    const std::size_t workers = std::min(order.size(), static_cast<std::size_t>(context_.threads));
    const std::thread::id caller = std::this_thread::get_id();  // progress is reported from there only
    parallel_for(workers, 1, context_.threads, [&](std::size_t, std::size_t) {
      plain_array<double> table = make_table(rings_[parts_[order.front()].ring].cells());
      for (std::size_t k = next++; k < order.size() && !must_stop(); k = next++) {
        const std::size_t more = search(parts_[order[k]], table.data(), 1);
        if (std::this_thread::get_id() == caller)
          report_progress(more);
        else
          done_ += static_cast<std::int64_t>(more);
      }
    });
  }
  /// Whether no other pass is to be begun.
  [[nodiscard]] bool must_stop() const {
    return context_.must_stop() || (turn_.seconds > 0 && has_begun_ && context_.seconds() - began_ > turn_.seconds);
  }
  /// Returns how many roots were found.
  std::size_t search(const ring_part& of, double* table, int threads) {
    const ring& r = rings_[of.ring];
    ring_terms terms(a_, hull_, r, threads);
    if (terms.has_no_roots()) {
      for (std::size_t pass = of.first; pass < r.passes(); pass += of.step)
        keep({of.ring, static_cast<std::uint32_t>(pass), true, false, {}});
      return 0;
    }
    const fourier_plan &plan = plans_.at(r.log2_cells), &directions = plans_.at(r.log2_cells + r.log2_passes);
    const cell_search cells(r, terms, plan, kernel_, density_, a_.is_real());
    const std::size_t tasks = (r.cells() + search_task - 1) / search_task;
    // Room for rounding the centre to double.
    const double tolerance = 0.75 * std::pow(10.0, -std::min(context_.options.digits, 15));
    ring_locator locator(r, terms, directions, a_, tolerance, context_, threads);
    std::size_t count = 0;
    for (std::size_t pass = of.first; pass < r.passes() && !must_stop(); pass += of.step) {
      has_begun_ = true;
      if (pass > 0) terms.turn(directions, pass, threads);
      // A table of a large ring takes half a second.
      if (!fill_table(terms, plan, kernel_, threads, table, [&] { return context_.must_stop(); })) break;
      std::vector<std::vector<cell_root>> parts(tasks);
      parallel_for(tasks, 1, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t task = first; task < last && !context_.must_stop(); ++task) {
          cells.run(table, pass, task * search_task, std::min((task + 1) * search_task, r.cells()), parts[task]);
        }
      });
      std::vector<cell_root> roots;
      for (const auto& part : parts) roots.insert(roots.end(), part.begin(), part.end());
      pass_searched result{of.ring, static_cast<std::uint32_t>(pass), false, false, {}};
      result.roots = locator.run(roots, result.used_residuals);
      if (a_.is_real()) add_mirrored(roots, r, result.roots);
      result.whole = !context_.must_stop();
      count += result.roots.size();
      keep(std::move(result));
    }
    return count;
  }
  /// The roots of the cells that were left out.
  static void add_mirrored(const std::vector<cell_root>& roots, const ring& r, std::vector<located_root>& located) {
    located.reserve(2 * roots.size());
    for (std::size_t i = 0; i < roots.size(); ++i)
      if (has_mirror_image(roots[i].cell, r)) located.push_back(mirrored(located[i]));
  }
  void keep(pass_searched pass) {
    if (pass.whole && turn_.done) turn_.done(pass);
    const std::scoped_lock guard(lock_);
    found_.push_back(std::move(pass));
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
  const search_turn& turn_;
  const kernel_table& kernel_;
  plan_store plans_;
  double began_ = context_.seconds();
  std::atomic<bool> has_begun_{false};
  std::mutex lock_;
  std::vector<pass_searched> found_;
  std::atomic<std::int64_t> done_{0};
};

/// What is left of the rings: those that are there as a whole, single passes of the others.
std::vector<ring_part> parts_left(const std::vector<ring>& rings, const std::vector<pass_searched>& done) {
  std::vector<std::vector<char>> is_done(rings.size());
  for (const pass_searched& pass : done) {
    std::vector<char>& of_ring = is_done[pass.ring];
    of_ring.resize(rings[pass.ring].passes(), 0);
    of_ring[pass.pass] = 1;
  }
  std::vector<ring_part> left;
  for (std::uint32_t i = 0; i < rings.size(); ++i) {
    if (is_done[i].empty()) left.push_back({i, 0, 1});
    for (std::uint32_t pass = 0; pass < is_done[i].size(); ++pass)
      if (is_done[i][pass] == 0) left.push_back({i, pass, static_cast<std::uint32_t>(is_done[i].size())});
  }
  return left;
}

}  // namespace

std::vector<pass_searched> search_parts(const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
                                        const std::vector<ring_part>& parts, double density, const session& context,
                                        const search_turn& turn) {
  return ring_search(a, hull, rings, parts, density, context, turn).run();
}

rings_searched in_order(std::vector<pass_searched> passes) {
  std::sort(passes.begin(), passes.end(), [](const pass_searched& one, const pass_searched& other) {
    return std::pair(one.ring, one.pass) < std::pair(other.ring, other.pass);
  });
  rings_searched result;
  for (pass_searched& pass : passes) {
    result.roots.insert(result.roots.end(), pass.roots.begin(), pass.roots.end());
    result.used_residuals = result.used_residuals || pass.used_residuals;
    pass.roots = {};
  }
  return result;
}

rings_searched search_rings(const coefficients& a, const envelope& hull, const std::vector<ring>& rings, double density,
                            const session& context, ring_record* asked, std::uint32_t number) {
  ring_record* const record = is_one_process ? nullptr : asked;
  const bool is_shared = shared::is_shared(context.options.on);
  std::vector<pass_searched> passes;
  if (record != nullptr) passes = record->take_passes(number);
  while (!context.must_stop()) {
    const std::vector<ring_part> left = parts_left(rings, passes);
    if (left.empty()) break;
    search_turn turn;
    const bool in_turns = is_shared && record != nullptr;
    if (in_turns) turn.seconds = std::max(record->seconds_between(), 1e-3);
    if (record != nullptr) turn.done = [&](const pass_searched& pass) { record->add(number, pass); };
    std::vector<pass_searched> more = is_shared ? search_shared(a, hull, rings, left, density, context, turn)
                                                : search_parts(a, hull, rings, left, density, context, turn);
    passes.insert(passes.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    if (!in_turns) break;
  }
  if (record != nullptr && context.must_stop()) record->save();
  return in_order(std::move(passes));
}

}  // namespace vieta::near_linear
