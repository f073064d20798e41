#include "roots/ladder/refinement.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>

#include "roots/answer/circles.hpp"
#include "roots/cuda/ladder_device.hpp"
#include "roots/fixed_point/node_index.hpp"
#include "roots/ladder/residuals.hpp"
#include "roots/ladder/residuals_arb.hpp"
#include "roots/ladder/secular.hpp"
#include "roots/ladder/sharpening.hpp"
#include "roots/sweep/weierstrass.hpp"

namespace vieta {
namespace {

constexpr int least_most_rounds = 300, rounds_before_long_way = 12;
// A round gains up to fifty bits, and the hardest known polynomials (Mandelbrot's) take a bit or two for each degree.
int most_rounds(std::size_t degree) { return std::max(least_most_rounds, static_cast<int>(degree / 10)); }
constexpr double useful_bits = 20;    // fewer correct bits of p(z_i) steer nothing
constexpr double headroom_bits = 80;  // for the next residual, about 2^-50 of the present one

// More digits than a double has come from Newton's method on single discs, where there is arbitrary precision.
// It knows nothing of uncertain coefficients, though. Fewer would prove less: nodes that settle early beside others are
// in no disc of their own.
bool may_sharpen(const roots_options& options) { return arb_is_available() && options.uncertainty == 0; }
int ladder_digits(const roots_options& options) { return may_sharpen(options) ? 15 : options.digits; }

// Nodes are quad-doubles: closer than this they cannot be told apart.
constexpr double smallest_tolerance = 1e-52;

// One polynomial on its way to proven discs.
class ladder {
 public:
  ladder(node_set& nodes, atlas& charts, const polynomial& p, const session& context)
      : nodes_(nodes),
        charts_(charts),
        p_(p),
        context_(context),
        n_(nodes.size()),
        tolerance_(n_,
                   0.75 * std::pow(10.0, -ladder_digits(context.options))),  // room for two roundings, see assembly.cpp
        bits_(n_, rung::twice),
        residuals_(n_),
        settled_(n_, 0),
        closed_(n_, 0),
        keeps_limbs_(n_, 0),
        times_too_large_(n_, 0),
        short_nodes_(p) {
    for (std::uint32_t i = 0; i < n_; ++i) all_.push_back(i);
    pending_ = all_;
  }

  std::vector<proven_disc> climb(refinement_report& report, const other_ways& others) {
    for (;; ++report.rounds) {
      look_for_device(report);
      evaluate();
      if (context_.must_stop()) break;
      settle();
      report_progress();
      std::vector<std::uint32_t> unsettled = unsettled_nodes();
      if (unsettled.empty()) {
        discs_ = certified();
        split_clusters();
        unsettled = nodes_of_large_discs();
        if (unsettled.empty()) return finish(report, "");
        // What does not become small enough with short nodes may with long ones.
        for (const std::uint32_t i : unsettled) keeps_limbs_[i] = ++times_too_large_[i] > 1;
        if (limited_by_uncertainty(unsettled)) {
          if (spread_) return finish_with_smaller(report);
          split_uncertain_discs();
          not_spread_ = discs_;
          if (!spread_clusters()) return finish(report, "");
          continue;
        }
      } else if (may_sharpen(context_.options)) {
        // What resists may be multiple roots: worth the exact question, once.
        if (report.rounds == 0) report.factors = square_free_factors(p_).factors;
        if (!report.factors.empty()) return {};
        if (sharpen_clusters()) unsettled = unsettled_nodes();
        if (unsettled.empty()) continue;  // to the certificate, with nothing left to evaluate
      }
      if (report.rounds == 0 || report.rounds == rounds_before_long_way) {
        const auto& way = report.rounds == 0 ? others.quick : others.long_one;
        if (std::vector<proven_disc> found = way ? way() : std::vector<proven_disc>(); !found.empty()) return found;
      }
      if (report.rounds >= most_rounds(n_)) return finish(report, "precision");
      if (out_of_bits_) return finish(report, "precision");
      remember();
      solve_secular_equation(nodes_, corrections_, unsettled, context_, device_.get());
      plan(unsettled);
    }
    recall();
    return finish(report, context_.cancelled() ? "cancelled" : "time");
  }

