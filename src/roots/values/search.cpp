#include "roots/values/search.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "base/parallel_for.hpp"

namespace vieta::values {
namespace {

using number = std::complex<double>;

constexpr double two_pi = 6.283185307179586;

// Where all roots are seen as if they were one: n p/p' is nearly the way to their mean.
struct outside {
  number mean;
  double radius = 1;
};

outside look_from_outside(const value_source& p) {
  const auto n = static_cast<double>(p.degree);
  outside from;
  for (double radius = 0x1p40; radius <= 0x1p200; radius *= 0x1p40) {
    const rough_value far = p.at(number(radius, 0));
    from.mean = number(radius, 0) - n * far.step;
    from.radius = radius;
    // The difference has lost bits to cancellation: a second look from the other side.
    const rough_value opposite = p.at(number(-radius, 0));
    const number other = number(-radius, 0) - n * opposite.step;
    from.mean = (from.mean + other) / 2.0;
    if (std::abs(from.mean) < 0x1p-6 * radius) break;
  }
  if (!std::isfinite(std::abs(from.mean)) || std::abs(from.mean) < n * 0x1p-40 * from.radius) from.mean = 0;
  constexpr int directions = 8;
  while (from.radius > 0x1p-200) {
    bool is_outside = true;
    const double radius = from.radius / 2;
    for (int k = 0; k < directions; ++k) {
      const number arm = std::polar(radius, two_pi * (k + 0.3) / directions);
      const number step = p.at(from.mean + arm).step;
      // Twice what log p differs from n log arm by, about: starts on a circle have to have the same argument.
      is_outside &= std::abs(n * step - arm) * n < 0.2 * radius;
    }
    if (!is_outside) break;
    from.radius = radius;
  }
  return from;
}

double log_of(const rough_value& v) {
  return std::log(std::abs(v.mantissa)) + static_cast<double>(v.exponent) * 0.6931471805599453;
}

// Down the line on which p has this argument: to where steps that divide p by e^least_fall are too long, or Newton's
// are sure to stay with the root at its end.
number descend(const value_source& p, number z, double argument, number mean, double least_fall, double care) {
  constexpr int most_steps = 1000;
  const auto n = static_cast<double>(p.degree);
  rough_value here = p.at(z);
  double fall = n / 2;
  for (int k = 0; k < most_steps && fall >= least_fall; ++k) {
    const number arm = z - mean;
    fall = std::min(fall, std::abs(arm) / (2 * std::abs(here.step)));
    if (fall < 4) {
      const rough_value there = p.at(z - here.step);
      if (log_of(there) < log_of(here) - 2 && std::abs(there.step) < 0.2 * std::abs(here.step)) return z - here.step;
    }
    // From far away p is a power of the arm; a lone root is approached as e^-fall.
    const bool is_far = fall > 2;
    const number shrunk = is_far ? std::exp(-fall * here.step / arm) : number(1);
    number next = is_far ? mean + arm * shrunk : z + std::expm1(-fall) * here.step;
    rough_value there = p.at(next);
    // What the way differs from that of a power, and what the argument differs from that of the line.
    const number expected = is_far ? here.step * shrunk : here.step * std::exp(-fall);
    const double bend = fall * std::abs(1.0 - expected / there.step);
    double miss = std::remainder(std::arg(there.mantissa) - argument, two_pi);
    if (!(bend < 2 * care && std::fabs(miss) < 0.7 * care)) {
      fall /= 3;
      continue;
    }
    if (std::fabs(miss) > 0.1) {
      next -= number(0, miss) * there.step;
      there = p.at(next);
      miss = std::remainder(std::arg(there.mantissa) - argument, two_pi);
      if (!(std::fabs(miss) < 0.1)) {
        fall /= 3;
        continue;
      }
    }
    z = next;
    here = there;
    if (bend < 0.7 * care) fall *= 2;
  }
  return z;
}

bool is_finite(number z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }

// Newton's method from z; whether it came to a root as near as double knows it.
bool follow(const value_source& p, number& z, int most_steps) {
  for (int k = 0; k < most_steps; ++k) {
    const rough_value v = p.at(z);
    if (!is_finite(v.step)) return false;
    z -= v.step;
    const double size = std::abs(v.step);
    if (size <= std::max(0x1p-50 * std::abs(z), v.noise)) return true;
  }
  return false;
}

// Which of the nodes that arrived came where another one is: nearer than a thousand times their noise.
std::vector<std::size_t> repeated(const std::vector<number>& nodes, const std::vector<char>& settled) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (settled[i] != 0) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return nodes[a].real() != nodes[b].real() ? nodes[a].real() < nodes[b].real() : nodes[a].imag() < nodes[b].imag();
  });
  constexpr double near = 0x1p-44;
  std::vector<std::size_t> found;
  std::vector<char> gone(nodes.size(), 0);
  for (std::size_t a = 0; a < order.size(); ++a) {
    if (gone[order[a]] != 0) continue;
    const number z = nodes[order[a]];
    const double reach = near * (std::abs(z) + 0x1p-60);
    for (std::size_t b = a + 1; b < order.size() && nodes[order[b]].real() - z.real() <= reach; ++b) {
      if (gone[order[b]] != 0 || std::abs(nodes[order[b]] - z) > reach) continue;
      gone[order[b]] = 1;
      found.push_back(order[b]);
    }
  }
  return found;
}

