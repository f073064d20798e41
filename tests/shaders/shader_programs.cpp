#include "shaders/shader_programs.hpp"

#include <cstdlib>
#include <fstream>

#include "shaders/scratch_folder.hpp"

namespace vieta::test {
namespace {

const char* compute_main(shader_language language) {
  switch (language) {
    case shader_language::glsl:
      return R"(
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Given { float given[]; };
layout(std430, binding = 1) writeonly buffer Found { uint found[]; };

void main() {
  uint first = gl_GlobalInvocationID.x * uint(REAL_ROOTS_DEGREE + 5);
  uint out_first = gl_GlobalInvocationID.x * uint(REAL_ROOTS_DEGREE + 3);
  uint end = first + uint(REAL_ROOTS_DEGREE + 1);
  if (end + 4u > uint(given.length())) return;
  float a[REAL_ROOTS_DEGREE + 1];
  for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) a[k] = given[first + uint(k)];
  RealRoots r = real_roots(a, given[end], given[end + 1u], given[end + 2u], given[end + 3u]);
  found[out_first] = uint(r.count);
  found[out_first + 1u] = uint(r.status);
  found[out_first + 2u] = r.touching;
  for (int k = 0; k < REAL_ROOTS_DEGREE; k++) found[out_first + 3u + uint(k)] = floatBitsToUint(r.roots[k]);
}
)";
    case shader_language::hlsl:
      return R"(
StructuredBuffer<float> given : register(t0);
RWStructuredBuffer<uint> found : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint length, stride;
  given.GetDimensions(length, stride);
  uint first = id.x * (REAL_ROOTS_DEGREE + 5);
  uint out_first = id.x * (REAL_ROOTS_DEGREE + 3);
  uint end = first + (REAL_ROOTS_DEGREE + 1);
  if (end + 4 > length) return;
  float a[REAL_ROOTS_DEGREE + 1];
  for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) a[k] = given[first + k];
  RealRoots r = real_roots(a, given[end], given[end + 1], given[end + 2], given[end + 3]);
  found[out_first] = r.count;
  found[out_first + 1] = r.status;
  found[out_first + 2] = r.touching;
  for (int j = 0; j < REAL_ROOTS_DEGREE; j++) found[out_first + 3 + j] = asuint(r.roots[j]);
}
)";
    case shader_language::c:
    case shader_language::metal:
    case shader_language::ispc:
      return R"(
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#ifdef FLUSHED
#include <xmmintrin.h>
#endif

int main(void) {
#ifdef FLUSHED
  _mm_setcsr(_mm_getcsr() | 0x8040u);  // subnormal numbers are 0, those that come in and those that come out
#endif
  float given[REAL_ROOTS_DEGREE + 5];
  while (fread(given, sizeof given, 1, stdin) == 1) {
    const float* end = given + REAL_ROOTS_DEGREE + 1;
#if defined(QUICK)
    RealRoots r = real_roots_first_quick(given, end[0], end[1], end[2], end[3]);
#elif defined(FIRST)
    RealRoots r = real_roots_first(given, end[0], end[1], end[2], end[3]);
#else
    RealRoots r = real_roots(given, end[0], end[1], end[2], end[3]);
#endif
    uint32_t found[REAL_ROOTS_DEGREE + 3] = {(uint32_t)r.count, (uint32_t)r.status, r.touching};
    memcpy(found + 3, r.roots, sizeof r.roots);
    fwrite(found, sizeof found, 1, stdout);
  }
}
)";
    case shader_language::wgsl:
      break;
  }
  return R"(
