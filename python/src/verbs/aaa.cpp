#include "vieta/aaa.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <complex>
#include <span>
#include <utility>

#include "bind.hpp"
#include "call.hpp"

namespace vieta::python {
namespace {

using points = nb::ndarray<const std::complex<double>, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::span<const std::complex<double>> all_of(const points& given) { return {given.data(), given.shape(0)}; }

fresh_array<std::complex<double>> array_of(std::span<const std::complex<double>> given) {
  auto array = make_array<std::complex<double>>(given.size());
  std::copy(given.begin(), given.end(), array.data);
  return array;
}

aaa_options options_of(double tolerance, int max_terms, bool clean) {
  aaa_options options;
  options.tolerance = tolerance;
  options.max_terms = max_terms;
  options.clean = clean;
  return options;
}

/// (support, values, weights, poles, residues, zeros, samples, error, converged)
nb::tuple parts_of(const aaa_result& r) {
  auto poles = make_array<std::complex<double>>(r.poles.size());
  auto residues = make_array<std::complex<double>>(r.poles.size());
  for (std::size_t k = 0; k < r.poles.size(); ++k) {
    poles.data[k] = r.poles[k].at;
    residues.data[k] = r.poles[k].residue;
  }
  return nb::make_tuple(array_of(r.support).array, array_of(r.values).array, array_of(r.weights).array, poles.array,
                        residues.array, array_of(r.zeros).array, r.samples, r.error, r.converged);
}

nb::tuple of_samples(const points& places, const points& values, double tolerance, int max_terms, bool clean) {
  python_call call{nb::none()};
  aaa_options options = options_of(tolerance, max_terms, clean);
  options.cancel = call.cancel();
  const std::span<const std::complex<double>> z = all_of(places), f = all_of(values);
  return parts_of(call.run([&] { return aaa(z, f, options); }));
}

nb::tuple of_function(const std::string& function, const std::vector<std::pair<std::string, std::string>>& intervals,
                      double tolerance, int max_terms, bool clean) {
  python_call call{nb::none()};
  aaa_options options = options_of(tolerance, max_terms, clean);
  options.cancel = call.cancel();
  minimax_problem problem;
  problem.function = function;
  problem.intervals = intervals;
  return parts_of(call.run([&] { return aaa(problem, options); }));
}

}  // namespace

void bind_aaa(nb::module_& module) {
  module.def("aaa_of_samples", of_samples);
  module.def("aaa_of_function", of_function);
}

}  // namespace vieta::python
