#include "report/json/minimax_json.hpp"

#include <cmath>
#include <ostream>

#include "base/number.hpp"
#include "report/json/json.hpp"

namespace vieta::report {
namespace {

/// JSON knows no infinity.
std::string number(double value) { return std::isfinite(value) ? shortest(value) : "null"; }

template <class List, class Text>
std::string array(const List& list, const Text& text) {
  std::string all = "[";
  for (const auto& item : list) all += (all.size() > 1 ? "," : "") + text(item);
  return all + "]";
}

std::string problem_text(const minimax_problem& p) {
  return "{\"function\":" + json_text(p.function) + ",\"form\":" + json_text(p.form) + ",\"intervals\":" +
         array(p.intervals, [](const auto& i) { return "[" + json_text(i.first) + "," + json_text(i.second) + "]"; }) +
         ",\"error\":\"" + name(p.error) + "\",\"weight\":" + json_text(p.weight) +
         ",\"constraints\":" + array(p.constraints, [](const std::string& c) { return json_text(c); }) + "}";
}

std::string code_text(const minimax_code& code) {
  return "{\"text\":" + json_text(code.text) + ",\"float_error_separate\":" + number(code.error.separate) +
         ",\"float_error_fused\":" + number(code.error.fused) + ",\"worst_at\":" + number(code.error.worst_at) +
         (code.error.of_pairs ? ",\"worst_second\":" + number(code.error.worst_second) : "") +
         ",\"inputs\":" + std::to_string(code.error.inputs) +
         ",\"exhaustive\":" + (code.error.exhaustive ? "true" : "false") + ",\"machines\":" +
         array(code.machines,
               [](const machine_error& m) {
                 return "{\"name\":" + json_text(m.machine) + ",\"error\":" + number(m.error) +
                        ",\"worst_at\":" + number(m.worst_at) + "}";
               }) +
         ",\"full_rate\":" + std::to_string(code.full_rate) + ",\"quarter_rate\":" + std::to_string(code.quarter_rate) +
         ",\"registers\":" + std::to_string(code.registers) + ",\"slots\":" +
         array(code.slots,
               [](const machine_slots& m) {
                 return "{\"name\":" + json_text(m.machine) + ",\"slots\":" + std::to_string(m.slots) + "}";
               }) +
         ",\"target\":" + json_text(code.target) + ",\"note\":" + json_text(code.note) + "}";
}

std::string fixed_text(const fixed_code& code) {
  return "{\"text\":" + json_text(code.text) + ",\"bound\":" + number(code.bound) + ",\"error\":" + number(code.error) +
         ",\"worst_at\":" + std::to_string(code.worst_at) + ",\"correctly_rounded\":" + number(code.correctly_rounded) +
         ",\"inputs\":" + std::to_string(code.inputs) + ",\"exhaustive\":" + (code.exhaustive ? "true" : "false") +
         ",\"first\":" + std::to_string(code.first) + ",\"last\":" + std::to_string(code.last) +
         ",\"multiplications\":" + std::to_string(code.multiplications) + ",\"width\":" + std::to_string(code.width) +
         ",\"saturates\":" + (code.saturates ? "true" : "false") + "}";
}

}  // namespace

void write_json(std::ostream& out, const minimax_result& r, const minimax_code* code, const fixed_code* fixed) {
  const auto plain = [](double value) { return number(value); };
  const double floats = code ? std::max(code->error.separate, code->error.fused) : 0;
  out << "{\"verb\":\"minimax\",\n\"problem\":" << problem_text(r.problem) << ",\n\"status\":\"" << name(r.status)
      << "\",\n\"format\":\"" << format_text(r) << "\",\n\"coefficients\":" << array(r.coefficients, plain)
      << ",\n\"exponents\":" << array(r.exponents, [](int k) { return std::to_string(k); })
      << ",\n\"decimals\":" << array(r.decimals, [](const std::string& d) { return json_text(d); })
      << ",\n\"denominator\":" << array(r.denominator, plain) << ",\n\"max_error\":" << number(r.max_error)
      << ",\"worst_at\":" << number(r.worst_at) << ",\n\"proven_bound\":" << number(r.proven_bound)
      << ",\n\"float_error\":" << (code && code->error.inputs > 0 ? number(floats) : "null")
      << ",\n\"optimum\":" << number(r.optimum) << ",\"lower_bound\":" << number(r.lower_bound)
      << ",\"rounded_error\":" << number(r.rounded_error)
      << ",\n\"best_coefficients\":" << array(r.best_coefficients, plain)
      << ",\n\"alternation\":" << array(r.alternation, [](const minimax_point& p) {
           return "{\"x\":" + number(p.x) + ",\"error\":" + number(p.error) + "}";
         });
  if (code) out << ",\n\"code\":" << code_text(*code);
  if (fixed) out << ",\n\"fixed\":" << fixed_text(*fixed);
  out << ",\n\"report\":{\"arithmetic\":" << json_text(r.report.arithmetic)
      << ",\"rounds\":" << std::to_string(r.report.rounds) << ",\"free\":" << std::to_string(r.report.free)
      << ",\"boxes\":" << std::to_string(r.report.boxes) << ",\"seconds\":" << number(r.report.seconds)
      << ",\"stopped_by\":" << json_text(r.report.stopped_by) << ",\"note\":" << json_text(r.report.note) << "}}\n";
}

}  // namespace vieta::report
