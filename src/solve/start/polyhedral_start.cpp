#include "solve/start/polyhedral_start.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "solve/start/binomial.hpp"

namespace vieta::tracking {

namespace {

/// The largest term outside of a cell begins as small as exp(-this).
constexpr double far_away = 14;
constexpr double no_endgame = 1e-12;
/// Ends that agree to this, relative to each coordinate, are one.
constexpr double same_end = 1e-8;

std::complex<double> leading(const complex<qd>& z) { return {z.re.x0, z.im.x0}; }

bool same(const projective_point& a, const projective_point& b) {
  const std::complex<double> a0 = leading(a[0]), b0 = leading(b[0]);
  for (std::size_t k = 1; k < a.size(); ++k) {
    const std::complex<double> x = leading(a[k]) / a0, y = leading(b[k]) / b0;
    if (!(std::abs(x - y) <= same_end * std::abs(x))) return false;
  }
  return true;
}

std::vector<std::vector<homotopy_term>> straight_lines(const std::vector<std::vector<plain_term>>& equations,
                                                       const generic_system& generic) {
  std::vector<std::vector<homotopy_term>> lines;
  for (std::size_t e = 0; e < equations.size(); ++e) {
    std::vector<homotopy_term> start;
    for (std::size_t a = 0; a < generic.supports()[e].size(); ++a) start.push_back(generic.term(e, a));
    lines.push_back(straight_line(equations[e], generic.degree(e), std::move(start)));
  }
  return lines;
}

}  // namespace

/// Start solutions of a cell, and the rates of all terms.
struct generic_system::cell {
  binomial_system start;
  std::vector<double> rates;
};

generic_system::generic_system(std::vector<support> supports, const mixed_cells& cells, std::uint64_t seed)
    : supports_(std::move(supports)) {
  std::mt19937_64 random(seed);
  const std::size_t n = supports_.size();
  for (const support& s : supports_) {
    std::vector<double> angles;
    std::int64_t degree = 0;
    for (const auto& point : s) {
      angles.push_back(std::ldexp(static_cast<double>(random() >> 11), -53));
      degree = std::max(degree, std::accumulate(point.begin(), point.end(), std::int64_t{0}));
    }
    angles_.push_back(std::move(angles));
    degrees_.push_back(static_cast<unsigned>(degree));
  }
  first_of_cell_.push_back(0);
  for (const mixed_cell& c : cells.cells) {
    std::vector<std::int64_t> rows;
    std::vector<double> angles, rates;
    double lowest = HUGE_VAL;
    for (std::size_t e = 0; e < n; ++e) {
      const auto [a, b] = c.edges[e];
      for (std::size_t v = 0; v < n; ++v) rows.push_back(supports_[e][b][v] - supports_[e][a][v]);
      angles.push_back(angles_[e][a] - angles_[e][b] + 0.5);  // c_a x^a + c_b x^b = 0
      for (const double h : c.height[e])
        if (h > 0) lowest = std::min(lowest, h);
      rates.insert(rates.end(), c.height[e].begin(), c.height[e].end());
    }
    for (double& r : rates) r *= lowest < HUGE_VAL ? far_away / lowest : 0;
    cells_.push_back(
        std::make_shared<cell>(cell{binomial_system(std::move(rows), std::move(angles)), std::move(rates)}));
    first_of_cell_.push_back(first_of_cell_.back() + static_cast<std::size_t>(c.volume));
  }
  points_.resize(solutions());
}

homotopy_term generic_system::term(std::size_t equation, std::size_t a) const {
  homotopy_term h;
  unsigned degree = 0;
  const auto& point = supports_[equation][a];
  for (std::size_t v = 0; v < point.size(); ++v)
    if (point[v] > 0) {
      h.factors.emplace_back(static_cast<std::uint32_t>(v + 1), static_cast<std::uint32_t>(point[v]));
      degree += static_cast<unsigned>(point[v]);
    }
  if (degree < degrees_[equation]) h.factors.emplace_back(0, degrees_[equation] - degree);
  h.change = as_qd(std::polar(1.0, 6.283185307179586 * angles_[equation][a]));
  return h;
}

/// Without a point where integers overflowed.
path_job generic_system::first_job(std::size_t path) const {
  const auto after = std::upper_bound(first_of_cell_.begin(), first_of_cell_.end(), path);
  const auto k = static_cast<std::size_t>(after - first_of_cell_.begin()) - 1;
  path_job job;
  job.path = path;
  if (cells_[k]->start.solutions() != first_of_cell_[k + 1] - first_of_cell_[k]) return job;
  const std::vector<std::complex<double>> x = cells_[k]->start.solution(path - first_of_cell_[k]);
  const double size = 1 / std::sqrt(static_cast<double>(x.size() + 1));
  job.z.push_back({qd(size), qd(0.0)});
  for (const std::complex<double>& y : x) job.z.push_back(as_qd(size * y));
  job.rates = &cells_[k]->rates;
  job.without_circles = job.rough = true;
  return job;
}

/// Paths without an end, or with the same end as another one.
std::vector<std::size_t> generic_system::to_follow_again() const {
  std::vector<std::size_t> which, order;
  std::vector<double> key(points_.size(), 0);
  for (std::size_t k = 0; k < points_.size(); ++k) {
    if (points_[k].empty()) {
      which.push_back(k);
      continue;
    }
    order.push_back(k);
    for (std::size_t v = 1; v < points_[k].size(); ++v)
      key[k] += std::log(std::abs(leading(points_[k][v]) / leading(points_[k][0]))) / static_cast<double>(v);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key[a] < key[b]; });
  std::vector<bool> doubtful(points_.size(), false);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size() && key[order[j]] - key[order[i]] < 10 * same_end; ++j)
      if (same(points_[order[i]], points_[order[j]])) doubtful[order[i]] = doubtful[order[j]] = true;
  for (std::size_t k = 0; k < points_.size(); ++k)
    if (doubtful[k]) which.push_back(k);
  std::sort(which.begin(), which.end());
  return which;
}

