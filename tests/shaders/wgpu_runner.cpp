#include "shaders/wgpu_runner.hpp"

#include <cstdlib>
#include <stdexcept>

#include "shaders/scratch_folder.hpp"

namespace vieta::test {

std::string why_no_wgpu() {
  static const bool found = std::system("'" VIETA_PYTHON "' -c 'import wgpu' >/dev/null 2>&1") == 0;
  return found ? "" : "no WGSL compiler: " VIETA_PYTHON " without the package wgpu";
}

std::vector<std::uint32_t> run_by_wgpu(const std::string& text, const std::vector<float>& inputs, std::size_t outputs,
                                       std::uint32_t workgroups) {
  const scratch_folder folder;
  std::ofstream(folder / "shader.wgsl") << text;
  std::ofstream(folder / "given", std::ios::binary)
      .write(reinterpret_cast<const char*>(inputs.data()), static_cast<std::streamsize>(inputs.size() * sizeof(float)));
  const std::string command = "'" VIETA_PYTHON "' '" VIETA_SOURCE_DIR "/tests/shaders/run_wgsl.py' '" +
                              (folder / "shader.wgsl") + "' '" + (folder / "given") + "' '" + (folder / "found") +
                              "' " + std::to_string(outputs * sizeof(std::uint32_t)) + " " +
                              std::to_string(workgroups) + " >'" + (folder / "log") + "' 2>&1";
  if (std::system(command.c_str()) != 0) throw std::runtime_error(read_bytes(folder / "log"));
  const std::string bytes = read_bytes(folder / "found");
  std::vector<std::uint32_t> words(outputs);
  if (bytes.size() != outputs * sizeof(std::uint32_t)) throw std::runtime_error("run_wgsl.py: too few bytes");
  bytes.copy(reinterpret_cast<char*>(words.data()), bytes.size());
  return words;
}

}  // namespace vieta::test
