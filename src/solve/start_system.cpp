#include "solve/start_system.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace vieta::tracking {

namespace {

constexpr double turn = 6.283185307179586;

std::complex<double> on_circle(std::mt19937_64& random) {
  return std::polar(1.0, turn * std::ldexp(static_cast<double>(random() >> 11), -53));
}

complex<qd> as_qd(const std::complex<double>& z) { return {qd(z.real()), qd(z.imag())}; }

}  // namespace

struct total_degree_start::plan {
  std::vector<unsigned> degrees;
  std::vector<std::complex<double>> first;
  std::vector<std::vector<homotopy_term>> equations;
};

total_degree_start::plan total_degree_start::make_plan(const std::vector<std::vector<plain_term>>& equations,
                                                       std::uint64_t seed) {
  plan p;
  std::mt19937_64 random(seed);
  for (std::size_t e = 0; e < equations.size(); ++e) {
    unsigned degree = 0;
    double largest = 0;
    for (const plain_term& t : equations[e]) {
      degree = std::max(degree, t.degree());
      largest = std::max({largest, std::fabs(t.coefficient.re.x0), std::fabs(t.coefficient.im.x0)});
    }
    p.degrees.push_back(degree);
    const double scale = std::ldexp(1.0, -std::ilogb(largest));
    std::vector<homotopy_term> terms;
    const auto variable = static_cast<std::uint32_t>(e + 1);
    std::vector<homotopy_term> start(2);
    start[0].factors = {{variable, degree}}, start[1].factors = {{0, degree}};
    const std::complex<double> a = on_circle(random), b = on_circle(random);
    start[0].change = as_qd(a), start[1].change = as_qd(-b);
    p.first.push_back(std::polar(1.0, std::arg(b / a) / degree));
    for (const plain_term& t : equations[e]) {
      homotopy_term h;
      for (const auto& [v, exponent] : t.exponents) h.factors.emplace_back(v + 1, exponent);
      if (const unsigned d = t.degree(); d < degree) h.factors.emplace_back(0, degree - d);
      h.target = t.coefficient * scale;
      h.change = -h.target;
      for (homotopy_term& s : start)
        if (s.factors == h.factors) {
          h.change += s.change;
          s.factors.clear();
        }
      terms.push_back(std::move(h));
    }
    for (homotopy_term& s : start)
      if (!s.factors.empty()) {
        s.target = {qd(0.0), qd(0.0)};
        terms.push_back(std::move(s));
      }
    p.equations.push_back(std::move(terms));
  }
  return p;
}

total_degree_start::total_degree_start(const std::vector<std::vector<plain_term>>& equations, std::uint64_t seed)
    : total_degree_start(make_plan(equations, seed)) {}

total_degree_start::total_degree_start(plan&& p)
    : degrees_(std::move(p.degrees)),
      first_(std::move(p.first)),
      tape_(static_cast<std::uint32_t>(degrees_.size() + 1), p.equations) {
  for (const unsigned d : degrees_) paths_ *= d;
}

projective_point total_degree_start::solution(std::size_t path) const {
  projective_point z(degrees_.size() + 1);
  const double size = 1 / std::sqrt(static_cast<double>(z.size()));
  z[0] = {qd(size), qd(0.0)};
  for (std::size_t e = 0; e < degrees_.size(); ++e) {
    const std::size_t root = path % degrees_[e];
    path /= degrees_[e];
    z[e + 1] = as_qd(first_[e] * std::polar(size, turn * static_cast<double>(root) / degrees_[e]));
  }
  return z;
}

}  // namespace vieta::tracking
