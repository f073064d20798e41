#pragma once

#include <iosfwd>
#include <vector>

#include "camera.hpp"
#include "reference.hpp"

namespace sh_glyph {

/// What the reference says of these rays.
struct truth {
  std::vector<double> u;
  long undecided = 0;
};
truth reference_hits(const reference& judge, const std::vector<ray>& rays);

/// Two hits within a distance, or two misses.
bool same(double a, double b, double within);

struct place {
  const char* name;
  view window;
};
/// The whole glyph; then, enlarged 20 times, its outermost and innermost edge, and the edge of a lobe in front of
/// another one. From the hits of a picture of the whole.
std::vector<place> places_to_look_at(const std::vector<double>& hits, int size);

struct check_options {
  int size = 256;     ///< pixels in a row of each picture
  bool cuda = false;  ///< trace_on_cuda instead of trace_on_cpu
  unsigned seed = 1;
};

/// Traces glyphs of all kinds and bands, whole and enlarged 20 times at three places of their silhouettes, and counts
/// the pixels whose first hit is not that of the reference. Returns the number of wrong pixels.
long check(const check_options& options, std::ostream& out);

}  // namespace sh_glyph
