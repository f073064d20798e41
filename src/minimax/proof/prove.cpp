#include "minimax/proof/prove.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "base/number.hpp"
#include "minimax/fit/coefficients.hpp"
#include "minimax/fit/sampling.hpp"
#include "minimax/function/singular_points.hpp"
#include "minimax/proof/enclosure.hpp"
#include "minimax/proof/identity.hpp"
#include "minimax/proof/taylor.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {

#ifndef VIETA_HAVE_ARB

proof prove(const problem&, const std::vector<std::string>&, double, double, int, const std::function<bool()>&) {
  return {std::numeric_limits<double>::infinity(), 0,
          "no proof: built without Arb (Debian: libflint-dev libflint-arb-dev)"};
}

#else

namespace {

using exact::big_float;
using exact::real_ball;

/// A box [lo, hi]. `anchor` says at which end 0/0 may stand: -1 lo, 1 hi, 0 none.
struct box {
  arf_struct lo, hi;
  bool anchored_lo = false, anchored_hi = false;
  int depth = 0;
  std::shared_ptr<const error_shape> errors;  ///< known from a box around it
  box() {
    arf_init(&lo);
    arf_init(&hi);
  }
  box(const box& o) : box() { *this = o; }
  box& operator=(const box& o) {
    arf_set(&lo, &o.lo);
    arf_set(&hi, &o.hi);
    anchored_lo = o.anchored_lo;
    anchored_hi = o.anchored_hi;
    depth = o.depth;
    errors = o.errors;
    return *this;
  }
  ~box() {
    arf_clear(&lo);
    arf_clear(&hi);
  }
};

class prover {
 public:
  prover(tree error, slong order, slong precision) : error_(std::move(error)), order_(order), precision_(precision) {}

  /// least <= |error| <= out on the box; nothing when no model of it could be made. What is known by less than `fine`
  /// of its errors is kept for its halves.
  enum class by { nothing, model, enclosure };
  by bound(box& b, double fine, arf_t out, arf_t least) const {
    if (b.errors && bound_by_shape(b, out, least)) return by::model;
    if (bound_by_model(b, fine, out, least)) return by::model;
    real_ball at, values;
    const slong bits = precision_ + 2 * b.depth;
    arb_set_interval_arf(at.x, &b.lo, &b.hi, bits);
    enclose(values.x, error_, at.x, bits, [&](arb_t value, const tree& part) { range_by_model(b, part, value); });
    const bool is_enclosed = magnitude(values.x, out, least);
    if (!b.anchored_lo && !b.anchored_hi) return is_enclosed ? by::enclosure : by::nothing;
    // Balls do not know that x > 0 in exp(-1/x).
    big_float other, other_least;
    if (!enclose_between(values.x, error_, &b.lo, &b.hi, bits) || !magnitude(values.x, other.x, other_least.x))
      return is_enclosed ? by::enclosure : by::nothing;
    if (!is_enclosed || arf_cmp(other.x, out) < 0) arf_set(out, other.x);
    if (!is_enclosed || arf_cmp(other_least.x, least) > 0) arf_set(least, other_least.x);
    return by::enclosure;
  }

 private:
  /// False where the shape is too coarse for a box as small as this.
  static bool bound_by_shape(box& b, arf_t out, arf_t least) {
    real_ball range;
    b.errors->range(range.x);
    big_float width;
    if (magnitude(range.x, out, least)) {
      arf_sub(width.x, out, least, 53, ARF_RND_DOWN);
      arf_mul_2exp_si(width.x, width.x, -2);
      if (b.errors->is_within(width.x)) return true;
    }
    b.errors.reset();
    return false;
  }

  bool bound_by_model(box& b, double fine, arf_t out, arf_t least) const {
    std::optional<error_shape> errors;
    real_ball range;
    if (!range_by_model(b, error_, range.x, &errors) || !magnitude(range.x, out, least)) return false;
    if (!errors) return true;
    big_float most;
    arf_set_d(most.x, fine);
    if (errors->is_within(most.x)) b.errors = std::make_shared<const error_shape>(*std::move(errors));
    return true;
  }

