#include "roots/ladder/residuals.hpp"

#include <cmath>
#include <limits>

#include "base/parallel_for.hpp"
#include "roots/ladder/residuals_arb.hpp"
#include "roots/sweep/segments.hpp"

namespace vieta {
namespace {

constexpr double u = 0x1p-53;
constexpr std::size_t segment_length = 48;

// Error bounds of the kernels relative to the absolute sum S, for m = degree span + 2 terms + 4 rounded steps at most.
// Derivations: docs/method/roots.md, "Rounding errors".
double bound_compensated(double m) { return 100 * u * u * m * m; }
double bound_double_double(double m) { return 0x1p-100 * m; }
double bound_quad_double(double m) { return 0x1p-201 * m; }

// The node becomes exactly rho * w with w a double: where the value was computed is where the node is.
void round_node(node_set& nodes, std::uint32_t i, const atlas& charts, std::int64_t index, double re, double im) {
  complex<qd> z = {qd(re), qd(im)};
  if (!charts.scales_exactly()) z = {z.re * charts.rho_fraction(index), z.im * charts.rho_fraction(index)};
  nodes.set(i, z, charts.rho_exponent(index));
}

struct evaluation {
  int rung = 0;
  int limbs = 1;
  decltype(kernel_table::horner_dd) kernel = nullptr;
  double relative_bound = 0;
  double steps = 0;  ///< rounded steps, at most
};

evaluation choose(int bits, const chart& c, const kernel_table& kernel) {
  const double terms = static_cast<double>(c.kernel_view.count);
  const double m = static_cast<double>(c.highest - c.lowest) + 2 * terms + 4;
  if (bits <= rung::twice) {
    const bool dense = c.kernel_view.gap == nullptr;
    return {rung::twice, 1, dense ? kernel.horner_compensated : kernel.horner_dd,
            dense ? bound_compensated(m) : bound_double_double(m), m};
  }
  return {rung::quad, 4, kernel.horner_qd, bound_quad_double(m), m};
}

void evaluate_segment(node_set& nodes, atlas& charts, const segment& piece, int bits, std::vector<residual>& residuals,
                      const session& context) {
  const chart& c = charts.at(piece.chart_index, bits <= rung::twice ? 2 : 4);
  const evaluation how = choose(bits, c, context.kernel);
  const segment_points points(nodes, piece, charts, how.limbs);
  const std::size_t count = piece.nodes.size();
  std::vector<double> work(3 * count);
  const auto plane = [&](std::size_t k) { return work.data() + k * count; };
  how.kernel(c.kernel_view, points.view(), {.re = plane(0), .im = plane(1), .absolute_sum = plane(2)});
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t i = piece.nodes[k];
    const std::complex<double> w(points.re[0][k], points.im[0][k]);
    if (how.limbs == 1) round_node(nodes, i, charts, piece.chart_index, w.real(), w.imag());
    // p = 2^exponent w^lowest * (what the kernel returns); the power costs `lowest` complex products at most.
    const scaled_complex factor = scaled_complex{{1, 0}, c.exponent} * power({w, 0}, c.lowest);
    const double factor_error = 4 * u * static_cast<double>(c.lowest + 1);
    const scaled_complex value = scaled_complex{{plane(0)[k], plane(1)[k]}, 0} * factor;
    const double scale = std::abs(factor.value) * (1 + factor_error);
    residual& r = residuals[i];
    r.exponent = factor.exponent;
    r.value = value.in_frame(factor.exponent);
    r.absolute_sum = plane(2)[k] * scale * (1 + 1e-9 + 4 * u * how.steps);
    // Rounding the result to double and the power of w are relative to the value; terms left out of the chart and
    // coefficients rounded to two limbs (2^-104) are in `m` and in the 1.01.
    r.error = 1.01 * (how.relative_bound * r.absolute_sum + (factor_error + 4 * u) * std::abs(r.value)) + 0x1p-1000;
    if (!charts.reaches(nodes.exponent[i])) r.error = std::numeric_limits<double>::infinity();
    r.bits = how.rung;
    r.log2_sum = std::log2(r.absolute_sum);
  }
}

// Takes those of the nodes that may be rounded, evaluates p there in fixed point, and leaves the others.
void evaluate_short_nodes(node_set& nodes, short_node_values& short_nodes, node_index& index,
                          std::vector<std::uint32_t>& chosen, const std::vector<int>& bits,
                          const std::vector<char>& keeps_limbs, std::vector<residual>& residuals,
                          const session& context, ladder_device* device) {
  std::vector<std::uint32_t> taken, left;
  const std::vector<char> may_round = short_nodes.may_round(nodes, index, chosen, context);
  for (std::size_t k = 0; k < chosen.size(); ++k)
    (may_round[k] != 0 && keeps_limbs[chosen[k]] == 0 ? taken : left).push_back(chosen[k]);
  for (const std::uint32_t i : taken) residuals[i] = {};  // of another place than where the node is going to be
  std::vector<short_value> values;
  short_nodes.evaluate(nodes, taken, bits, values, context, device);
  if (context.must_stop()) return;
  for (std::size_t k = 0; k < taken.size(); ++k) {
    const short_value& v = values[k];
    residuals[taken[k]] = {v.value, v.error, v.absolute_sum, v.exponent, std::max(v.bits, bits[taken[k]]), v.log2_sum};
  }
  chosen = std::move(left);
}

}  // namespace

int highest_precision() { return arb_is_available() ? 1 << 30 : rung::quad; }

void evaluate_residuals(node_set& nodes, atlas& charts, short_node_values& short_nodes, const polynomial& p,
                        node_index& index, const std::vector<std::uint32_t>& chosen, const std::vector<int>& bits,
                        const std::vector<char>& keeps_limbs, std::vector<residual>& residuals, const session& context,
                        ladder_device* device) {
  std::vector<std::uint32_t> twice, above;
  for (const std::uint32_t i : chosen) (bits[i] <= rung::twice ? twice : above).push_back(i);
  // It knows nothing of uncertain coefficients.
  if (!above.empty() && short_nodes.serves() && context.options.uncertainty == 0)
    evaluate_short_nodes(nodes, short_nodes, index, above, bits, keeps_limbs, residuals, context, device);
  if (context.must_stop()) return;
  std::vector<std::uint32_t> quad, by_arb;
  for (const std::uint32_t i : above) (bits[i] > rung::quad && arb_is_available() ? by_arb : quad).push_back(i);
  for (const auto& [rung_nodes, rung_bits] : {std::pair(&twice, rung::twice), std::pair(&quad, rung::quad)}) {
    const std::vector<segment> segments = make_segments(nodes, *rung_nodes, charts, segment_length);
    parallel_for(segments.size(), 1, context.threads,
                 [&, bits_of_rung = rung_bits](std::size_t first, std::size_t last) {
                   for (std::size_t s = first; s < last && !context.must_stop(); ++s) {
                     evaluate_segment(nodes, charts, segments[s], bits_of_rung, residuals, context);
                   }
                 });
  }
  if (!by_arb.empty()) evaluate_by_arb(nodes, p, by_arb, bits, residuals, context);
}

}  // namespace vieta
