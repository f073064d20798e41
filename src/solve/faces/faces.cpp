#include "solve/faces/faces.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "solve/track/batch.hpp"
#include "systems/point_sizes.hpp"
#include "systems/representation.hpp"
#include "vieta/newton.hpp"

namespace vieta::tracking {

namespace {

using scalar = std::complex<double>;

/// Denominators of exponents, and how far exponents may be from a multiple of 1 / m, in these.
constexpr int most_denominator = 12;
constexpr double near_whole = 0.03;
/// Beside the largest term of the face the others are below this.
constexpr double small_beside_face = 0.1;
/// Solutions of the face are looked for within this, relative to the largest coordinate; what counts as zero there.
constexpr double near_the_point = 0.2, counts_as_zero = 1e-40;
/// What two doubles do not bring below this is no zero in four either.
constexpr double may_be_zero = 1e-20;
constexpr int most_exponent = 100;
/// A residual grows with the unknowns about like this power of the largest.
constexpr double size_power = 4;
/// That there is no zero is proven so many times: it takes some hundredths of a second.
constexpr std::size_t most_proofs = 32;

struct direction {
  std::vector<int> k;
  int denominator = 1;
};

/// The exponents of t in each unknown, least ones 0: as multiples of 1 / m.
std::optional<direction> direction_of(const std::vector<scalar>& slopes) {
  const auto real_less = [](const scalar& a, const scalar& b) { return a.real() < b.real(); };
  const scalar least = *std::min_element(slopes.begin(), slopes.end(), real_less);
  for (int m = 1; m <= most_denominator; ++m) {
    direction d{{}, m};
    for (const scalar& s : slopes) {
      const scalar exponent = static_cast<double>(m) * (s - least);
      const double whole = std::round(exponent.real());
      if (!(std::abs(exponent - whole) <= near_whole) || whole > most_exponent) break;
      d.k.push_back(static_cast<int>(whole));
    }
    if (d.k.size() == slopes.size() && d.k[0] > 0) return d;
  }
  return std::nullopt;
}

/// A homotopy's term: the exponents of all unknowns.
struct homotopy_monomial {
  std::vector<std::uint32_t> exponents;
  complex<qd> target, change;
};

complex<qd> coefficient_at(const double* eight) {
  return {qd(eight[0], eight[1], eight[2], eight[3]), qd(eight[4], eight[5], eight[6], eight[7])};
}

bool is_zero(const complex<qd>& c) { return c.re.x0 == 0 && c.im.x0 == 0; }

std::vector<std::vector<homotopy_monomial>> monomials_of(const tape_view& tape) {
  const std::size_t n = tape.variables;
  std::vector<std::vector<std::uint32_t>> nodes(1 + n + tape.products, std::vector<std::uint32_t>(n, 0));
  for (std::size_t v = 0; v < n; ++v) nodes[1 + v][v] = 1;
  for (std::size_t p = 0; p < tape.products; ++p)
    for (std::size_t v = 0; v < n; ++v) nodes[1 + n + p][v] = nodes[tape.left[p]][v] + nodes[tape.right[p]][v];
  std::vector<std::vector<homotopy_monomial>> equations(tape.equations);
  for (std::size_t e = 0; e < tape.equations; ++e)
    for (std::size_t j = tape.term_begin[e]; j < tape.term_begin[e + 1]; ++j)
      equations[e].push_back(
          {nodes[tape.term_node[j]], coefficient_at(tape.target + 8 * j), coefficient_at(tape.change + 8 * j)});
  return equations;
}

/// Looks at the faces of one homotopy.
class face_looker {
 public:
  explicit face_looker(const homotopy_tape& tape) : equations_(monomials_of(tape.view())) {}

  face_report look(const far_point& end, const direction& d) {
    const std::size_t n = end.z.size();
    std::vector<double> size;
    for (const scalar& z : end.z) size.push_back(std::abs(z));
    const auto first = static_cast<std::size_t>(std::min_element(d.k.begin(), d.k.end()) - d.k.begin());
    const std::size_t second = d.k[0] != d.k[first] ? 0 : n;
    if (second == n || !(size[0] > 0)) return {};
    // z_v / z_first lambda^-k_v with lambda^k_second = z_second / z_first.
    const scalar logarithm = std::log(end.z[second] / end.z[first]) / static_cast<double>(d.k[second]);
    system_point start;
    std::vector<std::string> names;
    std::vector<std::size_t> place(n, n);
    double largest = 1;
    for (std::size_t v = 0; v < n; ++v) {
      if (v == first || v == second) continue;
      const scalar c = end.z[v] / end.z[first] * std::exp(-static_cast<double>(d.k[v]) * logarithm);
      if (!std::isfinite(std::abs(c)) || c == 0.0) return {};
      largest = std::max(largest, std::abs(c));
      place[v] = names.size();
      names.push_back("c" + std::to_string(v));
      start.push_back({qd(c.real()), qd(c.imag())});
    }
    if (names.empty()) return {};
    double widest_gap = 1;
    const auto system = system_of_face(end, d, size, place, names, widest_gap);
    if (!system) return {};
    // A least-squares problem in four doubles takes ten times as long as in two.
    newton_options options;
    options.precision = 2, options.on.threads = 1, options.on.place = where::cpu;
    options.prove = false;
    const auto has_end = [](const newton_solution& at) {
      return at.status == newton_status::converged || at.status == newton_status::stagnated;
    };
    newton_solution s = newton(*system, std::span(&start, 1), options).solutions[0];
    options.precision = 4;
    if (has_end(s) && s.residual <= may_be_zero * std::pow(largest, size_power))
      s = newton(*system, std::span(&s.x, 1), options).solutions[0];
    if (!has_end(s)) return {};
    const double way = systems::distance(s.x, start);
    if (!(way <= near_the_point * largest)) return {};
    if (s.residual <= counts_as_zero * std::pow(largest, size_power))
      return {face_verdict::shown, std::pow(counts_as_zero, -static_cast<double>(d.k[0] - d.k[first]) / widest_gap)};
    if (proofs_ == most_proofs) return {};
    ++proofs_;
    options.prove = true;
    s = newton(*system, std::span(&s.x, 1), options).solutions[0];
    return {s.proof == newton_proof::no_solution ? face_verdict::refuted : face_verdict::unknown, 0};
  }

