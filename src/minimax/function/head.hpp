#pragma once

#include <string>
#include <string_view>

namespace vieta::approximation {

/// What stands before a function in mathematics and in programs, and the variable that it names; empty where it names
/// none.
///
///     f(t) =    y =    t ->    t |->    t =>    lambda t:    @(t)
struct function_head {
  std::size_t length = 0;
  std::string variable;
  std::string name;  ///< what is said to be the function: the f of "f(t) =", the y of "y ="
};
function_head head_of(std::string_view text);

/// A letter other than e, i, j, I and E, or the name of a Greek letter: what a function of one variable may be a
/// function of.
bool is_name_of_variable(std::string_view word);

}  // namespace vieta::approximation
