#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "boxes/geometry/slices.hpp"
#include "boxes/geometry/spline.hpp"
#include "io/boxes/boxes_polynomial.hpp"
#include "io/boxes/boxes_readers.hpp"
#include "io/boxes/shapes/boxes_curves.hpp"
#include "io/boxes/shapes/boxes_questions.hpp"
#include "io/boxes/shapes/boxes_surfaces.hpp"
#include "io/parse_json.hpp"

// {"vars": ["x", "y"], "box": [[0, 1], [0, 1]], "equations": ["x^2 + y^2 - 1", {"degrees": [3, 3], "bernstein": [...]},
// {"degrees": [2, 2], "power": [...]}], "positive": ["x - y"]}; {"degrees": [3, 3], "knots": [[...], [...]],
// "control": [...]} for splines; {"curves": [...]} for two Bezier curves, and other questions about shapes; "sample":
// {"u": 80} fixes a variable at values of a grid. Or an array of such objects.

namespace vieta::io {

namespace {

using nlohmann::json;

// What a hostile text can make the reader do.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
constexpr std::size_t most_systems = 1000, most_pieces = 4, most_pieces_asked = 16;
#else
constexpr std::size_t most_pieces = 4096, most_pieces_asked = 65536;
constexpr std::size_t most_systems = 4'000'000;
#endif

class system_reader {
 public:
  system_reader(const json& object, std::string where) : object_(object), where_(std::move(where)) {}

  /// Where sines vary too much over the box, pieces of it, `most` at most.
  std::vector<box_system> read(std::size_t most) {
    try {
      return read_whole();
    } catch (const too_wide& found) {
      // Not where grids of slices have an order, nor for the intervals of roots, which follow from others.
      std::size_t longest = on_.typed;
      for (std::size_t k = 0; k < on_.typed; ++k)
        if ((found.axes() >> k & 1U) != 0 && (longest == on_.typed || edge(k) > edge(longest))) longest = k;
      if (longest == on_.typed || most < 2 || splines_.any() || object_.contains("sample"))
        throw error(where_ + found.what());
      // Not in the middle, where many functions vanish.
      const auto [from, to] = on_.box[longest];
      const double cut = from + (to - from) * 0.4983;
      std::vector<box_system> all;
      for (const bool is_first : {true, false}) {
        system_reader piece(object_, where_);
        piece.part_of_box_ = on_.box;
        piece.part_of_box_.resize(on_.typed);
        piece.part_of_box_[longest] = is_first ? std::array{from, cut} : std::array{cut, to};
        for (box_system& s : piece.read(most / 2)) all.push_back(std::move(s));
      }
      for (box_system& s : all) s.piece_of = 0;
      return all;
    }
  }

 private:
  [[nodiscard]] double edge(std::size_t k) const { return on_.box[k][1] - on_.box[k][0]; }

  std::vector<box_system> read_whole() {
    if (!object_.is_object())
      throw error(where_ + "found " + shown(object_) +
                  ", expected an object such as {\"vars\": [\"x\", \"y\"], \"equations\": [...]}");
    if (object_.contains("curves")) {
      if (!object_["curves"].is_array() || object_["curves"].size() != 1 || object_.contains("curve"))
        return read_curves(object_, where_, most_systems);
      json alone = object_;  // a question about it
      alone["curve"] = object_["curves"][0];
      alone.erase("curves");
      return system_reader(alone, where_).read_whole();
    }
    if (object_.contains("surfaces")) return read_surfaces(object_, where_, most_systems);
    if (is_question_about_a_shape(object_)) return read_question_about_a_shape(object_, where_, most_pieces_asked);
    if (object_.contains("curve") || object_.contains("surface"))
      return read_curve_and_surface(object_, where_, most_systems);
    refuse_other_keys(object_,
                      {"vars", "variables", "box", "equations", "positive", "sample", "curves", "surfaces", "curve",
                       "surface", "ray", "point", "closest_to", "offset"},
                      where_ + "system");
    read_variables();
    read_box();
    on_.box = system_.box;
    if (!object_.contains("equations") || !object_["equations"].is_array())
      throw error(where_ + "found no list of equations, expected \"equations\": [...]");
    const std::size_t sampled = read_samples();
    const json& equations = object_["equations"];
    const std::size_t expected = system_.variables.size() - sampled;
    // One less than variables: curves.
    const bool traced = equations.size() + 1 == expected && !equations.empty() && expected <= 4;
    if (equations.size() != expected && !traced)
      throw error(
          where_ + "found " + std::to_string(equations.size()) +
          (equations.size() == 1 ? " equation in " : " equations in ") + std::to_string(system_.variables.size()) +
          (system_.variables.size() == 1 ? " variable" : " variables") +
          (sampled > 0 ? ", " + std::to_string(sampled) + " of them sampled" : "") + ", expected " +
          std::to_string(expected) +
          (equations.size() < expected
               ? ", or " + std::to_string(expected - 1) + " to trace curves; \"sample\" fixes variables at values"
               : ""));
    read_texts(equations, traced);
    if (!on_.functions.roots().empty()) {
      add_roots(sampled);
      read_texts(equations, traced);
      for (bernstein_polynomial& f : equations_of_roots(on_, where_))
        system_.equations.push_back(std::move(f)), splines_.equations.emplace_back();
    }
    system_.has_functions = !on_.functions.sines().empty();
    std::vector<box_system> all;
    if (splines_.any())
      all = boxes::bezier_pieces(system_, splines_, most_systems, where_);
    else
      all.push_back(std::move(system_));
    if (sampled == 0) return all;
    std::vector<box_system> slices;
    for (const box_system& s : all) boxes::append_slices(s, samples_, most_systems, where_, slices);
    return slices;
  }

