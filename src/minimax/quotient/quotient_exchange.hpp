#pragma once

#include "minimax/quotient/beside_gap.hpp"
#include "minimax/quotient/quotient_settling.hpp"

namespace vieta::approximation {

/// The exchange for p/q of all powers without constraints (Filip, Nakatsukasa, Trefethen and Beckermann 2018), in two
/// respects stronger than `exchange`: every round's quotient is the positive eigenvector of a symmetric problem, so
/// there is no search for it; and a step to new points that ends at a pole is shortened until it does not. It begins
/// with low degrees, whose points, drawn apart, are where the next type begins.
template <class R>
class quotient_exchange : public quotient_settling<R> {
  using base = quotient_settling<R>;
  using base::at, base::must_stop, base::points_at, base::spread, base::level, base::settle,
      base::settle_with_points_put_in;
  using base::problem_, base::unit_, base::noise_, base::scale_, base::degree_of_p_, base::degree_of_q_, base::rounds_,
      base::rounds_allowed_, base::levels_left_, base::share_, base::part_, base::fixed_end_, base::bound_,
      base::sides_, base::to_beat_, base::bound_at_, base::bound_level_, base::exclusion_by, base::add_inequality,
      base::is_beaten, base::errors_of_zero_are_1_, base::keeps_targets_, base::stopped_, base::of_noise_,
      base::most_rounds_of_all;
  using typename base::point;
  using typename base::state;

 public:
  using base::bound, base::zero_is_as_good;

  quotient_exchange(const exchange_problem<R>& problem, R unit, R noise)
      : base(problem, std::move(unit), std::move(noise)) {}

  /// All powers of p and q, free, and more than samples to look at.
  static bool serves(const exchange_problem<R>& problem) {
    const std::size_t of_p = problem.free.exponents.size();
    return problem.denominator > 0 && problem.points.empty() && of_p > 0 && problem.free.rows.empty() &&
           static_cast<std::size_t>(problem.free.exponents.back()) + 1 == of_p;
  }

  /// As many points of alternation as it takes to show that the result is the best of the type that was asked for: less
  /// than m + n + 2 where it is one of lower degrees (Achieser, Theory of Approximation, 1956, section 34).
  [[nodiscard]] std::size_t needed() const { return needed_; }

  /// Rounding errors may be what ended the way to the quotient that was asked for.
  [[nodiscard]] bool wants_bits() const { return wants_bits_; }

  /// The points that differential correction has found; empty: none.
  [[nodiscard]] const std::vector<R>& corrected() const { return corrected_; }

  exchange_result<R> run() {
    exchange_result<R> out = run_for_signs();
    if (is_lower_ || stopped_ || wants_bits_) return out;
    const auto gaps = gaps_of(problem_.intervals);
    constexpr std::size_t most_gaps = 6;
    out.of_all_signs = gaps.empty() || (out.converged && of_noise_);
    if (gaps.empty() || gaps.size() > most_gaps || of_noise_) return out;
    R size = 0;
    for (const point& p : spread(2 * (degree_of_p_ + degree_of_q_ + 2)))
      if (p.is_usable) size = std::max(size, R(p.s.target < R(0) ? -p.s.target : p.s.target));
    std::vector<exclusion_of_signs> shown;
    exclusion_of_signs of_best = exclusion_by(points_at(reference_found_), level_found_);
    std::vector<sides_of_q<R>> unknown, all = ways_to_change(gaps, degree_of_q_);
    sides_of_q<R> best_sides;
    if (!out.converged) all.emplace_back();  // where q of one sign led nowhere it may still be shown to be no better
    const auto try_all = [&](const std::vector<sides_of_q<R>>& ways) {
      for (const sides_of_q<R>& sides : ways) {
        if (must_stop()) return;
        quotient_exchange other(problem_, unit_, noise_);
        other.sides_ = sides;
        if (other.is_better_than(out.converged ? out.largest : size, reference_found_)) {
          if (out.converged && of_best.all.empty())
            unknown.push_back(best_sides);  // one of lower degrees, whose level shows less
          else if (out.converged)
            shown.push_back(std::move(of_best));
          out = other.report(*other.better_, 0);
          best_sides = sides;
          needed_ = other.needed_;
          reference_found_ = other.reference_found_;
          if (out.of_noise) return;  // the function itself
          of_best = other.exclusion_by(other.better_->reference, other.better_->level);
        } else if (out.converged && !other.excluded_.all.empty()) {
          shown.push_back(std::move(other.excluded_));
        } else {
          unknown.push_back(sides);
        }
      }
    };
    try_all(all);
    // What is not known to be worse than p/q of any size may be known to be worse than the best.
    if (out.converged && !out.of_noise && !unknown.empty()) try_all(std::exchange(unknown, {}));
    out.of_all_signs = out.converged && (out.of_noise || (unknown.empty() && !must_stop()));
    out.excluded = std::move(shown);
    return out;
  }

