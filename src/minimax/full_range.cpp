#include "minimax/full_range.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>

#include "vieta/error.hpp"

namespace vieta::approximation {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double largest = std::numeric_limits<float>::max(), smallest = std::numeric_limits<float>::min(),
                 subnormal = std::numeric_limits<float>::denorm_min();

/// Puts an argument into the form with p.
using form_at = std::function<int(int)>;
using kind = step_kind;

int less(program_builder& b, int left, int right, int yes, int no, const char* name = "") {
  return b.add(kind::select_less, left, right, yes, no, name);
}

int acos_steps(program_builder& b, const form_at& form, int x, bool positive) {
  if (positive) return form(x);
  const int right = form(b.add(kind::absolute, x, -1, -1, -1, "a"));
  const int mirrored = b.add(kind::subtract, b.constant(pi), right);
  return less(b, x, b.constant(0), mirrored, right);
}

/// |x| <= 1/2: the form; else pi/2 - 2 asin(sqrt((1 - |x|) / 2)). Nothing cancels.
int asin_steps(program_builder& b, const form_at& form, int x, bool positive) {
  const int a = positive ? x : b.add(kind::absolute, x, -1, -1, -1, "a"), half = b.constant(0.5);
  const int far = b.add(kind::square_root, b.add(kind::multiply_subtract, half, a, half));
  const int r = form(less(b, half, a, far, a, "t"));
  const int outer = b.add(kind::multiply_subtract, b.constant(2), r, b.constant(pi / 2));
  const int found = less(b, half, a, outer, r);
  return positive ? found : b.add(kind::copy_sign, found, x);
}

/// The form serves all x >= 0: asin as pi/2 - sqrt(1 - x) p(x), atan as pi/4 + t p(t^2) with t = (x - 1)/(x + 1). Near
/// 0 the terms cancel, so the error is absolute. `most`, if any, keeps infinity from becoming inf/inf.
int odd_steps(program_builder& b, const form_at& form, int x, bool positive, double most) {
  int a = positive ? x : b.add(kind::absolute, x, -1, -1, -1, "a");
  if (most > 0 && !positive) a = less(b, b.constant(most), a, b.constant(most), a, "t");
  const int found = form(a);
  return positive ? found : b.add(kind::copy_sign, found, x);
}

int atan_steps(program_builder& b, const form_at& form, int x, bool positive) {
  const int a = positive ? x : b.add(kind::absolute, x, -1, -1, -1, "a"), one = b.constant(1);
  const int inverse = b.add(kind::divide, one, a);
  const int r = form(less(b, one, a, inverse, a, "t"));
  const int outer = b.add(kind::subtract, b.constant(pi / 2), r);
  const int found = less(b, one, a, outer, r);
  return positive ? found : b.add(kind::copy_sign, found, x);
}

/// Every quadrant, zeros with their signs, and infinities as in C's annex F; NaN stays NaN. The variant for positive
/// arguments wants finite ones, not both 0.
int atan2_steps(program_builder& b, const form_at& form, int y, int x, bool positive, bool guard_nan) {
  const int ax = positive ? x : b.add(kind::absolute, x, -1, -1, -1, "ax"),
            ay = positive ? y : b.add(kind::absolute, y, -1, -1, -1, "ay");
  const int zero = b.constant(0), one = b.constant(1);
  const int small = less(b, ay, ax, ay, ax, "low"), large = less(b, ay, ax, ax, ay, "high");
  int t = b.add(kind::divide, small, large);
  if (!positive) {
    t = b.add(kind::select_equal, small, large, one, t);        // inf / inf
    t = b.add(kind::select_equal, large, zero, small, t, "t");  // 0 / 0; a NaN is in `small` then
  }
  const int r = form(t);
  const int steep = less(b, ax, ay, b.add(kind::subtract, b.constant(pi / 2), r), r, "r");
  if (positive) return steep;
  // -0 counts as negative, so the sign of x is asked for, not x < 0.
  const int left = b.add(kind::copy_sign, one, x);
  const int full = less(b, left, zero, b.add(kind::subtract, b.constant(pi), steep), steep);
  const int found = b.add(kind::copy_sign, full, y);
  if (!guard_nan) return found;
  const int sum = b.add(kind::add, ax, ay);
  return b.add(kind::select_equal, sum, sum, found, sum);
}

/// The same where the form is pi/4 + t p(t^2): with t = (|y| - |x|)/(|y| + |x|), one division and no choice between x
/// and y (Lagarde 2014). `quarter` puts t into pi/4 + t p(t^2).
int atan2_steps_by_sum(program_builder& b, const form_at& quarter, int y, int x, bool positive) {
  if (positive) return quarter(b.add(kind::divide, b.add(kind::subtract, y, x), b.add(kind::add, y, x)));
  const int one = b.constant(1), zero = b.constant(0), minus = b.constant(-1), half = b.constant(0.5),
            most = b.constant(largest);
  // Halves, whose sum does not overflow.
  const int ax = b.add(kind::absolute, b.add(kind::multiply, half, x), -1, -1, -1, "ax"),
            ay = b.add(kind::absolute, b.add(kind::multiply, half, y), -1, -1, -1, "ay");
  const int sum = b.add(kind::add, ax, ay, -1, -1, "sum");
  int t = b.add(kind::divide, b.add(kind::subtract, ay, ax), sum);
  t = b.add(kind::select_equal, sum, zero, minus, t);  // 0 / 0
  t = less(b, most, ay, one, t);                       // inf / inf
  t = less(b, most, ax, less(b, most, ay, zero, minus), t, "t");
  const int found = quarter(t);
  const int full = less(b, b.add(kind::copy_sign, one, x), zero, b.add(kind::subtract, b.constant(pi), found), found);
  return b.add(kind::select_equal, sum, sum, b.add(kind::copy_sign, full, y), sum);  // NaN stays NaN
}

// Two- and three-part reductions as in Cody and Waite, Software Manual for the Elementary Functions (1980): the first
// parts have so few bits that their products with k are exact, fused or not.

/// 2^k exp(r) with x = k log(2) + r, |r| <= log(2)/2. Beyond the range of floats: 0 or infinity.
int exp_steps(program_builder& b, const form_at& form, int x) {
  const int low = b.constant(-104), high = b.constant(89), zero = b.constant(0);
  const int below = less(b, high, x, high, x);
  const int rounded = b.add(kind::round_even, b.add(kind::multiply, below, b.constant(1.44269504088896341)));
  // A number that an integer holds, for a NaN too. Below `low`, so that `low` itself has its k.
  const int k = less(b, b.constant(-105), x, rounded, zero, "k");
  // Of x, not of what it was limited to: a compiler that takes comparisons for minima and maxima loses no NaN. Above
  // `high` r is large, and so is p(r) > 0: the result is infinite.
  const int first = b.add(kind::multiply_subtract, k, b.constant(0.693145751953125), x);
  const int r = b.add(kind::multiply_subtract, k, b.constant(1.42860682030941723e-6), first, -1, "r");
  const int power = form(r);
  return less(b, x, low, zero, b.add(kind::scale_by_power_of_two, power, k));
}

/// 2^k 2^r with x = k + r, |r| <= 1/2, which is exact. Beyond the range of floats, or halves, as exp.
int exp2_steps(program_builder& b, const form_at& form, int x, bool half) {
  const int low = b.constant(half ? -26 : -151), high = b.constant(half ? 16 : 128), zero = b.constant(0);
  const int rounded = b.add(kind::round_even, less(b, high, x, high, x));
  const int k = less(b, b.constant(half ? -27 : -152), x, rounded, zero, "k");
  const int power = form(b.add(kind::subtract, x, k, -1, -1, "r"));
  return less(b, x, low, zero, b.add(kind::scale_by_power_of_two, power, k));
}

/// m and e of x = m 2^e, sqrt(1/2) <= m < sqrt(2); of a subnormal x > 0 as well, unless `positive`.
struct binary_parts {
  int significand, exponent;
};
binary_parts parts_of(program_builder& b, int x, bool positive) {
  const int least = b.constant(smallest);
  const int normal = positive ? x : less(b, x, least, b.add(kind::multiply, x, b.constant(0x1p23)), x, "n");
  int e = b.add(kind::binary_exponent, normal);
  if (!positive) e = less(b, x, least, b.add(kind::subtract, e, b.constant(23)), e, "e");
  return {b.add(kind::binary_significand, normal), e};
}

/// 2^k c(v) with |x| = v 8^k and v = m 2^r between sqrt(1/2)/2 and 2 sqrt(2).
int cbrt_steps(program_builder& b, const form_at& form, int x, bool positive) {
  const int a = positive ? x : b.add(kind::absolute, x, -1, -1, -1, "a");
  const auto [m, e] = parts_of(b, a, positive);
  const int k = b.add(kind::round_even, b.add(kind::multiply, e, b.constant(1.0 / 3)), -1, -1, -1, "k");
  const int r = b.add(kind::multiply_subtract, b.constant(3), k, e);
  const int value = b.add(kind::scale_by_power_of_two, form(b.add(kind::scale_by_power_of_two, m, r, -1, -1, "v")), k);
  if (positive) return value;
  const int finite = less(b, b.constant(largest), a, a, value);
  return b.add(kind::copy_sign, less(b, b.constant(0), a, finite, a), x);  // zeros and NaN as they are
}

/// c(v) / 2^k with x = v 4^k and v = m or 2 m.
int rsqrt_steps(program_builder& b, const form_at& form, int x, bool positive) {
  const auto [m, e] = parts_of(b, x, positive);
  const int lower = b.add(kind::multiply_add, e, b.constant(0.5), b.constant(-0.25));  // no tie
  const int k = b.add(kind::round_even, lower, -1, -1, -1, "k");
  const int r = b.add(kind::multiply_subtract, b.constant(2), k, e);
  const int at = b.add(kind::scale_by_power_of_two, m, r, -1, -1, "v");
  const int value = b.add(kind::scale_by_power_of_two, form(at), b.add(kind::negate, k));
  if (positive) return value;
  // 1 / 0 is infinite, with its sign, and 1 / infinity is 0; the root of a negative number is NaN.
  const int zero = b.constant(0), inverse = b.add(kind::divide, b.constant(1), x);
  const int finite = less(b, b.constant(largest), x, inverse, value);
  return less(b, zero, x, finite, b.add(kind::select_equal, x, zero, inverse, b.add(kind::square_root, x)));
}

/// |x| <= 1: the form; else (E - 1/E)/2 with E = exp(|x|/2)^2, whose factors do not overflow before sinh does.
int sinh_steps(program_builder& b, const form_at& form, int x, bool positive) {
  const int a = positive ? x : b.add(kind::absolute, x, -1, -1, -1, "a"), one = b.constant(1), half = b.constant(0.5);
  const int near = form(less(b, one, a, one, a, "t"));
  const int most = b.constant(100),
            root = b.call(operation::exp, b.add(kind::multiply, half, less(b, most, a, most, a)));
  const int grown = b.add(kind::multiply, b.add(kind::multiply, half, root), root);
  const int far = b.add(kind::subtract, grown, b.add(kind::divide, half, b.add(kind::multiply, root, root)));
  const int found = less(b, one, a, far, near);
  return positive ? found : b.add(kind::copy_sign, found, x);
}

/// x (1 + erf(x/sqrt(2)))/2: the form up to `end`, beyond that x or 0, which is 1.3e-4 away at most at 4, 1.5e-6 at 5.
int gelu_steps(program_builder& b, const form_at& form, int x, bool positive, double end) {
  const int most = b.constant(end), zero = b.constant(0);
  if (positive) return less(b, most, x, x, form(x));
  const int a = b.add(kind::absolute, x, -1, -1, -1, "a");
  return less(b, most, a, less(b, zero, x, x, zero), form(x));
}

/// log(1 + e^x) = max(x, 0) + log(1 + t), t = e^-|x|, and the form is log1p.
int softplus_steps(program_builder& b, const form_at& form, int x) {
  const int zero = b.constant(0), a = b.add(kind::absolute, x, -1, -1, -1, "a");
  const int t = b.call(operation::exp, b.add(kind::negate, a));
  return b.add(kind::add, less(b, x, zero, zero, x), form(t));
}

/// IEC 61966-2-1: a line at first, then a power.
int srgb_steps(program_builder& b, const form_at& form, int x, bool decode) {
  const int line =
      decode ? b.add(kind::multiply, x, b.constant(1 / 12.92)) : b.add(kind::multiply, x, b.constant(12.92));
  const int end = b.constant(decode ? 0.04045 : 0.0031308);
  return less(b, end, x, form(decode ? x : less(b, end, x, x, end, "t")), line);
}

/// e log(2) + log(m) with x = m 2^e. The form is log1p(t), t = m - 1. log2: e + log2(m).
int log_steps(program_builder& b, const form_at& form, int x, bool positive, bool binary) {
  const int zero = b.constant(0), one = b.constant(1);
  const auto [m, e] = parts_of(b, x, positive);
  const int t = b.add(kind::subtract, m, one, -1, -1, "t");
  const int value = binary ? b.add(kind::add, e, form(t))
                           : b.add(kind::multiply_add, e, b.constant(0.693145751953125),
                                   b.add(kind::multiply_add, e, b.constant(1.42860682030941723e-6), form(t)));
  if (positive) return value;
  const int finite = less(b, b.constant(largest), x, x, value);
  // -1 / |0| is -infinity; the root of a negative number is NaN, and so is that of NaN.
  const int pole = b.add(kind::divide, b.constant(-1), b.add(kind::absolute, x));
  const int outside = b.add(kind::select_equal, x, zero, pole, b.add(kind::square_root, x));
  return less(b, zero, x, finite, outside);
}

/// 2^(y log2(x)) as shading languages have it, for x >= 0, with the exp2 of the language. x^0 and 1^y are 1.
int pow_steps(program_builder& b, const form_at& form, int x, int y, bool positive) {
  const int power = b.call(operation::exp2, b.add(kind::multiply, y, log_steps(b, form, x, positive, true)));
  if (positive) return power;
  const int one = b.constant(1);
  return b.add(kind::select_equal, y, b.constant(0), one, b.add(kind::select_equal, x, one, one, power));
}

/// (-1)^k sin(r) with x = k pi + r, |r| <= pi/2.
int sin_steps(program_builder& b, const form_at& form, int x, bool cosine) {
  const int half = b.constant(0.5), two = b.constant(2), one = b.constant(1);
  int k = b.add(kind::multiply, x, b.constant(1 / pi));
  if (cosine) k = b.add(kind::subtract, k, half);
  // Plus 0 turns -0 into 0, so that the sine of -0 becomes -0.
  const int whole = b.add(kind::add, b.add(kind::round_even, k), b.constant(0), -1, -1, "k");
  // cos(x) = (-1)^(k+1) sin(r) with x = (k + 1/2) pi + r; k + 1/2 has one bit more.
  const int times = cosine ? b.add(kind::add, whole, half) : whole;
  int r = b.add(kind::multiply_subtract, times, b.constant(3.140625), x);
  r = b.add(kind::multiply_subtract, times, b.constant(0.000967502593994140625), r);
  r = b.add(kind::multiply_subtract, times, b.constant(1.50995799097837648e-7), r, -1, "r");
  const int pairs = b.add(kind::round_even, b.add(kind::multiply, whole, half));
  const int odd = b.add(kind::absolute, b.add(kind::multiply_subtract, two, pairs, whole), -1, -1, -1, "odd");
  const int sign = cosine ? b.add(kind::multiply_subtract, two, b.add(kind::subtract, one, odd), one)
                          : b.add(kind::multiply_subtract, two, odd, one);
  return b.add(kind::multiply, sign, form(r));
}

/// |x| <= 1: the form; else 1 - 2 / (exp(2 |x|) + 1) with the exp that the language has. Nothing cancels.
int tanh_steps(program_builder& b, const form_at& form, int x, bool positive) {
  const int a = positive ? x : b.add(kind::absolute, x, -1, -1, -1, "a"), one = b.constant(1), two = b.constant(2);
  const int near = form(less(b, one, a, one, a, "t"));
  const int grown = b.call(operation::exp, b.add(kind::multiply, two, less(b, a, b.constant(20), a, b.constant(20))));
  const int far = b.add(kind::subtract, one, b.add(kind::divide, two, b.add(kind::add, grown, one)));
  const int found = less(b, one, a, far, near);
  return positive ? found : b.add(kind::copy_sign, found, x);
}

const std::map<std::string, full_range> known = {
    {"acos", {"acos", "acos(x)", -1, 1, 0, false, ""}},
    {"asin", {"asin", "asin(x)", -1, 1, 0, false, ""}},
    {"atan", {"atan", "atan(x)", -largest, largest, 0, false, ""}},
    {"atan2", {"atan", "", 0, 0, 0, false, ""}},
    {"pow", {"log2", "", 0, 0, 0, false, ""}},
    {"exp", {"exp", "exp(x)", -103.5, 88.7228317, 0, false, ""}},
    {"log", {"log", "log(x)", subnormal, largest, smallest, false, ""}},
    {"sin", {"sin", "sin(x)", -8192 * pi, 8192 * pi, 0, true, ""}},
    {"cos", {"sin", "cos(x)", -4096 * pi, 4096 * pi, 0, true, ""}},
    {"tanh", {"tanh", "tanh(x)", -largest, largest, 0, false, ""}},
    {"exp2", {"exp2", "exp2(x)", -149.3, 127.9999924, 0, false, ""}},
    {"log2", {"log2", "log2(x)", subnormal, largest, smallest, false, ""}},
    {"cbrt", {"cbrt", "cbrt(x)", -largest, largest, smallest, false, ""}},
    {"rsqrt", {"rsqrt", "1/sqrt(x)", subnormal, largest, smallest, false, ""}},
    {"sinh", {"sinh", "sinh(x)", -89.4159851, 89.4159851, 0, false, ""}},
    {"gelu", {"gelu", "x*(1+erf(x/sqrt(2)))/2", -largest, largest, 0, true, ""}},
    {"softplus", {"softplus", "(x+abs(x))/2+log1p(exp(-abs(x)))", -largest, largest, 0, false, ""}},
    {"srgb_to_linear",
     {"srgb_to_linear", "x/12.92+(1+sign(x-0.04045))/2*(((x+0.055)/1.055)^2.4-x/12.92)", 0, 1, 0, false, ""}},
    {"linear_to_srgb",
     {"linear_to_srgb", "12.92*x+(1+sign(x-0.0031308))/2*(1.055*x^(1/2.4)-0.055-12.92*x)", 0, 1, 0, false, ""}},
};

/// By other forms, on [0, 1]. That of atan is odd in t, and x > 1 has the t of 1/x with the other sign.
const std::map<std::string, full_range> alternate = {
    {"asin", {"asin", "asin(x)", -1, 1, 0, true, "pi/2-sqrt(1-x)*p(x)"}},
    {"atan", {"atan", "atan(x)", -largest, largest, 0, true, "pi/4+(x-1)/(x+1)*p(((x-1)/(x+1))^2)"}},
    {"atan2", {"atan", "", 0, 0, 0, true, "pi/4+(x-1)/(x+1)*p(((x-1)/(x+1))^2)"}},
};

}  // namespace

