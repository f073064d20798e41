#include "real_roots/shader/shader_levels.hpp"

#include <string>

namespace vieta {
namespace {

std::string digits(int k) { return std::to_string(k); }

// The last level where p is nowhere near zero at a point: then its signs there are all that is needed. Otherwise, and
// for the first roots alone, real_roots_last_level looks closer.
std::string last_level(int degree) {
  const std::string close = "    return real_roots_last_level(p, points, lo, hi, tolerance, wanted, false);\n";
  std::string text =
      "  vec2 seen = real_roots_value_and_noise(p, lo);\n"
      "  float at_0 = seen.x;\n"
      "  bool low = wanted < REAL_ROOTS_DEGREE || abs(seen.x) <= 1.5 * seen.y;\n";
  for (int i = 0; i < degree; ++i) {
    text += "  seen = real_roots_value_and_noise(p, points[" + digits(i) + "]);\n  float at_" + digits(i + 1) +
            " = seen.x;\n  low = low || abs(seen.x) <= 1.5 * seen.y;\n";
  }
  text +=
      "  RealRoots r = real_roots_none(REAL_ROOTS_OK);\n"
      "  bool sure = !low;\n";
  for (int i = degree - 1; i >= 0; --i) {
    const std::string left = i > 0 ? "points[" + digits(i - 1) + "]" : "lo", right = "points[" + digits(i) + "]",
                      at_left = "at_" + digits(i), at_right = "at_" + digits(i + 1);
    text += "  if ((" + at_left + " < 0.0) != (" + at_right +
            " < 0.0)) {\n"
            "    float start_" +
            digits(i) + " = real_roots_start(p, " + left + ", " + right + ", " + at_left + ", " + at_right + ", " +
            (i > 0 ? left + " > lo, " : "false, ") + right + " < hi);\n    seen = real_roots_near(p, " + left + ", " +
            right + ", start_" + digits(i) + ", " + at_left + " < 0.0, tolerance, 0.25, 0.0, 0.0, 40);\n";
    for (int k = degree - 1 - i; k > 0; --k) {
      text += "    r.roots[" + digits(k) + "] = r.roots[" + digits(k - 1) + "];\n";
    }
    text +=
        "    r.roots[0] = seen.x;\n"
        "    r.count = r.count + 1;\n"
        "    sure = sure && seen.y > 0.0;\n"
        "  }\n";
  }
  return text + "  if (!sure) {\n" + close + "  }\n  return r;\n";
}

}  // namespace

std::string real_roots_shader_levels(int degree) {
  std::string text =
      "// The root of p' separates those of p.\n"
      "RealRoots real_roots_separate(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi, vec2 tolerance, int wanted) "
      "{\n"
      "  float points[REAL_ROOTS_DEGREE];\n  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {\n"
      "    points[k] = hi;\n  }\n";
  if (degree == 2) text += "  points[0] = real_roots_of_quadratic(0.5 * p[1], p[2], 0.0, lo, hi).x;\n";
  return text + last_level(degree) + "}\n\n";
}

}  // namespace vieta
