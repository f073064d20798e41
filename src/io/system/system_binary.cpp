#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <ostream>

#include "base/message.hpp"
#include "io/system/system_readers.hpp"
#include "systems/representation.hpp"

// Little-endian. "VIETASYS", version 1 (u32), equations (u32), variables (u32), limbs of a coefficient 1..4 (u32), 1 if
// coefficients are complex (u32), bound of their relative error (f64); names, each a length (u32) and its bytes; for
// each equation the number of terms (u32), then the terms: the number of factors (u32), (variable, exponent) (u32, u32)
// each, real limbs (f64), imaginary limbs (f64).

namespace vieta {

static_assert(std::endian::native == std::endian::little, "the binary form is written as it lies in memory");

namespace {

class writer {
 public:
  explicit writer(std::ostream& out) : out_(out) {}
  template <class T>
  void put(T value) {
    out_.write(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void bytes(const std::string& text) { out_.write(text.data(), static_cast<std::streamsize>(text.size())); }

 private:
  std::ostream& out_;
};

void append_factors(const systems::product_graph& g, systems::node m,
                    std::vector<std::pair<std::uint32_t, std::uint32_t>>& factors) {
  const std::size_t k = g.length[m];
  for (std::size_t i = 0; i < k; ++i) {
    const systems::node atom = k == 1 ? m : g.path_atom[g.prefixes[m] + i];
    const std::uint32_t variable = g.base[atom] - 1;
    const auto same = std::find_if(factors.begin(), factors.end(), [&](const auto& f) { return f.first == variable; });
    if (same == factors.end())
      factors.emplace_back(variable, g.exponent[atom]);
    else
      same->second += g.exponent[atom];
  }
}

}  // namespace

void write_binary(std::ostream& out, const polynomial_system& system) {
  const polynomial_system::representation& s = system.data();
  writer w(out);
  std::uint32_t limbs = 1;
  for (std::uint32_t k = 0; k < 4; ++k)
    if (!s.re[k].empty() || !s.im[k].empty()) limbs = k + 1;
  const bool complex = !s.is_real();
  w.bytes("VIETASYS");
  w.put(std::uint32_t{1});
  w.put(static_cast<std::uint32_t>(s.equations()));
  w.put(static_cast<std::uint32_t>(s.variables.size()));
  w.put(limbs);
  w.put(std::uint32_t{complex});
  w.put(s.coefficient_error);
  for (const std::string& name : s.variables) {
    w.put(static_cast<std::uint32_t>(name.size()));
    w.bytes(name);
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> factors;
  for (std::size_t e = 0; e < s.equations(); ++e) {
    w.put(static_cast<std::uint32_t>(s.term_begin[s.group_begin[e + 1]] - s.term_begin[s.group_begin[e]]));
    for (std::size_t g = s.group_begin[e]; g < s.group_begin[e + 1]; ++g)
      for (std::size_t t = s.term_begin[g]; t < s.term_begin[g + 1]; ++t) {
        factors.clear();
        append_factors(s.graph, s.outer[g], factors);
        append_factors(s.graph, s.inner[t], factors);
        w.put(static_cast<std::uint32_t>(factors.size()));
        for (const auto& [variable, exponent] : factors) w.put(variable), w.put(exponent);
        for (std::uint32_t k = 0; k < limbs; ++k) w.put(s.re[k].empty() ? 0.0 : s.re[k][t]);
        for (std::uint32_t k = 0; complex && k < limbs; ++k) w.put(s.im[k].empty() ? 0.0 : s.im[k][t]);
      }
  }
}

namespace io {

namespace {

class byte_reader {
 public:
  byte_reader(std::string_view bytes, std::string_view name) : bytes_(bytes), name_(name) {}
  template <class T>
  T get() {
    if (bytes_.size() - at_ < sizeof(T)) refuse("the end of the file", "more of the system");
    T value;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::uint32_t count(std::uint32_t least, std::uint32_t most, const char* what) {
    const auto value = get<std::uint32_t>();
    if (value < least || value > most)
      refuse(std::to_string(value) + " as " + what, std::to_string(least) + " to " + std::to_string(most));
    return value;
  }
  std::string text(std::size_t length) {
    if (bytes_.size() - at_ < length) refuse("the end of the file", "a name");
    at_ += length;
    return std::string(bytes_.substr(at_ - length, length));
  }
  [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const {
    throw error(std::string(name_) + ":byte " + std::to_string(at_) + ": found " + found + ", expected " + expected);
  }

 private:
  std::string_view bytes_, name_;
  std::size_t at_ = 0;
};

}  // namespace

system_file read_system_binary(std::string_view bytes, std::string_view name) {
  byte_reader in(bytes, name);
  if (in.text(8) != "VIETASYS") in.refuse("other bytes", "VIETASYS at the beginning");
  (void)in.count(1, 1, "the version");
  const std::uint32_t equations = in.count(1, 1'000'000, "the number of equations");
  const std::uint32_t variables = in.count(1, 1'000'000, "the number of variables");
  const std::uint32_t limbs = in.count(1, 4, "the number of limbs");
  const bool complex = in.count(0, 1, "the sign of complex numbers") == 1;
  const auto coefficient_error = in.get<double>();
  if (!(coefficient_error >= 0 && coefficient_error < 1)) in.refuse("a relative error beyond [0, 1)", "one within");
  std::vector<std::string> names;
  for (std::uint32_t v = 0; v < variables; ++v) names.push_back(in.text(in.count(1, 1000, "the length of a name")));
  systems::system_builder builder(std::move(names));
  std::vector<std::uint32_t> seen(variables, 0);
  std::uint32_t stamp = 0;
  for (std::uint32_t e = 0; e < equations; ++e) {
    std::vector<systems::system_builder::term> terms;
    for (std::uint32_t count = in.count(1, 100'000'000, "the number of terms"); count > 0; --count) {
      systems::system_builder::term& t = terms.emplace_back();
      ++stamp;
      for (std::uint32_t factors = in.count(0, variables, "the number of factors"); factors > 0; --factors) {
        const std::uint32_t v = in.count(0, variables - 1, "a variable");
        if (seen[v] == stamp) in.refuse("a variable twice in one term", "each once");
        seen[v] = stamp;
        t.factors.emplace_back(v, in.count(1, 1'000'000, "an exponent"));
      }
      const auto part = [&](std::array<double, 4>& x) {
        double all[4] = {};
        for (std::uint32_t k = 0; k < limbs; ++k) {
          all[k] = in.get<double>();
          if (!std::isfinite(all[k]) || std::fabs(all[k]) > 0x1p960)
            in.refuse("a coefficient out of range", "a finite one");
        }
        const qd q = qd::renormalised(all[0], all[1], all[2], all[3]);
        x = {q.x0, q.x1, q.x2, q.x3};
      };
      part(t.re);
      if (complex) part(t.im);
    }
    builder.add(terms);
  }
  if (!in.at_end()) in.refuse("more bytes", "the end of the file");
  builder.set_coefficient_error(coefficient_error);
  return {builder.finish(), {}};
}

}  // namespace io
}  // namespace vieta
