#include "solve/shapes/principal_roots.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <numbers>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "newton/proof/krawczyk_arb.hpp"
#include "solve/shapes/exact_work.hpp"
#include "systems/point_sizes.hpp"
#include "systems/representation.hpp"

namespace vieta::tracking {

namespace {

using systems::modulus;

/// Which unknowns the equations determine by themselves: as many equations as unknowns that hold no others. An equation
/// is matched with each unknown, and an unknown needs those of its equation (the block triangular form of Dulmage and
/// Mendelsohn 1958).
class closed_parts {
 public:
  explicit closed_parts(const polynomial_system& system)
      : system_(system), exact_(counting::exact_equations_of(system.data())) {
    const std::size_t n = system.variables().size();
    if (!exact_ || exact_->size() != n) return;
    unknowns_.resize(n), equation_of_.assign(n, none);
    for (std::size_t e = 0; e < n; ++e) {
      std::vector<char> seen(n, 0);
      for (const counting::exact_term& t : (*exact_)[e])
        for (const auto& [v, exponent] : t.powers)
          if (std::exchange(seen[v], 1) == 0) unknowns_[e].push_back(v);
    }
    for (std::size_t e = 0; e < n; ++e) {
      std::vector<char> tried(n, 0);
      if (!match(e, tried)) return;
    }
    matched_ = true;
  }

  /// That the radicand is real at a zero that is known this well. No: nothing is proven.
  bool is_real_radicand(const root_unknown& root, const newton_solution& s) const {
    if (!matched_) return false;
    for (const counting::exact_term& t : (*exact_)[root.equation])
      if (!t.im.is_zero()) return false;
    std::vector<char> needed(unknowns_.size(), 0);
    std::vector<std::size_t> open;
    const auto need = [&](std::size_t v) {
      if (std::exchange(needed[v], 1) == 0) open.push_back(v);
    };
    for (const std::size_t v : unknowns_[root.equation])
      if (v != root.variable) need(v);
    while (!open.empty()) {
      const std::size_t e = equation_of_[open.back()];
      open.pop_back();
      for (const std::size_t v : unknowns_[e]) need(v);
    }
    return needed[root.variable] == 0 && is_real(needed, s);
  }

 private:
  static constexpr std::size_t none = SIZE_MAX;

  /// An augmenting path from equation e.
  bool match(std::size_t e, std::vector<char>& tried) {
    for (const std::size_t v : unknowns_[e]) {
      if (std::exchange(tried[v], 1) != 0) continue;
      if (equation_of_[v] != none && !match(equation_of_[v], tried)) continue;
      equation_of_[v] = e;
      return true;
    }
    return false;
  }

  [[nodiscard]] bool is_real(const std::vector<char>& needed, const newton_solution& s) const {
    std::vector<std::uint32_t> to(needed.size(), 0);
    std::vector<std::string> names;
    std::vector<counting::exact_equation> equations;
    system_point start;
    for (std::size_t v = 0; v < needed.size(); ++v) {
      if (needed[v] == 0) continue;
      to[v] = static_cast<std::uint32_t>(names.size());
      names.push_back(system_.variables()[v]), start.push_back(s.x[v]);
      equations.push_back((*exact_)[equation_of_[v]]);
    }
    if (names.empty()) return true;  // a number
    for (counting::exact_equation& equation : equations)
      for (counting::exact_term& t : equation)
        for (auto& power : t.powers) power.first = to[power.first];
    return is_real_zero(built(names, equations), start, s.radius);
  }

#ifdef VIETA_HAVE_ARB
  /// Of the zero within `radius` of x: a box about a real point that holds it holds only one, and so that one's mirror
  /// image.
  static bool is_real_zero(const polynomial_system& part, const system_point& x, double radius) {
    constexpr slong precision = 400;
    double away = radius;
    systems::ball_matrix start(x.size(), 1);
    for (std::size_t v = 0; v < x.size(); ++v) {
      systems::set_acb(start.at(v, 0), x[v]);
      away = std::max(away, radius + std::fabs(x[v].im.x0));
    }
    const double box = 8 * away + 1e-300;
    systems::square_map map(part.data());
    systems::prover proof(map, x.size(), precision);
    proof.set(start);
    if (!part.data().is_real() || !proof.polish(0x1p-200)) return false;
    proof.make_real();
    const system_point centre = proof.point();
    for (std::size_t v = 0; v < x.size(); ++v)
      if (!(modulus(x[v] - centre[v]) + radius < box / 2)) return false;
    return proof.prove(box);
  }
#else
  static bool is_real_zero(const polynomial_system&, const system_point&, double) { return false; }
#endif

