#include "vieta/roots.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "c/common.hpp"
#include "c/polynomial_text.hpp"
#include "vieta/io.hpp"
#include "vieta/json.hpp"
#include "vieta/series.hpp"

struct vieta_roots {
  vieta::polynomial polynomial;  ///< or the coefficients of a series
  std::optional<vieta::series> series;
  vieta::roots_result result;
  std::vector<vieta_root> discs;
};

namespace vieta::c {
namespace {

vieta_root_status status_of(root_status status) {
  switch (status) {
    case root_status::isolated:
      return VIETA_ROOT_ISOLATED;
    case root_status::cluster:
      return VIETA_ROOT_CLUSTER;
    case root_status::wide:
      return VIETA_ROOT_WIDE;
    case root_status::at_border:
      return VIETA_ROOT_AT_BORDER;
    case root_status::multiple:
      return VIETA_ROOT_MULTIPLE;
    case root_status::unproven:
      break;
  }
  return VIETA_ROOT_UNPROVEN;
}

roots_options options_of(const vieta_roots_options* given, const running& run) {
  roots_options options;
  options.on = run.on();
  if (given == nullptr) return options;
  if (given->digits != 0) options.digits = given->digits;
  options.uncertainty = given->uncertainty;
  options.region.real_only = given->real_only != 0;
  if (const double* d = given->in_disc) options.region.in_disc = {{d[0], d[1]}, d[2]};
  if (const double* b = given->in_box) options.region.in_box = {b[0], b[1], b[2], b[3]};
  options.method = value_named<roots_method>(text_or(given->method, "auto"), "method");
  options.checkpoint.file = text_or(given->checkpoint, "");
  if (given->checkpoint_seconds != 0) options.checkpoint.seconds = given->checkpoint_seconds;
  return options;
}

polynomial polynomial_with(std::size_t count, const double* re, const double* im) {
  if (count > 0) required(re, "re");
  if (im == nullptr) return polynomial::from_coefficients(std::span(re, count));
  std::vector<std::complex<double>> coefficients(count);
  for (std::size_t k = 0; k < count; ++k) coefficients[k] = {re[k], im[k]};
  return polynomial::from_coefficients(coefficients);
}

/// `of`: what has these coefficients, where they are no polynomial's.
vieta_code solve_one(polynomial p, double uncertainty, const vieta_roots_options* given, const vieta_run* run,
                     vieta_roots** result, std::optional<series> of = std::nullopt) {
  running work(run);
  roots_options options = options_of(given, work);
  // What is no uncertainty (NaN, below 0) stays as it is: the library refuses it.
  if (options.uncertainty >= 0) options.uncertainty = std::max(options.uncertainty, uncertainty);
  work.apply(options, [](const roots_progress& told) {
    return std::pair(static_cast<double>(told.settled), static_cast<double>(told.total));
  });
  auto answer = std::make_unique<vieta_roots>();
  answer->polynomial = std::move(p);
  answer->series = std::move(of);
  answer->result = answer->series ? roots(*answer->series, options) : roots(answer->polynomial, options);
  const roots_status status = answer->result.status;
  if (status == roots_status::zero_polynomial)
    throw error("polynomial: found zero, of which every number is a root, expected another one");
  if (status == roots_status::bad_input)
    throw error("polynomial: found NaN or an infinity, expected finite coefficients");
  answer->discs.reserve(answer->result.roots.size());
  for (const root& z : answer->result.roots)
    answer->discs.push_back({z.value.real(), z.value.imag(), z.radius, z.multiplicity, status_of(z.status),
                             z.real ? 1 : 0, z.imaginary ? 1 : 0});
  *result = answer.release();
  return status == roots_status::complete ? VIETA_SOLVED : VIETA_PARTIAL;
}

vieta_code solve_rational(const rational_function& read, const vieta_roots_options* given, const vieta_run* run,
                          vieta_roots** result) {
  return solve_one(polynomial_of(read), read.uncertainty, given, run, result);
}

}  // namespace
}  // namespace vieta::c

extern "C" {

using vieta::c::guarded;
using vieta::c::required;

vieta_code vieta_roots_of(size_t count, const double* re, const double* im, const vieta_roots_options* options,
                          const vieta_run* run, vieta_roots** result) {
  return guarded([&] {
    *required(result, "result") = nullptr;
    return vieta::c::solve_one(vieta::c::polynomial_with(count, re, im), 0, options, run, result);
  });
}

vieta_code vieta_roots_of_series(const char* basis, size_t count, const double* re, const double* im, double begin,
                                 double end, const vieta_roots_options* options, const vieta_run* run,
                                 vieta_roots** result) {
  return guarded([&] {
    *required(result, "result") = nullptr;
    vieta::series of;
    of.basis = vieta::value_named<vieta::series_basis>(required(basis, "basis"), "basis");
    of.coefficients = vieta::c::polynomial_with(count, re, im);
    of.begin = begin, of.end = end;
    const vieta::polynomial coefficients = of.coefficients;
    return vieta::c::solve_one(coefficients, 0, options, run, result, std::move(of));
  });
}

vieta_code vieta_roots_of_text(const char* text, const vieta_roots_options* options, const vieta_run* run,
                               vieta_roots** result) {
  return guarded([&] {
    *required(result, "result") = nullptr;
    return vieta::c::solve_rational(vieta::c::rational_of_text(required(text, "text"), "text"), options, run, result);
  });
}

vieta_code vieta_roots_of_file(const char* path, const vieta_roots_options* options, const vieta_run* run,
                               vieta_roots** result) {
  return guarded([&] {
    *required(result, "result") = nullptr;
    return vieta::c::solve_rational(vieta::read_rational(std::string(required(path, "path"))), options, run, result);
  });
}

size_t vieta_roots_count(const vieta_roots* result) { return result == nullptr ? 0 : result->discs.size(); }

const vieta_root* vieta_roots_discs(const vieta_roots* result) {
  return result == nullptr ? nullptr : result->discs.data();
}

const char* vieta_roots_decimal(const vieta_roots* result, size_t k, vieta_part part) {
  if (result == nullptr || k >= result->result.decimal.size()) return nullptr;
  const vieta::decimal_root& z = result->result.decimal[k];
  return (part == VIETA_RE ? z.re : part == VIETA_IM ? z.im : z.radius).c_str();
}

vieta_code vieta_roots_verify(const vieta_roots* result) {
  return guarded([&] {
    const vieta_roots& claims = *required(result, "result");
    const vieta::verification outcome =
        verify(claims.series ? in_powers(*claims.series) : claims.polynomial, claims.result);
    if (!outcome.complaints.empty()) vieta::c::set_error(outcome.complaints.front().c_str());
    return outcome.holds ? VIETA_SOLVED : VIETA_PARTIAL;
  });
}

char* vieta_roots_json(const vieta_roots* result) {
  return vieta::c::text_for_c([&] { return vieta::to_json(required(result, "result")->result); });
}

void vieta_roots_free(vieta_roots* result) { delete result; }

}  // extern "C"
