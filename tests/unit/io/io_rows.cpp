// Many polynomials from one file: texts, JSON and NumPy arrays.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>

#include "report/array/real_roots_array.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"

namespace vieta {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using table = std::vector<std::vector<double>>;

/// Row by row, whatever the type and the order.
table numbers(const polynomial_rows& rows) {
  table result(rows.count, std::vector<double>(static_cast<std::size_t>(rows.degree) + 1));
  std::visit(
      [&](const auto& batch) {
        EXPECT_EQ(batch.count, rows.count);
        EXPECT_EQ(batch.degree, rows.degree);
        const bool in_rows = batch.order == coefficient_order::rows;
        for (std::size_t i = 0; i < rows.count; ++i)
          for (std::size_t k = 0; k < result[i].size(); ++k)
            result[i][k] = batch.coefficients[in_rows ? i * result[i].size() + k : k * rows.count + i];
      },
      rows.batch);
  return result;
}

table read(const std::string& text) { return numbers(read_rows(text, "F")); }

TEST(read_rows, semicolons_part_numbers_or_polynomials) {
  EXPECT_EQ(read("1;-3;2"), (table{{1, -3, 2}}));
  EXPECT_EQ(read("1; -3 ;2;;\n4;5;6\n"), (table{{1, -3, 2}, {4, 5, 6}}));
  EXPECT_EQ(read("1 -3 2; 1 0 -1"), (table{{1, -3, 2}, {1, 0, -1}}));
  EXPECT_EQ(read("1, -3, 2; 1, 0; # one; two"), (table{{1, -3, 2}, {1, 0, 0}}));
  EXPECT_EQ(read("1 # 2;3\n4 5"), (table{{1, 0}, {4, 5}}));
  EXPECT_EQ(read("[1 -3 2]"), (table{{1, -3, 2}}));
  EXPECT_EQ(read("[1 -3 2; 1 0 -1]\n"), (table{{1, -3, 2}, {1, 0, -1}}));
  EXPECT_EQ(read("[1 -3 2\n 1 0 -1]\n"), (table{{1, -3, 2}, {1, 0, -1}}));
  EXPECT_EQ(read("[1, -3, 2]"), (table{{1, -3, 2}}));
  EXPECT_THROW(read("1,5;2,5"), error);
  EXPECT_THROW(read("1;;2"), error);
  EXPECT_THROW(read("[1 [2] 3]"), error);
  EXPECT_THROW(read("1;x;2"), error);
}

std::string complaint(const std::string& text) {
  try {
    read_rows(text, "F");
  } catch (const error& refused) {
    return refused.what();
  }
  return "(no error)";
}

template <class T>
std::string bytes_of(std::vector<T> values, bool reversed = false) {
  std::string result;
  for (const T& value : values) {
    std::string raw(sizeof(T), '\0');
    std::memcpy(raw.data(), &value, sizeof(T));
    result += reversed ? std::string(raw.rbegin(), raw.rend()) : raw;
  }
  return result;
}

std::string npy(const std::string& type, const std::string& shape, const std::string& data, bool fortran = false,
                std::size_t padding = 10) {
  const std::string head = "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") +
                           ", 'shape': (" + shape + "), }" + std::string(padding, ' ') + '\n';
  std::string result = std::string("\x93NUMPY\x01") + '\0';
  result += static_cast<char>(head.size());
  result += '\0';
  return result + head + data;
}

TEST(RowReader, LinesOfNumbers) {
  const table expected = {{6, -5, 1}, {0, 1, 0}};
  EXPECT_EQ(read("6 -5 1\n0 1\n"), expected);
  EXPECT_EQ(read("6,-5,1\n0,1"), expected);
  EXPECT_EQ(read("# x^0, x^1, x^2\r\n\r\n 6 , -5\t, 1 # first\r\n0, 1,,\r\n# end"), expected);
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "6 -5 1\n0 1 0\n"),
            expected);
  EXPECT_EQ(read("7"), (table{{7}}));
}

