#include "input/row_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <type_traits>

#include "base/parallel_for.hpp"
#include "cuda/devices.hpp"
#include "input/batch_run.hpp"
#include "real_roots/bounds.hpp"
#include "real_roots/cuda.hpp"
#include "real_roots/in_dd.hpp"
#include "vieta/core/ascending.hpp"
#include "vieta/in_pieces.hpp"
#include "vieta/real_roots_report.hpp"

namespace vieta::cli {
namespace {

/// A power of two brings rows into the range of float that leave it (subnormal numbers count where they are exact): the
/// largest coefficient below 1, or, where small ones would be lost then, as far up as sums of 65 allow.
void convert_row(const double* from, float* to, std::size_t size) {
  using limits = std::numeric_limits<float>;
  double largest = 0, smallest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < size; ++k) {
    largest = std::max(largest, std::abs(from[k]));
    if (from[k] != 0) smallest = std::min(smallest, std::abs(from[k]));
  }
  const bool fits =
      (largest <= static_cast<double>(limits::max()) && smallest >= static_cast<double>(limits::min()) / 16) ||
      std::all_of(from, from + size, [](double x) { return static_cast<float>(x) == x; });
  int shift = 0;
  if (!fits && largest > 0 && std::isfinite(largest)) {
    shift = -std::ilogb(largest) - 1;
    shift += std::clamp(-126 - (std::ilogb(smallest) + shift), 0, 118);
  }
  for (std::size_t k = 0; k < size; ++k) to[k] = static_cast<float>(shift == 0 ? from[k] : std::scalbn(from[k], shift));
}
void convert_row(const float* from, double* to, std::size_t size) { std::copy_n(from, size, to); }
template <class T>
void convert_row(const T* from, T* to, std::size_t size) {
  std::copy_n(from, size, to);
}

template <class T>
real_roots_result<T> empty_result(std::size_t count, int degree, bool bounds) {
  real_roots_result<T> result;
  result.count = count;
  result.degree = degree;
  result.values.assign(count * static_cast<std::size_t>(degree), std::numeric_limits<T>::quiet_NaN());
  result.counts.assign(count, 0);
  result.statuses.assign(count, real_roots_status::unresolved);
  result.touching.assign(count, 0);
  if (bounds) result.bounds = result.values;
  result.report.degree = degree;
  return result;
}

}  // namespace

template <class T>
polynomial_batch<T> rows_as(const polynomial_rows& rows, std::size_t begin, std::size_t end, std::vector<T>& buffer) {
  const std::size_t size = static_cast<std::size_t>(rows.degree) + 1;
  return std::visit(
      [&](const auto& batch) -> polynomial_batch<T> {
        using S = std::remove_cvref_t<decltype(*batch.coefficients)>;
        const bool in_rows = batch.order == coefficient_order::rows;
        if constexpr (std::is_same_v<S, T>) {
          if (in_rows) return {batch.coefficients + begin * size, end - begin, rows.degree};
        }
        buffer.resize((end - begin) * size);
        S row[65];
        for (std::size_t i = begin; i < end; ++i) {
          const S* from = batch.coefficients + i * size;
          if (!in_rows) {
            for (std::size_t k = 0; k < size; ++k) row[k] = batch.coefficients[k * rows.count + i];
            from = row;
          }
          convert_row(from, buffer.data() + (i - begin) * size, size);
        }
        return {buffer.data(), end - begin, rows.degree};
      },
      rows.batch);
}

namespace {

/// Numbers of rows by status, once more.
template <class T>
void count_again(real_roots_result<T>& result, std::size_t begin, std::size_t end) {
  real_roots_report& r = result.report;
  for (std::size_t i = begin; i < end; ++i) {
    r.roots += result.counts[i];
    r.ok += result.statuses[i] == real_roots_status::ok;
    r.touching += result.statuses[i] == real_roots_status::touching;
    r.unresolved += result.statuses[i] == real_roots_status::unresolved;
    r.clustered += result.statuses[i] == real_roots_status::clustered;
    r.zero_polynomials += result.statuses[i] == real_roots_status::zero_polynomial;
  }
}

/// A row of a text, scaled by a power of two such that sums and products of double-double keep to the range of doubles.
struct long_row {
  std::array<double, 65> value, rest;
  bool fits = true;   ///< false: nothing is known beyond the doubles
  bool lost = false;  ///< some coefficient is too small for a double, and was taken for zero

