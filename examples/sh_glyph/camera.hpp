#pragma once

#include <vector>

#include "glyph.hpp"

namespace sh_glyph {

/// A square window in the plane through the glyph's centre, seen in perspective.
struct view {
  double x = 0, y = 0, half_width = 1.05;
};

class camera {
 public:
  explicit camera(const view& window) : window_(window) {}
  /// Through the middle of pixel (column, row) of a picture with size times size pixels; row 0 is on top.
  ray through(int column, int row, int size) const;
  static vector position(const ray& r, double u);

 private:
  view window_;
};

std::vector<ray> rays_of(const view& window, int size);

}  // namespace sh_glyph
