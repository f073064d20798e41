// What of the ladder's work lies on a CUDA device, and how it comes there.
#include <algorithm>
#include <map>
#include <optional>

#include "cuda/device.hpp"
#include "cuda/launch.cuh"
#include "roots/cuda/device_horner.hpp"
#include "roots/cuda/device_sums.hpp"
#include "roots/cuda/ladder_device.hpp"

namespace vieta {

namespace {

template <class T>
using memory = near_linear::memory<T>;

// What is asked for again and again in like sizes; it grows by more than it must.
template <class T>
T* at_least(memory<T>& place, std::size_t size) {
  if (place.size() < size || place.get() == nullptr) place.resize(size + size / 4);
  return place.get();
}
template <class T>
cuda::transfer to_device(memory<T>& place, const T* from, std::size_t size) {
  at_least(place, size);
  return place.with(from, size);
}

constexpr std::size_t most_bytes = std::size_t{8} << 30;  // of slices

// A chart as the host made it, and as slices of the length that was asked for last.
struct chart_on_device {
  std::int64_t floor = 0;
  memory<double> re, im;
  memory<std::size_t> start;
  memory<std::int32_t> height;
  bool is_complex = false;

  [[nodiscard]] digit_rows rows() const {
    return {re.get(), is_complex ? im.get() : nullptr, start.get(), height.get()};
  }
};
struct slices_on_device {
  memory<double> re, im;
  std::int64_t floor = 0;
};

int length_for(std::int32_t digits) {
  for (const int length : slice_lengths)
    if (digits + length + 1 <= warp::lanes * length) return length;
  return 0;
}

}  // namespace

struct ladder_device::state {
  explicit state(const target& on) : scope(on) {}

  cuda::device_scope scope;
  std::map<std::int64_t, chart_on_device> charts;                   // by exponent
  std::map<std::pair<std::int64_t, int>, slices_on_device> slices;  // by exponent and length
  memory<slice_rows> rows;
  memory<device_point> points;
  memory<device_sum> sums;
  std::size_t sources = 0;
  memory<double> re_high, im_high, re_low, im_low, weight_re, weight_im, steps, close, out;
  memory<char> stands;
  memory<std::uint32_t> self;
  memory<std::int64_t> exponent;
  memory<close_pair> pairs;
  memory<unsigned> found;

