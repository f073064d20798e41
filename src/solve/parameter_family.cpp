#include "solve/parameter_family.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "exact/arithmetic.hpp"
#include "solve/count/exact_terms.hpp"
#include "systems/point_sizes.hpp"
#include "vieta/error.hpp"

namespace vieta::tracking {

namespace {

constexpr std::uint32_t unknown = UINT32_MAX;

unsigned degree_of(const parameter_family::term& t) {
  unsigned d = 0;
  for (const auto& [v, e] : t.exponents) d += e;
  return d;
}

/// An exact complex number.
struct exact_complex {
  exact::real re, im;
};
exact::real sum_of(const qd& x) {
  exact::real sum;
  for (const double limb : {x.x0, x.x1, x.x2, x.x3})
    if (limb != 0) sum = exact::add(sum, exact::from_double(limb));
  return sum;
}
exact_complex operator+(const exact_complex& a, const exact_complex& b) {
  return {exact::add(a.re, b.re), exact::add(a.im, b.im)};
}
exact_complex operator*(const exact_complex& a, const exact_complex& b) {
  return {exact::subtract(exact::multiply(a.re, b.re), exact::multiply(a.im, b.im)),
          exact::add(exact::multiply(a.re, b.im), exact::multiply(a.im, b.re))};
}

/// z^e for e > 0 by squaring.
template <class Complex>
Complex power(Complex z, std::uint32_t e) {
  Complex result = z;
  for (--e; e > 0; e >>= 1) {
    if (e & 1) result = result * z;
    if (e > 1) z = z * z;
  }
  return result;
}

/// Whether all limbs of a number of this size are normal numbers, as those of products that are in range too.
bool is_in_range(double size) { return size > 0x1p-600 && size < 0x1p900; }

double size_of(const qd& x) { return std::fabs(x.x0); }
double size_of(const complex<qd>& z) { return systems::modulus(z); }

using powers = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// factor * powers of parameters, each as `number` has it. False where one of the products is out of range.
template <class Number, class Parameter>
bool multiply(Number& factor, const powers& exponents, const Parameter& number) {
  bool in_range = true;
  for (const auto& [k, e] : exponents) {
    // No lower power has underflowed where the highest one has not; what has overflowed does not come back.
    const Number p = power(number(k), e);
    factor = factor * p;
    in_range = in_range && is_in_range(size_of(p)) && is_in_range(size_of(factor));
  }
  return in_range;
}

bool is_real(const parameter_term& part, const std::complex<double>* parameters) {
  return part.factor.im.x0 == 0 && std::all_of(part.exponents.begin(), part.exponents.end(),
                                               [&](const auto& p) { return parameters[p.first].imag() == 0; });
}

exact_complex times_powers(exact_complex z, const powers& exponents, const std::complex<double>* parameters) {
  for (const auto& [k, e] : exponents)
    z = z * power(exact_complex{exact::from_double(parameters[k].real()), exact::from_double(parameters[k].imag())}, e);
  return z;
}

exact_complex exact_value(const parameter_term& part, const std::complex<double>* parameters) {
  return times_powers({sum_of(part.factor.re), sum_of(part.factor.im)}, part.exponents, parameters);
}

/// Exact powers have 53 bits for each factor: beyond so many factors no instance is worth the wait.
constexpr std::uint64_t most_exact_factors = 4096;

/// Within 2^-208. Below 2^-700 the last of four doubles would be subnormal: false there, and near overflow.
bool rounded(const exact::real& x, qd& out) {
  out = qd(0.0);
  if (x.is_zero()) return true;
  const exact::expansion e = exact::to_expansion(x);
  if (e.exponent < -700 || e.exponent > 960) return false;
  const auto limb = [&](int k) { return std::ldexp(e.limb[k], static_cast<int>(e.exponent)); };
  out = qd(limb(0), limb(1), limb(2), limb(3));
  return true;
}

}  // namespace

parameter_family::parameter_family(const polynomial_system& system, std::span<const std::string> parameters)
    : parameters_(parameters.size()), factor_error_(system.data().coefficient_error) {
  const std::vector<std::string>& names = system.variables();
  std::vector<std::uint32_t> parameter(names.size(), unknown), number(names.size());
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const auto found = std::find(names.begin(), names.end(), parameters[k]);
    if (found == names.end())
      throw error("parameter '" + parameters[k] + "': found no such name in the system, expected one of its names");
    std::uint32_t& place = parameter[static_cast<std::size_t>(found - names.begin())];
    if (place != unknown) throw error("parameter '" + parameters[k] + "': found twice, expected each name once");
    place = static_cast<std::uint32_t>(k);
  }
  for (std::size_t v = 0; v < names.size(); ++v)
    if (parameter[v] == unknown) {
      number[v] = static_cast<std::uint32_t>(unknowns_.size());
      unknowns_.push_back(names[v]);
    }
  for (const std::vector<plain_term>& equation : terms_of(system.data())) {
    std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, parameter_polynomial> terms;
    for (const plain_term& t : equation) {
      std::vector<std::pair<std::uint32_t, std::uint32_t>> exponents;
      parameter_term part{{}, t.coefficient, t.exact};
      for (const auto& [v, e] : t.exponents)
        if (parameter[v] == unknown)
          exponents.emplace_back(number[v], e);
        else
          part.exponents.emplace_back(parameter[v], e);
      terms[std::move(exponents)].push_back(std::move(part));
    }
    std::vector<term>& into = equations_.emplace_back();
    for (auto& [exponents, coefficient] : terms) into.push_back({exponents, std::move(coefficient)});
  }
  const auto exact = counting::exact_equations_of(system.data());
  if (!exact) return;
  for (const counting::exact_equation& equation : *exact) {
    std::vector<exact_part>& parts = exact_parts_.emplace_back();
    for (const counting::exact_term& t : equation) {
      exact_part& part = parts.emplace_back();
      part.re = t.re, part.im = t.im;
      for (const auto& [v, e] : t.powers)
        if (parameter[v] == unknown)
          part.exponents.emplace_back(number[v], e);
        else
          part.of_parameters.emplace_back(parameter[v], e);
    }
  }
}

