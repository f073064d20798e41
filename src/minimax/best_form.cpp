#include "minimax/best_form.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "minimax/fit/coefficients.hpp"
#include "minimax/fit/continuation.hpp"
#include "minimax/fit/levelling.hpp"
#include "minimax/fit/sampling.hpp"
#include "minimax/proof/prove.hpp"
#include "minimax/quotient/quotient_exchange.hpp"
#include "minimax/samples/level.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {
namespace {

#ifdef VIETA_HAVE_ARB
std::string with_all_digits(const big& value) {
  constexpr double digits_of_a_bit = 0.302;
  exact::real_ball exact_value;
  arf_set(arb_midref(exact_value.x), value.get());
  const slong digits = static_cast<slong>(static_cast<double>(big::precision) * digits_of_a_bit) + 3;
  char* const text = arb_get_str(exact_value.x, digits, ARB_STR_NO_RADIUS);
  std::string copy = text;
  flint_free(text);
  return copy;
}
#endif

template <class R>
solution without_type(const exchange_result<R>& r, std::size_t need, std::string arithmetic) {
  solution s;
  for (const R& c : r.coefficients) s.coefficients.push_back(static_cast<extended>(c));
  for (const R& q : r.denominator) s.denominator.push_back(static_cast<extended>(q));
#ifdef VIETA_HAVE_ARB
  for (const R& c : r.coefficients) s.all_digits.push_back(with_all_digits(big(c)));
  for (const R& q : r.denominator) s.all_digits_of_q.push_back(with_all_digits(big(q)));
#endif
  s.level = static_cast<extended>(r.level);
  s.largest = static_cast<extended>(r.largest);
  for (const R& x : r.added) s.added.push_back(static_cast<extended>(x));
  s.converged = r.converged;
  s.alternates = r.alternates;
  s.of_noise = r.of_noise;
  s.of_all_signs = r.of_all_signs;
  s.excluded = r.excluded;
  s.rounds = r.rounds;
  s.arithmetic = std::move(arithmetic);
  s.references.emplace_back();
  for (const R& x : consecutive_extrema(r, need)) s.references.back().push_back(static_cast<extended>(x));
  // Runs of equal signs hold one extremum each; those below the level are none, and make one point of their neighbours.
  bool is_after_small = false;
  for (std::size_t i = 0; i < r.extrema.size(); ++i) {
    const minimax_point top{static_cast<double>(r.extrema[i]), static_cast<double>(r.errors[i])};
    if (!(std::fabs(static_cast<extended>(r.errors[i])) > 0.999L * s.level) && (r.converged || r.extrema.size() > need))
      is_after_small = !is_after_small;
    else if (!is_after_small || s.alternation.empty() || !(s.alternation.back().x < top.x))
      s.alternation.push_back(top), is_after_small = false;
    else if (is_after_small = false; std::fabs(top.error) > std::fabs(s.alternation.back().error))
      s.alternation.back() = top;
  }
  return s;
}

template <class R>
void add_reference(const exchange<R>& rounds, solution& s) {
  s.references.emplace_back();
  for (const R& x : rounds.reference()) s.references.back().push_back(static_cast<extended>(x));
}

#ifdef VIETA_HAVE_ARB
bool finds_q(const problem& p) { return p.denominator.empty() && p.denominator_degree > 0; }

/// Of samples both ends are proven: the largest error of this p, and one that no p is below. Where they meet it is the
/// best p, however the exchange has ended. What long double says of errors that are its own rounding errors is neither.
/// `is_of_many_bits`: what many bits call noise is an error of 0.
bool is_best_of_samples(const problem& p, std::size_t free, solution& s, bool is_of_many_bits = false) {
  constexpr double levelled = 1e-9;
  if (s.rounds == 0) return false;
  if (!is_of_many_bits || !s.of_noise) {
    const proof known = prove(p, s.all_digits, 1, 0, 0, [] { return false; });
    if (!std::isfinite(known.bound)) return false;
    s.largest = known.largest;
  }
  const double largest = static_cast<double>(s.largest);
  const auto is_met = [&] { return s.proven >= largest * (1 - levelled); };
  const auto try_points = [&](const std::vector<extended>& points) {
    if (!is_met()) s.proven = std::max(s.proven, proven_level(p, points, largest));
  };
  for (const std::vector<extended>& points : s.references) try_points(points);
  if (!is_met() && largest > 0) s.proven = std::max(s.proven, proven_fixed_error(p));
  // A place where constraints fix the error is not among those that were levelled.
  for (std::size_t k = 0; s.alternation.size() == 1 && !s.references.empty() && k < s.references.back().size(); ++k) {
    std::vector<extended> points = s.references.back();
    points[k] = s.alternation[0].x;
    if (std::count(points.begin(), points.end(), points[k]) == 1) try_points(points);
  }
  if (!is_met()) return false;
  s.converged = true;
  if (s.alternation.size() <= free) s.alternates = false;
  return true;
}
#endif

/// How many bits are lost in telling what functions add up to which are nearly the same. Powers of an argument far from
/// 0 are: on [1e15, 1e15 + 2] long double has x^4 for a multiple of x^3, and levels of such columns are no bounds. So
/// are powers on a short interval and on another one far from it; this shows in what Gram's and Schmidt's process
/// leaves.
long bits_lost(const exchange_problem<extended>& e) {
  constexpr std::size_t many = 24;
  constexpr int seldom = 30, all_of_them = 54;
  extended least = std::numeric_limits<extended>::infinity(), most = -least;
  const std::size_t n = e.free.directions.size();
  std::vector<std::vector<extended>> columns(n <= many && e.denominator == 0 ? n : 0);
  const levelling<extended> system(e.free);
  for (const sample<extended>& at : exchange<extended>(e).samples()) {
    if (!std::isfinite(at.argument) || !std::isfinite(at.factor) || !std::isfinite(at.target)) continue;
    least = std::min(least, at.argument), most = std::max(most, at.argument);
    if (columns.empty()) continue;
    const std::vector<extended> row = system.row_of(system.terms_of(at, 0), 0);
    for (std::size_t k = 0; k < columns.size(); ++k) columns[k].push_back(row[k]);
  }
  extended lost = 0;
  const auto product = [](const std::vector<extended>& a, const std::vector<extended>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), extended());
  };
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const extended before = product(columns[k], columns[k]);
    for (std::size_t j = 0; j < k; ++j) {
      const extended along = product(columns[j], columns[k]);
      for (std::size_t i = 0; i < columns[k].size(); ++i) columns[k][i] -= along * columns[j][i];
    }
    const extended after = product(columns[k], columns[k]);
    if (!(after > 0) || !std::isfinite(before)) continue;  // dependent on the others to the last bit, as x and -x show
    lost = std::max(lost, std::log2(before / after) / 2);
    for (extended& value : columns[k]) value /= std::sqrt(after);
  }
  if (lost < seldom) lost = 0;
  if (lost > all_of_them) lost *= static_cast<extended>(n);  // or more: it is all that long double has
  const extended half = (most - least) / 2, size = std::max(std::fabs(least), std::fabs(most));
  const int of_q = e.denominator, of_p = e.free.exponents.back() - (of_q > 0 ? 0 : e.free.exponents.front());
  if (half > 0 && size > half) lost = std::max(lost, std::log2(size / half) * static_cast<extended>(of_p + of_q));
  return static_cast<long>(std::ceil(lost));
}
constexpr long bits_to_spare = 24;  // of long double's
/// The dense exchange takes long for these, and does not find them.
template <class R>
bool is_large_quotient(const exchange_problem<R>& e) {
  return quotient_exchange<R>::serves(e) && e.free.directions.size() > 24;
}

