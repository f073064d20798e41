#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "vieta/roots.hpp"

namespace vieta::report {

// A picture as a list of simple things, first one at the bottom; SVG and PNG are two ways of writing it down.
// Units are pixels, y grows downward.

struct colour {
  std::uint8_t red = 0, green = 0, blue = 0;
};

struct point {
  double x = 0, y = 0;
};

/// Lines through the points; closed when first and last are equal, then `fill_opacity` fills the inside.
struct polyline {
  std::vector<point> points;
  colour ink;
  double width = 1;
  double dash = 0;  ///< length of dashes and gaps; 0: solid
  double fill_opacity = 0;
  bool clipped = true;  ///< to the frame
};

struct circle {
  point centre;
  double radius = 1;
  colour ink;
  double width = 1;
  double dash = 0;
  double fill_opacity = 0;
};

enum class anchor { start, middle, end };

struct label {
  point at;  ///< on the base line
  std::string text;
  double size = 12;
  anchor side = anchor::start;
  colour ink;
  bool halo = false;  ///< a white rim, to stay legible on top of other things
};

/// Many equal points. `titles` is empty or says what each one is (a tooltip in SVG).
struct dots {
  std::vector<point> points;
  std::vector<std::string> titles;
  double radius = 2;
  colour ink;
  bool halo = false;
  bool clipped = true;  ///< to the frame, in a PNG
};

struct scene {
  double width = 0, height = 0;
  point frame_from, frame_to;  ///< corners of the area that clipped things stay in
  std::vector<std::variant<polyline, circle, label, dots>> items;
};

scene draw_roots(const roots_result& result, const std::string& title);

}  // namespace vieta::report
