#include "report/picture/scene.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <unordered_set>

#include "base/number.hpp"
#include "report/picture/axis.hpp"
#include "report/picture/text_width.hpp"

namespace vieta::report {
namespace {

constexpr double pi = std::numbers::pi;

// Okabe and Ito's colours: told apart by colour-blind eyes too. Paint order: what needs attention comes on top.
struct look {
  root_status status;
  colour ink;
};
constexpr std::array<look, 6> looks = {{{root_status::isolated, {0, 93, 160}},
                                        {root_status::multiple, {0, 140, 120}},
                                        {root_status::cluster, {224, 138, 0}},
                                        {root_status::wide, {176, 82, 150}},
                                        {root_status::unproven, {213, 56, 30}},
                                        {root_status::at_border, {128, 80, 160}}}};
constexpr colour text_ink = {40, 44, 52}, soft_ink = {112, 118, 128}, grid_ink = {232, 235, 239},
                 axis_ink = {190, 196, 204}, circle_ink = {150, 158, 170};

colour ink_of(root_status status) {
  for (const look& l : looks)
    if (l.status == status) return l.ink;
  return text_ink;
}

// The frame, in pixels.
constexpr double picture_width = 860, left_margin = 74, right_margin = 26, top_margin = 78, bottom_margin = 58;
constexpr double plot_width = picture_width - left_margin - right_margin;

/// A root in a form that holds 1e400 as well.
struct place {
  std::complex<double> value;  ///< may be infinite or zero when no double holds it
  double log_modulus = 0;      ///< log10; -infinity for zero
  double angle = 0;
  double radius = 0;
};

place place_of(const roots_result& result, std::size_t k) {
  const root& z = result.roots[k];
  place p{z.value, std::log10(std::abs(z.value)), std::arg(z.value), z.radius};
  if (std::isnan(z.radius) || z.status == root_status::unproven) p.radius = 0;  // no disc
  const double modulus = std::abs(z.value);
  if (!result.decimal.empty() && (modulus < 1e-290 || !(modulus < 1e290))) {
    scientific re, im;
    if (to_scientific(result.decimal[k].re, re) && to_scientific(result.decimal[k].im, im)) {
      const std::int64_t top = re.mantissa == 0   ? im.exponent
                               : im.mantissa == 0 ? re.exponent
                                                  : std::max(re.exponent, im.exponent);
      const std::complex<double> reduced = {re.mantissa * std::pow(10.0, static_cast<double>(re.exponent - top)),
                                            im.mantissa * std::pow(10.0, static_cast<double>(im.exponent - top))};
      p.log_modulus = static_cast<double>(top) + std::log10(std::abs(reduced));
      p.angle = std::arg(reduced);
    }
  }
  return p;
}

std::string imaginary(const std::string& number) {
  if (number == "0") return number;
  return number == "1" ? "i" : number == "-1" ? "-i" : number + 'i';
}

std::string short_number(double value) {
  char buffer[40];
  const auto end = std::to_chars(std::begin(buffer), std::end(buffer), value, std::chars_format::general, 6).ptr;
  return {buffer, static_cast<std::size_t>(end - buffer)};
}

class roots_painter {
 public:
  roots_painter(const roots_result& result, const std::string& title) : result_(result), title_(title) {
    for (std::size_t k = 0; k < result.roots.size(); ++k) {
      places_.push_back(place_of(result, k));
      drawn_.push_back(!std::isnan(places_[k].log_modulus) && !std::isnan(places_[k].angle));
    }
    const std::size_t n = places_.size();
    dot_radius_ = n <= 60 ? 4.5 : n <= 600 ? 3.2 : n <= 6000 ? 2 : n <= 40000 ? 1.2 : 0.8;
  }

  scene run() {
    if (spans_wide()) {
      prepare_polar();
      polar_grid();
    } else {
      prepare_plane();
      plane_grid();
    }
    discs();
    points();
    multiplicities();
    heading();
    return std::move(scene_);
  }

