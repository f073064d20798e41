// An independent check of a result's claims. Slow and obvious on purpose: its proofs share no code with the solver's
// (where all roots are enclosed, the starting points come from there, and nothing is believed of them), and all that
// counts is ball arithmetic (Arb), so that what it confirms is proven.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/parallel_for.hpp"
#include "verify/claim.hpp"
#include "verify/roots/count/real_count.hpp"
#include "verify/roots/count/sign_changes.hpp"
#include "verify/roots/disjointness.hpp"
#include "verify/roots/mirrored.hpp"
#include "verify/roots/region_cover.hpp"
#include "verify/roots/region_isolation.hpp"
#include "verify/roots/region_plane.hpp"
#include "verify/roots/whole_product.hpp"
#include "verify/roots/widest_disjoint.hpp"
#include "verify/work_limits.hpp"
#include "vieta/error.hpp"
#include "vieta/verify.hpp"

namespace vieta {

#ifndef VIETA_HAVE_ARB

verification verify(const polynomial&, const roots_result&, const verify_options&) {
  throw error("verify: found no Arb in this build, expected FLINT 3 (or flint-arb) when it was built");
}

#else

namespace {

// To wake a thread takes longer.
bool is_soon_done(const polynomial& p) {
  constexpr std::int64_t low_degree = 30;
  return p.degree() < low_degree;
}

class verifier {
 public:
  verifier(const polynomial& p, const roots_result& result, const verify_options& options)
      : given_(p),
        p_(p.data()),
        real_(p.is_real()),
        result_(result),
        options_(options),
        limits_(options),
        claims_(result.roots.size()) {
    if (is_soon_done(p)) limits_.use_one_thread();
  }

  verification run() {
    if (check_status()) {
      check_sum();
      check_report();
      check_claims();
      if (!result_.report.region.is_plane()) check_region();
    }
    verification_.holds = verification_.complaints.empty();
    verification_.decided = verification_.holds || is_wrong_;
    return verification_;
  }

 private:
  /// What is proven to be wrong.
  void complain(const std::string& text) {
    is_wrong_ = true;
    doubt(text);
  }
  /// What has no proof, either way. A true result may have such lines: never is it said that it does not hold.
  void doubt(const std::string& text) { verification_.complaints.push_back(text); }
  void complain(std::size_t k, const std::string& text) {
    is_wrong_ = true;
    doubt(k, text);
  }
  void doubt(std::size_t k, const std::string& text) {
    const std::string re =
        result_.decimal.empty() ? report::shortest(result_.roots[k].value.real()) : result_.decimal[k].re;
    const std::string im =
        result_.decimal.empty() ? report::shortest(result_.roots[k].value.imag()) : result_.decimal[k].im;
    const auto brief = [](const std::string& s) { return s.size() <= 24 ? s : s.substr(0, 24) + "..."; };
    doubt("root " + std::to_string(k + 1) + " (" + brief(re) + ", " + brief(im) + "): " + text);
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
            (s == root_status::wide && !(result_.report.uncertainty > 0)))
          complain(k, std::string("it is ") + name(s) + ", but the result calls itself complete");
    return true;
  }

  void check_sum() {
    std::int64_t sum = 0;
    for (const root& z : result_.roots) sum += std::clamp<std::int64_t>(z.multiplicity, 0, p_.degree + 1);
    if (!result_.report.region.is_plane()) {  // some of the roots: check_region looks for others
      if (sum > p_.degree) complain("there are more roots than the degree says");
      return;
    }
    if (sum != p_.degree)
      complain("the multiplicities add up to " + std::to_string(sum) + ", the degree is " + std::to_string(p_.degree));
  }

