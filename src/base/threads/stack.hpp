#pragma once

#include <cstddef>

namespace vieta {

/// Bytes of this thread's stack below the caller; as many as there can be where the system does not tell. Threads of
/// musl have 128 kB, those of macOS 512 kB, and a program may give its own less.
std::size_t stack_left();

}  // namespace vieta
