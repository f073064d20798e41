// Who judges the judge? Results with one lie in each: the oracle has to see it.
#include <functional>

#include "oracles/roots/expect_roots.hpp"

namespace vieta::test {
namespace {

class Oracle : public RootsBeforeTheOracle {
 protected:
  polynomial p_ = polynomial::parse("(x^2+1)*(x-3)*(x+5/2)");
  roots_result truth_ = roots(p_, digits(15));

  void expect_seen(const std::function<void(roots_result&)>& lie) {
    roots_result changed = truth_;
    lie(changed);
    EXPECT_NE("", text(about_form(p_, changed)) + text(about_roots(p_, changed)));
  }
};

TEST_F(Oracle, HasNothingAgainstTheTruth) {
  EXPECT_EQ("", text(about_form(p_, truth_)));
  EXPECT_EQ("", text(about_roots(p_, truth_)));
  EXPECT_EQ("", text(about_product(p_, truth_)));
}

TEST_F(Oracle, SeesADiscThatHoldsNoRoot) {
  expect_seen([](roots_result& r) { r.roots[2].value += 1e-13; });
  expect_seen([](roots_result& r) { r.roots[3].value = {r.roots[3].value.real(), 1e-14}; });
  expect_seen([](roots_result& r) { r.roots[0].value = r.roots[1].value = {0.5, 0.5}; });
}

TEST_F(Oracle, SeesDiscsThatMeet) {
  expect_seen([](roots_result& r) {
    r.roots[2].radius = 6;
    r.roots[2].status = root_status::wide;
    r.status = roots_status::partial;
    r.report.isolated = 3;
    r.report.wide = 1;
    r.report.stopped_by = "time";
  });
}

TEST_F(Oracle, SeesWrongNumbers) {
  expect_seen([](roots_result& r) { r.roots[2].multiplicity = 2; });
  expect_seen([](roots_result& r) { r.roots.pop_back(); });
  expect_seen([](roots_result& r) { r.report.isolated = 3; });
  expect_seen([](roots_result& r) { r.status = roots_status::partial; });
  expect_seen([](roots_result& r) { r.roots[1].status = root_status::unproven; });
}

TEST_F(Oracle, SeesARadiusThatIsTooLarge) {
  expect_seen([](roots_result& r) { r.roots[2].radius = 1e-14; });
}

TEST_F(Oracle, SeesWrongOrderAndLostSymmetry) {
  expect_seen([](roots_result& r) { std::swap(r.roots[2], r.roots[3]); });
  expect_seen([](roots_result& r) { std::swap(r.roots[1], r.roots[2]); });
  expect_seen([](roots_result& r) { r.roots[0].value += std::complex<double>(0x1p-53, 0); });
  expect_seen([](roots_result& r) { r.roots[0].radius *= 2; });
}

TEST_F(Oracle, SeesAWrongWordAboutRealRoots) {
  expect_seen([](roots_result& r) { r.roots[0].real = true; });
  expect_seen([](roots_result& r) { r.roots[2].real = false; });
}

TEST_F(Oracle, SeesAProductThatIsAnotherPolynomial) {
  roots_result changed = truth_;
  changed.roots[2].value += 1e-12;
  EXPECT_NE("", text(about_product(p_, changed)));
}

TEST_F(Oracle, SeesWrongDecimals) {
  const roots_result truth = roots(p_, digits(40));
  EXPECT_EQ("", text(about_form(p_, truth, digits(40))) + text(about_roots(p_, truth)));
  roots_result changed = truth;
  changed.decimal[2].re.back() = changed.decimal[2].re.back() == '1' ? '2' : '1';
  changed.decimal[2].radius = "1e-60";
  EXPECT_NE("", text(about_roots(p_, changed)));
  changed = truth;
  changed.decimal[2].re = "7";
  EXPECT_NE("", text(about_form(p_, changed, digits(40)))) << "decimals and doubles contradict each other";
}

TEST_F(Oracle, SeesAWrongCountOneByOne) {
  // Roots this far apart are beyond FLINT's finders.
  const polynomial p = from_roots({{"1e-60", 2}, {"1", 1}, {"1e60", 1}});
  const roots_result truth = roots(p, digits(15));
  ASSERT_EQ(truth.roots.size(), 3u);
  EXPECT_EQ("", text(about_roots(p, truth)));
  roots_result changed = truth;
  changed.roots[0].value *= 1 + 1e-12;
  EXPECT_NE("", text(about_roots(p, changed)));
  changed = truth;
  changed.roots[0].multiplicity = 1;
  changed.roots[1].multiplicity = 2;
  EXPECT_NE("", text(about_roots(p, changed)));
}

TEST_F(Oracle, KnownRootsHaveToBeThere) {
  const std::vector<known_root> all = {{"3", "0"}, {"-2.5", "0.e-20"}, {"0.e-40", "0.1e1"}, {"0", "-1"}};
  EXPECT_EQ("", text(about_known_roots(all, 30, truth_)));
  std::vector<known_root> wrong = all;
  wrong[0].re = "3.00000000000001";
  EXPECT_NE("", text(about_known_roots(wrong, 30, truth_)));
  wrong = all;
  wrong.pop_back();
  EXPECT_NE("", text(about_known_roots(wrong, 30, truth_)));
}

}  // namespace
}  // namespace vieta::test
