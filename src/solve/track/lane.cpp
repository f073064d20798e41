#include "solve/track/lane.hpp"

#include <algorithm>
#include <cmath>

#include "solve/limit_residual.hpp"

namespace vieta::tracking {

namespace {

using scalar = std::complex<double>;

constexpr std::size_t samples_per_loop = 8;
constexpr std::size_t most_loops = 24;
constexpr double pi = 3.14159265358979323846;
/// Two limits that agree to this count as one: the later one has the error of the former to the power of 8.
constexpr double limits_agree = 1e-6;
/// A limit may be this many times as wrong as is estimated.
constexpr double doubtful_accuracy = 30;
/// A leap of a second look to an end with less than this of z_0 is made in four doubles.
constexpr double surely_finite = 1e-6;
/// |z_0| / |z| that is nothing, where a second look ends in four doubles.
constexpr double no_z_0_at_all = 1e-24;
/// Errors of limits that need no more precision.
constexpr double known_limit = 1e-9;

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

/// How large a function of t can be at t = 0 on any of its sheets, from its values on a circle that closes after so
/// many loops: those on the sheets are the zeros of a polynomial whose coefficients have no branch point within the
/// circle. So the means of powers over the circle are the power sums of the values at 0 (Cauchy); Newton's identities
/// give bounds of the coefficients, and these of the zeros (Fujiwara). Values are known to `noise`.
double largest_at_centre(const std::vector<scalar>& values, std::size_t loops, double noise) {
  const auto count = static_cast<double>(values.size()), sheets = static_cast<double>(loops);
  double most = noise;
  for (const scalar& v : values) most = std::max(most, std::abs(v));
  std::vector<scalar> power(values.size(), 1.0);  // of values / most
  std::vector<double> sums, elementary{1.0};
  double bound = 0;
  for (std::size_t k = 1; k <= loops; ++k) {
    scalar mean = 0, even_mean = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      power[i] *= values[i] / most;
      mean += power[i] / count;
      if (i % 2 == 0) even_mean += power[i] * 2.0 / count;
    }
    // With twice as many samples the error of a mean is squared.
    const double error =
        doubtful_accuracy * std::max(std::norm(mean - even_mean), static_cast<double>(k) * noise / most);
    sums.push_back(sheets * (std::abs(mean) + error));
    double next = 0;
    for (std::size_t i = 1; i <= k; ++i) next += elementary[k - i] * sums[i - 1] / static_cast<double>(k);
    elementary.push_back(next);
    bound = std::max(bound, 2 * std::pow(next, 1.0 / static_cast<double>(k)));
  }
  return bound * most;
}

}  // namespace

