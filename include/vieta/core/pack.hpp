#pragma once

#include <type_traits>
#include <utility>

#include "vieta/core/config.hpp"
#include "vieta/core/scalar.hpp"

#if !defined(__CUDACC__)  // a CUDA thread is a lane already

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(VT_PLAIN_PACK)
#include <arm_neon.h>
#define VT_NEON \
  1  // VT_PLAIN_PACK: what the compiler makes of its vector types alone, which is the level baseline there
#endif

namespace vieta {

template <class T, int N>
struct pack;

namespace detail {
template <class T, int N>
struct simd_vector {  // on its own: GCC loses the attribute of a dependent typedef inside the class that uses it
  using type __attribute__((vector_size(N * sizeof(T)))) = T;
};
}  // namespace detail

#if defined(__AVX512F__) && defined(__AVX512DQ__)
template <class T, int N>
inline constexpr bool has_mask_registers = N * sizeof(T) == 64;
#else
template <class T, int N>
inline constexpr bool has_mask_registers = false;
#endif

/// One truth value for each lane of a pack<T, N>: all bits of a lane set or none; or one bit, where the processor has
/// registers for that.
template <class T, int N>
struct mask {
  using vector = decltype(typename detail::simd_vector<T, N>::type{} < typename detail::simd_vector<T, N>::type{});
  vector v;

  mask() = default;
  VT_HD explicit mask(const vector& lanes) : v(lanes) {}
  VT_HD mask(bool b) : v(vector{} - b) {}

  static constexpr int size = N;
  VT_HD bool operator[](int i) const { return v[i] != 0; }
  VT_HD void set(int i, bool b) { v[i] = -static_cast<int>(b); }

  friend VT_HD mask operator&(const mask& a, const mask& b) { return mask(a.v & b.v); }
  friend VT_HD mask operator|(const mask& a, const mask& b) { return mask(a.v | b.v); }
  friend VT_HD mask operator^(const mask& a, const mask& b) { return mask(a.v ^ b.v); }
  friend VT_HD mask both(const mask& a, const mask& b) { return a & b; }
  friend VT_HD mask either(const mask& a, const mask& b) { return a | b; }
  friend VT_HD mask operator!(const mask& a) { return mask(~a.v); }
  VT_HD mask& operator&=(const mask& b) { return *this = *this & b; }
  VT_HD mask& operator|=(const mask& b) { return *this = *this | b; }
};

#if defined(__AVX512F__) && defined(__AVX512DQ__)
template <class T, int N>
requires has_mask_registers<T, N>
struct mask<T, N> {
  using vector = decltype(typename detail::simd_vector<T, N>::type{} < typename detail::simd_vector<T, N>::type{});
  using lane_bits = std::conditional_t<N == 16, __mmask16, __mmask8>;
  lane_bits k;

  mask() = default;
  VT_HD explicit mask(const vector& lanes) {
    if constexpr (N == 16)
      k = _mm512_movepi32_mask(reinterpret_cast<__m512i>(lanes));
    else
      k = _mm512_movepi64_mask(reinterpret_cast<__m512i>(lanes));
  }
  VT_HD mask(bool b) : k(static_cast<lane_bits>(b ? ~0u : 0u)) {}
  static VT_HD mask of_bits(unsigned b) {
    mask m;
    m.k = static_cast<lane_bits>(b);
    return m;
  }

  static constexpr int size = N;
  VT_HD bool operator[](int i) const { return (k >> i & 1) != 0; }
  VT_HD void set(int i, bool b) { k = static_cast<lane_bits>((k & ~(1u << i)) | static_cast<unsigned>(b) << i); }

