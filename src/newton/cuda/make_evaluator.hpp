#pragma once

#include <memory>

#include "newton/cuda/linear/qr.hpp"
#include "newton/evaluator.hpp"

namespace vieta::systems {

/// An evaluator that keeps the system on a CUDA device and works there. Throws vieta::error without such a device, and
/// in a build without CUDA. From `library_from` variables on, or where it pays for 0, NVIDIA's libraries are used where
/// they are installed.
std::unique_ptr<evaluator> make_cuda_evaluator(const polynomial_system::representation& system, int threads, int device,
                                               std::size_t library_from = 0);

/// For benchmarks: mean seconds on the device for all products and f at x in `parts` parts, and for the Jacobian where
/// `derivatives` says so, without copies to and from the host. `f` comes from `make_cuda_evaluator`.
double seconds_on_device(evaluator& f, const multi_array& x, int parts, bool complex, int repeats,
                         bool derivatives = true);

}  // namespace vieta::systems
