#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <random>
#include <sstream>

#include "io/system/system_readers.hpp"
#include "oracles/systems/system_oracle.hpp"
#include "systems/representation.hpp"
#include "vieta/error.hpp"
#include "vieta/newton.hpp"
#include "vieta/system_io.hpp"

namespace vieta {
namespace {

system_file read(const std::string& text, system_format how = system_format::automatic) {
  return read_system(text, "file", how);
}

/// What the reader says about a text.
std::string complaint(const std::string& text, system_format how = system_format::automatic) {
  try {
    (void)read(text, how);
  } catch (const error& refused) {
    return refused.what();
  }
  return "";
}

/// f(x) in double, from the terms that the system holds.
std::vector<std::complex<double>> values(const polynomial_system& system, const std::vector<std::complex<double>>& at) {
  std::vector<std::complex<double>> f;
  const auto& d = system.data();
  const auto node_value = [&](systems::node m) {
    std::complex<double> p = 1;
    const auto& g = d.graph;
    for (std::size_t i = 0; i < g.length[m]; ++i) {
      const systems::node atom = g.length[m] == 1 ? m : g.path_atom[g.prefixes[m] + i];
      p *= std::pow(at[g.base[atom] - 1], static_cast<int>(g.exponent[atom]));
    }
    return p;
  };
  for (std::size_t e = 0; e < d.equations(); ++e) {
    std::complex<double> sum = 0;
    for (std::size_t g = d.group_begin[e]; g < d.group_begin[e + 1]; ++g)
      for (std::size_t t = d.term_begin[g]; t < d.term_begin[g + 1]; ++t)
        sum += std::complex<double>(d.re[0][t], d.im[0].empty() ? 0 : d.im[0][t]) * node_value(d.outer[g]) *
               node_value(d.inner[t]);
    f.push_back(sum);
  }
  return f;
}

void expect_values(const polynomial_system& system, const std::vector<std::complex<double>>& at,
                   const std::vector<std::complex<double>>& expected) {
  const auto f = values(system, at);
  ASSERT_EQ(f.size(), expected.size());
  for (std::size_t e = 0; e < f.size(); ++e)
    EXPECT_LE(std::abs(f[e] - expected[e]), 1e-12 * (1 + std::abs(expected[e])));
}

constexpr const char* phc = R"(2 2
 x**2 + y^2 - 4;
 (1.5 + 2*i)*x*y - 2/3
  + 1.0E-2*x*(x - y);

TITLE : a circle

THE SOLUTIONS :

2 2
===========================================================================
solution 1 :
t :  0.00000000000000E+00   0.00000000000000E+00
m : 1
the solution for t :
 y :  1.25000000000000000000000000000000001E+00   2.00000000000000E+00
 x : -1.00000000000000E+00   1.00000000000000E-01
== err :  1.225E-16 = rco :  1.000E+00 = res :  0.000E+00 ==
solution 2 :    start residual :  1.235E-12
t :  0.00000000000000E+00   0.00000000000000E+00
m : 1
the solution for t :
 x : 1 0
 y : 0 1
)";

TEST(newton_io, phcpack_systems_and_solutions) {
  const system_file file = read(phc);
  EXPECT_EQ(file.system.variables(), (std::vector<std::string>{"x", "y"}));
  EXPECT_FALSE(file.system.is_real());
  const std::complex<double> x(0.5, 1), y(2, -1);
  expect_values(file.system, {x, y},
                {x * x + y * y - 4.0, std::complex<double>(1.5, 2) * x * y - 2.0 / 3 + 0.01 * x * (x - y)});
  ASSERT_EQ(file.points.size(), 2u);
  EXPECT_TRUE(file.points[0][1].re == parse_multiple("1.25000000000000000000000000000000001"));
  EXPECT_EQ(file.points[0][0].im.x0, 0.1);
  EXPECT_EQ(file.points[1][1].im.x0, 1.0);
}

TEST(newton_io, the_number_of_variables_may_be_missing) {
  EXPECT_EQ(read("1\n2*x - 3;").system.variables().size(), 1u);
  EXPECT_EQ(read("2\n\n x + x2;\n x - 2\n;").system.variables().size(), 2u);
  EXPECT_EQ(read("1 3 x - y + z;").system.variables().size(), 3u);
}

TEST(newton_io, coefficients_are_exact) {
  const auto data = read("1\n 1/3*x - 0.1;").system.data();
  ASSERT_EQ(data.exact_re.size(), 2u);
  EXPECT_GT(data.coefficient_error, 0);
  EXPECT_EQ(read("1\n 0.25*x + 3;").system.data().coefficient_error, 0);
  // 70 digits do not fit, 60 bits do.
  EXPECT_EQ(read("1\n 1152921504606846977*x + 3;").system.data().coefficient_error, 0);
}

/// pi, square roots and exp(1) are known to 2^-207 relatively; what is no longer known says so.
TEST(newton_io, constants_are_balls) {
  const std::vector<std::string> equations = {"pi*x - sqrt(2)/exp(1)"};
  const polynomial_system system = polynomial_system::parse(equations);
  const auto& d = system.data();
  EXPECT_TRUE(d.exact_re.empty());
  EXPECT_GE(d.coefficient_error, 0x1p-207);
  EXPECT_LE(d.coefficient_error, 0x1p-204);
  ASSERT_EQ(d.terms(), 2U);
  const auto stored = [&](std::size_t t) { return qd(d.re[0][t], d.re[1][t], d.re[2][t], d.re[3][t]); };
  const std::size_t x = stored(0) > 0 ? 0 : 1;
  EXPECT_LT(
      abs(stored(x) - parse_multiple("3.14159265358979323846264338327950288419716939937510582097494459230781640629")),
      0x1p-203);
  EXPECT_LT(
      abs(stored(1 - x) + parse_multiple("0.5202600950228888963581524433163325380861308015891109208408875751306412")),
      0x1p-203);
}

/// Sixty digits, both parts, in each form of text: what is stored is the nearest four doubles.
TEST(newton_io, complex_constants_keep_their_digits) {
  const std::string re = "1.23456789012345678901234567890123456789012345678901234567891";
  const std::string im = "9.8765432109876543210987654321098765432109876543210987654321e-1";
  for (const std::string& text :
       {"1\n (" + re + " - " + im + "*i)*x**2 - 3;",
        "variable_group x;\nfunction f;\nconstant c;\nc = " + re + " - " + im + "*I;\nf = c*x^2 - 3;",
        R"({"variables": ["x"], "equations": [[[")" + re + R"(", "-)" + im + R"(", "x", 2], [-3, 0]]]})",
        R"({"variables": ["x"], "equations": ["()" + re + " - " + im + R"(*i)*x^2 - 3"]})"}) {
    const system_file file = read(text);
    const auto& d = file.system.data();
    ASSERT_EQ(d.terms(), 2U) << text;
    const std::size_t t = d.graph.length[d.inner[0]] > 0 ? 0 : 1;
    const auto stored = [t](const auto& planes) { return qd(planes[0][t], planes[1][t], planes[2][t], planes[3][t]); };
    EXPECT_TRUE(stored(d.re) == parse_multiple(re)) << text;
    EXPECT_TRUE(stored(d.im) == -parse_multiple(im)) << text;
  }
}

TEST(newton_io, equal_monomials_add_up) {
  EXPECT_EQ(read("2\n x*y + y*x + x - x; x - 1;").system.terms(), 3u);
  EXPECT_EQ(read("1\n (x + 1)*(x - 1);").system.terms(), 2u);
  expect_values(read("1\n (x + y)^3*(x - 2*i);").system, {{0.5, 1}, {2, 0}},
                {std::pow(std::complex<double>(2.5, 1), 3) * std::complex<double>(0.5, -1)});
}

TEST(newton_io, bertini_input) {
  const system_file file = read(R"(
CONFIG
  TRACKTOLBEFOREEG: 1e-8;  % a comment; END of nothing
END;
INPUT
  variable_group x, y;
  function f, g;
  constant c;
  c = 2 + I/2;
  s = x^2 + y;  % a sub-function
  f = s*(x - c);
  g = s - 1;
END;
trailing text that is not read
)");
  EXPECT_EQ(file.system.variables(), (std::vector<std::string>{"x", "y"}));
  const std::complex<double> x(0.5, 1), y(2, -1), s = x * x + y;
  expect_values(file.system, {x, y}, {s * (x - std::complex<double>(2, 0.5)), s - 1.0});
}

TEST(newton_io, bertini_homogeneous_coordinates_and_parameters) {
  const system_file file = read(R"(
INPUT
  hom_variable_group x, y;
  variable_group u;
  parameter a;
  function f, g;
  f = x^2 - 2*y^2;
  g = u - a*u^2;
END;
)");
  EXPECT_EQ(file.system.variables(), (std::vector<std::string>{"x", "y", "u", "a"}));
  EXPECT_EQ(file.parameters, std::vector<std::string>{"a"});
  const std::complex<double> x(0.5, 1), y(2, -1), u(3, 0), a(0, 2);
  expect_values(file.system, {x, y, u, a}, {x * x - 2.0 * y * y, u - a * u * u, 1.118034 * x + 0.736068 * y - 1.0});
  EXPECT_NE(complaint("INPUT variable_group x; pathvariable t; function f; f = x;").find("hom_variable_group"),
            std::string::npos);
}

TEST(newton_io, equations_alone) {
  for (const char* text : {"x^2 + y^2 - 4\nx*y - 1\n", "# two curves\n  x^2 + y^2 = 4 # a circle\n\n-1 = -x*y",
                           "x^2 +\n y^2 - 4; x*y\n = 1;\n", "\ufeff4 = x^2 + y^2; 1 - x*y",
                           "2*x^2 + 2*y^2 - 8\nx*y - 1", "2x^2 + 2 y^2 - 8\nx y - 1"}) {
    const system_file file = read(text);
    EXPECT_EQ(file.system.equations(), 2u) << text;
    EXPECT_EQ(file.system.variables(), (std::vector<std::string>{"x", "y"})) << text;
    EXPECT_EQ(file.system.terms(), 5u) << text;
  }
  EXPECT_EQ(complaint("x^2 - 1\n\nx + * y\n").substr(0, 7), "file:3:");
  EXPECT_EQ(complaint("x^2 - 1;\nx + y = ;\n").substr(0, 7), "file:2:");
  EXPECT_NE(complaint("x - 1\ny + 1 - y = 1\n").find("zero polynomial"), std::string::npos);
  for (const char* text :
       {"# a function of x\nx^2 - y; y - 1", "variable_cost^2 - 4; y - 1 # INPUT", "x^2 - 4 # function\ny"})
    EXPECT_EQ(read(text).system.equations(), 2u) << text;
  // The number of equations, or a coefficient?
  for (const char* text : {"2 x^2 - 1;\ny - 3;\n", "2 (x - 1);\ny;\n"}) {
    EXPECT_EQ(complaint(text).substr(0, 15), "file:1: found '") << text;
    EXPECT_EQ(read(text, system_format::phcpack).system.equations(), 2u) << text;
    EXPECT_EQ(read(text, system_format::equations).system.equations(), 2u) << text;
  }
  EXPECT_NE(complaint("# nothing\n").find("no equation"), std::string::npos);
}

TEST(newton_io, json_systems) {
  const system_file file = read(R"({"variables": ["x", "y"],
    "equations": ["x^2 - 2/3", [["1/3", 0.1, "x", 2, 1, 1], [-1, 0]]],
    "starts": [[["0.5", "1"], 2], [1, [0, -1]]]})");
  const std::complex<double> x(0.5, 1), y(2, -1);
  expect_values(file.system, {x, y}, {x * x - 2.0 / 3, std::complex<double>(1.0 / 3, 0.1) * x * x * y - 1.0});
  ASSERT_EQ(file.points.size(), 2u);
  EXPECT_EQ(file.points[1][1].im.x0, -1.0);
}

