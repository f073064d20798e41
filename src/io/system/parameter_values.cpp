#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "base/float_environment.hpp"
#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "io/batch/read_batch.hpp"
#include "io/complex_text.hpp"
#include "io/npy_header.hpp"
#include "io/npy_number.hpp"
#include "io/parse_json.hpp"
#include "io/read_file.hpp"
#include "vieta/error.hpp"
#include "vieta/solve_parameters.hpp"

// Values of parameters, a row for each instance: lines with a head of names, JSON, NumPy arrays.

namespace vieta {

namespace {

using io::fail;
using scalar = std::complex<double>;
using nlohmann::json;

constexpr std::string_view expected_number = "a finite number such as -12, 3/4, 1.25e-3 or 1+2i";

/// The nearest doubles of one number; false for what is none, or not finite.
bool number_of(std::string_view word, scalar& z) {
  exact::real re, im;
  if (!io::parse_complex(word, re, im)) return false;
  z = {io::nearest_double(re), io::nearest_double(im)};
  return std::isfinite(z.real()) && std::isfinite(z.imag());
}

std::string listed(std::span<const std::string> names) {
  std::string text;
  for (const std::string& n : names) text += (text.empty() ? "" : ", ") + n;
  return io::brief(text);
}

/// Where the columns with these names go: `expected` in its order, or `found` when nothing is expected.
class columns {
 public:
  columns(const std::vector<std::string>& found, std::span<const std::string> expected, std::string_view file,
          std::size_t line) {
    names_ = expected.empty() ? found : std::vector<std::string>(expected.begin(), expected.end());
    for (const std::string& name : names_) {
      const auto at = std::find(found.begin(), found.end(), name);
      if (at == found.end() || std::count(found.begin(), found.end(), name) != 1 || found.size() != names_.size())
        fail(file, line, "the names " + listed(found),
             expected.empty() ? std::string("each name once") : "the parameters " + listed(expected));
      from_.push_back(static_cast<std::size_t>(at - found.begin()));
    }
  }
  explicit columns(std::span<const std::string> expected) : names_(expected.begin(), expected.end()) {
    for (std::size_t k = 0; k < names_.size(); ++k) from_.push_back(k);
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  void put(const std::vector<scalar>& row, std::vector<scalar>& out) const {
    for (const std::size_t k : from_) out.push_back(row[k]);
  }

 private:
  std::vector<std::string> names_;
  std::vector<std::size_t> from_;
};

[[noreturn]] void no_names(std::string_view file) {
  throw error(std::string(file) +
              ": found values without names, expected a first line with the parameters' names, "
              "or \"parameters\" in the system");
}

std::vector<std::string_view> words_between_separators(std::string_view line) {
  std::vector<std::string_view> words;
  const auto separates = [](char c) { return c == ',' || c == ';' || c == ' ' || (c >= '\t' && c <= '\r'); };
  for (std::size_t at = 0; at < line.size();) {
    if (separates(line[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && !separates(line[end])) ++end;
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

bool begins_a_name(std::string_view word) {
  const char c = word.front();
  scalar z;
  return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') && !io::is_not_finite(word) &&
         !number_of(word, z);
}

parameter_values read_value_lines(std::string_view text, std::string_view file, std::span<const std::string> expected) {
  parameter_values result;
  columns order(expected);
  std::vector<scalar> row;
  bool first = true;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    ++number;
    const std::vector<std::string_view> words = words_between_separators(line.substr(0, line.find('#')));
    if (words.empty()) continue;
    if (std::exchange(first, false)) {
      if (begins_a_name(words[0])) {
        order = columns(std::vector<std::string>(words.begin(), words.end()), expected, file, number);
        continue;
      }
      if (expected.empty()) no_names(file);
    }
    if (words.size() != order.names().size())
      fail(file, number, std::to_string(words.size()) + (words.size() == 1 ? " number" : " numbers"),
           std::to_string(order.names().size()) + " (" + listed(order.names()) + ")");
    row.clear();
    for (const std::string_view word : words)
      if (!number_of(word, row.emplace_back())) fail(file, number, io::in_quotes(word), expected_number);
    order.put(row, result.values);
  }
  if (result.values.empty()) fail(file, number + 1, "no values", "one row at least");
  result.names = order.names();
  return result;
}

scalar json_number(const json& value, const std::string& where) {
  const auto real = [&](const json& x) {
    scalar z;
    if (x.is_number()) z = x.get<double>();
    if ((!x.is_number() && !(x.is_string() && number_of(x.get<std::string>(), z))) || !std::isfinite(z.real()))
      throw error(where + ": found " + io::shown(x) + ", expected " + std::string(expected_number));
    return z;
  };
  if (!value.is_array()) return real(value);
  if (value.size() != 2) throw error(where + ": found " + io::shown(value) + ", expected numbers or pairs [re, im]");
  return real(value[0]) + scalar(0, 1) * real(value[1]);
}

parameter_values read_value_json(std::string_view text, std::string_view file, std::span<const std::string> expected) {
  const json value = io::parse_json(text, file);
  const std::string name(file);
  const json* list = &value;
  columns order(expected);
  if (value.is_object()) {
    if (!value.contains("values"))
      throw error(name + ":1: found no \"values\", expected {\"parameters\": [...], \"values\": [...]}");
    list = &value["values"];
    if (value.contains("parameters")) {
      std::vector<std::string> names;
      const auto expect_names = [&name](bool right, const json& found) {
        if (!right) throw error(name + ": parameters: found " + io::shown(found) + ", expected a list of names");
      };
      expect_names(value["parameters"].is_array(), value["parameters"]);
      for (const json& n : value["parameters"]) {
        expect_names(n.is_string(), n);
        names.push_back(n.get<std::string>());
      }
      order = columns(names, expected, file, 1);
    }
  }
  if (!list->is_array() || list->empty())
    throw error(name + ":1: found " + io::shown(*list) + ", expected a list of rows, one at least");
  if (order.names().empty() && (*list)[0].is_object()) {
    std::vector<std::string> names;
    for (const auto& [key, x] : (*list)[0].items()) names.push_back(key);
    order = columns(names, expected, file, 1);
  }
  if (order.names().empty()) no_names(file);
  parameter_values result;
  std::vector<scalar> row;
  std::size_t number = 0;
  for (const json& entry : *list) {
    const std::string where = name + ": row " + std::to_string(++number);
    const std::size_t count = order.names().size();
    if (!(entry.is_array() || entry.is_object()) || entry.size() != count)
      throw error(where + ": found " + io::shown(entry) + ", expected " + std::to_string(count) +
                  (count == 1 ? " value (" : " values (") + listed(order.names()) + ")");
    row.clear();
    if (entry.is_object()) {
      for (const std::string& key : order.names()) {
        if (!entry.contains(key))
          throw error(where + ": found no " + io::in_quotes(key) + ", expected a value for each parameter");
        result.values.push_back(json_number(entry[key], where));
      }
    } else {
      for (const json& x : entry) row.push_back(json_number(x, where));
      order.put(row, result.values);
    }
  }
  result.names = order.names();
  return result;
}

template <class T>
void take_numbers(std::string_view data, bool swap, bool complex, std::vector<scalar>& out) {
  const std::size_t step = complex ? 2 : 1;
  for (std::size_t k = 0; k + step <= data.size() / sizeof(T); k += step)
    out.emplace_back(static_cast<double>(io::number_at<T>(data, k, swap)),
                     complex ? static_cast<double>(io::number_at<T>(data, k + 1, swap)) : 0.0);
}

parameter_values read_value_array(std::string_view bytes, std::string_view file,
                                  std::span<const std::string> expected) {
  const io::npy_header header = io::read_npy_header(bytes, file, 2);
  if (expected.empty()) no_names(file);
  const std::uint64_t width = header.shape.size() == 2 ? header.shape[1] : expected.size() == 1 ? 1 : header.shape[0];
  if (width != expected.size())
    fail(file, 1, "rows of " + std::to_string(width) + " numbers",
         std::to_string(expected.size()) + " (" + listed(expected) + ")");
  const bool swap = header.big_endian != (std::endian::native == std::endian::big);
  const std::string_view data = bytes.substr(header.data_begin, header.data_size);
  std::vector<scalar> all;
  const std::string& t = header.type;
  if (t == "f4" || t == "c8") take_numbers<float>(data, swap, t == "c8", all);
  if (t == "f8" || t == "c16") take_numbers<double>(data, swap, t == "c16", all);
  if (t == "i1") take_numbers<std::int8_t>(data, swap, false, all);
  if (t == "i2") take_numbers<std::int16_t>(data, swap, false, all);
  if (t == "i4") take_numbers<std::int32_t>(data, swap, false, all);
  if (t == "i8") take_numbers<std::int64_t>(data, swap, false, all);
  if (t == "u1") take_numbers<std::uint8_t>(data, swap, false, all);
  if (t == "u2") take_numbers<std::uint16_t>(data, swap, false, all);
  if (t == "u4") take_numbers<std::uint32_t>(data, swap, false, all);
  if (t == "u8") take_numbers<std::uint64_t>(data, swap, false, all);
  parameter_values result{{expected.begin(), expected.end()}, std::move(all)};
  const std::size_t rows = result.rows(), q = expected.size();
  if (rows == 0 || q == 0) fail(file, 1, "no values", "one row at least");
  if (header.fortran_order && header.shape.size() == 2) {
    std::vector<scalar> by_rows;
    for (std::size_t k = 0; k < rows; ++k)
      for (std::size_t p = 0; p < q; ++p) by_rows.push_back(result.values[p * rows + k]);
    result.values = std::move(by_rows);
  }
  for (std::size_t k = 0; k < result.values.size(); ++k)
    if (!std::isfinite(result.values[k].real()) || !std::isfinite(result.values[k].imag()))
      throw error(std::string(file) + ": row " + std::to_string(k / q + 1) + ": found NaN or infinity for " +
                  io::in_quotes(expected[k % q]) + ", expected a finite number");
  return result;
}

}  // namespace

parameter_values read_parameter_values(std::string_view bytes, const std::string& name,
                                       std::span<const std::string> expected) {
  const float_environment floats;
  if (bytes.starts_with("\x93NUMPY")) return read_value_array(bytes, name, expected);
  bytes = io::without_mark(bytes);
  const auto first = bytes.find_first_not_of(" \t\r\n\v\f");
  if (first == std::string_view::npos) throw error(name + ":1: found nothing, expected values of parameters");
  if (bytes[first] == '[' || bytes[first] == '{') return read_value_json(bytes, name, expected);
  std::string plain;
  return read_value_lines(io::in_plain_characters(bytes, plain), name, expected);
}

parameter_values read_parameter_values(const std::string& path, std::span<const std::string> expected) {
  const float_environment floats;
  return read_parameter_values(io::read_file(path, "values of parameters").bytes(), io::name_of_input(path), expected);
}

}  // namespace vieta
