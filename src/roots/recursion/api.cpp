#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/cpu_target.hpp"
#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/parallel_for.hpp"
#include "base/run_limits.hpp"
#include "roots/answer/assembly.hpp"
#include "roots/recursion/program_source.hpp"
#include "roots/region/border_number.hpp"
#include "roots/region/region.hpp"
#include "roots/session.hpp"
#include "roots/validate.hpp"
#include "roots/values/discs.hpp"
#include "roots/values/search.hpp"
#include "roots/values/stop_reason.hpp"
#include "vieta/error.hpp"
#include "vieta/polynomial_program.hpp"

namespace vieta {
namespace recursion {
namespace {

constexpr std::int64_t highest_degree = 1'000'000;
constexpr int most_digits = 25;  // of double-double

void validate_call(const polynomial_program& p, const roots_options& options) {
  if (options.digits < 1 || options.digits > most_digits)
    throw error("digits: found " + std::to_string(options.digits) + " beside a program, expected 1 to " +
                std::to_string(most_digits));
  if (options.method != roots_method::automatic)
    throw error("method: found " + std::string(name(options.method)) + " beside a program, expected auto");
  if (!options.checkpoint.file.empty()) refuse_checkpoint("a program");
  if (options.evaluation != roots_evaluation::scaled)
    throw error("evaluation: found exp-log beside a program, expected scaled");
  if (options.uncertainty != 0)
    throw error("uncertainty: found " + report::shortest(options.uncertainty) + " beside a program, expected 0");
  run_limits::validate(options.max_seconds);
  validate(options.region);
  if (options.on.threads < 0)
    throw error("threads: found " + std::to_string(options.on.threads) + ", expected 0 or more");
  if (options.on.place == where::cuda) throw error("target cuda: found a program, expected coefficients");
  if (p.degree() > highest_degree)
    throw error("program: found degree " + std::to_string(p.degree()) + ", expected at most " +
                std::to_string(highest_degree));
}

proven_disc to_disc(const values::root_disc& from) {
  proven_disc disc;
  disc.centre = {qd(from.centre.re.hi, from.centre.re.lo, 0.0, 0.0),
                 qd(from.centre.im.hi, from.centre.im.lo, 0.0, 0.0)};
  disc.radius = from.radius;
  disc.bits = 106;
  return disc;
}

}  // namespace
}  // namespace recursion

roots_result roots(const polynomial_program& program, const roots_options& given) {
  using namespace recursion;
  const float_environment floats;
  std::optional<roots_options> with_doubles;
  if (has_texts(given.region)) with_doubles.emplace(given).region = with_nearest_doubles(given.region);
  const roots_options& options = with_doubles ? *with_doubles : given;
  validate_call(program, options);
  const session context{options, kernels(detect_isa()), thread_count(options.on.threads)};
  roots_result result;
  roots_report& report = result.report;
  report.degree = program.degree();
  report.region = options.region;
  report.method = "values of a program";
  report.target = cpu_target(name(context.kernel.level), context.threads);
  if (report.degree < 0) {
    result.status = roots_status::zero_polynomial;
    return result;
  }
  std::vector<proven_disc> discs;
  std::int64_t zeros = 0;
  if (report.degree > 0) {
    const program_source p({std::shared_ptr<void>(), &program.data()});
    values::search_limits limits{context.threads, [&] { return context.must_stop(); }, {}};
    if (options.progress)
      limits.progress = [&](std::int64_t settled) {
        options.progress({settled, report.degree, 53, context.seconds()});
      };
    const values::search_result found = values::find_all(p, limits);
    report.sweeps = found.sweeps;
    report.updates_per_root = static_cast<double>(found.updates) / static_cast<double>(report.degree);
    const double wanted = std::pow(10.0, -options.digits) * 0.7;  // rounding adds to it
    const bool has_zero = p.is_zero_at_origin();
    const auto is_small = [&](const complex<dd>& z, double radius) {
      const double size = std::hypot(z.re.hi, z.im.hi);
      return radius <= wanted * size || (has_zero && size <= radius);
    };
    const auto proven = values::prove_all(p, found.nodes, is_small, limits);
    report.precision_bits = 106;
    for (std::size_t i = 0; i < found.nodes.size(); ++i) {
      proven_disc disc = proven ? to_disc((*proven)[i])
                                : to_disc({{dd(found.nodes[i].real()), dd(found.nodes[i].imag())},
                                           std::numeric_limits<double>::infinity()});
      // The one disc that holds 0, which is a root, holds no other one.
      if (has_zero && proven && std::abs(disc.leading()) * (1 - 0x1p-40) <= disc.radius && zeros == 0)
        zeros = 1;
      else
        discs.push_back(disc);
    }
  }
  assemble(result, discs, false, zeros, true, options, {}, context.threads);
  values::finish_report(result, context);
  return result;
}

}  // namespace vieta
