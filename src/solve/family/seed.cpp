#include <algorithm>
#include <cmath>
#include <random>

#include "solve/components/numeric.hpp"
#include "solve/family/family_start.hpp"
#include "solve/start/start_system.hpp"
#include "solve/unknowns/scaling.hpp"

namespace vieta::tracking {

namespace {

using scalar = std::complex<double>;

constexpr int attempts_of_seed = 20, most_steps_of_seed = 100;
constexpr double seed_is_there = 1e-12, longest_step_of_seed = 0.5;

scalar power_of(scalar z, std::uint32_t e) {
  scalar result = 1;
  for (; e > 0; e >>= 1, z *= z)
    if ((e & 1) != 0) result *= z;
  return result;
}

/// Values and derivatives of a family's equations, in the unknowns and then the parameters.
class joint_equations {
 public:
  explicit joint_equations(const parameter_family& family)
      : n_(family.unknowns().size()), all_(n_ + family.parameters()) {
    for (const auto& equation : family.equations()) {
      auto& into = equations_.emplace_back();
      for (const parameter_family::term& t : equation)
        for (const parameter_term& part : t.coefficient) {
          term& one = into.emplace_back();
          one.factor = decomposing::in_double(part.factor);
          one.powers = t.exponents;
          for (const auto& [k, e] : part.exponents) one.powers.emplace_back(static_cast<std::uint32_t>(n_ + k), e);
        }
    }
  }

  [[nodiscard]] std::size_t unknowns() const { return n_; }
  [[nodiscard]] std::size_t all() const { return all_; }

  void evaluate(const std::vector<scalar>& x, std::vector<scalar>& f, std::vector<scalar>& jacobian) const {
    f.assign(equations_.size(), 0), jacobian.assign(equations_.size() * all_, 0);
    for (std::size_t e = 0; e < equations_.size(); ++e)
      for (const term& t : equations_[e]) {
        scalar value = t.factor;
        for (const auto& [v, p] : t.powers) value *= power_of(x[v], p);
        f[e] += value;
        for (std::size_t j = 0; j < t.powers.size(); ++j) {
          scalar slope = t.factor * static_cast<double>(t.powers[j].second);
          for (std::size_t i = 0; i < t.powers.size(); ++i)
            slope *= power_of(x[t.powers[i].first], t.powers[i].second - (i == j));
          jacobian[e * all_ + t.powers[j].first] += slope;
        }
      }
  }

 private:
  struct term {
    scalar factor;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> powers;
  };
  std::size_t n_, all_;
  std::vector<std::vector<term>> equations_;
};

/// The shortest step s with J s = -f, where column v counts as `scale`[v] times itself: s = D J^H (J D J^H)^-1 (-f).
/// Rows are brought to one size: equations of very different sizes are as independent as others.
std::vector<scalar> shortest_step(std::vector<scalar> f, std::vector<scalar> jacobian,
                                  const std::vector<double>& scale) {
  const std::size_t rows = f.size(), columns = scale.size();
  for (std::size_t i = 0; i < rows; ++i) {
    double size = 0;
    for (std::size_t v = 0; v < columns; ++v) size = std::max(size, std::abs(jacobian[i * columns + v]) * scale[v]);
    if (!(size > 0)) return {};
    f[i] /= size;
    for (std::size_t v = 0; v < columns; ++v) jacobian[i * columns + v] /= size;
  }
  std::vector<scalar> gram(rows * rows, 0), right, step(columns, 0);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < rows; ++j)
      for (std::size_t v = 0; v < columns; ++v)
        gram[i * rows + j] += jacobian[i * columns + v] * std::conj(jacobian[j * columns + v]) * (scale[v] * scale[v]);
  for (const scalar& value : f) right.push_back(-value);
  const decomposing::pivoted_qr qr(std::move(gram), rows, rows);
  if (qr.rank(1e-14) < rows) return {};
  const std::vector<scalar> y = qr.solve(std::move(right));
  for (std::size_t v = 0; v < columns; ++v) {
    for (std::size_t i = 0; i < rows; ++i) step[v] += std::conj(jacobian[i * columns + v]) * y[i];
    step[v] *= scale[v] * scale[v];
  }
  return step;
}

/// Of what size the unknowns are, as a power of two, where the parameters have these values.
std::vector<int> sizes_at(const start_work& work, const std::vector<scalar>& parameters) {
  family_member member(work.family);
  member.set(parameters.data());
  std::vector<std::vector<plain_term>> equations = terms_of(member.system(), work.must_stop);
  return balance(equations, work.family.unknowns().size());
}

}  // namespace

std::vector<newton_solution> find_seed(const start_work& work, std::vector<scalar>& at) {
  const joint_equations equations(work.family);
  const std::size_t n = equations.unknowns();
  std::mt19937_64 random(work.options.seed ^ 0x2545f4914f6cdd1d);
  for (int attempt = 0; attempt < attempts_of_seed && !work.must_stop(); ++attempt) {
    const std::vector<scalar> near = work.generic(1000 + static_cast<std::uint64_t>(attempt), 0);
    std::vector<scalar> x, f, jacobian;
    std::vector<double> scale;
    // The first attempt looks near 1, as unknowns of the size that balances coefficients need not be the best ones.
    const std::vector<int> size = attempt == 0 ? std::vector<int>(n, 0) : sizes_at(work, near);
    for (std::size_t v = 0; v < n; ++v) {
      scale.push_back(std::ldexp(1.0, v < size.size() ? size[v] : 0));
      x.push_back(scale.back() * on_circle(random));
    }
    for (const scalar& p : near) x.push_back(p), scale.push_back(std::max(std::abs(p), 1e-150));
    bool good = false;
    for (int k = 0; k < most_steps_of_seed && !good; ++k) {
      equations.evaluate(x, f, jacobian);
      const std::vector<scalar> step = shortest_step(f, jacobian, scale);
      if (step.empty()) break;
      double length = 0;
      for (std::size_t v = 0; v < step.size(); ++v) length = std::max(length, std::abs(step[v]) / scale[v]);
      if (!std::isfinite(length)) break;
      const double share = length > longest_step_of_seed ? longest_step_of_seed / length : 1;
      for (std::size_t v = 0; v < step.size(); ++v) x[v] += share * step[v];
      good = length < seed_is_there;
    }
    if (!good) continue;
    const std::vector<scalar> values(x.begin() + static_cast<std::ptrdiff_t>(n), x.end());
    system_point point;
    for (std::size_t v = 0; v < n; ++v) point.push_back({qd(x[v].real()), qd(x[v].imag())});
    std::vector<newton_solution> found = solutions_at(work, values, {point});
    if (found.empty() || !found[0].certified) continue;
    at = values;
    return found;
  }
  return {};
}

}  // namespace vieta::tracking
