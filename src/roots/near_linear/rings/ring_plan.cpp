#include "roots/near_linear/rings/ring_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/parallel_for.hpp"
#include "roots/near_linear/kernels.hpp"
#include "roots/sweep/newton_polygon.hpp"

namespace vieta::near_linear {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double log_2 = std::numbers::ln2;
constexpr int samples = 32;         // of the hull, for estimates (64: twice the time for as many rings)
constexpr double negligible = -42;  // e^-42 = 6e-19
constexpr double rounding = 7e-15;  // typical relative error of a term on its way into a value
constexpr double largest_half_height = 0.7;
constexpr int fewest_cells_log2 = 4;
constexpr int most_passes_log2 = 20;
constexpr int most_all_log2 = 31;  // cells of a ring are numbered with 32 bits

// sum_{m >= taylor_terms} y^m / m!, nearly, in units of 0.3 rounding
double truncated(double y) {
  static_assert(taylor_terms == 40);
  constexpr double inverse_factorial = 1.2256173914283858e-48 / (0.3 * rounding);  // 1 / 40!
  if (y < 5) return 0;                                                             // below 1e-5
  if (y > 0.9 * taylor_terms) return std::exp(std::min(y, 700.0)) / (0.3 * rounding);
  const double y2 = y * y, y4 = y2 * y2, y8 = y4 * y4, y16 = y8 * y8;
  return y16 * y16 * y8 * inverse_factorial / (1 - y / (taylor_terms + 1.0));
}

// What the hull says about |b_k| = |a_k| r^k on a ring: a few samples of it, for estimates.
struct shape {
  double lowest = 0, highest = 0;  ///< powers with a weight that matters at a distance of `reach` from the circle
  double sum = 0;
  double power[samples], weight[samples];
  int count = 0;

  shape(const envelope& hull, double log_radius, double reach) {
    const double peak = hull.peak(log_radius), top = hull.at(peak) + peak * log_radius;
    const auto height = [&](double k) { return hull.at(k) + k * log_radius - top; };
    const auto matters = [&](double k) { return height(k) + std::abs(k - peak) * reach > negligible; };
    lowest = edge_of(hull.lowest(), peak, matters);
    highest = edge_of(hull.highest(), peak, matters);
    const double width = highest - lowest + 1;
    count = static_cast<int>(std::min<double>(samples, width));
    for (int i = 0; i < count; ++i) {
      power[i] = lowest - 0.5 + width * (i + 0.5) / count;
      weight[i] = std::exp(height(std::clamp(power[i], hull.lowest(), hull.highest()))) * width / count;
      sum += weight[i];
    }
  }
  template <class Matters>
  static double edge_of(double end, double inside, const Matters& matters) {
    if (matters(end)) return end;
    while (std::abs(end - inside) > 1) {
      const double middle = std::floor(0.5 * (end + inside));
      if (middle == end || middle == inside) break;
      (matters(middle) ? inside : end) = middle;
    }
    return end;
  }

