#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "solve/cuda/packed_jobs.hpp"
#include "solve/parameter_family.hpp"
#include "solve/start/mixed_cells.hpp"
#include "solve/start/polyhedral_start.hpp"
#include "solve/start/start_system.hpp"
#include "solve/start/supports.hpp"
#include "solve/tape/terms.hpp"
#include "vieta/solve.hpp"

// What threads of a device do with a path, by one thread of the host, beside the tracker in SIMD lanes.
namespace vieta::tracking {
namespace {

using job_source = std::function<path_job(std::size_t)>;

std::vector<path_end> followed_by_workers(const homotopy_tape& tape, const tracking_settings& settings,
                                          std::size_t count, const job_source& job) {
  on_host::packed_jobs jobs(tape.view(), 0, count, 1, job);
  on_host::device_jobs there;
  there.count = count;
  there.points = jobs.points.data(), there.t = jobs.t.data(), there.targets = jobs.targets.data();
  there.generic = jobs.generic.data(), there.rates = jobs.rates.data(), there.set_of = jobs.set_of.data();
  there.without_circles = jobs.without_circles, there.newton_first = jobs.newton_first;
  there.ends = jobs.ends.data(), there.last_t = jobs.last_t.data(), there.accuracy = jobs.accuracy.data();
  there.steps = jobs.steps.data(), there.rejected = jobs.rejected.data();
  const on_host::leading_constants constants(tape.view());
  const tape_view& view = constants.view;
  // Nothing may rest on what the memory holds.
  std::vector<double> memory(on_host::path_memory(view), std::nan(""));
  const int stop = 0;
  on_host::path_worker<warp_team> worker(view, settings, there, warp_team{}, memory.data());
  std::size_t next = 0;
  worker.follow([&] { return next++; }, &stop);
  std::vector<path_end> ends(count);
  jobs.report([&](std::size_t k, path_end&& e) { ends[k] = std::move(e); });
  return ends;
}

std::vector<path_end> followed_in_lanes(const homotopy_tape& tape, const tracking_settings& settings, std::size_t count,
                                        const job_source& job) {
  std::vector<path_end> ends(count);
  path_tracker(tape, settings, [] { return false; }).follow(count, 0, job, [&](std::size_t k, path_end&& e) {
    ends[k] = std::move(e);
  });
  return ends;
}

/// Of the directions of two vectors.
double difference(const projective_point& a, const projective_point& b) {
  std::complex<double> dot = 0;
  double aa = 0, bb = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const std::complex<double> x(a[k].re.x0, a[k].im.x0), y(b[k].re.x0, b[k].im.x0);
    dot += std::conj(x) * y, aa += std::norm(x), bb += std::norm(y);
  }
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const std::complex<double> x(a[k].re.x0, a[k].im.x0), y(b[k].re.x0, b[k].im.x0);
    sum += std::norm(y / std::sqrt(bb) - x / std::sqrt(aa) * (dot / std::abs(dot)));
  }
  return std::sqrt(sum);
}

/// The same ends; where lanes went in circles the worker has left the path. Rounding may decide how soon a path that
/// goes to infinity cannot be followed: then more precision follows it.
void expect_same(const std::vector<path_end>& workers, const std::vector<path_end>& lanes, std::size_t arrived) {
  std::size_t both = 0;
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    if (workers[k].status == path_status::arrived && lanes[k].status == path_status::arrived) {
      ++both;
      EXPECT_LT(difference(workers[k].z, lanes[k].z), 1e-8) << k;
    } else if (workers[k].status == path_status::left) {
      EXPECT_NE(lanes[k].status, path_status::stopped) << k;
      EXPECT_EQ(workers[k].z.size(), lanes[0].z.size());
    } else if (workers[k].status == path_status::starved) {
      EXPECT_NE(lanes[k].status, path_status::arrived) << k;
    } else if (workers[k].status == path_status::infinite && lanes[k].status == path_status::starved) {
      continue;  // the same the other way round: seen with SSE2's lanes, which round without fused operations
    } else {
      EXPECT_EQ(workers[k].status, lanes[k].status) << k;
    }
  }
  EXPECT_GE(both, arrived);
}

TEST(solve_on_host, straight_lines) {
  for (const int n : {3, 5}) {
    const total_degree_start start(terms_of(families::katsura(n).data()), 5);
    const job_source job = [&](std::size_t k) { return path_job{k, start.solution(k)}; };
    const auto count = static_cast<std::size_t>(start.paths());
    expect_same(followed_by_workers(start.tape(), {}, count, job), followed_in_lanes(start.tape(), {}, count, job),
                count);
  }
}

/// cyclic-5: 50 of 120 paths go to infinity.
TEST(solve_on_host, paths_that_do_not_arrive) {
  const total_degree_start start(terms_of(families::cyclic(5).data()), 2);
  const job_source job = [&](std::size_t k) { return path_job{k, start.solution(k)}; };
  const auto workers = followed_by_workers(start.tape(), {}, 120, job);
  expect_same(workers, followed_in_lanes(start.tape(), {}, 120, job), 70);
  EXPECT_EQ(
      std::count_if(workers.begin(), workers.end(), [](const path_end& e) { return e.status == path_status::arrived; }),
      70);
}

TEST(solve_on_host, toric_homotopies) {
  const auto equations = terms_of(families::cyclic(5).data());
  std::vector<support> supports = supports_of(equations, 5);
  const mixed_cells cells = find_mixed_cells(supports, 3, 1000, [] { return false; });
  const generic_system generic(supports, cells, 3);
  ASSERT_EQ(generic.solutions(), 70U);
  tracking_settings settings;
  settings.endgame_from = 1e-12;
  const homotopy_tape tape = generic.tape();
  const job_source job = [&](std::size_t k) { return generic.first_job(k); };
  expect_same(followed_by_workers(tape, settings, 70, job), followed_in_lanes(tape, settings, 70, job), 70);
}

TEST(solve_on_host, instances_of_a_family) {
  const polynomial_system system =
      polynomial_system::parse(std::vector<std::string>{"(a^2 - b)*x^3 + a*b*c*x*y - 1/3", "y^2 + (a - b)^3*x - c"});
  const std::vector<std::string> names = {"a", "b", "c"};
  const parameter_family family(system, names);
  const std::complex<double> generic[3] = {{0.7, -1.1}, {-0.4, 0.9}, {1.2, 0.3}};
  family_member member(family);
  member.set(generic);
  solve_options options;
  options.digits = 30, options.on.threads = 1;
  const solve_result r =
      solve(polynomial_system(std::make_shared<polynomial_system::representation>(member.system())), options);
  std::vector<projective_point> starts;
  for (const solve_solution& s : r.solutions) {
    projective_point z{{qd(1.0), qd(0.0)}};
    z.insert(z.end(), s.point.x.begin(), s.point.x.end());
    starts.push_back(std::move(z));
  }
  ASSERT_EQ(starts.size(), 6U);
  constexpr std::size_t rows = 20;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-2, 2);
  std::vector<std::complex<double>> targets(3 * rows);
  for (auto& z : targets) z = uniform(random);
  const homotopy_tape tape = family.tape();
  const job_source job = [&](std::size_t k) {
    path_job next{k, starts[k % 6]};
    next.target = targets.data() + k / 6 * 3, next.generic = generic;
    return next;
  };
  expect_same(followed_by_workers(tape, {}, 6 * rows, job), followed_in_lanes(tape, {}, 6 * rows, job), 6 * rows - 2);
}

}  // namespace
}  // namespace vieta::tracking
