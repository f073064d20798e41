#include <boost/version.hpp>
#include <memory>
#include <thread>

#include "cuda/devices.hpp"
#include "exact/arb.hpp"
#include "options.hpp"
#include "output.hpp"
#include "report/json/json.hpp"
#include "verbs/command.hpp"
#include "vieta/target.hpp"

namespace vieta::cli {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#else
  return "unknown";
#endif
}

std::string arbitrary_precision() {
#ifdef VIETA_HAVE_ARB
  return exact::arb_and_flint();
#else
  return "none";
#endif
}

std::string boost_version() {
  return std::to_string(BOOST_VERSION / 100000) + '.' + std::to_string(BOOST_VERSION / 100 % 1000) + '.' +
         std::to_string(BOOST_VERSION % 100);
}

constexpr const char* cuda_version = VIETA_CUDA_VERSION;  // empty: not compiled in

std::string as_text() {
  const std::vector<std::string> devices = cuda_devices();
  std::string text = "vieta " VIETA_VERSION "\n";
  text += "compiler   " + compiler() + ", " VIETA_BUILD_TYPE "\n";
  text += std::string("SIMD       ") + name(detect_isa()) + " in use; compiled: " VIETA_ISA_LEVELS "\n";
  text += "threads    " + std::to_string(std::thread::hardware_concurrency()) + '\n';
  text += "libraries  " + arbitrary_precision() + ", Boost " + boost_version() + '\n';
  text += std::string("CUDA       ") + (*cuda_version == 0 ? "not compiled in" : cuda_version);
  if (*cuda_version != 0 && devices.empty()) {
    const std::string why = why_no_cuda_device();
    text += ", no usable device" + (why.empty() ? "" : ": " + why);
  }
  text += '\n';
  for (std::size_t k = 0; k < devices.size(); ++k) text += "  cuda:" + std::to_string(k) + "   " + devices[k] + '\n';
  return text;
}

std::string as_json() {
  using report::json_text;
  std::string text =
      "{\"verb\":\"info\",\"version\":" + json_text(VIETA_VERSION) + ",\n\"compiler\":" + json_text(compiler()) +
      ",\"build\":" + json_text(VIETA_BUILD_TYPE) + ",\n\"isa\":" + json_text(name(detect_isa())) +
      ",\"isa_compiled\":" + json_text(VIETA_ISA_LEVELS) +
      ",\n\"threads\":" + std::to_string(std::thread::hardware_concurrency()) +
      ",\n\"arbitrary_precision\":" + json_text(arbitrary_precision()) + ",\"boost\":" + json_text(boost_version()) +
      ",\n\"cuda\":" + (*cuda_version == 0 ? "null" : json_text(cuda_version)) + ",\"cuda_devices\":[";
  const std::vector<std::string> devices = cuda_devices();
  for (std::size_t k = 0; k < devices.size(); ++k) text += (k == 0 ? "" : ",") + json_text(devices[k]);
  return text + "]}\n";
}

}  // namespace

command add_info(CLI::App& program) {
  auto given = std::make_shared<output_options>();
  CLI::App& verb = *program.add_subcommand("info", "Version, build, SIMD levels and GPUs: for bug reports.");
  add_output_options(verb, *given);
  add_ranks_option(verb);
  refuse_checkpoint(verb);
  return {&verb, [given] {
            output out(given->file);
            out.stream() << (given->json ? as_json() : as_text());
            out.commit();
            return int{all_solved};
          }};
}

}  // namespace vieta::cli
