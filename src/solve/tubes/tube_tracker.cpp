#include "solve/tubes/tube_tracker.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/parallel_for.hpp"
#include "solve/tubes/tube_equations.hpp"
#include "vieta/error.hpp"

namespace vieta::tracking {

namespace {

using scalar = std::complex<double>;
using cubic = std::array<scalar, cubic_model::terms>;

constexpr int most_tubes = 3000;
constexpr double shortest_tube = 1e-9, first_tube = 0.01, largest_coordinate = 1e8;
/// How much of the tube its image may fill.
constexpr double filled = 0.875;
/// Coordinates below this, relative to the largest, count as so large.
constexpr double smallest_weight = 0.03;
constexpr double least_radius = 0x1p-46;

/// The inverse of a matrix, row after row, by elimination with the largest pivots; empty where there is none.
std::vector<scalar> inverse_of(std::vector<scalar> a, std::size_t n) {
  std::vector<scalar> b(n * n, 0);
  for (std::size_t i = 0; i < n; ++i) b[i * n + i] = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[best * n + k])) best = i;
    if (!(std::abs(a[best * n + k]) > 0)) return {};
    for (std::size_t j = 0; j < n && best != k; ++j) {
      std::swap(a[k * n + j], a[best * n + j]);
      std::swap(b[k * n + j], b[best * n + j]);
    }
    const scalar pivot = 1.0 / a[k * n + k];
    for (std::size_t j = 0; j < n; ++j) a[k * n + j] *= pivot, b[k * n + j] *= pivot;
    for (std::size_t i = 0; i < n; ++i) {
      const scalar f = a[i * n + k];
      if (i == k || f == 0.0) continue;
      for (std::size_t j = 0; j < n; ++j) a[i * n + j] -= f * a[k * n + j], b[i * n + j] -= f * b[k * n + j];
    }
  }
  return b;
}

scalar centre_of(const ball& b) { return {b.centre.re, b.centre.im}; }
ball ball_at(const scalar& z) { return {{z.real(), z.imag()}, 0}; }

/// One path.
class tube_path {
 public:
  tube_path(const homotopy_tape& tape, const scalar* target, const scalar* generic)
      : equations_(tape, target, generic), n_(equations_.unknowns()) {}

  /// The box at t = 0 of the path that begins at z; nothing where the proof does not get there.
  std::optional<end_box> follow(const projective_point& z, int& steps, int& rejected,
                                const std::function<bool()>& must_stop) {
    if (z.empty() || z[0].re.x0 == 0) return std::nullopt;
    x_.clear();
    for (std::size_t v = 1; v < z.size(); ++v) {
      const complex<qd> y = z[v] / z[0];
      x_.emplace_back(y.re.x0, y.im.x0);
    }
    double t = 1, step = first_tube;
    const std::vector<scalar> given = x_;
    if (!correct(t) || !settle(t, {})) return std::nullopt;
    // The path is that of the only zero in the box about the start.
    for (std::size_t v = 0; v < n_; ++v)
      if (!(std::abs(given[v] - x_[v]) < box_[v])) return std::nullopt;
    for (int k = 0; k < most_tubes && !must_stop(); ++k) {
      if (!predict(t)) return std::nullopt;
      step = std::min(step, t);
      // Not a sliver at the end.
      if (t - step < 0.1 * step) step = t;
      const std::vector<scalar> x = x_;
      const std::vector<double> weight = weight_, settled = settled_;
      const double next = step == t ? 0 : t - step;
      // A tube, and a box about a point of Newton's method at its end.
      bool stands = go(t, step);
      if (stands) {
        const std::vector<double> away = gap_after_correction(next);
        stands = !away.empty() && settle(next, away);
      }
      if (!stands) {
        ++rejected;
        x_ = x, weight_ = weight, settled_ = settled;
        step *= 0.5;
        if (!(step > shortest_tube * std::min(1.0, 1e3 * t))) return std::nullopt;
        continue;
      }
      ++steps;
      if (next == 0) return end_box{x_, box_};
      t = next;
      step *= 1.6;
    }
    return std::nullopt;
  }