 private:
  // ---- which picture ----------------------------------------------------------------------------------------------

  /// More than three decades between the small roots (but for a few) and the largest: one linear picture would show
  /// most of them as one point.
  bool spans_wide() {
    std::vector<double> logs;
    for (std::size_t k = 0; k < places_.size(); ++k)
      if (drawn_[k] && places_[k].log_modulus > -std::numeric_limits<double>::infinity())
        logs.push_back(places_[k].log_modulus);
    if (logs.empty()) return false;
    const auto low = logs.begin() + static_cast<std::ptrdiff_t>(logs.size() / 50);
    std::nth_element(logs.begin(), low, logs.end());
    smallest_ = *low;
    largest_ = *std::max_element(logs.begin(), logs.end());
    return largest_ - smallest_ > 3 || largest_ > 290 || smallest_ < -290;
  }

  // ---- the complex plane as it is ---------------------------------------------------------------------------------

  void prepare_plane() {
    double x0 = std::numeric_limits<double>::infinity(), x1 = -x0, y0 = x0, y1 = -x0;
    const auto include = [&](double x, double y, double r) {
      x0 = std::min(x0, x - r);
      x1 = std::max(x1, x + r);
      y0 = std::min(y0, y - r);
      y1 = std::max(y1, y + r);
    };
    for (std::size_t k = 0; k < places_.size(); ++k)
      if (drawn_[k]) include(places_[k].value.real(), places_[k].value.imag(), 0);
    if (x0 > x1) include(0, 0, 1);
    double size = std::max(x1 - x0, y1 - y0);
    // The origin belongs into the picture when it is not far away.
    if (std::max({x0, -x1, y0, -y1}) < size) include(0, 0, 0);
    for (std::size_t k = 0; k < places_.size(); ++k)
      if (drawn_[k] && places_[k].radius <= (size > 0 ? size : std::numeric_limits<double>::max()) / 2)
        include(places_[k].value.real(), places_[k].value.imag(), places_[k].radius);
    size = std::max(x1 - x0, y1 - y0);
    const double modulus = std::max({std::abs(x0), std::abs(x1), std::abs(y0), std::abs(y1)});
    if (size <= modulus * 1e-13) size = modulus > 0 ? modulus : 2;
    const double middle_x = x0 / 2 + x1 / 2, middle_y = y0 / 2 + y1 / 2;
    const double half_width = std::max(x1 - x0, 0.6 * size) * 0.56;
    const double half_height = std::clamp((y1 - y0) * 0.56, 0.4 * half_width, 1.1 * size);
    const double half = std::max(half_width, half_height);
    // Equal units on both axes; a tall picture gets white room at its sides instead of more pixels.
    scale_ = plot_width / (2 * half);
    const double height = std::min(plot_width, 2 * half_height * scale_);
    frame(height);
    const double centre_x = left_margin + plot_width / 2, centre_y = top_margin + height / 2;
    x_from_ = middle_x - half;
    x_to_ = middle_x + half;
    y_from_ = middle_y - height / scale_ / 2;
    y_to_ = middle_y + height / scale_ / 2;
    to_pixel_ = [this, centre_x, centre_y, middle_x, middle_y](const place& p) {
      return point{centre_x + (p.value.real() - middle_x) * scale_, centre_y - (p.value.imag() - middle_y) * scale_};
    };
  }

  point at(double x, double y) const {
    place p;
    p.value = {x, y};
    return to_pixel_(p);
  }

