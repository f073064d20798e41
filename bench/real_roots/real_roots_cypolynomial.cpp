#include <cyPolynomial.h>

#include <utility>

#include "real_roots_peer.hpp"

namespace vieta::bench {
namespace {

template <int N, class T>
void solve(const T* coefficients, std::size_t count, T tolerance, T* roots, std::uint8_t* counts) {
  for (std::size_t i = 0; i < count; ++i) {
    counts[i] = static_cast<std::uint8_t>(
        cy::PolynomialRoots<N, T>(roots + i * N, coefficients + i * (N + 1), T(-1), T(1), tolerance));
  }
}

template <class T, int... Degrees>
peer_solver<T> choose(int degree, std::integer_sequence<int, Degrees...>) {
  static constexpr peer_solver<T> table[] = {solve<Degrees + 1, T>...};
  return table[degree - 1];
}

}  // namespace

template <class T>
peer_solver<T> cypolynomial(int degree) {
  return choose<T>(degree, std::make_integer_sequence<int, 24>());
}

template peer_solver<float> cypolynomial(int);
template peer_solver<double> cypolynomial(int);

}  // namespace vieta::bench
