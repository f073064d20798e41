#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "verify/roots/count/factor_count.hpp"
#include "verify/roots/count/root_count.hpp"
#include "verify/roots/exact_factors.hpp"
#include "verify/roots/quick/quick_count.hpp"

namespace vieta::checking {

/// What is known of the claim of one root.
struct claim {
  enum class state {
    not_seen,
    silent,         ///< it claims nothing
    open,           ///< the first attempt told nothing
    meets_another,  ///< the same, and its disc is not disjoint from another one: no further attempt
    proven,
    failed,  ///< there is a complaint
  } is = state::not_seen;
  bool is_refuted = false;       ///< failed, and proven to be wrong
  bool holds_one = false;        ///< the disc is known to hold one root, by `look_quickly` or others of the result
  std::optional<disc> where;     ///< empty: not seen, silent, or no disc at all
  std::optional<disc> within;    ///< a disc within it that holds as many roots as it claims
  root_counter::attempt so_far;  ///< the first attempt
  std::string complaint;
};

/// Checks what a result says of each root: that many roots in its disc, one number or on an axis
/// when it says so. Threads may share
/// one; throws `stopped`.
class claim_checker {
 public:
  claim_checker(const polynomial& p, const roots_result& result, const work_limits& limits);

  /// The cheapest test, of a group of them: tells which discs hold one root, where doubles do.
  void look_quickly(std::span<const std::size_t> which, std::span<claim> out) const;
  /// With the cheap test alone; `mirror`: what it said of the mirror image, where p is real.
  void look(std::size_t k, claim& out, const claim* mirror = nullptr);
  /// Finds `within` of one that is open or meets another.
  void locate(std::size_t k, claim& out);
  /// One whose disc is known to hold as many roots as it claims.
  void confirm(std::size_t k, claim& out) { settle(k, result_.roots[k].multiplicity, out); }
  /// An open one, with all there is.
  void look_harder(std::size_t k, claim& out);

 private:
  void settle(std::size_t k, std::optional<std::int64_t> count, claim& out);
  [[nodiscard]] answer is_one_number(const disc& d, std::int64_t multiplicity);
  [[nodiscard]] answer is_real(const disc& d, std::int64_t multiplicity);
  [[nodiscard]] answer is_imaginary(const disc& d, std::int64_t multiplicity);
  [[nodiscard]] bool meets_region(const disc& d, bool is_real) const;

  const polynomial::representation& p_;
  bool real_;
  const roots_result& result_;
  root_counter counter_;
  std::unique_ptr<factor_counter> by_factors_;  ///< where the result speaks of multiple roots
  exact_factors factors_;
  quick_counter quick_;
};

}  // namespace vieta::checking

#endif