TEST(newton_io, binary_systems_come_back) {
  std::mt19937_64 random(3);
  for (const bool complex : {false, true})
    for (const polynomial_system& system :
         {test::random_system(6, 7, 12, 5, 4, complex, random).build(), families::chandrasekhar(9),
          polynomial_system::parse(std::vector<std::string>{"1/3*x^2 - y", "x*y - 0.7"})}) {
      std::stringstream bytes;
      write_binary(bytes, system);
      const polynomial_system back = read(bytes.str()).system;
      EXPECT_EQ(back.variables(), system.variables());
      EXPECT_EQ(back.terms(), system.terms());
      EXPECT_EQ(back.is_real(), system.is_real());
      EXPECT_EQ(back.data().coefficient_error, system.data().coefficient_error);
      std::vector<std::complex<double>> x;
      for (std::size_t v = 0; v < system.variables().size(); ++v)
        x.emplace_back(0.3 + 0.1 * static_cast<double>(v), -0.2);
      expect_values(back, x, values(system, x));
    }
}

TEST(newton_io, errors_name_the_line) {
  EXPECT_EQ(complaint("2\n x + y;\n x - ;"), "file:3: found ';', expected a number, a variable or '('");
  EXPECT_EQ(complaint("2\n x + y;\n"), "file:3: found 1 polynomials, expected 2, each with a ';' at its end");
  EXPECT_EQ(complaint("1\n x + \n 1/x;"), "file:3: found 'x', expected a constant divisor (a non-polynomial term)");
  EXPECT_EQ(complaint("1\n x^y;"),
            "file:2: found 'y', expected an exponent, a whole number from 0 to 1000000 (a non-polynomial term)");
  EXPECT_EQ(complaint("1\n x^1.5;"),
            "file:2: found '1.5', expected an exponent, a whole number from 0 to 1000000 (a non-polynomial term)");
  EXPECT_EQ(
      complaint("1\n sin(x);"),
      "file:2: found 'sin', expected a polynomial term; of functions newton, solve, components and boxes take sin, "
      "cos, tan, sqrt and cbrt (a non-polynomial term)");
  EXPECT_EQ(complaint("1\n x - nan;"), "file:2: found 'nan', expected a finite number or a variable");
  EXPECT_EQ(complaint("1 2\n x - 1;"), "file:1: found 1 variables in the polynomials, expected 2");
  EXPECT_EQ(complaint("variable_group x;\nfunction f;\nf = x - z;"), "file:3: found 'z', expected a declared variable");
  EXPECT_EQ(
      complaint("variable_group x;\nfunction f;\nf = x - exp(x);"),
      "file:3: found 'exp', expected a polynomial term; of functions newton, solve, components and boxes take sin, "
      "cos, tan, sqrt and cbrt");
  EXPECT_EQ(complaint("variable_group x;\nfunction f, g;\nf = x;"),
            "file:3: found no value of the function 'g', expected one");
  EXPECT_EQ(complaint("1\n 2 - 4;"), "file: found no variable, expected at least one");
  EXPECT_EQ(complaint("1\n x - x;"), "file:2: found the zero polynomial, expected an equation");
  EXPECT_EQ(complaint(""), "file:1: found nothing, expected a polynomial system");
  EXPECT_EQ(complaint("{\"equations\": [\"x\", \"y +\"]}"),
            "file: equation 2:1: found the end of the text, expected a number, a variable or '('");
  EXPECT_EQ(complaint("{\"variables\": [\"x\"], \"equations\": [\"x - y\"]}"),
            "file: equation 1:1: found 'y', expected a declared variable");
  EXPECT_EQ(complaint("{\"equations\": [\n \"x\" "), "file:2: found the end of the file, expected JSON");
  EXPECT_NE(complaint(std::string("VIETASYS\x02\0\0\0", 12)).find("expected 1 to 1"), std::string::npos);
  EXPECT_EQ(complaint(std::string(phc).replace(std::string(phc).find(" y :  1.25"), 2, " z")),
            "file:12: found a solution without 'y', expected one line for each variable");
}