 private:
  /// A quotient with this q's signs, `better_`; or `excluded_` shows that there is none.
  bool is_better_than(const R& error, const std::vector<R>& places) {
    constexpr std::size_t most = 40;
    constexpr double hardly = 1e-7, farther = 1e-9;
    constexpr int few_rounds = 20;
    to_beat_ = error * R(1 - hardly);
    const std::size_t count = degree_of_p_ + degree_of_q_ + 2;
    const auto is_found_from = [&](const std::vector<R>& start) {
      state settled;
      if (start.size() != count || is_beaten() || must_stop()) return false;
      rounds_ = 0;
      if (!settle(points_at(start), degree_of_p_, degree_of_q_, problem_.tolerance, settled, few_rounds) ||
          !(settled.largest < to_beat_))
        return false;
      better_ = std::move(settled);
      return true;
    };
    for (const std::vector<R>& start : {places, places_of(spread(count)), places_beside_gap(problem_.intervals, count)})
      if (!better_ && is_found_from(start)) break;
    if (!better_ && !is_beaten()) is_found_from(with_poles_in_gaps());
    // Few points may miss a top beside a pole: what differential correction finds comes first.
    if (!better_ && is_beaten()) {
      excluded_ = exclusion_by(bound_at_, bound_level_);
      return false;
    }
    if (degree_of_p_ + degree_of_q_ > most) return better_.has_value();
    const auto make = [this](const R& x) { return at(x); };
    const auto stop = [this] { return must_stop(); };
    auto samples = correction_at_samples(problem_, degree_of_p_, degree_of_q_, make, stop);
    samples.change_signs_at(sides_.changes);
    auto found = samples.run(error, farther, &to_beat_);
    if (found && !found->reference.empty()) is_found_from(places_of(found->reference));
    if (better_ || !samples.none_is_below()) return better_.has_value();
    // Where a zero of q lies at the end of a gap, with one of p, no quotient has a level: the program shows it as well.
    excluded_.error = static_cast<long double>(to_beat_);
    for (const auto& [place, sign] : samples.support()) add_inequality(excluded_, place, sign);
    return false;
  }

  /// A pole that is no use has a zero of p beside it: what is left is a quotient of lower degrees, whose errors the
  /// pair turns around at both ends of its gap.
  std::vector<R> with_poles_in_gaps() {
    const std::size_t pairs = sides_.changes.size();
    if (pairs == 0 || degree_of_p_ < pairs || degree_of_q_ < pairs) return {};
    const std::size_t m = degree_of_p_ - pairs, n = degree_of_q_ - pairs;
    const sides_of_q<R> sides = std::exchange(sides_, {});
    state lower;
    settle(spread(m + n + 2), m, n, 1e-3, lower, 20);
    sides_ = sides;
    std::vector<R> places = places_of(lower.reference);
    put_in_ends_of_gaps(problem_.intervals, sides.changes, places);
    return places;
  }