  /// What the report says of the list. A result that was made by hand has none: degree 0.
  void check_report() {
    const roots_report& r = result_.report;
    if (r.degree == 0) return;
    if (r.degree != p_.degree)
      complain("the report says degree " + std::to_string(r.degree) + ", the degree is " + std::to_string(p_.degree));
    const struct {
      const char* name;
      std::int64_t says;
      root_status status;
    } counts[] = {{"isolated", r.isolated, root_status::isolated},
                  {"clusters", r.clusters, root_status::cluster},
                  {"wide", r.wide, root_status::wide},
                  {"unproven", r.unproven, root_status::unproven},
                  {"at_border", r.at_border, root_status::at_border},
                  {"multiple", r.multiple, root_status::multiple}};
    for (const auto& count : counts) {
      const auto listed = std::count_if(result_.roots.begin(), result_.roots.end(),
                                        [&](const root& z) { return z.status == count.status; });
      if (count.says != listed)
        complain(std::string("the report says ") + count.name + ": " + std::to_string(count.says) + ", the list has " +
                 std::to_string(listed));
    }
  }

  void prepare() {
    checker_.emplace(given_, result_, limits_);
    if (real_) {
      mirrored_ = checking::mirrored_before(result_);
    } else {
      mirrored_.resize(claims_.size());
      std::iota(mirrored_.begin(), mirrored_.end(), std::size_t{0});
    }
  }

  /// Each root by itself and the pairs of discs. What takes long comes last: a disc that is too large meets another one
  /// most often, which is a complaint already.
  void check_claims() {
    if (checking::is_whole_product(p_, result_)) {
      verification_.checked = static_cast<std::int64_t>(claims_.size());
      return;
    }
    prepare();
    look_at_signs();
    const bool seen_all = look_at_all(), seen_pairs = look_at_pairs();
    if (seen_all && seen_pairs && !has_failed()) count_together();
    const bool tried_all = seen_all && try_harder();
    std::size_t seen = 0;
    for (std::size_t k = 0; k < claims_.size(); ++k) {
      if (claims_[k].is == state::failed)
        claims_[k].is_refuted ? complain(k, claims_[k].complaint) : doubt(k, claims_[k].complaint);
      if (claims_[k].is == state::proven) ++verification_.checked;
      if (claims_[k].is != state::not_seen && claims_[k].is != state::open) ++seen;
    }
    complain_of_meetings();
    was_stopped_ = !seen_pairs || (tried_all && seen < claims_.size());
    if (was_stopped_)
      doubt(limits_.complaint(seen, claims_.size(), "discs") + (seen_pairs ? "" : ", and not all pairs of them"));
    else if (!tried_all)
      doubt(std::to_string(count(&claim_failed)) + " claims could not be confirmed, so " +
            std::to_string(claims_.size() - seen) +
            (seen_all ? " others were only looked at briefly" : " others were not looked at") +
            ": does this result belong to this polynomial?");
  }

  /// Whether the region has roots that are not listed.
  void check_region() {
    if (!verification_.complaints.empty()) return;
    std::vector<checking::counted_disc> listed;
    for (std::size_t k = 0; k < claims_.size(); ++k)
      if (claims_[k].is == state::proven) listed.push_back({*claims_[k].where, result_.roots[k].multiplicity});
    using verdict = checking::region_cover::verdict;
    const verdict found = look_for_others(listed);
    if (found == verdict::full) return;
    // A root without a proof claims nothing, and may be the one that was found.
    if (found == verdict::missing && listed.size() == claims_.size())
      return complain("the region has a root that is not listed");
    doubt(limits_.must_stop() ? limits_.complaint(listed.size(), claims_.size(), "discs") +
                                    ", but not whether another root lies in the region"
                              : std::string("not decided: whether another root lies in the region"));
  }

