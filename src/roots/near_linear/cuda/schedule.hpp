#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <thread>
#include <type_traits>
#include <vector>

#include "base/parallel_for.hpp"
#include "roots/coefficients.hpp"
#include "roots/near_linear/cuda/disc_kernels.hpp"
#include "roots/near_linear/cuda/exchange.hpp"
#include "roots/near_linear/cuda/host_tables.hpp"
#include "roots/near_linear/cuda/long_transform_kernels.hpp"
#include "roots/near_linear/cuda/prove_kernels.hpp"
#include "roots/near_linear/cuda/search_kernels.hpp"
#include "roots/near_linear/cuda/sent_terms.hpp"
#include "roots/near_linear/cuda/term_kernels.hpp"
#include "roots/near_linear/cuda/transform_kernels.hpp"
#include "roots/near_linear/cuda/unique_kernels.hpp"
#include "roots/near_linear/cuda/waves.hpp"
#include "roots/near_linear/device_roots.hpp"
#include "roots/near_linear/rings/ring_terms.hpp"

// The near-linear method on a device: which kernel runs when, and what memory it has. Include a header before this one
// that says how kernels are launched: `memory<T>`, `launch`, `sort_by_key`, `finish` (launch.cuh; the tests have one
// for the host).

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

/// One search of all rings on a device.
class device_schedule {
 public:
  device_schedule(const coefficients& a, const sent_terms& terms, const envelope& hull, const std::vector<ring>& rings,
                  const device_limits& limits)
      : a_(a), limits_(limits), real_(a.is_real()), terms_(terms.view()) {
    plan(hull, rings);
    done("send rings");
  }

  device_roots run() {
    // Memory for the answer, a disc for each root or for two conjugate ones, is made while the device is at work.
    // Of several devices that meet the first one makes it for all.
    const std::int64_t all = real_ ? a_.degree / 2 + 4096 : a_.degree;
    std::jthread preparation([&] {
      if (limits_.others == nullptr)
        room_.prepare(static_cast<std::size_t>(shared_out(all)), !limits_.parts.empty());
      else if (limits_.member == 0)
        room_.prepare(static_cast<std::size_t>(all), false);
    });
    measure();
    done("samples");
    device_roots result;
    search(result);
    if (is_lost(result)) return result;
    locate(result);
    done("long sums");
    order(result, preparation);
    return result;
  }

 private:
  /// Of a number for all rings, what this device may have of it.
  [[nodiscard]] std::int64_t shared_out(std::int64_t all) const {
    constexpr std::int64_t is_little = 20'000'000;  // rings of few passes are dealt whole: shares differ there
    return limits_.devices < 2 || all <= is_little
               ? all
               : std::min(all, all / limits_.devices + all / (8 * limits_.devices) + 4096);
  }
  // Whether roots found no room, here or on another device.
  [[nodiscard]] bool is_lost(const device_roots& result) const {
    if (limits_.others == nullptr) return result.lost > 0;
    limits_.others->of[limits_.member].lost = result.lost;
    limits_.others->wait();
    return std::any_of(limits_.others->of.begin(), limits_.others->of.end(),
                       [](const offer& one) { return one.lost > 0; });
  }
  void done(const char* stage) const {
    if (!limits_.done) return;
    finish();
    limits_.done(stage);
  }
  void plan(const envelope& hull, const std::vector<ring>& rings) {
    std::int64_t entries = 0;
    int most_log2 = 0;
    for (const ring& r : rings) {
      device_ring d;
      d.plan = r;
      d.log_radius = r.log_radius();
      d.half_width = r.half_width();
      d.half_length = r.half_length();
      d.reach = r.reach();
      d.frame = frame_of(hull, r);
      d.outside = outside_of(hull, r, d.frame);
      d.window = window_of(r);
      d.folds = static_cast<int>((r.highest - r.lowest) / static_cast<std::int64_t>(r.cells())) + 1;
      d.log2_all = r.log2_cells + r.log2_passes;
      d.powers = entries;
      const std::int64_t coarse = ((d.window.width - 1) >> log2_fine_powers) + 1;
      entries += fine_powers + coarse;
      most_coarse_ = std::max(most_coarse_, coarse);
      most_log2 = std::max(most_log2, d.log2_all);
      rings_.push_back(d);
    }
    const host_tables& tables = tables_for(most_log2);
    directions_memory_.send(tables.directions);
    rounded_memory_.send(tables.rounded);
    directions_ = tables.layout;
    directions_.table = directions_memory_.get();
    directions_.rounded_table = rounded_memory_.get();
    unit_roots_.send(tables.unit_roots);
    inverse_factorials_.send(tables.inverse_factorials);
    long_unit_roots_.send(tables.long_unit_roots);
    long_inverse_factorials_.send(tables.long_inverse_factorials);
    powers_.resize(static_cast<std::size_t>(entries));
    device_rings_.send(rings_);
  }

