#include "minimax/reserved_words.hpp"

#include <string>

namespace vieta::approximation {

namespace {

// The words of each language's grammar, between blanks.
constexpr const char* c_words =
    " alignas alignof auto bool break case char const constexpr continue default do double else enum extern false "
    "float for goto if inline int long main nullptr register restrict return short signed sizeof static static_assert "
    "struct switch thread_local true typedef typeof typeof_unqual union unsigned void volatile while ";
constexpr const char* cpp_words =
    " and and_eq asm bitand bitor catch char8_t char16_t char32_t class compl concept consteval constinit const_cast "
    "co_await co_return co_yield decltype delete dynamic_cast explicit export friend mutable namespace new noexcept "
    "not not_eq operator or or_eq private protected public reinterpret_cast requires static_cast template this throw "
    "try typeid typename using virtual wchar_t xor xor_eq ";
constexpr const char* metal_words =
    " constant device fragment half kernel object_data ray_data thread threadgroup threadgroup_imageblock uchar uint "
    "ulong ushort vertex ";
constexpr const char* glsl_words =
    " active bvec2 bvec3 bvec4 dmat2 dmat3 dmat4 dvec2 dvec3 dvec4 ivec2 ivec3 ivec4 mat2 mat3 mat4 uvec2 uvec3 uvec4 "
    "vec2 vec3 vec4 asm atomic_uint attribute bool break buffer case cast centroid class coherent common const "
    "continue default discard do double else enum extern external false filter fixed flat float for fvec2 fvec3 fvec4 "
    "goto half highp hvec2 hvec3 hvec4 if in inline inout input int interface invariant isampler1D isampler2D "
    "isampler3D isamplerCube layout long lowp main mediump namespace noinline noperspective out output partition "
    "patch precise precision public readonly resource restrict return sample sampler sampler1D sampler2D sampler3D "
    "samplerCube shared short sizeof smooth static struct subroutine superp switch template this true typedef uint "
    "uniform union unsigned usampler1D usampler2D usampler3D usamplerCube using varying void volatile while writeonly ";
constexpr const char* hlsl_words =
    " float2 float3 float4 half2 half3 half4 int2 int3 int4 uint2 uint3 uint4 AppendStructuredBuffer BlendState Buffer "
    "ByteAddressBuffer asm asm_fragment auto bool break case catch cbuffer centroid char class column_major compile "
    "compile_fragment const const_cast continue default delete discard do double dword dynamic_cast else enum "
    "explicit export extern false float for friend fxgroup goto groupshared half if in inline inout int interface "
    "line lineadj linear long main matrix min10float min12int min16float min16int min16uint mutable namespace new "
    "nointerpolation noperspective NULL operator out packoffset pass pixelfragment point precise private protected "
    "public register reinterpret_cast return row_major sample sampler shared short signed sizeof snorm static "
    "static_cast string struct switch tbuffer technique template texture this throw triangle triangleadj true try "
    "typedef typename uint uniform union unorm unsigned using vector vertexfragment virtual void volatile while ";
constexpr const char* wgsl_words =
    " alias array atomic bool break case const const_assert continue continuing default diagnostic discard else enable "
    "f16 f32 false fn for i32 if let loop mat2x2f override ptr requires return sampler struct switch texture_2d true "
    "u32 var vec2 vec3 vec4 while NULL Self abstract active alignas alignof as asm async attribute auto await become "
    "cast catch class co_await co_return co_yield coherent column_major common compile concept const_cast consteval "
    "constexpr constinit crate debugger decltype delete demote do dynamic_cast enum explicit export extends extern "
    "external fallthrough filter final finally friend from fxgroup get goto groupshared highp impl implements import "
    "inline instanceof interface layout lowp macro match mediump meta mod module move mut mutable namespace new nil "
    "noexcept noinline nointerpolation non_coherent noperspective null nullptr of operator package packoffset "
    "partition pass patch pixelfragment precise precision premerge priv protected pub public readonly ref regardless "
    "register reinterpret_cast require resource restrict self set shared sizeof smooth snorm static static_assert "
    "static_cast std subroutine super target template this thread_local throw trait try type typedef typeid typename "
    "typeof union unless unorm unsafe unsized use using varying virtual volatile wgsl where with writeonly yield ";
constexpr const char* ispc_words =
    " assert bool break case cbreak ccontinue cdo cfor cif const continue creturn cwhile default delete do double else "
    "enum export extern false float float16 for foreach foreach_active foreach_tiled foreach_unique goto if in inline "
    "int int16 int32 int64 int8 invoke_sycl launch main new noinline operator print return signed size_t sizeof soa "
    "static struct switch sync task template true typedef typename uint uint16 uint32 uint64 uint8 unmasked uniform "
    "unsigned varying void volatile while ";
constexpr const char* rust_words =
    " _ Self abstract as async await become box break const continue crate do dyn else enum extern false final fn for "
    "gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait "
    "true try type typeof unsafe unsized use virtual where while yield ";
constexpr const char* python_words =
    " False None True and as assert async await break class continue def del elif else except finally for from global "
    "if import in is lambda nonlocal not or pass raise return try while with yield ";

bool among(const char* words, const std::string& name) {
  return std::string(words).find(' ' + name + ' ') != std::string::npos;
}

/// Words beginning with two underscores, or with one and a capital letter, belong to the compiler.
bool of_the_compiler(const std::string& name) {
  return name.size() > 1 && name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

}  // namespace

bool is_reserved(code_language language, const std::string& name) {
  const bool twice = name.find("__") != std::string::npos;
  switch (language) {
    case code_language::glsl:
      return among(glsl_words, name) || twice || name.starts_with("gl_") || of_the_compiler(name);
    case code_language::hlsl:
      return among(hlsl_words, name);
    case code_language::wgsl:
      return among(wgsl_words, name) || name == "_" || name.starts_with("__");
    case code_language::metal:
      return among(c_words, name) || among(cpp_words, name) || among(metal_words, name) || twice ||
             of_the_compiler(name);
    case code_language::cuda:
    case code_language::cpp:
      return among(c_words, name) || among(cpp_words, name) || twice || of_the_compiler(name);
    case code_language::c:
      return among(c_words, name) || of_the_compiler(name);
    case code_language::ispc:
      return among(ispc_words, name) || of_the_compiler(name);
    case code_language::rust:
      return among(rust_words, name);
    case code_language::python:
      return among(python_words, name);
  }
  return false;
}

}  // namespace vieta::approximation
