#include "report/json.hpp"

#include <cmath>
#include <istream>
#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>

#include "io/message.hpp"
#include "report/number.hpp"
#include "vieta/error.hpp"

namespace vieta::report {
namespace {

/// JSON knows no infinity.
std::string number_or_null(double value) { return std::isfinite(value) ? shortest(value) : "null"; }

std::string quoted(const std::string& plain) { return '"' + plain + '"'; }

void append_root(std::string& text, const roots_result& result, std::size_t k) {
  const root& z = result.roots[k];
  std::string re, im, radius;
  if (result.decimal.empty()) {
    re = number_or_null(z.value.real());
    im = number_or_null(z.value.imag());
    radius = std::isfinite(z.radius) ? upward_exact(z.radius) : "null";
  } else {
    const decimal_root& d = result.decimal[k];
    const auto quoted_or_null = [](const std::string& decimal) {
      double any = 0;
      return to_double(decimal, any) ? quoted(decimal) : "null";
    };
    re = quoted_or_null(d.re);
    im = quoted_or_null(d.im);
    radius = quoted_or_null(d.radius);
  }
  text += "{\"re\":" + re + ",\"im\":" + im + ",\"radius\":" + radius +
          ",\"multiplicity\":" + std::to_string(z.multiplicity) + ",\"status\":\"" + name(z.status) +
          "\",\"real\":" + (z.is_real ? "true" : "false") + '}';
}

std::string list(std::initializer_list<double> numbers) {
  std::string text;
  for (const double x : numbers) text += (text.empty() ? '[' : ',') + number_or_null(x);
  return text + ']';
}

/// Only where a region was asked for.
std::string region_text(const roots_report& r) {
  const roots_region& region = r.region;
  if (region.is_plane()) return {};
  std::string text;
  if (const auto& d = region.in_disc) text += ",\"in_disc\":" + list({d->centre.real(), d->centre.imag(), d->radius});
  if (const auto& b = region.in_box) text += ",\"in_box\":" + list({b->re0, b->re1, b->im0, b->im1});
  if (region.real_only) text += ",\"real_only\":true";
  return text;
}

void write(std::ostream& out, const std::string& text) {
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace

std::string json_text(std::string_view text) {
  // Bytes that are no UTF-8 (a file name can hold any) become U+FFFD.
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void write_json(std::ostream& out, const roots_result& result) {
  std::string text = "{\"verb\":\"roots\",\n\"roots\":[";
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    text += k == 0 ? "\n" : ",\n";
    append_root(text, result, k);
    if (text.size() > 65536) {
      write(out, text);
      text.clear();
    }
  }
  const roots_report& r = result.report;
  text += "],\n\"status\":" + quoted(name(result.status)) + ",\n\"report\":{\"degree\":" + std::to_string(r.degree) +
          ",\"isolated\":" + std::to_string(r.isolated) + ",\"clusters\":" + std::to_string(r.clusters) +
          ",\"uncertain\":" + std::to_string(r.uncertain) + ",\"unproven\":" + std::to_string(r.unproven) +
          ",\"at_border\":" + std::to_string(r.at_border) + ",\"method\":" + json_text(r.method) +
          ",\"target\":" + json_text(r.target) + ",\"sweeps\":" + std::to_string(r.sweeps) +
          ",\"updates_per_root\":" + number_or_null(r.updates_per_root) +
          ",\"precision_bits\":" + std::to_string(r.precision_bits) +
          ",\"refinements\":" + std::to_string(r.refinements) + ",\"uncertainty\":" + number_or_null(r.uncertainty) +
          region_text(r) + ",\"seconds\":" + number_or_null(r.seconds) + ",\"stopped_by\":" + json_text(r.stopped_by) +
          "}}\n";
  write(out, text);
}

void write_json(std::ostream& out, const verification& result) {
  std::string text = "{\"verb\":\"verify\",\"holds\":";
  text += result.holds ? "true" : "false";
  text += ",\"checked\":" + std::to_string(result.checked) + ",\"complaints\":[";
  for (std::size_t k = 0; k < result.complaints.size(); ++k)
    text += (k == 0 ? "\n" : ",\n") + json_text(result.complaints[k]);
  write(out, text + "]}\n");
}

namespace {

/// Takes the text event by event, so that a million roots need no tree. Unknown keys are skipped, whatever they hold.
class roots_reader : public nlohmann::json_sax<nlohmann::json> {
 public:
  roots_reader(roots_result& result, const std::string& name) : result_(result), name_(name) {}

  [[nodiscard]] bool has_roots() const { return has_roots_; }

  bool null() override { return scalar(kind::null, 0, {}); }
  bool boolean(bool value) override { return scalar(kind::boolean, value, {}); }
  bool number_integer(std::int64_t value) override { return integer(value); }
  bool number_unsigned(std::uint64_t value) override {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return scalar(kind::number, static_cast<double>(value), std::to_string(value));
    return integer(static_cast<std::int64_t>(value));
  }
  bool number_float(double value, const std::string& text) override { return scalar(kind::number, value, text); }
  bool string(std::string& value) override { return scalar(kind::string, 0, value); }
  bool binary(nlohmann::json::binary_t&) override { return scalar(kind::null, 0, {}); }

  bool start_object(std::size_t) override {
    path_.push_back(key_);
    if (has_roots_ && path_.size() == 3 && path_[1] == "roots" && path_[2].empty()) {
      in_root_ = true;
      result_.roots.emplace_back();
      result_.roots.back().radius = std::numeric_limits<double>::infinity();
      seen_re_ = seen_im_ = seen_radius_ = seen_status_ = false;
      decimal_ = {};
      has_decimal_ = false;
    }
    return true;
  }
  bool key(std::string& name) override {
    key_ = name;
    return true;
  }
  bool end_object() override {
    if (at_root()) {
      finish_root();
      in_root_ = false;
    }
    return end_container();
  }
  bool start_array(std::size_t) override {
    region_numbers_.clear();
    if (path_.size() == 1 && key_ == "roots") has_roots_ = true;
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
  enum class kind { null, boolean, number, string };

  bool end_container() {
    key_ = path_.back();
    path_.pop_back();
    return true;
  }

  // path_ holds the key under which each open container stands: "", "roots", "" within a root.
  // A list within "roots" has the same keys above it as a root.
  [[nodiscard]] bool at_root() const { return in_root_ && path_.size() == 3; }
  [[nodiscard]] bool at_report() const { return path_.size() == 2 && path_[1] == "report"; }
  [[nodiscard]] bool in_region_list() const {
    return path_.size() == 3 && path_[1] == "report" && (path_[2] == "in_disc" || path_[2] == "in_box");
  }

  [[noreturn]] void fail(const std::string& expected) const {
    const std::string where = at_root() ? "root " + std::to_string(result_.roots.size()) + ": " : "";
    throw error(name_ + ": " + where + "\"" + key_ + "\": expected " + expected);
  }

  bool integer(std::int64_t value) {
    integer_ = value;
    is_integer_ = true;
    const bool go_on = scalar(kind::number, static_cast<double>(value), std::to_string(value));
    is_integer_ = false;
    return go_on;
  }
  template <class T>
  void take_count(T& out) const {
    if (!is_integer_ || integer_ < 0 || integer_ > static_cast<std::int64_t>(std::numeric_limits<T>::max()))
      fail("a count");
    out = static_cast<T>(integer_);
  }

  bool scalar(kind what, double value, const std::string& text) {
    if (path_.size() == 1 && key_ == "status") return take_status(result_.status, what, text), true;
    if (at_root()) root_part(what, value, text);
    if (at_report()) report_part(what, value, text);
    if (in_region_list() && (what == kind::number || what == kind::null)) {
      region_numbers_.push_back(what == kind::number ? value : std::numeric_limits<double>::infinity());
    }
    return true;
  }

  void root_part(kind what, double value, const std::string& text) {
    root& z = result_.roots.back();
    if (key_ == "re") {
      double re = 0;
      take_number(what, value, text, re, decimal_.re);
      z.value.real(re);
      seen_re_ = true;
    } else if (key_ == "im") {
      double im = 0;
      take_number(what, value, text, im, decimal_.im);
      z.value.imag(im);
      seen_im_ = true;
    } else if (key_ == "radius") {
      seen_radius_ = true;
      if (what == kind::null) {
        decimal_.radius = "inf";
        return;
      }
      take_number(what, value, text, z.radius, decimal_.radius);
      if (z.radius < 0) fail("a number that is not negative");
    } else if (key_ == "multiplicity") {
      take_count(z.multiplicity);
    } else if (key_ == "status") {
      take_status(z.status, what, text);
      seen_status_ = true;
    } else if (key_ == "real") {
      if (what != kind::boolean) fail("true or false");
      z.is_real = value != 0;
    }
  }

  void report_part(kind what, double value, const std::string& text) {
    roots_report& r = result_.report;
    if (key_ == "degree") return take_count(r.degree);
    if (key_ == "isolated") return take_count(r.isolated);
    if (key_ == "clusters") return take_count(r.clusters);
    if (key_ == "uncertain") return take_count(r.uncertain);
    if (key_ == "unproven") return take_count(r.unproven);
    if (key_ == "at_border") return take_count(r.at_border);
    if (key_ == "sweeps") return take_count(r.sweeps);
    if (key_ == "precision_bits") return take_count(r.precision_bits);
    if (key_ == "refinements") return take_count(r.refinements);
    if (key_ == "updates_per_root" && what == kind::number) r.updates_per_root = value;
    if (key_ == "seconds" && what == kind::number) r.seconds = value;
    if (key_ == "uncertainty" && what == kind::number) r.uncertainty = value;
    if (key_ == "real_only" && what == kind::boolean) r.region.real_only = value != 0;
    if (what != kind::string) return;
    if (key_ == "method") r.method = text;
    if (key_ == "target") r.target = text;
    if (key_ == "stopped_by") r.stopped_by = text;
  }

  /// An infinite border is null.
  void finish_region() {
    roots_region& region = result_.report.region;
    const std::vector<double>& x = region_numbers_;
    key_ = path_[2];
    if (key_ == "in_disc") {
      if (x.size() != 3) fail("three numbers");
      region.in_disc = {{x[0], x[1]}, x[2]};
    } else {
      if (x.size() != 4) fail("four numbers");
      const auto least = [](double border) { return std::isinf(border) ? -border : border; };
      region.in_box = {least(x[0]), x[1], least(x[2]), x[3]};
    }
  }

  /// A JSON number, or a string with a decimal number of any length.
  void take_number(kind what, double value, const std::string& text, double& out, std::string& decimal) {
    if (what == kind::null) value = std::numeric_limits<double>::quiet_NaN();
    if (what == kind::boolean || (what == kind::string && !to_double(text, value)))
      fail("a number, or one in a string");
    has_decimal_ = has_decimal_ || what == kind::string;
    out = value;
    decimal = what == kind::null ? "nan" : text;
  }

  void take_status(root_status& out, kind what, const std::string& text) const {
    for (root_status s : {root_status::isolated, root_status::cluster, root_status::uncertain, root_status::unproven,
                          root_status::at_border})
      if (what == kind::string && text == name(s)) return void(out = s);
    fail("isolated, cluster, uncertain, unproven or at_border");
  }
  void take_status(roots_status& out, kind what, const std::string& text) const {
    for (roots_status s :
         {roots_status::complete, roots_status::partial, roots_status::zero_polynomial, roots_status::bad_input})
      if (what == kind::string && text == name(s)) return void(out = s);
    fail("complete, partial, zero_polynomial or bad_input");
  }

  void finish_root() {
    for (const auto& [seen, key] :
         {std::pair{seen_re_, "re"}, {seen_im_, "im"}, {seen_radius_, "radius"}, {seen_status_, "status"}})
      if (!seen) throw error(name_ + ": root " + std::to_string(result_.roots.size()) + " has no \"" + key + "\"");
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
  std::vector<double> region_numbers_;  // of the list that is being read
  std::string key_;
  decimal_root decimal_;
  std::int64_t integer_ = 0;
  bool is_integer_ = false, has_roots_ = false, has_decimal_ = false, in_root_ = false;
  bool seen_re_ = false, seen_im_ = false, seen_radius_ = false, seen_status_ = false;
};

}  // namespace

roots_result read_roots_json(std::istream& in, const std::string& name) {
  roots_result result;
  roots_reader reader(result, name);
  nlohmann::json::sax_parse(in, &reader);
  if (!reader.has_roots()) throw error(name + ": no JSON result of `vieta roots --json`: it has no \"roots\"");
  return result;
}

}  // namespace vieta::report
