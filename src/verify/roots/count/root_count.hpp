#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstdint>
#include <optional>
#include <vector>

#include "verify/roots/count/taylor_model.hpp"

namespace vieta::checking {

/// How many roots of one polynomial are in a disc: proven, or not said. Threads may share one; throws `stopped`.
class root_counter {
 public:
  root_counter(const polynomial::representation& p, const work_limits& limits)
      : p_(p), limits_(limits), taylor_(p, limits) {}

  struct attempt {
    std::optional<std::int64_t> count;  ///< the proven number of roots in the closed disc
    slong precision = 0;                ///< bits that the attempt took
  };
  /// Pellet's test alone. It tells for small discs about roots, and for those far from all roots.
  attempt first_attempt(const disc& d, std::int64_t claimed);
  /// All that is left when the first attempt, which took that many bits, told nothing. May take a thousand times as
  /// long, most of all where nothing comes of it.
  std::optional<std::int64_t> last_attempt(const disc& d, std::int64_t claimed, slong precision);
  /// A disc within the given one that holds so many roots, by Pellet's test about a better centre. Not found where the
  /// roots are near the rim, or far apart.
  std::optional<disc> locate(const disc& d, std::int64_t claimed);

 private:
  enum class verdict { proven, more_precision, more_terms, refuted };
  struct outcome {
    verdict is;
    slong precision;
    std::optional<std::int64_t> count;
  };

  [[nodiscard]] std::vector<std::int64_t> orders(std::int64_t claimed) const;
  [[nodiscard]] slong most_precision() const;
  static std::optional<std::int64_t> count_at_sight(const taylor_model& model);
  static verdict pellet(const taylor_model& model, std::int64_t claimed);
  outcome pellet(const disc& d, std::int64_t claimed);
  bool move_towards_roots(disc& d, std::int64_t claimed, slong precision);
  bool proves_off_centre(const disc& d, std::int64_t claimed);
  std::optional<std::int64_t> multiplicity_at(const disc& d, std::int64_t claimed);

  const polynomial::representation& p_;
  const work_limits& limits_;
  taylor_source taylor_;
};

}  // namespace vieta::checking

#endif
