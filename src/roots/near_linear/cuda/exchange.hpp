#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "roots/near_linear/cuda/exchange_kernels.hpp"
#include "roots/near_linear/cuda/sent_terms.hpp"
#include "roots/near_linear/device_roots.hpp"
#include "roots/near_linear/devices/meeting.hpp"
#include "roots/near_linear/devices/told_twice.hpp"

// Include a header before this one that says what memory is: see schedule.hpp.

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

/// Discs of a device in columns of their own.
struct disc_memory {
  memory<double> re, im, radius, alone;
  memory<std::int32_t> exponent;

  void resize(std::size_t size, bool is_shared = false) {
    for (memory<double>* const column : {&re, &im, &radius, &alone}) column->resize(size, is_shared);
    exponent.resize(size, is_shared);
  }
  [[nodiscard]] disc_table table() const { return {re.get(), im.get(), radius.get(), alone.get(), exponent.get()}; }
  [[nodiscard]] placed_discs placed() const {
    return {{re.get(), im.get(), radius.get(), alone.get()}, exponent.get()};
  }
};

/// The end of a search by several devices. Each has found the roots of its cells. They compare those at borders, cut
/// the plane into as many annuli as there are devices with about the same number of roots each, and give each other
/// the discs of these; then each puts its own in order, at its place in the answer. Nothing is left to be merged. (A
/// sort by samples: Frazer, McKellar: Samplesort, J. ACM 17 (1970) 496-507.)
class root_exchange {
 public:
  /// All roots that a device found, and memory that may be given back when they are in columns.
  struct found_here {
    placed_discs from;
    int count = 0, rings = 0;
    double most_cells = 1;  ///< of a ring
    std::function<void()> forget;
  };

  root_exchange(meeting& others, std::size_t member, bool real, std::int64_t degree, int threads,
                std::function<void(const char*)> done)
      : others_(others),
        own_(others.of[member]),
        member_(member),
        real_(real),
        degree_(degree),
        threads_(threads),
        done_(std::move(done)) {}

  /// `gone`: of the roots here, those that other discs here tell of. `make_room` gives the columns of the answer, on
  /// the first device.
  void run(const found_here& here, memory<unsigned char>& gone, const std::function<void(std::size_t)>& make_room,
           device_roots& result) {
    compare_borders(here, gone);
    done("borders");
    const sorted_keys sorted = cut(here, gone);
    done("cuts");
    give(here, sorted, make_room);
    done("give");
    const disc_memory own = take_range();
    done("take");
    deliver(own, result);
    done("fetch");
  }

 private:
  struct sorted_keys {
    memory<std::uint64_t> keys;
    memory<std::uint32_t> order;
    std::size_t count = 0;  ///< that are not gone
  };
  void done(const char* stage) const {
    if (done_) done_(stage);
  }

