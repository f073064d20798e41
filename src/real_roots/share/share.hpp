#pragma once

#include <functional>

#include "base/team/call.hpp"
#include "vieta/real_roots.hpp"

namespace vieta {

/// For rank 0: rows dealt in ranges. `alone` does those of rank 0, in their places.
template <class T>
real_roots_report real_roots_shared(
    const polynomial_batch<T>& in, real_interval<T> interval, const real_roots_output<T>& out,
    const real_roots_options<T>& options,
    const std::function<real_roots_report(const polynomial_batch<T>&, const real_roots_output<T>&)>& alone);
extern template real_roots_report real_roots_shared(
    const polynomial_batch<float>&, real_interval<float>, const real_roots_output<float>&,
    const real_roots_options<float>&,
    const std::function<real_roots_report(const polynomial_batch<float>&, const real_roots_output<float>&)>&);
extern template real_roots_report real_roots_shared(
    const polynomial_batch<double>&, real_interval<double>, const real_roots_output<double>&,
    const real_roots_options<double>&,
    const std::function<real_roots_report(const polynomial_batch<double>&, const real_roots_output<double>&)>&);
/// For the others.
shared::bytes real_roots_share(const shared::share& mine);

}  // namespace vieta