solution solve_in_long_double(const exchange_problem<extended>& e, std::size_t need, bool more_bits_follow,
                              std::vector<extended>* reference) {
  constexpr double noise = 1e-17;
  exchange<extended> rounds(e);
  rounds.set_noise(noise);
  exchange_result<extended> r;
  std::vector<extended> corrected;
  const bool serves = quotient_exchange<extended>::serves(e), has_gaps = serves && !gaps_of(e.intervals).empty();
  if (!is_large_quotient(e) && !has_gaps) r = rounds.run();
  if (!r.converged && serves) {
    constexpr extended unit = 0x1p-64L;
    quotient_exchange<extended> types(e, unit, noise);
    auto found = types.run();
    corrected = types.corrected();
    if (found.converged) {
      solution s = without_type(found, types.needed(), "long double");
      s.corrected = !corrected.empty();
      s.needed = types.needed();
      if (reference) *reference = consecutive_extrema(found, need);
      return s;
    }
    if (is_large_quotient(e) && more_bits_follow) return without_type(r, need, "long double");
    if (has_gaps) r = rounds.run();
  }
  if (!corrected.empty()) {  // long double may have too few bits to go on from there
    solution s = without_type(r, need, "long double");
    s.corrected = true;
    if (reference) *reference = corrected;
    return s;
  }
  if (e.denominator > 0 && !r.converged) {
    exchange_problem<extended> again = e;
    again.initial = reference_by_continuation(e, need, noise);
    if (!again.initial.empty()) {
      exchange<extended> from_there(again);
      from_there.set_noise(noise);
      r = from_there.run();
    }
  }
  // Where rounding errors stopped it, the points are good ones to go on from.
  if (reference) *reference = consecutive_extrema(r, need);
  solution s = without_type(r, need, "long double");
  add_reference(rounds, s);
  return s;
}

