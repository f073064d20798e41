// What packs of doubles and floats give for many operands, hashed: the same number on every processor and at every SIMD
// level, since each operation rounds as IEEE 754 says. packs_elsewhere.sh compiles it for several of them.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "vieta/core/pack.hpp"

namespace {

std::uint64_t state = 88172645463325252, hash = 14695981039346656037u;
std::uint64_t next() {  // Marsaglia, Xorshift RNGs, 2003
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}
void take(std::uint64_t bits) { hash = (hash ^ bits) * 1099511628211u; }

template <class T, int N>
void take(const vieta::pack<T, N>& a) {
  for (int i = 0; i < N; ++i) {
    std::uint64_t bits = 0;
    const T lane = a[i];
    std::memcpy(&bits, &lane, sizeof lane);
    take(std::isnan(lane) ? 1 : bits);  // which NaN it is, IEEE 754 leaves open
  }
}

template <class T, int N, class Bits>
void go() {
  using P = vieta::pack<T, N>;
  for (int round = 0; round < 20000; ++round) {
    P x[3];
    for (P& p : x)
      for (int i = 0; i < N; ++i) {
        Bits bits = static_cast<Bits>(next() >> (64 - 8 * sizeof(Bits)));
        // Half of them of a size, so that sums cancel.
        T lane = static_cast<T>(static_cast<double>(bits) / 0x1p31 - 1);
        if (round % 2 != 0) std::memcpy(&lane, &bits, sizeof lane);
        p.set(i, lane);
      }
    const P f = fma(x[0], x[1], x[2]);
    take(f);
    take(fma(x[0], x[1], -(x[0] * x[1])));
    take(sqrt(x[0]));
    take(min(x[0], x[1]) + max(x[1], x[2]));
    const auto less = x[0] < x[1];
    take(bits(less));
    take(bits(less & !(x[1] < x[2])));
    take(any(less) ? 1u : all(less) ? 2u : 3u);
    take(select(less, x[0] / x[1], abs(x[2])));
  }
}

}  // namespace

int main() {
  go<double, 2, std::uint64_t>();
  go<float, 4, std::uint32_t>();
  go<double, 4, std::uint64_t>();
  go<float, 16, std::uint32_t>();
  std::printf("%016llx\n", static_cast<unsigned long long>(hash));
}