  const polynomial_system& system_;
  std::optional<std::vector<counting::exact_equation>> exact_;
  std::vector<std::vector<std::size_t>> unknowns_;  ///< of each equation
  std::vector<std::size_t> equation_of_;            ///< of each unknown
  bool matched_ = false;
};

/// The mirror image z_v -> w_v conj(z_v), each w_v one of 1, i, -1, -i, that leaves a solution where it is, if it takes
/// all equations to multiples of their conjugates: a zero in a disc that holds no other is then its own image.
class mirror_images {
 public:
  explicit mirror_images(const polynomial_system& system) : exact_(counting::exact_equations_of(system.data())) {}

  /// That z_v = -conj(z_v) for this coordinate. No: nothing is proven.
  bool is_imaginary(std::size_t variable, const newton_solution& s) const {
    if (!exact_) return false;
    std::vector<int> turns(s.x.size(), 0);  // w_v = i^turns
    std::vector<std::size_t> free;          // where the coordinate may be 0
    for (std::size_t v = 0; v < s.x.size(); ++v) {
      const complex<qd>& z = s.x[v];
      if (modulus(z) <= s.radius) {
        free.push_back(v);
        continue;
      }
      while (turns[v] < 4 && !(modulus(z - image(z, turns[v])) <= 4 * s.radius)) ++turns[v];
      if (turns[v] == 4) return false;
    }
    constexpr std::size_t most_free = 4;
    if (turns[variable] != 2 || free.size() > most_free) return false;
    for (std::size_t k = 0; k < std::size_t{1} << 2 * free.size(); ++k) {
      for (std::size_t j = 0; j < free.size(); ++j) turns[free[j]] = static_cast<int>(k >> 2 * j & 3);
      if (is_symmetry(turns)) return true;
    }
    return false;
  }

 private:
  static complex<qd> image(const complex<qd>& z, int turns) {
    const complex<qd> odd{z.im, z.re}, even{z.re, -z.im};
    const complex<qd>& w = turns % 2 == 0 ? even : odd;
    return turns < 2 ? w : complex<qd>{-w.re, -w.im};
  }

  /// f(w conj z) = l conj(f(z)): w^a c = l conj(c) for all terms c z^a of an equation, with one l.
  [[nodiscard]] bool is_symmetry(const std::vector<int>& turns) const {
    for (const counting::exact_equation& equation : *exact_) {
      std::optional<unsigned> of_all;
      for (const counting::exact_term& t : equation) {
        if (!t.re.is_zero() && !t.im.is_zero()) return false;
        unsigned sum = t.re.is_zero() ? 2 : 0;
        for (const auto& [v, exponent] : t.powers) sum += static_cast<unsigned>(turns[v]) * (exponent % 4);
        if (of_all.value_or(sum % 4) != sum % 4) return false;
        of_all = sum % 4;
      }
    }
    return true;
  }

  std::optional<std::vector<counting::exact_equation>> exact_;
};

/// What is certain of the roots at a solution.
class principal_roots {
 public:
  principal_roots(const rational_system& whole, const exact_work& work)
      : whole_(whole),
        work_(work),
        equations_(whole.equations, work.options.seed, [&work] { return work.limits.must_stop(); }),
        parts_(whole.equations),
        mirrors_(whole.equations) {}

  truth hold(const solve_solution& s) {
    truth all = truth::yes;
    for (const root_unknown& root : whole_.roots) {
      all = both(all, holds(root, s));
      if (all == truth::no) break;
    }
    return all;
  }

 private:
  /// Beyond the errors of the functions of one angle in double.
  static constexpr double of_rounding = 1e-14;

