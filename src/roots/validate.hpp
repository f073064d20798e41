#pragma once

#include <cstdint>
#include <string>

#include "vieta/roots.hpp"

namespace vieta {

/// Throws vieta::error for options that are impossible, or not together.
void validate(const polynomial& p, const roots_options& options);
/// Of work that is not kept.
[[noreturn]] void refuse_checkpoint(const std::string& found);
/// Of a polynomial whose roots other methods find.
[[noreturn]] void refuse_checkpoint(std::int64_t degree);

[[nodiscard]] inline bool by_logarithms(const roots_options& options) {
  return options.evaluation == roots_evaluation::exp_log;
}

}  // namespace vieta
