#include "vieta/team.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <set>
#include <thread>

#include "base/team/call.hpp"
#include "vieta/boxes.hpp"
#include "vieta/error.hpp"
#include "vieta/newton.hpp"
#include "vieta/polynomial_system.hpp"
#include "vieta/root_batches.hpp"
#include "vieta/roots.hpp"
#include "vieta/solve.hpp"
#include "vieta/solve_parameters.hpp"

namespace vieta {
namespace {

/// Runs `member` for each rank on a thread of its own.
void run_team(int size, const std::function<void(team&)>& member) {
  thread_team all(size);
  std::vector<std::jthread> others;
  for (int rank = 1; rank < size; ++rank) others.emplace_back([&, rank] { member(all.member(rank)); });
  member(all.member(0));
}

/// Runs `lead` with stand-in devices: threads that share the work of rank 0.
void with_members(int size, const std::function<void(const target&)>& lead) {
  run_team(size, [&](team& ranks) {
    if (ranks.rank() > 0) return help(ranks);
    lead({.place = where::cpu, .threads = 1, .ranks = &ranks});
    dismiss(ranks);
  });
}
constexpr int sizes[] = {2, 3, 4, 7};

team::bytes message(int a, int b) { return {static_cast<std::byte>(a), static_cast<std::byte>(b)}; }

std::vector<double> random_numbers(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<double> numbers(count);
  for (double& x : numbers) x = std::ldexp(static_cast<double>(random() >> 11), -52) - 1;
  return numbers;
}

TEST(Team, ExchangesMessages) {
  for (const int size : {1, 2, 3, 7})
    run_team(size, [size](team& ranks) {
      EXPECT_EQ(ranks.size(), size);
      EXPECT_EQ(ranks.sum(ranks.rank() + 1), size * (size + 1) / 2);
      for (int round = 0; round < 50; ++round) {
        team::bytes data;
        if (ranks.rank() == 0) data = message(round, size);
        ranks.broadcast(data);
        EXPECT_EQ(data, message(round, size));
        std::vector<team::bytes> out;
        for (int to = 0; to < size; ++to) out.push_back(message(ranks.rank(), to));
        const std::vector<team::bytes> in = ranks.all_to_all(out);
        ASSERT_EQ(in.size(), static_cast<std::size_t>(size));
        for (int from = 0; from < size; ++from)
          EXPECT_EQ(in[static_cast<std::size_t>(from)], message(from, ranks.rank()));
        const std::vector<team::bytes> all = ranks.all_gather(message(ranks.rank(), round));
        for (int from = 0; from < size; ++from) EXPECT_EQ(all[static_cast<std::size_t>(from)], message(from, round));
      }
      ranks.wait();
    });
}

TEST(Team, SharesEverythingOnce) {
  for (const std::size_t count : {0UL, 1UL, 5UL, 64UL, 1001UL})
    for (const int size : {1, 2, 3, 7}) {
      std::size_t next = 0;
      for (int rank = 0; rank < size; ++rank) {
        const team_share s = share_of(count, rank, size);
        EXPECT_EQ(s.begin, next);
        EXPECT_LE(s.end - s.begin, count / static_cast<std::size_t>(size) + 1);
        next = s.end;
      }
      EXPECT_EQ(next, count);
    }
}

TEST(Team, RefusesNoMembers) {
  EXPECT_THROW(thread_team(0), error);
  thread_team two(2);
  EXPECT_THROW((void)two.member(2), error);
}

TEST(TeamArchive, KeepsAllValues) {
  struct inner {
    std::vector<std::string> words;
    std::optional<double> number;
  };
  struct outer {
    int a = 0;
    std::vector<inner> all;
    std::array<std::vector<double>, 2> both;
    std::pair<std::string, std::size_t> pair;
    std::vector<bool> bits;
  };
  const outer given{3, {{{"x", "", "yz"}, 0.5}, {{}, {}}}, {{{1.5}, {}}}, {"name", 7}, {true, false, true}};
  const auto sent = shared::packed(given);
  const auto got = shared::unpacked<outer>(sent);
  EXPECT_EQ(got.a, 3);
  ASSERT_EQ(got.all.size(), 2U);
  EXPECT_EQ(got.all[0].words, given.all[0].words);
  EXPECT_EQ(got.all[0].number, 0.5);
  EXPECT_FALSE(got.all[1].number);
  EXPECT_EQ(got.both, given.both);
  EXPECT_EQ(got.pair, given.pair);
  EXPECT_EQ(got.bits, given.bits);
  for (std::size_t size = 0; size < sent.size(); ++size) {  // cut short anywhere: an error, and no more
    const team::bytes part(sent.begin(), sent.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THROW((void)shared::unpacked<outer>(part), error);
  }
}

TEST(TeamErrors, TravelToRank0) {
  for (const int failing : {0, 1, 2})
    with_members(3, [&](const target& on) {
      // A system that helpers cannot read: an empty message.
      const auto own = [&]() -> team::bytes {
        if (failing == 0) throw error("share: found 0");
        return {};
      };
      EXPECT_THROW(shared::deal(*on.ranks, shared::work::boxes, {}, std::vector<team::bytes>(3), own), error);
      EXPECT_FALSE(on.ranks->is_given_up());
      // The team goes on.
      const std::vector<double> rows = random_numbers(40, 5);
      root_batch_options options;
      options.on = on;
      EXPECT_EQ(roots(polynomial_batch<double>{rows.data(), 10, 3}, options).report.polynomials, 10U);
    });
}

TEST(TeamAnswers, RealRootsOfRows) {
  for (const int degree : {1, 3, 8, 20}) {
    const std::size_t count = 301;
    const std::vector<double> rows = random_numbers(count * static_cast<std::size_t>(degree + 1), 3);
    real_roots_options<double> options;
    options.on = {.place = where::cpu, .threads = 1};
    const auto alone = real_roots(polynomial_batch<double>{rows.data(), count, degree}, {-2, 2}, options);
    for (const int size : sizes)
      with_members(size, [&](const target& on) {
        options.on = on;
        const auto all = real_roots(polynomial_batch<double>{rows.data(), count, degree}, {-2, 2}, options);
        EXPECT_EQ(all.counts, alone.counts);
        EXPECT_EQ(all.statuses, alone.statuses);
        EXPECT_EQ(all.touching, alone.touching);
        EXPECT_EQ(all.report.roots, alone.report.roots);
        EXPECT_EQ(0, std::memcmp(all.values.data(), alone.values.data(), alone.values.size() * sizeof(double)));
      });
  }
}

TEST(TeamAnswers, RootsOfRows) {
  const std::size_t count = 101;
  const std::vector<double> rows = random_numbers(count * 8, 4);
  root_batch_options options;
  options.on = {.place = where::cpu, .threads = 1};
  const root_batch_result alone = roots(polynomial_batch<double>{rows.data(), count, 7}, options);
  for (const int size : sizes)
    with_members(size, [&](const target& on) {
      options.on = on;
      const root_batch_result all = roots(polynomial_batch<double>{rows.data(), count, 7}, options);
      EXPECT_EQ(all.values, alone.values);
      EXPECT_EQ(all.radii, alone.radii);
      EXPECT_EQ(all.report.complete, alone.report.complete);
    });
}

TEST(TeamAnswers, NearLinearRings) {
  roots_options options;
  options.method = roots_method::near_linear;
  for (const std::size_t degree : {400UL, 3000UL, 20000UL}) {
    const std::vector<double> c = random_numbers(degree + 1, 11);
    options.on = {.place = where::cpu, .threads = 1};
    const roots_result alone = roots(c, options);
    for (const int size : sizes)
      with_members(size, [&](const target& on) {
        options.on = on;
        const roots_result all = roots(c, options);
        ASSERT_EQ(all.roots.size(), alone.roots.size());
        for (std::size_t k = 0; k < all.roots.size(); ++k) {
          EXPECT_EQ(all.roots[k].value, alone.roots[k].value);
          EXPECT_EQ(all.roots[k].radius, alone.roots[k].radius);
          EXPECT_EQ(all.roots[k].status, alone.roots[k].status);
        }
        EXPECT_EQ(all.report.method, alone.report.method);
      });
  }
}

TEST(TeamAnswers, NewtonStarts) {
  const std::vector<std::string> equations = {"x^2 + y^2 - 4.1", "x*y - 1/3"};
  const polynomial_system system = polynomial_system::parse(equations);
  std::vector<system_point> starts;
  const std::vector<double> numbers = random_numbers(60, 8);
  for (std::size_t k = 0; k + 3 < numbers.size(); k += 4)
    starts.push_back({{qd(2 * numbers[k]), qd(numbers[k + 1])}, {qd(numbers[k + 2]), qd(numbers[k + 3])}});
  newton_options options;
  options.digits = 50;
  options.on = {.place = where::cpu, .threads = 1};
  const newton_result alone = newton(system, starts, options);
  for (const int size : sizes)
    with_members(size, [&](const target& on) {
      options.on = on;
      const newton_result all = newton(system, starts, options);
      ASSERT_EQ(all.solutions.size(), alone.solutions.size());
      for (std::size_t k = 0; k < starts.size(); ++k) {
        EXPECT_EQ(all.solutions[k].radius, alone.solutions[k].radius);
        EXPECT_EQ(all.solutions[k].x[0].re.x0, alone.solutions[k].x[0].re.x0);
        EXPECT_EQ(all.solutions[k].steps.size(), alone.solutions[k].steps.size());
      }
      EXPECT_EQ(all.report.certified, alone.report.certified);
    });
}

TEST(TeamAnswers, PathsOfASystem) {
  const polynomial_system system = families::katsura(5);
  for (const start_kind start : {start_kind::total_degree, start_kind::polyhedral}) {
    solve_options options;
    options.start = start;
    options.on = {.place = where::cpu, .threads = 1};
    const solve_result alone = solve(system, options);
    for (const int size : sizes)
      with_members(size, [&](const target& on) {
        options.on = on;
        const solve_result all = solve(system, options);
        ASSERT_EQ(all.solutions.size(), alone.solutions.size());
        for (std::size_t k = 0; k < all.solutions.size(); ++k)
          EXPECT_EQ(all.solutions[k].point.x[1].re.x0, alone.solutions[k].point.x[1].re.x0);
        EXPECT_EQ(all.report.steps, alone.report.steps);
        EXPECT_EQ(all.report.certified, alone.report.certified);
      });
  }
}

TEST(TeamAnswers, InstancesWithParameters) {
  const std::vector<std::string> equations = {"x^2 + a*y - b", "y^2 - b*x + 1"};
  const polynomial_system system = polynomial_system::parse(equations);
  parameter_values values{{"a", "b"}, {}};
  for (const double x : random_numbers(46, 9)) values.values.emplace_back(3 * x);
  solve_options options;
  options.on = {.place = where::cpu, .threads = 1};
  const parameters_result alone = solve_parameters(system, values, options);
  for (const int size : sizes)
    with_members(size, [&](const target& on) {
      options.on = on;
      const parameters_result all = solve_parameters(system, values, options);
      ASSERT_EQ(all.instances.size(), alone.instances.size());
      for (std::size_t k = 0; k < all.instances.size(); ++k) {
        EXPECT_EQ(all.instances[k].row, k);
        ASSERT_EQ(all.instances[k].solutions.size(), alone.instances[k].solutions.size());
        for (std::size_t i = 0; i < all.instances[k].solutions.size(); ++i)
          EXPECT_EQ(all.instances[k].solutions[i].point.x[0].re.x0, alone.instances[k].solutions[i].point.x[0].re.x0);
      }
      EXPECT_EQ(all.report.steps, alone.report.steps);
      EXPECT_EQ(all.report.certified, alone.report.certified);
    });
}

TEST(TeamAnswers, InstancesAreToldUntilNoMoreAreWanted) {
  const std::vector<std::string> equations = {"x^2 - a"};
  const polynomial_system system = polynomial_system::parse(equations);
  parameter_values values{{"a"}, {}};
  for (int k = 1; k <= 20; ++k) values.values.emplace_back(k);
  for (const std::size_t most : {1UL, 8UL, 15UL})
    with_members(3, [&](const target& on) {
      solve_options options;
      options.on = on;
      std::vector<std::size_t> rows;
      const parameters_report report = solve_parameters(system, values, options, [&](solved_instance&& s) {
        rows.push_back(s.row);
        return rows.size() < most;
      });
      EXPECT_EQ(rows.size(), most);
      for (std::size_t k = 0; k < rows.size(); ++k) EXPECT_EQ(rows[k], k);
      EXPECT_EQ(report.stopped_by, "cancelled");
    });
}

TEST(TeamAnswers, Boxes) {
  std::vector<box_system> systems;
  const std::vector<double> numbers = random_numbers(1500 * 18, 10);
  for (std::size_t k = 0; k < 1500; ++k) {
    box_system s;
    for (std::size_t q = 0; q < 2; ++q) {
      const auto at = numbers.begin() + static_cast<std::ptrdiff_t>(k * 18 + q * 9);
      s.equations.push_back({{2, 2}, {at, at + 9}});
    }
    if (k % 3 == 0) s.equations[1].degrees = {2, 1}, s.equations[1].coefficients.resize(6);
    if (k == 17) s.equations[0].coefficients[4] = NAN;
    systems.push_back(std::move(s));
  }
  boxes_options options;
  options.on = {.place = where::cpu, .threads = 1};
  const boxes_result alone = solve_boxes(systems, options);
  for (const int size : sizes)
    with_members(size, [&](const target& on) {
      options.on = on;
      const boxes_result all = solve_boxes(systems, options);
      EXPECT_EQ(all.status, alone.status);
      EXPECT_EQ(all.first, alone.first);
      ASSERT_EQ(all.items.size(), alone.items.size());
      for (std::size_t k = 0; k < all.items.size(); ++k) EXPECT_EQ(all.items[k].x, alone.items[k].x);
      ASSERT_EQ(all.messages.size(), 1U);
      EXPECT_EQ(all.messages[0].system, 17U);
      EXPECT_EQ(all.messages[0].message, alone.messages[0].message);
      EXPECT_EQ(all.report.boxes_visited, alone.report.boxes_visited);
    });
}

// A list of devices without ranks has a thread for each; on the processor they stand in for GPUs.
TEST(TeamDevices, StandInsShareTheWork) {
  const polynomial_system system = families::katsura(4);
  const std::vector<double> rows = random_numbers(300 * 5, 12);
  const polynomial_batch<double> batch{rows.data(), 300, 4};
  const target one{.place = where::cpu, .threads = 1};
  solve_options paths;
  real_roots_options<double> lines;
  root_batch_options discs;
  paths.on = lines.on = discs.on = one;
  const solve_result ends = solve(system, paths);
  const auto on_line = real_roots(batch, {-1, 1}, lines);
  const root_batch_result in_plane = roots(batch, discs);
  for (const int size : sizes) {
    target several = one;
    for (int k = 0; k < size; ++k) several.devices.push_back(k);
    paths.on = lines.on = discs.on = several;
    EXPECT_EQ(solve(system, paths).report.steps, ends.report.steps);
    EXPECT_EQ(real_roots(batch, {-1, 1}, lines).counts, on_line.counts);
    EXPECT_EQ(roots(batch, discs).values, in_plane.values);
  }
}

TEST(TeamDevices, AnErrorEndsAllThreads) {
  root_batch_options options;
  options.on = {.place = where::cpu, .threads = -1, .devices = {0, 1, 2}};
  options.digits = 99;
  const std::vector<double> rows = random_numbers(40, 12);
  EXPECT_THROW((void)roots(polynomial_batch<double>{rows.data(), 10, 3}, options), error);
  const std::vector<std::string> equations = {"x^2 - a"};
  solve_options paths;
  paths.on.devices = {0, 1, 2};
  EXPECT_THROW((void)solve_parameters(polynomial_system::parse(equations), {{"b"}, {1.0, 2.0, 3.0}}, paths), error);
}

TEST(TeamAnswers, Cancelled) {
  const std::atomic<bool> cancel = true;
  const polynomial_system system = families::katsura(6);
  with_members(3, [&](const target& on) {
    solve_options options;
    options.on = on;
    options.cancel = &cancel;
    EXPECT_EQ(solve(system, options).report.stopped_by, "cancelled");
  });
}

}  // namespace
}  // namespace vieta
