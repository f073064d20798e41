#include "solve/start/start_system.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace vieta::tracking {

namespace {

constexpr double turn = 6.283185307179586;

unsigned degree_of(const std::vector<plain_term>& equation) {
  unsigned degree = 0;
  for (const plain_term& t : equation) degree = std::max(degree, t.degree());
  return degree;
}

}  // namespace

double total_degree(const std::vector<std::vector<plain_term>>& equations) {
  double product = 1;
  for (const auto& equation : equations) product *= degree_of(equation);
  return product;
}

std::complex<double> on_circle(std::mt19937_64& random) {
  return std::polar(1.0, turn * std::ldexp(static_cast<double>(random() >> 11), -53));
}

complex<qd> as_qd(const std::complex<double>& z) { return {qd(z.real()), qd(z.imag())}; }

double unit_scale(const std::vector<plain_term>& equation) {
  double largest = 0;
  for (const plain_term& t : equation)
    largest = std::max({largest, std::fabs(t.coefficient.re.x0), std::fabs(t.coefficient.im.x0)});
  if (!(largest > 0)) return 1.0;  // all coefficients vanish at these parameters: ilogb(0) has no negative
  return std::ldexp(1.0, -std::ilogb(largest));
}

std::vector<homotopy_term> straight_line(const std::vector<plain_term>& equation, unsigned degree,
                                         std::vector<homotopy_term> start) {
  std::map<std::vector<systems::product_graph_builder::factor>, std::size_t> place;
  for (std::size_t k = 0; k < start.size(); ++k) place.try_emplace(start[k].factors, k);
  const double scale = unit_scale(equation);
  std::vector<bool> used(start.size(), false);
  std::vector<homotopy_term> terms;
  for (const plain_term& t : equation) {
    homotopy_term h;
    for (const auto& [v, exponent] : t.exponents) h.factors.emplace_back(v + 1, exponent);
    if (const unsigned d = t.degree(); d < degree) h.factors.emplace_back(0, degree - d);
    h.target = t.coefficient * scale;
    h.change = -h.target;
    if (const auto at = place.find(h.factors); at != place.end()) {
      h.change += start[at->second].change;
      used[at->second] = true;
    }
    terms.push_back(std::move(h));
  }
  for (std::size_t k = 0; k < start.size(); ++k) {
    if (used[k]) continue;
    start[k].target = {qd(0.0), qd(0.0)};
    terms.push_back(std::move(start[k]));
  }
  return terms;
}

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
    const unsigned degree = degree_of(equations[e]);
    p.degrees.push_back(degree);
    const auto variable = static_cast<std::uint32_t>(e + 1);
    std::vector<homotopy_term> start(2);
    start[0].factors = {{variable, degree}}, start[1].factors = {{0, degree}};
    const std::complex<double> a = on_circle(random), b = on_circle(random);
    start[0].change = as_qd(a), start[1].change = as_qd(-b);
    p.first.push_back(std::polar(1.0, std::arg(b / a) / degree));
    p.equations.push_back(straight_line(equations[e], degree, std::move(start)));
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
