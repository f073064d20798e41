#pragma once

#include <string>

namespace vieta {

/// A file in which long work keeps what it has proven, and from which a later call goes on. Such a call gives the
/// answer of a call that was never interrupted, bit for bit, whatever the number of threads and ranks of either.
///
/// It is written from time to time, and when `max_seconds` or `cancel` ends the work: beside its name, then renamed, so
/// that there is a whole one at any time. It is refused (vieta::error), and not used in part, where it is damaged, or
/// not of the same input, the same options, the same version and the same kind of processor. The library leaves it
/// there, for the answer may not be safe yet: whoever has written that removes the file.
///
/// What is read was proven by the process that wrote it. A digest tells of damage, not of forgery: `verify` is the
/// proof that needs nobody's word.
struct checkpoint_options {
  std::string file = {};  ///< empty: none
  double seconds = 30;    ///< of work that may be lost, or twenty times as long as writing takes where that is more
};

}  // namespace vieta
