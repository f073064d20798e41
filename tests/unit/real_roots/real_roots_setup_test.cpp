// What a call of real_roots_into costs beside its polynomials: memory and tables.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "oracles/real_roots/real_roots_batch.hpp"
#include "real_roots/plan.hpp"
#include "vieta/core/bernstein.hpp"

namespace {

std::atomic<std::size_t> allocations{0}, allocated_bytes{0};

void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  allocated_bytes += size;
  const std::size_t whole = (size + alignment - 1) / alignment * alignment;
  void* const p = std::aligned_alloc(alignment, whole ? whole : alignment);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

}  // namespace

// The forms that are not here call these.
void* operator new(std::size_t size) { return counted(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t size, std::align_val_t a) { return counted(size, static_cast<std::size_t>(a)); }
// Not inlined: GCC would see free() of what a visible operator new returned, and warn.
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace vieta::test {
namespace {

template <class T>
class RealRootsSetup : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RealRootsSetup, Scalars);

// The first call of a thread gets its scratch memory. Later ones, none larger, need no more than the report's text.
TYPED_TEST(RealRootsSetup, LaterCallsAllocateNothing) {
  using T = TypeParam;
  std::mt19937_64 random(71);
  for (const int degree : {1, 3, 4, 10, 24, 40, 64}) {
    batch<T> all = mixture<T>(degree, degree == 4 ? 20'000 : 300, 72);
    for (int i = 0; i < 20; ++i) all.add(clustered<T>(degree, 1e-3, random));  // left to the careful path
    for (int i = 0; i < 20 && degree % 2 == 0; ++i) all.add(squares<T>(degree, random));
    all.numbers[5] = std::numeric_limits<T>::quiet_NaN();
    std::vector<T> roots(all.count() * static_cast<std::size_t>(degree));
    std::vector<std::uint8_t> counts(all.count());
    std::vector<real_roots_status> statuses(all.count());
    const real_roots_output<T> out{roots.data(), counts.data(), statuses.data()};
    for (const real_roots_method method : all_methods) {
      const auto options = options_for<T>(method, 1e-4);
      for (const coefficient_order order : {coefficient_order::rows, coefficient_order::columns}) {
        polynomial_batch<T> in = all.view();
        in.order = order;
        for (const real_interval<T>& interval : {real_interval<T>{-1, 1}, {-1, T(0.5)}, {T(0.5), 2}, {1, 1}, {1, -1}}) {
          real_roots_into(in, interval, out, options);
          allocations = 0;
          allocated_bytes = 0;
          real_roots_into(in, interval, out, options);
          EXPECT_LE(allocations, 1U) << text(method) << ", degree " << degree;
          EXPECT_LE(allocated_bytes, 64U) << text(method) << ", degree " << degree;
        }
      }
    }
  }
}

// The tables of a plan are made faster than by the core's formula, and are the same to the last bit.
TYPED_TEST(RealRootsSetup, WeightsAreTheCores) {
  using T = TypeParam;
  const real_interval<T> intervals[] = {{-1, 1}, {0, 1}, {-1, 0}, {T(-0.3), T(0.7)}, {T(0.1), T(0.2)}, {-3, 5}};
  planned<T> made;
  for (const int degree : {1, 2, 5, 13, 24, 40}) {
    for (const real_interval<T>& interval : intervals) {
      if (interval.hi > 1 && degree > 13) continue;  // float's kernels leave these to the careful path
      make_plan(degree, degree, interval, real_roots_options<T>(), 8, made);
      ASSERT_TRUE(made.usable);
      for (int piece = 0; piece < made.plan.pieces; ++piece) {
        const double u = made.plan.piece[piece].start, v = piece + 1 < made.plan.pieces ? T(0) : made.plan.hi;
        const double* weight = made.plan.piece[piece].to_bernstein;
        for (int j = 0; j <= degree; ++j) {
          for (int k = 0; k <= degree; ++k) {
            ASSERT_EQ(*weight++, core::to_bernstein_weight(degree, j, k, u, v))
                << "degree " << degree << ", piece " << piece << ", " << j << ", " << k;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace vieta::test
