#include "report/text/root_batch_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <complex>
#include <ostream>
#include <string_view>

#include "base/number.hpp"
#include "report/array/npy.hpp"
#include "report/json/json.hpp"

namespace vieta::report {
namespace {

constexpr std::size_t portion = 65536;  // characters that are collected before they are written

/// JSON knows neither NaN nor infinity.
std::string number_or_null(double value) { return std::isfinite(value) ? shortest(value) : "null"; }

std::string six_digits(double value) {
  char buffer[40];
  return {buffer, std::to_chars(std::begin(buffer), std::end(buffer), value, std::chars_format::general, 6).ptr};
}

std::string six_digits(std::complex<double> z) {
  if (z.imag() == 0) return six_digits(z.real());
  return six_digits(z.real()) + (z.imag() < 0 ? "-" : "+") + six_digits(std::abs(z.imag())) + 'i';
}

/// What stands in the place of roots where there are none.
std::string no_roots(root_batch_status status) {
  return status == root_batch_status::complete          ? "none"
         : status == root_batch_status::zero_polynomial ? "every number"
                                                        : "-";
}

void flush(std::ostream& out, std::string& text, std::size_t least) {
  if (text.size() <= least) return;
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  text.clear();
}

void append_list(std::string& text, const char* key, std::size_t count, const auto& item) {
  ((text += ",\"") += key) += "\":[";
  for (std::size_t k = 0; k < count; ++k) {
    if (k > 0) text += ',';
    text += item(k);
  }
  text += ']';
}

void append_polynomial(std::string& text, const root_batch_result& result, std::size_t i) {
  const std::size_t begin = i * static_cast<std::size_t>(result.degree), count = result.counts[i];
  text += "{\"status\":\"" + std::string(name(result.statuses[i])) + '"';
  append_list(text, "roots", count, [&](std::size_t k) {
    const std::complex<double> z = result.values[begin + k];
    return '[' + number_or_null(z.real()) + ',' + number_or_null(z.imag()) + ']';
  });
  append_list(text, "radii", count, [&](std::size_t k) { return number_or_null(result.radii[begin + k]); });
  append_list(text, "root_statuses", count,
              [&](std::size_t k) { return '"' + std::string(name(result.root_statuses[begin + k])) + '"'; });
  text += '}';
}

std::string report_text(const root_batch_report& r, const std::string& stopped_by) {
  const auto count = [](const char* key, std::size_t value) {
    return std::string(",\"") + key + "\":" + std::to_string(value);
  };
  return "{\"polynomials\":" + std::to_string(r.polynomials) + count("roots", r.roots) + count("complete", r.complete) +
         count("partial", r.partial) + count("zero_polynomials", r.zero_polynomials) +
         count("bad_inputs", r.bad_inputs) + count("one_by_one", r.one_by_one) +
         ",\"degree\":" + std::to_string(r.degree) + ",\"digits\":" + std::to_string(r.digits) +
         ",\"target\":" + json_text(r.target) + ",\"seconds\":" + number_or_null(r.seconds) +
         ",\"stopped_by\":" + json_text(stopped_by) + '}';
}

}  // namespace

void print_table(std::ostream& out, const root_batch_result& result, std::size_t rows) {
  const std::size_t shown = rows == 0 ? result.count : std::min(rows, result.count);
  const std::size_t index_width = std::to_string(shown).size();
  std::size_t status_width = std::string_view("status").size();
  for (std::size_t i = 0; i < shown; ++i)
    status_width = std::max(status_width, std::string_view(name(result.statuses[i])).size());
  std::string text;
  const auto line = [&](const std::string& index, std::string status, std::string radius, const std::string& roots) {
    status.resize(status_width, ' ');
    radius.resize(std::max<std::size_t>(radius.size(), 7), ' ');
    text += std::string(index_width - index.size(), ' ') + index + "  " + status + "  " + radius + roots + '\n';
    flush(out, text, portion);
  };
  if (shown > 0) line("#", "status", "radius", "  roots");
  for (std::size_t i = 0; i < shown; ++i) {
    double largest = 0;
    std::string roots;
    for (std::size_t k = 0; k < result.counts[i]; ++k) {
      roots += "  " + six_digits(result.roots(i)[k]);
      largest = std::max(largest, result.radii[i * static_cast<std::size_t>(result.degree) + k]);
    }
    const bool none = result.counts[i] == 0;
    line(std::to_string(i + 1), name(result.statuses[i]), none ? "-" : upward(largest, 2),
         none ? "  " + no_roots(result.statuses[i]) : roots);
  }
  if (shown < result.count) text += "... and " + std::to_string(result.count - shown) + " more\n";
  if (shown > 0) text += '\n';
  flush(out, text, 0);
}

void write_json(std::ostream& out, const root_batch_result& result, const std::string& stopped_by) {
  std::string text = "{\"verb\":\"roots\",\n\"results\":[";
  for (std::size_t i = 0; i < result.count; ++i) {
    text += i == 0 ? "\n" : ",\n";
    append_polynomial(text, result, i);
    flush(out, text, portion);
  }
  text += "],\n\"report\":" + report_text(result.report, stopped_by) + "}\n";
  flush(out, text, 0);
}

void write_npy(std::ostream& out, const root_batch_result& result) {
  write_npy_head(out, 'c', sizeof(std::complex<double>), {result.count, static_cast<std::size_t>(result.degree)});
  out.write(reinterpret_cast<const char*>(result.values.data()),
            static_cast<std::streamsize>(result.values.size() * sizeof(std::complex<double>)));
}

}  // namespace vieta::report
