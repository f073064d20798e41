#include "options.hpp"

#include <cmath>

#include "command.hpp"
#include "vieta/error.hpp"

namespace vieta::cli {

void add_output_options(CLI::App& verb, output_options& options) {
  verb.add_flag("--json", options.json, "Print JSON")->group("Output");
  verb.add_option("-o,--output", options.file, "Write there instead of to standard output")
      ->type_name("FILE")
      ->group("Output");
  verb.add_flag("--quiet", options.quiet, "No progress line")->group("Output");
}

void add_work_options(CLI::App& verb, work_options& options) {
  verb.add_option("--on", options.on, "Where to run: auto, cpu, cuda or cuda:K (default auto)")
      ->type_name("WHERE")
      ->group("Work");
  verb.add_option("--threads", options.threads, "CPU threads (default: all)")
      ->type_name("N")
      ->check(CLI::Range(1, 65536))
      ->group("Work");
  verb.add_option("--max-seconds", options.max_seconds, "Stop then and return what is known (exit code 2)")
      ->type_name("S")
      ->group("Work");
}

// CLI::NonNegativeNumber complains with the largest double, in 309 digits.
CLI::Validator not_negative() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.starts_with('-') ? "found " + text + ", expected a number that is not negative" : std::string();
      },
      "");
}

void add_plot_option(CLI::App& verb, std::string& file) {
  verb.add_option("--plot", file, "Draw a picture: FILE.svg or FILE.png")->type_name("FILE")->group("Output");
}

target work_options::where_to_run() const {
  if (!(max_seconds >= 0) || std::isinf(max_seconds)) throw error("--max-seconds: expected a positive number");
  target t = parse_target(on);
  t.threads = threads;
  return t;
}

}  // namespace vieta::cli
