#pragma once

#include "vieta/error.hpp"

namespace vieta {

/// Time was up before there was anything to return, or what was asked for is out of reach: no misuse, so the program
/// ends with the exit code of what is solved in part.
class not_reached : public error {
 public:
  using error::error;
};

}  // namespace vieta
