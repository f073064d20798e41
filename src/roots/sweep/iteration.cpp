#include "roots/sweep/iteration.hpp"

#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "base/parallel_for.hpp"
#include "roots/sweep/segments.hpp"
#include "roots/sweep/weierstrass.hpp"

namespace vieta {
namespace {

constexpr double half_ulp = 0x1p-53;
constexpr int most_sweeps = 100;  // what has not settled by then is left to the refinement
constexpr std::size_t segment_length = 48;

// A value of p is noise when it is below what rounding errors of Horner's rule typically amount to (not their bound).
bool is_noise(double modulus, double absolute_sum) { return modulus <= 4 * half_ulp * absolute_sum; }

// The sweeps end for a root when the next step, cubically smaller, would be lost in rounding.
bool is_negligible(double relative_step, double degree) {
  return relative_step * degree < 2e-6 || relative_step < 4 * half_ulp;
}

// The new place z (1 - relative step), no more than half way to 0 or as far away again.
scaled_complex stepped(const scaled_complex& z, std::complex<double> relative_step) {
  const double size = std::abs(relative_step);
  if (!(size < 0x1p500))
    relative_step = {0.25, 0.25};  // Newton's step at a zero of p' or a coincidence
  else if (size > 0.5)
    relative_step *= 0.5 / size;
  return {product(z.value, 1.0 - relative_step), z.exponent};
}

// Where the sweeps put what they find out: the new place of every node, and whether it has settled.
struct sweep_result {
  std::vector<scaled_complex> place;
  std::vector<char> settled;
};

// p and p' at one node, in the chart of its segment: p(z) = 2^exponent w^lowest p.
struct node_value {
  const chart& scale;
  std::complex<double> w, p, derivative;
};

// Moves the chosen nodes by z <- z (1 - step). `method(segment)` gives a function that tells the step of the segment's
// k-th node from p there; it is asked for nodes only whose p is not noise.
template <class Method>
void move_nodes(const node_set& nodes, const std::vector<std::uint32_t>& chosen, atlas& charts, const session& context,
                sweep_result& out, const Method& method) {
  const double degree = static_cast<double>(nodes.size());
  const std::vector<segment> segments = make_segments(nodes, chosen, charts, segment_length);
  parallel_for(segments.size(), 1, context.threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t s = first; s < last && !context.must_stop(); ++s) {
      const segment& piece = segments[s];
      const chart& c = charts.at(piece.chart_index, 1);
      const segment_points points(nodes, piece, charts, 1);
      const std::size_t count = piece.nodes.size();
      std::vector<double> work(5 * count);
      const auto plane = [&](std::size_t k) { return work.data() + k * count; };
      context.kernel.horner_with_derivative(c.kernel_view, points.view(),
                                            {plane(0), plane(1), plane(2), plane(3), plane(4)});
      const auto step_of = method(piece);
      for (std::size_t k = 0; k < count; ++k) {
        const std::uint32_t i = piece.nodes[k];
        const node_value value{
            c, {points.re[0][k], points.im[0][k]}, {plane(0)[k], plane(1)[k]}, {plane(2)[k], plane(3)[k]}};
        out.place[i] = nodes.rounded(i);
        if (is_noise(std::abs(value.p), plane(4)[k])) {
          out.settled[i] = 1;
          continue;
        }
        const std::complex<double> step = step_of(k, value);
        out.place[i] = stepped(out.place[i], step);
        out.settled[i] = is_negligible(std::abs(step), degree);
      }
    }
  });
}

// One call of `sweep` for all active nodes at a time; afterwards the new places replace the old ones. `sweep` fills in
// the new places and says which nodes have settled.
template <class Sweep>
iteration_report iterate(node_set& nodes, const session& context, const Sweep& sweep) {
  iteration_report report;
  const std::size_t n = nodes.size();
  std::vector<std::uint32_t> active(n);
  std::iota(active.begin(), active.end(), 0U);
  sweep_result found{std::vector<scaled_complex>(n), std::vector<char>(n, 0)};
  while (!active.empty() && report.sweeps < most_sweeps && !context.must_stop()) {
    for (const std::uint32_t i : active) {  // what a sweep that must stop leaves out stays where it is
      found.place[i] = nodes.rounded(i);
      found.settled[i] = 0;
    }
    sweep(active, found);
    for (const std::uint32_t i : active) {
      const scaled_complex& z = found.place[i];
      nodes.set(i, {qd(z.value.real()), qd(z.value.imag())}, z.exponent);
    }
    ++report.sweeps;
    report.updates += static_cast<std::int64_t>(active.size());
    std::erase_if(active, [&](std::uint32_t i) { return found.settled[i] != 0; });
    if (context.options.progress) {
      context.options.progress({0, static_cast<std::int64_t>(n), 53, context.seconds()});
    }
  }
  return report;
}

}  // namespace

