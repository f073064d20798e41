#include "boxes/leftovers/leftovers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace vieta::boxes {

namespace {

/// Joins leaves that touch. Many are divided by a plane first: two leaves that touch are on one side of it together,
/// those across it on both.
class leaf_joiner {
 public:
  using index = std::uint32_t;

  leaf_joiner(int variables, const std::vector<leaf>& leaves, const std::function<bool()>& must_stop)
      : n_(variables), leaves_(leaves), must_stop_(must_stop), parent_(leaves.size()) {
    std::iota(parent_.begin(), parent_.end(), index{0});
  }

  /// False when it had to stop.
  bool run() {
    std::vector<index> all = parent_;
    return join(std::move(all));
  }

  index root(index a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }

 private:
  [[nodiscard]] const cell& box(index k) const { return leaves_[k].box; }

  /// Asked for each piece of work; few leaves are joined in no time, come what may.
  bool late(std::size_t work) {
    work_ += work;
    if (work_ < std::size_t{1} << 20) return false;
    work_ = 0;
    return must_stop_();
  }

  bool join(std::vector<index> some) {
    if (late(some.size())) return false;
    constexpr std::size_t few = 48;
    int axis = -1;
    double at = 0;
    if (some.size() <= few || !find_plane(some, axis, at)) return join_all_pairs(some);
    std::vector<index> below, above;
    for (const index k : some) {
      if (box(k).lower[axis] <= at) below.push_back(k);
      if (box(k).upper[axis] >= at) above.push_back(k);
    }
    std::vector<index>().swap(some);
    return join(std::move(below)) && join(std::move(above));
  }

  /// The plane that leaves the fewest leaves on its fuller side; false if that is nearly all of them.
  bool find_plane(const std::vector<index>& some, int& axis, double& at) const {
    constexpr std::size_t sample = 64;
    std::size_t best = some.size() - some.size() / 8;
    for (int k = 0; k < n_; ++k) {
      std::vector<double> middles;
      for (std::size_t j = 0; j < some.size(); j += (some.size() - 1) / sample + 1)
        middles.push_back(box(some[j]).lower[k] + (box(some[j]).upper[k] - box(some[j]).lower[k]) / 2);
      const auto median = middles.begin() + static_cast<std::ptrdiff_t>(middles.size() / 2);
      std::nth_element(middles.begin(), median, middles.end());
      std::size_t below = 0, above = 0;
      for (const index j : some) {
        below += box(j).lower[k] <= *median;
        above += box(j).upper[k] >= *median;
      }
      if (std::max(below, above) >= best) continue;
      best = std::max(below, above);
      axis = k;
      at = *median;
    }
    return axis >= 0;
  }

  bool join_all_pairs(const std::vector<index>& some) {
    for (std::size_t a = 0; a < some.size(); ++a) {
      if (late(a)) return false;
      for (std::size_t b = 0; b < a; ++b)
        if (!apart(n_, box(some[a]), box(some[b]))) parent_[root(some[a])] = root(some[b]);
    }
    return true;
  }

  int n_;
  const std::vector<leaf>& leaves_;
  const std::function<bool()>& must_stop_;
  std::vector<index> parent_;
  std::size_t work_ = 0;
};

}  // namespace

std::vector<std::vector<leaf>> connected_groups(int variables, std::vector<leaf> leaves,
                                                const std::function<bool()>& must_stop) {
  const int n = variables;
  std::sort(leaves.begin(), leaves.end(), [n](const leaf& a, const leaf& b) {
    return std::lexicographical_compare(a.box.lower.begin(), a.box.lower.begin() + n, b.box.lower.begin(),
                                        b.box.lower.begin() + n);
  });
  std::vector<std::vector<leaf>> groups;
  leaf_joiner joiner(n, leaves, must_stop);
  if (!joiner.run()) {
    groups.push_back(std::move(leaves));
    return groups;
  }
  std::vector<std::size_t> group_of(leaves.size(), leaves.size());
  for (std::size_t k = 0; k < leaves.size(); ++k) {
    std::size_t& group = group_of[joiner.root(static_cast<std::uint32_t>(k))];
    if (group == leaves.size()) {
      group = groups.size();
      groups.emplace_back();
    }
    groups[group].push_back(leaves[k]);
  }
  return groups;
}

