#include "report/picture/minimax_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/number.hpp"
#include "minimax/function/evaluator.hpp"
#include "report/picture/axis.hpp"
#include "report/picture/text_width.hpp"
#include "vieta/error.hpp"

namespace vieta::report {
namespace {

constexpr colour blue = {0, 93, 160}, orange = {224, 138, 0}, text_ink = {40, 44, 52}, soft_ink = {112, 118, 128},
                 green = {46, 125, 50}, red = {183, 28, 28}, violet = {106, 27, 154}, grid_ink = {232, 235, 239},
                 axis_ink = {190, 196, 204};
constexpr double width = 860, left = 78, right = 26, top = 98, upper = 230, gap = 66, lower = 230, bottom = 58;

std::string short_text(double value) { return rounded(value, 4); }

class error_painter {
 public:
  error_painter(const minimax_result& result, double from, double to) : result_(result), from_(from), to_(to) {
    scene_.width = width;
    scene_.height = top + upper + gap + lower + bottom;
    scene_.frame_from = {left, top};
    scene_.frame_to = {width - right, scene_.height - bottom};
  }

  /// What a panel shows, above it, and its curves' names in their colours and dashes.
  void names(double y0, const std::string& what, const std::vector<std::pair<std::string, colour>>& curves,
             const std::string& marks) {
    constexpr double size = 13, line = 26;
    write({left - 70, y0 - 9}, what, size, anchor::start, soft_ink);
    double x = width - right;
    const auto one = [&](const std::string& name) {
      write({x, y0 - 9}, name, size, anchor::end, soft_ink);
      x -= 1.04 * text_width(name, size) + 8;
    };
    if (!marks.empty()) {
      one(marks);
      polyline mark{{}, orange, 1, 0, 1, false};
      for (int k = 0; k <= 4; ++k)
        mark.points.push_back({x - 4 +
                                   (k == 1   ? 4
                                    : k == 3 ? -4
                                             : 0),
                               y0 - 13 +
                                   (k == 0 || k == 4 ? -4
                                    : k == 2         ? 4
                                                     : 0)});
      scene_.items.push_back(std::move(mark));
      x -= 28;
    }
    for (std::size_t c = curves.size(); c-- > 0;) {
      one(curves[c].first);
      scene_.items.push_back(polyline{
          {{x - line, y0 - 13}, {x, y0 - 13}}, curves[c].second, c == 0 ? 2.2 : 1.4, c == 0 ? 0.0 : 5.0, 0, false});
      x -= line + 16;
    }
  }

  /// One panel with some curves in a common scale.
  void panel(double y0, double height, const std::vector<std::pair<std::function<double(double)>, colour>>& curves,
             double least, const std::vector<minimax_point>& marks) {
    constexpr int steps = 1200;
    double low = -least, high = least;
    std::vector<std::vector<point>> lines;
    for (const auto& [f, ink] : curves) {
      std::vector<point> line;
      for (int k = 0; k <= steps; ++k) {
        // Just inside the ends, where 0/0 may stand.
        const double part = std::clamp(static_cast<double>(k) / steps, 1e-7, 1 - 1e-7),
                     x = from_ + (to_ - from_) * part;
        const double y = f(x);
        if (!std::isfinite(y)) continue;
        if (least == 0 && lines.empty() && line.empty()) low = high = y;
        low = std::min(low, y);
        high = std::max(high, y);
        line.push_back({x, y});
      }
      lines.push_back(std::move(line));
    }
    if (!(high > low)) high = low + 1;
    const double margin = (high - low) * 0.06;
    low -= margin;
    high += margin;
    const auto px = [&](double x) { return left + (x - from_) / (to_ - from_) * (width - left - right); };
    const auto py = [&](double y) { return y0 + height * (high - y) / (high - low); };
    const double step = nice_step(high - low, 6), x_step = nice_step(to_ - from_, 10);
    for (double k = std::ceil(low / step); k * step <= high; ++k) {
      stroke({{left, py(k * step)}, {width - right, py(k * step)}}, k == 0 ? axis_ink : grid_ink, 1);
      write({left - 8, py(k * step) + 4}, least > 0 ? short_text(k * step + 0.0) : tick_label(k * step, step), 12,
            anchor::end, soft_ink);
    }
    for (double k = std::ceil(from_ / x_step); k * x_step <= to_; ++k) {
      stroke({{px(k * x_step), y0}, {px(k * x_step), y0 + height}}, grid_ink, 1);
      write({px(k * x_step), y0 + height + 17}, tick_label(k * x_step, x_step), 12, anchor::middle, soft_ink);
    }
    write({(left + width - right) / 2, y0 + height + 36}, "x", 13, anchor::middle, soft_ink);
    const point a = {left, y0}, b = {width - right, y0 + height};
    scene_.items.push_back(polyline{{a, {b.x, a.y}, b, {a.x, b.y}, a}, axis_ink, 1, 0, 0, false});
    for (std::size_t c = 0; c < curves.size(); ++c) {
      for (point& p : lines[c]) p = {px(p.x), py(p.y)};
      scene_.items.push_back(
          polyline{std::move(lines[c]), curves[c].second, c == 0 ? 2.2 : 1.4, c == 0 ? 0.0 : 5.0, 0, true});
    }
    dots found{{}, {}, 3.5, orange, true};
    for (const minimax_point& m : marks) {
      found.points.push_back({px(m.x), py(m.error)});
      found.titles.push_back("x = " + shortest(m.x) + ", error " + short_text(m.error));
    }
    if (!found.points.empty()) scene_.items.push_back(std::move(found));
  }