  friend VT_HD mask operator&(const mask& a, const mask& b) { return of_bits(static_cast<unsigned>(a.k & b.k)); }
  friend VT_HD mask operator|(const mask& a, const mask& b) { return of_bits(static_cast<unsigned>(a.k | b.k)); }
  friend VT_HD mask operator^(const mask& a, const mask& b) { return of_bits(static_cast<unsigned>(a.k ^ b.k)); }
  friend VT_HD mask both(const mask& a, const mask& b) { return a & b; }
  friend VT_HD mask either(const mask& a, const mask& b) { return a | b; }
  friend VT_HD mask operator!(const mask& a) { return of_bits(~static_cast<unsigned>(a.k)); }
  VT_HD mask& operator&=(const mask& b) { return *this = *this & b; }
  VT_HD mask& operator|=(const mask& b) { return *this = *this | b; }
};
#endif

#if defined(__AVX512F__) && defined(__AVX512DQ__)
namespace detail {
template <class T, int N, int Predicate>
VT_HD mask<T, N> compare(const typename simd_vector<T, N>::type& a, const typename simd_vector<T, N>::type& b) {
  if constexpr (N == 16)
    return mask<T, N>::of_bits(_mm512_cmp_ps_mask(a, b, Predicate));
  else
    return mask<T, N>::of_bits(_mm512_cmp_pd_mask(a, b, Predicate));
}
}  // namespace detail
#endif

/// N numbers that go through the same operations: a GCC vector of 16, 32 or 64 bytes with the interface of a number.
/// One that is wider than the registers of this translation unit is split, by the compiler or by us.
template <class T, int N>
struct pack {
  static_assert(std::is_same_v<T, double> || std::is_same_v<T, float>);
  static_assert(N * sizeof(T) == 16 || N * sizeof(T) == 32 || N * sizeof(T) == 64);
  using vector = typename detail::simd_vector<T, N>::type;
  vector v;

  static constexpr int size = N;

  pack() = default;
  VT_HD explicit pack(const vector& lanes) : v(lanes) {}
  VT_HD pack(T x) : v(x - vector{}) {}  // x - 0 is x for every x, -0 and NaN included; x + 0 is not

  /// N numbers from p or to p, which needs no alignment.
  static VT_HD pack load(const T* p) {
    pack r;
    __builtin_memcpy(&r.v, p, sizeof r.v);
    return r;
  }
  VT_HD void store(T* p) const { __builtin_memcpy(p, &v, sizeof v); }

  VT_HD T operator[](int i) const { return v[i]; }
  VT_HD void set(int i, T x) { v[i] = x; }

  friend VT_HD pack operator+(const pack& a, const pack& b) { return pack(a.v + b.v); }
  friend VT_HD pack operator-(const pack& a, const pack& b) { return pack(a.v - b.v); }
  friend VT_HD pack operator*(const pack& a, const pack& b) { return pack(a.v * b.v); }
  friend VT_HD pack operator/(const pack& a, const pack& b) { return pack(a.v / b.v); }
  friend VT_HD pack operator-(const pack& a) { return pack(-a.v); }
  VT_HD pack& operator+=(const pack& b) { return *this = *this + b; }
  VT_HD pack& operator-=(const pack& b) { return *this = *this - b; }
  VT_HD pack& operator*=(const pack& b) { return *this = *this * b; }
  VT_HD pack& operator/=(const pack& b) { return *this = *this / b; }

  friend VT_HD mask<T, N> operator<(const pack& a, const pack& b) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
    if constexpr (has_mask_registers<T, N>) return detail::compare<T, N, _CMP_LT_OQ>(a.v, b.v);
#endif
    return mask<T, N>(a.v < b.v);
  }
  friend VT_HD mask<T, N> operator<=(const pack& a, const pack& b) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
    if constexpr (has_mask_registers<T, N>) return detail::compare<T, N, _CMP_LE_OQ>(a.v, b.v);
#endif
    return mask<T, N>(a.v <= b.v);
  }
  friend VT_HD mask<T, N> operator>(const pack& a, const pack& b) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
    if constexpr (has_mask_registers<T, N>) return detail::compare<T, N, _CMP_GT_OQ>(a.v, b.v);
