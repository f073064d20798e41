#include <cuda_runtime.h>
#include <gtest/gtest.h>
#include <nvrtc.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "minimax/check/run_program.hpp"
#include "minimax/full_range.hpp"
#include "newton/cuda/device_memory.hpp"
#include "unit/base/small_tests.hpp"
#include "vieta/minimax_code.hpp"

// The emitted CUDA text, compiled at run time and run on a GPU: the very bits that the library says.
namespace vieta::test {
namespace {

using namespace approximation;
using systems::device_array;

constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

bool there_is_a_device() {
  int n = 0;
  return cudaGetDeviceCount(&n) == cudaSuccess && n > 0;
}

/// A kernel that calls `function` for each x (and y); the compiler's words where it refuses.
class compiled_text {
 public:
  compiled_text(const std::string& text, const std::string& function, bool two_inputs,
                std::vector<std::string> options) {
    const std::string source = text + "extern \"C\" __global__ void all(const float* x, const float* y, float* out, " +
                               "unsigned n) {\n  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
                               "  if (i < n) out[i] = " + function + (two_inputs ? "(x[i], y[i])" : "(x[i])") +
                               ";\n}\n";
    int major = 9, minor = 0;
    if (there_is_a_device()) {
      cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
      cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
    }
    options.push_back("--gpu-architecture=sm_" + std::to_string(10 * major + minor));
    std::vector<const char*> list;
    for (const std::string& o : options) list.push_back(o.c_str());
    nvrtcProgram program = nullptr;
    nvrtcResult done = nvrtcCreateProgram(&program, source.c_str(), "text.cu", 0, nullptr, nullptr);
    if (done == NVRTC_SUCCESS) done = nvrtcCompileProgram(program, static_cast<int>(list.size()), list.data());
    if (done != NVRTC_SUCCESS && done != NVRTC_ERROR_COMPILATION && !there_is_a_device()) {
      refused_ = nvrtcGetErrorString(done);  // of the compiler itself, as of too little memory, and not of the text
      nvrtcDestroyProgram(&program);
      return;
    }
    std::size_t size = 0;
    nvrtcGetProgramLogSize(program, &size);
    std::string log(size, ' ');
    nvrtcGetProgramLog(program, log.data());
    EXPECT_EQ(done, NVRTC_SUCCESS) << nvrtcGetErrorString(done) << '\n' << log << source;
    if (there_is_a_device() && done == NVRTC_SUCCESS && nvrtcGetCUBINSize(program, &size) == NVRTC_SUCCESS) {
      std::vector<char> binary(size);
      nvrtcGetCUBIN(program, binary.data());
      EXPECT_EQ(cudaLibraryLoadData(&library_, binary.data(), nullptr, nullptr, 0, nullptr, nullptr, 0), cudaSuccess);
      EXPECT_EQ(cudaLibraryGetKernel(&kernel_, library_, "all"), cudaSuccess);
    }
    nvrtcDestroyProgram(&program);
  }
  compiled_text(const compiled_text&) = delete;
  compiled_text& operator=(const compiled_text&) = delete;
  ~compiled_text() {
    if (library_) cudaLibraryUnload(library_);
  }

  /// Why the compiler could not work on this machine; empty where it did.
  [[nodiscard]] const std::string& refused() const { return refused_; }

