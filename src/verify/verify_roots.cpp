// An independent check of a result's claims. Slow and obvious on purpose: it shares no code with the solver, and every
// step below is ball arithmetic (Arb), so that what it confirms is proven.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "exact/arb.hpp"
#include "exact/representation.hpp"
#include "report/number.hpp"
#include "vieta/error.hpp"
#include "vieta/roots.hpp"

namespace vieta {

#ifndef VIETA_HAVE_ARB

verification verify(const polynomial&, const roots_result&) {
  throw error("this build has no Arb, and verify needs it: install FLINT 3 (or flint-arb) and build again");
}

#else

namespace {

// Arb's numbers with C++ lifetimes.
struct real_ball {
  arb_t x;
  real_ball() { arb_init(x); }
  real_ball(const real_ball& other) : real_ball() { arb_set(x, other.x); }
  real_ball& operator=(const real_ball& other) {
    arb_set(x, other.x);
    return *this;
  }
  ~real_ball() { arb_clear(x); }
};
struct complex_ball {
  acb_t z;
  complex_ball() { acb_init(z); }
  complex_ball(const complex_ball& other) : complex_ball() { acb_set(z, other.z); }
  complex_ball& operator=(const complex_ball& other) {
    acb_set(z, other.z);
    return *this;
  }
  ~complex_ball() { acb_clear(z); }
};
struct whole {
  fmpz_t n;
  whole() { fmpz_init(n); }
  explicit whole(std::int64_t value) { fmpz_init_set_si(n, static_cast<slong>(value)); }
  whole(const whole&) = delete;
  whole& operator=(const whole&) = delete;
  ~whole() { fmpz_clear(n); }
};

/// A disc exactly as the result spells it.
struct disc {
  exact::real re, im, radius;
};

/// z^e for e of the polynomial's exponents less k. Powers come from halving (not from one long product), so that the
/// rectangles of complex ball arithmetic do not grow by sqrt(2) at every step.
class power_table {
 public:
  power_table(const acb_t base, const polynomial::representation& p, slong precision) : p_(p), precision_(precision) {
    acb_set(base_.z, base);
    if (p.exponents.empty()) {
      dense_ = _acb_vec_init(static_cast<slong>(p.degree + 1));
      _acb_vec_set_powers(dense_, base, static_cast<slong>(p.degree + 1), precision);
    }
  }
  power_table(const power_table&) = delete;
  power_table& operator=(const power_table&) = delete;
  ~power_table() {
    if (dense_ != nullptr) _acb_vec_clear(dense_, static_cast<slong>(p_.degree + 1));
  }
  void get(acb_t out, std::int64_t exponent) const {
    if (dense_ != nullptr)
      acb_set(out, dense_ + exponent);
    else
      acb_pow_ui(out, base_.z, static_cast<ulong>(exponent), precision_);
  }

 private:
  const polynomial::representation& p_;
  slong precision_;
  complex_ball base_;
  acb_ptr dense_ = nullptr;
};

/// p on the circle |h| = r about a centre: p(c + r u) = sum over k <= K of b[k] u^k, plus at most `tail`; |u| = 1.
struct taylor_model {
  std::vector<complex_ball> b;
  real_ball tail;
};

class verifier {
 public:
  verifier(const polynomial& p, const roots_result& result) : p_(p.data()), real_(p.is_real()), result_(result) {}

  verification run() {
    if (check_status()) {
      check_sum();
      for (std::size_t k = 0; k < result_.roots.size(); ++k) check_root(k);
      check_disjointness();
    }
    verification_.holds = verification_.complaints.empty();
    return verification_;
  }

 private:
  void complain(const std::string& text) { verification_.complaints.push_back(text); }
  void complain(std::size_t k, const std::string& text) {
    const std::string re =
        result_.decimal.empty() ? report::shortest(result_.roots[k].value.real()) : result_.decimal[k].re;
    const std::string im =
        result_.decimal.empty() ? report::shortest(result_.roots[k].value.imag()) : result_.decimal[k].im;
    const auto brief = [](const std::string& s) { return s.size() <= 24 ? s : s.substr(0, 24) + "..."; };
    complain("root " + std::to_string(k + 1) + " (" + brief(re) + ", " + brief(im) + "): " + text);
  }