  /// What is cheap comes first.
  checking::region_cover::verdict look_for_others(const std::vector<checking::counted_disc>& listed) {
    using verdict = checking::region_cover::verdict;
    const roots_region& region = result_.report.region;
    checking::root_counter counter(p_, limits_);
    const auto outcome_of = [](const auto& look) {
      try {
        return look();
      } catch (const checking::stopped&) {
      } catch (const error&) {  // powers too far apart to be added exactly
      }
      return verdict::not_known;
    };
    std::int64_t sum = 0;
    for (const checking::counted_disc& one : listed) sum += one.roots;
    if (sum == p_.degree) return verdict::full;
    const bool is_line = region.real_only && !region.in_disc && !region.in_box;
    if (is_line && real_ && checking::are_all_by_signs(p_, listed)) return verdict::full;
    const auto count_on_line = [&] {
      const auto all = [&] {
        const std::optional<std::int64_t> roots = checking::different_real_roots(p_, limits_);
        const auto known = static_cast<std::int64_t>(listed.size());
        return !roots ? verdict::not_known : *roots == known ? verdict::full : verdict::missing;
      };
      return is_line && holds_one_real_root_each(listed) ? outcome_of(all) : verdict::not_known;
    };
    const auto look_at_all = [&] { return outcome_of([&] { return look_at_plane(listed); }); };
    // Finding all complex roots costs less than counting the real ones, unless there is hardly any and long
    // coefficients cancel, as those of truncated exponentials.
    constexpr std::size_t few = 1;
    const bool line_first = is_line && listed.size() <= few && has_long_coefficients();
    verdict counted = line_first ? count_on_line() : look_at_all();
    if (counted == verdict::not_known) counted = line_first ? look_at_all() : count_on_line();
    if (counted != verdict::not_known) return counted;
    roots_options starts;
    starts.on.threads = options_.threads, starts.max_seconds = limits_.seconds_left(), starts.cancel = options_.cancel;
    verdict found = outcome_of(
        [&] { return checking::region_isolation(p_, real_, region, counter, limits_, starts).look(listed); });
    if (found == verdict::not_known)
      found = outcome_of([&] { return checking::region_cover(p_, real_, region, counter).look(listed); });
    if (found == verdict::not_known)
      found = outcome_of([&] { return checking::count_in_disc(p_, region, counter, listed); });
    return found;
  }

  [[nodiscard]] bool has_long_coefficients() const {
    constexpr std::int64_t least_degree = 150, highest_degree = 1500;
    if (!p_.is_exact() || p_.degree < least_degree || p_.degree > highest_degree) return false;
    return std::any_of(p_.exact_re.begin(), p_.exact_re.end(), [&](const exact::real& a) {
      return exact::bit_length(a.numerator) + exact::bit_length(a.denominator) > 4 * p_.degree;
    });
  }

  /// By all roots of p: the solver's, each of which is proven here as those of a result are.
  checking::region_cover::verdict look_at_plane(const std::vector<checking::counted_disc>& listed) {
    using verdict = checking::region_cover::verdict;
    constexpr std::int64_t highest_degree = 30'000;  // some ten seconds
    if (p_.degree > highest_degree) return verdict::not_known;
    roots_options wanted;
    wanted.on.place = where::cpu, wanted.on.threads = options_.threads;
    wanted.max_seconds = limits_.seconds_left(), wanted.cancel = options_.cancel;
    const roots_result found = roots(given_, wanted);
    limits_.check();
    verify_options rest = options_;
    rest.max_seconds = limits_.seconds_left();
    if (found.status != roots_status::complete || !verifier(given_, found, rest).run().holds) return verdict::not_known;
    std::vector<checking::counted_disc> plane;
    for (std::size_t k = 0; k < found.roots.size(); ++k)
      plane.push_back({*checking::read_disc(found, k), found.roots[k].multiplicity});
    return checking::compare_with_plane(plane, listed, result_.report.region, real_);
  }

  /// Discs about real numbers that hold an odd number of roots of a real polynomial hold a real one. Of several in a
  /// disc more than one may be real.
  [[nodiscard]] bool holds_one_real_root_each(const std::vector<checking::counted_disc>& listed) const {
    return real_ && std::all_of(listed.begin(), listed.end(), [](const checking::counted_disc& one) {
             return one.where.im.is_zero() && one.roots == 1;
           });
  }

