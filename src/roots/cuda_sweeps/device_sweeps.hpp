#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "roots/coefficients.hpp"
#include "roots/sweep/nodes.hpp"
#include "vieta/target.hpp"

namespace vieta::sweeps {

/// How p and p' are evaluated. `exp_log`: every term as e^(log a_k + k log z), as in Ghidouche et al. (2017): for
/// comparison.
enum class evaluation { horner, exp_log };
enum class correction { ehrlich_aberth, durand_kerner };

struct sweep_options {
  correction method = correction::ehrlich_aberth;
  evaluation terms = evaluation::horner;
  int most_sweeps = 100;
  std::function<bool()> must_stop;             ///< asked after every sweep
  std::function<void(std::int64_t)> progress;  ///< told how many nodes have settled
};

struct sweep_report {
  int sweeps = 0;
  std::int64_t updates = 0;  ///< of single nodes
  std::int64_t left = 0;     ///< nodes that have not settled
  std::string device;
};

/// Sweeps of a simultaneous iteration in double on a CUDA device, until each node stands at the noise of p: the
/// formulas and the stopping rules are those of src/roots/sweep/iteration.cpp, all nodes of a sweep starting from the
/// same places. O(n^2) operations for each sweep, O(n) memory on the device. Several devices of the target move a part
/// of the nodes each and give each other their places after every sweep: the nodes end where one device would have put
/// them, to the last bit. Throws vieta::error where there is no device, and for exponents beyond 2^29.
sweep_report sweep_on_cuda(node_set& nodes, const coefficients& a, const sweep_options& options, const target& on);
/// The same kernels on one thread of the host, by logarithms of terms whatever the options say: to compare with.
sweep_report sweep_on_host(node_set& nodes, const coefficients& a, const sweep_options& options);

}  // namespace vieta::sweeps
