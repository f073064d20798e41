#include "report/picture/boxes_plot.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "report/picture/axis.hpp"
#include "vieta/geometry.hpp"

namespace vieta::report {
namespace {

constexpr colour text_ink = {40, 44, 52}, soft_ink = {112, 118, 128}, axis_ink = {190, 196, 204};
constexpr colour inks[4] = {{0, 93, 160}, {224, 138, 0}, {0, 138, 98}, {176, 82, 150}};
constexpr double left = 70, right = 220, top = 70, bottom = 50, side = 620;

using fate = visited_box::fate;
struct fate_style {
  fate what;
  colour ink;
  const char* text;
};
constexpr colour unique_ink = {20, 20, 20}, cluster_ink = {213, 56, 30};

// What ended a box; narrowed and divided ones are drawn as outlines by what became of their parts.
constexpr fate_style styles[] = {
    {fate::one_sign, {86, 160, 211}, "none: one sign"}, {fate::no_solution, {150, 120, 200}, "none: no fixed point"},
    {fate::proven, {0, 138, 98}, "proof attempted"},    {fate::covered, {120, 200, 160}, "in a uniqueness box"},
    {fate::narrowed, {240, 210, 130}, "narrowed"},      {fate::left_over, {213, 56, 30}, "left over"}};

class box_painter {
 public:
  box_painter(const box_system& system, std::size_t index, const boxes_result& result)
      : system_(system), index_(index), result_(result), n_(system.dimension()), meeting_(!system.curves.empty()) {
    box_ = meeting_ ? around_curves() : system.box;
    if (box_.empty()) box_.assign(n_, {0, 1});
    scene_.width = left + side + right;
    scene_.height = top + side + bottom;
    scene_.frame_from = {left, top};
    scene_.frame_to = {left + side, top + side};
    low_ = n_ > 1 ? box_[1][0] : -1;
    high_ = n_ > 1 ? box_[1][1] : 1;
  }

  scene run(const std::string& title) {
    if (n_ == 1) range_of_graph();
    axes();
    if (meeting_) {
      for (std::size_t q = 0; q < 2; ++q)
        scene_.items.push_back(polyline{on_paper(parameters(), q), inks[q], 2, 0, 0, true});
    } else {
      boxes();
      if (n_ == 1) graph();
      if (n_ == 2 && system_.equations.size() == 2)
        for (std::size_t q = 0; q < 2; ++q) curve(q);
    }
    items();
    legend(title);
    return std::move(scene_);
  }

 private:
  [[nodiscard]] double px(double x) const { return left + side * (x - box_[0][0]) / (box_[0][1] - box_[0][0]); }
  [[nodiscard]] double py(double y) const { return top + side * (high_ - y) / (high_ - low_); }

  /// The value of an equation at a point of the unit cube, by de Casteljau.
  [[nodiscard]] double value(std::size_t q, const std::vector<double>& t) const {
    std::vector<double> c = system_.equations[q].coefficients;
    for (std::size_t k = n_; k-- > 0;) {
      const std::size_t width = static_cast<std::size_t>(system_.equations[q].degrees[k]) + 1;
      std::vector<double> next;
      for (std::size_t at = 0; at < c.size(); at += width) {
        std::vector<double> b(c.begin() + static_cast<std::ptrdiff_t>(at),
                              c.begin() + static_cast<std::ptrdiff_t>(at + width));
        for (std::size_t m = width; m-- > 1;)
          for (std::size_t j = 0; j < m; ++j) b[j] = (1 - t[k]) * b[j] + t[k] * b[j + 1];
        next.push_back(b[0]);
      }
      c = std::move(next);
    }
    return c[0];
  }

  static std::vector<double> parameters() {
    std::vector<double> all;
    for (int i = 0; i <= 500; ++i) all.push_back(i / 500.0);
    return all;
  }

