// `solve_boxes` on a GPU against the CPU: the same statuses, the same solutions.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <random>

#include "vieta/boxes.hpp"
#include "vieta/boxes_columns_cuda.hpp"
#include "vieta/boxes_cuda.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

class BoxesDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (!cuda_devices().empty()) return;
    if (std::getenv("VIETA_EXPECT_GPU") != nullptr) FAIL() << "no CUDA device found, but VIETA_EXPECT_GPU is set";
    GTEST_SKIP() << "no CUDA device";
  }
};

using generator = std::mt19937_64;

/// Unified memory, so that a test can read it.
template <class T>
bool allocate(T*& p, std::size_t count) {
  void* memory = nullptr;
  const bool good = cudaMallocManaged(&memory, count * sizeof(T)) == cudaSuccess;
  p = static_cast<T*>(memory);
  return good;
}

double uniform(generator& random) { return static_cast<double>(random() >> 11) * 0x1p-52 - 1; }

box_system random_system(generator& random, const std::vector<int>& degrees) {
  box_system s;
  for (std::size_t q = 0; q < degrees.size(); ++q) {
    bernstein_polynomial f{degrees, {}};
    std::size_t size = 1;
    for (const int d : degrees) size *= static_cast<std::size_t>(d) + 1;
    for (std::size_t j = 0; j < size; ++j) f.coefficients.push_back(uniform(random));
    s.equations.push_back(f);
  }
  return s;
}

boxes_options on_cpu() {
  boxes_options options;
  options.on.place = where::cpu;
  return options;
}
boxes_options on_gpu() {
  boxes_options options;
  options.on.place = where::cuda;
  return options;
}

/// Statuses and the number of items are equal; each solution lies within both radii, the uniqueness boxes overlap.
void expect_same(std::span<const box_system> systems, const boxes_result& gpu) {
  const boxes_result cpu = solve_boxes(systems, on_cpu());
  ASSERT_EQ(gpu.status.size(), systems.size());
  ASSERT_EQ(gpu.first.size(), systems.size() + 1);
  EXPECT_EQ(gpu.report.systems, systems.size());
  EXPECT_EQ(gpu.report.unique, cpu.report.unique);
  EXPECT_EQ(gpu.report.complete, cpu.report.complete);
  EXPECT_EQ(gpu.report.clusters, cpu.report.clusters);
  EXPECT_EQ(gpu.report.bad_inputs, cpu.report.bad_inputs);
  for (std::size_t s = 0; s < systems.size(); ++s) {
    ASSERT_EQ(gpu.status[s], cpu.status[s]) << s;
    const auto a = gpu.of(s), b = cpu.of(s);
    ASSERT_EQ(a.size(), b.size()) << s;
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(a[i].kind, b[i].kind) << s;
      EXPECT_EQ(a[i].jacobian_sign, b[i].jacobian_sign) << s;
      EXPECT_EQ(a[i].on_border, b[i].on_border) << s;
      for (std::size_t k = 0; k < systems[s].equations.size(); ++k) {
        EXPECT_LE(std::fabs(a[i].x[k] - b[i].x[k]), a[i].radius + b[i].radius) << s;
        EXPECT_LE(a[i].lower[k], b[i].upper[k]) << s;
        EXPECT_LE(b[i].lower[k], a[i].upper[k]) << s;
      }
      if (a[i].kind != box_kind::unique) continue;
      EXPECT_LE(a[i].residual, 4 * b[i].residual) << s;
      EXPECT_LE(b[i].residual, 4 * a[i].residual) << s;
      EXPECT_LE(a[i].radius, 8 * b[i].radius + 1e-14) << s;
    }
  }
}

