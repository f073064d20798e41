#include "oracles/systems/system_oracle.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <map>

namespace vieta::test {

namespace {

/// 700 bits. Boost's own numbers need no library, so this judge is there wherever vieta can be built.
using real =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<700, boost::multiprecision::digit_base_2>,
                                  boost::multiprecision::et_off>;

struct number {
  real re = 0, im = 0;

  number() = default;
  explicit number(const real& x, const real& y = 0) : re(x), im(y) {}
  friend bool operator==(const number& a, const number& b) { return a.re == b.re && a.im == b.im; }

  friend number operator+(const number& a, const number& b) { return number(a.re + b.re, a.im + b.im); }
  friend number operator-(const number& a, const number& b) { return number(a.re - b.re, a.im - b.im); }
  friend number operator*(const number& a, const number& b) {
    return number(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
  }
  friend number operator/(const number& a, const number& b) {
    const real size = b.re * b.re + b.im * b.im;
    return number((a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size);
  }
};

real exactly(const qd& x) { return real(x.x0) + x.x1 + x.x2 + x.x3; }

std::vector<number> exactly(const system_point& x) {
  std::vector<number> r;
  for (const auto& z : x) r.emplace_back(exactly(z.re), exactly(z.im));
  return r;
}

qd rounded(real x) {
  double part[4];
  for (double& p : part) {
    p = static_cast<double>(x);
    x -= p;
  }
  return qd::renormalised(part[0], part[1], part[2], part[3]);
}

std::vector<vieta::complex<qd>> rounded(const std::vector<number>& all) {
  std::vector<vieta::complex<qd>> r;
  for (const number& z : all) r.push_back({rounded(z.re), rounded(z.im)});
  return r;
}

double modulus(const number& z) { return static_cast<double>(sqrt(z.re * z.re + z.im * z.im)); }

number power(const number& base, int exponent) {
  number value{1};
  for (int k = 0; k < exponent; ++k) value = value * base;
  return value;
}

/// The term, or its derivative for a variable (`by` >= 0).
number evaluate(const plain_term& t, const std::vector<number>& x, int by) {
  number value(t.re, t.im);
  bool has = by < 0;
  for (const auto& [v, e] : t.powers) {
    if (v == by) {
      has = true;
      value = value * number(e);
    }
    value = value * power(x[static_cast<std::size_t>(v)], v == by ? e - 1 : e);
  }
  return has ? value : number{};
}

/// Values: one entry for each equation. A Jacobian: a row for each, from d(c x^a)/dx_v = a_v c x^a / x_v, and where x_v
/// is 0 from the product without it. `Number` is `number`, or double for sums of moduli.
template <class Number, class Evaluate>
std::vector<Number> entries(const plain_system& s, const std::vector<Number>& x, bool jacobian,
                            const Evaluate& evaluate) {
  std::vector<Number> inverse, all;
  for (const Number& z : x) inverse.push_back(Number{1} / z);
  for (const auto& equation : s.equations) {
    std::vector<Number> sums(jacobian ? x.size() : 1);
    for (const plain_term& t : equation) {
      const Number value = evaluate(t, x, -1);
      if (!jacobian) sums[0] = sums[0] + value;
      for (const auto& [variable, e] : t.powers) {
        const auto v = static_cast<std::size_t>(variable);
        if (!jacobian) continue;
        const bool zero = x[v] == Number{};
        sums[v] = sums[v] + (zero ? evaluate(t, x, variable) : value * (Number(e) * inverse[v]));
      }
    }
    all.insert(all.end(), sums.begin(), sums.end());
  }
  return all;
}

std::vector<number> exact_entries(const plain_system& s, const system_point& x, bool jacobian) {
  return entries(s, exactly(x), jacobian, evaluate);
}

/// Sums of moduli; doubles are good enough for what bounds an error.
std::vector<double> entry_sizes(const plain_system& s, const system_point& at, bool jacobian) {
  std::vector<double> x;
  for (const auto& z : at) x.push_back(std::hypot(z.re.x0, z.im.x0));
  return entries(s, x, jacobian, [](const plain_term& t, const std::vector<double>& sizes, int by) {
    double value = std::hypot(t.re, t.im);
    for (const auto& [v, e] : t.powers)
      value *= std::pow(sizes[static_cast<std::size_t>(v)], v == by ? e - 1 : e) * (v == by ? e : 1);
    return value;
  });
}

/// a x = b by Gaussian elimination with partial pivoting; the solution takes the place of b. False for a singular a.
bool solve(std::vector<std::vector<number>>& a, std::vector<number>& b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (modulus(a[i][k]) > modulus(a[best][k])) best = i;
    if (modulus(a[best][k]) == 0) return false;
    std::swap(a[k], a[best]);
    std::swap(b[k], b[best]);
    for (std::size_t i = k + 1; i < n; ++i) {
      if (a[i][k].re == 0 && a[i][k].im == 0) continue;
      const number factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] = a[i][j] - factor * a[k][j];
      b[i] = b[i] - factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] = b[k] - a[k][j] * b[j];
    b[k] = b[k] / a[k][k];
  }
  return true;
}

std::string digits(double x) {
  char text[400];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

}  // namespace

std::vector<std::string> plain_system::names() const {
  std::vector<std::string> list;
  for (int v = 0; v < variables; ++v) list.push_back("z" + std::to_string(v));
  return list;
}

std::vector<std::string> plain_system::texts() const {
  std::vector<std::string> list;
  for (const auto& equation : equations) {
    std::string text;
    for (const plain_term& t : equation) {
      // Dyadic numbers of few bits, so that 17 digits are exact.
      text += (text.empty() ? "(" : " + (") + digits(t.re) + (t.im != 0 ? " + " + digits(t.im) + "*i)" : ")");
      for (const auto& [v, e] : t.powers) text += "*z" + std::to_string(v) + (e > 1 ? "^" + std::to_string(e) : "");
    }
    list.push_back(text);
  }
  return list;
}

polynomial_system plain_system::build() const { return polynomial_system::parse(texts(), names()); }

plain_system plain_cyclic(int n) {
  plain_system s;
  s.variables = n;
  for (int degree = 1; degree < n; ++degree) {
    s.equations.emplace_back();
    for (int j = 0; j < n; ++j) {
      plain_term t;
      for (int k = 0; k < degree; ++k) t.powers.emplace_back((j + k) % n, 1);
      s.equations.back().push_back(t);
    }
  }
  plain_term all, one;
  for (int k = 0; k < n; ++k) all.powers.emplace_back(k, 1);
  one.re = -1;
  s.equations.push_back({all, one});
  return s;
}

plain_system plain_katsura(int n) {
  plain_system s;
  s.variables = n + 1;
  for (int m = 0; m < n; ++m) {
    std::map<std::pair<int, int>, double> sum;
    for (int l = -n; l <= n; ++l) {
      const int a = std::abs(l), b = std::abs(m - l);
      if (b <= n) sum[{std::min(a, b), std::max(a, b)}] += 1;
    }
    s.equations.emplace_back();
    for (const auto& [pair, c] : sum) {
      plain_term t;
      t.re = c;
      if (pair.first == pair.second)
        t.powers = {{pair.first, 2}};
      else
        t.powers = {{pair.first, 1}, {pair.second, 1}};
      s.equations.back().push_back(t);
    }
    s.equations.back().push_back({-1, 0, {{m, 1}}});
  }
  s.equations.emplace_back();
  for (int k = 0; k <= n; ++k) s.equations.back().push_back({k == 0 ? 1.0 : 2.0, 0, {{k, 1}}});
  s.equations.back().push_back({-1, 0, {}});
  return s;
}

plain_system random_system(int variables, int equations, int terms, int factors, int power, bool complex,
                           std::mt19937_64& random) {
  const auto integer = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  plain_system s;
  s.variables = variables;
  for (int e = 0; e < equations; ++e) {
    std::map<std::map<int, int>, plain_term> distinct;
    for (int k = 0; k < terms; ++k) {
      std::map<int, int> powers;
      for (int f = integer(0, factors); f > 0; --f) powers[integer(0, variables - 1)] = integer(1, power);
      plain_term t;
      t.re = integer(-512, 512) / 64.0;
      if (t.re == 0) t.re = 1;
      t.im = complex ? integer(-512, 512) / 64.0 : 0;
      t.powers.assign(powers.begin(), powers.end());
      std::shuffle(t.powers.begin(), t.powers.end(), random);
      distinct[powers] = t;
    }
    s.equations.emplace_back();
    for (const auto& [powers, t] : distinct) s.equations.back().push_back(t);
  }
  return s;
}

std::vector<vieta::complex<qd>> plain_values(const plain_system& s, const system_point& x) {
  return rounded(exact_entries(s, x, false));
}
std::vector<vieta::complex<qd>> plain_jacobian(const plain_system& s, const system_point& x) {
  return rounded(exact_entries(s, x, true));
}
std::vector<double> plain_sizes(const plain_system& s, const system_point& x) { return entry_sizes(s, x, false); }
std::vector<double> plain_jacobian_sizes(const plain_system& s, const system_point& x) {
  return entry_sizes(s, x, true);
}

double plain_residual(const plain_system& s, const system_point& x) {
  double most = 0;
  for (const number& z : exact_entries(s, x, false)) most = std::max(most, modulus(z));
  return most;
}

double distance_to_zero(const plain_system& s, const system_point& at) {
  const auto n = static_cast<std::size_t>(s.variables);
  std::vector<number> x = exactly(at);
  const std::vector<number> start = x;
  double step = HUGE_VAL;
  for (int k = 0; k < 12 && step > 1e-150; ++k) {
    std::vector<std::vector<number>> jacobian(n, std::vector<number>(n));
    std::vector<number> value(n);
    for (std::size_t e = 0; e < n; ++e)
      for (const plain_term& t : s.equations[e]) {
        value[e] = value[e] + evaluate(t, x, -1);
        for (const auto& [v, power] : t.powers) {
          number& entry = jacobian[e][static_cast<std::size_t>(v)];
          entry = entry + evaluate(t, x, v);
        }
      }
    if (!solve(jacobian, value)) break;
    step = 0;
    for (std::size_t v = 0; v < n; ++v) {
      x[v] = x[v] - value[v];
      step = std::max(step, modulus(value[v]));
    }
  }
  if (!(step <= 1e-120)) return HUGE_VAL;
  double most = 0;
  for (std::size_t v = 0; v < n; ++v) most = std::max(most, modulus(x[v] - start[v]));
  return most;
}

double difference(const vieta::complex<qd>& a, const vieta::complex<qd>& b) {
  const qd re = a.re - b.re, im = a.im - b.im;
  return std::hypot(re.x0, im.x0);
}

}  // namespace vieta::test
