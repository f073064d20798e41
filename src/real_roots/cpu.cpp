#include "real_roots/cpu.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "base/cpu_target.hpp"
#include "base/parallel_for.hpp"
#include "real_roots/memory.hpp"
#include "real_roots/plan.hpp"
#include "real_roots/scalar.hpp"
#include "real_roots/to_unit.hpp"
#include "vieta/core/ascending.hpp"
#include "vieta/core/cluster_places.hpp"

namespace vieta {
namespace {

// Where coefficient k of polynomial i, and root k of polynomial i, are.
struct steps {
  std::size_t between_places, between_polynomials;
};
template <class T>
steps input_steps(const polynomial_batch<T>& in) {
  const std::size_t row = static_cast<std::size_t>(in.degree) + 1;
  if (in.order == coefficient_order::rows) return {1, in.stride ? in.stride : row};
  return {in.stride ? in.stride : in.count, 1};
}
template <class T>
steps output_steps(const polynomial_batch<T>& in, const real_roots_output<T>& out) {
  const std::size_t row = static_cast<std::size_t>(in.degree);
  if (in.order == coefficient_order::rows) return {1, out.stride ? out.stride : row};
  return {out.stride ? out.stride : in.count, 1};
}

/// Coefficients of one polynomial, wherever they are.
template <class T>
struct apart {
  const T* first;
  std::size_t step;
  T operator[](int k) const { return first[static_cast<std::size_t>(k) * step]; }
};

template <class T>
struct writer {
  const real_roots_output<T>& out;
  steps step;
  int degree;

  /// `roots`: as found, and for the coefficients c in the same frame.
  void write_settled(std::size_t i, const apart<T>& c, T* roots, int count, real_roots_status status,
                     std::uint64_t touching) const {
    const bool solved = status == real_roots_status::touching || status == real_roots_status::clustered;
    if (solved && core::detail::settle_touches<T>(c, degree, roots, count, touching))
      status = real_roots_status::clustered;
    write(i, roots, count, status, touching);
  }

  void write(std::size_t i, const T* roots, int count, real_roots_status status, std::uint64_t touching) const {
    T* const to = out.roots + i * step.between_polynomials;
    for (int k = 0; k < degree; ++k) {
      to[static_cast<std::size_t>(k) * step.between_places] =
          k < count ? roots[k] : std::numeric_limits<T>::quiet_NaN();
    }
    out.counts[i] = static_cast<std::uint8_t>(count);
    out.statuses[i] = status;
    if (out.touching) out.touching[i] = touching;
  }
};

// Up to this degree the derivative chain is faster (docs/benchmarks.md).
constexpr int chain_up_to = 5;

template <class T>
class schedule {
 public:
  schedule(const polynomial_batch<T>& polynomials, real_interval<T> interval, const real_roots_output<T>& out,
           const real_roots_options<T>& options, const block_kernels<T>& kernels, planned<T>& place_for_plan)
      : in_(polynomials),
        interval_(interval),
        wanted_{options.absolute_tolerance, options.relative_tolerance},
        input_(input_steps(polynomials)),
        writer_{out, output_steps(polynomials, out), polynomials.degree},
        planned_(place_for_plan),
        lanes_(kernels.lanes) {
    const int degree = polynomials.degree;
    const bool chain = options.method == real_roots_method::derivatives || degree == 2 ||  // a formula
                       (options.method == real_roots_method::automatic && degree <= chain_up_to);
    const int kernel_degree = chain ? chain_degree_for(degree) : bernstein_degree_for(degree);
    make_plan(degree, kernel_degree, interval, options, kernels.lanes, place_for_plan);
    if (planned_.usable) {
      kernel_ = (chain ? kernels.derivatives : kernels.bernstein)[kernel_degree];
      left_over_ = kernels.left_over[left_over_degree_for(degree)];
    }
  }

  /// The same for other polynomials of that degree and order.
  schedule(const schedule& like, const polynomial_batch<T>& polynomials, const real_roots_output<T>& out)
      : in_(polynomials),
        interval_(like.interval_),
        wanted_(like.wanted_),
        input_(input_steps(polynomials)),
        writer_{out, output_steps(polynomials, out), polynomials.degree},
        planned_(like.planned_),
        lanes_(like.lanes_),
        kernel_(like.kernel_),
        left_over_(like.left_over_) {}

  /// Whether there are kernels for the interval; else each polynomial takes the careful path.
  bool is_fast() const { return kernel_ != nullptr; }

  std::size_t block_size() const { return kernel_ ? static_cast<std::size_t>(planned_.plan.block_size) : 64; }

