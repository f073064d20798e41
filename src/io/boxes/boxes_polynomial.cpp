#include "io/boxes/boxes_polynomial.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>

#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "boxes/geometry/power.hpp"
#include "exact/exact_real.hpp"
#include "io/boxes/box_functions.hpp"
#include "io/boxes/shared_factors.hpp"
#include "io/parse_json.hpp"
#include "io/system/term_arithmetic.hpp"

namespace vieta::io {

namespace {

using nlohmann::json;

// What a hostile text can make the reader do.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
constexpr std::size_t most_work = 20'000;
#else
constexpr std::size_t most_work = 20'000'000;
#endif

/// Of coefficients: what four doubles hold, and sums of them.
constexpr std::int64_t least_exponent = -800, largest_exponent = 960;

/// value as four doubles, within 2^-208 of its size.
bool to_qd(const exact::real& value, qd& out) {
  const exact::expansion x = exact::to_expansion(value);
  if (x.exponent > largest_exponent || (x.exponent < least_exponent && x.limb[0] != 0)) return false;
  const int e = static_cast<int>(x.exponent);
  out = qd(std::ldexp(x.limb[0], e), std::ldexp(x.limb[1], e), std::ldexp(x.limb[2], e), std::ldexp(x.limb[3], e));
  return true;
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

void check_work(const std::vector<int>& degrees, const std::string& where) {
  std::size_t size = 1, sum = 0;
  for (const int d : degrees) {
    size *= static_cast<std::size_t>(d) + 1;
    sum += static_cast<std::size_t>(d) + 1;
  }
  if (size > (std::size_t{1} << 20) || size * sum > most_work)
    throw error(where + ": found degrees that need " + std::to_string(size) + " coefficients, expected fewer");
}

void read_knots(const json& value, const bernstein_polynomial& f, const std::string& where, const box_variables& on,
                boxes::spline_knots& knots) {
  const std::size_t n = on.box.size();
  if (!value.contains("knots") || !value["knots"].is_array() || value["knots"].size() != n)
    throw error(where + ": found " + (value.contains("knots") ? shown(value["knots"]) : "no \"knots\"") +
                ", expected " + std::to_string(n) + " lists of knots with \"control\"");
  std::size_t size = 1;
  for (std::size_t k = 0; k < n; ++k) {
    double unused = 0;
    knots.axes.push_back(numbers_of(value["knots"][k], where + ": knots", unused));
    boxes::check_knots(knots.axes.back(), f.degrees[k], on.box[k], where);
    size *= knots.axes.back().size() - static_cast<std::size_t>(f.degrees[k]) - 1;
  }
  if (f.coefficients.size() != size)
    throw error(where + ": found " + std::to_string(f.coefficients.size()) + " control values, expected " +
                std::to_string(size) + " for its knots and degrees");
}

bernstein_polynomial polynomial_form(const system_polynomial& p, const std::string& where, const box_variables& on) {
  double known_within = 0;
  try {
    known_within = relative_error(p);
  } catch (const error& refused) {
    throw error(where + ": " + refused.what());
  }
  const std::size_t n = on.box.size();
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
      throw error(where + ": found coefficients too far apart, expected a range of 2^-800 to 2^960 at most");
  }
  return boxes::bernstein_form(f.degrees, std::move(powers), 0x1p-207 + known_within, on.box);
}

/// Times a power of two where a coefficient is out of range: the same zeros, and the same sign.
void bring_into_range(system_polynomial& p) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = std::numeric_limits<std::int64_t>::min();
  for (const system_term& t : p) {
    if (t.re.is_zero()) continue;
    const std::int64_t size = exact::to_expansion(t.re).exponent;
    least = std::min(least, size), most = std::max(most, size);
  }
  if ((least >= least_exponent && most <= largest_exponent) || most - least > largest_exponent - least_exponent) return;
  const std::int64_t down = std::min(most, least - least_exponent);
  for (system_term& t : p) {
    for (exact::real* part : {&t.re, &t.im})
      if (!part->is_zero()) part->binary_exponent -= down;
    if (t.error_exponent != system_term::none) t.error_exponent -= down;
    if (!t.times_pi) continue;
    exact::real times = *t.times_pi;
    times.binary_exponent -= down;
    t.times_pi = std::make_shared<const exact::real>(std::move(times));
  }
}

/// In the variables that were typed and the roots, which have the numbers behind these here.
bernstein_polynomial in_bernstein_form(system_polynomial p, const std::string& where, box_variables& on) {
  if (on.functions.roots().size() > on.roots) return {};  // all is read again
  bring_into_range(p);
  if (on.functions.roots().empty() && on.functions.sines().empty()) return polynomial_form(p, where, on);
  if (has_sines(p, on)) {
    try {
      return local_form_of(p, on).in_bernstein_form();
    } catch (const too_wide&) {
      throw;
    } catch (const error& refused) {
      throw error(where + ": " + refused.what());
    }
  }
  for (system_term& t : p)
    for (auto& factor : t.factors) factor.first = axis_of(factor.first, on);
  return polynomial_form(p, where, on);
}

/// An equation with quotients is its numerator, and the squares of its divisors are to be positive.
bernstein_polynomial expression(const std::string& text, const std::string& where, box_variables& on,
                                std::vector<bernstein_polynomial>* squares) {
  auto known = on.known.find(where);
  if (known == on.known.end()) {
    const std::string plain = expression_text(text, where);
    text_cursor cursor(plain, where, 0);
    box_expression read;
    on.names.divisors = squares != nullptr ? &read.divisors : nullptr;
    read.numerator = read_equation(cursor, on.names);
    on.names.divisors = nullptr;
    for (const system_polynomial& d : read.divisors)
      read.numerator = without_shared_factors(std::move(read.numerator), d, plain.size());
    known = on.known.emplace(where, std::move(read)).first;
  }
  const box_expression& e = known->second;
  exact::limited_arithmetic arithmetic(text.size());
  term_arithmetic terms(arithmetic);
  for (const system_polynomial& d : e.divisors)
    squares->push_back(in_bernstein_form(terms.multiply(d, d), where + ", a divisor", on));
  return in_bernstein_form(e.numerator, where, on);
}

}  // namespace

