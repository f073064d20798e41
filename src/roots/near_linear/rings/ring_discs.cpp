#include "roots/near_linear/rings/ring_discs.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel_for.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta::near_linear {

namespace {
constexpr std::size_t points_at_once = 16, task_terms = 4096, task_roots = 512;
}

// The terms of a ring with two limbs each, highest power first.
struct long_terms {
  std::vector<double> re[2], im[2], modulus;
  kernel_terms view;

  long_terms(const coefficients& a, const ring& r, std::int64_t frame, int threads) {
    const radius_powers powers(r);
    const auto width = static_cast<std::size_t>(r.highest - r.lowest + 1);
    for (int limb = 0; limb < 2; ++limb) {
      re[limb].assign(width, 0.0);
      im[limb].assign(width, 0.0);
    }
    modulus.assign(width, 0.0);
    const auto weigh = [&](std::size_t t) {
      const radius_power weight = powers.at(a.power[t]);
      const std::int64_t shift = weight.exponent + a.exponent[t] - frame;
      const auto at = static_cast<std::size_t>(r.highest - a.power[t]);
      const auto place = [&](const std::vector<double>(&limbs)[4], std::vector<double>(&out)[2]) {
        if (limbs[0].empty()) return;
        const dd value = weight.value * (limbs[1].empty() ? dd(limbs[0][t]) : dd(two_sum(limbs[0][t], limbs[1][t])));
        out[0][at] = scale_by(value.hi, shift);
        out[1][at] = scale_by(value.lo, shift);
      };
      place(a.re, re);
      place(a.im, im);
      modulus[at] = std::sqrt(re[0][at] * re[0][at] + im[0][at] * im[0][at]) * (1 + 0x1p-50) + 0x1p-500;
    };
    const term_range terms = terms_of(a, r);
    parallel_for(terms.count, task_terms, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t) weigh(terms.first + t);
    });
    view.count = width;
    for (int limb = 0; limb < 2; ++limb) {
      view.re[limb] = re[limb].data();
      view.im[limb] = im[limb].data();
    }
    view.modulus = modulus.data();
  }
};

namespace {

// Makes the discs of some roots smaller, by Newton's steps with long sums.
void shrink(const std::vector<cell_root>& roots, const std::uint32_t* chosen, std::size_t count, const ring& r,
            const ring_bounds& bounds, const fourier_plan& plan, const kernel_terms& sums, double tolerance,
            const session& context, std::vector<located_root>& result) {
  constexpr int most_steps = 3;
  double re[points_at_once], im[points_at_once], sum_re[points_at_once], sum_im[points_at_once], sum[points_at_once];
  moving_root at[points_at_once];
  // 100 u^2 m^2: compensated Horner (docs/method/roots.md); 2^-75: the weights r^k.
  const double operations = 3.0 * static_cast<double>(r.highest - r.lowest + 1) + 4;
  const double relative = 101 * 0x1p-106 * operations * operations + 0x1p-74;
  for (std::size_t i = 0; i < count; ++i) {
    const position start = position_of(roots[chosen[i]], r, plan.direction(roots[chosen[i]].cell));
    at[i] = {{start.value.re.hi, start.value.im.hi}, (start.error + 0x1p-52) * 1.01 * r.unit};
  }
  for (int step = 0; step < most_steps; ++step) {
    for (std::size_t i = 0; i < count; ++i) {
      re[i] = at[i].w.re;
      im[i] = at[i].w.im;
    }
    kernel_points points;
    points.count = count;
    points.re[0] = re;
    points.im[0] = im;
    context.kernel.horner_compensated(sums, points, {.re = sum_re, .im = sum_im, .absolute_sum = sum});
    bool done = true;
    for (std::size_t i = 0; i < count; ++i) {
      const cell_root& root = roots[chosen[i]];
      const long_value c = value_of(at[i].w, {sum_re[i], sum_im[i]}, sum[i], relative, r);
      located_root& best = result[chosen[i]];
      located_root again = best;
      if (prove_again(root, at[i], residual_of(c, bounds), r, bounds, again) && again.radius < best.radius)
        best = again;
      if (best.radius <= tolerance) continue;
      done = false;
      move(root, c.value, r, bounds.reach(), at[i]);
    }
    if (done) break;
  }
}

}  // namespace

ring_locator::ring_locator(const ring& r, const ring_terms& terms, const fourier_plan& plan, const coefficients& a,
                           double tolerance, const session& context, int threads)
    : ring_(r), terms_(terms), plan_(plan), a_(a), tolerance_(tolerance), context_(context), threads_(threads) {}
ring_locator::~ring_locator() = default;

std::vector<located_root> ring_locator::run(const std::vector<cell_root>& roots, bool& used_residuals) {
  std::vector<located_root> result(roots.size());
  std::vector<std::uint32_t> large;
  parallel_for(roots.size(), task_roots, threads_, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      result[i] = to_located(roots[i], position_of(roots[i], ring_, plan_.direction(roots[i].cell)), ring_);
  });
  for (std::uint32_t i = 0; i < roots.size(); ++i) {
    if (!(result[i].radius <= tolerance_)) large.push_back(i);
  }
  // |w|^k must stay within the range of double.
  if (large.empty() || static_cast<double>(ring_.highest - ring_.lowest) * ring_.half_height > 300) return result;
  used_residuals = true;
  if (!sums_) sums_ = std::make_unique<long_terms>(a_, ring_, terms_.frame(), threads_);
  parallel_for(large.size(), points_at_once, threads_, [&](std::size_t first, std::size_t last) {
    for (std::size_t from = first; from < last && !context_.must_stop(); from += points_at_once) {
      shrink(roots, large.data() + from, std::min(points_at_once, last - from), ring_, terms_.bounds(), plan_,
             sums_->view, tolerance_, context_, result);
    }
  });
  return result;
}

}  // namespace vieta::near_linear