  // Root mean square distance of the powers from their mean, by weight^2 as a random function would have it.
  [[nodiscard]] double spread() const {
    double w0 = 0, w1 = 0;
    for (int i = 0; i < count; ++i) {
      w0 += weight[i] * weight[i];
      w1 += weight[i] * weight[i] * power[i];
    }
    double w2 = 0;
    for (int i = 0; i < count; ++i) {
      const double x = power[i] - w1 / w0;
      w2 += weight[i] * weight[i] * x * x;
    }
    return std::sqrt(w2 / w0 + 1.0 / 12);
  }
};

// How much larger errors may be than rounding errors of the function's own size, anywhere in a cell whose half diagonal
// is `reach`: by the growth of sums of moduli away from the cell's centre, by the decay of the function itself after
// division by (x / r)^centre, and by truncation. Powers are equally spaced and sums of exponential functions factor: a
// look at one centre takes no more than the truncation.
class amplification_by_centre {
 public:
  amplification_by_centre(const shape& s, double half_height, double reach)
      : s_(s), reach_(reach), half_height_(half_height) {
    const double first = s.power[0], width = s.power[s.count - 1] - first;
    wide_ = width * reach > 600;
    if (wide_) return;
    const double step = s.count > 1 ? width / (s.count - 1) : 0;
    const double growth = std::exp(step * reach), growth_within = std::exp(step * half_height);
    double up = 1, up_within = 1;
    rising_[s.count] = falling_[0] = 0;
    for (int i = 0; i < s.count; ++i, up *= growth, up_within *= growth_within) {
      rising_[i] = s.weight[i] * up;
      falling_[i + 1] = falling_[i] + s.weight[i] / up;
      outer_ += s.weight[i] * up_within;
      inner_ += s.weight[i] / up_within;
    }
    for (int i = s.count - 1; i >= 0; --i) rising_[i] += rising_[i + 1];
  }
  [[nodiscard]] double operator()(double centre) const {
    if (wide_) return slowly(centre);
    const double from_first = centre - s_.power[0], out = std::exp(from_first * reach_);
    const int right = static_cast<int>(std::upper_bound(s_.power, s_.power + s_.count, centre) - s_.power);
    double errors = out * falling_[right] + rising_[right] / out;
    for (int i = 0; i < s_.count; ++i) errors += s_.weight[i] * truncated(std::abs(s_.power[i] - centre) * reach_);
    const double within = std::exp(from_first * half_height_);
    return errors / std::min({inner_ * within, outer_ / within, s_.sum});
  }
  [[nodiscard]] double best_centre() const {
    double a = s_.lowest, b = s_.highest;
    constexpr double golden = 0.6180339887498949;
    double x = b - golden * (b - a), y = a + golden * (b - a), fx = (*this)(x), fy = (*this)(y);
    for (int i = 0; i < 10 && b - a > 0.5; ++i) {
      if (fx < fy) {
        b = y;
        y = x;
        fy = fx;
        x = b - golden * (b - a);
        fx = (*this)(x);
      } else {
        a = x;
        x = y;
        fx = fy;
        y = a + golden * (b - a);
        fy = (*this)(y);
      }
    }
    return std::round(fx < fy ? x : y);
  }

 private:
  // Where exponential functions would overflow.
  [[nodiscard]] double slowly(double centre) const {
    double errors = 0, inner = 0, outer = 0;
    for (int i = 0; i < s_.count; ++i) {
      const double k = s_.power[i] - centre, y = std::abs(k) * reach_;
      errors += s_.weight[i] * (std::exp(std::min(y, 700.0)) + truncated(y));
      const double growth = std::exp(std::clamp(k * half_height_, -300.0, 300.0));
      outer += s_.weight[i] * growth;
      inner += s_.weight[i] / growth;
    }
    return errors / std::min({inner, outer, s_.sum});
  }

