#include "io/roots_json_reader.hpp"

#include <array>
#include <cmath>
#include <istream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.hpp"
#include "base/number.hpp"
#include "roots/region/border_number.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"

namespace vieta::io {

namespace {

using report::shortest;
using report::to_double;
using report::upward_exact;

/// The keys of one object. A key that comes twice means one thing to one reader and another to the next. There are few
/// as a rule, and a million objects that hold the same ones: no memory is asked for then.
class keys_of_object {
 public:
  void clear() {
    count_ = 0;
    more_.clear();
  }
  /// False when it is there already.
  bool add(const std::string& key) {
    for (std::size_t k = 0; k < count_; ++k)
      if (few_[k] == key) return false;
    if (count_ == most) return more_.insert(key).second;
    if (few_.size() == count_) few_.emplace_back();
    few_[count_++] = key;
    return true;
  }

 private:
  static constexpr std::size_t most = 32;
  std::vector<std::string> few_;
  std::size_t count_ = 0;
  std::set<std::string> more_;
};

/// Takes the text event by event, so that a million roots need no tree. Unknown keys are skipped, whatever they hold;
/// known ones that hold something of another kind are refused.
class roots_reader : public nlohmann::json_sax<nlohmann::json> {
 public:
  roots_reader(roots_result& result, const std::string& name) : result_(result), name_(name) {}

  [[nodiscard]] bool has_roots() const { return has_roots_; }

  /// The status and the report's counts are claims, too: without them a result would say less than it seems to.
  void check_report() const {
    if (!seen_whole_status_) throw error(name_ + ": found no \"status\", expected one");
    if (!seen_report_) throw error(name_ + ": found no \"report\", expected one");
    for (std::size_t k = 0; k < counts.size(); ++k) {
      const bool is_new = counts[k] == "wide" || counts[k] == "multiple";  // since 0.1.0
      if ((seen_counts_ >> k & 1) == 0 && !(is_new && is_of_0_1_0_))
        throw error(name_ + ": report: found no \"" + std::string(counts[k]) + "\", expected one");
    }
  }

  /// Results of 0.1.0 say of no root whether it is imaginary, and had another name for wide ones.
  void check_imaginary() const {
    if (not_said_imaginary_ > 0 && !is_of_0_1_0_) miss(not_said_imaginary_, "imaginary");
  }

  /// Throws where an interval is another one than centre and radius say: these are what is verified.
  void check_intervals() const {
    if (intervals_.empty()) return;
    const std::vector<rational_interval> expected = rational_intervals(result_);
    for (std::size_t k = 0; k < intervals_.size(); ++k) {
      const std::vector<std::string>& found = intervals_[k];
      if (found.empty() || found == std::vector{expected[k].lower, expected[k].upper}) continue;
      std::string text;
      for (const std::string& end : found) text += (text.empty() ? "" : ", ") + end;
      throw error(name_ + ": root " + std::to_string(k + 1) + ": \"interval\": found [" + text + "], expected " +
                  (expected[k].lower.empty()
                       ? "none: the root is not real"
                       : '[' + expected[k].lower + ", " + expected[k].upper + "], which centre and radius say"));
    }
  }

  bool null() override { return take({kind::null}); }
  bool boolean(bool value) override { return take({kind::boolean, value ? 1.0 : 0.0, value ? "true" : "false"}); }
  bool number_integer(std::int64_t value) override {
    return take({kind::number, static_cast<double>(value), std::to_string(value), value});
  }
  bool number_unsigned(std::uint64_t value) override {
    if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return number_integer(static_cast<std::int64_t>(value));
    return take({kind::number, static_cast<double>(value), std::to_string(value)});
  }
  bool number_float(double value, const std::string& text) override { return take({kind::number, value, text}); }
  bool string(std::string& value) override { return take({kind::string, 0, value}); }
  bool binary(nlohmann::json::binary_t&) override { return take({kind::null}); }

