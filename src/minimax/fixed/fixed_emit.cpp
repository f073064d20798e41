#include "minimax/fixed/fixed_emit.hpp"

namespace vieta::approximation {

namespace {

/// How a language writes what the program needs.
class fixed_writer {
 public:
  fixed_writer(const fixed_program& p, code_language language)
      : p_(p), language_(language), rust_(language == code_language::rust) {}

  [[nodiscard]] std::string type(int bits) const {
    const std::string number = std::to_string(bits);
    if (rust_) return "i" + number;
    return (language_ == code_language::cpp ? "std::int" : "int") + number + "_t";
  }
  [[nodiscard]] std::string head(const std::string& name) const {
    const std::string input = type(p_.input.storage()), output = type(p_.output.storage());
    if (rust_) return "#[inline]\npub fn " + name + "(x: " + input + ") -> " + output + " {\n";
    const std::string rest = output + ' ' + name + '(' + input + " x) {\n";
    if (language_ == code_language::cpp) return "#include <cstdint>\n\ninline " + rest;
    if (language_ == code_language::cuda) return "#include <stdint.h>\n\n__host__ __device__ inline " + rest;
    return "#include <stdint.h>\n\nstatic inline " + rest;
  }
  /// "const int32_t u = value;"
  [[nodiscard]] std::string constant(const char* name, int bits, const std::string& value) const {
    return rust_ ? "    let " + (name + (": " + type(bits))) + " = " + value + ";\n"
                 : "  const " + type(bits) + ' ' + name + " = " + value + ";\n";
  }
  [[nodiscard]] std::string variable(const char* name, const std::string& value) const {
    return rust_ ? "    let mut " + (name + (": " + type(32))) + " = " + value + ";\n"
                 : "  " + type(32) + ' ' + name + " = " + value + ";\n";
  }
  /// "(a * u + 12) >> 15", in products of `width` bits.
  [[nodiscard]] std::string step(const char* a, const char* b, const fixed_step& s) const {
    const bool wide = p_.width == 64;
    std::string text = std::string(wide ? widened(a) : a) + " * " + (wide && rust_ ? widened(b) : b);
    if (s.constant != 0) text += (s.constant < 0 ? " - " : " + ") + literal(s.constant < 0 ? -s.constant : s.constant);
    if (s.shift > 0) return "(" + text + ") >> " + std::to_string(s.shift);
    // To the left as a product: C leaves the shift of a negative number undefined.
    return s.shift < 0 ? "(" + text + ") * (1" +
                             (rust_  ? ""
                              : wide ? "LL"
                                     : "L") +
                             " << " + std::to_string(-s.shift) + ")"
                       : text;
  }
  /// A product of `width` bits, cut to 32.
  [[nodiscard]] std::string narrowed(const std::string& value) const {
    if (p_.width == 32) return value;
    return rust_ ? "(" + value + ") as i32" : "(" + type(32) + ")(" + value + ")";
  }
  [[nodiscard]] std::string literal(std::int64_t value) const {
    return std::to_string(value) + (p_.width == 64 && !rust_ ? "LL" : "");
  }
  [[nodiscard]] bool is_rust() const { return rust_; }
  /// Where the form is not run: 0 or x itself.
  [[nodiscard]] std::string beyond() const {
    const int shift = p_.input.fraction - p_.output.fraction;
    const std::string output = type(p_.output.storage()), end = std::to_string(p_.end);
    std::string value = "w";
    if (shift > 0) value = "(w + " + std::to_string(std::int64_t(1) << (shift - 1)) + ") >> " + std::to_string(shift);
    if (shift < 0) value = "w * " + std::to_string(std::int64_t(1) << -shift);
    if (run(p_, p_.last_input) > p_.highest()) {
      const std::string most = std::to_string(p_.highest()), from = std::to_string(largest_held());
      value = rust_ ? "if w > " + from + " { " + most + " } else { " + value + " }"
                    : "w > " + from + " ? " + most + " : " + value;
    }
    const std::string cast = value == "w" ? "w" : "(" + value + ")";
    if (rust_)
      return "    if w < -" + end + " {\n        return 0;\n    }\n    if w > " + end + " {\n        return " + cast +
             " as " + output + ";\n    }\n";
    return "  if (w < -" + end + ") return 0;\n  if (w > " + end + ") return (" + output + ")" + cast + ";\n";
  }

 private:
  /// The largest x whose value, x itself, is in the range of the output.
  [[nodiscard]] std::int64_t largest_held() const {
    std::int64_t x = p_.last_input;
    while (run(p_, x) > p_.highest()) --x;
    return x;
  }
  [[nodiscard]] std::string widened(const char* a) const {
    return rust_ ? std::string("i64::from(") + a + ")" : "(" + type(64) + ")" + a;
  }

  const fixed_program& p_;
  code_language language_;
  bool rust_;
};

}  // namespace

bool has_integers(code_language language) {
  return language == code_language::c || language == code_language::cpp || language == code_language::cuda ||
         language == code_language::rust;
}

std::string emit(const fixed_program& p, code_language language, const std::string& name,
                 const std::vector<std::string>& comment) {
  const fixed_writer w(p, language);
  std::string text;
  const bool is_c = language == code_language::c;
  for (std::size_t k = 0; k < comment.size(); ++k)
    text += (is_c ? (k == 0 ? "/* " : " * ") : "// ") + comment[k] + (is_c && k + 1 == comment.size() ? " */\n" : "\n");
  text += w.head(name);
  const char* const in = w.is_rust() ? "    " : "  ";
  if (p.steps.empty())
    text += in + std::string(w.is_rust() ? "let _ = x;\n" : "(void)x;\n");
  else
    text += w.constant("w", 32, w.is_rust() ? "i32::from(x)" : "x");
  if (p.end != 0) text += w.beyond();
  const std::int64_t half = p.square_shift > 0 ? std::int64_t(1) << (p.square_shift - 1) : 0;
  if (p.multiplies_by_square()) text += w.constant("u", 32, w.narrowed(w.step("w", "w", {half, p.square_shift, 0})));
  text += p.steps.size() < 2 ? w.constant("a", 32, std::to_string(p.first)) : w.variable("a", std::to_string(p.first));
  for (std::size_t k = 0; k < p.steps.size(); ++k) {
    const bool last = k + 1 == p.steps.size();
    const std::string next = w.step("a", p.is_by_x(k) || !p.squares ? "w" : "u", p.steps[k]);
    text += last ? w.constant("y", p.width, next) : in + ("a = " + w.narrowed(next)) + ";\n";
  }
  const std::string lowest = w.literal(p.lowest()), highest = w.literal(p.highest()), y = p.steps.empty() ? "a" : "y";
  const std::string output = w.type(p.output.storage());
  if (w.is_rust())
    text += in + (p.saturates ? y + ".clamp(" + lowest + ", " + highest + ")" : y) + " as " + output + "\n}\n";
  else
    text += in + ("return (" + output + ")") +
            (p.saturates ? "(" + y + " > " + highest + " ? " + highest + " : " + y + " < " + lowest + " ? " + lowest +
                               " : " + y + ")"
                         : y) +
            ";\n}\n";
  return text;
}

}  // namespace vieta::approximation
