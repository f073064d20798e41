#include "output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <streambuf>
#include <system_error>

#include "vieta/error.hpp"

namespace vieta::cli {

/// A file descriptor as a stream that remembers why it failed.
class output::buffer : public std::streambuf {
 public:
  explicit buffer(int descriptor) : descriptor_(descriptor) { setp(store_.data(), store_.data() + store_.size()); }
  ~buffer() override { close(); }

  [[nodiscard]] int problem() const { return problem_; }

  void close() {
    if (descriptor_ > STDERR_FILENO && ::close(descriptor_) != 0 && problem_ == 0) problem_ = errno;
    descriptor_ = -1;
  }

 protected:
  int_type overflow(int_type c) override {
    if (sync() != 0) return traits_type::eof();
    if (!traits_type::eq_int_type(c, traits_type::eof())) {
      *pptr() = traits_type::to_char_type(c);
      pbump(1);
    }
    return traits_type::not_eof(c);
  }

  int sync() override {
    const char* from = pbase();
    while (from < pptr() && problem_ == 0) {
      const ssize_t written = ::write(descriptor_, from, static_cast<std::size_t>(pptr() - from));
      if (written >= 0)
        from += written;
      else if (errno != EINTR)
        problem_ = errno;
    }
    setp(store_.data(), store_.data() + store_.size());
    return problem_ == 0 ? 0 : -1;
  }

 private:
  int descriptor_;
  int problem_ = 0;
  std::array<char, 65536> store_;
};

namespace {

#if defined(_WIN32)
constexpr int close_on_exec = 0;
#else
constexpr int close_on_exec = O_CLOEXEC;
#endif

[[noreturn]] void fail(const std::string& path, int problem) {
  throw error((path.empty() ? "standard output" : path) + ": cannot write: " + std::strerror(problem));
}

/// Devices and pipes are written to as they are; only plain files are replaced.
bool is_special(const std::string& path) {
  struct stat about = {};
  return ::stat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode);
}

}  // namespace

output::output(const std::string& path) : path_(path == "-" ? "" : path) {
  int descriptor = STDOUT_FILENO;
  if (!path_.empty() && is_special(path_)) {
    descriptor = ::open(path_.c_str(), O_WRONLY | close_on_exec);
    if (descriptor < 0) fail(path_, errno);
  } else if (!path_.empty()) {
    temporary_ = path_ + ".XXXXXX";
    descriptor = ::mkstemp(temporary_.data());
    if (descriptor < 0) {
      temporary_.clear();
      fail(path_, errno);
    }
    // mkstemp makes files that only their owner may read; ours get the usual permissions.
#if !defined(_WIN32)
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(descriptor, 0666 & ~mask);
#endif
  }
  buffer_ = std::make_unique<buffer>(descriptor);
  stream_ = std::make_unique<std::ostream>(buffer_.get());
}

output::~output() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void output::commit() {
  stream_->flush();
  buffer_->close();
  if (buffer_->problem() != 0) fail(path_, buffer_->problem());
  if (temporary_.empty()) return;
  std::error_code problem;  // std::rename does not replace files on Windows
  std::filesystem::rename(temporary_, path_, problem);
  if (problem) fail(path_, problem.value());
  temporary_.clear();
}

namespace {

void check_one(const std::string& path) {
  if (std::filesystem::is_directory(path)) fail(path, EISDIR);
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  if (!is_special(path) && ::access(folder.c_str(), W_OK) != 0) fail(path, errno);
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(std::filesystem::absolute(a), ignored) ==
         std::filesystem::weakly_canonical(std::filesystem::absolute(b), ignored);
}

/// By whatever names and links: a plain file that the program reads.
bool is_input(const std::string& path, const std::string& input) {
  struct stat there = {}, read = {};
  if (input.empty() || ::stat(path.c_str(), &there) != 0 || !S_ISREG(there.st_mode)) return false;
  if ((input == "-" ? ::fstat(STDIN_FILENO, &read) : ::stat(input.c_str(), &read)) != 0) return false;
  return there.st_dev == read.st_dev && there.st_ino == read.st_ino;
}

}  // namespace

void output::check(std::initializer_list<std::string> paths, std::initializer_list<std::string> inputs) {
  for (auto path = paths.begin(); path != paths.end(); ++path) {
    if (path->empty() || *path == "-") continue;
    check_one(*path);
    for (const std::string& input : inputs)
      if (is_input(*path, input)) throw error(*path + ": found the input there, expected another file for the answer");
    for (auto before = paths.begin(); before != path; ++before)
      if (!before->empty() && !is_special(*path) && same_file(*before, *path))
        throw error(*path + ": found two outputs there, expected a file for each");
  }
}

}  // namespace vieta::cli