#endif
    return mask<T, N>(a.v > b.v);
  }
  friend VT_HD mask<T, N> operator>=(const pack& a, const pack& b) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
    if constexpr (has_mask_registers<T, N>) return detail::compare<T, N, _CMP_GE_OQ>(a.v, b.v);
#endif
    return mask<T, N>(a.v >= b.v);
  }
  friend VT_HD mask<T, N> operator==(const pack& a, const pack& b) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
    if constexpr (has_mask_registers<T, N>) return detail::compare<T, N, _CMP_EQ_OQ>(a.v, b.v);
#endif
    return mask<T, N>(a.v == b.v);
  }
  friend VT_HD mask<T, N> operator!=(const pack& a, const pack& b) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
    if constexpr (has_mask_registers<T, N>) return detail::compare<T, N, _CMP_NEQ_UQ>(a.v, b.v);
#endif
    return mask<T, N>(a.v != b.v);
  }

  friend VT_HD pack select(const mask<T, N>& m, const pack& a, const pack& b) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
    if constexpr (has_mask_registers<T, N> && sizeof(T) == 4) return pack(_mm512_mask_blend_ps(m.k, b.v, a.v));
    if constexpr (has_mask_registers<T, N> && sizeof(T) == 8) return pack(_mm512_mask_blend_pd(m.k, b.v, a.v));
#endif
    if constexpr (!has_mask_registers<T, N>) return pack(m.v ? a.v : b.v);
  }

  /// The smaller one, the larger one, lane by lane. When either is a NaN the answer is b.
  friend VT_HD pack min(const pack& a, const pack& b) {
#if defined(__AVX512F__)  // one instruction, where GCC 12 takes two; maskz: see sqrt
    if constexpr (N * sizeof(T) == 64 && sizeof(T) == 8) return pack(_mm512_maskz_min_pd(0xff, a.v, b.v));
    if constexpr (N * sizeof(T) == 64 && sizeof(T) == 4) return pack(_mm512_maskz_min_ps(0xffff, a.v, b.v));
#endif
    return pack(a.v < b.v ? a.v : b.v);
  }
  friend VT_HD pack max(const pack& a, const pack& b) {
#if defined(__AVX512F__)
    if constexpr (N * sizeof(T) == 64 && sizeof(T) == 8) return pack(_mm512_maskz_max_pd(0xff, a.v, b.v));
    if constexpr (N * sizeof(T) == 64 && sizeof(T) == 4) return pack(_mm512_maskz_max_ps(0xffff, a.v, b.v));
#endif
    return pack(a.v > b.v ? a.v : b.v);
  }

  /// |a|, exact: clears the sign bit, which is the only one that -0 has.
  friend VT_HD pack abs(const pack& a) {
    using bits = typename mask<T, N>::vector;
    return pack(reinterpret_cast<vector>(reinterpret_cast<bits>(a.v) & ~reinterpret_cast<bits>(-vector{})));
  }
};

template <class T, int N>
struct lane_traits<pack<T, N>> {
  using scalar = T;
  using mask = vieta::mask<T, N>;
  static constexpr int lanes = N;
};

