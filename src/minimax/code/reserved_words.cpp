#include "minimax/code/reserved_words.hpp"

#include <string>
#include <string_view>

#include "minimax/code/word_list.hpp"

namespace vieta::approximation {

namespace {

// The words of each language's grammar, and those that it keeps for later. Sources: C23 6.4.1; C++20 lex.key; Metal
// Shading Language 3.2; GLSL 4.60 and ESSL 3.20, 3.6 (with Vulkan's), ESSL 3.00, 3.7; Microsoft's HLSL appendix,
// keywords and reserved words; WGSL 15.1 and 15.2; ISPC's lexer; the Rust reference, 2.2; Python 3.13, 2.3.1.
constexpr std::string_view c_words =
    " alignas alignof asm auto bool break case char const constexpr continue default do double else enum extern false "
    "float for goto if inline int long main nullptr register restrict return short signed sizeof static "
    "static_assert struct switch thread_local true typedef typeof typeof_unqual union unsigned void volatile while ";
constexpr std::string_view cpp_words =
    " and and_eq asm bitand bitor catch char16_t char32_t char8_t class co_await co_return co_yield compl concept "
    "const_cast consteval constinit decltype delete dynamic_cast explicit export friend mutable namespace new "
    "noexcept not not_eq operator or or_eq private protected public reinterpret_cast requires static_cast std "
    "template this throw try typeid typename using virtual wchar_t xor xor_eq ";
constexpr std::string_view metal_words =
    " bfloat constant device fragment half int16_t int32_t int64_t int8_t intersection kernel mesh metal object "
    "object_data ptrdiff_t ray_data sampler size_t stitchable texture2d thread threadgroup threadgroup_imageblock "
    "uchar uint uint16_t uint32_t uint64_t uint8_t ulong ushort vertex visible ";
constexpr std::string_view cuda_words =
    " blockDim blockIdx dim3 gridDim half longlong threadIdx uchar uint ulong ulonglong ushort warpSize ";
constexpr std::string_view glsl_words =
    " active asm atomic_uint attribute bool break buffer bvec2 bvec3 bvec4 case cast centroid class coherent common "
    "const continue default discard dmat2 dmat2x2 dmat2x3 dmat2x4 dmat3 dmat3x2 dmat3x3 dmat3x4 dmat4 dmat4x2 "
    "dmat4x3 dmat4x4 do double dvec2 dvec3 dvec4 else enum extern external false filter fixed flat float for fvec2 "
    "fvec3 fvec4 goto half highp hvec2 hvec3 hvec4 if iimage1D iimage1DArray iimage2D iimage2DArray iimage2DMS "
    "iimage2DMSArray iimage2DRect iimage3D iimageBuffer iimageCube iimageCubeArray image1D image1DArray image2D "
    "image2DArray image2DMS image2DMSArray image2DRect image3D imageBuffer imageCube imageCubeArray in inline inout "
    "input int interface invariant isampler1D isampler1DArray isampler2D isampler2DArray isampler2DMS "
    "isampler2DMSArray isampler2DRect isampler3D isamplerBuffer isamplerCube isamplerCubeArray isubpassInput "
    "isubpassInputMS itexture1D itexture1DArray itexture2D itexture2DArray itexture2DMS itexture2DMSArray "
    "itexture2DRect itexture3D itextureBuffer itextureCube itextureCubeArray ivec2 ivec3 ivec4 layout long lowp "
    "main mat2 mat2x2 mat2x3 mat2x4 mat3 mat3x2 mat3x3 mat3x4 mat4 mat4x2 mat4x3 mat4x4 mediump namespace noinline "
    "noperspective out output packed partition patch precise precision public readonly resource restrict return "
    "sample sampler sampler1D sampler1DArray sampler1DArrayShadow sampler1DShadow sampler2D sampler2DArray "
    "sampler2DArrayShadow sampler2DMS sampler2DMSArray sampler2DRect sampler2DRectShadow sampler2DShadow sampler3D "
    "sampler3DRect samplerBuffer samplerCube samplerCubeArray samplerCubeArrayShadow samplerCubeShadow "
    "samplerShadow shared short sizeof smooth static struct subpassInput subpassInputMS subroutine superp switch "
    "template texture1D texture1DArray texture2D texture2DArray texture2DMS texture2DMSArray texture2DRect "
    "texture3D textureBuffer textureCube textureCubeArray this true typedef uimage1D uimage1DArray uimage2D "
    "uimage2DArray uimage2DMS uimage2DMSArray uimage2DRect uimage3D uimageBuffer uimageCube uimageCubeArray uint "
    "uniform union unsigned usampler1D usampler1DArray usampler2D usampler2DArray usampler2DMS usampler2DMSArray "
    "usampler2DRect usampler3D usamplerBuffer usamplerCube usamplerCubeArray using usubpassInput usubpassInputMS "
    "utexture1D utexture1DArray utexture2D utexture2DArray utexture2DMS utexture2DMSArray utexture2DRect utexture3D "
    "utextureBuffer utextureCube utextureCubeArray uvec2 uvec3 uvec4 varying vec2 vec3 vec4 void volatile while "
    "writeonly ";
constexpr std::string_view hlsl_words =
    " AppendStructuredBuffer asm asm_fragment auto BlendState bool break Buffer ByteAddressBuffer case catch cbuffer "
    "centroid char class column_major compile compile_fragment CompileShader ComputeShader const const_cast "
    "ConsumeStructuredBuffer continue decl default delete DepthStencilState DepthStencilView discard do "
    "DomainShader double dword dynamic_cast else enum explicit export extern false float float16_t float32_t "
    "float64_t for friend fxgroup GeometryShader globallycoherent goto groupshared half HullShader Hullshader if in "
    "inline inout InputPatch int int16_t int32_t int64_t interface line lineadj linear LineStream long main matrix "
    "min10float min12int min16float min16int min16uint mutable namespace new nointerpolation noperspective NULL "
    "operator out OutputPatch packoffset pass pixelfragment PixelShader point PointStream precise private protected "
    "public RasterizerState register reinterpret_cast RenderTargetView return row_major RWBuffer "
    "RWByteAddressBuffer RWStructuredBuffer RWTexture1D RWTexture1DArray RWTexture2D RWTexture2DArray RWTexture3D "
    "sample sampler SamplerComparisonState SamplerState shared short signed sizeof snorm stateblock "
    "stateblock_state static static_cast string struct StructuredBuffer switch tbuffer technique technique10 "
    "technique11 template texture Texture1D Texture1DArray Texture2D Texture2DArray Texture2DMS Texture2DMSArray "
    "Texture3D TextureCube TextureCubeArray this throw triangle triangleadj TriangleStream true try typedef "
    "typename uint uint16_t uint32_t uint64_t uniform union unorm unsigned using vector vertexfragment VertexShader "
    "virtual void volatile while ";
constexpr std::string_view wgsl_words =
    " _ abstract active alias alignas alignof as asm asm_fragment async attribute auto await become break case cast "
    "catch class co_await co_return co_yield coherent column_major common compile compile_fragment concept const "
    "const_assert const_cast consteval constexpr constinit continue continuing crate debugger decltype default "
    "delete demote demote_to_helper diagnostic discard do dynamic_cast else enable enum explicit export extends "
    "extern external fallthrough false filter final finally fn for friend from fxgroup get goto groupshared highp "
    "if impl implements import inline instanceof interface layout let loop lowp macro macro_rules match mediump "
    "meta mod module move mut mutable namespace new nil noexcept noinline nointerpolation non_coherent noncoherent "
    "noperspective NULL null nullptr of operator override package packoffset partition pass patch pixelfragment "
    "precise precision premerge priv protected pub public readonly ref regardless register reinterpret_cast require "
    "requires resource restrict return Self self set shared sizeof smooth snorm static static_assert static_cast "
    "std struct subroutine super switch target template this thread_local throw trait true try type typedef typeid "
    "typename typeof union unless unorm unsafe unsized use using var varying virtual volatile wgsl where while with "
    "writeonly yield ";
constexpr std::string_view ispc_words =
    " assert bool break case cbreak ccontinue cdo cfor cif const continue creturn cwhile default delete do double "
    "else enum export extern false float float16 for foreach foreach_active foreach_tiled foreach_unique goto if in "
    "inline int int16 int32 int64 int8 invoke_sycl launch main new noinline operator print return signed size_t "
    "sizeof soa static struct switch sync task template true typedef typename uint uint16 uint32 uint64 uint8 "
    "uniform unmasked unsigned varying void volatile while ";
constexpr std::string_view rust_words =
    " _ abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen "
    "if impl in let loop macro main match mod move mut override priv pub ref return Self self static struct super "
    "trait true try type typeof unsafe unsized use virtual where while yield ";
constexpr std::string_view python_words =
    " __debug__ and as assert async await break class continue def del elif else except False finally for from "
    "global if import in is lambda None nonlocal not or pass raise return True try while with yield ";

// What vectors and matrices are made of.
constexpr std::string_view hlsl_scalars =
    " bool dword double float float16_t float32_t float64_t half int int16_t int32_t int64_t min10float min12int "
    "min16float min16int min16uint uint uint16_t uint32_t uint64_t ";
constexpr std::string_view metal_scalars =
    " bfloat bool char float half int long packed_float packed_half packed_int packed_uint short uchar uint ulong "
    "ushort ";
constexpr std::string_view cuda_scalars =
    " char double float half int long longlong short uchar uint ulong ulonglong ushort ";

/// Words beginning with two underscores, or with one and a capital letter, belong to the compiler.
bool of_the_compiler(std::string_view name) {
  return name.size() > 1 && name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

/// float4, int2x3: types that the language makes of these and one or two sizes.
bool is_vector_type(std::string_view scalars, std::string_view name) {
  const auto size_at_end = [&name] { return name.size() > 1 && name.back() >= '1' && name.back() <= '4'; };
  if (!size_at_end()) return false;
  name.remove_suffix(1);
  if (among(scalars, name)) return true;
  if (name.back() != 'x') return false;
  name.remove_suffix(1);
  if (!size_at_end()) return false;
  name.remove_suffix(1);
  return among(scalars, name);
}

}  // namespace

bool is_reserved(code_language language, const std::string& name) {
  const bool twice = name.find("__") != std::string::npos;
  const bool cpp = among(c_words, name) || among(cpp_words, name) || twice || of_the_compiler(name);
  switch (language) {
    case code_language::glsl:
      return among(glsl_words, name) || twice || name.starts_with("gl_") || of_the_compiler(name);
    case code_language::hlsl:
      return among(hlsl_words, name) || is_vector_type(hlsl_scalars, name);
    case code_language::wgsl:
      return among(wgsl_words, name) || name.starts_with("__");
    case code_language::metal:
      return cpp || among(metal_words, name) || is_vector_type(metal_scalars, name);
    case code_language::cuda:
      return cpp || among(cuda_words, name) || is_vector_type(cuda_scalars, name);
    case code_language::cpp:
      return cpp;
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