  /// The statuses of the whole. False when there are no discs to look at.
  bool check_status() {
    const bool zero = p_.finite && p_.degree < 0;
    if (!p_.finite || zero) {
      const roots_status right = zero ? roots_status::zero_polynomial : roots_status::bad_input;
      if (result_.status != right || !result_.roots.empty())
        complain(std::string("the status is ") + name(result_.status) + ", but the input " +
                 (zero ? "is the zero polynomial" : "has a coefficient that is not finite"));
      return false;
    }
    if (result_.status == roots_status::zero_polynomial || result_.status == roots_status::bad_input) {
      complain(std::string("the status is ") + name(result_.status) + ", but the input is a polynomial of degree " +
               std::to_string(p_.degree));
      return false;
    }
    if (!result_.decimal.empty() && result_.decimal.size() != result_.roots.size()) {
      complain("there are " + std::to_string(result_.decimal.size()) + " decimal roots for " +
               std::to_string(result_.roots.size()) + " roots");
      return false;
    }
    if (result_.status == roots_status::complete)
      for (std::size_t k = 0; k < result_.roots.size(); ++k)
        // Discs that are large because the coefficients are uncertain are as good as discs can be.
        if (const root_status s = result_.roots[k].status;
            s == root_status::unproven || (s == root_status::uncertain && !(result_.report.uncertainty > 0)))
          complain(k, std::string("it is ") + name(s) + ", but the result calls itself complete");
    return true;
  }

  void check_sum() {
    std::int64_t sum = 0;
    for (const root& z : result_.roots) sum += std::clamp<std::int64_t>(z.multiplicity, 0, p_.degree + 1);
    if (sum != p_.degree)
      complain("the multiplicities add up to " + std::to_string(sum) + ", the degree is " + std::to_string(p_.degree));
  }

  /// The claim of one root: that many roots in its disc, and real when it says so.
  void check_root(std::size_t k) {
    const root& z = result_.roots[k];
    discs_.emplace_back();
    if (z.status == root_status::unproven) return;  // it claims nothing
    if (z.multiplicity < 1 || z.multiplicity > p_.degree)
      return complain(k,
                      "multiplicity " + std::to_string(z.multiplicity) + " with degree " + std::to_string(p_.degree));
    if (z.status == root_status::isolated && z.multiplicity != 1)
      return complain(k, "isolated with multiplicity " + std::to_string(z.multiplicity));
    disc d;
    if (!read_disc(k, d)) return complain(k, "centre or radius is not a finite number");
    discs_.back() = d;

    const std::optional<std::int64_t> count = count_roots(d, z.multiplicity);
    if (!count)
      return complain(k, "no proof found that its disc holds exactly " + std::to_string(z.multiplicity) +
                             (z.multiplicity == 1 ? " root" : " roots"));
    if (*count != z.multiplicity)
      return complain(k, "its disc holds " + std::to_string(*count) + (*count == 1 ? " root" : " roots") + ", not " +
                             std::to_string(z.multiplicity));
    if (z.is_real && !proves_real(d, z.multiplicity)) return complain(k, "no proof found that it is real");
    ++verification_.checked;
  }

  bool read_disc(std::size_t k, disc& out) const {
    if (!result_.decimal.empty()) {
      const decimal_root& d = result_.decimal[k];
      return exact::parse_real(d.re, out.re) && exact::parse_real(d.im, out.im) &&
             exact::parse_real(d.radius, out.radius) && out.radius.numerator >= 0;
    }
    const root& z = result_.roots[k];
    if (!std::isfinite(z.value.real()) || !std::isfinite(z.value.imag()) || !std::isfinite(z.radius) || z.radius < 0)
      return false;
    out = {exact::from_double(z.value.real()), exact::from_double(z.value.imag()), exact::from_double(z.radius)};
    return true;
  }

  /// A disc about a real centre is its own mirror image, and so are the roots of a real polynomial: a single root in
  /// it is its own conjugate. A point that is a root m times (radius 0) is where its centre is.
  bool proves_real(const disc& d, std::int64_t multiplicity) const {
    return d.im.is_zero() && (d.radius.is_zero() || (real_ && multiplicity == 1));
  }

  // ---- how many roots are in a disc -------------------------------------------------------------------------------

  /// The proven number of roots in the closed disc; empty when no proof was found within the limits.
  std::optional<std::int64_t> count_roots(const disc& d, std::int64_t claimed) {
    if (d.radius.is_zero()) return multiplicity_at(d, claimed);
    const outcome direct = pellet(d, claimed);
    if (direct.is == verdict::proven || proves_off_centre(d, claimed)) return claimed;
    // Pellet's test is sufficient only: count by the argument principle instead, with all the terms it takes.
    for (const std::int64_t order : orders(claimed))
      if (const auto count = winding_number(expand(d, order, direct.precision), direct.precision)) return count;
    return std::nullopt;
  }

