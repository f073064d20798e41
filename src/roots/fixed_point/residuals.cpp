#include "roots/fixed_point/residuals.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "base/parallel_for.hpp"
#include "roots/cuda/ladder_device.hpp"
#include "roots/fixed_point/chart.hpp"
#include "roots/fixed_point/node_index.hpp"
#include "roots/fixed_point/short_node.hpp"

namespace vieta {

#ifdef VIETA_HAVE_ARB

namespace {

constexpr double u = 0x1p-53;
constexpr std::int64_t most_digits = 1 << 20;

// Nodes of degree n nearer than this, relative to their modulus, keep all their limbs: what rounding moves a node by
// (2^-46 at most, see short_node.cpp), n times, has to be small beside the way to the next one.
double least_distance(double degree) { return std::max(0x1p-40, degree * 0x1p-43); }

// Fewer terms than this are cheaper one by one: see arb_polynomial.
bool has_few_terms(const polynomial::representation& p) {
  const auto terms = static_cast<double>(p.size());
  return !p.exponents.empty() &&
         terms * 2 * std::log2(static_cast<double>(p.degree) + 2) < static_cast<double>(p.degree);
}

// The digit where a sum ends at step k.
std::int32_t end_at(const short_points& points, std::int64_t k) {
  return points.base + static_cast<std::int32_t>(static_cast<double>(k) * points.slope);
}

struct short_item {
  short_node node;
  double log2_sum = 0;    // of sum |a_k| |z|^k
  std::int64_t base = 0;  // place of the digit where the sum may end
  std::size_t index = 0;  // among the chosen
};

// Where the sum for some nodes of one circle ends and begins, in rows and digits of their chart.
short_points points_for(const fixed_chart& chart, std::int64_t degree, short_form form, double modulus,
                        std::int64_t base) {
  const digit_rows rows = chart.rows();
  const double largest = modulus * (1 + 0x1p-46);
  short_points points;
  points.form = form;
  points.base = static_cast<std::int32_t>(std::min(base - chart.floor, most_digits));
  points.slope = largest < 1 ? -std::log2(largest) / digit_bits * (1 - 0x1p-30) : 0.0;
  points.highest = degree;
  while (points.highest > 0 && rows.height[points.highest] <= end_at(points, points.highest)) --points.highest;
  while (points.lowest < points.highest && rows.height[points.lowest] <= points.base) ++points.lowest;
  return points;
}

// What a sum says of p; `error` is in units of its last digit.
short_value value_of(const short_item& item, const fixed_chart& chart, const short_points& points, double degree,
                     const device_sum& sum) {
  const double error = 4 * (degree + 1) * (1 + 0x1p-40);
  const std::int64_t unit = digit_bits * (chart.floor + points.base);
  const double relative = 0x1p-49 + 8 * u * static_cast<double>(points.lowest + 2);
  const short_node& node = item.node;
  const double re = sum.re, im = node.form == short_form::real        ? 0.0
                                 : node.form == short_form::quadratic ? sum.im * node.w.imag()
                                                                      : sum.im;
  scaled_complex x{{re, 0}, digit_bits * (chart.floor + sum.re_digit)};
  scaled_complex y{{0, im}, digit_bits * (chart.floor + sum.im_digit)};
  x.normalise();
  y.normalise();
  const std::int64_t common = re != 0 && im != 0 ? std::max(x.exponent, y.exponent) : re != 0 ? x.exponent : y.exponent;
  const scaled_complex found{x.in_frame(common) + y.in_frame(common), common};
  const scaled_complex value = points.lowest == 0 ? found : found * power({node.w, 0}, points.lowest);
  short_value r;
  r.exponent = value.value == 0.0 ? unit : std::max(value.exponent, unit);
  r.value = value.value == 0.0 ? 0.0 : value.in_frame(r.exponent);
  r.error = scale_by(error, unit - r.exponent) + relative * std::abs(r.value) + 0x1p-1000;
  r.log2_sum = item.log2_sum - static_cast<double>(r.exponent);
  r.absolute_sum = std::exp2(std::clamp(r.log2_sum, -1000.0, 1000.0));
  r.bits = static_cast<int>(item.log2_sum - static_cast<double>(unit) - std::log2(error));
  return r;
}

// What p is at the nodes of one call of the kernel.
void evaluate_group(const fixed_point_kernel& kernel, std::int64_t degree, const fixed_chart& chart,
                    const short_item* items, std::size_t count, std::vector<double>& work,
                    std::vector<short_value>& values) {
  constexpr std::size_t most_lanes = 16;
  double a[most_lanes], b[most_lanes], re[most_lanes], im[most_lanes], largest = 0;
  std::int32_t re_digit[most_lanes], im_digit[most_lanes];
  std::int64_t base = items[0].base;
  for (std::size_t l = 0; l < kernel.lanes; ++l) {
    const short_item& item = items[std::min(l, count - 1)];
    a[l] = item.node.a;
    b[l] = item.node.b;
    largest = std::max(largest, item.node.modulus);
    base = std::min(base, item.base);
  }
  short_points points = points_for(chart, degree, items[0].node.form, largest, base);
  points.a = a;
  points.b = b;
  const std::int32_t capacity = std::max(chart.highest_digit, end_at(points, points.highest)) + 8;
  work.resize(std::max(work.size(), 2 * static_cast<std::size_t>(capacity) * kernel.lanes));
  const bool done = std::isfinite(chart.rounding) &&
                    kernel.horner(chart.rows(), points, capacity, work.data(), {re, im, re_digit, im_digit});
  for (std::size_t l = 0; l < count; ++l) {
    short_value& r = values[items[l].index];
    if (done)
      r = value_of(items[l], chart, points, static_cast<double>(degree), {re[l], im[l], re_digit[l], im_digit[l], 1});
    else
      r.error = INFINITY;
  }
}

using chart_map = std::map<std::int64_t, std::shared_ptr<const fixed_chart>>;

// All of `items` on a device; what it did not do remains.
void evaluate_on_device(ladder_device& device, std::int64_t degree, const chart_map& charts, int threads,
                        std::vector<short_item>& items, std::vector<short_value>& values) {
  std::vector<device_chart> given;
  std::vector<short_points> points(items.size());
  std::vector<device_point> to_do(items.size());
  const double log2_growth = std::log2(static_cast<double>(degree) + 1);  // of what a division by a quadratic leaves
  for (const auto& [exponent, chart] : charts) {
    given.push_back({chart->rows(), static_cast<std::int64_t>(chart->start.size()),
                     static_cast<std::int64_t>(chart->re.size()), exponent, chart->floor, chart->highest_digit});
  }
  parallel_for(items.size(), 256, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      const short_item& item = items[k];
      const auto place = charts.find(item.node.exponent);
      const short_points p = points[k] =
          points_for(*place->second, degree, item.node.form, item.node.modulus, item.base);
      const double places = (item.log2_sum + log2_growth + 1) / digit_bits - static_cast<double>(item.base);
      to_do[k] = {item.node.a,
                  item.node.b,
                  p.slope,
                  static_cast<std::int32_t>(p.form),
                  p.base,
                  static_cast<std::int32_t>(p.highest),
                  static_cast<std::int32_t>(p.lowest),
                  static_cast<std::int32_t>(std::distance(charts.begin(), place)),
                  static_cast<std::int32_t>(std::clamp(places + 2, 1.0, 1e9))};
    }
  });
  std::vector<device_sum> sums;
  device.horner(given, to_do, sums);
  parallel_for(items.size(), 512, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      const fixed_chart& chart = *charts.at(items[k].node.exponent);
      if (!std::isfinite(chart.rounding)) sums[k].done = 0;
      if (sums[k].done != 0)
        values[items[k].index] = value_of(items[k], chart, points[k], static_cast<double>(degree), sums[k]);
    }
  });
  std::vector<short_item> left;
  for (std::size_t k = 0; k < items.size(); ++k)
    if (sums[k].done == 0) left.push_back(items[k]);
  items = std::move(left);
}

}  // namespace

