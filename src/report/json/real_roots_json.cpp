#include "report/json/real_roots_json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <ostream>
#include <type_traits>

#include "base/number.hpp"
#include "report/json/json.hpp"

namespace vieta::report {
namespace {

void append_number(std::string& text, std::floating_point auto value) {
  char buffer[40];
  text.append(buffer, std::to_chars(std::begin(buffer), std::end(buffer), value).ptr);
}

template <class T>
void append_polynomial(std::string& text, const real_roots_result<T>& result, std::size_t i) {
  text += "{\"roots\":[";
  std::string_view separator;
  for (const T root : result.roots(i)) {
    text += separator;
    append_number(text, root);
    separator = ",";
  }
  text += "],\"status\":\"" + status_word(result.statuses[i]) + "\",\"touching\":[";
  separator = "";
  for (std::size_t k = 0; k < result.counts[i]; ++k) {
    if (!result.touches(i, k)) continue;
    (text += separator) += std::to_string(k);
    separator = ",";
  }
  text += "]";
  if (!result.bounds.empty()) {
    text += ",\"bounds\":[";
    for (std::size_t k = 0; k < result.counts[i]; ++k) {
      const T root = result.roots(i)[k], bound = printed_bound(root, result.bound(i, k));
      if (k > 0) text += ",";
      if (std::isfinite(bound))
        append_number(text, bound);
      else
        text += "null";
    }
    text += "]";
  }
  text += "}";
}

std::string report_text(const real_roots_report& r, const real_roots_context& context, const char* precision) {
  const auto count = [](const char* key, std::size_t value) {
    return std::string(",\"") + key + "\":" + std::to_string(value);
  };
  return "{\"polynomials\":" + std::to_string(r.polynomials) + count("roots", r.roots) + count("ok", r.ok) +
         count("touching", r.touching) + count("unresolved", r.unresolved) +
         count("zero_polynomials", r.zero_polynomials) + count("bad_inputs", r.bad_inputs) +
         count("clustered", r.clustered) + ",\"degree\":" + std::to_string(r.degree) + ",\"interval\":[" +
         number_or_null(context.interval.lo) + ',' + number_or_null(context.interval.hi) + "],\"precision\":\"" +
         precision + "\",\"method\":" + json_text(r.method) + ",\"target\":" + json_text(r.target) +
         ",\"seconds\":" + number_or_null(r.seconds) + ",\"stopped_by\":" + json_text(context.stopped_by) + '}';
}

}  // namespace

template <class T>
T printed_bound(T root, T bound) {
  if (bound == 0 || !std::isfinite(bound)) return bound;
  const T infinity = std::numeric_limits<T>::infinity(), size = std::abs(root);
  return std::nextafter(bound + (std::nextafter(size, infinity) - size) / 2, infinity);
}
template float printed_bound(float, float);
template double printed_bound(double, double);

std::string status_word(real_roots_status status) {
  std::string word = name(status);
  std::replace(word.begin(), word.end(), ' ', '_');
  return word;
}

template <class T>
void write_json(std::ostream& out, const real_roots_result<T>& result, const real_roots_context& context) {
  std::string text = "{\"verb\":\"real-roots\",\n\"results\":[";
  for (std::size_t i = 0; i < result.count; ++i) {
    text += i == 0 ? "\n" : ",\n";
    append_polynomial(text, result, i);
    if (text.size() > 65536) {
      write(out, text);
      text.clear();
    }
  }
  write(out, text + "],\n\"report\":" +
                 report_text(result.report, context, std::is_same_v<T, float> ? "float" : "double") + "}\n");
}

template void write_json(std::ostream&, const real_roots_result<float>&, const real_roots_context&);
template void write_json(std::ostream&, const real_roots_result<double>&, const real_roots_context&);

}  // namespace vieta::report
