#include "verify/boxes/quick_exclusion.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "verify/boxes/small_inverse.hpp"

namespace vieta::checking {
namespace {

constexpr double half_ulp = 0x1p-53;

// With sums of degrees up to 32 and distances up to 2^16 an underflow of 2^-1074 grows to 2^-500 at most.
constexpr int most_degrees = 32;
constexpr double farthest = 0x1p16, tiny = 0x1p-500;

}  // namespace

quick_exclusion::quick_exclusion(const std::vector<expansion>& equations, std::vector<double> errors,
                                 std::vector<double> edges)
    : errors_(std::move(errors)), edges_(std::move(edges)) {
  if (equations.empty()) return;
  degrees_ = equations[0].degrees();
  int sum = 0;
  for (const int d : degrees_) sum += d;
  for (std::size_t k = 0; k < equations[0].size(); ++k) {
    powers_.push_back(equations[0].powers(k));
    int total = 0;
    bool is_even = true;
    for (const int e : powers_.back()) total += e, is_even = is_even && e % 2 == 0;
    total_degree_.push_back(total);
    is_even_.push_back(is_even ? 1 : 0);
  }
  for (std::size_t v = 0; v < degrees_.size(); ++v) linear_.push_back(equations[0].linear(v));
  is_usable_ = sum <= most_degrees;
  for (const expansion& p : equations) {
    stored_terms& all = coefficients_.emplace_back();
    for (std::size_t k = 0; k < p.size(); ++k) {
      const double a = middle(p.term(k)), size = above(p.term(k));
      const double radius = mag_get_d(arb_radref(p.term(k).x));
      is_usable_ = is_usable_ && size < 1e200;
      // What is tiny counts as an error alone. In `error` a part of 1 stands for half an ulp.
      const bool is_tiny = !(std::abs(a) > 1e-200);
      all.value.push_back(is_tiny ? 0 : a);
      all.error.push_back(is_tiny ? size / half_ulp : (std::abs(a) + radius / half_ulp) * up);
    }
  }
  // In each variable a coefficient comes down from its place in at most d products and d sums, is at rest in d sums
  // more, and meets d distances that are right to an ulp; and it was rounded itself, to an ulp.
  roundings_ = 5.0 * sum + 4;
}

void quick_exclusion::about(std::size_t equation, const small_vector& distance, const terms& out) const {
  const stored_terms& from = coefficients_[equation];
  const std::size_t count = powers_.size();
  std::copy(from.value.begin(), from.value.end(), out.value);
  std::copy(from.error.begin(), from.error.end(), out.error);
  std::size_t stride = count;
  for (std::size_t v = 0; v < degrees_.size(); ++v) {
    const auto length = static_cast<std::size_t>(degrees_[v]) + 1;
    stride /= length;
    const double d = distance[v], size = std::abs(d);
    for (std::size_t block = 0; block < count; block += stride * length) {
      for (std::size_t i = block; i < block + stride; ++i) {
        for (std::size_t first = 0; first + 1 < length; ++first) {
          for (std::size_t k = length - 1; k-- > first;) {
            out.value[i + k * stride] += out.value[i + (k + 1) * stride] * d;
            out.error[i + k * stride] += out.error[i + (k + 1) * stride] * size;
          }
        }
      }
    }
  }
  for (std::size_t k = 0; k < count; ++k) out.error[k] = out.error[k] * (roundings_ * half_ulp * up) + tiny;
}

// `weight`: the half edges to the powers of each term. What is even in all variables has one sign in the cell.
quick_exclusion::ranges quick_exclusion::ranges_of(const terms& p, const double* weight, std::size_t alone) const {
  double odd = 0, above = 0, below = 0, doubt = p.error[0];
  for (std::size_t k = 1; k < powers_.size(); ++k) {
    doubt += p.error[k] * weight[k];
    const double size = k == alone ? 0 : p.value[k] * weight[k];
    if (is_even_[k] == 0)
      odd += std::abs(size);
    else
      (size > 0 ? above : below) += std::abs(size);
  }
  return {odd + above, odd + below, doubt};
}

quick_exclusion::verdict quick_exclusion::compare(const terms& p, const ranges& of, double linear, double error) {
  const double value = std::abs(p.value[0]), spread = (p.value[0] > 0 ? of.below : of.above) + linear;
  if (value > ((spread + error) * up + of.doubt * up) * up) return verdict::excluded;
  return value + of.doubt * up > spread / up ? verdict::unsure : verdict::not_excluded;
}

// G = R F has at most one zero in the cell if |(x - y) - (G(x) - G(y))| < |x - y| for any two of its points, in the
// norm of the largest |x_i| / half_i. So this asks of each G_i that the sum of |[i = v] - dG_i/dx_v| half_v is below
// half_i.
bool quick_exclusion::contracts(const terms& p, const double* weight, std::size_t i, const small_vector& half,
                                double error) const {
  double sum = 0;
  for (std::size_t k = 1; k < powers_.size(); ++k) {
    const double degree = total_degree_[k];
    sum += ((degree > 1 ? std::abs(p.value[k]) : 0) + p.error[k]) * weight[k] * degree;
  }
  for (std::size_t v = 0; v < degrees_.size(); ++v) {
    const double slope = linear_[v] == powers_.size() ? 0 : p.value[linear_[v]];
    sum += (std::abs((v == i ? 1 : 0) - slope) + error * 2 * degrees_[v] / edges_[v]) * half[v];
  }
  return sum * up < half[i];
}

// A zero at the distance u from the centre has g + s u_i + r = 0 with the slope s by x_i as it was calculated, and a
// rest r between -below and above, as all other terms and all errors bound it. So u_i is near to -(g + middle of r) /
// s.
quick_exclusion::extent quick_exclusion::narrowed(const terms& p, const ranges& of, std::size_t i, double half,
                                                  double error) const {
  const std::size_t alone = linear_[i];
  if (alone == powers_.size() || !(std::abs(p.value[alone]) > 1e-100)) return {-half, half};
  const double slope = p.value[alone], middle = 0.5 * (of.above - of.below), at = -(p.value[0] + middle) / slope;
  const double roundings = (std::abs(p.value[0]) + of.above + of.below) * (8 * half_ulp);
  const double rest = 0.5 * (of.above + of.below) + (of.doubt + error + roundings) * up;
  const double reach = (rest / std::abs(slope) * up + std::abs(at) * (8 * half_ulp)) * up + tiny;
  // A NaN fails both comparisons.
  return {at - reach > -half ? at - reach : -half, at + reach < half ? at + reach : half};
}

quick_exclusion::finding quick_exclusion::look(const small_vector& distance, const small_vector& half, double growth,
                                               bool may_be_one) const {
  const std::size_t n = degrees_.size(), count = powers_.size();
  finding out;
  if (!is_usable_ || coefficients_.size() != n) return out;
  for (std::size_t v = 0; v < n; ++v)
    if (!(std::abs(distance[v]) < farthest)) return out;
  // Cells take less time than allocations. One room holds the weights, the terms of each equation, and those of a
  // combination.
  std::array<double, 512> near{};
  std::vector<double> far;
  if ((2 * n + 3) * count > near.size()) far.resize((2 * n + 3) * count);
  double* const weight = far.empty() ? near.data() : far.data();
  const auto terms_of = [&](std::size_t q) {
    return terms{weight + (2 * q + 1) * count, weight + (2 * q + 2) * count};
  };
  for (std::size_t k = 0; k < count; ++k) {
    double w = 1;
    for (std::size_t v = 0; v < n; ++v)
      for (int j = 0; j < powers_[k][v]; ++j) w *= half[v];
    weight[k] = std::max(w, 1e-290);
  }
  out.of = verdict::not_excluded;
  for (std::size_t q = 0; q < n; ++q) {
    about(q, distance, terms_of(q));
    const verdict found = compare(terms_of(q), ranges_of(terms_of(q), weight, count), 0, errors_[q] * growth * up);
    if (found != verdict::not_excluded) out.of = found;
    if (found == verdict::excluded) return out;
  }
  small_matrix jacobian{}, inverse{};
  for (std::size_t q = 0; q < n; ++q)
    for (std::size_t v = 0; v < n; ++v) jacobian[q][v] = linear_[v] == count ? 0 : terms_of(q).value[linear_[v]];
  if (!invert(jacobian, inverse, n)) return out;
  bool is_alone = true;
  const terms sum = terms_of(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::fill_n(sum.value, 2 * count, 0.0);
    double error = 0;
    for (std::size_t q = 0; q < n; ++q) {
      const double by = inverse[i][q], size = std::abs(by);
      if (!(size < 1e100)) return {};
      error += size * errors_[q] * growth;
      const terms part = terms_of(q);
      for (std::size_t k = 0; k < count; ++k) {
        const double product = by * part.value[k];
        sum.value[k] += product;
        sum.error[k] += size * part.error[k] + std::abs(product) * (8 * half_ulp);
      }
    }
    for (std::size_t k = 0; k < count; ++k) sum.error[k] = sum.error[k] * up + tiny;
    const ranges of = ranges_of(sum, weight, linear_[i]);
    const double linear = linear_[i] == count ? 0 : std::abs(sum.value[linear_[i]]) * weight[linear_[i]];
    const verdict found = compare(sum, of, linear, error * up);
    if (found != verdict::not_excluded) out.of = found;
    if (found == verdict::excluded) return out;
    if (may_be_one) is_alone = is_alone && contracts(sum, weight, i, half, error * up);
    out.solutions_in[i] = narrowed(sum, of, i, half[i], error * up);
    if (!(out.solutions_in[i].least <= out.solutions_in[i].most)) {
      out.of = verdict::excluded;
      return out;
    }
  }
  out.at_most_one = may_be_one && is_alone;
  out.is_narrowed = true;
  return out;
}

std::optional<quick_exclusion::linear_part> quick_exclusion::linear_part_at(const small_vector& distance) const {
  const std::size_t n = degrees_.size(), count = powers_.size();
  std::vector<double> room(2 * count);
  const terms here{room.data(), room.data() + count};
  linear_part out;
  small_matrix jacobian{};
  for (std::size_t q = 0; q < n; ++q) {
    about(q, distance, here);
    out.value[q] = here.value[0];
    for (std::size_t v = 0; v < n; ++v) jacobian[q][v] = linear_[v] == count ? 0 : here.value[linear_[v]];
  }
  if (!invert(jacobian, out.inverse, n)) return std::nullopt;
  return out;
}

std::optional<small_matrix> quick_exclusion::inverse_at(const small_vector& distance) const {
  if (coefficients_.size() != degrees_.size()) return std::nullopt;
  const std::optional<linear_part> there = linear_part_at(distance);
  if (!there) return std::nullopt;
  return there->inverse;
}

std::optional<small_vector> quick_exclusion::walk(small_vector from, const small_vector& reach) const {
  const std::size_t n = degrees_.size();
  if (coefficients_.size() != n) return from;
  const small_vector start = from;
  constexpr int most_steps = 12;
  for (int step = 0; step < most_steps; ++step) {
    const std::optional<linear_part> here = linear_part_at(from);
    if (!here) return std::nullopt;
    bool rests = true;
    for (std::size_t v = 0; v < n; ++v) {
      double move = 0;
      for (std::size_t q = 0; q < n; ++q) move += here->inverse[v][q] * here->value[q];
      from[v] -= move;
      if (!(std::abs(from[v] - start[v]) <= reach[v])) return std::nullopt;
      rests = rests && std::abs(move) <= 1e-6 * reach[v];
    }
    if (rests) return from;
  }
  return std::nullopt;
}

}  // namespace vieta::checking

#endif