TEST_F(BoxesDevice, RandomSystemsOfManyShapes) {
  generator random(1);
  const std::vector<int> shapes[] = {{3, 3},    {2, 2},    {3, 2},       {2, 3},      {1},    {7},
                                     {20},      {1, 1},    {5, 4},       {8, 8},      {1, 6}, {2, 2, 2},
                                     {3, 3, 3}, {1, 2, 3}, {2, 2, 2, 2}, {1, 1, 1, 1}};
  for (const std::vector<int>& degrees : shapes) {
    SCOPED_TRACE(testing::PrintToString(degrees));
    ASSERT_TRUE(boxes_cuda_takes(degrees));
    std::vector<box_system> systems;
    for (int k = 0; k < (degrees.size() < 3 ? 500 : 100); ++k) systems.push_back(random_system(random, degrees));
    const boxes_result gpu = solve_boxes(systems, on_gpu());
    EXPECT_NE(gpu.report.target.find("cuda:0"), std::string::npos) << gpu.report.target;
    expect_same(systems, gpu);
  }
}

TEST_F(BoxesDevice, TooLargeForTheDevice) {
  EXPECT_FALSE(boxes_cuda_takes({40}));
  generator random(6);
  std::vector<box_system> systems;
  for (int k = 0; k < 10; ++k) systems.push_back(random_system(random, {40}));
  const boxes_result gpu = solve_boxes(systems, on_gpu());
  EXPECT_EQ(gpu.report.target.find("cpu"), 0u) << gpu.report.target;
  expect_same(systems, gpu);
}

