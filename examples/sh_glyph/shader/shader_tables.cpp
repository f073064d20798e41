#include "shader/shader_tables.hpp"

#include <cstdio>

#include "vieta/shaders.hpp"

namespace sh_glyph {
namespace {

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", static_cast<double>(static_cast<float>(x)));
  std::string s = text;
  if (s.find_first_of(".e") == std::string::npos) s += ".0";
  return s;
}
std::string pair(double x) {
  const float high = static_cast<float>(x);
  return "vec2(" + number(high) + ", " + number(x - static_cast<double>(high)) + ")";
}

std::string array(const std::string& type, const std::string& name, const std::vector<std::string>& items) {
  std::string text = "const " + type + " " + name + "[" + std::to_string(items.size()) + "] = " + type + "[](", line;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (text.size() - text.rfind('\n') + items[i].size() > 115) text += "\n   ";
    text += " " + items[i] + (i + 1 < items.size() ? "," : ");\n");
  }
  return text;
}

}  // namespace

std::string shader_tables(const glyph& g) {
  std::vector<std::string> coefficients, first, steps, cosine, sine, to_form;
  for (const double c : g.coefficients) coefficients.push_back(number(c));
  const recurrence<double>& r = harmonic_recurrence();
  for (int m = 0; m <= largest_band; ++m) {
    first.push_back(pair(r.first[m]));
    for (const auto& s : r.steps[m])
      for (const double x : {s.a, s.b, s.c}) steps.push_back(pair(x));
  }
  with_bands(g.bands, [&](auto bands) {
    const auto& s = sampling<bands()>();
    for (int j = 0; j <= bands(); ++j) {
      cosine.push_back(number(s.cosine[j]));
      sine.push_back(number(s.sine[j]));
      for (const double x : s.to_form[j]) to_form.push_back(number(x));
    }
  });
  return vieta::real_roots_shader(vieta::shader_language::glsl, 2 * g.bands + 2) +
         "\n// A glyph, by `sh_glyph --shader`.\n" + "const int bands = " + std::to_string(g.bands) +
         ", largest_band = " + std::to_string(largest_band) + ";\n" + array("float", "coefficients", coefficients) +
         array("vec2", "harmonic_first", first) + array("vec2", "harmonic_step", steps) +
         array("float", "sampled_cosine", cosine) + array("float", "sampled_sine", sine) +
         array("float", "to_form", to_form);
}

}  // namespace sh_glyph
