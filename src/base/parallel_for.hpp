#pragma once

#include <cstddef>
#include <functional>

namespace vieta {

/// Calls body(begin, end) for pieces of [0, count) of about `grain` items on up to `threads` threads (0: as many as
/// there are processors), the caller's among them; one thread alone is given all in one call. Which thread takes which
/// piece is left to chance, so a body must not care: results stay the same for any number of threads as long as each
/// item writes only its own output. Where the system gives fewer threads, fewer do the work. An exception of a body
/// reaches the caller when the pieces that others have begun are done.
void parallel_for(std::size_t count, std::size_t grain, int threads,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

/// `wish`; when that is 0 the number in the variable VIETA_THREADS of the environment, or else in OMP_NUM_THREADS but
/// no more than there are processors, or else the number of processors that this process may use.
int thread_count(int wish);

}  // namespace vieta