 private:
  // `automatic` leaves the ladder to the host: docs/method/roots.md, "The ladder on a GPU", has what was measured.
  void look_for_device(refinement_report& report) {
    constexpr std::size_t least_degree = 512;
    if (device_ || context_.options.on.place != where::cuda || n_ < least_degree || !short_nodes_.serves()) return;
    device_ = std::make_unique<ladder_device>(context_.options.on);
    report.device = device_->name();
  }

  // Residuals of all nodes that moved; again with more bits where what came out is mostly noise.
  void evaluate() {
    separate_coincident_nodes();
    std::vector<std::uint32_t> open = pending_;
    evaluate_open(open);
    if (context_.must_stop()) return;
    multiply_differences();
    correct_nodes(all_);
    for (;;) {
      std::erase_if(open, [&](std::uint32_t i) { return !raise(i); });
      if (open.empty() || context_.must_stop()) break;
      const bool any_moved = evaluate_open(open);
      if (any_moved) multiply_differences();
      correct_nodes(any_moved ? all_ : open);
    }
  }

  // Whether a node has been rounded to another place.
  bool evaluate_open(const std::vector<std::uint32_t>& open) {
    std::vector<std::pair<complex<qd>, std::int64_t>> before;
    for (const std::uint32_t i : open) before.emplace_back(nodes_.mantissa[i], nodes_.exponent[i]);
    evaluate_residuals(nodes_, charts_, short_nodes_, p_, index_, open, bits_, keeps_limbs_, residuals_, context_,
                       device_.get());
    for (std::size_t k = 0; k < open.size(); ++k) {
      const complex<qd>&now = nodes_.mantissa[open[k]], &then = before[k].first;
      if (!(now.re == then.re && now.im == then.im && nodes_.exponent[open[k]] == before[k].second)) return true;
    }
    return false;
  }
  void multiply_differences() { products_ = difference_products(nodes_, all_, context_, device_.get()); }
  // Where an irrational node stands for another point 2^-198 away all that is said of the latter is so of the former,
  // if its correction may be that much larger (docs/method/roots.md, "Fixed point").
  void correct_nodes(const std::vector<std::uint32_t>& chosen) {
    correct(charts_.source(), residuals_, products_, context_.options.uncertainty, chosen, context_.threads,
            corrections_);
    for (const std::uint32_t i : chosen) {
      if (!nodes_.is_inexact(i)) continue;
      weierstrass_correction& w = corrections_[i];
      w.error += scale_by(0x1p-190 * std::abs(nodes_.leading(i)), nodes_.exponent[i] - w.exponent);
    }
  }

  // Asks for more bits at node i if what is known of its residual says too little; false when it is good as it is.
  bool raise(std::uint32_t i) {
    const residual& r = residuals_[i];
    if (r.accurate_bits() >= useful_bits || is_exact_enough(i) || is_limited(i)) return false;
    const int wanted = std::min(std::max(r.bits + 53, r.bits + r.bits / 2), std::max(r.bits + 32, bits_for_target(i)));
    if (wanted > highest_precision()) {
      out_of_bits_ = true;
      return false;
    }
    bits_[i] = wanted;
    return true;
  }

  [[nodiscard]] double target_radius(std::uint32_t i) const { return tolerance_[i] * std::abs(nodes_.leading(i)); }
  [[nodiscard]] double in_node_scale(std::uint32_t i, double value) const {
    return scale_by(value, corrections_[i].exponent - nodes_.exponent[i]);
  }
  [[nodiscard]] bool is_exact_enough(std::uint32_t i) const {
    return in_node_scale(i, corrections_[i].error) <= 0.25 * target_radius(i);
  }
  // More bits would not help: what is unknown is the coefficients.
  [[nodiscard]] bool is_limited(std::uint32_t i) const {
    const double unknown = context_.options.uncertainty * residuals_[i].absolute_sum;
    return unknown > 0 && residuals_[i].error <= 0.001 * unknown && std::abs(residuals_[i].value) <= 16 * unknown;
  }
  // Bits with which the rounding error of p(z_i) moves the root by a small part of the target radius.
  [[nodiscard]] int bits_for_target(std::uint32_t i) const {
    const weierstrass_correction& w = corrections_[i];
    const double bits = w.log2_sensitivity - std::log2(target_radius(i)) +
                        static_cast<double>(w.exponent - nodes_.exponent[i]) + 12 + std::log2(static_cast<double>(n_));
    return std::isfinite(bits) ? static_cast<int>(std::clamp(bits, 53.0, 1e8)) : rung::quad;
  }

