#include "oracles/system_oracle.hpp"

#include <cmath>
#include <map>

#include "exact/arb.hpp"
#ifdef VIETA_ARB_IS_APART
#include <acb_mat.h>
#else
#include <flint/acb_mat.h>
#endif

namespace vieta::test {

namespace {

constexpr slong precision = 700;

struct number {
  acb_t z;
  number() { acb_init(z); }
  number(const number& other) : number() { acb_set(z, other.z); }
  number& operator=(const number& other) {
    acb_set(z, other.z);
    return *this;
  }
  ~number() { acb_clear(z); }
};

void set(arb_t out, const qd& x) {
  arb_t part;
  arb_init(part);
  arb_set_d(out, x.x0);
  for (const double limb : {x.x1, x.x2, x.x3}) {
    arb_set_d(part, limb);
    arb_add(out, out, part, ARF_PREC_EXACT);
  }
  arb_clear(part);
}

std::vector<number> balls(const system_point& x) {
  std::vector<number> r(x.size());
  for (std::size_t v = 0; v < x.size(); ++v) set(acb_realref(r[v].z), x[v].re), set(acb_imagref(r[v].z), x[v].im);
  return r;
}

qd rounded(const arb_t x) {
  double part[4];
  arf_t rest, limb;
  arf_init(rest), arf_init(limb);
  arf_set(rest, arb_midref(x));
  for (double& p : part) {
    p = arf_get_d(rest, ARF_RND_NEAR);
    arf_set_d(limb, p);
    arf_sub(rest, rest, limb, ARF_PREC_EXACT, ARF_RND_DOWN);
  }
  arf_clear(rest), arf_clear(limb);
  return qd::renormalised(part[0], part[1], part[2], part[3]);
}

double modulus(const acb_t z) {
  arb_t size;
  arf_t upper;
  arb_init(size), arf_init(upper);
  acb_abs(size, z, precision);
  arb_get_ubound_arf(upper, size, precision);
  const double d = arf_get_d(upper, ARF_RND_UP);
  arb_clear(size), arf_clear(upper);
  return d;
}

/// out = the term, or its derivative for a variable (`by` >= 0).
void evaluate(number& out, const plain_term& t, const std::vector<number>& x, int by = -1) {
  acb_set_d_d(out.z, t.re, t.im);
  number p;
  bool has = by < 0;
  for (const auto& [v, e] : t.powers) {
    int power = e;
    if (v == by) {
      has = true;
      acb_mul_si(out.z, out.z, e, precision);
      --power;
    }
    acb_pow_ui(p.z, x[static_cast<std::size_t>(v)].z, static_cast<ulong>(power), precision);
    acb_mul(out.z, out.z, p.z, precision);
  }
  if (!has) acb_zero(out.z);
}

template <class Use>
void for_entries(const plain_system& s, const system_point& at, bool jacobian, Use&& use) {
  const std::vector<number> x = balls(at);
  number term, sum;
  for (const auto& equation : s.equations)
    for (int by = jacobian ? 0 : -1; by < (jacobian ? s.variables : 0); ++by) {
      acb_zero(sum.z);
      double size = 0;
      for (const plain_term& t : equation) {
        evaluate(term, t, x, by);
        acb_add(sum.z, sum.z, term.z, precision);
        size += modulus(term.z);
      }
      use(sum.z, size);
    }
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
  std::vector<vieta::complex<qd>> r;
  for_entries(s, x, false, [&](const acb_t z, double) {
    r.push_back({rounded(acb_realref(z)), rounded(acb_imagref(z))});
  });
  return r;
}
std::vector<vieta::complex<qd>> plain_jacobian(const plain_system& s, const system_point& x) {
  std::vector<vieta::complex<qd>> r;
  for_entries(s, x, true, [&](const acb_t z, double) {
    r.push_back({rounded(acb_realref(z)), rounded(acb_imagref(z))});
  });
  return r;
}
std::vector<double> plain_sizes(const plain_system& s, const system_point& x) {
  std::vector<double> r;
  for_entries(s, x, false, [&](const acb_t, double size) { r.push_back(size); });
  return r;
}
std::vector<double> plain_jacobian_sizes(const plain_system& s, const system_point& x) {
  std::vector<double> r;
  for_entries(s, x, true, [&](const acb_t, double size) { r.push_back(size); });
  return r;
}

double plain_residual(const plain_system& s, const system_point& x) {
  double most = 0;
  for_entries(s, x, false, [&](const acb_t z, double) { most = std::max(most, modulus(z)); });
  return most;
}

double distance_to_zero(const plain_system& s, const system_point& at) {
  const auto n = static_cast<slong>(s.variables);
  std::vector<number> x = balls(at);
  const std::vector<number> start = x;
  acb_mat_t jacobian, value;
  acb_mat_init(jacobian, n, n), acb_mat_init(value, n, 1);
  number term;
  double step = HUGE_VAL;
  for (int k = 0; k < 12 && step > 1e-150; ++k) {
    acb_mat_zero(jacobian), acb_mat_zero(value);
    for (slong e = 0; e < n; ++e)
      for (const plain_term& t : s.equations[static_cast<std::size_t>(e)]) {
        evaluate(term, t, x);
        acb_add(acb_mat_entry(value, e, 0), acb_mat_entry(value, e, 0), term.z, precision);
        for (const auto& [v, power] : t.powers) {
          evaluate(term, t, x, v);
          acb_add(acb_mat_entry(jacobian, e, v), acb_mat_entry(jacobian, e, v), term.z, precision);
        }
      }
    acb_mat_get_mid(jacobian, jacobian), acb_mat_get_mid(value, value);
    if (acb_mat_solve(value, jacobian, value, precision) == 0) break;
    step = 0;
    for (slong v = 0; v < n; ++v) {
      number& z = x[static_cast<std::size_t>(v)];
      acb_sub(z.z, z.z, acb_mat_entry(value, v, 0), precision);
      acb_get_mid(z.z, z.z);
      step = std::max(step, modulus(acb_mat_entry(value, v, 0)));
    }
  }
  acb_mat_clear(jacobian), acb_mat_clear(value);
  if (!(step <= 1e-120)) return HUGE_VAL;
  double most = 0;
  for (std::size_t v = 0; v < x.size(); ++v) {
    acb_sub(term.z, x[v].z, start[v].z, precision);
    most = std::max(most, modulus(term.z));
  }
  return most;
}

double difference(const vieta::complex<qd>& a, const vieta::complex<qd>& b) {
  const qd re = a.re - b.re, im = a.im - b.im;
  return std::hypot(re.x0, im.x0);
}

}  // namespace vieta::test
