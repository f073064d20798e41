#include "real_roots/shader/shader_levels.hpp"

#include <regex>

#include "real_roots/shader/shader_text_numbers.hpp"

namespace vieta {
namespace {

std::string digits(int k) { return std::to_string(k); }

// Functions of the last level's kind for a derivative of that degree.
std::string functions_of_degree(int degree) {
  std::string text = real_roots_shader_crossing + 1;
  text.resize(text.find("// The same where that end does not come"));
  text += real_roots_shader_value_and_noise + 1;
  text = std::regex_replace(text, std::regex("REAL_ROOTS_DEGREE"), digits(degree));
  text = std::regex_replace(text, std::regex("real_roots_(value_and_noise|value_and_slope|value|near|start)\\b"),
                            "real_roots_$1_" + digits(degree));
  text = std::regex_replace(text, std::regex("(^|\n)//[^\n]*(?=\n)"), "");
  return text.substr(text.find_first_not_of('\n'));
}

long long binomial(int n, int k) {
  long long value = 1;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

// The coefficient k of the derivative of that degree, divided by a factorial.
std::string coefficient(int degree, int of, int k) {
  const long long factor = binomial(degree - of + k, k);
  return (factor == 1 ? "" : std::to_string(factor) + ".0 * ") + "p[" + digits(degree - of + k) + "]";
}

// Interval number i is (points[i - 1], points[i]). Points move down one place at each interval, since registers have no
// computed places, and its root takes the last one; where there is none, the interval's lower end does.
std::string level(int degree, int of) {
  const std::string d = digits(of), c = "c_" + d, last = "points[" + digits(of - 1) + "]";
  std::string text = "  // The derivative of degree " + d + ".\n  float " + c + "[" + d + " + 1];\n";
  for (int k = 0; k <= of; ++k) text += "  " + c + "[" + digits(k) + "] = " + coefficient(degree, of, k) + ";\n";
  return text + "  left = lo;\n  at_left = real_roots_value_" + d + "(" + c +
         ", lo);\n"
         "  noise = REAL_ROOTS_NOISE * abs(" +
         c +
         "[0]);\n"
         "  @loop for (int i = 0; i < " +
         d +
         "; i++) {\n"
         "    right = points[0];\n"
         "    @unroll for (int k = 1; k < " +
         d +
         "; k++) {\n"
         "      points[k - 1] = points[k];\n"
         "    }\n    " +
         last +
         " = left;\n"
         "    if (right > left) {\n"
         "      at_right = real_roots_value_" +
         d + "(" + c +
         ", right);\n"
         "      if (at_right == 0.0) {\n        " +
         last +
         " = right;\n"
         "      } else if (at_left != 0.0 && (at_left < 0.0) != (at_right < 0.0)) {\n"
         "        start = real_roots_start_" +
         d + "(" + c +
         ", left, right, at_left, at_right, left > lo, right < hi);\n"
         "        off = 0.25 * (right - left);\n"
         "        found = real_roots_near_" +
         d + "(" + c + ", left, right, start, at_left < 0.0, " + (of + 1 < degree ? "coarse" : "fine") +
         ", off, noise, 12);\n        " + last +
         " = found.x;\n"
         "        if (found.y == 0.0) {\n"
         "          found = real_roots_value_and_noise_" +
         d + "(" + c +
         ", found.x);\n"
         "          reached = reached && abs(found.x) <= found.y;\n"
         "        }\n"
         "      }\n"
         "      left = right;\n"
         "      at_left = at_right;\n"
         "    }\n"
         "  }\n";
}

// The last level where p is nowhere near zero at a point: then its signs there are all that is needed. Otherwise, and
// for the first roots alone, real_roots_last_level looks closer.
std::string last_level(int degree) {
  const std::string close = "    return real_roots_last_level(p, points, lo, hi, tolerance, wanted);\n";
  std::string text =
      "  vec2 seen = real_roots_value_and_noise(p, lo);\n"
      "  float at_0 = seen.x;\n"
      "  bool low = wanted < REAL_ROOTS_DEGREE || abs(seen.x) <= 1.5 * seen.y;\n";
  for (int i = 0; i < degree; ++i) {
    text += "  seen = real_roots_value_and_noise(p, points[" + digits(i) + "]);\n  float at_" + digits(i + 1) +
            " = seen.x;\n  low = low || abs(seen.x) <= 1.5 * seen.y;\n";
  }
  text += "  if (low) {\n" + close +
          "  }\n"
          "  RealRoots r = real_roots_none(REAL_ROOTS_OK);\n"
          "  bool sure = true;\n";
  for (int i = degree - 1; i >= 0; --i) {
    const std::string left = i > 0 ? "points[" + digits(i - 1) + "]" : "lo", right = "points[" + digits(i) + "]",
                      at_left = "at_" + digits(i), at_right = "at_" + digits(i + 1);
    text += "  if ((" + at_left + " < 0.0) != (" + at_right +
            " < 0.0)) {\n"
            "    float start_" +
            digits(i) + " = real_roots_start(p, " + left + ", " + right + ", " + at_left + ", " + at_right + ", " +
            (i > 0 ? left + " > lo, " : "false, ") + right + " < hi);\n    seen = real_roots_near(p, " + left + ", " +
            right + ", start_" + digits(i) + ", " + at_left + " < 0.0, tolerance, 0.0, 0.0, 40);\n";
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
  // A text from degree 7 on is for other degrees as well; these go by the loop over levels.
  const bool alone = degree <= last_degree_of_levels_alone;
  const std::string begins = alone ? "" : "#if REAL_ROOTS_DEGREE == " + digits(degree) + "\n",
                    ends = alone ? "" : "#endif\n";
  std::string text = begins;
  for (int of = 3; of < degree; ++of) text += functions_of_degree(of);
  text += ends +
          "// The roots of p' separate those of p, the roots of p'' those of p', and so on (Collins and Loos 1976; "
          "Yuksel 2022).\n"
          "RealRoots real_roots_separate(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi, vec2 tolerance, int "
          "wanted) {\n";
  if (!alone) {
    text +=
        "  // Mesa 22.3 makes wrong code of the loops over 33 numbers there; to degree 31 it does not.\n"
        "  if (REAL_ROOTS_DEGREE < 32) {\n"
        "    RealRoots few = real_roots_few(p, lo, hi, tolerance, wanted);\n"
        "    if (few.status >= 0) {\n      return few;\n    }\n"
        "  }\n";
  }
  text += "  float points[REAL_ROOTS_DEGREE];\n  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {\n"
          "    points[k] = hi;\n  }\n";
  if (degree > 3) text += "  bool reached = false;\n";
  text += begins;
  if (degree == 2) text += "  points[0] = real_roots_of_quadratic(0.5 * p[1], p[2], 0.0, lo, hi).x;\n";
  if (degree >= 3) {
    text += "  vec2 ends = real_roots_of_quadratic(" + coefficient(degree, 2, 0) + ", " + coefficient(degree, 2, 1) +
            ", " + coefficient(degree, 2, 2) +
            ", lo, hi);\n"
            "  points[0] = ends.x;\n  points[1] = ends.y;\n";
  }
  if (degree > 3) {
    text +=
        "  reached = true;\n  vec2 coarse = vec2(0.0, 0.001);\n  vec2 fine = vec2(0.0, 0.0002);\n  vec2 found = coarse;\n"
        "  float left = lo;\n  float right = hi;\n  float at_left = 0.0;\n  float at_right = 0.0;\n"
        "  float start = lo;\n  float off = 0.0;\n  float noise = 0.0;\n";
  }
  for (int of = 3; of < degree; ++of) text += level(degree, of);
  text += ends;
  if (degree > 3) {
    text +=
        "  if (!reached) {\n"
        "    RealRoots slow = real_roots_chain(p, lo, hi);\n"
        "    @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {\n      points[k] = slow.roots[k];\n    }\n"
        "  }\n";
  }
  if (degree <= last_degree_by_signs) return text + last_level(degree) + "}\n\n";
  return text + "  return real_roots_last_level(p, points, lo, hi, tolerance, wanted);\n}\n\n";
}

}  // namespace vieta
