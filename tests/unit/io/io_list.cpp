#include <gtest/gtest.h>

#include "unit/io/io_support.hpp"

namespace vieta {
namespace {

using test::complaint;
using test::from;
using test::same;

polynomial read(std::string_view text) { return read_polynomial(text, "F", format::list); }

TEST(ListReader, SeparatorsAndComments) {
  EXPECT_TRUE(same(read("1 -2\t3/4\n"), from({"1", "-2", "3/4"})));
  EXPECT_TRUE(same(read("1,2 ,3, 4"), from({"1", "2", "3", "4"})));
  EXPECT_TRUE(same(read("# ascending\n1 # constant\n2,# linear\n\n3"), from({"1", "2", "3"})));
  EXPECT_TRUE(same(read("1\r\n2\r\n"), from({"1", "2"})));
  EXPECT_TRUE(same(read("1,2,"), from({"1", "2"})));
}

TEST(ListReader, NothingIsTheZeroPolynomial) {
  EXPECT_EQ(read("").degree(), -1);
  EXPECT_EQ(read("# only a comment").degree(), -1);
}

TEST(ListReader, DecimalsAreExact) {
  EXPECT_TRUE(same(read("0.1 1e-400"), from({"1/10", "1e-400"})));
  EXPECT_TRUE(read("0.1").data().is_exact());
  EXPECT_FALSE(read("0.5 3 1e22").data().is_exact());
}

TEST(ListReader, ComplexNumbers) {
  EXPECT_TRUE(same(read("1+2i (3,-4) -i 2j 5"), from({"1", "3", "0", "0", "5"}, {"2", "-4", "-1", "2", "0"})));
  EXPECT_TRUE(
      same(read("1e-5-1/3i ( .5 , 1e+2 ) (1+2j) +i"), from({"1e-5", ".5", "1", "0"}, {"-1/3", "100", "2", "1"})));
}

TEST(ListReader, AnInexactNumberLateInTheList) {
  EXPECT_TRUE(same(read("1 i 2 0.1 3 1/3i 4"),
                   from({"1", "0", "2", "0.1", "3", "0", "4"}, {"0", "1", "0", "0", "0", "1/3", "0"})));
  EXPECT_TRUE(same(read("1 0.1 i"), from({"1", "0.1", "0"}, {"0", "0", "1"})));
}

TEST(ListReader, ANumberThatIsNotFiniteIsNoVariable) {
  const std::string expected = ", expected a finite number such as -12, 3/4, 1.25e-400, 1+2i or (1,2)";
  for (const std::string word : {"nan", "NaN", "-nan", "inf", "+INF", "Infinity", "-inf", "nanj", "1+infj", "(nan,2)"})
    EXPECT_EQ(complaint("1\n2 " + word + " 3\n", format::automatic), "F:2: found '" + word + "'" + expected);
}

TEST(ListReader, NamesTheLineOfWhatItCannotRead) {
  const std::string expected = ", expected a finite number such as -12, 3/4, 1.25e-400, 1+2i or (1,2)";
  EXPECT_EQ(complaint("1\n2\nabc", format::list), "F:3: found 'abc'" + expected);
  EXPECT_EQ(complaint("1,,2", format::list), "F:1: found ','" + expected);
  EXPECT_EQ(complaint(",1", format::list), "F:1: found ','" + expected);
  EXPECT_EQ(complaint("1 # x\n(1,2", format::list), "F:2: found '(1,2'" + expected);
  EXPECT_EQ(complaint("1 + 2", format::list), "F:1: found '+'" + expected);
  EXPECT_EQ(complaint("1+2", format::list), "F:1: found '1+2'" + expected);
  EXPECT_EQ(complaint("nan", format::list), "F:1: found 'nan'" + expected);
  EXPECT_EQ(complaint("1/0", format::list), "F:1: found '1/0'" + expected);
  EXPECT_EQ(complaint("()", format::list), "F:1: found '()'" + expected);
  EXPECT_EQ(complaint(std::string(100, 'z'), format::list),
            "F:1: found 'zzzzzzzzzzzzzzzzzzzz...' (100 characters)" + expected);
  EXPECT_EQ(complaint(std::string_view("\x01\xff\0", 3), format::list), "F:1: found '\\x01\\xff\\x00'" + expected);
}

}  // namespace
}  // namespace vieta
