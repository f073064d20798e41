#pragma once

#include <bit>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "oracles/real_roots/real_roots_families.hpp"
#include "oracles/real_roots/real_roots_run.hpp"

// Many polynomials in one call, and whether two calls gave the same bits.
namespace vieta::test {

template <class T>
bool same_number(T a, T b) {
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return std::bit_cast<bits>(a) == std::bit_cast<bits>(b);
}

/// Polynomials of one degree, one after the other.
template <class T>
struct batch {
  int degree;
  std::vector<T> numbers;
  std::size_t count() const { return numbers.size() / (static_cast<std::size_t>(degree) + 1); }
  polynomial_batch<T> view() const { return {numbers.data(), count(), degree}; }
  void add(const std::vector<double>& a) {
    for (const double x : a) numbers.push_back(static_cast<T>(x));
  }
};

template <class T>
batch<T> mixture(int degree, int count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  batch<T> all{degree, {}};
  for (int i = 0; i < count; ++i) all.add(i % 3 ? sparse<T>(degree, random) : dense<T>(degree, random));
  return all;
}

template <class T>
std::string difference(const real_roots_result<T>& a, std::size_t i, const real_roots_result<T>& b, std::size_t j) {
  std::ostringstream text;
  const std::size_t degree = static_cast<std::size_t>(a.degree);
  if (a.counts[i] != b.counts[j]) text << "counts " << +a.counts[i] << " and " << +b.counts[j];
  if (a.statuses[i] != b.statuses[j]) text << " statuses " << name(a.statuses[i]) << " and " << name(b.statuses[j]);
  if (a.touching[i] != b.touching[j]) text << " marks " << a.touching[i] << " and " << b.touching[j];
  for (std::size_t k = 0; k < a.counts[i] && text.str().empty(); ++k) {
    const T x = a.values[i * degree + k], y = b.values[j * degree + k];
    text.precision(17);
    if (!same_number(x, y)) text << "root " << k << ": " << x << " and " << y;
  }
  return text.str();
}

}  // namespace vieta::test
