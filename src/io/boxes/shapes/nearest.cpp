#include "io/boxes/shapes/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/boxes/shapes/exact_piece.hpp"
#include "vieta/error.hpp"

namespace vieta::io {

using exact::integer;

namespace {

/// The way from a point to a piece, times the weight, and the weight, both times one power of two.
struct piece_seen {
  std::vector<exact_form> way;
  exact_form weight, square;  ///< of the way

  piece_seen(const exact_piece& piece, const std::vector<double>& point) {
    int least = 0;
    for (const double x : point) least = std::min(least, parts_of(x).exponent);
    weight = lowered(piece.weight() * shifted(1, -least));
    square = constant_form(0, weight.degrees.size());
    for (std::size_t c = 0; c < point.size(); ++c) {
      const exact_double x = parts_of(point[c]);
      way.push_back(lowered(piece.x[c] * shifted(1, -least) - piece.weight() * shifted(x.m, x.exponent - least)));
      square = square + way[c] * way[c];
    }
  }

  /// Half the derivative of the square of the distance along a parameter, times the cube of the weight.
  [[nodiscard]] exact_form slope(std::size_t axis) const {
    exact_form along = constant_form(0, weight.degrees.size());
    for (const exact_form& w : way) along = along + w * derivative(w, axis);
    return lowered(along * weight - square * derivative(weight, axis));
  }
};

/// A value at parameters k / 16, times a power of 16 that is that of the degrees.
integer value_at(const exact_form& f, const std::vector<std::size_t>& k) {
  std::vector<std::vector<integer>> rows;
  for (std::size_t axis = 0; axis < k.size(); ++axis) {
    std::vector<integer> row;
    for (std::size_t i = 0; i <= f.degrees[axis]; ++i)
      row.push_back(pow(integer(k[axis]), static_cast<unsigned>(i)) *
                    pow(integer(16 - k[axis]), static_cast<unsigned>(f.degrees[axis] - i)));
    rows.push_back(std::move(row));
  }
  integer sum;
  for (std::size_t j = 0; j < f.c.size(); ++j) {
    integer term = f.c[j];
    std::size_t rest = j;
    for (std::size_t axis = k.size(); axis-- > 0;) {
      term *= rows[axis][rest % (f.degrees[axis] + 1)];
      rest /= f.degrees[axis] + 1;
    }
    sum += term;
  }
  return sum;
}

/// The least square of the distance at some places of a piece, rounded up; `far` is not below any of them.
double least_square(const piece_seen& seen, double& far) {
  const std::size_t n = seen.weight.degrees.size(), step = n == 1 ? 1 : 4;
  const exact_form below = seen.weight * seen.weight;
  double least = HUGE_VAL;
  for (std::size_t i = 0; i <= 16; i += step)
    for (std::size_t j = 0; j <= (n == 1 ? 0U : 16U); j += step) {
      const std::vector<std::size_t> k = n == 1 ? std::vector<std::size_t>{i} : std::vector<std::size_t>{i, j};
      std::size_t power_above = 0, power_below = 0;
      for (std::size_t axis = 0; axis < n; ++axis)
        power_above += seen.square.degrees[axis], power_below += below.degrees[axis];
      const double q =
          nearest_quotient(value_at(seen.square, k) << (4 * power_below), value_at(below, k) << (4 * power_above));
      least = std::min(least, q * (1 + 1e-12)), far = std::max(far, q);
    }
  return least;
}

/// t_axis = 0 or 1.
exact_form at_end(std::size_t axis, bool last, std::size_t variables) {
  const exact_form t = power_form(1, axis, variables);
  return last ? t - constant_form(1, variables) : t;
}

/// The coefficients from `first` on, so many, along an axis.
exact_form rows_of(const exact_form& f, std::size_t axis, std::size_t first, std::size_t count) {
  std::size_t stride = 1;
  for (std::size_t k = axis + 1; k < f.degrees.size(); ++k) stride *= f.degrees[k] + 1;
  exact_form g{f.degrees, {}};
  g.degrees[axis] = count - 1;
  for (std::size_t j = 0; j < f.c.size(); ++j) {
    const std::size_t i = j / stride % (f.degrees[axis] + 1);
    if (first <= i && i < first + count) g.c.push_back(f.c[j]);
  }
  return g;
}

exact_form at_side(const exact_form& f, std::size_t axis, bool last) {
  return rows_of(f, axis, last ? f.degrees[axis] : 0, 1);
}

/// Less factors t and 1 - t: what is at a side is asked there.
exact_form without_side(exact_form f, std::size_t axis) {
  while (f.degrees[axis] > 0 && at_side(f, axis, false).is_zero()) f = rows_of(f, axis, 1, f.degrees[axis]);
  while (f.degrees[axis] > 0 && at_side(f, axis, true).is_zero()) f = rows_of(f, axis, 0, f.degrees[axis]);
  return f;
}

/// Where a parameter is: between its ends, or at one of them.
enum class side { inside, first, last };

class nearest_places {
 public:
  /// `ends`: those of all pieces.
  nearest_places(const exact_piece& piece, const piece_seen& seen, double most, std::vector<double> ends)
      : piece_(piece), n_(seen.weight.degrees.size()), most_(most), ends_(std::move(ends)) {
    // square - q weight^2, with q = most x and x in the place of the last variable.
    const exact_double q = parts_of(most);
    const exact_form lifted = among(seen.weight, n_ + 1, 0);
    distance_ = among(seen.square, n_ + 1, 0) * shifted(1, -q.exponent) -
                lifted * lifted * power_form(1, n_, n_ + 1) * shifted(q.m, q.exponent);
    for (std::size_t axis = 0; axis < n_; ++axis) slopes_.push_back(among(seen.slope(axis), n_ + 1, 0));
  }

