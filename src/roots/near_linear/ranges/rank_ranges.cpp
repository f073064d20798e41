#include "roots/near_linear/ranges/rank_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "base/parallel_for.hpp"
#include "roots/answer/device_answer.hpp"
#include "roots/near_linear/column_rules.hpp"
#include "roots/near_linear/devices/join_parts.hpp"
#include "roots/near_linear/ranges/device_stand_in.hpp"
#include "roots/near_linear/rings/repeated_roots.hpp"
#include "roots/near_linear/rings/ring_message.hpp"
#include "roots/sweep/scaled.hpp"
#include "vieta/error.hpp"

namespace vieta::near_linear {
namespace {

enum class step : std::uint32_t { search, located, parts, exchange, tell, send, write };

struct search_call {
  shared::member_target on;
  int digits = 15;
  bool on_device = false;
  double density = 1, tolerance = 0, max_seconds = 0;
  std::vector<ring> rings;
};

/// What a rank keeps from one step to the next.
struct member {
  std::vector<pass_searched> passes;
  own_part part;
  device_roots range;
  int threads = 1;
};

member& member_of(team& ranks) {
  std::shared_ptr<void>& kept = ranks.kept();
  if (!kept) kept = std::make_shared<member>();
  return *std::static_pointer_cast<member>(kept);
}

/// All ranks together: goes on where none has failed, else every one throws what the first of them says. Nobody waits
/// in the next exchange for one that does not come.
template <class Work>
auto agreed(team& ranks, const Work& work) {
  constexpr double patience_after_failure = 3;
  std::optional<decltype(work())> result;
  std::string problem;
  try {
    result = work();
  } catch (const std::bad_alloc&) {
    problem = "out of memory";
  } catch (const std::exception& failed) {
    problem = failed.what();
  }
  const auto* const text = reinterpret_cast<const std::byte*>(problem.data());
  if (!problem.empty()) ranks.set_patience(patience_after_failure);
  try {
    for (const shared::bytes& other : ranks.all_gather({text, text + problem.size()})) {
      if (other.empty()) continue;
      problem.assign(reinterpret_cast<const char*>(other.data()), other.size());
      break;
    }
  } catch (const error&) {
    if (problem.empty()) throw;
    ranks.give_up();
  }
  ranks.set_patience(0);
  if (!problem.empty()) throw error(problem);
  return *std::move(result);
}

void search_own(const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
                const std::vector<ring_part>& parts, const ranks_search& how, int members, const session& context,
                member& mine) {
  mine = {};
  mine.threads = context.threads;
  if (!how.on_device) {
    mine.passes = search_parts(a, hull, rings, parts, how.density, context);
    mine.part = part_of(mine.passes, rings, a.is_real(), context.options.digits, context.threads);
    return;
  }
  if (parts.empty()) return;
  device_limits limits;
  limits.density = how.density, limits.tolerance = how.tolerance;
  limits.parts = parts, limits.devices = members;
  if (context.options.cancel != nullptr || context.options.max_seconds > 0)
    limits.must_stop = [&] { return context.must_stop(); };
  if (context.options.progress)
    limits.progress = [&](std::int64_t found) { context.options.progress({found, a.degree, 53, context.seconds()}); };
  mine.part = part_of(stand_in_for_devices() ? stand_in_for_devices()(a, hull, rings, limits)
                                             : device_search(a, context.options.on).run(hull, rings, limits));
}

/// The discs [first, last) of a part without those that are gone, as a message.
shared::bytes packed_columns(const device_roots& part, std::size_t first, std::size_t last,
                             const std::vector<std::uint32_t>& gone) {
  std::vector<double> re, im, radius;
  std::vector<std::int32_t> exponent;
  std::vector<std::uint64_t> keys;
  auto next = std::lower_bound(gone.begin(), gone.end(), static_cast<std::uint32_t>(first));
  for (std::size_t i = first; i < last; ++i) {
    if (next != gone.end() && *next == i) {
      ++next;
      continue;
    }
    re.push_back(part.re[i]), im.push_back(part.im[i]), radius.push_back(part.radius[i]);
    exponent.push_back(part.exponent[i]);
    if (!part.border.keys.empty()) keys.push_back(part.border.keys[i]);
  }
  return shared::packed(part.upper_half, re, im, radius, exponent, keys);
}
device_roots unpacked_columns(const shared::bytes& message) {
  device_roots part;
  shared::reader in(message);
  in >> part.upper_half;
  for (plain_array<double>* const column : {&part.re, &part.im, &part.radius}) read_column(in, *column);
  read_column(in, part.exponent);
  read_column(in, part.border.keys);
  for (std::size_t i = 0; i < part.re.size(); ++i) part.count += part.upper_half && part.im[i] != 0 ? 2 : 1;
  return part;
}

/// Returns how many roots this rank's range has.
std::int64_t exchange_own(team& ranks, member& mine, const std::vector<std::uint64_t>& splitters,
                          const std::vector<std::uint32_t>& gone) {
  auto messages = agreed(ranks, [&] {
    shared::maybe_fail("exchange", ranks.rank());
    const device_roots& part = mine.part.roots;
    std::vector<shared::bytes> pieces;
    std::size_t first = 0;
    for (int to = 0; to < ranks.size(); ++to) {
      std::size_t last = part.re.size();
      if (to + 1 < ranks.size() && last > 0) {
        const std::uint64_t* const keys = part.border.keys.begin();
        last = static_cast<std::size_t>(
            std::lower_bound(keys + first, keys + last, splitters[static_cast<std::size_t>(to)]) - keys);
      }
      pieces.push_back(packed_columns(part, first, last, gone));
      first = last;
    }
    return pieces;
  });
  const std::vector<shared::bytes> arrived = ranks.all_to_all(std::move(messages));
  mine.passes = {}, mine.part = {};
  std::vector<device_roots> parts;
  std::int64_t count = 0;
  for (const shared::bytes& message : arrived) {
    parts.push_back(unpacked_columns(message));
    count += parts.back().count;
  }
  mine.range = join_parts(std::move(parts), count, mine.threads);
  return count;
}

/// The values as NumPy has them, behind `head`.
shared::bytes values_of(const device_roots& range, const std::string& head) {
  shared::bytes out(head.size());
  std::memcpy(out.data(), head.data(), head.size());
  std::vector<std::complex<double>> values;
  values.reserve(static_cast<std::size_t>(range.count));
  for (std::size_t i = 0; i < range.re.size(); ++i) {
    const std::complex<double> z = scale_by(std::complex<double>(range.re[i], range.im[i]), range.exponent[i]);
    values.push_back(z);
    if (range.upper_half && range.im[i] != 0) values.push_back(std::conj(z));
  }
  const auto* const from = reinterpret_cast<const std::byte*>(values.data());
  out.insert(out.end(), from, from + values.size() * sizeof(std::complex<double>));
  return out;
}

struct told_range {
  std::int64_t wide = 0, real = 0;
  double largest_radius = 0;
};
told_range tell_own(const device_roots& range, int digits, int threads) {
  if (range.re.empty()) return {};
  roots_result all;
  roots_options options;
  options.digits = digits;
  if (!assemble_from_device(all, range, options, threads)) throw error("ranks: found roots that doubles do not hold");
  told_range told{all.report.wide, 0, 0};
  for (const root& r : all.roots) {
    told.largest_radius = std::max(told.largest_radius, r.radius);
    told.real += r.real ? 1 : 0;
  }
  return told;
}

/// Everything but the search, on any rank.
shared::bytes do_step(team& ranks, step what, shared::reader& in, const shared::bytes& part) {
  member& mine = member_of(ranks);
  switch (what) {
    case step::located:
      return shared::packed(mine.passes);
    case step::parts: {
      shared::writer out;
      write_columns(out, mine.part.roots);
      return out.take();
    }
    case step::exchange:
      return shared::packed(exchange_own(ranks, mine, in.get<std::vector<std::uint64_t>>(),
                                         shared::unpacked<std::vector<std::uint32_t>>(part)));
    case step::tell:
      return shared::packed(tell_own(mine.range, in.get<int>(), mine.threads));
    case step::send:
      shared::maybe_fail("send", ranks.rank());
      if (in.get<int>() != ranks.rank()) return {};
      return packed_columns(mine.range, 0, mine.range.re.size(), {});
    case step::write: {
      const auto path = in.get<std::string>(), head = in.get<std::string>();
      const auto offset = shared::unpacked<std::uint64_t>(part);
      const shared::bytes slice = agreed(ranks, [&] {
        shared::maybe_fail("write", ranks.rank());
        return values_of(mine.range, ranks.rank() == 0 ? head : "");
      });
      return shared::packed(ranks.write_slices(path, offset, slice));
    }
    case step::search:
      break;
  }
  throw error("ranks: found a step that is not known here, expected members of one version");
}

}  // namespace

shared::bytes ranges_share(const shared::share& mine) {
  shared::reader in(mine.common);
  const auto what = in.get<step>();
  if (what != step::search) return do_step(*mine.ranks, what, in, mine.part);
  const auto call = in.get<search_call>();
  const coefficients a = read_coefficients(in);
  roots_options options;
  options.on = call.on.of(mine.rank);
  options.digits = call.digits, options.max_seconds = call.max_seconds, options.cancel = mine.cancel;
  const session context{options, kernels(detect_isa()), thread_count(options.on.threads)};
  member& own = member_of(*mine.ranks);
  search_own(a, envelope(a, context.threads), call.rings, shared::unpacked<std::vector<ring_part>>(mine.part),
             {call.on_device, call.density, call.tolerance}, mine.ranks->size(), context, own);
  return shared::packed(own.part.summary);
}

std::vector<shared::bytes> rank_ranges::deal(shared::writer& common, std::vector<shared::bytes> parts) {
  if (kept_.expired() || kept_.lock() != ranks_.kept())
    throw error("ranks: found the ranges of another polynomial, expected those of the last call");
  const shared::bytes message = common.take();
  const auto size = static_cast<std::size_t>(ranks_.size());
  parts.resize(size);
  const shared::bytes own_part = std::exchange(parts[0], {});
  std::vector<shared::bytes> results = shared::deal(ranks_, shared::work::ranges, message, std::move(parts), [&] {
    shared::reader in(message);
    const auto what = in.get<step>();
    return do_step(ranks_, what, in, own_part);
  });
  return results;
}

bool rank_ranges::search(const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
                         const ranks_search& how, const session& context) {
  const auto size = static_cast<std::size_t>(ranks_.size());
  const std::vector<std::vector<ring_part>> dealt = deal_rings(rings, size);
  rings_ = rings;
  const shared::member_target on(context.options.on);
  shared::writer common;
  common << step::search << search_call{on,          context.options.digits, how.on_device,
                                        how.density, how.tolerance,          context.limits.seconds_left(),
                                        rings};
  write_coefficients(common, a);
  std::vector<shared::bytes> messages(1);
  for (std::size_t rank = 1; rank < size; ++rank) messages.push_back(shared::packed(dealt[rank]));
  ranks_.kept() = std::make_shared<member>();
  kept_ = ranks_.kept();
  roots_options own = context.options;
  own.on = on.of(0);
  const session mine{own, context.kernel, context.threads, context.limits};
  const std::vector<shared::bytes> arrived =
      shared::deal(ranks_, shared::work::ranges, common.take(), std::move(messages), [&] {
        search_own(a, hull, rings, dealt[0], how, ranks_.size(), mine, member_of(ranks_));
        return shared::packed(member_of(ranks_).part.summary);
      });
  parts_.clear();
  struct candidate {
    border_candidate disc;
    std::size_t rank = 0;
  };
  std::vector<candidate> candidates;
  std::int64_t count = 0, wide = 0;
  bool is_clear = true;
  double largest = 0, nearest = 1;
  device_.clear();
  for (std::size_t rank = 0; rank < size; ++rank) {
    const part_summary& part = parts_.emplace_back(shared::unpacked<part_summary>(arrived[rank]));
    count += part.count, wide += part.wide;
    is_clear = is_clear && part.is_clear && !part.stopped;
    largest = std::max(largest, part.largest), nearest = std::min(nearest, part.nearest);
    used_residuals_ = used_residuals_ || part.used_residuals;
    if (!part.device.empty()) device_ += (device_.empty() ? "" : ", ") + part.device;
    for (const border_candidate& disc : part.candidates) candidates.push_back({disc, rank});
  }
  gone_.assign(size, {});
  if (wide > 0 || !is_clear || !lie_side_by_side(rings)) return false;
  const auto order = [&](const candidate& c) {
    const located_root& r = c.disc.root;
    // As one process has them, ring by ring; as devices have them, the smaller one first.
    return how.on_device ? std::tuple(r.radius, r.centre.re.hi, r.centre.im.hi, std::uint64_t{c.rank}, c.disc.place)
                         : std::tuple(0.0, 0.0, 0.0, c.disc.order, c.disc.place);
  };
  std::sort(candidates.begin(), candidates.end(),
            [&](const candidate& one, const candidate& other) { return order(one) < order(other); });
  std::vector<located_root> roots;
  roots.reserve(candidates.size());
  for (const candidate& c : candidates) roots.push_back(c.disc.root);
  const std::vector<char> gone = roots.empty() ? std::vector<char>() : repeated(roots, context.threads);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (gone[i] == 0) continue;
    gone_[candidates[i].rank].push_back(candidates[i].disc.place);
    count -= candidates[i].disc.stands_for;
  }
  for (std::vector<std::uint32_t>& places : gone_) std::sort(places.begin(), places.end());
  if (count != a.degree) return false;
  // Of a device discs are disjoint as it told them apart; those of the CPU as `to_columns` has it.
  return how.on_device || column_rules::are_apart(nearest, largest);
}

