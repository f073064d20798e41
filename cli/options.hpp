#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "vieta/checkpoint.hpp"
#include "vieta/target.hpp"

namespace vieta::cli {

// The options that verbs share, each defined once: a verb adds the groups that make sense for it.

/// -o FILE, --json, --json-doubles, --quiet: how results are given. A FILE that ends in .json asks for JSON; .npy and
/// .csv are refused where a verb has no such form.
struct output_options {
  std::string file;  ///< empty: standard output
  bool json = false;
  bool in_doubles = false;  ///< in JSON: numbers of many digits as doubles
  bool quiet = false;

  [[nodiscard]] bool is_npy() const { return file.ends_with(".npy"); }
  [[nodiscard]] bool is_csv() const { return file.ends_with(".csv"); }
  /// Throws vieta::error for --json beside a FILE of numbers alone.
  void refuse_json_in_array() const;
};
enum class array_files { none, npy_and_csv };
void add_output_options(CLI::App& verb, output_options& options, array_files arrays = array_files::none);

/// --on, --threads, --max-seconds, --ranks: where and how long the work runs.
struct work_options {
  std::string on = "auto";
  int threads = 0;
  double max_seconds = 0;

  [[nodiscard]] target where_to_run() const;
};
void add_work_options(CLI::App& verb, work_options& options);
/// --checkpoint, --checkpoint-every: of verbs that can go on. The others refuse it, with the reason.
void add_checkpoint_options(CLI::App& verb, checkpoint_options& options);
void refuse_checkpoint(CLI::App& verb);
/// Removes the file of an answer that is written, unless more time would tell more.
void drop_checkpoint(const checkpoint_options& options, const std::string& stopped_by);
/// --ranks, which `main` looks at: also of verbs without the options above.
void add_ranks_option(CLI::App& verb);

/// What an option's number must be: zero or more.
CLI::Validator not_negative();
CLI::Validator seconds();
/// Or a number from `least` to `most`. CLI::Range calls words "not in range" and writes 0.000000.
CLI::Validator whole_number(std::int64_t least, std::int64_t most);
CLI::Validator real_number(double least, double most);
/// One of these words.
CLI::Validator one_of(std::vector<std::string> words);
/// A target such as cpu, cuda:1 or cuda:0,2.
CLI::Validator target_name();
/// The most threads that a verb takes.
inline constexpr int most_threads = 4096;
/// What an option's file name must be: not empty, and no option.
CLI::Validator file_name();

/// --plot FILE.
void add_plot_option(CLI::App& verb, std::string& file);

}  // namespace vieta::cli
