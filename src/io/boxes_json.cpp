#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "boxes/power.hpp"
#include "boxes/slices.hpp"
#include "boxes/spline.hpp"
#include "exact/exact_real.hpp"
#include "io/boxes_curves.hpp"
#include "io/boxes_readers.hpp"
#include "io/message.hpp"
#include "io/parse_json.hpp"
#include "io/system_expression.hpp"
#include "report/number.hpp"

// {"vars": ["x", "y"], "box": [[0, 1], [0, 1]], "equations": ["x^2 + y^2 - 1", {"degrees": [3, 3], "bernstein": [...]},
// {"degrees": [2, 2], "power": [...]}], "positive": ["x - y"]}; {"degrees": [3, 3], "knots": [[...], [...]],
// "control": [...]} for splines; {"curves": [...]} for two Bezier curves; "sample": {"u": 80} fixes a variable at
// values of a grid. Or an array of such objects.

namespace vieta::io {

namespace {

using nlohmann::json;

// What a hostile text can make the reader do.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
constexpr std::size_t most_systems = 1000, most_work = 20'000;
#else
constexpr std::size_t most_systems = 4'000'000, most_work = 20'000'000;
#endif

std::string shown(const json& value) { return in_quotes(value.dump(-1, ' ', true, json::error_handler_t::replace)); }

/// value as four doubles, within 2^-208 of its size.
bool to_qd(const exact::real& value, qd& out) {
  const exact::expansion x = exact::to_expansion(value);
  if (x.exponent > 960 || (x.exponent < -800 && x.limb[0] != 0)) return false;
  const int e = static_cast<int>(x.exponent);
  out = qd(std::ldexp(x.limb[0], e), std::ldexp(x.limb[1], e), std::ldexp(x.limb[2], e), std::ldexp(x.limb[3], e));
  return true;
}

/// A number of the file, as the nearest double; `error` grows when that is not the number itself. "nan" and "inf" in
/// strings are taken: their system is bad input, and not the file.
double number_of(const json& value, const std::string& where, double& error_bound) {
  if (value.is_number_integer()) {
    const double x = value.get<double>();
    if (std::fabs(x) > 0x1p53) error_bound = std::max(error_bound, std::fabs(x) * 0x1p-53);
    return x;
  }
  if (value.is_number_float()) {
    const double x = value.get<double>();
    if (x != std::floor(x) || std::fabs(x) > 0x1p53) error_bound = std::max(error_bound, std::fabs(x) * 0x1p-53);
    return x;
  }
  exact::real x;
  qd parts;
  if (value.is_string()) {
    const std::string text = value.get<std::string>();
    if (text == "nan") return NAN;
    if (text == "inf") return HUGE_VAL;
    if (text == "-inf") return -HUGE_VAL;
    if (exact::parse_real(text, x) && to_qd(x, parts)) {
      error_bound = std::max(error_bound, std::fabs(parts.x1) * 1.01);
      return parts.x0;
    }
  }
  throw error(where + ": found " + shown(value) + ", expected a number, or one in a string");
}

void refuse_other_keys(const json& object, const std::set<std::string>& known, const std::string& where) {
  for (const auto& [key, value] : object.items())
    if (!known.contains(key)) {
      std::string expected;
      for (const std::string& k : known) expected += (expected.empty() ? "" : ", ") + k;
      throw error(where + ": found the key " + in_quotes(key) + ", expected " + expected);
    }
}

std::vector<double> numbers_of(const json& list, const std::string& where, double& error_bound) {
  if (!list.is_array()) throw error(where + ": found " + shown(list) + ", expected a list of numbers");
  std::vector<double> all;
  all.reserve(list.size());
  // Nested lists are taken as well: [[c00, c01], [c10, c11]].
  for (const json& entry : list) {
    if (entry.is_array()) {
      const std::vector<double> inner = numbers_of(entry, where, error_bound);
      all.insert(all.end(), inner.begin(), inner.end());
    } else {
      all.push_back(number_of(entry, where, error_bound));
    }
  }
  return all;
}

class system_reader {
 public:
  system_reader(const json& object, std::string where) : object_(object), where_(std::move(where)) {}

