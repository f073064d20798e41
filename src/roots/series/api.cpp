#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/cpu_target.hpp"
#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/parallel_for.hpp"
#include "base/run_limits.hpp"
#include "exact/representation.hpp"
#include "roots/answer/assembly.hpp"
#include "roots/coefficients.hpp"
#include "roots/ladder/sharpening.hpp"
#include "roots/region/border_number.hpp"
#include "roots/region/region.hpp"
#include "roots/series/chebyshev_source.hpp"
#include "roots/series/domain.hpp"
#include "roots/series/on_circle.hpp"
#include "roots/series/recurrence_source.hpp"
#include "roots/session.hpp"
#include "roots/validate.hpp"
#include "roots/values/discs.hpp"
#include "roots/values/search.hpp"
#include "roots/values/stop_reason.hpp"
#include "vieta/error.hpp"
#include "vieta/series.hpp"

namespace vieta {
namespace own_basis {
namespace {

constexpr std::int64_t highest_degree = 20'000, highest_by_circle = 1'000'000, many_roots = 100,
                       highest_in_balls = 2000;

void validate_series(const series& s, const roots_options& options) {
  if (options.digits < 1 || options.digits > 1'000'000)
    throw error("digits: found " + std::to_string(options.digits) + ", expected 1 to 1000000");
  if (options.method != roots_method::automatic)
    throw error("method: found " + std::string(name(options.method)) + " beside a series, expected auto");
  if (!options.checkpoint.file.empty()) refuse_checkpoint("a series");
  if (options.evaluation != roots_evaluation::scaled)
    throw error("evaluation: found exp-log beside a series, expected scaled");
  if (options.uncertainty != 0)
    throw error("uncertainty: found " + report::shortest(options.uncertainty) +
                " beside a series, expected exact coefficients (uncertainty = 0)");
  run_limits::validate(options.max_seconds);
  validate(options.region);
  if (options.on.threads < 0)
    throw error("threads: found " + std::to_string(options.on.threads) + ", expected 0 or more");
  if (options.on.place == where::cuda) throw error("target cuda: found a series, expected a polynomial in powers of x");
  (void)domain_of(s);
}

bool is_trigonometric(series_basis basis) {
  return basis == series_basis::chebyshev || basis == series_basis::legendre;
}

std::unique_ptr<values::value_source> source_of(const series& s, int threads) {
  if (is_trigonometric(s.basis))
    return std::make_unique<chebyshev_source>(to_chebyshev(s.basis, make_coefficients(s.coefficients, threads)));
#ifdef VIETA_HAVE_ARB
  return std::make_unique<recurrence_source>(s.basis, s.coefficients);
#else
  throw error("series: found no Arb in this build, expected FLINT 3 (or flint-arb) when it was built");
#endif
}

// A place without a claim.
proven_disc unproven_at(const domain_map& map, std::complex<double> z) {
  proven_disc disc = map.to_x({{dd(z.real()), dd(z.imag())}, 0});
  disc.radius = std::numeric_limits<double>::infinity();
  return disc;
}

bool may_be_about_zero(const proven_disc& disc) { return !(disc.relative_radius() <= 1e-3) || disc.leading() == 0.0; }

// Several roots about 0: how many of them are 0 is told by powers alone.
bool are_many_about_zero(const std::vector<proven_disc>& discs) {
  return std::any_of(discs.begin(), discs.end(),
                     [](const proven_disc& disc) { return may_be_about_zero(disc) && !(disc.multiplicity == 1); });
}

// The root 0 has no relative accuracy; a lone root of a disc about 0 is either 0 exactly or not.
std::int64_t take_zero(std::vector<proven_disc>& discs, const series& s) {
  for (std::size_t k = 0; k < discs.size(); ++k) {
    if (!may_be_about_zero(discs[k]) || discs[k].multiplicity != 1) continue;
    if (s.coefficients.degree() > highest_in_powers || !is_zero_at_origin(s, domain_of(s))) return 0;
    if (std::abs(discs[k].leading()) * (1 - 0x1p-40) > discs[k].radius) continue;
    discs.erase(discs.begin() + static_cast<std::ptrdiff_t>(k));
    return 1;
  }
  return 0;
}

roots_result solve_in_powers(const series& s, const session& context) {
  roots_options options = context.options;
  options.max_seconds = context.limits.seconds_left();
  roots_result result = roots(in_powers(s), options);
  result.report.method = "values, then powers: " + result.report.method;
  result.report.seconds = context.seconds();
  return result;
}

}  // namespace
}  // namespace own_basis

roots_result roots(const series& s, const roots_options& given) {
  using namespace own_basis;
  const float_environment floats;
  std::optional<roots_options> with_doubles;
  if (has_texts(given.region)) with_doubles.emplace(given).region = with_nearest_doubles(given.region);
  const roots_options& options = with_doubles ? *with_doubles : given;
  validate_series(s, options);
  const session context{options, kernels(detect_isa()), thread_count(options.on.threads)};
  roots_result result;
  roots_report& report = result.report;
  report.degree = s.coefficients.degree();
  report.region = options.region;
  report.method = "values in the basis " + std::string(name(s.basis));
  report.target = cpu_target(name(context.kernel.level), context.threads);
  if (!s.coefficients.is_finite()) {
    result.status = roots_status::bad_input;
    return result;
  }
  if (report.degree < 0) {
    result.status = roots_status::zero_polynomial;
    return result;
  }
  const std::int64_t highest = s.basis == series_basis::chebyshev ? highest_by_circle
                               : is_trigonometric(s.basis)        ? highest_degree
                                                                  : highest_in_balls;
  if (report.degree > highest)
    throw error("series: found degree " + std::to_string(report.degree) + ", expected at most " +
                std::to_string(highest) + " in this basis");
  std::vector<proven_disc> discs;
  std::int64_t zeros = 0;
  if (report.degree > 0) {
    const domain_map map(domain_of(s));
    const std::unique_ptr<values::value_source> p = source_of(s, context.threads);
    values::search_limits limits{context.threads, [&] { return context.must_stop(); }, {}};
    if (options.progress)
      limits.progress = [&](std::int64_t settled) {
        options.progress({settled, report.degree, 53, context.seconds()});
      };
    const double wanted = std::pow(10.0, -std::min(options.digits, 25)) * 0.7;  // rounding adds to it
    const auto is_small = [&](const complex<dd>& z, double radius) {
      return map.to_x({z, radius}).relative_radius() <= wanted;
    };
    report.precision_bits = 106;
    std::optional<std::vector<values::root_disc>> proven;
    // Chebyshev's series have another way, which takes over where roots are many or come together.
    const bool has_circle = s.basis == series_basis::chebyshev;
    const auto by_circle = [&] {
      proven = roots_by_circle(s.coefficients, context, report);
      if (proven) values::shrink(*p, *proven, is_small, limits);
    };
    if (has_circle && report.degree >= many_roots) by_circle();
    values::search_result found;
    if (!proven && !context.must_stop() && report.degree <= highest_degree) {
      found = values::find_all(*p, limits);
      report.sweeps = found.sweeps;
      report.updates_per_root = static_cast<double>(found.updates) / static_cast<double>(report.degree);
      proven = values::prove_all(*p, found.nodes, is_small, limits);
      if (!proven && has_circle && report.degree < many_roots && !context.must_stop()) by_circle();
    }
    const bool may_use_powers = report.degree <= highest_in_powers && !context.must_stop();
    if (!proven && may_use_powers) return solve_in_powers(s, context);
    if (proven) {
      for (const values::root_disc& disc : *proven) discs.push_back(map.to_x(disc));
      if (may_use_powers && are_many_about_zero(discs)) return solve_in_powers(s, context);
      zeros = take_zero(discs, s);
      // Beyond what double-double tells, as for roots very near to 0.
      const bool is_wide = std::any_of(discs.begin(), discs.end(),
                                       [&](const proven_disc& disc) { return !(disc.relative_radius() <= wanted); });
      if ((options.digits > 15 || is_wide) && may_use_powers)
        sharpen_all(in_powers(s), discs, std::max(options.digits, 16), context);
    } else {
      found.nodes.resize(static_cast<std::size_t>(report.degree));
      for (const std::complex<double> z : found.nodes) discs.push_back(unproven_at(map, z));
    }
  }
  assemble(result, discs, false, zeros, s.coefficients.is_real(), options, {}, context.threads);
  values::finish_report(result, context);
  return result;
}

}  // namespace vieta
