#include <map>

#include "minimax/lanes/lane_kernel.hpp"

namespace vieta::approximation {

placed_program::placed_program(const lane_program& p) {
  const std::vector<bool> unused = unused_steps(p);
  // Until which step a value is read.
  std::vector<std::size_t> last(p.steps.size(), 0);
  for (std::size_t k = 0; k < p.steps.size(); ++k) {
    const lane_step& s = p.steps[k];
    const std::uint16_t operands[] = {s.a, s.b, s.c};
    for (int i = 0; !unused[k] && i < operands_of(s.kind); ++i) last[operands[i]] = k;
  }
  std::vector<std::uint16_t> place(p.steps.size(), 0), free;
  std::map<std::uint64_t, std::uint16_t> known;  // constants that occur twice need one place
  for (std::size_t k = 0; k < p.steps.size(); ++k) {
    const lane_step& s = p.steps[k];
    if (unused[k] || s.kind == lane_operation::input) continue;
    if (s.kind == lane_operation::constant || s.kind == lane_operation::whole) {
      const auto [found, is_new] = known.try_emplace(s.data, places);
      if (is_new) constants.emplace_back(places++, s.data);
      place[k] = found->second;
      continue;
    }
    const std::uint16_t operands[] = {s.a, s.b, s.c};
    std::uint16_t out = places;
    if (free.empty()) {
      ++places;
    } else {
      out = free.back();
      free.pop_back();
    }
    place[k] = out;
    steps.push_back({s.kind, out, place[s.a], place[s.b], place[s.c], s.data});
    for (int i = 0; i < operands_of(s.kind); ++i) {
      const lane_step& read = p.steps[operands[i]];
      const bool stays = read.kind == lane_operation::input || read.kind == lane_operation::constant ||
                         read.kind == lane_operation::whole;
      if (stays || last[operands[i]] != k) continue;
      last[operands[i]] = p.steps.size();  // given back once
      free.push_back(place[operands[i]]);
    }
  }
  result = place.back();
}

std::vector<std::uint64_t> placed_program::memory() const {
  std::vector<std::uint64_t> all(places * lanes_at_once, 0);
  for (const auto& [at, bits] : constants)
    for (std::size_t k = 0; k < lanes_at_once; ++k) all[at * lanes_at_once + k] = bits;
  return all;
}

}  // namespace vieta::approximation
