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

std::string interval(int of, const std::string& c, const std::string& place, bool top) {
  const std::string d = digits(of);
  return "    if (right > left) {\n"
         "      at_right = real_roots_value_" +
         d + "(" + c +
         ", right);\n"
         "      if (at_right == 0.0) {\n        " +
         place +
         " = right;\n"
         "      } else if (at_left != 0.0 && (at_left < 0.0) != (at_right < 0.0)) {\n"
         "        start = real_roots_start_" +
         d + "(" + c +
         ", left, right, at_left, at_right, left > lo, right < hi);\n"
         "        off = 0.25 * (right - left);\n"
         "        found = real_roots_near_" +
         d + "(" + c + ", left, right, start, at_left < 0.0, " + (top ? "fine" : "coarse") +
         ", 0.0625, off, noise, 12);\n        " + place +
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
         "    }\n";
}

std::string intervals(int degree, int of, const std::string& c) {
  const bool top = of + 1 == degree;
  const std::string last = "points[" + digits(of - 1) + "]";
  return "  @loop for (int i = 0; i < " + digits(of) +
         "; i++) {\n    right = points[0];\n    @unroll for (int k = 1; k < " + digits(of) +
         "; k++) {\n      points[k - 1] = points[k];\n    }\n    " + last + " = left;\n" + interval(of, c, last, top) +
         "  }\n";
}

// Interval number i is (points[i - 1], points[i]). Points move down one place at each interval, since registers have no
// computed places, and its root takes the last one; where there is none, the interval's lower end does.
std::string level(int degree, int of) {
  const std::string d = digits(of), c = "c_" + d;
  std::string text = "  // The derivative of degree " + d + ".\n  float " + c + "[" + d + " + 1];\n";
  for (int k = 0; k <= of; ++k) text += "  " + c + "[" + digits(k) + "] = " + coefficient(degree, of, k) + ";\n";
  return text + "  left = lo;\n  at_left = real_roots_value_" + d + "(" + c +
         ", lo);\n"
         "  noise = REAL_ROOTS_NOISE * abs(" +
         c + "[0]);\n" + intervals(degree, of, c);
}

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
  std::string text;
  for (int of = 3; of < degree; ++of) text += functions_of_degree(of);
  text +=
      "// The roots of p' separate those of p, the roots of p'' those of p', and so on (Collins and Loos 1976; Yuksel "
      "2022).\n"
      "RealRoots real_roots_separate(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi, vec2 tolerance, int wanted) "
      "{\n";
  text +=
      "  float points[REAL_ROOTS_DEGREE];\n  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {\n"
      "    points[k] = hi;\n  }\n";
  if (degree == 2) text += "  points[0] = real_roots_of_quadratic(0.5 * p[1], p[2], 0.0, lo, hi).x;\n";
  if (degree >= 3) {
    text += "  vec2 ends = real_roots_of_quadratic(" + coefficient(degree, 2, 0) + ", " + coefficient(degree, 2, 1) +
            ", " + coefficient(degree, 2, 2) +
            ", lo, hi);\n"
            "  points[0] = ends.x;\n  points[1] = ends.y;\n";
  }
  if (degree > 3) {
    text +=
        "  bool reached = true;\n  vec2 coarse = vec2(0.0, 0.004);\n  vec2 fine = vec2(0.0, 0.0008);\n  vec2 found = "
        "coarse;\n"
        "  float left = lo;\n  float right = hi;\n  float at_left = 0.0;\n  float at_right = 0.0;\n"
        "  float start = lo;\n  float off = 0.0;\n  float noise = 0.0;\n";
  }
  for (int of = 3; of < degree; ++of) text += level(degree, of);
  if (degree > 3) {
    text +=
        "  if (!reached) {\n"
        "    RealRoots slow = real_roots_chain(p, lo, hi);\n"
        "    @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {\n      points[k] = slow.roots[k];\n    }\n"
        "  }\n";
  }
  if (degree <= last_degree_by_signs) return text + last_level(degree) + "}\n\n";
  return text + "  return real_roots_last_level(p, points, lo, hi, tolerance, wanted, false);\n}\n\n";
}

}  // namespace vieta
