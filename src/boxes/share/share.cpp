#include "boxes/share/share.hpp"

#include <algorithm>

#include "boxes/leftovers/merge.hpp"
#include "boxes/schedule.hpp"

namespace vieta::boxes {
namespace {

struct boxes_call {
  shared::member_target on;
  double tolerance = 0, max_seconds = 0;
  std::size_t max_boxes = 0;
  boxes_method method{};
  int subdivision = 2;
  bool simd = true, keep_visited = false;
};

/// Numbers of the systems of each rank.
std::vector<std::vector<std::size_t>> dealt(const std::vector<std::vector<std::size_t>>& alike, int size) {
  std::size_t blocks = 0;
  for (const auto& members : alike) blocks += (members.size() + systems_at_once - 1) / systems_at_once;
  std::vector<std::vector<std::size_t>> of_rank(static_cast<std::size_t>(size));
  std::size_t block = 0, rank = 0;
  for (const auto& members : alike)
    for (std::size_t begin = 0; begin < members.size(); begin += systems_at_once, ++block) {
      while (block >= share_of(blocks, static_cast<int>(rank), size).end) ++rank;
      const std::size_t end = std::min(members.size(), begin + systems_at_once);
      of_rank[rank].insert(of_rank[rank].end(), members.begin() + static_cast<std::ptrdiff_t>(begin),
                           members.begin() + static_cast<std::ptrdiff_t>(end));
    }
  return of_rank;
}

}  // namespace

boxes_result solve_shared(std::span<const box_system> systems, const std::vector<std::vector<std::size_t>>& alike,
                          const boxes_options& options,
                          const std::function<boxes_result(std::span<const box_system>)>& alone) {
  team& ranks = *options.on.ranks;
  const auto size = static_cast<std::size_t>(ranks.size());
  const std::vector<std::vector<std::size_t>> numbers = dealt(alike, ranks.size());
  std::vector<shared::bytes> parts(1);
  for (std::size_t rank = 1; rank < size; ++rank) {
    shared::writer out;
    out << static_cast<std::uint64_t>(numbers[rank].size());
    for (const std::size_t k : numbers[rank]) out << systems[k];
    parts.push_back(out.take());
  }
  const boxes_call call{shared::member_target(options.on),
                        options.tolerance,
                        options.max_seconds,
                        options.max_boxes,
                        options.method,
                        options.subdivision,
                        options.simd,
                        options.keep_visited};
  std::vector<boxes_result> results(1);
  const std::vector<shared::bytes> arrived =
      shared::deal(ranks, shared::work::boxes, shared::packed(call), std::move(parts), [&] {
        std::vector<box_system> own;
        for (const std::size_t k : numbers[0]) own.push_back(systems[k]);
        results[0] = alone(own);
        return shared::bytes();
      });
  std::vector<place_in_parts> place(systems.size());
  for (std::size_t rank = 0; rank < size; ++rank) {
    if (rank > 0) results.push_back(shared::unpacked<boxes_result>(arrived[rank]));
    for (std::size_t k = 0; k < numbers[rank].size(); ++k) place[numbers[rank][k]] = {rank, k};
  }
  const std::string where = results[0].report.target;
  boxes_result all = interleaved(std::move(results), place);
  all.messages.clear();
  all.report.target = where;
  return all;
}

shared::bytes solve_share(const shared::share& mine) {
  const auto call = shared::unpacked<boxes_call>(mine.common);
  boxes_options options;
  options.on = call.on.of(mine.rank);
  options.tolerance = call.tolerance, options.max_seconds = call.max_seconds, options.max_boxes = call.max_boxes;
  options.method = call.method, options.subdivision = call.subdivision;
  options.simd = call.simd, options.keep_visited = call.keep_visited;
  options.cancel = mine.cancel;
  return shared::packed(solve_boxes(shared::unpacked<std::vector<box_system>>(mine.part), options));
}

}  // namespace vieta::boxes
