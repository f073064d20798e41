#include "minimax/rounded/rounded_check.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <mutex>
#include <optional>
#include <thread>

#include "base/float_environment.hpp"
#include "base/parallel_for.hpp"
#include "minimax/rounded/truth.hpp"

namespace vieta::approximation {

namespace {

constexpr std::uint32_t bits_of_infinity = 0x7f800000, sign_bit = 0x80000000, end_of_floats = 0x80000000;
constexpr float turns_from = 64;  ///< where neighbours are too far apart for Taylor polynomials

float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }
std::uint32_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }
double double_of(std::uint64_t bits) { return std::bit_cast<double>(bits); }

/// A run of floats of one sign whose magnitudes have neighbouring bits, without `end`.
struct stretch {
  std::uint32_t begin = 0, end = 0;
  bool negative = false;
};

bool contains(float from, float to, float x) {
  return (x >= from && x < to) || (x == from && from == to);  // that of infinity is [infinity, infinity)
}

/// The magnitudes at which another piece or claim begins, on one side of zero.
std::vector<std::uint32_t> cuts_of(const rounded_function& f, bool negative) {
  std::vector<std::uint32_t> cuts = {bits_of_infinity, bits_of_infinity + 1, end_of_floats};
  const auto cut = [&](float at) {
    if (at == 0 || std::signbit(at) != negative) return;
    cuts.push_back(bits_of(std::fabs(at)) + (negative ? 1 : 0));
  };
  for (const rounded_piece& p : f.pieces) cut(p.from), cut(p.to);
  for (const rounded_claim& c : f.claims) cut(c.from), cut(c.to);
  cuts.push_back(1);  // behind zero
  if (f.periodic) cuts.push_back(bits_of(turns_from));
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

/// What all threads read.
struct check_plan {
  const rounded_function& f;
  std::vector<placed_program> codes;  ///< one for each piece
  std::vector<const std::uint64_t*> tables;
  std::array<std::vector<std::uint32_t>, 2> cuts;
  std::optional<turn_pieces> sines, cosines;
  const lane_kernels& kernels = find_lane_kernels();

  explicit check_plan(const rounded_function& function) : f(function) {
    for (const rounded_piece& p : f.pieces) codes.emplace_back(p.program);
    for (const lane_table& t : f.tables) tables.push_back(t.entries.data());
    cuts = {cuts_of(f, false), cuts_of(f, true)};
    if (!f.periodic) return;
    if (f.kind != operation::cos) sines.emplace(operation::sin);
    if (f.kind != operation::sin) cosines.emplace(operation::cos);
  }
};

/// The work of one thread on one stretch.
class thread_check {
 public:
  thread_check(const check_plan& plan, rounded_findings& found)
      : plan_(plan), found_(found), memories_(plan.codes.size()) {}

  /// False where time is up.
  bool run(stretch s, const run_limits& limits, std::atomic<std::uint64_t>& done) {
    const std::uint64_t each = plan_.f.symmetry == rounded_symmetry::none ? 1 : 2;
    const std::vector<std::uint32_t>& cuts = plan_.cuts[s.negative ? 1 : 0];
    while (s.begin < s.end) {
      const std::uint32_t cut = std::min(s.end, *std::upper_bound(cuts.begin(), cuts.end(), s.begin));
      const std::uint32_t before = s.begin;
      if (limits.must_stop()) return false;
      const stretch part{s.begin, cut, s.negative};
      const float x = signed_float(part, part.begin);
      choose_piece(x);
      s.begin = cut;
      if (std::isnan(x))
        run_claim({0, 0, rounded_truth::nothing, 0, false, 0}, part);
      else if (const rounded_claim* claim = claim_at(x))
        run_claim(*claim, part);
      else if (plan_.f.periodic && std::fabs(x) >= turns_from)
        run_turns(part);
      else if (!run_series(part, limits))
        return false;
      found_.done += each * (cut - before);
      done += each * (cut - before);
    }
    return true;
  }

 private:
  static constexpr std::size_t most = lanes_at_once;

  static float signed_float(const stretch& s, std::uint32_t bits) {
    return float_of(bits | (s.negative ? sign_bit : 0));
  }

  void choose_piece(float x) {
    const std::vector<rounded_piece>& pieces = plan_.f.pieces;
    piece_ = pieces.size() - 1;
    for (std::size_t k = 0; k < pieces.size(); ++k)
      if (contains(pieces[k].from, pieces[k].to, x)) piece_ = k;
    if (memories_[piece_].empty()) memories_[piece_] = plan_.codes[piece_].memory();
  }

  [[nodiscard]] const rounded_claim* claim_at(float x) const {
    for (const rounded_claim& c : plan_.f.claims)
      if (contains(c.from, c.to, x)) return &c;
    return nullptr;
  }

  /// Both values of n inputs from `begin` on: `apart_` and `fused_`.
  void run_code(const stretch& s, std::uint32_t begin, std::size_t n) {
    const placed_program& code = plan_.codes[piece_];
    std::uint64_t* const memory = memories_[piece_].data();
    plan_.kernels.floats(begin | (s.negative ? sign_bit : 0), memory, n);
    const std::uint64_t* const result = memory + std::size_t(code.result) * most;
    for (const bool fused : {false, true}) {
      plan_.kernels.run(code.steps.data(), code.steps.size(), plan_.tables.data(), fused, memory, n);
      std::copy(result, result + n, fused ? fused_ : apart_);
    }
  }

  void run_claim(const rounded_claim& claim, const stretch& s) {
    const bool by_x = claim.kind == rounded_truth::beside_x;
    for (std::uint32_t begin = s.begin; begin < s.end; begin += most) {
      const std::size_t n = std::min<std::size_t>(most, s.end - begin);
      run_code(s, begin, n);
      for (const std::uint64_t* y : {apart_, fused_}) {
        const std::uint64_t* const x = memories_[piece_].data();
        const std::size_t marked =
            by_x || claim.kind == rounded_truth::beside_constant
                ? plan_.kernels.beside(by_x ? x : nullptr, claim.base, claim.outwards, claim.instead, y, marks_, n)
                : outside(claim, x, y, n);
        for (std::size_t k = 0; marked > 0 && k < n; ++k)
          if (marks_[k]) note_wrong(s, begin + k);
      }
    }
  }

  std::size_t outside(const rounded_claim& claim, const std::uint64_t* x, const std::uint64_t* y, std::size_t n) {
    constexpr std::uint64_t sign = std::uint64_t(1) << 63, infinity = std::uint64_t(0x7ff) << 52;
    const auto bits = [](double number) { return std::bit_cast<std::uint64_t>(number); };
    switch (claim.kind) {
      case rounded_truth::nothing:
        return plan_.kernels.outside(y, ~sign, infinity + 1, ~sign, marks_, n);
      case rounded_truth::beyond:
        return plan_.kernels.outside(y, ~std::uint64_t(0), bits(0x1p128), infinity - 1, marks_, n);
      case rounded_truth::below:
        return plan_.kernels.outside(y, ~std::uint64_t(0), 1, bits(0x1p-150) - 1, marks_, n);
      case rounded_truth::x_itself: {  // in the code, where it is near
        for (std::size_t k = 0; k < n; ++k)
          marks_[k] = is_near(y[k]) && double_of(x[k]) * claim.instead == double_of(x[k]) ? 0 : 1;
        return n;
      }
      default:
        return plan_.kernels.outside(y, ~std::uint64_t(0), bits(claim.base), bits(claim.base), marks_, n);
    }
  }

  bool run_series(const stretch& s, const run_limits& limits) {
    constexpr int most_bits = 18, least_bits = 4;
    int size = 14;
    for (std::uint32_t begin = s.begin; begin < s.end;) {
      if (limits.must_stop()) return false;
      const std::uint32_t end_of_binade = std::min(s.end, (begin | 0x7fffff) + 1);
      size = std::min(size, most_bits);
      for (; size >= least_bits; --size) {
        const double step = std::ldexp(1.0, std::max(1, static_cast<int>(begin >> 23)) - 150);
        const double half = std::ldexp(step, size - 1), first = static_cast<double>(float_of(begin));
        const double sign = s.negative ? -1 : 1;
        if (make_taylor_piece(plan_.f.kind, sign * (first + half), sign * half, taylor_)) break;
      }
      const std::uint32_t end =
          size < least_bits ? begin + 1 : std::min(end_of_binade, begin + (std::uint32_t(1) << size));
      for (std::uint32_t at = begin; at < end; at += most) {
        const std::size_t n = std::min<std::size_t>(most, end - at);
        run_code(s, at, n);
        if (size < least_bits) {
          decide(s, at, 0);
          continue;
        }
        std::fill(error_, error_ + n, taylor_.error);
        const double half = std::ldexp(1.0, size - 1);
        plan_.kernels.taylor(taylor_, static_cast<double>(at - begin) - half, 1 / half, high_, low_, n);
        compare(s, at, n);
      }
      begin = end;
      size = size < least_bits ? least_bits : size + 1;
    }
    return true;
  }

  void run_turns(const stretch& s) {
    constexpr int precision = 23;
    for (std::uint32_t begin = s.begin; begin < s.end; begin += most) {
      const int exponent = static_cast<int>(begin >> precision) - 150;
      if (exponent != turn_exponent_) turn_ = turn_of(exponent), turn_exponent_ = exponent;
      const std::size_t n = std::min<std::size_t>(most, std::min(s.end, (begin | 0x7fffff) + 1) - begin);
      run_code(s, begin, n);
      // The mantissa times the turns of its unit, as 128 bits that wrap.
      const std::uint64_t mantissa = (begin & 0x7fffff) | 0x800000;
      const std::uint64_t middle =
          mantissa * (turn_.step_low >> 32) + ((mantissa * (turn_.step_low & 0xffffffff)) >> 32);
      turn_.low = mantissa * turn_.step_low;
      turn_.high = mantissa * turn_.step_high + (middle >> 32);
      const auto values = [&](const turn_pieces& of, double* high, double* low) {
        plan_.kernels.turn(of.pieces.data(), turn_pieces::index_bits, turn_, high, low, n);
        std::fill(error_, error_ + n, of.error);
      };
      if (plan_.f.kind == operation::cos) {
        values(*plan_.cosines, high_, low_);
      } else {
        values(*plan_.sines, high_, low_);
        if (plan_.f.kind == operation::tan) {
          values(*plan_.cosines, by_high_, by_low_);
          const double error = std::max(plan_.sines->error, plan_.cosines->error);
          plan_.kernels.divide(high_, low_, by_high_, by_low_, error, error_, n);
        }
      }
      compare(s, begin, n);
      if (n < most) begin = begin + static_cast<std::uint32_t>(n) - static_cast<std::uint32_t>(most);
    }
  }

  void compare(const stretch& s, std::uint32_t begin, std::size_t n) {
    for (const std::uint64_t* y : {apart_, fused_}) {
      std::size_t marked = plan_.kernels.compare(high_, low_, error_, y, marks_, n);
      if (plan_.f.cubes)
        for (std::size_t k = 0; k < n; ++k)
          if (is_near(y[k])) marks_[k] = 1, ++marked;
      for (std::size_t k = 0; marked > 0 && k < n; ++k)
        if (marks_[k]) decide(s, begin, k);
    }
  }

  /// What the code makes of a value that is near the grid, before it looks at the exceptions.
  [[nodiscard]] std::uint64_t put_right(double x, std::uint64_t y) const {
    if (!plan_.f.cubes || !is_near(y)) return y;
    const double border = double_of(nearest_in_grid(y));
    return border * border * border == x ? nearest_in_grid(y) : y;
  }

  /// By ball arithmetic, for number k of those that were run last.
  void decide(const stretch& s, std::uint32_t begin, std::size_t k) {
    const std::uint32_t input = bits_of(signed_float(s, begin + static_cast<std::uint32_t>(k)));
    const auto x = static_cast<double>(float_of(input));
    const grid_place place = place_in_grid(plan_.f.kind, x);
    if (!place.known) return note_wrong(s, begin + k);
    bool is_right = true, can_be_put_right = true;
    for (const std::uint64_t y : {apart_[k], fused_[k]}) {
      const bool right = rounds_alike(place, put_right(x, y));
      is_right &= right;
      can_be_put_right &= right || is_near(y);
    }
    if (is_right) return;
    if (!can_be_put_right) return note_wrong(s, begin + k);
    // A bit away from the grid: far enough for any rounding, and no number with few bits.
    constexpr std::uint64_t aside = std::uint64_t(1) << 20;
    const bool outwards = (place.side > 0) == (double_of(place.border) > 0);
    const std::uint64_t value = place.side == 0 ? place.border : outwards ? place.border + aside : place.border - aside;
    found_.exceptions.push_back({input, double_of(value)});
  }

  void note_wrong(const stretch& s, std::size_t at) {
    if (found_.wrong++ == 0) found_.wrong_at = signed_float(s, static_cast<std::uint32_t>(at));
  }

  const check_plan& plan_;
  rounded_findings& found_;
  std::vector<std::vector<std::uint64_t>> memories_;  ///< of each piece's program
  std::size_t piece_ = 0;
  taylor_piece taylor_;
  turn_stretch turn_;
  int turn_exponent_ = 1000;
  std::uint64_t apart_[most] = {}, fused_[most] = {};
  double high_[most] = {}, low_[most] = {}, by_high_[most] = {}, by_low_[most] = {}, error_[most] = {};
  std::uint8_t marks_[most] = {};
};

/// The range as stretches of magnitudes, of about a quarter of a million floats each.
std::vector<stretch> stretches_of(const rounded_function& f, const rounded_range& range) {
  constexpr std::uint32_t step = 1U << 18;
  std::vector<stretch> all;
  const auto add = [&](float from, float to, bool negative) {  // magnitudes, both ends taken in
    const std::uint32_t end = std::isinf(to) ? end_of_floats : bits_of(std::fabs(to)) + 1;
    for (std::uint32_t begin = bits_of(std::fabs(from)); begin < end;) {
      const std::uint32_t next = std::min(end, (begin & ~(step - 1)) + step);
      all.push_back({begin, next, negative});
      begin = next;
    }
  };
  if (f.symmetry != rounded_symmetry::none) {
    // x and -x are one question.
    const bool both = range.from <= 0 && range.to >= 0;
    const float low = std::fabs(range.from), high = std::fabs(range.to);
    add(both ? 0.0f : std::min(low, high), std::max(low, high), false);
    return all;
  }
  if (range.to >= 0) add(std::max(range.from, 0.0f), range.to, false);
  if (range.from <= 0) add(range.to < 0 ? -range.to : 0.0f, std::fabs(range.from), true);
  return all;
}

}  // namespace

