#include "base/float_environment.hpp"
#include "vieta/error.hpp"
#include "vieta/geometry.hpp"

namespace vieta {

/// By de Casteljau's means, of the coordinates times their weights and of the weights.
std::vector<double> point_of(const bezier_curve& curve, double t) {
  const float_environment floats;
  const auto n = static_cast<std::size_t>(curve.dimension), points = static_cast<std::size_t>(curve.degree) + 1;
  if (curve.degree < 0 || curve.dimension < 1 || curve.control.size() != n * points ||
      (!curve.weights.empty() && curve.weights.size() != points))
    throw error("curve: found " + std::to_string(curve.control.size()) + " control numbers and " +
                std::to_string(curve.weights.size()) + " weights, expected those of degree " +
                std::to_string(curve.degree) + " in " + std::to_string(curve.dimension) + " dimensions");
  std::vector<double> p = curve.control, w = curve.weights;
  const bool rational = !w.empty();
  for (std::size_t k = 0; rational && k < p.size(); ++k) p[k] *= w[k / n];
  for (std::size_t m = points; m-- > 1;) {
    for (std::size_t k = 0; k < n * m; ++k) p[k] = (1 - t) * p[k] + t * p[k + n];
    for (std::size_t k = 0; rational && k < m; ++k) w[k] = (1 - t) * w[k] + t * w[k + 1];
  }
  p.resize(n);
  for (double& x : p) x /= rational ? w[0] : 1;
  return p;
}

}  // namespace vieta
