#include "minimax/code/emit.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "minimax/check/float_bits.hpp"
#include "minimax/function/called_functions.hpp"
#include "minimax/narrow/narrow_text.hpp"
#include "vieta/error.hpp"

namespace vieta {

code_language parse_code_language(const std::string& text) {
  return text == "c++" ? code_language::cpp : value_named<code_language>(text, "--emit");
}

namespace approximation {
namespace {

bool c_family(code_language l) { return l == code_language::cuda || l == code_language::c || l == code_language::cpp; }

class writer {
 public:
  writer(const program& p, const emit_style& style) : p_(p), style_(style), language_(style.language) {
    uses_.assign(p.steps.size(), 0);
    for (const step& s : p.steps)
      for (const int k : {s.a, s.b, s.c, s.d})
        if (k >= 0) ++uses_[static_cast<std::size_t>(k)];
    if (p.result >= 0) ++uses_[static_cast<std::size_t>(p.result)];
  }

  std::string run() {
    std::string text = comment(), body;
    text_.resize(p_.steps.size());
    for (std::size_t i = 0; i < p_.steps.size(); ++i)
      if (p_.steps[i].kind == step_kind::input && uses_[i] == 0) body += unused(p_.steps[i].name);
    for (std::size_t i = 0; i < p_.steps.size(); ++i) {
      const step& s = p_.steps[i];
      if (uses_[i] == 0 && s.kind != step_kind::input) continue;
      const std::string value = s.kind == step_kind::input ? s.name : expression(s);
      const bool simple = s.kind == step_kind::input || s.kind == step_kind::constant;
      if (simple || (s.name.empty() && uses_[i] == 1 && static_cast<int>(i) != p_.result)) {
        text_[i] = {value, simple ? 9 : binding(s.kind)};
        continue;
      }
      if (static_cast<int>(i) == p_.result) {
        body += "  " + returned(value);
        continue;
      }
      const std::string variable = s.name.empty() ? "t" + std::to_string(++temporaries_) : s.name;
      body += "  " + assignment(variable, value, i);
      text_[i] = {variable, 9};
    }
    if (uses_[static_cast<std::size_t>(p_.result)] > 0 && !text_[static_cast<std::size_t>(p_.result)].first.empty())
      body += "  " + returned(text_[static_cast<std::size_t>(p_.result)].first);
    text += head() + body;
    if (language_ == code_language::python) return indented(text);
    return text + "}\n" + (style_.bfloat16 ? bfloat_function(language_, p_.name) : "");
  }

 private:
  [[nodiscard]] std::string type() const {
    if (style_.half) {
      switch (language_) {
        case code_language::glsl:
        case code_language::hlsl:
          return "float16_t";
        case code_language::wgsl:
          return "f16";
        case code_language::metal:
          return "half";
        case code_language::ispc:
          return "float16";
        case code_language::c:
          return "_Float16";
        case code_language::cuda:
          return style_.half2 ? "__half2" : "__half";
        default:
          throw error(std::string("--half: found ") + vieta::name(language_) +
                      ", which has no float16 arithmetic, expected glsl, hlsl, wgsl, metal, ispc, c or cuda");
      }
    }
    return language_ == code_language::wgsl || language_ == code_language::rust ? "f32" : "float";
  }

  [[nodiscard]] std::string comment() const {
    const char* const mark = language_ == code_language::python ? "# " : "// ";
    std::string text;
    for (const std::string& line : style_.comment) text += mark + line + "\n";
    if (language_ == code_language::python) text += "import numpy as np\n\n\n";
    if (style_.bfloat16) text += bfloat_headers(language_);
    if (language_ == code_language::c) text += "#include <math.h>\n\n";
    if (language_ == code_language::cuda && style_.half) text += "#include <cuda_fp16.h>\n\n";
    if (language_ == code_language::cpp)
      text += uses_bits() ? "#include <bit>\n#include <cmath>\n\n" : "#include <cmath>\n\n";
    return text + (style_.half2 ? half2_helpers(p_) : "");
  }

