#include "report/picture/pareto/pareto_plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/number.hpp"
#include "report/picture/systems/chart.hpp"

namespace vieta::report {
namespace {

std::string kind_of(const pareto_variant& v) {
  return std::string(name(v.error)) + " error" + (v.constraint.empty() ? std::string() : ", " + v.constraint);
}

std::string title_of(const pareto_variant& v) {
  const std::string below = v.denominator > 0 ? "/" + std::to_string(v.denominator) : std::string();
  return v.form + ", degree " + std::to_string(v.degree) + below + ", " + kind_of(v) + ": " + upward(v.float_error, 4);
}

}  // namespace

scene draw_pareto(const pareto_result& result) {
  double least = std::numeric_limits<double>::infinity(), largest = -least;
  int dearest = 1;
  std::vector<std::string> kinds;
  const auto drawn = [](const pareto_variant& v) { return v.float_error > 0 && std::isfinite(v.float_error); };
  for (const pareto_variant& v : result.variants) {
    if (!drawn(v)) continue;
    least = std::min(least, std::log10(v.float_error));
    largest = std::max(largest, std::log10(v.float_error));
    dearest = std::max(dearest, v.cost);
    if (v.efficient && std::find(kinds.begin(), kinds.end(), kind_of(v)) == kinds.end()) kinds.push_back(kind_of(v));
  }
  if (!(least <= largest)) least = largest = 0;
  chart picture("What accuracy costs: " + result.function, {0, dearest + 0.5}, {least - 0.3, largest + 0.3},
                "cost in multiply-adds, by the rates of graphics cards (" + result.rates + ")",
                "logarithm (base 10) of the largest error on floats");
  std::vector<point> beaten;
  for (const pareto_variant& v : result.variants)
    if (drawn(v) && !v.efficient) beaten.push_back({static_cast<double>(v.cost), std::log10(v.float_error)});
  picture.mark(beaten, {}, {150, 158, 170}, 2);
  std::vector<std::pair<std::string, colour>> names;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const colour ink = chart_inks[k % chart_inks.size()];
    std::vector<point> through;
    std::vector<std::string> titles;
    for (const pareto_variant& v : result.variants) {  // by rising cost
      if (!drawn(v) || !v.efficient || kind_of(v) != kinds[k]) continue;
      through.push_back({static_cast<double>(v.cost), std::log10(v.float_error)});
      titles.push_back(title_of(v));
    }
    picture.line(through, ink);
    picture.mark(through, titles, ink, 4);
    names.emplace_back(kinds[k], ink);
  }
  picture.legend(names);
  picture.note("large: nothing with this error and constraint is as cheap and better" +
               std::string(beaten.empty() ? "" : "; small and grey: others"));
  return picture.finish();
}

}  // namespace vieta::report
