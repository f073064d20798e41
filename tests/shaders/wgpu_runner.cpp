#include "shaders/wgpu_runner.hpp"

#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "shaders/scratch_folder.hpp"

namespace vieta::test {

std::string find_wgpu(std::string& why_not) {
  static const auto [found, said] = [] {
    const scratch_folder folder;
    const int status = std::system(
        ("'" VIETA_PYTHON "' '" VIETA_SOURCE_DIR "/tests/shaders/run_wgsl.py' >'" + (folder / "said") + "' 2>/dev/null")
            .c_str());
    std::string text = read_bytes(folder / "said");
    text.erase(text.find_last_not_of('\n') + 1);
    return std::pair(status == 0, text);
  }();
  why_not = found ? "" : said.empty() ? "no Python " VIETA_PYTHON : said;
  return found ? said : "";
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