  [[nodiscard]] std::string head() const {
    std::string arguments, colon_arguments;
    for (const std::string& input : p_.inputs) {
      arguments += (arguments.empty() ? "" : ", ") + type() + " " + input;
      colon_arguments += (colon_arguments.empty() ? "" : ", ") + input + ": " + type();
    }
    switch (language_) {
      case code_language::wgsl:
        return "fn " + p_.name + "(" + colon_arguments + ") -> " + type() + " {\n";
      case code_language::rust:
        return "pub fn " + p_.name + "(" + colon_arguments + ") -> f32 {\n";
      case code_language::python: {
        std::string names;
        for (const std::string& input : p_.inputs) names += (names.empty() ? "" : ", ") + input;
        return "def " + p_.name + "(" + names + "):\n";
      }
      case code_language::cuda:
        return (style_.half ? "__device__ inline " : "__host__ __device__ inline ") + type() + " " + p_.name + "(" +
               arguments + ") {\n";
      case code_language::c:
      case code_language::ispc:
        return "static inline " + type() + " " + p_.name + "(" + arguments + ") {\n";
      case code_language::cpp:
        return (constexpr_possible() ? "constexpr float " : "inline float ") + p_.name + "(" + arguments +
               ") noexcept {\n";
      case code_language::metal:
        return "inline " + type() + " " + p_.name + "(" + arguments + ") {\n";
      default:
        return type() + " " + p_.name + "(" + arguments + ") {\n";
    }
  }

  [[nodiscard]] bool uses_bits() const {
    return std::any_of(p_.steps.begin(), p_.steps.end(), [](const step& s) {
      return s.kind == step_kind::binary_exponent || s.kind == step_kind::binary_significand;
    });
  }

  /// What keeps compilers from a warning, where they give one.
  [[nodiscard]] std::string unused(const std::string& input) const {
    if (c_family(language_)) return "  (void)" + input + ";\n";
    return language_ == code_language::rust ? "  let _ = " + input + ";\n" : "";
  }

  /// Only what the language itself can do is constexpr in C++20: functions of <cmath> are not.
  [[nodiscard]] bool constexpr_possible() const {
    for (const step& s : p_.steps) {
      if (s.kind == step_kind::absolute || s.kind == step_kind::square_root || s.kind == step_kind::copy_sign ||
          s.kind == step_kind::call || s.kind == step_kind::round_even || s.kind == step_kind::scale_by_power_of_two ||
          s.kind == step_kind::binary_exponent || s.kind == step_kind::binary_significand)
        return false;
      if (style_.explicit_fma && (s.kind == step_kind::multiply_add || s.kind == step_kind::multiply_subtract))
        return false;
    }
    return true;
  }

  std::string assignment(const std::string& variable, const std::string& value, std::size_t at) {
    const bool known = !declared_.insert(variable).second;
    bool again = false;  // another step of this name comes later; Rust warns of a `mut` for one that is returned
    const std::size_t end = language_ == code_language::rust ? static_cast<std::size_t>(p_.result) : p_.steps.size();
    for (std::size_t k = at + 1; k < end; ++k) again = again || p_.steps[k].name == variable;
    if (language_ == code_language::python) return variable + " = " + value + "\n";
    if (known) return variable + " = " + value + ";\n";
    if (language_ == code_language::wgsl) return (again ? "var " : "let ") + variable + " = " + value + ";\n";
    if (language_ == code_language::rust) return (again ? "let mut " : "let ") + variable + " = " + value + ";\n";
    return (again || language_ == code_language::glsl || language_ == code_language::hlsl ? "" : "const ") + type() +
           " " + variable + " = " + value + ";\n";
  }
  [[nodiscard]] std::string returned(const std::string& value) const {
    return "return " + value + (language_ == code_language::python ? "\n" : ";\n");
  }

  [[nodiscard]] std::string literal(double value) const {
    if (!std::isfinite(value))
      throw error(std::string("--emit: found a number beyond ") + (style_.half ? "half" : "float") +
                      ", expected a form and coefficients of smaller numbers",
                  error_kind::no_such_code);
    char buffer[64];
    const bool hex = style_.hexadecimal && c_family(language_) && value != 0;
    char* const end = hex ? std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::hex).ptr
                          : std::to_chars(buffer, buffer + sizeof buffer, static_cast<float>(value)).ptr;
    std::string text(buffer, end);
    if (hex) text = text[0] == '-' ? "-0x" + text.substr(1) : "0x" + text;
    if (text.find_first_of(".enp") == std::string::npos) text += ".0";
    switch (language_) {
      case code_language::c:
        return text + (style_.half ? "f16" : "f");
      case code_language::cuda:
        if (style_.half2) return "__float2half2_rn(" + text + "f)";
        return style_.half ? "__half(" + text + "f)" : text + "f";
      case code_language::glsl:
        return style_.half ? text + "hf" : text;
      case code_language::hlsl:
        return text + (style_.half ? "h" : "");
      case code_language::wgsl:
      case code_language::metal:
        return text + (style_.half ? "h" : "f");
      case code_language::rust:
        return text + "_f32";
      case code_language::python:
        return "np.float32(" + text + ")";
      case code_language::ispc:
        return text + (style_.half ? "f16" : "f");
      default:
        return text + "f";
    }
  }

