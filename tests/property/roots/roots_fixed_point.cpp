// Values of polynomials in fixed point at short nodes beside Arb's at the same points: within the bound that the proof
// of discs takes, at least as precise as was asked for, the same for any number of threads, and at the same node when
// they are asked for again. Real and complex, whole, decimal and double coefficients of any size, gaps, nodes on the
// axis, beside it and far from it. VIETA_SLOW_TESTS: a hundred thousand values, else two thousand.
#include <gtest/gtest.h>

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cmath>
#include <cstdlib>
#include <numeric>

#include "oracles/roots/families.hpp"
#include "roots/fixed_point/node_index.hpp"
#include "roots/fixed_point/residuals.hpp"
#include "roots/fixed_point/short_node.hpp"

namespace vieta {
namespace {

using test::random_numbers;

int below(random_numbers& random, int end) { return static_cast<int>(random.uniform() * end); }

std::string decimal(random_numbers& random, int digits, int least_exponent, int most_exponent) {
  std::string text = below(random, 2) == 0 ? "-" : "";
  text += static_cast<char>('1' + below(random, 9));
  for (int k = 1; k < digits; ++k) text += static_cast<char>('0' + below(random, 10));
  if (most_exponent > least_exponent)
    text += "e" + std::to_string(least_exponent + below(random, most_exponent - least_exponent + 1));
  return text;
}

struct random_case {
  polynomial p;
  double log2_scale = 0;  // of the moduli that its nodes are to have
};

// a_k c^k with coefficients a_k of a random shape: c moves all roots, to 10^+-5000 too.
random_case random_polynomial(random_numbers& random) {
  const int degree = 1 + below(random, below(random, 4) == 0 ? 300 : 40), kind = below(random, 4);
  const bool is_complex = below(random, 3) == 0;
  const double missing = below(random, 2) == 0 ? 0.0 : random.uniform() * 0.6;
  if (kind == 0) {  // doubles
    std::vector<std::complex<double>> a(static_cast<std::size_t>(degree) + 1);
    const double spread = below(random, 2) == 0 ? 0 : 300 * random.uniform();
    for (auto& x : a) {
      if (random.uniform() >= missing)
        x = {random.of_any_size(-spread, spread + 0.1), is_complex ? random.of_any_size(-spread, spread + 0.1) : 0};
    }
    a.back() = random.of_any_size(-1, 1);
    return {polynomial::from_coefficients(std::span<const std::complex<double>>(a)), 0.0};
  }
  const int digits = 1 + below(random, kind == 1 ? 3 : 400);
  const int spread = kind == 3 ? below(random, 5000) : kind == 2 ? 3 : 0;
  const int step = kind == 3 ? (below(random, 2) == 0 ? 1 : -1) * below(random, 5000 / degree + 1) : 0;
  const int apart = below(random, 2) == 0 ? spread : 3;
  std::vector<std::string> re, im;
  for (int k = 0; k <= degree; ++k) {
    const int shift = step * k + (kind == 3 ? spread / 2 : 0);
    const auto number = [&] {
      return random.uniform() < missing && k < degree ? std::string("0")
                                                      : decimal(random, digits, shift, shift + (kind >= 2 ? apart : 0));
    };
    re.push_back(number());
    if (is_complex) im.push_back(number());
  }
  return {polynomial::from_decimal(re, im), -static_cast<double>(step) * 3.3219280948873623};
}

void set(arb_t out, const qd& x) {
  exact::big_float limb;
  arb_zero(out);
  for (const double value : {x.x0, x.x1, x.x2, x.x3}) {
    arf_set_d(limb.x, value);
    arf_add(arb_midref(out), arb_midref(out), limb.x, ARF_PREC_EXACT, ARF_RND_DOWN);
  }
}

// The point that was evaluated at, to many bits.
void set_node(acb_t z, const short_node& node, slong bits) {
  set(acb_realref(z), node.exact.re);
  set(acb_imagref(z), node.exact.im);
  if (node.form == short_form::quadratic) {
    exact::real_ball square;
    arb_set_d(square.x, node.a);
    arb_mul(square.x, square.x, square.x, ARF_PREC_EXACT);
    arb_neg(square.x, square.x);
    exact::real_ball b;
    arb_set_d(b.x, node.b);
    arb_add(square.x, square.x, b.x, ARF_PREC_EXACT);
    const bool negative = node.exact.im.x0 < 0;
    exact::real_ball stored, allowance;
    arb_set(stored.x, acb_imagref(z));
    arb_sqrt(acb_imagref(z), square.x, bits);
    if (negative) arb_neg(acb_imagref(z), acb_imagref(z));
    arb_sub(stored.x, stored.x, acb_imagref(z), bits);
    arb_abs(stored.x, stored.x);
    arb_set_ui(allowance.x, 1);
    arb_mul_2exp_si(allowance.x, allowance.x, -198);
    EXPECT_TRUE(arb_lt(stored.x, allowance.x)) << "what stands for an irrational node";
  }
  acb_mul_2exp_si(z, z, static_cast<slong>(node.exponent));
}

void check_value(const polynomial& p, const short_node& node, const short_value& v, int bits, const std::string& what) {
  const slong working = bits + 12000;
  exact::ball_polynomial dense;
  exact::complex_ball z, value, found;
  exact::real_ball difference, bound, sum, modulus;
  exact::set_coefficients(dense.p, p.data(), working);
  set_node(z.z, node, working);
  acb_poly_evaluate(value.z, dense.p, z.z, working);
  acb_set_d_d(found.z, v.value.real(), v.value.imag());
  acb_mul_2exp_si(found.z, found.z, static_cast<slong>(v.exponent));
  acb_sub(found.z, found.z, value.z, working);
  acb_abs(difference.x, found.z, 64);
  arb_set_d(bound.x, v.error);
  arb_mul_2exp_si(bound.x, bound.x, static_cast<slong>(v.exponent));
  EXPECT_TRUE(arb_le(difference.x, bound.x)) << what << ", error over bound: " << [&] {
    arb_div(difference.x, difference.x, bound.x, 64);
    return arf_get_d(arb_midref(difference.x), ARF_RND_UP);
  }();

  // As precise as asked for: the error beside that of the double is at most 2^-bits of the absolute sum.
  acb_abs(modulus.x, z.z, 64);
  exact::complex_ball coefficient;
  for (slong k = acb_poly_length(dense.p); k-- > 0;) {
    arb_mul(sum.x, sum.x, modulus.x, 64);
    acb_poly_get_coeff_acb(coefficient.z, dense.p, k);
    acb_abs(difference.x, coefficient.z, 64);
    arb_add(sum.x, sum.x, difference.x, 64);
  }
  arb_mul_2exp_si(difference.x, sum.x, -bits);
  acb_abs(modulus.x, value.z, 64);
  arb_mul_2exp_si(modulus.x, modulus.x, -39);  // a power of w may be left to doubles
  arb_add(difference.x, difference.x, modulus.x, 64);
  EXPECT_TRUE(arb_lt(bound.x, difference.x)) << what << ": less precise than asked for";
  // The sum that plans precision is no bound, but not far away.
  arb_set_d(bound.x, v.absolute_sum);
  arb_mul_2exp_si(bound.x, bound.x, static_cast<slong>(v.exponent));
  arb_div(bound.x, bound.x, sum.x, 64);
  const double ratio = arf_get_d(arb_midref(bound.x), ARF_RND_NEAR);
  EXPECT_TRUE(v.absolute_sum >= 0x1p999 || (ratio > 0.98 && ratio < 1.02)) << what << ": sum " << ratio;
}

void check(const polynomial& p, node_set nodes, const std::vector<int>& bits, const std::string& what) {
  std::vector<std::uint32_t> all(nodes.size());
  std::iota(all.begin(), all.end(), 0U);
  roots_options options;
  const session one{options, kernels(detect_isa()), 1}, several{options, kernels(detect_isa()), 3};
  short_node_values source(p), again(p);
  if (!source.serves()) return;
  const node_set asked = nodes;
  std::vector<short_value> values, other;
  source.evaluate(nodes, all, bits, values, one);
  node_set same = nodes;
  again.evaluate(same, all, bits, other, several);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    EXPECT_TRUE(same.mantissa[k].re == nodes.mantissa[k].re && same.mantissa[k].im == nodes.mantissa[k].im) << what;
    EXPECT_EQ(values[k].value, other[k].value) << what;
    EXPECT_EQ(values[k].exponent, other[k].exponent) << what;
    EXPECT_EQ(values[k].error, other[k].error) << what;
    const std::complex<double> moved =
        nodes.rounded(k).in_frame(asked.exponent[k]) - asked.rounded(k).in_frame(asked.exponent[k]);
    EXPECT_LE(std::abs(moved), 0x1p-45 * std::abs(asked.leading(k))) << what;
    const short_node node = round_to_short(nodes.mantissa[k], nodes.exponent[k], p.is_real());
    EXPECT_EQ(node.form == short_form::quadratic, nodes.is_inexact(k)) << what;
    check_value(p, node, values[k], bits[k], what + ", node " + std::to_string(k));
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(roots_fixed_point, values_are_within_their_bounds) {
  const int most = std::getenv("VIETA_SLOW_TESTS") != nullptr ? 100000 : 2000;
  int done = 0;
  for (std::uint64_t seed = 1; done < most && !HasFailure(); ++seed) {
    random_numbers random(seed);
    const random_case c = random_polynomial(random);
    node_set nodes;
    std::vector<int> bits;
    const int count = 1 + below(random, 12);
    for (int k = 0; k < count; ++k) {
      const double whole = std::floor(c.log2_scale), octaves = below(random, 3) == 0 ? 8 * random.gaussian() : 0.3;
      const double modulus = std::exp2(c.log2_scale - whole + octaves * (random.uniform() - 0.5));
      const int where = below(random, 5);
      const double angle = where == 0   ? 0
                           : where == 1 ? 3.14159265358979 * below(random, 2)
                           : where == 2 ? 0x1p-9 * random.gaussian()
                                        : 6.283185307179586 * random.uniform();
      std::complex<double> z = std::polar(modulus, angle);
      if (where <= 1) z = {z.real(), 0.0};
      if (below(random, 30) == 0) z = {0.0, z.real()};
      nodes.push_back({z, static_cast<std::int64_t>(whole)});
      bits.push_back(60 + below(random, below(random, 5) == 0 ? 6000 : 600));
    }
    check(c.p, nodes, bits, "seed " + std::to_string(seed));
    done += count;
  }
}

TEST(roots_fixed_point, values_near_roots_cancel_and_keep_their_bounds) {
  const struct {
    const char* name;
    polynomial p;
    double least, most;
  } families[] = {{"Wilkinson 60", test::wilkinson(60), 0.5, 61},
                  {"Chebyshev 100", test::chebyshev(100), 0.01, 1},
                  {"Mandelbrot 127", test::mandelbrot(7), 0.25, 2},
                  {"exponential 80", test::exponential_sum(80), 10, 80}};
  for (const auto& family : families) {
    random_numbers random(7);
    node_set nodes;
    std::vector<int> bits;
    for (int k = 0; k < 60; ++k) {
      const double x = family.least + (family.most - family.least) * random.uniform();
      const double y = k % 3 == 0 ? 0 : k % 3 == 1 ? x * random.gaussian() : 0x1p-20 * random.gaussian();
      nodes.push_back({{k % 6 < 3 ? std::round(x) : -x, y}, 0});
      bits.push_back(100 + 10 * k);
    }
    check(family.p, nodes, bits, family.name);
  }
}

TEST(roots_fixed_point, nodes_that_are_near_each_other_keep_their_limbs) {
  roots_options options;
  const session context{options, kernels(detect_isa()), 1};
  const short_node_values source(test::chebyshev(20));
  node_set nodes;
  nodes.push_back({{1.0, 0.5}, 0});
  nodes.push_back({{1.0, 0.5 + 0x1p-42}, 0});
  nodes.push_back({{1.0, 0.5 + 0x1p-30}, 0});
  nodes.push_back({{1.0, 0.5}, 1});
  node_index index;
  EXPECT_EQ(source.may_round(nodes, index, {0, 1, 2, 3}, context), (std::vector<char>{0, 0, 1, 1}));
}

TEST(roots_fixed_point, it_leaves_a_few_terms_to_others) {
  EXPECT_FALSE(short_node_values(polynomial::parse("x^1000 - x + 1")).serves());
  EXPECT_TRUE(short_node_values(polynomial::parse("x^10 - x + 1")).serves());
}

}  // namespace
}  // namespace vieta

#endif
