#include "solve/components/carrier.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "exact/arithmetic.hpp"
#include "solve/start/start_system.hpp"
#include "systems/representation.hpp"

namespace vieta::decomposing {

namespace {

using builder_term = systems::system_builder::term;

std::vector<builder_term> builder_terms_of(const exact_equation& equation) {
  std::vector<builder_term> terms;
  for (const exact_term& e : equation) {
    builder_term& t = terms.emplace_back();
    t.factors.assign(e.powers.begin(), e.powers.end());
    t.exact_re = e.re, t.exact_im = e.im;
  }
  return terms;
}

/// A name with a blank is none that a system has.
std::string slice_name(std::size_t row, std::size_t column) {
  return "slice " + std::to_string(row) + ' ' + std::to_string(column);
}

std::vector<std::string> slice_names(std::size_t own, std::size_t dimension) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < dimension; ++j)
    for (std::size_t v = 0; v <= own; ++v) names.push_back(slice_name(j, v));
  return names;
}

/// The equations, and hyperplanes whose coefficients are parameters.
polynomial_system with_parameters(const std::vector<std::string>& variables, std::size_t own, std::size_t dimension,
                                  const std::vector<exact_equation>& equations) {
  std::vector<std::string> names = variables;
  const std::vector<std::string> parameters = slice_names(own, dimension);
  names.insert(names.end(), parameters.begin(), parameters.end());
  systems::system_builder builder(names);
  for (const exact_equation& equation : equations) builder.add_exact(builder_terms_of(equation));
  for (std::size_t j = 0; j < dimension; ++j) {
    std::vector<builder_term> plane;
    for (std::size_t v = 0; v <= own; ++v) {
      builder_term& t = plane.emplace_back();
      if (v < own) t.factors.emplace_back(static_cast<std::uint32_t>(v), 1);
      t.factors.emplace_back(static_cast<std::uint32_t>(variables.size() + j * (own + 1) + v), 1);
      t.exact_re.numerator = 1;
    }
    builder.add_exact(std::move(plane));
  }
  return builder.finish();
}

/// The equations in y = x + shift.
std::vector<exact_equation> in_shifted_unknowns(const std::vector<exact_equation>& equations,
                                                const std::vector<double>& shift) {
  using powers = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  using polynomial = std::map<powers, std::pair<exact::real, exact::real>>;
  std::vector<exact_equation> result;
  for (const exact_equation& equation : equations) {
    polynomial sum;
    const auto add = [](polynomial& to, const powers& p, const exact::real& re, const exact::real& im) {
      auto& [a, b] = to[p];
      a = exact::add(a, re), b = exact::add(b, im);
    };
    for (const exact_term& t : equation) {
      polynomial product{{{}, {t.re, t.im}}};
      for (const auto& [v, e] : t.powers) {
        if (shift[v] == 0) {
          polynomial next;
          for (auto& [p, c] : product) {
            powers q = p;
            q.emplace_back(v, e);
            next.emplace(std::move(q), std::move(c));
          }
          product = std::move(next);
          continue;
        }
        const exact::real by = exact::from_double(-shift[v]);
        for (std::uint32_t k = 0; k < e; ++k) {  // times y_v - shift_v
          polynomial next;
          for (const auto& [p, c] : product) {
            powers q = p;
            if (!q.empty() && q.back().first == v)
              ++q.back().second;
            else
              q.emplace_back(v, 1);
            add(next, q, c.first, c.second);
            add(next, p, exact::multiply(c.first, by), exact::multiply(c.second, by));
          }
          product = std::move(next);
        }
      }
      for (const auto& [p, c] : product) add(sum, p, c.first, c.second);
    }
    exact_equation& into = result.emplace_back();
    for (auto& [p, c] : sum)
      if (!c.first.is_zero() || !c.second.is_zero()) into.push_back({p, std::move(c.first), std::move(c.second)});
  }
  return result;
}

/// A coordinate below this, relative to the largest, is taken for 0.
constexpr double all_but_zero = 1e-9;

}  // namespace

polynomial_system system_of(const std::vector<std::string>& variables, const std::vector<exact_equation>& equations) {
  systems::system_builder builder(variables);
  for (const exact_equation& equation : equations) builder.add_exact(builder_terms_of(equation));
  return builder.finish();
}

carrier::carrier(std::vector<std::string> variables, std::size_t own, std::size_t dimension,
                 std::vector<exact_equation> equations, std::vector<double> shift)
    : variables_(std::move(variables)),
      own_(own),
      dimension_(dimension),
      equations_(std::move(equations)),
      shift_(std::move(shift)),
      family_(with_parameters(variables_, own, dimension,
                              shift_.empty() ? equations_ : in_shifted_unknowns(equations_, shift_)),
              slice_names(own, dimension)),
      tape_(family_.tape()) {
  shift_.resize(variables_.size(), 0);
}

std::shared_ptr<const carrier> carrier::away_from_zero(const std::vector<system_point>& points) const {
  std::vector<double> shift(unknowns(), 0);
  bool any = false;
  for (const system_point& point : points) {
    const std::vector<scalar> x = in_double(point);
    const double size = size_of(x);
    for (std::size_t v = 0; v < x.size(); ++v) {
      if (!(std::abs(x[v]) < all_but_zero * size) || shift[v] != 0) continue;
      // A short number of about the size of the others, another one for each unknown.
      shift[v] = std::ldexp(1 + static_cast<double>((37 * v + 11) % 64) / 64, std::ilogb(size));
      any = true;
    }
  }
  if (!any) return nullptr;
  return std::make_shared<const carrier>(variables_, own_, dimension_, equations_, std::move(shift));
}

