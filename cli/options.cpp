#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "verbs/command.hpp"
#include "vieta/error.hpp"
#include "work/ranks.hpp"

namespace vieta::cli {
namespace {

template <class T>
std::string text_of(T value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

template <class T>
CLI::Validator within(T least, T most, const std::string& kind) {
  return CLI::Validator(
      [=](const std::string& text) {
        const char* const end = text.data() + text.size();
        T value{};
        const auto [stop, failure] = std::from_chars(text.data() + text.starts_with('+'), end, value);
        if (failure == std::errc{} && stop == end && value >= least && value <= most) return std::string();
        return "found '" + text + "', expected " + kind + " from " + text_of(least) + " to " + text_of(most);
      },
      "");
}

}  // namespace

void add_output_options(CLI::App& verb, output_options& options, array_files arrays) {
  verb.add_flag("--json", options.json, "Print JSON")->group("Output");
  verb.add_flag_callback(
          "--json-doubles", [&options] { options.json = options.in_doubles = true; },
          "Print JSON with numbers as doubles, never as strings of more digits")
      ->group("Output");
  const bool some = arrays == array_files::npy_and_csv;
  verb.add_option("-o,--output", options.file,
                  std::string("Write there instead of to standard output; FILE.json: JSON") +
                      (some ? ", FILE.npy, FILE.csv: numbers alone" : ""))
      ->type_name("FILE")
      ->check(file_name())
      ->check(CLI::Validator(
          [some, &verb](const std::string& file) {
            const bool array = file.ends_with(".npy") || file.ends_with(".csv");
            if (array && !some) return "found '" + file + "', expected FILE.json, or another name for a table";
            // MPSolve's -o50 asks for digits.
            const bool number = file.find_first_not_of("0123456789") == std::string::npos;
            if (!number) return std::string();
            const bool has_digits = verb.get_option_no_throw("--digits") != nullptr;
            return "found '" + file + "', expected the name of a file" +
                   (has_digits ? " (digits: --digits " + file + ")" : "");
          },
          ""))
      ->each([&options](const std::string& file) { options.json = options.json || file.ends_with(".json"); })
      ->group("Output");
  verb.add_flag("--quiet", options.quiet, "No progress line")->group("Output");
}

void output_options::refuse_json_in_array() const {
  if (json && (is_npy() || is_csv()))
    throw error("--output: found '" + file + "' beside --json, expected a file name that ends in .json, or no --json");
}

void add_work_options(CLI::App& verb, work_options& options) {
  verb.add_option("--on", options.on,
                  "Where to run: auto, cpu, cuda, cuda:K, several devices cuda:0,2 or cuda:all (default auto)")
      ->type_name("WHERE")
      ->check(target_name())
      ->group("Work");
  verb.add_option("--threads", options.threads, "CPU threads (default 0: all)")
      ->type_name("N")
      ->check(whole_number(0, most_threads))
      ->group("Work");
  verb.add_option("--max-seconds", options.max_seconds,
                  "Stop then and return what is known (exit code 2; default 0: no limit)")
      ->type_name("S")
      ->check(seconds())
      ->group("Work");
  add_ranks_option(verb);
}

void add_checkpoint_options(CLI::App& verb, checkpoint_options& options) {
  verb.add_option("--checkpoint", options.file,
                  "Keep there what is proven, and go on from it where it is there; removed when all is written")
      ->type_name("FILE")
      ->check(file_name())
      ->group("Work");
  verb.add_option("--checkpoint-every", options.seconds, "Seconds of work that may be lost (default 30)")
      ->type_name("S")
      ->check(seconds())
      ->group("Work");
}

void drop_checkpoint(const checkpoint_options& options, const std::string& stopped_by) {
  if (options.file.empty() || stopped_by == "time" || stopped_by == "cancelled") return;
  std::error_code ignored;
  std::filesystem::remove(options.file, ignored);
}

void refuse_checkpoint(CLI::App& verb) {
  verb.add_option_function<std::string>(
          "--checkpoint",
          [&verb](const std::string&) {
            throw error(
                "--checkpoint: found it beside " + verb.get_name() +
                ", expected it beside roots of a high degree, or solve with --parameters or --grid: what other verbs "
                "have proven is not kept");
          })
      ->group("");
}

void add_ranks_option(CLI::App& verb) {
  verb.add_option("--ranks", "Under mpirun or srun: mpi (the processes share the work) or none (each works alone)")
      ->type_name("NAME")
      ->check(one_of({"mpi", "none"}))
      ->group("Work");
}

// CLI::NonNegativeNumber complains with the largest double, in 309 digits.
CLI::Validator not_negative() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.starts_with('-') || text == "nan" ? "found '" + text + "', expected a number that is not negative"
                                                      : std::string();
      },
      "");
}

CLI::Validator seconds() {
  return CLI::Validator(
      [](const std::string& text) {
        const char* const end = text.data() + text.size();
        double value = 0;
        const auto [stop, failure] = std::from_chars(text.data() + text.starts_with('+'), end, value);
        if (failure == std::errc{} && stop == end && value >= 0 && std::isfinite(value)) return std::string();
        return "found '" + text + "', expected a finite number of seconds, 0 (no limit) or more";
      },
      "");
}

CLI::Validator whole_number(std::int64_t least, std::int64_t most) { return within(least, most, "a whole number"); }
CLI::Validator real_number(double least, double most) { return within(least, most, "a number"); }

CLI::Validator one_of(std::vector<std::string> words) {
  return CLI::Validator(
      [words = std::move(words)](const std::string& text) {
        if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
        std::string expected;
        for (const std::string& word : words)
          expected += (expected.empty() ? "" : &word == &words.back() ? " or " : ", ") + word;
        return "found '" + text + "', expected " + expected;
      },
      "");
}

CLI::Validator target_name() {
  return CLI::Validator(
      [](const std::string& text) {
        try {
          parse_target(text);
          return std::string();
        } catch (const error& problem) {
          return std::string(problem.what()).substr(std::string_view("target: ").size());
        }
      },
      "");
}

CLI::Validator file_name() {
  return CLI::Validator(
      [](const std::string& text) {
        if (text.starts_with("--")) return "found '" + text + "', expected a file name";
        return text.empty() ? "found nothing, expected a file name" : std::string();
      },
      "");
}

void add_plot_option(CLI::App& verb, std::string& file) {
  verb.add_option("--plot", file, "Draw a picture: FILE.svg or FILE.png")
      ->type_name("FILE")
      ->check(file_name())
      ->group("Output");
}

target work_options::where_to_run() const {
  target t = parse_target(on);
  t.threads = threads;
  t.ranks = ranks();
  return t;
}

}  // namespace vieta::cli