  std::vector<box_system> read() {
    if (!object_.is_object())
      throw error(where_ + "found " + shown(object_) +
                  ", expected an object such as {\"vars\": [\"x\", \"y\"], \"equations\": [...]}");
    if (object_.contains("curves")) return {read_curves(object_, where_)};
    refuse_other_keys(object_, {"vars", "box", "equations", "positive", "sample"}, where_ + "system");
    read_variables();
    read_box();
    if (!object_.contains("equations") || !object_["equations"].is_array())
      throw error(where_ + "found no list of equations, expected \"equations\": [...]");
    const std::size_t sampled = read_samples();
    const json& equations = object_["equations"];
    const std::size_t expected = system_.variables.size() - sampled;
    if (equations.size() != expected)
      throw error(where_ + "found " + std::to_string(equations.size()) +
                  (equations.size() == 1 ? " equation in " : " equations in ") +
                  std::to_string(system_.variables.size()) +
                  (system_.variables.size() == 1 ? " variable" : " variables") +
                  (sampled > 0 ? ", " + std::to_string(sampled) + " of them sampled" : "") + ", expected " +
                  std::to_string(expected));
    for (std::size_t k = 0; k < equations.size(); ++k)
      system_.equations.push_back(
          polynomial(equations[k], where_ + "equation " + std::to_string(k + 1), splines_.equations));
    if (object_.contains("positive")) {
      if (!object_["positive"].is_array()) throw error(where_ + "positive: expected a list of polynomials");
      for (const json& p : object_["positive"])
        system_.positive.push_back(
            polynomial(p, where_ + "condition " + std::to_string(system_.positive.size() + 1), splines_.positive));
    }
    std::vector<box_system> all;
    if (splines_.any())
      all = boxes::bezier_pieces(system_, splines_, most_systems, where_);
    else
      all.push_back(std::move(system_));
    if (sampled == 0) return all;
    std::vector<box_system> slices;
    for (const box_system& s : all) boxes::append_slices(s, samples_, most_systems, where_, slices);
    return slices;
  }

 private:
  void read_variables() {
    if (!object_.contains("vars") || !object_["vars"].is_array() || object_["vars"].empty())
      throw error(where_ + "found no variables, expected \"vars\": [\"x\", ...]");
    for (const json& v : object_["vars"]) {
      const bool name = v.is_string() && !v.get<std::string>().empty();
      if (!name) throw error(where_ + "vars: found " + shown(v) + ", expected the name of a variable");
      const std::string text = v.get<std::string>();
      if (!names_.variables.emplace(text, static_cast<std::uint32_t>(names_.in_order.size())).second)
        throw error(where_ + "vars: found " + in_quotes(text) + " twice, expected each name once");
      names_.in_order.push_back(text);
    }
    names_.open = false;
    names_.small_i_is_unit = false;
    system_.variables = names_.in_order;
  }

  void read_box() {
    const std::size_t n = system_.variables.size();
    if (!object_.contains("box")) {
      system_.box.assign(n, {0, 1});
      return;
    }
    const json& box = object_["box"];
    if (!box.is_array() || box.size() != n)
      throw error(where_ + "box: found " + (box.is_array() ? std::to_string(box.size()) + " intervals" : shown(box)) +
                  ", expected " + std::to_string(n) + " intervals [from, to]");
    for (std::size_t k = 0; k < n; ++k) {
      if (!box[k].is_array() || box[k].size() != 2)
        throw error(where_ + "box: found " + shown(box[k]) + ", expected an interval [from, to]");
      double unused = 0;
      const double from = number_of(box[k][0], where_ + "box", unused),
                   to = number_of(box[k][1], where_ + "box", unused);
      if (!(from < to) || !std::isfinite(to - from))
        throw error(where_ + "box: found " + shown(box[k]) + " for " + in_quotes(system_.variables[k]) +
                    ", expected finite numbers from < to");
      system_.box.push_back({from, to});
    }
  }