  void read_texts(const json& equations, bool traced) {
    system_.equations.clear(), system_.positive.clear(), squares_.clear();
    splines_ = {};
    for (std::size_t k = 0; k < equations.size(); ++k) {
      const std::string which = where_ + "equation " + std::to_string(k + 1);
      system_.equations.push_back(polynomial(equations[k], which, splines_.equations, &squares_));
      if (traced && !on_.functions.sines().empty())
        throw error(which + ": found a sine or a cosine, expected polynomials and roots where curves are traced (" +
                    std::to_string(equations.size()) + (equations.size() == 1 ? " equation" : " equations") + " in " +
                    std::to_string(equations.size() + 1) + " variables)");
      if (traced && !squares_.empty())
        throw error(which + ": found a divisor with variables, expected polynomials where curves are traced (" +
                    std::to_string(equations.size()) + (equations.size() == 1 ? " equation" : " equations") + " in " +
                    std::to_string(equations.size() + 1) + " variables)");
    }
    system_.is_rewritten = !squares_.empty() || on_.roots > 0;
    // Where a divisor is 0 there is no solution.
    for (bernstein_polynomial& square : squares_)
      system_.positive.push_back(std::move(square)), splines_.positive.emplace_back();
    if (object_.contains("positive")) {
      if (!object_["positive"].is_array())
        throw error(where_ + "positive: found " + shown(object_["positive"]) + ", expected a list of polynomials");
      for (const json& p : object_["positive"])
        system_.positive.push_back(
            polynomial(p, where_ + "condition " + std::to_string(system_.positive.size() - squares_.size() + 1),
                       splines_.positive));
    }
  }

  /// Of unknowns: each is a variable more, and all is to be read again.
  void add_roots(std::size_t sampled) {
    for (const char* const key : {"equations", "positive"})
      if (object_.contains(key))
        for (const json& f : object_[key])
          if (!f.is_string())
            throw error(where_ + "found " + shown(f) + " beside a root of an unknown, expected texts alone");
    add_intervals_of_roots(on_, where_);
    system_.box = on_.box;
    system_.roots = on_.roots;
    for (std::size_t k = 1; k <= on_.roots; ++k) {
      std::string name = "root_" + std::to_string(k);
      while (std::find(system_.variables.begin(), system_.variables.end(), name) != system_.variables.end())
        name += '_';
      system_.variables.push_back(std::move(name));
    }
    samples_.resize(system_.variables.size(), 0);
    if (system_.variables.size() - sampled > 4)
      throw error(where_ + "found " + std::to_string(on_.typed - sampled) + " variables and " +
                  std::to_string(on_.roots) + " roots of unknowns, each of which is a variable more, expected 1 to 4 " +
                  "in all");
  }

  void read_variables() {
    const std::string key = object_.contains("variables") ? "variables" : "vars";  // both, as other systems have it
    if (key == "variables" && object_.contains("vars"))
      throw error(where_ + "found both \"vars\" and \"variables\", expected one of them");
    if (!object_.contains(key) || !object_[key].is_array() || object_[key].empty())
      throw error(where_ + "found no variables, expected \"vars\": [\"x\", ...]");
    for (const json& v : object_[key]) {
      const bool name = v.is_string() && !v.get<std::string>().empty();
      if (!name) throw error(where_ + key + ": found " + shown(v) + ", expected the name of a variable");
      const std::string text = v.get<std::string>();
      if (!on_.names.variables.emplace(text, static_cast<std::uint32_t>(on_.names.in_order.size())).second)
        throw error(where_ + key + ": found " + in_quotes(text) + " twice, expected each name once");
      on_.names.in_order.push_back(text);
    }
    on_.typed = on_.names.in_order.size();
    on_.names.functions = &on_.functions;
    on_.names.open = false;
    on_.names.small_i_is_unit = false;
    system_.variables = on_.names.in_order;
  }