  [[nodiscard]] kernel_nodes nodes() const {
    return {sources, re_high.get(), im_high.get(), re_low.get(), im_low.get()};
  }
  const chart_on_device& chart(const device_chart& c);
  slice_rows rows_of(const device_chart& c, int length);
  void horner(const std::vector<device_chart>& given, const std::vector<device_point>& all,
              std::vector<device_sum>& result);
};

const chart_on_device& ladder_device::state::chart(const device_chart& c) {
  chart_on_device& place = charts[c.exponent];
  if (place.start.size() > 0 && place.floor == c.floor) return place;
  const auto digits = static_cast<std::size_t>(c.digit_count), count = static_cast<std::size_t>(c.row_count);
  place.is_complex = c.rows.im != nullptr;
  std::vector<cuda::transfer> all = {to_device(place.re, c.rows.re, digits),
                                     to_device(place.start, c.rows.start, count),
                                     to_device(place.height, c.rows.height, count)};
  if (place.is_complex) all.push_back(to_device(place.im, c.rows.im, digits));
  cuda::send_together(all);
  place.floor = c.floor;
  return place;
}

// No pointer where they would take too much memory.
slice_rows ladder_device::state::rows_of(const device_chart& c, int length) {
  slice_rows result;
  result.slices = c.highest_digit / length + 2 + warp::lanes;
  const std::size_t size = static_cast<std::size_t>(c.row_count) * static_cast<std::size_t>(length) *
                           static_cast<std::size_t>(result.slices);
  if (size * sizeof(double) > most_bytes / 2) return result;
  const chart_on_device& there = chart(c);
  slices_on_device& place = slices[{c.exponent, length}];
  const bool is_known = place.re.get() != nullptr && place.floor == c.floor;
  result.re = at_least(place.re, size);
  result.im = there.is_complex ? at_least(place.im, size) : nullptr;
  result.height = there.height.get();
  if (!is_known)
    cut_into_slices(there.rows(), c.row_count, length, result.slices, place.re.get(),
                    there.is_complex ? place.im.get() : nullptr);
  place.floor = c.floor;
  return result;
}

// All lengths beside each other: each takes as many steps as the polynomial has terms, and few fill the device.
void ladder_device::state::horner(const std::vector<device_chart>& given, const std::vector<device_point>& all,
                                  std::vector<device_sum>& result) {
  std::size_t bytes = 0;
  for (const auto& [of, there] : slices) bytes += (there.re.size() + there.im.size()) * sizeof(double);
  if (bytes > most_bytes) slices.clear();
  std::vector<slice_rows> cut;
  std::vector<std::uint32_t> taken;
  std::vector<device_point> own;
  std::vector<std::size_t> ends;
  for (const int length : slice_lengths) {
    const std::size_t before = cut.size();
    cut.resize(before + given.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (length_for(all[k].digits) != length) continue;
      device_point point = all[k];
      const auto chart = static_cast<std::size_t>(point.chart);
      slice_rows& r = cut[before + chart];
      if (r.slices == 0) r = rows_of(given[chart], length);
      // A sum that ends above all digits is 0, and the host's: a window that high would lie outside of the rows.
      const std::int32_t end = point.base + static_cast<std::int32_t>(point.highest * point.slope);
      if (r.re == nullptr || end / length + warp::lanes > r.slices) continue;
      point.chart = static_cast<std::int32_t>(before + chart);
      taken.push_back(static_cast<std::uint32_t>(k));
      own.push_back(point);
    }
    ends.push_back(own.size());
  }
  if (taken.empty()) return;
  std::vector<device_sum> own_sums(taken.size());
  cuda::send_together({to_device(rows, cut.data(), cut.size()), to_device(points, own.data(), own.size())});
  at_least(sums, taken.size());
  std::size_t begin = 0;
  for (std::size_t which = 0; which < ends.size(); ++which) {
    if (ends[which] > begin) {
      near_linear::side_streams::turn_to(1 + static_cast<int>(which));
      horner_at(slice_lengths[which], rows.get(), points.get() + begin, sums.get() + begin,
                static_cast<std::int64_t>(ends[which] - begin), near_linear::side_streams::current());
    }
    begin = ends[which];
  }
  near_linear::side_streams::turn_to(0);
  cuda::fetch_together({sums.with(own_sums.data(), own_sums.size())});
  for (std::size_t k = 0; k < taken.size(); ++k) result[taken[k]] = own_sums[k];
}

ladder_device::ladder_device(const target& on) : state_(std::make_unique<state>(on)) {}
ladder_device::~ladder_device() = default;

const std::string& ladder_device::name() const { return state_->scope.name(); }

void ladder_device::horner(const std::vector<device_chart>& charts, const std::vector<device_point>& points,
                           std::vector<device_sum>& sums) {
  sums.assign(points.size(), {});
  state_->horner(charts, points, sums);
}

void ladder_device::hold(const kernel_nodes& sources, const double* weight_re, const double* weight_im) {
  state& s = *state_;
  const std::size_t n = s.sources = sources.count;
  std::vector<cuda::transfer> all = {to_device(s.re_high, sources.re_high, n), to_device(s.im_high, sources.im_high, n),
                                     to_device(s.re_low, sources.re_low, n), to_device(s.im_low, sources.im_low, n)};
  if (weight_re != nullptr) {
    all.push_back(to_device(s.weight_re, weight_re, n));
    all.push_back(to_device(s.weight_im, weight_im, n));
  }
  cuda::send_together(all);
}

void ladder_device::secular_walk(const secular_rest& rest, const std::vector<std::uint32_t>& self, double* step_re,
                                 double* step_im) {
  state& s = *state_;
  const std::size_t count = self.size(), n = s.sources;
  if (count == 0) return;
  cuda::send_together({to_device(s.self, self.data(), count)});
  // Steps as they are and as they are going to be, then what the targets moved by last; none has moved so far.
  double* const planes = at_least(s.steps, 4 * n + 2 * count);
  s.steps.zero(4 * n + 2 * count);
  at_least(s.stands, count);
  s.stands.zero(count);
  secular_task task{s.nodes(),
                    s.weight_re.get(),
                    s.weight_im.get(),
                    planes,
                    planes + n,
                    planes + 2 * n,
                    planes + 3 * n,
                    s.self.get(),
                    static_cast<std::int64_t>(count),
                    planes + 4 * n,
                    planes + 4 * n + count,
                    s.stands.get(),
                    rest};
  for (int step = 0; step < secular_steps; ++step) {
    task.round = step;
    start(task);
    double *const read_re = task.next_re, *const read_im = task.next_im;
    task.next_re = const_cast<double*>(task.step_re);
    task.next_im = const_cast<double*>(task.step_im);
    task.step_re = read_re;
    task.step_im = read_im;
  }
  std::vector<double> all(4 * n);
  cuda::fetch_together({s.steps.with(all.data(), all.size())});
  const double* const last = all.data() + (task.step_re - planes);
  for (const std::uint32_t i : self) {
    step_re[i] = last[i];
    step_im[i] = last[n + i];
  }
}

void ladder_device::difference_products(const std::vector<std::uint32_t>& self, const double* close_distance,
                                        double* re, double* im, std::int64_t* exponent,
                                        std::vector<close_pair>& pairs) {
  state& s = *state_;
  const std::size_t count = self.size();
  pairs.clear();
  if (count == 0) return;
  unsigned capacity = static_cast<unsigned>(std::max<std::size_t>(1024, 2 * s.sources)), found = 0;
  cuda::send_together({to_device(s.self, self.data(), count), to_device(s.close, close_distance, count)});
  double* const out = at_least(s.out, 2 * count);
  for (;;) {
    at_least(s.pairs, capacity);
    found = 0;
    cuda::send_together({to_device(s.found, &found, 1)});
    start(product_task{s.nodes(), s.self.get(), s.close.get(), static_cast<std::int64_t>(count), out, out + count,
                       at_least(s.exponent, count), s.pairs.get(), capacity, s.found.get()});
    cuda::fetch_together({s.found.with(&found, 1)});
    if (found <= capacity) break;
    capacity = found;
  }
  pairs.resize(found);
  std::vector<double> all(2 * count);
  cuda::fetch_together(
      {s.out.with(all.data(), all.size()), s.exponent.with(exponent, count), s.pairs.with(pairs.data(), pairs.size())});
  std::copy_n(all.data(), count, re);
  std::copy_n(all.data() + count, count, im);
}

}  // namespace vieta