TEST_F(BoxesDevice, HardAndPoisonedSystemsHarmNoNeighbour) {
  generator random(2);
  std::vector<box_system> systems;
  for (int k = 0; k < 200; ++k) systems.push_back(random_system(random, {3, 3}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  systems[3].equations[1].coefficients[5] = nan;
  systems[4].equations[0].coefficients[0] = HUGE_VAL;
  systems[5].equations[0].coefficients.assign(16, 0.0);
  systems[9].equations[1] = systems[9].equations[0];  // a curve
  systems[12].equations[0].error = 1e-3;
  systems[15].equations[0].coefficients[0] = 1e300;
  for (double& c : systems[16].equations[1].coefficients) c *= 1e-300;
  systems[20].box = {{-3, 5}, {10, 10.5}};
  systems[21].positive = {random_system(random, {1, 1}).equations[0]};
  // Touching circles: a cluster.
  const auto circle = [](double a, double b, double r2) {
    const double x[3] = {a * a, a * a - a, (1 - a) * (1 - a)}, y[3] = {b * b, b * b - b, (1 - b) * (1 - b)};
    bernstein_polynomial f{{2, 2}, {}};
    for (const double p : x)
      for (const double q : y) f.coefficients.push_back(p + q - r2);
    return f;
  };
  systems[30].equations = {circle(0.25, 0.5, 0.0625), circle(0.75, 0.5, 0.0625)};
  expect_same(systems, solve_boxes(systems, on_gpu()));
}

TEST_F(BoxesDevice, TwoRunsAreTheSame) {
  generator random(3);
  std::vector<box_system> systems;
  for (int k = 0; k < 5000; ++k) systems.push_back(random_system(random, {3, 3}));
  const boxes_result a = solve_boxes(systems, on_gpu()), b = solve_boxes(systems, on_gpu());
  ASSERT_EQ(a.items.size(), b.items.size());
  EXPECT_EQ(a.report.boxes_visited, b.report.boxes_visited);
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    EXPECT_EQ(a.items[i].x, b.items[i].x);
    EXPECT_EQ(a.items[i].lower, b.items[i].lower);
  }
  expect_same(systems, a);
}

/// With the method kantorovich complete systems have the solutions that the CPU proves by Krawczyk's; borders of pieces
/// may leave others as clusters.
TEST_F(BoxesDevice, KantorovichByPieces) {
  generator random(7);
  for (const std::vector<int>& degrees :
       std::vector<std::vector<int>>{{3, 3}, {2, 3}, {2, 2}, {4, 4}, {7}, {2, 2, 2}}) {
    SCOPED_TRACE(testing::PrintToString(degrees));
    std::vector<box_system> systems;
    for (int k = 0; k < 300; ++k) systems.push_back(random_system(random, degrees));
    boxes_options options = on_gpu(), same = on_cpu();
    options.method = same.method = boxes_method::kantorovich;
    options.subdivision = same.subdivision = degrees.size() == 3 ? 4 : 8;
    const boxes_result gpu = solve_boxes(systems, options), again = solve_boxes(systems, options),
                       cpu = solve_boxes(systems, on_cpu()), pieces = solve_boxes(systems, same);
    EXPECT_NE(gpu.report.target.find("cuda:0"), std::string::npos) << gpu.report.target;
    std::cout << "  " << gpu.report.complete << " of " << systems.size() << ", on the CPU " << pieces.report.complete
              << "; " << gpu.report.target << '\n';
    EXPECT_GE(gpu.report.complete, pieces.report.complete);
    EXPECT_GE(gpu.report.complete, systems.size() * 9 / 10);
    ASSERT_EQ(gpu.items.size(), again.items.size());
    for (std::size_t i = 0; i < gpu.items.size(); ++i) EXPECT_EQ(gpu.items[i].x, again.items[i].x);
    for (std::size_t s = 0; s < systems.size(); ++s) {
      if (gpu.status[s] != boxes_status::complete || cpu.status[s] != boxes_status::complete) continue;
      const auto a = gpu.of(s), b = cpu.of(s);
      ASSERT_EQ(a.size(), b.size()) << s;
      for (const box_item& item : a) {
        const auto near = [&](const box_item& other) {
          for (std::size_t k = 0; k < degrees.size(); ++k)
            if (!(std::fabs(item.x[k] - other.x[k]) <= item.radius + other.radius)) return false;
          return item.jacobian_sign == other.jacobian_sign;
        };
        EXPECT_EQ(std::count_if(b.begin(), b.end(), near), 1) << s;
      }
    }
  }
}

TEST_F(BoxesDevice, MoreThanOneRound) {
  generator random(4);
  const std::size_t count = (std::size_t{1} << 17) + 1000;
  std::vector<double> coefficients(count * 2 * 9);
  for (double& c : coefficients) c = uniform(random);
  const bernstein_batch batch{count, {2, 2}, coefficients.data(), {}};
  const boxes_result gpu = solve_boxes(batch, on_gpu()), cpu = solve_boxes(batch, on_cpu());
  EXPECT_EQ(gpu.status, cpu.status);
  ASSERT_EQ(gpu.first, cpu.first);
  for (std::size_t i = 0; i < gpu.items.size(); ++i)
    for (int k = 0; k < 2; ++k)
      ASSERT_LE(std::fabs(gpu.items[i].x[k] - cpu.items[i].x[k]), gpu.items[i].radius + cpu.items[i].radius);
}

TEST_F(BoxesDevice, ArraysOnTheDevice) {
  generator random(5);
  constexpr std::size_t count = 300, size = 16;
  std::vector<box_system> systems;
  std::vector<double> coefficients;
  for (std::size_t k = 0; k < count; ++k) {
    systems.push_back(random_system(random, {3, 3}));
    systems.back().box = {{-1, 2}, {0, 4}};
    if (k == 7) systems.back().equations[0].coefficients[3] = std::nan("");
    for (const bernstein_polynomial& f : systems.back().equations)
      coefficients.insert(coefficients.end(), f.coefficients.begin(), f.coefficients.end());
  }
  double* c = nullptr;
  boxes_cuda_output out;
  constexpr std::uint32_t capacity = 2000;
  ASSERT_TRUE(allocate(c, count * 2 * size));
  ASSERT_TRUE(allocate(out.status, count));
  ASSERT_TRUE(allocate(out.first, count));
  ASSERT_TRUE(allocate(out.counts, count));
  ASSERT_TRUE(allocate(out.items, capacity));
  ASSERT_TRUE(allocate(out.totals, 1));
  out.capacity = capacity;
  std::copy(coefficients.begin(), coefficients.end(), c);
  const bernstein_batch batch{count, {3, 3}, c, {{-1, 2}, {0, 4}}};
  const boxes_result cpu = solve_boxes(systems, on_cpu());

  solve_boxes_cuda(batch, out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out.totals->items, cpu.items.size());
  EXPECT_GE(out.totals->boxes_visited, cpu.report.boxes_visited);
  EXPECT_EQ(out.status[7], boxes_status::bad_input);
  for (std::size_t s = 0; s < count; ++s) {
    EXPECT_EQ(out.status[s], cpu.status[s]) << s;
    const auto items = cpu.of(s);
    ASSERT_EQ(out.counts[s], items.size()) << s;
    for (std::size_t i = 0; i < items.size(); ++i)
      for (int k = 0; k < 2; ++k)
        EXPECT_LE(std::fabs(out.items[out.first[s] + i].x[k] - items[i].x[k]),
                  out.items[out.first[s] + i].radius + items[i].radius);
  }

  boxes_cuda_columns columns;
  const std::size_t found = out.totals->items;
  ASSERT_TRUE(allocate(columns.begin, count + 1) && allocate(columns.systems, found));
  for (double** const wide : {&columns.x, &columns.lower, &columns.upper}) ASSERT_TRUE(allocate(*wide, 2 * found));
  ASSERT_TRUE(allocate(columns.radii, found) && allocate(columns.residuals, found));
  ASSERT_TRUE(allocate(columns.signs, found) && allocate(columns.on_border, found));
  char* scratch = nullptr;
  ASSERT_TRUE(allocate(scratch, boxes_columns_cuda_scratch(count)));
  boxes_columns_cuda(out, count, 2, found, columns, nullptr, scratch);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(columns.begin[0], 0);
  for (std::size_t s = 0; s < count; ++s) {
    ASSERT_EQ(columns.begin[s + 1] - columns.begin[s], out.counts[s]) << s;
    for (std::uint32_t i = 0; i < out.counts[s]; ++i) {
      const auto row = static_cast<std::size_t>(columns.begin[s]) + i;
      const box_item& item = out.items[out.first[s] + i];
      EXPECT_EQ(columns.systems[row], static_cast<std::int64_t>(s));
      for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_EQ(columns.x[2 * row + k], item.x[k]);
        EXPECT_EQ(columns.lower[2 * row + k], item.lower[k]);
        EXPECT_EQ(columns.upper[2 * row + k], item.upper[k]);
      }
      EXPECT_EQ(columns.radii[row], item.radius);
      EXPECT_EQ(columns.residuals[row], item.residual);
      EXPECT_EQ(columns.signs[row], item.jacobian_sign);
      EXPECT_EQ(columns.on_border[row] != 0, item.on_border);
    }
  }
  EXPECT_THROW(boxes_columns_cuda(out, count, 5, found, columns, nullptr, scratch), error);
  EXPECT_THROW(boxes_columns_cuda(out, count, 2, found, columns, nullptr, nullptr), error);

  out.capacity = 10;  // too few: systems whose items have no room say so
  solve_boxes_cuda(batch, out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  std::size_t complete = 0, items = 0;
  for (std::size_t s = 0; s < count; ++s) {
    complete += out.status[s] == boxes_status::complete;
    items += out.counts[s];
  }
  EXPECT_LE(items, 10u);
  EXPECT_LT(complete, count);

  EXPECT_THROW(solve_boxes_cuda({count, {0, 3}, c, {}}, out), error);
  EXPECT_THROW(solve_boxes_cuda({count, {3, 3}, nullptr, {}}, out), error);
  for (const std::vector<std::array<double, 2>>& box :
       {std::vector<std::array<double, 2>>{{0, 1}}, {{0, 1}, {2, 2}}, {{0, 1}, {std::nan(""), 1}}})
    EXPECT_THROW(solve_boxes_cuda({count, {3, 3}, c, box}, out), error);
  for (const double tolerance : {0.0, std::nan("")}) {
    boxes_options options;
    options.tolerance = tolerance;
    EXPECT_THROW(solve_boxes_cuda(batch, out, options), error);
  }
  boxes_options options;
  options.max_boxes = 0;
  EXPECT_THROW(solve_boxes_cuda(batch, out, options), error);
  for (void* p : {static_cast<void*>(c), static_cast<void*>(out.status), static_cast<void*>(out.first),
                  static_cast<void*>(out.counts), static_cast<void*>(out.items), static_cast<void*>(out.totals)})
    cudaFree(p);
}

}  // namespace
}  // namespace vieta