  exchange_result<R> run_for_signs() {
    exchange_result<R> out;
    const std::vector<point> first = spread(degree_of_p_ + degree_of_q_ + 2);
    errors_of_zero_are_1_ = unit_ < R(0x1p-90) && targets_are_1(first);
    state best;
    constexpr int few_rounds = 9;
    const auto is_found_from = [&](const std::vector<point>& reference, int most_rounds) {
      if (wants_bits_ || reference.size() != first.size()) return false;
      if (settle(reference, degree_of_p_, degree_of_q_, problem_.tolerance, best, most_rounds)) return true;
      // All but levelled: rounding errors are what is left, and another way ends there, too.
      wants_bits_ = !stopped_ && unit_ < R(0x1p-90) && unit_ > R(0x1p-300) && is_levelled(best.level, best.largest);
      return false;
    };
    // Where long double has seen nothing but rounding errors its points are no good ones.
    if (is_found_from(points_at(problem_.initial), few_rounds) || is_found_from(first, few_rounds) ||
        is_found_from(points_at(places_beside_gap(problem_.intervals, first.size())), 4 * few_rounds))
      return report(best, 0);
    if (wants_bits_) return out;
    if (from_correction(best, large_error)) return report(best, 0);
    state found;
    std::size_t more = 0;
    if (!stopped_ && from_low_degrees(problem_.tolerance, found, more)) out = report(found, more);
    if (out.converged || stopped_) return out;
    if (corrected_.empty() && from_correction(best, small_error)) return report(best, 0);
    // With a zero of q next to an end, levels of lower types come near: only where none of these is the best.
    const bool ends =
        (unfinished_ &&
         settle_with_points_put_in(*unfinished_, degree_of_p_, degree_of_q_, problem_.tolerance, best, true)) ||
        from_next_higher_types(best) || from_even_factors(best) || from_next_lower_types(best) || from_parts(best);
    return ends ? report(best, 0) : out;
  }

  /// Where nothing is known of the points, as of quotients whose poles are next to the interval, in pairs with zeros.
  bool from_correction(state& out, double least) {
    constexpr std::size_t most = 24;
    if (is_lower_ || stopped_ || of_noise_ || !problem_.corrects || degree_of_p_ + degree_of_q_ > most) return false;
    const auto make = [this](const R& x) { return at(x); };
    const auto stop = [this] { return must_stop(); };
    auto found = correction_at_samples(problem_, degree_of_p_, degree_of_q_, make, stop).run(bound_, least);
    if (!found) return false;
    if (found->reference.empty()) {
      unfinished_ = *std::move(found);
      return false;
    }
    corrected_ = places_of(found->reference);
    if (settle(found->reference, degree_of_p_, degree_of_q_, problem_.tolerance, out)) return true;
    if (stopped_ || !found->converged) return false;
    bound_ = std::max(bound_, found->level);
    out = *std::move(found);
    return true;
  }

  /// Types on the way from (0, 0) to the one that is asked for. A type whose best quotient alternates more often than
  /// it has to is the best of higher types, too, and these are left out.
  bool from_low_degrees(double tolerance, state& now, std::size_t& more) {
    const std::size_t length = std::max(degree_of_p_, degree_of_q_);
    const auto type = [&](std::size_t k) { return std::pair(degree_of_p_ * k / length, degree_of_q_ * k / length); };
    constexpr double on_the_way = 1e-3;
    state before;
    std::size_t at_type = 0;
    while (at_type < length && !settle(spread(type(at_type).first + type(at_type).second + 2), type(at_type).first,
                                       type(at_type).second, on_the_way, now)) {
      if (stopped_) return false;
      ++at_type;
    }
    if (at_type == length) return false;
    std::size_t stride = 1;
    while (true) {
      if (of_noise_) return true;
      // How much higher a type may be for this quotient to be its best.
      more = alternations_of(now) - now.reference.size();
      std::size_t reached = at_type;
      while (reached < length && alternations_missing(type(reached + 1), now) <= more) ++reached;
      if (reached == length) {
        more = alternations_missing(type(length), now);
        return at_type == length || finish(now, tolerance);
      }
      bool found = false;
      for (std::size_t step = std::min(stride, length - reached); step > 0 && !found; step = step / 2) {
        const auto [m, n] = type(reached + step);
        state next;
        const bool last = reached + step == length;
        for (const bool drawn : {true, false}) {
          if (drawn && before.reference.empty()) continue;
          found =
              settle(drawn_apart(now, drawn ? &before : nullptr, m + n + 2), m, n, last ? tolerance : on_the_way, next);
          if (found || stopped_) break;
        }
        if (!found && !stopped_ && step == 1)
          found = settle_with_points_put_in(now, m, n, last ? tolerance : on_the_way, next) ||
                  settle_by_halves(now, m, n, last ? tolerance : on_the_way, next);
        if (stopped_) {
          more = 0;
          now = std::move(next);
          return last && !now.reference.empty();
        }
        if (!found) continue;
        before = std::move(now);
        now = std::move(next);
        at_type = reached + step;
        stride = step + 1 < 1 + at_type / 6 ? step + 1 : std::max<std::size_t>(1, at_type / 6);
      }
      more = 0;
      if (!found) return false;
      if (at_type == length) return true;
    }
  }