 private:
  void set_weights() {
    double most = 0;
    for (const scalar& z : x_) most = std::max(most, std::abs(z));
    if (most == 0) most = 1;
    weight_.clear();
    for (const scalar& z : x_) weight_.push_back(std::max(std::abs(z), smallest_weight * most));
  }

  [[nodiscard]] std::vector<cubic> constant() const {
    std::vector<cubic> z;
    for (const scalar& x : x_) z.push_back({x, 0, 0, 0});
    return z;
  }

  /// The inverse of the Jacobian at the point that equations_ are set to.
  bool invert() {
    std::vector<scalar> jacobian(n_ * n_);
    for (std::size_t e = 0; e < n_; ++e)
      for (std::size_t v = 0; v < n_; ++v) jacobian[e * n_ + v] = centre_of(equations_.derivative(e, v).c[0]);
    inverse_ = inverse_of(std::move(jacobian), n_);
    return !inverse_.empty();
  }

  [[nodiscard]] std::vector<scalar> applied(const std::vector<scalar>& f) const {
    std::vector<scalar> result(n_, 0);
    for (std::size_t v = 0; v < n_; ++v)
      for (std::size_t e = 0; e < n_; ++e) result[v] += inverse_[v * n_ + e] * f[e];
    return result;
  }

  /// Newton's method at t; a guess only.
  bool correct(double t) {
    for (int k = 0; k < 3; ++k) {
      equations_.set(constant(), {}, t, 0, 0);
      if (!invert()) return false;
      std::vector<scalar> f;
      for (std::size_t e = 0; e < n_; ++e) f.push_back(centre_of(equations_.value(e).c[0]));
      const std::vector<scalar> step = applied(f);
      double moved = 0, size = 0;
      for (std::size_t v = 0; v < n_; ++v) {
        x_[v] -= step[v];
        moved = std::max(moved, std::abs(step[v])), size = std::max(size, std::abs(x_[v]));
      }
      if (!std::isfinite(moved) || size > largest_coordinate) return false;
      if (moved < 1e-14 * size) break;
    }
    set_weights();
    return true;
  }

  /// The path's Taylor polynomial in s = t_0 - t, coefficient by coefficient; a guess only.
  bool predict(double t) {
    z_ = constant();
    for (std::size_t k = 1; k < cubic_model::terms; ++k) {
      equations_.set(z_, {}, t, 0, k);
      if (k == 1 && !invert()) return false;
      std::vector<scalar> f;
      for (std::size_t e = 0; e < n_; ++e) f.push_back(centre_of(equations_.value(e).c[k]));
      const std::vector<scalar> next = applied(f);
      for (std::size_t v = 0; v < n_; ++v) z_[v][k] = -next[v];
    }
    return true;
  }

  /// The same polynomial about s = by.
  [[nodiscard]] std::vector<cubic> about(double by) const {
    std::vector<cubic> z = z_;
    for (cubic& c : z) {
      const cubic o = c;
      c[0] = o[0] + by * (o[1] + by * (o[2] + by * o[3]));
      c[1] = o[1] + by * (2.0 * o[2] + by * 3.0 * o[3]);
      c[2] = o[2] + by * 3.0 * o[3];
    }
    return z;
  }

