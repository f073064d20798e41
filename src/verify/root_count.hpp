#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstdint>
#include <optional>
#include <vector>

#include "verify/taylor_model.hpp"

namespace vieta::checking {

/// How many roots of one polynomial are in a disc: proven, or not said.
class root_counter {
 public:
  explicit root_counter(const polynomial::representation& p) : p_(p), taylor_(p) {}

  /// The proven number of roots in the closed disc; empty when no proof was found within the limits. What is claimed
  /// is tried first.
  std::optional<std::int64_t> count(const disc& d, std::int64_t claimed);

 private:
  enum class verdict { proven, more_precision, more_terms, refuted };
  struct outcome {
    verdict is;
    slong precision;
  };

  [[nodiscard]] std::vector<std::int64_t> orders(std::int64_t claimed) const;
  [[nodiscard]] slong most_precision() const;
  static verdict pellet(const taylor_model& model, std::int64_t claimed);
  outcome pellet(const disc& d, std::int64_t claimed);
  bool move_towards_roots(disc& d, std::int64_t claimed, slong precision);
  bool proves_off_centre(const disc& d, std::int64_t claimed);
  std::optional<std::int64_t> multiplicity_at(const disc& d, std::int64_t claimed);

  const polynomial::representation& p_;
  taylor_source taylor_;
};

}  // namespace vieta::checking

#endif
