#include "report/picture/svg.hpp"

#include <charconv>
#include <cmath>
#include <ostream>

namespace vieta::report {
namespace {

/// A hundredth of a pixel is fine enough, and short.
std::string coordinate(double value) {
  char buffer[40];
  const auto end = std::to_chars(std::begin(buffer), std::end(buffer), std::round(value * 100) / 100 + 0.0).ptr;
  return {buffer, static_cast<std::size_t>(end - buffer)};
}

std::string hex(colour c) {
  constexpr char digit[] = "0123456789abcdef";
  std::string text = "#";
  for (const std::uint8_t part : {c.red, c.green, c.blue}) text += {digit[part >> 4], digit[part & 15]};
  return text;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
  return out;
}

std::string stroke(colour ink, double width, double dash, double fill_opacity) {
  std::string text = fill_opacity > 0 ? " fill=\"" + hex(ink) + "\" fill-opacity=\"" + coordinate(fill_opacity) + '"'
                                      : std::string(" fill=\"none\"");
  text += " stroke=\"" + hex(ink) + "\" stroke-width=\"" + coordinate(width) + '"';
  if (dash > 0) text += " stroke-dasharray=\"" + coordinate(dash) + '"';
  return text;
}

constexpr const char* clip = " clip-path=\"url(#frame)\"";

std::string element(const polyline& item) {
  std::string text = "<polyline points=\"";
  for (const point& p : item.points) text += coordinate(p.x) + ',' + coordinate(p.y) + ' ';
  text.back() = '"';
  return text + stroke(item.ink, item.width, item.dash, item.fill_opacity) + (item.clipped ? clip : "") + "/>\n";
}

std::string element(const circle& item) {
  return "<circle cx=\"" + coordinate(item.centre.x) + "\" cy=\"" + coordinate(item.centre.y) + "\" r=\"" +
         coordinate(item.radius) + '"' + stroke(item.ink, item.width, item.dash, item.fill_opacity) + clip + "/>\n";
}

std::string element(const label& item) {
  constexpr const char* sides[] = {"start", "middle", "end"};
  std::string text = "<text x=\"" + coordinate(item.at.x) + "\" y=\"" + coordinate(item.at.y) + "\" font-size=\"" +
                     coordinate(item.size) + "\" text-anchor=\"" + sides[static_cast<int>(item.side)] + "\" fill=\"" +
                     hex(item.ink) + '"';
  if (item.halo) text += " stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\"";
  return text + '>' + escaped(item.text) + "</text>\n";
}

std::string element(const dots& item) {
  if (item.points.empty()) return "";
  std::string text;
  if (!item.titles.empty()) {
    text = "<g fill=\"" + hex(item.ink) + '"' + (item.halo ? " stroke=\"#ffffff\"" : "") + ">\n";
    for (std::size_t k = 0; k < item.points.size(); ++k)
      text += "<circle cx=\"" + coordinate(item.points[k].x) + "\" cy=\"" + coordinate(item.points[k].y) + "\" r=\"" +
              coordinate(item.radius) + "\"><title>" + escaped(item.titles[k]) + "</title></circle>\n";
    return text + "</g>\n";
  }
  // Strokes of no length with round caps are points, at a fifth of the bytes of circles.
  text = "<path fill=\"none\" stroke=\"" + hex(item.ink) + "\" stroke-width=\"" + coordinate(2 * item.radius) +
         "\" stroke-linecap=\"round\" d=\"";
  for (const point& p : item.points) text += 'M' + coordinate(p.x) + ' ' + coordinate(p.y) + "h0";
  return text + "\"/>\n";
}

}  // namespace

void write_svg(std::ostream& out, const scene& drawing) {
  const auto write = [&](const std::string& text) {
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
  };
  const std::string width = coordinate(drawing.width), height = coordinate(drawing.height);
  write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height + "\" viewBox=\"0 0 " +
        width + ' ' + height + "\" font-family=\"Inter, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\">\n" +
        "<defs><clipPath id=\"frame\"><rect x=\"" + coordinate(drawing.frame_from.x) + "\" y=\"" +
        coordinate(drawing.frame_from.y) + "\" width=\"" + coordinate(drawing.frame_to.x - drawing.frame_from.x) +
        "\" height=\"" + coordinate(drawing.frame_to.y - drawing.frame_from.y) + "\"/></clipPath></defs>\n" +
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
  for (const auto& item : drawing.items) write(std::visit([](const auto& it) { return element(it); }, item));
  write("</svg>\n");
}

}  // namespace vieta::report
