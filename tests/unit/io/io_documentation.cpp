// The examples of docs/reference/formats.md mean what the page says: each block is read and compared with the
// expression in the line "is `...`" below it.
#include <gtest/gtest.h>

#include <fstream>

#include "unit/io/io_support.hpp"

namespace vieta {
namespace {

format format_named(const std::string& word) {
  if (word == "list") return format::list;
  if (word == "json") return format::json;
  return word == "pol" ? format::pol : format::expression;
}

TEST(Documentation, EveryExampleIsTrue) {
  std::ifstream page(VIETA_SOURCE_DIR "/docs/reference/formats.md");
  ASSERT_TRUE(page.good());
  int examples = 0;
  std::string line;
  while (std::getline(page, line)) {
    if (!line.starts_with("```")) continue;
    const format how = format_named(line.substr(3));
    std::string text;
    while (std::getline(page, line) && line != "```") text += line + "\n";
    ASSERT_TRUE(std::getline(page, line) && line.starts_with("is `") && line.ends_with("`")) << text;
    const polynomial expected = polynomial::parse(line.substr(4, line.size() - 5));
    EXPECT_TRUE(test::same(read_polynomial(text, "example", how), expected)) << text;
    EXPECT_TRUE(test::same(read_polynomial(text, "example", format::automatic), expected)) << text;
    ++examples;
  }
  EXPECT_GE(examples, 8);
}

}  // namespace
}  // namespace vieta