@group(0) @binding(0) var<storage, read> given: array<f32>;
@group(0) @binding(1) var<storage, read_write> found: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let first = id.x * u32(REAL_ROOTS_DEGREE + 5);
  let out_first = id.x * u32(REAL_ROOTS_DEGREE + 3);
  let end = first + u32(REAL_ROOTS_DEGREE + 1);
  if (end + 4u > arrayLength(&given)) {
    return;
  }
  var a: array<f32, REAL_ROOTS_DEGREE + 1>;
  for (var k: i32 = 0; k <= REAL_ROOTS_DEGREE; k++) {
    a[k] = given[first + u32(k)];
  }
  let r = real_roots(a, given[end], given[end + 1u], given[end + 2u], given[end + 3u]);
  found[out_first] = u32(r.count);
  found[out_first + 1u] = u32(r.status);
  found[out_first + 2u] = r.touching;
  var roots = r.roots;
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
    found[out_first + 3u + u32(k)] = bitcast<u32>(roots[k]);
  }
}
)";
}

}  // namespace

// What ISPC adds to C, as far as the text has it, in C++ with one lane.
const char* const ispc_in_cpp = R"(
#include <cmath>
#include <cstdint>
#include <cstring>

#define uniform
using std::abs;
using std::exp;
using std::log;
using std::sqrt;
static inline float min(float x, float y) { return y < x ? y : x; }
static inline float max(float x, float y) { return x < y ? y : x; }
static inline unsigned intbits(float x) {
  unsigned bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline float floatbits(unsigned bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}
)";

std::string compute_program(shader_language language, int degree) {
  std::string before;
  if (language == shader_language::glsl) before = "#version 450\n";
  if (language == shader_language::ispc) before = ispc_in_cpp;
  return before + real_roots_shader(language, degree) + compute_main(language);
}

std::string fragment_program(int degree, bool plain) {
  return "#version 300 es\n" + real_roots_shader(shader_language::glsl, degree, {"real_roots", plain}) + R"(
out vec4 color;
void main() {
  float a[REAL_ROOTS_DEGREE + 1];
  for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) a[k] = gl_FragCoord.x - float(k);
  RealRoots r = real_roots(a, -1.0, 1.0, 0.0, 0.0);
  color = vec4(r.roots[0], float(r.count), float(r.status), float(r.touching));
}
)";
}

bool is_installed(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

std::string compile(const std::string& text, const std::string& stage, const std::string& options,
                    std::vector<std::uint32_t>* spirv) {
  const scratch_folder folder;
  const std::string source = folder / ("shader." + stage), module = folder / "shader.spv", log = folder / "log";
  std::ofstream(source) << text;
  std::string command = "glslangValidator " + options + " -S " + stage + " '" + source + "'";
  if (spirv) command += " -o '" + module + "'";
  if (std::system((command + " >'" + log + "' 2>&1").c_str()) != 0) return command + "\n" + read_bytes(log);
  if (!spirv) return "";
  if (is_installed("spirv-val") && std::system(("spirv-val '" + module + "' >'" + log + "' 2>&1").c_str()) != 0) {
    return "spirv-val: " + read_bytes(log);
  }
  const std::string bytes = read_bytes(module);
  spirv->resize(bytes.size() / sizeof(std::uint32_t));
  bytes.copy(reinterpret_cast<char*>(spirv->data()), spirv->size() * sizeof(std::uint32_t));
  return "";
}

std::string compile_by(const std::string& compiler, const std::string& text, const std::string& extension,
                       const std::string& program) {
  const scratch_folder folder;
  const std::string source = folder / ("text." + extension), log = folder / "log";
  std::ofstream(source) << text;
  const std::string command =
      compiler + " '" + source + "' " + (program.empty() ? "-c -o /dev/null" : "-o '" + program + "' -lm");
  return std::system((command + " >'" + log + "' 2>&1").c_str()) == 0 ? "" : command + "\n" + read_bytes(log);
}

std::string compile_compute(shader_language language, int degree, std::vector<std::uint32_t>* spirv) {
  const bool hlsl = language == shader_language::hlsl;
  return compile(compute_program(language, degree), "comp", hlsl ? "-D -V -e main --auto-map-bindings" : "-V", spirv);
}

}  // namespace vieta::test
