#include <gtest/gtest.h>

#include "unit/io/io_support.hpp"

namespace vieta {
namespace {

using test::complaint;
using test::from;
using test::same;

polynomial read(std::string_view text) { return read_polynomial(text, "F", format::json); }

TEST(JsonReader, ListsOfNumbersTextsAndPairs) {
  EXPECT_TRUE(same(read("[1, -2.5, 3e2]"), from({"1", "-2.5", "300"})));
  EXPECT_TRUE(same(read(R"(["1/3", [1, "-2/7"], "1+2i", 0])"), from({"1/3", "1", "1", "0"}, {"0", "-2/7", "2", "0"})));
  EXPECT_EQ(read("[]").degree(), -1);
}

TEST(JsonReader, NumbersAreExactAsWritten) {
  EXPECT_TRUE(same(read("[0.1, 123456789012345678901234567890, 1e-400, 18446744073709551615]"),
                   from({"0.1", "123456789012345678901234567890", "1e-400", "18446744073709551615"})));
}

TEST(JsonReader, AnObjectMayHoldComments) {
  EXPECT_TRUE(same(
      read(R"({"name": "w", "coefficients": [1, 2], "comment": [[1, [2]], {"coefficients": [9]}], "title": true})"),
      from({"1", "2"})));
  EXPECT_TRUE(same(read(R"({"description": {"coefficients": [3], "deep": 1}, "coefficients": [1]})"), from({"1"})));
  for (const char* key : {"basis", "descending", "denominator", "uncertainty", "degree", "Coefficients"})
    EXPECT_EQ(complaint("{\"" + std::string(key) + "\": 1, \"coefficients\": [1, 2]}", format::json),
              "F:1: found the key '" + std::string(key) +
                  "', expected coefficients, chebyshev, domain, order or a comment (name, description)");
}

TEST(JsonReader, NamesTheLineOfWhatItCannotRead) {
  const std::string coefficient = ", expected a number, a string such as \"1/3\", or a pair [re, im]";
  const std::string document = ", expected [c0, c1, ...] or {\"coefficients\": [c0, c1, ...]}";
  EXPECT_EQ(complaint("[1,\n 2,\n null]", format::json), "F:3: found null" + coefficient);
  EXPECT_EQ(complaint("[true]", format::json), "F:1: found true" + coefficient);
  EXPECT_EQ(complaint("[1, {}]", format::json), "F:1: found an object" + coefficient);
  EXPECT_EQ(complaint("[[1]]", format::json), "F:1: found a list of 1 numbers, expected a pair [re, im]");
  EXPECT_EQ(complaint("[[1,2,3]]", format::json), "F:1: found a list of 3 numbers, expected a pair [re, im]");
  EXPECT_EQ(complaint("[[[1]]]", format::json), "F:1: found a list in a pair, expected [re, im]");
  EXPECT_EQ(complaint("[[1, \"2i\"]]", format::json), "F:1: found '2i', expected a real number in a pair [re, im]");
  EXPECT_EQ(complaint("[\n\"abc\"]", format::json),
            "F:2: found 'abc', expected a finite number such as \"1/3\" or \"1.25e-400\"");
  EXPECT_EQ(complaint("[1,\n NaN]", format::json), "F:2: found 'NaN', expected a finite number");
  EXPECT_EQ(complaint("[\"1\", -Infinity]", format::json), "F:1: found 'Infinity', expected a finite number");
  EXPECT_EQ(complaint("[\"nan\"]", format::json),
            "F:1: found 'nan', expected a finite number such as \"1/3\" or \"1.25e-400\"");
  EXPECT_EQ(complaint("[1, 1e400]", format::json),
            "F:1: found a number beyond the doubles, expected it in quotes, as in \"1e400\"");
  EXPECT_EQ(complaint("{}", format::json), "F:1: found no list of coefficients" + document);
  EXPECT_EQ(complaint("7", format::json), "F:1: found '7'" + document);
  EXPECT_EQ(complaint("\"x\"", format::json), "F:1: found 'x'" + document);
  EXPECT_EQ(complaint("{\"coefficients\": 3}", format::json), "F:1: found no list of coefficients" + document);
  EXPECT_EQ(complaint("{\"coefficients\":[1],\n\"coefficients\":[2]}", format::json),
            "F:2: found a second list of coefficients, expected one");
  EXPECT_EQ(complaint("[1,\n2", format::json), "F:2: found the end of the file, expected ',' or ']'");
  EXPECT_EQ(complaint("", format::json), "F:1: found the end of the file, expected JSON");
  EXPECT_EQ(complaint("[1, 2,", format::json), "F:1: found the end of the file, expected a number");
  EXPECT_EQ(complaint("{\"coefficients\": [1, 2]", format::json),
            "F:1: found the end of the file, expected the rest of the JSON text");
  EXPECT_EQ(complaint("[1, 2}", format::json), "F:1: found '2}', expected JSON");
}

}  // namespace
}  // namespace vieta