  void plane_grid() {
    const double step = nice_step(x_to_ - x_from_, 8);
    const double bottom = scene_.frame_to.y, left = scene_.frame_from.x;
    for (double k = std::ceil(x_from_ / step); k * step <= x_to_; ++k) {
      const double x = at(k * step, 0).x;
      line({{x, scene_.frame_from.y}, {x, bottom}}, k == 0 ? axis_ink : grid_ink, k == 0 ? 1.2 : 1);
      text({x, bottom + 18}, tick_label(k * step, step), 12, anchor::middle, soft_ink);
    }
    for (double k = std::ceil(y_from_ / step); k * step <= y_to_; ++k) {
      const double y = at(0, k * step).y;
      line({{left, y}, {scene_.frame_to.x, y}}, k == 0 ? axis_ink : grid_ink, k == 0 ? 1.2 : 1);
      text({left - 8, y + 4}, imaginary(tick_label(k * step, step)), 12, anchor::end, soft_ink);
    }
    const double below = bottom + 40;
    if (const point origin = at(0, 0); scale_ > 10 && scale_ < 1e4) {
      scene_.items.push_back(circle{origin, scale_, circle_ink, 1, 5, 0});
      text({scene_.frame_to.x, below}, "dashes: |z| = 1", 12, anchor::end, soft_ink);
    }
    text({(left + scene_.frame_to.x) / 2, below}, "real part", 13, anchor::middle, soft_ink);
    text({left - 66, scene_.frame_from.y - 6}, "imaginary part", 13, anchor::start, soft_ink);
    border();
  }

  // ---- log-polar: the modulus on a logarithmic scale --------------------------------------------------------------

  void prepare_polar() {
    reference_ = smallest_ - 0.06 * (largest_ - smallest_);
    frame(plot_width);
    const point centre = {left_margin + plot_width / 2, top_margin + plot_width / 2};
    scale_ = plot_width / 2 * 0.93 / rho(largest_);
    to_pixel_ = [this, centre](const place& p) {
      const double r = scale_ * rho(p.log_modulus);
      return point{centre.x + r * std::cos(p.angle), centre.y - r * std::sin(p.angle)};
    };
  }

  /// log10(1 + |z| / r0), without overflow.
  double rho(double log_modulus) const {
    const double x = log_modulus - reference_;
    return x > 20 ? x : std::log1p(std::pow(10.0, x)) / std::numbers::ln10;
  }

  void polar_grid() {
    const point centre = {left_margin + plot_width / 2, top_margin + plot_width / 2};
    const double outer = plot_width / 2;
    for (int k = 0; k < 12; ++k) {
      const double angle = k * pi / 6;
      line({centre, {centre.x + outer * std::cos(angle), centre.y - outer * std::sin(angle)}},
           k % 3 == 0 ? axis_ink : grid_ink, 1);
    }
    const double first = std::ceil(smallest_ - 0.5), last = std::floor(largest_);
    const double step = std::max(1.0, nice_step(std::max(1.0, last - first), 7));
    const bool unit = reference_ < 0 && largest_ > 0;
    std::vector<label> labels;
    for (double k = std::ceil(first / step); k * step <= last; ++k) {
      const double decade = k * step, r = scale_ * rho(decade);
      if (decade != 0) scene_.items.push_back(circle{centre, r, grid_ink, 1.2, 0, 0});
      const double along = 0.42 * pi;
      std::string name = decade == 0 ? "1" : decade == 1 ? "10" : "1e" + short_number(decade);
      labels.push_back({{centre.x + r * std::cos(along), centre.y - r * std::sin(along) + 4},
                        std::move(name),
                        11.5,
                        anchor::middle,
                        soft_ink,
                        true});
    }
    if (unit) scene_.items.push_back(circle{centre, scale_ * rho(0), circle_ink, 1, 5, 0});
    over_ = std::move(labels);
    const double offset = reference_ - std::floor(reference_);
    const std::string r0 =
        short_number(std::round(std::pow(10.0, offset) * 100) / 100) + "e" + short_number(std::floor(reference_));
    text({left_margin + plot_width / 2, scene_.frame_to.y + 24},
         "distance from the middle: log10(1 + |z|/r0), r0 = " + r0 + "; circles show |z|", 12, anchor::middle,
         soft_ink);
  }

  // ---- the roots --------------------------------------------------------------------------------------------------

  bool is_polar() const { return reference_ != not_polar; }

