#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "unit/io/io_support.hpp"

namespace vieta {
namespace {

using test::complaint;
using test::from;
using test::same;

template <typename T>
std::string bytes_of(std::vector<T> values, bool reversed = false) {
  std::string result;
  for (const T& value : values) {
    std::string raw(sizeof(T), '\0');
    std::memcpy(raw.data(), &value, sizeof(T));
    result += reversed ? std::string(raw.rbegin(), raw.rend()) : raw;
  }
  return result;
}

std::string npy(const std::string& dictionary, const std::string& data, char version = 1) {
  std::string result = std::string("\x93NUMPY") + version + '\0';
  const std::size_t size = dictionary.size();
  for (int k = 0; k < (version == 1 ? 2 : 4); ++k) result += static_cast<char>(size >> (8 * k) & 255U);
  return result + dictionary + data;
}

std::string dictionary(const std::string& type, const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }          \n";
}

polynomial read(const std::string& bytes) { return read_polynomial(bytes, "F", format::automatic); }

TEST(NpyReader, EveryTypeInBothByteOrders) {
  const auto expected = from({"1", "2", "3"});
  const auto check = [&]<typename T>(const std::string& type, T) {
    const std::vector<T> values{1, 2, 3};
    EXPECT_TRUE(same(read(npy(dictionary("<" + type, "3,"), bytes_of(values))), expected)) << type;
    EXPECT_TRUE(same(read(npy(dictionary(">" + type, "3,"), bytes_of(values, true))), expected)) << type;
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
  EXPECT_TRUE(same(read(npy(dictionary("|i1", "2,"), "\x01\xfe")), from({"1", "-2"})));
}

TEST(NpyReader, ComplexTypes) {
  const auto expected = from({"1", "0", "3"}, {"-2", "1", "0"});
  EXPECT_TRUE(same(read(npy(dictionary("<c16", "3,"), bytes_of<double>({1, -2, 0, 1, 3, 0}))), expected));
  EXPECT_TRUE(same(read(npy(dictionary(">c8", "3,"), bytes_of<float>({1, -2, 0, 1, 3, 0}, true))), expected));
}

TEST(NpyReader, LargeIntegersStayExact) {
  EXPECT_TRUE(same(read(npy(dictionary("<u8", "2,"), bytes_of<std::uint64_t>({1, ~std::uint64_t{0}}))),
                   from({"1", "18446744073709551615"})));
  EXPECT_TRUE(
      same(read(npy(dictionary("<i8", "1,"), bytes_of<std::int64_t>({INT64_MIN}))), from({"-9223372036854775808"})));
}

TEST(NpyReader, VersionsTwoAndThreeAndOtherSpellings) {
  const std::string data = bytes_of<double>({1, 2});
  EXPECT_EQ(read(npy(dictionary("<f8", "2,"), data, 2)).degree(), 1);
  EXPECT_EQ(read(npy(dictionary("<f8", "2,"), data, 3)).degree(), 1);
  EXPECT_EQ(read(npy("{\"shape\":(2,),\"fortran_order\":True,\"descr\":\"<f8\"}", data)).degree(), 1);
  EXPECT_EQ(read(npy(dictionary("<f8", "0,"), "")).degree(), -1);
}

TEST(NpyReader, NotANumberIsAStatusNotAnError) {
  EXPECT_FALSE(read(npy(dictionary("<f8", "2,"), bytes_of<double>({1, std::nan("")}))).is_finite());
}

TEST(NpyReader, SaysWhatIsWrong) {
  const std::string data = bytes_of<double>({1, 2});
  const auto refused = [](const std::string& bytes) { return complaint(bytes, format::npy); };
  EXPECT_EQ(refused("abc"), "F:1: found no NumPy magic bytes, expected a .npy file");
  EXPECT_EQ(refused(npy(dictionary("<f8", "2,"), data, 4)), "F:1: found version 4, expected version 1, 2 or 3 of .npy");
  EXPECT_EQ(refused(std::string("\x93NUMPY\x02\0\x10\0", 10)),
            "F:1: found the end of the file, expected the length of the header");
  EXPECT_EQ(refused(npy("", "").substr(0, 8) + "\xff\x7f"), "F:1: found 10 bytes, expected a header of 32767 bytes");
  EXPECT_EQ(refused(npy(dictionary("<f8", "3,"), data)), "F:1: found 16 bytes of data, expected 3 numbers of 8 bytes");
  EXPECT_EQ(refused(npy(dictionary("<f8", "1,"), data)), "F:1: found 16 bytes of data, expected 1 numbers of 8 bytes");
  EXPECT_EQ(refused(npy(dictionary("<f8", "18446744073709551615,"), data)),
            "F:1: found 16 bytes of data, expected 18446744073709551615 numbers of 8 bytes");
  for (const char* shape : {"", "2", "1, 2", "-2,", "99999999999999999999,"}) {
    EXPECT_EQ(refused(npy(dictionary("<f8", shape), data)),
              "F:1: found shape '(" + std::string(shape) + ")', expected a one-dimensional array, shape (N,)");
  }
  const std::string types = ", expected f4, f8, c8, c16, i1, i2, i4, i8, u1, u2, u4 or u8 after '<', '>', '=' or '|'";
  EXPECT_EQ(refused(npy(dictionary("<f2", "2,"), data)), "F:1: found type '<f2'" + types);
  EXPECT_EQ(refused(npy(dictionary("|O", "2,"), data)), "F:1: found type '|O'" + types);
  EXPECT_EQ(refused(npy("{'shape': (2,)}", data)), "F:1: found type ''" + types);
  EXPECT_EQ(refused(npy("['descr']", data)), "F:1: found '[', expected '{' at the start of the header");
  EXPECT_EQ(refused(npy("{'descr' '<f8'}", data)), "F:1: found ''', expected ':' after a key of the header");
  EXPECT_EQ(refused(npy("{'descr': 3}", data)), "F:1: found '3', expected a string in quotes");
  EXPECT_EQ(refused(npy("{'descr': '<f8", data)), "F:1: found the end of the header, expected a complete header");
}

}  // namespace
}  // namespace vieta
