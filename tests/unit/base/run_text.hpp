#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace vieta::test {

/// Compiles and runs a program; its output, or what went wrong.
inline std::string output_of(const std::string& source, const std::string& extension, const std::string& compiler,
                             const std::string& run) {
  char folder[] = "/tmp/vieta_minimax_XXXXXX";
  if (!mkdtemp(folder)) return "no folder";
  const std::string base = folder, file = base + "/f" + extension;
  std::ofstream(file) << source;
  const std::string command = "cd " + base + " && (" + compiler + " f" + extension + (extension == ".c" ? " -lm" : "") +
                              (run.empty() ? "" : " && " + run) + ") >log 2>&1";
  const int status = std::system(command.c_str());
  std::ifstream log(base + "/log");
  const std::string said((std::istreambuf_iterator<char>(log)), std::istreambuf_iterator<char>());
  std::filesystem::remove_all(base);
  return (status == 0 ? "" : "failed: ") + said;
}

inline bool have(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

}  // namespace vieta::test