  /// A square, so that angles are right.
  [[nodiscard]] std::vector<std::array<double, 2>> around_curves() const {
    std::array<double, 2> low = {HUGE_VAL, HUGE_VAL}, high = {-HUGE_VAL, -HUGE_VAL};
    for (const bezier_curve& c : system_.curves)
      for (const double t : parameters()) {
        const std::vector<double> p = point_of(c, t);
        for (std::size_t k = 0; k < 2; ++k) low[k] = std::min(low[k], p[k]), high[k] = std::max(high[k], p[k]);
      }
    const double x = low[0] / 2 + high[0] / 2, y = low[1] / 2 + high[1] / 2;
    const double widest = std::max(high[0] - low[0], high[1] - low[1]);
    // Ticks have to be numbers that differ.
    double half = std::max(0.55 * widest, 1e-9 * std::max(std::fabs(x), std::fabs(y)));
    if (half == 0) half = 1;
    const bool fits = std::isfinite(half) && std::fabs(x) < 1e300 && std::fabs(y) < 1e300 && half < 1e300;
    if (!fits) return {{-1, 1}, {-1, 1}};
    return {{x - half, x + half}, {y - half, y + half}};
  }

  /// Points of one of the curves.
  [[nodiscard]] std::vector<point> on_paper(const std::vector<double>& t, std::size_t q) const {
    std::vector<point> line;
    for (const double at : t) {
      const std::vector<double> p = point_of(system_.curves[q], at);
      line.push_back({px(p[0]), py(p[1])});
    }
    return line;
  }

  void range_of_graph() {
    double most = 0;
    for (int i = 0; i <= 400; ++i) most = std::max(most, std::fabs(value(0, {i / 400.0})));
    if (!(most > 0) || !std::isfinite(most)) most = 1;
    low_ = -1.1 * most;
    high_ = 1.1 * most;
  }

  void graph() {
    std::vector<point> line;
    for (int i = 0; i <= 1000; ++i) {
      const double t = i / 1000.0;
      line.push_back({left + side * t, py(value(0, {t}))});
    }
    scene_.items.push_back(polyline{std::move(line), inks[0], 2, 0, 0, true});
    scene_.items.push_back(polyline{{{left, py(0)}, {left + side, py(0)}}, soft_ink, 1, 0, 0, true});
  }

  /// Zeros on the edges of a grid, joined cell by cell.
  void curve(std::size_t q) {
    constexpr int cells = 160;
    std::vector<double> v(std::size_t{cells + 1} * (cells + 1));
    for (int i = 0; i <= cells; ++i)
      for (int j = 0; j <= cells; ++j)
        v[i * (cells + 1) + j] = value(q, {static_cast<double>(i) / cells, static_cast<double>(j) / cells});
    const auto place = [](double i, double j) { return point{left + side * i / cells, top + side * (1 - j / cells)}; };
    for (int i = 0; i < cells; ++i)
      for (int j = 0; j < cells; ++j) {
        const double a = v[i * (cells + 1) + j], b = v[(i + 1) * (cells + 1) + j], c = v[(i + 1) * (cells + 1) + j + 1],
                     d = v[i * (cells + 1) + j + 1];
        std::vector<point> ends;
        const auto add = [&](double from, double to, double i0, double j0, double i1, double j1) {
          if ((from < 0) == (to < 0)) return;
          const double t = from / (from - to);
          ends.push_back(place(i0 + t * (i1 - i0), j0 + t * (j1 - j0)));
        };
        add(a, b, i, j, i + 1, j);
        add(b, c, i + 1, j, i + 1, j + 1);
        add(c, d, i + 1, j + 1, i, j + 1);
        add(d, a, i, j + 1, i, j);
        for (std::size_t k = 0; k + 1 < ends.size(); k += 2)
          scene_.items.push_back(polyline{{ends[k], ends[k + 1]}, inks[q], 2, 0, 0, true});
      }
  }

  void rectangle(const solution_box& unit, colour ink, double fill, double width) {
    const double x0 = left + side * unit.lower[0], x1 = left + side * unit.upper[0];
    const double y0 = n_ > 1 ? top + side * (1 - unit.upper[1]) : py(0) - 8,
                 y1 = n_ > 1 ? top + side * (1 - unit.lower[1]) : py(0) + 8;
    scene_.items.push_back(polyline{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}, ink, width, 0, fill, true});
  }