void subtract(int variables, const cell& box, const cell& hole, std::vector<cell>& out) {
  for (int k = 0; k < variables; ++k)
    if (box.upper[k] < hole.lower[k] || hole.upper[k] < box.lower[k]) {
      out.push_back(box);
      return;
    }
  cell rest = box;
  for (int k = 0; k < variables; ++k) {
    if (rest.lower[k] < hole.lower[k]) {
      out.push_back(rest);
      out.back().upper[k] = rest.lower[k] = hole.lower[k];
    }
    if (rest.upper[k] > hole.upper[k]) {
      out.push_back(rest);
      out.back().lower[k] = rest.upper[k] = hole.upper[k];
    }
  }
}

cell hull_of(int variables, const std::vector<leaf>& group) {
  cell hull = group.front().box;
  for (const leaf& l : group)
    for (int k = 0; k < variables; ++k) {
      hull.lower[k] = std::min(hull.lower[k], l.box.lower[k]);
      hull.upper[k] = std::max(hull.upper[k], l.box.upper[k]);
    }
  return hull;
}

namespace {

/// Values and derivatives of the stored equations at a point of the domain.
void evaluate(const search& s, const double* t, double* values, double* jacobian, std::vector<double>& scratch) {
  const core::bernstein_shape& shape = s.form().core;
  const int n = shape.variables;
  constexpr int most_side = 66;
  // Bernstein polynomials along each axis, and their derivatives.
  double basis[core::most_box_variables][most_side], slope[core::most_box_variables][most_side] = {};
  for (int k = 0; k < n; ++k) {
    const int d = shape.degree[k];
    double* const b = basis[k];
    b[0] = 1;
    for (int m = 1; m <= d; ++m) {
      if (m == d)
        for (int j = 0; j <= d; ++j) slope[k][j] = d * ((j > 0 ? b[j - 1] : 0) - (j < d ? b[j] : 0));
      b[m] = t[k] * b[m - 1];
      for (int j = m - 1; j > 0; --j) b[j] = (1 - t[k]) * b[j] + t[k] * b[j - 1];
      b[0] *= 1 - t[k];
    }
  }
  scratch.resize(static_cast<std::size_t>(shape.size));
  // One axis after the other, the fastest one first; `steep` is the axis of the derivative.
  const auto contract = [&](int q, int steep) {
    const double* from = s.system().coefficients.data() + static_cast<std::ptrdiff_t>(q) * shape.size;
    int size = shape.size;
    for (int k = n; k-- > 0;) {
      const int side = shape.degree[k] + 1;
      const double* const weight = k == steep ? slope[k] : basis[k];
      size /= side;
      for (int at = 0; at < size; ++at) {
        double sum = 0;
        for (int j = 0; j < side; ++j) sum += weight[j] * from[at * side + j];
        scratch[at] = sum;
      }
      from = scratch.data();
    }
    return from[0];
  };
  for (int q = 0; q < n; ++q) {
    values[q] = contract(q, -1);
    for (int k = 0; k < n; ++k) jacobian[q * n + k] = contract(q, k);
  }
}

/// A face of a box, or a piece of it: as a box with no extent along the axes that are not free.
struct piece {
  cell box;
  int sign = 1;
};

/// The sign of equation q on a piece; 0 if it has none that is certain.
int sign_on(const search& s, int q, const cell& box, std::vector<double>& scratch) {
  const core::bernstein_shape& shape = s.form().core;
  const double growth = restrict_polynomials(
      shape, 1, s.system().coefficients.data() + static_cast<std::ptrdiff_t>(q) * shape.size, box, scratch);
  const double error = growth * s.system().error[q] * (1 + 0x1p-40);
  const auto [least, most] = std::minmax_element(scratch.begin(), scratch.begin() + shape.size);
  return *least > error ? 1 : *most < -error ? -1 : 0;
}

/// The degree of (F_first, ..., F_(n-1)) on an oriented (n - first)-dimensional set whose border is `border`, a union
/// of pieces: the pieces where F_first is positive are a set of one dimension less, on whose border F_first is not
/// positive everywhere only if other equations keep clear of zero there (Aberth 1994; Franek, Ratschan 2015, section
/// 3).
class degree_count {
 public:
  explicit degree_count(const search& s) : s_(s), n_(s.form().core.variables) {}

