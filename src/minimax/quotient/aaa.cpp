#include "vieta/aaa.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/run_limits.hpp"
#include "minimax/function/singular_points.hpp"
#include "minimax/problem.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

using number = std::complex<double>;
using columns = std::vector<std::vector<number>>;

number along(const std::vector<number>& a, const std::vector<number>& b) {
  number sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::conj(a[i]) * b[i];
  return sum;
}

double squared_length(const std::vector<number>& a) {
  double sum = 0;
  for (const number& v : a) sum += std::norm(v);
  return sum;
}

/// R of a QR decomposition, by columns (Gram and Schmidt's process, each column twice).
columns triangle_of(columns a) {
  const std::size_t n = a.size();
  columns r(n, std::vector<number>(n));
  for (std::size_t k = 0; k < n; ++k) {
    for (int again = 0; again < 2; ++again)
      for (std::size_t j = 0; j < k; ++j) {
        const number part = along(a[j], a[k]);
        r[k][j] += part;
        for (std::size_t i = 0; i < a[k].size(); ++i) a[k][i] -= part * a[j][i];
      }
    const double length = std::sqrt(squared_length(a[k]));
    r[k][k] = length;
    for (number& v : a[k]) v = length > 0 ? v / length : 0;
  }
  return r;
}

/// The right singular vector of the least singular value, by Jacobi's rotations of columns (Hestenes 1958), which find
/// small singular values as well as large ones.
std::vector<number> least_singular_vector(const columns& matrix) {
  columns a = triangle_of(matrix);
  const std::size_t n = a.size();
  columns v(n, std::vector<number>(n));
  for (std::size_t k = 0; k < n; ++k) v[k][k] = 1;
  constexpr int most_sweeps = 40;
  constexpr double unit = 1e-15;
  bool turned = true;
  for (int sweep = 0; sweep < most_sweeps && turned; ++sweep) {
    turned = false;
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) {
        const number product = along(a[p], a[q]);
        const double of_p = squared_length(a[p]), of_q = squared_length(a[q]), size = std::abs(product);
        if (!(size > unit * std::sqrt(of_p) * std::sqrt(of_q)) || !(size > 0)) continue;
        turned = true;
        const number phase = std::conj(product) / size;
        const double zeta = (of_q - of_p) / (2 * size);
        const double t = (zeta < 0 ? -1 : 1) / (std::fabs(zeta) + std::hypot(1.0, zeta));
        const double c = 1 / std::hypot(1.0, t), s = c * t;
        for (columns* m : {&a, &v})
          for (std::size_t i = 0; i < n; ++i) {
            const number first = (*m)[p][i], second = (*m)[q][i] * phase;
            (*m)[p][i] = c * first - s * second;
            (*m)[q][i] = s * first + c * second;
          }
      }
  }
  std::size_t least = 0;
  for (std::size_t k = 1; k < n; ++k)
    if (squared_length(a[k]) < squared_length(a[least])) least = k;
  return v[least];
}

/// The zeros of sum c_j / (z - z_j), all at once (Ehrlich and Aberth's iteration on that sum times prod (z - z_j)). One
/// runs away to infinity where sum c_j is 0.
std::vector<number> zeros_of(const std::vector<number>& c, const std::vector<number>& at) {
  using wide = std::complex<long double>;
  std::vector<wide> poles, coefficients, z;
  wide middle = 0;
  for (std::size_t j = 0; j < c.size(); ++j) {
    if (c[j] == number(0)) continue;
    poles.emplace_back(at[j]);
    coefficients.emplace_back(c[j]);
    middle += wide(at[j]);
  }
  if (poles.size() < 2) return {};
  middle /= static_cast<long double>(poles.size());
  long double radius = 0;
  for (const wide& p : poles) radius = std::max(radius, std::abs(p - middle));
  const std::size_t n = poles.size() - 1;
  const long double turn = 2 * std::acos(-1.0L) / static_cast<long double>(n);
  for (std::size_t k = 0; k < n; ++k)
    z.push_back(middle + std::polar(1.1L * radius, turn * (static_cast<long double>(k) + 0.31L)));
  constexpr int most_steps = 400;
  const long double far = 1e6L * radius;
  bool moved = true;
  std::vector<char> rests(n, 0);
  std::vector<long double> last(n, std::numeric_limits<long double>::infinity());  // lengths of steps
  for (int step = 0; step < most_steps && moved; ++step) {
    moved = false;
    for (std::size_t k = 0; k < n; ++k) {
      if (rests[k]) continue;
      wide sum = 0, slope = 0, others = 0;
      bool at_pole = false;
      for (std::size_t j = 0; j < poles.size(); ++j) {
        const wide gap = z[k] - poles[j];
        at_pole = at_pole || gap == wide(0);
        const wide inverse = 1.0L / gap;
        sum += coefficients[j] * inverse;
        slope -= coefficients[j] * inverse * inverse;
        others += inverse;
      }
      for (std::size_t l = 0; l < n; ++l)
        if (l != k) others -= 1.0L / (z[k] - z[l]);
      const wide by = at_pole ? wide(1e-9L * radius, 1e-9L * radius) : sum / (slope + sum * others);
      if (!std::isfinite(std::abs(by))) {
        z[k] += wide(1e-3L * radius, 1e-3L * radius);
        last[k] = std::numeric_limits<long double>::infinity();
        moved = true;
        continue;
      }
      z[k] -= by;
      last[k] = std::abs(by);
      rests[k] = std::abs(by) <= 1e-17L * std::abs(z[k] - middle) || std::abs(z[k] - middle) > far ? 1 : 0;
      moved = moved || !rests[k];
    }
  }
  std::vector<number> found;
  constexpr long double rest = 1e-9L;
  for (std::size_t k = 0; k < n; ++k)
    if (std::abs(z[k] - middle) < far && last[k] <= rest * radius)
      found.emplace_back(static_cast<double>(z[k].real()), static_cast<double>(z[k].imag()));
  return found;
}

