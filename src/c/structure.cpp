#include "vieta/structure.hpp"

#include <algorithm>
#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "c/common.hpp"
#include "c/polynomial_text.hpp"

struct vieta_structure_result {
  vieta::structure_result result;
  std::vector<vieta_structured_root> roots;
};

namespace vieta::c {
namespace {

vieta_code nearest(const polynomial& p, double tolerance, const vieta_run* run, vieta_structure_result** result) {
  const running work(run);
  structure_options options;
  if (tolerance != 0) options.tolerance = tolerance;
  options.max_seconds = work.max_seconds();
  options.cancel = work.flag();
  auto answer = std::make_unique<vieta_structure_result>();
  answer->result = nearest_structure(p, options);
  if (answer->result.status == structure_status::bad_input)
    throw error("polynomial: found zero, a constant, NaN or an infinity, expected a polynomial with roots");
  for (const structured_root& z : answer->result.roots)
    answer->roots.push_back({z.value.real(), z.value.imag(), z.multiplicity, z.sensitivity});
  const bool found = answer->result.status == structure_status::found;
  *result = answer.release();
  return found ? VIETA_SOLVED : VIETA_PARTIAL;
}

}  // namespace
}  // namespace vieta::c

extern "C" {

using vieta::c::guarded;
using vieta::c::required;

vieta_code vieta_structure_of(size_t count, const double* re, const double* im, double tolerance, const vieta_run* run,
                              vieta_structure_result** result) {
  return guarded([&] {
    *required(result, "result") = nullptr;
    if (count > 0) required(re, "re");
    std::vector<std::complex<double>> coefficients(count);
    for (size_t k = 0; k < count; ++k) coefficients[k] = {re[k], im == nullptr ? 0.0 : im[k]};
    const auto p = im == nullptr ? vieta::polynomial::from_coefficients(std::span(re, count))
                                 : vieta::polynomial::from_coefficients(coefficients);
    return vieta::c::nearest(p, tolerance, run, result);
  });
}

vieta_code vieta_structure_of_text(const char* text, double tolerance, const vieta_run* run,
                                   vieta_structure_result** result) {
  return guarded([&] {
    *required(result, "result") = nullptr;
    const vieta::rational_function read = vieta::c::rational_of_text(required(text, "text"), "text");
    return vieta::c::nearest(vieta::c::polynomial_of(read), tolerance, run, result);
  });
}

vieta_structure vieta_structure_told(const vieta_structure_result* result) {
  if (result == nullptr) return {0, 0, -1};
  return {result->result.distance, result->result.condition, result->result.degree};
}

size_t vieta_structure_count(const vieta_structure_result* result) {
  return result == nullptr ? 0 : result->roots.size();
}

const vieta_structured_root* vieta_structure_roots(const vieta_structure_result* result) {
  return result == nullptr ? nullptr : result->roots.data();
}

char* vieta_structure_json(const vieta_structure_result* result) {
  return vieta::c::text_for_c([&] { return vieta::to_json(required(result, "result")->result); });
}

void vieta_structure_free(vieta_structure_result* result) { delete result; }

}  // extern "C"
