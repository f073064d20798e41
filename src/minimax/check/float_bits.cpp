#include "minimax/check/float_bits.hpp"

namespace vieta::approximation {
namespace {

std::string to_bits(code_language language, const std::string& x) {
  switch (language) {
    case code_language::glsl:
      return "floatBitsToUint(" + x + ")";
    case code_language::hlsl:
      return "asuint(" + x + ")";
    case code_language::wgsl:
      return "bitcast<u32>(" + x + ")";
    case code_language::metal:
      return "as_type<uint>(" + x + ")";
    case code_language::cuda:
      return "__builtin_bit_cast(unsigned, " + x + ")";
    case code_language::c:
      return "(union { float f; unsigned u; }){" + x + "}.u";
    case code_language::ispc:
      return "(unsigned int)intbits(" + x + ")";
    case code_language::rust:
      return x + ".to_bits()";
    case code_language::python:
      return "np.asarray(" + x + ", np.float32).view(np.uint32)";
    default:
      return "std::bit_cast<unsigned>(" + x + ")";
  }
}
std::string from_bits(code_language language, const std::string& u) {
  switch (language) {
    case code_language::glsl:
      return "uintBitsToFloat(" + u + ")";
    case code_language::hlsl:
      return "asfloat(" + u + ")";
    case code_language::wgsl:
      return "bitcast<f32>(" + u + ")";
    case code_language::metal:
      return "as_type<float>(" + u + ")";
    case code_language::cuda:
      return "__builtin_bit_cast(float, " + u + ")";
    case code_language::c:
      return "(union { unsigned u; float f; }){" + u + "}.f";
    case code_language::ispc:
      return "floatbits(" + u + ")";
    case code_language::rust:
      return "f32::from_bits(" + u + ")";
    case code_language::python:
      return "(" + u + ").view(np.float32)";
    default:
      return "std::bit_cast<float>(" + u + ")";
  }
}
/// The bits of x less those of sqrt(1/2), as an unsigned number.
std::string from_root_half(code_language language, const std::string& x) {
  if (language == code_language::rust) return to_bits(language, x) + ".wrapping_sub(0x3f3504f3)";
  if (language == code_language::python) return to_bits(language, x) + " - np.uint32(0x3f3504f3)";
  return to_bits(language, x) + " - 0x3f3504f3u";
}

}  // namespace

std::string binary_exponent(code_language language, const std::string& x) {
  const std::string bits = from_root_half(language, x);
  switch (language) {
    case code_language::wgsl:
      return "f32(bitcast<i32>(" + bits + ") >> 23u)";
    case code_language::cpp:
      return "static_cast<float>(static_cast<int>(" + bits + ") >> 23)";
    case code_language::cuda:
    case code_language::c:
    case code_language::ispc:
      return "(float)((int)(" + bits + ") >> 23)";
    case code_language::rust:
      return "((" + bits + " as i32) >> 23) as f32";
    case code_language::python:
      return "((" + bits + ").view(np.int32) >> 23).astype(np.float32)";
    default:
      return "float(int(" + bits + ") >> 23)";
  }
}
std::string binary_significand(code_language language, const std::string& x) {
  const std::string bits = from_root_half(language, x);
  if (language == code_language::rust)
    return from_bits(language, to_bits(language, x) + ".wrapping_sub(" + bits + " & 0xff800000)");
  if (language == code_language::python)
    return from_bits(language, to_bits(language, x) + " - ((" + bits + ") & np.uint32(0xff800000))");
  return from_bits(language, to_bits(language, x) + " - ((" + bits + ") & 0xff800000u)");
}

}  // namespace vieta::approximation
