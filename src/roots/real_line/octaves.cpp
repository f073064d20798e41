#include "roots/real_line/octaves.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "roots/real_line/root_in_leaf.hpp"
#include "roots/real_line/sign_rule.hpp"

namespace vieta::real_line {
namespace {

constexpr slong first_bits = 128;

double log2_modulus(const fmpz* x) {
  slong exponent = 0;
  const double mantissa = fmpz_get_d_2exp(&exponent, x);
  return mantissa == 0 ? -INFINITY : std::log2(std::abs(mantissa)) + static_cast<double>(exponent);
}

// 2^(e - 1) <= x <= 2^e: as y = x / 2^e, or as y = 2^(e - 1) / x in the reversed polynomial, 1/2 <= y <= 1.
class octave {
 public:
  octave(const fmpz_poly_t f, const std::vector<double>& log2_moduli, slong e, const std::function<bool()>& must_stop)
      : f_(f), heights_(log2_moduli), e_(e), must_stop_(must_stop) {
    reversed_ = highest(e) - highest(e - 1) > static_cast<double>(degree()) / 2;
  }

  [[nodiscard]] slong degree() const { return f_->length - 1; }
  [[nodiscard]] slong bits() const { return bits_; }
  [[nodiscard]] bool is_complete() const { return complete_; }

  // One term is larger than all others together (Pellet 1881).
  [[nodiscard]] bool has_no_root() const {
    const std::size_t size = heights_.size();
    for (const slong at : {e_ - 1, e_}) {
      std::size_t best = 0;
      const auto height = [&](std::size_t k) { return heights_[k] + static_cast<double>(at) * static_cast<double>(k); };
      for (std::size_t k = 1; k < size; ++k)
        if (height(k) > height(best)) best = k;
      // x^(k - best) is largest at the lower end for k < best, at the upper end for others.
      double others = 0;
      for (std::size_t k = 0; k < size; ++k) {
        if (k == best || std::isinf(heights_[k])) continue;
        const double power = static_cast<double>(k) - static_cast<double>(best);
        const double end = static_cast<double>(k < best ? e_ - 1 : e_);
        others += std::exp2(std::min(heights_[k] - heights_[best] + power * end, 100.0));
        if (!(others < 0.999)) break;
      }
      if (others < 0.999) return true;
    }
    return false;
  }

  // Whether doubles see all there is to see.
  bool is_seen_in_double() {
    bits_ = first_bits;
    if (std::optional<std::vector<leaf>> leaves = isolate_in_doubles(whole(), order())) {
      leaves_ = *std::move(leaves);
      return true;
    }
    leaves_.resize(1);
    dyadic octave;
    octave.level = 2;
    fmpz_set_ui(octave.index.n, 3);
    leaves_[0].interval = std::make_shared<const dyadic>(octave);
    return false;
  }

  [[nodiscard]] bool is_seen_to_have_no_root() const {
    return std::all_of(leaves_.begin(), leaves_.end(), [](const leaf& l) { return l.known.is == verdict::no_root; });
  }

  // The signs of f at both ends of the octave. After `is_seen_in_double`, whatever it said.
  void find(int sign_below, int sign_above, std::vector<exact::real_ball>& roots) {
    if (reversed_) std::swap(sign_below, sign_above);
    std::vector<leaf> leaves = std::move(leaves_);
    std::vector<exact::real_ball> found;
    do {
      look_at_open(leaves);
      if (must_stop_()) {
        complete_ = false;
        break;
      }
    } while (!take_roots(leaves, sign_below, sign_above, found));
    if (reversed_) std::reverse(found.begin(), found.end());
    for (const exact::real_ball& y : found) roots.push_back(in_place(y));
  }

 private:
  [[nodiscard]] work_order order() const { return {static_cast<double>(degree()), bits_, must_stop_}; }

  [[nodiscard]] double highest(slong at) const {
    double most = -INFINITY;
    for (std::size_t k = 0; k < heights_.size(); ++k)
      most = std::max(most, heights_[k] + static_cast<double>(at) * static_cast<double>(k));
    return most;
  }

  [[nodiscard]] std::shared_ptr<local_model> whole() const {
    auto model = std::make_shared<local_model>();
    const slong at = reversed_ ? e_ - 1 : e_, n = degree();
    const slong shift = bits_ - static_cast<slong>(std::ceil(highest(at)));
    model->c = integer_row(n + 1);
    slong kept = 0;
    for (slong k = 0; k <= n; ++k) {
      const slong to = reversed_ ? n - k : k, by = at * k + shift;
      if (fmpz_is_zero(f_->coeffs + k)) continue;
      if (by >= 0) {
        fmpz_mul_2exp(model->c[to], f_->coeffs + k, static_cast<ulong>(by));
      } else {
        fmpz_tdiv_q_2exp(model->c[to], f_->coeffs + k, static_cast<ulong>(-by));
        model->error += 1;
      }
      if (!fmpz_is_zero(model->c[to])) kept = std::max(kept, to + 1);
    }
    model->c.shorten(std::max<slong>(kept, 1));
    return model;
  }