  /// Factors of very different sizes, as those of the relative error of a function that falls from 1 to 1e-17, leave no
  /// reference near the best one to begin from. The best quotient where factors are nearly alike is found more easily;
  /// from there they grow to what they are as powers of themselves, and the points follow, as far as they have moved
  /// before. Relative errors of f are followed by those of powers of f, whose targets are all 1.
  bool from_even_factors(state& out) {
    const std::optional<factor_sizes> sizes = sizes_of_factors(spread(degree_of_p_ + degree_of_q_ + 2));
    if (!sizes) return false;
    const double range = sizes->most - sizes->least;
    constexpr double of_first = 8, least_share = 1.0 / 256;
    constexpr int first_steps = 4;
    keeps_targets_ = true;
    double share = range > of_first ? std::max(least_share, 0.5 * of_first / range) : 1;
    for (int step = 0; sizes->are_relative && share < 1 && step < first_steps && !stopped_; ++step) {
      of_noise_ = false;
      if (begin_at(share, out)) {
        if (follow(share_, share, out)) return true;
        constexpr double near = 1e-3;  // farther from 1 the way ends at a quotient of lower degrees
        const R level = out.level < R(0) ? -out.level : out.level;
        wants_bits_ = !stopped_ && R(1) - level < R(near) && R(1) - level > R(next_to_one);
        break;
      }
      share = of_noise_ ? 2 * share : share / 2;
    }
    keeps_targets_ = of_noise_ = false;
    return !stopped_ && begin_at(0, out) && follow(share_, 0, out);
  }

  /// A zero of q beyond an end of the interval, with one of p, comes closer to it on the way of factors or of intervals
  /// until both are one, and the best quotient is one of lower degrees. Behind that the pair of zeros is somewhere
  /// else, so no way of points leads past it: exp(-x^2) on [-1, b] of type (5, 5) has its pair below -1 for b < 3.995,
  /// and above b from there on, at 4.0003 for b = 4. The best quotient of lower degrees knows nothing of that, and its
  /// points are the others' but for those that the pair adds.
  bool from_next_lower_types(state& out) {
    if (is_lower_) return false;
    rounds_allowed_ = 300;  // few starts come to an end, and those that do soon
    for (const auto& [of_p, of_q] : {std::pair(1, 1), std::pair(0, 1), std::pair(1, 0), std::pair(0, 2)}) {
      if (must_stop() || degree_of_p_ < static_cast<std::size_t>(of_p)) continue;
      if (degree_of_q_ < static_cast<std::size_t>(of_q)) continue;
      exchange_problem<R> problem = problem_;
      problem.initial.clear();
      problem.free.exponents.resize(problem.free.exponents.size() - static_cast<std::size_t>(of_p));
      problem.denominator -= of_q;
      quotient_exchange lower(problem, unit_, noise_);
      lower.is_lower_ = true;
      const exchange_result<R> found = lower.run();
      if (!found.converged || found.of_noise) continue;
      state known;
      known.degree_of_p = degree_of_p_ - static_cast<std::size_t>(of_p);
      known.degree_of_q = degree_of_q_ - static_cast<std::size_t>(of_q);
      // Of a function that waves more tops count than its reference has, and all but these may be left out.
      for (const std::vector<R>& tops : {found.extrema, lower.reference_found_}) {
        known.extrema = points_at(tops);
        rounds_ = 0;
        of_noise_ = false;
        if (settle_with_points_put_in(known, degree_of_p_, degree_of_q_, problem_.tolerance, out, true)) return true;
        if (found.extrema.size() == lower.reference_found_.size()) break;
      }
    }
    return false;
  }