  bool start_object(std::size_t) override {
    take({kind::object});
    if (in_list_of_roots()) {
      in_root_ = true;
      result_.roots.emplace_back();
      result_.roots.back().radius = std::numeric_limits<double>::infinity();
      seen_re_ = seen_im_ = seen_radius_ = seen_status_ = false;
      seen_multiplicity_ = seen_real_ = seen_imaginary_ = false;
      decimal_ = {};
      has_decimal_ = false;
    }
    path_.push_back(key_);
    if (objects_ == keys_.size()) keys_.emplace_back();
    keys_[objects_++].clear();
    return true;
  }
  bool key(std::string& name) override {
    key_ = name;
    if (!keys_[objects_ - 1].add(name)) fail("it twice", "it once");
    return true;
  }
  bool end_object() override {
    if (at_root()) {
      finish_root();
      in_root_ = false;
    }
    --objects_;
    return end_container();
  }
  bool start_array(std::size_t) override {
    take({kind::list});
    region_numbers_.clear();
    if (at_top() && key_ == "roots") has_roots_ = true;
    path_.push_back(key_);
    key_.clear();
    return true;
  }
  bool end_array() override {
    if (in_region_list()) finish_region();
    return end_container();
  }
  bool parse_error(std::size_t, const std::string& last, const nlohmann::json::exception& problem) override {
    const std::string what = problem.what();  // "... at line 3, column 7: ... unexpected end of input; ..."
    const auto at = what.find("line "), from = at == what.npos ? what.size() : at + 5;
    const std::string line = what.substr(from, what.find_first_not_of("0123456789", from) - from);
    const bool ended = what.find("unexpected end of input") != what.npos;
    throw error(name_ + ":" + (line.empty() ? "1" : line) + ": found " +
                (ended ? "the end of the file" : io::in_quotes(last)) +
                ", expected JSON that `vieta roots --json` wrote");
  }

 private:
  enum class kind { null, boolean, number, string, list, object };
  static constexpr std::array<std::string_view, 7> counts = {"degree",   "isolated",  "clusters", "wide",
                                                             "unproven", "at_border", "multiple"};

  /// A value, or the beginning of a list or an object.
  struct item {
    kind what;
    double value = 0;
    std::string text = {};                     ///< as it stands; of a string, what the quotes hold
    std::optional<std::int64_t> integer = {};  ///< of a number that is one
  };

  bool end_container() {
    key_ = path_.back();
    path_.pop_back();
    return true;
  }

  // path_ holds the key under which each open container stands: "", "roots", "" within a root.
  // A list within "roots" would have the same keys above it as a root: it is refused.
  [[nodiscard]] bool at_top() const { return path_.size() == 1; }
  [[nodiscard]] bool in_list_of_roots() const { return path_.size() == 2 && path_[1] == "roots"; }
  [[nodiscard]] bool at_root() const { return in_root_ && path_.size() == 3; }
  [[nodiscard]] bool at_report() const { return path_.size() == 2 && path_[1] == "report"; }
  [[nodiscard]] bool in_region_list() const {
    return path_.size() == 3 && path_[1] == "report" && (path_[2] == "in_disc" || path_[2] == "in_box");
  }

  [[nodiscard]] bool in_interval() const { return in_root_ && path_.size() == 4 && path_[3] == "interval"; }
  [[noreturn]] void fail_interval(const std::string& found, const std::string& expected) const {
    throw error(name_ + ": root " + std::to_string(result_.roots.size()) + ": \"interval\": found " + found +
                ", expected " + expected);
  }

  static std::string shown(const item& found) {
    if (found.what == kind::null) return "null";
    if (found.what == kind::list) return "a list";
    if (found.what == kind::object) return "an object";
    return io::in_quotes(found.text);
  }
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const {
    const std::string where = at_root() ? "root " + std::to_string(result_.roots.size()) + ": " : "";
    throw error(name_ + ": " + where + "\"" + key_ + "\": found " + found + ", expected " + expected);
  }
  [[noreturn]] void fail(const item& found, const std::string& expected) const { fail(shown(found), expected); }

  template <class T>
  void take_count(T& out, const item& found) const {
    if (!found.integer || *found.integer < 0 ||
        *found.integer > static_cast<std::int64_t>(std::numeric_limits<T>::max()))
      fail(found, "a count");
    out = static_cast<T>(*found.integer);
  }
  void take_truth(bool& out, const item& found) const {
    if (found.what != kind::boolean) fail(found, "true or false");
    out = found.value != 0;
  }
  void take_text(std::string& out, const item& found) const {
    if (found.what != kind::string) fail(found, "a text");
    out = found.text;
  }
  /// null where the number was not finite, or where there is none.
  void take_number(double& out, const item& found) const {
    if (found.what != kind::number && found.what != kind::null) fail(found, "a number, or null");
    if (found.what == kind::number) out = found.value;
  }