  void add_to(std::vector<box_system>& all) const {
    if (distance_.sign() != 0) return;
    for (const side along_u : {side::inside, side::first, side::last})
      if (n_ == 1)
        add({along_u}, all);
      else
        for (const side along_v : {side::inside, side::first, side::last}) add({along_u, along_v}, all);
  }

 private:
  void add(const std::vector<side>& places, std::vector<box_system>& all) const {
    box_system system;
    system.variables = n_ == 1 ? std::vector<std::string>{"t"} : std::vector<std::string>{"u", "v"};
    system.variables.emplace_back("squared_distance");
    system.box = piece_.box;
    system.box.push_back({0, most_});
    for (std::size_t axis = 0; axis < n_; ++axis) {
      if (places[axis] != side::inside) {
        // A knot inside is the first one of a piece.
        if (places[axis] == side::last && piece_.box[axis][1] != ends_[axis]) return;
        system.equations.push_back(rounded(at_end(axis, places[axis] == side::last, n_ + 1)));
        continue;
      }
      exact_form slope = slopes_[axis];
      for (std::size_t k = 0; k < n_; ++k)
        slope =
            places[k] == side::inside ? without_side(std::move(slope), k) : at_side(slope, k, places[k] == side::last);
      if (slope.sign() != 0 || slope.is_zero()) return;  // where the distance is the same all along, an end will do
      system.equations.push_back(rounded(slope));
    }
    system.equations.push_back(rounded(distance_));
    all.push_back(std::move(system));
  }

  const exact_piece& piece_;
  std::size_t n_;
  double most_;
  std::vector<double> ends_;
  exact_form distance_;
  std::vector<exact_form> slopes_;
};

}  // namespace

std::vector<box_system> right_angles_of(const spline_shape& shape, const std::vector<double>& point,
                                        const std::string& where, std::size_t most) {
  std::vector<box_system> all;
  for (const exact_piece& piece : exact_pieces(shape, where, most)) {
    const piece_seen seen(piece, point);
    box_system system;
    system.variables = piece.box.size() == 1 ? std::vector<std::string>{"t"} : std::vector<std::string>{"u", "v"};
    system.box = piece.box;
    for (std::size_t axis = 0; axis < piece.box.size(); ++axis) system.equations.push_back(rounded(seen.slope(axis)));
    all.push_back(std::move(system));
  }
  if (all.size() > 1)
    for (box_system& system : all) system.piece_of = 0;
  return all;
}

std::vector<box_system> nearest_of(const spline_shape& shape, const std::vector<double>& point,
                                   const std::string& where, std::size_t most) {
  const std::vector<exact_piece> pieces = exact_pieces(shape, where, most);
  std::vector<piece_seen> seen;
  double least = HUGE_VAL, far = 0;
  for (const exact_piece& piece : pieces) {
    seen.emplace_back(piece, point);
    least = std::min(least, least_square(seen.back(), far));
  }
  // Of a point on the shape: so that the interval of squares is one.
  least = std::max({least, 0x1p-40 * far, 0x1p-900});
  if (!std::isfinite(least))
    throw error(where +
                "closest_to: found a distance whose square is beyond the range of double, expected a nearer point");
  std::vector<double> ends;
  for (const std::array<double, 2>& interval : pieces.back().box) ends.push_back(interval[1]);
  std::vector<box_system> all;
  for (std::size_t k = 0; k < pieces.size(); ++k) nearest_places(pieces[k], seen[k], least, ends).add_to(all);
  return all;
}

std::vector<box_system> ray_and_spline(const std::array<double, 3>& origin, const std::array<double, 3>& direction,
                                       const spline_shape& surface, const std::string& where, std::size_t most) {
  std::size_t m = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (std::fabs(direction[k]) > std::fabs(direction[m])) m = k;
  if (direction[m] == 0) throw error(where + "direction: found zero, expected a vector with a length");
  int least = 0;
  for (const double x : direction)
    if (x != 0) least = std::min(least, parts_of(x).exponent);
  std::array<integer, 3> d;
  for (std::size_t k = 0; k < 3; ++k) {
    const exact_double x = parts_of(direction[k]);
    if (!x.m.is_zero()) d[k] = shifted(x.m, x.exponent - least);
  }
  std::vector<box_system> all;
  for (const exact_piece& piece : exact_pieces(surface, where, most)) {
    const piece_seen seen(piece, {origin.begin(), origin.end()});
    box_system system;
    system.variables = {"u", "v"};
    system.box = piece.box;
    bool misses = false;
    // Two rows of the cross product with the direction, those with its largest component.
    for (std::size_t k = 0; k < 3; ++k) {
      if (k == m) continue;
      const exact_form f = seen.way[k] * d[m] - seen.way[m] * d[k];
      misses = misses || f.sign() != 0;
      system.equations.push_back(rounded(f));
    }
    const exact_form in_front = seen.way[m] * d[m];
    system.positive.push_back(rounded(in_front));
    if (!misses && in_front.sign() >= 0) all.push_back(std::move(system));
  }
  if (all.empty()) {  // equations without solutions say so
    box_system system;
    system.variables = {"u", "v"};
    system.equations.assign(2, {{0, 0}, {1}, 0});
    all.push_back(std::move(system));
  }
  if (all.size() > 1)
    for (box_system& system : all) system.piece_of = 0;
  return all;
}

}  // namespace vieta::io