  /// False when it had to stop.
  bool look_at_pairs() {
    std::vector<std::optional<checking::disc> > discs(claims_.size());
    for (std::size_t k = 0; k < claims_.size(); ++k) discs[k] = claims_[k].where;
    try {
      meetings_ = checking::meeting_discs(discs, limits_);
    } catch (const checking::stopped&) {
      return false;
    }
    for (const checking::meeting& m : meetings_)
      if (claims_[m.larger].is == state::open) claims_[m.larger].is = state::meets_another;
    return true;
  }

  /// Disjoint discs with as many roots as the degree says, where each holds at least so many, hold exactly so many. To
  /// see that a large disc holds a root takes little; that it holds no more may take very long.
  void count_together() {
    if (!result_.report.region.is_plane()) return;
    std::vector<std::size_t> unclear;
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < claims_.size(); ++k) {
      if (claims_[k].is == state::open || claims_[k].is == state::meets_another)
        unclear.push_back(k);
      else if (claims_[k].is != state::proven)
        return;
      sum += result_.roots[k].multiplicity;
    }
    if (unclear.empty() || sum != p_.degree) return;
    in_parallel(unclear.size(), [&](std::size_t i) { checker_->locate(unclear[i], claims_[unclear[i]]); });
    for (const std::size_t k : unclear)
      if (!claims_[k].within) return;
    try {
      for (const std::size_t k : checking::widest_disjoint(claims_, limits_)) checker_->confirm(k, claims_[k]);
    } catch (const checking::stopped&) {
      return;
    }
  }

  /// The first of them: discs that are too large may meet by the thousands.
  void complain_of_meetings() {
    constexpr std::size_t most = 20;
    for (std::size_t k = 0; k < std::min(most, meetings_.size()); ++k)
      complain(meetings_[k].larger,
               "its disc is not disjoint from that of root " + std::to_string(meetings_[k].smaller + 1));
    if (const std::size_t more = meetings_.size() - std::min(most, meetings_.size()); more > 0)
      complain(std::to_string(more) + (more == 1 ? " more disc is" : " more discs are") + " not disjoint from others");
  }

  /// Where all roots are said to be real and simple, signs tell of all of them.
  void look_at_signs() {
    constexpr std::int64_t lowest_degree = 12;  // there is nothing to gain below
    if (!real_ || p_.degree < lowest_degree || static_cast<std::int64_t>(claims_.size()) != p_.degree) return;
    std::vector<checking::disc> discs;
    bool has_zero = false;
    for (std::size_t k = 0; k < claims_.size(); ++k) {
      const root& z = result_.roots[k];
      std::optional<checking::disc> where = checking::read_disc(result_, k);
      if (!where || !where->im.is_zero() || z.multiplicity != 1 || z.status == root_status::unproven) return;
      // 0 is looked at like others.
      if (!where->radius.is_zero() || !where->re.is_zero())
        discs.push_back(*std::move(where));
      else if (has_zero || p_.size() == 0)
        return;
      else
        has_zero = true;
    }
    try {
      std::vector<std::optional<checking::disc> > all(discs.begin(), discs.end());
      if (has_zero) all.push_back(checking::disc{});
      if (!checking::meeting_discs(all, limits_).empty() || !checking::change_signs(given_, discs, limits_)) return;
    } catch (const checking::stopped&) {
      return;
    }
    // With 0 in the list there may be one more root in one of the discs, if 0 is none.
    if (has_zero && p_.exponents.empty() && !has_zero_constant()) return;
    for (std::size_t k = 0; k < claims_.size(); ++k) {
      const std::optional<checking::disc> where = checking::read_disc(result_, k);
      claims_[k].holds_one = !where->radius.is_zero() || !where->re.is_zero();
    }
  }
  [[nodiscard]] bool has_zero_constant() const { return p_.is_exact() ? p_.exact_re[0].is_zero() : p_.re[0] == 0; }

