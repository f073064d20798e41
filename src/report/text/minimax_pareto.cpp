#include "vieta/minimax_pareto.hpp"

#include <algorithm>
#include <iomanip>
#include <locale>
#include <ostream>
#include <sstream>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/words.hpp"
#include "report/json/json.hpp"

namespace vieta {

using report::json_text, report::shortest;

std::ostream& operator<<(std::ostream& out, const pareto_result& result) {
  const float_environment floats;
  std::ostringstream text;
  text.imbue(std::locale::classic());
  std::size_t width = 4;
  for (const pareto_variant& v : result.variants) width = std::max(width, v.form.size());
  const int column = static_cast<int>(width) + 2;
  text << result.function << "; cost in multiply-adds, " << result.rates << "\n\n  cost  regs  " << std::left
       << std::setw(column) << "form"
       << "degree  error     fixed       proven     on floats\n"
       << std::right;
  for (const pareto_variant& v : result.variants)
    text << (v.efficient ? "* " : "  ") << std::setw(4) << v.cost << std::setw(6) << v.registers << "  " << std::left
         << std::setw(column) << v.form << std::setw(6)
         << std::to_string(v.degree) + (v.denominator > 0 ? "/" + std::to_string(v.denominator) : std::string()) << "  "
         << std::setw(10) << name(v.error) << std::setw(10) << (v.constraint.empty() ? "-" : v.constraint) << "  "
         << std::setw(9) << report::upward(v.proven_bound, 4) << "  " << report::upward(v.float_error, 4) << std::right
         << '\n';
  const auto efficient = std::count_if(result.variants.begin(), result.variants.end(),
                                       [](const pareto_variant& v) { return v.efficient; });
  text << "* efficient: nothing with this error and constraint is at most as dear and better (on 65536 floats)\n\n"
       << report::counted(result.variants.size(), "variant", "variants") << ": " << efficient << " efficient\n";
  return out << text.str();
}

std::string to_json(const pareto_result& result) {
  const float_environment floats;
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << "{\"verb\":\"minimax pareto\",\"function\":" << json_text(result.function) << ",\"variants\":[";
  const char* between = "\n";
  for (const pareto_variant& v : result.variants) {
    out << between << "{\"form\":" << json_text(v.form) << ",\"degree\":" << v.degree
        << ",\"denominator\":" << v.denominator << ",\"error\":\"" << name(v.error)
        << "\",\"constraint\":" << json_text(v.constraint) << ",\"full_rate\":" << v.full_rate
        << ",\"quarter_rate\":" << v.quarter_rate << ",\"registers\":" << v.registers << ",\"cost\":" << v.cost
        << ",\"proven_bound\":" << (v.proven_bound < 1e300 ? shortest(v.proven_bound) : "null")
        << ",\"float_error\":" << shortest(v.float_error) << ",\"efficient\":" << (v.efficient ? "true" : "false")
        << '}';
    between = ",\n";
  }
  out << "]}\n";
  return std::move(out).str();
}

}  // namespace vieta