  long_row(const double* of_value, const double* of_rest, int degree) : value{}, rest{} {
    double largest = 0, smallest = std::numeric_limits<double>::infinity();
    for (int k = 0; k <= degree; ++k) {
      const double c = of_value[k], r = of_rest == nullptr ? 0 : of_rest[k];
      fits = fits && !std::isnan(r);
      lost = lost || (c == 0 && std::isnan(r));
      largest = std::max(largest, std::abs(c));
      if (c != 0) smallest = std::min(smallest, std::abs(c));
    }
    const int shift = largest > 0x1p900 ? -400 : 0;
    fits = fits && largest < 0x1p1023 && (largest == 0 || smallest > std::ldexp(0x1p-900, -shift));
    if (!fits) return;
    for (int k = 0; k <= degree; ++k) {
      const auto i = static_cast<std::size_t>(k);
      value[i] = std::ldexp(of_value[k], shift);
      rest[i] = of_rest == nullptr ? 0 : std::ldexp(of_rest[k], shift);
    }
  }
};

/// Rows begin to end of a text, once more where their doubles are not enough.
void look_closer(const polynomial_rows& rows, std::size_t begin, std::size_t end, real_interval<double> interval,
                 const real_roots_options<double>& options, real_roots_result<double>& result) {
  const auto& batch = std::get<polynomial_batch<double>>(rows.batch);
  const auto places = static_cast<std::size_t>(rows.degree), size = places + 1;
  const std::vector<double>& rest = *rows.rest;
  const auto look = [&](std::size_t first, std::size_t last) {
    for (std::size_t i = begin + first; i < begin + last; ++i) {
      const long_row row(batch.coefficients + i * size, rest.empty() ? nullptr : rest.data() + i * size, rows.degree);
      if (!row.fits) {
        if (row.lost && result.statuses[i] != real_roots_status::bad_input)
          result.statuses[i] = real_roots_status::unresolved;
        for (std::size_t k = 0; options.bounds && k < result.counts[i]; ++k)
          result.bounds[i * places + k] = std::numeric_limits<double>::infinity();
        continue;
      }
      const long_coefficients p{row.value.data(), rest.empty() ? nullptr : row.rest.data(), rows.degree};
      double* const roots = result.values.data() + i * places;
      const auto bound = [&] {
        if (options.bounds)
          bound_real_roots(p, roots, result.counts[i], result.touching[i], result.bounds.data() + i * places);
      };
      if (p.rest != nullptr) bound();
      if (!wants_more_digits(p, roots, result.counts[i], result.statuses[i])) continue;
      if (result.statuses[i] == real_roots_status::ok && polish_in_dd(p, interval, roots, result.counts[i])) {
        bound();
        continue;
      }
      double closer[64];
      const long_answer answer = real_roots_in_dd(p, interval, options, closer);
      if (answer.status == real_roots_status::unresolved) continue;
      for (std::size_t k = 0; k < places; ++k) {
        const bool there = k < static_cast<std::size_t>(answer.count);
        roots[k] = there ? closer[k] : std::numeric_limits<double>::quiet_NaN();
        if (options.bounds && !there) result.bounds[i * places + k] = roots[k];
      }
      result.counts[i] = static_cast<std::uint8_t>(answer.count);
      result.statuses[i] = answer.status, result.touching[i] = answer.touching;
      bound();
    }
  };
  parallel_for(end - begin, 16, thread_count(options.on.threads), std::cref(look));
}

template <class T>
row_answers<T> solve_as(const polynomial_rows& rows, real_interval<T> interval, const real_roots_options<T>& options,
                        const row_solver_options& how) {
  row_answers<T> answers{empty_result<T>(rows.count, rows.degree, options.bounds), "", 0};
  real_roots_result<T>& result = answers.result;
  std::vector<T> buffer;
  const auto places = static_cast<std::size_t>(rows.degree);
  // What a text has to more digits than a double may take a millisecond a row.
  const std::size_t first_piece = rows.rest ? 256 : std::size_t{1} << 13;
  const pieces_done pieces =
      run_batch(rows.count, options.on,
                {first_piece_of_degree(first_piece, rows.degree), std::size_t{1} << 22, how.max_seconds, how.progress},
                [&](std::size_t begin, std::size_t end) {
                  real_roots_report report = real_roots_into(
                      rows_as(rows, begin, end, buffer), interval,
                      real_roots_output<T>{result.values.data() + begin * places, result.counts.data() + begin,
                                           result.statuses.data() + begin, result.touching.data() + begin, 0,
                                           options.bounds ? result.bounds.data() + begin * places : nullptr},
                      options);
                  if constexpr (std::is_same_v<T, double>) {
                    if (rows.rest && rows.degree > 0) {
                      look_closer(rows, begin, end, interval, options, result);
                      report.roots = report.ok = report.touching = report.unresolved = report.clustered = 0;
                      report.zero_polynomials = 0;
                      result.report += report;
                      return count_again(result, begin, end);
                    }
                  }
                  result.report += report;
                });
  note_unusable_gpu(result.report.target, options.on, rows.count >= worth_the_trip);
  answers.stopped_by = pieces.stopped_by;
  answers.left_alone = rows.count - pieces.done;
  result.report.polynomials += answers.left_alone;
  result.report.unresolved += answers.left_alone;
  return answers;
}

/// Answers in double as floats. A root beyond the range of floats leaves the row unresolved.
row_answers<float> in_float(const row_answers<double>& from) {
  const real_roots_result<double>& d = from.result;
  row_answers<float> to{empty_result<float>(d.count, d.degree, !d.bounds.empty()), from.stopped_by, from.left_alone};
  real_roots_result<float>& f = to.result;
  f.report = d.report;
  f.statuses = d.statuses;
  for (std::size_t i = 0; i < d.count; ++i) {
    const std::size_t first = i * static_cast<std::size_t>(d.degree);
    float* const roots = f.values.data() + first;
    int count = 0;
    for (std::size_t k = 0; k < d.counts[i]; ++k) {
      const double exact = d.roots(i)[k];
      const auto x = static_cast<float>(exact);
      if (!std::isfinite(x)) {
        f.statuses[i] = real_roots_status::unresolved;
        continue;
      }
      core::append_root(roots, count, f.touching[i], x, d.touches(i, k));
      if (d.bounds.empty()) continue;
      const double bound = (d.bound(i, k) + std::abs(static_cast<double>(x) - exact)) * (1 + 0x1p-50);
      const auto nearest = static_cast<float>(bound);
      f.bounds[first + static_cast<std::size_t>(count) - 1] =
          static_cast<double>(nearest) < bound ? std::nextafter(nearest, std::numeric_limits<float>::infinity())
                                               : nearest;
    }
    f.counts[i] = static_cast<std::uint8_t>(count);
    if (f.statuses[i] == real_roots_status::ok || f.statuses[i] == real_roots_status::touching)
      f.statuses[i] = f.touching[i] != 0 ? real_roots_status::touching : real_roots_status::ok;
  }
  real_roots_report& r = f.report;
  r.roots = r.ok = r.touching = r.unresolved = r.clustered = r.zero_polynomials = 0;
  count_again(f, 0, f.count);
  return to;
}

}  // namespace

template <class T>
row_answers<T> solve_rows(const polynomial_rows& rows, real_interval<double> interval,
                          const real_roots_options<T>& options, const row_solver_options& how) {
  if constexpr (std::is_same_v<T, float>) {
    if (rows.rest)
      return in_float(solve_as<double>(
          rows, interval,
          {options.absolute_tolerance, options.relative_tolerance, options.method, options.on, options.bounds}, how));
  }
  return solve_as<T>(rows, {static_cast<T>(interval.lo), static_cast<T>(interval.hi)}, options, how);
}

template polynomial_batch<float> rows_as(const polynomial_rows&, std::size_t, std::size_t, std::vector<float>&);
template polynomial_batch<double> rows_as(const polynomial_rows&, std::size_t, std::size_t, std::vector<double>&);
template row_answers<float> solve_rows(const polynomial_rows&, real_interval<double>, const real_roots_options<float>&,
                                       const row_solver_options&);
template row_answers<double> solve_rows(const polynomial_rows&, real_interval<double>,
                                        const real_roots_options<double>&, const row_solver_options&);

}  // namespace vieta::cli