  /// Krawczyk's test, for all |s| <= reach at once: with Y = inverse_, |Y f(z(s))| <= e and |I - Y J| r <= d over the
  /// tube of radius r about z(s), in each coordinate, and e + d < r: exactly one zero for each s, within e + d of z(s);
  /// it depends continuously on s. The radius is r = share times the weights, and at least `at_least`; it becomes box_,
  /// and the bound e + d image_.
  bool test(const std::vector<cubic>& z, double middle, double reach, const std::vector<double>& at_least) {
    const std::size_t order = reach == 0 ? 0 : cubic_model::terms - 1;
    equations_.set(z, {}, middle, 0, 0);
    if (!invert()) return false;
    if (reach != 0) equations_.set(z, {}, middle, reach, order);
    std::vector<double> error(n_, 0);
    double share = least_radius;
    for (std::size_t v = 0; v < n_; ++v) {
      cubic_model sum;
      for (std::size_t e = 0; e < n_; ++e) add_multiple(sum, inverse_[v * n_ + e], values(e));
      error[v] = bound_of(sum, reach);
      share = std::max(share, 4 * error[v] / weight_[v]);
      if (!at_least.empty()) share = std::max(share, 2 * at_least[v] / weight_[v]);
    }
    values_.clear();
    if (!(share < 0.5)) return false;
    box_.assign(n_, 0);
    for (std::size_t v = 0; v < n_; ++v) box_[v] = share * weight_[v];
    equations_.set(z, box_, middle, reach, order);
    std::vector<cubic_model> jacobian;
    for (std::size_t e = 0; e < n_; ++e)
      for (std::size_t u = 0; u < n_; ++u) jacobian.push_back(equations_.derivative(e, u));
    image_.assign(n_, 0);
    for (std::size_t v = 0; v < n_; ++v) {
      double spread = 0;
      for (std::size_t u = 0; u < n_; ++u) {
        cubic_model sum;
        if (u == v) sum.c[0] = {{-1, 0}, 0};
        for (std::size_t e = 0; e < n_; ++e) add_multiple(sum, inverse_[v * n_ + e], jacobian[e * n_ + u]);
        spread = add_up(spread, mul_up(bound_of(sum, reach), box_[u]));
      }
      image_[v] = add_up(error[v], spread);
      if (!(image_[v] < filled * box_[v])) return false;
    }
    return true;
  }

  const cubic_model& values(std::size_t e) {
    if (values_.empty())
      for (std::size_t k = 0; k < n_; ++k) values_.push_back(equations_.value(k));
    return values_[e];
  }

  static void add_multiple(cubic_model& to, const scalar& factor, const cubic_model& what) {
    const ball f = ball_at(factor);
    for (std::size_t k = 0; k < cubic_model::terms; ++k) to.c[k] = to.c[k] + f * what.c[k];
    to.rest = add_up(to.rest, mul_up(abs_up(f), what.rest));
  }
  static double bound_of(const cubic_model& a, double reach) {
    double sum = a.rest, power = 1;
    for (const ball& c : a.c) {
      sum = add_up(sum, mul_up(abs_up(c), power));
      power = mul_up(power, reach);
    }
    return sum;
  }

  /// One tube from t to t - step. The zero at its beginning is the one of settled_: that lies in both boxes, of which
  /// the tube's holds no other.
  bool go(double t, double step) {
    const double middle = t - 0.5 * step;
    // The tube's t runs over [middle - reach, middle + reach], which holds both ends whatever the roundings.
    const double reach = 0.5 * step * (1 + 0x1p-40) + 0x1p-52;
    const std::vector<cubic> z = about(0.5 * step);
    values_.clear();
    if (!test(z, middle, reach, settled_)) return false;
    // Where the cubic about the middle is at both ends of the step.
    const std::vector<ball> begin = at(z, t - middle, -1), end = at(z, middle - (t - step), 1);
    for (std::size_t v = 0; v < n_; ++v) {
      const double away = abs_up(begin[v] - ball_at(x_[v]));
      if (!(add_up(away, settled_[v]) < box_[v])) return false;
    }
    end_ = end;
    for (std::size_t v = 0; v < n_; ++v) x_[v] = centre_of(end[v]);
    reached_ = image_;
    return true;
  }

  /// z(s) at s = sign |s|; `length` is rounded, which the ball covers.
  [[nodiscard]] std::vector<ball> at(const std::vector<cubic>& z, double length, double sign) const {
    const ball s{{sign * length, 0}, add_up(mul_up(std::fabs(length), 0x1p-52), 0x1p-53)};
    std::vector<ball> result;
    for (const cubic& c : z)
      result.push_back(ball_at(c[0]) + s * (ball_at(c[1]) + s * (ball_at(c[2]) + s * ball_at(c[3]))));
    return result;
  }

  /// Newton's method at the end of a tube; how far the path may be from the point it leads to.
  std::vector<double> gap_after_correction(double t) {
    if (!correct(t)) return {};
    std::vector<double> away;
    for (std::size_t v = 0; v < n_; ++v) away.push_back(add_up(abs_up(end_[v] - ball_at(x_[v])), reached_[v]));
    return away;
  }