  // A node that stands where p is as large as many times its uncertainty gets a disc that many times too large.
  [[nodiscard]] bool is_well_placed(std::uint32_t i) const {
    return std::abs(residuals_[i].value) <= 0.001 * context_.options.uncertainty * residuals_[i].absolute_sum;
  }
  // Settled: the correction is so small that what it leaves undone is within the target.
  void settle() {
    constexpr int most_rounds_for_places = 8;
    for (std::uint32_t i = 0; i < n_; ++i) {
      const double correction = in_node_scale(i, std::abs(corrections_[i].value));
      const bool as_good_as_it_gets =
          is_limited(i) && (is_well_placed(i) || rounds_for_places_ == most_rounds_for_places);
      settled_[i] = (is_exact_enough(i) && correction * 0x1p-10 <= 0.25 * target_radius(i)) || as_good_as_it_gets ||
                    closed_[i] != 0;
    }
    const std::vector<std::uint32_t> unsettled = unsettled_nodes();
    if (!unsettled.empty() && limited_by_uncertainty(unsettled)) ++rounds_for_places_;
  }
  [[nodiscard]] std::vector<std::uint32_t> unsettled_nodes() const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t i = 0; i < n_; ++i) {
      if (settled_[i] == 0) result.push_back(i);
    }
    return result;
  }
  [[nodiscard]] std::vector<std::uint32_t> nodes_of_large_discs() const {
    std::vector<std::uint32_t> result;
    for (const proven_disc& disc : discs_) {
      if (!(disc.relative_radius() <= tolerance_[disc.members[0]]))
        result.insert(result.end(), disc.members.begin(), disc.members.end());
    }
    return result;
  }

  // A cluster that could not be made as small as asked for is made of different roots: smaller radii will part them.
  void split_clusters() {
    if (!may_sharpen(context_.options)) return;
    for (proven_disc& disc : discs_) {
      const double relative = disc.relative_radius();
      const bool small = disc.sharp || relative <= std::pow(10.0, -context_.options.digits);
      if (disc.members.size() < 2 || small || !(relative <= tolerance_[disc.members[0]])) continue;
      if (try_to_sharpen(disc)) {
        disc = sharpened_.at(disc.members);
        continue;
      }
      if (tolerance_[disc.members[0]] <= smallest_tolerance) out_of_bits_ = true;
      for (const std::uint32_t i : disc.members) tolerance_[i] = std::max(relative * 1e-6, smallest_tolerance);
    }
  }
  // Of several nodes, or larger than a root alone needs.
  [[nodiscard]] bool is_loose(const proven_disc& disc) const {
    return disc.members.size() > 1 || disc.radius > 1.2 * corrections_[disc.members[0]].bound(disc.exponent);
  }
  // Discs of several nodes become as many as uncertainty allows; the certificate is content with much less.
  void split_uncertain_discs() {
    std::vector<weierstrass_correction> nominal;
    correct(charts_.source(), residuals_, products_, 0, all_, context_.threads, nominal);
    const std::function<bool()> must_stop = [this] { return context_.must_stop(); };
    circle_budget budget(200'000'000, must_stop);  // two seconds
    const auto parts_of = [&](const std::vector<std::uint32_t>& members, const std::vector<proven_disc>& others) {
      return split_by_circles(members, nodes_, nominal, {charts_.source(), context_.options.uncertainty}, others,
                              budget);
    };
    std::vector<std::uint32_t> unbounded;
    for (const proven_disc& disc : discs_) {
      if (!std::isfinite(disc.radius)) unbounded.insert(unbounded.end(), disc.members.begin(), disc.members.end());
    }
    if (!unbounded.empty()) {
      std::vector<proven_disc> parts;
      if (unbounded.size() == n_) parts = parts_of(unbounded, {});
      if (!parts.empty()) discs_ = std::move(parts);
      return;
    }
    for (std::size_t k = 0; k < discs_.size() && !budget.is_spent(); ++k) {
      if (!is_loose(discs_[k])) continue;
      std::vector<proven_disc> others = discs_;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
      const std::vector<proven_disc> parts = parts_of(discs_[k].members, others);
      const auto size = [](const proven_disc& d) { return std::log2(d.radius) + static_cast<double>(d.exponent); };
      if (parts.empty() || (parts.size() == 1 && size(parts[0]) >= size(discs_[k]))) continue;
      discs_ = std::move(others);
      discs_.insert(discs_.begin() + static_cast<std::ptrdiff_t>(k), parts.begin(), parts.end());
      k += parts.size() - 1;
    }
  }
  // With uncertain coefficients the discs of m roots that coincide are smallest when the nodes stand about as far apart
  // as the roots of a neighbouring polynomial may be: on a circle of radius r with |c_m| r^m = the uncertainty of p
  // there.
  bool spread_clusters() {
    spread_ = true;
    pending_.clear();
    for (const proven_disc& disc : discs_) {
      if (disc.members.size() < 2 || !std::isfinite(disc.radius)) continue;
      const auto m = static_cast<double>(disc.members.size());
      double log2_radius = -INFINITY;
      for (const std::uint32_t i : disc.members) {
        double log2_power = std::log2(corrections_[i].error) + static_cast<double>(corrections_[i].exponent);
        for (const std::uint32_t j : disc.members) {
          if (j == i) continue;
          log2_power +=
              std::log2(std::abs(nodes_.difference(i, j, disc.exponent))) + static_cast<double>(disc.exponent);
        }
        log2_radius = std::max(log2_radius, (log2_power + 1) / m);
      }
      const double radius = std::exp2(log2_radius - static_cast<double>(disc.exponent));
      if (!(radius < 0.5)) continue;
      for (std::size_t k = 0; k < disc.members.size(); ++k) {
        const std::complex<double> aside =
            std::polar(radius, 2 * std::numbers::pi * (static_cast<double>(k) + 0.3) / m);
        nodes_.set(disc.members[k], {disc.centre.re + qd(aside.real()), disc.centre.im + qd(aside.imag())},
                   disc.exponent);
        residuals_[disc.members[k]] = {};
        pending_.push_back(disc.members[k]);
      }
    }
    return !pending_.empty();
  }
  [[nodiscard]] bool limited_by_uncertainty(const std::vector<std::uint32_t>& chosen) const {
    return std::all_of(chosen.begin(), chosen.end(), [&](std::uint32_t i) { return is_limited(i); });
  }

