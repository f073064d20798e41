#include "io/boxes/box_functions.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "exact/exact_real.hpp"
#include "io/system/term_arithmetic.hpp"
#include "vieta/error.hpp"

namespace vieta::io {
namespace {

const new_unknowns::sine* sine_of(std::uint32_t variable, const box_variables& on) {
  const std::vector<new_unknowns::sine>& all = on.functions.sines();
  const auto at = std::find_if(all.begin(), all.end(), [=](const auto& s) { return s.variable == variable; });
  return at == all.end() ? nullptr : &*at;
}

/// A coefficient; `lost` gets a bound of what four doubles leave out.
qd coefficient(const system_term& t, double& lost) {
  if (!t.im.is_zero()) throw error("found an imaginary coefficient, expected real ones");
  const exact::expansion x = exact::to_expansion(t.re);
  if (x.limb[0] != 0 && (x.exponent > 960 || x.exponent < -800))
    throw error("found a coefficient out of range, expected 2^-800 to 2^960 in size");
  const int e = x.limb[0] == 0 ? 0 : static_cast<int>(x.exponent);
  lost = std::ldexp(std::fabs(x.limb[0]), e - 200);
  if (t.error_exponent != system_term::none)
    lost += std::ldexp(1.0, static_cast<int>(std::clamp<std::int64_t>(t.error_exponent, -1000, 1000)));
  return {std::ldexp(x.limb[0], e), std::ldexp(x.limb[1], e), std::ldexp(x.limb[2], e), std::ldexp(x.limb[3], e)};
}

local_form factor_of(std::uint32_t variable, box_variables& on) {
  const new_unknowns::sine* const sine = sine_of(variable, on);
  if (sine == nullptr) {
    const std::uint32_t axis = axis_of(variable, on);
    return local_form::variable(on.box[axis], axis, on.box.size());
  }
  const auto known = on.sines.find(variable);
  if (known != on.sines.end()) return known->second;
  const auto [c, s] = local_form_of(sine->argument, on).cosine_and_sine();
  // The other one often occurs as well.
  for (const new_unknowns::sine& other : on.functions.sines())
    if (are_same(other.argument, sine->argument)) on.sines.emplace(other.variable, other.is_cosine ? c : s);
  return sine->is_cosine ? c : s;
}

}  // namespace

bool has_sines(const system_polynomial& p, const box_variables& on) {
  return std::any_of(p.begin(), p.end(), [&](const system_term& t) {
    return std::any_of(t.factors.begin(), t.factors.end(),
                       [&](const auto& factor) { return sine_of(factor.first, on) != nullptr; });
  });
}

std::uint32_t axis_of(std::uint32_t variable, const box_variables& on) {
  const std::vector<new_unknowns::root>& all = on.functions.roots();
  const auto at = std::find_if(all.begin(), all.end(), [=](const auto& r) { return r.variable == variable; });
  return at == all.end() ? variable : static_cast<std::uint32_t>(on.typed + static_cast<std::size_t>(at - all.begin()));
}

local_form local_form_of(const system_polynomial& p, box_variables& on) {
  local_form sum(on.box.size(), qd(0.0));
  for (const system_term& t : p) {
    double lost = 0;
    local_form term(on.box.size(), coefficient(t, lost));
    term.widen(lost, 0);
    for (const auto& [variable, exponent] : t.factors) {
      if (exponent > 64) throw error("found a power of " + std::to_string(exponent) + ", expected at most 64");
      const local_form factor = factor_of(variable, on);
      for (std::uint32_t k = 0; k < exponent; ++k) {
        term = term.times(factor);
        term.shorten();
      }
    }
    sum = sum.plus(term);
  }
  sum.shorten();
  return sum;
}

void add_intervals_of_roots(box_variables& on, const std::string& where) {
  const std::vector<new_unknowns::root>& roots = on.functions.roots();
  if (on.typed + roots.size() > 6)
    throw error(where + "found " + std::to_string(on.typed) + " variables and " + std::to_string(roots.size()) +
                " roots of unknowns, each of which is a variable more, expected 1 to 4 in all");
  on.sines.clear();
  on.box.resize(on.typed + roots.size(), {0, 1});
  on.roots = roots.size();
  try {
    for (std::size_t k = 0; k < roots.size(); ++k) {
      const new_unknowns::root& r = roots[k];
      // Those within another root stand before it, so their intervals are known.
      const double above = local_form_of(r.above, on).most(), below = local_form_of(r.below, on).least();
      double most = std::pow(above / below, 1.0 / r.degree) * (1 + 0x1p-40);
      if (!(below > 0) || !std::isfinite(most))
        throw error("found a root of a quotient whose divisor may be 0 in the box or near it, expected a smaller box");
      if (most == 0) most = 1;
      on.box[on.typed + k] = {r.is_real_of_real && r.degree % 2 == 1 ? -most : 0.0, most};
    }
  } catch (const too_wide&) {
    throw;
  } catch (const error& refused) {
    throw error(where + refused.what());
  }
  on.sines.clear();  // they had the intervals of later roots
}

}  // namespace vieta::io
