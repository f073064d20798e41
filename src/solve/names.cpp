#include "vieta/solve.hpp"

namespace vieta {

const char* name(solve_status status) {
  switch (status) {
    case solve_status::solved:
      return "solved";
    case solve_status::incomplete:
      return "incomplete";
    case solve_status::inconsistent:
      return "inconsistent";
    case solve_status::not_isolated:
      return "not_isolated";
    case solve_status::unproven:
      return "unproven";
  }
  return "?";
}

const char* name(start_kind kind) {
  switch (kind) {
    case start_kind::automatic:
      return "auto";
    case start_kind::total_degree:
      return "total-degree";
    case start_kind::multi_homogeneous:
      return "multi-homogeneous";
    case start_kind::polyhedral:
      return "polyhedral";
  }
  return "?";
}

const char* name(membership where_it_lies) {
  switch (where_it_lies) {
    case membership::unknown:
      return "unknown";
    case membership::on_a_set:
      return "on_a_set";
    case membership::isolated:
      return "isolated";
  }
  return "?";
}

const char* name(bound_theorem kind) {
  switch (kind) {
    case bound_theorem::none:
      return "none";
    case bound_theorem::total_degree:
      return "total-degree";
    case bound_theorem::multi_homogeneous:
      return "multi-homogeneous";
    case bound_theorem::mixed_volume:
      return "mixed-volume";
  }
  return "?";
}

const char* name(completeness complete) {
  switch (complete) {
    case completeness::no:
      return "no";
    case completeness::paths:
      return "paths";
    case completeness::counted:
      return "counted";
    case completeness::proven:
      return "proven";
  }
  return "?";
}

}  // namespace vieta