  /// Discs that are larger than their dots, and never more of them than a picture can show.
  void discs() {
    int shown = 0;
    for (std::size_t k = 0; k < places_.size() && shown < 3000; ++k) {
      const place& p = places_[k];
      if (!drawn_[k] || !(p.radius > 0) || !std::isfinite(p.radius)) continue;
      const colour ink = ink_of(result_.roots[k].status);
      if (!is_polar()) {
        const double r = p.radius * scale_;
        if (r < dot_radius_ || r > 1e5) continue;
        scene_.items.push_back(circle{to_pixel_(p), r, ink, 1, 0, 0.12});
      } else {
        const double modulus = std::abs(p.value);
        if (!(modulus < 1e290) || p.radius * scale_ < dot_radius_ * 2 * (modulus + std::pow(10.0, reference_)))
          continue;
        polyline outline{{}, ink, 1, 0, 0.12, true};
        for (int j = 0; j <= 96; ++j) {
          place edge;
          edge.value = p.value + std::polar(p.radius, 2 * pi * (j % 96) / 96);
          edge.log_modulus = std::log10(std::abs(edge.value));
          edge.angle = std::arg(edge.value);
          outline.points.push_back(to_pixel_(edge));
        }
        scene_.items.push_back(std::move(outline));
      }
      ++shown;
    }
    if (shown > 0 && !is_polar())
      text({left_margin, scene_.frame_to.y + 40}, "discs: where the roots are, proven", 12, anchor::start, soft_ink);
  }

  void points() {
    const bool few = places_.size() <= 1000;
    for (const look& l : looks) {
      dots group;
      group.radius = dot_radius_;
      group.ink = l.ink;
      group.halo = places_.size() <= 300;
      // Points that fall onto the same spot of a pixel grid are one point: 1e6 roots stay a small file.
      std::unordered_set<std::int64_t> taken;
      const double cell = few ? 0.05 : 0.75;
      for (std::size_t k = 0; k < places_.size(); ++k) {
        if (result_.roots[k].status != l.status || !drawn_[k]) continue;
        const point p = to_pixel_(places_[k]);
        if (!std::isfinite(p.x) || !std::isfinite(p.y)) continue;
        const auto key = static_cast<std::int64_t>(std::floor(p.x / cell)) * 1'000'003 +
                         static_cast<std::int64_t>(std::floor(p.y / cell));
        if (!taken.insert(key).second) continue;
        group.points.push_back(p);
        if (few) group.titles.push_back(tooltip(k));
      }
      if (!group.points.empty()) scene_.items.push_back(std::move(group));
    }
  }

  std::string tooltip(std::size_t k) const {
    const root& z = result_.roots[k];
    std::string re, im, radius;
    if (result_.decimal.empty()) {
      re = shortest(z.value.real());
      im = shortest(z.value.imag());
      radius = upward(z.radius, 2);
    } else {
      re = result_.decimal[k].re;
      im = result_.decimal[k].im;
      radius = upward(result_.decimal[k].radius, 2);
    }
    std::string text = '#' + std::to_string(k + 1) + ": " + re;
    if (!z.real) text += (im.starts_with('-') ? " - " + im.substr(1) : " + " + im) + "i";
    text += ", radius " + radius + ", " + name(z.status);
    if (z.multiplicity > 1) text += " of " + std::to_string(z.multiplicity);
    return text;
  }

  void multiplicities() {
    int shown = 0;
    for (std::size_t k = 0; k < places_.size() && shown < 100; ++k) {
      if (result_.roots[k].multiplicity < 2 || !drawn_[k]) continue;
      const point p = to_pixel_(places_[k]);
      over_.push_back({{p.x + dot_radius_ + 4, p.y - dot_radius_ - 2},
                       "\xC3\x97" + std::to_string(result_.roots[k].multiplicity),
                       13,
                       anchor::start,
                       ink_of(result_.roots[k].status),
                       true});
      ++shown;
    }
    for (label& l : over_) scene_.items.push_back(std::move(l));
  }