rings_searched rank_ranges::all_located() {
  shared::writer common;
  common << step::located;
  std::vector<pass_searched> passes;
  for (const shared::bytes& message : deal(common))
    for (pass_searched& pass : shared::unpacked<std::vector<pass_searched>>(message)) passes.push_back(std::move(pass));
  ranks_.kept().reset();
  return in_order(std::move(passes));
}

std::vector<device_roots> rank_ranges::all_parts() {
  shared::writer common;
  common << step::parts;
  std::vector<device_roots> parts;
  for (const shared::bytes& message : deal(common)) {
    shared::reader in(message);
    parts.push_back(read_columns(in));
  }
  ranks_.kept().reset();
  return parts;
}

void rank_ranges::exchange() {
  const auto size = static_cast<std::size_t>(ranks_.size());
  // Each sample stands for as many discs as its rank has between two of them.
  std::vector<std::pair<std::uint64_t, double>> samples;
  double all = 0;
  for (const part_summary& part : parts_) {
    const double weight =
        static_cast<double>(part.count) / static_cast<double>(std::max<std::size_t>(part.samples.size(), 1));
    for (const std::uint64_t key : part.samples) samples.emplace_back(key, weight), all += weight;
  }
  std::sort(samples.begin(), samples.end());
  std::vector<std::uint64_t> splitters;
  double before = 0;
  for (const auto& [key, weight] : samples) {
    before += weight;
    while (splitters.size() + 1 < size &&
           before >= all * static_cast<double>(splitters.size() + 1) / static_cast<double>(size))
      splitters.push_back(key);
  }
  splitters.resize(size - 1, ~std::uint64_t{0});
  shared::writer common;
  common << step::exchange << splitters;
  std::vector<shared::bytes> messages;
  for (const std::vector<std::uint32_t>& places : gone_) messages.push_back(shared::packed(places));
  roots_of_.clear();
  for (const shared::bytes& message : deal(common, std::move(messages)))
    roots_of_.push_back(shared::unpacked<std::int64_t>(message));
}

