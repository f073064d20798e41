#include "c/point.hpp"

#include <cmath>

#include "report/json/newton_json.hpp"

namespace vieta::c {

point::point(const newton_solution& s, bool regular, std::size_t multiplicity) {
  for (const complex<qd>& z : s.x) re_.push_back(z.re.x0), im_.push_back(z.im.x0);
  const double radius = std::isfinite(s.radius) ? report::radius_about_text(s, report::in_doubles) : s.radius;
  const int real = s.real == realness::real ? 1 : s.real == realness::not_real ? 0 : -1;
  plain_ = {nullptr, nullptr, radius, s.residual, s.certified ? 1 : 0, real, regular ? 1 : 0, s.digits, multiplicity};
}

vieta_point point::plain() const {
  vieta_point copy = plain_;
  copy.re = re_.data(), copy.im = im_.data();
  return copy;
}

vieta_point plain_point(const std::vector<point>* points, std::size_t k) {
  if (points == nullptr || k >= points->size()) return {nullptr, nullptr, HUGE_VAL, HUGE_VAL, 0, -1, 0, 0, 0};
  return (*points)[k].plain();
}

system_point read_point(std::size_t variables, const double* re, const double* im) {
  system_point x(variables);
  for (std::size_t v = 0; v < variables; ++v) x[v] = {qd(re[v]), qd(im == nullptr ? 0.0 : im[v])};
  return x;
}

}  // namespace vieta::c
