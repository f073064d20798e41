#include <string>

#include "c/common.hpp"
#include "vieta/minimax_rounded.hpp"

extern "C" {

vieta_code vieta_minimax_rounded(const char* function, const vieta_rounded_options* options, const vieta_run* run,
                                 vieta_rounded* told, char** text) {
  using vieta::c::required;
  return vieta::c::guarded([&] {
    *required(text, "text") = nullptr;
    required(told, "told");
    const vieta_rounded_options given = options == nullptr ? vieta_rounded_options{} : *options;
    vieta::c::running work(run);
    vieta::rounded_options how;
    const auto parse = [&] { return vieta::parse_code_language(vieta::c::text_or(given.language, "c")); };
    how.language = vieta::c::naming_members(parse);
    how.name = vieta::c::text_or(given.name, "");
    // Ends that are not in order, NaN among them, are for the library to refuse.
    if (!(given.from == 0 && given.to == 0)) how.from = given.from, how.to = given.to;
    how.threads = work.on().threads;
    how.max_seconds = work.max_seconds();
    how.cancel = work.flag();
    how.progress = [&](std::uint64_t done, std::uint64_t all) {
      work.tell(static_cast<double>(done), static_cast<double>(all), 0);
    };
    const vieta::rounded_code code =
        vieta::c::naming_members([&] { return vieta::minimax_rounded(required(function, "function"), how); });
    *told = {code.inputs, code.exceptions, code.table_bytes, code.all ? 1 : 0, code.proven ? 1 : 0};
    *text = vieta::c::copy_for_c(code.text);
    return code.proven && code.all ? VIETA_SOLVED : VIETA_PARTIAL;
  });
}

}  // extern "C"