 private:
  /// Nothing where the point does not have it that the terms of the face are those that count.
  std::optional<polynomial_system> system_of_face(const far_point& end, const direction& d,
                                                  const std::vector<double>& size,
                                                  const std::vector<std::size_t>& place,
                                                  const std::vector<std::string>& names, double& widest_gap) const {
    systems::system_builder builder(names);
    for (const std::vector<homotopy_monomial>& equation : equations_) {
      const auto weight = [&](const homotopy_monomial& t) {
        long long sum = is_zero(t.target) ? d.denominator : 0;
        for (std::size_t v = 0; v < d.k.size(); ++v) sum += static_cast<long long>(d.k[v]) * t.exponents[v];
        return sum;
      };
      long long least = weight(equation[0]);
      for (const homotopy_monomial& t : equation) least = std::min(least, weight(t));
      std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, complex<qd>> terms;
      double largest = 0, others = 0, largest_coefficient = 0, gap = HUGE_VAL;
      std::size_t on_face = 0;
      for (const homotopy_monomial& t : equation) {
        const complex<qd>& c = is_zero(t.target) ? t.change : t.target;
        double logarithm = std::log(systems::modulus(c)) + (is_zero(t.target) ? std::log(end.t) : 0);
        for (std::size_t v = 0; v < size.size(); ++v)
          if (t.exponents[v] > 0) logarithm += t.exponents[v] * std::log(size[v]);
        const double value = std::exp(logarithm);
        if (weight(t) != least) {
          others += value;
          gap = std::min(gap, static_cast<double>(weight(t) - least));
          continue;
        }
        ++on_face;
        largest = std::max(largest, value), largest_coefficient = std::max(largest_coefficient, systems::modulus(c));
        std::vector<std::pair<std::uint32_t, std::uint32_t>> powers;
        for (std::size_t v = 0; v < size.size(); ++v)
          if (place[v] < names.size() && t.exponents[v] > 0)
            powers.emplace_back(static_cast<std::uint32_t>(place[v]), t.exponents[v]);
        const auto at = terms.try_emplace(std::move(powers), complex<qd>{qd(0.0), qd(0.0)}).first;
        at->second = at->second + c;
      }
      if (gap < HUGE_VAL) widest_gap = std::max(widest_gap, gap);
      if (on_face < 2 || !(others <= small_beside_face * largest)) return std::nullopt;
      std::vector<systems::system_builder::term> built;
      const double scale = std::ldexp(1.0, -std::ilogb(largest_coefficient));
      for (const auto& [powers, c] : terms) {
        if (is_zero(c)) continue;
        systems::system_builder::term& to = built.emplace_back();
        const complex<qd> scaled = c * scale;
        to.factors.assign(powers.begin(), powers.end());
        to.re = {scaled.re.x0, scaled.re.x1, scaled.re.x2, scaled.re.x3};
        to.im = {scaled.im.x0, scaled.im.x1, scaled.im.x2, scaled.im.x3};
      }
      if (built.empty()) return std::nullopt;
      builder.add(built);
    }
    return builder.finish();
  }

  std::vector<std::vector<homotopy_monomial>> equations_;
  std::size_t proofs_ = 0;
};

}  // namespace

std::vector<face_report> look_at_faces(const homotopy_tape& tape, const std::vector<far_point>& ends,
                                       const std::function<bool()>& must_stop) {
  std::vector<face_report> verdicts(ends.size());
  if (ends.empty() || tape.view().toric || tape.view().parameters > 0) return verdicts;
  face_looker looker(tape);
  const batch lanes(tape, 0);
  for (std::size_t first = 0; first < ends.size() && !must_stop(); first += lanes.lanes()) {
    const std::size_t count = std::min(lanes.lanes(), ends.size() - first);
    for (std::size_t l = 0; l < lanes.lanes(); ++l) {
      const far_point& end = ends[first + std::min(l, count - 1)];
      projective_point z;
      for (const scalar& x : end.z) z.push_back({qd(x.real()), qd(x.imag())});
      lanes.start_at(l, z);
      for (std::size_t k = 0; k < orders; ++k) lanes.set_t(l, k, k == 0 ? end.t : k == 1 ? -1.0 : 0.0);
      lanes.set_step(l, 0, end.t, 1);
    }
    lanes.expand();
    for (std::size_t l = 0; l < count && !must_stop(); ++l) {
      const far_point& end = ends[first + l];
      std::vector<scalar> exponents = lanes.logarithmic_slopes(l);
      for (scalar& s : exponents) s *= -end.t;
      if (const auto d = direction_of(exponents)) verdicts[first + l] = looker.look(end, *d);
    }
  }
  return verdicts;
}

}  // namespace vieta::tracking
