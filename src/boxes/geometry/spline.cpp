#include "boxes/geometry/spline.hpp"

#include <algorithm>
#include <cmath>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace boxes {

bool system_splines::any() const {
  const auto is_spline = [](const spline_knots& k) { return !k.axes.empty(); };
  return std::any_of(equations.begin(), equations.end(), is_spline) ||
         std::any_of(positive.begin(), positive.end(), is_spline);
}

void check_knots(const std::vector<double>& knots, int degree, const std::array<double, 2>& interval,
                 const std::string& where) {
  const std::size_t d = static_cast<std::size_t>(degree);
  if (knots.size() < 2 * d + 2)
    throw error(where + ": found " + std::to_string(knots.size()) + " knots, expected at least " +
                std::to_string(2 * d + 2) + " for degree " + std::to_string(degree));
  for (std::size_t k = 0; k < knots.size(); ++k)
    if (!std::isfinite(knots[k]) || (k > 0 && !(knots[k - 1] <= knots[k])))
      throw error(where + ": knot " + std::to_string(k + 1) + ": found " + report::shortest(knots[k]) +
                  ", expected finite numbers that do not decrease");
  if (!std::isfinite(knots.back() - knots.front()))
    throw error(where + ": found knots from " + report::shortest(knots.front()) + " to " +
                report::shortest(knots.back()) + ", expected a finite distance between them");
  if (knots[d] != interval[0] || knots[knots.size() - 1 - d] != interval[1])
    throw error(where + ": found knots from " + report::shortest(knots[d]) + " to " +
                report::shortest(knots[knots.size() - 1 - d]) + " (without the " + std::to_string(degree) +
                " outer ones), expected the box's interval");
}

namespace {

/// Bernstein coefficients on [a, b], within one knot span, along one axis: values of the polar form at a and b, by de
/// Boor's recursion with an argument of its own for each level. Means of means: an error of 5 u of the largest control
/// value for each level, which the caller adds.
void to_piece(int degree, const std::vector<double>& knots, double a, double b, const std::vector<double>& in,
              std::size_t stride, std::size_t count, std::vector<double>& out) {
  const auto d = static_cast<std::size_t>(degree);
  std::size_t span = d;
  while (span + 1 < knots.size() - d - 1 && knots[span + 1] <= a) ++span;
  const std::size_t blocks = in.size() / (stride * count);
  out.assign(blocks * stride * (d + 1), 0.0);
  std::vector<double> c(d + 1);
  for (std::size_t block = 0; block < blocks; ++block)
    for (std::size_t offset = 0; offset < stride; ++offset)
      for (std::size_t j = 0; j <= d; ++j) {
        for (std::size_t i = 0; i <= d; ++i) c[i] = in[(block * count + span - d + i) * stride + offset];
        for (std::size_t level = 1; level <= d; ++level) {
          const double x = level <= j ? b : a;
          for (std::size_t i = d; i >= level; --i) {
            const double left = knots[span - d + i], right = knots[span + 1 + i - level];
            const double t = (x - left) / (right - left);
            c[i] = (1 - t) * c[i - 1] + t * c[i];
          }
        }
        out[(block * (d + 1) + j) * stride + offset] = c[d];
      }
}

double largest_of(const std::vector<double>& c) {
  double largest = 0;
  for (const double x : c) largest = std::max(largest, std::fabs(x));
  return largest;
}

bernstein_polynomial piece_of(const bernstein_polynomial& f, const spline_knots& knots,
                              const std::vector<std::array<double, 2>>& whole,
                              const std::vector<std::array<double, 2>>& part) {
  bernstein_polynomial g = f;
  const double largest = largest_of(f.coefficients);
  std::size_t stride = 1;
  std::vector<double> out;
  for (std::size_t axis = f.degrees.size(); axis-- > 0;) {
    const int d = f.degrees[axis];
    if (knots.axes.empty()) {
      // The whole interval as one span.
      std::vector<double> own(static_cast<std::size_t>(d) + 1, whole[axis][0]);
      own.insert(own.end(), static_cast<std::size_t>(d) + 1, whole[axis][1]);
      to_piece(d, own, part[axis][0], part[axis][1], g.coefficients, stride, static_cast<std::size_t>(d) + 1, out);
    } else {
      const std::vector<double>& k = knots.axes[axis];
      to_piece(d, k, part[axis][0], part[axis][1], g.coefficients, stride, k.size() - static_cast<std::size_t>(d) - 1,
               out);
    }
    g.coefficients = out;
    // Differences of knots are rounded to u of their size, so t is good to 3 u and 1 - t to 4 u of 1.
    g.error += d * 8 * 0x1p-53 * largest;
    if (largest > 0) g.error += d * 0x1p-1073;  // products below 2^-1022
    stride *= static_cast<std::size_t>(d) + 1;
  }
  return g;
}

}  // namespace