  enum class verdict { proven, more_precision, more_terms, refuted };
  struct outcome {
    verdict is;
    slong precision;
  };

  /// How many Taylor terms to take, in turn. Few are enough for a small disc: the rest is small.
  [[nodiscard]] std::vector<std::int64_t> orders(std::int64_t claimed) const {
    std::vector<std::int64_t> out;
    for (std::int64_t more : {1, 4, 16, 64, 256}) out.push_back(std::min(claimed + more, p_.degree));
    if (p_.degree <= 100'000) out.push_back(p_.degree);  // all terms: no tail, but long
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  /// Pellet's test with as many terms and bits as it takes.
  outcome pellet(const disc& d, std::int64_t claimed) {
    slong precision = 128;
    for (const std::int64_t order : orders(claimed)) {
      verdict now = pellet(expand(d, order, precision), claimed);
      while (now == verdict::more_precision && precision < most_precision()) {
        precision *= 2;
        now = pellet(expand(d, order, precision), claimed);
      }
      if (now != verdict::more_terms) return {now, precision};
    }
    return {verdict::more_terms, precision};
  }

  /// Roots near the rim of a disc spoil the test. So move to a point c' nearer to them, as Newton's method does (their
  /// centre of gravity is about -b[m-1] / (m b[m]) away): m roots in the disc about c' that lies within the given one,
  /// and no more in the one about c' that holds it, are m roots in the given one.
  bool proves_off_centre(const disc& d, std::int64_t claimed) {
    const auto m = static_cast<std::size_t>(claimed);
    for (slong precision = 256; precision <= 4096; precision *= 4) {
      disc inner = d;
      for (int step = 0; step < 12; ++step) {
        const taylor_model model = expand(inner, claimed, precision);
        complex_ball shift, here;
        real_ball radius;
        acb_mul_ui(shift.z, model.b[m].z, static_cast<ulong>(claimed), precision);
        acb_div(shift.z, model.b[m - 1].z, shift.z, precision);
        exact::set_arb(radius.x, inner.radius, precision);
        acb_mul_arb(shift.z, shift.z, radius.x, precision);
        if (!acb_is_finite(shift.z)) return false;
        set_centre(here.z, inner, precision);
        acb_sub(here.z, here.z, shift.z, precision);
        inner.re = to_exact(arb_midref(acb_realref(here.z)));
        inner.im = to_exact(arb_midref(acb_imagref(here.z)));
      }
      complex_ball from, to;
      real_ball radius, moved, edge;
      set_centre(from.z, d, precision);
      set_centre(to.z, inner, precision);
      exact::set_arb(radius.x, d.radius, precision);
      acb_sub(to.z, to.z, from.z, precision);
      acb_abs(moved.x, to.z, precision);
      disc outer = inner;
      arf_t bound;
      arf_init(bound);
      arb_sub(edge.x, radius.x, moved.x, precision);
      arb_get_lbound_arf(bound, edge.x, precision);
      const bool is_inside = arf_sgn(bound) > 0;
      inner.radius = to_exact(bound);
      arb_add(edge.x, radius.x, moved.x, precision);
      arb_get_ubound_arf(bound, edge.x, precision);
      outer.radius = to_exact(bound);
      arf_clear(bound);
      if (is_inside && pellet(inner, claimed).is == verdict::proven && pellet(outer, claimed).is == verdict::proven)
        return true;
    }
    return false;
  }

  [[nodiscard]] slong most_precision() const {
    return 4096 + 64 * static_cast<slong>(std::min<std::int64_t>(p_.degree, 100000));
  }

  /// The polynomial's values at one precision.
  const std::vector<complex_ball>& terms(slong precision) {
    std::vector<complex_ball>& values = terms_[precision];
    if (values.empty()) {
      values.resize(p_.size());
      for (std::size_t t = 0; t < p_.size(); ++t) exact::set_coefficient(values[t].z, p_, t, precision);
    }
    return values;
  }

  static void set_centre(acb_t out, const disc& d, slong precision) {
    exact::set_arb(acb_realref(out), d.re, precision);
    exact::set_arb(acb_imagref(out), d.im, precision);
  }

  static exact::real to_exact(const arf_t value) {
    exact::real out;
    if (!arf_is_finite(value) || arf_is_zero(value)) return out;
    whole mantissa, exponent;
    arf_get_fmpz_2exp(mantissa.n, exponent.n, value);
    out.numerator = exact::get_integer(mantissa.n);
    out.binary_exponent = fmpz_get_si(exponent.n);
    return out;
  }

  /// The Taylor model of order K about the disc's centre.
  taylor_model expand(const disc& d, std::int64_t order, slong precision) {
    const std::vector<complex_ball>& a = terms(precision);
    complex_ball centre;
    set_centre(centre.z, d, precision);
    real_ball radius;
    exact::set_arb(radius.x, d.radius, precision);

    taylor_model model;
    model.b.resize(static_cast<std::size_t>(order) + 1);
    const power_table powers(centre.z, p_, precision);
    sum_terms(a, powers, 0, order, model.b, precision);

    real_ball scale;
    arb_one(scale.x);
    for (complex_ball& b : model.b) {
      acb_mul_arb(b.z, b.z, scale.x, precision);
      arb_mul(scale.x, scale.x, radius.x, precision);
    }
    if (order < p_.degree) tail_bound(model.tail.x, centre.z, radius.x, order, scale.x);
    return model;
  }

  /// out[k - first] += binomial(e, k) a_e z^(e-k) over all terms, for first <= k <= last.
  void sum_terms(const std::vector<complex_ball>& a, const power_table& powers, std::int64_t first, std::int64_t last,
                 std::vector<complex_ball>& out, slong precision) const {
    complex_ball product, power;
    whole binomial;
    for (std::size_t t = 0; t < p_.size(); ++t) {
      if (acb_is_zero(a[t].z)) continue;
      const std::int64_t e = p_.exponent(t);
      if (e < first) continue;
      fmpz_bin_uiui(binomial.n, static_cast<ulong>(e), static_cast<ulong>(first));
      for (std::int64_t k = first; k <= std::min(last, e); ++k) {
        powers.get(power.z, e - k);
        acb_mul_fmpz(product.z, a[t].z, binomial.n, precision);
        acb_addmul(out[static_cast<std::size_t>(k - first)].z, product.z, power.z, precision);
        fmpz_mul_ui(binomial.n, binomial.n, static_cast<ulong>(e - k));
        fmpz_divexact_ui(binomial.n, binomial.n, static_cast<ulong>(k + 1));
      }
    }
  }

  /// The terms beyond K, at most: with A(x) = sum |a_j| x^j, all of whose derivatives grow, Lagrange's remainder is at
  /// most A^(K+1)(|c| + r) / (K+1)! * r^(K+1).
  void tail_bound(arb_t out, const acb_t centre, const arb_t radius, std::int64_t order, const arb_t radius_power) {
    constexpr slong precision = 64;
    if (moduli_.empty()) {
      moduli_ = terms(128);
      for (complex_ball& value : moduli_) {
        acb_abs(acb_realref(value.z), value.z, precision);
        arb_zero(acb_imagref(value.z));
      }
    }
    complex_ball reach;
    acb_abs(acb_realref(reach.z), centre, precision);
    arb_add(acb_realref(reach.z), acb_realref(reach.z), radius, precision);
    std::vector<complex_ball> sum(1);
    const power_table powers(reach.z, p_, precision);
    sum_terms(moduli_, powers, order + 1, order + 1, sum, precision);
    arb_mul(out, acb_realref(sum[0].z), radius_power, precision);
  }

  /// Pellet: |b_m| > the sum of all other |b_k| and the tail proves exactly m roots in the disc.
  static verdict pellet(const taylor_model& model, std::int64_t claimed) {
    constexpr slong precision = 64;
    const auto m = static_cast<std::size_t>(claimed);
    real_ball sum, modulus, with_tail, claimed_term;
    for (std::size_t k = 0; k < model.b.size(); ++k) {
      acb_abs(modulus.x, model.b[k].z, precision);
      if (k == m)
        arb_set(claimed_term.x, modulus.x);
      else
        arb_add(sum.x, sum.x, modulus.x, precision);
    }
    arb_add(with_tail.x, sum.x, model.tail.x, precision);
    if (arb_gt(claimed_term.x, with_tail.x)) return verdict::proven;
    if (arb_le(claimed_term.x, sum.x)) return verdict::refuted;
    return arb_gt(claimed_term.x, sum.x) ? verdict::more_terms : verdict::more_precision;
  }

  /// The argument principle: the number of roots in the disc is how often p winds about 0 on its circle. On an arc of
  /// angle w about the point u the values stay within w * sum k|b_k| + tail of p(u); when that excludes 0 they lie in
  /// a half plane, and the change of the argument along the arc is that of its ends. Arcs that do not exclude 0 are
  /// halved.
  static std::optional<std::int64_t> winding_number(const taylor_model& model, slong precision) {
    constexpr int most_evaluations = 20000;
    real_ball slope, modulus, reach, angle, total;
    for (std::size_t k = 1; k < model.b.size(); ++k) {
      acb_abs(modulus.x, model.b[k].z, 64);
      arb_addmul_ui(slope.x, modulus.x, k, 64);
    }

    // The arc [numerator / 2^depth, (numerator + 1) / 2^depth] of the whole circle.
    struct arc {
      std::int64_t numerator;
      int depth;
    };
    std::vector<arc> waiting;
    for (std::int64_t k = 16; k-- > 0;) waiting.push_back({k, 4});
    int evaluations = 0;
    complex_ball left, right, middle, ratio;
    evaluate(left.z, model, 0, 0, precision);
    while (!waiting.empty()) {
      const arc here = waiting.back();
      waiting.pop_back();
      if (++evaluations > most_evaluations || here.depth > 60) return std::nullopt;
      // Half the arc to either side of its middle: pi / 2^depth.
      arb_const_pi(angle.x, 64);
      arb_mul_2exp_si(angle.x, angle.x, -here.depth);
      arb_mul(reach.x, slope.x, angle.x, 64);
      arb_add(reach.x, reach.x, model.tail.x, 64);
      evaluate(middle.z, model, 2 * here.numerator + 1, here.depth + 1, precision);
      acb_abs(modulus.x, middle.z, 64);
      if (!arb_gt(modulus.x, reach.x)) {
        waiting.push_back({2 * here.numerator + 1, here.depth + 1});
        waiting.push_back({2 * here.numerator, here.depth + 1});
        continue;
      }
      evaluate(right.z, model, here.numerator + 1, here.depth, precision);
      for (const complex_ball* end : {&left, &right}) {
        // Argument from the middle to this end; both lie in a disc that excludes 0, so the principal value is right.
        acb_div(ratio.z, end->z, middle.z, precision);
        if (!arb_is_positive(acb_realref(ratio.z))) return std::nullopt;
        acb_arg(angle.x, ratio.z, 64);
        end == &left ? arb_sub(total.x, total.x, angle.x, 64) : arb_add(total.x, total.x, angle.x, 64);
      }
      left = right;
    }
    arb_const_pi(angle.x, 64);
    arb_div(total.x, total.x, angle.x, 64);
    arb_mul_2exp_si(total.x, total.x, -1);
    whole count;
    if (!arb_get_unique_fmpz(count.n, total.x) || fmpz_sgn(count.n) < 0) return std::nullopt;
    return fmpz_get_si(count.n);
  }

  /// The model's polynomial at u = exp(2 pi i numerator / 2^depth).
  static void evaluate(acb_t out, const taylor_model& model, std::int64_t numerator, int depth, slong precision) {
    // Horner's rule loses a factor sqrt(2) a step: bits for that.
    const slong working = precision + static_cast<slong>(model.b.size());
    real_ball turn;
    arb_set_si(turn.x, static_cast<slong>(2 * numerator));
    arb_mul_2exp_si(turn.x, turn.x, -depth);
    complex_ball u, sum;
    arb_sin_cos_pi(acb_imagref(u.z), acb_realref(u.z), turn.x, working);
    for (std::size_t k = model.b.size(); k-- > 0;) {
      acb_mul(sum.z, sum.z, u.z, working);
      acb_add(sum.z, sum.z, model.b[k].z, working);
    }
    acb_set_round(out, sum.z, precision);
  }

  /// Radius 0: the centre is a root so many times, exactly. Ball arithmetic is exact when the bits suffice and every
  /// number is a binary fraction.
  std::optional<std::int64_t> multiplicity_at(const disc& d, std::int64_t claimed) {
    if (d.re.is_zero() && d.im.is_zero()) {
      for (std::size_t t = 0; t < p_.size(); ++t) {
        complex_ball value;
        exact::set_coefficient(value.z, p_, t, 64);
        if (!acb_is_zero(value.z)) return p_.exponent(t);
      }
      return std::nullopt;
    }
    for (slong precision = 128; precision <= most_precision(); precision *= 2) {
      const taylor_model model = expand_exactly(d, claimed, precision);
      std::int64_t zeros = 0;
      while (zeros <= claimed && acb_is_zero(model.b[static_cast<std::size_t>(zeros)].z)) ++zeros;
      if (zeros <= claimed && !acb_contains_zero(model.b[static_cast<std::size_t>(zeros)].z)) return zeros;
    }
    return std::nullopt;
  }

  taylor_model expand_exactly(disc d, std::int64_t order, slong precision) {
    d.radius = exact::from_double(1);
    return expand(d, order, precision);
  }

  // ---- disjointness -----------------------------------------------------------------------------------------------

  /// The disc's extent along the real axis and the imaginary axis, rounded outward to doubles.
  struct extent {
    std::size_t index;
    double left, right, bottom, top;
  };

  static extent outward(std::size_t k, const disc& d) {
    constexpr slong precision = 128;
    real_ball re, im, radius, edge;
    exact::set_arb(re.x, d.re, precision);
    exact::set_arb(im.x, d.im, precision);
    exact::set_arb(radius.x, d.radius, precision);
    const auto bound = [&](const real_ball& middle, int sign) {
      (sign < 0 ? arb_sub : arb_add)(edge.x, middle.x, radius.x, precision);
      arf_t end;
      arf_init(end);
      (sign < 0 ? arb_get_lbound_arf : arb_get_ubound_arf)(end, edge.x, precision);
      const double value = arf_get_d(end, sign < 0 ? ARF_RND_FLOOR : ARF_RND_CEIL);
      arf_clear(end);
      return value;
    };
    return {k, bound(re, -1), bound(re, 1), bound(im, -1), bound(im, 1)};
  }

  static bool are_disjoint(const disc& a, const disc& b) {
    for (slong precision = 128; precision <= 131072; precision *= 4) {
      real_ball x, y, distance, sum, other;
      const auto difference = [&](real_ball& out, const exact::real& from, const exact::real& to) {
        exact::set_arb(out.x, from, precision);
        exact::set_arb(other.x, to, precision);
        arb_sub(out.x, out.x, other.x, precision);
      };
      difference(x, a.re, b.re);
      difference(y, a.im, b.im);
      arb_hypot(distance.x, x.x, y.x, precision);
      exact::set_arb(sum.x, a.radius, precision);
      exact::set_arb(other.x, b.radius, precision);
      arb_add(sum.x, sum.x, other.x, precision);
      if (arb_gt(distance.x, sum.x)) return true;
      if (arb_le(distance.x, sum.x)) return false;
    }
    return false;
  }

  /// A sweep along the real axis; only discs whose boxes meet are compared exactly.
  void check_disjointness() {
    std::vector<extent> boxes;
    for (std::size_t k = 0; k < discs_.size(); ++k)
      if (discs_[k]) boxes.push_back(outward(k, *discs_[k]));
    std::sort(boxes.begin(), boxes.end(), [](const extent& a, const extent& b) { return a.left < b.left; });
    std::multimap<double, const extent*> open;  // by the right end
    for (const extent& box : boxes) {
      open.erase(open.begin(), open.lower_bound(box.left));
      for (const auto& [right, other] : open)
        if (box.bottom <= other->top && other->bottom <= box.top &&
            !are_disjoint(*discs_[box.index], *discs_[other->index]))
          complain(std::max(box.index, other->index), "its disc is not disjoint from that of root " +
                                                          std::to_string(std::min(box.index, other->index) + 1));
      open.emplace(box.right, &box);
    }
  }

  const polynomial::representation& p_;
  bool real_;
  const roots_result& result_;
  verification verification_;
  std::vector<std::optional<disc> > discs_;
  std::map<slong, std::vector<complex_ball> > terms_;  // by precision
  std::vector<complex_ball> moduli_;
};

}  // namespace

verification verify(const polynomial& p, const roots_result& result) {
  // Dense work space of that many coefficients in several precisions is what the slow path needs.
  if (p.data().exponents.empty() && p.degree() > 10'000'000)
    throw error("verify: degree " + std::to_string(p.degree()) + " is too large for the slow path");
  verification outcome = verifier(p, result).run();
  flint_cleanup();
  return outcome;
}

#endif  // VIETA_HAVE_ARB

}  // namespace vieta