  void compare_borders(const found_here& here, memory<unsigned char>& gone) {
    // Radii are not smaller than that where doubles are.
    double reach = std::max(1e-6 / here.most_cells, 4e-15);
    memory<std::uint32_t> listed = list_border(here, gone, reach);
    others_.wait();
    std::int64_t wide = 0;
    for (const offer& one : others_.of) {
      wide += one.wide;
      for (const located_root& disc : one.border) reach = std::max(reach, disc.radius);
    }
    if (wide > 0) {    // as far as the largest of them reaches
      others_.wait();  // nobody reads the first list any longer
      listed = list_border(here, gone, reach);
      others_.wait();
    }
    if (member_ == 0) {
      std::vector<std::vector<located_root>> all;
      for (offer& one : others_.of) all.push_back(std::move(one.border));
      std::vector<std::vector<std::uint32_t>> twice = told_twice(all, threads_);
      for (std::size_t i = 0; i < twice.size(); ++i) others_.of[i].gone = std::move(twice[i]);
    }
    others_.wait();
    std::vector<std::uint32_t> places(listed.size());
    if (!places.empty()) listed.fetch(places.data(), places.size());
    std::vector<std::uint32_t> twice;
    for (const std::uint32_t at : own_.gone) twice.push_back(places[at]);
    if (twice.empty()) return;
    memory<std::uint32_t> marked;
    marked.send(twice);
    const auto count = static_cast<int>(twice.size());
    launch(mark_listed{marked.get(), count, gone.get()}, groups_of(count, mark_listed::threads), 1,
           mark_listed::threads, 0);
  }
  // Offers the discs so near to borders of cells that others of a radius up to `reach` may touch them, and larger ones;
  // all, where that is a good part of a cell. Returns which roots they are.
  memory<std::uint32_t> list_border(const found_here& here, const memory<unsigned char>& gone, double reach) {
    const bool all = reach * here.most_cells > 0.05;
    memory<std::uint32_t> places(static_cast<std::size_t>(here.count));
    memory<unsigned> counters(2);
    counters.zero();
    const placed_discs& from = here.from;
    if (here.count > 0) {
      launch(near_linear::list_border{from.roots, from.rings, from.discs, here.count, reach, here.rings, nullptr,
                                      nullptr, gone.get(), all, places.get(), counters.get()},
             groups_of(here.count, near_linear::list_border::threads), 1, near_linear::list_border::threads, 0);
    }
    unsigned counted[2] = {};
    counters.fetch(counted, 2);
    own_.wide = counted[1];
    own_.border.clear();
    std::vector<std::uint32_t> sorted(counted[0]);
    if (sorted.empty()) return memory<std::uint32_t>();
    places.fetch(sorted.data(), sorted.size());
    std::sort(sorted.begin(), sorted.end());  // the answer does not depend on who came first
    memory<std::uint32_t> listed;
    listed.send(sorted);
    disc_memory discs;
    discs.resize(sorted.size());
    const auto count = static_cast<int>(sorted.size());
    launch(gather_discs{from, count, nullptr, listed.get(), discs.table(), nullptr, false},
           groups_of(count, gather_discs::threads), 1, gather_discs::threads, 0);
    std::vector<double> re(sorted.size()), im(re), radius(re), alone(re);
    std::vector<std::int32_t> exponent(sorted.size());
    fetch_together({discs.re.with(re.data(), re.size()), discs.im.with(im.data(), im.size()),
                    discs.radius.with(radius.data(), radius.size()), discs.alone.with(alone.data(), alone.size()),
                    discs.exponent.with(exponent.data(), exponent.size())});
    for (std::size_t i = 0; i < sorted.size(); ++i)
      own_.border.push_back({{dd(re[i]), dd(im[i])}, exponent[i], radius[i], alone[i]});
    return listed;
  }

  // Sorts by modulus and cuts at the same places as the others.
  sorted_keys cut(const found_here& here, const memory<unsigned char>& gone) {
    sorted_keys result;
    const auto count = static_cast<std::size_t>(here.count);
    result.keys.resize(count);
    result.order.resize(count);
    if (here.count > 0) {
      launch(make_place_keys{here.from, here.count, gone.get(), true, false, result.keys.get(), result.order.get()},
             groups_of(here.count, make_place_keys::threads), 1, make_place_keys::threads, 0);
      sort_by_key(result.keys, result.order);
    }
    result.count = cuts_at({~std::uint64_t{0}}, result.keys, count)[0];
    offer_samples(result);
    others_.wait();
    own_.cuts = cuts_at(splitters(), result.keys, result.count);
    own_.cuts.insert(own_.cuts.begin(), 0);
    own_.cuts.push_back(static_cast<std::uint32_t>(result.count));
    return result;
  }
  static std::vector<std::uint32_t> cuts_at(const std::vector<std::uint64_t>& at, const memory<std::uint64_t>& keys,
                                            std::size_t count) {
    std::vector<std::uint32_t> result(at.size(), 0);
    if (count == 0 || at.empty()) return result;
    memory<std::uint64_t> wanted;
    wanted.send(at);
    memory<std::uint32_t> places(at.size());
    launch(find_cuts{keys.get(), static_cast<std::int64_t>(count), wanted.get(), static_cast<int>(at.size()),
                     places.get()},
           groups_of(static_cast<std::int64_t>(at.size()), find_cuts::threads), 1, find_cuts::threads, 0);
    places.fetch(result.data(), result.size());
    return result;
  }
  void offer_samples(const sorted_keys& sorted) {
    constexpr std::size_t most = 1024;
    own_.discs = static_cast<std::int64_t>(sorted.count);
    own_.samples.assign(std::min(most, sorted.count), 0);
    if (own_.samples.empty()) return;
    const auto count = static_cast<int>(own_.samples.size());
    memory<std::uint64_t> taken(own_.samples.size());
    launch(take_samples{sorted.keys.get(), own_.discs, count, taken.get()}, groups_of(count, take_samples::threads), 1,
           take_samples::threads, 0);
    taken.fetch(own_.samples.data(), own_.samples.size());
  }
  // The keys that cut all discs into equal parts, nearly: all members find the same.
  [[nodiscard]] std::vector<std::uint64_t> splitters() const {
    std::vector<std::pair<std::uint64_t, double>> samples;
    double all = 0;
    for (const offer& one : others_.of) {
      const double weight =
          static_cast<double>(one.discs) / static_cast<double>(std::max<std::size_t>(1, one.samples.size()));
      for (const std::uint64_t key : one.samples) samples.emplace_back(key, weight);
      all += static_cast<double>(one.discs);
    }
    std::sort(samples.begin(), samples.end());
    const std::size_t members = others_.of.size();
    std::vector<std::uint64_t> result;
    double before = 0;
    for (const auto& [key, weight] : samples) {
      while (result.size() + 1 < members &&
             before + weight / 2 >= all * static_cast<double>(result.size() + 1) / static_cast<double>(members))
        result.push_back(key);
      before += weight;
    }
    result.resize(members - 1, ~std::uint64_t{0});
    return result;
  }

