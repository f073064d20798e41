#pragma once

#include <stdlib.h>

namespace vieta {

/// Sets a variable of the environment; a text without characters removes it.
inline void set_variable(const char* name, const char* value) {
#if defined(_WIN32)
  _putenv_s(name, value);
#else
  if (*value == 0)
    unsetenv(name);
  else
    setenv(name, value, 1);
#endif
}

}  // namespace vieta
