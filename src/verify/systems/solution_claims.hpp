#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exact/exact_real.hpp"
#include "vieta/newton.hpp"
#include "vieta/solve.hpp"

namespace vieta::verify_newton {

/// What a result of `solve` says of an angle.
struct angle_claim {
  std::string name;
  exact::real re, im;
  std::optional<double> radius;  ///< empty: null
};

/// What a result of `newton` or `solve` says of one solution, as it is written.
struct solution_claim {
  std::vector<std::pair<exact::real, exact::real>> x;
  std::optional<double> radius;  ///< empty: null
  bool certified = false;
  newton_proof proof = newton_proof::none;
  realness real = realness::undecided;
  bool undecided = false;  ///< whether it meets conditions
  std::vector<angle_claim> angles = {};
  std::vector<bool> is_claimed = {};  ///< of each variable; empty: all are. Cosines, sines and roots may not be
};

/// What a result of `solve` says of solutions that are not in it.
struct completeness_claim {
  std::string complete;  ///< empty where it says nothing
  std::string status, bound_kind;
  /// Names of variables x, y: the bound is for the unknowns x + i y and x - i y in their place.
  std::vector<std::array<std::string, 2>> isotropic;
  /// Or the linear factors of these quadratic forms, one for each pair; as long as `isotropic`, or empty.
  std::vector<std::string> isotropic_forms;
  bool combined = false;              ///< and for linear combinations of the equations
  std::size_t singular = 0;           ///< solutions in the list that are not regular
  std::size_t with_multiplicity = 0;  ///< of all in the list
};

struct solution_claims {
  std::vector<solution_claim> of_each;
  std::uint64_t seed = 1;      ///< of combinations of more equations than variables
  bool are_of_asked = false;   ///< of `newton`, where unknowns are in sines or roots: x is what was asked for alone
  bool are_different = false;  ///< of `solve`: each is another one. Of `newton` several starts may lead to the same.
  completeness_claim completeness;
  std::vector<std::string> contradictions;  ///< where the report counts otherwise than the list shows
};

/// Reads the JSON text of such a result of a system in these variables, of which those that were `asked` for may be
/// listed alone; `name` says what messages call it. Throws
/// vieta::error that names solution and key for what is missing or of a wrong kind: nothing has a value by default.
solution_claims read_solution_claims(const std::vector<std::string>& variables, const std::vector<std::string>& asked,
                                     std::string_view json, const std::string& name);

}  // namespace vieta::verify_newton
