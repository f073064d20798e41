#include "roots/near_linear/rings/shared_rings.hpp"

#include "base/parallel_for.hpp"
#include "roots/near_linear/rings/ring_message.hpp"

namespace vieta::near_linear {
namespace {

struct rings_call {
  shared::member_target on;
  int digits = 15;
  double density = 1, max_seconds = 0, turn_seconds = 0;
  std::vector<ring> rings;
};

}  // namespace

std::vector<pass_searched> search_shared(const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
                                         const std::vector<ring_part>& parts, double density, const session& context,
                                         const search_turn& turn) {
  team& ranks = *context.options.on.ranks;
  const auto size = static_cast<std::size_t>(ranks.size());
  const std::vector<std::vector<ring_part>> dealt = deal_parts(rings, parts, size);
  shared::writer common;
  common << rings_call{shared::member_target(context.options.on),
                       context.options.digits,
                       density,
                       context.limits.seconds_left(),
                       turn.seconds,
                       rings};
  write_coefficients(common, a);
  std::vector<shared::bytes> messages(1);
  for (std::size_t rank = 1; rank < size; ++rank) messages.push_back(shared::packed(dealt[rank]));
  std::vector<pass_searched> found;
  const std::vector<shared::bytes> arrived =
      shared::deal(ranks, shared::work::rings, common.take(), std::move(messages), [&] {
        found = search_parts(a, hull, rings, dealt[0], density, context, turn);
        return shared::bytes();
      });
  for (std::size_t rank = 1; rank < size; ++rank)
    for (pass_searched& pass : shared::unpacked<std::vector<pass_searched>>(arrived[rank])) {
      if (pass.whole && turn.done) turn.done(pass);
      found.push_back(std::move(pass));
    }
  return found;
}

shared::bytes rings_share(const shared::share& mine) {
  shared::reader in(mine.common);
  const auto call = in.get<rings_call>();
  const coefficients a = read_coefficients(in);
  roots_options options;
  options.on = call.on.of(mine.rank);
  options.digits = call.digits, options.max_seconds = call.max_seconds, options.cancel = mine.cancel;
  const session context{options, kernels(detect_isa()), thread_count(options.on.threads)};
  const auto parts = shared::unpacked<std::vector<ring_part>>(mine.part);
  const search_turn turn{call.turn_seconds, {}};
  return shared::packed(search_parts(a, envelope(a, context.threads), call.rings, parts, call.density, context, turn));
}

}  // namespace vieta::near_linear
