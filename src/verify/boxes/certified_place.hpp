#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <array>
#include <optional>
#include <vector>

#include "verify/boxes/expansion.hpp"
#include "verify/boxes/quick_exclusion.hpp"
#include "verify/boxes/small_inverse.hpp"

namespace vieta::checking {

/// A box about a centre: all points whose coordinates are within the half edges of it.
struct exact_box {
  std::size_t variables = 0;
  std::array<exact::real_ball, 4> centre;  ///< exact numbers
  small_vector half{};
};

/// A place that holds exactly one solution.
struct certified_place {
  exact_box whole;   ///< no other one here,
  exact_box narrow;  ///< and it lies here
  int jacobian_sign = 0;
};

/// The equations of one system in ball arithmetic.
class ball_system {
 public:
  explicit ball_system(const box_system& system);

  [[nodiscard]] std::size_t variables() const { return from_.size(); }
  [[nodiscard]] double lower(std::size_t v) const { return from_[v]; }
  [[nodiscard]] double upper(std::size_t v) const { return to_[v]; }

  /// An equation is not 0 anywhere in the box, or a condition F > 0 is never fulfilled there; so there is no solution.
  /// With some inverse of the Jacobian at the centre: the combinations of equations are looked at, too. What is proven
  /// on the way is told as well: whether the box has one solution or none, if that `may_be_one`, and a part of it that
  /// holds all solutions.
  struct contents {
    bool none = false, at_most_one = false;
    bool is_narrowed = false;
    std::array<quick_exclusion::extent, 4> solutions_in{};  ///< from the centre
  };
  [[nodiscard]] contents look(const exact_box& box, bool may_be_one) const;
  [[nodiscard]] bool is_excluded(const exact_box& box) const { return look(box, false).none; }
  /// All conditions are fulfilled in the box.
  [[nodiscard]] bool fulfils_conditions(const exact_box& box) const;
  /// The place about the solution that Newton's method finds from there; nothing where none is proven. What it is to be
  /// compared with has this radius.
  [[nodiscard]] std::optional<certified_place> certify(const std::vector<double>& start, double radius = 0) const;
  /// From where `certify` may find one; nothing where Newton's method in doubles leaves the domain, or does not end.
  [[nodiscard]] std::optional<std::vector<double>> likely_solution(const std::vector<double>& start) const;
  /// The largest |F_q| at a point: a bound, and one that it is not below.
  struct range {
    double most = 0, least = 0;
  };
  [[nodiscard]] range residual(const std::vector<double>& at) const;

 private:
  /// The same in ball arithmetic.
  [[nodiscard]] bool is_excluded_by_balls(const exact_box& box, double growth) const;
  struct local {
    std::vector<expansion> of;
    small_matrix inverse{};  ///< of the middle of the Jacobian
    std::vector<expansion> combined;
    std::vector<std::vector<double>> sizes;  ///< of the terms of each combination, from above
    small_matrix off_identity{};             ///< the same of the slopes of combinations, less those of x itself
  };
  [[nodiscard]] std::vector<exact::real_ball> from_corner(const exact_box& box) const;
  [[nodiscard]] std::vector<expansion> about(const std::vector<expansion>& all, const exact_box& box) const;
  /// False where the Jacobian is singular, about.
  bool combine(local& at) const;
  /// How much larger than in the domain an error of Bernstein coefficients may become within the box.
  [[nodiscard]] double growth(const exact_box& box) const;
  /// Of the combination i: of its value, and of its derivative by x_v.
  [[nodiscard]] double value_error(const small_matrix& inverse, std::size_t i) const;
  [[nodiscard]] double slope_error(const small_matrix& inverse, std::size_t i, std::size_t v) const;
  [[nodiscard]] bool is_contracted(const local& at, const exact_box& box) const;
  /// Newton's method in ball arithmetic, as far as what is compared with the radius needs: by values alone with one
  /// inverse of the Jacobian; and with a new one for each step. They hint where a solution is, and prove nothing. False
  /// where they do not come to rest, about, or leave the domain.
  bool approach_quickly(exact_box& here, double radius) const;
  bool approach(exact_box& here, double radius) const;
  [[nodiscard]] bool rests(const local& at, double radius) const;
  /// Nothing is gained by steps below this.
  [[nodiscard]] double least_step(const small_matrix& inverse, std::size_t v, double radius) const;
  /// x_v -= step; false where that is far outside of the domain.
  bool move(exact_box& here, std::size_t v, const exact::real_ball& step) const;

  std::vector<double> from_, to_;
  std::vector<expansion> equations_, conditions_;
  std::vector<double> errors_, condition_errors_;
  quick_exclusion quick_{{}, {}, {}};
};

/// Exact comparisons.
bool is_inside(const exact_box& a, const exact_box& b);
bool are_apart(const exact_box& a, const exact_box& b);
exact_box box_about(const std::vector<double>& centre, double half);
/// The box of these sides, and at most a rounding more.
exact_box box_between(const std::vector<double>& lower, const std::vector<double>& upper);

}  // namespace vieta::checking

#endif