#ifdef VIETA_HAVE_ARB
/// With more bits until they do not matter any more: a levelled error of 2^-k leaves precision - k bits for itself.
/// `size`: of the function's values, the measure of rounding errors. `lost`: bits that nearly equal functions take.
/// `corrects`: differential correction has served in long double.
solution solve_in_big(const problem& p, std::size_t need, const std::vector<extended>& reference,
                      const std::vector<extended>& also, extended size, slong lost, bool corrects, session& work) {
  solution s;
  double of_no_quotient = 0;
  constexpr slong most_bits = 4000, enough_bits = 300;
  const slong first_bits = 96 + 5 * static_cast<slong>(p.exponents.size()) + 2 * lost;
  for (slong bits = first_bits; bits <= std::max(most_bits, first_bits); bits = bits * 2) {
    big::precision = bits;
    work.begin("exchange, " + std::to_string(bits) + " bits");
    exchange_problem<big> e = sampled_in_big(p, also);
    e.must_stop = [&] { return work.must_stop(); };
    e.often = true;
    e.corrects = corrects;
    e.tolerance = 1e-12;
    for (const extended x : reference) e.initial.emplace_back(x);
    exchange_result<big> r;
    std::size_t needed = 0;
    bool wants_bits = false, zero_is_as_good = false;
    std::optional<exchange<big>> rounds;
    if (quotient_exchange<big>::serves(e)) {
      e.often = false;
      quotient_exchange<big> types(e, power(big(0.5), static_cast<int>(bits)),
                                   power(big(0.5), static_cast<int>(bits * 9 / 10)));
      r = types.run();
      needed = types.needed();
      zero_is_as_good = !r.converged && types.zero_is_as_good();
      wants_bits = !r.converged && types.wants_bits() && bits <= enough_bits && !zero_is_as_good;
      // Rounded down: what is proven of 1 - 1e-21 is not proven of 1.
      of_no_quotient = std::max(of_no_quotient, std::nextafter(static_cast<double>(types.bound()), 0.0));
      if (r.converged) e.initial = r.extrema;
    }
    if (wants_bits && work.stopped_by().empty()) continue;
    if (!r.converged && work.stopped_by().empty() && !is_large_quotient(e) && !zero_is_as_good) {
      needed = 0;
      e.often = true;
      rounds.emplace(e);
      rounds->set_noise(std::ldexp(1.0, static_cast<int>(std::max<slong>(-bits * 9 / 10, -1000))));
      r = rounds->run();
    }
    s = without_type(r, need, "Arb, " + std::to_string(bits) + " bits");
    if (rounds) add_reference(*rounds, s);
    s.needed = needed;
    s.of_no_quotient = of_no_quotient;
    if (!work.stopped_by().empty() || zero_is_as_good) break;
    const double level = static_cast<double>(std::fabs(static_cast<extended>(r.level)) / size);
    // A function that is its own approximation, such as erf(x) + erfc(x) - 1: all that is left are rounding errors of
    // all these bits, less than 1e-190 of the values.
    constexpr slong many_bits = 800;
    if (bits >= many_bits && std::log2(level) < -0.8 * static_cast<double>(bits)) {
      s.level = s.largest = 0;
      s.converged = s.of_noise = true;
      break;
    }
    if (s.converged && std::log2(level) > -0.5 * static_cast<double>(bits)) break;  // 0: more bits may show an error
    if (!s.converged && level > 0 && std::log2(level) > -0.25 * static_cast<double>(bits)) break;  // bits are not it
  }
  return s;
}
/// The function is its own approximation: coefficients that are noise of many digits are none. They would be errors
/// without bound next to zeros of the function, where the error is relative.
void drop_noise(const exchange_problem<extended>& e, const std::vector<int>& exponents, solution& s) {
  constexpr extended part = 1e-60L;
  const auto samples = exchange<extended>(e).samples();
  const auto drop = [&](const std::vector<int>& powers, bool of_p, std::vector<extended>& c,
                        std::vector<std::string>& digits) {
    std::vector<extended> sizes;
    extended largest = 0;
    for (std::size_t k = 0; k < c.size(); ++k) {
      extended column = 0;
      for (const sample<extended>& at : samples)
        column = std::max(column, std::fabs((of_p ? at.factor : 1) * power(at.argument, powers[k])));
      sizes.push_back(std::fabs(c[k]) * column);
      largest = std::max(largest, sizes.back());
    }
    for (std::size_t k = 0; k < c.size(); ++k)
      if (sizes[k] < part * largest) c[k] = 0, digits[k] = "0";
  };
  drop(exponents, true, s.coefficients, s.all_digits);
  std::vector<int> all(s.denominator.size());
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<int>(k);
  drop(all, false, s.denominator, s.all_digits_of_q);
}
#endif