  bool take(const item& found) {
    if (at_top()) top_part(found);
    if (in_list_of_roots() && found.what != kind::object)
      throw error(name_ + ": root " + std::to_string(result_.roots.size() + 1) + ": found " + shown(found) +
                  ", expected {\"re\":..., \"im\":..., \"radius\":..., \"status\":...}");
    if (at_root()) root_part(found);
    if (at_report()) report_part(found);
    if (in_region_list()) region_part(found);
    if (in_interval()) {
      if (found.what != kind::string) fail_interval(shown(found), "two fractions in strings");
      intervals_.back().push_back(found.text);
    }
    return true;
  }

  void top_part(const item& found) {
    if (key_ == "status") take_status(result_.status, found);
    seen_whole_status_ = seen_whole_status_ || key_ == "status";
    seen_report_ = seen_report_ || key_ == "report";
    if (key_ == "roots" && found.what != kind::list) fail(found, "a list");
    if (key_ == "results")
      throw error(name_ + ": found results of many polynomials, expected that of one: verify cannot check batches");
    if (key_ == "report" && found.what != kind::object) fail(found, "an object");
  }

  void root_part(const item& found) {
    root& z = result_.roots.back();
    if (key_ == "re") {
      double re = 0;
      take_decimal(found, re, decimal_.re);
      z.value.real(re);
      seen_re_ = true;
    } else if (key_ == "im") {
      double im = 0;
      take_decimal(found, im, decimal_.im);
      z.value.imag(im);
      seen_im_ = true;
    } else if (key_ == "radius") {
      seen_radius_ = true;
      if (found.what == kind::null) {
        decimal_.radius = "inf";
        return;
      }
      take_decimal(found, z.radius, decimal_.radius);
      if (z.radius < 0) fail(found, "a number that is not negative");
    } else if (key_ == "multiplicity") {
      take_count(z.multiplicity, found);
      seen_multiplicity_ = true;
    } else if (key_ == "status") {
      take_status(z.status, found);
      seen_status_ = true;
    } else if (key_ == "real") {
      take_truth(z.real, found);
      seen_real_ = true;
    } else if (key_ == "imaginary") {
      take_truth(z.imaginary, found);
      seen_imaginary_ = true;
    } else if (key_ == "interval") {
      if (found.what != kind::list) fail(found, "a list of two fractions");
      intervals_.resize(result_.roots.size());
      intervals_.back().clear();
    }
  }

  void report_part(const item& found) {
    roots_report& r = result_.report;
    for (std::size_t k = 0; k < counts.size(); ++k)
      if (key_ == counts[k] || (counts[k] == "wide" && key_ == "uncertain")) seen_counts_ |= 1U << k;
    if (key_ == "degree") take_count(r.degree, found);
    if (key_ == "isolated") take_count(r.isolated, found);
    if (key_ == "clusters") take_count(r.clusters, found);
    if (key_ == "wide") is_of_0_1_0_ = false;
    if (key_ == "wide" || key_ == "uncertain") take_count(r.wide, found);  // "uncertain": its name in 0.1.0
    if (key_ == "unproven") take_count(r.unproven, found);
    if (key_ == "multiple") take_count(r.multiple, found);
    if (key_ == "at_border") take_count(r.at_border, found);
    if (key_ == "sweeps") take_count(r.sweeps, found);
    if (key_ == "precision_bits") take_count(r.precision_bits, found);
    if (key_ == "refinements") take_count(r.refinements, found);
    if (key_ == "updates_per_root") take_number(r.updates_per_root, found);
    if (key_ == "seconds") take_number(r.seconds, found);
    if (key_ == "uncertainty") take_number(r.uncertainty, found);
    if (key_ == "uncertainty" && !(r.uncertainty >= 0 && found.what == kind::number))
      fail(found, "a number that is not negative");
    if (key_ == "real_only") take_truth(r.region.real_only, found);
    if (key_ == "method") take_text(r.method, found);
    if (key_ == "target") take_text(r.target, found);
    if (key_ == "stopped_by") take_text(r.stopped_by, found);
    if ((key_ == "in_disc" || key_ == "in_box") && found.what != kind::list) fail(found, "a list of numbers");
  }

