#pragma once

#include <string>

namespace vieta::report {

/// About how wide a viewer draws this text (UTF-8) in a sans serif font: widths of Helvetica's letters, in three
/// classes.
double text_width(const std::string& text, double size);

}  // namespace vieta::report