std::size_t parameter_family::terms() const {
  std::size_t count = 0;
  for (const auto& equation : equations_) count += equation.size();
  return count;
}

homotopy_tape parameter_family::tape() const {
  std::vector<std::vector<homotopy_term>> all;
  for (const std::vector<term>& equation : equations_) {
    unsigned degree = 0;
    for (const term& t : equation) degree = std::max(degree, degree_of(t));
    std::vector<homotopy_term>& into = all.emplace_back();
    for (const term& t : equation) {
      homotopy_term h;
      for (const auto& [v, e] : t.exponents) h.factors.emplace_back(v + 1, e);
      if (const unsigned d = degree_of(t); d < degree) h.factors.emplace_back(0, degree - d);
      h.coefficient = t.coefficient;
      into.push_back(std::move(h));
    }
  }
  return {static_cast<std::uint32_t>(unknowns_.size() + 1), all, false, static_cast<std::uint32_t>(parameters_)};
}

family_member::family_member(const parameter_family& family) : family_(family) {
  // The builder arranges terms as it likes: their coefficients are their numbers, from 1 on.
  systems::system_builder builder(family.unknowns());
  std::size_t count = 0;
  for (const auto& equation : family.equations()) {
    std::vector<systems::system_builder::term> terms;
    for (const parameter_family::term& t : equation) {
      systems::system_builder::term& out = terms.emplace_back();
      for (const auto& [v, e] : t.exponents) out.factors.emplace_back(v, e);
      out.re[0] = static_cast<double>(++count);
      coefficients_.push_back(&t.coefficient);
    }
    builder.add(terms);
  }
  data_ = builder.finish().data();
  for (const double number : data_.re[0]) term_of_.push_back(static_cast<std::size_t>(number) - 1);
  values_.resize(count);
}

