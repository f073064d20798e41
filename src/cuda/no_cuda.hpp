#pragma once

#include "vieta/error.hpp"

namespace vieta {

/// What the stand-ins of a build without CUDA say.
[[noreturn]] inline void refuse_cuda() {
  throw error("target cuda: found a build without CUDA, expected the target auto or cpu");
}

}  // namespace vieta
