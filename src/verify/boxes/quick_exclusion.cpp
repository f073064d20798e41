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

quick_exclusion::quick_exclusion(const std::vector<expansion>& equations, std::vector<double> errors)
    : errors_(std::move(errors)) {
  if (equations.empty()) return;
  degrees_ = equations[0].degrees();
  int sum = 0;
  for (const int d : degrees_) sum += d;
  for (std::size_t k = 0; k < equations[0].size(); ++k) powers_.push_back(equations[0].powers(k));
  for (std::size_t v = 0; v < degrees_.size(); ++v) linear_.push_back(equations[0].linear(v));
  is_usable_ = sum <= most_degrees;
  for (const expansion& p : equations) {
    std::vector<double>& all = coefficients_.emplace_back();
    for (std::size_t k = 0; k < p.size(); ++k) {
      const double a = arf_get_d(arb_midref(p.term(k).x), ARF_RND_NEAR);
      // The ball's radius is below an ulp of its middle by far, or the question is left to ball arithmetic.
      const bool is_narrow = arb_is_zero(p.term(k).x) != 0 || arb_rel_accuracy_bits(p.term(k).x) > 60;
      is_usable_ = is_usable_ && is_narrow && (a == 0 || (std::abs(a) > 1e-200 && std::abs(a) < 1e200));
      all.push_back(a);
    }
  }
  // In each variable a coefficient comes down from its place in at most d products and d sums, is at rest in d sums
  // more, and meets d distances that are right to an ulp; and it was rounded itself, from a ball.
  roundings_ = 5.0 * sum + 4;
}

quick_exclusion::terms quick_exclusion::about(std::size_t equation, const std::vector<double>& distance) const {
  terms out{coefficients_[equation], {}};
  for (const double a : out.value) out.error.push_back(std::abs(a));
  std::size_t stride = out.value.size();
  for (std::size_t v = 0; v < degrees_.size(); ++v) {
    const auto length = static_cast<std::size_t>(degrees_[v]) + 1;
    stride /= length;
    const double d = distance[v], size = std::abs(d);
    for (std::size_t block = 0; block < out.value.size(); block += stride * length) {
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
  for (double& e : out.error) e = e * (roundings_ * half_ulp * up) + tiny;
  return out;
}

// `weight`: the half edges to the powers of each term.
quick_exclusion::verdict quick_exclusion::compare(const terms& p, const std::vector<double>& weight,
                                                  double error) const {
  double spread = 0, doubt = p.error[0];
  for (std::size_t k = 1; k < weight.size(); ++k) {
    spread += std::abs(p.value[k]) * weight[k];
    doubt += p.error[k] * weight[k];
  }
  const double value = std::abs(p.value[0]), most = (spread + error) * up;
  if (value > (most + doubt * up) * up) return verdict::excluded;
  return value + doubt * up > spread / up ? verdict::unsure : verdict::not_excluded;
}

quick_exclusion::verdict quick_exclusion::look(const std::vector<double>& distance, const std::vector<double>& half,
                                               double growth) const {
  const std::size_t n = degrees_.size();
  if (!is_usable_ || coefficients_.size() != n) return verdict::unsure;
  for (const double d : distance)
    if (!(std::abs(d) < farthest)) return verdict::unsure;
  std::vector<double> weight(powers_.size(), 1.0);
  for (std::size_t k = 0; k < weight.size(); ++k)
    for (std::size_t v = 0; v < n; ++v)
      for (int j = 0; j < powers_[k][v]; ++j) weight[k] *= half[v];
  for (double& w : weight) w = std::max(w, 1e-290);
  std::vector<terms> of;
  verdict out = verdict::not_excluded;
  for (std::size_t q = 0; q < n; ++q) {
    const verdict found = compare(of.emplace_back(about(q, distance)), weight, errors_[q] * growth * up);
    if (found == verdict::excluded) return found;
    if (found == verdict::unsure) out = found;
  }
  small_matrix jacobian{}, inverse{};
  for (std::size_t q = 0; q < n; ++q)
    for (std::size_t v = 0; v < n; ++v) jacobian[q][v] = linear_[v] == weight.size() ? 0 : of[q].value[linear_[v]];
  if (n == 1 || !invert(jacobian, inverse, n)) return out;
  for (std::size_t i = 0; i < n; ++i) {
    terms sum{std::vector<double>(weight.size()), std::vector<double>(weight.size())};
    double error = 0;
    for (std::size_t q = 0; q < n; ++q) {
      const double by = inverse[i][q], size = std::abs(by);
      if (!(size < 1e100)) return verdict::unsure;
      error += size * errors_[q] * growth;
      for (std::size_t k = 0; k < weight.size(); ++k) {
        const double product = by * of[q].value[k];
        sum.value[k] += product;
        sum.error[k] += size * of[q].error[k] + std::abs(product) * (8 * half_ulp);
      }
    }
    for (double& e : sum.error) e = e * up + tiny;
    const verdict found = compare(sum, weight, error * up);
    if (found == verdict::excluded) return found;
    if (found == verdict::unsure) out = found;
  }
  return out;
}

std::optional<std::vector<double>> quick_exclusion::walk(std::vector<double> from,
                                                         const std::vector<double>& reach) const {
  const std::size_t n = degrees_.size();
  if (coefficients_.size() != n) return from;
  const std::vector<double> start = from;
  constexpr int most_steps = 12;
  for (int step = 0; step < most_steps; ++step) {
    small_matrix jacobian{}, inverse{};
    std::array<double, 4> value{};
    for (std::size_t q = 0; q < n; ++q) {
      const terms here = about(q, from);
      value[q] = here.value[0];
      for (std::size_t v = 0; v < n; ++v) jacobian[q][v] = linear_[v] == here.value.size() ? 0 : here.value[linear_[v]];
    }
    if (!invert(jacobian, inverse, n)) return std::nullopt;
    bool rests = true;
    for (std::size_t v = 0; v < n; ++v) {
      double move = 0;
      for (std::size_t q = 0; q < n; ++q) move += inverse[v][q] * value[q];
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
