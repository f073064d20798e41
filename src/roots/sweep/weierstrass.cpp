#include "roots/sweep/weierstrass.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel_for.hpp"
#include "roots/cuda/ladder_device.hpp"

namespace vieta {
namespace {

constexpr std::size_t grain = 64;
// Differences of nodes closer than this are taken from all limbs instead of two.
constexpr double close_relative = 0x1p-40;

// |dx| and |dy| up to which a factor is left to node_set::difference.
std::vector<double> close_distances(const target_planes& planes, std::size_t first, std::size_t count) {
  std::vector<double> close(count);
  for (std::size_t k = 0; k < count; ++k)
    close[k] = close_relative * std::max(std::abs(planes.re_high[first + k]), std::abs(planes.im_high[first + k]));
  return close;
}

// Products over the sources of a band for targets first .. first + count - 1, but for the pairs that are too close;
// those are in the order of their targets.
struct band_products {
  std::vector<double> re, im;
  std::vector<std::int64_t> exponent;
  std::vector<close_pair> pairs;

  explicit band_products(std::size_t count) : re(count), im(count), exponent(count) {}
};
band_products products_here(const band& b, const target_planes& planes, std::size_t first, std::size_t count,
                            const kernel_table& kernel) {
  band_products result(count);
  const std::vector<double> close = close_distances(planes, first, count);
  result.pairs.resize(256);
  for (;;) {
    const std::size_t found = kernel.difference_product(
        b.source_view(), planes.view(first, count), planes.self.data() + first, close.data(), result.re.data(),
        result.im.data(), result.exponent.data(), result.pairs.data(), result.pairs.size());
    const bool all = found <= result.pairs.size();
    result.pairs.resize(found);
    if (all) return result;
  }
}
band_products products_there(const band& b, const target_planes& planes, ladder_device& device) {
  const std::size_t count = planes.self.size();
  band_products result(count);
  device.hold(b.source_view(), nullptr, nullptr);
  device.difference_products(planes.self, close_distances(planes, 0, count).data(), result.re.data(), result.im.data(),
                             result.exponent.data(), result.pairs);
  std::sort(result.pairs.begin(), result.pairs.end(), [](const close_pair& x, const close_pair& y) {
    return x.target != y.target ? x.target < y.target : x.source < y.source;
  });
  return result;
}

scaled_complex product_of(const node_set& nodes, const std::vector<std::uint32_t>& chosen) {
  scaled_complex all{{1, 0}, 0};
  for (const std::uint32_t j : chosen) all = all * nodes.rounded(j);
  return all;
}

}  // namespace

scaled_complex leading_coefficient(const coefficients& a) {
  const std::size_t last = a.terms() - 1;
  return {{a.re[0][last], a.is_real() ? 0.0 : a.im[0][last]}, a.exponent[last]};
}

std::vector<scaled_complex> difference_products(const node_set& nodes, const std::vector<std::uint32_t>& chosen,
                                                const session& context, ladder_device* device) {
  std::vector<scaled_complex> result(chosen.size());
  std::vector<std::int64_t> place(nodes.size(), -1);
  for (std::size_t k = 0; k < chosen.size(); ++k) place[chosen[k]] = static_cast<std::int64_t>(k);

  for (const band& b : make_bands(nodes)) {
    std::vector<std::uint32_t> positions;
    for (std::size_t k = 0; k < b.targets.size(); ++k) {
      if (place[b.targets[k]] >= 0) positions.push_back(static_cast<std::uint32_t>(k));
    }
    if (positions.empty()) continue;
    const target_planes planes(b, positions);
    // (z_i - z_j) is -z_j for each larger node out of the band, z_i for each smaller one.
    scaled_complex larger = product_of(nodes, b.larger);
    if (b.larger.size() % 2 == 1) larger.value = -larger.value;

    const auto take_products = [&](const band_products& found, std::size_t first, std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const std::uint32_t i = b.targets[positions[first + k]];
        const auto in_band = static_cast<std::int64_t>(b.sources.size()) - 1;
        scaled_complex value{{found.re[k], found.im[k]}, found.exponent[k] + b.exponent * in_band};
        value = value * larger * power(nodes.rounded(i), static_cast<std::int64_t>(b.smaller.size()));
        result[static_cast<std::size_t>(place[i])] = value;
      }
    };
    const auto take_pairs = [&](const band_products& found, std::size_t first) {
      for (const close_pair& pair : found.pairs) {
        const std::uint32_t i = b.targets[positions[first + pair.target]], j = b.sources[pair.source];
        scaled_complex factor{nodes.difference(i, j, nodes.exponent[i]), nodes.exponent[i]};
        // What stands for an irrational node does not tell it from one that is so near: the product says nothing then.
        if ((nodes.is_inexact(i) || nodes.is_inexact(j)) &&
            !(std::abs(factor.value) > 0x1p-140 * std::abs(nodes.leading(i))))
          factor.value = 0;
        factor.exponent -= b.exponent;  // the product above counted 2^band for this factor
        scaled_complex& value = result[static_cast<std::size_t>(place[i])];
        factor.normalise();
        value = value * factor;
      }
    };
    if (device != nullptr && positions.size() * b.sources.size() >= ladder_device::least_pairs) {
      const band_products found = products_there(b, planes, *device);
      parallel_for(positions.size(), 4 * grain, context.threads,
                   [&](std::size_t first, std::size_t last) { take_products(found, 0, first, last); });
      take_pairs(found, 0);
      continue;
    }
    parallel_for(positions.size(), grain, context.threads, [&](std::size_t first, std::size_t last) {
      if (context.must_stop()) return;  // products that stay 0 make corrections without a bound
      const band_products found = products_here(b, planes, first, last - first, context.kernel);
      take_products(found, first, 0, last - first);
      take_pairs(found, first);
    });
  }
  return result;
}

double weierstrass_correction::bound(std::int64_t frame) const {
  return scale_by((std::abs(value) + error) * (1 + 0x1p-50), exponent - frame);
}

void correct(const coefficients& a, const std::vector<residual>& residuals, const std::vector<scaled_complex>& products,
             double uncertainty, const std::vector<std::uint32_t>& chosen, int threads,
             std::vector<weierstrass_correction>& corrections) {
  const std::size_t n = residuals.size();
  const scaled_complex leading = leading_coefficient(a);
  corrections.resize(n);
  parallel_for(chosen.size(), 512, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      const std::uint32_t i = chosen[k];
      const residual& r = residuals[i];
      const scaled_complex divisor = leading * products[i];
      const double modulus = std::abs(divisor.value);
      weierstrass_correction w;
      w.exponent = r.exponent - divisor.exponent;
      if (!(modulus > 0)) {  // coincident nodes
        w.error = std::numeric_limits<double>::infinity();
      } else {
        w.value = r.value / divisor.value;
        w.log2_sensitivity = r.log2_sum - std::log2(modulus);
        // |W - value|: the residual's error, the neighbourhood of the coefficients, and the divisor's relative error.
        const double numerator_error = r.error + uncertainty * r.absolute_sum;
        const double relative = (product_error(n) + 0x1p-48 + uncertainty) / (1 - uncertainty);
        w.error = (numerator_error / modulus * (1 + relative) + std::abs(w.value) * relative) * (1 + 0x1p-40);
      }
      corrections[i] = w;
    }
  });
}

}  // namespace vieta
