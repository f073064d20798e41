#include "report/plot.hpp"

#include <algorithm>
#include <cctype>

#include "report/png.hpp"
#include "report/raster.hpp"
#include "report/scene.hpp"
#include "report/svg.hpp"
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
  throw error("--plot " + path + ": expected a file name that ends in .svg or .png");
}

void plot(std::ostream& out, const roots_result& result, picture kind, const std::string& title) {
  const scene drawing = draw_roots(result, title);
  if (kind == picture::svg)
    write_svg(out, drawing);
  else
    write_png(out, rasterise(drawing));
}

}  // namespace vieta::report