  [[nodiscard]] int binding(step_kind kind) const {
    const bool select_is_call = language_ == code_language::wgsl || language_ == code_language::python || style_.half2;
    switch (kind) {
      case step_kind::add:
      case step_kind::subtract:
      case step_kind::multiply_add:
      case step_kind::multiply_subtract:
        return 1;
      case step_kind::multiply:
      case step_kind::divide:
        return 2;
      case step_kind::round_even:
      case step_kind::scale_by_power_of_two:
        if (style_.half) return language_ == code_language::c || language_ == code_language::ispc ? 3 : 9;  // a cast
        if (kind == step_kind::round_even) return 9;
        return language_ == code_language::hlsl || language_ == code_language::rust ? 2 : 9;
      case step_kind::binary_exponent:
        return language_ == code_language::rust || language_ == code_language::c || language_ == code_language::cuda ||
                       language_ == code_language::ispc
                   ? 3
                   : 9;
      case step_kind::negate:
        return 3;
      case step_kind::copy_sign:
        return style_.half && (language_ == code_language::ispc || language_ == code_language::c) ? 3 : 9;  // a cast
      case step_kind::absolute:
      case step_kind::square_root:
      case step_kind::call:
        return style_.half && language_ == code_language::c ? 3 : 9;
      case step_kind::select_less:
      case step_kind::select_equal:
        return select_is_call ? 9 : 0;
      default:
        return 9;
    }
  }
  /// In parentheses where it binds less than `least`, or is negative and does not stand first.
  [[nodiscard]] std::string operand(int k, int least, bool first = false) const {
    const auto& [value, strength] = text_[static_cast<std::size_t>(k)];
    const bool negative = value.starts_with('-') && least > 1 && !first;
    return strength < least || negative ? "(" + value + ")" : value;
  }

  [[nodiscard]] std::string call(const std::string& function, std::initializer_list<int> operands) const {
    std::string text = function + "(", separator;
    for (const int k : operands) {
      text += separator + operand(k, 0);
      separator = ", ";
    }
    return text + ")";
  }
  /// |x| as abs(x), fabsf(x), x.abs(), np.abs(x).
  [[nodiscard]] std::string function(operation f, int a) const {
    const std::string name(called(language_, f));
    if (style_.half && language_ == code_language::cuda && (f == operation::abs || f == operation::sqrt))
      return call(f == operation::abs ? style_.half2 ? "__habs2" : "__habs" : style_.half2 ? "h2sqrt" : "hsqrt", {a});
    if (style_.half2) {
      const auto of = [&](const char* half) { return name + "(" + half + "(" + operand(a, 0) + "))"; };
      return "__floats2half2_rn(" + of("__low2float") + ", " + of("__high2float") + ")";
    }
    if (style_.half && (language_ == code_language::c || language_ == code_language::cuda))
      return from_float(name + "(" + as_float(operand(a, 0)) + ")");
    return language_ == code_language::rust ? operand(a, 9) + "." + name + "()" : call(name, {a});
  }

  [[nodiscard]] std::string fused(int a, int b, int c, bool negated) const {
    const std::string first = negated ? "-" + operand(a, 3) : operand(a, 0);
    const std::string rest = ", " + operand(b, 0) + ", " + operand(c, 0) + ")";
    switch (language_) {
      case code_language::hlsl:
        return "mad(" + first + rest;
      case code_language::c:
        if (style_.half) throw error("--fma: found c with --half, and C has none of float16, expected one of them");
        return "fmaf(" + first + rest;
      case code_language::cuda:
        return (style_.half2 ? "__hfma2(" : style_.half ? "__hfma(" : "fmaf(") + first + rest;
      case code_language::cpp:
        return "std::fma(" + first + rest;
      case code_language::rust:
        return (negated ? "(" + first + ")" : operand(a, 9)) + ".mul_add(" + operand(b, 0) + ", " + operand(c, 0) + ")";
      case code_language::python:
        throw error("--fma: found python, and NumPy has none, expected another language");
      case code_language::ispc:
        throw error("--fma: found ispc, which has none, expected another language");
      default:
        return "fma(" + first + rest;
    }
  }

