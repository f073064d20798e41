#include "minimax/function/head.hpp"

#include <algorithm>
#include <array>

#include "base/plain_text.hpp"

namespace vieta::approximation {
namespace {

/// Goes along a text, over blanks.
class words {
 public:
  explicit words(std::string_view text) : text_(text) {}

  bool take(std::string_view sign) {
    skip();
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }
  std::string_view take_name() {
    skip();
    const std::size_t start = at_;
    for (std::size_t next = io::length_of_letter(text_.substr(at_)); next > 0;) {
      at_ += next;
      const std::string_view rest = text_.substr(at_);
      next = !rest.empty() && rest[0] >= '0' && rest[0] <= '9' ? 1 : io::length_of_letter(rest);
    }
    return text_.substr(start, at_ - start);
  }
  [[nodiscard]] std::size_t here() const { return at_; }

 private:
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  std::string_view text_;
  std::size_t at_ = 0;
};

bool take_equals(words& in) { return in.take(":=") || in.take("="); }

bool take_arrow(words& in) {
  return in.take("->") || in.take("|->") || in.take("=>") || in.take("\u2192") || in.take("\u21a6");
}

}  // namespace

bool is_name_of_variable(std::string_view word) {
  constexpr std::array<std::string_view, 18> greek = {"alpha", "beta",  "delta", "epsilon", "zeta", "eta",
                                                      "theta", "kappa", "mu",    "nu",      "xi",   "rho",
                                                      "sigma", "tau",   "phi",   "varphi",  "psi",  "omega"};
  if (std::find(greek.begin(), greek.end(), word) != greek.end()) return true;
  constexpr std::string_view others = "eijEI_";
  return word.size() == io::length_of_letter(word) && !word.empty() && others.find(word) == others.npos &&
         word != "\u03c0";
}

function_head head_of(std::string_view text) {
  {  // @(t) and lambda t:
    words in(text);
    if (in.take("@")) {
      std::string variable;
      if (in.take("(") && !(variable = in.take_name()).empty() && in.take(")")) return {in.here(), variable, {}};
      return {};
    }
  }
  words in(text);
  const std::string_view first = in.take_name();
  if (first.empty()) return {};
  if (first == "lambda") {
    const std::string variable(in.take_name());
    return !variable.empty() && in.take(":") ? function_head{in.here(), variable, {}} : function_head{};
  }
  if (take_arrow(in)) return {in.here(), std::string(first), {}};
  if (in.take("(")) {
    const std::string variable(in.take_name());
    return !variable.empty() && in.take(")") && take_equals(in) ? function_head{in.here(), variable, std::string(first)}
                                                                : function_head{};
  }
  return take_equals(in) ? function_head{in.here(), {}, std::string(first)} : function_head{};
}

}  // namespace vieta::approximation