  static bool is_open(const leaf& l) { return l.known.is == verdict::undecided; }

  void look_at_open(std::vector<leaf>& leaves) {
    while (!must_stop_()) {
      std::vector<target> targets;
      for (const leaf& l : leaves)
        if (is_open(l)) targets.push_back({*l.interval, l.growth});
      if (targets.empty()) return;
      std::vector<std::vector<leaf>> found;
      isolate(whole(), targets, order(), found);
      std::vector<leaf> next;
      std::size_t which = 0;
      for (leaf& l : leaves) {
        if (!is_open(l)) {
          next.push_back(std::move(l));
          continue;
        }
        for (leaf& part : found[which++]) next.push_back(std::move(part));
      }
      leaves = std::move(next);
      for (const leaf& l : leaves) {
        if (!is_open(l) || !l.needs_more) continue;
        bits_ *= 2;
        break;
      }
    }
  }

  // Between two intervals where f has a sign its slope has one; so there is one root, or none. False where a root is
  // to be looked at with more bits: its interval is open then.
  bool take_roots(std::vector<leaf>& leaves, int before, int after, std::vector<exact::real_ball>& found) {
    found.clear();
    std::size_t begin = 0;
    bool is_done = true, more = false;
    for (std::size_t i = 0; i <= leaves.size(); ++i) {
      const bool is_end = i == leaves.size();
      if (!is_end && leaves[i].known.is != verdict::no_root) continue;
      const int sign = is_end ? after : leaves[i].known.sign;
      if (before * sign < 0 && begin < i) {
        const std::size_t best = nearest(leaves, begin, i);
        exact::real_ball y;
        if (find_root(y.x, leaves[best], static_cast<double>(degree())) && arb_rel_accuracy_bits(y.x) >= 54) {
          found.push_back(y);
        } else {
          more = more || leaves[best].needs_more;
          is_done = false;
          leaves[best].known.is = verdict::undecided;
        }
      }
      before = sign;
      begin = i + 1;
    }
    if (is_done) return true;
    if (more) bits_ *= 2;
    open_whole_intervals(leaves);
    return false;
  }

  static std::size_t nearest(const std::vector<leaf>& leaves, std::size_t begin, std::size_t end) {
    std::size_t best = begin;
    double least = INFINITY;
    for (std::size_t i = begin; i < end && end - begin > 1; ++i) {
      const double distance = distance_of_root(leaves[i]);
      if (distance < least) least = distance, best = i;
    }
    return best;
  }

  // An open leaf stands for all of its interval.
  static void open_whole_intervals(std::vector<leaf>& leaves) {
    const auto same = [](const leaf& a, const leaf& b) { return a.interval == b.interval; };
    std::vector<leaf> next;
    for (std::size_t i = 0; i < leaves.size();) {
      std::size_t j = i;
      const leaf* open = nullptr;
      for (; j < leaves.size() && same(leaves[i], leaves[j]); ++j)
        if (is_open(leaves[j])) open = &leaves[j];
      if (open != nullptr) {
        leaf again;
        again.interval = open->interval;
        again.growth = open->growth;
        again.needs_more = open->needs_more;
        next.push_back(std::move(again));
      }
      for (; i < j; ++i)
        if (open == nullptr) next.push_back(std::move(leaves[i]));
    }
    leaves = std::move(next);
  }

  [[nodiscard]] exact::real_ball in_place(const exact::real_ball& y) const {
    exact::real_ball x;
    if (!reversed_) {
      arb_mul_2exp_si(x.x, y.x, e_);
    } else {
      arb_inv(x.x, y.x, arb_rel_accuracy_bits(y.x) + 30);
      arb_mul_2exp_si(x.x, x.x, e_ - 1);
    }
    return x;
  }

