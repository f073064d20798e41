#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "oracles/real_roots/real_roots_reference.hpp"

// The polynomials that real_roots is measured on, and what is wrong with their answers.
namespace vieta::bench {

/// Rows of ascending coefficients. "dense": all roots uniform in [-1,1], multiplied out in long double and rounded
/// once. "sparse": coefficients uniform in [-1,1].
template <class T>
std::vector<T> make_set(const std::string& kind, int degree, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed + static_cast<std::uint64_t>(degree) * 1'000'003);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<T> all;
  all.reserve(count * (static_cast<std::size_t>(degree) + 1));
  std::vector<long double> a;
  for (std::size_t i = 0; i < count; ++i) {
    if (kind == "sparse") {
      for (int k = 0; k <= degree; ++k) all.push_back(static_cast<T>(uniform(random)));
      continue;
    }
    a.assign(1, 1);
    for (int k = 0; k < degree; ++k) {
      const long double root = static_cast<long double>(uniform(random));
      a.push_back(0);
      for (std::size_t j = a.size() - 1; j > 0; --j) a[j] = a[j - 1] - root * a[j];
      a[0] *= -root;
    }
    for (const long double x : a) all.push_back(static_cast<T>(x));
  }
  return all;
}

/// The reference roots in [-1,1] of the first `count` rows, on all processors.
template <class T>
std::vector<std::vector<double>> reference_roots(const std::vector<T>& rows, int degree, std::size_t count) {
  std::vector<std::vector<double>> all(count);
  const std::size_t width = static_cast<std::size_t>(degree) + 1;
  const std::size_t workers = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::jthread> threads;
  for (std::size_t w = 0; w < workers; ++w) {
    threads.emplace_back([&, w] {
      std::vector<double> a(width);
      for (std::size_t i = w; i < count; i += workers) {
        std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(i * width), width, a.begin());
        all[i] = test::quick_real_roots(a, -1, 1);
      }
    });
  }
  threads.clear();
  return all;
}

struct outcome_counts {
  std::size_t reference = 0;  ///< true roots
  std::size_t missed = 0;     ///< true roots without a listed one of their own within the window
  std::size_t extra = 0;      ///< listed roots without a true one
  std::size_t marked = 0;     ///< the same, but marked as possible touches
};

/// Both lists ascend, so going through them once pairs as many as can be. A root marked as a touch may stand for two.
template <class T>
void compare(const std::vector<double>& exact, const T* found, int count, std::uint64_t touching, double window,
             outcome_counts& total) {
  total.reference += exact.size();
  std::size_t next = 0;
  for (int k = 0; k < count; ++k) {
    const double x = static_cast<double>(found[k]);
    const bool marked = (touching >> k & 1) != 0;
    while (next < exact.size() && exact[next] < x - window) ++next, ++total.missed;
    int paired = 0;
    while (next < exact.size() && exact[next] <= x + window && paired < (marked ? 2 : 1)) ++next, ++paired;
    if (paired == 0) ++(marked ? total.marked : total.extra);
  }
  total.missed += exact.size() - next;
}

}  // namespace vieta::bench
