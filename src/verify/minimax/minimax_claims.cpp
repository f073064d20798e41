#include "verify/minimax/minimax_claims.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "io/parse_json.hpp"
#include "verify/object_reader.hpp"
#include "vieta/error.hpp"

namespace vieta::checking {
namespace {

using nlohmann::json;

/// The kinds of values that such a result has.
class minimax_claims_reader : public object_reader {
 public:
  using object_reader::object_reader;

  /// null is an infinite number.
  [[nodiscard]] double number(const char* key) const {
    if (at(key).is_null()) return std::numeric_limits<double>::infinity();
    if (!at(key).is_number()) fail(key, "a number, or null");
    return at(key).get<double>();
  }
  [[nodiscard]] std::string text(const char* key) const {
    if (!at(key).is_string()) fail(key, "a text");
    return at(key).get<std::string>();
  }
  template <class T, class Read>
  [[nodiscard]] std::vector<T> list(const char* key, const Read& read) const {
    if (!at(key).is_array()) fail(key, "a list");
    std::vector<T> out;
    for (const json& item : at(key)) out.push_back(read(item));
    return out;
  }
  [[nodiscard]] std::vector<double> numbers(const char* key) const {
    return list<double>(key, [&](const json& item) {
      if (!item.is_number() || !std::isfinite(item.get<double>())) fail(key, "finite numbers");
      return item.get<double>();
    });
  }
  [[nodiscard]] std::vector<std::string> texts(const char* key) const {
    return list<std::string>(key, [&](const json& item) {
      if (!item.is_string()) fail(key, "texts");
      return item.get<std::string>();
    });
  }
};

minimax_problem problem_of(const minimax_claims_reader& in) {
  minimax_problem out;
  out.function = in.text("function"), out.form = in.text("form"), out.weight = in.text("weight");
  out.error = in.word<minimax_error>("error");
  out.constraints = in.texts("constraints");
  out.intervals = in.list<std::pair<std::string, std::string>>("intervals", [&](const json& pair) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string())
      in.fail("intervals", "pairs of two texts");
    return std::pair(pair[0].get<std::string>(), pair[1].get<std::string>());
  });
  return out;
}

/// "f32", or "dd,f32" for one of each coefficient.
void set_formats(const minimax_claims_reader& in, minimax_result& out) {
  const std::string& text = in.text("format");
  out.format = coefficient_format::decimals;
  if (text == name(out.format)) return;
  minimax_options options;
  try {
    set_format(options, text);
  } catch (const error&) {
    in.fail("format", "formats such as f32 or dd,f32");
  }
  out.format = options.format;
  const std::vector<coefficient_format>& all = options.formats;
  if (all.size() > out.exponents.size()) in.fail("format", "no more formats than coefficients");
  if (!all.empty() && !out.denominator.empty()) in.fail("format", "one format for p and q");
  for (std::size_t k = 0; k < out.exponents.size() && !all.empty(); ++k)
    out.formats.push_back(all[std::min(k, all.size() - 1)]);
}

}  // namespace

minimax_result read_minimax_claims(std::string_view json_text, std::string_view name) {
  const json tree = io::parse_json(json_text, name);
  const std::string where(name);
  const minimax_claims_reader in(tree, where);
  if (in.at("verb") != "minimax") in.fail("verb", "minimax");
  minimax_result out;
  out.problem = problem_of(minimax_claims_reader(in.at("problem"), where + ": problem"));
  out.status = in.word<minimax_status>("status");
  out.coefficients = in.numbers("coefficients");
  out.exponents = in.list<int>("exponents", [&](const json& k) {
    if (!k.is_number_integer() || k.get<std::int64_t>() < 0 || k.get<std::int64_t>() > 1000)
      in.fail("exponents", "whole numbers from 0 to 1000");
    return k.get<int>();
  });
  out.decimals = in.texts("decimals");
  out.denominator = in.numbers("denominator");
  set_formats(in, out);
  out.best_coefficients = in.numbers("best_coefficients");
  out.max_error = in.number("max_error"), out.worst_at = in.number("worst_at");
  out.proven_bound = in.number("proven_bound");
  out.optimum = in.number("optimum"), out.lower_bound = in.number("lower_bound");
  out.rounded_error = in.number("rounded_error");
  out.alternation = in.list<minimax_point>("alternation", [&](const json& point) {
    const minimax_claims_reader p(point, where + ": alternation");
    return minimax_point{p.number("x"), p.number("error")};
  });
  const minimax_claims_reader report(in.at("report"), where + ": report");
  if (!report.at("free").is_number_integer()) report.fail("free", "a count");
  out.report.free = static_cast<int>(std::min<std::int64_t>(report.at("free").get<std::int64_t>(), 100'000));
  out.report.stopped_by = report.text("stopped_by");
  return out;
}

}  // namespace vieta::checking
