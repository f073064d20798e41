#pragma once

#include <string_view>

#include "vieta/io.hpp"
#include "vieta/polynomial.hpp"

/// One reader per format. `name` stands for the file in messages "NAME:LINE: found ..., expected ...".
namespace vieta::io {

polynomial read_list(std::string_view text, std::string_view name, power_order order = power_order::ascending);
polynomial read_json(std::string_view text, std::string_view name, power_order order = power_order::ascending);
polynomial read_npy(std::string_view bytes, std::string_view name, power_order order = power_order::ascending);
polynomial read_pol(std::string_view text, std::string_view name);
polynomial read_expression(std::string_view text, std::string_view name);
/// Without its limits: quotients, and coefficients that are known in part.
rational_function read_rational_expression(std::string_view text, std::string_view name);

/// The format a text is most likely written in; never `automatic`.
format detect_format(std::string_view text);

/// The largest degree that any file may declare or use.
inline constexpr std::int64_t max_degree = std::int64_t{1} << 31;

}  // namespace vieta::io
