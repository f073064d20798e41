#include "roots/near_linear/rings/shared_rings.hpp"

#include "base/parallel_for.hpp"

namespace vieta::near_linear {
namespace {

struct rings_call {
  shared::member_target on;
  int digits = 15;
  double density = 1, max_seconds = 0;
  std::vector<ring> rings;
};

void write_coefficients(shared::writer& out, const coefficients& a) {
  out << a.degree << a.power << a.exponent << a.log2_modulus;
  for (int limb = 0; limb < 4; ++limb) out << a.re[limb] << a.im[limb];
}
coefficients read_coefficients(shared::reader& in) {
  coefficients a;
  in >> a.degree >> a.power >> a.exponent >> a.log2_modulus;
  for (int limb = 0; limb < 4; ++limb) in >> a.re[limb] >> a.im[limb];
  return a;
}

}  // namespace

rings_searched search_shared(const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
                             double density, const session& context) {
  team& ranks = *context.options.on.ranks;
  const auto size = static_cast<std::size_t>(ranks.size());
  const std::vector<std::vector<ring_part>> parts = deal_rings(rings, size);
  shared::writer common;
  common << rings_call{shared::member_target(context.options.on), context.options.digits, density,
                       context.limits.seconds_left(), rings};
  write_coefficients(common, a);
  std::vector<shared::bytes> messages(1);
  for (std::size_t rank = 1; rank < size; ++rank) messages.push_back(shared::packed(parts[rank]));
  std::vector<parts_searched> found(size);
  const std::vector<shared::bytes> arrived =
      shared::deal(ranks, shared::work::rings, common.take(), std::move(messages), [&] {
        found[0] = search_parts(a, hull, rings, parts[0], density, context);
        return shared::bytes();
      });
  for (std::size_t rank = 1; rank < size; ++rank) found[rank] = shared::unpacked<parts_searched>(arrived[rank]);
  // Ring by ring, pass by pass.
  struct source {
    const part_searched* part = nullptr;
    std::uint32_t first = 0, step = 1;
  };
  std::vector<std::vector<source>> sources(rings.size());
  rings_searched result;
  for (std::size_t rank = 0; rank < size; ++rank) {
    result.used_residuals = result.used_residuals || found[rank].used_residuals;
    for (std::size_t k = 0; k < parts[rank].size(); ++k) {
      const ring_part& of = parts[rank][k];
      sources[of.ring].push_back({&found[rank].parts[k], of.first, of.step});
    }
  }
  for (std::size_t i = 0; i < rings.size(); ++i) {
    std::vector<std::size_t> at(sources[i].size(), 0);
    for (std::size_t pass = 0; pass < rings[i].passes(); ++pass)
      for (std::size_t k = 0; k < sources[i].size(); ++k) {
        const source& from = sources[i][k];
        if (pass < from.first || (pass - from.first) % from.step != 0) continue;
        const std::size_t number = (pass - from.first) / from.step;
        if (number >= from.part->of_pass.size()) continue;  // cut short, or a ring without roots
        const auto begin = from.part->roots.begin() + static_cast<std::ptrdiff_t>(at[k]);
        const std::size_t count = static_cast<std::size_t>(from.part->of_pass[number]);
        result.roots.insert(result.roots.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
        at[k] += count;
      }
  }
  return result;
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
  return shared::packed(search_parts(a, envelope(a, context.threads), call.rings, parts, call.density, context));
}

}  // namespace vieta::near_linear
