#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/plain_array.hpp"
#include "roots/coefficients.hpp"
#include "roots/near_linear/rings/ring_parts.hpp"
#include "roots/near_linear/rings/ring_plan.hpp"
#include "vieta/target.hpp"

namespace vieta::near_linear {

class meeting;

/// How a device is to search.
struct device_limits {
  double density = 1;                          ///< of the grid of samples
  double tolerance = 0;                        ///< relative radius that is small enough
  std::int64_t table_bytes = 640LL << 20;      ///< of Taylor polynomials at a time; one pass over a ring at least
  int most_points = 640;                       ///< of a cell's grid: they lie in shared memory
  std::vector<ring_part> parts;                ///< of the rings, that several devices share; empty: all
  int devices = 1;                             ///< that share them
  meeting* others = nullptr;                   ///< where these meet, if they are of one process
  std::size_t member = 0;                      ///< of the meeting: who this device is there
  int threads = 1;                             ///< of the host, for what the first one does for all
  std::function<bool()> must_stop;             ///< asked now and then; may be empty
  std::function<void(std::int64_t)> progress;  ///< told now and then about how many roots there are; may be empty
  std::function<void(const char*)> done;       ///< told of each stage when it is done, for measurements; may be empty
};

/// The density of a first search.
inline constexpr double first_density = 1.6;

/// Of one device's part of the roots: what others may have found as well, and the order among theirs.
struct border_roots {
  plain_array<std::uint64_t> keys;  ///< of all discs; ascend with the modulus
  std::vector<std::uint32_t> at;    ///< places of discs so near to the border of a cell that others may have them
  std::int64_t wide = 0;            ///< how many discs are so large that they may reach anywhere
};

/// Roots that a device found and proved: disjoint discs |x - z| <= radius |z|, z = (re + i im) 2^exponent, exactly one
/// root in each; by modulus, then |argument|.
struct device_roots {
  plain_array<double> re, im, radius;
  plain_array<double> alone;  ///< relative radius up to which there is no other root
  plain_array<std::int32_t> exponent;
  std::int64_t count = 0;   ///< of roots that these discs stand for
  bool upper_half = false;  ///< the polynomial is real: each disc with im > 0 stands for its mirror image as well, and
                            ///< roots with im = 0 are real
  bool used_residuals = false;
  std::int64_t long_sums = 0;  ///< roots that were looked at with more precision
  bool stopped = false;
  border_roots border;            ///< where `device_limits::parts` are, but not in a meeting
  std::int64_t lost = 0;          ///< roots that found no room: nothing is returned then
  std::int64_t without_room = 0;  ///< places that were not looked at for want of room
  std::string device;
  std::int64_t device_bytes = 0;  ///< the most memory that was in use on the device at a time
};

/// What several devices tell of their searches, together; not their columns and counts.
inline void add_told(device_roots& all, const device_roots& part) {
  all.used_residuals = all.used_residuals || part.used_residuals;
  all.stopped = all.stopped || part.stopped;
  all.long_sums += part.long_sums;
  all.lost += part.lost;
  all.without_room += part.without_room;
  all.device_bytes = std::max(all.device_bytes, part.device_bytes);
}

/// Whether this process has searched on a device before: the next search does not wait for the driver.
bool device_is_awake();

/// Searches of all rings on a CUDA device. Throws vieta::error if there is no such device, no memory, or no CUDA in
/// this build. Memory there: 818 bytes for each cell of a pass, 32 for each term of its ring, and about 200 bytes for
/// each root and 24 for each term.
class device_search {
 public:
  /// Begins to send the terms, which must stay as they are; the rings may be planned at the same time. Devices that
  /// meet send a part each, and give it to each other.
  device_search(const coefficients& a, const target& on, meeting* others = nullptr, std::size_t member = 0);
  device_search(const device_search&) = delete;
  device_search& operator=(const device_search&) = delete;
  ~device_search();
  /// The most cells of a pass over a ring, as a power of two: what the memory of a block and of the device is for.
  [[nodiscard]] int most_cells_log2() const;
  /// In a meeting only the first one has the columns of the answer, in `meeting::answer`, and `count` is that of all.
  device_roots run(const envelope& hull, const std::vector<ring>& rings, const device_limits& limits);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace vieta::near_linear
