#include "vieta/verify.hpp"

#include <memory>
#include <sstream>
#include <string>

#include "c/common.hpp"
#include "c/polynomial_text.hpp"
#include "io/roots_json_reader.hpp"
#include "verify/boxes/verify_boxes.hpp"
#include "verify/minimax/verify_minimax.hpp"
#include "verify/subject.hpp"
#include "verify/systems/verify_components.hpp"
#include "verify/systems/verify_newton.hpp"
#include "vieta/boxes_io.hpp"
#include "vieta/json.hpp"
#include "vieta/rational_system.hpp"
#include "vieta/system_io.hpp"

struct vieta_verification {
  vieta::verification outcome;
};

namespace vieta::c {
namespace {

verification proven_again(const char* json, const char* input, const verify_options& options) {
  const std::string_view result = json;
  switch (subject_of_result(result, "json")) {
    case result_subject::systems:
    case result_subject::components: {
      const rational_file read =
          read_rational_system(std::string_view(required(input, "input")), "input", system_format::automatic);
      if (subject_of_result(result, "json") == result_subject::components)
        return verify_components_result(read.system, result, "json", options);
      return verify_newton_result(read.system, result, "json", options);
    }
    case result_subject::boxes:
      return verify_boxes_result(read_boxes(std::string_view(required(input, "input")), "input"), result, "json",
                                 options);
    case result_subject::minimax:
      return verify_minimax_result(result, "json", text_or(input, ""), options);
    case result_subject::roots:
      break;
  }
  std::istringstream in{std::string(result)};
  const roots_result claims = io::read_roots_json(in, "json");
  return verify(polynomial_of(rational_of_text(required(input, "input"), "input")), claims, options);
}

}  // namespace
}  // namespace vieta::c

extern "C" {

using vieta::c::required;

vieta_code vieta_verify(const char* json, const char* input, const vieta_run* run, vieta_verification** result) {
  return vieta::c::guarded([&] {
    *required(result, "result") = nullptr;
    const vieta::c::running work(run);
    vieta::verify_options options;
    options.threads = work.on().threads;
    options.max_seconds = work.max_seconds();
    options.cancel = work.flag();
    auto answer = std::make_unique<vieta_verification>();
    answer->outcome = vieta::c::proven_again(required(json, "json"), input, options);
    const bool holds = answer->outcome.holds;
    *result = answer.release();
    return holds ? VIETA_SOLVED : VIETA_PARTIAL;
  });
}

int vieta_verification_holds(const vieta_verification* result) {
  return result != nullptr && result->outcome.holds ? 1 : 0;
}

int vieta_verification_decided(const vieta_verification* result) {
  return result != nullptr && result->outcome.decided ? 1 : 0;
}

int64_t vieta_verification_checked(const vieta_verification* result) {
  return result == nullptr ? 0 : result->outcome.checked;
}

size_t vieta_verification_complaints(const vieta_verification* result) {
  return result == nullptr ? 0 : result->outcome.complaints.size();
}

const char* vieta_verification_complaint(const vieta_verification* result, size_t k) {
  return k < vieta_verification_complaints(result) ? result->outcome.complaints[k].c_str() : nullptr;
}

char* vieta_verification_json(const vieta_verification* result) {
  return vieta::c::text_for_c([&] { return vieta::to_json(required(result, "result")->outcome); });
}

void vieta_verification_free(vieta_verification* result) { delete result; }

}  // extern "C"
