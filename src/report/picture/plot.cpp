#include "report/picture/plot.hpp"

#include <algorithm>
#include <cctype>

#include "report/picture/png.hpp"
#include "report/picture/raster.hpp"
#include "report/picture/svg.hpp"
#include "vieta/error.hpp"

namespace vieta::report {

picture picture_of(const std::string& path) {
  const auto ends_with = [&](const std::string& extension) {
    return path.size() > extension.size() &&
           std::equal(extension.rbegin(), extension.rend(), path.rbegin(),
                      [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
  };
  if (ends_with(".svg")) return picture::svg;
  if (ends_with(".png")) return picture::png;
  throw error("--plot: found '" + path + "', expected a file name that ends in .svg or .png");
}

void write_picture(std::ostream& out, const scene& drawing, picture kind) {
  if (kind == picture::svg)
    write_svg(out, drawing);
  else
    write_png(out, rasterise(drawing));
}

void plot(std::ostream& out, const roots_result& result, picture kind, const std::string& title) {
  write_picture(out, draw_roots(result, title), kind);
}

}  // namespace vieta::report
