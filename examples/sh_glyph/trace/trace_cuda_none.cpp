#include <stdexcept>

#include "trace/trace.hpp"

namespace sh_glyph {

bool have_cuda() { return false; }

trace_result trace_on_cuda(const glyph&, const std::vector<ray>&) {
  throw std::runtime_error("this program was built without CUDA");
}

}  // namespace sh_glyph
