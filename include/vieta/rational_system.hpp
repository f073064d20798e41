#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vieta/export.hpp"
#include "vieta/polynomial_system.hpp"
#include "vieta/solve.hpp"
#include "vieta/system_io.hpp"

namespace vieta {

/// An unknown that occurs in sines and cosines only. Its place is taken by two unknowns, the cosine and the sine of the
/// angle (of its n-th part where `parts` is n: of x/2 where sin(x/2) occurs), and the equation that their squares sum
/// up to 1.
struct angle_unknown {
  std::string name;
  std::size_t cosine = 0, sine = 0;  ///< variables of `equations`, by number
  std::size_t parts = 1;
};

/// An unknown r for a root: equation `equation` is r^degree d - p with polynomials p and d. It is the principal one:
/// -pi < degree arg(r) <= pi. A real cube root (cbrt) of a real number is real.
struct root_unknown {
  std::size_t variable = 0, equation = 0, degree = 2;
  bool real_of_real = false;
};

/// Equations between rational functions, Laurent polynomials among them: f_1 = 0, ..., f_m = 0 where each f_i is p_i
/// over a product of powers of denominators. A solution is a zero of all p_i at which no denominator is 0, also where
/// one would cancel: x/x = 1 does not hold at x = 0.
struct VIETA_API rational_system {
  polynomial_system equations;                  ///< the numerators p_i
  std::vector<polynomial_system> denominators;  ///< each is one polynomial, in the variables of `equations`
  std::vector<angle_unknown> angles = {};       ///< their equations are the last ones, before those of roots
  std::vector<root_unknown> roots = {};

  /// Without quotients and functions.
  [[nodiscard]] bool is_polynomial() const { return denominators.empty() && angles.empty() && roots.empty(); }

  /// As polynomial_system::parse, and a divisor may have variables, an exponent may be negative: "1/x + 1/(x + y)^2",
  /// "x^-2*y - 3". Sines, cosines and tangents are taken of sums of unknowns (times rational numbers) and real numbers,
  /// "sin(2*a - b + pi/3)"; square and cube roots and fractional powers of everything, "sqrt(1 + x^2)". Throws
  /// vieta::error that names the equation's number.
  static rational_system parse(std::span<const std::string> equations, std::span<const std::string> variables = {});
};

/// What read_system gives, and denominators where the format is `equations`; other formats have none.
struct rational_file {
  rational_system system;
  std::vector<system_point> points;
  std::vector<std::string> parameters;
};
VIETA_API rational_file read_rational_system(const std::string& path, system_format how = system_format::automatic);
/// The same from a text; `name` stands for the file in messages.
VIETA_API rational_file read_rational_system(std::string_view text, const std::string& name, system_format how);

/// All isolated solutions of the numerators at which it is proven that no denominator is 0, and those at which that is
/// undecided (`solve_solution::undecided`). Zeros of the numerators at which a denominator is proven to be 0, by exact
/// algebra, are left out, and counted as `left_out`, as are those that do not meet `solve_options::only`. Where some
/// are undecided (numerators often vanish together on whole sets where denominators are 0) the solutions without zeros
/// of denominators are counted modulo a prime; if all of these are there, the undecided ones are left out as well, and
/// `complete` is `counted`. What the report says of paths and bounds is about the numerators.
///
/// Throws vieta::error as `solve` of a polynomial_system does.
VIETA_API solve_result solve(const rational_system& system, const solve_options& options = {});

/// The unknowns that were typed: variables of `equations` that are no cosine, sine or root, and then the angles.
VIETA_API std::vector<std::string> asked_unknowns(const rational_system& system);
/// One equation in these, for reports of solutions that have a number for each of them: their sum.
VIETA_API polynomial_system names_of_unknowns(const rational_system& system);

/// Newton's method from starts in the unknowns that were typed, in that order; so are the solutions. Cosines, sines and
/// roots begin at their values there. A certified solution is one of what was typed: no denominator is 0 there, and
/// roots are proven to be the principal ones; a zero on another branch is `diverged`. Angles are those of `solve`:
/// in (-pi, pi], or in (-n pi, n pi].
VIETA_API newton_result newton(const rational_system& system, std::span<const system_point> starts,
                               const newton_options& options = {});

}  // namespace vieta