  /// With the cheap test, in blocks that grow, whatever the number of threads. False when so many claims are wrong that
  /// the rest is left alone: the answer is known then, and most often the result is one of another polynomial.
  bool look_at_all() {
    for (std::size_t begin = 0, block = 256; begin < claims_.size(); begin += block, block *= 2) {
      const std::size_t size = std::min(block, claims_.size() - begin);
      std::vector<std::size_t> own;
      for (std::size_t k = begin; k < begin + size; ++k)
        if (mirrored_[k] == k) own.push_back(k);
      constexpr std::size_t at_once = 32;
      in_parallel((own.size() + at_once - 1) / at_once, [&](std::size_t i) {
        const std::span all(own);
        limits_.check();
        checker_->look_quickly(all.subspan(i * at_once, std::min(at_once, own.size() - i * at_once)), claims_);
      });
      in_parallel(own.size(), [&](std::size_t i) { checker_->look(own[i], claims_[own[i]]); });
      in_parallel(size, [&](std::size_t i) {
        const std::size_t k = begin + i, mirror = mirrored_[k];
        if (mirror != k && claims_[mirror].is != state::not_seen) checker_->look(k, claims_[k], &claims_[mirror]);
      });
      const std::size_t wrong = count(&claim_is_refuted);
      if (wrong > 100 && 2 * wrong > begin + size && begin + size < claims_.size()) return false;
    }
    return true;
  }

  /// What the cheap test left open, in the same way. False when some were left as they are: each may take minutes, and
  /// of a right result none fails.
  bool try_harder() {
    std::vector<std::size_t> open;
    for (std::size_t k = 0; k < claims_.size(); ++k)
      if (claims_[k].is == state::open) open.push_back(k);
    for (std::size_t begin = 0, block = 16; begin < open.size(); begin += block, block *= 2) {
      if (has_failed()) return false;
      const std::size_t size = std::min(block, open.size() - begin);
      in_parallel(size, [&](std::size_t i) { checker_->look_harder(open[begin + i], claims_[open[begin + i]]); });
    }
    return true;
  }

  /// body(i) for i < size. Those that had to stop leave their claim as it was.
  template <class Body>
  void in_parallel(std::size_t size, const Body& body) {
    parallel_for(size, 1, limits_.threads(), [&](std::size_t begin, std::size_t end) {
      try {
        for (std::size_t i = begin; i < end; ++i) body(i);
      } catch (const checking::stopped&) {
        return;
      }
    });
  }

  static bool claim_is_refuted(const checking::claim& c) { return c.is_refuted; }
  static bool claim_failed(const checking::claim& c) { return c.is == state::failed || c.is == state::meets_another; }
  [[nodiscard]] std::size_t count(bool (*which)(const checking::claim&)) const {
    return static_cast<std::size_t>(std::count_if(claims_.begin(), claims_.end(), which));
  }

  /// So many claims that the rest is not worth long work.
  [[nodiscard]] bool has_failed() const { return count(&claim_failed) >= 20; }

  using state = checking::claim::state;

  const polynomial& given_;
  const polynomial::representation& p_;
  bool real_;
  const roots_result& result_;
  const verify_options& options_;
  checking::work_limits limits_;
  std::optional<checking::claim_checker> checker_;
  std::vector<checking::claim> claims_;
  std::vector<std::size_t> mirrored_;  ///< the root before it that claims the same of the mirror image, or itself
  std::vector<checking::meeting> meetings_;
  verification verification_;
  bool is_wrong_ = false, was_stopped_ = false;
};

}  // namespace

verification verify(const polynomial& p, const roots_result& result, const verify_options& options) {
  const float_environment floats;
  // Dense work space of that many coefficients in several precisions is what the slow path needs.
  if (p.data().exponents.empty() && p.degree() > 10'000'000)
    throw error("verify: found degree " + std::to_string(p.degree()) + ", expected at most 10000000: its path is slow");
  verification outcome = verifier(p, result, options).run();
  if (!is_soon_done(p)) flint_cleanup();  // which small numbers leave next to nothing for
  return outcome;
}

#endif  // VIETA_HAVE_ARB

verification verify(const polynomial& p, const roots_result& result) {
  const float_environment floats;
  return verify(p, result, {});
}

}  // namespace vieta
