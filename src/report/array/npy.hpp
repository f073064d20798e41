#pragma once

#include <cstddef>
#include <initializer_list>
#include <iosfwd>

namespace vieta::report {

/// The head of a NumPy array of one axis or more, in rows, with the bytes of its numbers to follow. `kind` is 'f' or
/// 'c'.
void write_npy_head(std::ostream& out, char kind, std::size_t bytes_of_a_number,
                    std::initializer_list<std::size_t> shape);

}  // namespace vieta::report
