#include "roots/batch/share/share.hpp"

#include <algorithm>

namespace vieta::root_batches {
namespace {

struct root_rows_call {
  shared::member_target on;
  int digits = 15, degree = 0;
};

/// What a member found in its rows, close together.
struct root_rows_found {
  root_batch_report report;
  std::vector<std::complex<double>> roots;
  std::vector<double> radii;
  std::vector<batch_root_status> root_statuses;
  std::vector<std::uint8_t> counts;
  std::vector<root_batch_status> statuses;
};

template <class T>
shared::bytes rows_share(const shared::share& mine, shared::reader& in) {
  const auto call = in.get<root_rows_call>();
  const auto numbers = shared::unpacked<std::vector<T>>(mine.part);
  const auto degree = static_cast<std::size_t>(call.degree);
  const polynomial_batch<T> rows{numbers.data(), numbers.size() / (degree + 1), call.degree};
  root_rows_found found;
  if (rows.count == 0) return shared::packed(found);
  const std::size_t places = rows.count * degree;
  found.roots.resize(places), found.radii.resize(places), found.root_statuses.resize(places);
  found.counts.resize(rows.count), found.statuses.resize(rows.count);
  root_batch_options options;
  options.digits = call.digits;
  options.on = call.on.of(mine.rank);
  found.report = roots_into(
      rows,
      {found.roots.data(), found.radii.data(), found.root_statuses.data(), found.counts.data(), found.statuses.data()},
      options);
  return shared::packed(found);
}

}  // namespace

template <class T>
root_batch_report roots_shared(
    const polynomial_batch<T>& in, const root_batch_output& out, const root_batch_options& options,
    const std::function<root_batch_report(const polynomial_batch<T>&, const root_batch_output&)>& alone) {
  const auto degree = static_cast<std::size_t>(in.degree);
  const std::size_t row = in.stride == 0 ? degree + 1 : in.stride, places = out.stride == 0 ? degree : out.stride;
  root_batch_report report;
  shared::with_devices(options.on, nullptr, [&](const target& on) {
    const int size = on.ranks->size();
    std::vector<shared::bytes> parts(1);
    for (int rank = 1; rank < size; ++rank) {
      const team_share s = share_of(in.count, rank, size);
      std::vector<T> numbers;
      numbers.reserve((s.end - s.begin) * (degree + 1));
      for (std::size_t i = s.begin; i < s.end; ++i)
        numbers.insert(numbers.end(), in.coefficients + i * row, in.coefficients + i * row + degree + 1);
      parts.push_back(shared::packed(numbers));
    }
    const root_rows_call call{shared::member_target(on), options.digits, in.degree};
    const team_share own = share_of(in.count, 0, size);
    const std::vector<shared::bytes> arrived = shared::deal(
        *on.ranks, shared::work::root_rows, shared::packed(std::is_same_v<T, double>, call), std::move(parts), [&] {
          report = alone({in.coefficients, own.end, in.degree, in.order, in.stride}, out);
          return shared::bytes();
        });
    for (int rank = 1; rank < size; ++rank) {
      const team_share s = share_of(in.count, rank, size);
      if (s.end == s.begin) continue;
      const auto found = shared::unpacked<root_rows_found>(arrived[static_cast<std::size_t>(rank)]);
      for (std::size_t i = s.begin; i < s.end; ++i) {
        const std::size_t from = (i - s.begin) * degree, to = i * places;
        std::copy_n(found.roots.data() + from, degree, out.roots + to);
        std::copy_n(found.radii.data() + from, degree, out.radii + to);
        if (out.root_statuses != nullptr)
          std::copy_n(found.root_statuses.data() + from, degree, out.root_statuses + to);
      }
      std::copy(found.counts.begin(), found.counts.end(), out.counts + s.begin);
      std::copy(found.statuses.begin(), found.statuses.end(), out.statuses + s.begin);
      const root_batch_report& r = found.report;
      report.polynomials += r.polynomials, report.complete += r.complete, report.partial += r.partial;
      report.zero_polynomials += r.zero_polynomials, report.bad_inputs += r.bad_inputs;
      report.roots += r.roots, report.one_by_one += r.one_by_one;
      report.seconds = std::max(report.seconds, r.seconds);
    }
  });
  return report;
}

template root_batch_report roots_shared(
    const polynomial_batch<double>&, const root_batch_output&, const root_batch_options&,
    const std::function<root_batch_report(const polynomial_batch<double>&, const root_batch_output&)>&);
template root_batch_report roots_shared(
    const polynomial_batch<std::complex<double>>&, const root_batch_output&, const root_batch_options&,
    const std::function<root_batch_report(const polynomial_batch<std::complex<double>>&, const root_batch_output&)>&);

shared::bytes roots_share(const shared::share& mine) {
  shared::reader in(mine.common);
  return in.get<bool>() ? rows_share<double>(mine, in) : rows_share<std::complex<double>>(mine, in);
}

}  // namespace vieta::root_batches
