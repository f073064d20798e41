// An independent check of a result's claims. Slow and obvious on purpose: it shares no code with the solver, and all
// that counts is ball arithmetic (Arb), so that what it confirms is proven.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exact/arithmetic.hpp"
#include "report/number.hpp"
#include "verify/disjointness.hpp"
#include "verify/root_count.hpp"
#include "vieta/error.hpp"
#include "vieta/roots.hpp"

namespace vieta {

#ifndef VIETA_HAVE_ARB

verification verify(const polynomial&, const roots_result&) {
  throw error("this build has no Arb, and verify needs it: install FLINT 3 (or flint-arb) and build again");
}

#else

namespace {

class verifier {
 public:
  verifier(const polynomial& p, const roots_result& result)
      : p_(p.data()), real_(p.is_real()), result_(result), counter_(p.data()) {}

  verification run() {
    if (check_status()) {
      check_sum();
      for (std::size_t k = 0; k < result_.roots.size(); ++k) check_root(k);
      for (const auto& [first, second] : checking::meeting_discs(discs_))
        complain(second, "its disc is not disjoint from that of root " + std::to_string(first + 1));
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
            s == root_status::unproven || s == root_status::at_border ||
            (s == root_status::uncertain && !(result_.report.uncertainty > 0)))
          complain(k, std::string("it is ") + name(s) + ", but the result calls itself complete");
    return true;
  }

  void check_sum() {
    std::int64_t sum = 0;
    for (const root& z : result_.roots) sum += std::clamp<std::int64_t>(z.multiplicity, 0, p_.degree + 1);
    if (!result_.report.region.is_plane()) {  // some of the roots: how many is not looked at again
      if (sum > p_.degree) complain("there are more roots than the degree says");
      return;
    }
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
    const std::optional<checking::disc> d = checking::read_disc(result_, k);
    if (!d) return complain(k, "centre or radius is not a finite number");
    discs_.back() = d;

    const std::optional<std::int64_t> count = counter_.count(*d, z.multiplicity);
    if (!count)
      return complain(k, "no proof found that its disc holds exactly " + std::to_string(z.multiplicity) +
                             (z.multiplicity == 1 ? " root" : " roots"));
    if (*count != z.multiplicity)
      return complain(k, "its disc holds " + std::to_string(*count) + (*count == 1 ? " root" : " roots") + ", not " +
                             std::to_string(z.multiplicity));
    if (!meets_region(*d, z.is_real)) return complain(k, "its disc lies outside of the region");
    if (z.is_real && !proves_real(*d, z.multiplicity)) return complain(k, "no proof found that it is real");
    ++verification_.checked;
  }

  /// A disc about a real centre is its own mirror image, and so are the roots of a real polynomial: a single root in
  /// it is its own conjugate. A point that is a root m times (radius 0) is where its centre is.
  [[nodiscard]] bool proves_real(const checking::disc& d, std::int64_t multiplicity) const {
    return d.im.is_zero() && (d.radius.is_zero() || (real_ && multiplicity == 1));
  }

  /// Whether the disc meets the region, in exact arithmetic. (Which side of a border a root lies on may have been
  /// decided with more digits than the result spells.)
  [[nodiscard]] bool meets_region(const checking::disc& d, bool is_real) const {
    using exact::compare, exact::from_double, exact::subtract, exact::add, exact::multiply;
    const roots_region& region = result_.report.region;
    const exact::real none, &spread = is_real ? none : d.radius;
    const auto meets = [](const exact::real& x, const exact::real& radius, double least, double most) {
      return (std::isinf(least) || compare(add(x, radius), from_double(least)) >= 0) &&
             (std::isinf(most) || compare(subtract(x, radius), from_double(most)) <= 0);
    };
    if (region.real_only && !is_real && !meets(d.im, spread, 0, 0)) return false;
    if (const auto& b = region.in_box;
        b && !(meets(d.re, d.radius, b->re0, b->re1) && meets(d.im, spread, b->im0, b->im1)))
      return false;
    if (!region.in_disc) return true;
    const exact::real dx = subtract(d.re, from_double(region.in_disc->centre.real()));
    const exact::real dy = subtract(d.im, from_double(region.in_disc->centre.imag()));
    const exact::real reach = add(from_double(region.in_disc->radius), d.radius);
    return compare(add(multiply(dx, dx), multiply(dy, dy)), multiply(reach, reach)) <= 0;
  }

  const polynomial::representation& p_;
  bool real_;
  const roots_result& result_;
  checking::root_counter counter_;
  verification verification_;
  std::vector<std::optional<checking::disc> > discs_;
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
