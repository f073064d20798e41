#include <algorithm>

#include "io/message.hpp"
#include "io/system_readers.hpp"

// Bertini's classic input (Bates, Hauenstein, Sommese, Wampler: Numerically solving polynomial systems with Bertini,
// SIAM 2013): CONFIG ... END; INPUT declarations and assignments END;. '%' begins a comment. Sub-functions are
// expanded.

namespace vieta::io {

namespace {

class bertini_reader {
 public:
  bertini_reader(std::string_view text, std::string_view name) : text_(text, name, '%'), name_(name) {
    names_.open = false;
    names_.small_i_is_unit = false;
  }

  polynomial_system read() {
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
    return build_system(names_, std::move(equations));
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
    if (word == "function") return list([&](const std::string& n) { functions_.push_back(n); });
    if (word == "constant") return list([](const std::string&) {});
    for (const char* other : {"hom_variable_group", "parameter", "pathvariable", "random", "random_real"})
      if (word == other) {
        text_.reset(start);
        text_.refuse("variable_group, variable, function, constant or an assignment");
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
  std::vector<std::string> functions_;
};

}  // namespace

system_file read_bertini(std::string_view text, std::string_view name) {
  return {bertini_reader(text, name).read(), {}};
}

}  // namespace vieta::io
