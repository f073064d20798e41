#pragma once

#include <cstddef>
#include <cstdint>

// cyPolynomial (cemyuksel/cyCodeBase) behind a door of its own: it is compiled alone, with -O3 -march=native.
namespace vieta::bench {

/// All roots in [-1, 1] of `count` polynomials, in rows.
template <class T>
using peer_solver = void (*)(const T* coefficients, std::size_t count, T tolerance, T* roots, std::uint8_t* counts);

/// The solver for polynomials of this degree, 1 to 24.
template <class T>
peer_solver<T> cypolynomial(int degree);

}  // namespace vieta::bench
