#include "roots/ladder/secular.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel_for.hpp"
#include "roots/cuda/ladder_device.hpp"

namespace vieta {
namespace {

// Where corrections are huge a node is on its way for many rounds, and its steps are all alike: p falls by a constant
// factor along each, as an exponential does. Steps that repeat the last one are made longer, so that nine gain the
// fifty bits of a round for which sixteen would do, and the last ones are as they are.
constexpr int most_steps = 9;
constexpr int last_longer_step = 4;
constexpr double lengthening = 3, alike = 0.4;
constexpr double settled_step = 1e-12;  // relative to d: W is hardly ever better than that
constexpr std::size_t grain = 64;
constexpr std::int64_t largest_weight = 300;  // log2; products of a weight and two inverse distances must not overflow

using cplx = std::complex<double>;

// log2 of the larger part, rounded up; very small for zero.
std::int64_t exponent_of(const scaled_complex& x) {
  const double size = std::max(std::abs(x.value.real()), std::abs(x.value.imag()));
  return size > 0 && std::isfinite(size) ? x.exponent + std::ilogb(size) + 1 : INT64_MIN / 4;
}
scaled_complex weight_of(const weierstrass_correction& w) {
  const bool finite = std::isfinite(w.value.real()) && std::isfinite(w.value.imag());
  return finite ? scaled_complex{w.value, w.exponent} : scaled_complex{};
}

// A band of the equation: weights and steps of the sources in the band's scale, and what nodes out of it contribute.
struct secular_band {
  const band* geometry = nullptr;
  std::vector<std::uint32_t> positions;  // chosen targets
  target_planes planes;
  std::vector<double> weight_re, weight_im, step_re, step_im;
  cplx from_larger{0, 0};  // sum of W_j / (x - z_j), x - z_j = -z_j
  cplx smaller_weight{0, 0};
  // Far from all roots the corrections are huge, 2^2000 and more. The equation is divided by a power of two, unit
  // instead of 1, so that the largest fit; those that vanish beside them belong to nodes that need not move yet.
  double unit = 1;