const full_range& find_full_range(const std::string& function, const tree& form) {
  const auto other = alternate.find(function);
  const bool is_other =
      other != alternate.end() && to_text(without_denominator(form)) == to_text(parse(other->second.form, "", true));
  return is_other ? other->second : find_full_range(function);
}

minimax_problem usual_problem(const full_range& f) {
  minimax_problem usual = minimax_short_form(f.form_of, 1);
  if (!f.form.empty()) {
    usual.form = f.form;
    usual.intervals = {{"0", "1"}};
  }
  return usual;
}

const full_range& find_full_range(const std::string& function) {
  const auto found = known.find(function);
  if (found != known.end()) return found->second;
  throw error("--full-range: found '" + function + "', expected " + full_range_names());
}

std::string full_range_names() {
  std::string text;
  std::size_t left = known.size();
  for (const auto& [name, what] : known) text += name + (--left > 1 ? ", " : left == 1 ? " or " : "");
  return text;
}

program full_range_program(const problem& p, const std::string& function, const form_numbers& numbers,
                           polynomial_order order, bool half, bool positive, const std::string& name, bool guard_nan) {
  find_full_range(function);
  static constexpr std::array need_float = {"exp", "log", "sin", "cos", "pow", "log2", "cbrt", "rsqrt", "sinh"};
  if (half && std::find(need_float.begin(), need_float.end(), function) != need_float.end())
    throw error("--half: found --full-range '" + function +
                "' beside it, which needs more than float16, expected one of them");
  program_builder b(half);
  const form_at form = [&](int at) { return b.form(p.form, at, numbers, order); };
  if (function == "atan2") {
    const int y = b.input("y"), x = b.input("x");
    if (!find_full_range(function, p.form).form.empty()) {
      const tree of_t = parse("pi/4+x*p(x^2)", "", true);
      const form_at quarter = [&](int t) { return b.form(of_t, t, numbers, order); };
      return b.finish(name, atan2_steps_by_sum(b, quarter, y, x, positive));
    }
    return b.finish(name, atan2_steps(b, form, y, x, positive, guard_nan && !positive));
  }
  const int x = b.input("x");
  if (function == "pow") return b.finish(name, pow_steps(b, form, x, b.input("y"), positive));
  int result = 0;
  if (function == "acos") result = acos_steps(b, form, x, positive);
  const double most = half ? 0x1p14 : 0x1p30;  // (x-1)/(x+1) is 1 there
  const bool alternate_form = !find_full_range(function, p.form).form.empty();
  if (alternate_form) result = odd_steps(b, form, x, positive, function == "atan" ? most : 0);
  if (function == "asin" && !alternate_form) result = asin_steps(b, form, x, positive);
  if (function == "atan" && !alternate_form) result = atan_steps(b, form, x, positive);
  if (function == "exp") result = exp_steps(b, form, x);
  if (function == "exp2") result = exp2_steps(b, form, x, half);
  if (function == "log" || function == "log2") result = log_steps(b, form, x, positive, function == "log2");
  if (function == "cbrt") result = cbrt_steps(b, form, x, positive);
  if (function == "rsqrt") result = rsqrt_steps(b, form, x, positive);
  if (function == "sinh") result = sinh_steps(b, form, x, positive);
  if (function == "gelu")
    result = gelu_steps(b, form, x, positive, static_cast<double>(evaluate(p.intervals[0].second, 0)));
  if (function == "softplus") result = softplus_steps(b, form, x);
  if (function.ends_with("linear") || function.ends_with("srgb"))
    result = srgb_steps(b, form, x, function == "srgb_to_linear");
  if (function == "sin") result = sin_steps(b, form, x, false);
  if (function == "cos") result = sin_steps(b, form, x, true);
  if (function == "tanh") result = tanh_steps(b, form, x, positive);
  return b.finish(name, result);
}

}  // namespace vieta::approximation
