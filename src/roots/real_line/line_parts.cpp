#include "roots/real_line/line_parts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "exact/arb.hpp"
#include "roots/factors/integer_polynomial.hpp"
#include "roots/factors/rational_roots.hpp"
#include "roots/ladder/node_ball.hpp"
#include "roots/ladder/sharpening.hpp"
#include "roots/real_line/real_line.hpp"

namespace vieta {

#ifdef VIETA_HAVE_ARB

namespace {

// How a disc lies to a larger one.
enum class lies { inside, apart, across };
lies place_in(const proven_disc& inner, const proven_disc& outer) {
  exact::complex_ball centre, other;
  exact::real_ball radius, reach, distance;
  set_disc(centre.z, radius.x, inner);
  set_disc(other.z, reach.x, outer);
  acb_sub(centre.z, centre.z, other.z, 64);  // of exact numbers: nothing cancels
  acb_abs(distance.x, centre.z, 64);
  exact::real_ball far;
  arb_add(far.x, distance.x, radius.x, 64);
  if (arb_lt(far.x, reach.x)) return lies::inside;
  arb_sub(far.x, distance.x, radius.x, 64);
  return arb_gt(far.x, reach.x) ? lies::apart : lies::across;
}

bool is_for_line(const polynomial& p, const session& context) {
  constexpr std::int64_t highest_degree = 300;
  return p.is_real() && p.degree() <= highest_degree && context.options.uncertainty == 0;
}

std::optional<roots_on_line> find_line(const polynomial& p, const session& context) {
  if (!is_for_line(p, context)) return std::nullopt;
  std::optional<roots_on_line> line = find_roots_on_line(p, 1, context, false);
  return line && line->complete && !context.must_stop() ? std::move(line) : std::nullopt;
}

std::int64_t roots_in(const std::vector<proven_disc>& discs) {
  std::int64_t roots = 0;
  for (const proven_disc& disc : discs) roots += disc.multiplicity;
  return roots;
}

}  // namespace

std::vector<proven_disc> discs_if_all_real(const polynomial& p, const session& context) {
  gaussian_polynomial f;
  if (!is_for_line(p, context) || !to_integers(p, f) || !may_have_real_roots_alone(f.re.p)) return {};
  std::optional<roots_on_line> line = find_line(p, context);
  return line && roots_in(line->discs) == p.degree() ? std::move(line->discs) : std::vector<proven_disc>();
}

bool part_by_real_line(const polynomial& p, std::vector<proven_disc>& discs, const session& context) {
  std::optional<roots_on_line> line = find_line(p, context);
  if (!line) return false;
  if (roots_in(line->discs) == p.degree()) {
    discs = std::move(line->discs);
    return true;
  }
  std::vector<proven_disc> parted;
  bool all = true;
  for (proven_disc& disc : discs) {
    if (disc.holds_one_root() || !std::isfinite(disc.radius)) {
      all = all && disc.holds_one_root();
      parted.push_back(std::move(disc));
      continue;
    }
    std::vector<proven_disc> within;
    std::int64_t roots = 0;
    bool is_clear = !disc.covers_others;
    for (const proven_disc& real : line->discs) {
      const lies place = place_in(real, disc);
      is_clear = is_clear && place != lies::across;
      if (place != lies::inside) continue;
      within.push_back(real);
      roots += real.multiplicity;
    }
    if (is_clear && roots == disc.multiplicity) {
      parted.insert(parted.end(), within.begin(), within.end());
    } else {
      all = false;
      parted.push_back(std::move(disc));
    }
  }
  discs = std::move(parted);
  return all;
}

void take_real_roots(const polynomial& p, std::vector<proven_disc>& discs, const std::vector<std::size_t>& open,
                     const session& context) {
  if (!p.is_real()) return;
  std::optional<roots_on_line> line = find_roots_on_line(p, 1, context, false);
  if (!line || !line->complete || context.must_stop()) return;
  for (const std::size_t k : open) {
    proven_disc& disc = discs[k];
    if (!disc.holds_one_root() || disc.covers_others) continue;
    for (proven_disc& real : line->discs) {
      lies place = place_in(real, disc);
      constexpr int most_digits = 256;
      for (int digits = 32; place == lies::across && digits <= most_digits; digits *= 2) {
        if (real.radius == 0 || !sharpen(p, real, digits, context)) break;
        place = place_in(real, disc);
      }
      if (place != lies::inside || real.multiplicity != disc.multiplicity) continue;
      const std::uint8_t borders = disc.borders;
      disc = real;
      disc.borders |= borders;
      break;
    }
  }
}

#else

void take_real_roots(const polynomial&, std::vector<proven_disc>&, const std::vector<std::size_t>&, const session&) {}
std::vector<proven_disc> discs_if_all_real(const polynomial&, const session&) { return {}; }
bool part_by_real_line(const polynomial&, std::vector<proven_disc>&, const session&) { return false; }

#endif

}  // namespace vieta
