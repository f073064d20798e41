#pragma once

#include "minimax/quotient/beside_gap.hpp"
#include "minimax/quotient/corrected_reference.hpp"
#include "minimax/quotient/points_put_in.hpp"

namespace vieta::approximation {

/// The exchange for p/q of all powers without constraints (Filip, Nakatsukasa, Trefethen and Beckermann 2018), in two
/// respects stronger than `exchange`: every round's quotient is the positive eigenvector of a symmetric problem, so
/// there is no search for it; and a step to new points that ends at a pole is shortened until it does not. It begins
/// with low degrees, whose points, drawn apart, are where the next type begins.
template <class R>
class quotient_exchange {
 public:
  /// `unit`: of the number type's rounding errors; errors below `noise` times the largest target are made of these.
  quotient_exchange(const exchange_problem<R>& problem, R unit, R noise)
      : problem_(problem), unit_(std::move(unit)), noise_(std::move(noise)) {
    degree_of_p_ = problem.free.exponents.empty() ? 0 : static_cast<std::size_t>(problem.free.exponents.back());
    degree_of_q_ = static_cast<std::size_t>(problem.denominator);
    scale_ = argument_over(problem);
  }

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

  /// No p/q of the type errs less: the largest level of the references that were tried (de la Vallee-Poussin).
  [[nodiscard]] const R& bound() const { return bound_; }

  /// The points that differential correction has found; empty: none.
  [[nodiscard]] const std::vector<R>& corrected() const { return corrected_; }

  /// The error of p = 0 is 1, and no p/q of the type has one that double tells from it.
  [[nodiscard]] bool zero_is_as_good() const { return errors_of_zero_are_1_ && R(1) - bound_ < R(1e-16); }

