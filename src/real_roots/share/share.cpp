#include "real_roots/share/share.hpp"

#include <algorithm>
#include <cstring>

namespace vieta {
namespace {

template <class T>
struct real_rows_call {
  shared::member_target on;
  real_interval<T> interval;
  T absolute_tolerance = 0, relative_tolerance = 0;
  real_roots_method method{};
  int degree = 0;
};

/// What a member found in its rows, close together.
template <class T>
struct real_rows_found {
  real_roots_report report;
  std::vector<T> roots;
  std::vector<std::uint8_t> counts;
  std::vector<real_roots_status> statuses;
  std::vector<std::uint64_t> touching;
};

template <class T>
shared::bytes rows_share(const shared::share& mine, shared::reader& in) {
  real_rows_call<T> call;
  in >> call;
  const auto numbers = shared::unpacked<std::vector<T>>(mine.part);
  const auto degree = static_cast<std::size_t>(call.degree);
  const polynomial_batch<T> rows{numbers.data(), numbers.size() / (degree + 1), call.degree};
  real_rows_found<T> found;
  if (rows.count == 0) return shared::packed(found);
  found.roots.resize(rows.count * degree), found.counts.resize(rows.count);
  found.statuses.resize(rows.count), found.touching.resize(rows.count);
  real_roots_options<T> options;
  options.absolute_tolerance = call.absolute_tolerance, options.relative_tolerance = call.relative_tolerance;
  options.method = call.method;
  options.on = call.on.of(mine.rank);
  found.report = real_roots_into(
      rows, call.interval,
      real_roots_output<T>{found.roots.data(), found.counts.data(), found.statuses.data(), found.touching.data(), 0},
      options);
  return shared::packed(found);
}

}  // namespace

template <class T>
real_roots_report real_roots_shared(
    const polynomial_batch<T>& in, real_interval<T> interval, const real_roots_output<T>& out,
    const real_roots_options<T>& options,
    const std::function<real_roots_report(const polynomial_batch<T>&, const real_roots_output<T>&)>& alone) {
  const auto degree = static_cast<std::size_t>(in.degree);
  const std::size_t row = in.stride == 0 ? degree + 1 : in.stride, places = out.stride == 0 ? degree : out.stride;
  const auto out_from = [&](std::size_t at) {
    return real_roots_output<T>{out.roots + at * places, out.counts + at, out.statuses + at,
                                out.touching == nullptr ? nullptr : out.touching + at, out.stride};
  };
  real_roots_report report;
  shared::with_devices(options.on, nullptr, [&](const target& on) {
    const int size = on.ranks->size();
    std::vector<shared::bytes> parts(1);
    for (int rank = 1; rank < size; ++rank) {
      const team_share s = share_of(in.count, rank, size);
      if (row == degree + 1) {
        parts.push_back(shared::writer().range(in.coefficients + s.begin * row, (s.end - s.begin) * row).take());
        continue;
      }
      std::vector<T> numbers;
      for (std::size_t i = s.begin; i < s.end; ++i)
        numbers.insert(numbers.end(), in.coefficients + i * row, in.coefficients + i * row + degree + 1);
      parts.push_back(shared::packed(numbers));
    }
    const real_rows_call<T> call{shared::member_target(on),  interval,       options.absolute_tolerance,
                                 options.relative_tolerance, options.method, in.degree};
    const team_share own = share_of(in.count, 0, size);
    const std::vector<shared::bytes> arrived = shared::deal(
        *on.ranks, shared::work::real_rows, shared::packed(std::is_same_v<T, float>, call), std::move(parts), [&] {
          report = alone({in.coefficients, own.end, in.degree, in.order, in.stride}, out_from(0));
          return shared::bytes();
        });
    for (int rank = 1; rank < size; ++rank) {
      const team_share s = share_of(in.count, rank, size);
      if (s.end == s.begin) continue;
      const auto found = shared::unpacked<real_rows_found<T>>(arrived[static_cast<std::size_t>(rank)]);
      const real_roots_output<T> to = out_from(s.begin);
      for (std::size_t i = 0; i < found.counts.size(); ++i)
        std::copy_n(found.roots.data() + i * degree, degree, to.roots + i * places);
      std::copy(found.counts.begin(), found.counts.end(), to.counts);
      std::copy(found.statuses.begin(), found.statuses.end(), to.statuses);
      if (to.touching != nullptr) std::copy(found.touching.begin(), found.touching.end(), to.touching);
      const real_roots_report& r = found.report;
      report.polynomials += r.polynomials, report.roots += r.roots, report.ok += r.ok, report.touching += r.touching;
      report.unresolved += r.unresolved, report.zero_polynomials += r.zero_polynomials;
      report.bad_inputs += r.bad_inputs, report.clustered += r.clustered;
      report.seconds = std::max(report.seconds, r.seconds);
    }
  });
  return report;
}

template real_roots_report real_roots_shared(
    const polynomial_batch<float>&, real_interval<float>, const real_roots_output<float>&,
    const real_roots_options<float>&,
    const std::function<real_roots_report(const polynomial_batch<float>&, const real_roots_output<float>&)>&);
template real_roots_report real_roots_shared(
    const polynomial_batch<double>&, real_interval<double>, const real_roots_output<double>&,
    const real_roots_options<double>&,
    const std::function<real_roots_report(const polynomial_batch<double>&, const real_roots_output<double>&)>&);

shared::bytes real_roots_share(const shared::share& mine) {
  shared::reader in(mine.common);
  return in.get<bool>() ? rows_share<float>(mine, in) : rows_share<double>(mine, in);
}

}  // namespace vieta
