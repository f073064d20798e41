#pragma once

#include "verbs/minimax_arguments.hpp"

namespace vieta::cli {

/// What `--rounded` beside other options would leave without a meaning is told.
void expect_what_rounded_needs(const CLI::App& verb);

/// `minimax FUNCTION --rounded`. The exit code.
int answer_rounded(const minimax_arguments& given);

}  // namespace vieta::cli