  void boxes() {
    for (const visited_box& v : result_.visited) {
      if (v.system != index_) continue;
      for (const fate_style& s : styles)
        if (s.what == v.what) rectangle(v.box, s.ink, s.what == fate::narrowed ? 0.1 : 0.3, 0.6);
    }
  }

  /// A traced curve in its tubes, in the first two variables.
  void traced(const box_item& item, const std::string& title) {
    const colour ink = inks[static_cast<std::size_t>(item.trace) % 4];
    for (std::size_t b = 0; b < item.boxes; ++b) {
      const solution_box& box = result_.boxes[item.first_box + b];
      const double x0 = std::max(px(box.lower[0]), left), x1 = std::min(px(box.upper[0]), left + side),
                   y0 = std::max(py(box.upper[1]), top), y1 = std::min(py(box.lower[1]), top + side);
      scene_.items.push_back(polyline{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}, ink, 0.6, 0, 0.12, true});
    }
    std::vector<point> line;
    for (std::size_t k = 0; k < item.points; ++k) {
      const std::array<double, 4>& x = result_.polylines[item.first_point + k];
      line.push_back({px(x[0]), py(x[1])});
    }
    dots joints{line, std::vector<std::string>(line.size(), title), 1.8, ink, true};
    scene_.items.push_back(polyline{std::move(line), ink, 2, 0, 0, true});
    scene_.items.push_back(std::move(joints));
  }

