#include "report/picture/plot.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "report/picture/svg.hpp"
#ifdef VIETA_HAVE_PNG
#include "report/picture/png.hpp"
#include "report/picture/raster.hpp"
#endif
#include "vieta/error.hpp"

namespace vieta::report {

picture picture_of(const std::string& path) {
  const auto ends_with = [&](const std::string& extension) {
    return path.size() > extension.size() &&
           std::equal(extension.rbegin(), extension.rend(), path.rbegin(),
                      [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
  };
  if (ends_with(".svg")) return picture::svg;
  if (ends_with(".png")) {
#ifdef VIETA_HAVE_PNG
    return picture::png;
#else
    throw error("--plot: found '" + path + "', expected .svg: this build was made without the libraries for .png");
#endif
  }
  throw error("--plot: found '" + path + "', expected a file name that ends in .svg or .png");
}

std::string title_of(const std::string& input) {
  std::error_code none;
  if (input == "-") return "standard input";
  return std::filesystem::is_regular_file(input, none) ? std::filesystem::path(input).filename().string() : input;
}

void write_picture(std::ostream& out, const scene& drawing, picture kind) {
#ifdef VIETA_HAVE_PNG
  if (kind == picture::png) return write_png(out, rasterise(drawing));
#else
  static_cast<void>(kind);
#endif
  write_svg(out, drawing);
}

void plot(std::ostream& out, const roots_result& result, picture kind, const std::string& title) {
  write_picture(out, draw_roots(result, title), kind);
}

}  // namespace vieta::report
