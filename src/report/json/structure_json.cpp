#include <string>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "report/json/json.hpp"
#include "vieta/structure.hpp"

namespace vieta {

std::string to_json(const structure_result& result) {
  const float_environment floats;
  using report::json_text, report::number_or_null;
  std::string text = "{\"verb\":\"structure\",\"status\":\"" + std::string(name(result.status)) +
                     "\",\"degree\":" + std::to_string(result.degree) + ",\"roots\":[";
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    const structured_root& z = result.roots[k];
    text += std::string(k == 0 ? "\n" : ",\n") + "{\"re\":" + json_text(z.re) + ",\"im\":" + json_text(z.im) +
            ",\"multiplicity\":" + std::to_string(z.multiplicity) +
            ",\"sensitivity\":" + number_or_null(z.sensitivity) + '}';
  }
  const bool found = result.status == structure_status::found;
  const std::string none = "null";
  return text + "],\"distance\":" + (found ? report::upward_exact(result.distance) : none) +
         ",\"condition\":" + (found ? number_or_null(result.condition) : none) +
         ",\"seconds\":" + number_or_null(result.seconds) + "}\n";
}

}  // namespace vieta