  void items() {
    dots roots{{}, {}, 4, unique_ink, true}, clusters{{}, {}, 6, cluster_ink, true};
    for (const box_item& item : result_.of(index_)) {
      std::string title = std::string(name(item.kind)) + ":";
      for (std::size_t k = 0; k < n_; ++k) title += ' ' + shortest(item.x[k]);
      if (meeting_ && item.kind == box_kind::curve) {
        std::vector<double> t;
        for (std::size_t k = 0; k < item.points; ++k) t.push_back(result_.polylines[item.first_point + k][0]);
        scene_.items.push_back(polyline{on_paper(t, 0), {213, 56, 30}, 4, 0, 0, true});
        continue;
      }
      if (item.trace >= 0) {
        traced(item, title);
        continue;
      }
      if (item.kind == box_kind::curve) {
        for (std::size_t b = 0; b < item.boxes; ++b) {
          const solution_box& box = result_.boxes[item.first_box + b];
          const double x0 = px(box.lower[0]), x1 = px(box.upper[0]), y0 = n_ > 1 ? py(box.upper[1]) : py(0) - 8,
                       y1 = n_ > 1 ? py(box.lower[1]) : py(0) + 8;
          scene_.items.push_back(
              polyline{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}, {213, 56, 30}, 1, 0, 0.4, true});
        }
        continue;
      }
      dots& list = item.kind == box_kind::unique ? roots : clusters;
      list.points.push_back(meeting_ ? on_paper({item.x[0]}, 0)[0]
                                     : point{px(item.x[0]), n_ > 1 ? py(item.x[1]) : py(0)});
      list.titles.push_back(title);
    }
    for (dots* list : {&clusters, &roots})
      if (!list->points.empty()) scene_.items.push_back(std::move(*list));
  }

  void axes() {
    const double step = nice_step(box_[0][1] - box_[0][0], 8);
    for (double k = std::ceil(box_[0][0] / step); k * step <= box_[0][1]; ++k)
      write({px(k * step), top + side + 18}, tick_label(k * step, step), 12, anchor::middle, soft_ink);
    const double tall = nice_step(high_ - low_, 8);
    for (double k = std::ceil(low_ / tall); k * tall <= high_; ++k)
      write({left - 8, py(k * tall) + 4}, tick_label(k * tall, tall), 12, anchor::end, soft_ink);
    const point a = {left, top}, b = {left + side, top + side};
    scene_.items.push_back(polyline{{a, {b.x, a.y}, b, {a.x, b.y}, a}, axis_ink, 1, 0, 0, false});
    write({left + side / 2, top + side + 38}, variable(0), 13, anchor::middle, soft_ink);
    if (n_ > 1) write({24, top + side / 2}, variable(1), 13, anchor::middle, soft_ink);
  }
  [[nodiscard]] std::string variable(std::size_t k) const {
    if (meeting_) return k == 0 ? "x" : "y";
    return system_.variables.empty() ? "x" + std::to_string(k + 1) : system_.variables[k];
  }

  [[nodiscard]] std::string name_of(std::size_t equation) const {
    const std::string number = std::to_string(equation + 1);
    return meeting_ ? "curve " + number : n_ == 1 ? "F" : "F" + number + " = 0";
  }

  void legend(const std::string& title) {
    write({left, 30}, title, 18, anchor::start, text_ink);
    write({left, 52},
          std::string(name(result_.status[index_])) + ", " + std::to_string(result_.of(index_).size()) +
              (result_.of(index_).size() == 1 ? " item, " : " items, ") + std::to_string(result_.visited.size()) +
              " boxes",
          13, anchor::start, soft_ink);
    double y = top + 14;
    const std::size_t drawn = n_ > 2 || system_.equations.size() < n_ ? 0 : n_;
    for (std::size_t k = 0; k < result_.traced.size() && k < 4 && drawn < n_; ++k, y += 24) {
      scene_.items.push_back(polyline{{{left + side + 16, y - 4}, {left + side + 36, y - 4}}, inks[k], 2, 0, 0, false});
      write({left + side + 44, y}, "curve " + std::to_string(k + 1) + ", in its tubes", 12, anchor::start, text_ink);
    }
    for (std::size_t q = 0; q < drawn; ++q, y += 24) {
      scene_.items.push_back(polyline{{{left + side + 16, y - 4}, {left + side + 36, y - 4}}, inks[q], 2, 0, 0, false});
      write({left + side + 44, y}, name_of(q), 12, anchor::start, text_ink);
    }
    for (const bool unique : {true, false}) {
      const auto items = result_.of(index_);
      const bool there = std::any_of(items.begin(), items.end(), [&](const box_item& item) {
        return item.trace < 0 && item.kind != box_kind::curve && (item.kind == box_kind::unique) == unique;
      });
      if (!there) continue;
      scene_.items.push_back(
          dots{{{left + side + 26, y - 4}}, {}, unique ? 4.0 : 6.0, unique ? unique_ink : cluster_ink, false, false});
      write({left + side + 44, y}, unique ? "one solution, proven" : "none, one or more", 12, anchor::start, text_ink);
      y += 24;
    }
    if (meeting_ || result_.visited.empty()) return;
    write({left + side + 16, y}, "boxes, by what was found:", 12, anchor::start, soft_ink);
    y += 24;
    for (const fate_style& s : styles) {
      const bool there = std::any_of(result_.visited.begin(), result_.visited.end(),
                                     [&](const visited_box& v) { return v.what == s.what; });
      if (!there) continue;
      const double x0 = left + side + 16, x1 = x0 + 20;
      scene_.items.push_back(
          polyline{{{x0, y - 10}, {x1, y - 10}, {x1, y + 2}, {x0, y + 2}, {x0, y - 10}}, s.ink, 0.6, 0, 0.5, false});
      write({left + side + 44, y}, s.text, 12, anchor::start, text_ink);
      y += 24;
    }
  }
  void write(point where, std::string what, double size, anchor alignment, colour ink) {
    scene_.items.push_back(label{where, std::move(what), size, alignment, ink, false});
  }

  const box_system& system_;
  std::size_t index_;
  const boxes_result& result_;
  std::size_t n_;
  bool meeting_;  ///< two curves in their own plane, in place of the parameters'
  std::vector<std::array<double, 2>> box_;
  double low_, high_;
  scene scene_;
};

}  // namespace

scene draw_boxes(const box_system& system, std::size_t index, const boxes_result& result, const std::string& title) {
  return box_painter(system, index, result).run(title);
}

}  // namespace vieta::report