struct fit {
  const std::vector<number>& z;
  const std::vector<number>& f;
  std::vector<std::size_t> chosen;
  aaa_result result;

  [[nodiscard]] bool is_chosen(std::size_t i) const {
    return std::find(chosen.begin(), chosen.end(), i) != chosen.end();
  }

  /// Weights for the chosen points: least in the Loewner matrix of all others.
  void weigh() {
    result.support.clear();
    result.values.clear();
    columns loewner;
    for (const std::size_t j : chosen) {
      result.support.push_back(z[j]);
      result.values.push_back(f[j]);
      std::vector<number> column;
      for (std::size_t i = 0; i < z.size(); ++i)
        if (!is_chosen(i)) column.push_back((f[i] - f[j]) / (z[i] - z[j]));
      loewner.push_back(std::move(column));
    }
    result.weights = least_singular_vector(loewner);
  }

  /// The sample with the largest error; `result.error` is that.
  std::size_t worst() {
    std::size_t place = 0;
    result.error = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double error = std::abs(f[i] - result(z[i]));
      if (!(error <= result.error)) place = i, result.error = error;
    }
    return place;
  }

  void find_poles() {
    result.poles.clear();
    std::vector<number> weighted;
    for (std::size_t j = 0; j < chosen.size(); ++j) weighted.push_back(result.weights[j] * result.values[j]);
    result.zeros = zeros_of(weighted, result.support);
    for (const number& at : zeros_of(result.weights, result.support)) {
      number top = 0, slope = 0;
      for (std::size_t j = 0; j < chosen.size(); ++j) {
        const number inverse = 1.0 / (at - result.support[j]);
        top += weighted[j] * inverse;
        slope -= result.weights[j] * inverse * inverse;
      }
      result.poles.push_back({at, top / slope});
    }
  }

  /// The support points next to poles whose residues are rounding errors.
  std::vector<std::size_t> spurious(double size) const {
    std::vector<std::size_t> found;
    for (const aaa_pole& pole : result.poles) {
      double distance = std::numeric_limits<double>::infinity();
      for (const number& at : z) distance = std::min(distance, std::abs(at - pole.at));
      if (!(std::abs(pole.residue) < 1e-13 * size * distance)) continue;
      std::size_t nearest = 0;
      for (std::size_t j = 1; j < chosen.size(); ++j)
        if (std::abs(result.support[j] - pole.at) < std::abs(result.support[nearest] - pole.at)) nearest = j;
      if (std::find(found.begin(), found.end(), nearest) == found.end()) found.push_back(nearest);
    }
    return found;
  }
};

}  // namespace

std::complex<double> aaa_result::operator()(std::complex<double> z) const {
  number top = 0, bottom = 0;
  for (std::size_t j = 0; j < support.size(); ++j) {
    if (z == support[j]) return values[j];
    const number part = weights[j] / (z - support[j]);
    top += part * values[j];
    bottom += part;
  }
  return top / bottom;
}