homotopy_tape generic_system::tape() const {
  std::vector<std::vector<homotopy_term>> terms;
  for (std::size_t e = 0; e < supports_.size(); ++e) {
    std::vector<homotopy_term> equation;
    for (std::size_t a = 0; a < supports_[e].size(); ++a) {
      equation.push_back(term(e, a));
      std::swap(equation.back().target, equation.back().change);
    }
    terms.push_back(std::move(equation));
  }
  return {static_cast<std::uint32_t>(supports_.size() + 1), terms, true};
}

generic_system::tracking_result generic_system::solve(std::span<const tracking_settings> attempts, const workers& by,
                                                      const std::function<bool()>& must_stop,
                                                      const std::function<void(std::size_t)>& done) {
  tracking_result result;
  const homotopy_tape tape = this->tape();
  std::vector<std::size_t> which(solutions());
  std::iota(which.begin(), which.end(), std::size_t{0});
  const auto without_start = [&](std::size_t path) { return first_job(path).z.empty(); };
  std::erase_if(which, without_start);
  for (std::size_t attempt = 0; attempt < attempts.size() && !which.empty() && !must_stop(); ++attempt) {
    tracking_settings settings = attempts[attempt];
    settings.endgame_from = no_endgame;
    for (const std::size_t p : which) points_[p].clear();
    if (attempt > 0) result.again += which.size();
    std::vector<path_end> ends(which.size());
    std::vector<std::size_t> jobs(which.size());
    std::iota(jobs.begin(), jobs.end(), std::size_t{0});
    for (int rung = 0; rung < 3 && !jobs.empty(); ++rung) {
      follow_jobs(
          tape, settings, jobs.size(), rung, attempt == 0 ? by : by.on_cpu(),
          [&](std::size_t k) { return first_job(which[jobs[k]]); },
          [&](std::size_t k, path_end&& e) {
            ends[jobs[k]] = std::move(e);
            if (rung == 0 && done) done(1);
          },
          must_stop);
      std::erase_if(jobs, [&](std::size_t k) { return ends[k].status != path_status::starved; });
    }
    for (std::size_t k = 0; k < ends.size(); ++k) {
      result.steps += static_cast<std::size_t>(ends[k].steps);
      result.rejected += static_cast<std::size_t>(ends[k].rejected);
      if (ends[k].status == path_status::arrived) points_[which[k]] = std::move(ends[k].z);
    }
    which = to_follow_again();
    std::erase_if(which, without_start);
  }
  // Still together: all of them but one went astray.
  for (const std::size_t p : which) points_[p].clear();
  for (const projective_point& p : points_) result.missing += p.empty();
  return result;
}

polyhedral_start::polyhedral_start(const std::vector<std::vector<plain_term>>& equations, const generic_system& generic)
    : generic_(generic), tape_(static_cast<std::uint32_t>(equations.size() + 1), straight_lines(equations, generic)) {}

}  // namespace vieta::tracking
