#pragma once

#include <atomic>
#include <complex>
#include <span>
#include <string>
#include <vector>

#include "vieta/export.hpp"
#include "vieta/minimax.hpp"

namespace vieta {

struct aaa_options {
  double tolerance = 1e-13;  ///< of the largest |value|; 0: as good as it gets
  int max_terms = 100;       ///< support points: the degree of p and q is one less
  /// Poles whose residue is of the size of rounding errors stand beside a zero each (Froissart doublets). Their support
  /// points go, and the weights are found again.
  bool clean = true;
  double max_seconds = 0;  ///< 0: no limit. When time is up the best of the steps so far is returned.
  const std::atomic<bool>* cancel = nullptr;  ///< set it to true (from a signal handler, say) to end early
};

struct aaa_pole {
  std::complex<double> at, residue;
};

/// r(z) = sum w_j f_j / (z - z_j) / sum w_j / (z - z_j).
struct aaa_result {
  std::vector<std::complex<double>> support, values, weights;  ///< z_j, f_j, w_j
  std::vector<aaa_pole> poles;                                 ///< by their distance from the samples' middle
  std::vector<std::complex<double>> zeros;
  std::size_t samples = 0;
  double error = 0;        ///< the largest |f - r| over the samples. Nothing is known between them.
  bool converged = false;  ///< it is at most `tolerance` times the largest |value|
  std::string stopped_by;  ///< empty, "time", "cancelled"

  [[nodiscard]] VIETA_API std::complex<double> operator()(std::complex<double> z) const;
};

/// The AAA algorithm (Nakatsukasa, Sete and Trefethen, SIAM J. Sci. Comput. 40, 2018): a rational function through
/// samples, real or complex, in milliseconds, with its poles, residues and zeros. It is no best one, and nothing is
/// proven: `minimax` does both. Samples that are no finite numbers are left out. Throws vieta::error for fewer than two
/// samples, two values at one place, or lists of different lengths. Cost: O(m^2 (n + m)) in step m for n samples.
VIETA_API aaa_result aaa(std::span<const std::complex<double>> places, std::span<const std::complex<double>> values,
                         const aaa_options& options = {});

/// Of the function and the intervals of a problem, or of its samples; what else it says is not looked at. The samples
/// crowd at ends and singular points.
VIETA_API aaa_result aaa(const minimax_problem& problem, const aaa_options& options = {});

}  // namespace vieta
