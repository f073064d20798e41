#include "minimax/rounded/rounded_emit.hpp"

#include <bit>
#include <charconv>
#include <cmath>

#include "minimax/rounded/truth.hpp"

namespace vieta::approximation {

namespace {

std::string literal(double value) {
  if (std::isinf(value)) return value > 0 ? "(double)INFINITY" : "-(double)INFINITY";
  char buffer[40];
  char* const end = std::to_chars(buffer, buffer + sizeof buffer, std::fabs(value), std::chars_format::hex).ptr;
  return (std::signbit(value) ? "-0x" : "0x") + std::string(buffer, end);
}

std::string whole_literal(std::uint64_t value) {
  if (value < 1000000) return std::to_string(value) + "u";
  char buffer[20];
  return "0x" + std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value, 16).ptr) + "u" +
         (value > 0xffffffff ? "ll" : "");
}

/// Writes the steps of one piece: a line for what is used twice and for each term of a polynomial.
class piece_writer {
 public:
  piece_writer(const lane_program& p, const rounded_function& f, const std::string& name)
      : p_(p), f_(f), name_(name), texts_(p.steps.size()) {}

  /// "const double t3 = ...;" and so on, then "y = ...;".
  std::string write() {
    const std::vector<bool> unused = unused_steps(p_);
    std::vector<int> uses(p_.steps.size(), 0);
    for (std::size_t k = 0; k < p_.steps.size(); ++k)
      if (!unused[k])
        for (int i = 0; i < operands_of(p_.steps[k].kind); ++i) ++uses[operand(p_.steps[k], i)];
    std::string text;
    for (std::size_t k = 0; k < p_.steps.size(); ++k) {
      if (unused[k]) continue;
      const lane_step& s = p_.steps[k];
      const std::string value = expression(s);
      const bool is_last = k + 1 == p_.steps.size();
      if (operands_of(s.kind) == 0 || (uses[k] == 1 && operands_of(s.kind) < 3 && value.size() < longest && !is_last)) {
        texts_[k] = operands_of(s.kind) == 0 ? value : "(" + value + ")";
        continue;
      }
      texts_[k] = "t" + std::to_string(++count_);
      text += "    " + (is_last ? "y" : (is_whole(s.kind) ? "const uint64_t " : "const double ") + texts_[k]) + " = " +
              value + ";\n";
    }
    return text;
  }

 private:
  static constexpr std::size_t longest = 70;

  static std::uint16_t operand(const lane_step& s, int i) { return i == 0 ? s.a : i == 1 ? s.b : s.c; }

  static bool is_whole(lane_operation kind) {
    return kind == lane_operation::bits || kind == lane_operation::look_up_whole || kind >= lane_operation::whole_add;
  }

  [[nodiscard]] std::string expression(const lane_step& s) const {
    const std::string &a = texts_[s.a], &b = texts_[s.b], &c = texts_[s.c], by = std::to_string(s.data);
    switch (s.kind) {
      case lane_operation::input:
        return "x";
      case lane_operation::constant:
        return std::bit_cast<double>(s.data) < 0 ? "(" + literal(std::bit_cast<double>(s.data)) + ")"
                                                 : literal(std::bit_cast<double>(s.data));
      case lane_operation::whole:
        return whole_literal(s.data);
      case lane_operation::add:
      case lane_operation::whole_add:
        return a + " + " + b;
      case lane_operation::subtract:
      case lane_operation::whole_subtract:
        return a + " - " + b;
      case lane_operation::multiply:
      case lane_operation::whole_multiply:
        return a + " * " + b;
      case lane_operation::multiply_add:
        return a + " * " + b + " + " + c;
      case lane_operation::multiply_subtract:
        return a + " * " + b + " - " + c;
      case lane_operation::negated_add:
        return c + " - " + a + " * " + b;
      case lane_operation::divide:
        return a + " / " + b;
      case lane_operation::root:
        return "sqrt(" + bare(a) + ")";
      case lane_operation::bits:
        return name_ + "_bits(" + bare(a) + ")";
      case lane_operation::from_bits:
        return name_ + "_number(" + bare(a) + ")";
      case lane_operation::from_whole:
        return "(double)(int64_t)" + a;
      case lane_operation::look_up:
      case lane_operation::look_up_whole:
        return name_ + "_" + f_.tables[static_cast<std::size_t>(s.data)].name + "[" + bare(a) + "]";
      case lane_operation::whole_and:
        return a + " & " + b;
      case lane_operation::whole_or:
        return a + " | " + b;
      case lane_operation::shift_left:
        return a + " << " + by;
      case lane_operation::shift_left_by:
        return a + " << " + b;
      case lane_operation::shift_right:
        return a + " >> " + by;
      case lane_operation::signed_shift:
        return "(uint64_t)((int64_t)" + a + " >> " + by + ")";
    }
    return {};
  }

  /// Without parentheses around the whole.
  static std::string bare(const std::string& text) {
    if (!text.starts_with('(')) return text;
    int depth = 0;
    for (std::size_t k = 0; k + 1 < text.size(); ++k) {
      depth += text[k] == '(' ? 1 : text[k] == ')' ? -1 : 0;
      if (depth == 0) return text;
    }
    return text.substr(1, text.size() - 2);
  }

