#include "roots/validate.hpp"

#include <string>

#include "base/number.hpp"
#include "base/run_limits.hpp"
#include "roots/region/region.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

constexpr std::int64_t most_roots = 50'000'000;  // a disc takes about 200 bytes on the way
constexpr std::int64_t most_roots_on_device = 500'000'000;

void validate_checkpoint(const roots_options& options) {
  const bool may_be = options.method == roots_method::automatic || options.method == roots_method::near_linear;
  if (!may_be) refuse_checkpoint(std::string("method ") + name(options.method));
  if (by_logarithms(options)) refuse_checkpoint("evaluation exp-log");
  if (!options.region.is_plane()) refuse_checkpoint("a region");
  if (options.uncertainty > 0) refuse_checkpoint("uncertainty = " + report::shortest(options.uncertainty));
  if (!(options.checkpoint.seconds >= 0))
    throw error("checkpoint: found " + report::shortest(options.checkpoint.seconds) + " seconds, expected 0 or more");
}

}  // namespace

// What is kept are passes of the near-linear method over the whole plane; all other work is done anew.
void refuse_checkpoint(const std::string& found) {
  throw error("checkpoint: found " + found +
              ", expected all roots of exact coefficients by the near-linear method: other work is not kept");
}

void refuse_checkpoint(std::int64_t degree) {
  refuse_checkpoint("degree " + std::to_string(degree) +
                    ", which is solved by other methods unless method = near-linear");
}
void validate(const polynomial& p, const roots_options& options) {
  if (options.digits < 1 || options.digits > 1'000'000) {
    throw error("digits: found " + std::to_string(options.digits) + ", expected 1 to 1000000");
  }
  if (!(options.uncertainty >= 0 && options.uncertainty < 0.5)) {
    throw error("uncertainty: found " + report::shortest(options.uncertainty) +
                ", expected a number from 0 on, below 0.5");
  }
  run_limits::validate(options.max_seconds);
  if (!options.checkpoint.file.empty()) validate_checkpoint(options);
  if (options.method == roots_method::near_linear && options.uncertainty > 0) {
    throw error("method near-linear: found uncertainty = " + report::shortest(options.uncertainty) +
                ", expected exact coefficients (uncertainty = 0)");
  }
  if (options.evaluation == roots_evaluation::exp_log && options.method == roots_method::near_linear)
    throw error("evaluation exp-log: found method near-linear, expected ehrlich-aberth or durand-kerner");
  validate(options.region);
  if (options.on.threads < 0)
    throw error("threads: found " + std::to_string(options.on.threads) + ", expected 0 or more");
  const bool on_device = options.on.place == where::cuda;
  const std::int64_t most = on_device ? most_roots_on_device : most_roots;
  if (p.degree() > most) {
    throw error("degree: found " + std::to_string(p.degree()) + ", expected at most " + std::to_string(most));
  }
  if (!on_device) return;
  if (options.uncertainty > 0)
    throw error("target cuda: found uncertainty = " + report::shortest(options.uncertainty) +
                ", expected exact coefficients (uncertainty = 0)");
}

}  // namespace vieta
