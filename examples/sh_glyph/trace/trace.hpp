#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "glyph.hpp"

namespace sh_glyph {

inline constexpr double no_hit = std::numeric_limits<double>::infinity();

/// Below this distance from the centre the polynomial's coefficients leave the range of float.
inline constexpr double smallest_sigma_in_float = 1.0 / 16;

struct trace_result {
  std::vector<double> u;        ///< first hits, from the point closest to the centre; no_hit
  std::size_t polynomials = 0;  ///< rays through the unit ball
  std::size_t doubtful = 0;     ///< those that were solved again in double
  double seconds_forming = 0, seconds_solving = 0;
};

/// Polynomials in float for all rays, then the doubtful ones in double. `guarded` false: float alone, as it comes.
/// `threads` 0: all that the machine offers.
trace_result trace_on_cpu(const glyph& g, const std::vector<ray>& rays, bool guarded = true, unsigned threads = 0);

/// The same with one CUDA thread for each ray; vieta::core::real_roots in a kernel of ours.
bool have_cuda();
trace_result trace_on_cuda(const glyph& g, const std::vector<ray>& rays);

}  // namespace sh_glyph
