#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/plain_array.hpp"
#include "base/threads/meeting_point.hpp"
#include "roots/near_linear/root_discs.hpp"

namespace vieta::near_linear {

/// Discs in the memory of a device.
struct device_columns {
  const double *re = nullptr, *im = nullptr, *radius = nullptr, *alone = nullptr;
  const std::int32_t* exponent = nullptr;
};

/// What one device has to give to the others. Each writes its own before it waits, and reads those of the others
/// afterwards.
struct offer {
  int device = 0;
  std::vector<const void*> terms;      ///< arrays of coefficients in its memory, of which it has sent its part
  std::int64_t lost = 0;               ///< roots that found no room
  std::vector<located_root> border;    ///< discs that others may have found as well
  std::int64_t wide = 0;               ///< how many discs are so large that they may reach anywhere
  std::vector<std::uint32_t> gone;     ///< of the discs at borders, those that another one tells of (told to it)
  std::vector<std::uint64_t> samples;  ///< keys of moduli, each for as many discs as the others
  std::int64_t discs = 0, reals = 0;   ///< how many discs it has; of these, real ones of a real polynomial
  std::vector<std::uint32_t> cuts;     ///< where each member's range begins in its columns, and their end
  device_columns columns;
};

/// Where the threads of several devices meet.
class meeting : public meeting_point {
 public:
  explicit meeting(std::size_t members) : meeting_point(members), of(members) {}

  std::vector<offer> of;  ///< by member
  /// The columns of the answer, into which each member writes its range; the first one makes them.
  struct {
    plain_array<double> re, im, radius, alone;
    plain_array<std::int32_t> exponent;
  } answer;
};

}  // namespace vieta::near_linear
