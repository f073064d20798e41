#include "report/picture/sweep/sweep_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "report/picture/axis.hpp"

namespace vieta::report {
namespace {

// Dark for few, light for many, after viridis; steps that also a grey print tells apart.
constexpr std::array<colour, 8> shades = {{{68, 1, 84},
                                           {70, 50, 126},
                                           {54, 92, 141},
                                           {39, 127, 142},
                                           {31, 161, 135},
                                           {74, 193, 109},
                                           {160, 218, 57},
                                           {253, 231, 37}}};
constexpr colour undecided_ink = {205, 205, 205}, text_of_sweep = {40, 44, 52}, line_of_sweep = {120, 126, 136};
constexpr double left_of_sweep = 76, top_of_sweep = 46, side_of_sweep = 560, right_of_sweep = 150, bottom_of_sweep = 56,
                 height_of_a_row = 60;

class sweep_painter {
 public:
  sweep_painter(const sweep_axis& across, const sweep_axis& up, const std::vector<int>& counts)
      : across_(across), up_(up), counts_(counts), kinds_(counts.begin(), counts.end()) {
    height_ = up.count > 1 ? side_of_sweep : height_of_a_row;
    scene_.width = left_of_sweep + side_of_sweep + right_of_sweep;
    scene_.height = top_of_sweep + height_ + bottom_of_sweep;
    scene_.frame_from = {left_of_sweep, top_of_sweep};
    scene_.frame_to = {left_of_sweep + side_of_sweep, top_of_sweep + height_};
  }

  scene run(const std::string& title) {
    for (std::size_t row = 0; row < up_.count; ++row)
      for (std::size_t begin = 0; begin < across_.count;) {
        std::size_t end = begin + 1;
        while (end < across_.count && at(end, row) == at(begin, row)) ++end;
        box(x_of(begin), y_of(row + 1), x_of(end), y_of(row), ink_of(at(begin, row)));
        begin = end;
      }
    frame();
    ticks(across_, true);
    if (up_.count > 1) ticks(up_, false);
    legend();
    scene_.items.emplace_back(
        label{{left_of_sweep, top_of_sweep - 18}, title, 15, anchor::start, text_of_sweep, false});
    return std::move(scene_);
  }

 private:
  [[nodiscard]] int at(std::size_t column, std::size_t row) const { return counts_[row * across_.count + column]; }
  [[nodiscard]] double x_of(std::size_t column) const {
    return left_of_sweep + side_of_sweep * static_cast<double>(column) / static_cast<double>(across_.count);
  }
  [[nodiscard]] double y_of(std::size_t row) const {
    return top_of_sweep + height_ * (1 - static_cast<double>(row) / static_cast<double>(up_.count));
  }

  [[nodiscard]] colour ink_of(int count) const {
    if (count < 0) return undecided_ink;
    const auto place = static_cast<std::size_t>(std::distance(kinds_.upper_bound(-1), kinds_.find(count)));
    const std::size_t all = kinds_.size() - kinds_.count(-1);
    return shades[all < 2 ? 2 : place * (shades.size() - 1) / (all - 1)];
  }

  void box(double x0, double y0, double x1, double y1, colour ink) {
    scene_.items.emplace_back(polyline{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}, ink, 0.3, 0, 1, true});
  }

  void frame() {
    const point a = scene_.frame_from, b = scene_.frame_to;
    scene_.items.emplace_back(polyline{{a, {b.x, a.y}, b, {a.x, b.y}, a}, line_of_sweep, 1, 0, 0, false});
  }

  /// A cell is half a step wide on both sides of its value.
  void ticks(const sweep_axis& axis, bool is_across) {
    const double span = axis.to - axis.from;
    const double step = nice_step(span > 0 ? span : 1, 6);
    const auto cells = static_cast<double>(axis.count);
    for (double value = std::ceil(axis.from / step) * step; value <= axis.to + 1e-9 * step; value += step) {
      const double share = span > 0 ? ((value - axis.from) / span * (cells - 1) + 0.5) / cells : 0.5;
      const std::string text = tick_label(value, step);
      if (is_across)
        scene_.items.emplace_back(label{{left_of_sweep + share * side_of_sweep, top_of_sweep + height_ + 18},
                                        text,
                                        12,
                                        anchor::middle,
                                        text_of_sweep,
                                        false});
      else
        scene_.items.emplace_back(label{{left_of_sweep - 8, top_of_sweep + height_ * (1 - share) + 4},
                                        text,
                                        12,
                                        anchor::end,
                                        text_of_sweep,
                                        false});
    }
    const point at = is_across ? point{left_of_sweep + side_of_sweep / 2, top_of_sweep + height_ + 42}
                               : point{14, top_of_sweep + height_ / 2};
    scene_.items.emplace_back(label{at, axis.name, 13, anchor::middle, text_of_sweep, false});
  }

  void legend() {
    double y = top_of_sweep + 12;
    const double x = left_of_sweep + side_of_sweep + 20;
    scene_.items.emplace_back(label{{x, y}, "real solutions", 12, anchor::start, text_of_sweep, false});
    for (const int count : kinds_) {
      y += 20;
      scene_.items.emplace_back(polyline{
          {{x, y - 10}, {x + 14, y - 10}, {x + 14, y + 2}, {x, y + 2}, {x, y - 10}}, ink_of(count), 0.3, 0, 1, false});
      scene_.items.emplace_back(label{
          {x + 22, y}, count < 0 ? "not decided" : std::to_string(count), 12, anchor::start, text_of_sweep, false});
      if (y > scene_.height - 30) break;
    }
  }

  const sweep_axis &across_, &up_;
  const std::vector<int>& counts_;
  std::set<int> kinds_;
  double height_ = 0;
  scene scene_;
};

}  // namespace

scene draw_sweep(const sweep_axis& across, const sweep_axis& up, const std::vector<int>& counts,
                 const std::string& title) {
  return sweep_painter(across, up, counts).run(title);
}

}  // namespace vieta::report