  std::size_t read_samples() {
    samples_.assign(system_.variables.size(), 0);
    if (!object_.contains("sample")) {
      if (system_.variables.size() > 4)
        throw error(where_ + "found " + std::to_string(system_.variables.size()) + " variables, expected 1 to 4");
      return 0;
    }
    const json& sample = object_["sample"];
    if (!sample.is_object()) throw error(where_ + "sample: found " + shown(sample) + ", expected {\"u\": 80, ...}");
    for (const auto& [key, count] : sample.items()) {
      const auto found = names_.variables.find(key);
      if (found == names_.variables.end())
        throw error(where_ + "sample: found " + in_quotes(key) + ", expected the name of a variable");
      if (!count.is_number_unsigned() || count.get<std::uint64_t>() < 1 || count.get<std::uint64_t>() > most_systems)
        throw error(where_ + "sample: found " + shown(count) + " for " + in_quotes(key) +
                    ", expected a number of values");
      samples_[found->second] = count.get<std::size_t>();
    }
    if (sample.empty()) throw error(where_ + "sample: found nothing, expected {\"u\": 80, ...}");
    const std::size_t left = system_.variables.size() - sample.size();
    if (left < 1 || left > 4 || system_.variables.size() > 6)
      throw error(where_ + "found " + std::to_string(system_.variables.size()) + " variables, " +
                  std::to_string(sample.size()) + " of them sampled, expected 1 to 4 others and at most 6 in all");
    return sample.size();
  }

  bernstein_polynomial polynomial(const json& value, const std::string& where,
                                  std::vector<boxes::spline_knots>& knots) {
    knots.emplace_back();
    if (value.is_string()) return expression(value.get<std::string>(), where);
    if (!value.is_object())
      throw error(where + ": found " + shown(value) +
                  ", expected a text or {\"degrees\": [...], \"bernstein\": [...]}");
    refuse_other_keys(value, {"degrees", "bernstein", "power", "control", "knots"}, where);
    bernstein_polynomial f;
    const std::size_t n = system_.variables.size();
    const json degrees = value.contains("degrees") ? value["degrees"] : json();
    if (!degrees.is_array() || degrees.size() != n)
      throw error(where + ": found " +
                  (degrees.is_array() ? std::to_string(degrees.size()) + " degrees" : "no list of degrees") +
                  ", expected " + std::to_string(n));
    std::size_t size = 1;
    for (const json& d : degrees) {
      if (!d.is_number_unsigned() || d.get<std::uint64_t>() > 64)
        throw error(where + ": found degree " + shown(d) + ", expected 0 to 64");
      f.degrees.push_back(d.get<int>());
      size = std::min<std::size_t>(size * (static_cast<std::size_t>(f.degrees.back()) + 1), std::size_t{1} << 40);
    }
    const bool power = value.contains("power"), control = value.contains("control");
    if (value.contains("bernstein") + power + control != 1)
      throw error(where + ": expected one of \"bernstein\", \"power\" and \"control\"");
    f.coefficients = numbers_of(value[power ? "power" : control ? "control" : "bernstein"], where, f.error);
    if (control) {
      read_knots(value, f, where, knots.back());
      return f;
    }
    if (value.contains("knots")) throw error(where + ": found knots, expected \"control\" with them");
    if (f.coefficients.size() != size)
      throw error(where + ": found " + std::to_string(f.coefficients.size()) + " coefficients, expected " +
                  std::to_string(size) + " for its degrees");
    if (!power) return f;
    std::vector<qd> powers;
    for (const double c : f.coefficients) powers.emplace_back(c);
    check_work(f.degrees, where);
    bernstein_polynomial converted = boxes::bernstein_form(f.degrees, std::move(powers), 0, system_.box);
    if (f.error > 0) {
      // The error of the coefficients, through the same sums.
      double sum = 0;
      const std::vector<double> ones(size, 1.0);
      std::vector<qd> all(size, qd(f.error));
      std::vector<std::array<double, 2>> moduli;
      for (const auto& [from, to] : system_.box) {
        const double most = std::max(std::fabs(from), std::fabs(to));
        moduli.push_back({most / 2, most});
      }
      const bernstein_polynomial worst = boxes::bernstein_form(f.degrees, std::move(all), 0, moduli);
      for (const double c : worst.coefficients) sum = std::max(sum, std::fabs(c));
      converted.error += 1.01 * (sum + worst.error);
    }
    return converted;
  }

