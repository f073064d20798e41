#include "systems/representation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "exact/arithmetic.hpp"
#include "vieta/error.hpp"

namespace vieta {

polynomial_system::polynomial_system(std::shared_ptr<const representation> data) : data_(std::move(data)) {}
std::size_t polynomial_system::equations() const { return data_->equations(); }
const std::vector<std::string>& polynomial_system::variables() const { return data_->variables; }
std::size_t polynomial_system::terms() const { return data_->terms(); }
bool polynomial_system::is_real() const { return data_->is_real(); }

namespace systems {

namespace {

using factor = product_graph_builder::factor;

/// Of coefficients: the last of four doubles is 2^-159 of the first and must stay normal, and sums of many terms
/// finite.
constexpr std::int64_t least_exponent = -800, largest_exponent = 960;

bool is_in_range(std::int64_t exponent) { return exponent >= least_exponent && exponent <= largest_exponent; }

/// Multiplies an equation by a power of two, which leaves its zeros what they are: its largest coefficient becomes one
/// of about 1, or larger where a small one needs that.
void bring_into_range(std::vector<system_builder::term>& terms) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = std::numeric_limits<std::int64_t>::min();
  const auto for_each_part = [&](const auto& visit) {
    for (system_builder::term& t : terms)
      for (exact::real* part : {&t.exact_re, &t.exact_im})
        if (!part->is_zero()) visit(*part);
  };
  for_each_part([&](const exact::real& part) {
    const std::int64_t size = exact::to_expansion(part).exponent;
    least = std::min(least, size), most = std::max(most, size);
  });
  if (most - least > largest_exponent - least_exponent)
    throw error("found coefficients of about 2^" + std::to_string(least) + " and 2^" + std::to_string(most) +
                " in one equation, expected a range of 2^-800 .. 2^960 at most");
  const std::int64_t down = std::min(most, least - least_exponent);
  for_each_part([&](exact::real& part) { part.binary_exponent -= down; });
}

enum class stored { exactly, in_part, out_of_range };

/// The number as up to four doubles, within 2^-208.
stored to_limbs(const exact::real& value, std::array<double, 4>& limbs) {
  limbs = {};
  if (value.is_zero() || exact::fits_double(value, limbs[0])) return stored::exactly;
  const exact::expansion e = exact::to_expansion(value);
  if (!is_in_range(e.exponent)) return stored::out_of_range;
  exact::real rest = value;
  for (std::size_t k = 0; k < 4; ++k) {
    limbs[k] = std::ldexp(e.limb[k], static_cast<int>(e.exponent));
    if (limbs[k] != 0) rest = exact::subtract(rest, exact::from_double(limbs[k]));
  }
  return rest.is_zero() ? stored::exactly : stored::in_part;
}

/// The least well stored of all.
stored to_limbs(std::vector<system_builder::term>& terms) {
  stored all = stored::exactly;
  for (system_builder::term& t : terms) all = std::max({all, to_limbs(t.exact_re, t.re), to_limbs(t.exact_im, t.im)});
  return all;
}

}  // namespace

system_builder::system_builder(std::vector<std::string> variables)
    : graph_(static_cast<std::uint32_t>(variables.size())), uses_(variables.size(), 0) {
  data_.variables = std::move(variables);
  data_.group_begin.push_back(0);
  data_.term_begin.push_back(0);
}

void system_builder::append_group(node outer, const std::vector<member>& members) {
  data_.outer.push_back(outer);
  for (const auto& [inner, t] : members) {
    const std::size_t at = data_.inner.size();
    const auto put = [at](std::vector<double>& plane, double x) {  // `finish` fills the planes up
      if (x == 0) return;
      plane.resize(at, 0);
      plane.push_back(x);
    };
    data_.inner.push_back(inner);
    for (std::size_t k = 0; k < 4; ++k) put(data_.re[k], t->re[k]), put(data_.im[k], t->im[k]);
    if (exact_) data_.exact_re.push_back(t->exact_re), data_.exact_im.push_back(t->exact_im);
  }
  data_.term_begin.push_back(data_.inner.size());
}

void system_builder::end_equation() { data_.group_begin.push_back(data_.outer.size()); }

void system_builder::add_exact(std::vector<term> terms) {
  stored all = to_limbs(terms);
  if (all == stored::out_of_range) bring_into_range(terms), all = to_limbs(terms);
  exact_ = true;
  // src/exact/exact_real.hpp: within 2^-208, relatively; a bit more for the parts that are cut off together.
  if (all != stored::exactly) data_.coefficient_error = std::max(data_.coefficient_error, 0x1p-207);
  add(terms);
}

void system_builder::approximate(double relative) {
  if (relative == 0) return;
  approximate_ = true;
  data_.coefficient_error = 0x1p-207 + 1.01 * relative;  // as seen from the stored ones
}

void system_builder::add(const std::vector<term>& terms) {
  for (const term& t : terms)
    for (const factor& f : t.factors) ++uses_[f.first];

  // Split off from each monomial the factor that is rarest in this equation; what many terms have left is an outer
  // node.
  std::map<std::vector<factor>, std::vector<std::pair<factor, const term*>>> by_rest;
  std::vector<member> plain;
  std::vector<factor> rest;
  for (const term& t : terms) {
    const auto often = [&](const factor& f) { return uses_[f.first]; };
    const auto rarest = std::min_element(t.factors.begin(), t.factors.end(),
                                         [&](const factor& a, const factor& b) { return often(a) < often(b); });
    const bool shared = t.factors.size() >= 2 && std::all_of(t.factors.begin(), t.factors.end(), [&](const factor& f) {
                          return &f == &*rarest || often(f) > 1;
                        });
    if (!shared || t.factors.size() > 8) {
      plain.push_back({graph_.product(t.factors), &t});
      continue;
    }
    rest.assign(t.factors.begin(), t.factors.end());
    rest.erase(rest.begin() + (rarest - t.factors.begin()));
    by_rest[rest].emplace_back(*rarest, &t);
  }
  for (const auto& [outer, members] : by_rest) {
    if (members.size() > 1) continue;
    plain.push_back({graph_.product(members[0].second->factors), members[0].second});
  }
  // x_i^2 beside x_i x_j: a square splits into x_i and x_i when its group is there.
  std::erase_if(plain, [&](const auto& p) {
    const std::vector<factor>& f = p.coefficient->factors;
    if (f.size() != 1 || f[0].second != 2) return false;
    const auto group = by_rest.find(std::vector<factor>{factor(f[0].first, 1)});
    if (group == by_rest.end() || group->second.size() < 2) return false;
    group->second.emplace_back(factor(f[0].first, 1), p.coefficient);
    return true;
  });
  if (!plain.empty()) append_group(0, plain);
  for (const auto& [outer, members] : by_rest) {
    if (members.size() < 2) continue;
    std::vector<member> list;
    for (const auto& [inner, t] : members) list.push_back({graph_.product({inner}), t});
    append_group(graph_.product(outer), list);
  }
  end_equation();
  for (const term& t : terms)
    for (const factor& f : t.factors) uses_[f.first] = 0;
}

/// Neighbouring nodes can be loaded together: the terms of a group in ascending order.
void system_builder::sort_group(std::size_t from, std::size_t to) {
  const auto begin = data_.inner.begin();
  const auto at = [&](std::size_t k) { return begin + static_cast<std::ptrdiff_t>(k); };
  const auto expect_distinct = [&] {
    if (std::adjacent_find(at(from), at(to)) != at(to))
      throw error("found a monomial twice in one equation, expected it once");
  };
  if (std::is_sorted(at(from), at(to))) return expect_distinct();
  std::vector<std::size_t> order(to - from);
  std::iota(order.begin(), order.end(), from);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return data_.inner[a] < data_.inner[b]; });
  const auto permute = [&](auto& values) {
    if (values.empty()) return;
    auto sorted = std::vector<std::remove_reference_t<decltype(values[0])>>(to - from);
    for (std::size_t k = 0; k < order.size(); ++k) sorted[k] = std::move(values[order[k]]);
    std::move(sorted.begin(), sorted.end(), values.begin() + static_cast<std::ptrdiff_t>(from));
  };
  permute(data_.inner);
  for (std::size_t k = 0; k < 4; ++k) permute(data_.re[k]), permute(data_.im[k]);
  permute(data_.exact_re), permute(data_.exact_im);
  expect_distinct();
}

polynomial_system system_builder::finish() {
  std::vector<node> number;
  data_.graph = graph_.finish(number);
  for (node& n : data_.outer) n = number[n];
  for (node& n : data_.inner) n = number[n];
  for (auto* planes : {&data_.re, &data_.im})
    for (std::vector<double>& plane : *planes)
      if (!plane.empty()) plane.resize(data_.inner.size(), 0);
  data_.re[0].resize(data_.inner.size(), 0);
  for (std::size_t g = 0; g < data_.outer.size(); ++g) sort_group(data_.term_begin[g], data_.term_begin[g + 1]);
  if (data_.coefficient_error == 0 || approximate_) data_.exact_re.clear(), data_.exact_im.clear();
  return polynomial_system(std::make_shared<const polynomial_system::representation>(std::move(data_)));
}

}  // namespace systems
}  // namespace vieta
