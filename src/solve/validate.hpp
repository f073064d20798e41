#pragma once

#include <string>
#include <utility>
#include <vector>

#include "solve/parameter_family.hpp"
#include "solve/tape/terms.hpp"
#include "solve/track/track_all.hpp"
#include "vieta/solve.hpp"
#include "vieta/solve_parameters.hpp"

namespace vieta::tracking {

/// Throws vieta::error for options that cannot be.
void check_options(const solve_options& options);

/// Throws vieta::error for fewer equations than variables.
void check_shape(const polynomial_system& system);

/// Throws vieta::error for values that are not finite, or no rows of as many as there are names.
void check_values(const parameter_values& values);

/// Throws vieta::error where a family has not as many equations as unknowns beside its parameters.
void check_unknowns(const polynomial_system& system, const parameter_family& family);

/// What a system tells before any path is followed.
solve_status look_at(const std::vector<std::vector<plain_term>>& equations, std::size_t variables);

/// Doubles in a number of the answer, and decimal digits.
std::pair<int, int> precision_of(const solve_options& options);

/// What one step costs, roughly: elimination, and the terms.
double step_cost(std::size_t variables, double terms);

/// Threads; and the device where it was asked for, or where there is one and so much work that it pays.
workers choose_workers(const solve_options& options, double paths, const tape_view& tape);

/// "cpu avx512, 2 threads", after the device's name if there is one.
std::string target_name(int threads);
std::string target_name(const workers& by);

}  // namespace vieta::tracking