  /// Its points but for one.
  bool from_next_higher_types(state& out) {
    if (is_lower_) return false;
    for (const auto& [of_p, of_q] : {std::pair(0, 1), std::pair(1, 0)}) {
      if (must_stop()) break;
      exchange_problem<R> problem = problem_;
      problem.initial.clear();
      if (of_p > 0) problem.free.exponents.push_back(problem.free.exponents.back() + 1);
      problem.denominator += of_q;
      quotient_exchange higher(problem, unit_, noise_);
      higher.is_lower_ = true;
      const exchange_result<R> found = higher.run();
      if (!found.converged || found.of_noise) continue;
      std::vector<point> known;
      for (const R& x : found.extrema) known.push_back(at(x));
      const std::size_t count = degree_of_p_ + degree_of_q_ + 2;
      if (known.size() != count + 1) continue;
      rounds_ = 0;
      of_noise_ = false;
      for (std::size_t i = 0; i < known.size(); ++i) {
        std::vector<point> reference = known;
        reference.erase(reference.begin() + static_cast<std::ptrdiff_t>(i));
        if (settle(std::move(reference), degree_of_p_, degree_of_q_, problem_.tolerance, out)) return true;
      }
    }
    return false;
  }

  /// The best quotient of a part of the interval, which grows to the whole: where the way of factors ends at a pair of
  /// zeros, another part may have none on its way.
  bool from_parts(state& out) {
    if (is_lower_ || wants_bits_ || problem_.intervals.size() != 1) return false;
    rounds_allowed_ = most_rounds_of_all;
    levels_left_ = most_levels_of_parts;
    for (const double part : {0.8, 0.95, 0.9, 0.6, 0.3})
      for (const R& end : {problem_.intervals[0].first, problem_.intervals[0].second}) {
        if (must_stop() || levels_left_ <= 0) return false;
        fixed_end_ = end;
        part_ = part;
        rounds_ = 0;
        of_noise_ = false;
        std::size_t more = 0;
        const bool found = (from_low_degrees(problem_.tolerance, out, more) && more == 0) || from_even_factors(out);
        if (found && !of_noise_ && follow(part_, part, out)) return true;
        part_ = 1;
        wants_bits_ = false;
      }
    return false;
  }

  bool begin_at(double share, state& out) {
    constexpr double on_the_way = 1e-3;
    constexpr int few_rounds = 9;
    share_ = share;
    rounds_ = 0;
    std::size_t more = 0;
    const bool found =
        settle(spread(degree_of_p_ + degree_of_q_ + 2), degree_of_p_, degree_of_q_, on_the_way, out, few_rounds) ||
        (!stopped_ && share > 0 && from_low_degrees(on_the_way, out, more));
    if (!found || of_noise_ || more > 0) share_ = 1;
    return found && !of_noise_ && more == 0;
  }

  /// From where `parameter` is `from` to 1, which is what was asked for.
  bool follow(double& parameter, double from, state& out) {
    constexpr double on_the_way = 1e-3, below_one = 1e-6, least_step = 1.0 / 4096;
    constexpr std::size_t most_known = 5;
    const auto places = [](const state& s) {  // the next reference, where it is one
      return places_of(s.extrema.size() == s.reference.size() ? s.extrema : s.reference);
    };
    std::vector<std::pair<double, std::vector<R>>> known = {{from, places(out)}};
    rounds_ = 0;
    for (double step = 0.25; known.back().first < 1 && step >= least_step && !stopped_;) {
      parameter = std::min(1.0, known.back().first + step);
      std::vector<point> reference = points_at(extrapolated(problem_.intervals, known, parameter));
      if (reference.empty()) reference = points_at(known.back().second);
      // Where relative errors come near 1 what is left below it decides.
      const double left = static_cast<double>(R(1) - (out.level < R(0) ? -out.level : out.level)),
                   tolerance = left > 0 ? std::min(on_the_way, below_one * left) : on_the_way;
      if (left > 0 && left < next_to_one) break;  // p = 0 errs by 1, too
      state next;
      if (settle(std::move(reference), degree_of_p_, degree_of_q_, parameter < 1 ? tolerance : problem_.tolerance,
                 next)) {
        out = std::move(next);
        known.emplace_back(parameter, places(out));
        if (known.size() > most_known) known.erase(known.begin());
        step = 2 * step;
      } else {
        step = step / 2;
      }
    }
    parameter = 1;
    for (std::size_t k = 0; known.back().first < 1 && k < known.size(); ++k) level_on(known[k].second);
    return known.back().first == 1 && !stopped_;
  }

