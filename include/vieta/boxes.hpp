#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"
#include "vieta/target.hpp"

namespace vieta {

/// A polynomial in tensor-product Bernstein form on a box: the sum of c[j1..jn] B_j1(t1) ... B_jn(tn), where t runs
/// from 0 to 1 along each edge. The first variable is the slowest index.
struct bernstein_polynomial {
  std::vector<int> degrees;          ///< one for each variable, 0 to 64
  std::vector<double> coefficients;  ///< (d1 + 1) ... (dn + 1) numbers, at most 2^18
  double error = 0;                  ///< each coefficient is known to within this
};

/// A Bezier curve in `dimension` dimensions: degree + 1 points, one after the other. With `weights` (degree + 1
/// positive numbers) it is rational.
struct bezier_curve {
  int degree = 1, dimension = 2;
  std::vector<double> control;
  std::vector<double> weights{};
};

/// n equations in n = 1 .. 4 variables on a box; or n - 1 in n = 2 .. 4, whose solutions are curves.
struct box_system {
  std::vector<std::string> variables;           ///< names, for tables; may be empty
  std::vector<std::array<double, 2>> box;       ///< from, to for each variable; empty: the unit cube
  std::vector<bernstein_polynomial> equations;  ///< F = 0
  std::vector<bernstein_polynomial> positive;   ///< solutions must have F > 0 as well
  /// Values of variables that were fixed (`slices`), and the number of the spline system that this is a piece of
  /// (`read_boxes`), for output and for `merge_pieces`; -1: of none.
  std::vector<std::pair<std::string, double>> fixed;
  long piece_of = -1;
  /// The two of `curve_curve_system`, so that reports tell the common point as well; `point_of` is for programs.
  std::vector<bezier_curve> curves{};
  /// Equations stand for functions that are no polynomials: `error` bounds how far they are from these in value, and
  /// in slope as an error of coefficients would. It bounds no second derivatives: the method is `krawczyk`.
  bool has_functions = false;
  /// So many variables, the last ones, are roots of polynomials in the others (`read_boxes`): where these do not
  /// change, they cannot either, so nothing is a curve that is one of them alone.
  std::size_t roots = 0;
  /// Equations stand for others with the same zeros, numerators for quotients or polynomials for roots (`read_boxes`):
  /// the sign of their Jacobian is not that of the others.
  bool is_rewritten = false;

