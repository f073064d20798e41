#pragma once

namespace vieta {

/// Whether there is one process without files of its own, as on a page in a browser: what ranks and checkpoints need
/// stays out of it.
#ifdef __EMSCRIPTEN__
inline constexpr bool is_one_process = true;
#else
inline constexpr bool is_one_process = false;
#endif

}  // namespace vieta
