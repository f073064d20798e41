#pragma once

#include <span>

#include "verbs/command.hpp"

namespace vieta::cli {

/// A verb as `vieta --help` lists it, and what adds it to the program.
struct verb_entry {
  const char* name;
  const char* purpose;  ///< one line, 65 characters at most
  command (*add)(CLI::App& program);
};

/// All verbs, in the order of the help. The tests read this list from there.
std::span<const verb_entry> all_verbs();

}  // namespace vieta::cli
