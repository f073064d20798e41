#include "io/boxes/shapes/with_itself.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "io/boxes/shapes/exact_piece.hpp"
#include "vieta/error.hpp"

namespace vieta::io {

using exact::integer;

namespace {

/// Both points times the other's weight, one less the other: a positive multiple of the way from p to q.
std::array<integer, 2> way(const exact_piece& a, std::size_t p, const exact_piece& b, std::size_t q) {
  std::array<integer, 2> step;
  for (std::size_t c = 0; c < 2; ++c) step[c] = b.x[c].c[q] * a.weight().c[p] - a.x[c].c[p] * b.weight().c[q];
  return step;
}

bool is_none(const std::array<integer, 2>& step) { return step[0].is_zero() && step[1].is_zero(); }

bool stands_still(const exact_piece& piece) {
  for (std::size_t k = 1; k < piece.weight().c.size(); ++k)
    if (!is_none(way(piece, 0, piece, k))) return false;
  return true;
}

/// Whether there is a direction in which all these pieces go on, so that no two of their points are the same. The
/// derivative of a polynomial piece is a positive combination of the steps between its control points, that of a
/// rational one of the differences of any two of them (Floater 1992).
bool goes_on(std::initializer_list<const exact_piece*> pieces) {
  std::vector<std::array<integer, 2>> steps;
  for (const exact_piece* const piece : pieces) {
    const std::size_t points = piece->weight().c.size();
    const bool rational = !derivative(piece->weight(), 0).is_zero();
    for (std::size_t i = 0; i < points; ++i)
      for (std::size_t j = i + 1; j < (rational ? points : std::min(points, i + 2)); ++j)
        if (std::array<integer, 2> step = way(*piece, i, *piece, j); !is_none(step)) steps.push_back(std::move(step));
  }
  if (steps.empty()) return true;
  std::vector<double> angles;
  for (const auto& [x, y] : steps) {
    const integer size = abs(x) + abs(y);
    angles.push_back(std::atan2(nearest_quotient(y, size), nearest_quotient(x, size)));
  }
  constexpr double pi = std::numbers::pi;
  double least = 0, most = 0;
  for (const double angle : angles) {
    const double turn = std::remainder(angle - angles[0], 2 * pi);
    least = std::min(least, turn), most = std::max(most, turn);
  }
  const double middle = angles[0] + (least + most) / 2;
  const integer x = std::llround(0x1p40 * std::cos(middle)), y = std::llround(0x1p40 * std::sin(middle));
  return std::all_of(steps.begin(), steps.end(),
                     [&](const std::array<integer, 2>& step) { return (step[0] * x + step[1] * y).sign() > 0; });
}

/// (s^i t^j - s^j t^i) / (s - t) is s^j t^j times the sum of all s^k t^l with k + l = i - j - 1.
exact_form divided_difference(const exact_piece& piece, std::size_t c) {
  const std::vector<integer> x = powers_of(piece.x[c]), w = powers_of(piece.weight());
  const std::size_t n = x.size() - 1;
  std::vector<std::vector<integer>> power(n, std::vector<integer>(n));
  for (std::size_t i = 0; i <= n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const integer factor = x[i] * w[j] - x[j] * w[i];
      for (std::size_t k = 0; k < i - j; ++k) power[j + k][i - 1 - k] += factor;
    }
  exact_form f{{n - 1, n - 1}, {}};
  for (std::vector<integer>& row : power) row = form_of_powers(std::move(row)).c;
  std::vector<std::vector<integer>> columns;
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<integer> column;
    for (const std::vector<integer>& row : power) column.push_back(row[k]);
    columns.push_back(form_of_powers(std::move(column)).c);
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k) f.c.push_back(columns[k][i]);
  return f;
}

class questions {
 public:
  questions(std::string where, std::size_t most) : where_(std::move(where)), most_(most) {}

  void within(const exact_piece& piece) {
    if (piece.weight().degrees[0] == 0) return;
    box_system system = asked(piece, piece, divided_difference(piece, 0), divided_difference(piece, 1));
    system.positive.push_back({{1, 1}, {0, 1, -1, 0}, 0});  // t - s
    add(std::move(system));
  }

  void between(const exact_piece& a, const exact_piece& b) {
    if (b.begin() < a.begin()) {
      between(b, a);
      return;
    }
    std::array<exact_form, 2> f;
    for (std::size_t c = 0; c < 2; ++c) {
      f[c] = among(a.x[c], 2, 0) * among(b.weight(), 2, 1) - among(b.x[c], 2, 1) * among(a.weight(), 2, 0);
      if (f[c].sign() != 0) return;
    }
    add(asked(a, b, std::move(f[0]), std::move(f[1])));
  }