namespace detail {

#if defined(__AVX512F__)
inline constexpr int register_bytes = 64;
#elif defined(__AVX__)
inline constexpr int register_bytes = 32;
#else
inline constexpr int register_bytes = 16;
#endif

// Half 0 or 1 of a vector, and the vector of two halves.
template <class Half, class Whole>
VT_HD Half half_of(const Whole& whole, int which) {
  Half half;
  __builtin_memcpy(&half, reinterpret_cast<const char*>(&whole) + which * sizeof(Half), sizeof half);
  return half;
}
template <class Whole, class Half>
VT_HD Whole joined(const Half& low, const Half& high) {
  Whole whole;
  __builtin_memcpy(&whole, &low, sizeof low);
  __builtin_memcpy(reinterpret_cast<char*>(&whole) + sizeof low, &high, sizeof high);
  return whole;
}

// VT_LANES(a, b, NUMBERS...): lanes of two vectors, as many and in the order that the numbers say; those of b count on
// from those of a.
#if __has_builtin(__builtin_shufflevector)
#define VT_LANES(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else  // GCC 11
#define VT_LANES(a, b, ...) ::vieta::detail::chosen_lanes<__VA_ARGS__>(a, b)
template <int... Lanes, class Vector>
VT_HD auto chosen_lanes(const Vector& a, const Vector& b) {
  using scalar = std::remove_cvref_t<decltype(a[0])>;
  constexpr int n = sizeof(Vector) / sizeof(scalar);
  if constexpr (sizeof...(Lanes) == n)
    return __builtin_shuffle(a, b, typename mask<scalar, n>::vector{Lanes...});
  else
    return typename simd_vector<scalar, sizeof...(Lanes)>::type{(Lanes < n ? a[Lanes % n] : b[Lanes % n])...};
}
#endif

// The same as `joined` in registers: a copy through memory would wait for both stores.
template <class Vector, int... Lanes>
VT_HD auto concatenated(const Vector& low, const Vector& high, std::integer_sequence<int, Lanes...>) {
  return VT_LANES(low, high, Lanes...);
}

}  // namespace detail

/// The truth values as bits: bit i is lane i.
template <class T, int N>
VT_HD unsigned bits(const mask<T, N>& m) {
  constexpr int bytes = N * sizeof(T);
  if constexpr (has_mask_registers<T, N>) {
    return m.k;
  } else if constexpr (bytes > detail::register_bytes) {
    using half = mask<T, N / 2>;
    return bits(detail::half_of<half>(m, 0)) | bits(detail::half_of<half>(m, 1)) << (N / 2);
  } else {
#if defined(__AVX__)
    if constexpr (bytes == 32 && sizeof(T) == 8)
      return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(m.v)));
    if constexpr (bytes == 32 && sizeof(T) == 4)
      return static_cast<unsigned>(_mm256_movemask_ps(reinterpret_cast<__m256>(m.v)));
#endif
#if defined(__SSE2__)
    if constexpr (bytes == 16 && sizeof(T) == 8)
      return static_cast<unsigned>(_mm_movemask_pd(reinterpret_cast<__m128d>(m.v)));
    if constexpr (bytes == 16 && sizeof(T) == 4)
      return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(m.v)));
#endif
#if defined(VT_NEON)
    if constexpr (bytes == 16 && sizeof(T) == 8) {
      const uint64x2_t lane_bits = {1, 2};
      return static_cast<unsigned>(vaddvq_u64(vandq_u64(reinterpret_cast<uint64x2_t>(m.v), lane_bits)));
    }
    if constexpr (bytes == 16 && sizeof(T) == 4) {
      const uint32x4_t lane_bits = {1, 2, 4, 8};
      return vaddvq_u32(vandq_u32(reinterpret_cast<uint32x4_t>(m.v), lane_bits));
    }
#endif
    unsigned r = 0;
    VT_UNROLL
    for (int i = 0; i < N; ++i) r |= static_cast<unsigned>(m[i]) << i;
    return r;
  }
}

template <class T, int N>
VT_HD bool any(const mask<T, N>& m) {
  return bits(m) != 0;
}
template <class T, int N>
VT_HD bool all(const mask<T, N>& m) {
  return bits(m) == (1u << N) - 1;
}
template <class T, int N>
VT_HD bool none(const mask<T, N>& m) {
  return bits(m) == 0;
}

