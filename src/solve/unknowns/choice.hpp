#pragma once

#include <functional>
#include <vector>

#include "solve/start/start_choice.hpp"
#include "solve/unknowns/followed.hpp"
#include "systems/representation.hpp"

namespace vieta::tracking {

/// In which unknowns paths are followed, and from where.
struct unknowns_choice {
  start_choice start;
  followed_form form;
  std::vector<std::vector<plain_term>> in_form;  ///< the equations, where the form is another one
  bool inconsistent = false;                     ///< one of these is a number that is not 0; no start is chosen then
};

/// As `choose_start`. Where the start may be chosen the system is looked at in isotropic unknowns, if it has pairs of
/// such, and with combined equations; the form with the least bound is taken, that which is given if no other one is
/// better.
unknowns_choice choose_unknowns(const std::vector<std::vector<plain_term>>& equations,
                                const polynomial_system::representation& system, const solve_options& options,
                                const std::function<bool()>& must_stop);

}  // namespace vieta::tracking
