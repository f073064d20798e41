// Many polynomials in arrays of the caller: nothing is copied but complex coefficients and roots, whose pairs C and C++
// lay out alike ([complex.numbers.general]).
#include <algorithm>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "c/common.hpp"
#include "real_roots/bounds.hpp"
#include "vieta/in_pieces.hpp"
#include "vieta/real_roots.hpp"
#include "vieta/root_batches.hpp"

namespace vieta::c {
namespace {

template <class T>
polynomial_batch<T> rows_of(const T* coefficients, std::size_t count, int degree) {
  if (degree < 0 || degree > 64)
    throw error(
        "degree: found " + std::to_string(degree) +
        ", expected a number from 0 to 64; vieta_roots_of takes one polynomial of any degree, with real_only its "
        "real roots");
  return {required(coefficients, "coefficients"), count, degree};
}

template <class T>
real_roots_options<T> options_of(const vieta_real_roots_options* given, const running& run) {
  real_roots_options<T> options;
  options.on = run.on();
  if (given == nullptr) return options;
  options.absolute_tolerance = static_cast<T>(given->tolerance);
  options.relative_tolerance = static_cast<T>(given->relative_tolerance);
  options.method = value_named<real_roots_method>(text_or(given->method, "auto"), "method");
  return options;
}

template <class T>
vieta_code solve_real(std::size_t count, int degree, const T* coefficients, real_interval<T> interval,
                      const vieta_real_roots_options* given, const vieta_run* run, T* roots, std::uint8_t* counts,
                      std::uint8_t* statuses, std::uint64_t* touching) {
  running work(run);
  const real_roots_options<T> options = options_of<T>(given, work);
  if (!(interval.lo <= interval.hi))
    throw error("lo, hi: found " + report::shortest(interval.lo) + " and " + report::shortest(interval.hi) +
                ", expected numbers with lo <= hi");
  const polynomial_batch<T> rows = rows_of(coefficients, count, degree);
  if (degree > 0) required(roots, "roots");
  required(counts, "counts"), required(statuses, "statuses");
  const auto width = static_cast<std::size_t>(degree);
  T* const bounds = given == nullptr ? nullptr : static_cast<T*>(given->bounds);
  std::vector<std::uint64_t> own_touching;  // bounds are told by them
  if (bounds != nullptr && touching == nullptr) {
    own_touching.resize(count);
    touching = own_touching.data();
  }
  std::size_t solved = 0;
  const auto solve = [&](std::size_t begin, std::size_t end) {
    polynomial_batch<T> piece = rows;
    piece.coefficients += begin * (width + 1);
    piece.count = end - begin;
    // The statuses of C have the numbers of those of C++.
    real_roots_output<T> out{roots + begin * width, counts + begin,
                             reinterpret_cast<real_roots_status*>(statuses + begin),
                             touching == nullptr ? nullptr : touching + begin};
    if (bounds != nullptr) out.bounds = bounds + begin * width;
    const real_roots_report report = real_roots_into(piece, interval, out, options);
    solved += report.ok + report.touching + report.clustered;
  };
  const piece_plan plan{first_piece_of_degree(1 << 16, degree), 0.05, work.max_seconds()};
  const pieces_done done = in_pieces(count, plan, solve, [&](std::size_t so_far, double seconds) {
    return work.tell(static_cast<double>(so_far), static_cast<double>(count), seconds);
  });
  std::fill(counts + done.done, counts + count, std::uint8_t{0});
  std::fill(statuses + done.done, statuses + count, static_cast<std::uint8_t>(VIETA_REAL_UNRESOLVED));
  if (touching != nullptr) std::fill(touching + done.done, touching + count, std::uint64_t{0});
  if (bounds != nullptr)
    std::fill(bounds + done.done * width, bounds + count * width, std::numeric_limits<T>::quiet_NaN());
  return solved == count ? VIETA_SOLVED : VIETA_PARTIAL;
}

template <class T>
vieta_code bound_real(std::size_t count, int degree, const T* coefficients, const T* roots, const std::uint8_t* counts,
                      const std::uint64_t* touching, const vieta_run* run, T* bounds) {
  const float_environment floats;
  running work(run);
  const polynomial_batch<T> rows = rows_of(coefficients, count, degree);
  if (degree > 0) required(roots, "roots"), required(bounds, "bounds");
  required(counts, "counts");
  const auto width = static_cast<std::size_t>(degree);
  for (std::size_t i = 0; i < count; ++i) {
    if (counts[i] > width)
      throw error("counts: found " + std::to_string(counts[i]) + ", expected at most the degree, " +
                  std::to_string(degree));
  }
  std::fill(bounds, bounds + count * width, std::numeric_limits<T>::quiet_NaN());
  const auto bound = [&](std::size_t begin, std::size_t end) {
    polynomial_batch<T> piece = rows;
    piece.coefficients += begin * (width + 1);
    piece.count = end - begin;
    const std::uint64_t* const marks = touching == nullptr ? nullptr : touching + begin;
    bound_real_roots<T>(piece, roots + begin * width, counts + begin, marks, bounds + begin * width, work.on().threads);
  };
  const piece_plan plan{first_piece_of_degree(1 << 12, degree), 0.05, work.max_seconds()};
  const pieces_done done = in_pieces(count, plan, bound, [&](std::size_t so_far, double seconds) {
    return work.tell(static_cast<double>(so_far), static_cast<double>(count), seconds);
  });
  bool all = true;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < counts[i]; ++k) {
      T& bound_here = bounds[i * width + k];
      if (i >= done.done) bound_here = std::numeric_limits<T>::infinity();
      all = all && bound_here < std::numeric_limits<T>::infinity();
    }
  }
  return all ? VIETA_SOLVED : VIETA_PARTIAL;
}

}  // namespace
}  // namespace vieta::c