  [[nodiscard]] std::vector<float> run(const std::vector<float>& x, const std::vector<float>& y) const {
    std::vector<float> out(x.size());
    if (!kernel_) return out;
    const device_array<float> x_there(x), y_there(y), out_there(x.size());
    const float *x_at = x_there.get(), *y_at = y_there.get();
    float* out_at = out_there.get();
    auto n = static_cast<unsigned>(x.size());
    void* arguments[] = {&x_at, &y_at, &out_at, &n};
    EXPECT_EQ(cudaLaunchKernel(reinterpret_cast<const void*>(kernel_), dim3((n + 255) / 256), dim3(256), arguments, 0,
                               nullptr),
              cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    out_there.copy_to(out.data(), out.size());
    return out;
  }

 private:
  cudaLibrary_t library_ = nullptr;
  cudaKernel_t kernel_ = nullptr;
  std::string refused_;
};

struct inputs {
  std::vector<float> x, y;
};

/// Special values in all pairs, then floats of all sizes, then floats between -2 and 2.
inputs many_inputs(bool positive) {
  const std::vector<float> special = {-0.0F, 0.0F,   1.0F,    -1.0F,  inf,        -inf,   nan,    0.5F,
                                      -0.5F, 2.0F,   -2.0F,   1e-40F, -1e-40F,    1e-38F, 3e38F,  -3e38F,
                                      88.8F, -88.0F, -104.0F, 1e4F,   0.7071068F, 1.5F,   1e-20F, 25735.0F};
  inputs all;
  for (const float x : special)
    for (const float y : special) all.x.push_back(x), all.y.push_back(y);
  std::mt19937 random(7);
  for (int k = 0; k < 400000; ++k) {
    all.x.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
    all.y.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
  }
  std::uniform_real_distribution<float> small(-2, 2);
  for (int k = 0; k < 400000; ++k) all.x.push_back(small(random)), all.y.push_back(small(random));
  if (!positive) return all;
  inputs normal;
  for (std::size_t i = 0; i < all.x.size(); ++i)
    if (all.x[i] >= 0x1p-126F && all.y[i] >= 0x1p-126F && all.x[i] < inf && all.y[i] < inf)
      normal.x.push_back(all.x[i]), normal.y.push_back(all.y[i]);
  return normal;
}

struct function {
  const char *name, *of;
  std::vector<int> degrees;
  const char* constraint;
};
// Those of shaders/fast_math.py.
const std::vector<function> functions = {
    {"acos", "acos", {1, 2, 3, 5}, ""}, {"acos", "acos", {2, 3}, "p(0)=pi/2"}, {"asin", "asin", {2, 3, 4}, ""},
    {"atan", "atan", {2, 3, 5}, ""},    {"atan", "atan", {2, 3}, "c0=1"},      {"atan2", "atan", {2, 3, 5}, ""},
    {"exp", "exp", {3, 4, 5}, ""},      {"log", "log", {3, 5, 7}, ""},         {"sin", "sin", {2, 3, 4}, ""},
    {"cos", "sin", {2, 3, 4}, ""},      {"tanh", "tanh", {3, 5}, ""}};

minimax_result best(const function& f, int degree) {
  minimax_problem p = minimax_short_form(f.of, degree);
  if (f.constraint[0] != 0) p.constraints = {f.constraint};
  minimax_options options;
  options.format = coefficient_format::float32;
  options.prove = false;
  return minimax(p, options);
}

/// NaN for NaN, else bit for bit; or to within `relative`, where the language's own functions are called.
int count_differences(const std::vector<float>& found, const std::vector<float>& expected, const inputs& at,
                      const std::string& what, float relative = 0) {
  int wrong = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool same = std::isnan(expected[i])
                          ? std::isnan(found[i])
                          : std::bit_cast<std::uint32_t>(found[i]) == std::bit_cast<std::uint32_t>(expected[i]);
    if (!same && std::fabs(found[i] - expected[i]) <= relative * std::fabs(expected[i])) continue;
    if (!same && ++wrong <= 3)
      ADD_FAILURE() << what << " of " << at.x[i] << ", " << at.y[i] << ": found " << found[i] << ", expected "
                    << expected[i];
  }
  return wrong;
}

void run_all(bool fma, bool estrin) {
  const inputs inputs_of[] = {many_inputs(false), many_inputs(true)};
  for (const function& f : functions)
    for (const int degree : f.degrees)
      for (const bool positive : {false, true}) {
        const inputs& all = inputs_of[positive ? 1 : 0];
        const minimax_result r = best(f, degree);
        code_options options;
        options.language = code_language::cuda;
        options.full_range = f.name;
        options.explicit_fma = fma;
        options.estrin = estrin;
        options.positive = positive;
        options.hexadecimal = degree % 2 == 0;
        options.most_floats = 1000;
        options.name = "f";
        const program p =
            full_range_program(read(r.problem), f.name, {r.exponents, r.coefficients, {}},
                               estrin ? polynomial_order::estrin : polynomial_order::horner, false, positive, "f");
        const compiled_text text(emit_code(r, options).text, "f", p.inputs.size() == 2, {"--fmad=false"});
        std::vector<float> expected(all.x.size());
        run(p, find_machine(fma ? "ieee-fma" : "ieee"), all.x.data(), all.y.data(), expected.data(), all.x.size());
        EXPECT_EQ(count_differences(text.run(all.x, all.y), expected, all,
                                    std::string(f.name) + " " + std::to_string(degree) + f.constraint,
                                    f.name == std::string("tanh") ? 2.5e-7F : 0),
                  0);
      }
}

// Needs no GPU.
TEST(MinimaxCudaText, Compiles) {
  for (const function& f : functions)
    for (const bool fma : {false, true}) {
      code_options options;
      options.language = code_language::cuda;
      options.full_range = f.name;
      options.explicit_fma = fma;
      options.hexadecimal = fma;
      options.most_floats = 1000;
      options.name = "f";
      const std::string text = emit_code(best(f, f.degrees[0]), options).text;
      const compiled_text compiled(text, "f", f.name == std::string("atan2"), {"--fmad=false"});
      if (!compiled.refused().empty()) GTEST_SKIP() << "nvrtc cannot work here: " << compiled.refused();
    }
}

TEST(MinimaxCudaText, ComputesTheVeryBits) {
  if (!there_is_a_device()) GTEST_SKIP() << "no CUDA device";
  run_all(false, false);
}

TEST(MinimaxCudaText, ComputesTheVeryBitsWithFma) {
  if (!there_is_a_device()) GTEST_SKIP() << "no CUDA device";
  run_all(true, false);
}

TEST(MinimaxCudaText, ComputesTheVeryBitsByEstrin) {
  if (!there_is_a_device()) GTEST_SKIP() << "no CUDA device";
  run_all(false, true);
}

// Form and quotient, without range reduction.
TEST(MinimaxCudaText, FormsComputeTheVeryBits) {
  if (!there_is_a_device()) GTEST_SKIP() << "no CUDA device";
  minimax_problem p = minimax_short_form("tanh", 2);
  p.denominator_degree = 2;
  minimax_options options;
  options.format = coefficient_format::float32;
  options.prove = false;
  const minimax_result r = minimax(p, options);
  const inputs all = many_inputs(false);
  for (const bool fma : {false, true}) {
    code_options code;
    code.language = code_language::cuda;
    code.explicit_fma = fma;
    code.most_floats = 1000;
    const program expected_of = form_program(read(r.problem), {r.exponents, r.coefficients, r.denominator},
                                             polynomial_order::horner, false, "f");
    std::vector<float> expected(all.x.size());
    run(expected_of, find_machine(fma ? "ieee-fma" : "ieee"), all.x.data(), nullptr, expected.data(), all.x.size());
    const compiled_text text(emit_code(r, code).text, "fast_tanh", false, {"--fmad=false"});
    EXPECT_EQ(count_differences(text.run(all.x, all.y), expected, all, "tanh as a quotient"), 0);
  }
}

// The models of machines: what the GPU does is not worse than they say of all floats. Where the compiler may fuse as it
// likes each operation is one of the two that the model with and without fma has; -use_fast_math is the model
// cuda-fast.
TEST(MinimaxCudaText, IsAsGoodAsItsModels) {
  if (!there_is_a_device()) GTEST_SKIP() << "no CUDA device";
  if (test::small_tests()) GTEST_SKIP() << "needs all floats; the text and the kernels are those of the tests above";
  for (const function& f : {functions[0], functions[2], functions[3]}) {
    const minimax_result r = best(f, f.degrees.back());
    code_options options;
    options.language = code_language::cuda;
    options.full_range = f.name;
    options.name = "f";
    options.machines = {"cuda-fast"};
    options.most_floats = 0;  // all: another sample than the one below would show other errors
    const minimax_code code = emit_code(r, options);
    inputs some;
    std::mt19937 random(8);
    std::uniform_real_distribution<float> x(-1, 1);
    for (int k = 0; k < 1000000; ++k) some.x.push_back(x(random));
    some.y = some.x;
    for (const bool fast : {false, true}) {
      const compiled_text text(code.text, "f", false, {fast ? "--use_fast_math" : "--fmad=true"});
      const std::vector<float> found = text.run(some.x, some.y);
      double worst = 0;
      for (std::size_t i = 0; i < found.size(); ++i) {
        const auto exact = static_cast<double>(some.x[i]);
        const double truth = f.of[1] == 'c' ? std::acos(exact) : f.of[1] == 's' ? std::asin(exact) : std::atan(exact);
        if (truth != 0) worst = std::max(worst, std::fabs(static_cast<double>(found[i]) / truth - 1));
      }
      const double model = fast ? code.machines[0].error : std::max(code.error.separate, code.error.fused);
      EXPECT_LE(worst, model + 0x1p-25) << f.name << (fast ? " fast" : "");
      EXPECT_GT(worst, 0.5 * r.max_error) << f.name;
    }
  }
}

}  // namespace
}  // namespace vieta::test