best_form solve_as_it_is(const problem& p, const std::vector<extended>& also, session& work, double unit = 0) {
  best_form best;
  work.begin("exchange");
  best.sampled = sampled_in_long_double(p, also);
  best.sampled.must_stop = [&work] { return work.must_stop(); };
  best.free = best.sampled.free.directions.size();
  const std::size_t need = best.free + 1;
  if (!p.samples.empty() && p.samples.size() < need)
    throw error("samples: found " + std::to_string(p.samples.size()) + " for " + std::to_string(best.free) +
                " free coefficients, expected more samples than coefficients");
#ifdef VIETA_HAVE_ARB
  const bool of_samples = !p.samples.empty() && !finds_q(p), more_bits = !p.callable || of_samples;
#else
  constexpr bool of_samples = false, more_bits = false;
#endif
  std::vector<extended> reference;
  best.found = solve_in_long_double(best.sampled, need, more_bits, &reference);
  std::vector<extended> everywhere = also;
  const auto look_at_added = [&] {
    everywhere.insert(everywhere.end(), best.found.added.begin(), best.found.added.end());
    const auto must_stop = best.sampled.must_stop;
    best.sampled = sampled_in_long_double(p, everywhere);
    best.sampled.must_stop = must_stop;
  };
  if (!best.found.added.empty()) look_at_added();
  const exchange_problem<extended>& e = best.sampled;
  [[maybe_unused]] constexpr extended noise = 1e-8L;  // of the largest error
  const long lost = bits_lost(e);
  std::optional<solution> chosen;
  if (unit > 0 && work.stopped_by().empty()) chosen = best_elsewhere(e, best.found, unit, lost <= bits_to_spare);
#ifdef VIETA_HAVE_ARB
  if (chosen && !p.callable && !is_sampled_well(p, e, noise * chosen->largest, chosen->alternation)) {
    best.in_big = is_held_by_fixed_error(p, everywhere, *chosen);
    if (!best.in_big) chosen.reset();
  }
  if (chosen)
    for (const extended c : chosen->coefficients) chosen->all_digits.push_back(with_all_digits(big(c)));
  if (chosen && of_samples && !is_best_of_samples(p, best.free, *chosen)) chosen.reset();
#endif
  if (chosen) {
    best.found = std::move(*chosen);
    return best;
  }
  const auto lowered = [&best] {  // a quotient of lower degrees that is the best even so
    if (best.found.needed > 0 && !best.found.of_noise) best.free = best.found.needed - 1;
  };
  bool exact_enough = best.found.converged && best.free <= 9 && lost <= bits_to_spare;
  if (e.denominator > 0)
    exact_enough =
        exact_enough && best.found.alternation.size() > (best.found.needed > 0 ? best.found.needed - 1 : best.free);
  extended size = 0;
  for (const sample<extended>& at : exchange<extended>(e).samples()) size = std::max(size, std::fabs(at.target));
  exact_enough = exact_enough && size * 1e-10L < best.found.largest;
#ifdef VIETA_HAVE_ARB
  exact_enough =
      exact_enough && (p.callable || is_sampled_well(p, e, noise * best.found.largest, best.found.alternation));
  if (of_samples) exact_enough = is_best_of_samples(p, best.free, best.found);
  if (!exact_enough && more_bits && work.stopped_by().empty()) {
    const solution first = best.found;
    best.found = solve_in_big(p, need, reference, everywhere, size > 0 ? size : 1, lost, first.corrected, work);
    best.in_big = true;
    if (of_samples) is_best_of_samples(p, best.free, best.found, true);
    if (best.found.of_noise && best.found.converged) drop_noise(best.sampled, p.exponents, best.found);
    if (!work.stopped_by().empty() && !best.found.converged && first.rounds > 0) {
      best.found = first;  // more bits would have told whether it is the best
      best.found.converged = false;
      best.in_big = false;
    } else if (!best.found.added.empty()) {
      look_at_added();
    }
  } else if (!exact_enough && more_bits) {
    best.found.converged = false;
  }
#else
  if (!exact_enough) best.note = "conditioning asks for more than long double: build with Arb (libflint-dev)";
#endif
#ifdef VIETA_HAVE_ARB
  if (best.in_big && unit > 0 && !best.found.converged && !p.callable && work.stopped_by().empty()) {
    exchange_problem<extended> careful = sampled_carefully(p, everywhere);
    careful.must_stop = best.sampled.must_stop;
    chosen = best_elsewhere(careful, best.found, unit, lost <= bits_to_spare);
    if (chosen && is_held_by_fixed_error(p, everywhere, *chosen)) {
      for (const extended c : chosen->coefficients) chosen->all_digits.push_back(with_all_digits(big(c)));
      best.found = std::move(*chosen);
      return best;
    }
  }
#endif
  // What long double has said of powers that it cannot tell apart is nothing.
  if (!best.in_big && !of_samples && lost > bits_to_spare) best.found.converged = false, best.found.level = 0;
  lowered();
  return best;
}

