// real_roots on a CUDA device, on families of hard random polynomials, before their exact roots: clusters, touches and
// what nearly touches, all roots real. The judge is that of real_roots_random.cpp.
#include <gtest/gtest.h>

#include "oracles/real_roots/real_roots_families.hpp"
#include "oracles/real_roots/real_roots_judge.hpp"
#include "oracles/real_roots/real_roots_run.hpp"
#include "oracles/real_roots/real_roots_touches_in_noise.hpp"
#include "vieta/target.hpp"

namespace vieta::test {
namespace {

template <class T>
class RealRootsDeviceRandom : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device";
  }

  /// So many polynomials of one family, in one batch for each of two tolerances.
  template <class Make>
  void expect_right(const char* family, int count, double lo, double hi, Make make) {
    constexpr bool single = sizeof(T) == 4;
    for (const double absolute : {single ? 2e-4 : 6e-7, (single ? 1e-6 : 1e-10) * (hi - lo)}) {
      std::vector<std::vector<double>> polynomials;
      std::vector<T> rows;
      for (int i = 0; i < count; ++i) {
        polynomials.push_back(make());
        for (const double x : polynomials.back()) rows.push_back(static_cast<T>(x));
      }
      auto options = options_for<T>(real_roots_method::automatic, absolute, 0);
      options.on.place = where::cuda;
      const int degree = static_cast<int>(polynomials[0].size()) - 1;
      const auto found =
          real_roots(polynomial_batch<T>{rows.data(), polynomials.size(), degree, coefficient_order::rows, 0},
                     {static_cast<T>(lo), static_cast<T>(hi)}, options);
      for (std::size_t i = 0; i < polynomials.size(); ++i) {
        // What the call was given is a number of type T, and so are four units in the last place.
        const wanted_tolerance wanted{static_cast<double>(options.absolute_tolerance),
                                      8 * static_cast<double>(std::numeric_limits<T>::epsilon())};
        EXPECT_EQ(judge<T>(polynomials[i], lo, hi, listed(found, i), wanted), "")
            << family << ", degree " << degree << ", tolerance " << absolute;
      }
    }
  }

  // With more other real roots, and at higher degrees, some are left out in float (docs/fuzzing.md, what is known).
  void expect_touches_within_the_noise(int degree) {
    for (const int others : {0, degree <= 20 ? 1 : 0, degree <= 12 ? degree - 2 : 0}) {
      for (const double reach : {1.0, 0.25}) {
        if (reach < 1 && degree > 12) continue;
        const touches_in_noise<T> all(degree, 50000, others, reach);
        auto options = options_for<T>(real_roots_method::automatic);
        options.on.place = where::cuda;
        EXPECT_GT(all.clear(), 10000u);
        EXPECT_EQ(all.missed(real_roots(all.view(), {-1, 1}, options)), 0u)
            << "degree " << degree << ", " << others << " other real roots, reach " << reach;
      }
    }
  }

  /// A pair of complex roots beside an end is a touch or nothing: the sign of noise at the end says nothing of it.
  void expect_no_roots_of_pairs(int degree) {
    std::mt19937_64 random(static_cast<unsigned>(190 + degree));
    const double intervals[][3] = {{3, 3, 50}, {3, 2, 3}, {3, 3, HUGE_VAL}, {0.5, 0.5, 1}, {0.5, -1, 0.5}};
    for (const auto& [end, lo, hi] : intervals) {
      std::vector<std::vector<double>> polynomials;
      std::vector<T> rows;
      for (int i = 0; i < 100; ++i) {
        const double u = static_cast<double>(float_format<T>::unit_roundoff);
        const double distance = std::pow(u, std::uniform_real_distribution<double>(0.3, 0.8)(random));
        polynomials.push_back(pair_beside<T>(end, degree, distance, random));
        for (const double x : polynomials.back()) rows.push_back(static_cast<T>(x));
      }
      auto options = options_for<T>(real_roots_method::automatic);
      options.on.place = where::cuda;
      const int n = static_cast<int>(polynomials[0].size()) - 1;
      const auto found = real_roots(polynomial_batch<T>{rows.data(), polynomials.size(), n, coefficient_order::rows, 0},
                                    {static_cast<T>(lo), static_cast<T>(hi)}, options);
      for (std::size_t i = 0; i < polynomials.size(); ++i) {
        EXPECT_EQ(judge<T>(polynomials[i], lo, hi, listed(found, i)), "") << "degree " << n;
        if (found.statuses[i] != real_roots_status::ok) continue;
        // In float a pair inside the interval may be seen as two roots: what is farther apart than 4 sqrt(u) is likely.
        EXPECT_EQ(std::size_t{found.counts[i]} % 2, exact_real_roots(polynomials[i], lo, hi).size() % 2)
            << "degree " << n << ", [" << lo << ", " << hi << "]";
      }
    }
  }

  void expect_right(int degree) {
    std::mt19937_64 random(static_cast<unsigned>(90 + degree));
    expect_right("dense", 60, -1, 1, [&] { return dense<T>(degree, random); });
    expect_right("part of dense", 30, -0.5, 0.75, [&] { return dense<T>(degree, random); });
    expect_right("sparse", 30, -1, 1, [&] { return sparse<T>(degree, random); });
    for (const double width : {1e-1, 1e-3})
      expect_right("clusters", 25, -1, 1, [&] { return clustered<T>(degree, width, random); });
    expect_right("squares", 25, -1, 1, [&] { return squares<T>(degree, random); });
    for (const double distance : {1e-1, 1e-3, 1e-5})
      expect_right("near touches", 25, -1, 1, [&] { return near_touches<T>(degree, distance, random); });
  }
};

using RealRootsDeviceRandomFloat = RealRootsDeviceRandom<float>;
using RealRootsDeviceRandomDouble = RealRootsDeviceRandom<double>;
TEST_P(RealRootsDeviceRandomFloat, BeforeExactRoots) { expect_right(GetParam()); }
TEST_P(RealRootsDeviceRandomDouble, BeforeExactRoots) { expect_right(GetParam()); }
TEST_P(RealRootsDeviceRandomFloat, TouchesWithinTheNoiseAreListed) {
  for (const int degree : {GetParam() / 2, GetParam(), GetParam() + 12}) expect_touches_within_the_noise(degree);
}
TEST_P(RealRootsDeviceRandomDouble, TouchesWithinTheNoiseAreListed) {
  for (const int degree : {GetParam() / 2, GetParam()}) expect_touches_within_the_noise(degree);
}
TEST_P(RealRootsDeviceRandomFloat, PairsBesideAnEnd) { expect_no_roots_of_pairs(GetParam()); }
TEST_P(RealRootsDeviceRandomDouble, PairsBesideAnEnd) { expect_no_roots_of_pairs(GetParam()); }

constexpr int degrees[] = {6, 8, 10, 12, 13, 16, 18, 20};
std::string name_of(const testing::TestParamInfo<int>& info) { return "Degree" + std::to_string(info.param); }
INSTANTIATE_TEST_SUITE_P(Float, RealRootsDeviceRandomFloat, testing::ValuesIn(degrees), name_of);
INSTANTIATE_TEST_SUITE_P(Double, RealRootsDeviceRandomDouble, testing::ValuesIn(degrees), name_of);

}  // namespace
}  // namespace vieta::test