  void measure() {
    const int count = static_cast<int>(rings_.size());
    launch(fill_powers{device_rings_.get(), powers_.get()}, groups_of(fine_powers + most_coarse_, fill_powers::threads),
           count, fill_powers::threads, 0);
    memory<term_bin> bins(rings_.size() * most_bins);
    launch(measure_bins{terms_, device_rings_.get(), powers_.get(), bins.get()}, most_bins, count,
           measure_bins::threads, measure_bins::shared);
    launch(measure_rings{device_rings_.get(), bins.get(), limits_.density, limits_.most_points}, 1, count,
           measure_rings::threads, measure_rings::shared);
    done("measure");
    device_rings_.fetch(rings_.data(), rings_.size());
    std::int64_t samples = 0;
    for (device_ring& r : rings_) {
      if (r.has_no_roots != 0) continue;
      r.samples = samples;
      samples += std::int64_t{r.grid.half_x} * r.grid.half_y * taylor_terms;
    }
    device_rings_.send(rings_);
    samples_.resize(static_cast<std::size_t>(samples));
    launch(fill_samples{device_rings_.get(), samples_.get()}, 1, count, fill_samples::threads, 0);
  }

  // Arrays of an answer. `prepare` touches all of their pages, which the system has to find.
  struct answer_room {
    plain_array<double> re, im, radius, alone;
    plain_array<std::int32_t> exponent;
    plain_array<std::uint64_t> keys;
    void prepare(std::size_t size, bool is_part) {
      // Side by side: a page costs the system more than the kernel that fills it.
      parallel_for(6, 1, 6, [&](std::size_t first, std::size_t last) {
        for (std::size_t k = first; k < last; ++k) {
          if (k < 3) (k == 0 ? re : k == 1 ? im : radius).resize_and_touch(size);
          if (k == 3) exponent.resize_and_touch(size);
          if (k == 4 && is_part) alone.resize_and_touch(size);
          if (k == 5 && is_part) keys.resize_and_touch(size);
        }
      });
    }
    void resize(std::size_t size) {
      for (plain_array<double>* const column : {&re, &im, &radius}) column->cut_or_resize(size);
      exponent.cut_or_resize(size);
    }
  };
  struct usual_stream_afterwards {
    ~usual_stream_afterwards() { side_streams::turn_to(0); }
  };
  void search(device_roots& result) {
    const std::vector<chunk> all = chunks_of(rings_, terms_.terms, limits_);
    const std::vector<wave> steps = waves_of(all, limits_.table_bytes, side_streams::most);
    std::size_t tables = 0, slots_size = 0, candidates = 0;
    for (const wave& w : steps) {
      tables = std::max(tables, w.table);
      slots_size = std::max(slots_size, w.slots);
      candidates = std::max(candidates, w.candidates);
    }
    std::vector<device_item> items;
    for (const chunk& c : all) items.insert(items.end(), c.items.begin(), c.items.end());
    memory<device_item> device_items;
    device_items.send(items);
    memory<wide_complex> slots(2 * slots_size), table(tables);
    memory<cell_candidate> queues(candidates);
    memory<unsigned> queued(all.size());
    queued.zero();
    const std::int64_t most = shared_out(a_.degree) + a_.degree / 16 + 65536;
    capacity_ = static_cast<unsigned>(std::min<std::int64_t>(most, 4'000'000'000));
    roots_.resize(capacity_);
    counters_.resize(8);
    counters_.zero();
    done("memory");

    const device_item* own = device_items.get();
    for (const wave& w : steps) {
      if (limits_.must_stop && (finish(), limits_.must_stop())) {
        result.stopped = true;  // what was found so far is proven and told apart all the same
        break;
      }
      if (limits_.progress && w.first > 0) report();
      const usual_stream_afterwards guard;
      slots.zero(2 * w.slots);
      wide_complex *own_slots = slots.get(), *own_table = table.get();
      cell_candidate* own_queue = queues.get();
      for (std::size_t i = w.first; i < w.last; ++i) {
        const chunk& c = all[i];
        if (w.last - w.first > 1) side_streams::turn_to(static_cast<int>(i - w.first) + 1);
        search(c, own, own_slots, own_table,
               {own_queue, static_cast<unsigned>(c.candidates()), queued.get() + static_cast<std::ptrdiff_t>(i)});
        own_queue += c.candidates();
        own += c.items.size();
        own_slots += 2 * c.slots;
        own_table += c.table();
      }
    }
    unsigned counted[2] = {};
    counters_.fetch(counted, 2);
    result.lost = counted[0] > capacity_ ? counted[0] - capacity_ : 0;
    result.without_room = counted[1];
    found_ = static_cast<int>(std::min(counted[0], capacity_));
  }
  void report() {
    unsigned found = 0;
    counters_.fetch(&found, 1);
    limits_.progress(std::min((real_ ? 2 : 1) * static_cast<std::int64_t>(found), a_.degree));
  }
  void search(const chunk& c, const device_item* items, wide_complex* slots, wide_complex* table,
              const candidate_queue& queue) const {
    const int count = static_cast<int>(c.items.size());
    wide_complex* const low_slots = slots + c.slots;
    launch(fill_slots{terms_, device_rings_.get(), items, powers_.get(), directions_, slots, low_slots},
           groups_of(c.widest, fill_slots::threads), count, fill_slots::threads, 0);
    done("weights");
    transform(c, items, slots, low_slots, table);
    launch(sample_cells{device_rings_.get(), items, table, samples_.get(), queue, c.log2_cells, real_},
           groups_of(std::int64_t{1} << c.log2_cells, sample_cells::lanes), count, sample_cells::threads,
           sample_cells::shared(c.points));
    done("candidates");
    constexpr std::int64_t most_blocks = 2048;
    const auto blocks = static_cast<int>(std::min<std::int64_t>(
        most_blocks, groups_of(static_cast<std::int64_t>(c.cells()), prove_candidates::threads)));
    launch(prove_candidates{device_rings_.get(), items, table, queue, roots_.get(), counters_.get(), capacity_,
                            c.log2_cells, blocks},
           blocks, 1, prove_candidates::threads, prove_candidates::shared);
    done("proofs");
  }

  void transform(const chunk& c, const device_item* items, const wide_complex* slots, const wide_complex* low_slots,
                 wide_complex* table) const {
    const int log2_rows = rows_log2(c.log2_cells), log2_columns = c.log2_cells - log2_rows;
    const auto start = [&](const auto& body, int planes, int log2_length, int log2_lines) {
      const int log2_width = tile_width_log2(log2_length, log2_lines), log2_size = log2_length + log2_width;
      const int threads = std::clamp((1 << log2_size) / 4, 32, std::decay_t<decltype(body)>::threads);
      launch(body, planes << (log2_lines - log2_width), static_cast<int>(c.items.size()), threads,
             (std::size_t{2} * sizeof(wide_complex)) << log2_size);
    };
    const long_tables long_ones{long_unit_roots_.get(), long_inverse_factorials_.get()};
    const bool folded = c.folds > 2;
    if (folded) {
      launch(fold_terms{device_rings_.get(), items, slots, inverse_factorials_.get(), table},
             groups_of(std::int64_t{1} << c.log2_cells, fold_terms::threads), static_cast<int>(c.items.size()),
             fold_terms::threads, 0);
      launch(fold_leading_terms{device_rings_.get(), items, slots, low_slots, long_ones, table},
             groups_of(std::int64_t{1} << c.log2_cells, fold_leading_terms::threads), static_cast<int>(c.items.size()),
             fold_leading_terms::threads, 0);
      done("folds");
    }
    start(transform_long_columns{device_rings_.get(), items, slots, low_slots, long_ones, directions_, table,
                                 c.log2_cells, folded},
          leading_terms, log2_rows, log2_columns);
    done("long columns");
    if (log2_columns > 0)
      start(transform_long_rows{long_ones, table, c.log2_cells}, leading_terms, log2_columns, log2_rows);
    done("long rows");
    start(transform_columns{device_rings_.get(), items, slots, unit_roots_.get(), inverse_factorials_.get(),
                            directions_, table, c.log2_cells, folded},
          short_terms, log2_rows, log2_columns);
    done("columns");
    if (log2_columns > 0)
      start(transform_rows{unit_roots_.get(), table, c.log2_cells}, short_terms, log2_columns, log2_rows);
    done("rows");
  }

  void locate(device_roots& result) {
    const auto count = static_cast<std::size_t>(found_);
    for (memory<double>* const column : {&re_, &im_, &radius_, &alone_}) column->resize(count);
    discs_ = {re_.get(), im_.get(), radius_.get(), alone_.get()};
    memory<unsigned> large(count);
    counters_.zero();
    const int groups = groups_of(found_, locate_roots::threads);
    if (found_ == 0) return;
    launch(locate_roots{roots_.get(), device_rings_.get(), directions_, limits_.tolerance, real_, found_, discs_,
                        large.get(), counters_.get()},
           groups, 1, locate_roots::threads, 0);
    done("discs");
    unsigned larges = 0;
    counters_.fetch(&larges, 1);
    result.used_residuals = larges > 0;
    if (larges == 0) return;
    result.long_sums = larges;
    // By ring and cell: neighbours share the weights of their terms, and the order is always the same.
    memory<std::uint64_t> keys(larges);
    memory<std::uint32_t> by_ring(larges);
    launch(make_cell_keys{roots_.get(), large.get(), static_cast<int>(larges), keys.get(), by_ring.get()},
           groups_of(larges, make_cell_keys::threads), 1, make_cell_keys::threads, 0);
    sort_by_key(keys, by_ring);
    // Few sums are shared by many blocks.
    std::int64_t widest = 1;
    for (const device_ring& r : rings_) widest = std::max(widest, std::min(r.window.width, terms_.terms));
    constexpr std::int64_t blocks = 4096, terms_of_thread = 32;
    const int groups_of_sums = groups_of(larges, add_long_sums::together);
    const auto segments = static_cast<int>(std::clamp<std::int64_t>(
        std::min(blocks / groups_of_sums, widest / (terms_of_thread * add_long_sums::parts)), 1, 256));
    memory<complex<dd>> sums(std::size_t{larges} * static_cast<std::size_t>(segments));
    launch(add_long_sums{roots_.get(), device_rings_.get(), by_ring.get(), static_cast<int>(larges), directions_,
                         terms_, powers_.get(), segments, sums.get()},
           segments, groups_of_sums, add_long_sums::threads, add_long_sums::shared);
    launch(shrink_roots{roots_.get(), device_rings_.get(), by_ring.get(), static_cast<int>(larges), directions_,
                        segments, sums.get(), real_, discs_},
           groups_of(larges, shrink_roots::threads), 1, shrink_roots::threads, 0);
  }

  // Marks the roots here that another disc here tells of, too.
  void mark_gone(memory<unsigned char>& gone, memory<std::uint64_t>& keys, memory<std::uint32_t>& order) {
    gone.zero();
    if (found_ == 0) return;
    const int groups = groups_of(found_, 256);
    launch(make_cell_keys{roots_.get(), nullptr, found_, keys.get(), order.get()}, groups, 1, 256, 0);
    sort_by_key(keys, order);
    done("sort by cell");
    launch(mark_repeated{roots_.get(), device_rings_.get(), static_cast<int>(rings_.size()), discs_, found_, keys.get(),
                         order.get(), gone.get()},
           groups, 1, 256, 0);
    done("repeated");
  }
  [[nodiscard]] placed_discs placed() const { return {discs_, nullptr, roots_.get(), device_rings_.get()}; }
  // Of a ring.
  [[nodiscard]] double most_cells() const {
    double cells = 1;
    for (const device_ring& r : rings_) cells = std::max(cells, std::ldexp(1.0, r.log2_all));
    return cells;
  }

  // Together with the other devices.
  void exchange(device_roots& result, memory<unsigned char>& gone, std::jthread& preparation) {
    meeting& others = *limits_.others;
    const auto make_room = [&](std::size_t size) {
      preparation.join();
      auto& answer = others.answer;
      std::swap(answer.re, room_.re);
      std::swap(answer.im, room_.im);
      std::swap(answer.radius, room_.radius);
      std::swap(answer.exponent, room_.exponent);
      for (plain_array<double>* const column : {&answer.re, &answer.im, &answer.radius}) column->cut_or_resize(size);
      answer.exponent.cut_or_resize(size);
      answer.alone.resize(size);
    };
    root_exchange::found_here here{placed(), found_, static_cast<int>(rings_.size()), most_cells(), {}};
    here.forget = [&] {
      roots_ = {};
      for (memory<double>* const column : {&re_, &im_, &radius_, &alone_}) *column = {};
      gone = {};
    };
    root_exchange(others, limits_.member, real_, a_.degree, limits_.threads, [&](const char* stage) {
      done(stage);
    }).run(here, gone, make_room, result);
  }

  void order(device_roots& result, std::jthread& preparation) {
    if (found_ == 0 && limits_.others == nullptr) return;
    const auto count = static_cast<std::size_t>(found_);
    memory<std::uint64_t> keys(count);
    memory<std::uint32_t> order(count);
    memory<unsigned char> gone(count);
    mark_gone(gone, keys, order);
    if (limits_.others != nullptr) {
      keys = {};
      order = {};
      return exchange(result, gone, preparation);
    }
    counters_.zero();
    const int groups = groups_of(found_, 256);
    for (const bool by_modulus : {false, true}) {
      launch(make_place_keys{placed(), found_, gone.get(), by_modulus, by_modulus, keys.get(), order.get()}, groups, 1,
             256, 0);
      sort_by_key(keys, order);
    }
    done("sort by place");
    disc_memory sorted;
    sorted.resize(count);
    launch(gather_discs{placed(), found_, keys.get(), order.get(), sorted.table(), counters_.get(), real_}, groups, 1,
           256, 0);
    done("gather");
    unsigned counted[2] = {};
    counters_.fetch(counted, 2);
    result.upper_half = real_;
    result.count = real_ ? 2 * std::int64_t{counted[0]} - counted[1] : std::int64_t{counted[0]};
    preparation.join();
    room_.resize(counted[0]);
    std::swap(result.re, room_.re);
    std::swap(result.im, room_.im);
    std::swap(result.radius, room_.radius);
    std::swap(result.exponent, room_.exponent);
    const std::size_t discs = counted[0];
    std::vector<transfer> wanted = {sorted.re.with(result.re.data(), discs), sorted.im.with(result.im.data(), discs),
                                    sorted.radius.with(result.radius.data(), discs),
                                    sorted.exponent.with(result.exponent.data(), discs)};
    if (result.count != a_.degree || !limits_.parts.empty()) {  // nobody else asks
      std::swap(result.alone, room_.alone);
      result.alone.cut_or_resize(discs);
      wanted.push_back(sorted.alone.with(result.alone.data(), discs));
    }
    if (!limits_.parts.empty()) {
      std::swap(result.border.keys, room_.keys);
      result.border.keys.cut_or_resize(discs);
      wanted.push_back(keys.with(result.border.keys.data(), discs));
      find_border(result.border, keys, order);
    }
    fetch_together(wanted);
    done("fetch");
  }

  void find_border(border_roots& result, const memory<std::uint64_t>& keys, const memory<std::uint32_t>& order) {
    memory<std::uint32_t> places(static_cast<std::size_t>(found_));
    counters_.zero();
    launch(list_border{roots_.get(), device_rings_.get(), discs_, found_, std::max(1e-6 / most_cells(), 4e-15),
                       static_cast<int>(rings_.size()), keys.get(), order.get(), nullptr, false, places.get(),
                       counters_.get()},
           groups_of(found_, list_border::threads), 1, list_border::threads, 0);
    unsigned counted[2] = {};
    counters_.fetch(counted, 2);
    result.wide = counted[1];
    result.at.resize(counted[0]);
    places.fetch(result.at.data(), counted[0]);
    std::sort(result.at.begin(), result.at.end());
  }

  const coefficients& a_;
  const device_limits& limits_;
  bool real_;
  std::vector<device_ring> rings_;
  std::int64_t most_coarse_ = 1;
  term_view terms_;
  memory<complex<dd>> directions_memory_;
  direction_tables directions_;
  memory<wide_complex> rounded_memory_, unit_roots_;
  memory<double> inverse_factorials_;
  memory<complex<dd>> long_unit_roots_;
  memory<dd> long_inverse_factorials_;
  memory<radius_power> powers_;
  memory<device_ring> device_rings_;
  memory<complex<float>> samples_;
  memory<ring_root> roots_;
  memory<unsigned> counters_;
  unsigned capacity_ = 0;
  int found_ = 0;
  memory<double> re_, im_, radius_, alone_;
  disc_columns discs_{};
  answer_room room_;
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