  [[nodiscard]] std::string degrees() const {
    const int above = static_cast<int>(result_.exponents.size()) - 1, below = result_.problem.denominator_degree;
    const bool all = above >= 0 && result_.exponents.back() == above;
    return (all ? ", p of degree " + std::to_string(above) : std::string()) +
           (below > 0 ? ", q of degree " + std::to_string(below) : std::string());
  }

  void heading() {
    write({left, 32}, result_.problem.function + " as " + result_.problem.form + degrees(), 18, anchor::start,
          text_ink);
    const bool proven = std::isfinite(result_.proven_bound);
    write({left, 54},
          std::string(name(result_.problem.error)) + " error " +
              (proven ? "at most " + upward(result_.proven_bound, 4) + ", proven"
                      : short_text(result_.max_error) + ", the largest at many points") +
              "; best without rounding of coefficients: " + short_text(result_.optimum),
          13, anchor::start, soft_ink);
  }
  scene finish() { return std::move(scene_); }

 private:
  void stroke(std::vector<point> through, colour ink, double thickness) {
    scene_.items.push_back(polyline{std::move(through), ink, thickness, 0, 0, true});
  }
  void write(point where, std::string what, double size, anchor side, colour ink) {
    scene_.items.push_back(label{where, std::move(what), size, side, ink, false});
  }
  const minimax_result& result_;
  double from_, to_;
  scene scene_;
};

}  // namespace

scene draw_minimax(const minimax_result& result, const std::function<double(double)>& function,
                   const std::function<double(double)>& approximation, const std::function<double(double)>& error,
                   const std::vector<named_error>& others) {
  const auto end = [](const std::string& text) {
    return static_cast<double>(vieta::approximation::evaluate(vieta::approximation::parse(text, "--in"), 0));
  };
  error_painter paint(result, end(result.problem.intervals.front().first), end(result.problem.intervals.back().second));
  paint.heading();
  const double below = top + upper + gap;
  constexpr std::array inks = {orange, green, red, violet};
  std::vector<std::pair<std::string, colour>> named = {{others.empty() ? "error" : "p", blue}};
  std::vector<std::pair<std::function<double(double)>, colour>> curves = {{error, blue}};
  for (std::size_t k = 0; k < others.size(); ++k) {
    const colour ink = inks[k % inks.size()];
    constexpr std::size_t most = 28;  // of a long expression, its place in the command
    const std::string& text = others[k].first;
    named.emplace_back(text.size() <= most ? text : "--beside " + std::to_string(k + 1), ink);
    curves.emplace_back(others[k].second, ink);
  }
  paint.names(top, "value", {{"the function", blue}, {"the approximation", orange}}, "");
  paint.panel(top, upper, {{function, blue}, {approximation, orange}}, 0, {});
  paint.names(below, std::string(name(result.problem.error)) + " error", named,
              !others.empty() || result.alternation.empty() ? "" : "largest before rounding, with alternating signs");
  paint.panel(below, lower, curves, result.max_error, result.alternation);
  return paint.finish();
}

namespace {

/// Of 1/0 there would be a name without a curve.
void refuse_without_values(const minimax_result& result, const std::string& text, const named_error& other) {
  constexpr int places = 64;
  for (const auto& [from, to] : result.problem.intervals) {
    const long double lo = evaluate(vieta::approximation::parse(from, "--in"), 0),
                      hi = evaluate(vieta::approximation::parse(to, "--in"), 0);
    for (int k = 0; k <= places; ++k)
      if (std::isfinite(other.second(static_cast<double>(lo + (hi - lo) * k / places)))) return;
  }
  throw error("--beside: found '" + text + "', expected an expression that is finite somewhere on the interval");
}

}  // namespace

scene draw_minimax(const minimax_result& result, const std::vector<std::string>& beside) {
  const vieta::approximation::evaluator at(result);
  std::vector<named_error> others;
  for (const std::string& text : beside) {
    others.emplace_back(
        text, [&at, other = vieta::approximation::parse(text, "--beside")](double x) { return at.error_of(other, x); });
    refuse_without_values(result, text, others.back());
  }
  return draw_minimax(
      result, [&](double x) { return at.function(x); }, [&](double x) { return at.stand_in(x); },
      [&](double x) { return at.error(x); }, others);
}

}  // namespace vieta::report
