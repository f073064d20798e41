// Files in which long work is kept: whole at any time, and refused unless they are.
#include "base/checkpoint/checkpoint_file.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "vieta/error.hpp"

namespace vieta::checkpoints {
namespace {

using blocks = std::vector<std::string>;

shared::bytes bytes_of(const std::string& text) {
  const auto* const from = reinterpret_cast<const std::byte*>(text.data());
  return {from, from + text.size()};
}

identity some_work() {
  digest input;
  input.add("input", 5);
  return {"roots", "polynomial", {{"digits", "15"}, {"on", "cpu"}}, input.get()};
}

class CheckpointFile : public testing::Test {
 protected:
  CheckpointFile()
      : folder_(std::filesystem::path(testing::TempDir()) /
                (std::string("checkpoint_") + testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~CheckpointFile() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path() const { return (folder_ / "work").string(); }
  /// What is read, and the file, for more to be added.
  blocks read(const std::function<void(checkpoint_file&)>& work = {}, const identity& of = some_work(),
              double seconds = 1e9) const {
    blocks found;
    checkpoint_file file({path(), seconds}, of, [&](const shared::bytes& block) {
      found.emplace_back(reinterpret_cast<const char*>(block.data()), block.size());
    });
    if (work) work(file);
    return found;
  }
  [[nodiscard]] std::string content() const {
    std::ifstream in(path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& text) const { std::ofstream(path(), std::ios::binary) << text; }
  /// The message of the refusal; empty where the file was taken. No block may have been seen before.
  [[nodiscard]] std::string refusal(const identity& of = some_work()) const {
    bool seen = false;
    try {
      const checkpoint_file file({path(), 30}, of, [&](const shared::bytes&) { seen = true; });
    } catch (const error& refused) {
      EXPECT_FALSE(seen);
      return refused.what();
    }
    return "";
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(CheckpointFile, KeepsBlocks) {
  EXPECT_TRUE(read().empty());
  EXPECT_FALSE(std::filesystem::exists(path()));
  read([](checkpoint_file& file) {
    file.add(bytes_of("one"));
    file.add({});
    file.save();
    file.add(bytes_of(std::string(3'000'000, 'x')));
    file.save();
  });
  const blocks expected = {"one", "", std::string(3'000'000, 'x')};
  EXPECT_EQ(read([](checkpoint_file& file) {
              file.add(bytes_of("more"));
              file.save();
              file.save();
            }),
            expected);
  const blocks all = read();
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[3], "more");
  EXPECT_FALSE(std::filesystem::exists(path() + ".part"));
}

TEST_F(CheckpointFile, IsWrittenWhenThatIsDue) {
  read([](checkpoint_file& file) { file.add(bytes_of("one")); });
  EXPECT_FALSE(std::filesystem::exists(path()));
  read([](checkpoint_file& file) { file.add(bytes_of("one")); }, some_work(), 0);
  EXPECT_EQ(read(), blocks{"one"});
}

TEST_F(CheckpointFile, IsRefusedWhereAnyBitIsAnother) {
  read([](checkpoint_file& file) {
    file.add(bytes_of("some block"));
    file.add(bytes_of("another one"));
    file.save();
  });
  const std::string whole = content();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write(whole.substr(0, length));
    EXPECT_NE(refusal().find(length == 0 ? "found no checkpoint" : "damaged"), std::string::npos) << length;
  }
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const int bit : {0, 3, 7}) {
      std::string forged = whole;
      forged[at] = static_cast<char>(forged[at] ^ (1 << bit));
      write(forged);
      EXPECT_NE(refusal(), "") << at;
    }
  write(whole + 'x');
  EXPECT_NE(refusal().find("damaged"), std::string::npos);
  write("-1 0 3\n");
  EXPECT_NE(refusal().find("found no checkpoint"), std::string::npos);
  write(whole);
  EXPECT_EQ(refusal(), "");
}

// Blocks that make no sense, under a digest that is theirs.
TEST_F(CheckpointFile, IsRefusedWhereItWasMadeUp) {
  read([](checkpoint_file& file) {
    file.add(bytes_of("block"));
    file.save();
  });
  try {
    const checkpoint_file file({path(), 30}, some_work(),
                               [](const shared::bytes& block) { shared::unpacked<std::vector<double>>(block); });
    ADD_FAILURE();
  } catch (const error& refused) {
    EXPECT_NE(std::string(refused.what()).find("damaged"), std::string::npos);
  }
}

TEST_F(CheckpointFile, IsRefusedForOtherWork) {
  read([](checkpoint_file& file) {
    file.add(bytes_of("block"));
    file.save();
  });
  identity other = some_work();
  other.input[1] ^= 1;
  EXPECT_NE(refusal(other).find("a checkpoint of another polynomial, expected one of this"), std::string::npos);
  other = some_work();
  other.options[0].second = "20";
  EXPECT_NE(refusal(other).find("of digits = 15, expected one of digits = 20"), std::string::npos);
  other = some_work();
  other.options.pop_back();
  EXPECT_NE(refusal(other).find("other options"), std::string::npos);
  other.options = some_work().options;
  other.options.emplace_back("more", "1");
  EXPECT_NE(refusal(other).find("expected one of more = 1"), std::string::npos);
  other = some_work();
  other.work = "solve";
  EXPECT_NE(refusal(other).find("of roots, expected one of solve"), std::string::npos);
}

TEST_F(CheckpointFile, IsRefusedWhereNoneCanBe) {
  std::filesystem::create_directories(path());
  EXPECT_NE(refusal().find("no plain file"), std::string::npos);
  const auto open = [](const std::string& at, double seconds) {
    const checkpoint_file file({at, seconds}, some_work(), [](const shared::bytes&) {});
  };
  EXPECT_THROW(open(path() + "/none/work", 30), error);
  EXPECT_THROW(open(path() + "/work", -1), error);
}

// What another process has put there meanwhile is left alone.
TEST_F(CheckpointFile, IsNotMixedWithThatOfAnother) {
  read([&](checkpoint_file& file) {
    file.add(bytes_of("ours"));
    file.save();
    const std::string ours = content();
    std::string other = ours;
    other.back() = 'x';
    write(other);
    file.add(bytes_of("more"));
    EXPECT_THROW(file.save(), error);
    EXPECT_EQ(content(), other);
    EXPECT_FALSE(std::filesystem::exists(path() + ".part"));
  });
}

TEST(CheckpointDigest, DoesNotDependOnPieces) {
  std::string text;
  for (int k = 0; k < 300; ++k) text += static_cast<char>(k * 37);
  digest whole;
  whole.add(text.data(), text.size());
  for (std::size_t step = 1; step < 40; ++step) {
    digest pieces;
    for (std::size_t at = 0; at < text.size(); at += step)
      pieces.add(text.data() + at, std::min(step, text.size() - at));
    EXPECT_EQ(pieces.get(), whole.get());
  }
  digest shorter;
  shorter.add(text.data(), text.size() - 1);
  EXPECT_NE(shorter.get(), whole.get());
}

}  // namespace
}  // namespace vieta::checkpoints