  truth holds(const root_unknown& root, const solve_solution& s) {
    if (is_of_least_squares(s.point)) return truth::unknown;
    if (!s.regular) {
      const std::optional<known_place> place = place_by_algebra(equations_, s);
      if (!place) return truth::unknown;
      newton_solution at;
      at.x = place->x, at.radius = place->error;
      const truth first = by_argument(root, at);
      return first == truth::unknown && is_zero(root, at) ? truth::yes : first;
    }
    if (!s.point.certified && s.point.proof != newton_proof::of_combinations) return truth::unknown;
    if (root.real_of_real && s.point.real == realness::real) return truth::yes;
    const truth first = by_argument(root, s.point);
    if (first != truth::unknown) return first;
    const newton_solution sharp = with_all_digits(whole_.equations, s.point).value_or(s.point);
    const truth second = by_argument(root, sharp);
    if (second != truth::unknown) return second;
    if (modulus(sharp.x[root.variable]) <= 2 * sharp.radius) return is_zero(root, sharp) ? truth::yes : truth::unknown;
    return at_edge(root, sharp);
  }

  /// By the sector that the disc about the root lies in.
  static truth by_argument(const root_unknown& root, const newton_solution& s) {
    const complex<qd>& z = s.x[root.variable];
    const double size = modulus(z), away = s.radius / size * (1 + of_rounding);
    if (!(away < 0.5)) return truth::unknown;
    const double argument = std::fabs(std::atan2(z.im.x0, z.re.x0)), error = std::asin(away) + of_rounding;
    const double edge = std::numbers::pi / static_cast<double>(root.degree);
    if (argument + error < edge) return truth::yes;
    // A real root of a real number has the argument 0 or pi.
    const bool may_be_real = root.real_of_real && argument + error > std::numbers::pi;
    return argument - error > edge && !may_be_real ? truth::no : truth::unknown;
  }

  /// Where a root seems to lie on the edge of the sector its radicand may be real and negative. If that is proven, its
  /// argument is exactly that of the edge: the upper one belongs to the sector.
  truth at_edge(const root_unknown& root, const newton_solution& s) const {
    const bool is_square_root = root.degree == 2 && !root.real_of_real;
    if (!parts_.is_real_radicand(root, s) && !(is_square_root && mirrors_.is_imaginary(root.variable, s)))
      return truth::unknown;
    const complex<qd>& z = s.x[root.variable];
    const double argument = std::atan2(z.im.x0, z.re.x0);
    if (root.real_of_real) return std::fabs(argument) > 3 ? truth::yes : truth::no;
    return argument > 0 ? truth::yes : truth::no;
  }

  /// That it is 0 cannot be seen from an enclosure: the system with the equation r = 0 has a solution there.
  bool is_zero(const root_unknown& root, const newton_solution& s) {
    std::unique_ptr<extended_system>& extended = with_zero_[root.variable];
    if (!extended) {
      counting::exact_equation last(1);
      last[0].powers.emplace_back(static_cast<std::uint32_t>(root.variable), 1);
      last[0].re.numerator = 1;
      extended = extended_by(whole_.equations, last, work_);
    }
    return extended && extended->equations.vanish_near(s.x, s.radius, true);
  }

  const rational_system& whole_;
  const exact_work& work_;
  all_equations equations_;
  closed_parts parts_;
  mirror_images mirrors_;
  std::map<std::size_t, std::unique_ptr<extended_system>> with_zero_;
};

}  // namespace

bool has_principal_roots(const rational_system& system, const solve_solution& solution) {
  const solve_options options;
  const exact_work work{options, run_limits(options)};
  return principal_roots(system, work).hold(solution) == truth::yes;
}

void keep_principal_roots(const rational_system& system, const solve_options& options, solve_result& result) {
  if (system.roots.empty()) return;
  const exact_work work{options, limits_after(result, options)};
  principal_roots roots(system, work);
  std::vector<solve_solution> kept;
  for (solve_solution& s : result.solutions) {
    const truth principal = roots.hold(s);
    if (principal == truth::no) {
      ++result.report.left_out;
      continue;
    }
    s.undecided = s.undecided || principal == truth::unknown;
    kept.push_back(std::move(s));
  }
  result.solutions = std::move(kept);
  count_again(result);
}

}  // namespace vieta::tracking