/// Where the errors of a best p of fewer powers alternate as often as those of all powers have to, it is their best
/// one. The exchange from all powers goes on and on there: |sin(10 x)| is 1/2 up to an error that alternates 13 times,
/// and any ten points of it tell as little of p as others.
std::optional<best_form> of_fewer_powers(const problem& p, const best_form& stalled, const std::vector<extended>& also,
                                         session& work) {
  constexpr extended levelled = 1e-9L;
  const std::size_t powers = p.exponents.size(), need = powers + 1;
  if (!p.constraints.empty() || !stalled.found.alternates || stalled.sampled.denominator > 0) return std::nullopt;
  for (std::size_t k = 0; k < powers; ++k)
    if (p.exponents[k] != static_cast<int>(k)) return std::nullopt;
  for (const std::size_t fewer : {std::size_t(1), powers - 1, powers - 2}) {
    if (fewer >= powers || fewer < 1 || !work.stopped_by().empty()) continue;
    problem lower = p;
    lower.exponents.resize(fewer);
    best_form found = solve_as_it_is(lower, also, work);
    solution& s = found.found;
    std::vector<minimax_point> alternating;
    for (const minimax_point& at : s.alternation)
      if (std::fabs(at.error) >= static_cast<double>(s.largest * (1 - levelled)) &&
          (alternating.empty() || alternating.back().error * at.error < 0))
        alternating.push_back(at);
    if (!s.converged || s.of_noise || alternating.size() < need) continue;
    s.alternation = std::move(alternating);
    s.coefficients.resize(powers, 0);
    s.all_digits.resize(powers, "0");
    s.level = std::min(s.level, s.largest * (1 - levelled));
    s.references.emplace_back();
    for (std::size_t k = 0; k < need; ++k) s.references.back().push_back(s.alternation[k].x);
#ifdef VIETA_HAVE_ARB
    if (!p.samples.empty() && !is_best_of_samples(p, stalled.free, s)) continue;
#endif
    found.sampled = stalled.sampled;
    found.free = stalled.free;
    return found;
  }
  return std::nullopt;
}

}  // namespace

