#pragma once

#include <cstddef>

#include "exact/arb.hpp"
#if __has_include(<flint/arb_mat.h>)
#include <flint/arb_mat.h>
#else
#include <arb_mat.h>
#endif

namespace vieta::approximation {

struct ball_matrix {
  arb_mat_t a;
  ball_matrix(std::size_t rows, std::size_t columns) {
    arb_mat_init(a, static_cast<slong>(rows), static_cast<slong>(columns));
  }
  ball_matrix(const ball_matrix&) = delete;
  ball_matrix& operator=(const ball_matrix&) = delete;
  ~ball_matrix() { arb_mat_clear(a); }
  arb_ptr at(std::size_t i, std::size_t j) { return arb_mat_entry(a, static_cast<slong>(i), static_cast<slong>(j)); }
};

}  // namespace vieta::approximation
