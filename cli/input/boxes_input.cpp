#include "input/boxes_input.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "input/system_input.hpp"
#include "systems/variables_found.hpp"
#include "vieta/boxes_io.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"

namespace vieta::cli {

std::vector<box_system> typed_boxes(const std::string& text, const std::string& box) {
  if (box.empty())
    throw error(text +
                ": found equations without a box, expected --box -1,1 for every variable, or "
                "--box \"0,1; -2,2\"");
  const std::vector<std::string> equations = equations_in(text);
  const std::vector<std::string> names = box_unknowns(equations);
  std::vector<std::string> intervals = split(box, ";");
  if (intervals.size() == 1) intervals.resize(names.size(), intervals[0]);
  if (intervals.size() != names.size())
    throw error("--box: found " + std::to_string(intervals.size()) + " intervals, expected one, or one for each of " +
                variables_found(names));
  nlohmann::json system;
  system["vars"] = names;
  system["equations"] = equations;
  for (const std::string& interval : intervals) {
    const std::vector<std::string> ends = split(interval, ",");
    nlohmann::json pair = nlohmann::json::array();
    for (const std::string& end : ends) {
      const std::optional<exact_number> value = read_number(end);
      if (ends.size() != 2 || !value || !std::isfinite(value->nearest))
        throw error("--box: found '" + interval + "', expected two numbers a,b such as -1,1");
      pair.push_back(value->nearest);
    }
    system["box"].push_back(pair);
  }
  return read_boxes(system.dump(), "equations");
}

}  // namespace vieta::cli