TEST(RowReader, NumbersAreRoundedOnce) {
  EXPECT_EQ(read("0.1 1/3 +2 -.5 1e-3 2.5E+2"), (table{{0.1, 1.0 / 3, 2, -0.5, 1e-3, 250}}));
  // Beyond the range of doubles a row is scaled by a power of two, which its roots do not see.
  const table wide = read("1e400 -2e400 1e200\n3e-400 0 -6e-400\n0.0 -0.0 1e200");
  EXPECT_EQ(wide[0][1], -2 * wide[0][0]);
  EXPECT_TRUE(wide[0][0] > 1e-300 && wide[0][0] < 1e300 && wide[0][2] > 0);
  EXPECT_EQ(wide[1][2], -2 * wide[1][0]);
  EXPECT_EQ(wide[2], (std::vector<double>{0, -0.0, 1e200}));
  EXPECT_EQ(read("9007199254740993 10000000000000000000000/7"), (table{{9007199254740992, 1e22 / 7}}));
  const table special = read("nan inf +inf -Infinity NaN");
  EXPECT_TRUE(std::isnan(special[0][0]) && std::isnan(special[0][4]));
  EXPECT_EQ(special[0][1], infinity);
  EXPECT_EQ(special[0][2], infinity);
  EXPECT_EQ(special[0][3], -infinity);
  EXPECT_TRUE(std::signbit(read("-0")[0][0]) && std::signbit(read("-0/5")[0][0]));
}

TEST(RowReader, Json) {
  const table expected = {{6, -5, 1}, {0, 1, 0}, {1.0 / 3, 0, 0}};
  EXPECT_EQ(read("[[6, -5, 1], [0, 1], [\"1/3\"]]"), expected);
  EXPECT_EQ(read(" [\n[6,-5,1.0],\n[0e7,1],[\"1/3\"]\n]\n"), expected);
  EXPECT_EQ(read("[1, 2.5]"), (table{{1, 2.5}}));
  EXPECT_EQ(read("[]"), table{});
  const table special = read("[[null, NaN, Infinity, -Infinity]]");
  EXPECT_TRUE(std::isnan(special[0][0]) && std::isnan(special[0][1]));
  EXPECT_EQ(special[0][2], infinity);
  EXPECT_EQ(special[0][3], -infinity);
}

TEST(RowReader, ArraysOfEveryType) {
  const table expected = {{1, 2, 3}, {4, 5, 6}};
  const auto check = [&]<class T>(const std::string& type, T) {
    const std::vector<T> c_order{1, 2, 3, 4, 5, 6}, fortran_order{1, 4, 2, 5, 3, 6};
    for (const std::size_t padding : {10U, 11U}) {  // data at any place in memory
      EXPECT_EQ(read(npy("<" + type, "2, 3", bytes_of(c_order), false, padding)), expected) << type;
      EXPECT_EQ(read(npy(">" + type, "2, 3", bytes_of(c_order, true), false, padding)), expected) << type;
      EXPECT_EQ(read(npy("<" + type, "2, 3", bytes_of(fortran_order), true, padding)), expected) << type;
      EXPECT_EQ(read(npy(">" + type, "2, 3", bytes_of(fortran_order, true), true, padding)), expected) << type;
    }
    EXPECT_EQ(read(npy("<" + type, "6,", bytes_of(c_order))), (table{{1, 2, 3, 4, 5, 6}})) << type;
    EXPECT_EQ(read(npy("<" + type, "6,", bytes_of(c_order), true)), (table{{1, 2, 3, 4, 5, 6}})) << type;
    const bool single = read_rows(npy("<" + type, "2, 3", bytes_of(c_order)), "F").batch.index() == 1;
    EXPECT_EQ(single, type == "f4");
  };
  check("f4", float{});
  check("f8", double{});
  check("i1", std::int8_t{});
  check("i2", std::int16_t{});
  check("i4", std::int32_t{});
  check("i8", std::int64_t{});
  check("u1", std::uint8_t{});
  check("u2", std::uint16_t{});
  check("u4", std::uint32_t{});
  check("u8", std::uint64_t{});
}