best_form solve(const problem& p, const std::vector<extended>& also, session& work, double unit) {
  best_form best = solve_as_it_is(p, also, work, unit);
  if (!best.found.converged && best.found.rounds > 0 && work.stopped_by().empty())
    if (std::optional<best_form> found = of_fewer_powers(p, best, also, work)) return *std::move(found);
  return best;
}

void scale_to(const number_format& format, solution& found, bool at_any_cost) {
  extended largest = 0, least = 0;
  for (const std::vector<extended>* of : {&found.coefficients, &found.denominator})
    for (const extended c : *of) {
      const extended size = std::fabs(c);
      if (!(size > 0)) continue;
      largest = std::max(largest, size);
      least = least > 0 ? std::min(least, size) : size;
    }
  if (!(largest > format.largest() / 2) || !std::isfinite(largest)) return;
  int middle = (std::ilogb(largest) + std::ilogb(least)) / 2;
  // Formats reach farther down than up, and what is lost there costs less than what has no number.
  if (at_any_cost) middle = std::max(middle, std::ilogb(largest) + 1 - std::ilogb(format.largest()));
  for (std::vector<extended>* of : {&found.coefficients, &found.denominator})
    for (extended& c : *of) c = std::ldexp(c, -middle);
}

int scale_argument_to(const number_format& format, const std::vector<int>& exponents, solution& found) {
  const extended most = format.largest();
  const std::vector<extended>& q = found.denominator;
  const auto fits = [most](extended c) { return std::fabs(c) <= most; };
  if (std::ranges::all_of(found.coefficients, fits) && std::ranges::all_of(q, fits)) return 0;
  if (q.size() < 2 || q.front() == 0 || q.back() == 0 || !std::isfinite(q.back() / q.front()))
    return scale_to(format, found, true), 0;
  const int k = static_cast<int>(
      std::lround(static_cast<double>(std::log2(std::fabs(q.back() / q.front()))) / static_cast<double>(q.size() - 1)));
  const int unit = -std::ilogb(q.front());  // q(0) becomes 1 again
  for (std::size_t i = 0; i < found.coefficients.size(); ++i)
    found.coefficients[i] = std::ldexp(found.coefficients[i], unit - k * exponents[i]);
  for (std::size_t i = 0; i < found.denominator.size(); ++i)
    found.denominator[i] = std::ldexp(found.denominator[i], unit - k * static_cast<int>(i));
  scale_to(format, found, true);
  return k;
}

std::optional<best_form> kept_beside(const problem& p, const best_form& quotient, const std::vector<extended>& also) {
  constexpr extended much = 1e-8L, units = 0x1p-51L;  // less than what rounding p costs, too
  if (!quotient.found.converged || quotient.found.coefficients.size() != p.exponents.size()) return std::nullopt;
  best_form kept = quotient;
  kept.found.denominator.clear();
  const auto largest = [&](const auto& e, auto zero) {
    using R = decltype(zero);
    std::vector<R> coefficients;
    for (const extended c : kept.found.coefficients) coefficients.emplace_back(c);
    return static_cast<extended>(exchange<R>(e).measure(coefficients).largest);
  };
  kept.sampled = sampled_in_long_double(p, also);
#ifdef VIETA_HAVE_ARB
  const extended error = kept.in_big ? largest(sampled_in_big(p, also), big()) : largest(kept.sampled, extended());
#else
  const extended error = largest(kept.sampled, extended());
#endif
  extended size = 0;
  for (const sample<extended>& at : exchange<extended>(kept.sampled).samples())
    size = std::max(size, std::fabs(at.target));
  if (!(error <= kept.found.largest * (1 + much) + units * size)) return std::nullopt;
  return kept;
}

bool is_polynomial(const problem& p) {
  constexpr extended noise = 0x1p-58L;
  exchange_problem<extended> e = sampled_in_long_double(p);
  e.most_rounds = 1;
  extended size = 0;
  exchange<extended> rounds(e);
  for (const sample<extended>& at : rounds.samples()) size = std::max(size, std::fabs(at.target));
  return rounds.run().largest <= noise * size;
}

}  // namespace vieta::approximation
