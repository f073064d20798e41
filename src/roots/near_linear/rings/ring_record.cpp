#include "roots/near_linear/rings/ring_record.hpp"

#include <algorithm>

#include "roots/near_linear/rings/ring_message.hpp"
#include "vieta/error.hpp"

namespace vieta::near_linear {
namespace {

enum class kind : std::uint32_t { pass, group };

checkpoints::identity identity_of(const coefficients& a, const std::vector<ring>& rings, const std::string& on,
                                  const session& context) {
  checkpoints::digest input, plan;
  input.add_number(static_cast<std::uint64_t>(a.degree));
  input.add_all(a.power);
  input.add_all(a.exponent);
  for (int limb = 0; limb < 4; ++limb) input.add_all(a.re[limb]), input.add_all(a.im[limb]);
  for (const ring& r : rings) {
    plan.add(&r.radius, sizeof r.radius);
    plan.add(&r.half_height, sizeof r.half_height);
    plan.add(&r.unit, sizeof r.unit);
    for (const std::int64_t number : {r.radius_exponent, r.centre, r.lowest, r.highest})
      plan.add_number(static_cast<std::uint64_t>(number));
    plan.add_number(static_cast<std::uint64_t>(r.log2_cells) * 64 + static_cast<std::uint64_t>(r.log2_passes));
  }
  return {"roots",
          "polynomial",
          {{"digits", std::to_string(std::min(context.options.digits, 15))},
           {"on", on},
           {"rings", std::to_string(rings.size()) + " (" + std::to_string(plan.get()[0] % 1'000'000) + ")"}},
          input.get()};
}

}  // namespace

ring_record::ring_record(const coefficients& a, const std::vector<ring>& rings, const std::string& on,
                         const session& context)
    : file_(context.options.checkpoint, identity_of(a, rings, on, context),
            [this, &rings](const shared::bytes& block) { read(block, rings); }) {}

void ring_record::read(const shared::bytes& block, const std::vector<ring>& rings) {
  shared::reader in(block);
  const auto what = in.get<kind>();
  const auto search = in.get<std::uint32_t>();
  if (what == kind::pass) {
    auto pass = in.get<pass_searched>();
    if (pass.ring >= rings.size() || pass.pass >= rings[pass.ring].passes())
      throw error("checkpoint: found a pass of no ring, expected one");
    passes_[search].push_back(std::move(pass));
  } else {
    const auto group = in.get<std::uint32_t>();
    device_roots found = read_columns(in);
    const std::size_t size = found.re.size();
    const bool is_whole = found.im.size() == size && found.radius.size() == size && found.alone.size() == size &&
                          found.exponent.size() == size && found.border.keys.size() == size;
    if (!is_whole || (size > 0 && std::any_of(found.border.at.begin(), found.border.at.end(),
                                              [&](std::uint32_t place) { return place >= size; })))
      throw error("checkpoint: found columns of different lengths, expected equal ones");
    groups_[search][group] = std::move(found);
  }
}

void ring_record::add(std::uint32_t search, const pass_searched& pass) {
  file_.add(shared::packed(kind::pass, search, pass));
}

void ring_record::add(std::uint32_t search, std::uint32_t group, const device_roots& found) {
  shared::writer out;
  out << kind::group << search << group;
  write_columns(out, found);
  file_.add(out.take());
}

}  // namespace vieta::near_linear