  void read_knots(const json& value, const bernstein_polynomial& f, const std::string& where,
                  boxes::spline_knots& knots) {
    const std::size_t n = system_.variables.size();
    if (!value.contains("knots") || !value["knots"].is_array() || value["knots"].size() != n)
      throw error(where + ": expected " + std::to_string(n) + " lists of knots with \"control\"");
    std::size_t size = 1;
    for (std::size_t k = 0; k < n; ++k) {
      double unused = 0;
      knots.axes.push_back(numbers_of(value["knots"][k], where + ": knots", unused));
      boxes::check_knots(knots.axes.back(), f.degrees[k], system_.box[k], where);
      size *= knots.axes.back().size() - static_cast<std::size_t>(f.degrees[k]) - 1;
    }
    if (f.coefficients.size() != size)
      throw error(where + ": found " + std::to_string(f.coefficients.size()) + " control values, expected " +
                  std::to_string(size) + " for its knots and degrees");
  }

  void check_work(const std::vector<int>& degrees, const std::string& where) const {
    std::size_t size = 1, sum = 0;
    for (const int d : degrees) {
      size *= static_cast<std::size_t>(d) + 1;
      sum += static_cast<std::size_t>(d) + 1;
    }
    if (size > (std::size_t{1} << 20) || size * sum > most_work)
      throw error(where + ": found degrees that need " + std::to_string(size) + " coefficients, expected fewer");
  }

  bernstein_polynomial expression(const std::string& text, const std::string& where) {
    // "a = b" is "(a) - (b)".
    const std::size_t equals = text.find('=');
    const std::string whole =
        equals == std::string::npos ? text : "(" + text.substr(0, equals) + ")-(" + text.substr(equals + 1) + ")";
    text_cursor cursor(whole, where, 0);
    const system_polynomial p = read_system_expression(cursor, names_);
    if (cursor.peek() != 0) cursor.refuse("an operator or the end of the equation");
    const std::size_t n = system_.variables.size();
    bernstein_polynomial f;
    f.degrees.assign(n, 0);
    for (const system_term& t : p) {
      if (!t.im.is_zero()) throw error(where + ": found an imaginary coefficient, expected real ones");
      for (const auto& [variable, exponent] : t.factors) {
        if (exponent > 64)
          throw error(where + ": found a power of " + std::to_string(exponent) + ", expected at most 64");
        f.degrees[variable] = std::max(f.degrees[variable], static_cast<int>(exponent));
      }
    }
    check_work(f.degrees, where);
    std::size_t size = 1;
    std::vector<std::size_t> stride(n);
    for (std::size_t k = n; k-- > 0;) {
      stride[k] = size;
      size *= static_cast<std::size_t>(f.degrees[k]) + 1;
    }
    std::vector<qd> powers(size, qd(0.0));
    for (const system_term& t : p) {
      std::size_t at = 0;
      for (const auto& [variable, exponent] : t.factors) at += stride[variable] * exponent;
      if (!to_qd(t.re, powers[at]))
        throw error(where + ": found a coefficient out of range, expected 2^-800 to 2^960 in size");
    }
    return boxes::bernstein_form(f.degrees, std::move(powers), 0x1p-207, system_.box);
  }

  const json& object_;
  std::string where_;
  system_names names_;
  box_system system_;
  boxes::system_splines splines_;
  std::vector<std::size_t> samples_;
};

}  // namespace

std::vector<box_system> read_boxes_json(std::string_view text, const std::string& name) {
  const json value = parse_json(text, name);
  if (!value.is_array()) return system_reader(value, name + ": ").read();
  std::vector<box_system> all;
  for (std::size_t k = 0; k < value.size(); ++k) {
    std::vector<box_system> one = system_reader(value[k], name + ": system " + std::to_string(k + 1) + ": ").read();
    if (all.size() + one.size() > most_systems)
      throw error(name + ": found more than " + std::to_string(most_systems) + " systems, expected fewer");
    for (box_system& s : one) {
      if (s.piece_of >= 0) s.piece_of = static_cast<long>(k);
      all.push_back(std::move(s));
    }
  }
  return all;
}

box_system box_system_of(const std::vector<std::string>& variables, const std::vector<std::array<double, 2>>& box,
                         std::span<const std::string> equations) {
  json object;
  object["vars"] = variables;
  if (!box.empty()) object["box"] = box;
  object["equations"] = json::array();
  for (const std::string& e : equations) object["equations"].push_back(e);
  return std::move(system_reader(object, "").read()[0]);
}

}  // namespace vieta::io