  const fmpz_poly_struct* f_;
  const std::vector<double>& heights_;
  slong e_, bits_ = 0;
  const std::function<bool()>& must_stop_;
  bool reversed_ = false, complete_ = true;
  std::vector<leaf> leaves_;
};

// The octaves that may have a root, ascending: within a factor 3 of a slope of the Newton polygon, since elsewhere the
// terms fall off by more than that on both sides of the largest one.
std::vector<slong> octaves_with_roots(const std::vector<double>& heights) {
  std::vector<std::size_t> hull;
  for (std::size_t k = 0; k < heights.size(); ++k) {
    if (std::isinf(heights[k])) continue;
    const auto slope = [&](std::size_t a, std::size_t b) {
      return (heights[b] - heights[a]) / static_cast<double>(b - a);
    };
    while (hull.size() > 1 && slope(hull[hull.size() - 2], hull.back()) <= slope(hull.back(), k)) hull.pop_back();
    hull.push_back(k);
  }
  std::vector<slong> octaves;
  for (std::size_t i = 1; i < hull.size(); ++i) {
    const double log2_modulus = (heights[hull[i - 1]] - heights[hull[i]]) / static_cast<double>(hull[i] - hull[i - 1]);
    constexpr double margin = 1.5851;  // log2 3, and some
    const auto last = static_cast<slong>(std::ceil(log2_modulus + margin));
    for (auto e = static_cast<slong>(std::floor(log2_modulus - margin)); e <= last + 1; ++e) octaves.push_back(e);
  }
  std::sort(octaves.begin(), octaves.end());
  octaves.erase(std::unique(octaves.begin(), octaves.end()), octaves.end());
  return octaves;
}

// Of f(2^e), exactly.
int sign_at_power(const fmpz_poly_t f, slong e) {
  exact::big_integer value;
  const slong n = f->length - 1;
  for (slong k = 0; k <= n; ++k) {
    fmpz_mul_2exp(value.n, value.n, static_cast<ulong>(std::abs(e)));
    fmpz_add(value.n, value.n, f->coeffs + (e >= 0 ? n - k : k));
  }
  return fmpz_sgn(value.n);
}

// a y^2 + b y + c by its formula, however close its roots are: -t / 2 a and -2 c / t, where t = b +- sqrt(b^2 - 4 a c)
// without cancellation, to 128 bits of the distance between them.
positive_roots roots_of_quadratic(const fmpz_poly_t f) {
  positive_roots out;
  const fmpz *const c = f->coeffs, *const b = c + 1, *const a = c + 2;
  exact::big_integer discriminant, product;
  fmpz_mul(discriminant.n, b, b);
  fmpz_mul(product.n, a, c);
  fmpz_submul_ui(discriminant.n, product.n, 4);
  if (fmpz_sgn(discriminant.n) <= 0) return out;
  const auto half = static_cast<slong>(fmpz_bits(discriminant.n) / 2);
  out.bits = 136 + std::max<slong>(0, static_cast<slong>(fmpz_bits(b)) - half);
  exact::real_ball root, t, y;
  arb_sqrt_fmpz(root.x, discriminant.n, out.bits);
  if (fmpz_sgn(b) < 0) arb_neg(root.x, root.x);
  arb_add_fmpz(t.x, root.x, b, out.bits);
  const auto add = [&] {
    const slong e = exact::get_exponent(arb_midref(y.x));
    arb_add_error_2exp_si(y.x, e - out.bits);  // exact numbers stand for powers of two
    if (arb_is_positive(y.x) == 0) return;
    for (const slong at : {e - 1, e}) {
      exact::real_ball power;
      arb_one(power.x);
      arb_mul_2exp_si(power.x, power.x, at);
      if (arb_contains(y.x, power.x) != 0 && sign_at_power(f, at) == 0) y = power;
    }
    out.roots.push_back(y);
  };
  arb_div_fmpz(y.x, t.x, a, out.bits);
  arb_mul_2exp_si(y.x, y.x, -1);
  arb_neg(y.x, y.x);
  add();
  arb_set_fmpz(root.x, c);
  arb_div(y.x, root.x, t.x, out.bits);
  arb_mul_2exp_si(y.x, y.x, 1);
  arb_neg(y.x, y.x);
  add();
  return out;
}

}  // namespace

positive_roots find_positive_roots(const fmpz_poly_t f, const std::function<bool()>& must_stop) {
  positive_roots out;
  if (f->length < 2 || sign_changes(f) == 0) return out;  // Descartes
  if (f->length == 3) {
    out = roots_of_quadratic(f);
    std::sort(out.roots.begin(), out.roots.end(), [](const exact::real_ball& a, const exact::real_ball& b) {
      return arf_cmp(arb_midref(a.x), arb_midref(b.x)) < 0;
    });
    return out;
  }
  std::vector<double> heights;
  for (slong k = 0; k < f->length; ++k) heights.push_back(log2_modulus(f->coeffs + k));
  std::map<slong, int> signs;
  const auto sign_at = [&](slong e) {
    const auto [place, is_new] = signs.try_emplace(e, 0);
    if (is_new) {
      place->second = sign_at_power(f, e);
      if (place->second == 0) {
        exact::real_ball power;
        arb_one(power.x);
        arb_mul_2exp_si(power.x, power.x, e);
        out.roots.push_back(power);
      }
    }
    return place->second;
  };
  for (const slong e : octaves_with_roots(heights)) {
    octave part(f, heights, e, must_stop);
    if (part.has_no_root()) continue;
    const bool is_seen = part.is_seen_in_double();
    if (is_seen && part.is_seen_to_have_no_root()) continue;
    const int below = sign_at(e - 1), above = sign_at(e);
    if (!is_seen && below * above > 0 && has_clearly_no_root_in_octave(f, e)) continue;
    part.find(below, above, out.roots);
    out.bits = std::max(out.bits, part.bits());
    out.complete = out.complete && part.is_complete();
    if (must_stop()) out.complete = false;
    if (!out.complete) break;
  }
  std::sort(out.roots.begin(), out.roots.end(), [](const exact::real_ball& a, const exact::real_ball& b) {
    return arf_cmp(arb_midref(a.x), arb_midref(b.x)) < 0;
  });
  return out;
}

}  // namespace vieta::real_line

#endif
