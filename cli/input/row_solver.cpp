#include "input/row_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "cuda/devices.hpp"
#include "input/batch_run.hpp"
#include "real_roots/cuda.hpp"
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
real_roots_result<T> empty_result(std::size_t count, int degree) {
  real_roots_result<T> result;
  result.count = count;
  result.degree = degree;
  result.values.assign(count * static_cast<std::size_t>(degree), std::numeric_limits<T>::quiet_NaN());
  result.counts.assign(count, 0);
  result.statuses.assign(count, real_roots_status::unresolved);
  result.touching.assign(count, 0);
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

template <class T>
row_answers<T> solve_rows(const polynomial_rows& rows, real_interval<T> interval, const real_roots_options<T>& options,
                          const row_solver_options& how) {
  row_answers<T> answers{empty_result<T>(rows.count, rows.degree), "", 0};
  real_roots_result<T>& result = answers.result;
  std::vector<T> buffer;
  const auto places = static_cast<std::size_t>(rows.degree);
  const pieces_done pieces = run_batch(
      rows.count, options.on,
      {first_piece_of_degree(std::size_t{1} << 13, rows.degree), std::size_t{1} << 22, how.max_seconds, how.progress},
      [&](std::size_t begin, std::size_t end) {
        result.report +=
            real_roots_into(rows_as(rows, begin, end, buffer), interval,
                            real_roots_output<T>{result.values.data() + begin * places, result.counts.data() + begin,
                                                 result.statuses.data() + begin, result.touching.data() + begin, 0},
                            options);
      });
  note_unusable_gpu(result.report.target, options.on, rows.count >= worth_the_trip);
  answers.stopped_by = pieces.stopped_by;
  answers.left_alone = rows.count - pieces.done;
  result.report.polynomials += answers.left_alone;
  result.report.unresolved += answers.left_alone;
  return answers;
}

template polynomial_batch<float> rows_as(const polynomial_rows&, std::size_t, std::size_t, std::vector<float>&);
template polynomial_batch<double> rows_as(const polynomial_rows&, std::size_t, std::size_t, std::vector<double>&);
template row_answers<float> solve_rows(const polynomial_rows&, real_interval<float>, const real_roots_options<float>&,
                                       const row_solver_options&);
template row_answers<double> solve_rows(const polynomial_rows&, real_interval<double>,
                                        const real_roots_options<double>&, const row_solver_options&);

}  // namespace vieta::cli
