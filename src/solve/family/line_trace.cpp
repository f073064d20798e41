#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "exact/arithmetic.hpp"
#include "solve/components/trace.hpp"
#include "solve/family/family_start.hpp"

// The trace test for a family: on a line p(s) of parameters its solutions form a curve in the space of x and s (Leykin,
// Rodriguez, Sottile: Trace test, Arnold Math. J. 4, 2018). The solutions of the instance are its points with s = 1;
// from there to a hyperplane of no special position, where loops and the trace test are those of witness sets.

namespace vieta::tracking {

namespace {

using namespace decomposing;

constexpr int idle_in_slices = 2, most_idle_in_slices = 12, most_loops_of_slices = 200;
constexpr std::uint32_t most_factors = 64;

using exact_scalar = std::pair<exact::real, exact::real>;
/// By power of s.
using exact_line = std::vector<exact_scalar>;

exact_scalar times_exactly(const exact_scalar& a, const exact_scalar& b) {
  return {exact::subtract(exact::multiply(a.first, b.first), exact::multiply(a.second, b.second)),
          exact::add(exact::multiply(a.first, b.second), exact::multiply(a.second, b.first))};
}
exact_scalar plus_exactly(const exact_scalar& a, const exact_scalar& b) {
  return {exact::add(a.first, b.first), exact::add(a.second, b.second)};
}
exact_scalar exactly(const scalar& z) { return {exact::from_double(z.real()), exact::from_double(z.imag())}; }

exact_line times_exactly(const exact_line& a, const exact_line& b) {
  exact_line result(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) result[i + j] = plus_exactly(result[i + j], times_exactly(a[i], b[j]));
  return result;
}

/// The family's equations for the parameters at + (s - 1) along, with s as their last unknown; nothing where
/// coefficients are not known exactly, or powers are too long.
std::optional<std::vector<exact_equation>> on_line(const start_work& work, const std::vector<scalar>& at,
                                                   const std::vector<scalar>& along) {
  const auto s = static_cast<std::uint32_t>(work.family.unknowns().size());
  const auto equations = counting::exact_equations_of(work.system.data());
  if (!equations) return std::nullopt;
  const std::vector<std::string>& names = work.system.variables();
  std::vector<std::uint32_t> place;                   // of each unknown
  std::vector<const exact_line*> line(names.size());  // of each parameter
  std::vector<exact_line> lines(at.size());
  for (std::size_t v = 0, unknown = 0; v < names.size(); ++v) {
    const auto found = std::find(work.parameters.begin(), work.parameters.end(), names[v]);
    place.push_back(static_cast<std::uint32_t>(found == work.parameters.end() ? unknown++ : 0));
    if (found == work.parameters.end()) continue;
    const auto k = static_cast<std::size_t>(found - work.parameters.begin());
    const exact_scalar a = exactly(at[k]), b = exactly(along[k]);
    lines[k] = {{exact::subtract(a.first, b.first), exact::subtract(a.second, b.second)}, b};
    line[v] = &lines[k];
  }
  std::vector<exact_equation> result;
  for (const exact_equation& equation : *equations) {
    std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, exact_scalar> sum;
    for (const exact_term& t : equation) {
      std::vector<std::pair<std::uint32_t, std::uint32_t>> powers;
      exact_line value{{t.re, t.im}};
      for (const auto& [v, e] : t.powers) {
        if (line[v] == nullptr) {
          powers.emplace_back(place[v], e);
          continue;
        }
        if (e > most_factors) return std::nullopt;
        for (std::uint32_t j = 0; j < e; ++j) value = times_exactly(value, *line[v]);
      }
      for (std::size_t j = 0; j < value.size(); ++j) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> key = powers;
        if (j > 0) key.emplace_back(s, static_cast<std::uint32_t>(j));
        exact_scalar& to = sum[key];
        to = plus_exactly(to, value[j]);
      }
    }
    exact_equation& into = result.emplace_back();
    for (auto& [powers, c] : sum)
      if (!c.first.is_zero() || !c.second.is_zero()) into.push_back({powers, std::move(c.first), std::move(c.second)});
  }
  return result;
}

/// The points of a slice of the curve, as far as they are known.
class sliced_curve {
 public:
  sliced_curve(const start_work& work, std::vector<exact_equation> equations)
      : work_(work), random_(work.options.seed ^ 0x9b05688c2b3e6c1f) {
    std::vector<std::string> names = work.family.unknowns();
    const std::size_t n = names.size();
    names.emplace_back("along the line");
    by_ = std::make_shared<const carrier>(std::move(names), n + 1, 1, std::move(equations));
    instance_.assign(n + 2, 0);
    instance_[n] = 1, instance_[n + 1] = -1;
    with_ = {work.by, work.must_stop, {}, {}};
  }