TEST(newton_io, hostile_texts_end_at_once) {
  const std::string too_long =
      "file:2: found an expansion that takes too long, expected one of less work: a lower power or shorter numbers";
  EXPECT_EQ(complaint("1\n ((x + y)^999999)^999999;"), too_long);
  EXPECT_EQ(complaint("1\n (a+b+c+d+e+f+g+h)^400;"), too_long);
  std::string apart;  // each sum brings numbers of a million digits together
  for (int k = 0; k < 40; ++k) apart += k % 2 == 0 ? " + 1/7" : " + 1/3E889888";
  EXPECT_EQ(complaint("1\n x" + apart + ";"), too_long) << "found by fuzzing";
  EXPECT_NE(complaint("1\n x^1000000*x;").find("powers up to"), std::string::npos);
  EXPECT_NE(complaint("1\n " + std::string(100000, '(') + "x;").find("deep"), std::string::npos);
  EXPECT_NE(complaint("{\"equations\": " + std::string(100000, '[')).find("nested"), std::string::npos);
  EXPECT_NE(complaint("1\n 1e-1000*x - 1;").find("2^-800"), std::string::npos);
}

/// One power of two for all coefficients of an equation: its zeros stay what they are. The other equation stays.
TEST(newton_io, equations_far_from_1_are_brought_into_range) {
  const polynomial_system s = polynomial_system::parse(std::vector<std::string>{"1e-300*x^2 - 4e-280", "y - 3"});
  const std::vector<double>& c = s.data().re[0];
  ASSERT_EQ(c.size(), 4u);
  const double square = std::max(c[0], c[1]), constant = std::min(c[0], c[1]);
  EXPECT_NEAR(constant / square, -4e20, 1e5);
  EXPECT_GT(std::fabs(square), 0x1p-100);
  EXPECT_LT(std::fabs(constant), 0x1p100);
  EXPECT_EQ(std::min(c[2], c[3]), -3);
  EXPECT_EQ(std::max(c[2], c[3]), 1);
  system_point start(2);
  start[0].re = qd(1.9e10), start[1].re = qd(2.9);
  const newton_result found = newton(s, std::vector<system_point>{start}, {});
  ASSERT_TRUE(found.solutions[0].certified);
  EXPECT_NEAR(found.solutions[0].x[0].re.x0, 2e10, 1e-4);
  EXPECT_NEAR(found.solutions[0].x[1].re.x0, 3, 1e-14);
}