  // ---- around them ------------------------------------------------------------------------------------------------

  void frame(double height) {
    scene_.width = picture_width;
    scene_.height = top_margin + height + (is_polar() ? 44 : bottom_margin);
    scene_.frame_from = {left_margin, top_margin};
    scene_.frame_to = {left_margin + plot_width, top_margin + height};
  }

  void border() {
    const point a = scene_.frame_from, b = scene_.frame_to;
    scene_.items.push_back(polyline{{a, {b.x, a.y}, b, {a.x, b.y}, a}, axis_ink, 1, 0, 0, false});
  }

  void line(std::vector<point> through, colour ink, double width) {
    scene_.items.push_back(polyline{std::move(through), ink, width, 0, 0, true});
  }
  void text(point where, std::string what, double size, anchor side, colour ink) {
    scene_.items.push_back(label{where, std::move(what), size, side, ink, false});
  }

  /// The title, and what the colours mean with their counts.
  void heading() {
    std::string shown = title_;
    if (shown.size() > 80) shown = shown.substr(0, 77) + "...";
    text({left_margin, 34}, shown, 18, anchor::start, text_ink);
    std::int64_t with_multiplicity = 0;
    std::array<std::int64_t, looks.size()> discs_of{}, roots_of{};
    for (const root& z : result_.roots) {
      with_multiplicity += z.multiplicity;
      for (std::size_t s = 0; s < looks.size(); ++s)
        if (looks[s].status == z.status) ++discs_of[s], roots_of[s] += z.multiplicity;
    }
    double x = left_margin;
    constexpr double y = 58, size = 13;
    const auto word = [&](const std::string& what, colour ink) {
      text({x, y}, what, size, anchor::start, ink);
      x += 1.04 * text_width(what, size) + 16;  // the letters of an SVG viewer differ a little
    };
    word(std::to_string(with_multiplicity) + (with_multiplicity == 1 ? " root" : " roots"), soft_ink);
    for (std::size_t s = 0; s < looks.size(); ++s) {
      if (discs_of[s] == 0) continue;
      scene_.items.push_back(disc_mark({x + 5, y - 4.5}, looks[s].ink));
      x += 15;
      std::string what = std::to_string(discs_of[s]) + ' ' + name(looks[s].status);
      if (looks[s].status == root_status::multiple) what += " (" + std::to_string(roots_of[s]) + " roots)";
      if (looks[s].status == root_status::cluster)
        what += std::string(discs_of[s] == 1 ? "" : "s") + " (" + std::to_string(roots_of[s]) + " roots)";
      if (looks[s].status == root_status::wide) what += " (fewer digits than asked for)";
      word(what, soft_ink);
    }
  }

  /// Outside of the frame, where circles and dots are clipped away: a small polygon.
  static polyline disc_mark(point centre, colour ink) {
    polyline mark{{}, ink, 1, 0, 1, false};
    for (int k = 0; k <= 24; ++k)
      mark.points.push_back(
          {centre.x + 4 * std::cos(2 * pi * (k % 24) / 24), centre.y + 4 * std::sin(2 * pi * (k % 24) / 24)});
    return mark;
  }

  static constexpr double not_polar = 1e300;

  const roots_result& result_;
  const std::string& title_;
  std::vector<place> places_;
  std::vector<bool> drawn_;
  double dot_radius_ = 3;
  double smallest_ = 0, largest_ = 0;  ///< log10 of moduli
  double reference_ = not_polar;       ///< log10 of r0
  double scale_ = 1;                   ///< pixels per unit
  double x_from_ = 0, x_to_ = 0, y_from_ = 0, y_to_ = 0;
  std::function<point(const place&)> to_pixel_;
  std::vector<label> over_;
  scene scene_;
};

}  // namespace

scene draw_roots(const roots_result& result, const std::string& title) { return roots_painter(result, title).run(); }

}  // namespace vieta::report
