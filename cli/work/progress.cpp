#include "work/progress.hpp"

#include <unistd.h>

#include <iostream>

namespace vieta::cli {

progress_line::progress_line(bool wanted)
    : enabled_(wanted && ::isatty(STDERR_FILENO) != 0), next_(clock::now() + std::chrono::milliseconds(400)) {}

progress_line::~progress_line() { erase(); }

void progress_line::show(const std::string& text) {
  if (!enabled_ || clock::now() < next_) return;
  next_ = clock::now() + std::chrono::milliseconds(100);
  std::cerr << "\r\033[K" << text << std::flush;
  visible_ = true;
}

void progress_line::erase() {
  if (visible_) std::cerr << "\r\033[K" << std::flush;
  visible_ = false;
}

}  // namespace vieta::cli