std::vector<bernstein_polynomial> equations_of_roots(box_variables& on, const std::string& where) {
  std::vector<bernstein_polynomial> all;
  exact::limited_arithmetic arithmetic(1000);
  term_arithmetic terms(arithmetic);
  for (const new_unknowns::root& r : on.functions.roots()) {
    system_term power = term_of_one();
    power.factors.emplace_back(r.variable, r.degree);
    system_polynomial p = terms.multiply({power}, r.below), above = r.above;
    negate(above);
    std::move(above.begin(), above.end(), std::back_inserter(p));
    all.push_back(in_bernstein_form(terms.collected(std::move(p)), where + "a root of unknowns", on));
  }
  return all;
}

double number_of(const json& value, const std::string& where, double& error_bound) {
  if (value.is_number_integer()) {
    const double x = value.get<double>();
    if (std::fabs(x) > 0x1p53) error_bound = std::max(error_bound, std::fabs(x) * 0x1p-53);
    return x;
  }
  if (value.is_number_float()) {
    const double x = value.get<double>();
    if (x != std::floor(x) || std::fabs(x) > 0x1p53)
      error_bound = std::max({error_bound, std::fabs(x) * 0x1p-53, std::fabs(x) < 0x1p-1000 ? 0x1p-1074 : 0});
    return x;
  }
  exact::real x;
  qd parts;
  if (value.is_string()) {
    const std::string text = value.get<std::string>();
    if (text == "nan") return NAN;
    if (text == "inf") return HUGE_VAL;
    if (text == "-inf") return -HUGE_VAL;
    if (exact::parse_real(text, x)) {
      if (!to_qd(x, parts))
        throw error(where + ": found " + shown(value) + ", expected 0 or a number from 1e-240 to 1e288 in size");
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

bernstein_polynomial read_box_polynomial(const json& value, const std::string& where, box_variables& on,
                                         boxes::spline_knots& knots, std::vector<bernstein_polynomial>* squares) {
  if (value.is_string()) return expression(value.get<std::string>(), where, on, squares);
  if (!value.is_object())
    throw error(where + ": found " + shown(value) + ", expected a text or {\"degrees\": [...], \"bernstein\": [...]}");
  refuse_other_keys(value, {"degrees", "bernstein", "power", "control", "knots"}, where);
  bernstein_polynomial f;
  const std::size_t n = on.box.size();
  const json degrees = value.contains("degrees") ? value["degrees"] : json();
  if (!degrees.is_array() || degrees.size() != n)
    throw error(where + ": found " +
                (degrees.is_array() ? std::to_string(degrees.size()) + " degrees" : "no list of degrees") +
                ", expected " + std::to_string(n));
  std::uint64_t size = 1;
  for (const json& d : degrees) {
    if (!d.is_number_unsigned() || d.get<std::uint64_t>() > 64)
      throw error(where + ": found degree " + shown(d) + ", expected 0 to 64");
    f.degrees.push_back(d.get<int>());
    size = std::min(size * (static_cast<std::uint64_t>(f.degrees.back()) + 1), std::uint64_t{1} << 40);
  }
  const bool power = value.contains("power"), control = value.contains("control");
  if (value.contains("bernstein") + power + control != 1)
    throw error(where + ": found " + (value.contains("bernstein") || power || control ? "several" : "none") +
                ", expected one of \"bernstein\", \"power\" and \"control\"");
  f.coefficients = numbers_of(value[power ? "power" : control ? "control" : "bernstein"], where, f.error);
  if (control) {
    read_knots(value, f, where, on, knots);
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
  bernstein_polynomial converted = boxes::bernstein_form(f.degrees, std::move(powers), 0, on.box);
  if (f.error > 0) {
    // The error of the coefficients, through the same sums.
    double sum = 0;
    const std::vector<double> ones(size, 1.0);
    std::vector<qd> all(size, qd(f.error));
    std::vector<std::array<double, 2>> moduli;
    for (const auto& [from, to] : on.box) {
      const double most = std::max(std::fabs(from), std::fabs(to));
      moduli.push_back({most / 2, most});
    }
    const bernstein_polynomial worst = boxes::bernstein_form(f.degrees, std::move(all), 0, moduli);
    for (const double c : worst.coefficients) sum = std::max(sum, std::fabs(c));
    converted.error += 1.01 * (sum + worst.error);
  }
  return converted;
}

}  // namespace vieta::io
