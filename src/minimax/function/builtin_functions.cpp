#include "minimax/function/builtin_functions.hpp"

#include <string_view>

#include "minimax/code/word_list.hpp"

namespace vieta::approximation {

namespace {

// Sources: GLSL 4.60 and ESSL 3.20, 8; Microsoft's reference of HLSL, intrinsic functions; WGSL 17, with the types of 6
// that are called like functions; C23 7.12 and glibc's math.h, with GCC's macros; CUDA's math API; Metal Shading
// Language 3.2, 6; ISPC's user's guide, "The ISPC Standard Library".
constexpr std::string_view glsl_functions =
    " abs acos acosh all allInvocations allInvocationsEqual any anyInvocation asin asinh atan atanh atomicAdd "
    "atomicAnd atomicCompSwap atomicCounter atomicCounterAdd atomicCounterAnd atomicCounterCompSwap "
    "atomicCounterDecrement atomicCounterExchange atomicCounterIncrement atomicCounterMax atomicCounterMin "
    "atomicCounterOr atomicCounterSubtract atomicCounterXor atomicExchange atomicMax atomicMin atomicOr atomicXor "
    "barrier bitCount bitfieldExtract bitfieldInsert bitfieldReverse ceil clamp ComputeAccessedLod cos cosh cross "
    "degrees determinant dFdx dFdxCoarse dFdxFine dFdy dFdyCoarse dFdyFine distance dot EmitStreamVertex EmitVertex "
    "EndPrimitive EndStreamPrimitive equal exp exp2 faceforward findLSB findMSB floatBitsToInt floatBitsToUint "
    "floor fma fract frexp ftransform fwidth fwidthCoarse fwidthFine greaterThan greaterThanEqual "
    "groupMemoryBarrier imageAtomicAdd imageAtomicAnd imageAtomicCompSwap imageAtomicExchange imageAtomicMax "
    "imageAtomicMin imageAtomicOr imageAtomicXor imageLoad imageSamples imageSize imageStore imulExtended "
    "intBitsToFloat interpolateAtCentroid interpolateAtOffset interpolateAtSample inverse inversesqrt isinf isnan "
    "ldexp length lessThan lessThanEqual log log2 matrixCompMult max memoryBarrier memoryBarrierAtomicCounter "
    "memoryBarrierBuffer memoryBarrierImage memoryBarrierShared min mix mod modf noise1 noise2 noise3 noise4 "
    "normalize not notEqual outerProduct packDouble2x32 packHalf2x16 packSnorm2x16 packSnorm4x8 packUnorm2x16 "
    "packUnorm4x8 pow radians reflect refract round roundEven shadow1D shadow1DLod shadow1DProj shadow1DProjLod "
    "shadow2D shadow2DLod shadow2DProj shadow2DProjLod sign sin sinh smoothstep sqrt step subpassLoad tan tanh "
    "texelFetch texelFetchOffset texture texture1D texture1DLod texture1DProj texture1DProjLod texture2D "
    "texture2DLod texture2DProj texture2DProjLod texture3D texture3DLod texture3DProj texture3DProjLod textureCube "
    "textureCubeLod textureGather textureGatherOffset textureGatherOffsets textureGrad textureGradOffset textureLod "
    "textureLodOffset textureOffset textureProj textureProjGrad textureProjGradOffset textureProjLod "
    "textureProjLodOffset textureProjOffset textureQueryLevels textureQueryLod textureSamples textureSize transpose "
    "trunc uaddCarry uintBitsToFloat umulExtended unpackDouble2x32 unpackHalf2x16 unpackSnorm2x16 unpackSnorm4x8 "
    "unpackUnorm2x16 unpackUnorm4x8 usubBorrow ";
constexpr std::string_view hlsl_functions =
    " abort abs acos all AllMemoryBarrier AllMemoryBarrierWithGroupSync and any asdouble asfloat asfloat16 asin "
    "asint asint16 asuint asuint16 atan atan2 ceil CheckAccessFullyMapped clamp clip cos cosh countbits cross "
    "D3DCOLORtoUBYTE4 ddx ddx_coarse ddx_fine ddy ddy_coarse ddy_fine degrees determinant DeviceMemoryBarrier "
    "DeviceMemoryBarrierWithGroupSync distance dot dot2add dot4add_i8packed dot4add_u8packed dst errorf "
    "EvaluateAttributeAtCentroid EvaluateAttributeAtSample EvaluateAttributeSnapped exp exp2 f16tof32 f32tof16 "
    "faceforward firstbithigh firstbitlow floor fma fmod frac frexp fwidth GetAttributeAtVertex "
    "GetRenderTargetSampleCount GetRenderTargetSamplePosition GroupMemoryBarrier GroupMemoryBarrierWithGroupSync "
    "InterlockedAdd InterlockedAnd InterlockedCompareExchange InterlockedCompareStore InterlockedExchange "
    "InterlockedMax InterlockedMin InterlockedOr InterlockedXor isfinite isinf isnan isnormal ldexp length lerp lit "
    "log log10 log2 mad max min modf msad4 mul noise NonUniformResourceIndex normalize not or pow printf "
    "Process2DQuadTessFactorsAvg Process2DQuadTessFactorsMax Process2DQuadTessFactorsMin ProcessIsolineTessFactors "
    "ProcessQuadTessFactorsAvg ProcessQuadTessFactorsMax ProcessQuadTessFactorsMin ProcessTriTessFactorsAvg "
    "ProcessTriTessFactorsMax ProcessTriTessFactorsMin QuadReadAcrossDiagonal QuadReadAcrossX QuadReadAcrossY "
    "QuadReadLaneAt radians rcp reflect refract reversebits round rsqrt saturate select sign sin sincos sinh "
    "smoothstep sqrt step tan tanh tex1D tex1Dbias tex1Dgrad tex1Dlod tex1Dproj tex2D tex2Dbias tex2Dgrad tex2Dlod "
    "tex2Dproj tex3D tex3Dbias tex3Dgrad tex3Dlod tex3Dproj texCUBE texCUBEbias texCUBEgrad texCUBElod texCUBEproj "
    "transpose trunc WaveActiveAllEqual WaveActiveAllTrue WaveActiveAnyTrue WaveActiveBallot WaveActiveBitAnd "
    "WaveActiveBitOr WaveActiveBitXor WaveActiveCountBits WaveActiveMax WaveActiveMin WaveActiveProduct "
    "WaveActiveSum WaveGetLaneCount WaveGetLaneIndex WaveIsFirstLane WavePrefixCountBits WavePrefixProduct "
    "WavePrefixSum WaveReadLaneAt WaveReadLaneFirst ";
constexpr std::string_view wgsl_functions =
    " abs acos acosh all any array arrayLength asin asinh atan atan2 atanh atomic atomicAdd atomicAnd "
    "atomicCompareExchangeWeak atomicExchange atomicLoad atomicMax atomicMin atomicOr atomicStore atomicSub "
    "atomicXor bitcast bool ceil clamp cos cosh countLeadingZeros countOneBits countTrailingZeros cross degrees "
    "determinant distance dot dot4I8Packed dot4U8Packed dpdx dpdxCoarse dpdxFine dpdy dpdyCoarse dpdyFine exp exp2 "
    "extractBits f16 f32 faceForward firstLeadingBit firstTrailingBit floor fma fract frexp fwidth fwidthCoarse "
    "fwidthFine i32 insertBits inverseSqrt ldexp length log log2 max min mix modf normalize pack2x16float "
    "pack2x16snorm pack2x16unorm pack4x8snorm pack4x8unorm pack4xI8 pack4xI8Clamp pack4xU8 pack4xU8Clamp pow ptr "
    "quadBroadcast quadSwapDiagonal quadSwapX quadSwapY quantizeToF16 radians reflect refract reverseBits round "
    "sampler sampler_comparison saturate select sign sin sinh smoothstep sqrt step storageBarrier subgroupAdd "
    "subgroupAll subgroupAnd subgroupAny subgroupBallot subgroupBroadcast subgroupBroadcastFirst subgroupElect "
    "subgroupExclusiveAdd subgroupExclusiveMul subgroupInclusiveAdd subgroupInclusiveMul subgroupMax subgroupMin "
    "subgroupMul subgroupOr subgroupShuffle subgroupShuffleDown subgroupShuffleUp subgroupShuffleXor subgroupXor "
    "tan tanh textureBarrier textureDimensions textureGather textureGatherCompare textureLoad textureNumLayers "
    "textureNumLevels textureNumSamples textureSample textureSampleBaseClampToEdge textureSampleBias "
    "textureSampleCompare textureSampleCompareLevel textureSampleGrad textureSampleLevel textureStore transpose "
    "trunc u32 unpack2x16float unpack2x16snorm unpack2x16unorm unpack4x8snorm unpack4x8unorm unpack4xI8 unpack4xU8 "
    "workgroupBarrier workgroupUniformLoad ";
constexpr std::string_view c_functions =
    " acos acosh acospi asin asinh asinpi atan atan2 atan2pi atanh atanpi canonicalize cbrt ceil compoundn copysign "
    "cos cosh cospi dadd ddiv dfma dmul drem dsqrt dsub erf erfc exp exp10 exp10m1 exp2 exp2m1 expm1 fabs fadd fdim "
    "fdiv ffma finite floor fma fmax fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num fmin fminimum fminimum_mag "
    "fminimum_mag_num fminimum_num fmod fmul frexp fromfp fromfpx fsqrt fsub gamma hypot ilogb isinf isnan j0 j1 jn "
    "ldexp lgamma llogb llrint llround log log10 log10p1 log1p log2 log2p1 logb logp1 lrint lround modf nan "
    "nearbyint nextafter nextdown nexttoward nextup pow pown powr remainder remquo rint rootn round roundeven rsqrt "
    "scalb scalbln scalbn significand sin sincos sinh sinpi sqrt tan tanh tanpi tgamma trunc ufromfp ufromfpx y0 y1 "
    "yn ";
constexpr std::string_view c_others =
    " abs fpclassify INFINITY iscanonical iseqsig isfinite isgreater isgreaterequal isless islessequal islessgreater "
    "isnormal issignaling issubnormal isunordered iszero labs lgamma_r lgammaf_r lgammal_r linux llabs "
    "math_errhandling NAN signbit signgam unix ";
constexpr std::string_view cuda_functions =
    " abs all any atomicAdd ballot clock clock64 cyl_bessel_i0 cyl_bessel_i1 erfcinv erfcx erfinv fdivide llmax "
    "llmin max min norm norm3d norm4d normcdf normcdfinv printf rcbrt rhypot rnorm rnorm3d rnorm4d sincospi ullmax "
    "ullmin umax umin ";
constexpr std::string_view metal_functions =
    " abs absdiff acos acosh addsat all any as_type asin asinh atan atan2 atanh ceil clamp clz copysign cos cosh "
    "cospi cross ctz determinant dfdx dfdy distance distance_squared divide dot exp exp10 exp2 extract_bits fabs "
    "faceforward fast fdim floor fma fmax fmax3 fmedian3 fmin fmin3 fmod fract frexp fwidth hadd ilogb insert_bits "
    "isfinite isinf isnan isnormal isordered isunordered ldexp length length_squared log log10 log2 mad24 madhi "
    "madsat max max3 median3 min min3 mix modf mul24 mulhi nextafter normalize popcount pow powr precise reflect "
    "refract reverse_bits rhadd rint rotate round rsqrt saturate select sign signbit simd_sum sin sincos sinh sinpi "
    "smoothstep sqrt step subsat tan tanh tanpi transpose trunc ";
constexpr std::string_view ispc_functions =
    " abs acos all any asin atan atan2 avg_down avg_up broadcast ceil clamp clock cos count_leading_zeros "
    "count_trailing_zeros doublebits exclusive_scan_add exclusive_scan_and exclusive_scan_or exp extract "
    "float_to_half float_to_srgb8 floatbits floor frandom frexp half_to_float insert intbits isnan lanemask ldexp "
    "log max memcpy memcpy64 memmove memory_barrier memset min none num_cores packed_load_active "
    "packed_store_active packmask popcnt pow programCount programIndex random rcp rcp_fast reduce_add reduce_equal "
    "reduce_max reduce_min rotate round rsqrt rsqrt_fast saturating_add saturating_div saturating_mul "
    "saturating_sub seed_rng select shift shuffle sign_extend signbits sin sincos sqrt tan task_count taskCount "
    "taskIndex threadCount threadIndex trunc ";

/// <math.h> has them in double, and for other types with a letter behind: sqrt, sqrtf, sqrtl.
bool of_math_h(const std::string& name) {
  if (among(c_functions, name) || among(c_others, name)) return true;
  for (const char* const macros : {"FP_", "HUGE_VAL", "M_", "MATH_"})
    if (name.starts_with(macros)) return true;
  return (name.ends_with('f') || name.ends_with('l')) && among(c_functions, name.substr(0, name.size() - 1));
}

/// What <stdint.h> and <string.h> declare, which come with <math.h>, <bit> and <cmath> or are the compiler's own: names
/// of types end with _t (POSIX 2.2.2), macros are INT64_C, UINT8_MAX; and what a compiler knows without a header.
constexpr std::string_view library_words =
    " abort bcmp bcopy bzero calloc EOF exit ffs ffsl ffsll fprintf fputs free fwrite index malloc memchr memcmp "
    "memcpy "
    "memmove memset NULL printf putchar puts realloc rindex snprintf sprintf stpcpy stpncpy strcasecmp strcat strchr "
    "strcmp strcpy strcspn strdup strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn "
    "strstr vprintf ";
bool of_other_headers(const std::string& name) {
  if (among(library_words, name) || name.ends_with("_t")) return true;
  const bool macro = name.ends_with("_C") || name.ends_with("_MAX") || name.ends_with("_MIN");
  for (const char* const first : {"INT", "UINT", "PTRDIFF_", "SIG_ATOMIC_", "SIZE_", "WCHAR_", "WINT_"})
    if (macro && name.starts_with(first)) return true;
  return false;
}

/// vec3f, mat2x2h: short names of WGSL's types.
bool is_short_type(const std::string& name) {
  if (name.starts_with("texture_")) return true;
  if (!name.starts_with("vec") && !name.starts_with("mat")) return false;
  return name.size() > 3 && name.size() <= 7 && name.find_first_not_of("234xfhiu", 3) == std::string::npos;
}

}  // namespace

bool is_builtin(code_language language, const std::string& name) {
  switch (language) {
    case code_language::glsl:
      return among(glsl_functions, name);
    case code_language::hlsl:
      return among(hlsl_functions, name);
    case code_language::wgsl:
      return among(wgsl_functions, name) || is_short_type(name);
    case code_language::metal:
      return among(metal_functions, name);
    case code_language::cuda:
      return of_math_h(name) || of_other_headers(name) || among(cuda_functions, name) ||
             (name.ends_with('f') && among(cuda_functions, name.substr(0, name.size() - 1)));
    case code_language::c:
    case code_language::cpp:
      return of_math_h(name) || of_other_headers(name);
    case code_language::ispc:
      return among(ispc_functions, name);
    case code_language::rust:  // its functions of numbers are methods
      return false;
    case code_language::python:
      return name == "np";  // NumPy, in the code itself
  }
  return false;
}

}  // namespace vieta::approximation