aaa_result aaa(std::span<const std::complex<double>> places, std::span<const std::complex<double>> values,
               const aaa_options& options) {
  const float_environment floats;
  if (places.size() != values.size())
    throw error("aaa: found " + std::to_string(places.size()) + " places and " + std::to_string(values.size()) +
                " values, expected as many of both");
  if (!(options.tolerance >= 0))
    throw error("tolerance: found " + report::shortest(options.tolerance) + ", expected 0 or more");
  if (options.max_terms < 1)
    throw error("max_terms: found " + std::to_string(options.max_terms) + ", expected 1 or more");
  const run_limits limits(options);
  std::vector<number> z, f;
  std::map<std::pair<double, double>, number> known;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!std::isfinite(std::abs(places[i])) || !std::isfinite(std::abs(values[i]))) continue;
    const auto [found, is_new] = known.try_emplace({places[i].real(), places[i].imag()}, values[i]);
    if (!is_new && found->second != values[i])
      throw error("samples: found two values at " + report::shortest(places[i].real()) +
                  (places[i].imag() == 0 ? "" : " + " + report::shortest(places[i].imag()) + "i") +
                  ", expected one value at every place");
    if (!is_new) continue;
    z.push_back(places[i]);
    f.push_back(values[i]);
  }
  if (z.size() < 2)
    throw error("aaa: found " + std::to_string(z.size()) + " finite samples at different places, expected two or more");
  double size = 0;
  number mean = 0, middle = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    size = std::max(size, std::abs(f[i]));
    mean += f[i] / static_cast<double>(z.size());
    middle += z[i] / static_cast<double>(z.size());
  }
  fit now{z, f, {}, {}};
  std::size_t next = 0;
  for (std::size_t i = 1; i < z.size(); ++i)
    if (std::abs(f[i] - mean) > std::abs(f[next] - mean)) next = i;
  const std::size_t most = std::min(static_cast<std::size_t>(options.max_terms), z.size() / 2);
  std::vector<std::size_t> best;
  double least = std::numeric_limits<double>::infinity();
  double last_step = 0;
  std::string stopped_by;
  while (now.chosen.size() < most) {
    // The next step takes a little longer than the last one, and cleaning up as long as two more.
    const double begin = limits.seconds();
    const bool too_late = options.max_seconds > 0 && begin + 4 * last_step > options.max_seconds;
    if (!now.chosen.empty() && (too_late || limits.cancelled())) {
      stopped_by = limits.stopped_by();
      break;
    }
    now.chosen.push_back(next);
    now.weigh();
    next = now.worst();
    if (now.result.error < least) least = now.result.error, best = now.chosen;
    if (now.result.error <= options.tolerance * size) break;
    last_step = limits.seconds() - begin;
  }
  if (now.result.error > least) {  // more terms brought nothing but rounding errors
    now.chosen = best;
    now.weigh();
    now.worst();
  }
  now.find_poles();
  if (options.clean && now.chosen.size() > 1 && !limits.must_stop()) {
    const std::vector<std::size_t> away = now.spurious(size);
    if (!away.empty() && away.size() < now.chosen.size()) {
      std::vector<std::size_t> kept;
      for (std::size_t j = 0; j < now.chosen.size(); ++j)
        if (std::find(away.begin(), away.end(), j) == away.end()) kept.push_back(now.chosen[j]);
      now.chosen = std::move(kept);
      now.weigh();
      now.worst();
      now.find_poles();
    }
  }
  std::sort(now.result.poles.begin(), now.result.poles.end(),
            [&](const aaa_pole& a, const aaa_pole& b) { return std::abs(a.at - middle) < std::abs(b.at - middle); });
  std::sort(now.result.zeros.begin(), now.result.zeros.end(),
            [&](const number& a, const number& b) { return std::abs(a - middle) < std::abs(b - middle); });
  now.result.samples = z.size();
  now.result.stopped_by = stopped_by;
  now.result.converged = now.result.error <= options.tolerance * size;
  return now.result;
}

aaa_result aaa(const minimax_problem& given, const aaa_options& options) {
  const float_environment floats;
  const approximation::problem p = approximation::read(given);
  std::vector<long double> places;
  for (const auto& known : p.samples) places.push_back(known.first);
  for (const auto& [from, to] : p.intervals) {
    if (!p.samples.empty()) break;
    const long double lo = evaluate(from, 0), hi = evaluate(to, 0);
    constexpr int pieces = 400, per_decade = 4, decades = 16;
    for (int k = 0; k <= pieces; ++k)
      places.push_back(lo + (hi - lo) * (0.5L - 0.5L * std::cos(std::acos(-1.0L) * k / pieces)));
    // Elsewhere points that lie so near to each other differ by rounding errors, and poles come of that.
    std::vector<long double> singular;
    if (!p.callable)
      for (const approximation::singular_point& at : approximation::singular_points(p.f, lo, hi))
        singular.push_back(at.x);
    for (const long double at : singular) {
      places.push_back(at);
      for (int k = 1; k <= per_decade * decades; ++k)
        for (const int side : {-1, 1}) {
          const long double x = at + side * (hi - lo) * std::pow(10.0L, -static_cast<long double>(k) / per_decade);
          if (x > lo && x < hi) places.push_back(x);
        }
    }
  }
  std::vector<double> rounded(places.begin(), places.end());
  std::sort(rounded.begin(), rounded.end());
  rounded.erase(std::unique(rounded.begin(), rounded.end()), rounded.end());
  std::vector<number> x, f;
  for (const double at : rounded) {
    x.emplace_back(at);
    f.emplace_back(static_cast<double>(p.callable ? p.callable(at) : evaluate(p.f, static_cast<long double>(at))));
  }
  return aaa(x, f, options);
}

}  // namespace vieta
