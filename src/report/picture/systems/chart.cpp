#include "report/picture/systems/chart.hpp"

#include <cmath>

#include "report/picture/axis.hpp"
#include "report/picture/text_width.hpp"

namespace vieta::report {
namespace {

constexpr colour chart_text = {40, 44, 52}, chart_soft = {112, 118, 128}, chart_grid = {232, 235, 239},
                 chart_axis = {190, 196, 204};
constexpr double chart_width = 860, chart_left = 84, chart_right = 26, chart_top = 100, chart_height = 480,
                 chart_bottom = 76;

}  // namespace

chart::chart(const std::string& title, std::array<double, 2> across, std::array<double, 2> up,
             const std::string& x_name, const std::string& y_name)
    : across_(across), up_(up) {
  scene_.width = chart_width;
  scene_.height = chart_top + chart_height + chart_bottom;
  scene_.frame_from = {chart_left, chart_top};
  scene_.frame_to = {chart_width - chart_right, chart_top + chart_height};
  text({chart_left, 32}, title.size() > 80 ? title.substr(0, 77) + "..." : title, 18, anchor::start, chart_text);
  ticks(across_, true);
  ticks(up_, false);
  const point a = scene_.frame_from, b = scene_.frame_to;
  scene_.items.emplace_back(polyline{{a, {b.x, a.y}, b, {a.x, b.y}, a}, chart_axis, 1, 0, 0, false});
  text({(a.x + b.x) / 2, b.y + 40}, x_name, 13, anchor::middle, chart_soft);
  text({chart_left - 76, chart_top - 10}, y_name, 13, anchor::start, chart_soft);
}

point chart::at(double x, double y) const {
  const point a = scene_.frame_from, b = scene_.frame_to;
  return {a.x + (x - across_[0]) / (across_[1] - across_[0]) * (b.x - a.x),
          b.y - (y - up_[0]) / (up_[1] - up_[0]) * (b.y - a.y)};
}

void chart::ticks(std::array<double, 2> range, bool across) {
  const double step = nice_step(range[1] - range[0], across ? 10 : 8);
  for (double k = std::ceil(range[0] / step); k * step <= range[1]; ++k) {
    const double value = k * step;
    const point from = across ? at(value, up_[0]) : at(across_[0], value),
                to = across ? at(value, up_[1]) : at(across_[1], value);
    scene_.items.emplace_back(polyline{{from, to}, k == 0 ? chart_axis : chart_grid, 1, 0, 0, true});
    text(across ? point{from.x, from.y + 18} : point{from.x - 8, from.y + 4}, tick_label(value, step), 12,
         across ? anchor::middle : anchor::end, chart_soft);
  }
}

void chart::line(const std::vector<point>& through, colour ink, double width) {
  if (through.size() < 2) return;
  polyline drawn{{}, ink, width, 0, 0, true};
  for (const point& p : through) drawn.points.push_back(at(p.x, p.y));
  scene_.items.emplace_back(std::move(drawn));
}

void chart::mark(const std::vector<point>& points, const std::vector<std::string>& titles, colour ink, double radius,
                 bool filled) {
  if (points.empty()) return;
  if (filled) {
    dots drawn{{}, titles, radius, ink, true};
    for (const point& p : points) drawn.points.push_back(at(p.x, p.y));
    scene_.items.emplace_back(std::move(drawn));
  } else {
    for (const point& p : points) scene_.items.emplace_back(circle{at(p.x, p.y), radius, ink, 1.5, 0, 0});
  }
}

void chart::legend(const std::vector<std::pair<std::string, colour>>& kinds) {
  double x = chart_left;
  constexpr double y = 58, size = 13;
  for (const auto& [name, ink] : kinds) {
    if (x > chart_width - 120) {
      text({x, y}, "...", size, anchor::start, chart_soft);
      break;
    }
    scene_.items.emplace_back(polyline{{{x, y - 4.5}, {x + 18, y - 4.5}}, ink, 3, 0, 0, false});
    text({x + 24, y}, name, size, anchor::start, chart_soft);
    x += 1.04 * text_width(name, size) + 42;
  }
}

void chart::note(const std::string& what) {
  text({chart_left, chart_top + chart_height + 62}, what, 12, anchor::start, chart_soft);
}

void chart::text(point where, const std::string& what, double size, anchor side, colour ink) {
  scene_.items.emplace_back(label{where, what, size, side, ink, false});
}

scene chart::finish() { return std::move(scene_); }

}  // namespace vieta::report
