#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "base/message.hpp"
#include "io/polynomial/readers.hpp"
#include "unit/io/io_support.hpp"

namespace vieta {
namespace {

using test::from;
using test::same;

TEST(DetectFormat, LooksAtTheContent) {
  EXPECT_EQ(io::detect_format("1 2 3"), format::list);
  EXPECT_EQ(io::detect_format(""), format::list);
  EXPECT_EQ(io::detect_format("# x^2\n1+2i, 3e5"), format::list);
  EXPECT_EQ(io::detect_format("(1,2) (3,4)"), format::list);
  EXPECT_EQ(io::detect_format("1/3 -2j"), format::list);
  EXPECT_EQ(io::detect_format("1 nan -Inf infinity"), format::list);
  EXPECT_EQ(io::detect_format("nan x"), format::expression);
  EXPECT_EQ(io::detect_format("infimum"), format::expression);
  EXPECT_EQ(io::detect_format(" \n[1, 2]"), format::json);
  EXPECT_EQ(io::detect_format("{\"coefficients\": [1]}"), format::json);
  EXPECT_EQ(io::detect_format("x^5 - x - 1"), format::expression);
  EXPECT_EQ(io::detect_format("x"), format::expression);
  EXPECT_EQ(io::detect_format("3*4"), format::expression);
  EXPECT_EQ(io::detect_format("(x-1)(x+2)"), format::expression);
  EXPECT_EQ(io::detect_format("! c\nsri\n0"), format::pol);
  EXPECT_EQ(io::detect_format("\n dcf 15 2"), format::pol);
  EXPECT_EQ(io::detect_format("uri 0 3"), format::pol);
  EXPECT_EQ(io::detect_format("Degree=3;\n1"), format::pol);
  EXPECT_EQ(io::detect_format("\x93NUMPY"), format::npy);
}

TEST(ReadPolynomial, FromAFile) {
  const std::string path = (std::filesystem::temp_directory_path() / "vieta_io_read_test.txt").string();
  std::FILE* file = std::fopen(path.c_str(), "wb");
  std::fputs("x^2 - 2 = 0", file);
  std::fclose(file);
  EXPECT_TRUE(same(read_polynomial(path), from({"-2", "0", "1"})));
  std::string message;
  try {
    read_polynomial(path, format::list);
  } catch (const error& refused) {
    message = refused.what();
  }
  EXPECT_EQ(message, path + ":1: found 'x^2', expected a finite number such as -12, 3/4, 1.25e-400, 1+2i or (1,2)");
  std::filesystem::remove(path);
}

TEST(ReadPolynomial, SaysWhyAFileCannotBeRead) {
  std::string message;
  try {
    read_polynomial("/nonexistent/f.pol");
  } catch (const error& refused) {
    message = refused.what();
  }
  EXPECT_EQ(message, "/nonexistent/f.pol: found no readable file (No such file or directory), expected a polynomial");
  EXPECT_THROW(read_polynomial(std::filesystem::temp_directory_path().string()), error) << "a folder";
}

TEST(ReadPolynomial, NothingIsNoPolynomial) {
  for (const char* text : {"", " ", "\n\t\n"})
    EXPECT_THROW(read_polynomial(text, "empty.txt", format::automatic), error);
  EXPECT_EQ(read_polynomial("", "empty list", format::list).degree(), -1);
}

TEST(Message, LongAndUnprintableTextsStayReadable) {
  EXPECT_EQ(io::in_quotes("abc"), "'abc'");
  EXPECT_EQ(io::in_quotes(std::string(33, 'a')), "'aaaaaaaaaaaaaaaaaaaa...' (33 characters)");
  EXPECT_EQ(io::in_quotes("\n\x7f"), "'\\x0a\\x7f'");
  EXPECT_EQ(io::in_quotes("\u2212\u00b2"), "'\u2212\u00b2'") << "whole characters of UTF-8";
  EXPECT_EQ(io::in_quotes("\xe2\x88"), "'\\xe2\\x88'") << "and what is none";
  EXPECT_EQ(io::in_quotes("\u0085\u202e"), "'\\xc2\\x85\\xe2\\x80\\xae'") << "nothing that moves the line";
}

}  // namespace
}  // namespace vieta