  /// How many variables it has.
  [[nodiscard]] std::size_t dimension() const {
    return equations.empty() ? variables.size() : equations[0].degrees.size();
  }
};

/// Many systems of the same degrees on the same box, from an array [count][variables][d1 + 1]..[dn + 1] that is not
/// copied. All equations of a system have the same degrees.
struct bernstein_batch {
  std::size_t count = 0;
  std::vector<int> degrees;  ///< one for each variable
  const double* coefficients = nullptr;
  std::vector<std::array<double, 2>> box;  ///< empty: the unit cube
};

/// How boxes are judged.
enum class boxes_method {
  krawczyk,     ///< hull of the preconditioned map in Bernstein form: the fastest, and the only one on SIMD
  kantorovich,  ///< sign test and Kantorovich's theorem (Wei, Feng, Lin), with a valid Lipschitz constant
  normal_cone,  ///< sign test and normal cones (Sederberg, Meyers 1988; Elber, Kim 2001)
};
template <>
inline constexpr auto names_of<boxes_method> =
    std::to_array<enum_name<boxes_method>>({{boxes_method::krawczyk, "krawczyk"},
                                            {boxes_method::kantorovich, "kantorovich"},
                                            {boxes_method::normal_cone, "normal-cone"}});

struct boxes_options {
  /// Boxes smaller than this, 1e-14 to 0.5 of each edge of the domain, that are still undecided become clusters.
  double tolerance = 1e-8;
  /// Boxes looked at for one system before it is given up.
  std::size_t max_boxes = 100'000;
  boxes_method method = boxes_method::krawczyk;
  int subdivision = 2;        ///< pieces along each edge, 2 to 16; methods other than `krawczyk`
  bool simd = true;           ///< false: one box at a time, for comparison
  bool keep_visited = false;  ///< return the boxes looked at, for pictures; for few systems
  target on;
  double max_seconds = 0;                     ///< 0: no limit. When time is up, what is left is `unresolved`.
  const std::atomic<bool>* cancel = nullptr;  ///< set it to true (from a signal handler, say) to stop early
};

enum class box_kind : std::uint8_t {
  unique,      ///< exactly one solution in the box [lower, upper]; it lies within `radius` of x in every coordinate
  cluster,     ///< boxes of the size of the tolerance that connect; none, one or more solutions that lie close
  curve,       ///< a curve in proven tubes (`box_item::trace`); or boxes that connect and look like one, or a surface
  unresolved,  ///< boxes that were left when the budget or the time was used up
};
template <>
inline constexpr auto names_of<box_kind> = std::to_array<enum_name<box_kind>>({{box_kind::unique, "unique"},
                                                                               {box_kind::cluster, "cluster"},
                                                                               {box_kind::curve, "curve"},
                                                                               {box_kind::unresolved, "unresolved"}});

enum class boxes_status : std::uint8_t {
  complete,      ///< all solutions in the closed box are `unique` items, or on curves in tubes: proven
  clusters,      ///< some lie in clusters
  positive_dim,  ///< some seem to lie on curves or surfaces of solutions
  budget,        ///< boxes, time or patience ran out
  bad_input,   ///< a coefficient is not finite, or an equation is zero everywhere: `boxes_result::messages` says which
  conditions,  ///< all are found, but of some `box_item::condition_undecided` holds
};
template <>
inline constexpr auto names_of<boxes_status> =
    std::to_array<enum_name<boxes_status>>({{boxes_status::complete, "complete"},
                                            {boxes_status::clusters, "clusters"},
                                            {boxes_status::positive_dim, "positive_dim"},
                                            {boxes_status::budget, "budget"},
                                            {boxes_status::bad_input, "bad_input"},
                                            {boxes_status::conditions, "conditions"}});

struct solution_box {
  std::array<double, 4> lower{}, upper{};
};

/// Where a traced curve begins or ends.
enum class curve_end : std::uint8_t {
  closed,   ///< nowhere: it comes back to its first point
  border,   ///< on the border of the domain
  cluster,  ///< where no tube could be proven: at a crossing, a cusp, a place where it touches the border
  stopped,  ///< where the budget or the time was used up
};
template <>
inline constexpr auto names_of<curve_end> = std::to_array<enum_name<curve_end>>({{curve_end::closed, "closed"},
                                                                                 {curve_end::border, "border"},
                                                                                 {curve_end::cluster, "cluster"},
                                                                                 {curve_end::stopped, "stopped"}});

/// What is known of a `curve` item that was traced. Its boxes are tubes: for each value of coordinate `axis` between
/// the box's ends exactly one solution has its other coordinates in the box. They follow each other along the curve,
/// and neighbours overlap where both hold the same solutions. Its points lie within the item's radius of solutions:
/// one point more than tubes, each tube from its point to the next.
struct traced_curve {
  std::size_t first_axis = 0;  ///< in boxes_result::axes, one for each of the item's boxes
  double least_length = 0, most_length = 0;
  curve_end begins = curve_end::border, ends = curve_end::border;
};

/// One thing found. Every solution in the closed box of the system is in exactly one item: it is the one of a `unique`
/// item, or it lies in one of the boxes of another.
struct box_item {
  box_kind kind = box_kind::unique;
  std::int8_t jacobian_sign = 0;     ///< of det(dF/dx) at a unique solution; 0: not known, or is_rewritten
  bool on_border = false;            ///< unique: within `radius` of the border of the domain, so perhaps outside
  bool condition_undecided = false;  ///< whether it fulfils F > 0 could not be told
  int degree = 0;                    ///< clusters: topological degree; other than 0: there is a solution
  bool degree_known = false;
  int trace = -1;                           ///< curves that are proven: in boxes_result::traced
  std::array<double, 4> x{};                ///< the solution, or the middle
  std::array<double, 4> lower{}, upper{};   ///< where it is the only one; or around all boxes
  double radius = 0;                        ///< unique: proven; else half of the longest edge
  double residual = 0;                      ///< largest |F_q(x)|, with a bound of the rounding
  std::size_t first_box = 0, boxes = 0;     ///< of other kinds: in boxes_result::boxes
  std::size_t first_point = 0, points = 0;  ///< of curves: a polyline in boxes_result::polylines
};

/// A box that was looked at, and what became of it.
struct visited_box {
  std::size_t system = 0;
  solution_box box;
  enum class fate : std::uint8_t {
    one_sign,     ///< an equation has no zero there
    no_solution,  ///< the map shows that there is none
    proven,       ///< a proof of a solution was tried, there or close around
    covered,      ///< it lies in a uniqueness box
    narrowed,
    divided,
    left_over,
  } what{};
};

/// Why the status of a system is `bad_input`.
struct bad_system {
  std::size_t system = 0;
  std::string message;  ///< "equation 2: found nan as Bernstein coefficient [0, 3], expected finite numbers"
};

struct boxes_report {
  std::size_t systems = 0, complete = 0, unique = 0, clusters = 0, curves = 0, unresolved = 0, bad_inputs = 0;
  std::size_t boxes_visited = 0, most_visited = 0;  ///< of all systems; of one
  std::size_t certificates = 0;                     ///< attempts to prove a solution
  std::string target;
  double seconds = 0;
  std::string stopped_by;  ///< empty, "time", "cancelled"
};

struct boxes_result {
  std::vector<boxes_status> status;  ///< one for each system
  std::vector<std::size_t> first;    ///< items of system s: first[s] .. first[s + 1] - 1, sorted by x
  std::vector<box_item> items;
  std::vector<solution_box> boxes;
  std::vector<std::array<double, 4>> polylines;
  std::vector<traced_curve> traced;  ///< of `curve` items with a `trace`
  std::vector<std::uint8_t> axes;    ///< of their boxes: the coordinate that is the parameter
  std::vector<visited_box> visited;
  std::vector<bad_system> messages;  ///< in the order of systems
  boxes_report report;