void lane::start(std::size_t job, const path_job& from) {
  job_ = job;
  busy_ = true;
  end_ = {};
  phase_ = phase::radial;
  angle_ = 0;
  waiting_ = gone_ = have_limit_ = checking_ = false;
  winding_ = 0, accuracy_ = error_ = far_ = 1;
  control_.begin(settings_, from.t, rung_ > 0 || from.rough, from.without_circles);
  control_.steps = from.steps, control_.rejected = from.rejected;
  if (from.rates != nullptr) batch_.set_rates(number_, *from.rates);
  batch_.start_at(number_, from.z);
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

void lane::set_step(double step, scalar t_new, double corrections_to) {
  control_.step = step;
  batch_.set_step(number_, step, t_new, corrections_to);
}

/// Nothing comes of the next step.
void lane::wait() {
  waiting_ = true;
  set_step(0, control_.radius, 1);
}

void lane::choose_step() {
  if (!busy_) return;
  waiting_ = false;
  const auto reported = [&](report_row row) { return report(row); };
  if (control_.fresh || checking_) {
    control_.correct_only(settings_, rung_);
    batch_.set_step(number_, 0, t(), control_.corrections_to);
    return;
  }
  if (phase_ == phase::loop) {
    control_.leap = false;
    const double next = 2 * pi * static_cast<double>(samples_ + 1) / static_cast<double>(samples_per_loop);
    double step = std::min(control_.longest_step(settings_, reported), next - angle_);
    if (next - angle_ - step < 1e-9) step = next - angle_;
    set_step(step, std::polar(control_.radius, angle_ + step), 1e-12);
    control_.expected = report(pade_error) * step_control::power_of_four(step);
    return;
  }
  struct {
    const lane& l;
    [[nodiscard]] complex<double> slope_to_infinity() const { return from_std(l.batch_.slope_to_infinity(l.number_)); }
    [[nodiscard]] double share_of_z_0() const { return l.share_of_z_0(); }
    [[nodiscard]] bool have_limit() const { return l.have_limit_; }
  } const look{*this};
  switch (control_.choose_radial(settings_, rung_, reported, look)) {
    case next_move::step:
      batch_.set_step(number_, control_.step, control_.t_new, control_.corrections_to);
      break;
    case next_move::infinite:
      gone_ = true;
      wait();
      break;
    case next_move::circle:
      begin_loop();
      break;
  }
}

void lane::begin_loop() {
  wait();  // the expansion at hand is along the radius
  phase_ = phase::loop;
  angle_ = 0;
  samples_ = 0;
  spread_ = noise_ = 0;
  loop_start_ = batch_.point(number_);
  batch_.read(number_, first_);
  sum_ = even_sum_ = first_;
  z_0_.assign(1, first_[0]);
  control_.caution = 1;
}

void lane::take_step() {
  if (gone_) finish(path_status::infinite);
  if (!busy_ || waiting_) return;
  const auto reported = [&](report_row row) { return report(row); };
  if (checking_) {
    end_check(control_.confirms(rung_, reported));
    return;
  }
  if (!control_.accepts(settings_, rung_, reported)) {
    if (control_.fresh || control_.refuse(rung_, reported)) {
      if (phase_ == phase::loop) leave_loop();
      give_up();
    }
    return;
  }
  control_.learn(rung_, reported);
  const bool doubtful = control_.is_doubtful(reported);
  if (doubtful) leap_start_ = batch_.point(number_), leap_from_ = control_.radius;
  const bool to_be_shown = control_.leap && settings_.second_look && rung_ < 2;
  projective_point before;
  if (to_be_shown) before = batch_.point(number_);
  batch_.accept(number_, !control_.in_endgame);
  if (to_be_shown && share_of_z_0() < surely_finite) {  // far out: in more precision, from where the leap began
    batch_.set_point(number_, before);
    finish(path_status::starved);
    return;
  }
  if (control_.leap) {
    control_.radius = 0;
    end_.winding = 1;
    accuracy_ = report(last_change);
    if (doubtful)
      checking_ = true;
    else
      finish(path_status::arrived);
    return;
  }
  if (control_.steps + control_.rejected >= settings_.max_steps) {
    if (phase_ == phase::loop) leave_loop();
    give_up();
    return;
  }
  if (phase_ == phase::radial) {
    if (control_.descend()) arrive();
  } else {
    angle_ += control_.step;
    noise_ = std::max(noise_, report(last_change));
    const double next = 2 * pi * static_cast<double>(samples_ + 1) / static_cast<double>(samples_per_loop);
    if (angle_ >= next - 1e-9) {
      angle_ = next;
      sample();
    }
  }
}

/// After a leap whose end was to be looked at.
void lane::end_check(bool good) {
  checking_ = false;
  if (good) {
    batch_.accept(number_, false);
    finish(path_status::arrived);
    return;
  }
  end_.winding = 0;
  batch_.set_point(number_, leap_start_);
  if (!control_.in_endgame) batch_.centre_patch(number_);
  control_.radius = leap_from_;
  control_.leap_later();
}

double lane::share_of_z_0() const {
  std::vector<scalar> z;
  batch_.read(number_, z);
  return std::abs(z[0]) / length(z);
}

/// The precision at hand does not lead further.
void lane::give_up() {
  if (settings_.second_look) {
    const bool shown = rung_ == 2 && control_.radius <= step_control::shown_at &&
                       (share_of_z_0() < no_z_0_at_all ||
                        (control_.looks_infinite() && control_.radius <= step_control::shown_at_last));
    finish(shown ? path_status::infinite : path_status::starved);
    return;
  }
  if (share_of_z_0() < control_.gone_below()) {
    finish(path_status::infinite);
    return;
  }
  // A limit that is not known well is for more precision to look at.
  const bool limit = have_limit_ && ((accuracy_ < limits_agree && error_ < known_limit) || rung_ == 2);
  finish(limit                                                  ? path_status::limit
         : control_.looks_infinite() && control_.radius <= 1e-6 ? path_status::infinite
                                                                : path_status::starved);
}

/// At a rung of the ladder of radii.
void lane::arrive() {
  if (!control_.in_endgame) {
    control_.in_endgame = true;
    batch_.centre_patch(number_);
  }
  const double until = settings_.second_look ? second_look_until(rung_) : limits_of(rung_).smallest_rung;
  if (control_.radius < until) give_up();
}

void lane::sample() {
  ++samples_;
  control_.refused_here = 0;
  batch_.read(number_, here_);
  if (samples_ % samples_per_loop == 0) {
    const double gap = distance(here_, first_);
    if (gap <= 1e-3 * spread_ || gap <= 1e-9 * length(first_)) {
      close_loop();
      return;
    }
    if (samples_ >= most_loops * samples_per_loop) {
      control_.no_loop_above = 0.02 * control_.radius;
      leave_loop();
      return;
    }
  }
  z_0_.push_back(here_[0]);
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
  const double of_half = distance(sum_, even_sum_) / length(sum_);
  accuracy_ = std::min(change, of_half);
  limit_ = sum_;
  winding_ = winding;
  // A circle about several branch points has a mean too, but not a zero of f: about where the others are. Only within
  // them the mean is the limit. Twice as many samples have the square of the error, or that of the points.
  error_ = doubtful_accuracy * std::max({of_half * of_half, noise_, 1e-15});
  const limit_residual at_mean = residual_of_limit(tape_.view(), sum_, error_, parameters_);
  const double others = at_mean.largest / length(sum_);
  have_limit_ = others < 1e-10 && at_mean.permits_zero;
  if (change < limits_agree && have_limit_) {
    far_ = std::min(far_, largest_at_centre(z_0_, winding, std::max(noise_, 1e-15) * length(sum_)) / length(sum_));
    // At infinity z_0 is all but nothing beside what it is on the circle.
    if (winding == 1 && std::abs(sum_[0]) < 1e-4 * std::abs(first_[0])) {
      finish(path_status::limit);
      return;
    }
    // A cluster of simple solutions looks like a multiple one from afar, and large ones like one at infinity: the path
    // goes on, without circles, until it leaps to one of them, looks infinite still, or the precision ends.
    control_.no_loop_above = 0;
  }
  // That of a mean in double is no less than rounding.
  if (others > std::max(10 * control_.radius, 1e-14))
    control_.no_loop_above = 2;
  else if (change < limits_agree)
    control_.no_loop_above = others > 1e-14 ? 0.1 * others : 0;
  leave_loop();
}

/// Back to where the circle began, and on to a smaller one.
void lane::leave_loop() {
  batch_.set_point(number_, loop_start_);
  phase_ = phase::radial;
  angle_ = 0;
  control_.caution = 1, control_.refused = 0;
}

void lane::finish(path_status status) {
  busy_ = false;
  end_.status = status;
  end_.t = control_.radius;
  end_.steps = control_.steps, end_.rejected = control_.rejected;
  end_.parts = 1 << rung_;
  end_.accuracy = accuracy_;
  end_.share_of_z_0 = std::min(far_, share_of_z_0());
  if (status == path_status::limit) {
    if (std::abs(limit_[0]) > 1e-6 * length(limit_)) {
      end_.last = batch_.point(number_);
      end_.last_t = control_.radius;
    } else {
      batch_.read(number_, end_.far);
      end_.far_t = control_.radius;
    }
    end_.winding = winding_;
    end_.t = 0;
    end_.z.clear();
    for (const scalar& z : limit_) end_.z.push_back({qd(z.real()), qd(z.imag())});
  } else {
    end_.z = batch_.point(number_);
  }
  idle();
}

void lane::stop() { finish(path_status::stopped); }

}  // namespace vieta::tracking
