#include "vieta/components.hpp"

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "c/common.hpp"
#include "c/point.hpp"
#include "vieta/json.hpp"
#include "vieta/rational_system.hpp"
#include "vieta/system_io.hpp"

struct vieta_components {
  vieta::polynomial_system system;
  vieta::decomposition result;
  std::vector<std::vector<vieta::c::point>> witnesses;
  std::vector<vieta::c::point> isolated;
};

namespace vieta::c {
namespace {

components_options options_of(const vieta_components_options* given, const running& work) {
  components_options options;
  options.on = work.on();
  options.max_seconds = work.max_seconds();
  options.cancel = work.flag();
  if (given == nullptr) return options;
  options.digits = given->digits;
  options.least_dimension = given->least_dimension;
  if (given->largest_dimension != 0) options.largest_dimension = given->largest_dimension;
  if (given->seed != 0) options.seed = given->seed;
  if (given->max_paths != 0) options.max_paths = given->max_paths;
  return options;
}

}  // namespace
}  // namespace vieta::c

extern "C" {

using vieta::c::guarded;
using vieta::c::required;

vieta_code vieta_components_of(const char* system, const vieta_components_options* options, const vieta_run* run,
                               vieta_components** result) {
  return guarded([&] {
    using namespace vieta;
    *required(result, "result") = nullptr;
    rational_system read =
        read_rational_system(std::string_view(required(system, "system")), "system", system_format::automatic).system;
    c::running work(run);
    components_options how = c::options_of(options, work);
    work.apply(how, [](const components_progress& told) {
      return std::pair(static_cast<double>(told.done), static_cast<double>(told.total));
    });
    decomposition all = read.is_polynomial() ? decompose(read.equations, how) : decompose(read, how);
    std::unique_ptr<vieta_components> answer(new vieta_components{std::move(read.equations), std::move(all), {}, {}});
    for (const solution_set& set : answer->result.components) {
      std::vector<c::point>& points = answer->witnesses.emplace_back();
      for (const newton_solution& s : set.points) points.emplace_back(s, set.reduced, set.multiplicity);
    }
    for (const solve_solution& s : answer->result.isolated)
      answer->isolated.emplace_back(s.point, s.regular, s.multiplicity);
    const components_status status = answer->result.report.status;
    *result = answer.release();
    return status == components_status::solved || status == components_status::inconsistent ? VIETA_SOLVED
                                                                                            : VIETA_PARTIAL;
  });
}

size_t vieta_components_variables(const vieta_components* result) {
  return result == nullptr ? 0 : result->system.variables().size();
}

const char* vieta_components_variable(const vieta_components* result, size_t v) {
  return v < vieta_components_variables(result) ? result->system.variables()[v].c_str() : nullptr;
}

size_t vieta_components_count(const vieta_components* result) {
  return result == nullptr ? 0 : result->result.components.size();
}

vieta_component vieta_components_at(const vieta_components* result, size_t k) {
  if (k >= vieta_components_count(result)) return {0, 0, 0, 0, std::numeric_limits<double>::quiet_NaN(), 0, 0};
  const vieta::solution_set& set = result->result.components[k];
  return {set.dimension,      set.degree, set.multiplicity,
          set.certified,      set.trace,  set.status == vieta::component_status::irreducible ? 1 : 0,
          set.reduced ? 1 : 0};
}

vieta_point vieta_components_witness(const vieta_components* result, size_t k, size_t point) {
  return vieta::c::plain_point(k < vieta_components_count(result) ? &result->witnesses[k] : nullptr, point);
}

size_t vieta_components_isolated(const vieta_components* result) {
  return result == nullptr ? 0 : result->isolated.size();
}

vieta_point vieta_components_isolated_at(const vieta_components* result, size_t k) {
  return vieta::c::plain_point(result == nullptr ? nullptr : &result->isolated, k);
}

int vieta_components_complete(const vieta_components* result) {
  return result != nullptr && result->result.report.complete == vieta::completeness::proven ? 1 : 0;
}

vieta_code vieta_components_contains(const vieta_components* result, size_t k, const double* re, const double* im,
                                     double tolerance, const vieta_run* run, int* is_on) {
  return guarded([&] {
    using namespace vieta;
    const vieta_components& all = *required(result, "result");
    if (k >= all.result.components.size())
      throw error("k: found " + std::to_string(k) + ", expected less than " +
                  std::to_string(all.result.components.size()) + ", the number of components");
    const system_point x = c::read_point(all.system.variables().size(), required(re, "re"), im);
    const c::running work(run);
    const containment found =
        contains(all.result.components[k], x, tolerance != 0 ? tolerance : 1e-6, c::options_of(nullptr, work));
    *required(is_on, "is_on") = found == containment::yes ? 1 : found == containment::no ? 0 : -1;
    return found == containment::undecided ? VIETA_PARTIAL : VIETA_SOLVED;
  });
}

char* vieta_components_json(const vieta_components* result) {
  return vieta::c::text_for_c([&] {
    const vieta_components& all = *required(result, "result");
    return to_json(all.system, all.result);
  });
}

void vieta_components_free(vieta_components* result) { delete result; }

}  // extern "C"