  [[nodiscard]] bool has_isnan() const { return language_ == code_language::glsl || language_ == code_language::hlsl; }

  [[nodiscard]] std::string select(const char* compare, const step& s) const {
    const std::string condition = operand(s.a, 1) + compare + operand(s.b, 1);
    const std::string yes = operand(s.c, 1), no = operand(s.d, 1);
    if (style_.half2)
      return p_.name + "_choice(" + (s.kind == step_kind::select_equal ? "__heq2_mask(" : "__hlt2_mask(") +
             operand(s.a, 0) + ", " + operand(s.b, 0) + "), " + operand(s.c, 0) + ", " + operand(s.d, 0) + ")";
    // x == x is what compilers for shaders may take for granted.
    if (s.kind == step_kind::select_equal && s.a == s.b && has_isnan())
      return "isnan(" + operand(s.a, 0) + ") ? " + no + " : " + yes;
    switch (language_) {
      case code_language::wgsl:
        return "select(" + no + ", " + yes + ", " + condition + ")";
      case code_language::rust:
        return "if " + condition + " { " + operand(s.c, 0) + " } else { " + operand(s.d, 0) + " }";
      case code_language::python:
        return "np.where(" + condition + ", " + yes + ", " + no + ")";
      default:
        return condition + " ? " + yes + " : " + no;
    }
  }

  [[nodiscard]] std::string as_float(const std::string& value) const {
    return style_.half ? half_as_float(language_, value) : value;
  }
  [[nodiscard]] std::string from_float(const std::string& value) const {
    return style_.half ? half_from_float(language_, value, type()) : value;
  }

  /// Bit by bit where the language has no function for it; in GPU code `sign` may be lost by fast-math otherwise.
  [[nodiscard]] std::string copy_sign(int size, int sign) const {
    if (style_.half2) return p_.name + "_with_sign(" + operand(size, 0) + ", " + operand(sign, 0) + ")";
    const std::string m = as_float(operand(size, 0)), s = as_float(operand(sign, 0));
    switch (language_) {
      case code_language::glsl:
        return from_float("uintBitsToFloat((floatBitsToUint(" + m + ") & 0x7fffffffu) | (floatBitsToUint(" + s +
                          ") & 0x80000000u))");
      case code_language::hlsl:
        return from_float("asfloat((asuint(" + m + ") & 0x7fffffffu) | (asuint(" + s + ") & 0x80000000u))");
      case code_language::wgsl:
        return from_float("bitcast<f32>((bitcast<u32>(" + m + ") & 0x7fffffffu) | (bitcast<u32>(" + s +
                          ") & 0x80000000u))");
      case code_language::ispc:
        return from_float("floatbits((intbits(" + m + ") & 0x7fffffff) | (intbits(" + s + ") & 0x80000000))");
      case code_language::cuda:
      case code_language::c:
        return from_float("copysignf(" + m + ", " + s + ")");
      case code_language::cpp:
        return call("std::copysign", {size, sign});
      case code_language::rust:
        return operand(size, 9) + ".copysign(" + operand(sign, 0) + ")";
      case code_language::python:
        return call("np.copysign", {size, sign});
      default:
        return call("copysign", {size, sign});
    }
  }

  [[nodiscard]] std::string round_even(int a) const {
    if (style_.half2) return call("h2rint", {a});
    if (style_.half) return from_float(half_rounded(language_, operand(a, 0)));
    switch (language_) {
      case code_language::glsl:
        return call("roundEven", {a});
      case code_language::metal:
        return call("rint", {a});
      case code_language::cuda:
      case code_language::c:
        return call("rintf", {a});
      case code_language::cpp:
        return call("std::rint", {a});
      case code_language::rust:
        return operand(a, 9) + ".round_ties_even()";
      case code_language::python:
        return call("np.rint", {a});
      default:
        return call("round", {a});
    }
  }

