#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/plain_text.hpp"
#include "io/parse_json.hpp"
#include "io/system/system_readers.hpp"
#include "systems/representation.hpp"

// {"variables": ["x", "y"], "parameters": ["a"], "equations": ["x^2 - 2*a", [[1, 0, "x", 1, "y", 1], ["-1/3", 0]]],
// "starts": [[["1", "0"], 2]]} An equation is a text, or a list of terms [re, im, variable, exponent, ...]; a variable
// is a name or an index.

namespace vieta::io {

namespace {

using nlohmann::json;

[[noreturn]] void refuse(const json& found, const std::string& where, const std::string& expected) {
  throw error(where + ": found " + shown(found) + ", expected " + expected);
}

/// An exact number: a whole number, a text, or a JSON number taken as the shortest decimal of its double.
exact::real exact_number(const json& value, const std::string& where) {
  exact::real x;
  std::string text;
  if (value.is_number_integer()) text = value.dump();
  if (value.is_number_float() && std::isfinite(value.get<double>())) text = report::shortest(value.get<double>());
  if (value.is_string()) text = value.get<std::string>();
  if (!exact::parse_real(text, x)) refuse(value, where, "a number, or one in a string");
  return x;
}

qd rounded(const json& value, const std::string& where) {
  qd x;
  if (value.is_string() ? !parse_coordinate(value.get<std::string>(), x) : !value.is_number())
    refuse(value, where, "a number, or one in a string");
  if (!value.is_string()) {
    (void)exact_number(value, where);
    if (!parse_coordinate(value.is_number_integer() ? value.dump() : report::shortest(value.get<double>()), x))
      refuse(value, where, "a finite number");
  }
  return x;
}

std::vector<system_point> points_of(const json& list, const std::string& name, std::size_t variables) {
  if (!list.is_array()) refuse(list, name, "a list of points");
  std::vector<system_point> points;
  for (const json& entry : list) {
    const std::string where = name + ": point " + std::to_string(points.size() + 1);
    const json& x = entry.is_object() && entry.contains("x") ? entry["x"] : entry;
    if (!x.is_array() || x.size() != variables)
      refuse(x, where, "a list of " + std::to_string(variables) + " coordinates");
    system_point point;
    for (const json& z : x) {
      const bool pair = z.is_array() && z.size() == 2;
      if (z.is_array() && !pair) refuse(z, where, "numbers or pairs [re, im]");
      point.push_back(pair ? complex<qd>{rounded(z[0], where), rounded(z[1], where)}
                           : complex<qd>{rounded(z, where), qd(0.0)});
    }
    points.push_back(std::move(point));
  }
  return points;
}

const json* member(const json& object, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (object.contains(key)) return &object[key];
  return nullptr;
}

system_polynomial terms_of(const json& list, const system_names& names, const std::string& where) {
  system_polynomial p;
  for (const json& entry : list) {
    if (!entry.is_array() || entry.size() < 2 || entry.size() % 2 != 0)
      refuse(entry, where, "terms [re, im, variable, exponent, ...]");
    system_term t;
    t.re = exact_number(entry[0], where), t.im = exact_number(entry[1], where);
    for (std::size_t k = 2; k < entry.size(); k += 2) {
      std::size_t v = names.in_order.size();
      if (entry[k].is_number_unsigned()) v = entry[k].get<std::size_t>();
      if (entry[k].is_string())
        if (const auto found = names.variables.find(entry[k].get<std::string>()); found != names.variables.end())
          v = found->second;
      if (v >= names.in_order.size()) refuse(entry[k], where, "the name or the index of a variable");
      if (!entry[k + 1].is_number_unsigned() || entry[k + 1].get<std::uint64_t>() > 1'000'000)
        refuse(entry[k + 1], where, "exponents from 0 to 1000000");
      const auto power = entry[k + 1].get<std::uint32_t>();
      for (const auto& f : t.factors)
        if (f.first == v) refuse(entry, where, "each variable once in a term");
      if (power > 0) t.factors.emplace_back(static_cast<std::uint32_t>(v), power);
    }
    for (const system_term& other : p) {
      auto a = other.factors, b = t.factors;
      std::sort(a.begin(), a.end()), std::sort(b.begin(), b.end());
      if (a == b && list.size() < 2000) refuse(entry, where, "each monomial once");
    }
    if (!t.re.is_zero() || !t.im.is_zero()) p.push_back(std::move(t));
  }
  return p;
}

}  // namespace

std::vector<system_point> read_points_json(std::string_view text, std::string_view name,
                                           const std::vector<std::string>& variables) {
  const json value = parse_json(text, name);
  const json* list = &value;
  if (value.is_object()) list = member(value, {"starts", "solutions", "points"});
  if (list == nullptr) throw error(std::string(name) + ":1: found no points, expected \"starts\" or \"solutions\"");
  return points_of(*list, std::string(name), variables.size());
}

system_file read_system_json(std::string_view text, std::string_view name) {
  const json value = parse_json(text, name);
  const std::string file(name);
  if (!value.is_object()) refuse(value, file + ":1", "{\"variables\": [...], \"equations\": [...]}");
  system_names names;
  const json* variables = member(value, {"variables", "vars"});
  if (variables != nullptr) {
    if (!variables->is_array()) refuse(*variables, file + ": variables", "a list of names");
    for (const json& v : *variables) {
      if (!v.is_string() || v.get<std::string>().empty()) refuse(v, file + ": variables", "a list of names");
      if (!names.variables.emplace(v.get<std::string>(), static_cast<std::uint32_t>(names.in_order.size())).second)
        refuse(v, file + ": variables", "each name once");
      names.in_order.push_back(v.get<std::string>());
    }
    names.open = false;
  }
  std::vector<std::string> parameters;
  if (const json* list = member(value, {"parameters", "params"})) {
    if (!list->is_array()) refuse(*list, file + ": parameters", "a list of names");
    for (const json& p : *list) {
      if (!p.is_string() || p.get<std::string>().empty()) refuse(p, file + ": parameters", "a list of names");
      parameters.push_back(p.get<std::string>());
      if (std::count(parameters.begin(), parameters.end(), parameters.back()) > 1)
        refuse(p, file + ": parameters", "each name once");
      // Variables too, of which `solve` takes these for known numbers.
      if (names.variables.emplace(parameters.back(), static_cast<std::uint32_t>(names.in_order.size())).second)
        names.in_order.push_back(parameters.back());
    }
  }
  const json* equations = member(value, {"equations", "polys"});
  if (equations == nullptr || !equations->is_array() || equations->empty())
    throw error(file + ": found " + (equations == nullptr ? "no \"equations\"" : shown(*equations)) +
                ", expected \"equations\", a list of texts or of lists of terms");
  std::vector<system_polynomial> polynomials;
  for (const json& e : *equations) {
    const std::string where = file + ": equation " + std::to_string(polynomials.size() + 1);
    const json& body = e.is_object() && e.contains("terms") ? e["terms"] : e;
    system_polynomial p;
    if (body.is_string()) {
      const std::string expression = body.get<std::string>();
      const std::string plain = expression_text(expression, where);
      text_cursor cursor(plain, where, 0);
      p = read_equation(cursor, names);
    } else if (body.is_array()) {
      p = terms_of(body, names, where);
    } else {
      refuse(body, where, "a text or a list of terms");
    }
    if (p.empty()) throw error(where + ": found the zero polynomial, expected an equation");
    polynomials.push_back(std::move(p));
  }
  if (names.in_order.empty()) throw error(file + ": found no variable, expected at least one");
  const std::size_t count = names.in_order.size();
  system_file result{build_system(names, std::move(polynomials)), {}, std::move(parameters)};
  if (const json* starts = member(value, {"starts"})) result.points = points_of(*starts, file, count);
  return result;
}

}  // namespace vieta::io