  // Own discs in columns, for all others to see.
  void give(const found_here& here, const sorted_keys& sorted, const std::function<void(std::size_t)>& make_room) {
    given_.resize(sorted.count, true);
    memory<unsigned> counters(2);
    counters.zero();
    const auto count = static_cast<int>(sorted.count);
    if (count > 0) {
      launch(gather_discs{here.from, count, nullptr, sorted.order.get(), given_.table(), counters.get(), real_},
             groups_of(count, gather_discs::threads), 1, gather_discs::threads, 0);
    }
    unsigned counted[2] = {};
    counters.fetch(counted, 2);
    own_.reals = counted[1];
    finish();
    here.forget();
    own_.columns = {given_.re.get(), given_.im.get(), given_.radius.get(), given_.alone.get(), given_.exponent.get()};
    if (member_ == 0) {
      std::int64_t discs = 0;
      for (const offer& one : others_.of) discs += one.discs;
      make_room(static_cast<std::size_t>(discs));
    }
    others_.wait();
  }

  // Where a member's range lies: how many discs of it another one has.
  [[nodiscard]] std::size_t size_of(std::size_t range) const {
    std::size_t size = 0;
    for (const offer& one : others_.of) size += one.cuts[range + 1] - one.cuts[range];
    return size;
  }
  disc_memory take_range() {
    disc_memory own;
    own.resize(size_of(member_));
    std::size_t to = 0;
    for (const offer& one : others_.of) {
      const std::size_t from = one.cuts[member_], count = one.cuts[member_ + 1] - from;
      copy_between(own.re.get() + to, one.columns.re + from, one.device, count * sizeof(double));
      copy_between(own.im.get() + to, one.columns.im + from, one.device, count * sizeof(double));
      copy_between(own.radius.get() + to, one.columns.radius + from, one.device, count * sizeof(double));
      copy_between(own.alone.get() + to, one.columns.alone + from, one.device, count * sizeof(double));
      copy_between(own.exponent.get() + to, one.columns.exponent + from, one.device, count * sizeof(std::int32_t));
      to += count;
    }
    finish();
    others_.wait();
    given_ = {};
    return own;
  }

  // Own range in order, at its place in the answer.
  void deliver(const disc_memory& own, device_roots& result) {
    std::int64_t discs = 0, reals = 0;
    for (const offer& one : others_.of) {
      discs += one.discs;
      reals += one.reals;
    }
    result.upper_half = real_;
    result.count = real_ ? 2 * discs - reals : discs;
    const std::size_t count = own.re.size();
    if (count == 0) return;
    const auto size = static_cast<int>(count);
    memory<std::uint64_t> keys(count);
    memory<std::uint32_t> order(count);
    for (const bool by_modulus : {false, true}) {
      launch(make_place_keys{own.placed(), size, nullptr, by_modulus, by_modulus, keys.get(), order.get()},
             groups_of(size, make_place_keys::threads), 1, make_place_keys::threads, 0);
      sort_by_key(keys, order);
    }
    disc_memory sorted;
    sorted.resize(count);
    launch(gather_discs{own.placed(), size, nullptr, order.get(), sorted.table(), nullptr, false},
           groups_of(size, gather_discs::threads), 1, gather_discs::threads, 0);
    std::size_t at = 0;
    for (std::size_t range = 0; range < member_; ++range) at += size_of(range);
    auto& to = others_.answer;
    std::vector<transfer> wanted = {sorted.re.with(to.re.data() + at, count), sorted.im.with(to.im.data() + at, count),
                                    sorted.radius.with(to.radius.data() + at, count),
                                    sorted.exponent.with(to.exponent.data() + at, count)};
    if (result.count != degree_) wanted.push_back(sorted.alone.with(to.alone.data() + at, count));  // nobody else asks
    fetch_together(wanted);
  }

  meeting& others_;
  offer& own_;
  std::size_t member_;
  bool real_;
  std::int64_t degree_;
  int threads_;
  std::function<void(const char*)> done_;
  disc_memory given_;
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