  /// Of two neighbours, where the second goes on from the first; that they meet on the knot between them is no answer.
  void beside(const exact_piece& a, const exact_piece& b, const exact_piece& whole_a, const exact_piece& whole_b,
              int depth) {
    if (goes_on({&a, &b})) return;
    const double cut_a = a.begin() + (a.end() - a.begin()) / 2, cut_b = b.begin() + (b.end() - b.begin()) / 2;
    const bool thin = !(a.begin() < cut_a && cut_a < a.end() && b.begin() < cut_b && cut_b < b.end());
    if (depth == 0 || thin) {
      between(a, b);  // a turn on the spot: a cluster
      return;
    }
    const exact_piece a1 = part_of(whole_a, a.begin(), cut_a), a2 = part_of(whole_a, cut_a, a.end()),
                      b1 = part_of(whole_b, b.begin(), cut_b), b2 = part_of(whole_b, cut_b, b.end());
    between(a1, b1);
    between(a1, b2);
    between(a2, b2);
    beside(a2, b1, whole_a, whole_b, depth - 1);
  }

  /// The ends of a curve that is closed: s = its begin, t = its end.
  void ends(const exact_piece& first, const exact_piece& last) {
    box_system system;
    system.variables = {"s", "t"};
    system.box = {first.box[0], last.box[0]};
    system.equations = {{{1, 0}, {0, 1}, 0}, {{0, 1}, {-1, 0}, 0}};
    add(std::move(system));
  }

  std::vector<box_system> all() {
    if (all_.empty()) {  // nothing was to be asked: equations without solutions say so
      box_system system;
      system.variables = {"s", "t"};
      system.equations.assign(2, {{0, 0}, {1}, 0});
      return {system};
    }
    if (all_.size() > 1)
      for (box_system& system : all_) system.piece_of = 0;
    return std::move(all_);
  }

 private:
  static box_system asked(const exact_piece& a, const exact_piece& b, exact_form f, exact_form g) {
    if (f.is_zero() || g.is_zero()) {  // both on a line along an axis: other equations of the same solutions
      const exact_form sum = f + g;
      g = f - g * integer(2), f = sum;
    }
    box_system system;
    system.variables = {"s", "t"};
    system.box = {a.box[0], b.box[0]};
    system.equations = {rounded(f), rounded(g)};
    return system;
  }

  void add(box_system system) {
    if (all_.size() == most_)
      throw error(where_ + "curve: found more than " + std::to_string(most_) +
                  " pairs of pieces that may meet, expected fewer");
    all_.push_back(std::move(system));
  }

  std::string where_;
  std::size_t most_;
  std::vector<box_system> all_;
};

/// Where the control points lie, and a little more.
struct surroundings {
  std::array<double, 2> low{HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL};

  explicit surroundings(const exact_piece& piece) {
    for (std::size_t c = 0; c < 2; ++c) {
      for (std::size_t k = 0; k < piece.weight().c.size(); ++k) {
        const double x = nearest_quotient(piece.x[c].c[k], piece.weight().c[k]);
        const double more = 1e-15 * std::fabs(x) + 0x1p-1060;
        low[c] = std::min(low[c], x - more), high[c] = std::max(high[c], x + more);
      }
    }
  }
  [[nodiscard]] bool meet(const surroundings& other) const {
    return low[0] <= other.high[0] && other.low[0] <= high[0] && low[1] <= other.high[1] && other.low[1] <= high[1];
  }
};

}  // namespace

std::vector<box_system> curve_with_itself(const spline_shape& curve, const std::string& where, std::size_t most) {
  constexpr int deepest = 40;
  std::vector<exact_piece> pieces = exact_pieces(curve, where, std::min<std::size_t>(most, 4096));
  if (std::all_of(pieces.begin(), pieces.end(), stands_still))
    throw error(where + "curve: found a point, expected a curve that moves");
  const bool closed =
      is_none(way(pieces.front(), 0, pieces.back(), pieces.back().weight().c.size() - 1)) && !stands_still(pieces[0]);
  if (closed && pieces.size() < 3) {  // so that no two pieces have two ends in common; at places that nobody prefers
    std::vector<exact_piece> finer;
    for (const exact_piece& piece : pieces) {
      const double width = piece.end() - piece.begin(), one = piece.begin() + 0.35355339 * width,
                   two = piece.begin() + 0.63397459 * width;
      for (const auto& [a, b] : {std::pair(piece.begin(), one), std::pair(one, two), std::pair(two, piece.end())})
        finer.push_back(part_of(piece, a, b));
    }
    pieces = std::move(finer);
  }
  std::vector<surroundings> around(pieces.begin(), pieces.end());
  questions ask(where, most);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const exact_piece& a = pieces[i];
    if (stands_still(a) || !goes_on({&a})) ask.within(a);
    for (std::size_t j = i + 1; j < pieces.size(); ++j)
      if (j == i + 1) {
        ask.beside(a, pieces[j], a, pieces[j], deepest);
      } else if (closed && i == 0 && j + 1 == pieces.size()) {
        ask.ends(a, pieces[j]);
        ask.beside(pieces[j], a, pieces[j], a, deepest);
      } else if (around[i].meet(around[j])) {
        ask.between(a, pieces[j]);
      }
  }
  return ask.all();
}

}  // namespace vieta::io
