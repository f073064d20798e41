#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "vieta/roots.hpp"

namespace vieta {

/// All roots of one polynomial, which stay with the ranks (`target::ranks`) that share the work: each has a range of
/// moduli, and rank 0 knows how many roots there are, with which statuses. On rank 0, as all calls of verbs are, and
/// until its next call that shares work of this kind.
///
/// They are those of `roots`, in the same order. Where ranks cannot keep them (without ranks, for other methods than
/// the near-linear one, with more than 15 digits, in a region, or where roots were left to other methods) they are on
/// rank 0, and everything below holds as well.
class VIETA_API distributed_roots {
 public:
  /// Throws what `roots` throws.
  distributed_roots(const polynomial& p, const roots_options& options);
  ~distributed_roots();
  distributed_roots(distributed_roots&&) noexcept;
  distributed_roots& operator=(distributed_roots&&) noexcept;

  /// The result without roots, where they are distributed.
  [[nodiscard]] const roots_result& result() const;
  [[nodiscard]] bool is_distributed() const;
  /// How many each rank has.
  [[nodiscard]] const std::vector<std::int64_t>& roots_of_rank() const;
  /// Of all discs.
  [[nodiscard]] double largest_radius() const;
  /// Roots that are proven real.
  [[nodiscard]] std::int64_t real_roots() const;

  /// The values of all roots as a NumPy array of complex numbers, each as often as its multiplicity says. All ranks
  /// write their parts (MPI-IO) under another name, and the file is renamed when it is whole. Throws vieta::error.
  void write_npy(const std::string& path) const;
  /// All roots on rank 0.
  [[nodiscard]] roots_result gather() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// How many there are, of which statuses, and what was done, for people.
VIETA_API void print(std::ostream& out, const distributed_roots& roots);

}  // namespace vieta
