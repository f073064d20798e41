#include <sstream>

#include "base/float_environment.hpp"
#include "report/json/boxes_json.hpp"
#include "report/json/components_json.hpp"
#include "report/json/json.hpp"
#include "report/json/minimax_json.hpp"
#include "report/json/newton_json.hpp"
#include "report/json/parameters_json.hpp"
#include "report/json/real_roots_json.hpp"
#include "report/json/solve_json.hpp"
#include "report/text/root_batch_text.hpp"
#include "vieta/json.hpp"

namespace vieta {
namespace {

template <class... Arguments>
std::string text_of(const Arguments&... arguments) {
  std::ostringstream out;
  report::write_json(out, arguments...);
  return std::move(out).str();
}

int digits_or_doubles(int digits, json_numbers numbers) {
  return numbers == json_numbers::doubles ? report::in_doubles : digits;
}

}  // namespace

std::string to_json(const roots_result& result, json_numbers numbers) {
  const float_environment floats;
  return text_of(result, report::roots_json_form{numbers == json_numbers::doubles, false});
}
std::string to_json(const verification& result) {
  const float_environment floats;
  return text_of(result);
}

std::string to_json(const root_batch_result& result, const std::string& stopped_by) {
  const float_environment floats;
  return text_of(result, stopped_by);
}

std::string to_json(const real_roots_result<float>& result, real_interval<double> interval,
                    const std::string& stopped_by) {
  const float_environment floats;
  return text_of(result, report::real_roots_context{interval, stopped_by});
}
std::string to_json(const real_roots_result<double>& result, real_interval<double> interval,
                    const std::string& stopped_by) {
  const float_environment floats;
  return text_of(result, report::real_roots_context{interval, stopped_by});
}

std::string to_json(const minimax_result& result, const minimax_code* code) {
  const float_environment floats;
  return text_of(result, code);
}

std::string to_json(std::span<const box_system> systems, const boxes_result& result) {
  const float_environment floats;
  return text_of(systems, result);
}

std::string to_json(const polynomial_system& system, const newton_result& result, int digits, json_numbers numbers) {
  const float_environment floats;
  return text_of(system, result, digits_or_doubles(digits, numbers));
}

std::string to_json(const polynomial_system& system, const solve_result& result, int digits, json_numbers numbers) {
  const float_environment floats;
  return text_of(system, result, digits_or_doubles(digits, numbers));
}

std::string to_json(const polynomial_system& system, const decomposition& result, int digits, json_numbers numbers) {
  const float_environment floats;
  return text_of(system, result, report::components_answers{}, digits_or_doubles(digits, numbers));
}

std::string to_json(const std::vector<std::string>& unknowns, const parameter_values& values,
                    const parameters_result& result, int digits, json_numbers numbers) {
  const float_environment floats;
  std::ostringstream out;
  report::parameters_json json(out, unknowns, values, digits_or_doubles(digits, numbers));
  for (const solved_instance& instance : result.instances) json.add(instance);
  json.end(result.report);
  return std::move(out).str();
}

}  // namespace vieta
