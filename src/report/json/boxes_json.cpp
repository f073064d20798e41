#include "report/json/boxes_json.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>

#include "base/number.hpp"
#include "report/json/json.hpp"
#include "vieta/geometry.hpp"

namespace vieta::report {

namespace {

std::string list_of(const std::array<double, 4>& x, std::size_t n) {
  std::string text = "[";
  for (std::size_t k = 0; k < n; ++k) text += (k > 0 ? "," : "") + shortest(x[k]);
  return text + "]";
}

std::string intervals(const std::array<double, 4>& lower, const std::array<double, 4>& upper, std::size_t n) {
  std::string text = "[";
  for (std::size_t k = 0; k < n; ++k)
    text += (k > 0 ? ",[" : "[") + shortest(lower[k]) + "," + shortest(upper[k]) + "]";
  return text + "]";
}

/// "variables":["x","y"] and a comma; nothing where they have no names.
std::string names_text(const box_system& system) {
  if (system.variables.empty()) return "";
  std::string text = "\"variables\":[";
  for (std::size_t k = 0; k < system.variables.size(); ++k) text += (k > 0 ? "," : "") + json_text(system.variables[k]);
  return text + "],";
}

/// Whether one list serves all.
bool have_the_same_names(std::span<const box_system> systems) {
  return std::all_of(systems.begin(), systems.end(),
                     [&](const box_system& s) { return s.variables == systems[0].variables; });
}

const char* truth(bool b) { return b ? "true" : "false"; }

/// Where two curves meet.
std::string point_text(const box_system& system, const box_item& item) {
  if (system.curves.empty()) return "";
  const std::vector<double> p = point_of(system.curves[0], item.x[0]);
  std::string text = ",\"point\":[";
  for (std::size_t k = 0; k < p.size(); ++k)
    text += (k > 0 ? "," : "") + (std::isfinite(p[k]) ? shortest(p[k]) : "null");
  return text + "]";
}

/// What is proven of a curve, if it was traced.
std::string trace_text(const boxes_result& result, const box_item& item) {
  if (item.trace < 0) return ",\"proven\":false";
  const traced_curve& trace = result.traced[static_cast<std::size_t>(item.trace)];
  std::string text = ",\"proven\":true,\"axes\":[";
  for (std::size_t b = 0; b < item.boxes; ++b)
    text += (b > 0 ? "," : "") + std::to_string(result.axes[trace.first_axis + b]);
  return text + "],\"begins\":\"" + name(trace.begins) + "\",\"ends\":\"" + name(trace.ends) + "\",\"length\":[" +
         shortest(trace.least_length) + "," +
         (std::isfinite(trace.most_length) ? shortest(trace.most_length) : "null") + "]";
}

std::string item_text(const boxes_result& result, const box_item& item, const box_system& system) {
  const std::size_t n = system.dimension();
  std::string text = std::string("{\"kind\":\"") + name(item.kind) + "\",\"x\":" + list_of(item.x, n) +
                     point_text(system, item) + ",\"box\":" + intervals(item.lower, item.upper, n) +
                     ",\"radius\":" + upward_exact(item.radius) +
                     ",\"residual\":" + (std::isfinite(item.residual) ? upward_exact(item.residual) : "null") +
                     ",\"on_border\":" + truth(item.on_border);
  if (item.condition_undecided) text += ",\"condition_undecided\":true";
  if (item.kind == box_kind::unique) return text + ",\"jacobian_sign\":" + std::to_string(item.jacobian_sign) + "}";
  if (item.kind == box_kind::cluster)
    text += ",\"degree\":" + (item.degree_known ? std::to_string(item.degree) : "null");
  text += ",\"boxes\":[";
  for (std::size_t b = 0; b < item.boxes; ++b) {
    const solution_box& box = result.boxes[item.first_box + b];
    text += (b > 0 ? "," : "") + intervals(box.lower, box.upper, n);
  }
  text += "]";
  if (item.kind == box_kind::curve) text += trace_text(result, item);
  if (item.kind == box_kind::curve) {
    text += ",\"polyline\":[";
    for (std::size_t p = 0; p < item.points; ++p)
      text += (p > 0 ? "," : "") + list_of(result.polylines[item.first_point + p], n);
    text += "]";
  }
  return text + "}";
}

}  // namespace

void write_json(std::ostream& out, std::span<const box_system> systems, const boxes_result& result) {
  const bool once = have_the_same_names(systems);
  const std::string names = once && !systems.empty() ? names_text(systems[0]) : "";
  out << "{\"verb\":\"boxes\",\n" << names << (names.empty() ? "" : "\n") << "\"systems\":[";
  auto bad = result.messages.begin();
  for (std::size_t s = 0; s < result.status.size(); ++s) {
    out << (s > 0 ? ",\n" : "\n") << "{\"status\":\"" << name(result.status[s]) << "\","
        << (once ? "" : names_text(systems[s]));
    if (bad != result.messages.end() && bad->system == s) out << "\"message\":" << json_text((bad++)->message) << ",";
    if (!systems[s].fixed.empty()) {
      out << "\"at\":{";
      for (std::size_t k = 0; k < systems[s].fixed.size(); ++k)
        out << (k > 0 ? "," : "") << json_text(systems[s].fixed[k].first) << ":"
            << shortest(systems[s].fixed[k].second);
      out << "},";
    }
    out << "\"items\":[";
    bool first = true;
    for (const box_item& item : result.of(s)) {
      out << (first ? "\n" : ",\n") << item_text(result, item, systems[s]);
      first = false;
    }
    out << "]}";
  }
  const boxes_report& r = result.report;
  const auto entry = [&](const char* key, std::size_t value) { out << ",\"" << key << "\":" << std::to_string(value); };
  out << "],\n\"report\":{\"boxes_visited\":" << std::to_string(r.boxes_visited);
  entry("most_visited", r.most_visited);
  entry("certificates", r.certificates);
  entry("systems", r.systems);
  entry("complete", r.complete);
  entry("unique", r.unique);
  entry("clusters", r.clusters);
  entry("curves", r.curves);
  entry("unresolved", r.unresolved);
  entry("bad_inputs", r.bad_inputs);
  out << ",\"target\":" << json_text(r.target) << ",\"seconds\":" << shortest(r.seconds)
      << ",\"stopped_by\":" << json_text(r.stopped_by) << "}}\n";
}

}  // namespace vieta::report
