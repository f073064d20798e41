#include "solve/lane.hpp"

#include <algorithm>
#include <cmath>

namespace vieta::tracking {

namespace {

using scalar = std::complex<double>;

constexpr double rung_ratio = 0.1;  // of the radii of consecutive circles
constexpr double smallest_rung[3] = {1e-17, 1e-22, 1e-40};
// A path that looks infinite ends at the first when z_0 is small there, at the latter in any case.
constexpr double infinite_at = 1e-10, infinite_at_last = 1e-16, small_z_0 = 1e-6;
constexpr std::size_t samples_per_loop = 8;
constexpr std::size_t most_loops = 24;
// Where a path cannot be followed farther, and z_0 is less than this, there it has gone: late, or early on the way.
constexpr double gone_from = 0.03, gone_below_late = 1e-14, gone_below_early = 1e-30;
constexpr double pi = 3.14159265358979323846;
/// Two limits that agree to this count as one: the later one has the error of the former to the power of 8.
constexpr double limits_agree = 1e-6;
constexpr double noise[3] = {1e-13, 1e-28, 1e-56};          // Newton steps below it are rounding
constexpr double accepted_change[3] = {1e-8, 1e-9, 1e-10};  // of the last Newton step

double distance(const std::vector<scalar>& a, const std::vector<scalar>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += std::norm(a[k] - b[k]);
  return std::sqrt(sum);
}
double length(const std::vector<scalar>& a) {
  double sum = 0;
  for (const scalar& z : a) sum += std::norm(z);
  return std::sqrt(sum);
}

}  // namespace

void lane::start(std::size_t job, const path_job& from) {
  job_ = job;
  busy_ = true;
  end_ = {};
  end_.steps = from.steps, end_.rejected = from.rejected;
  phase_ = phase::radial;
  radius_ = from.t, angle_ = 0;
  caution_ = 1, bend_ = 0, refused_ = 0;
  fresh_ = rung_ > 0 || from.rough;
  leap_ = waiting_ = gone_ = false;
  rungs_ = 0;
  at_rung_ = in_endgame_ = have_curvature_ = have_limit_ = false;
  next_rung_ = settings_.endgame_from;
  while (next_rung_ > 0.99 * radius_) next_rung_ *= rung_ratio;
  in_endgame_ = radius_ <= settings_.endgame_from;
  winding_ = 0, accuracy_ = 1;
  for (double& g : growth_) g = 0;
  no_leap_above_ = 2, refused_here_ = 0;
  no_loop_above_ = from.without_circles ? 0 : 2;
  if (from.rates != nullptr) batch_.set_rates(number_, *from.rates);
  batch_.set_point(number_, from.z);
  batch_.centre_patch(number_);
  parameters_ = from.target;
  if (parameters_ != nullptr) batch_.set_parameters(number_, from.target, from.generic);
}

void lane::idle() {
  for (std::size_t k = 0; k < orders; ++k) batch_.set_t(number_, k, k == 0 ? 0.5 : 0.0);
  batch_.set_step(number_, 0, 0.5, 1);
}

void lane::prepare_expansion() const {
  if (!busy_) return;
  const scalar now = t();
  batch_.set_t(number_, 0, now);
  if (phase_ == phase::radial) {
    for (std::size_t k = 1; k < orders; ++k) batch_.set_t(number_, k, k == 1 ? -1.0 : 0.0);
  } else {  // t e^(i s)
    scalar term = now;
    for (std::size_t k = 1; k < orders; ++k) batch_.set_t(number_, k, term *= scalar(0, 1.0 / static_cast<double>(k)));
  }
}

void lane::choose_step() {
  if (!busy_) return;
  const double error = report(pade_error);
  // The corrector contracts by about bend * miss: aim at the contraction wanted.
  const double miss =
      std::clamp(bend_ > 0 ? settings_.contraction / bend_ : settings_.largest_miss, 1e-9, settings_.largest_miss);
  const double by_error = error > 0 ? std::sqrt(std::sqrt(miss / error)) : 1e300;
  const double z2 = report(length_2), z3 = report(length_3), z4 = report(length_4);
  const double by_radius = settings_.trust * std::min(z3 > 0 ? z2 / z3 : 1e300, z4 > 0 ? z3 / z4 : 1e300);
  double step = caution_ * std::min(by_error, by_radius);
  if (!(step > 0)) step = 0;  // NaN
  waiting_ = leap_ = false;
  if (fresh_) {  // the point has the errors of a lower precision: Newton's method first
    step_ = 0;
    expected_ = settings_.largest_miss;
    batch_.set_step(number_, 0, t(), 0.01 * accepted_change[rung_]);
    return;
  }
  if (phase_ == phase::radial) {
    choose_radial(step);
  } else {
    const double next = 2 * pi * static_cast<double>(samples_ + 1) / static_cast<double>(samples_per_loop);
    step_ = std::min(step, next - angle_);
    if (next - angle_ - step_ < 1e-9) step_ = next - angle_;
    batch_.set_step(number_, step_, std::polar(radius_, angle_ + step_), 1e-12);
  }
  expected_ = error * std::pow(step_, 4);
}

void lane::choose_radial(double step) {
  if (step >= radius_ && radius_ < no_leap_above_) {  // to the end at once
    leap_ = true;
    step_ = radius_;
    batch_.set_step(number_, step_, 0.0, noise[0]);
    return;
  }
  if (at_rung_) {
    // The path is z(0) + a t^p + ...: when p as seen from here is what it was before, circles will do.
    at_rung_ = false;
    const scalar growth = -radius_ * batch_.slope_to_infinity(number_);
    growth_[2] = growth_[1], growth_[1] = growth_[0];
    growth_[0] = std::fabs(growth.imag()) < 0.25 * growth.real() ? growth.real() : 0;
    if (looks_infinite() && far_enough()) {
      waiting_ = true;
      batch_.set_step(number_, step_ = 0, radius_, 1);
      gone_ = true;
      return;
    }
    const scalar now = 1.0 - radius_ * -scalar(report(curvature_re), report(curvature_im));
    const bool settled = have_curvature_ && std::abs(now - curvature_) < 0.05;
    curvature_ = now, have_curvature_ = true;
    ++rungs_;
    if (radius_ < no_loop_above_ && !looks_infinite() && (settled || have_limit_ || rungs_ > 4)) {
      begin_loop();
      return;
    }
  }
  step_ = std::min(step, radius_ - next_rung_);
  if (radius_ - step_ - next_rung_ < 1e-9 * next_rung_) step_ = radius_ - next_rung_;
  batch_.set_step(number_, step_, radius_ - step_, 0.1 * accepted_change[rung_]);
}

void lane::begin_loop() {
  waiting_ = true;  // the expansion at hand is along the radius
  step_ = 0;
  batch_.set_step(number_, 0, radius_, 1);
  phase_ = phase::loop;
  angle_ = 0;
  samples_ = 0;
  spread_ = 0;
  loop_start_ = batch_.point(number_);
  batch_.read(number_, first_);
  sum_ = even_sum_ = first_;
  caution_ = 1;
}

void lane::take_step() {
  if (gone_) finish(path_status::infinite);
  if (!busy_ || waiting_) return;
  const double first = report(first_change), second = report(second_change), last = report(last_change);
  const double ratio = second / first, least = noise[rung_];
  const bool at_noise = second <= 64 * least;
  const bool near = first <= 4 * settings_.largest_miss && first <= 20 * expected_ + 1e-8;
  const bool contracts = at_noise || ratio <= 4 * settings_.contraction;
  const bool settled = last <= accepted_change[rung_];
  bool good = near && contracts && settled;
  if (leap_) good = good && last <= 1e-10 && report(pivot_ratio) > 1e-3 * least;
  if (!good) {
    if (fresh_)
      give_up();
    else
      refuse();
    return;
  }
  fresh_ = false;
  ++end_.steps;
  refused_ = 0;
  caution_ = std::min(1.0, 2 * caution_);
  bend_ = first > 1e-10 && !at_noise ? std::max(ratio / first, 0.25 * bend_) : 0.25 * bend_;
  batch_.accept(number_, !in_endgame_);
  if (leap_) {
    radius_ = 0;
    end_.winding = 1;
    accuracy_ = last;
    finish(path_status::arrived);
    return;
  }
  if (end_.steps + end_.rejected >= settings_.max_steps) {
    if (phase_ == phase::loop) leave_loop();
    give_up();
    return;
  }
  if (phase_ == phase::radial) {
    radius_ -= step_;
    if (radius_ <= next_rung_ * (1 + 1e-9)) arrive();
  } else {
    angle_ += step_;
    const double next = 2 * pi * static_cast<double>(samples_ + 1) / static_cast<double>(samples_per_loop);
    if (angle_ >= next - 1e-9) {
      angle_ = next;
      sample();
    }
  }
}

void lane::refuse() {
  ++end_.rejected;
  ++refused_;
  caution_ = std::min(caution_, 1.0) * (refused_ > 2 ? 0.25 : 0.5);
  if (leap_) {
    no_leap_above_ = 0.3 * radius_;
    caution_ = 1;
    refused_ = 0;
    return;
  }
  const double first = report(first_change), second = report(second_change);
  if (first < 0.1 && second > 1e3 * noise[rung_]) bend_ = std::max(bend_, second / (first * first));
  // What is small and does not shrink is rounding.
  const bool rounding = first < 1e4 * noise[rung_] && second > 0.1 * first;
  if ((rounding && refused_ > 1) || refused_ > 10 || ++refused_here_ > 40) {
    if (phase_ == phase::loop) leave_loop();
    give_up();
  }
}

/// z_0 vanishes like t^p: p has settled, and is not falling to 0, as it does where z_0 does not vanish.
bool lane::looks_infinite() const {
  return growth_[0] > 0.05 && growth_[0] > 0.98 * growth_[1] && growth_[1] > 0.98 * growth_[2] && growth_[2] > 0;
}

/// Large solutions look infinite from afar: c of them of size s to about t = s^-c.
bool lane::far_enough() {
  batch_.read(number_, here_);
  const bool small = std::abs(here_[0]) < small_z_0 * length(here_);
  return radius_ <= infinite_at_last || (small && radius_ <= infinite_at);
}

/// The precision at hand does not lead further.
void lane::give_up() {
  batch_.read(number_, here_);
  const double gone_below = radius_ <= 1e-9 ? 1e-10 : radius_ <= gone_from ? gone_below_late : gone_below_early;
  if (std::abs(here_[0]) < gone_below * length(here_)) {
    finish(path_status::infinite);
    return;
  }
  finish(have_limit_                           ? path_status::limit
         : looks_infinite() && radius_ <= 1e-6 ? path_status::infinite
                                               : path_status::starved);
}

/// At a rung of the ladder of radii.
void lane::arrive() {
  radius_ = next_rung_;
  next_rung_ *= rung_ratio;
  if (!in_endgame_) {
    in_endgame_ = true;
    batch_.centre_patch(number_);
  }
  at_rung_ = true;
  refused_here_ = 0;
  if (radius_ < smallest_rung[rung_]) give_up();
}

void lane::sample() {
  ++samples_;
  refused_here_ = 0;
  batch_.read(number_, here_);
  if (samples_ % samples_per_loop == 0) {
    const double gap = distance(here_, first_);
    if (gap <= 1e-3 * spread_ || gap <= 1e-9 * length(first_)) {
      close_loop();
      return;
    }
    if (samples_ >= most_loops * samples_per_loop) {
      no_loop_above_ = 0.02 * radius_;
      leave_loop();
      return;
    }
  }
  spread_ = std::max(spread_, distance(here_, first_));
  for (std::size_t k = 0; k < here_.size(); ++k) {
    sum_[k] += here_[k];
    if (samples_ % 2 == 0) even_sum_[k] += here_[k];
  }
}

void lane::close_loop() {
  const double count = static_cast<double>(samples_);
  for (std::size_t k = 0; k < sum_.size(); ++k) sum_[k] /= count, even_sum_[k] *= 2 / count;
  const std::size_t winding = samples_ / samples_per_loop;
  const double change = have_limit_ && winding == winding_ ? distance(sum_, limit_) / length(sum_) : 1.0;
  accuracy_ = std::min(change, distance(sum_, even_sum_) / length(sum_));
  limit_ = sum_;
  have_limit_ = true;
  winding_ = winding;
  // A circle about several branch points has a mean too, but not a zero of f: about where the others are. Only within
  // them the mean is the limit.
  const double others = tape_.residual(sum_, parameters_) / length(sum_);
  have_limit_ = others < 1e-10;
  if (change < limits_agree && have_limit_) {
    // At infinity z_0 is all but nothing beside what it is on the circle.
    if (std::abs(sum_[0]) < 1e-4 * std::abs(first_[0])) {
      finish(path_status::limit);
      return;
    }
    // A cluster of simple solutions looks like a multiple one from afar: the path goes on, without circles, until it
    // leaps to one of them or the precision ends.
    no_loop_above_ = 0;
  }
  if (others > 10 * radius_)
    no_loop_above_ = 2;
  else if (change < limits_agree)
    no_loop_above_ = 0.1 * others;
  leave_loop();
}

/// Back to where the circle began, and on to a smaller one.
void lane::leave_loop() {
  batch_.set_point(number_, loop_start_);
  phase_ = phase::radial;
  angle_ = 0;
  caution_ = 1, refused_ = 0;
}

void lane::finish(path_status status) {
  busy_ = false;
  end_.status = status;
  end_.t = radius_;
  end_.parts = 1 << rung_;
  end_.accuracy = accuracy_;
  if (status == path_status::limit) {
    if (std::abs(limit_[0]) > 1e-6 * length(limit_)) {
      end_.last = batch_.point(number_);
      end_.last_t = radius_;
    }
    end_.winding = winding_;
    end_.t = 0;
    end_.z.clear();
    for (const scalar& z : limit_) end_.z.push_back({qd(z.real()), qd(z.imag())});
  } else if (status != path_status::infinite) {  // most paths of sparse systems end there, and nobody asks where
    end_.z = batch_.point(number_);
  }
  idle();
}

void lane::stop() { finish(path_status::stopped); }

}  // namespace vieta::tracking