  void solve(std::size_t begin, std::size_t end) const {
    if (!kernel_) {
      for (std::size_t i = begin; i < end; ++i) solve_carefully(i);
      return;
    }
    thread_local scratch_bytes bytes;
    const block_arena<T> arena(planned_.plan, lanes_, bytes);
    std::size_t left_over[most_lanes];
    int waiting = 0;
    for (std::size_t first = begin; first < end; first += block_size()) {
      const std::size_t count = std::min(end - first, block_size());
      const block_input<T> block{in_.coefficients + first * input_.between_polynomials, input_.between_places,
                                 input_.between_polynomials, static_cast<int>(count)};
      kernel_(planned_.plan, block, arena.memory(), output_from(first));
      const std::uint8_t* const attentions = arena.memory().attention;
      for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t eight = 0;  // most of the time: nothing in all of them
        if (i % 8 == 0 && i + 8 <= count) {
          std::memcpy(&eight, attentions + i, 8);
          if (eight == 0) {
            i += 7;
            continue;
          }
        }
        const std::uint8_t attention = attentions[i];
        if (attention == block_attention::none) continue;
        // Two places of a cubic may have been improved to the same root, beside which noise hides the other one.
        if (attention == block_attention::unsorted && in_.degree != 3)
          write_sorted(arena.memory(), first + i, i);
        else
          left_over[waiting++] = first + i;
        if (waiting == lanes_) {
          solve_left_over(left_over, waiting);
          waiting = 0;
        }
      }
    }
    if (waiting > 0) solve_left_over(left_over, waiting);
  }

  void solve_carefully(std::size_t i) const {
    T ascending[65], roots[64];
    const T* const from = in_.coefficients + i * input_.between_polynomials;
    for (std::size_t k = 0; k <= static_cast<std::size_t>(in_.degree); ++k)
      ascending[k] = from[k * input_.between_places];
    const core::real_roots_answer answer = solve_one(ascending, in_.degree, interval_.lo, interval_.hi, wanted_, roots);
    writer_.write_settled(i, coefficients_of(i), roots, answer.count, answer.status, answer.touching);
  }

 private:
  void solve_left_over(const std::size_t* which, int n) const {
    T columns[65 * most_lanes];
    const std::size_t lanes = static_cast<std::size_t>(lanes_);
    for (std::size_t k = 0; k <= static_cast<std::size_t>(in_.degree); ++k) {
      for (std::size_t i = 0; i < lanes; ++i) {
        columns[k * lanes + i] =
            i < static_cast<std::size_t>(n)
                ? in_.coefficients[which[i] * input_.between_polynomials + k * input_.between_places]
                : T(0);
      }
    }
    left_over_answer<T> answers[most_lanes];
    const unsigned answered = left_over_(planned_.plan, columns, answers);
    for (int i = 0; i < n; ++i) {
      if (answered >> i & 1 && core::is_ascending(answers[i].roots, answers[i].count) &&
          !has_neighbours(answers[i].roots, answers[i].count))
        writer_.write_settled(which[i], coefficients_of(which[i]), answers[i].roots, answers[i].count,
                              answers[i].status, answers[i].touching);
      else
        solve_carefully(which[i]);
    }
  }

  apart<T> coefficients_of(std::size_t i) const {
    return {in_.coefficients + i * input_.between_polynomials, input_.between_places};
  }

  bool is_coarse() const { return wanted_.absolute > 0 || wanted_.relative > 0; }

  block_output<T> output_from(std::size_t first) const {
    const real_roots_output<T>& out = writer_.out;
    return {out.roots + first * writer_.step.between_polynomials,
            writer_.step.between_places,
            writer_.step.between_polynomials,
            out.counts + first,
            out.statuses + first,
            out.touching ? out.touching + first : nullptr};
  }

  // Touches were found late and stand behind their places; neighbouring ones are one. Roots that a coarse tolerance has
  // brought together are told apart without it.
  void write_sorted(const block_memory<T>& memory, std::size_t to, std::size_t i) const {
    const block_plan<T>& plan = planned_.plan;
    struct listed {
      T t;
      bool touches;
    } found[64];
    int count = 0;
    for (int s = 0; s < static_cast<int>(memory.slots[i]); ++s) {
      const T t = memory.root[static_cast<std::size_t>(s * plan.block_size) + i];
      if (t <= 1) found[count++] = {t, (memory.touching[i] >> s & 1) != 0};
    }
    std::sort(found, found + count, [](const listed& a, const listed& b) { return a.t < b.t; });
    const T merge = plan.piece[0].width * power_of_two<T>(1 - plan.deepest);
    T roots[64];
    std::uint64_t touching = 0;
    int kept = 0;
    for (int k = 0; k < count; ++k) {
      const T x = scale_by_power_of_two(found[k].t, plan.exponent);
      const bool after_touch = kept > 0 && (touching >> (kept - 1) & 1) != 0;
      if (found[k].touches && after_touch && found[k].t - found[k - 1].t <= merge) continue;
      if (is_coarse() && kept > 0 && x == roots[kept - 1]) return solve_carefully(to);
      core::append_root(roots, kept, touching, x, found[k].touches);
    }
    const bool clustered = writer_.out.statuses[to] == real_roots_status::clustered;  // the kernel says so
    writer_.write_settled(to, coefficients_of(to), roots, kept,
                          clustered       ? real_roots_status::clustered
                          : touching != 0 ? real_roots_status::touching
                                          : real_roots_status::ok,
                          touching);
  }