  /// An infinite border is null, and one that is no double a string.
  void region_part(const item& found) {
    const bool may_be_infinite = path_[2] == "in_box";
    const std::optional<border_number> exact =
        found.what == kind::string ? parse_border(found.text) : std::optional<border_number>();
    if (found.what != kind::number && !exact && !(may_be_infinite && found.what == kind::null)) {
      key_ = path_[2];
      fail(found, std::string("numbers (\"1/3\" for 1/3)") + (may_be_infinite ? ", or null" : ""));
    }
    const double number = found.what == kind::number ? found.value
                          : exact                    ? nearest_double(*exact)
                                                     : std::numeric_limits<double>::infinity();
    region_numbers_.push_back({number, exact ? found.text : ""});
  }

  void finish_region() {
    roots_region& region = result_.report.region;
    std::vector<exact_number>& x = region_numbers_;
    key_ = path_[2];
    const std::string found = std::to_string(x.size()) + " numbers";
    if (key_ == "in_disc") {
      if (x.size() != 3) fail(found, "three: centre and radius");
      if (!(x[2].nearest >= 0)) fail("radius " + shortest(x[2].nearest), "one that is not negative");
      region.in_disc = {{x[0].nearest, x[1].nearest}, x[2].nearest, x[0].text, x[1].text, x[2].text};
    } else {
      if (x.size() != 4) fail(found, "four: its borders");
      const auto least = [](double border) { return std::isinf(border) ? -border : border; };
      region.in_box = {least(x[0].nearest), x[1].nearest, least(x[2].nearest), x[3].nearest,
                       x[0].text,           x[1].text,    x[2].text,           x[3].text};
      if (!(region.in_box->re0 <= x[1].nearest && region.in_box->im0 <= x[3].nearest))
        fail("no point between its borders", "some");
    }
  }

  /// A JSON number, or a string with a decimal number of any length.
  void take_decimal(const item& found, double& out, std::string& decimal) {
    double value = found.what == kind::null ? std::numeric_limits<double>::quiet_NaN() : found.value;
    const bool is_text = found.what == kind::string;
    if (is_text ? !to_double(found.text, value) : found.what != kind::number && found.what != kind::null)
      fail(found, "a number, or one in a string");
    has_decimal_ = has_decimal_ || is_text;
    out = value;
    decimal = found.what == kind::null ? "nan" : found.text;
  }

  void take_status(root_status& out, const item& found) const {
    for (root_status s : {root_status::isolated, root_status::cluster, root_status::wide, root_status::unproven,
                          root_status::at_border, root_status::multiple})
      if (found.what == kind::string && found.text == name(s)) return void(out = s);
    // Its name in results of 0.1.0.
    if (found.what == kind::string && found.text == "uncertain") return void(out = root_status::wide);
    fail(found, "isolated, multiple, cluster, wide, unproven or at_border");
  }
  void take_status(roots_status& out, const item& found) const {
    for (roots_status s :
         {roots_status::complete, roots_status::partial, roots_status::zero_polynomial, roots_status::bad_input})
      if (found.what == kind::string && found.text == name(s)) return void(out = s);
    fail(found, "complete, partial, zero_polynomial or bad_input");
  }

  [[noreturn]] void miss(std::size_t root, const char* key) const {
    throw error(name_ + ": root " + std::to_string(root) + ": found no \"" + key + "\", expected one");
  }

  void finish_root() {
    for (const auto& [seen, key] : {std::pair{seen_re_, "re"},
                                    {seen_im_, "im"},
                                    {seen_radius_, "radius"},
                                    {seen_status_, "status"},
                                    {seen_multiplicity_, "multiplicity"},
                                    {seen_real_, "real"}})
      if (!seen) miss(result_.roots.size(), key);
    if (!seen_imaginary_ && not_said_imaginary_ == 0) not_said_imaginary_ = result_.roots.size();
    is_of_0_1_0_ = is_of_0_1_0_ && !seen_imaginary_;
    root& z = result_.roots.back();
    if (has_decimal_) {
      // Rounding the centre to doubles moves it by half an ulp at most in each part: the disc grows by that.
      constexpr double up = 1 + 4 * std::numeric_limits<double>::epsilon();
      z.radius = (z.radius + (std::abs(z.value.real()) + std::abs(z.value.imag())) * 0x1p-53) * up +
                 4 * std::numeric_limits<double>::denorm_min();
      if (std::isnan(z.radius)) z.radius = std::numeric_limits<double>::infinity();
      // The first root with decimals brings them for all before it; JSON numbers are decimals as they stand.
      while (result_.decimal.size() + 1 < result_.roots.size()) {
        const root& before = result_.roots[result_.decimal.size()];
        result_.decimal.push_back(
            {shortest(before.value.real()), shortest(before.value.imag()), upward_exact(before.radius)});
      }
    }
    if (has_decimal_ || !result_.decimal.empty()) result_.decimal.push_back(decimal_);
  }

