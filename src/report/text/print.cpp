#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <complex>
#include <limits>
#include <ostream>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/words.hpp"
#include "report/array/roots_array.hpp"
#include "vieta/roots.hpp"

namespace vieta {

namespace {

using report::counted;
using report::duration;
using report::shortest;
using report::upward;
using report::write;

struct row {
  std::string index, re, im, radius, multiplicity, status;
};

/// A space where a minus could be: digits stand under digits.
std::string signed_column(std::string number) { return number.starts_with('-') ? number : ' ' + std::move(number); }

/// The double nearest to `value` that has no digits below a tenth of the radius's first one.
double known_part(double value, double radius) {
  if (value == 0 || !std::isfinite(value) || !(radius > 0 && std::isfinite(radius))) return value;
  const auto place = [](double x) { return static_cast<int>(std::floor(std::log10(std::fabs(x)))); };
  const int digits = place(value) - place(radius) + 2;
  if (digits > 15) return value;
  if (digits < 1) return 0;
  std::array<char, 40> text;
  const std::to_chars_result end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, digits - 1);
  double rounded = 0;
  std::from_chars(text.data(), end.ptr, rounded);
  return rounded;
}

/// A root as the table has it: digits of which nothing is known are left out, and the radius holds about what is left.
struct shown_root {
  std::complex<double> value;
  double radius;
};
shown_root shown(const root& z) {
  const std::complex<double> value(known_part(z.value.real(), z.radius), known_part(z.value.imag(), z.radius));
  // The decimal is within half a unit in the last place of the double that is nearest to it; the root's own radius
  // counts that for its own double already.
  const auto distance = [](double to, double from) {
    return to == from ? 0 : std::fabs(to - from) + std::fabs(to) * 0x1p-53 + std::numeric_limits<double>::denorm_min();
  };
  const double moved = std::hypot(distance(value.real(), z.value.real()), distance(value.imag(), z.value.imag()));
  // The few roundings of these sums are below 2^-50 of them.
  return {value, moved > 0 ? (z.radius + moved) * (1 + 0x1p-50) : z.radius};
}

row make_row(const roots_result& result, std::size_t k) {
  const root& z = result.roots[k];
  row r;
  r.index = std::to_string(k + 1);
  if (result.decimal.empty()) {
    const shown_root known = shown(z);
    r.re = signed_column(shortest(known.value.real()));
    r.im = signed_column(shortest(known.value.imag()));
    r.radius = upward(known.radius, 2);
  } else {
    r.re = signed_column(result.decimal[k].re);
    r.im = signed_column(result.decimal[k].im);
    r.radius = std::isinf(z.radius) && z.status == root_status::unproven ? "inf" : upward(result.decimal[k].radius, 2);
  }
  r.multiplicity = std::to_string(z.multiplicity);
  r.status = name(z.status);
  if (z.real) r.status += ", real", r.im = signed_column("0");
  if (z.imaginary) r.status += ", imaginary", r.re = signed_column("0");
  return r;
}

std::string padded_left(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}
std::string padded_right(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, text.size()), ' ');
}

void print_table(std::ostream& out, const std::vector<row>& rows) {
  std::array<std::size_t, 5> width = {1, 2, 2, 6, 4};
  for (const row& r : rows) {
    width[0] = std::max(width[0], r.index.size());
    width[1] = std::max(width[1], r.re.size());
    width[2] = std::max(width[2], r.im.size());
    width[3] = std::max(width[3], r.radius.size());
    width[4] = std::max(width[4], r.multiplicity.size());
  }
  const auto line = [&](const row& r) {
    const std::string text = padded_left(r.index, width[0]) + "  " + padded_right(r.re, width[1]) + "  " +
                             padded_right(r.im, width[2]) + "  " + padded_right(r.radius, width[3]) + "  " +
                             padded_left(r.multiplicity, width[4]) + "  " + r.status + '\n';
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
  };
  line({"#", " re", " im", "radius", "mult", "status"});
  for (const row& r : rows) line(r);
}

/// Hundreds of digits do not fit a line: one part a line then.
void print_blocks(std::ostream& out, const std::vector<row>& rows) {
  for (const row& r : rows) {
    const std::string text = '#' + r.index + "  radius " + r.radius + ", multiplicity " + r.multiplicity + ", " +
                             r.status + "\n  re " + r.re + "\n  im " + r.im + '\n';
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
  }
}

/// The common logarithm of a decimal, which may be below all doubles.
double log10_of(std::string_view decimal) {
  const std::size_t e = decimal.find('e');
  double mantissa = 0, exponent = 0;
  std::from_chars(decimal.data(), decimal.data() + std::min(e, decimal.size()), mantissa);
  if (e != std::string_view::npos) std::from_chars(decimal.data() + e + 1, decimal.data() + decimal.size(), exponent);
  return std::log10(mantissa) + exponent;
}