  // Discs of the nodes as they stand; where a cluster has been sharpened before, the smaller disc.
  [[nodiscard]] std::vector<proven_disc> certified() const {
    std::vector<proven_disc> discs = certify(nodes_, corrections_, context_);
    for (proven_disc& disc : discs) {
      for (const std::uint32_t i : disc.members) disc.bits = std::max(disc.bits, bits_[i]);
      const auto known = sharpened_.find(disc.members);
      if (known != sharpened_.end()) disc = known->second;
    }
    return discs;
  }

  // A cluster that is apart from all else may be a multiple root: the simultaneous iteration closes in on such a one by
  // a few bits per round only, Newton on a derivative at once. Failed attempts are repeated when the disc is much
  // smaller.
  bool try_to_sharpen(const proven_disc& found) {
    double& tried = tried_radius_.try_emplace(found.members, 1.0).first->second;
    if (!(found.relative_radius() < 0x1p-8) || found.relative_radius() > tried * 1e-4) return false;
    tried = found.relative_radius();
    proven_disc disc = found;
    if (!sharpen(p_, disc, context_.options.digits, context_)) return false;
    for (const std::uint32_t i : disc.members) closed_[i] = 1;
    sharpened_.insert_or_assign(disc.members, disc);
    return true;
  }
  bool sharpen_clusters() {
    bool any = false;
    for (const proven_disc& disc : certify_clusters(nodes_, corrections_)) {
      const bool open =
          std::none_of(disc.members.begin(), disc.members.end(), [&](std::uint32_t i) { return settled_[i] != 0; });
      if (open && try_to_sharpen(disc)) any = true;
    }
    if (any) settle();
    return any;
  }

  // The nodes have moved: their residuals are unknown, and so is nothing else.
  void plan(const std::vector<std::uint32_t>& moved) {
    pending_ = moved;
    for (const std::uint32_t i : moved) {
      const double cancelled = residuals_[i].cancelled_bits();
      const double wish = std::isfinite(cancelled) ? cancelled + headroom_bits : bits_[i];
      // Below quad a node is rounded to a double, which would bring close ones together.
      const bool close = bits_[i] > rung::twice || tolerance_[i] < 1e-16;
      if (tolerance_[i] < 1e-16) keeps_limbs_[i] = 1;
      bits_[i] = std::max(close ? rung::quad : rung::twice, std::min(static_cast<int>(wish), bits_for_target(i) + 24));
      residuals_[i] = {};
    }
  }

