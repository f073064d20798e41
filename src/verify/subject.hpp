#pragma once

#include <string>
#include <string_view>

namespace vieta {

/// Which check a result is for.
enum class result_subject { roots, systems, components, boxes, minimax };

/// By the verb that printed the result. What names no verb is left to the reader of `roots`. Throws vieta::error that
/// begins with `name` for what is no JSON, and for results of other verbs, of which `verify` knows nothing.
result_subject subject_of_result(std::string_view json, const std::string& name);

}  // namespace vieta