node_set starting_points(const std::vector<polygon_edge>& edges) {
  // Where an edge's ends outweigh the terms between them its roots are nearly those of a binomial, evenly spaced like
  // our points. Half-way between two of them all points would be thrown far away at once, so a circle of many is
  // turned, by less than a place, to where they are a tenth of a place from those roots: not nought, which could be as
  // symmetric as p is.
  constexpr std::int64_t many = 8;
  constexpr double share = 0.1;
  node_set nodes;
  std::int64_t total = 0;
  for (const polygon_edge& edge : edges) total += edge.count;
  std::size_t number = 0;
  for (const polygon_edge& edge : edges) {
    const double whole = std::floor(edge.log2_modulus);
    const double radius = std::exp2(edge.log2_modulus - whole);
    const double place = 2 * std::numbers::pi / static_cast<double>(edge.count);
    double first = 2 * std::numbers::pi * static_cast<double>(number) / static_cast<double>(total) + 0.7;
    if (edge.count >= many) first += std::remainder(edge.argument + share * place - first, place);
    for (std::int64_t k = 0; k < edge.count; ++k) {
      const double angle = place * static_cast<double>(k) + first;
      nodes.push_back({std::polar(radius, angle), static_cast<std::int64_t>(whole)});
    }
    ++number;
  }
  return nodes;
}

iteration_report ehrlich_aberth(node_set& nodes, atlas& charts, const session& context) {
  return iterate(nodes, context, [&](const std::vector<std::uint32_t>& active, sweep_result& out) {
    std::vector<char> is_active(nodes.size(), 0);
    for (const std::uint32_t i : active) is_active[i] = 1;
    for (const band& b : make_bands(nodes)) {
      std::vector<std::uint32_t> chosen;
      for (const std::uint32_t i : b.targets) {
        if (is_active[i] != 0) chosen.push_back(i);
      }
      move_nodes(nodes, chosen, charts, context, out, [&](const segment& piece) {
        const std::size_t count = piece.nodes.size();
        std::vector<double> work(4 * count);  // z and sum 1/(z - z_j), both in the frame of the band
        for (std::size_t k = 0; k < count; ++k) {
          const std::complex<double> z = nodes.rounded(piece.nodes[k]).in_frame(b.exponent);
          work[k] = z.real();
          work[count + k] = z.imag();
        }
        context.kernel.reciprocal_sum(b.source_view(), count, work.data(), work.data() + count, work.data() + 2 * count,
                                      work.data() + 3 * count);
        return [&b, count, work = std::move(work)](std::size_t k, const node_value& at) {
          const std::complex<double> z(work[k], work[count + k]), sum(work[2 * count + k], work[3 * count + k]);
          // z p'(z) / p(z) and z sum 1/(z - z_j) have no scale; smaller nodes out of the band add 1 each to the latter.
          const std::complex<double> newton = static_cast<double>(at.scale.lowest) + at.w * at.derivative / at.p;
          const std::complex<double> repulsion = z * sum + static_cast<double>(b.smaller.size());
          return 1.0 / (newton - repulsion);
        };
      });
    }
  });
}

iteration_report durand_kerner(node_set& nodes, atlas& charts, const session& context) {
  return iterate(nodes, context, [&](const std::vector<std::uint32_t>& active, sweep_result& out) {
    const std::vector<scaled_complex> products = difference_products(nodes, active, context);
    const scaled_complex leading = leading_coefficient(charts.source());
    std::vector<std::size_t> order(nodes.size());
    for (std::size_t k = 0; k < active.size(); ++k) order[active[k]] = k;
    move_nodes(nodes, active, charts, context, out, [&](const segment& piece) {
      return [&](std::size_t k, const node_value& at) {
        const std::uint32_t i = piece.nodes[k];
        const scaled_complex value = scaled_complex{at.p, at.scale.exponent} * power({at.w, 0}, at.scale.lowest);
        return (value / (leading * products[order[i]]) / nodes.rounded(i)).in_frame(0);
      };
    });
  });
}

}  // namespace vieta
