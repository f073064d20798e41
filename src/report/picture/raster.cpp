// Anti-Grain Geometry (agg2) turns the outlines of a scene into pixels, its stroke font (gsv_text) the labels.
#include "report/picture/raster.hpp"

#include <agg_conv_curve.h>
#include <agg_conv_dash.h>
#include <agg_conv_stroke.h>
#include <agg_ellipse.h>
#include <agg_gsv_text.h>
#include <agg_path_storage.h>
#include <agg_pixfmt_rgb.h>
#include <agg_rasterizer_scanline_aa.h>
#include <agg_renderer_base.h>
#include <agg_renderer_scanline.h>
#include <agg_scanline_p.h>

#include <cmath>

#include "report/picture/text_width.hpp"

namespace vieta::report {
namespace {

constexpr double zoom = 2;
constexpr colour white = {255, 255, 255};

/// AGG's font holds ASCII; a sign of times is drawn as an x, other characters beyond ASCII as a question mark.
std::string in_ascii(const std::string& text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto c = static_cast<unsigned char>(text[k]);
    if (c < 0x80)
      out += text[k];
    else if (text.compare(k, 2, "\u00d7") == 0)
      out += 'x';
    else if (c >= 0xc0)
      out += '?';
  }
  return out;
}

class canvas {
 public:
  explicit canvas(const scene& drawing) : drawing_(drawing) {
    picture_.width = static_cast<std::size_t>(std::ceil(drawing.width * zoom));
    picture_.height = static_cast<std::size_t>(std::ceil(drawing.height * zoom));
    picture_.rgb.assign(picture_.width * picture_.height * 3, 255);
    const auto width = static_cast<unsigned>(picture_.width), height = static_cast<unsigned>(picture_.height);
    buffer_.attach(picture_.rgb.data(), width, height, static_cast<int>(3 * width));
    target_.attach(pixels_);
  }

  bitmap take() { return std::move(picture_); }

  void draw(const polyline& item) {
    if (item.points.empty()) return;
    clip(item.clipped);
    agg::path_storage path;
    path.move_to(item.points[0].x * zoom, item.points[0].y * zoom);
    for (const point& p : item.points) path.line_to(p.x * zoom, p.y * zoom);
    if (item.fill_opacity > 0) fill(path, item.ink, item.fill_opacity);
    outline(path, item.ink, item.width * zoom, item.dash * zoom);
  }

  void draw(const circle& item) {
    clip(true);
    agg::ellipse path = circle_around(item.centre, item.radius);
    if (item.fill_opacity > 0) fill(path, item.ink, item.fill_opacity);
    outline(path, item.ink, item.width * zoom, item.dash * zoom);
  }

  void draw(const dots& item) {
    clip(item.clipped);
    for (const point& at : item.points) {
      if (item.halo) {
        agg::ellipse rim = circle_around(at, item.radius + 0.5);
        fill(rim, white, 1);
      }
      agg::ellipse dot = circle_around(at, item.radius);
      fill(dot, item.ink, 1);
    }
  }

  void draw(const label& item) {
    clip(false);
    agg::gsv_text text;
    text.flip(true);
    const double height = 0.75 * item.size * zoom;  // of a capital letter
    const std::string letters = in_ascii(item.text);
    text.text(letters.c_str());
    text.size(height, 0.87 * height);
    double width = text.text_width();
    // What stands beside a label was placed by this estimate.
    const double most = 1.04 * text_width(item.text, item.size) * zoom;
    if (width > most) {
      text.size(height, 0.87 * height * most / width);
      width = most;
    }
    const double shift = item.side == anchor::start ? 0 : item.side == anchor::middle ? width / 2 : width;
    const double pen = item.size * zoom * 0.085;
    const auto write = [&](colour ink, double thickness) {
      text.start_point(item.at.x * zoom - shift, item.at.y * zoom);  // which a text that was drawn has moved to its end
      outline(text, ink, thickness, 0);
    };
    if (item.halo) write(white, pen + 3 * zoom);
    write(item.ink, pen);
  }

 private:
  void clip(bool to_frame) {
    if (to_frame)
      shapes_.clip_box(drawing_.frame_from.x * zoom, drawing_.frame_from.y * zoom, drawing_.frame_to.x * zoom,
                       drawing_.frame_to.y * zoom);
    else
      shapes_.clip_box(0, 0, static_cast<double>(picture_.width), static_cast<double>(picture_.height));
  }

  static agg::ellipse circle_around(point centre, double radius) {
    return {centre.x * zoom, centre.y * zoom, radius * zoom, radius * zoom};
  }

  template <class Path>
  void fill(Path& path, colour ink, double opacity) {
    shapes_.reset();
    shapes_.add_path(path);
    agg::render_scanlines_aa_solid(
        shapes_, scanline_, target_,
        agg::rgba8(ink.red, ink.green, ink.blue, static_cast<unsigned>(std::lround(255 * opacity))));
  }

  template <class Path>
  void outline(Path& path, colour ink, double width, double dash) {
    const auto draw = [&](auto& line) {
      agg::conv_stroke stroke(line);
      stroke.width(width);
      stroke.line_join(agg::round_join);
      stroke.line_cap(agg::round_cap);
      fill(stroke, ink, 1);
    };
    if (dash > 0) {
      agg::conv_dash<Path> dashes(path);
      dashes.add_dash(dash, dash);
      draw(dashes);
    } else {
      draw(path);
    }
  }

  const scene& drawing_;
  bitmap picture_;
  agg::rendering_buffer buffer_;
  agg::pixfmt_rgb24 pixels_{buffer_};
  agg::renderer_base<agg::pixfmt_rgb24> target_;
  agg::rasterizer_scanline_aa<> shapes_;
  agg::scanline_p8 scanline_;
};

}  // namespace

bitmap rasterise(const scene& drawing) {
  canvas picture(drawing);
  for (const auto& item : drawing.items) std::visit([&](const auto& it) { picture.draw(it); }, item);
  return picture.take();
}

}  // namespace vieta::report