  /// A box about x_ at t that holds one zero, and that of the path, which is within `away`: settled_ becomes how far
  /// that is at most. A small box about the same point holds one zero, too, which is the same.
  bool settle(double t, const std::vector<double>& away) {
    values_.clear();
    if (!test(constant(), t, 0, away)) return false;
    settled_ = image_;
    if (away.empty()) return true;
    const std::vector<double> wide = box_;
    values_.clear();
    bool inside = test(constant(), t, 0, {});
    for (std::size_t v = 0; v < n_ && inside; ++v) inside = box_[v] <= wide[v];
    if (inside) settled_ = image_;
    box_ = wide;
    return true;
  }

  tube_equations equations_;
  std::size_t n_;
  std::vector<scalar> x_, inverse_;
  std::vector<cubic> z_;
  std::vector<cubic_model> values_;
  std::vector<double> weight_, box_, image_, settled_, reached_;
  std::vector<ball> end_;
};

bool is_end_of(const end_box& box, const newton_solution& solution, const std::vector<int>& scale) {
  if (box.centre.empty() || !solution.certified || solution.x.size() != box.centre.size()) return false;
  for (std::size_t v = 0; v < box.centre.size(); ++v) {
    const double by = std::ldexp(1.0, scale.empty() ? 0 : -scale[v]);
    const complex<qd>& x = solution.x[v];
    // The first double of each part is within 2^-52 of it.
    const double rounding = mul_up(add_up(std::fabs(x.re.x0), std::fabs(x.im.x0)), 0x1p-52);
    const ball at{{x.re.x0 * by, x.im.x0 * by}, mul_up(add_up(solution.radius, rounding), by)};
    if (!(abs_up(at - ball_at(box.centre[v])) < box.radius[v])) return false;
  }
  return true;
}

}  // namespace

std::vector<path_end> track_with_proofs(const homotopy_tape& tape, const std::vector<std::size_t>& which,
                                        const std::function<projective_point(std::size_t)>& start,
                                        const tracking_settings& settings, const workers& by,
                                        const std::function<bool()>& must_stop,
                                        const std::function<void(std::size_t)>& done, const parameter_paths* family,
                                        std::vector<end_box>& boxes) {
  std::vector<path_end> ends(which.size());
  boxes.assign(which.size(), {});
  parallel_for(which.size(), 1, by.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      tube_path path(tape, family != nullptr ? family->target(which[k]) : nullptr,
                     family != nullptr ? family->generic : nullptr);
      path_end& e = ends[k];
      const std::optional<end_box> box = path.follow(start(which[k]), e.steps, e.rejected, must_stop);
      if (!box) continue;
      e.status = path_status::arrived, e.t = 0, e.winding = 1;
      e.z.push_back({qd(1.0), qd(0.0)});
      for (const scalar& x : box->centre) e.z.push_back({qd(x.real()), qd(x.imag())});
      boxes[k] = *box;
      if (done) done(1);
    }
  });
  std::vector<std::size_t> rest, place;
  for (std::size_t k = 0; k < which.size(); ++k)
    if (boxes[k].centre.empty()) rest.push_back(which[k]), place.push_back(k);
  if (rest.empty()) return ends;
  std::vector<path_end> others = track_all(tape, rest, start, settings, by, must_stop, done, family);
  for (std::size_t k = 0; k < rest.size(); ++k) {
    others[k].steps += ends[place[k]].steps, others[k].rejected += ends[place[k]].rejected;
    ends[place[k]] = std::move(others[k]);
  }
  return ends;
}

void mark_proven(const std::vector<end_box>& boxes, const std::vector<int>& scale, std::vector<judged_end>& judged) {
  for (std::size_t k = 0; k < boxes.size() && k < judged.size(); ++k)
    judged[k].path_proven = judged[k].kind == end_kind::regular && is_end_of(boxes[k], judged[k].point, scale);
}

void check_track(const solve_options& options, std::size_t unknowns) {
  if (options.track == track_kind::certified && unknowns > most_unknowns_of_tubes)
    throw error("track: found certified with " + std::to_string(unknowns) + " unknowns, expected at most " +
                std::to_string(most_unknowns_of_tubes));
}

}  // namespace vieta::tracking
