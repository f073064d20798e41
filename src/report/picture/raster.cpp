#include "report/picture/raster.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/picture/stroke_font.hpp"

namespace vieta::report {
namespace {

constexpr double zoom = 2;
constexpr colour white = {255, 255, 255};

/// How much of a pixel a shape covers whose edge is this far away (negative: the pixel's middle is inside).
double coverage(double distance) { return std::clamp(0.5 - distance, 0.0, 1.0); }

double distance_to_segment(point p, point a, point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
  const double t = length2 > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length2, 0.0, 1.0) : 0;
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

class canvas {
 public:
  explicit canvas(const scene& drawing)
      : drawing_(drawing),
        width_(static_cast<std::size_t>(std::ceil(drawing.width * zoom))),
        height_(static_cast<std::size_t>(std::ceil(drawing.height * zoom))),
        rgb_(width_ * height_ * 3, 255) {}

  bitmap take() { return {width_, height_, std::move(rgb_)}; }

  void draw(const polyline& item) {
    clip(item.clipped);
    const std::vector<point> points = scaled(item.points);
    if (item.fill_opacity > 0) fill(points, item.ink, item.fill_opacity);
    stroke(points, item.ink, item.width * zoom, item.dash * zoom);
  }

  void draw(const circle& item) {
    clip(true);
    const point c = {item.centre.x * zoom, item.centre.y * zoom};
    const double r = item.radius * zoom, half = item.width * zoom / 2, dash = item.dash * zoom;
    const double margin = r + half + 1;
    paint(c.x - margin, c.y - margin, c.x + margin, c.y + margin, [&](point p) {
      const double distance = std::hypot(p.x - c.x, p.y - c.y);
      if (item.fill_opacity > 0) blend(p, item.ink, item.fill_opacity * coverage(distance - r));
      if (dash > 0 && std::fmod((std::atan2(p.y - c.y, p.x - c.x) + 4) * r, 2 * dash) > dash) return;
      blend(p, item.ink, coverage(std::abs(distance - r) - half));
    });
  }

  void draw(const dots& item) {
    clip(true);
    const double r = item.radius * zoom;
    for (const point& at : item.points) {
      const point c = {at.x * zoom, at.y * zoom};
      const double margin = r + 3;
      paint(c.x - margin, c.y - margin, c.x + margin, c.y + margin, [&](point p) {
        const double distance = std::hypot(p.x - c.x, p.y - c.y);
        if (item.halo) blend(p, white, coverage(distance - r - 0.5 * zoom));
        blend(p, item.ink, coverage(distance - r));
      });
    }
  }

  void draw(const label& item) {
    clip(false);
    const std::vector<std::vector<point>> strokes = letter_strokes(item.text, item.size * zoom);
    const double width = text_width(item.text, item.size * zoom);
    const double shift = item.side == anchor::start ? 0 : item.side == anchor::middle ? width / 2 : width;
    for (const bool rim : {true, false}) {
      if (rim && !item.halo) continue;
      for (std::vector<point> line : strokes) {
        for (point& p : line) p = {p.x + item.at.x * zoom - shift, p.y + item.at.y * zoom};
        stroke(line, rim ? white : item.ink, item.size * zoom * 0.085 + (rim ? 3 * zoom : 0), 0);
      }
    }
  }

 private:
  void clip(bool to_frame) {
    left_ = to_frame ? drawing_.frame_from.x * zoom : 0;
    top_ = to_frame ? drawing_.frame_from.y * zoom : 0;
    right_ = to_frame ? drawing_.frame_to.x * zoom : static_cast<double>(width_);
    bottom_ = to_frame ? drawing_.frame_to.y * zoom : static_cast<double>(height_);
  }

  static std::vector<point> scaled(std::vector<point> points) {
    for (point& p : points) p = {p.x * zoom, p.y * zoom};
    return points;
  }

  /// Calls `each` with the middle of every pixel in the rectangle.
  template <class F>
  void paint(double from_x, double from_y, double to_x, double to_y, F&& each) {
    const auto pixel = [](double value, double low, double high) {
      return static_cast<std::size_t>(std::clamp(value, low, high));
    };
    const std::size_t x0 = pixel(from_x, left_, right_), x1 = pixel(std::ceil(to_x), left_, right_);
    const std::size_t y0 = pixel(from_y, top_, bottom_), y1 = pixel(std::ceil(to_y), top_, bottom_);
    for (std::size_t y = y0; y < y1; ++y)
      for (std::size_t x = x0; x < x1; ++x) each(point{static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5});
  }

  void blend(point p, colour ink, double opacity) {
    if (opacity <= 0) return;
    std::uint8_t* at = &rgb_[3 * (static_cast<std::size_t>(p.y) * width_ + static_cast<std::size_t>(p.x))];
    const std::uint8_t parts[] = {ink.red, ink.green, ink.blue};
    for (int k = 0; k < 3; ++k) at[k] = static_cast<std::uint8_t>(std::lround(at[k] + (parts[k] - at[k]) * opacity));
  }

  void segment(point a, point b, colour ink, double width) {
    const double half = width / 2, margin = half + 1;
    paint(std::min(a.x, b.x) - margin, std::min(a.y, b.y) - margin, std::max(a.x, b.x) + margin,
          std::max(a.y, b.y) + margin, [&](point p) { blend(p, ink, coverage(distance_to_segment(p, a, b) - half)); });
  }

  void stroke(const std::vector<point>& points, colour ink, double width, double dash) {
    double travelled = 0;
    for (std::size_t k = 1; k < points.size(); ++k) {
      const point a = points[k - 1], b = points[k];
      const double length = std::hypot(b.x - a.x, b.y - a.y);
      if (dash <= 0 || length == 0) {
        segment(a, b, ink, width);
        continue;
      }
      // From one border between dash and gap to the next.
      for (double done = 0; done < length;) {
        const double phase = std::fmod(travelled + done, 2 * dash);
        const double step = std::min((phase < dash ? dash : 2 * dash) - phase + 1e-9, length - done);
        const auto at = [&](double s) { return point{a.x + (b.x - a.x) * s / length, a.y + (b.y - a.y) * s / length}; };
        if (phase < dash) segment(at(done), at(done + step), ink, width);
        done += step;
      }
      travelled += length;
    }
  }

  void fill(const std::vector<point>& points, colour ink, double opacity) {
    double x0 = std::numeric_limits<double>::infinity(), y0 = x0, x1 = -x0, y1 = -x0;
    for (const point& p : points) {
      x0 = std::min(x0, p.x);
      x1 = std::max(x1, p.x);
      y0 = std::min(y0, p.y);
      y1 = std::max(y1, p.y);
    }
    paint(x0 - 1, y0 - 1, x1 + 1, y1 + 1, [&](point p) {
      bool inside = false;
      double distance = std::numeric_limits<double>::infinity();
      for (std::size_t k = 1; k < points.size(); ++k) {
        const point a = points[k - 1], b = points[k];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
        distance = std::min(distance, distance_to_segment(p, a, b));
      }
      blend(p, ink, opacity * coverage(inside ? -distance : distance));
    });
  }

  const scene& drawing_;
  std::size_t width_, height_;
  std::vector<std::uint8_t> rgb_;
  double left_ = 0, top_ = 0, right_ = 0, bottom_ = 0;
};

}  // namespace

bitmap rasterise(const scene& drawing) {
  canvas picture(drawing);
  for (const auto& item : drawing.items) std::visit([&](const auto& it) { picture.draw(it); }, item);
  return picture.take();
}

}  // namespace vieta::report
