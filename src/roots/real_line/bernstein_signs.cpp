#include "roots/real_line/bernstein_signs.hpp"

#include <algorithm>
#include <utility>

namespace vieta::real_line {
namespace {

using limb = std::uint64_t;
__extension__ typedef unsigned __int128 wide;  // NOLINT(modernize-use-using): pedantic GCC knows no other way

bool is_negative(limb top) { return top >> 63 != 0; }

// 0, where its error may have either sign.
int certain_sign(const limb* a, std::size_t limbs, std::uint64_t error) {
  const bool negative = is_negative(a[limbs - 1]);
  const limb filling = negative ? ~limb{0} : 0;
  bool is_large = limbs > 1 && is_negative(a[0]) != negative;
  for (std::size_t k = 1; k < limbs && !is_large; ++k) is_large = a[k] != filling;
  // In one limb a negative number is -(~a + 1).
  if (!is_large && !((negative ? ~a[0] : a[0]) > error)) return 0;
  return negative ? -1 : 1;
}

signs signs_of(const bernstein_integers& f) {
  const int first = certain_sign(f.s.data(), f.limbs, f.error);
  const int last = certain_sign(f.s.data() + (f.size - 1) * f.limbs, f.limbs, f.error);
  if (first * last < 0) return signs::odd_changes;
  for (std::size_t i = 0; i < f.size; ++i)
    if (first == 0 || certain_sign(f.s.data() + i * f.limbs, f.limbs, f.error) != first) return signs::others;
  return signs::all_the_same;
}

// Each of the first `count` coefficients becomes its mean with the next one, rounded down.
template <std::size_t fixed>
void average_all(limb* a, std::size_t count, std::size_t any) {
  const std::size_t limbs = fixed > 0 ? fixed : any;
  for (const limb* const end = a + count * limbs; a != end; a += limbs) {
    wide sum = wide{a[0]} + a[limbs];
    auto before = static_cast<limb>(sum);
    for (std::size_t k = 1; k < limbs; ++k) {
      sum = (sum >> 64) + a[k] + a[limbs + k];
      const auto next = static_cast<limb>(sum);
      a[k - 1] = before >> 1 | next << 63;
      before = next;
    }
    a[limbs - 1] = static_cast<limb>(static_cast<std::int64_t>(before) >> 1);  // there is a bit to spare
  }
}

void average_all(limb* a, std::size_t count, std::size_t limbs) {
  switch (limbs) {  // unrolled, these take half of the time
    case 1:
      return average_all<1>(a, count, limbs);
    case 2:
      return average_all<2>(a, count, limbs);
    case 3:
      return average_all<3>(a, count, limbs);
    case 4:
      return average_all<4>(a, count, limbs);
    case 5:
      return average_all<5>(a, count, limbs);
    case 6:
      return average_all<6>(a, count, limbs);
    default:
      return average_all<0>(a, count, limbs);
  }
}

// The limbs that all coefficients need, with two bits to spare.
void shorten(bernstein_integers& f) {
  std::size_t needed = 1;
  for (std::size_t i = 0; i < f.size; ++i) {
    const limb* a = f.s.data() + i * f.limbs;
    const limb filling = is_negative(a[f.limbs - 1]) ? ~limb{0} : 0;
    std::size_t k = f.limbs;
    while (k > needed && a[k - 1] == filling && (a[k - 2] ^ filling) >> 61 == 0) --k;
    needed = std::max(needed, k);
  }
  if (needed == f.limbs) return;
  for (std::size_t i = 0; i < f.size; ++i) std::copy_n(f.s.data() + i * f.limbs, needed, f.s.data() + i * needed);
  f.limbs = needed;
  f.s.resize(f.size * needed);
}

// `f` becomes its right half, the left one is returned. Means of numbers are off by no more than these, and each of the
// size - 1 roundings adds half a unit at most.
bernstein_integers divide(bernstein_integers& f) {
  const std::size_t limbs = f.limbs;
  f.error += f.size / 2 + 1;
  bernstein_integers left = f;
  for (std::size_t level = 1; level < f.size; ++level) {
    average_all(f.s.data(), f.size - level, limbs);
    std::copy_n(f.s.data(), limbs, left.s.data() + level * limbs);
  }
  shorten(left);
  shorten(f);
  return left;
}

signs look_at(bernstein_integers f, int& divisions) {
  const signs here = signs_of(f);
  if (here != signs::others || divisions == 0) return here;
  --divisions;
  bernstein_integers left = divide(f);
  const signs there = look_at(std::move(left), divisions);
  return there != signs::all_the_same ? there : look_at(std::move(f), divisions);
}

}  // namespace

signs signs_of_parts(bernstein_integers f, int divisions) {
  shorten(f);
  return look_at(std::move(f), divisions);
}

}  // namespace vieta::real_line