/// a * b + c in each lane, correctly rounded (IEEE 754) on every target; slow where has_fast_fma is false.
template <class T, int N>
VT_HD pack<T, N> fma(const pack<T, N>& a, const pack<T, N>& b, const pack<T, N>& c) {
  constexpr int bytes = N * sizeof(T);
  if constexpr (bytes > detail::register_bytes) {
    using detail::half_of;
    using half = pack<T, N / 2>;
    return detail::joined<pack<T, N>>(fma(half_of<half>(a, 0), half_of<half>(b, 0), half_of<half>(c, 0)),
                                      fma(half_of<half>(a, 1), half_of<half>(b, 1), half_of<half>(c, 1)));
  } else {
    using P = pack<T, N>;
#if defined(__AVX512F__)
    if constexpr (bytes == 64 && sizeof(T) == 8) return P(_mm512_fmadd_pd(a.v, b.v, c.v));
    if constexpr (bytes == 64 && sizeof(T) == 4) return P(_mm512_fmadd_ps(a.v, b.v, c.v));
#endif
#if defined(__FMA__)
    if constexpr (bytes == 32 && sizeof(T) == 8) return P(_mm256_fmadd_pd(a.v, b.v, c.v));
    if constexpr (bytes == 32 && sizeof(T) == 4) return P(_mm256_fmadd_ps(a.v, b.v, c.v));
    if constexpr (bytes == 16 && sizeof(T) == 8) return P(_mm_fmadd_pd(a.v, b.v, c.v));
    if constexpr (bytes == 16 && sizeof(T) == 4) return P(_mm_fmadd_ps(a.v, b.v, c.v));
#endif
#if defined(VT_NEON)
    if constexpr (bytes == 16 && sizeof(T) == 8)
      return P(reinterpret_cast<typename P::vector>(vfmaq_f64(
          reinterpret_cast<float64x2_t>(c.v), reinterpret_cast<float64x2_t>(a.v), reinterpret_cast<float64x2_t>(b.v))));
    if constexpr (bytes == 16 && sizeof(T) == 4)
      return P(reinterpret_cast<typename P::vector>(vfmaq_f32(
          reinterpret_cast<float32x4_t>(c.v), reinterpret_cast<float32x4_t>(a.v), reinterpret_cast<float32x4_t>(b.v))));
#endif
    P r;
    VT_UNROLL
    for (int i = 0; i < N; ++i) r.set(i, fma(a[i], b[i], c[i]));
    return r;
  }
}
// A plain number among the operands stands for that number in every lane.
template <class T, int N>
VT_HD pack<T, N> fma(const pack<T, N>& a, scalar_t<pack<T, N>> b, const pack<T, N>& c) {
  return fma(a, pack<T, N>(b), c);
}
template <class T, int N>
VT_HD pack<T, N> fma(const pack<T, N>& a, const pack<T, N>& b, scalar_t<pack<T, N>> c) {
  return fma(a, b, pack<T, N>(c));
}

/// Writes the lanes whose bit is set to p, one after another, and returns how many. May write N numbers.
template <class T, int N>
VT_HD int compress_store(T* p, unsigned which, const pack<T, N>& a) {
#if defined(__AVX512F__)
  if constexpr (N * sizeof(T) == 64) {
    if constexpr (sizeof(T) == 4)
      _mm512_storeu_ps(p, _mm512_maskz_compress_ps(static_cast<__mmask16>(which), a.v));
    else
      _mm512_storeu_pd(p, _mm512_maskz_compress_pd(static_cast<__mmask8>(which), a.v));
    return __builtin_popcount(which);
  }
#endif
  int count = 0;
  for (; which != 0; which &= which - 1) p[count++] = a[__builtin_ctz(which)];
  return count;
}

