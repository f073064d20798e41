#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#if __has_include(<flint/arb_mat.h>)
#include <flint/arb_mat.h>
#else
#include <arb_mat.h>
#endif

#include <cstddef>

namespace vieta::checking {

/// Arb's matrix with a C++ lifetime; its functions take the member.
struct ball_matrix {
  arb_mat_t a;
  ball_matrix(slong rows, slong columns) { arb_mat_init(a, rows, columns); }
  ball_matrix(const ball_matrix&) = delete;
  ball_matrix& operator=(const ball_matrix&) = delete;
  ~ball_matrix() { arb_mat_clear(a); }
  [[nodiscard]] arb_ptr at(std::size_t i, std::size_t j) {
    return arb_mat_entry(a, static_cast<slong>(i), static_cast<slong>(j));
  }
};

}  // namespace vieta::checking

#endif
