#include "rounded/minimax_rounded.hpp"

#include <cmath>
#include <stdexcept>

#include "base/number.hpp"
#include "output.hpp"
#include "report/json/json.hpp"
#include "vieta/error.hpp"
#include "vieta/minimax_rounded.hpp"
#include "work/interrupt.hpp"
#include "work/progress.hpp"

namespace vieta::cli {

namespace {

/// The end of an interval as a float: decimals that are none count as the next one within.
float end_of(const std::string& text, bool upper) {
  std::size_t used = 0;
  const double value = std::stod(text, &used);
  if (used != text.size() || std::isnan(value)) throw std::invalid_argument(text);
  const auto nearest = static_cast<float>(value);
  if (upper && static_cast<double>(nearest) > value) return std::nextafter(nearest, -HUGE_VALF);
  return !upper && static_cast<double>(nearest) < value ? std::nextafter(nearest, HUGE_VALF) : nearest;
}

void read_interval(const minimax_arguments& given, rounded_options& options) {
  if (given.intervals.empty()) return;
  if (given.intervals.size() > 1) throw error("--in: found several beside --rounded, expected one interval at most");
  const auto [from, to] = parse_interval(given.intervals[0]);
  try {
    options.from = end_of(from, false), options.to = end_of(to, true);
  } catch (const std::exception&) {
    throw error("--in: found '" + given.intervals[0] + "' beside --rounded, expected two decimals or inf");
  }
}

std::string command_of(const minimax_arguments& given, code_language language) {
  return "vieta minimax " + given.function + " --rounded" +
         (given.intervals.empty() ? "" : " --in=" + given.intervals[0]) + " --emit " + name(language) +
         (given.name.empty() ? "" : " --name " + given.name);
}

std::string status_of(const rounded_code& code) {
  const std::string exceptions = " (exceptions: " + std::to_string(code.exceptions) + ")";
  if (code.proven && code.all) return "correctly rounded: proven for all 2^32 inputs" + exceptions;
  if (code.wrong > 0)
    return "not correctly rounded: " + std::to_string(code.wrong) + " of " + std::to_string(code.inputs) +
           " inputs, among them " + report::shortest(static_cast<double>(code.wrong_at));
  if (code.proven)
    return "correctly rounded: proven for " + std::to_string(code.inputs) + " of 2^32 inputs" + exceptions;
  return "not proven: " + std::to_string(code.inputs) + " of 2^32 inputs were run" + exceptions;
}

std::string degrees_of(const rounded_code& code) {
  std::string text;
  for (const int degree : code.degrees) text += (text.empty() ? "" : ",") + std::to_string(degree);
  return text;
}

void write_rounded_json(std::ostream& out, const rounded_code& code) {
  const auto truth = [](bool value) { return value ? "true" : "false"; };
  out << "{\"verb\":\"minimax\",\n\"method\":\"rounded\",\n\"function\":" << report::json_text(code.function)
      << ",\n\"status\":" << report::json_text(status_of(code)) << ",\n\"proven\":" << truth(code.proven)
      << ",\"all\":" << truth(code.all) << ",\"inputs\":" << code.inputs << ",\"exceptions\":" << code.exceptions
      << ",\"wrong\":" << code.wrong << ",\n\"degrees\":[" << degrees_of(code)
      << "],\"table_bytes\":" << code.table_bytes << ",\n\"text\":" << report::json_text(code.text)
      << ",\n\"seconds\":" << report::shortest(code.seconds) << ",\"stopped_by\":" << report::json_text(code.stopped_by)
      << "}\n";
}

}  // namespace

void expect_what_rounded_needs(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    const std::string name = option->get_name();
    bool known = option->get_positional();
    for (const char* of :
         {"--rounded", "--in", "--emit", "--name", "--threads", "--max-seconds", "--json", "--output", "--quiet"})
      known |= name == of;
    if (option->count() > 0 && !known) throw error("--rounded: found beside " + name + ", expected one of them");
  }
}

int answer_rounded(const minimax_arguments& given) {
  rounded_options options;
  options.language = given.emit.empty() ? code_language::c : parse_code_language(given.emit);
  options.name = given.name;
  options.threads = given.threads;
  options.max_seconds = given.max_seconds;
  options.command = command_of(given, options.language);
  read_interval(given, options);
  output out(given.out.file);
  progress_line line(!given.out.quiet);
  if (line.enabled())
    options.progress = [&](std::uint64_t done, std::uint64_t all) {
      line.show(std::to_string(100 * done / all) + " % of " + std::to_string(all) + " floats");
    };
  const rounded_code code = [&] {
    const interrupt guard;
    options.cancel = &interrupt::flag();
    return minimax_rounded(given.function, options);
  }();
  line.erase();
  if (given.out.json)
    write_rounded_json(out.stream(), code);
  else if (!given.emit.empty())
    out.stream() << code.text;
  else
    out.stream() << given.function << "  as a float, calculated in double\n\n  polynomials   degree "
                 << degrees_of(code) << "\n  tables        " << code.table_bytes
                 << " bytes\n\n1 function: " << status_of(code) << '\n'
                 << (code.note.empty() ? "" : code.note + "\n") << report::stopped_line(code.stopped_by)
                 << report::duration(code.seconds) << " on cpu\n";
  out.commit();
  return code.proven && code.all ? all_solved : solved_in_part;
}

}  // namespace vieta::cli
