#include <algorithm>

#include "base/message.hpp"
#include "io/system/system_readers.hpp"

// Bertini's classic input (Bates, Hauenstein, Sommese, Wampler: Numerically solving polynomial systems with Bertini,
// SIAM 2013): CONFIG ... END; INPUT declarations and assignments END;. '%' begins a comment. Sub-functions are
// expanded. A hom_variable_group adds one linear equation, which chooses one of a point's homogeneous coordinates.

namespace vieta::io {

namespace {

class bertini_reader {
 public:
  bertini_reader(std::string_view text, std::string_view name) : text_(text, name, '%'), name_(name) {
    names_.open = false;
    names_.small_i_is_unit = false;
  }

  system_file read() {
    if (take_word("CONFIG")) skip_config();
    take_word("INPUT");
    for (;;) {
      const char next = text_.peek();
      if (next == 0) break;
      if (take_word("END")) {
        text_.take(";");
        break;
      }
      statement();
    }
    std::vector<system_polynomial> equations;
    for (const std::string& f : functions_) {
      const auto found = names_.defined.find(f);
      if (found == names_.defined.end()) fail(name_, text_.line(), "no value of the function " + in_quotes(f), "one");
      if (found->second.empty()) fail(name_, text_.line(), "the zero polynomial as " + in_quotes(f), "an equation");
      equations.push_back(found->second);
    }
    if (equations.empty()) fail(name_, text_.line(), "no function", "a line such as 'function f;'");
    for (const auto& group : homogeneous_) equations.push_back(patch(group));
    return {build_system(names_, std::move(equations)), {}, std::move(parameters_)};
  }

 private:
  bool take_word(std::string_view word) {
    const std::size_t start = text_.mark();
    if (text_.take_name() == word) return true;
    text_.reset(start);
    return false;
  }

  /// Settings are Bertini's own: nothing in them changes the system.
  void skip_config() {
    while (!take_word("END")) {
      if (text_.peek() == 0) text_.refuse("END; after CONFIG");
      if (text_.take_name().empty() && text_.take_number().empty()) text_.reset(text_.mark() + 1);
    }
    text_.take(";");
  }

  void statement() {
    const std::size_t start = text_.mark();
    const std::string word(text_.take_name());
    if (word == "variable_group" || word == "variable") return list([&](const std::string& n) { declare(n); });
    if (word == "hom_variable_group") {
      homogeneous_.emplace_back();
      return list([&](const std::string& n) {
        declare(n);
        homogeneous_.back().push_back(n);
      });
    }
    if (word == "parameter") {  // one without a value, as in Bertini's ParameterHomotopy
      return list([&](const std::string& n) {
        declare(n);
        parameters_.push_back(n);
      });
    }
    if (word == "function") return list([&](const std::string& n) { functions_.push_back(n); });
    if (word == "constant") return list([](const std::string&) {});
    for (const char* other : {"pathvariable", "random", "random_real"})
      if (word == other) {
        text_.reset(start);
        text_.refuse("variable_group, hom_variable_group, variable, parameter, function, constant or an assignment");
      }
    if (word.empty() || !text_.take("=")) {
      text_.reset(start);
      text_.refuse("a declaration or an assignment 'name = ...;'");
    }
    if (names_.variables.contains(word)) {
      text_.reset(start);
      text_.refuse("a name that is no variable, left of '='");
    }
    system_polynomial value = read_system_expression(text_, names_);
    if (!text_.take(";")) text_.refuse("an operator or ';'");
    names_.defined[word] = std::move(value);
  }

  /// Homogeneous coordinates (x_0 : .. : x_k) stand for points with sum c_i x_i = 1: a plane that a point misses by
  /// rare accident only. Its numbers are fixed and without pattern: fractional parts of multiples of the golden ratio.
  system_polynomial patch(const std::vector<std::string>& group) {
    std::string plane;
    for (const std::string& n : group) {
      multiple_ = (multiple_ + 618034) % 1000000;
      plane += std::to_string(500000 + multiple_) + "/1000000*" + n + " + ";
    }
    plane += "(-1)";
    text_cursor text(plane, "hom_variable_group", '%');
    return read_system_expression(text, names_);
  }

  void declare(const std::string& name) {
    if (names_.variables.contains(name)) text_.refuse("each variable once: " + name + " is declared again");
    names_.variables.emplace(name, static_cast<std::uint32_t>(names_.in_order.size()));
    names_.in_order.push_back(name);
  }

  template <class Use>
  void list(const Use& use) {
    do {
      const std::string name(text_.take_name());
      if (name.empty()) text_.refuse("a name");
      use(name);
    } while (text_.take(","));
    if (!text_.take(";")) text_.refuse("',' or ';'");
  }

  text_cursor text_;
  std::string_view name_;
  system_names names_;
  std::vector<std::string> functions_, parameters_;
  std::vector<std::vector<std::string>> homogeneous_;
  int multiple_ = 0;
};

}  // namespace

system_file read_bertini(std::string_view text, std::string_view name) { return bertini_reader(text, name).read(); }

}  // namespace vieta::io
