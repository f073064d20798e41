#pragma once

#include <complex>
#include <functional>

#include "base/team/call.hpp"
#include "vieta/root_batches.hpp"

namespace vieta::root_batches {

/// For rank 0: rows dealt in ranges. `alone` does those of rank 0, in their places.
template <class T>
root_batch_report roots_shared(
    const polynomial_batch<T>& in, const root_batch_output& out, const root_batch_options& options,
    const std::function<root_batch_report(const polynomial_batch<T>&, const root_batch_output&)>& alone);
extern template root_batch_report roots_shared(
    const polynomial_batch<double>&, const root_batch_output&, const root_batch_options&,
    const std::function<root_batch_report(const polynomial_batch<double>&, const root_batch_output&)>&);
extern template root_batch_report roots_shared(
    const polynomial_batch<std::complex<double>>&, const root_batch_output&, const root_batch_options&,
    const std::function<root_batch_report(const polynomial_batch<std::complex<double>>&, const root_batch_output&)>&);
/// For the others.
shared::bytes roots_share(const shared::share& mine);

}  // namespace vieta::root_batches
