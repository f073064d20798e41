#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "base/cpu_target.hpp"
#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/parallel_for.hpp"
#include "base/run_limits.hpp"
#include "base/team/one_process.hpp"
#include "base/threads/refused.hpp"
#include "exact/representation.hpp"
#include "roots/answer/assembly.hpp"
#include "roots/answer/device_answer.hpp"
#include "roots/answer/enclosure.hpp"
#include "roots/apart.hpp"
#include "roots/batch/alone.hpp"
#include "roots/coefficients.hpp"
#include "roots/cuda_sweeps/device_sweeps.hpp"
#include "roots/deflation.hpp"
#include "roots/ladder/parting.hpp"
#include "roots/ladder/refinement.hpp"
#include "roots/ladder/sharpening.hpp"
#include "roots/near_linear/near_linear.hpp"
#include "roots/near_linear/ranges/rank_ranges.hpp"
#include "roots/real_line/line_parts.hpp"
#include "roots/real_line/real_line.hpp"
#include "roots/region/border.hpp"
#include "roots/region/border_number.hpp"
#include "roots/region/factor_discs.hpp"
#include "roots/region/multiple_roots.hpp"
#include "roots/region/region.hpp"
#include "roots/session.hpp"
#include "roots/sweep/iteration.hpp"
#include "roots/sweep/newton_polygon.hpp"
#include "roots/validate.hpp"
#include "vieta/error.hpp"
#include "vieta/roots.hpp"

