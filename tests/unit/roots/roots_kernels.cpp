// What the inner loops return, beside Arb: every Horner kernel and the product of differences on every instruction set
// of this machine, within the bounds that src/roots/ladder/residuals.cpp and weierstrass.hpp rely on.
#include <gtest/gtest.h>

#include "base/simd/isa.hpp"
#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cmath>
#include <numeric>

#include "oracles/roots/families.hpp"
#include "roots/sweep/chart.hpp"
#include "roots/sweep/kernels.hpp"
#include "roots/sweep/segments.hpp"
#include "roots/sweep/weierstrass.hpp"

namespace vieta {
namespace {

constexpr double u = 0x1p-53;
constexpr slong bits = 4000;

struct ball {
  acb_t z;
  ball() { acb_init(z); }
  ball(const ball&) = delete;
  ball& operator=(const ball&) = delete;
  ~ball() { acb_clear(z); }
};

void set(arb_t out, const double* const (&limbs)[4], std::size_t k) {
  arb_t limb;
  arb_init(limb);
  arb_zero(out);
  for (const double* plane : limbs) {
    if (plane == nullptr) continue;
    arb_set_d(limb, plane[k]);
    arb_add(out, out, limb, bits);
  }
  arb_clear(limb);
}

double upper(const arb_t x) {
  arf_t bound;
  arf_init(bound);
  arb_get_abs_ubound_arf(bound, x, 60);
  const double value = arf_get_d(bound, ARF_RND_UP);
  arf_clear(bound);
  return value;
}

std::vector<isa> levels() {
  std::vector<isa> all;
  for (const isa level : levels_of_family) {
    if (level <= detect_isa()) all.push_back(level);
  }
  return all;
}

// sum_t b_t w^(power_t - lowest) and sum |b_t| |w|^..., from the chart as it is.
void reference(const chart& c, const kernel_points& points, std::size_t k, acb_t value, arb_t absolute) {
  ball w, b, power;
  arb_t modulus, term;
  arb_init(modulus);
  arb_init(term);
  set(acb_realref(w.z), points.re, k);
  set(acb_imagref(w.z), points.im, k);
  acb_abs(modulus, w.z, bits);
  acb_zero(value);
  arb_zero(absolute);
  for (std::size_t t = 0; t < c.kernel_view.count; ++t) {
    const std::int64_t gap = t == 0 ? 0 : (c.kernel_view.gap == nullptr ? 1 : c.kernel_view.gap[t]);
    acb_pow_ui(power.z, w.z, static_cast<ulong>(gap), bits);
    acb_mul(value, value, power.z, bits);
    arb_pow_ui(term, modulus, static_cast<ulong>(gap), bits);
    arb_mul(absolute, absolute, term, bits);
    set(acb_realref(b.z), c.kernel_view.re, t);
    set(acb_imagref(b.z), c.kernel_view.im, t);
    acb_add(value, value, b.z, bits);
    arb_set_d(term, c.modulus[t]);
    arb_add(absolute, absolute, term, bits);
  }
  arb_clear(term);
  arb_clear(modulus);
}

void check(const polynomial& p, const std::vector<std::complex<double>>& at, std::int64_t exponent,
           const std::string& what) {
  const coefficients a = make_coefficients(p);
  atlas charts(a);
  node_set nodes;
  for (const std::complex<double>& z : at) nodes.push_back({z, exponent});
  std::vector<std::uint32_t> all(at.size());
  std::iota(all.begin(), all.end(), 0u);

  for (const isa level : levels()) {
    const kernel_table& table = kernels(level);
    const struct {
      const char* name;
      int limbs, point_limbs;
      void (*run)(const kernel_terms&, const kernel_points&, const kernel_values&);
      double (*bound)(double);
      bool dense_only;
    } cases[] = {
        {"double", 1, 1, table.horner_with_derivative, [](double m) { return 5 * u * m; }, false},
        {"compensated", 2, 1, table.horner_compensated, [](double m) { return 100 * u * u * m * m; }, true},
        {"double-double", 2, 1, table.horner_dd, [](double m) { return 0x1p-100 * m; }, false},
        {"double-double at a double-double", 2, 2, table.horner_dd, [](double m) { return 0x1p-100 * m; }, false},
        {"quad-double", 4, 4, table.horner_qd, [](double m) { return 0x1p-201 * m; }, false},
    };
    for (const auto& kernel : cases) {
      for (const segment& piece : make_segments(nodes, all, charts, 96)) {
        const chart& c = charts.at(piece.chart_index, kernel.limbs);
        if (kernel.dense_only && c.kernel_view.gap != nullptr) continue;
        const segment_points planes(nodes, piece, charts, kernel.point_limbs);
        const kernel_points points = planes.view();
        const std::size_t count = points.count;
        std::vector<double> re(count), im(count), dre(count), dim(count), sum(count);
        kernel.run(c.kernel_view, points, {re.data(), im.data(), dre.data(), dim.data(), sum.data()});
        const double steps =
            static_cast<double>(c.highest - c.lowest) + 2.0 * static_cast<double>(c.kernel_view.count) + 4;
        for (std::size_t k = 0; k < count; ++k) {
          SCOPED_TRACE(what + ", " + kernel.name + ", " + name(level) + ", point " + std::to_string(k));
          ball value, returned;
          arb_t absolute, error;
          arb_init(absolute);
          arb_init(error);
          reference(c, points, k, value.z, absolute);
          acb_set_d_d(returned.z, re[k], im[k]);
          acb_sub(returned.z, returned.z, value.z, bits);
          acb_abs(error, returned.z, bits);
          const double true_sum = upper(absolute), size = std::hypot(re[k], im[k]);
          EXPECT_NEAR(sum[k] / true_sum, 1, 1e-10);
          // The last rounding, to a double, is relative to the value; the solver allows 4 u for it.
          EXPECT_LE(upper(error), kernel.bound(steps) * true_sum + 4 * u * size);
          arb_clear(error);
          arb_clear(absolute);
        }
      }
    }
  }
}

std::vector<std::complex<double>> points_around(double modulus, std::size_t count, std::uint64_t seed) {
  test::random_numbers random(seed);
  std::vector<std::complex<double>> at;
  for (std::size_t k = 0; k < count; ++k)
    at.push_back(std::polar(modulus * (0.8 + 0.4 * random.uniform()), 6.3 * random.uniform()));
  return at;
}

TEST(HornerKernels, RandomPolynomials) {
  for (const std::size_t count : {1u, 2u, 3u, 7u, 8u, 9u, 25u}) {
    check(polynomial::from_coefficients(test::gaussian_complex(20, count)), points_around(1, count, count), 0,
          "random, " + std::to_string(count) + " points");
  }
  check(polynomial::from_coefficients(test::gaussian_real(300, 5)), points_around(1, 9, 6), 0, "real, degree 300");
  check(polynomial::from_coefficients(test::gaussian_complex(1, 5)), points_around(1, 3, 6), 0, "degree 1");
  check(test::random_integers(15, 400, 7), points_around(1, 5, 8), 0, "400 bits");
}

TEST(HornerKernels, CancellationAtRoots) {
  std::vector<std::complex<double>> at;
  for (int k = 1; k <= 20; ++k) at.emplace_back(k, 0.0);
  for (int k = 1; k <= 20; ++k) at.emplace_back(k, 1e-13);
  check(test::wilkinson(20), at, 0, "Wilkinson at its roots");
  check(test::from_roots({{"1", 12}}), {{1, 0}, {1 + 1e-4, 1e-4}, {1 - 0x1p-53, 0}, {1, 0x1p-200}}, 0,
        "(x-1)^12 near 1");
  check(test::chebyshev(60), points_around(0.9, 6, 9), 0, "Chebyshev 60");
}

TEST(HornerKernels, HighDegree) {
  check(polynomial::from_coefficients(test::gaussian_complex(3000, 10)), points_around(1, 3, 11), 0, "degree 3000");
  check(polynomial::from_coefficients(test::gaussian_complex(3000, 10)), {{0.3, 0.1}, {40, -3}}, 0,
        "degree 3000, far off");
}

TEST(HornerKernels, Sparse) {
  check(test::random_signs(10'000, 10, 12), points_around(1, 9, 13), 0, "sparse");
  check(polynomial::parse("x^5000 + 3x^4999 - 7x^17 + 1e-20"), points_around(1, 4, 14), 0, "sparse with neighbours");
}

TEST(HornerKernels, ExtremeScales) {
  check(polynomial::parse("1e400 + x^3 - 1e-400*x^7 + 1e100*x"), points_around(1.3, 5, 15), 330, "beyond double");
  std::vector<double> wide;
  test::random_numbers random(16);
  for (int k = 0; k < 30; ++k) wide.push_back(random.of_any_size(-290, 290));
  for (const std::int64_t exponent : {-900, -100, 0, 50, 800}) {
    check(polynomial::from_coefficients(wide), points_around(1, 3, 17), exponent,
          "wide at 2^" + std::to_string(exponent));
  }
}

TEST(HornerKernels, DerivativeSteersTheIteration) {
  for (const polynomial& p :
       {polynomial::from_coefficients(test::gaussian_complex(40, 18)), test::random_signs(90, 5, 19)}) {
    const coefficients a = make_coefficients(p);
    atlas charts(a);
    for (const isa level : levels()) {
      const chart& c = charts.at(0, 1);
      const double w_re[1] = {0.8}, w_im[1] = {0.55};
      kernel_points points;
      points.count = 1;
      points.re[0] = w_re;
      points.im[0] = w_im;
      double re = 0, im = 0, dre = 0, dim = 0, sum = 0;
      kernels(level).horner_with_derivative(c.kernel_view, points, {&re, &im, &dre, &dim, &sum});
      std::complex<double> expected = 0, value = 0;
      const std::complex<double> w(0.8, 0.55);
      for (std::size_t t = 0; t < c.kernel_view.count; ++t) {
        const std::int64_t gap = t == 0 ? 0 : (c.kernel_view.gap == nullptr ? 1 : c.kernel_view.gap[t]);
        for (std::int64_t g = 0; g < gap; ++g) {
          expected = expected * w + value;
          value *= w;
        }
        value += std::complex<double>(c.re[0][t], c.im[0][t]);
      }
      EXPECT_LE(std::abs(std::complex<double>(dre, dim) - expected), 1e-11 * (std::abs(expected) + 100 * sum))
          << name(level);
      EXPECT_LE(std::abs(std::complex<double>(re, im) - value), 1e-12 * sum) << name(level);
    }
  }
}

// prod_{j != i} (z_i - z_j) of the whole node set, through bands and close pairs.
void check_products(const node_set& nodes, const std::string& what) {
  const std::size_t n = nodes.size();
  std::vector<std::uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0u);
  for (const isa level : levels()) {
    for (const int threads : {1, 3}) {
      const roots_options options;
      const session context{options, kernels(level), threads};
      const std::vector<scaled_complex> products = difference_products(nodes, all, context);
      ASSERT_EQ(products.size(), n);
      ball product, difference, ours;
      const auto node = [&](acb_t out, std::size_t i) {
        const auto part = [&](arb_t x, const qd& q) {
          const double limbs[4] = {q.x0, q.x1, q.x2, q.x3};
          const double* const planes[4] = {limbs, limbs + 1, limbs + 2, limbs + 3};
          set(x, planes, 0);
          arb_mul_2exp_si(x, x, static_cast<slong>(nodes.exponent[i]));
        };
        part(acb_realref(out), nodes.mantissa[i].re);
        part(acb_imagref(out), nodes.mantissa[i].im);
      };
      for (std::size_t i = 0; i < n; ++i) {
        SCOPED_TRACE(what + ", " + name(level) + ", node " + std::to_string(i));
        acb_one(product.z);
        for (std::size_t j = 0; j < n; ++j) {
          if (j == i) continue;
          node(difference.z, i);
          node(ours.z, j);
          acb_sub(difference.z, difference.z, ours.z, bits);
          acb_mul(product.z, product.z, difference.z, bits);
        }
        acb_set_d_d(ours.z, products[i].value.real(), products[i].value.imag());
        acb_mul_2exp_si(ours.z, ours.z, static_cast<slong>(products[i].exponent));
        acb_div(ours.z, ours.z, product.z, bits);
        acb_sub_ui(ours.z, ours.z, 1, bits);
        arb_t error;
        arb_init(error);
        acb_abs(error, ours.z, bits);
        EXPECT_LE(upper(error), product_error(n));
        arb_clear(error);
      }
    }
  }
}

TEST(DifferenceProduct, RandomNodes) {
  test::random_numbers random(31);
  for (const int n : {2, 3, 8, 9, 40, 150}) {
    node_set nodes;
    for (int i = 0; i < n; ++i) nodes.push_back({std::polar(0.7 + 0.6 * random.uniform(), 6.3 * random.uniform()), 0});
    check_products(nodes, std::to_string(n) + " nodes");
  }
}

TEST(DifferenceProduct, NodesOfVeryDifferentSize) {
  test::random_numbers random(32);
  node_set nodes;
  for (int i = 0; i < 40; ++i) {
    const auto exponent = static_cast<std::int64_t>(random.bits() % 7) * 60 - 180;
    nodes.push_back({std::polar(1.0, 6.3 * random.uniform()), exponent});
  }
  for (int i = 0; i < 6; ++i) nodes.push_back({std::polar(1.0, 6.3 * random.uniform()), 20000 * (std::int64_t{i} - 3)});
  check_products(nodes, "wide");
}

TEST(DifferenceProduct, NodesCloserThanDoubleCanTell) {
  node_set nodes;
  for (int i = 0; i < 12; ++i) nodes.push_back({std::polar(1.0, 0.5 * i), 0});
  for (int i = 0; i < 12; ++i) {
    const double aside = std::ldexp(1.0 + 0.1 * i, -30 - 14 * i);
    nodes.push_back({{1, 0}, 0});
    nodes.set(nodes.size() - 1, {qd(1.0) + qd(aside), qd(aside / 3)}, 0);
  }
  check_products(nodes, "close");
}

TEST(DifferenceProduct, NodesOnTheAxes) {
  node_set nodes;
  for (int i = 1; i <= 20; ++i) {
    nodes.push_back({{static_cast<double>(i), 0}, 0});
    nodes.push_back({{0, -static_cast<double>(i)}, 0});
  }
  check_products(nodes, "axes");
}

}  // namespace
}  // namespace vieta

#else

TEST(HornerKernels, BesideArb) { GTEST_SKIP() << "this build has no Arb, so there is no oracle"; }

#endif
