#include <gtest/gtest.h>

#include <cstdlib>

#include "minimax/check/float_check.hpp"
#include "oracles/minimax/minimax_float_cases.hpp"
#include "unit/base/small_tests.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {
namespace {

// Every float of a domain, on the GPU and on the processor: the same largest errors at the same inputs. Domains are
// whole where VIETA_SLOW_TESTS is set: four minutes, most of them the processor's.
TEST(MinimaxDevice, FloatsGiveTheVeryAnswerOfTheProcessor) {
  if (!has_cuda_device()) GTEST_SKIP() << "no CUDA device";
  const bool slow = std::getenv("VIETA_SLOW_TESTS") != nullptr;
  for (const test::float_case& c : test::float_cases(test::small_tests() ? test::float_amount::few
                                                     : slow              ? test::float_amount::all
                                                                         : test::float_amount::many)) {
    const auto [lo, hi] = c.domain.intervals[0];
    const check_task task = make_task(c.code, c.machines, c.domain, lo, hi, 0);
    std::string why_not;
    const auto device = open_cuda_device(0, task, why_not);
    ASSERT_TRUE(device) << c.what << ": " << why_not;
    const std::vector<worst_input> expected = check_all(task, nullptr, 0), found = check_all(task, device.get(), 0);
    for (std::size_t m = 0; m < expected.size(); ++m) {
      EXPECT_EQ(found[m].error, expected[m].error) << c.what << " on " << c.machines[m].name;
      EXPECT_EQ(found[m].at, expected[m].at) << c.what << " on " << c.machines[m].name;
    }
  }
}

TEST(MinimaxDevice, IsTakenWhenAskedFor) {
  if (!has_cuda_device()) GTEST_SKIP() << "no CUDA device";
  minimax_options rounded;
  rounded.format = coefficient_format::float32;
  const minimax_result r = minimax(minimax_short_form("acos", 3), rounded);
  code_options options;
  options.most_floats = test::small_tests() ? 1 << 22 : 0;
  options.on = {.place = where::cpu};
  const minimax_code here = emit_code(r, options);
  EXPECT_TRUE(here.target.starts_with("cpu")) << here.target;
  for (const where place : {where::cuda, where::automatic}) {
    if (place == where::automatic && test::small_tests()) continue;  // few floats are not worth the trip
    options.on = {.place = place};
    const minimax_code there = emit_code(r, options);
    EXPECT_TRUE(there.target.starts_with("cuda:0 ")) << there.target;
    EXPECT_EQ(there.note, "");
    EXPECT_EQ(there.text, here.text);
    EXPECT_EQ(there.error.separate, here.error.separate);
    EXPECT_EQ(there.error.fused, here.error.fused);
    EXPECT_EQ(there.error.worst_at, here.error.worst_at);
  }
  options.on = {.place = where::cuda, .device = 99};
  EXPECT_THROW(emit_code(r, options), error);
}

TEST(MinimaxDevice, SaysWhyTheProcessorDidIt) {
  if (!has_cuda_device()) GTEST_SKIP() << "no CUDA device";
  minimax_problem p;
  p.function = "exp(x)*sin(x)";
  p.form = "exp(x)*p(x)";
  p.intervals = {{"0.5", "0.6"}};
  code_options options;
  options.most_floats = 0;
  options.on = {.place = where::cuda};
  const minimax_code code = emit_code(minimax(p), options);
  EXPECT_TRUE(code.target.starts_with("cpu")) << code.target;
  EXPECT_NE(code.note.find("functions of the C library"), std::string::npos) << code.note;
}

}  // namespace
}  // namespace vieta::approximation
