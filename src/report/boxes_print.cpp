#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>

#include "report/number.hpp"
#include "report/words.hpp"
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

std::string item_text(const box_item& item, const box_system& system) {
  std::string text = std::string("  ") + name(item.kind);
  text.resize(std::max<std::size_t>(text.size() + 1, 12), ' ');
  for (std::size_t k = 0; k < system.equations.size(); ++k) {
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

}  // namespace

void print(std::ostream& out, std::span<const box_system> systems, const boxes_result& result) {
  std::string text;
  const std::size_t shown = std::min(result.status.size(), most_systems);
  auto bad = result.messages.begin();
  for (std::size_t s = 0; s < shown; ++s) {
    if (result.status.size() > 1) {
      text += "system " + std::to_string(s + 1);
      for (const auto& [variable, value] : systems[s].fixed) text += ", " + variable + " = " + shortest(value);
      text += ": ";
    }
    const auto items = result.of(s);
    text += name(result.status[s]);
    if (bad != result.messages.end() && bad->system == s) text += ": " + (bad++)->message;
    if (items.empty() && result.status[s] == boxes_status::complete) text += ", no solution";
    text += '\n';
    for (std::size_t i = 0; i < std::min(items.size(), most_items); ++i) text += item_text(items[i], systems[s]);
    if (items.size() > most_items) text += "  ... and " + std::to_string(items.size() - most_items) + " more\n";
  }
  if (shown < result.status.size())
    text += "... and " + std::to_string(result.status.size() - shown) + " more systems\n";
  for (std::size_t k = 0; k < most_complaints && bad != result.messages.end(); ++k, ++bad)
    text += "system " + std::to_string(bad->system + 1) + ": bad_input: " + bad->message + '\n';
  const boxes_report& r = result.report;
  text += '\n' + counted(r.systems, "system", "systems") + ": " + std::to_string(r.complete) + " complete; " +
          counted(r.unique, "solution", "solutions");
  if (r.clusters > 0) text += ", " + counted(r.clusters, "cluster", "clusters");
  if (r.curves > 0) text += ", " + counted(r.curves, "curve", "curves");
  if (r.unresolved > 0) text += ", " + counted(r.unresolved, "unresolved group", "unresolved groups");
  if (r.bad_inputs > 0) text += "; " + counted(r.bad_inputs, "system is bad input", "systems are bad input");
  text += '\n' + report::stopped_line(r.stopped_by) + counted(r.boxes_visited, "box", "boxes") + " visited, at most " +
          std::to_string(r.most_visited) + " for one system; " + report::duration(r.seconds) + " on " + r.target + '\n';
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace vieta
