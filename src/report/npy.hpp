#pragma once

#include <cstddef>
#include <iosfwd>

namespace vieta::report {

/// The head of a NumPy array of two axes, in rows, with the bytes of its numbers to follow. `kind` is 'f' or 'c'.
void write_npy_head(std::ostream& out, char kind, std::size_t bytes_of_a_number, std::size_t rows, std::size_t columns);

}  // namespace vieta::report
