#pragma once

#include <cstddef>

namespace vieta::cuda {

/// Bytes to be copied between the device and the host; which way is said by who is asked to (`send_together`,
/// `fetch_together`).
struct transfer {
  unsigned char* device = nullptr;
  unsigned char* host = nullptr;
  std::size_t bytes = 0;
};

}  // namespace vieta::cuda
