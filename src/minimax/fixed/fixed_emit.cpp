#include "minimax/fixed/fixed_emit.hpp"

namespace vieta::approximation {

namespace {

/// How a language writes what the program needs.
struct integer_syntax {
  std::string head, input, output, wide, open, mutable_wide, constant_wide;
  bool rust = false;
};

integer_syntax syntax_of(const fixed_program& p, code_language language) {
  const auto type = [&](int bits) {
    const std::string number = std::to_string(bits);
    if (language == code_language::rust) return "i" + number;
    return (language == code_language::cpp ? "std::int" : "int") + number + "_t";
  };
  integer_syntax s;
  s.rust = language == code_language::rust;
  s.input = type(p.input.storage()), s.output = type(p.output.storage()), s.wide = type(p.width);
  s.mutable_wide = s.rust ? "let mut a: " + s.wide : s.wide + " a";
  s.constant_wide = s.rust ? "let u: " + s.wide : "const " + s.wide + " u";
  switch (language) {
    case code_language::rust:
      s.head = "#[inline]\npub fn ";
      break;
    case code_language::cpp:
      s.head = "#include <cstdint>\n\ninline " + s.output + ' ';
      break;
    case code_language::cuda:
      s.head = "#include <stdint.h>\n\n__host__ __device__ inline " + s.output + ' ';
      break;
    default:
      s.head = "#include <stdint.h>\n\nstatic inline " + s.output + ' ';
  }
  return s;
}

std::string literal(std::int64_t value, int width, bool rust) {
  return std::to_string(value) + (width == 64 && !rust ? "LL" : "");
}

/// ">> 15", "<< 2" or nothing.
std::string shift_text(int shift, bool rust) {
  if (shift > 0) return " >> " + std::to_string(shift);
  // To the left as a product: C leaves the shift of a negative number undefined.
  return shift < 0 ? std::string(" * (1") + (rust ? " << " : "LL << ") + std::to_string(-shift) + ")" : "";
}

std::string sum_text(const std::string& product, std::int64_t constant, int width, bool rust) {
  if (constant == 0) return product;
  const bool negative = constant < 0;
  return product + (negative ? " - " : " + ") + literal(negative ? -constant : constant, width, rust);
}

}  // namespace

bool has_integers(code_language language) {
  return language == code_language::c || language == code_language::cpp || language == code_language::cuda ||
         language == code_language::rust;
}

std::string emit(const fixed_program& p, code_language language, const std::string& name,
                 const std::vector<std::string>& comment) {
  const integer_syntax s = syntax_of(p, language);
  std::string text;
  const bool old_c = language == code_language::c;
  for (std::size_t k = 0; k < comment.size(); ++k)
    text +=
        (old_c ? (k == 0 ? "/* " : " * ") : "// ") + comment[k] + (old_c && k + 1 == comment.size() ? " */\n" : "\n");
  text += s.head + name + (s.rust ? "(x: " + s.input + ") -> " + s.output + " {\n" : '(' + s.input + " x) {\n");
  if (p.steps.empty() && !p.squares)
    text += s.rust ? "    let _ = x;\n" : "  (void)x;\n";
  else
    text += (s.rust ? "    let w = " + s.wide + "::from(x);\n" : "  const " + s.wide + " w = x;\n");
  const std::string in = s.rust ? "    " : "  ";
  if (p.squares)
    text += in + s.constant_wide + " = (" +
            sum_text("w * w", p.square_shift > 0 ? std::int64_t(1) << (p.square_shift - 1) : 0, p.width, s.rust) + ")" +
            shift_text(p.square_shift, s.rust) + ";\n";
  const std::string u = p.squares ? "u" : "w";
  text += in + s.mutable_wide + " = " + literal(p.first, p.width, s.rust) + ";\n";
  for (std::size_t k = 0; k < p.steps.size(); ++k) {
    const bool last = p.times_x && k + 1 == p.steps.size();
    const std::string sum = sum_text("a * " + (last ? "w" : u), p.steps[k].constant, p.width, s.rust);
    const std::string shift = shift_text(p.steps[k].shift, s.rust);
    text += in + "a = " + (shift.empty() ? sum : '(' + sum + ')' + shift) + ";\n";
  }
  const std::string lowest = literal(p.lowest(), p.width, s.rust), highest = literal(p.highest(), p.width, s.rust);
  if (s.rust) {
    text += in + (p.saturates ? "a.clamp(" + lowest + ", " + highest + ")" : std::string("a")) + " as " + s.output +
            "\n}\n";
  } else {
    if (p.saturates)
      text += in + "a = a > " + highest + " ? " + highest + " : a < " + lowest + " ? " + lowest + " : a;\n";
    text += in + "return (" + s.output + ")a;\n}\n";
  }
  return text;
}

}  // namespace vieta::approximation