  /// What no p/q is below, from places that have served a question like this one.
  void level_on(const std::vector<R>& places) {
    state now;
    now.degree_of_p = degree_of_p_;
    now.degree_of_q = degree_of_q_;
    now.reference = points_at(places);
    if (!stopped_ && is_tidy(now.reference)) level(now);
  }

  bool finish(state& now, double tolerance) {
    state sharper;
    if (!settle(now.reference, now.degree_of_p, now.degree_of_q, tolerance, sharper)) return false;
    const bool same = alternations_of(sharper) >= alternations_of(now);
    now = std::move(sharper);
    return same;
  }

  std::vector<point> drawn_apart(const state& now, const state* before, std::size_t count) const {
    double going_on = 0;
    if (before) {
      const auto root_of = [](std::size_t points) { return std::sqrt(static_cast<double>(points)); };
      const double growing = root_of(count) - root_of(now.reference.size()),
                   grown = root_of(now.reference.size()) - root_of(before->reference.size());
      going_on = grown > 0 ? growing / grown : 0;
    }
    return points_at(approximation::drawn_apart(problem_.intervals, places_of(now.extrema),
                                                before ? places_of(before->extrema) : std::vector<R>(), going_on,
                                                count));
  }

  /// One degree after the other.
  bool settle_by_halves(const state& now, std::size_t m, std::size_t n, double tolerance, state& out) {
    if (m == now.degree_of_p || n == now.degree_of_q) return false;
    constexpr double on_the_way = 1e-3;
    state half;
    for (const auto& [of_p, of_q] : {std::pair(now.degree_of_p, n), std::pair(m, now.degree_of_q)})
      if (settle_with_points_put_in(now, of_p, of_q, on_the_way, half) && !of_noise_ &&
          settle_with_points_put_in(half, m, n, tolerance, out))
        return true;
    return false;
  }

  exchange_result<R> report(const state& found, std::size_t more) {
    using std::abs;
    exchange_result<R> out;
    {
      const raised_precision<R> more_bits(4);  // here they are lost, of values that are good ones
      out.coefficients = scale_.unscaled(found.quotient.coefficients_of_p(found.degree_of_p + 1));
      out.denominator = scale_.unscaled(found.quotient.coefficients_of_q(found.degree_of_q + 1));
    }
    reference_found_ = places_of(found.reference);
    level_found_ = found.level;
    std::vector<R> arguments;
    for (const point& p : found.reference) arguments.push_back(p.s.argument);
    const R first = take_pole_at_zero(out.denominator, arguments, unit_);
    for (R& c : out.coefficients) c = c / first;
    for (R& c : out.denominator)
      if (abs(c) > R(0)) c = c / first;
    out.coefficients.resize(degree_of_p_ + 1, R(0));
    out.denominator.resize(degree_of_q_ + 1, R(0));
    out.level = abs(found.level);
    out.largest = found.largest;
    for (const point& p : found.extrema) {
      out.extrema.push_back(p.x);
      out.errors.push_back(p.is_flipped ? R(-p.error) : p.error);
      if (!(abs(p.error) < found.largest)) out.worst_at = p.x;
    }
    needed_ = found.degree_of_p + found.degree_of_q + 2 + more;
    out.rounds = rounds_;
    out.of_noise = of_noise_;
    out.converged = found.converged && abs(first) > R(0);
    return out;
  }

  static constexpr double next_to_one = 1e-20, large_error = 1e-3, small_error = 1e-9;
  static constexpr int most_levels_of_parts = 1600;
  std::size_t needed_ = 0;
  std::vector<R> corrected_, reference_found_;
  R level_found_ = 0;
  std::optional<state> unfinished_;  ///< found at samples, with alternations missing
  bool is_lower_ = false;            ///< looks for where another one begins
  bool wants_bits_ = false;
  std::optional<state> better_;
  exclusion_of_signs excluded_;
};

}  // namespace vieta::approximation
