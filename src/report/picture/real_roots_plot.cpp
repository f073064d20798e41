#include "report/picture/real_roots_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/number.hpp"
#include "report/picture/axis.hpp"
#include "report/picture/text_width.hpp"

namespace vieta::report {
namespace {

// Okabe and Ito's colours.
constexpr std::array<colour, most_graphs> inks = {
    {{0, 93, 160}, {224, 138, 0}, {0, 138, 98}, {176, 82, 150}, {86, 160, 211}, {213, 56, 30}}};
constexpr colour text_ink = {40, 44, 52}, soft_ink = {112, 118, 128}, grid_ink = {232, 235, 239},
                 axis_ink = {190, 196, 204};
constexpr double width = 860, left = 40, right = 26, top = 78, height = 400, bottom = 70;

double value_at(const std::vector<double>& p, double x) {
  double value = 0;
  for (std::size_t k = p.size(); k-- > 0;) value = value * x + p[k];
  return value;
}

class graph_painter {
 public:
  graph_painter(const std::vector<real_roots_graph>& graphs, real_interval<double> interval) : graphs_(graphs) {
    range(interval);
    scene_.width = width;
    scene_.height = top + height + bottom;
    scene_.frame_from = {left, top};
    scene_.frame_to = {width - right, top + height};
  }

  scene run(const std::string& title) {
    grid();
    for (std::size_t g = 0; g < graphs_.size(); ++g) curve(graphs_[g], inks[g % inks.size()]);
    for (std::size_t g = 0; g < graphs_.size(); ++g) marks(graphs_[g], inks[g % inks.size()]);
    heading(title);
    return std::move(scene_);
  }

 private:
  /// The interval; where it has no end, as far as the roots go.
  void range(real_interval<double> interval) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const real_roots_graph& g : graphs_)
      for (const double root : g.roots) low = std::min(low, root), high = std::max(high, root);
    if (low > high) {
      low = std::isfinite(interval.lo) ? interval.lo : std::isfinite(interval.hi) ? interval.hi - 2 : -1;
      high = low + 2;
    }
    const double room = high > low ? (high - low) / 4 : std::max(1.0, std::abs(low) / 2);
    from_ = std::isfinite(interval.lo) ? interval.lo : low - room;
    to_ = std::isfinite(interval.hi) ? interval.hi : high + room;
    // A frame needs a width that doubles can count, and that does not overflow.
    from_ = std::clamp(from_, -1e300, 1e300);
    to_ = std::clamp(to_, -1e300, 1e300);
    const double least = std::max({std::abs(from_), std::abs(to_), 1e-290}) * 1e-12;
    if (!(to_ - from_ > least)) from_ -= least, to_ += least;
    const double margin = (to_ - from_) / 40;  // roots at the ends are seen whole
    from_ -= margin;
    to_ += margin;
  }

  [[nodiscard]] double x_pixel(double x) const { return left + (x - from_) / (to_ - from_) * (width - left - right); }
  static double y_pixel(double y) { return top + height / 2 * (1 - y * 0.92); }

  void grid() {
    const double step = nice_step(to_ - from_, 10);
    for (double k = std::ceil(from_ / step); k * step <= to_; ++k) {
      const double x = x_pixel(k * step);
      line({{x, top}, {x, top + height}}, grid_ink, 1);
      text({x, top + height + 18}, tick_label(k * step, step), 12, anchor::middle, soft_ink);
    }
    line({{left, y_pixel(0)}, {width - right, y_pixel(0)}}, axis_ink, 1.2);
    text({left - 8, y_pixel(0) + 4}, "0", 12, anchor::end, soft_ink);
    const point a = scene_.frame_from, b = scene_.frame_to;
    scene_.items.push_back(polyline{{a, {b.x, a.y}, b, {a.x, b.y}, a}, axis_ink, 1, 0, 0, false});
    text({left + (width - left - right) / 2, top + height + 37}, "x", 13, anchor::middle, soft_ink);
    text({left - 34, top - 6}, "p(x)", 13, anchor::start, soft_ink);
    text({left + (width - left - right) / 2, top + height + 57},
         "heights: asinh(p(x) / median |p|), each graph by its own scale", 12, anchor::middle, soft_ink);
  }

  void curve(const real_roots_graph& graph, colour ink) {
    constexpr int steps = 1500;
    std::vector<double> xs, values, sizes;
    for (int k = 0; k <= steps; ++k) {
      const double x = from_ + (to_ - from_) * k / steps, value = value_at(graph.coefficients, x);
      if (!std::isfinite(value)) continue;
      xs.push_back(x);
      values.push_back(value);
      sizes.push_back(std::abs(value));
    }
    if (values.empty()) return;
    const double largest = *std::max_element(sizes.begin(), sizes.end());
    std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2), sizes.end());
    const double median = std::max(sizes[sizes.size() / 2], largest * 1e-6);
    polyline line{{}, ink, 1.6, 0, 0, true};
    for (std::size_t k = 0; k < xs.size(); ++k) {
      const double y = largest > 0 ? std::asinh(values[k] / median) / std::asinh(largest / median) : 0;
      line.points.push_back({x_pixel(xs[k]), y_pixel(y)});
    }
    scene_.items.push_back(std::move(line));
  }

  void marks(const real_roots_graph& graph, colour ink) {
    dots found{{}, {}, 4.5, ink, true};
    for (std::size_t k = 0; k < graph.roots.size(); ++k) {
      const double x = x_pixel(graph.roots[k]);
      if (!std::isfinite(x)) continue;
      const bool touches = (graph.touching >> k & 1U) != 0;
      if (touches) scene_.items.push_back(circle{{x, y_pixel(0)}, 9, ink, 1.6, 0, 0});
      found.points.push_back({x, y_pixel(0)});
      found.titles.push_back(graph.title + ": " + shortest(graph.roots[k]) + (touches ? ", touching" : ""));
    }
    if (!found.points.empty()) scene_.items.push_back(std::move(found));
  }

  void heading(const std::string& title) {
    text({left, 34}, title.size() > 80 ? title.substr(0, 77) + "..." : title, 18, anchor::start, text_ink);
    double x = left;
    constexpr double y = 58, size = 13;
    bool touching = false;
    for (std::size_t g = 0; g < graphs_.size(); ++g) {
      const colour ink = inks[g % inks.size()];
      scene_.items.push_back(polyline{{{x, y - 4.5}, {x + 18, y - 4.5}}, ink, 3, 0, 0, false});
      const std::string& what = graphs_[g].title;
      text({x + 24, y}, what, size, anchor::start, soft_ink);
      x += 1.04 * text_width(what, size) + 42;
      touching = touching || graphs_[g].touching != 0;
    }
    if (touching) text({width - right, y}, "ring: touching root", size, anchor::end, soft_ink);
  }

  void line(std::vector<point> through, colour ink, double thickness) {
    scene_.items.push_back(polyline{std::move(through), ink, thickness, 0, 0, true});
  }
  void text(point where, std::string what, double size, anchor side, colour ink) {
    scene_.items.push_back(label{where, std::move(what), size, side, ink, false});
  }

  const std::vector<real_roots_graph>& graphs_;
  double from_ = -1, to_ = 1;
  scene scene_;
};

}  // namespace

scene draw_real_roots(const std::vector<real_roots_graph>& graphs, real_interval<double> interval,
                      const std::string& title) {
  return graph_painter(graphs, interval).run(title);
}

}  // namespace vieta::report
