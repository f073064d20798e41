#include "vieta/target.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "unit/base/set_variable.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

TEST(parse_target, reads_every_form) {
  EXPECT_EQ(parse_target("auto").place, where::automatic);
  EXPECT_EQ(parse_target("cpu").place, where::cpu);
  EXPECT_EQ(parse_target("cuda").place, where::cuda);
  EXPECT_EQ(parse_target("cuda").device, 0);
  EXPECT_EQ(parse_target("cuda:3").place, where::cuda);
  EXPECT_EQ(parse_target("cuda:3").device, 3);
  EXPECT_TRUE(parse_target("cuda:3").devices.empty());
}

TEST(parse_target, reads_lists_of_devices) {
  const target two = parse_target("cuda:2,0");
  EXPECT_EQ(two.place, where::cuda);
  EXPECT_EQ(two.device, 2);
  EXPECT_EQ(two.devices, (std::vector<int>{2, 0}));
  EXPECT_EQ(parse_target("cuda:1,12,999").devices, (std::vector<int>{1, 12, 999}));
  EXPECT_THROW(parse_target("cuda:1,1"), error);
  const std::size_t devices = cuda_devices().size();
  if (devices == 0) {
    EXPECT_THROW(parse_target("cuda:all"), error);
  } else {
    EXPECT_EQ(parse_target("cuda:all").devices.size(), devices > 1 ? devices : 0);
  }
}

TEST(parse_target, names_what_it_cannot_read) {
  for (const std::string bad : {"", "gpu", "CPU", "cuda:", "cuda:x", "cuda:-1", "cuda:1000", "cpu ", "cuda:,",
                                "cuda:1,", "cuda:,1", "cuda:0 1", "cuda:all,1", "cuda:1;2"}) {
    try {
      parse_target(bad);
      FAIL() << "accepted '" << bad << "'";
    } catch (const error& e) {
      EXPECT_NE(std::string(e.what()).find("'" + bad + "'"), std::string::npos) << e.what();
    }
  }
}

// Sets VIETA_ISA for one test and puts the old value back.
class detect_isa_test : public testing::Test {
 protected:
  void SetUp() override {
    if (const char* value = std::getenv("VIETA_ISA")) before_ = value;
  }
  void TearDown() override { set_variable("VIETA_ISA", before_.c_str()); }

 private:
  std::string before_;
};

TEST_F(detect_isa_test, environment_lowers_and_never_raises) {
  set_variable("VIETA_ISA", "");
  const isa widest = detect_isa();
  set_variable("VIETA_ISA", "baseline");
  EXPECT_LE(detect_isa(), widest);  // a library of one level has no other
  set_variable("VIETA_ISA", "avx512");
  EXPECT_EQ(detect_isa(), widest);
}

TEST_F(detect_isa_test, unknown_level_is_misuse) {
  set_variable("VIETA_ISA", "avx1024");
  EXPECT_THROW(detect_isa(), error);
}

}  // namespace
}  // namespace vieta