extern "C" {

vieta_code vieta_root_batch(size_t count, int degree, const double* coefficients, int is_complex, int digits,
                            const vieta_run* run, double* roots, double* radii, uint8_t* root_statuses, uint8_t* counts,
                            uint8_t* statuses) {
  using namespace vieta;
  return c::guarded([&] {
    const c::running work(run);
    root_batch_options options;
    options.on = work.on();
    if (digits != 0) options.digits = digits;
    if (degree > 0) c::required(roots, "roots"), c::required(radii, "radii");
    const root_batch_output out{reinterpret_cast<std::complex<double>*>(roots), radii,
                                reinterpret_cast<batch_root_status*>(root_statuses), c::required(counts, "counts"),
                                reinterpret_cast<root_batch_status*>(c::required(statuses, "statuses"))};
    const root_batch_report report =
        is_complex != 0
            ? roots_into(c::rows_of(reinterpret_cast<const std::complex<double>*>(coefficients), count, degree), out,
                         options)
            : roots_into(c::rows_of(coefficients, count, degree), out, options);
    return report.complete == count ? VIETA_SOLVED : VIETA_PARTIAL;
  });
}

vieta_code vieta_real_roots(size_t count, int degree, const double* coefficients, double lo, double hi,
                            const vieta_real_roots_options* options, const vieta_run* run, double* roots,
                            uint8_t* counts, uint8_t* statuses, uint64_t* touching) {
  return vieta::c::guarded([&] {
    return vieta::c::solve_real<double>(count, degree, coefficients, {lo, hi}, options, run, roots, counts, statuses,
                                        touching);
  });
}

vieta_code vieta_real_roots_float(size_t count, int degree, const float* coefficients, float lo, float hi,
                                  const vieta_real_roots_options* options, const vieta_run* run, float* roots,
                                  uint8_t* counts, uint8_t* statuses, uint64_t* touching) {
  return vieta::c::guarded([&] {
    return vieta::c::solve_real<float>(count, degree, coefficients, {lo, hi}, options, run, roots, counts, statuses,
                                       touching);
  });
}

vieta_code vieta_real_roots_bounds(size_t count, int degree, const double* coefficients, const double* roots,
                                   const uint8_t* counts, const uint64_t* touching, const vieta_run* run,
                                   double* bounds) {
  return vieta::c::guarded(
      [&] { return vieta::c::bound_real(count, degree, coefficients, roots, counts, touching, run, bounds); });
}

vieta_code vieta_real_roots_bounds_float(size_t count, int degree, const float* coefficients, const float* roots,
                                         const uint8_t* counts, const uint64_t* touching, const vieta_run* run,
                                         float* bounds) {
  return vieta::c::guarded(
      [&] { return vieta::c::bound_real(count, degree, coefficients, roots, counts, touching, run, bounds); });
}

}  // extern "C"
