#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "unit/io/io_support.hpp"

namespace vieta {
namespace {

using test::complaint;
using test::from;
using test::number;
using test::same;

polynomial read(std::string_view text) { return read_polynomial(text, "F", format::pol); }

TEST(PolReader, LettersFormDense) {
  EXPECT_TRUE(same(read("! a comment\ndri\n0\n2\n\n6\n-5 ! linear\n1\n"), from({"6", "-5", "1"})));
  EXPECT_TRUE(same(read("dci 0 1 1 2 3 -4"), from({"1", "3"}, {"2", "-4"})));
  EXPECT_TRUE(same(read("drq 0 1 1 3 -2 -7"), from({"1/3", "2/7"})));
  EXPECT_TRUE(same(read("dcq 0 0 1 3 2 7"), from({"1/3"}, {"2/7"})));
  EXPECT_TRUE(same(read("drf 15 1 0.1 1.5e-400"), from({"0.1", "1.5e-400"})));
  EXPECT_TRUE(same(read("dri 0 1 5 0"), from({"5"}))) << "a leading zero drops out";
}

TEST(PolReader, LettersFormSparse) {
  EXPECT_TRUE(same(read("sri 0 5 2\n0 -1\n5 1"), from({"-1", "0", "0", "0", "0", "1"})));
  EXPECT_TRUE(same(read("sri 0 5 2\n5 1\n0 -1"), from({"-1", "0", "0", "0", "0", "1"}))) << "in any order";
  EXPECT_TRUE(same(read("scq 0 1 1 1 1 2 -3 4"), from({"0", "1/2"}, {"0", "-3/4"})));
}

TEST(PolReader, LettersFormStopsAfterWhatItDeclares) {
  EXPECT_TRUE(same(read("dri 0 1 1 2 3 4"), from({"1", "2"}))) << "easy100.pol has more, and MPSolve stops too";
  EXPECT_TRUE(same(read("sri 0 1 1 1 2 3 4"), from({"0", "2"})));
}

TEST(PolReader, KeyValueFormIsAscending) {
  EXPECT_TRUE(
      same(read("Degree=5;\nMonomial;\nReal;\nInteger;\n\n-1\n0 0 0 0\n1\n"), from({"-1", "0", "0", "0", "0", "1"})));
  EXPECT_TRUE(
      same(read("Degree=5;Sparse;Real;Integer;\n5  1  ! highest\n0 -1\n"), from({"-1", "0", "0", "0", "0", "1"})));
}

TEST(PolReader, KeyValueFormIsComplexAndFloatingUnlessItSaysOtherwise) {
  EXPECT_TRUE(same(read("degree = 1 ;\n0.1 2\n1 -1e-400\n"), from({"0.1", "1"}, {"2", "-1e-400"})));
  EXPECT_TRUE(same(read("! c\nDEGREE=1; Rational;\n45/9 7/4 3/23 -2"), from({"45/9", "3/23"}, {"7/4", "-2"})));
  EXPECT_TRUE(same(read("Degree=1;Real;FloatingPoint;Precision=3322;Dense;\n1.5 2"), from({"1.5", "2"})));
}

TEST(PolReader, ChebyshevSeriesBecomePowersExactly) {
  EXPECT_TRUE(same(read("Degree=3;Chebyshev;Real;Integer;\n0 0 0 1"), from({"0", "-3", "0", "4"})));
  EXPECT_TRUE(same(read("Degree=2;Chebyshev;Real;Rational;\n1/3 0.1 1/2"), from({"-1/6", "0.1", "1"})));
  EXPECT_TRUE(same(read("Degree=2;Chebyshev;Integer;\n1 1 0 0 0 -1"), from({"1", "0", "0"}, {"2", "0", "-2"})));
  EXPECT_TRUE(same(read("Degree=4;Chebyshev;Sparse;Real;\n4 1\n0 0.5"), from({"1.5", "0", "-8", "0", "8"})));
  EXPECT_EQ(read("Degree=1;Chebyshev;Real;\n0 0").degree(), -1);
}

TEST(PolReader, ALongChebyshevSeries) {
  const polynomial p = read("Degree=1000;Chebyshev;Real;Sparse;\n1000 1");
  const auto terms = test::exact_terms(p);
  ASSERT_EQ(terms.size(), 501U);
  exact::real at_one;
  for (const term& t : terms) at_one = exact::add(at_one, t.re);
  EXPECT_EQ(exact::compare(at_one, number("1")), 0) << "T_n(1) = 1";
  EXPECT_EQ(exact::compare(terms.back().re, {1, 1, 0, 999}), 0) << "the leading coefficient is 2^(n-1)";
}

TEST(PolReader, RefusesAChebyshevSeriesThatTakesTooLong) {
  std::string text = "Degree=4000;Chebyshev;Real;\n";
  for (int k = 0; k <= 4000; ++k) text += "1/" + std::to_string(100003 + 2 * k) + "\n";
  const std::string message = complaint(text, format::pol);
  EXPECT_TRUE(message.starts_with("F: found a Chebyshev series of degree 4000 with numbers of ")) << message;
  EXPECT_TRUE(same(read("Degree=1;Chebyshev;Real;\n1/3 1e1000000000"), from({"1/3", "1e1000000000"})));
}

/// The sum of weight / (x - pole) is 1, times all x - pole.
TEST(PolReader, SecularEquationsBecomePolynomialsExactly) {
  EXPECT_TRUE(same(read("Degree=2;Secular;Real;\n1 0\n2 3"), from({"3", "-6", "1"})));
  EXPECT_TRUE(same(read("Degree=1;Secular;\n1 2 3 -1"), from({"-4", "1"}, {"-1", "0"})));
  EXPECT_TRUE(same(read("Secular;Degree=2;Real;Rational;\n1/3 0.1 -1/2 1/7\n8 8"), from({"1/84", "-8/105", "1"})))
      << "what follows is ignored";
  EXPECT_TRUE(same(read("Degree=2;Secular;Real;\n1 2\n3 2"), from({"-6", "1"}))) << "one pole, written twice";
  EXPECT_TRUE(same(read("Degree=2;Secular;Real;\n0 5\n1 2"), from({"-3", "1"}))) << "5 solves nothing";
  EXPECT_TRUE(same(read("Degree=2;Secular;Real;\n1 2\n-1 2"), from({"1"}))) << "0 = 1";
}

TEST(PolReader, SaysWhatIsWrongInTheLettersForm) {
  const auto refused = [](std::string_view text) { return complaint(text, format::pol); };
  const std::string letters = ", expected 'Key=value;' or three letters: s or d, r or c, i, q or f";
  EXPECT_EQ(refused(""), "F:1: found the end of the file" + letters);
  EXPECT_EQ(refused("! c\n\nxri 0 1"), "F:3: found 'xri'" + letters);
  EXPECT_EQ(refused("dr 0 1"), "F:1: found 'dr'" + letters);
  EXPECT_EQ(refused("uri\n0\n1023\n"),
            "F:1: found 'uri', expected coefficients: a user program (u) has none in the file");
  EXPECT_EQ(refused("dri\nx"),
            "F:2: found 'x', expected the digits of the input (0 when exact), a whole number from 0 to 2147483648");
  EXPECT_EQ(refused("dri 0 -1"), "F:1: found '-1', expected the degree, a whole number from 0 to 2147483648");
  EXPECT_EQ(refused("dri 0 2147483649"),
            "F:1: found '2147483649', expected the degree, a whole number from 0 to 2147483648");
  EXPECT_EQ(refused("dri 0 99999999999999999999"),
            "F:1: found '99999999999999999999', expected the degree, a whole number from 0 to 2147483648");
  EXPECT_EQ(refused("dri 0 2\n1\n2\n"), "F:4: found the end of the file, expected the coefficient of x^2, an integer");
  EXPECT_EQ(refused("dri 0 2147483648\n1\n"),
            "F:3: found the end of the file, expected the coefficient of x^1, an integer")
      << "and without room for two thousand million coefficients";
  EXPECT_EQ(refused("dri 0 1 1.5 2"), "F:1: found '1.5', expected the coefficient of x^0, an integer");
  EXPECT_EQ(refused("dci 0 0 1 x"),
            "F:1: found 'x', expected the imaginary part of the coefficient of x^0, an integer");
  EXPECT_EQ(refused("drq 0 0 1 0"),
            "F:1: found '0', expected the denominator of the coefficient of x^0, an integer other than zero");
  EXPECT_EQ(refused("drq 0 0 a 1"), "F:1: found 'a', expected the numerator of the coefficient of x^0, an integer");
  EXPECT_EQ(refused("drf 0 0 1,5"),
            "F:1: found '1,5', expected the coefficient of x^0, a finite number such as -12, 3/4 or 1.25e-400");
  EXPECT_EQ(refused("sri 0 5 7"), "F:1: found '7', expected the number of terms, a whole number from 0 to 6");
  EXPECT_EQ(refused("sri 0 5 2 6 1"),
            "F:1: found '6', expected the exponent of term 1 of 2, a whole number from 0 to 5");
  EXPECT_EQ(refused("sri 0 5 2 5 1"),
            "F:1: found the end of the file, expected the exponent of term 2 of 2, a whole number from 0 to 5");
  EXPECT_EQ(refused("sri 0 5 2 5 1\n5 1"), "F:2: found '5', expected an exponent that is not yet given");
}

/// As MPSolve does.
TEST(PolReader, WhatFollowsTheDeclaredCoefficientsIsIgnored) {
  EXPECT_TRUE(same(read("Degree=1;Real;\n1 2\n3"), from({"1", "2"})));
  EXPECT_TRUE(same(read("Degree=1;Real;Integer;Dense;\n1\n2\n3/4 five\n! six\n"), from({"1", "2"})));
  EXPECT_TRUE(same(read("Degree=1;Complex;\n1 2 3 4\n5 6"), from({"1", "3"}, {"2", "4"})));
  EXPECT_TRUE(same(read("Degree=2;Real;Chebyshev;\n1 0 1 7 7 7"), from({"0", "0", "2"})));
  EXPECT_TRUE(same(read("dri 0 1\n1 2\n3"), from({"1", "2"})));
}

TEST(PolReader, SaysWhatIsWrongInTheKeyValueForm) {
  const auto refused = [](std::string_view text) { return complaint(text, format::pol); };
  const std::string options =
      ", expected Degree=N, Precision=N, Monomial, Chebyshev, Secular, Sparse, Dense, Real, Complex, Integer, "
      "Rational or FloatingPoint";
  EXPECT_EQ(refused("Degree=2;\nFancy;\n1"), "F:2: found 'Fancy'" + options);
  EXPECT_EQ(refused("Degree=x;\n"), "F:1: found 'Degree=x', expected Degree=N; with N from 0 to 2147483648");
  EXPECT_EQ(refused("Degree=2147483649;\n"),
            "F:1: found 'Degree=2147483649', expected Degree=N; with N from 0 to 2147483648");
  EXPECT_EQ(refused("Precision=-1;\n"), "F:1: found 'Precision=-1', expected Precision=N; with N from 0 to 2147483648");
  EXPECT_EQ(refused("Real;\n1 2"), "F:2: found '1', expected Degree=N; before the coefficients");
  EXPECT_EQ(refused("Degree=2;\nSecular;\n1 0 2 0\n1 0 x"),
            "F:4: found 'x', expected the real part of pole 2, a finite number such as -12, 3/4 or 1.25e-400");
  EXPECT_EQ(refused("Degree=1;Secular;Sparse;Real;\n1 2"),
            "F: found Secular; and Sparse;, expected a dense file: weight and pole in turn");
  EXPECT_EQ(refused("Degree=2;Real;\n1 2\n"),
            "F:3: found the end of the file, expected the coefficient of x^2, a finite number such as -12, 3/4 or "
            "1.25e-400");
  EXPECT_EQ(refused("Degree=2;Real;Integer;\n1/2 2 1\n"),
            "F:2: found '1/2', expected the coefficient of x^0, an integer");
  EXPECT_EQ(refused("Degree=2;Real;Sparse;\n1 2 1 3\n"), "F:2: found '1', expected an exponent that is not yet given");
  EXPECT_EQ(refused("Degree=6000;Chebyshev;Sparse;Real;\n6000 1"),
            "F: found a Chebyshev series of degree 6000, expected at most 5000");
  EXPECT_EQ(refused("Degree=2;Chebyshev;Real;\n1 0 1e1000000000"),
            "F: exact sum: found powers 10^1000000000 and 10^0, expected powers at most a million digits apart");
}

/// The letters form: the third word is the degree.
std::int64_t declared_degree(const std::filesystem::path& path) {
  std::FILE* file = std::fopen(path.c_str(), "r");
  std::vector<std::string> words;
  char line[1 << 12];
  while (words.size() < 3 && std::fgets(line, sizeof line, file) != nullptr) {
    char word[1 << 12];
    if (line[0] != '!' && std::sscanf(line, "%4095s", word) == 1) words.emplace_back(word);
  }
  std::fclose(file);
  return std::stoll(words.at(2));
}

TEST(PolReader, EveryFileOfMpsolve) {
  const char* const root = std::getenv("VIETA_TEST_DATA");
  if (root == nullptr) GTEST_SKIP() << "VIETA_TEST_DATA is not set: no MPSolve files to read";
  const std::filesystem::path folder = std::filesystem::path(root) / "mpsolve";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << folder << " is not there";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".pol") continue;
    SCOPED_TRACE(entry.path().string());
    ++files;
    const polynomial p = read_polynomial(entry.path().string());
    EXPECT_EQ(p.degree(), declared_degree(entry.path()));
    EXPECT_TRUE(p.is_finite());
  }
  EXPECT_GT(files, 100);
}

}  // namespace
}  // namespace vieta