// sum of 1/(z - z_j) over all others: two divisions would be half of the time of each.
number pull_of_others(const std::vector<double>& re, const std::vector<double>& im, std::size_t i) {
  const double x = re[i], y = im[i];
  double sum_re = 0, sum_im = 0;
  const auto add = [&](std::size_t first, std::size_t last) {
    for (std::size_t j = first; j < last; ++j) {
      const double dx = x - re[j], dy = y - im[j];
      const double scale = 1 / (dx * dx + dy * dy);
      sum_re += dx * scale;
      sum_im -= dy * scale;
    }
  };
  add(0, i);
  add(i + 1, re.size());
  return {sum_re, sum_im};
}

void ehrlich_aberth(const value_source& p, search_result& found, std::vector<char>& settled,
                    const search_limits& limits) {
  constexpr int most_sweeps = 200;
  std::vector<double> re, im;
  for (const number z : found.nodes) {
    re.push_back(z.real());
    im.push_back(z.imag());
  }
  std::vector<std::size_t> active;
  std::vector<number> moved(found.nodes.size());
  std::vector<double> length_before(found.nodes.size(), HUGE_VAL);  // lengths of steps
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    active.clear();
    for (std::size_t i = 0; i < settled.size(); ++i)
      if (settled[i] == 0) active.push_back(i);
    if (active.empty() || limits.must_stop()) break;
    if (limits.progress) limits.progress(static_cast<std::int64_t>(settled.size() - active.size()));
    ++found.sweeps;
    found.updates += static_cast<std::int64_t>(active.size());
    parallel_for(active.size(), 8, limits.threads, [&](std::size_t first, std::size_t last) {
      for (std::size_t k = first; k < last; ++k) {
        const std::size_t i = active[k];
        const number z(re[i], im[i]);
        moved[i] = z;
        if (limits.must_stop()) continue;
        const rough_value v = p.at(z);
        if (!is_finite(v.step)) {
          moved[i] = z * number(1, 0x1p-20) + number(0x1p-30, 0x1p-30);
          continue;
        }
        const number step = v.step / (1.0 - v.step * pull_of_others(re, im, i));
        if (!is_finite(step)) {
          moved[i] = z * number(1, 0x1p-20) + number(0x1p-30, 0x1p-30);
          continue;
        }
        moved[i] = z - step;
        // Small steps that no longer become smaller are noise, too.
        const double length = std::abs(step), size = std::abs(z);
        const bool is_noise = length < 0x1p-24 * size && length > 0.5 * length_before[i];
        if (std::abs(v.step) <= v.noise || length <= 0x1p-50 * size || is_noise) settled[i] = 1;
        length_before[i] = length;
      }
    });
    for (const std::size_t i : active) {
      re[i] = moved[i].real();
      im[i] = moved[i].imag();
    }
  }
  for (std::size_t i = 0; i < re.size(); ++i) found.nodes[i] = {re[i], im[i]};
}

}  // namespace

search_result find_all(const value_source& p, const search_limits& limits) {
  search_result found;
  const auto n = static_cast<std::size_t>(p.degree);
  if (n == 0) return found;
  if (n == 1) {
    number z = 0;
    follow(p, z, 4);
    found.nodes = {z};
    return found;
  }
  std::vector<char> settled(n, 0);
  found.nodes = p.starts();
  if (found.nodes.size() == n) {
    ehrlich_aberth(p, found, settled, limits);
    return found;
  }
  const outside from = look_from_outside(p);
  // One place for each root where p has this argument; not a real one, from which real polynomials never leave the
  // axis.
  constexpr double argument = 0.7;
  const rough_value first = p.at(from.mean + from.radius);
  const double turn = (argument - std::arg(first.mantissa)) / static_cast<double>(n);
  std::vector<number> starts(n);
  found.nodes.resize(n);
  // Where sums over all others are cheap each node may as well be pushed by them from the beginning.
  constexpr std::size_t few = 3000;
  parallel_for(n, 4, limits.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      const double angle = turn + two_pi * static_cast<double>(j) / static_cast<double>(n);
      starts[j] = from.mean + std::polar(from.radius, angle);
      if (limits.must_stop()) {
        found.nodes[j] = starts[j];
        continue;
      }
      starts[j] = found.nodes[j] =
          descend(p, starts[j], argument, from.mean, n <= few ? 6 : 0x1p-9, n <= few ? 1 : 0.3);
      if (n <= few) continue;
      constexpr int most_steps = 40;
      settled[j] = static_cast<char>(follow(p, found.nodes[j], most_steps));
      if (settled[j] == 0) found.nodes[j] = starts[j];
    }
  });
  // Those that met another one begin again where they were, and that one pushes them away.
  for (const std::size_t i : repeated(found.nodes, settled)) {
    settled[i] = 0;
    found.nodes[i] = starts[i];
  }
  ehrlich_aberth(p, found, settled, limits);
  return found;
}

}  // namespace vieta::values