  exchange_result<R> run() {
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

 private:
  using point = quotient_point<R>;
  using state = quotient_state<R>;

  point at(const R& x) const {
    using std::abs;
    point p;
    p.x = x;
    p.s = problem_.at(part_ < 1 ? R(fixed_end_ + (x - fixed_end_) * R(part_)) : x);
    p.t = scale_(p.s.argument);
    p.is_usable = abs(p.s.factor) > R(0);
    if (share_ < 1 && p.is_usable) {
      const R even = exp_of<R>((share_ - 1) * logarithm(R(abs(p.s.factor))));
      if (!keeps_targets_) p.s.target = p.s.target * even;
      p.s.factor = p.s.factor * even;
    }
    return p;
  }

  bool must_stop() {
    stopped_ = stopped_ || zero_is_as_good() || (problem_.must_stop && problem_.must_stop());
    return stopped_;
  }

  std::vector<point> points_at(const std::vector<R>& places) const {
    std::vector<point> all;
    for (const R& x : places) all.push_back(at(x));
    return all;
  }
  std::vector<point> spread(std::size_t count) const { return points_at(spread_places(problem_.intervals, count)); }

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

  /// Where no rule finds points of a higher type: this one's and one or two besides, wherever there is room.
  bool settle_with_points_put_in(const state& now, std::size_t m, std::size_t n, double tolerance, state& out,
                                 bool in_many_ways = false) {
    const std::size_t count = m + n + 2;
    if (now.extrema.size() >= count) return false;
    const std::size_t missing_points = count - now.extrema.size();
    if (missing_points > 2) return false;
    if (count > 24) return false;
    const auto gaps = gaps_between(problem_.intervals, places_of(now.extrema));
    const auto tried = [&](std::initializer_list<R> places) {
      std::vector<point> reference = now.extrema;
      for (const R& x : places) {
        if (stopped_ || !is_inside(problem_.intervals, x)) return false;
        reference.push_back(at(x));
      }
      std::sort(reference.begin(), reference.end(), [](const point& a, const point& b) { return a.x < b.x; });
      return settle(std::move(reference), m, n, tolerance, out);
    };
    return put_in(gaps, missing_points, in_many_ways, tried) ||
           (in_many_ways && missing_points == 2 && beside_tops(problem_.intervals, places_of(now.extrema), tried));
  }

  /// The exchange of one type from this reference: false where it finds no quotient without poles there, or does not
  /// come to an end.
  bool settle(std::vector<point> reference, std::size_t m, std::size_t n, double tolerance, state& out,
              int most_rounds = 40) {
    using std::abs;
    constexpr int most_halvings = 8, most_when_near = 40;
    constexpr double near = 0.1;
    if (rounds_ > rounds_allowed_) return false;
    out = state();
    out.degree_of_p = m;
    out.degree_of_q = n;
    if (!is_tidy(reference)) return false;
    state now = out;
    now.reference = std::move(reference);
    if (!level(now)) return false;
    R scale = 0;
    for (const point& p : now.reference) scale = std::max(scale, R(abs(p.s.target)));
    double least_gap = 1;
    int idle = 0;
    for (int round = 1; round <= (least_gap < near ? most_when_near : most_rounds) && !must_stop(); ++round) {
      if (++rounds_ > rounds_allowed_) return false;
      if (!(now.largest > scale * noise_)) {  // the function is this quotient itself
        out = std::move(now);
        return out.converged = of_noise_ = true;
      }
      const R size = abs(now.level);
      if (out.reference.empty() || now.largest < out.largest || size > abs(out.level)) out = now;
      const double gap = static_cast<double>((now.largest - size) / now.largest);
      if (!(gap > tolerance)) {
        out = std::move(now);
        out.converged = gap > -tolerance;
        return out.converged;
      }
      idle = gap < 0.7 * least_gap ? 0 : idle + 1;
      least_gap = std::min(least_gap, gap);
      if (idle > 12) return false;
      const std::vector<point> target = renewed(now.reference, now.extrema, now.level);
      if (target.size() != now.reference.size()) return false;
      // The level grows along the way to the new points, as long as that is short.
      bool moved = false;
      double part = 1;
      for (int halving = 0; halving < most_halvings && !moved && !must_stop(); ++halving, part = part / 2) {
        state next;
        next.degree_of_p = m;
        next.degree_of_q = n;
        if (part == 1) {
          next.reference = target;
        } else {
          for (std::size_t i = 0; i < target.size(); ++i)
            next.reference.push_back(at(now.reference[i].x + (target[i].x - now.reference[i].x) * R(part)));
          if (!is_tidy(next.reference)) continue;
        }
        moved = level(next) && abs(next.level) > size * R(1 - 1e-9);
        if (moved) now = std::move(next);
      }
      if (!moved) return false;
    }
    return false;
  }

  /// The quotient of this reference, and its largest errors; false where it has a pole.
  bool level(state& now) {
    if (levels_left_-- <= 0) return false;
    std::vector<sample<R>> samples;
    std::vector<R> t;
    for (const point& p : now.reference) {
      samples.push_back(p.s);
      t.push_back(p.t);
    }
    levelled_quotient<R> system(samples, t, unit_, [this] { return must_stop(); });
    const std::optional<quotient_and_level<R>> found = system.find(now.degree_of_p, now.degree_of_q);
    if (!found) return false;
    now.quotient = found->quotient;
    now.level = found->level;
    if (now.degree_of_p + now.degree_of_q == degree_of_p_ + degree_of_q_ && share_ == 1 && part_ == 1)
      bound_ = std::max(bound_, now.level < R(0) ? R(-now.level) : now.level);
    const auto make = [this](const R& x) { return at(x); };
    quotient_extrema<R, decltype(make)> extrema(problem_, now.quotient, make);
    if (!extrema.find(now.reference, now.level, [this] { return must_stop(); })) return false;
    now.extrema = std::move(extrema.extrema());
    now.largest = extrema.largest();
    return true;
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
    const R first = out.denominator[0];
    for (R& c : out.coefficients) c = c / first;
    for (R& c : out.denominator) c = c / first;
    out.coefficients.resize(degree_of_p_ + 1, R(0));
    out.denominator.resize(degree_of_q_ + 1, R(0));
    out.level = abs(found.level);
    out.largest = found.largest;
    for (const point& p : found.extrema) {
      out.extrema.push_back(p.x);
      out.errors.push_back(p.error);
      if (!(abs(p.error) < found.largest)) out.worst_at = p.x;
    }
    needed_ = found.degree_of_p + found.degree_of_q + 2 + more;
    out.rounds = rounds_;
    out.of_noise = of_noise_;
    out.converged = found.converged && abs(first) > R(0);
    return out;
  }

  static constexpr double next_to_one = 1e-20, large_error = 1e-3, small_error = 1e-9;
  static constexpr int most_rounds_of_all = 900, most_levels_of_parts = 1600;  // more suffers from rounding errors
  const exchange_problem<R>& problem_;
  R unit_, noise_;
  scaled_argument<R> scale_;
  std::size_t degree_of_p_ = 0, degree_of_q_ = 0, needed_ = 0;
  int rounds_ = 0, rounds_allowed_ = most_rounds_of_all, levels_left_ = std::numeric_limits<int>::max();
  double share_ = 1;  ///< the power of factors that counts
  double part_ = 1;   ///< of the interval that counts, which begins or ends at:
  R fixed_end_ = 0, bound_ = 0;
  std::vector<R> corrected_, reference_found_;
  std::optional<state> unfinished_;  ///< found at samples, with alternations missing
  bool errors_of_zero_are_1_ = false;
  bool keeps_targets_ = false;  ///< of targets not
  bool is_lower_ = false;       ///< looks for where another one begins
  bool stopped_ = false, of_noise_ = false, wants_bits_ = false;
};

}  // namespace vieta::approximation