/// Whether the radius of root k is above that of root `of`, as the table has them: around the decimals that are
/// printed. Those of a double are less than half of its radius away.
bool is_larger(const roots_result& result, std::size_t k, std::size_t of) {
  if (!result.decimal.empty()) return log10_of(result.decimal[k].radius) > log10_of(result.decimal[of].radius);
  const root &a = result.roots[k], &b = result.roots[of];
  return 1.5 * a.radius > b.radius && shown(a).radius > shown(b).radius;
}

report::discs_counted counts_of(const roots_result& result) {
  report::discs_counted counts;
  counts.discs = static_cast<std::int64_t>(result.roots.size());
  std::size_t largest = result.roots.size();
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    const root& z = result.roots[k];
    counts.roots += z.multiplicity;
    counts.real += z.real ? z.multiplicity : 0;
    counts.isolated += z.status == root_status::isolated;
    counts.clusters += z.status == root_status::cluster;
    counts.wide += z.status == root_status::wide;
    counts.unproven += z.status == root_status::unproven;
    counts.at_border += z.status == root_status::at_border;
    counts.multiple += z.status == root_status::multiple;
    if (z.status == root_status::unproven) continue;
    if (largest == result.roots.size() || is_larger(result, k, largest)) largest = k;
  }
  if (largest < result.roots.size())
    counts.largest_radius = result.decimal.empty() ? upward(shown(result.roots[largest]).radius, 2)
                                                   : upward(result.decimal[largest].radius, 2);
  return counts;
}

std::string summary(const roots_report& report, const report::discs_counted& counts) {
  std::string text = counted(counts.roots, "root", "roots");
  if (!report.region.is_plane()) text += " in the region";
  if (counts.roots != counts.discs) text += " in " + counted(counts.discs, "disc", "discs");
  std::string parts;
  const auto add = [&](std::int64_t count, const char* one, const char* many) {
    if (count > 0) parts += (parts.empty() ? ": " : ", ") + counted(count, one, many);
  };
  add(counts.isolated, "isolated", "isolated");
  add(counts.multiple, "multiple", "multiple");
  add(counts.clusters, "cluster", "clusters");
  add(counts.wide, "wide", "wide");
  add(counts.unproven, "unproven", "unproven");
  add(counts.at_border, "at the border", "at the border");
  text += parts;
  if (counts.real > 0) text += "; " + std::to_string(counts.real) + " real";
  if (!counts.largest_radius.empty()) text += "; largest radius " + counts.largest_radius;
  return text;
}

std::string how(const roots_report& report) {
  std::string text = report.method.empty() ? "" : report.method + ", ";
  if (report.sweeps > 0) text += counted(report.sweeps, "sweep", "sweeps") + ", ";
  text += "precision " + std::to_string(report.precision_bits) + " bits, " + duration(report.seconds);
  if (!report.target.empty()) text += " on " + report.target;
  return text;
}

}  // namespace

void print(std::ostream& out, const roots_result& result, std::size_t rows) {
  const float_environment floats;
  if (result.status == roots_status::zero_polynomial)
    return write(out, "the zero polynomial: every number is a root\n");
  if (result.status == roots_status::bad_input)
    return write(out, "no roots: a coefficient is not a finite number (NaN or infinity)\n");

  const std::size_t total = result.roots.size();
  const std::size_t shown = rows == 0 ? total : std::min(rows, total);
  std::size_t widest = 0;
  for (std::size_t k = 0; k < std::min(shown, result.decimal.size()); ++k)
    widest = std::max({widest, result.decimal[k].re.size(), result.decimal[k].im.size()});

  // In portions: a million rows need no million strings at once; the columns are as wide as the portion needs.
  constexpr std::size_t portion = 10000;
  for (std::size_t from = 0; from < shown; from += portion) {
    std::vector<row> part;
    for (std::size_t k = from; k < std::min(from + portion, shown); ++k) part.push_back(make_row(result, k));
    widest > 60 ? print_blocks(out, part) : print_table(out, part);
  }
  if (shown < total) write(out, "... and " + std::to_string(total - shown) + " more\n");
  if (shown > 0) write(out, "\n");

  report::print_summary(out, result);
}

void report::print_summary(std::ostream& out, const roots_result& result) {
  print_summary(out, result, counts_of(result));
}

void report::print_summary(std::ostream& out, const roots_result& result, const discs_counted& counts) {
  write(out, summary(result.report, counts) + '\n');
  if (result.status == roots_status::partial) {
    const std::string line = report::stopped_line(result.report.stopped_by);
    write(out, line.empty() ? "solved in part\n" : line);
  }
  write(out, how(result.report) + '\n');
}

std::ostream& operator<<(std::ostream& out, const roots_result& result) {
  const float_environment floats;
  print(out, result, 40);
  return out;
}

}  // namespace vieta