// As they are in texts.
TEST(RowReader, IntegersOfArraysAreRoundedOnce) {
  const std::int64_t odd = (std::int64_t{1} << 53) + 1, next = odd + 2;
  const std::vector<std::int64_t> whole{odd, next, -odd, std::numeric_limits<std::int64_t>::max()};
  EXPECT_EQ(read(npy("<i8", "2, 2", bytes_of(whole))),
            read("9007199254740993 9007199254740995\n-9007199254740993 9223372036854775807"));
  EXPECT_EQ(read(npy("<i8", "2, 2", bytes_of(whole))), (table{{0x1p53, 0x1p53 + 4}, {-0x1p53, 0x1p63}}));
  EXPECT_EQ(read(npy("<u8", "1,", bytes_of(std::vector<std::uint64_t>{~std::uint64_t{0}}))), (table{{0x1p64}}));
}

TEST(RowReader, ArraysWithoutRows) {
  const polynomial_rows none = read_rows(npy("<f8", "0, 5", ""), "F");
  EXPECT_EQ(none.count, 0);
  EXPECT_EQ(none.degree, 4);
}

TEST(RowReader, FilesOfAnySize) {
  const std::string path = testing::TempDir() + "/rows.txt";
  for (const std::size_t count : {1U, 21845U, 21846U, 50000U}) {  // around the first block of 65536 bytes
    std::ofstream file(path);
    for (std::size_t i = 0; i < count; ++i) file << "1 2"[i % 2 * 2] << '\n' << '\n';
    file.close();
    EXPECT_EQ(read_rows(path).count, count);
  }
  std::remove(path.c_str());
  EXPECT_THROW(read_rows(path), error);
}

TEST(RowReader, TheMemoryOutlivesTheReader) {
  polynomial_rows copy;
  {
    const polynomial_rows rows = read_rows("1 2\n3 4", "F");
    copy = rows;
  }
  EXPECT_EQ(numbers(copy), (table{{1, 2}, {3, 4}}));
}

TEST(RowReader, SaysWhatIsWrongInLines) {
  const std::string number = ", expected a number such as -12, 3/4 or 1.25e-3";
  EXPECT_EQ(complaint("1 2\n3 four 5"), "F:2: found 'four'" + number);
  EXPECT_EQ(complaint("1,2\na0,a1"), "F:2: found 'a0'" + number);
  EXPECT_EQ(complaint("a0,a1\n1,b"), "F:2: found 'b'" + number);
  EXPECT_EQ(complaint("1 1/0"), "F:1: found '1/0'" + number);
  EXPECT_EQ(complaint("1 2+3i"), "F:1: found '2+3i'" + number);
  EXPECT_EQ(complaint("1,,2"), "F:1: found ','" + number);
  EXPECT_EQ(complaint("1\n,2"), "F:2: found ','" + number);
  EXPECT_EQ(complaint("1\n,,"), "F:2: found ','" + number);
  EXPECT_EQ(complaint("1\n\n#\n2 +-3"), "F:4: found '+-3'" + number);
  EXPECT_EQ(complaint(" \n"), "F:1: found nothing, expected rows of coefficients");
  EXPECT_EQ(complaint("# only\n# comments\n"), "F:3: found the end of the file, expected a row of coefficients");
  std::string longest;
  for (int k = 0; k < 65; ++k) longest += " 1";
  EXPECT_EQ(read_rows(longest, "F").degree, 64);
  EXPECT_EQ(
      complaint("1\n" + longest + " 0"),
      "F:2: found a row of more than 65 numbers, expected at most 65 (degree 64; beyond it a file for each: vieta "
      "roots FILE, --real-only)");
}