std::vector<box_system> bezier_pieces(const box_system& system, const system_splines& splines, std::size_t most,
                                      const std::string& where) {
  const std::size_t n = system.box.size();
  std::vector<std::vector<double>> breaks(n);
  std::size_t total = 1;
  for (std::size_t k = 0; k < n; ++k) {
    breaks[k] = {system.box[k][0], system.box[k][1]};
    for (const std::vector<spline_knots>* list : {&splines.equations, &splines.positive})
      for (const spline_knots& s : *list) {
        if (s.axes.empty()) continue;
        for (const double x : s.axes[k])
          if (x > system.box[k][0] && x < system.box[k][1]) breaks[k].push_back(x);
      }
    std::sort(breaks[k].begin(), breaks[k].end());
    breaks[k].erase(std::unique(breaks[k].begin(), breaks[k].end()), breaks[k].end());
    if (breaks[k].size() - 1 > most / total)
      throw error(where + "found more than " + std::to_string(most) + " pieces, expected fewer knots");
    total *= breaks[k].size() - 1;
  }
  std::vector<box_system> pieces;
  for (std::size_t index = 0; index < total; ++index) {
    box_system piece;
    piece.has_functions = system.has_functions;
    piece.is_rewritten = system.is_rewritten;
    piece.roots = system.roots;
    piece.variables = system.variables;
    piece.piece_of = 0;
    piece.box.resize(n);
    std::size_t rest = index;
    for (std::size_t k = n; k-- > 0;) {
      const std::size_t at = rest % (breaks[k].size() - 1);
      rest /= breaks[k].size() - 1;
      piece.box[k] = {breaks[k][at], breaks[k][at + 1]};
    }
    for (std::size_t q = 0; q < system.equations.size(); ++q)
      piece.equations.push_back(piece_of(system.equations[q], splines.equations[q], system.box, piece.box));
    for (std::size_t q = 0; q < system.positive.size(); ++q)
      piece.positive.push_back(piece_of(system.positive[q], splines.positive[q], system.box, piece.box));
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace boxes

namespace {

/// Whether the solution of q lies where p is the only one.
bool is_within(const box_item& p, const box_item& q, std::size_t variables) {
  bool all = true;
  for (std::size_t k = 0; k < variables; ++k)
    all = all && p.lower[k] <= q.x[k] - q.radius && q.x[k] + q.radius <= p.upper[k];
  return all;
}

}  // namespace

void merge_pieces(std::span<const box_system> systems, boxes_result& result) {
  const float_environment floats;
  // Only items at borders can be twice there; sorted by place, equal ones are neighbours.
  struct candidate {
    std::size_t system, item;
  };
  std::vector<candidate> all;
  for (std::size_t s = 0; s < systems.size(); ++s) {
    if (systems[s].piece_of < 0) continue;
    for (std::size_t i = result.first[s]; i < result.first[s + 1]; ++i)
      if (result.items[i].kind == box_kind::unique && result.items[i].on_border) all.push_back({s, i});
  }
  std::sort(all.begin(), all.end(), [&](const candidate& a, const candidate& b) {
    const auto& x = result.items[a.item].x;
    const auto& y = result.items[b.item].x;
    return x[0] != y[0] ? x[0] < y[0] : a.item < b.item;
  });
  std::vector<bool> gone(result.items.size(), false);
  double widest = 0;
  for (const candidate& c : all) widest = std::max(widest, result.items[c.item].radius);
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = a + 1; b < all.size(); ++b) {
      const box_item &p = result.items[all[a].item], &q = result.items[all[b].item];
      if (q.x[0] - p.x[0] > 2 * widest) break;
      const box_system &s = systems[all[a].system], &t = systems[all[b].system];
      if (gone[all[a].item] || gone[all[b].item] || s.piece_of != t.piece_of || s.fixed != t.fixed ||
          all[a].system == all[b].system)
        continue;
      // Where both pieces cross zero in the same sense they do so once; at a kink there may be two solutions, or none.
      bool same = p.jacobian_sign * q.jacobian_sign > 0;
      for (std::size_t k = 0; k < 4; ++k) same = same && std::fabs(p.x[k] - q.x[k]) <= p.radius + q.radius;
      // Pieces of one function: the zero is one where an enclosure lies in a box that holds one zero alone.
      if (s.has_functions) same = is_within(p, q, s.dimension()) || is_within(q, p, s.dimension());
      if (same) gone[std::max(all[a].item, all[b].item)] = true;
    }
  std::vector<box_item> kept;
  std::size_t at = 0;
  for (std::size_t s = 0; s + 1 < result.first.size(); ++s) {
    const std::size_t begin = kept.size();
    for (; at < result.first[s + 1]; ++at)
      if (!gone[at]) kept.push_back(result.items[at]);
    result.first[s] = begin;
  }
  result.report.unique -= result.items.size() - kept.size();
  result.items = std::move(kept);
  result.first.back() = result.items.size();
}

}  // namespace vieta
