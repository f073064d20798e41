#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/words.hpp"
#include "vieta/geometry.hpp"

namespace vieta {

namespace {

using report::counted;
using report::shortest;

constexpr std::size_t most_systems = 20, most_items = 40, most_complaints = 5;

/// Where two curves meet.
std::string point_text(const box_item& item, const box_system& system) {
  const bool one = item.kind == box_kind::unique;
  if (system.curves.empty() || (!one && item.kind != box_kind::cluster)) return "";
  std::string text = one ? ", point (" : ", near the point (";
  const std::vector<double> p = point_of(system.curves[0], item.x[0]);
  for (std::size_t k = 0; k < p.size(); ++k) text += (k > 0 ? ", " : "") + shortest(p[k]);
  return text + ")";
}

constexpr std::size_t kind_width = 12;

/// "curve: closed, 24 tubes, length 6.1 to 6.4" of one that was traced.
std::string trace_text(const traced_curve& trace, const box_item& item) {
  std::string text = "   ";
  if (trace.begins == curve_end::closed)
    text += "closed";
  else
    text += std::string("from ") + name(trace.begins) + " to " + name(trace.ends);
  return text + ", " + counted(item.boxes, "tube", "tubes") + ", length " + report::downward(trace.least_length, 3) +
         " to " + report::upward(trace.most_length, 3) + ", points within " + report::upward(item.radius, 2);
}

std::string item_text(const box_item& item, const box_system& system, const boxes_result& result) {
  std::string text = name(item.kind);
  text.resize(std::max(text.size() + 1, kind_width), ' ');
  for (std::size_t k = 0; k < system.dimension(); ++k) {
    const std::string variable = system.variables.empty() ? "x" + std::to_string(k + 1) : system.variables[k];
    const std::string value = item.kind == box_kind::unique
                                  ? shortest(item.x[k])
                                  : "[" + shortest(item.lower[k]) + ", " + shortest(item.upper[k]) + "]";
    text += (k > 0 ? ", " : "") + variable + " = " + value;
  }
  if (item.kind == box_kind::unique) {
    text += "   radius " + report::upward(item.radius, 2);
    if (item.jacobian_sign != 0) text += item.jacobian_sign > 0 ? ", sign +" : ", sign -";
    if (item.on_border) text += ", on the border";
  } else if (item.trace >= 0) {
    text += trace_text(result.traced[static_cast<std::size_t>(item.trace)], item);
  } else {
    text += "   " + counted(item.boxes, "box", "boxes");
    if (item.kind == box_kind::cluster)
      text += item.degree_known
                  ? ", degree " + std::to_string(item.degree) + (item.degree != 0 ? " (holds a solution)" : "")
                  : ", degree not known";
  }
  if (item.condition_undecided) text += ", condition undecided";
  return text + point_text(item, system) + '\n';
}

std::string items_text(std::span<const box_item> items, const box_system& system, const boxes_result& result,
                       const std::string& indent) {
  const std::size_t shown = std::min(items.size(), most_items), width = std::to_string(shown).size();
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string number = std::to_string(i + 1);
    text += indent + std::string(width - number.size(), ' ') + number + "  " + item_text(items[i], system, result);
  }
  if (items.size() > shown) text += indent + "... and " + std::to_string(items.size() - shown) + " more\n";
  return text;
}

/// "2 systems: 1 complete, 1 budget".
std::string statuses_text(const boxes_result& result) {
  std::string text;
  for (const boxes_status status : {boxes_status::complete, boxes_status::clusters, boxes_status::positive_dim,
                                    boxes_status::budget, boxes_status::conditions, boxes_status::bad_input}) {
    const auto count = std::count(result.status.begin(), result.status.end(), status);
    if (count > 0) text += (text.empty() ? ": " : ", ") + std::to_string(count) + ' ' + name(status);
  }
  return counted(result.report.systems, "system", "systems") + text;
}

/// What is said of a single system without a word on the system.
std::string single_text(const boxes_result& result, const box_system& system) {
  const auto items = result.of(0);
  if (items.empty()) return "";
  const std::size_t width = std::to_string(std::min(items.size(), most_items)).size();
  std::string head = std::string(width - 1, ' ') + "#  kind";
  head.resize(width + 2 + kind_width, ' ');
  return head + "solution\n" + items_text(items, system, result, "");
}

}  // namespace

void print(std::ostream& out, std::span<const box_system> systems, const boxes_result& result) {
  const float_environment floats;
  const bool single = result.status.size() == 1 && result.messages.empty();
  std::string text = single ? single_text(result, systems[0]) : "";
  const std::size_t shown = std::min(result.status.size(), most_systems);
  auto bad = result.messages.begin();
  for (std::size_t s = 0; s < shown && !single; ++s) {
    text += "system " + std::to_string(s + 1);
    for (const auto& [variable, value] : systems[s].fixed) text += ", " + variable + " = " + shortest(value);
    const auto items = result.of(s);
    text += std::string(": ") + name(result.status[s]);
    if (bad != result.messages.end() && bad->system == s) text += ": " + (bad++)->message;
    if (items.empty() && result.status[s] == boxes_status::complete) text += ", no solution";
    text += '\n' + items_text(items, systems[s], result, "  ");
  }
  if (shown < result.status.size())
    text += "... and " + std::to_string(result.status.size() - shown) + " more systems\n";
  for (std::size_t k = 0; k < most_complaints && bad != result.messages.end(); ++k, ++bad)
    text += "system " + std::to_string(bad->system + 1) + ": bad_input: " + bad->message + '\n';
  const boxes_report& r = result.report;
  if (!text.empty()) text += '\n';
  text += statuses_text(result) + "; " + counted(r.unique, "solution", "solutions");
  if (r.clusters > 0) text += ", " + counted(r.clusters, "cluster", "clusters");
  if (r.curves > 0) text += ", " + counted(r.curves, "curve", "curves");
  if (r.unresolved > 0) text += ", " + counted(r.unresolved, "unresolved group", "unresolved groups");
  text += '\n' + report::stopped_line(r.stopped_by) + counted(r.boxes_visited, "box", "boxes") + " visited, at most " +
          std::to_string(r.most_visited) + " for one system; " + report::duration(r.seconds) + " on " + r.target + '\n';
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace vieta