TEST(newton_io, points_in_three_ways) {
  const polynomial_system s = polynomial_system::parse(std::vector<std::string>{"x - 1", "y - 2"});
  const auto lines = read_points("2\n\n1.5 0\n-2 1e-3;\n\n 3 0\n 4\n", "file", s);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0][1].im.x0, 1e-3);
  EXPECT_EQ(lines[1][1].re.x0, 4);
  const auto json = read_points("[[[1, 0], [\"2\", \"0.5\"]]]", "file", s);
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0][1].im.x0, 0.5);
  const auto blocks = read_points("solution 1 :\n x : 1 0\n y : 2 0\n", "file", s);
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0][1].re.x0, 2);
  const auto old_blocks = read_points(
      "== 1 =  #step : 114 = regular solution ==\n x : 1 0\n y : 2 0\n== err : 1e-16 ==\n== 2 = #step : 3 ==\n"
      " y : 4 0\n x : 3 0\n== err : 1e-16 ==\n== #regu : 2 = #fail : 0 ==\n",
      "file", s);
  ASSERT_EQ(old_blocks.size(), 2u);
  EXPECT_EQ(old_blocks[0][1].re.x0, 2);
  EXPECT_EQ(old_blocks[1][0].re.x0, 3);
  EXPECT_THROW((void)read_points("1 0\n", "file", s), error);
  EXPECT_THROW((void)read_points("1 0\nx 0\n", "file", s), error);
  EXPECT_THROW((void)read_points("3\n1 0\n2 0\n", "file", s), error);
}