ranges_told rank_ranges::tell(int digits) {
  shared::writer common;
  common << step::tell << digits;
  ranges_told told;
  told.of_rank = roots_of_;
  for (const std::int64_t roots : roots_of_) told.roots += roots;
  for (const shared::bytes& message : deal(common)) {
    const auto range = shared::unpacked<told_range>(message);
    told.wide += range.wide, told.real += range.real;
    told.largest_radius = std::max(told.largest_radius, range.largest_radius);
  }
  return told;
}

device_roots rank_ranges::gather(std::int64_t degree) {
  device_roots all;
  std::vector<device_roots> ranges;
  std::size_t size = 0;
  for (int rank = 0; rank < ranks_.size(); ++rank) {
    shared::writer common;
    common << step::send << rank;
    ranges.push_back(unpacked_columns(deal(common)[static_cast<std::size_t>(rank)]));
    size += ranges.back().re.size();
  }
  for (plain_array<double>* const column : {&all.re, &all.im, &all.radius}) column->resize(size);
  all.exponent.resize(size);
  std::size_t at = 0;
  for (device_roots& range : ranges) {
    std::copy(range.re.begin(), range.re.end(), all.re.data() + at);
    std::copy(range.im.begin(), range.im.end(), all.im.data() + at);
    std::copy(range.radius.begin(), range.radius.end(), all.radius.data() + at);
    std::copy(range.exponent.begin(), range.exponent.end(), all.exponent.data() + at);
    all.upper_half = all.upper_half || range.upper_half;
    at += range.re.size();
    range = {};
  }
  all.count = degree;
  all.used_residuals = used_residuals_, all.device = device_;
  return all;
}

bool rank_ranges::write(const std::string& path, const std::string& head) {
  shared::writer common;
  common << step::write << path << head;
  std::vector<shared::bytes> messages;
  std::uint64_t offset = 0;
  for (std::size_t rank = 0; rank < roots_of_.size(); ++rank) {
    messages.push_back(shared::packed(offset));
    if (rank == 0) offset = head.size();
    offset += static_cast<std::uint64_t>(roots_of_[rank]) * sizeof(std::complex<double>);
  }
  return shared::unpacked<bool>(deal(common, std::move(messages))[0]);
}

}  // namespace vieta::near_linear