  /// Of an expression on the box, around its middle or, where 0/0 may stand at an end, from there.
  bool range_by_model(const box& b, const tree& t, arb_t range, std::optional<error_shape>* errors = nullptr) const {
    real_ball centre, radius;
    arf_add(arb_midref(centre.x), &b.lo, &b.hi, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_mul_2exp_si(arb_midref(centre.x), arb_midref(centre.x), -1);
    arf_sub(arb_midref(radius.x), &b.hi, arb_midref(centre.x), ARF_PREC_EXACT, ARF_RND_UP);
    if (range_around(t, centre.x, radius.x, true, 1, 1, range, errors)) return true;
    arf_sub(arb_midref(radius.x), &b.hi, &b.lo, 64, ARF_RND_UP);
    for (const int power : {1, 2, 4}) {
      if (power > 1) arb_sqrt(radius.x, radius.x, 64);
      arb_get_ubound_arf(arb_midref(radius.x), radius.x, 64);
      mag_zero(arb_radref(radius.x));
      arb_set_arf(centre.x, &b.lo);
      if (b.anchored_lo && range_around(t, centre.x, radius.x, false, 1, power, range)) return true;
      arb_set_arf(centre.x, &b.hi);
      if (b.anchored_hi && range_around(t, centre.x, radius.x, false, -1, power, range)) return true;
    }
    return false;
  }

  static bool magnitude(const arb_t range, arf_t out, arf_t least) {
    if (!arb_is_finite(range)) return false;
    arb_get_abs_ubound_arf(out, range, 53);
    arb_get_abs_lbound_arf(least, range, 53);
    return true;
  }

  bool range_around(const tree& t, const arb_t origin, const arb_t radius, bool both, int scale, int power, arb_t range,
                    std::optional<error_shape>* errors = nullptr) const {
    const taylor::frame frame(radius, both, order_, precision_);
    const taylor model = model_of(t, taylor::variable(frame, origin, scale, power), frame);
    if (!model.valid()) return false;
    model.range(range);
    if (!arb_is_finite(range)) return false;
    if (errors) errors->emplace(model);
    return true;
  }

  tree error_;
  slong order_, precision_;
};

/// The number itself, not a decimal near it.
tree constant_of(double value) {
  const tree size = constant(number_format(coefficient_format::float64, 0).exact_text(std::fabs(value)));
  return value < 0 ? make(operation::negate, size) : size;
}

/// Bits that show errors of this size, when functions are not much larger than 1. An error of any size takes 80.
slong bits_for(double largest) {
  return 80 + static_cast<slong>(largest < 1 ? -std::log2(std::max(largest, 1e-300)) : 0);
}

/// The error at a sample: 53 bits of it, by as many as that takes where numbers differ by orders of magnitude, or a
/// bound below `known`. False for 0/0.
bool error_at(const tree& error, double x, slong bits, double known, real_ball& value, big_float& bound) {
  constexpr slong most_bits = slong{1} << 14;
  for (;; bits *= 2) {
    real_ball at;
    arb_set_d(at.x, x);
    evaluate(value.x, error, at.x, bits);
    if (!arb_is_finite(value.x)) return false;
    arb_get_abs_ubound_arf(bound.x, value.x, 53);
    if (arb_rel_accuracy_bits(value.x) >= 56 || arf_cmp_d(bound.x, known) <= 0 || bits >= most_bits) return true;
  }
}

proof prove_samples(const problem& p, const std::vector<std::string>& coefficients, double largest) {
  const double infinite = std::numeric_limits<double>::infinity();
  proof result{0, 0, ""};
  problem one = p;
  for (const auto& [x, f] : p.samples) {
    one.f = constant_of(f);
    if (p.relative) one.weight = make(operation::divide, constant("1"), one.f);
    const tree error = error_tree(one, polynomial_tree(p.exponents, coefficients, p.argument));
    real_ball value;
    big_float bound;
    if (!error_at(error, x, bits_for(largest), result.largest, value, bound))
      return {infinite, result.boxes, "no proof: 0/0 at a sample"};
    result.bound = std::max(result.bound, arf_get_d(bound.x, ARF_RND_UP));
    const double size = std::fabs(arf_get_d(arb_midref(value.x), ARF_RND_NEAR));
    if (size > result.largest || result.boxes == 0) {
      result.largest = size;
      result.worst_at = x;
    }
    ++result.boxes;
  }
  return result;
}

/// Whether two numbers 0 <= a <= b agree to 50 bits.
bool agree(const arf_t a, const arf_t b) {
  big_float larger;
  arf_mul_2exp_si(larger.x, b, -50);
  arf_add(larger.x, larger.x, a, 53, ARF_RND_DOWN);
  return arf_cmp(larger.x, b) >= 0;
}

/// How large the target is, by some of its values.
double scale_of(const problem& p) {
  constexpr int places = 9;
  const exchange_problem<long double> e = sampled_in_long_double(p);
  long double scale = 0;
  for (const auto& [lo, hi] : e.intervals)
    for (int k = 1; k < places; ++k) {
      try {
        scale = std::max(scale, std::fabs(e.at(lo + (hi - lo) * k / places).target));
      } catch (const error&) {
        continue;  // beyond long double, as x^1e30 is from 1.1 on: the enclosures have a bound all the same
      }
    }
  return static_cast<double>(scale);
}

proof prove_boxes(const problem& p, const std::vector<std::string>& coefficients, double largest, double slack,
                  int effort, const std::function<bool()>& must_stop, double shift = 0) {
  const double infinite = std::numeric_limits<double>::infinity();
  if (!p.samples.empty()) return prove_samples(p, coefficients, largest);
  if (p.callable) return {infinite, 0, "no proof: a callable function cannot be looked into"};
  const double n = static_cast<double>(p.exponents.size());
  // A box is about half a lobe of the error wide; so many terms bring the remainder below what is to be shown.
  // Of an error that is 0 the proof ends at `negligible_error`; fewer terms of more boxes cost less then.
  const double size = largest > 0 ? std::max(largest, 1e-300) : 1e-40, most_terms = largest > 0 ? 60 : 24;
  const double terms = std::log(size * slack) / std::log(0.5 / (n + 1));
  const slong order = static_cast<slong>(std::min(most_terms, std::max(8.0, std::ceil(terms)))) + slong{2} * effort;
  const slong precision = bits_for(size) + static_cast<slong>(2 * n) + slong{64} * effort;
  const tree error = error_tree(p, polynomial_tree(p.exponents, coefficients, p.argument));
  if (is_zero_by_algebra(error)) return {0, 1, ""};
  const prover models(error, order, precision);

  std::vector<box> stack;
  const std::vector<long double> special = suspicious_points(p);
  for (const auto& [from, to] : p.intervals) {
    real_ball lo, hi;
    evaluate(lo.x, from, lo.x, precision);
    evaluate(hi.x, to, hi.x, precision);
    std::vector<double> cuts;
    for (const long double x : special)
      if (static_cast<double>(x) == x && x > evaluate(from, 0) && x < evaluate(to, 0))
        cuts.push_back(static_cast<double>(x));
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    box b;
    b.anchored_lo = b.anchored_hi = true;
    arb_get_lbound_arf(&b.lo, lo.x, precision);
    for (const double cut : cuts) {
      arf_set_d(&b.hi, cut);
      stack.push_back(b);
      arf_set(&b.lo, &b.hi);
    }
    arb_get_ubound_arf(&b.hi, hi.x, precision);
    stack.push_back(b);
  }

  proof result{0, 0, ""};
  double enough = largest * (1 + slack);
  int raises = 0;
  big_float bound, least, best;
  constexpr int most_boxes = 200000;
  // Poles of a quotient of high degree crowd at a singular point: those of sqrt of type (80, 80) down to 2^-120.
  constexpr std::size_t high = 32;
  const bool crowds = p.denominator.size() > high;
  const int deepest_unknown = crowds ? 300 : 60, deepest_model = crowds ? 400 : 120;
  constexpr int deepest_enclosure = 600;  // at 2^-600, x^(1/20) is 1e-9
  constexpr std::size_t most_places = 40;
  // No box shows an error of 0 where a quotient or a function cancels it: then one that nobody minds has to do.
  const int patience = largest > 0 ? 2000 : 64;
  constexpr double of_scale = 1e-30, of_a_pole = 1e4, fine_part = 1.0 / 16;
  // With room above it, more each time: on the way up to a top that was missed, errors grow by almost nothing. Where
  // they are far above, and first digits tell nobody anything, with much.
  const auto raise_at = [&](const box& b) {
    constexpr int many = 100;
    enough = arf_get_d(bound.x, ARF_RND_UP) * (1 + slack);
    slack = std::min(2 * slack, ++raises > many ? 1.0 : 0.05);
    if (result.larger_at.size() == most_places) result.larger_at.erase(result.larger_at.begin());
    result.larger_at.push_back(shift + 0.5 * (arf_get_d(&b.lo, ARF_RND_NEAR) + arf_get_d(&b.hi, ARF_RND_NEAR)));
  };
  while (!stack.empty()) {
    box b = stack.back();
    stack.pop_back();
    if (++result.boxes == patience)
      enough = std::max({enough, scale_of(p) * of_scale, largest > 0 ? 0 : negligible_error(p)});
    const bool stop = must_stop();
    const prover::by found = stop ? prover::by::nothing : models.bound(b, fine_part * slack * enough, bound.x, least.x);
    const bool known = found != prover::by::nothing;
    const int deepest = found == prover::by::enclosure ? deepest_enclosure : known ? deepest_model : deepest_unknown;
    if (known && arf_cmp_d(least.x, enough) > 0) {
      // There is a larger error than the one to be shown: a claim is refuted, or the points looked at have missed it.
      if (effort > 0) return {arf_get_d(least.x, ARF_RND_DOWN), result.boxes, "the error is larger than the bound"};
      // A pole that lies between the points: boxes towards it would have larger and larger errors.
      const double met = arf_get_d(least.x, ARF_RND_DOWN);
      if (largest > 0 && met > of_a_pole * largest && met > of_a_pole * scale_of(p))
        return {infinite, result.boxes,
                "no proof: an error of " + report::rounded(met, 3) +
                    " near x = " + report::rounded(arf_get_d(&b.lo, ARF_RND_NEAR) + shift, 6) + ", as of a pole"};
      raise_at(b);
    }
    // Where errors cross `enough`, they do so within boxes of any width: one that has a single error to 50 bits is not
    // cut.
    // On the way up, one whose errors differ by no more than the room.
    const bool is_even =
        raises > 0 && known && arf_get_d(bound.x, ARF_RND_UP) <= arf_get_d(least.x, ARF_RND_DOWN) * (1 + slack);
    if (known && (arf_cmp_d(bound.x, enough) <= 0 || b.depth >= deepest || is_even || agree(least.x, bound.x))) {
      arf_max(best.x, best.x, bound.x);
      if (arf_cmp_d(bound.x, enough) > 0) raise_at(b);
      continue;
    }
    if (b.depth >= deepest || result.boxes > most_boxes || stop) {
      const double x = arf_get_d(&b.lo, ARF_RND_NEAR);
      result.note = std::string("no proof: ") +
                    (b.depth >= deepest && !stop ? "0/0 or a singularity" : "time or memory ended") +
                    " near x = " + report::rounded(x + shift, 6);
      result.bound = infinite;
      return result;
    }
    const std::shared_ptr<const error_shape> errors = std::move(b.errors);
    box left = b, right = b;
    left.depth = right.depth = b.depth + 1;
    arf_add(&left.hi, &b.lo, &b.hi, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_mul_2exp_si(&left.hi, &left.hi, -1);
    if (effort == 0 && errors) {
      left.errors = std::make_shared<const error_shape>(errors->half(-1));
      right.errors = std::make_shared<const error_shape>(errors->half(1));
    }
    if (effort > 0 && b.depth == 0) {  // not the cuts of the first proof
      arf_add(&left.hi, &left.hi, &b.lo, ARF_PREC_EXACT, ARF_RND_DOWN);
      arf_mul_2exp_si(&left.hi, &left.hi, -1);
    }
    arf_set(&right.lo, &left.hi);
    left.anchored_hi = right.anchored_lo = false;
    stack.push_back(right);
    stack.push_back(left);
  }
  result.bound = arf_get_d(best.x, ARF_RND_UP);
  return result;
}

/// The problem of x + c.
problem shifted(const problem& p, const tree& c) {
  problem moved = p;
  for (tree* part : {&moved.f, &moved.weight, &moved.without_p, &moved.factor, &moved.argument, &moved.form})
    *part = approximation::shifted(*part, c);
  for (auto& [from, to] : moved.intervals)
    for (tree* end : {&from, &to}) {
      const tree rest = make(operation::subtract, *end, c);
      *end = to_text(*end) == to_text(c) || is_zero_by_algebra(rest) ? constant("0") : rest;
    }
  return moved;
}

/// Whether something is divided by what may be 0 at x.
bool divides_by_zero(const tree& t, const arb_t x, slong precision) {
  if (!t) return false;
  if (t->kind == operation::divide && !is_fixed(t->b)) {
    real_ball below;
    evaluate(below.x, t->b, x, precision);
    if (!arb_is_finite(below.x)) enclose(below.x, t->b, x, precision);  // the end of a square root is no zero
    if (!arb_is_finite(below.x) || arb_contains_zero(below.x)) return true;
  }
  return divides_by_zero(t->a, x, precision) || divides_by_zero(t->b, x, precision);
}

/// The c of x - c where 0/0 stands, if no double is there; nothing where there is none.
tree zero_between_doubles(const problem& p) {
  constexpr slong bits = 128;
  if (!p.samples.empty() || p.callable) return nullptr;
  for (const auto& [from, to] : p.intervals)
    for (const tree& part : {p.f, p.factor, p.without_p, p.weight})
      for (const tree& c : part ? shifts_of(part, evaluate(from, 0), evaluate(to, 0)) : std::vector<tree>()) {
        real_ball at;
        evaluate(at.x, c, at.x, bits);
        if (!arb_is_exact(at.x) && divides_by_zero(error_tree(p, constant("1")), at.x, bits)) return c;
      }
  return nullptr;
}

}  // namespace

proof prove(const problem& p, const std::vector<std::string>& coefficients, double largest, double slack, int effort,
            const std::function<bool()>& must_stop) {
  const tree c = zero_between_doubles(p);
  if (!c) return prove_boxes(p, coefficients, largest, slack, effort, must_stop);
  // At c itself a model begins with an exact 0.
  const auto shift = static_cast<double>(evaluate(c, 0));
  return prove_boxes(shifted(p, c), coefficients, largest, slack, effort, must_stop, shift);
}

#endif

}  // namespace vieta::approximation