  const shape& s_;
  double reach_, half_height_;
  bool wide_ = false;
  double rising_[samples + 1],
      falling_[samples + 1];  // sums of weights by e^(+-(k - first) reach), from i on and below i
  double inner_ = 0, outer_ = 0;
};

constexpr double usual_aspect = 0.7;  // width by length of a cell, until its width is chosen
double half_diagonal(double half_height) { return half_height * std::hypot(1.0, usual_aspect) * 1.02; }

double amplified(const envelope& hull, double left, double half_height) {
  const double reach = half_diagonal(half_height);
  const shape s(hull, left + half_height, reach);
  const amplification_by_centre at(s, half_height, reach);
  return at(at.best_centre());
}

// The largest height, within a few per cent, that the Taylor polynomials allow a ring which begins at `left`. The
// logarithm of the amplification grows about like the height: a few steps of the secant method.
double best_half_height(const envelope& hull, double left, double guess, double amplification) {
  constexpr double least = 0.82, largest_step = 1.6;  // from `least` of the amplification on a height is good enough
  constexpr int most_steps = 12;
  const double wanted = std::log(amplification * 0.92);
  double fits = 0, too_much = infinity, fit_log = 0, too_much_log = 0, h = std::min(guess, largest_half_height);
  for (int step = 0; step < most_steps || fits == 0; ++step) {
    const double a = amplified(hull, left, h), log_a = a < 1e300 ? std::log(a) : 700;  // NaN as well
    if (a <= amplification) {
      fits = h, fit_log = log_a;
      if (a >= least * amplification || h >= largest_half_height) break;
    } else {
      too_much = h, too_much_log = log_a;
    }
    double next = 0;
    if (fits > 0 && too_much < infinity) {
      if (too_much < 1.03 * fits) break;
      next = too_much_log < 50 ? fits + (wanted - fit_log) / (too_much_log - fit_log) * (too_much - fits) : 0.0;
      next = std::clamp(next, 0.9 * fits + 0.1 * too_much, 0.1 * fits + 0.9 * too_much);
    } else {
      next = h * std::clamp(wanted / std::max(log_a, 1e-3), 0.4, largest_step);
    }
    h = std::min(next, largest_half_height);
  }
  return fits;
}

// The width of cells whose half diagonal is allowed to be `reach`: of the powers of two the one that leaves the largest
// area, and of two with like areas the narrower cells, as these make higher rings.
int cells_log2(double reach) {
  const double diagonal = reach / 1.02;
  const auto area = [&](int log2_cells) {
    const double sine = std::numbers::pi * std::exp2(-log2_cells) / diagonal;
    return sine < 1 ? sine * std::sqrt(1 - sine * sine) : 0.0;
  };
  int best = std::max(fewest_cells_log2, static_cast<int>(std::ceil(std::log2(std::numbers::pi / diagonal))));
  while (area(best + 1) > 0.9 * area(best)) ++best;
  return best;
}

// Half the height of a ring with cells of that width.
double half_height_beside(double reach, int log2_cells) {
  const double diagonal = reach / 1.02, half_width = std::numbers::pi * std::exp2(-log2_cells);
  return std::sqrt(std::max(diagonal * diagonal - half_width * half_width, 0.1 * diagonal * diagonal));
}

ring make_ring(const envelope& hull, double left, double half_height, int log2_cells, int most_cells_log2) {
  ring r;
  const double log2_radius = (left + half_height) / log_2;
  r.radius_exponent = static_cast<std::int64_t>(std::floor(log2_radius));
  r.radius = std::clamp(std::exp2(log2_radius - std::floor(log2_radius)), 1.0, 0x1.fffffffffffffp0);
  r.half_height = half_height;
  const double reach = std::hypot(half_height, std::numbers::pi * std::exp2(-log2_cells)) * 1.02;
  const shape s(hull, r.log_radius(), reach);
  r.centre = static_cast<std::int64_t>(amplification_by_centre(s, half_height, reach).best_centre());
  r.lowest = static_cast<std::int64_t>(s.lowest);
  r.highest = static_cast<std::int64_t>(s.highest);
  r.unit = std::exp2(std::round(std::log2(std::max(1.0, s.spread() * std::numbers::sqrt3))));
  log2_cells = std::min(log2_cells, most_all_log2);
  r.log2_cells = std::min(log2_cells, most_cells_log2);
  r.log2_passes = std::min(log2_cells - r.log2_cells, most_passes_log2);
  return r;
}

}  // namespace

envelope::envelope(const coefficients& a, int threads) {
  power_.push_back(static_cast<double>(a.power.front()));
  height_.push_back(a.log2_modulus.front() * log_2);
  for (const polygon_edge& edge : newton_polygon(a, threads)) {
    slope_.push_back(-edge.log2_modulus * log_2);
    power_.push_back(power_.back() + static_cast<double>(edge.count));
    height_.push_back(height_.back() + slope_.back() * static_cast<double>(edge.count));
  }
}

std::size_t envelope::edge_right_of(double k) const {
  const auto next = std::upper_bound(power_.begin(), power_.end(), k);
  return static_cast<std::size_t>(next - power_.begin()) - 1;
}

double envelope::at(double k) const {
  const std::size_t edge = std::min(edge_right_of(k), slope_.size() - 1);
  return height_[edge] + (k - power_[edge]) * slope_[edge];
}

double envelope::slope_before(double k) const {
  const auto vertex = std::lower_bound(power_.begin(), power_.end(), k);
  return vertex == power_.begin() ? infinity : slope_[static_cast<std::size_t>(vertex - power_.begin()) - 1];
}
double envelope::slope_after(double k) const {
  const std::size_t edge = edge_right_of(k);
  return edge == slope_.size() ? -infinity : slope_[edge];
}

double envelope::peak(double log_radius) const {
  // Slopes descend: the first edge that goes down begins at the peak.
  const auto edge = std::partition_point(slope_.begin(), slope_.end(), [&](double s) { return s + log_radius > 0; });
  return power_[static_cast<std::size_t>(edge - slope_.begin())];
}

double envelope::least_log_modulus() const { return -slope_.front() - log_2; }
double envelope::largest_log_modulus() const { return -slope_.back() + log_2; }

