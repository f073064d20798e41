#pragma once

#include <cstdlib>

namespace vieta::test {

/// Whether every access to memory is looked at: tests/sanitize_gpu.py asks for little work that goes through all the
/// same kernels.
inline bool small_tests() { return std::getenv("VIETA_SMALL_TESTS") != nullptr; }

}  // namespace vieta::test
