#include "roots/batch/alone.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/number.hpp"
#include "exact/representation.hpp"
#include "roots/batch/one_polynomial.hpp"
#include "roots/factors/square_free.hpp"
#include "roots/factors/whole_roots.hpp"

namespace vieta::root_batches {
namespace {

bool is_plain(const roots_options& options) {
  return options.method == roots_method::automatic && options.evaluation == roots_evaluation::scaled &&
         options.on.place != where::cuda && options.uncertainty == 0 && options.region.is_plane() &&
         options.digits <= 15 && !options.progress;
}

bool is_normal_or_zero(double x) { return x == 0 || std::isnormal(x); }

/// Whether p(-x) is p(x) or -p(x), for real coefficients: then -conj(z) is a root where z is one.
bool is_even_or_odd(const polynomial::representation& data) {
  if (!data.im.empty()) return false;
  bool has_even = false, has_odd = false;
  for (std::size_t term = 0; term < data.size(); ++term)
    if (data.re[term] != 0) (data.exponent(term) % 2 == 0 ? has_even : has_odd) = true;
  return !(has_even && has_odd);
}

/// Whether all other discs are so far from disc k that the mirror image of its root in the imaginary axis, which is
/// near, can only be that root itself.
bool is_own_image(std::span<const small_root> found, std::size_t k) {
  const small_root& z = found[k];
  for (std::size_t j = 0; j < found.size(); ++j)
    if (j != k && !(std::hypot(found[j].re - z.re, found[j].im - z.im) > 2 * found[j].radius + 8 * z.radius))
      return false;
  return true;
}

/// The root with a radius about its value as it is printed (base/number.hpp); nothing where that is too large, or where
/// it is a question on which side of an axis the root lies.
std::optional<root> to_root(std::span<const small_root> all, std::size_t k, bool is_mirrored, double relative_radius) {
  const small_root& found = all[k];
  root r;
  r.status = root_status::isolated;
  r.value = {found.re, found.im};
  r.real = found.real;
  if (found.re == 0 && found.im == 0) {
    r.real = true;
    return found.radius == 0 ? std::optional(r) : std::nullopt;
  }
  if (!r.real && is_mirrored && std::abs(found.re) <= found.radius && is_own_image(all, k)) {
    r.imaginary = true;
    r.value.real(0);  // which is nearer to the root
  }
  const auto [re, im] = std::pair(r.value.real(), r.value.imag());
  if (!is_normal_or_zero(re) || !is_normal_or_zero(im) || !is_normal_or_zero(found.radius)) return {};
  r.radius = (found.radius + std::hypot(report::shortest_error(re), report::shortest_error(im))) * up;
  if (!(r.radius <= relative_radius * std::abs(r.value) * (1 - 0x1p-50)) || !is_normal_or_zero(r.radius)) return {};
  if (!r.imaginary && std::abs(re) <= r.radius) return {};
  if (!r.real && std::abs(im) <= r.radius) return {};
  return r;
}

/// By modulus; where the discs do not tell two moduli apart by |argument|, the upper one of two conjugates first.
void sort_by_modulus(std::vector<root>& roots) {
  std::sort(roots.begin(), roots.end(),
            [](const root& a, const root& b) { return std::abs(a.value) < std::abs(b.value); });
  const auto is_larger = [](const root& a, const root& b) {
    const double size = std::abs(a.value);
    return size - std::abs(b.value) > a.radius + b.radius + 4 * std::numeric_limits<double>::epsilon() * size;
  };
  for (auto first = roots.begin(); first != roots.end();) {
    auto end = first + 1;
    while (end != roots.end() && !is_larger(*end, *(end - 1))) ++end;
    std::sort(first, end, [](const root& a, const root& b) {
      const double a_angle = std::abs(std::arg(a.value)), b_angle = std::abs(std::arg(b.value));
      if (a_angle != b_angle) return a_angle < b_angle;
      if (a.value.real() != b.value.real()) return a.value.real() < b.value.real();  // conjugates side by side
      return a.value.imag() > b.value.imag();
    });
    first = end;
  }
}

struct found_roots {
  std::vector<root> all;
  int sweeps = 0, updates = 0;
  bool may_be_multiple = false;  ///< where not all are proven
};

template <int N>
bool find_in(const polynomial::representation& data, double relative_radius, found_roots& out) {
  double re[N + 1] = {}, im[N + 1] = {};
  for (std::size_t term = 0; term < data.size(); ++term) {
    const auto k = static_cast<std::size_t>(data.exponent(term));
    re[k] = data.re[term];
    if (!data.im.empty()) im[k] = data.im[term];
  }
  small_root found[N];
  const small_roots_answer answer = small_roots<N>(re, im, found, relative_radius);
  out.sweeps = std::max(out.sweeps, answer.sweeps);
  out.updates += answer.updates;
  for (int k = 0; k < answer.count; ++k)
    if (found[k].status == small_root_status::cluster) out.may_be_multiple = true;
  if (answer.status != small_roots_status::complete) return false;
  const std::span<const small_root> all(found, static_cast<std::size_t>(answer.count));
  const bool is_mirrored = is_even_or_odd(data);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::optional<root> r = to_root(all, k, is_mirrored, relative_radius);
    if (!r) return false;
    out.all.push_back(*r);
  }
  return true;
}

/// All roots of p, if they are simple and nothing is left to decide.
bool find(const polynomial& p, double relative_radius, found_roots& out) {
  const polynomial::representation& data = p.data();
  if (data.degree < 1 || data.degree > most_degree || data.is_exact()) return false;
  // Clearing long arrays would take longer than the work.
  constexpr int low = 12;
  return data.degree <= low ? find_in<low>(data, relative_radius, out)
                            : find_in<most_degree>(data, relative_radius, out);
}

/// The same where roots may be multiple: of the square-free factors of p.
bool find_multiple(const polynomial& p, double relative_radius, found_roots& out) {
  const square_free_parts parts = square_free_factors(p);
  if (parts.factors.empty()) return false;
  out.all.clear();
  for (const square_free_factor& part : parts.factors) {
    const std::size_t before = out.all.size();
    if (!find(part.factor, relative_radius, out)) return false;
    if (part.multiplicity == 1) continue;
    for (std::size_t k = before; k < out.all.size(); ++k)
      out.all[k].multiplicity = part.multiplicity, out.all[k].status = root_status::multiple;
  }
  // Factors share no root, but their discs may meet.
  for (std::size_t k = 0; k < out.all.size(); ++k)
    for (std::size_t j = 0; j < k; ++j)
      if (!(std::abs(out.all[k].value - out.all[j].value) > (out.all[k].radius + out.all[j].radius) * up)) return false;
  return true;
}

/// The same where all roots are small whole numbers, which takes no iteration.
bool find_whole(const polynomial& p, found_roots& out) {
  for (const whole_root& whole : whole_roots_if_all(p)) {
    root r;
    r.value = whole.value, r.radius = 0x1p-80 * std::abs(whole.value), r.real = true;
    r.multiplicity = whole.multiplicity;
    r.status = whole.multiplicity > 1 ? root_status::multiple : root_status::isolated;
    out.all.push_back(r);
  }
  return !out.all.empty();
}

}  // namespace

bool solve_alone(const polynomial& p, const roots_options& options, roots_result& result) {
  if (!is_plain(options)) return false;
  const double relative_radius = std::pow(10.0, -options.digits);
  found_roots found;
  const bool is_whole = find_whole(p, found);
  if (!is_whole && !find(p, relative_radius, found) &&
      !(found.may_be_multiple && find_multiple(p, relative_radius, found)))
    return false;
  sort_by_modulus(found.all);
  for (const root& r : found.all) ++(r.multiplicity > 1 ? result.report.multiple : result.report.isolated);
  result.roots = std::move(found.all);
  result.report.sweeps = found.sweeps;
  result.report.updates_per_root = static_cast<double>(found.updates) / static_cast<double>(p.degree());
  result.report.precision_bits = is_whole ? 128 : 106;
  if (is_whole) result.report.method = "exact division";
  return true;
}

}  // namespace vieta::root_batches
