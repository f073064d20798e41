#include "minimax_pareto.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <vector>

#include "interrupt.hpp"
#include "report/json.hpp"
#include "report/number.hpp"
#include "vieta/error.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta::cli {
namespace {

struct variant {
  std::string form, fixed;
  int degree = 0, denominator = 0, cost = 0, full_rate = 0, quarter_rate = 0, registers = 0;
  minimax_error kind = minimax_error::relative;
  double proven = 0, floats = 0;
  bool efficient = false;
};

std::vector<std::string> constraints_for(const std::string& function) {
  if (function == "acos") return {"", "p(0)=pi/2"};
  if (function == "atan") return {"", "c0=1", "p(1)=pi/4"};
  if (function == "exp" || function == "exp2" || function == "cos") return {"", "p(0)=1"};
  if (function == "asin" || function == "sin" || function == "tan" || function == "tanh") return {"", "c0=1"};
  return {""};
}

int slots_of(const minimax_code& code, const std::string& rates) {
  const auto model =
      std::find_if(code.slots.begin(), code.slots.end(), [&](const machine_slots& m) { return m.machine == rates; });
  return model->slots;
}

/// Where p may stand, and up to which degree; with p/q for small q.
struct shape {
  std::string form;
  int degree, denominator;
};

std::vector<shape> shapes_for(const minimax_problem& usual) {
  std::vector<shape> all = {{usual.form, 7, 0}};
  if (usual.form == "x*p(x^2)") all.push_back({"x*p(x)", 7, 0});
  if (usual.form == "p(x^2)") all.push_back({"p(x)", 7, 0});
  for (const int degree : {1, 2}) all.push_back({usual.form, 4, degree});
  return all;
}

std::vector<variant> all_variants(const std::string& function, const std::string& rates) {
  std::vector<variant> all;
  const minimax_problem usual = minimax_short_form(function, 1);
  for (const shape& s : shapes_for(usual))
    for (int degree = 1; degree <= s.degree; ++degree)
      for (const minimax_error kind : {minimax_error::relative, minimax_error::absolute})
        for (const std::string& fixed : constraints_for(function)) {
          if (interrupt::flag()) return all;
          minimax_problem p = usual;
          p.form = s.form;
          p.degree = degree;
          p.denominator_degree = s.denominator;
          p.error = kind;
          if (!fixed.empty()) p.constraints = {fixed};
          minimax_options options;
          options.format = coefficient_format::float32;
          code_options wanted;
          wanted.most_floats = 1 << 16;
          wanted.on = {.place = where::cpu};
          try {
            const minimax_result r = minimax(p, options);
            if (r.status != minimax_status::optimal) continue;
            const minimax_code code = emit_code(r, wanted);
            all.push_back({r.problem.form, fixed, degree, s.denominator, slots_of(code, rates), code.full_rate,
                           code.quarter_rate, code.registers, kind, r.proven_bound,
                           std::max(code.error.separate, code.error.fused), false});
          } catch (const error&) {  // a q with a zero, or an error without bound: no such variant
            continue;
          }
        }
  return all;
}

/// Nothing with the same error and constraint, which is a wish of its own, is at most as dear and better.
void mark_efficient(std::vector<variant>& all) {
  for (variant& v : all)
    v.efficient = std::none_of(all.begin(), all.end(), [&](const variant& o) {
      return o.kind == v.kind && o.fixed == v.fixed && o.cost <= v.cost &&
             (o.floats < v.floats || (o.floats == v.floats && o.cost < v.cost));
    });
}

void write_json(std::ostream& out, const std::string& function, const std::vector<variant>& all) {
  out << "{\"verb\":\"minimax pareto\",\"function\":" << report::json_text(function) << ",\"variants\":[";
  for (const variant& v : all)
    out << (&v == &all.front() ? "\n" : ",\n") << "{\"form\":" << report::json_text(v.form)
        << ",\"degree\":" << v.degree << ",\"denominator\":" << v.denominator << ",\"error\":\"" << name(v.kind)
        << "\",\"constraint\":" << report::json_text(v.fixed) << ",\"full_rate\":" << v.full_rate
        << ",\"quarter_rate\":" << v.quarter_rate << ",\"registers\":" << v.registers << ",\"cost\":" << v.cost
        << ",\"proven_bound\":" << (v.proven < 1e300 ? report::shortest(v.proven) : "null")
        << ",\"float_error\":" << report::shortest(v.floats) << ",\"efficient\":" << (v.efficient ? "true" : "false")
        << '}';
  out << "]}\n";
}

}  // namespace

void write_pareto(std::ostream& out, const std::string& function, const std::string& rates, bool json) {
  std::vector<variant> all = all_variants(function, rates);
  mark_efficient(all);
  std::stable_sort(all.begin(), all.end(), [](const variant& a, const variant& b) { return a.cost < b.cost; });
  if (json) return write_json(out, function, all);
  std::ostringstream text;
  std::size_t width = 4;
  for (const variant& v : all) width = std::max(width, v.form.size());
  const int column = static_cast<int>(width) + 2;
  text << function << "; cost in multiply-adds, " << rates << "\n\n  cost  " << std::left << std::setw(column) << "form"
       << "degree  error     fixed       proven     on floats\n"
       << std::right;
  for (const variant& v : all)
    text << (v.efficient ? "* " : "  ") << std::setw(4) << v.cost << "  " << std::left << std::setw(column) << v.form
         << std::setw(6)
         << std::to_string(v.degree) + (v.denominator > 0 ? "/" + std::to_string(v.denominator) : std::string()) << "  "
         << std::setw(10) << name(v.kind) << std::setw(10) << (v.fixed.empty() ? "-" : v.fixed) << "  " << std::setw(9)
         << report::upward(v.proven, 4) << "  " << report::upward(v.floats, 4) << std::right << '\n';
  text << "\n* efficient: nothing with this error and constraint is at most as dear and better (on 65536 floats)\n";
  out << text.str();
}

}  // namespace vieta::cli
