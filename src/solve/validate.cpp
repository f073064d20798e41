#include "solve/validate.hpp"

#include "newton/precision.hpp"
#include "solve/kernels.hpp"
#include "vieta/error.hpp"

namespace vieta::tracking {

void check_options(const solve_options& options) {
  check_precision(options);
  if (!(options.max_paths >= 1 && options.max_paths <= 1e12))
    refuse_option("max_paths", options.max_paths, "1 to 1e12");
  if (options.on.place == where::cuda) throw error("on = cuda: solve runs on the CPU only, expected auto or cpu");
}

std::pair<int, int> precision_of(const solve_options& options) { return vieta::precision_of(options); }

std::string target_name(int threads) {
  return std::string("cpu ") + vieta::name(kernels().level) + ", " + std::to_string(threads) +
         (threads == 1 ? " thread" : " threads");
}

}  // namespace vieta::tracking
