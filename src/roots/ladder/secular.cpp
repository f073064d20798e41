#include "roots/ladder/secular.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel_for.hpp"
#include "roots/cuda/ladder_device.hpp"
#include "roots/ladder/secular_move.hpp"

namespace vieta {
namespace {

constexpr std::size_t roots_at_once = 64;
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
  // Far from all roots the corrections are huge, 2^2000 and more. The equation is divided by a power of two, unit
  // instead of 1, so that the largest fit; those that vanish beside them belong to nodes that need not move yet.
  secular_rest rest;

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
    rest.unit = scale_by(1.0, -shift);
    for (const std::uint32_t j : b.sources) {
      const cplx weight = weight_of(w[j]).in_frame(b.exponent + shift);
      weight_re.push_back(weight.real());
      weight_im.push_back(weight.imag());
    }
    cplx from_larger{0, 0}, smaller_weight{0, 0};
    for (const std::uint32_t j : b.larger) from_larger -= (weight_of(w[j]) / nodes.rounded(j)).in_frame(shift);
    for (const std::uint32_t j : b.smaller) smaller_weight += weight_of(w[j]).in_frame(b.exponent + shift);
    rest.from_larger = {from_larger.real(), from_larger.imag()};
    rest.smaller_weight = {smaller_weight.real(), smaller_weight.imag()};
    step_re.resize(b.sources.size());
    step_im.resize(b.sources.size());
  }
};

// Steps of all nodes that move, together.
void walk(std::vector<secular_band>& parts, const node_set& nodes, std::vector<char>& moving, std::vector<cplx>& step,
          const session& context) {
  std::vector<complex<double>> last_move(nodes.size(), {0.0, 0.0});  // relative to the place
  for (int round = 0; round < secular_steps && !context.must_stop(); ++round) {
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
      parallel_for(active.size(), roots_at_once, context.threads, [&](std::size_t first, std::size_t last) {
        const std::size_t count = last - first;
        std::vector<double> work(8 * count);
        const auto plane = [&](std::size_t k) { return work.data() + k * count; };
        for (std::size_t k = 0; k < count; ++k) {
          plane(6)[k] = part.step_re[planes.self[first + k]];
          plane(7)[k] = part.step_im[planes.self[first + k]];
        }
        double* const sums[6] = {plane(0), plane(1), plane(2), plane(3), plane(4), plane(5)};
        context.kernel.secular_sums(b.source_view(), part.weight_re.data(), part.weight_im.data(), part.step_re.data(),
                                    part.step_im.data(), planes.view(first, count), planes.self.data() + first,
                                    plane(6), plane(7), sums);
        for (std::size_t k = 0; k < count; ++k) {
          const std::uint32_t place = planes.self[first + k], i = b.sources[place];
          const complex<double> d = {plane(6)[k], plane(7)[k]};
          const secular_place at = {{planes.re_high[first + k] + d.re, planes.im_high[first + k] + d.im},
                                    d,
                                    {part.weight_re[place], part.weight_im[place]},
                                    last_move[i],
                                    true};
          const secular_place there = secular_move(part.rest, round, at, {plane(0)[k], plane(1)[k]},
                                                   {plane(2)[k], plane(3)[k]}, {plane(4)[k], plane(5)[k]});
          last_move[i] = there.last_move;
          if (!there.moves) moving[i] = 0;
          next[i] = scale_by(cplx(there.d.re, there.d.im), b.exponent - nodes.exponent[i]);
        }
      });
    }
    step = std::move(next);
    if (!any_moving) break;
  }
}

void walk_on_device(ladder_device& device, secular_band& part, const node_set& nodes, std::vector<cplx>& step) {
  const band& b = *part.geometry;
  device.hold(b.source_view(), part.weight_re.data(), part.weight_im.data());
  const target_planes planes(b, part.positions);
  device.secular_walk(part.rest, planes.self, part.step_re.data(), part.step_im.data());
  for (const std::uint32_t place : planes.self) {
    const std::uint32_t i = b.sources[place];
    step[i] = scale_by(cplx(part.step_re[place], part.step_im[place]), b.exponent - nodes.exponent[i]);
  }
}

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

  std::vector<cplx> step(n, 0.0);  // d_i 2^-(exponent of node i)
  if (device != nullptr && parts.size() == 1 &&
      parts[0].positions.size() * parts[0].geometry->sources.size() >= ladder_device::least_pairs)
    walk_on_device(*device, parts[0], nodes, step);
  else
    walk(parts, nodes, moving, step, context);
  for (const std::uint32_t i : chosen) {
    nodes.set(i, {nodes.mantissa[i].re + qd(step[i].real()), nodes.mantissa[i].im + qd(step[i].imag())},
              nodes.exponent[i]);
  }
}

}  // namespace vieta