namespace vieta {
namespace {

bool wants_near_linear(const coefficients& a, const roots_options& options) {
  if (options.method == roots_method::near_linear) return true;
  if (by_logarithms(options)) return false;
  if (options.method != roots_method::automatic || options.uncertainty > 0) return false;
  return options.on.place == where::cuda || near_linear::pays(a, options);
}

// From this degree on the roots outside of a region are not looked for where a proof of the region's number of roots
// fails.
constexpr std::int64_t too_many_for_all = 20'000;

// To put so many discs in order and to write them takes seconds, which nobody may be left. Who cancels may be left a
// little more than who names a limit: what is certified by then may have taken long.
bool is_too_late(std::int64_t degree, const session& context) {
  constexpr double spare = 0.8, spare_when_cancelled = 1.2, at_once = 0.1;
  // Of a busy processor; what was cut short has to be sorted and proven as well.
  const double seconds_for_each = context.must_stop() ? 6e-6 : 3e-6;
  const double most = context.options.max_seconds;
  const double rest = static_cast<double>(degree) * seconds_for_each / context.threads;
  if (context.cancelled()) return rest > spare_when_cancelled;
  return rest > at_once && most > 0 && context.seconds() + rest > most + spare;
}

// Whose time is up, with more to be done than what time is spared for.
bool has_to_give_up(std::int64_t degree, const session& context) {
  return context.must_stop() && is_too_late(degree, context);
}

// The discs of the near-linear method, and where it did not find all roots or was cut short, places for the others.
struct beginning {
  std::vector<proven_disc> discs;
  std::optional<near_linear::device_roots> in_columns;  ///< complete: instead of discs
  std::shared_ptr<near_linear::rank_ranges> in_ranges;  ///< the same
  node_set nodes;
  bool complete = false;
};

beginning take_region(near_linear::found_roots& found, roots_report& report) {
  beginning result;
  report.method = "near-linear";
  if (found.used_residuals) report.precision_bits = std::max(report.precision_bits, 106);
  result.complete = true;
  result.discs = std::move(found.discs);
  return result;
}

// Nothing where the near-linear method does not find all roots of the region.
std::optional<beginning> find_whole_region(const coefficients& a, const session& context, roots_report& report) {
  near_linear::found_roots found = near_linear::find(a, context, true);
  if (!found.was_region || !found.region_is_complete) return {};
  return take_region(found, report);
}

// `may_choose`: q is the polynomial itself, so that the region asked for is one for its roots.
// `keeps`: q is no factor, so that it is the one of the checkpoint, if there is one.
beginning begin(const coefficients& a, const session& context, roots_report& report, bool may_choose = false,
                bool keeps = false) {
  beginning result;
  if (!wants_near_linear(a, context.options)) {
    result.nodes = starting_points(newton_polygon(a));
    return result;
  }
  near_linear::found_roots found = near_linear::find(a, context, may_choose, keeps);
  if (found.was_region && (found.region_is_complete || context.must_stop() || a.degree > too_many_for_all)) {
    if (!found.region_is_complete) report.stopped_by = "region";
    return take_region(found, report);
  }
  if (found.was_region) found = near_linear::find(a, context);
  const std::string helped = "near-linear, then ehrlich-aberth";
  if (found.used_residuals) report.precision_bits = std::max(report.precision_bits, 106);
  result.complete = found.in_columns || found.in_ranges || static_cast<std::int64_t>(found.discs.size()) == a.degree;
  if (!found.device.empty()) report.target = found.device + ", " + report.target;
  if (!found.note.empty()) report.target += " (" + found.note + ')';
  report.method = result.complete && report.method != helped ? "near-linear" : helped;
  if (!result.complete && !has_to_give_up(a.degree, context)) {
    result.nodes = near_linear::continue_from(found.discs, newton_polygon(a));
  }
  result.discs = std::move(found.discs);
  result.in_columns = std::move(found.in_columns);
  result.in_ranges = std::move(found.in_ranges);
  return result;
}

std::size_t count_proven(const std::vector<proven_disc>& discs) {
  return static_cast<std::size_t>(
      std::count_if(discs.begin(), discs.end(), [](const proven_disc& disc) { return std::isfinite(disc.radius); }));
}

// The sweeps in double; on a device if the options ask for one.
iteration_report sweep(node_set& nodes, const coefficients& a, atlas& charts, const session& context,
                       roots_report& report) {
  const bool by_products = context.options.method == roots_method::durand_kerner;
  const bool logarithms = by_logarithms(context.options);
  const bool on_device = context.options.on.place == where::cuda &&
                         (by_products || logarithms || context.options.method == roots_method::ehrlich_aberth);
  if (!on_device && !logarithms)
    return by_products ? durand_kerner(nodes, charts, context) : ehrlich_aberth(nodes, charts, context);
  sweeps::sweep_options options;
  options.method = by_products ? sweeps::correction::durand_kerner : sweeps::correction::ehrlich_aberth;
  options.terms = logarithms ? sweeps::evaluation::exp_log : sweeps::evaluation::horner;
  options.must_stop = [&] { return context.must_stop(); };
  if (context.options.progress)  // settled in double: how many are as good as asked for is not known yet
    options.progress = [&](std::int64_t) { context.options.progress({0, a.degree, 53, context.seconds()}); };
  if (!on_device) {
    const sweeps::sweep_report done = sweeps::sweep_on_host(nodes, a, options);
    return {done.sweeps, done.updates};
  }
  const sweeps::sweep_report done = sweeps::sweep_on_cuda(nodes, a, options, context.options.on);
  if (!report.target.starts_with("cuda")) report.target = done.device + ", " + report.target;
  return {done.sweeps, done.updates};
}

// One disc for all roots, of which nothing is claimed.
void say_nothing(roots_result& result, const session& context) {
  root all;
  all.radius = INFINITY, all.multiplicity = result.report.degree, all.status = root_status::unproven;
  result.roots.assign(1, all);
  result.status = roots_status::partial;
  result.report.unproven = 1;
  result.report.stopped_by = context.cancelled() ? "cancelled" : "time";
  result.report.seconds = context.seconds();
}

bool has_open_clusters(const std::vector<proven_disc>& discs) {
  return std::any_of(discs.begin(), discs.end(), [](const proven_disc& disc) { return !disc.holds_one_root(); });
}

bool has_unproven(const std::vector<proven_disc>& discs) {
  return std::any_of(discs.begin(), discs.end(), [](const proven_disc& d) { return !(d.radius < INFINITY); });
}

// One disc for everything, where the ladder ended without a proof: a beginning for the last resort, and no claim.
proven_disc whole_of(const std::vector<proven_disc>& discs, std::int64_t degree) {
  proven_disc all;
  all.multiplicity = degree;
  for (const proven_disc& disc : discs) {
    all.exponent = std::max(all.exponent, disc.exponent + 1);
    all.bits = std::max(all.bits, disc.bits);
  }
  all.radius = 4;
  return all;
}

// Discs of several roots become as many as there are roots where they are larger than asked for, or where a border
// passes between them: with as many bits as it takes where the roots are known to differ.
void part_clusters(const polynomial& p, std::vector<proven_disc>& discs, bool all_differ, const session& context) {
  constexpr std::int64_t most_together = 1000, most_bits = 1 << 14;  // where roots may coincide
  constexpr std::int64_t highest_degree = 20'000;
  if (p.degree() > highest_degree) return;
  const double wanted = std::pow(10.0, -context.options.digits);
  const bool is_nested = std::any_of(discs.begin(), discs.end(), [](const proven_disc& disc) {
    constexpr std::int64_t many = 4;
    return disc.multiplicity > many && !disc.holds_one_root();
  });
  if (all_differ && (is_nested || has_unproven(discs)) && part_by_real_line(p, discs, context)) return;
  if (has_unproven(discs)) {
    if (p.degree() > most_together) return;
    std::vector<proven_disc> parts = part(p, whole_of(discs, p.degree()), {}, all_differ ? 0 : most_bits, context);
    if (!parts.empty()) discs = std::move(parts);
    return;
  }
  for (std::size_t k = 0; k < discs.size() && !context.must_stop(); ++k) {
    const proven_disc& disc = discs[k];
    if (disc.holds_one_root() || disc.multiplicity > most_together) continue;
    const bool is_small = disc.sharp ? disc.sharp->digits >= context.options.digits : disc.relative_radius() <= wanted;
    if (is_small && place_of(context.options.region, disc, false) != membership::unclear) continue;
    part_among(p, discs, k, all_differ ? 0 : most_bits, context);
  }
}

// So many that refining each of them takes much longer than one gcd, which may tell that they are on the border.
bool are_many_at_border(const std::vector<proven_disc>& discs, const session& context) {
  constexpr std::ptrdiff_t many = 64;
  return many < std::count_if(
                    discs.begin(), discs.end(),
                    [&](const proven_disc& disc) {
                      return place_of(context.options.region, disc, false) == membership::unclear;
                    });
}

// What exact coefficients and any number of bits tell beyond the ladder.
void finish_exactly(const polynomial& p, std::vector<proven_disc>& discs, bool all_differ, const session& context) {
  if (context.options.digits > 15) sharpen_all(p, discs, context.options.digits, context);
  tell_multiple_roots(p, discs, context);
  if (has_open_clusters(discs) || has_unproven(discs)) {
    part_clusters(p, discs, all_differ, context);
    if (context.options.digits > 15) sharpen_all(p, discs, context.options.digits, context);
  }
  if (p.is_real()) mark_real_roots(p, discs, context);
  if (!context.options.region.is_plane()) {
    sharpen_in_region(p, discs, context);
    if (are_many_at_border(discs, context)) decide_borders(p, discs, context);
    refine_at_border(p, discs, context);
  }
  if (!context.must_stop()) decide_borders(p, discs, context);
}

// All roots of q(x^stride), q(0) != 0, from a beginning, and what it took added to the report.
std::vector<proven_disc> solve(const polynomial& q, std::int64_t stride, const coefficients& a, beginning start,
                               const session& context, roots_report& report) {
  std::vector<proven_disc> discs = start.in_columns ? near_linear::discs_of(*start.in_columns) : std::move(start.discs);
  refinement_report refinement;
  if (!start.complete) {
    atlas charts(a);
    const iteration_report iteration = sweep(start.nodes, a, charts, context, report);
    other_ways others;
    // Who names a method gets it as far as it goes.
    if (context.options.method == roots_method::automatic && context.options.uncertainty == 0)
      others.quick = [&] { return discs_of_fractions(q, context); };
    others.long_one = [&] { return discs_if_all_real(q, context); };
    std::vector<proven_disc> refined = refine(start.nodes, charts, q, context, refinement, others);
    // Cut short, the ladder may know less than what it started from.
    if (refinement.stopped_by.empty() || count_proven(refined) >= discs.size())
      discs = std::move(refined);
    else
      near_linear::add_unproven(discs, start.nodes);
    const double share = static_cast<double>(q.degree() * stride) / static_cast<double>(report.degree);
    report.sweeps += iteration.sweeps;
    report.updates_per_root += share * static_cast<double>(iteration.updates) / static_cast<double>(q.degree());
  }
  report.refinements += refinement.rounds;
  if (!refinement.device.empty() && !report.target.starts_with("cuda"))
    report.target = refinement.device + ", " + report.target;
  report.precision_bits = std::max(report.precision_bits, refinement.precision_bits);
  if (!refinement.stopped_by.empty()) report.stopped_by = refinement.stopped_by;
  const bool is_exact = context.options.uncertainty == 0;
  bool all_differ = false;
  if (is_exact && refinement.factors.empty() && (has_open_clusters(discs) || has_unproven(discs)) &&
      !context.must_stop()) {
    square_free_parts parts = square_free_factors(q);
    all_differ = parts.are_known && parts.factors.empty();
    refinement.factors = std::move(parts.factors);
  }
  if (is_too_late(report.degree, context)) return {};
  if (refinement.factors.empty()) {
    discs = unfold(std::move(discs), stride);
    if (is_exact) {
      finish_exactly(inflate(q, stride), discs, all_differ, context);
      for (const proven_disc& disc : discs) report.precision_bits = std::max(report.precision_bits, disc.bits);
    }
  } else {
    discs.clear();
  }
  // Square-free factors share no roots and have none twice: each of their roots is a root of q that often.
  std::vector<factor_discs> parts;
  for (const square_free_factor& part : refinement.factors) {
    const coefficients own = make_coefficients(part.factor, context.threads);
    parts.push_back({inflate(part.factor, stride), part.multiplicity,
                     solve(part.factor, stride, own, begin(own, context, report), context, report)});
  }
  for (factor_discs& part : parts)
    if (is_exact && part.factor.is_real()) mark_real_roots(part.factor, part.discs, context);
  if (parts.size() > 1 && is_exact) part_discs_of_factors(parts, context);
  for (factor_discs& part : parts) {
    for (proven_disc& disc : part.discs) {
      disc.is_one_root = disc.holds_one_root();
      disc.multiplicity *= part.multiplicity;
      discs.push_back(std::move(disc));
    }
  }
  return discs;
}

// Real roots of exact coefficients need no others. (The circle of a disc may meet the axis at any algebraic numbers.)
bool wants_line(const roots_options& options) {
  return options.region.real_only && !options.region.in_disc && options.uncertainty == 0 &&
         options.method == roots_method::automatic && options.on.place != where::cuda && !by_logarithms(options);
}

// Starting a thread takes as long as all of the work at low degrees, and far longer on a machine that is busy.
int threads_for(const polynomial& p, const roots_options& options) {
  const int most = thread_count(options.on.threads);
  return options.on.threads == 0 && p.degree() < 80 && options.digits <= 50 ? 1 : most;
}

// All roots are told of without being there.
void tell_ranges(roots_result& result, const std::shared_ptr<near_linear::rank_ranges>& ranges, int digits,
                 roots_apart& apart) {
  apart.ranges = ranges;
  apart.told = ranges->tell(digits);
  result.report.wide = apart.told.wide;
  result.report.isolated = apart.told.roots - apart.told.wide;
  if (apart.told.wide == 0) return;
  result.status = roots_status::partial;
  result.report.stopped_by = "precision";
}

// `apart`: where ranks may keep the roots; may be null.
roots_result roots_of(const polynomial& p, const roots_options& given, roots_apart* apart = nullptr) {
  std::optional<roots_options> with_doubles;
  if (has_texts(given.region)) with_doubles.emplace(given).region = with_nearest_doubles(given.region);
  const roots_options& options = with_doubles ? *with_doubles : given;
  validate(p, options);
  session context{options, kernels(detect_isa()), threads_for(p, options)};
  roots_result result;
  roots_report& report = result.report;
  report.degree = p.degree();
  report.uncertainty = options.uncertainty;
  report.region = options.region;
  report.method =
      options.method == roots_method::durand_kerner ? "durand-kerner" : "ehrlich-aberth";  // or what it takes
  if (by_logarithms(options)) report.method += ", exp-log";
  report.target = cpu_target(name(context.kernel.level), context.threads);
  if (!p.is_finite()) {
    result.status = roots_status::bad_input;
    return result;
  }
  if (p.degree() < 0) {
    result.status = roots_status::zero_polynomial;
    return result;
  }

  const bool keeps = !is_one_process && !options.checkpoint.file.empty();
  if (!keeps && !context.must_stop() && root_batches::solve_alone(p, options, result)) {
    report.seconds = context.seconds();
    return result;
  }

  const deflated_polynomial deflated = deflate(p);
  std::vector<proven_disc> discs;
  bool are_disjoint = false;
  std::optional<roots_on_line> line;
  if (keeps && deflated.q.degree() <= 0) refuse_checkpoint(report.degree);
  if (deflated.q.degree() > 0) {
    std::optional<beginning> start;
    std::optional<coefficients> made;
    if (wants_line(options) && deflated.q.degree() < near_linear::least_degree)
      line = find_roots_on_line(deflated.q, deflated.stride, context, true);
    if (!line) made.emplace(make_coefficients(deflated.q, context.threads));
    // Who has time left may find all in it: columns of complete answers are soon made.
    if (!line && has_to_give_up(report.degree, context)) {
      say_nothing(result, context);
      return result;
    }
    if (!line && wants_line(options) && deflated.q.degree() >= near_linear::least_degree) {
      if (deflated.stride == 1 && near_linear::pays(*made, options)) start = find_whole_region(*made, context, report);
      if (!start) line = find_roots_on_line(deflated.q, deflated.stride, context, true);
    }
    if (line) {
      discs = std::move(line->discs);
      report.method = "real-line";
      report.precision_bits = std::max(report.precision_bits, line->bits);
    } else {
      const coefficients& a = *made;
      const bool is_all = deflated.stride == 1 && deflated.zero_roots == 0 && options.region.is_plane();
      context.keeps_ranges = apart != nullptr && is_all && options.digits <= 15;
      if (keeps && !wants_near_linear(a, options)) refuse_checkpoint(report.degree);
      if (!start) start = begin(a, context, report, deflated.stride == 1, keeps);
      if (!is_one_process && start->in_ranges) {
        tell_ranges(result, start->in_ranges, options.digits, *apart);
        report.seconds = context.seconds();
        return result;
      }
      if (start->in_columns && is_all && assemble_from_device(result, *start->in_columns, options, context.threads)) {
        report.seconds = context.seconds();
        return result;
      }
      if (has_to_give_up(report.degree, context)) {
        say_nothing(result, context);
        return result;
      }
      are_disjoint =
          start->complete && is_all && options.digits <= 15;  // they come as the near-linear method kept them
      discs = solve(deflated.q, deflated.stride, a, std::move(*start), context, report);
    }
  }
  if (is_too_late(line ? static_cast<std::int64_t>(discs.size()) : report.degree, context)) {
    say_nothing(result, context);
    return result;
  }
  std::function<std::optional<proven_disc>()> all_roots;
  if (options.uncertainty > 0 && !context.must_stop()) {
    all_roots = [&] {
      report.stopped_by.clear();  // nothing but the uncertainty stands in the way of less
      return enclose_all_roots(make_coefficients(deflated.q), deflated.stride, options.uncertainty);
    };
  }
  // Symmetry needs all discs that a conjugate may lie in.
  const bool has_symmetry = p.is_real() && report.stopped_by != "region";
  assemble(result, discs, are_disjoint, deflated.zero_roots, has_symmetry, options, all_roots, context.threads);
  if (result.status == roots_status::complete && !report.stopped_by.empty() && report.stopped_by != "region") {
    // More time might have told uncertain discs apart; else nothing is missing.
    if (report.wide > 0 && report.stopped_by != "precision")
      result.status = roots_status::partial;
    else
      report.stopped_by.clear();
  }
  if (report.stopped_by == "region" || (line && !line->complete)) result.status = roots_status::partial;
  if (result.status == roots_status::partial && report.stopped_by.empty()) {
    const bool only_border =
        report.at_border > 0 && report.unproven == 0 && (report.wide == 0 || options.uncertainty > 0);
    report.stopped_by = context.cancelled()     ? "cancelled"
                        : context.out_of_time() ? "time"
                        : only_border           ? "border"
                                                : "precision";
  }
  report.seconds = context.seconds();
  return result;
}

}  // namespace

roots_result roots(const polynomial& p, const roots_options& options) {
  const float_environment floats;
  const refused_threads refused;
  roots_result result = roots_of(p, options);
  refused.tell(result.report.target);
  return result;
}

roots_result find_apart(const polynomial& p, const roots_options& options, roots_apart& apart) {
  const float_environment floats;
  const refused_threads refused;
  roots_result result = roots_of(p, options, &apart);
  refused.tell(result.report.target);
  return result;
}

roots_result roots(std::span<const double> ascending, const roots_options& options) {
  const float_environment floats;
  return roots(polynomial::from_coefficients(ascending), options);
}

roots_result roots(std::span<const std::complex<double>> ascending, const roots_options& options) {
  const float_environment floats;
  return roots(polynomial::from_coefficients(ascending), options);
}

}  // namespace vieta