  /// Two factors where the language's ldexp is missing or makes one of its own, which overflows early.
  [[nodiscard]] std::string scale(int a, int exponent) const {
    if (style_.half2) return half2_scaled(operand(a, 0), operand(exponent, 0));
    if (style_.half) return from_float(half_scaled(language_, operand(a, 0), operand(exponent, 9)));
    const std::string x = operand(a, 0), k = operand(exponent, 9);
    switch (language_) {
      case code_language::hlsl:
        return operand(a, 2) + " * asfloat(uint(int(" + k + ") / 2 + 127) << 23) * asfloat(uint(int(" + k + ") - int(" +
               k + ") / 2 + 127) << 23)";
      case code_language::rust:
        return operand(a, 2) + " * f32::from_bits((" + k + " as i32 / 2 + 127 << 23) as u32) * f32::from_bits((" + k +
               " as i32 - " + k + " as i32 / 2 + 127 << 23) as u32)";
      case code_language::wgsl:
        return "ldexp(" + x + ", i32(" + k + "))";
      case code_language::cuda:
      case code_language::c:
        return "ldexpf(" + x + ", (int)" + k + ")";
      case code_language::cpp:
        return "std::ldexp(" + x + ", static_cast<int>(" + k + "))";
      case code_language::ispc:
        return "ldexp(" + x + ", (int)" + k + ")";
      case code_language::python:
        return "np.ldexp(" + x + ", np.asarray(" + k + ").astype(np.int32))";
      default:
        return "ldexp(" + x + ", int(" + k + "))";
    }
  }

  [[nodiscard]] std::string expression(const step& s) const {
    switch (s.kind) {
      case step_kind::constant:
        return literal(s.value);
      case step_kind::add:
        return operand(s.a, 1) + " + " + operand(s.b, 2);
      case step_kind::subtract:
        return operand(s.a, 1) + " - " + operand(s.b, 2);
      case step_kind::multiply:
        return operand(s.a, 2, true) + " * " + operand(s.b, 3);
      case step_kind::divide:
        return operand(s.a, 2, true) + " / " + operand(s.b, 3);
      case step_kind::multiply_add: {
        if (style_.explicit_fma) return fused(s.a, s.b, s.c, false);
        const std::string product = operand(s.a, 2, true) + " * " + operand(s.b, 3), last = operand(s.c, 0);
        // "+ -0.5" reads better as "- 0.5", and is the same.
        const step_kind of_last = p_.steps[static_cast<std::size_t>(s.c)].kind;
        return last.starts_with('-') && (of_last == step_kind::constant || of_last == step_kind::negate)
                   ? product + " - " + last.substr(1)
                   : product + " + " + operand(s.c, 2);
      }
      case step_kind::multiply_subtract:
        if (style_.explicit_fma) return fused(s.a, s.b, s.c, true);
        return operand(s.c, 1) + " - " + operand(s.a, 2) + " * " + operand(s.b, 3);
      case step_kind::negate:
        return "-" + operand(s.a, 3);
      case step_kind::absolute:
        return function(operation::abs, s.a);
      case step_kind::square_root:
        return function(operation::sqrt, s.a);
      case step_kind::select_less:
        return select(" < ", s);
      case step_kind::select_equal:
        return select(" == ", s);
      case step_kind::copy_sign:
        return copy_sign(s.a, s.b);
      case step_kind::call:
        return function(s.function, s.a);
      case step_kind::round_even:
        return round_even(s.a);
      case step_kind::scale_by_power_of_two:
        return scale(s.a, s.b);
      case step_kind::binary_exponent:
        return binary_exponent(language_, operand(s.a, 9));
      case step_kind::binary_significand:
        return binary_significand(language_, operand(s.a, 9));
      default:
        throw error("emit: found an operation that no language has, expected another form");
    }
  }

  static std::string indented(const std::string& text) {  // Python: four columns, as its users expect
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      out += text[i];
      if (text[i] == '\n' && text.compare(i + 1, 2, "  ") == 0) out += "  ";
    }
    return out;
  }

  const program& p_;
  const emit_style& style_;
  code_language language_;
  std::vector<int> uses_;
  std::vector<std::pair<std::string, int>> text_;
  std::set<std::string> declared_;
  int temporaries_ = 0;
};

}  // namespace

std::string emit(const program& p, const emit_style& style) {
  if (const std::string missing = lacking(style.language, p); !missing.empty()) {
    const std::string others = languages_for(p);
    throw error(std::string("--emit: found ") + vieta::name(style.language) + ", which has no " + missing +
                    ", expected " + (others.empty() ? "another form" : others + ", or another form"),
                error_kind::no_such_code);
  }
  return writer(p, style).run();
}

}  // namespace approximation
}  // namespace vieta