  const polynomial_batch<T>& in_;
  real_interval<T> interval_;
  core::tolerance<T> wanted_;
  steps input_;
  writer<T> writer_;
  const planned<T>& planned_;
  int lanes_;
  block_kernel<T> kernel_ = nullptr;
  left_over_solver<T> left_over_ = nullptr;
};

/// Blocks of polynomials in an interval without an end, or a wide one: each is brought to the unit interval by its own
/// power of two, and its roots are brought back. What does not fit is left to the careful path.
template <class T>
class wide_schedule {
 public:
  wide_schedule(const polynomial_batch<T>& polynomials, real_interval<T> interval, const real_roots_output<T>& out,
                T relative, const schedule<T>& in_unit, const schedule<T>& in_interval)
      : in_(polynomials),
        interval_(interval),
        out_(out),
        relative_(relative),
        input_(input_steps(polynomials)),
        output_(output_steps(polynomials, out)),
        in_unit_(in_unit),
        in_interval_(in_interval) {}

  std::size_t block_size() const { return in_unit_.block_size(); }

  void solve(std::size_t begin, std::size_t end) const {
    for (std::size_t first = begin; first < end; first += block_size())
      solve_block(first, std::min(end - first, block_size()));
  }

 private:
  struct places {
    T* first;
    std::size_t between;
    T& operator[](int k) const { return first[static_cast<std::size_t>(k) * between]; }
  };

  void solve_block(std::size_t first, std::size_t count) const {
    thread_local std::vector<T> coefficients;
    thread_local std::vector<int> exponents;
    const bool rows = in_.order == coefficient_order::rows;
    const std::size_t size = static_cast<std::size_t>(in_.degree) + 1;
    coefficients.resize(size * count);
    exponents.resize(count);
    const polynomial_batch<T> scaled{coefficients.data(), count, in_.degree, in_.order};
    for (std::size_t i = 0; i < count; ++i) {
      exponents[i] = to_unit(in_.coefficients + (first + i) * input_.between_polynomials, input_.between_places,
                             in_.degree, interval_, coefficients.data() + i * (rows ? size : 1), rows ? 1 : count);
    }
    const real_roots_output<T> part{out_.roots + first * output_.between_polynomials, out_.counts + first,
                                    out_.statuses + first, out_.touching ? out_.touching + first : nullptr,
                                    rows ? output_.between_polynomials : output_.between_places};
    schedule<T>(in_unit_, scaled, part).solve(0, count);
    for (std::size_t i = 0; i < count; ++i) {
      core::real_roots_answer answer{part.counts[i], part.statuses[i]};
      const places roots{part.roots + i * output_.between_polynomials, output_.between_places};
      if (from_unit(roots, answer, exponents[i], interval_, relative_))
        part.counts[i] = static_cast<std::uint8_t>(answer.count);
      else
        in_interval_.solve_carefully(first + i);
    }
  }

  const polynomial_batch<T>& in_;
  const real_interval<T> interval_;
  const real_roots_output<T>& out_;
  const T relative_;
  steps input_, output_;
  const schedule<T>&in_unit_, &in_interval_;
};

}  // namespace

template <class T>
void real_roots_on_cpu(const polynomial_batch<T>& polynomials, real_interval<T> interval,
                       const real_roots_output<T>& out, const real_roots_options<T>& options, std::string& target) {
  const block_kernels<T>& kernels = real_roots_kernels<T>(detect_isa());
  thread_local planned<T> place_for_plan;
  const schedule<T> work(polynomials, interval, out, options, kernels, place_for_plan);
  const int threads = thread_count(options.on.threads);
  target = cpu_target(name(kernels.level), threads);
  const auto share_out = [&](const auto& schedule) {
    const std::size_t size = schedule.block_size(), blocks = (polynomials.count + size - 1) / size;
    const std::size_t grain = std::max<std::size_t>(1, 16384 / size);
    const auto solve_blocks = [&](std::size_t begin, std::size_t end) {
      schedule.solve(begin * size, std::min(end * size, polynomials.count));
    };
    parallel_for(blocks, grain, threads, std::cref(solve_blocks));
  };
  const std::optional<real_interval<T>> unit = unit_interval(interval);
  if (work.is_fast() || !unit) return share_out(work);
  thread_local planned<T> place_for_unit;
  real_roots_options<T> as_fine_as_can_be = options;
  as_fine_as_can_be.absolute_tolerance = 0;  // each polynomial would have another one
  const schedule<T> in_unit(polynomials, *unit, out, as_fine_as_can_be, kernels, place_for_unit);
  share_out(wide_schedule<T>(polynomials, interval, out, place_for_unit.plan.relative, in_unit, work));
}

template void real_roots_on_cpu<float>(const polynomial_batch<float>&, real_interval<float>,
                                       const real_roots_output<float>&, const real_roots_options<float>&, std::string&);
template void real_roots_on_cpu<double>(const polynomial_batch<double>&, real_interval<double>,
                                        const real_roots_output<double>&, const real_roots_options<double>&,
                                        std::string&);

}  // namespace vieta