  trace_outcome run(const std::vector<system_point>& solutions) {
    std::vector<system_point> begin;
    for (system_point x : solutions) {
      x.push_back({qd(1.0), qd(0.0)});
      begin.push_back(std::move(x));
    }
    if (const auto shifted = by_->away_from_zero(begin)) by_ = shifted;
    slice_ = by_->with_short_constants(by_->random_slices(random_));
    add(by_->move(begin, instance_, slice_, with_));
    trace_outcome result;
    int idle = 0;
    for (; static_cast<int>(result.loops) < most_loops_of_slices && idle < most_idle_in_slices && !work_.must_stop();) {
      const bool joined = go_round();
      ++result.loops;
      idle = joined ? 0 : idle + 1;
      if (idle == 0 || idle % idle_in_slices != 0 || work_.must_stop()) continue;
      part all;
      for (std::size_t k = 0; k < points_.size(); ++k) all.members.push_back(k);
      newton_options refined;
      refined.on.threads = work_.by.threads;
      refined.on.place = where::cpu;
      measure(all, bends_of(*by_, points_, slice_, with_, refined, random_()));
      result.trace = all.trace, result.linear = all.linear;
      if (all.linear) break;
    }
    result.points = points_.size();
    for (moved_point& m : by_->move(points_, slice_, instance_, with_)) {
      if (!m.regular) continue;
      m.x.pop_back();
      result.solutions.push_back(std::move(m.x));
    }
    return result;
  }

 private:
  bool add(std::vector<moved_point>&& ends) {
    bool is_new = false;
    for (moved_point& m : ends) {
      if (!m.regular) continue;
      std::vector<scalar> x = in_double(m.x);
      const bool known = std::any_of(in_double_.begin(), in_double_.end(), [&](const std::vector<scalar>& y) {
        return distance_of(x, y) < 1e-8 * size_of(x);
      });
      if (known) continue;
      in_double_.push_back(std::move(x)), points_.push_back(std::move(m.x));
      is_new = true;
    }
    return is_new;
  }

  bool go_round() {
    hyperplanes at = slice_;
    std::vector<system_point> now = points_;
    std::vector<moved_point> ends;
    for (int leg = 0; leg < 3 && !work_.must_stop(); ++leg) {
      const hyperplanes next = leg == 2 ? slice_ : by_->random_slices(random_);
      ends = by_->move(now, at, next, with_);
      now.clear();
      for (const moved_point& m : ends)
        if (m.regular) now.push_back(m.x);
      at = next;
    }
    return !work_.must_stop() && add(std::move(ends));
  }

  const start_work& work_;
  std::mt19937_64 random_;
  std::shared_ptr<const carrier> by_;
  hyperplanes instance_, slice_;
  followers with_;
  std::vector<system_point> points_;
  std::vector<std::vector<scalar>> in_double_;
};

}  // namespace

trace_outcome trace_of(const start_work& work, const std::vector<scalar>& at, const std::vector<system_point>& points) {
  trace_outcome none;
  none.trace = std::nan("");
  std::vector<scalar> along = work.generic(999, 0);
  for (std::size_t k = 0; k < along.size(); ++k) along[k] -= at[k];
  std::optional<std::vector<exact_equation>> equations = on_line(work, at, along);
  if (!equations) return none;
  return sliced_curve(work, std::move(*equations)).run(points);
}

}  // namespace vieta::tracking
