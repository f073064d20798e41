#include "minimax/fit/lattice.hpp"

#include <cmath>
#include <cstdint>

#include "exact/arb.hpp"
#ifdef VIETA_HAVE_ARB
#include <flint/fmpz_lll.h>
#include <flint/fmpz_mat.h>
#endif

namespace vieta::approximation {

#ifndef VIETA_HAVE_ARB

lattice_point nearest_lattice_point(const std::vector<std::vector<long double>>&, const std::vector<long double>&) {
  return {};
}

#else

namespace {

using vector = std::vector<long double>;

/// Bits of the largest entry; the smallest column has to keep its digits.
constexpr int entry_bits = 62;

struct integer_matrix {
  fmpz_mat_t m;
  integer_matrix(slong rows, slong columns) { fmpz_mat_init(m, rows, columns); }
  integer_matrix(const integer_matrix&) = delete;
  integer_matrix& operator=(const integer_matrix&) = delete;
  ~integer_matrix() { fmpz_mat_clear(m); }
};

long double dot(const vector& a, const vector& b) {
  long double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void subtract(vector& a, long double factor, const vector& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= factor * b[i];
}

/// A 62-bit integer from a long double without a detour over double.
void set(fmpz_t out, long double value) {
  const long double whole = std::nearbyint(value);
  exact::set_fmpz(out, static_cast<std::int64_t>(whole));
}

/// Rows of `transform`: which combinations of the columns are short.
bool reduce(const std::vector<vector>& columns, fmpz_mat_t transform) {
  long double largest = 0, smallest = HUGE_VALL;
  for (const vector& column : columns) {
    const long double size = std::sqrt(dot(column, column));
    largest = std::max(largest, size);
    smallest = std::min(smallest, size);
  }
  if (!std::isfinite(largest) || !(smallest > 0) || largest / smallest > std::ldexp(1.0L, entry_bits - 8)) return false;
  const long double unit = std::ldexp(1.0L, entry_bits - std::ilogb(largest) - 1);
  const auto n = static_cast<slong>(columns.size());
  integer_matrix basis(n, static_cast<slong>(columns[0].size()));
  for (slong k = 0; k < n; ++k)
    for (std::size_t i = 0; i < columns[0].size(); ++i)
      set(fmpz_mat_entry(basis.m, k, static_cast<slong>(i)), columns[static_cast<std::size_t>(k)][i] * unit);
  if (fmpz_mat_rank(basis.m) < n) return false;  // FLINT ends the process for dependent rows
  fmpz_mat_one(transform);
  fmpz_lll_t options;
  fmpz_lll_context_init_default(options);
  fmpz_lll(basis.m, transform, options);
  return true;
}

}  // namespace

lattice_point nearest_lattice_point(const std::vector<vector>& columns, const vector& target) {
  const std::size_t n = columns.size();
  if (n == 0) return {};
  integer_matrix transform(static_cast<slong>(n), static_cast<slong>(n));
  if (!reduce(columns, transform.m)) return {};
  const auto entry = [&](std::size_t i, std::size_t k) {
    return static_cast<long double>(
        fmpz_get_d(fmpz_mat_entry(transform.m, static_cast<slong>(i), static_cast<slong>(k))));
  };
  // The short vectors, from the columns themselves, and what Gram and Schmidt make of them.
  std::vector<vector> basis, orthogonal;
  for (std::size_t i = 0; i < n; ++i) {
    vector b(target.size(), 0.0L);
    for (std::size_t k = 0; k < n; ++k) subtract(b, -entry(i, k), columns[k]);
    basis.push_back(b);
    for (int pass = 0; pass < 2; ++pass)  // twice is enough (Kahan; Giraud and others 2005)
      for (const vector& o : orthogonal) subtract(b, dot(b, o) / dot(o, o), o);
    if (!(dot(b, b) > 0)) return {};
    orthogonal.push_back(b);
  }
  vector rest = target;
  lattice_point found{vector(n, 0.0L), std::vector<vector>(n, vector(n))};
  for (std::size_t i = n; i-- > 0;) {
    const long double m = std::nearbyint(dot(rest, orthogonal[i]) / dot(orthogonal[i], orthogonal[i]));
    subtract(rest, m, basis[i]);
    for (std::size_t k = 0; k < n; ++k) {
      found.nearest[k] += m * entry(i, k);
      found.shorts[i][k] = entry(i, k);
    }
  }
  return found;
}

#endif

}  // namespace vieta::approximation