  bool run(const cell& box, int& degree) {
    std::vector<piece> border;
    std::vector<int> free(n_);
    std::iota(free.begin(), free.end(), 0);
    append_faces({box, 1}, free, border);
    return reduce(border, 0, degree);
  }

 private:
  /// The faces of a piece that is free along these axes, with the orientation that it induces: outward normal first.
  static void append_faces(const piece& p, const std::vector<int>& free, std::vector<piece>& out) {
    int sign = p.sign;
    for (const int axis : free) {
      for (int end = 0; end < 2; ++end) {
        piece face = p;
        (end == 0 ? face.box.upper : face.box.lower)[axis] = end == 0 ? p.box.lower[axis] : p.box.upper[axis];
        face.sign = end == 0 ? -sign : sign;
        out.push_back(face);
      }
      sign = -sign;
    }
  }

  static std::vector<int> free_axes(const cell& box, int n) {
    std::vector<int> free;
    for (int k = 0; k < n; ++k)
      if (box.lower[k] < box.upper[k]) free.push_back(k);
    return free;
  }

  /// Divides the pieces until on each one an equation of first .. n - 1 has a sign, and counts.
  bool reduce(std::vector<piece> todo, int first, int& degree) {
    const int dimension = n_ - first - 1;  // of the pieces
    if (dimension == 0) {
      // Points; the last equation alone. Its degree on a segment is half the sum of signs at the ends.
      int sum = 0;
      for (const piece& p : todo) {
        const int sign = sign_on(s_, first, p.box, scratch_);
        if (sign == 0) return false;
        sum += sign * p.sign;
      }
      degree = sum / 2;
      return true;
    }
    std::vector<piece> positive;
    while (!todo.empty()) {
      if (--budget_ < 0) return false;
      piece p = todo.back();
      todo.pop_back();
      const int sign = sign_on(s_, first, p.box, scratch_);
      if (sign > 0) {
        positive.push_back(p);
        continue;
      }
      if (sign < 0) continue;
      bool other = false;
      for (int q = first + 1; q < n_ && !other; ++q) other = sign_on(s_, q, p.box, scratch_) != 0;
      if (other) continue;
      int widest = -1;
      for (const int k : free_axes(p.box, n_))
        if (widest < 0 || p.box.upper[k] - p.box.lower[k] > p.box.upper[widest] - p.box.lower[widest]) widest = k;
      if (widest < 0) return false;
      const double middle = p.box.lower[widest] + (p.box.upper[widest] - p.box.lower[widest]) / 2;
      if (!(p.box.lower[widest] < middle && middle < p.box.upper[widest])) return false;
      piece half = p;
      half.box.upper[widest] = middle;
      todo.push_back(half);
      p.box.lower[widest] = middle;
      todo.push_back(p);
    }
    // The border of the positive set; common faces of two pieces cancel in the sum, whole or in part.
    std::vector<piece> border;
    for (const piece& p : positive) append_faces(p, free_axes(p.box, n_), border);
    cancel(border);
    return reduce(std::move(border), first + 1, degree);
  }