hyperplanes carrier::moved_by_shift(hyperplanes slices) const {
  for (std::size_t j = 0; j < dimension_; ++j)
    for (std::size_t v = 0; v < own_; ++v) slices[j * (own_ + 1) + own_] -= slices[j * (own_ + 1) + v] * shift_[v];
  return slices;
}

polynomial_system carrier::at(const hyperplanes& slices) const {
  std::vector<exact_equation> all = equations_;
  for (std::size_t j = 0; j < dimension_; ++j) {
    exact_equation& plane = all.emplace_back();
    for (std::size_t v = 0; v <= own_; ++v) {
      const scalar& a = slices[j * (own_ + 1) + v];
      if (a == 0.0) continue;
      exact_term& t = plane.emplace_back();
      if (v < own_) t.powers.emplace_back(static_cast<std::uint32_t>(v), 1);
      t.re = exact::from_double(a.real()), t.im = exact::from_double(a.imag());
    }
  }
  return system_of(variables_, all);
}

hyperplanes carrier::random_slices(std::mt19937_64& random) const {
  hyperplanes slices;
  for (std::size_t k = 0; k < dimension_ * (own_ + 1); ++k) slices.push_back(tracking::on_circle(random));
  return slices;
}

hyperplanes carrier::random_slices_through(const std::vector<scalar>& x, std::mt19937_64& random) const {
  hyperplanes slices = random_slices(random);
  for (std::size_t j = 0; j < dimension_; ++j) {
    scalar sum = 0;
    for (std::size_t v = 0; v < own_; ++v) sum += slices[j * (own_ + 1) + v] * x[v];
    slices[j * (own_ + 1) + own_] = -sum;
  }
  return slices;
}

namespace {

constexpr int bits_of_constants = 30;

scalar to_short(const scalar& z) {
  const auto rounded = [](double x) {
    return std::ldexp(std::nearbyint(std::ldexp(x, bits_of_constants)), -bits_of_constants);
  };
  return {rounded(z.real()), rounded(z.imag())};
}

}  // namespace

hyperplanes carrier::with_short_constants(hyperplanes slices) const {
  for (std::size_t j = 0; j < dimension_; ++j) {
    scalar& constant = slices[j * (own_ + 1) + own_];
    constant = to_short(constant);
  }
  return slices;
}

hyperplanes carrier::shifted(hyperplanes slices, double by, std::uint64_t seed) const {
  std::mt19937_64 random(seed);
  for (std::size_t j = 0; j < dimension_; ++j)
    slices[j * (own_ + 1) + own_] += by * to_short(tracking::on_circle(random));
  return slices;
}

std::vector<moved_point> carrier::move(const std::vector<system_point>& points, const hyperplanes& from,
                                       std::size_t paths, const std::function<std::size_t(std::size_t)>& start_of,
                                       const std::function<const hyperplanes&(std::size_t)>& target,
                                       const followers& with, bool careful) const {
  std::vector<std::size_t> which(paths);
  for (std::size_t k = 0; k < paths; ++k) which[k] = k;
  // Targets of many paths are one object.
  const hyperplanes begin = moved_by_shift(from);
  std::map<const hyperplanes*, hyperplanes> moved;
  for (std::size_t k = 0; k < paths; ++k) {
    const hyperplanes& to = target(k);
    if (!moved.contains(&to)) moved.emplace(&to, moved_by_shift(to));
  }
  const tracking::parameter_paths lines{[&](std::size_t k) { return moved.at(&target(k)).data(); }, begin.data()};
  const auto start = [&](std::size_t k) {
    tracking::projective_point z{{qd(1.0), qd(0.0)}};
    const system_point& x = points[start_of(k)];
    for (std::size_t v = 0; v < x.size(); ++v) z.push_back({x[v].re + qd(shift_[v]), x[v].im});
    return z;
  };
  if (with.announce) with.announce(paths);
  const std::vector<tracking::path_end> ends = tracking::track_all(
      tape_, which, start, tracking::settings_of_attempt[careful ? 1 : 0], with.by, with.must_stop,
      [&](std::size_t k) {
        if (with.done) with.done(k);
      },
      &lines);
  std::vector<moved_point> result(paths);
  for (std::size_t k = 0; k < paths; ++k) {
    const tracking::path_end& e = ends[k];
    const bool arrived = e.status == tracking::path_status::arrived;
    if ((!arrived && e.status != tracking::path_status::limit) || e.z.empty()) continue;
    double largest = 0;
    for (const complex<qd>& z : e.z) largest = std::max(largest, std::abs(in_double(z)));
    if (!(std::abs(in_double(e.z[0])) > 1e-13 * largest)) continue;
    result[k].there = true, result[k].regular = arrived;
    for (std::size_t v = 1; v < e.z.size(); ++v) {
      const complex<qd> y = e.z[v] / e.z[0];
      result[k].x.push_back({y.re - qd(shift_[v - 1]), y.im});
    }
  }
  return result;
}

std::vector<moved_point> carrier::move(const std::vector<system_point>& points, const hyperplanes& from,
                                       const hyperplanes& to, const followers& with, bool careful) const {
  return move(
      points, from, points.size(), [](std::size_t k) { return k; },
      [&](std::size_t) -> const hyperplanes& { return to; }, with, careful);
}

std::vector<newton_solution> carrier::proven(const std::vector<system_point>& points, const hyperplanes& slices,
                                             const newton_options& options) const {
  return newton(at(slices), points, options).solutions;
}

}  // namespace vieta::decomposing
