#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "solve/components/numeric.hpp"
#include "solve/parameter_family.hpp"
#include "solve/tape/tape.hpp"
#include "solve/track/track_all.hpp"
#include "vieta/components.hpp"

namespace vieta::decomposing {

/// Hyperplanes: a row for each, the coefficients of the system's variables and then the constant.
using hyperplanes = std::vector<scalar>;

/// How far paths lead: what all parts of one call share.
struct followers {
  tracking::workers by;
  std::function<bool()> must_stop;
  std::function<void(std::size_t)> announce;  ///< so many paths are to be followed
  std::function<void(std::size_t)> done;      ///< so many more were
};

/// Where a path came to.
struct moved_point {
  bool there = false;    ///< at the end of a path, singular or not
  bool regular = false;  ///< where the Jacobian is regular
  system_point x;        ///< all unknowns of the carrier
};

/// As many equations as leave a set of `dimension` isolated on so many hyperplanes in the first `own` variables. The
/// others describe directions in which the Jacobian vanishes (deflation), and are functions of the point.
class carrier {
 public:
  /// Paths are followed in unknowns x_v + shift[v], or without a shift where there is none.
  carrier(std::vector<std::string> variables, std::size_t own, std::size_t dimension,
          std::vector<exact_equation> equations, std::vector<double> shift = {});
  carrier(const carrier&) = delete;
  carrier& operator=(const carrier&) = delete;

  [[nodiscard]] std::size_t own() const { return own_; }
  [[nodiscard]] std::size_t unknowns() const { return variables_.size(); }
  [[nodiscard]] std::size_t dimension() const { return dimension_; }
  [[nodiscard]] const std::vector<exact_equation>& equations() const { return equations_; }

  /// The same, with a shift of each unknown that is all but 0 at one of these points; nothing where there is none.
  /// Steps of a path are measured relative to each coordinate, and one that is 0 all along is nothing but rounding.
  [[nodiscard]] std::shared_ptr<const carrier> away_from_zero(const std::vector<system_point>& points) const;

  /// The equations with the hyperplanes.
  [[nodiscard]] polynomial_system at(const hyperplanes& slices) const;

  /// Hyperplanes of no special position.
  [[nodiscard]] hyperplanes random_slices(std::mt19937_64& random) const;
  /// The same, through a point.
  [[nodiscard]] hyperplanes random_slices_through(const std::vector<scalar>& x, std::mt19937_64& random) const;
  /// The same hyperplanes with constants of few bits, to which `shifted` adds without rounding.
  [[nodiscard]] hyperplanes with_short_constants(hyperplanes slices) const;
  /// The same hyperplanes, moved parallel by `by` times a direction of no special position.
  [[nodiscard]] hyperplanes shifted(hyperplanes slices, double by, std::uint64_t seed) const;

  /// Where the points come to when the hyperplanes move: path k begins at points[start_of(k)] and ends on target(k).
  [[nodiscard]] std::vector<moved_point> move(const std::vector<system_point>& points, const hyperplanes& from,
                                              std::size_t paths,
                                              const std::function<std::size_t(std::size_t)>& start_of,
                                              const std::function<const hyperplanes&(std::size_t)>& target,
                                              const followers& with, bool careful = false) const;
  /// All of them to the same hyperplanes.
  [[nodiscard]] std::vector<moved_point> move(const std::vector<system_point>& points, const hyperplanes& from,
                                              const hyperplanes& to, const followers& with, bool careful = false) const;

  /// The points refined and proven, as zeros of at(slices); as far as their own variables for `shown`.
  [[nodiscard]] std::vector<newton_solution> proven(const std::vector<system_point>& points, const hyperplanes& slices,
                                                    const newton_options& options) const;

 private:
  std::vector<std::string> variables_;
  [[nodiscard]] hyperplanes moved_by_shift(hyperplanes slices) const;

  std::size_t own_, dimension_;
  std::vector<exact_equation> equations_;
  std::vector<double> shift_;  ///< of each unknown
  tracking::parameter_family family_;
  tracking::homotopy_tape tape_;
};

/// A system whose solutions are the given equations'.
polynomial_system system_of(const std::vector<std::string>& variables, const std::vector<exact_equation>& equations);

}  // namespace vieta::decomposing

namespace vieta {

/// What moves the points of a set.
struct solution_set::carrier {
  explicit carrier(std::shared_ptr<const decomposing::carrier> of, decomposing::hyperplanes at)
      : by(std::move(of)), slices(std::move(at)) {}
  std::shared_ptr<const decomposing::carrier> by;
  decomposing::hyperplanes slices;
};

}  // namespace vieta
