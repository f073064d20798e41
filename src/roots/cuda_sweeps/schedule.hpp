#pragma once

// Includes come after `memory`, `launch` and `finish`: those of the device (near_linear/cuda/launch.cuh) or of the host
// (tests).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/threads/meeting_point.hpp"
#include "roots/cuda_sweeps/device_sweeps.hpp"
#include "roots/cuda_sweeps/step_kernels.hpp"
#include "roots/cuda_sweeps/sweep_kernel.hpp"
#include "roots/sweep/weierstrass.hpp"
#include "vieta/error.hpp"

namespace vieta::sweeps {
inline namespace VIETA_RUNS_ON {

using near_linear::launch;
using near_linear::memory;

/// Where devices meet that share the nodes: what each has to tell the others after a sweep.
struct sweeps_meeting : meeting_point {
  struct offer {
    int device = 0;
    std::vector<unsigned> active;  ///< nodes of its part that have not settled, by frame
    const double *re = nullptr, *im = nullptr;
  };
  explicit sweeps_meeting(std::size_t members) : meeting_point(members), of(members) {}
  std::vector<offer> of;
  std::vector<std::uint8_t> state;  ///< of all nodes: 0 to move, 1 settled, 2 strayed
  bool is_stopped = false;          ///< by the first member
};

/// Sweeps over one set of nodes. Frames are made from where the nodes are; nodes that stray from theirs wait until the
/// others have settled, and get new frames then. Each member of a meeting moves a part of the nodes.
template <correction Method, evaluation Terms, int Threads = 128>
class device_sweeps {
 public:
  device_sweeps(node_set& nodes, const coefficients& a, const sweep_options& options, sweeps_meeting& others,
                std::size_t member)
      : nodes_(nodes), a_(a), options_(options), meeting_(others), member_(member), state_(others.state) {
    const std::size_t n = nodes.size(), members = others.of.size();
    for (std::size_t of = 0; of <= members; ++of) parts_.push_back(n * of / members);
    if (member == 0) state_.assign(n, 0);
    // A sparse polynomial costs as many powers of z as it has terms.
    sparse_ = static_cast<double>(a.terms()) * 40 < static_cast<double>(a.degree);
    send_terms();
  }

  sweep_report run() {
    constexpr int most_frames_made = 20;
    for (int round = 0; round < most_frames_made && report_.sweeps < options_.most_sweeps && !stopped_; ++round) {
      if (member_ == 0) std::replace(state_.begin(), state_.end(), std::uint8_t{2}, std::uint8_t{0});
      meeting_.wait();
      make_frames();
      meet(false);
      if (all_active() == 0) break;
      settle();
      fetch();
      meeting_.wait();  // nodes and states are those of all members now
    }
    report_.left = std::count_if(state_.begin(), state_.end(), [](std::uint8_t s) { return s != 1; });
    return report_;
  }

 private:
  using fused = sweep_kernel<Method, Terms, Threads>;
  static constexpr int most_slices = 64, blocks_wanted = 1200;

  void send_terms() {
    const std::size_t size = sparse_ ? a_.terms() : static_cast<std::size_t>(a_.degree) + 1;
    std::vector<double> re(size, 0.0), im(size, 0.0);
    exponent_.assign(size, nothing);
    std::vector<std::int64_t> power;
    for (std::size_t t = 0; t < a_.terms(); ++t) {
      const std::size_t at = sparse_ ? t : static_cast<std::size_t>(a_.power[t]);
      if (std::abs(a_.exponent[t]) > 1 << 29)
        throw error("target cuda: found a coefficient near 2^" + std::to_string(a_.exponent[t]) +
                    ", expected exponents below 2^29");
      re[at] = a_.re[0][t];
      if (!a_.is_real()) im[at] = a_.im[0][t];
      exponent_[at] = static_cast<int>(a_.exponent[t]);
      if (sparse_) power.push_back(a_.power[t]);
    }
    re_.send(re);
    im_.send(im);
    exponents_.send(exponent_);
    if (sparse_) power_.send(power);
    p_.degree = a_.degree;
    p_.terms = static_cast<std::int64_t>(size);
    p_.tiles = sparse_ ? 0 : static_cast<int>(a_.degree / tile_terms + 1);
    p_.re = re_.get();
    p_.im = im_.get();
    p_.exponent = exponents_.get();
    p_.power = sparse_ ? power_.get() : nullptr;
    const scaled_complex leading = leading_coefficient(a_);
    p_.leading = {{leading.value.real(), leading.value.imag()}, leading.exponent};
  }

  // Sorts the nodes by frame and lists those that are to move.
  void make_frames() {
    const std::size_t n = nodes_.size();
    std::vector<std::int64_t> of_node(n);
    for (std::size_t i = 0; i < n; ++i)
      of_node[i] = frame_bits * static_cast<std::int64_t>(std::llround(nodes_.log2_modulus(i) / frame_bits));
    sort_by_frame(of_node);
    frame_exponent_.clear();
    std::vector<std::int64_t> begin;
    std::vector<std::uint16_t> frame(n);
    std::vector<double> re(n), im(n);
    std::vector<std::uint32_t> active(n);
    std::vector<std::uint8_t> state(n);
    active_counts_.clear();
    for (std::size_t k = 0; k < n; ++k) {
      const std::uint32_t i = order_[k];
      if (frame_exponent_.empty() || frame_exponent_.back() != of_node[i]) {
        if (std::abs(of_node[i]) > 1 << 20 || frame_exponent_.size() == 60'000)
          throw error("target cuda: found roots of too many scales, expected moduli within 60,000 powers of two");
        frame_exponent_.push_back(static_cast<int>(of_node[i]));
        begin.push_back(static_cast<std::int64_t>(k));
        active_counts_.push_back(0);
      }
      frame[k] = static_cast<std::uint16_t>(frame_exponent_.size() - 1);
      const std::complex<double> w = nodes_.rounded(i).in_frame(frame_exponent_.back());
      re[k] = w.real();
      im[k] = w.imag();
      state[k] = state_[i];
      if (state[k] == 0 && k >= parts_[member_] && k < parts_[member_ + 1])
        active[static_cast<std::size_t>(begin.back()) + active_counts_.back()++] = static_cast<std::uint32_t>(k);
    }
    begin.push_back(static_cast<std::int64_t>(n));
    send_tiles();
    send_product_exponents(begin);
    frame_exponents_.send(frame_exponent_);
    frame_begin_.send(begin);
    frame_.send(frame);
    for (memory<double>* const places : {&z_re_, &z_im_})
      if (places->size() != n) places->resize(n, meeting_.of.size() > 1);
    z_re_.send(re);
    z_im_.send(im);
    states_.send(state);
    for (int k = 0; k < 2; ++k) {
      active_[k].send(active);
      counts_[k].send(active_counts_);
    }
    view_ = {static_cast<std::int64_t>(n),
             static_cast<int>(frame_exponent_.size()),
             frame_exponents_.get(),
             frame_begin_.get(),
             product_exponents_.get(),
             frame_.get(),
             z_re_.get(),
             z_im_.get()};
  }

  // Frames are few, so their numbers are counted where that takes less than a sort.
  void sort_by_frame(const std::vector<std::int64_t>& of_node) {
    order_.resize(of_node.size());
    if (of_node.empty()) return;
    const auto [least, most] = std::minmax_element(of_node.begin(), of_node.end());
    const std::int64_t lowest = *least, frames = (*most - lowest) / frame_bits + 1;
    if (frames > static_cast<std::int64_t>(of_node.size()) + 1024) {
      std::iota(order_.begin(), order_.end(), 0U);
      std::stable_sort(order_.begin(), order_.end(), [&](auto i, auto j) { return of_node[i] < of_node[j]; });
      return;
    }
    std::vector<std::size_t> next(static_cast<std::size_t>(frames) + 1, 0);
    const auto frame_of = [&](std::int64_t exponent) {
      return static_cast<std::size_t>((exponent - lowest) / frame_bits);
    };
    for (const std::int64_t exponent : of_node) ++next[frame_of(exponent) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (std::size_t i = 0; i < of_node.size(); ++i)
      order_[next[frame_of(of_node[i])]++] = static_cast<std::uint32_t>(i);
  }

  void send_tiles() {
    if (sparse_) return;
    const std::size_t tiles = static_cast<std::size_t>(p_.tiles), frames = frame_exponent_.size();
    std::vector<int> top(frames * tiles, nothing);
    for (std::size_t f = 0; f < frames; ++f) {
      for (std::size_t k = 0; k < exponent_.size(); ++k) {
        if (exponent_[k] == nothing) continue;
        int& place = top[f * tiles + k / tile_terms];
        const std::int64_t height = exponent_[k] + static_cast<std::int64_t>(k) * frame_exponent_[f];
        if (std::abs(height) >= 1 << 30) throw error("target cuda: the terms of p span too wide a range");
        place = std::max(place, static_cast<int>(height));
      }
    }
    tile_exponents_.send(top);
    p_.tile_exponent = tile_exponents_.get();
  }

  // Nodes that are farther away than `farthest` octaves stand in products with less than their modulus.
  void send_product_exponents(const std::vector<std::int64_t>& begin) {
    std::vector<std::int64_t> missing(frame_exponent_.size(), 0);
    for (std::size_t f = 0; f < missing.size(); ++f) {
      for (std::size_t g = f + 1; g < missing.size(); ++g) {
        const std::int64_t beyond = frame_exponent_[g] - frame_exponent_[f] - farthest;
        if (beyond > 0) missing[f] += beyond * (begin[g + 1] - begin[g]);
      }
    }
    product_exponents_.send(missing);
  }

  [[nodiscard]] static int blocks(const std::vector<unsigned>& active) {
    std::int64_t all = 0;
    for (const unsigned count : active) all += (count + fused::per_block - 1) / fused::per_block;
    return static_cast<int>(all);
  }
  // Of all members.
  [[nodiscard]] std::int64_t all_active() const {
    return std::accumulate(all_counts_.begin(), all_counts_.end(), std::int64_t{0});
  }

  // Tells the others how many nodes are left here, and takes their nodes' places. After a sweep the first member tells
  // the caller, and asks whether to stop.
  void meet(bool has_swept) {
    auto& own = meeting_.of[member_];
    own.active = active_counts_;
    own.re = z_re_.get();
    own.im = z_im_.get();
    if (meeting_.of.size() > 1) near_linear::finish();
    meeting_.wait();
    all_counts_.assign(active_counts_.size(), 0);
    for (const auto& one : meeting_.of)
      for (std::size_t f = 0; f < all_counts_.size(); ++f) all_counts_[f] += one.active[f];
    if (has_swept && member_ == 0) {
      if (options_.progress) options_.progress(view_.count - all_active());
      if (options_.must_stop && options_.must_stop()) meeting_.is_stopped = true;
    }
    for (std::size_t of = 0; of < meeting_.of.size(); ++of) {
      if (of == member_) continue;
      const std::size_t begin = parts_[of], bytes = (parts_[of + 1] - begin) * sizeof(double);
      near_linear::copy_between(z_re_.get() + begin, meeting_.of[of].re + begin, meeting_.of[of].device, bytes);
      near_linear::copy_between(z_im_.get() + begin, meeting_.of[of].im + begin, meeting_.of[of].device, bytes);
    }
    if (meeting_.of.size() > 1) near_linear::finish();
    meeting_.wait();  // before anybody moves a node again
    stopped_ = meeting_.is_stopped;
  }

  // Sweeps until no node is active. The host waits for the counts of active nodes, and for nothing else.
  void settle() {
    for (int turn = 0; report_.sweeps < options_.most_sweeps && !stopped_; turn ^= 1) {
      const std::int64_t moving = all_active();
      if (moving == 0) return;
      // As many slices as one device would make of them: sums are the same then.
      const int work = blocks(active_counts_);
      const int slices = static_cast<int>(std::clamp<std::int64_t>(
          std::min<std::int64_t>(blocks_wanted / blocks(all_counts_), view_.count / (4 * chunk)), 1, most_slices));
      const active_view now = {active_[turn].get(), counts_[turn].get(), fused::per_block};
      const active_view next = {active_[1 - turn].get(), counts_[1 - turn].get(), fused::per_block};
      const partial_view partial = make_room(slices, work);
      counts_[1 - turn].zero();
      if (work > 0) {
        if (sparse_) launch(sparse_kernel{p_, view_, now, partial}, work, 1, sparse_kernel::threads, 0);
        launch(fused{p_, view_, now, partial}, work, slices, fused::threads, fused::shared_bytes);
        step_kernel<Method> step{p_, view_, now, next, partial, states_.get(), sparse_ ? 1 : slices};
        launch(step, work, 1, step.threads, 0);
      }
      counts_[1 - turn].fetch(active_counts_.data(), active_counts_.size());
      ++report_.sweeps;
      report_.updates += moving;
      meet(true);
    }
  }

  partial_view make_room(int slices, int work) {
    const std::size_t stride = static_cast<std::size_t>(work) * fused::per_block,
                      wanted = stride * static_cast<std::size_t>(slices);
    if (others_.size() < wanted) {
      others_.resize(wanted);
      const std::size_t values = sparse_ ? stride : wanted;
      value_.resize(values);
      slope_.resize(values);
      modulus_.resize(values);
    }
    return {static_cast<std::int64_t>(stride), slices, value_.get(), slope_.get(), modulus_.get(), others_.get()};
  }

  void fetch() {
    const std::size_t n = nodes_.size();
    std::vector<double> re(n), im(n);
    std::vector<std::uint8_t> state(n);
    z_re_.fetch(re.data(), n);
    z_im_.fetch(im.data(), n);
    states_.fetch(state.data(), n);
    near_linear::finish();
    std::size_t f = 0;
    std::vector<std::int64_t> begin(frame_exponent_.size() + 1);
    frame_begin_.fetch(begin.data(), begin.size());
    near_linear::finish();
    for (std::size_t k = parts_[member_]; k < parts_[member_ + 1]; ++k) {
      while (static_cast<std::int64_t>(k) >= begin[f + 1]) ++f;
      const std::uint32_t i = order_[k];
      if (state_[i] == 0) nodes_.set(i, {qd(re[k]), qd(im[k])}, frame_exponent_[f]);
      state_[i] = state[k];
    }
  }

  node_set& nodes_;
  const coefficients& a_;
  const sweep_options& options_;
  sweeps_meeting& meeting_;
  std::size_t member_;
  std::vector<std::uint8_t>& state_;  // of nodes_, shared with the others
  std::vector<std::size_t> parts_;    // places on the device: where each member's part begins, and the end
  bool sparse_ = false, stopped_ = false;
  sweep_report report_;

  std::vector<int> exponent_, frame_exponent_;
  std::vector<std::uint32_t> order_;                  // places on the device: which of nodes_
  std::vector<unsigned> active_counts_, all_counts_;  // by frame: here, and of all members
  polynomial_view p_;
  node_view view_;
  memory<double> re_, im_, z_re_, z_im_, modulus_;
  memory<int> exponents_, frame_exponents_, tile_exponents_;
  memory<std::int64_t> power_, frame_begin_, product_exponents_;
  memory<std::uint16_t> frame_;
  memory<std::uint8_t> states_;
  memory<std::uint32_t> active_[2];
  memory<unsigned> counts_[2];
  memory<scaled_number> value_, slope_, others_;
};

/// One member's part; the same calls on each.
inline sweep_report run_sweeps(node_set& nodes, const coefficients& a, const sweep_options& options,
                               sweeps_meeting& others, std::size_t member) {
  if (options.method == correction::durand_kerner) {
    if (options.terms == evaluation::exp_log)
      return device_sweeps<correction::durand_kerner, evaluation::exp_log>(nodes, a, options, others, member).run();
    return device_sweeps<correction::durand_kerner, evaluation::horner>(nodes, a, options, others, member).run();
  }
  if (options.terms == evaluation::exp_log)
    return device_sweeps<correction::ehrlich_aberth, evaluation::exp_log>(nodes, a, options, others, member).run();
  return device_sweeps<correction::ehrlich_aberth, evaluation::horner>(nodes, a, options, others, member).run();
}

inline sweep_report run_sweeps(node_set& nodes, const coefficients& a, const sweep_options& options) {
  sweeps_meeting alone(1);
  return run_sweeps(nodes, a, options, alone, 0);
}

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::sweeps
