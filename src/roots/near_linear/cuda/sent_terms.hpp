#pragma once

#include <vector>

#include "roots/coefficients.hpp"
#include "roots/near_linear/cuda/term_kernels.hpp"
#include "roots/near_linear/devices/meeting.hpp"

// Include a header before this one that says what memory is: see schedule.hpp.

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

inline int groups_of(std::int64_t count, int size) { return static_cast<int>((count + size - 1) / size); }

/// The terms of a polynomial in the device's memory.
class sent_terms {
 public:
  /// Devices that meet send a part each, and take the others' parts from each other.
  explicit sent_terms(const coefficients& a, meeting* others = nullptr, std::size_t member = 0) {
    const std::vector<double>* const limbs[4] = {&a.re[0], &a.re[1], &a.im[0], &a.im[1]};
    const bool shared = others != nullptr;
    std::vector<transfer> wanted;
    for (int k = 0; k < 4; ++k) {
      limbs_[k].resize(limbs[k]->size(), shared);
      wanted.push_back(limbs_[k].with(limbs[k]->data(), limbs[k]->size()));
    }
    exponents_.resize(a.terms(), shared);
    wanted.push_back(exponents_.with(a.exponent.data(), a.terms()));
    view_.terms = static_cast<std::int64_t>(a.terms());
    if (!a.is_dense()) {
      powers_.resize(a.terms(), shared);
      wanted.push_back(powers_.with(a.power.data(), a.terms()));
      view_.power = powers_.get();
    }
    if (others == nullptr)
      send_together(wanted);
    else
      send_part(wanted, *others, member);
    if (!a.is_dense() && view_.terms > a.degree / 8) spread(a.degree + 1);
    const auto address = [&](int k) { return limbs[k]->empty() ? nullptr : limbs_[k].get(); };
    for (int limb = 0; limb < 2; ++limb) {
      view_.re[limb] = address(limb);
      view_.im[limb] = address(2 + limb);
    }
    view_.exponent = exponents_.get();
  }
  sent_terms(const sent_terms&) = delete;
  sent_terms& operator=(const sent_terms&) = delete;

  [[nodiscard]] const term_view& view() const { return view_; }

 private:
  static void send_part(const std::vector<transfer>& all, meeting& others, std::size_t member) {
    const std::size_t members = others.of.size();
    const auto begin_of = [&](const transfer& t, std::size_t of) { return t.bytes / members * of / 8 * 8; };
    const auto part_of = [&](const transfer& t, std::size_t of) {
      const std::size_t begin = begin_of(t, of), end = of + 1 == members ? t.bytes : begin_of(t, of + 1);
      return transfer{t.device + begin, t.host + begin, end - begin};
    };
    std::vector<transfer> own;
    offer& offered = others.of[member];
    for (const transfer& t : all) {
      own.push_back(part_of(t, member));
      offered.terms.push_back(t.device);
    }
    send_together(own);
    finish();
    others.wait();
    for (std::size_t k = 0; k < all.size(); ++k) {
      for (std::size_t of = 0; of < members; ++of) {
        if (of == member) continue;
        const transfer part = part_of(all[k], of);
        const auto* const there =
            static_cast<const unsigned char*>(others.of[of].terms[k]) + (part.device - all[k].device);
        copy_between(part.device, there, others.of[of].device, part.bytes);
      }
    }
    finish();
    others.wait();
  }

  // Where a good part of all powers is there.
  void spread(std::int64_t powers) {
    spread_terms body{view_.terms, powers_.get(), {}, {}, exponents_.get(), nullptr};
    const auto size = static_cast<std::size_t>(powers);
    memory<double> dense[4];
    memory<std::int64_t> exponents(size);
    exponents.zero();
    body.to_exponent = exponents.get();
    for (int k = 0; k < 4; ++k) {
      if (limbs_[k].size() == 0) continue;
      dense[k].resize(size);
      dense[k].zero();
      body.from[k] = limbs_[k].get();
      body.to[k] = dense[k].get();
    }
    launch(body, groups_of(view_.terms, spread_terms::threads), 1, spread_terms::threads, 0);
    for (int k = 0; k < 4; ++k) std::swap(limbs_[k], dense[k]);
    std::swap(exponents_, exponents);
    view_.power = nullptr;
    view_.terms = powers;
  }

  memory<double> limbs_[4];
  memory<std::int64_t> exponents_, powers_;
  term_view view_;
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