  secular_band(const band& b, std::vector<std::uint32_t> chosen, const node_set& nodes,
               const std::vector<weierstrass_correction>& w)
      : geometry(&b), positions(std::move(chosen)), planes(b, positions) {
    std::int64_t largest = 0;
    for (const std::uint32_t j : b.sources) largest = std::max(largest, exponent_of(weight_of(w[j])) - b.exponent);
    for (const std::uint32_t j : b.smaller) largest = std::max(largest, exponent_of(weight_of(w[j])) - b.exponent);
    for (const std::uint32_t j : b.larger) {
      largest = std::max(largest, exponent_of(weight_of(w[j])) - exponent_of(nodes.rounded(j)) + 1);
    }
    const std::int64_t shift = std::max<std::int64_t>(0, largest - largest_weight);
    unit = scale_by(1.0, -shift);
    for (const std::uint32_t j : b.sources) {
      const cplx weight = weight_of(w[j]).in_frame(b.exponent + shift);
      weight_re.push_back(weight.real());
      weight_im.push_back(weight.imag());
    }
    for (const std::uint32_t j : b.larger) from_larger -= (weight_of(w[j]) / nodes.rounded(j)).in_frame(shift);
    for (const std::uint32_t j : b.smaller) smaller_weight += weight_of(w[j]).in_frame(b.exponent + shift);
    step_re.resize(b.sources.size());
    step_im.resize(b.sources.size());
  }
};

}  // namespace

void solve_secular_equation(node_set& nodes, const std::vector<weierstrass_correction>& corrections,
                            const std::vector<std::uint32_t>& chosen, const session& context, ladder_device* device) {
  const std::size_t n = nodes.size();
  std::vector<char> moving(n, 0);
  for (const std::uint32_t i : chosen) moving[i] = 1;
  const std::vector<band> bands = make_bands(nodes);
  std::vector<secular_band> parts;
  for (const band& b : bands) {
    std::vector<std::uint32_t> positions;
    for (std::size_t k = 0; k < b.targets.size(); ++k) {
      if (moving[b.targets[k]] != 0) positions.push_back(static_cast<std::uint32_t>(k));
    }
    if (!positions.empty()) parts.emplace_back(b, std::move(positions), nodes, corrections);
  }

  const secular_band* held = nullptr;   // by the device
  std::vector<cplx> last_move(n, 0.0);  // relative to the place
  std::vector<cplx> step(n, 0.0);       // d_i 2^-(exponent of node i)
  for (int round = 0; round < most_steps && !context.must_stop(); ++round) {
    std::vector<cplx> next = step;
    bool any_moving = false;
    for (secular_band& part : parts) {
      const band& b = *part.geometry;
      for (std::size_t k = 0; k < b.sources.size(); ++k) {
        const std::uint32_t j = b.sources[k];
        const cplx d = scale_by(step[j], nodes.exponent[j] - b.exponent);
        part.step_re[k] = d.real();
        part.step_im[k] = d.imag();
      }
      std::vector<std::uint32_t> active;
      for (const std::uint32_t position : part.positions) {
        if (moving[b.targets[position]] != 0) active.push_back(position);
      }
      if (active.empty()) continue;
      any_moving = true;
      const target_planes planes(b, active);
      std::vector<double> on_device;  // sums, six planes
      if (device != nullptr && active.size() * b.sources.size() >= ladder_device::least_pairs) {
        if (held != &part) device->hold(b.source_view(), part.weight_re.data(), part.weight_im.data());
        held = &part;
        on_device.resize(6 * active.size());
        double* const sums[6] = {on_device.data(),
                                 on_device.data() + active.size(),
                                 on_device.data() + 2 * active.size(),
                                 on_device.data() + 3 * active.size(),
                                 on_device.data() + 4 * active.size(),
                                 on_device.data() + 5 * active.size()};
        device->secular_sums(part.step_re.data(), part.step_im.data(), planes.self, sums);
      }
      // What is left beside the sums is little: a thread costs more than to do it for a thousand nodes.
      const std::size_t together = on_device.empty() ? grain : 16 * grain;
      parallel_for(active.size(), together, context.threads, [&](std::size_t first, std::size_t last) {
        const std::size_t count = last - first;
        std::vector<double> work(8 * count);
        const auto plane = [&](std::size_t k) { return work.data() + k * count; };
        for (std::size_t k = 0; k < count; ++k) {
          plane(6)[k] = part.step_re[planes.self[first + k]];
          plane(7)[k] = part.step_im[planes.self[first + k]];
        }
        double* const sums[6] = {plane(0), plane(1), plane(2), plane(3), plane(4), plane(5)};
        if (on_device.empty()) {
          context.kernel.secular_sums(b.source_view(), part.weight_re.data(), part.weight_im.data(),
                                      part.step_re.data(), part.step_im.data(), planes.view(first, count),
                                      planes.self.data() + first, plane(6), plane(7), sums);
        } else {
          for (std::size_t c = 0; c < 6; ++c) std::copy_n(on_device.data() + c * active.size() + first, count, sums[c]);
        }
        for (std::size_t k = 0; k < count; ++k) {
          const std::uint32_t place = planes.self[first + k], i = b.sources[place];
          const cplx d(plane(6)[k], plane(7)[k]), w(part.weight_re[place], part.weight_im[place]);
          const cplx x = cplx(planes.re_high[first + k], planes.im_high[first + k]) + d;
          const cplx from_smaller = part.smaller_weight / x;
          const cplx t = cplx(plane(0)[k], plane(1)[k]) + part.from_larger + from_smaller;
          const cplx derivative = cplx(plane(2)[k], plane(3)[k]) - from_smaller / x;
          // (x - z_i) times the equation: g(x) = d (1 + T) + W_i has no pole at the node itself.
          const cplx g = product(d, part.unit + t) + w;
          const cplx slope = part.unit + t + product(d, derivative);
          cplx move = g / (slope + product(g, cplx(plane(4)[k], plane(5)[k])));
          const cplx relative = move / x;
          if (round <= last_longer_step && std::abs(relative - last_move[i]) < alike * std::abs(last_move[i]))
            move *= lengthening;
          last_move[i] = relative;
          const double size = std::abs(move), modulus = std::abs(x);
          if (!(size < 0x1p400))
            move = 0.01 * modulus * cplx(0.6, 0.8);
          else if (size > 0.5 * modulus)
            move *= 0.5 * modulus / size;
          const cplx moved = d - move;
          if (std::abs(move) <= settled_step * std::abs(moved) || move == 0.0) moving[i] = 0;
          next[i] = scale_by(moved, b.exponent - nodes.exponent[i]);
        }
      });
    }
    step = std::move(next);
    if (!any_moving) break;
  }
  for (const std::uint32_t i : chosen) {
    nodes.set(i, {nodes.mantissa[i].re + qd(step[i].real()), nodes.mantissa[i].im + qd(step[i].imag())},
              nodes.exponent[i]);
  }
}

}  // namespace vieta