  [[nodiscard]] std::span<const box_item> of(std::size_t system) const {
    return std::span(items).subspan(first[system], first[system + 1] - first[system]);
  }
};

/// All solutions of small polynomial systems in a box: none lost, none invented.
///
/// Boxes are discarded, narrowed, divided or settled by the hull of the Krawczyk map x - R F(x) in Bernstein form; a
/// solution is emitted when the map takes a box into itself and contracts it, so there is exactly one. All rounding
/// errors are part of the bounds. One visit of a box costs O(n size (d1 + ... + dn)) for n equations of `size`
/// coefficients; simple solutions take a few tens of visits.
///
/// A system of n - 1 equations in n variables has curves of solutions: they are traced in tubes, each of which is
/// proven to hold one piece of one curve (`traced_curve`), on the CPU.
///
/// Throws vieta::error that names the system and the equation for wrong shapes: degrees and coefficients that do not
/// fit, n outside of 1 .. 4, a number of equations other than n or n - 1, an empty box; and for impossible options,
/// such as a GPU for the method `normal_cone`. NaN in a coefficient is the status of its system only, and
/// `messages` says where it is. Method and proofs: docs/method/boxes.md.
VIETA_API boxes_result solve_boxes(std::span<const box_system> systems, const boxes_options& options = {});
VIETA_API boxes_result solve_boxes(const bernstein_batch& systems, const boxes_options& options = {});

/// An under-determined system, n equations in more variables (6 at most), as many systems: each variable k with
/// samples[k] > 0 is fixed at that many values, evenly spaced from one end of the box to the other (one value: the
/// middle). The first sampled variable is the slowest. Throws vieta::error for other numbers of variables.
VIETA_API std::vector<box_system> slices(const box_system& system, const std::vector<std::size_t>& samples);

/// Solutions on the common border of pieces of one spline are found in each of them: keeps the first of those unique
/// items whose enclosures overlap and whose Jacobians have the same sign, and takes the others away.
VIETA_API void merge_pieces(std::span<const box_system> systems, boxes_result& result);

/// A table of items and the report, for people.
VIETA_API void print(std::ostream& out, std::span<const box_system> systems, const boxes_result& result);

}  // namespace vieta