  /// Removes pairs of opposite faces. Faces of neighbours of different size overlap in part: the larger one is divided.
  void cancel(std::vector<piece>& border) {
    for (bool again = true; again;) {
      again = false;
      for (std::size_t a = 0; a < border.size() && !again; ++a)
        for (std::size_t b = a + 1; b < border.size() && !again; ++b) {
          if (border[a].sign != -border[b].sign) continue;
          again = cancel_pair(border, a, b);
        }
    }
  }
  bool cancel_pair(std::vector<piece>& border, std::size_t a, std::size_t b) {
    const cell x = border[a].box, y = border[b].box;
    cell common = x;
    for (int k = 0; k < n_; ++k) {
      const bool flat_x = x.lower[k] == x.upper[k], flat_y = y.lower[k] == y.upper[k];
      if (flat_x != flat_y || (flat_x && x.lower[k] != y.lower[k])) return false;
      common.lower[k] = std::max(x.lower[k], y.lower[k]);
      common.upper[k] = std::min(x.upper[k], y.upper[k]);
      if (flat_x ? common.lower[k] != common.upper[k] : !(common.lower[k] < common.upper[k])) return false;
    }
    const int sign_a = border[a].sign, sign_b = border[b].sign;
    border.erase(border.begin() + static_cast<std::ptrdiff_t>(b));
    border.erase(border.begin() + static_cast<std::ptrdiff_t>(a));
    for (const auto& [whole, sign] : {std::pair(x, sign_a), std::pair(y, sign_b)}) {
      cell rest = whole;
      for (int k = 0; k < n_; ++k) {
        if (rest.lower[k] < common.lower[k]) {
          border.push_back({rest, sign});
          border.back().box.upper[k] = rest.lower[k] = common.lower[k];
        }
        if (rest.upper[k] > common.upper[k]) {
          border.push_back({rest, sign});
          border.back().box.lower[k] = rest.upper[k] = common.upper[k];
        }
      }
    }
    return true;
  }

  const search& s_;
  int n_;
  int budget_ = 4000;
  std::vector<double> scratch_;
};

}  // namespace

bool topological_degree(const search& s, const cell& box, int& degree) { return degree_count(s).run(box, degree); }

std::vector<std::array<double, 4>> polyline_of(const search& s, const std::vector<leaf>& group) {
  const int n = s.form().core.variables;
  std::vector<std::array<double, 4>> points;
  std::vector<double> scratch;
  for (const leaf& l : group) {
    std::array<double, 4> t{};
    for (int k = 0; k < n; ++k) t[k] = l.box.lower[k] + (l.box.upper[k] - l.box.lower[k]) / 2;
    // Newton's steps of least length, by the normal equations with a little damping: the Jacobian has no full rank.
    for (int round = 0; round < 3; ++round) {
      double f[4] = {}, jacobian[16] = {}, matrix[4][5] = {};
      evaluate(s, t.data(), f, jacobian, scratch);
      double scale = 0;
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          matrix[i][j] = 0;
          for (int k = 0; k < n; ++k) matrix[i][j] += jacobian[i * n + k] * jacobian[j * n + k];
          if (i == j) scale = std::max(scale, matrix[i][j]);
        }
      if (!(scale > 0)) break;
      for (int i = 0; i < n; ++i) {
        matrix[i][i] += 1e-10 * scale;
        matrix[i][n] = f[i];
      }
      for (int i = 0; i < n; ++i)  // positive definite: no pivoting
        for (int r = 0; r < n; ++r) {
          if (r == i) continue;
          const double factor = matrix[r][i] / matrix[i][i];
          for (int k = i; k <= n; ++k) matrix[r][k] -= factor * matrix[i][k];
        }
      std::array<double, 4> moved = t;
      for (int k = 0; k < n; ++k)
        for (int i = 0; i < n; ++i) moved[k] -= jacobian[i * n + k] * matrix[i][n] / matrix[i][i];
      bool near = true;
      for (int k = 0; k < n; ++k) {
        const double edge = l.box.upper[k] - l.box.lower[k];
        near = near && moved[k] > l.box.lower[k] - edge && moved[k] < l.box.upper[k] + edge;
      }
      if (!near) break;
      t = moved;
    }
    points.push_back(t);
  }
  // A walk to the nearest point that was not visited, from an end: the point farthest from any one.
  const auto distance = [n](const std::array<double, 4>& a, const std::array<double, 4>& b) {
    double sum = 0;
    for (int k = 0; k < n; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
  };
  if (points.size() > 5000) return points;
  for (std::size_t k = 0; k < points.size(); ++k) {
    std::size_t best = k;
    for (std::size_t j = k; j < points.size(); ++j) {
      const double there = k == 0 ? -distance(points.back(), points[j]) : distance(points[k - 1], points[j]);
      const double here = k == 0 ? -distance(points.back(), points[best]) : distance(points[k - 1], points[best]);
      if (there < here) best = j;
    }
    std::swap(points[k], points[best]);
  }
  return points;
}

}  // namespace vieta::boxes
