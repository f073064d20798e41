#include "report/picture/text_width.hpp"

#include <string_view>

namespace vieta::report {

double text_width(const std::string& text, double size) {
  constexpr std::string_view narrow = "fijlrtI .,:;'|!/()[]-", wide = "mwMW%@+=<>~";
  double ems = 0;
  for (const char c : text) {
    const auto is_in = [&](std::string_view letters) { return letters.find(c) != std::string_view::npos; };
    const bool continues = (static_cast<unsigned char>(c) & 0xc0) == 0x80;  // a further byte of a character
    if (!continues) ems += is_in(narrow) ? 0.29 : is_in(wide) ? 0.75 : 0.57;
  }
  return ems * size;
}

}  // namespace vieta::report