  // Nodes in one place would make a product zero; all but one of them step aside by a little.
  void separate_coincident_nodes() {
    index_.update(nodes_, context_.threads);
    for (const std::vector<std::uint32_t>& group : coincident_nodes(nodes_, index_)) {
      for (std::size_t k = 1; k < group.size(); ++k) {
        const std::uint32_t i = group[k];
        const double angle = static_cast<double>(i) + 1;
        const std::complex<double> aside =
            nodes_.leading(i) * std::polar(0x1p-26 * (1 + 0.1 * std::sin(7 * angle)), angle);
        nodes_.set(i, {nodes_.mantissa[i].re + qd(aside.real()), nodes_.mantissa[i].im + qd(aside.imag())},
                   nodes_.exponent[i]);
        residuals_[i] = {};
        pending_.push_back(i);
      }
    }
    std::sort(pending_.begin(), pending_.end());
    pending_.erase(std::unique(pending_.begin(), pending_.end()), pending_.end());
  }

  void remember() {
    last_nodes_ = nodes_;
    last_corrections_ = corrections_;
  }
  void recall() {
    if (!last_nodes_.size()) return;
    nodes_ = last_nodes_;
    corrections_ = last_corrections_;
  }

  std::vector<proven_disc> finish(refinement_report& report, const char* stopped_by) {
    report.stopped_by = stopped_by;
    report.precision_bits = *std::max_element(bits_.begin(), bits_.end());
    if (corrections_.empty()) corrections_.assign(n_, {{0, 0}, std::numeric_limits<double>::infinity(), 0, 0});
    if (*stopped_by != '\0') discs_ = certified();
    return discs_;
  }

  // Spread nodes give smaller discs to roots that coincide, and may give larger ones to others.
  std::vector<proven_disc> finish_with_smaller(refinement_report& report) {
    const auto size = [](const std::vector<proven_disc>& discs) {
      double log2_sum = 0;
      for (const proven_disc& disc : discs)
        log2_sum += static_cast<double>(disc.multiplicity) *
                    (std::log2(std::max(disc.radius, 0x1p-1000)) + static_cast<double>(disc.exponent));
      return log2_sum;
    };
    if (size(not_spread_) < size(discs_)) discs_ = not_spread_;
    return finish(report, "");
  }

  void report_progress() const {
    if (!context_.options.progress) return;
    const auto done = static_cast<std::int64_t>(std::count(settled_.begin(), settled_.end(), 1));
    context_.options.progress(
        {done, static_cast<std::int64_t>(n_), *std::max_element(bits_.begin(), bits_.end()), context_.seconds()});
  }

  node_set& nodes_;
  atlas& charts_;
  const polynomial& p_;
  const session& context_;
  std::size_t n_;
  std::vector<double> tolerance_;  ///< relative radius asked for, of each node
  std::vector<int> bits_;
  std::vector<residual> residuals_;
  std::vector<char> settled_, closed_;  ///< closed: in a disc that has been sharpened
  std::vector<char> keeps_limbs_;       ///< nodes that are not to be rounded to fifty bits
  std::vector<int> times_too_large_;
  short_node_values short_nodes_;
  std::unique_ptr<ladder_device> device_;
  std::map<std::vector<std::uint32_t>, proven_disc> sharpened_;
  std::map<std::vector<std::uint32_t>, double> tried_radius_;
  std::vector<std::uint32_t> all_, pending_;
  node_index index_;
  std::vector<scaled_complex> products_;
  std::vector<weierstrass_correction> corrections_, last_corrections_;
  node_set last_nodes_;
  std::vector<proven_disc> discs_, not_spread_;
  bool out_of_bits_ = false;
  bool spread_ = false;
  int rounds_for_places_ = 0;  ///< in which nodes moved that are limited by the uncertainty already
};

}  // namespace

std::vector<proven_disc> refine(node_set& nodes, atlas& charts, const polynomial& p, const session& context,
                                refinement_report& report, const other_ways& others) {
  return ladder(nodes, charts, p, context).climb(report, others);
}

}  // namespace vieta