double envelope::end_of_gap(double log_radius) const {
  // At a vertex between slopes s and t the others add up to less than the vertex itself where both geometric series
  // have a ratio below 1/3.
  constexpr double margin = 1.0987;
  const auto edge = std::partition_point(slope_.begin(), slope_.end(), [&](double s) { return s + log_radius > 0; });
  const std::size_t vertex = static_cast<std::size_t>(edge - slope_.begin());
  if (vertex == 0 || vertex == slope_.size()) return log_radius;
  const double begin = -slope_[vertex - 1] + margin, end = -slope_[vertex] - margin;
  return log_radius >= begin && log_radius < end ? end : log_radius;
}

double ring::log_radius() const { return std::log(radius) + static_cast<double>(radius_exponent) * log_2; }
double ring::half_width() const { return std::numbers::pi / static_cast<double>(cells() * passes()) * unit; }
double ring::half_length() const { return half_height * unit; }
double ring::reach() const { return std::hypot(half_width(), half_length()) * 1.02; }

namespace {

// Rings from one modulus to another.
std::vector<ring> rings_between(const envelope& hull, double left, double right, bool is_last,
                                const ring_limits& limits) {
  std::vector<ring> rings;
  double guess = largest_half_height, before = 0;
  while (left < right) {
    const double beyond = hull.end_of_gap(left);
    if (beyond > left) {
      left = beyond;
      continue;
    }
    const double usual = best_half_height(hull, left, guess, limits.amplification), reach = half_diagonal(usual);
    // Heights of neighbours have similar ratios.
    const double ratio = before > 0 ? std::clamp(usual / before, 0.25, 4.0) : 1.0;
    before = usual;
    guess = std::min(usual * ratio, largest_half_height);
    const int log2_cells = cells_log2(reach);
    const double half_height = half_height_beside(reach, log2_cells);
    // Parts end where the next one begins. What a full ring leaves over there may be a sliver, which takes the most
    // cells.
    const double rest = right - left;
    const bool ends_here = !is_last && rest <= 2 * half_height, divide = !is_last && rest < 3 * half_height;
    const double taken = ends_here ? 0.5 * rest : divide ? 0.25 * rest : half_height;
    rings.push_back(make_ring(hull, left, taken, log2_cells, limits.most_cells_log2));
    if (ends_here) break;
    left += 2 * taken;
  }
  return rings;
}

}  // namespace

std::vector<ring> plan_rings(const envelope& hull, const ring_limits& limits) {
  const int parts = limits.parts, threads = limits.threads;
  // Parts with about as many roots each, by the slopes of the hull.
  const double powers = hull.highest() - hull.lowest();
  std::vector<double> ends = {hull.least_log_modulus()};
  for (int i = 1; i < parts; ++i) {
    const double end = -hull.slope_after(hull.lowest() + std::floor(powers * i / parts));
    if (end > ends.back() + 1e-3) ends.push_back(end);
  }
  // Where roots crowd about one modulus there are few rings, and every end costs some.
  if (2 * static_cast<int>(ends.size()) < parts) ends.resize(1);
  while (ends.size() > 1 && ends.back() > hull.largest_log_modulus() - 1e-3) ends.pop_back();
  ends.push_back(hull.largest_log_modulus());
  std::vector<std::vector<ring>> found(ends.size() - 1);
  parallel_for(found.size(), 1, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      found[i] = rings_between(hull, ends[i], ends[i + 1], i + 1 == found.size(), limits);
  });
  std::vector<ring> rings;
  for (const std::vector<ring>& part : found) rings.insert(rings.end(), part.begin(), part.end());
  return rings;
}

ring_limits limits_for_device(const envelope& hull, int threads, int most_cells_log2) {
  constexpr double roots_of_part = 4096;
  const double parts = std::clamp((hull.highest() - hull.lowest()) / roots_of_part, 1.0, 64.0);
  ring_limits limits;
  limits.parts = static_cast<int>(parts);
  limits.threads = threads;
  // The first coefficients have twice the bits there, so that larger cells cost few long sums.
  // The proof needs the more slope, the larger amplification and sqrt(n) are; the roots of very close pairs have
  // little. With 20, 4 of 10^8 were not proven; with 5 one in 10^4 such polynomials is expected to have any.
  limits.amplification = hull.highest() - hull.lowest() > 2e7 ? 5 : 20;
  // Every pass weighs all terms of the ring: fewer of them where a table is small beside the terms.
  // The longest lines of a transform are slower, so that they pay where passes are many.
  const double width = hull.highest() - hull.lowest();
  limits.most_cells_log2 = width > 5e7 ? most_cells_log2 : width > 4e6 ? 22 : 20;
  return limits;
}

}  // namespace vieta::near_linear
