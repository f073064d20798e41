#pragma once

#include <iosfwd>
#include <string>

#include "report/picture/scene.hpp"
#include "vieta/roots.hpp"

namespace vieta::report {

enum class picture { svg, png };

/// By the file's extension. Throws vieta::error that names the argument when it is neither .svg nor .png.
picture picture_of(const std::string& path);

/// What was solved, for a title: a file by its name alone, other texts as they are.
std::string title_of(const std::string& input);

void write_picture(std::ostream& out, const scene& drawing, picture kind);

/// The roots in the complex plane, coloured by status, with the discs that are large enough to be seen.
void plot(std::ostream& out, const roots_result& result, picture kind, const std::string& title);

}  // namespace vieta::report