family_member::value family_member::evaluate(const parameter_polynomial& coefficient,
                                             const std::complex<double>* parameters) const {
  value result;
  if (coefficient.size() == 1 && coefficient[0].exponents.empty()) {
    result.z = coefficient[0].factor;
    result.error = coefficient[0].exact ? 0 : family_.factor_error();
    return result;
  }
  // docs/method/arithmetic.md: qd products err by 2^-204, sums by 2^-211, relative to the moduli that enter. A complex
  // product makes that 2^-202 at most; a part is a tree of them, with as many as it has factors.
  double moduli = 0;
  std::uint64_t longest = 1;
  bool in_range = true, exact = true, inexact_in_range = true;
  std::size_t parts = 0;  // those that are not 0
  double inexact = 0;
  const auto is_zero = [&](const parameter_term& part) {
    return std::any_of(part.exponents.begin(), part.exponents.end(),
                       [&](const auto& p) { return parameters[p.first] == 0.0; });
  };
  for (const parameter_term& part : coefficient) {
    if (is_zero(part)) continue;
    ++parts;
    complex<qd> z = part.factor;
    std::uint64_t length = 1;
    for (const auto& [k, e] : part.exponents) length += e;
    // The same digits as with imaginary parts of 0, in a sixth of the time.
    const bool part_in_range =
        is_real(part, parameters)
            ? multiply(z.re, part.exponents, [&](std::uint32_t k) { return qd(parameters[k].real()); })
            : multiply(z, part.exponents, [&](std::uint32_t k) {
                return complex<qd>{qd(parameters[k].real()), qd(parameters[k].imag())};
              });
    const double size = systems::modulus(z);
    moduli += size;
    in_range = in_range && part_in_range;
    if (!part.exact) inexact += size, exact = false, inexact_in_range = inexact_in_range && part_in_range;
    longest = std::max(longest, length);
    result.z = result.z + z;
  }
  const double size = systems::modulus(result.z);
  const double bound = 0x1p-201 * (static_cast<double>(parts) + static_cast<double>(longest)) * moduli;
  if (in_range && bound < 0x1p-180 * size) {
    result.error = 1.01 * (bound + family_.factor_error() * inexact) / size;
    return result;
  }
  // Cancellation, zeros, or the ends of the range of doubles: exactly.
  result.representable = in_range;
  result.known = longest <= most_exact_factors && inexact_in_range;
  if (!result.known) return result;
  exact_complex sum;
  for (const parameter_term& part : coefficient)
    if (!is_zero(part)) sum = sum + exact_value(part, parameters);
  result.representable = rounded(sum.re, result.z.re) && rounded(sum.im, result.z.im);
  result.error = 0x1p-207;
  if (!exact) result.error += 1.01 * family_.factor_error() * inexact / systems::modulus(result.z);
  result.known = result.representable && std::isfinite(result.error);
  if (!result.known) result.error = 0;
  return result;
}

void family_member::set(const std::complex<double>* parameters) {
  bool complex_member = false;
  data_.coefficient_error = 0;
  provable_ = representable_ = true;
  for (std::size_t j = 0; j < values_.size(); ++j) {
    values_[j] = evaluate(*coefficients_[j], parameters);
    complex_member = complex_member || values_[j].z.im.x0 != 0;
    provable_ = provable_ && values_[j].known;
    representable_ = representable_ && values_[j].representable;
    data_.coefficient_error = std::max(data_.coefficient_error, values_[j].error);
  }
  const std::size_t count = term_of_.size();
  for (std::size_t part = 0; part < 4; ++part) {
    data_.re[part].assign(count, 0);
    data_.im[part].assign(complex_member ? count : 0, 0);
  }
  for (std::size_t t = 0; t < count; ++t) {
    const complex<qd>& z = values_[term_of_[t]].z;
    const double re[4] = {z.re.x0, z.re.x1, z.re.x2, z.re.x3}, im[4] = {z.im.x0, z.im.x1, z.im.x2, z.im.x3};
    for (std::size_t part = 0; part < 4; ++part) {
      data_.re[part][t] = re[part];
      if (complex_member) data_.im[part][t] = im[part];
    }
  }
  look_at();
}

void family_member::look_at() {
  std::vector<bool> occurs(family_.unknowns().size(), false);
  inconsistent_ = not_isolated_ = false;
  std::size_t j = 0;
  for (const auto& equation : family_.equations()) {
    bool zero = true, constant = true;
    for (const parameter_family::term& t : equation) {
      const value& coefficient = values_[j++];
      if (coefficient.is_zero()) continue;
      zero = false;
      constant = constant && coefficient.known && t.exponents.empty();
      for (const auto& [v, e] : t.exponents) occurs[v] = true;
    }
    if (zero) not_isolated_ = true;
    if (!zero && constant) inconsistent_ = true;
  }
  for (const bool o : occurs) not_isolated_ = not_isolated_ || !o;
}

std::optional<polynomial_system> exact_member(const parameter_family& family, const std::complex<double>* parameters) {
  if (family.exact_parts().empty()) return std::nullopt;
  systems::system_builder builder(family.unknowns());
  for (const std::vector<parameter_family::exact_part>& equation : family.exact_parts()) {
    std::map<powers, exact_complex> sums;
    for (const parameter_family::exact_part& part : equation) {
      std::uint64_t length = 1;
      for (const auto& [k, e] : part.of_parameters) length += e;
      if (length > most_exact_factors) return std::nullopt;
      exact_complex& sum = sums[part.exponents];
      sum = sum + times_powers({part.re, part.im}, part.of_parameters, parameters);
    }
    std::vector<systems::system_builder::term> terms;
    for (auto& [exponents, sum] : sums) {
      if (sum.re.is_zero() && sum.im.is_zero()) continue;
      systems::system_builder::term& out = terms.emplace_back();
      for (const auto& [v, e] : exponents) out.factors.emplace_back(v, e);
      out.exact_re = std::move(sum.re), out.exact_im = std::move(sum.im);
    }
    builder.add_exact(std::move(terms));
  }
  return builder.finish();
}

}  // namespace vieta::tracking
