#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "report/picture/scene.hpp"

namespace vieta::report {

/// Colours that the colour-blind can tell apart (Okabe and Ito 2008), for lines and points of different kinds.
inline constexpr std::array<colour, 7> chart_inks = {
    {{0, 114, 178}, {213, 94, 0}, {0, 158, 115}, {204, 121, 167}, {86, 180, 233}, {230, 159, 0}, {90, 90, 90}}};

/// A frame with both axes linear: ticks, names, title and a legend.
class chart {
 public:
  chart(const std::string& title, std::array<double, 2> across, std::array<double, 2> up, const std::string& x_name,
        const std::string& y_name);

  [[nodiscard]] point at(double x, double y) const;
  void line(const std::vector<point>& through, colour ink, double width = 1.4);
  /// Points where `titles` say what each one is.
  void mark(const std::vector<point>& points, const std::vector<std::string>& titles, colour ink, double radius,
            bool filled = true);
  /// Kinds by colour, below the title.
  void legend(const std::vector<std::pair<std::string, colour>>& kinds);
  /// A sentence below the axis.
  void note(const std::string& text);
  scene finish();

 private:
  void ticks(std::array<double, 2> range, bool across);
  void text(point where, const std::string& what, double size, anchor side, colour ink);

  std::array<double, 2> across_, up_;
  scene scene_;
};

}  // namespace vieta::report
