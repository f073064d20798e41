#include "minimax/narrow/narrow_text.hpp"

#include <algorithm>

#include "vieta/error.hpp"

namespace vieta::approximation {

std::string half_as_float(code_language language, const std::string& value) {
  switch (language) {
    case code_language::wgsl:
      return "f32(" + value + ")";
    case code_language::ispc:
      return "(float)(" + value + ")";
    case code_language::c:  // by itself
      return value;
    case code_language::cuda:
      return "__half2float(" + value + ")";
    default:
      return "float(" + value + ")";
  }
}

std::string half_from_float(code_language language, const std::string& value, const std::string& type) {
  if (language == code_language::c) return "(_Float16)" + value;
  if (language == code_language::cuda) return "__float2half(" + value + ")";
  return language == code_language::ispc ? "(float16)" + value : type + "(" + value + ")";
}

std::string half_rounded(code_language language, const std::string& value) {
  std::string name = "round";  // to even in HLSL, WGSL and ISPC
  if (language == code_language::glsl) name = "roundEven";
  if (language == code_language::metal) name = "rint";
  if (language == code_language::c || language == code_language::cuda) name = "rintf";
  return name + "(" + half_as_float(language, value) + ")";
}

std::string half_scaled(code_language language, const std::string& value, const std::string& k) {
  const std::string x = half_as_float(language, value), power = half_as_float(language, k);
  switch (language) {
    case code_language::hlsl:  // its ldexp overflows early
      return x + " * asfloat(uint(int(" + power + ") + 127) << 23)";
    case code_language::wgsl:
      return "ldexp(" + x + ", i32(" + power + "))";
    case code_language::c:
    case code_language::cuda:
      return "ldexpf(" + x + ", (int)" + power + ")";
    case code_language::ispc:
      return "ldexp(" + x + ", (int)" + power + ")";
    default:
      return "ldexp(" + x + ", int(" + power + "))";
  }
}

std::string half2_scaled(const std::string& value, const std::string& k) {
  const auto one = [&](const std::string& part) {
    return "ldexpf(" + part + "(" + value + "), (int)" + part + "(" + k + "))";
  };
  return "__floats2half2_rn(" + one("__low2float") + ", " + one("__high2float") + ")";
}

std::string half2_helpers(const program& p) {
  const auto has = [&p](auto... kinds) {
    return std::any_of(p.steps.begin(), p.steps.end(), [=](const step& s) { return ((s.kind == kinds) || ...); });
  };
  std::string text;
  if (has(step_kind::select_less, step_kind::select_equal))
    text += "__device__ inline __half2 " + p.name + "_choice(unsigned which, __half2 yes, __half2 no) {\n" +
            "  const __half2_raw y = yes, n = no;\n"
            "  const unsigned low = which & 0xffffu, high = which >> 16;\n"
            "  __half2_raw chosen;\n"
            "  chosen.x = static_cast<unsigned short>((y.x & low) | (n.x & ~low));\n"
            "  chosen.y = static_cast<unsigned short>((y.y & high) | (n.y & ~high));\n"
            "  return __half2(chosen);\n"
            "}\n\n";
  if (has(step_kind::copy_sign))
    text += "__device__ inline __half2 " + p.name + "_with_sign(__half2 size, __half2 sign) {\n" +
            "  const __half2_raw m = size, s = sign;\n"
            "  __half2_raw both;\n"
            "  both.x = static_cast<unsigned short>((m.x & 0x7fffu) | (s.x & 0x8000u));\n"
            "  both.y = static_cast<unsigned short>((m.y & 0x7fffu) | (s.y & 0x8000u));\n"
            "  return __half2(both);\n"
            "}\n\n";
  return text;
}

std::string bfloat_headers(code_language language) {
  if (language == code_language::cuda) return "#include <cuda_bf16.h>\n\n";
  if (language == code_language::c) return "#include <stdint.h>\n#include <string.h>\n";
  if (language == code_language::cpp) return "#include <cstdint>\n#include <cstring>\n";
  throw error(std::string("--bfloat16: found ") + vieta::name(language) +
              ", for which no function of bfloat16 is written, expected c, cpp or cuda");
}

std::string bfloat_function(code_language language, const std::string& name) {
  if (language == code_language::cuda)
    return "\n__host__ __device__ inline __nv_bfloat16 " + name + "(__nv_bfloat16 x) {\n  return __float2bfloat16_rn(" +
           name + "(__bfloat162float(x)));\n}\n";
  // Nearest, ties to even; the addition carries from the last bit that goes into those that stay. NaN keeps a bit.
  const bool is_c = language == code_language::c;
  const std::string std_ = is_c ? "" : "std::", u32 = std_ + "uint32_t", u16 = std_ + "uint16_t";
  return "\n" + std::string(is_c ? "static inline " : "inline ") + u16 + " " + name + "_bf16(" + u16 + " bits) " +
         (is_c ? "" : "noexcept ") + "{\n  " + u32 + " wide = (" + u32 + ")bits << 16;\n  float x;\n  " + std_ +
         "memcpy(&x, &wide, sizeof x);\n  x = " + name + "(x);\n  " + std_ +
         "memcpy(&wide, &x, sizeof x);\n  if (x != x) return (" + u16 + ")(wide >> 16 | 0x40u);\n  return (" + u16 +
         ")((wide + 0x7fffu + (wide >> 16 & 1u)) >> 16);\n}\n";
}

}  // namespace vieta::approximation
