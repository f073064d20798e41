// A random exact polynomial, written in every format by the plainest code there is and read back: nothing may change.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "unit/io/io_support.hpp"

#if VIETA_HAVE_RAPIDCHECK
#include <rapidcheck.h>
#endif

namespace vieta {
namespace {

using exact::real;

/// "-12/7e-5" as "(-12/7)e-5" does not exist: the power of ten goes to the numerator. A power of two is written out.
std::string text_of(real value) {
  if (value.binary_exponent > 0) value.numerator <<= static_cast<unsigned>(value.binary_exponent);
  if (value.binary_exponent < 0) value.denominator <<= static_cast<unsigned>(-value.binary_exponent);
  std::string result = value.numerator.str();
  if (value.decimal_exponent != 0) result += "e" + std::to_string(value.decimal_exponent);
  return value.denominator == 1 ? result : result + "/" + value.denominator.str();
}

real random_real(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t n) { return random() % n; };
  real value{exact::integer(static_cast<std::int64_t>(random())), 1, 0, 0};
  switch (below(6)) {
    case 0:
      return {};
    case 1:
      value.numerator %= 100;
      break;
    case 2:
      value.denominator += random() % 1000;
      break;
    case 3:
      value.decimal_exponent = static_cast<std::int64_t>(below(1000)) - 500;
      break;
    case 4:
      return exact::from_double(
          std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), static_cast<int>(below(200)) - 130));
    default:
      value.numerator = value.numerator * value.numerator * value.numerator + 1;
      break;
  }
  return value;
}

std::vector<term> random_terms(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const bool complex = random() % 2 == 0;
  const std::uint64_t size = random() % 12, spread = random() % 3 == 0 ? 1000 : 14;
  std::vector<term> terms;
  for (std::uint64_t k = 0; k < size; ++k) {
    const auto exponent = static_cast<std::int64_t>(random() % spread);
    terms.push_back({exponent, random_real(random), complex ? random_real(random) : real{}});
  }
  return terms;
}

/// Every coefficient from x^0 up, through `write(re, im)`.
template <typename F>
std::string dense_text(const polynomial& p, const std::string& separator, F write) {
  std::string text;
  const auto terms = test::exact_terms(p);
  std::size_t next = 0;
  for (std::int64_t k = 0; k <= p.degree(); ++k) {
    const bool present = next < terms.size() && terms[next].exponent == k;
    if (k > 0) text += separator;
    text += present ? write(terms[next].re, terms[next].im) : write(real{}, real{});
    if (present) ++next;
  }
  return text;
}

std::string pair_with(const std::string& separator, const real& re, const real& im) {
  return text_of(re) + separator + text_of(im);
}

std::string as_list(const polynomial& p) {
  return dense_text(p, "\n", [](const real& re, const real& im) {
    return im.is_zero() ? text_of(re) : "(" + pair_with(",", re, im) + ")";
  });
}

std::string as_json(const polynomial& p) {
  return "{\"coefficients\": [" +
         dense_text(p, ",\n",
                    [](const real& re, const real& im) { return "[\"" + pair_with("\", \"", re, im) + "\"]"; }) +
         "]}";
}

std::string as_expression(const polynomial& p) {
  std::string text = "0";
  for (const term& t : test::exact_terms(p)) {
    text += " + (" + text_of(t.re) + " + i*(" + text_of(t.im) + "))*x^" + std::to_string(t.exponent);
  }
  return text;
}

std::string as_new_dense_pol(const polynomial& p) {
  return "Degree=" + std::to_string(p.degree()) + ";\nRational;\n" +
         dense_text(p, "\n", [](const real& re, const real& im) { return pair_with(" ", re, im); });
}

std::string as_old_sparse_pol(const polynomial& p) {
  const auto in_two_words = [](const real& value) {
    std::string text = value.decimal_exponent == 0 ? text_of(value) : text_of(real{});
    if (value.decimal_exponent != 0) {  // this form has integers only
      real scaled = value;
      scaled.decimal_exponent = 0;
      (value.decimal_exponent > 0 ? scaled.numerator : scaled.denominator) *=
          exact::power_of_ten(std::abs(value.decimal_exponent));
      text = text_of(scaled);
    }
    const auto slash = text.find('/');
    return slash == std::string::npos ? text + " 1" : text.substr(0, slash) + " " + text.substr(slash + 1);
  };
  const auto terms = test::exact_terms(p);
  std::string text = "scq\n0\n" + std::to_string(p.degree()) + "\n" + std::to_string(terms.size()) + "\n";
  for (const term& t : terms) {
    text += std::to_string(t.exponent) + "\n" + in_two_words(t.re) + "\n" + in_two_words(t.im) + "\n";
  }
  return text;
}

std::string what_changes(std::uint64_t seed) {
  const polynomial p = make_polynomial(random_terms(seed));
  const auto unchanged = [&](const std::string& text, format how) {
    return test::same(read_polynomial(text, "F", how), p);
  };
  if (!unchanged(as_list(p), format::list)) return "list: " + as_list(p);
  if (!unchanged(as_json(p), format::json)) return "json: " + as_json(p);
  if (!unchanged(as_json(p), format::automatic)) return "json, detected: " + as_json(p);
  if (!unchanged(as_expression(p), format::expression)) return "expression: " + as_expression(p);
  if (!unchanged(as_expression(p), format::automatic)) return "expression, detected: " + as_expression(p);
  if (p.degree() < 0) return "";  // .pol files have a degree of at least zero
  for (const format how : {format::pol, format::automatic}) {
    if (!unchanged(as_new_dense_pol(p), how)) return "pol: " + as_new_dense_pol(p);
    if (!unchanged(as_old_sparse_pol(p), how)) return "pol: " + as_old_sparse_pol(p);
  }
  return "";
}

TEST(RoundTrip, EveryFormatKeepsEveryNumber) {
#if VIETA_HAVE_RAPIDCHECK
  EXPECT_TRUE(rc::check([](std::uint64_t seed) { RC_ASSERT(what_changes(seed) == ""); }));
#endif
  for (std::uint64_t seed = 0; seed < 300; ++seed) ASSERT_EQ(what_changes(seed), "") << seed;
}

}  // namespace
}  // namespace vieta
