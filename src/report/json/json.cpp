#include "report/json/json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "base/number.hpp"

namespace vieta::report {
namespace {

std::string quoted(const std::string& plain) { return '"' + plain + '"'; }

void append_root(std::string& text, const roots_result& result, std::size_t k, bool in_doubles,
                 const rational_interval* interval) {
  const root& z = result.roots[k];
  std::string re, im, radius;
  if (result.decimal.empty() || in_doubles) {
    re = number_or_null(z.value.real());
    im = number_or_null(z.value.imag());
    radius = std::isfinite(z.radius) ? upward_exact(z.radius) : "null";
  } else {
    const decimal_root& d = result.decimal[k];
    const auto quoted_or_null = [](const std::string& decimal) {
      double any = 0;
      return to_double(decimal, any) ? quoted(decimal) : "null";
    };
    re = quoted_or_null(d.re);
    im = quoted_or_null(d.im);
    radius = quoted_or_null(d.radius);
  }
  text += "{\"re\":" + re + ",\"im\":" + im + ",\"radius\":" + radius +
          ",\"multiplicity\":" + std::to_string(z.multiplicity) + ",\"status\":\"" + name(z.status) +
          "\",\"real\":" + (z.real ? "true" : "false") + ",\"imaginary\":" + (z.imaginary ? "true" : "false");
  if (interval != nullptr && !interval->lower.empty())
    text += ",\"interval\":[" + quoted(interval->lower) + ',' + quoted(interval->upper) + ']';
  text += '}';
}

/// A string where the number is no double.
std::string border(double number, const std::string& text) {
  return text.empty() ? number_or_null(number) : quoted(text);
}

/// Only where a region was asked for.
std::string region_text(const roots_report& r) {
  const roots_region& region = r.region;
  if (region.is_plane()) return {};
  std::string text;
  if (const auto& d = region.in_disc)
    text += ",\"in_disc\":[" + border(d->centre.real(), d->exact_re) + ',' + border(d->centre.imag(), d->exact_im) +
            ',' + border(d->radius, d->exact_radius) + ']';
  if (const auto& b = region.in_box)
    text += ",\"in_box\":[" + border(b->re0, b->exact_re0) + ',' + border(b->re1, b->exact_re1) + ',' +
            border(b->im0, b->exact_im0) + ',' + border(b->im1, b->exact_im1) + ']';
  if (region.real_only) text += ",\"real_only\":true";
  return text;
}

}  // namespace

std::string json_text(std::string_view text) {
  // Bytes that are no UTF-8 (a file name can hold any) become U+FFFD.
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void write_json(std::ostream& out, const roots_result& result, roots_json_form form) {
  std::vector<rational_interval> intervals;
  if (form.with_intervals) intervals = rational_intervals(result);
  std::string text = "{\"verb\":\"roots\",\n\"roots\":[";
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    text += k == 0 ? "\n" : ",\n";
    append_root(text, result, k, form.in_doubles, form.with_intervals ? &intervals[k] : nullptr);
    if (text.size() > 65536) {
      write(out, text);
      text.clear();
    }
  }
  const roots_report& r = result.report;
  text += "],\n\"status\":" + quoted(name(result.status)) + ",\n\"report\":{\"degree\":" + std::to_string(r.degree) +
          ",\"isolated\":" + std::to_string(r.isolated) + ",\"clusters\":" + std::to_string(r.clusters) +
          ",\"wide\":" + std::to_string(r.wide) + ",\"unproven\":" + std::to_string(r.unproven) +
          ",\"at_border\":" + std::to_string(r.at_border) + ",\"multiple\":" + std::to_string(r.multiple) +
          ",\"method\":" + json_text(r.method) + ",\"target\":" + json_text(r.target) +
          ",\"sweeps\":" + std::to_string(r.sweeps) + ",\"updates_per_root\":" + number_or_null(r.updates_per_root) +
          ",\"precision_bits\":" + std::to_string(r.precision_bits) +
          ",\"refinements\":" + std::to_string(r.refinements) + ",\"uncertainty\":" + number_or_null(r.uncertainty) +
          region_text(r) + ",\"seconds\":" + number_or_null(r.seconds) + ",\"stopped_by\":" + json_text(r.stopped_by) +
          "}}\n";
  write(out, text);
}

void write_json(std::ostream& out, const verification& result) {
  std::string text = "{\"verb\":\"verify\",\"holds\":";
  text += result.holds ? "true" : "false";
  text += std::string(",\"decided\":") + (result.decided ? "true" : "false");
  text += ",\"checked\":" + std::to_string(result.checked) + ",\"complaints\":[";
  for (std::size_t k = 0; k < result.complaints.size(); ++k)
    text += (k == 0 ? "\n" : ",\n") + json_text(result.complaints[k]);
  write(out, text + "]}\n");
}

}  // namespace vieta::report