short_node_values::short_node_values(const polynomial& p) {
  if (p.degree() >= 1 && !has_few_terms(p.data())) charts_ = std::make_unique<fixed_atlas>(p);
}

std::vector<char> short_node_values::may_round(const node_set& nodes, node_index& index,
                                               const std::vector<std::uint32_t>& chosen, const session& context) const {
  const double distance = least_distance(static_cast<double>(nodes.size()));
  index.update(nodes, context.threads);
  std::vector<char> result(chosen.size(), 1);
  parallel_for(chosen.size(), 256, context.threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      const std::uint32_t i = chosen[k];
      const double size = std::abs(nodes.leading(i));
      if (!(size > 0x1p-3 && size < 0x1p3)) result[k] = 0;
      index.places().near(i, distance, [&](std::uint32_t j) {
        if (j != i && !(std::abs(nodes.difference(i, j, nodes.exponent[i])) >= distance * size)) result[k] = 0;
      });
    }
  });
  return result;
}

void short_node_values::evaluate(node_set& nodes, const std::vector<std::uint32_t>& chosen,
                                 const std::vector<int>& bits, std::vector<short_value>& values, const session& context,
                                 ladder_device* device) {
  fixed_atlas& charts = *charts_;
  const double n = static_cast<double>(charts.degree());
  const double log2_rows = std::log2(4 * (n + 1));
  const fixed_point_kernel& kernel = fixed_point_kernels(context.kernel.level);
  values.assign(chosen.size(), {});

  std::vector<short_item> items(chosen.size());
  parallel_for(items.size(), 128, context.threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      const std::uint32_t i = chosen[k];
      items[k].node = round_to_short(nodes.mantissa[i], nodes.exponent[i], charts.is_real());
      items[k].index = k;
      nodes.set(i, items[k].node.exact, items[k].node.exponent);
    }
  });
  for (std::size_t k = 0; k < chosen.size(); ++k)
    if (items[k].node.form == short_form::quadratic) nodes.mark_inexact(chosen[k]);
  std::map<std::int64_t, std::vector<std::uint32_t>> on_circle;
  for (std::size_t k = 0; k < items.size(); ++k)
    on_circle[items[k].node.exponent].push_back(static_cast<std::uint32_t>(k));
  for (const auto& [exponent, members] : on_circle) {
    std::vector<double> sums(members.size());
    for (std::size_t k = 0; k < members.size(); ++k) sums[k] = items[members[k]].node.modulus;
    charts.log2_sums(exponent, sums, context);
    for (std::size_t k = 0; k < members.size(); ++k) items[members[k]].log2_sum = sums[k];
  }
  if (context.must_stop()) return;
  for (short_item& item : items) {
    const double lowest_bit = item.log2_sum - 1 - bits[chosen[item.index]] - log2_rows;
    item.base = static_cast<std::int64_t>(std::floor(lowest_bit / digit_bits));
  }
  const auto by = [](const short_item& item) {
    return std::tuple(item.node.exponent, static_cast<int>(item.node.form), item.base, item.index);
  };
  std::sort(items.begin(), items.end(), [&](const short_item& x, const short_item& y) { return by(x) < by(y); });

  std::map<std::int64_t, std::int64_t> floors;
  for (const short_item& item : items) {
    std::int64_t& floor = floors.try_emplace(item.node.exponent, item.base).first->second;
    floor = std::min(floor, item.base);
  }
  chart_map made;
  for (const auto& [exponent, floor] : floors) {
    if (context.must_stop()) return;
    made[exponent] = charts.at(exponent, floor, context.threads);
  }
  if (device != nullptr && items.size() * static_cast<std::size_t>(n) >= ladder_device::least_pairs)
    evaluate_on_device(*device, charts.degree(), made, context.threads, items, values);

  struct group {
    std::size_t begin, end;
    std::shared_ptr<const fixed_chart> chart;
  };
  std::vector<group> groups;
  for (std::size_t k = 0; k < items.size();) {
    std::size_t end = k;
    while (end < items.size() && end - k < kernel.lanes && items[end].node.exponent == items[k].node.exponent &&
           items[end].node.form == items[k].node.form)
      ++end;
    groups.push_back({k, end, made.at(items[k].node.exponent)});
    k = end;
  }

  parallel_for(groups.size(), 1, context.threads, [&](std::size_t first, std::size_t last) {
    std::vector<double> work;
    for (std::size_t number = first; number < last && !context.must_stop(); ++number) {
      const group& g = groups[number];
      evaluate_group(kernel, charts.degree(), *g.chart, &items[g.begin], g.end - g.begin, work, values);
    }
  });
}

#else

class fixed_atlas {};

short_node_values::short_node_values(const polynomial&) {}

std::vector<char> short_node_values::may_round(const node_set&, node_index&, const std::vector<std::uint32_t>& chosen,
                                               const session&) const {
  return std::vector<char>(chosen.size(), 0);
}

void short_node_values::evaluate(node_set&, const std::vector<std::uint32_t>& chosen, const std::vector<int>&,
                                 std::vector<short_value>& values, const session&, ladder_device*) {
  values.assign(chosen.size(), {});
}

#endif

short_node_values::~short_node_values() = default;

}  // namespace vieta