  roots_result& result_;
  const std::string& name_;
  std::vector<std::string> path_;
  std::vector<keys_of_object> keys_;  // of each open object; those behind the first `objects_` keep their memory
  std::size_t objects_ = 0;
  std::vector<exact_number> region_numbers_;  // of the list that is being read
  std::string key_;
  decimal_root decimal_;
  std::vector<std::vector<std::string>> intervals_;  // of the roots, as they were read; none behind the last
  bool has_roots_ = false, has_decimal_ = false, in_root_ = false;
  bool seen_re_ = false, seen_im_ = false, seen_radius_ = false, seen_status_ = false;
  bool seen_multiplicity_ = false, seen_real_ = false, seen_imaginary_ = false;
  std::size_t not_said_imaginary_ = 0;  // the first root without the key; 0: none
  bool is_of_0_1_0_ = true, seen_whole_status_ = false, seen_report_ = false;
  unsigned seen_counts_ = 0;  // a bit for each of `counts`
};

/// Hands on what stands under "poles" at the top, as if it were the whole.
class poles_reader : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit poles_reader(roots_reader& inner) : inner_(inner) {}
  [[nodiscard]] bool has_poles() const { return has_poles_; }

  bool null() override { return !is_within_ || inner_.null(); }
  bool boolean(bool value) override { return !is_within_ || inner_.boolean(value); }
  bool number_integer(std::int64_t value) override { return !is_within_ || inner_.number_integer(value); }
  bool number_unsigned(std::uint64_t value) override { return !is_within_ || inner_.number_unsigned(value); }
  bool number_float(double value, const std::string& text) override {
    return !is_within_ || inner_.number_float(value, text);
  }
  bool string(std::string& value) override { return !is_within_ || inner_.string(value); }
  bool binary(nlohmann::json::binary_t& value) override { return !is_within_ || inner_.binary(value); }
  bool start_object(std::size_t size) override {
    if (depth_++ == 1 && key_ == "poles") has_poles_ = is_within_ = true;
    return !is_within_ || inner_.start_object(size);
  }
  bool key(std::string& name) override {
    if (depth_ == 1) key_ = name;
    return !is_within_ || inner_.key(name);
  }
  bool end_object() override {
    const bool is_good = !is_within_ || inner_.end_object();
    if (--depth_ == 1) is_within_ = false;
    return is_good;
  }
  bool start_array(std::size_t size) override {
    ++depth_;
    return !is_within_ || inner_.start_array(size);
  }
  bool end_array() override {
    --depth_;
    return !is_within_ || inner_.end_array();
  }
  bool parse_error(std::size_t at, const std::string& last, const nlohmann::json::exception& problem) override {
    return inner_.parse_error(at, last, problem);
  }

 private:
  roots_reader& inner_;
  std::string key_;
  int depth_ = 0;
  bool is_within_ = false, has_poles_ = false;
};

void check(const roots_reader& reader, const std::string& name) {
  if (!reader.has_roots()) throw error(name + ": found no \"roots\", expected what `vieta roots --json` printed");
  reader.check_imaginary();
  reader.check_report();
  reader.check_intervals();
}

}  // namespace

roots_result read_roots_json(std::istream& in, const std::string& name) {
  roots_result result;
  roots_reader reader(result, name);
  nlohmann::json::sax_parse(in, &reader);
  check(reader, name);
  return result;
}

std::optional<roots_result> read_poles_json(std::istream& in, const std::string& name) {
  roots_result result;
  const std::string inner_name = name + ": poles";
  roots_reader inner(result, inner_name);
  poles_reader reader(inner);
  nlohmann::json::sax_parse(in, &reader);
  if (!reader.has_poles()) return std::nullopt;
  check(inner, inner_name);
  return result;
}

}  // namespace vieta::io
