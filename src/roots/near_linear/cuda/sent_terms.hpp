#pragma once

#include <vector>

#include "roots/coefficients.hpp"
#include "roots/near_linear/cuda/term_kernels.hpp"

// Include a header before this one that says what memory is: see schedule.hpp.

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

inline int groups_of(std::int64_t count, int size) { return static_cast<int>((count + size - 1) / size); }

/// The terms of a polynomial in the device's memory.
class sent_terms {
 public:
  explicit sent_terms(const coefficients& a) {
    const std::vector<double>* const limbs[4] = {&a.re[0], &a.re[1], &a.im[0], &a.im[1]};
    std::vector<transfer> wanted;
    for (int k = 0; k < 4; ++k) {
      limbs_[k].resize(limbs[k]->size());
      wanted.push_back(limbs_[k].with(limbs[k]->data(), limbs[k]->size()));
    }
    exponents_.resize(a.terms());
    wanted.push_back(exponents_.with(a.exponent.data(), a.terms()));
    view_.terms = static_cast<std::int64_t>(a.terms());
    if (!a.is_dense()) {
      powers_.resize(a.terms());
      wanted.push_back(powers_.with(a.power.data(), a.terms()));
      view_.power = powers_.get();
    }
    send_together(wanted);
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