TEST(newton_io, decimals_of_quad_doubles) {
  EXPECT_EQ(to_decimal(qd(0.0), 5), "0");
  EXPECT_EQ(to_decimal(qd(-1.5), 3), "-1.50");
  EXPECT_EQ(to_decimal(qd(0.5), 0), "5e-1");
  EXPECT_EQ(to_decimal(qd(999.5), 3), "1.00e+3");  // a tie goes to the even digit
  EXPECT_EQ(to_decimal(qd(1.0, 0x1p-60, 0, 0), 0), "1.000000000000000000867361737988403547205962240695953369140625");
  EXPECT_THROW((void)parse_multiple("1e"), error);
  EXPECT_THROW((void)parse_multiple("1e400"), error);
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> part(-1, 1);
  mpfr_t exact, back;
  mpfr_init2(exact, 1200), mpfr_init2(back, 1200);
  for (int k = 0; k < 2000; ++k) {
    const double scale = std::ldexp(1.0, static_cast<int>(random() % 400) - 200);
    const qd x = qd::renormalised(part(random) * scale, part(random) * scale * 0x1p-54, part(random) * scale * 0x1p-108,
                                  part(random) * scale * 0x1p-162);
    // All digits come back exactly; 66 digits too, since that is more than the parts hold.
    EXPECT_TRUE(parse_multiple(to_decimal(x, 0)) == x) << to_decimal(x, 0);
    const double limbs[4] = {x.x0, x.x1, x.x2, x.x3};
    mpfr_set_zero(exact, 1);
    for (const double limb : limbs) mpfr_add_d(exact, exact, limb, MPFR_RNDN);
    const int digits = 1 + static_cast<int>(random() % 64);
    char* expected = nullptr;
    mpfr_asprintf(&expected, "%.*Re", digits - 1, exact);
    mpfr_set_str(back, expected, 10, MPFR_RNDN);
    mpfr_t ours;
    mpfr_init2(ours, 1200);
    mpfr_set_str(ours, to_decimal(x, digits).c_str(), 10, MPFR_RNDN);
    EXPECT_TRUE(mpfr_equal_p(ours, back) != 0) << expected << ' ' << to_decimal(x, digits);
    mpfr_clear(ours);
    mpfr_free_str(expected);
  }
  mpfr_clear(exact), mpfr_clear(back);
}