/// Lane i is p[index[i]], and the way back: p[index[i]] = lane i, for distinct indices. Indices below 2^31.
template <class P>
VT_HD P gather(const double* p, const unsigned* index) {
  if constexpr (lane_count<P> == 1) {
    return p[*index];
  } else {
    P r;
#if defined(__AVX512F__)  // maskz: the plain intrinsic makes GCC 12 warn of its own header (GCC bug 105593)
    if constexpr (P::size == 8) {
      __m256i i;
      __builtin_memcpy(&i, index, sizeof i);
      return P(_mm512_mask_i32gather_pd(_mm512_setzero_pd(), 0xff, i, p, 8));
    }
#endif
    VT_UNROLL
    for (int i = 0; i < P::size; ++i) r.set(i, p[index[i]]);
    return r;
  }
}
template <class P>
VT_HD void scatter(double* p, const unsigned* index, const P& a) {
  if constexpr (lane_count<P> == 1) {
    p[*index] = a;
  } else {
#if defined(__AVX512F__)
    if constexpr (P::size == 8) {
      __m256i i;
      __builtin_memcpy(&i, index, sizeof i);
      _mm512_i32scatter_pd(p, i, a.v, 8);
      return;
    }
#endif
    VT_UNROLL
    for (int i = 0; i < P::size; ++i) p[index[i]] = a[i];
  }
}

/// Lanes of the lower (0) or upper (1) half as doubles, and the way back with one rounding.
template <int N>
VT_HD pack<double, N / 2> widen(const pack<float, N>& a, int half) {
  using half_vector = typename detail::simd_vector<float, N / 2>::type;
  return pack<double, N / 2>(
      __builtin_convertvector(detail::half_of<half_vector>(a.v, half), typename pack<double, N / 2>::vector));
}
template <int N>
VT_HD pack<float, 2 * N> narrow(const pack<double, N>& low, const pack<double, N>& high) {
  using half_vector = typename detail::simd_vector<float, N>::type;
  return pack<float, 2 * N>(detail::concatenated(__builtin_convertvector(low.v, half_vector),
                                                 __builtin_convertvector(high.v, half_vector),
                                                 std::make_integer_sequence<int, 2 * N>{}));
}

/// The square root of each lane, correctly rounded (IEEE 754).
template <class T, int N>
VT_HD pack<T, N> sqrt(const pack<T, N>& a) {
  constexpr int bytes = N * sizeof(T);
  if constexpr (bytes > detail::register_bytes) {
    using half = pack<T, N / 2>;
    return detail::joined<pack<T, N>>(sqrt(detail::half_of<half>(a, 0)), sqrt(detail::half_of<half>(a, 1)));
  } else {
    using P = pack<T, N>;
#if defined(__AVX512F__)  // maskz: the plain intrinsic makes GCC 12 warn of its own header (GCC bug 105593)
    if constexpr (bytes == 64 && sizeof(T) == 8) return P(_mm512_maskz_sqrt_pd(0xff, a.v));
    if constexpr (bytes == 64 && sizeof(T) == 4) return P(_mm512_maskz_sqrt_ps(0xffff, a.v));
#endif
#if defined(__AVX__)
    if constexpr (bytes == 32 && sizeof(T) == 8) return P(_mm256_sqrt_pd(a.v));
    if constexpr (bytes == 32 && sizeof(T) == 4) return P(_mm256_sqrt_ps(a.v));
#endif
#if defined(__SSE2__)
    if constexpr (bytes == 16 && sizeof(T) == 8) return P(_mm_sqrt_pd(a.v));
    if constexpr (bytes == 16 && sizeof(T) == 4) return P(_mm_sqrt_ps(a.v));
#endif
#if defined(VT_NEON)
    if constexpr (bytes == 16 && sizeof(T) == 8)
      return P(reinterpret_cast<typename P::vector>(vsqrtq_f64(reinterpret_cast<float64x2_t>(a.v))));
    if constexpr (bytes == 16 && sizeof(T) == 4)
      return P(reinterpret_cast<typename P::vector>(vsqrtq_f32(reinterpret_cast<float32x4_t>(a.v))));
#endif
    P r;
    VT_UNROLL
    for (int i = 0; i < N; ++i) r.set(i, sqrt(a[i]));
    return r;
  }
}

}  // namespace vieta

#endif