  void read_box() {
    const std::size_t n = system_.variables.size();
    if (!part_of_box_.empty()) {
      system_.box = part_of_box_;
      return;
    }
    if (!object_.contains("box")) {
      system_.box.assign(n, {0, 1});
      return;
    }
    const json& box = object_["box"];
    if (!box.is_array() || box.size() != n)
      throw error(where_ + "box: found " + (box.is_array() ? std::to_string(box.size()) + " intervals" : shown(box)) +
                  ", expected " + std::to_string(n) + " intervals [from, to]");
    for (std::size_t k = 0; k < n; ++k) {
      if (!box[k].is_array() || box[k].size() != 2)
        throw error(where_ + "box: found " + shown(box[k]) + ", expected an interval [from, to]");
      double unused = 0;
      const double from = number_of(box[k][0], where_ + "box", unused),
                   to = number_of(box[k][1], where_ + "box", unused);
      if (!(from < to) || !std::isfinite(to - from))
        throw error(where_ + "box: found " + shown(box[k]) + " for " + in_quotes(system_.variables[k]) +
                    ", expected finite numbers from < to");
      system_.box.push_back({from, to});
    }
  }

  std::size_t read_samples() {
    samples_.assign(system_.variables.size(), 0);
    if (!object_.contains("sample")) {
      if (system_.variables.size() > 4)
        throw error(where_ + "found " + std::to_string(system_.variables.size()) + " variables, expected 1 to 4");
      return 0;
    }
    const json& sample = object_["sample"];
    if (!sample.is_object()) throw error(where_ + "sample: found " + shown(sample) + ", expected {\"u\": 80, ...}");
    for (const auto& [key, count] : sample.items()) {
      const auto found = on_.names.variables.find(key);
      if (found == on_.names.variables.end())
        throw error(where_ + "sample: found " + in_quotes(key) + ", expected the name of a variable");
      if (!count.is_number_unsigned() || count.get<std::uint64_t>() < 1 || count.get<std::uint64_t>() > most_systems)
        throw error(where_ + "sample: found " + shown(count) + " for " + in_quotes(key) +
                    ", expected a number of values");
      samples_[found->second] = count.get<std::size_t>();
    }
    if (sample.empty()) throw error(where_ + "sample: found nothing, expected {\"u\": 80, ...}");
    const std::size_t left = system_.variables.size() - sample.size();
    if (left < 1 || left > 4 || system_.variables.size() > 6)
      throw error(where_ + "found " + std::to_string(system_.variables.size()) + " variables, " +
                  std::to_string(sample.size()) + " of them sampled, expected 1 to 4 others and at most 6 in all");
    return sample.size();
  }

  bernstein_polynomial polynomial(const json& value, const std::string& where, std::vector<boxes::spline_knots>& knots,
                                  std::vector<bernstein_polynomial>* squares = nullptr) {
    knots.emplace_back();
    return read_box_polynomial(value, where, on_, knots.back(), squares);
  }

  const json& object_;
  std::string where_;
  box_variables on_;
  std::vector<std::array<double, 2>> part_of_box_;
  box_system system_;
  boxes::system_splines splines_;
  std::vector<bernstein_polynomial> squares_;  ///< of divisors
  std::vector<std::size_t> samples_;
};

}  // namespace

std::vector<box_system> read_boxes_json(std::string_view text, const std::string& name) {
  const json value = parse_json(text, name, "numbers below 1e308 in size");
  if (!value.is_array()) return system_reader(value, name + ": ").read(most_pieces);
  std::vector<box_system> all;
  for (std::size_t k = 0; k < value.size(); ++k) {
    std::vector<box_system> one =
        system_reader(value[k], name + ": system " + std::to_string(k + 1) + ": ").read(most_pieces);
    if (all.size() + one.size() > most_systems)
      throw error(name + ": found more than " + std::to_string(most_systems) + " systems, expected fewer");
    for (box_system& s : one) {
      if (s.piece_of >= 0) s.piece_of = static_cast<long>(k);
      all.push_back(std::move(s));
    }
  }
  return all;
}

box_system box_system_of(const std::vector<std::string>& variables, const std::vector<std::array<double, 2>>& box,
                         std::span<const std::string> equations) {
  json object;
  object["vars"] = variables;
  if (!box.empty()) object["box"] = box;
  object["equations"] = json::array();
  for (const std::string& e : equations) object["equations"].push_back(e);
  return std::move(system_reader(object, "").read(1)[0]);
}

}  // namespace vieta::io
