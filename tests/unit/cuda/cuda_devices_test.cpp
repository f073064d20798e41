#include <gtest/gtest.h>

#include <cstdlib>

#include "vieta/target.hpp"

// `./dev gpu` sets VIETA_EXPECT_GPU after it has seen a GPU; elsewhere an empty list, and no crash, is right.
TEST(cuda_devices, lists_the_gpus_of_this_machine) {
  const auto names = vieta::cuda_devices();
  for (const auto& name : names) EXPECT_FALSE(name.empty());
  if (std::getenv("VIETA_EXPECT_GPU") != nullptr) {
    EXPECT_FALSE(names.empty());
  } else if (names.empty()) {
    GTEST_SKIP() << "no GPU here";
  }
}
