#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "oracles/real_roots/real_roots_cases.hpp"
#include "oracles/real_roots/real_roots_run.hpp"
#include "vieta/core/real_roots.hpp"

static_assert(__cplusplus >= 202002L);

// The table of hard cases in a stranger's kernel around vieta::core::real_roots, and by real_roots with arrays of the
// host on a GPU.
namespace vieta::test {
namespace {

constexpr int threads = 32;

bool there_is_a_device() {
  int n = 0;
  return cudaGetDeviceCount(&n) == cudaSuccess && n > 0;
}

template <class T>
struct problem {
  T a[65], lo, hi;
};
struct answer {
  double roots[64];
  core::real_roots_answer found;
};

template <int N, class T>
__global__ void __launch_bounds__(threads) solve(const problem<T>* problems, answer* answers, int count) {
  __shared__ T points[N * threads];
  const int i = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x);
  if (i >= count) return;
  T a[N + 1];
  for (int k = 0; k <= N; ++k) a[k] = problems[i].a[k];
  const core::strided<T> mine{points + threadIdx.x, threads};
  const core::real_roots_answer found = core::real_roots<N, T>(a, problems[i].lo, problems[i].hi, T(0), T(0), mine);
  answers[i].found = found;
  for (int k = 0; k < found.count; ++k) answers[i].roots[k] = static_cast<double>(mine[k]);
}

template <class T>
class on_device {  // memory that both sides see
 public:
  explicit on_device(std::size_t n) { EXPECT_EQ(cudaMallocManaged(&p_, (n + 1) * sizeof(T)), cudaSuccess); }
  on_device(const on_device&) = delete;
  on_device& operator=(const on_device&) = delete;
  ~on_device() { cudaFree(p_); }
  T* get() { return p_; }

 private:
  T* p_ = nullptr;
};

/// All cases of degree N or less, one thread for each.
template <int N, class T>
void expect_the_table() {
  std::vector<real_roots_case> cases;
  for (const real_roots_case& c : real_roots_cases())
    if (applies<T>(c) && c.coefficients.size() <= N + 1) cases.push_back(c);
  on_device<problem<T>> problems(cases.size());
  on_device<answer> answers(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    problem<T>& p = problems.get()[i] = {};
    for (std::size_t k = 0; k < cases[i].coefficients.size(); ++k) p.a[k] = static_cast<T>(cases[i].coefficients[k]);
    p.lo = static_cast<T>(cases[i].lo);
    p.hi = static_cast<T>(cases[i].hi);
  }
  const int count = static_cast<int>(cases.size());
  solve<N, T>
      <<<static_cast<unsigned>((count + threads - 1) / threads), threads>>>(problems.get(), answers.get(), count);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const answer& a = answers.get()[i];
    const listed_roots listed{{a.roots, a.roots + N}, a.found.count, a.found.status, a.found.touching};
    EXPECT_EQ(mismatch<T>(in_one_scale(cases[i]), listed), "") << "degree " << N;
  }
}

template <class T>
class RealRootsOnGpu : public testing::Test {
 protected:
  void SetUp() override {
    if (!there_is_a_device()) GTEST_SKIP() << "no CUDA device";
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RealRootsOnGpu, Scalars);

TYPED_TEST(RealRootsOnGpu, HardCasesInAKernelOfOnesOwn) {
  expect_the_table<4, TypeParam>();
  expect_the_table<6, TypeParam>();
  expect_the_table<10, TypeParam>();
  expect_the_table<16, TypeParam>();
  if constexpr (sizeof(TypeParam) == sizeof(float)) expect_the_table<24, TypeParam>();
}

TYPED_TEST(RealRootsOnGpu, HardCasesFromTheHost) {
  for (const real_roots_method method : all_methods) {
    real_roots_options<TypeParam> options = options_for<TypeParam>(method);
    options.on.place = where::cuda;
    for (const real_roots_case& c : real_roots_cases()) {
      if (!applies<TypeParam>(c)) continue;
      EXPECT_EQ(mismatch<TypeParam>(c, solve_alone<TypeParam>(c.coefficients, c.lo, c.hi, options)), "")
          << text(method);
    }
  }
}

}  // namespace
}  // namespace vieta::test