TEST(RowReader, SaysWhatIsWrongInJson) {
  const std::string number = ", expected a number, or a string such as \"1/3\"";
  EXPECT_EQ(complaint("{\"coefficients\": [1]}"),
            "F:1: found '{\"coefficients\":' in row 1, expected [[c0, c1, ...], ...]");
  EXPECT_EQ(complaint("[[1],\n[2, x]]"), "F:2: found 'x' in row 2" + number);
  EXPECT_EQ(complaint("[[1],[]]"), "F:1: found ']' in row 2" + number);
  EXPECT_EQ(complaint("[[1,]]"), "F:1: found ']' in row 1" + number);
  EXPECT_EQ(complaint("[[\"1,2\"]]"), "F:1: found '1,2' in row 1" + number);
  EXPECT_EQ(complaint("[[\"1"), "F:1: found the end of the file in row 1, expected ',' or ']'");
  EXPECT_EQ(complaint("[[1,[2]]]"), "F:1: found '[' in row 1" + number);
  EXPECT_EQ(complaint("[[1] [2]]"), "F:1: found '[' in row 2, expected ',' or ']'");
  EXPECT_EQ(complaint("[[1 2]]"), "F:1: found '2' in row 1, expected ',' or ']'");
  EXPECT_EQ(complaint("[[1], 2]"), "F:1: found '2' in row 2, expected '[' and the coefficients of a polynomial");
  EXPECT_EQ(complaint("[[1]] 3"), "F:1: found '3' in row 2, expected the end of the file");
  EXPECT_EQ(complaint("[[1]\n"), "F:2: found the end of the file in row 2, expected ',' or ']'");
  EXPECT_EQ(complaint("["), "F:1: found the end of the file in row 1" + number);
  std::string longest = "[[0";
  for (int k = 0; k < 65; ++k) longest += ",1";
  EXPECT_EQ(
      complaint(longest + "]]"),
      "F:1: found more than 65 numbers in row 1, expected at most 65 (degree 64; beyond it a file for each: vieta "
      "roots FILE, --real-only)");
}

TEST(RowReader, SaysWhatIsWrongInArrays) {
  const std::string data = bytes_of<double>({1, 2, 3, 4});
  const std::string shape = "', expected a two-dimensional array, shape (polynomials, coefficients)";
  EXPECT_EQ(complaint(npy("<f8", "1, 2, 2", data)), "F:1: found shape '(1, 2, 2)" + shape);
  EXPECT_EQ(complaint(npy("<f8", "", data)), "F:1: found shape '()" + shape);
  EXPECT_EQ(complaint(npy("<f8", "2, -2", data)), "F:1: found shape '(2, -2)" + shape);
  EXPECT_EQ(complaint(npy("<f8", "2, 3", data)), "F:1: found 32 bytes of data, expected 6 numbers of 8 bytes");
  EXPECT_EQ(complaint(npy("<f8", "4294967296, 4294967296", data)),
            "F:1: found 32 bytes of data, expected the product of '(4294967296, 4294967296)' numbers of 8 bytes");
  EXPECT_EQ(complaint(npy("<f8", "5, 0", "")),
            "F:1: found rows of 0 coefficients, expected 1 to 65 (degree 0 to 64; beyond it a file for each: vieta "
            "roots FILE, "
            "--real-only)");
  EXPECT_EQ(complaint(npy("<f8", "0, 66", "")),
            "F:1: found rows of 66 coefficients, expected 1 to 65 (degree 0 to 64; beyond it a file for each: vieta "
            "roots FILE, "
            "--real-only)");
  EXPECT_EQ(complaint(npy("<c16", "1, 2", data)),
            "F:1: found complex numbers, type 'c16', expected real coefficients: f4, f8, i1 to i8 or u1 to u8");
}

TEST(RowWriter, WhatIsWrittenIsReadAgain) {
  real_roots_result<float> result;
  result.count = 3;
  result.degree = 2;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  result.values = {0.1F, 3, -2.5F, nan, nan, nan};
  result.counts = {2, 1, 0};
  std::ostringstream array, text;
  report::write_npy(array, result);
  report::write_csv(text, result);
  EXPECT_EQ(text.str(), "0.1,3\n-2.5,nan\nnan,nan\n");
  EXPECT_EQ((array.str().size() - 6 * sizeof(float)) % 64, 0);
  const polynomial_rows back = read_rows(array.str(), "F");
  ASSERT_EQ(back.batch.index(), 1);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(std::bit_cast<std::uint32_t>(std::get<1>(back.batch).coefficients[i]),
              std::bit_cast<std::uint32_t>(result.values[i]));
}

}  // namespace
}  // namespace vieta