// Digits from Python's decimal, which holds the sums of the limbs exactly.
TEST(newton_io, decimals_at_ties_and_borders) {
  EXPECT_EQ(to_decimal(qd(0.125), 2), "1.2e-1");
  EXPECT_EQ(to_decimal(qd(0.375), 2), "3.8e-1");
  EXPECT_EQ(to_decimal(qd(0.125, 0x1p-200, 0, 0), 2), "1.3e-1");
  EXPECT_EQ(to_decimal(qd(0.125, -0x1p-200, 0, 0), 2), "1.2e-1");
  EXPECT_EQ(to_decimal(qd(-9.5), 1), "-1e+1");
  EXPECT_EQ(to_decimal(qd(1.0, -0x1p-60, 0, 0), 19), "9.999999999999999991e-1");
  EXPECT_EQ(to_decimal(qd(1.0, -0x1p-300, 0, 0), 64),
            "1.000000000000000000000000000000000000000000000000000000000000000");
  EXPECT_EQ(to_decimal(qd(1e22), 23), "1.0000000000000000000000e+22");
  EXPECT_EQ(to_decimal(qd(1e22), 3), "1.00e+22");
  EXPECT_EQ(to_decimal(qd(0x1p-1074), 5), "4.9407e-324");
  EXPECT_EQ(to_decimal(qd(0x1p120, 0x1p-300, 0, 0x1p-420), 39), "1.32922799578491587290380706028034457600e+36");
}

// Limbs far apart and small numbers are rounded another way than others are: to the same digits, MPFR's.
TEST(newton_io, decimals_of_limbs_far_apart) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> part(-1, 1);
  mpfr_t exact;
  mpfr_init2(exact, 2400);
  for (int k = 0; k < 3000; ++k) {
    int exponent = static_cast<int>(random() % 800) - 600;
    mpfr_set_zero(exact, 1);
    double limbs[4] = {};
    for (double& limb : limbs) {
      limb = random() % 4 == 0 && &limb != limbs ? 0 : std::ldexp(part(random), exponent);
      mpfr_add_d(exact, exact, limb, MPFR_RNDN);
      exponent -= 54 + static_cast<int>(random() % 3 * (random() % 150));
    }
    const int digits = 1 + static_cast<int>(random() % 70);
    char* expected = nullptr;
    mpfr_asprintf(&expected, "%.*Re", digits - 1, exact);
    std::string ours = to_decimal(qd(limbs[0], limbs[1], limbs[2], limbs[3]), digits);
    // MPFR writes two digits of an exponent at least, and e+00.
    const std::size_t e = ours.find('e');
    const int power = e == ours.npos ? 0 : std::stoi(ours.substr(e + 1));
    ours.resize(std::min(e, ours.size()));
    ours += std::string(power < 0 ? "e-" : "e+") + (std::abs(power) < 10 ? "0" : "") + std::to_string(std::abs(power));
    EXPECT_EQ(ours, expected);
    mpfr_free_str(expected);
  }
  mpfr_clear(exact);
}

TEST(newton_io, starts_as_a_text) {
  const auto points = io::read_points_text("1, 2+3i; ; -1e-3-2.5e-4i, 2*I;-j,+i", "--start", 2);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[0][1].re.x0, 2);
  EXPECT_EQ(points[0][1].im.x0, 3);
  EXPECT_EQ(points[1][0].re.x0, -1e-3);
  EXPECT_EQ(points[1][0].im.x0, -2.5e-4);
  EXPECT_EQ(points[1][1].im.x0, 2);
  EXPECT_EQ(points[2][0].im.x0, -1);
  EXPECT_EQ(points[2][1].im.x0, 1);
  EXPECT_TRUE(io::read_points_text("", "--start", 2).empty());
  for (const char* bad : {"1", "1,2,3", ",", "1,2;3", "1,x", "1,1e", "1,1+", "1,nan", "i i,1", "1,\x80"}) try {
      io::read_points_text(bad, "--start", 2);
      ADD_FAILURE() << "accepted: " << bad;
    } catch (const error& problem) {
      EXPECT_TRUE(std::string(problem.what()).starts_with("--start: ")) << problem.what();
    }
}

}  // namespace
}  // namespace vieta