std::uint64_t inputs_of(const rounded_function& f, const rounded_range& range) {
  std::uint64_t all = 0;
  for (const stretch& s : stretches_of(f, range)) all += s.end - s.begin;
  return f.symmetry == rounded_symmetry::none ? all : 2 * all;
}

rounded_findings check_rounded(const rounded_function& f, const rounded_range& range, int threads,
                               const run_limits& limits,
                               const std::function<void(std::uint64_t done, std::uint64_t all)>& progress) {
  rounded_findings all;
  for (const rounded_claim& claim : f.claims)
    if (!holds(f.kind, claim)) {
      all.claim = std::to_string(claim.from) + " to " + std::to_string(claim.to);
      return all;
    }
  const check_plan plan(f);
  const std::vector<stretch> stretches = stretches_of(f, range);
  const std::uint64_t inputs = inputs_of(f, range);
  std::atomic<std::uint64_t> done = 0;
  std::mutex guard;
  const std::thread::id caller = std::this_thread::get_id();
  parallel_for(stretches.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
    const float_environment floats;
    rounded_findings found;
    thread_check check(plan, found);
    for (std::size_t k = begin; k < end && check.run(stretches[k], limits, done); ++k)
      if (progress && std::this_thread::get_id() == caller) progress(done, inputs);
    const std::lock_guard lock(guard);
    all.exceptions.insert(all.exceptions.end(), found.exceptions.begin(), found.exceptions.end());
    all.done += found.done;
    if (all.wrong == 0) all.wrong_at = found.wrong_at;
    all.wrong += found.wrong;
  });
  std::sort(all.exceptions.begin(), all.exceptions.end(),
            [](const rounded_exception& a, const rounded_exception& b) { return a.input < b.input; });
  const auto same = [](const rounded_exception& a, const rounded_exception& b) { return a.input == b.input; };
  all.exceptions.erase(std::unique(all.exceptions.begin(), all.exceptions.end(), same), all.exceptions.end());
  return all;
}

}  // namespace vieta::approximation