  const lane_program& p_;
  const rounded_function& f_;
  const std::string& name_;
  std::vector<std::string> texts_;
  int count_ = 0;
};

std::string table_text(const lane_table& t, const std::string& name, const char* where) {
  std::string text = std::string(where) + "const " + (t.whole ? "uint64_t " : "double ") + name + "_" + t.name + "[" +
                     std::to_string(t.entries.size()) + "] = {";
  constexpr std::size_t in_line = 4;
  for (std::size_t k = 0; k < t.entries.size(); ++k) {
    text += (k % in_line == 0 ? "\n    " : " ");
    text += (t.whole ? whole_literal(t.entries[k]) : literal(std::bit_cast<double>(t.entries[k]))) + ",";
  }
  return text + "\n};\n";
}

std::string pieces_text(const rounded_function& f, const std::string& name) {
  std::string text = "  double y;\n  ";
  std::vector<const rounded_piece*> order;
  for (const rounded_piece& p : f.pieces)
    if (p.hot) order.push_back(&p);
  const std::size_t hot = order.size();
  for (const rounded_piece& p : f.pieces)
    if (!p.hot) order.push_back(&p);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const rounded_piece& p = *order[k];
    const std::string below = "x < " + literal(static_cast<double>(p.to));
    const bool has_from = k < hot && &p != &f.pieces.front();
    const std::string from = has_from ? "x >= " + literal(static_cast<double>(p.from)) + " && " : "";
    text += k + 1 == order.size() ? "{\n" : "if (" + from + below + ") {\n";
    text += piece_writer(p.program, f, name).write() + "  }";
    text += k + 1 == order.size() ? "\n" : " else ";
  }
  return text;
}

/// What becomes of values that are near the grid; empty where nothing does.
std::string cold_text(const rounded_function& f, const std::vector<rounded_exception>& exceptions,
                      const std::string& name) {
  std::string text;
  if (f.cubes)
    text += "    const double border = " + name + "_number((" + name + "_bits(y) + " +
            whole_literal((grid_mask + 1) / 2) + ") & ~" + whole_literal(grid_mask) +
            ");\n    if (border * border * border == x) y = border;\n";
  for (const rounded_claim& c : f.claims) {
    if (c.instead == 0) continue;
    const bool by_x = c.kind == rounded_truth::beside_x || c.kind == rounded_truth::x_itself;
    text += "    if (x >= " + literal(static_cast<double>(c.from)) + " && x < " + literal(static_cast<double>(c.to)) +
            ") y = " + (by_x ? "x * " : "") + literal(c.instead) + ";\n";
  }
  if (exceptions.empty()) return text;
  text += "    switch (" + name + "_bits(x)) {\n";
  for (const rounded_exception& e : exceptions)
    text += "      case " +
            whole_literal(std::bit_cast<std::uint64_t>(static_cast<double>(std::bit_cast<float>(e.input)))) +
            ": y = " + literal(e.value) + "; break;\n";
  return text + "      default: break;\n    }\n";
}

}  // namespace

bool has_doubles(code_language language) {
  return language == code_language::c || language == code_language::cpp || language == code_language::cuda;
}

std::string emit(const rounded_function& f, const std::vector<rounded_exception>& exceptions, code_language language,
                 const std::string& name, const std::vector<std::string>& comment) {
  const bool is_c = language == code_language::c, is_cuda = language == code_language::cuda;
  std::string text;
  for (std::size_t k = 0; k < comment.size(); ++k)
    text += (is_c ? (k == 0 ? "/* " : " * ") : "// ") + comment[k] + (is_c && k + 1 == comment.size() ? " */\n" : "\n");
  text += "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n\n";
  const std::string before = is_cuda ? "__device__ " : "static ", head = before + (is_cuda ? "" : "inline ");
  for (const lane_table& t : f.tables) text += table_text(t, name, before.c_str());
  const auto converted = [&](const char* to, const char* from, const std::string& function) {
    return head + to + " " + name + function + "(" + from + " from) {\n  " + to +
           " to;\n  memcpy(&to, &from, sizeof to);\n  return to;\n}\n";
  };
  const bool folds = f.symmetry != rounded_symmetry::none;
  std::string body = "\n" + head + "double " + name +
                     "_in_double(float v) {\n  const double x = " + (folds ? "fabs((double)v)" : "(double)v") + ";\n" +
                     pieces_text(f, name);
  const std::string cold = cold_text(f, exceptions, name);
  if (!cold.empty())
    body += "  if (((" + name + "_bits(y) + " + whole_literal(near_ulps) + ") & " + whole_literal(grid_mask) +
            ") <= " + whole_literal(2 * near_ulps) + ") {\n" + cold + "  }\n";
  body += std::string("  return ") + (f.symmetry == rounded_symmetry::odd ? "copysign(1.0, (double)v) * y" : "y") +
          ";\n}\n\n";
  if (body.find(name + "_bits(") != body.npos) text += converted("uint64_t", "double", "_bits");
  if (body.find(name + "_number(") != body.npos) text += converted("double", "uint64_t", "_number");
  text += body;
  return text + head + "float " + name + "(float x) { return (float)" + name + "_in_double(x); }\n";
}

}  // namespace vieta::approximation
