#include "base/checkpoint/checkpoint_file.hpp"

#if !defined(_WIN32)
#include <unistd.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/number.hpp"
#include "base/team/call.hpp"
#include "vieta/error.hpp"

namespace vieta::checkpoints {
namespace {

// The first line of the file; then the number of bytes of the head, the head, its digest, and the blocks, each with its
// size before it.
constexpr std::string_view first_line = "vieta checkpoint 1\n";
constexpr std::uint32_t order_of_bytes = 0x01020304;
constexpr std::size_t piece = 1 << 20;
/// Writing is to take no more than that part of all time.
constexpr double share_of_writing = 0.05;

struct head {
  std::uint32_t order = order_of_bytes;
  std::string version, work;
  std::vector<std::pair<std::string, std::string>> options;
  digest::value input{};
  std::uint64_t blocks = 0, size = 0;
  digest::value of_blocks{};
};

[[noreturn]] void cannot(const std::string& path, const char* what, int problem) {
  throw error(path + ": cannot " + what + ": " + std::strerror(problem));
}
[[noreturn]] void damaged(const std::string& path) {
  throw error(path + ": found a damaged checkpoint, expected a whole one, or no file to begin anew");
}

digest::value digest_of(const shared::bytes& data) {
  digest all;
  all.add(data.data(), data.size());
  return all.get();
}

void expect_same(const std::string& path, const head& found, const identity& expected) {
  const auto other = [&](const std::string& what, const std::string& wanted) {
    throw error(path + ": found a checkpoint of " + what + ", expected one of " + wanted +
                ", or no file to begin anew");
  };
  if (found.work != expected.work) other(found.work, expected.work);
  if (found.version != VIETA_VERSION) other("vieta " + found.version, "vieta " VIETA_VERSION);
  if (found.input != expected.input) other("another " + expected.of, "this");
  for (std::size_t k = 0; k < expected.options.size(); ++k) {
    const auto text = [](const std::pair<std::string, std::string>& option) {
      return option.first + " = " + option.second;
    };
    if (k >= found.options.size() || found.options[k] != expected.options[k])
      other(k < found.options.size() ? text(found.options[k]) : "other options", text(expected.options[k]));
  }
  if (found.options.size() != expected.options.size()) other("other options", "these");
}

}  // namespace

checkpoint_file::stream checkpoint_file::opened(const std::string& path, const char* mode) {
  return {std::fopen(path.c_str(), mode), std::fclose};
}

checkpoint_file::checkpoint_file(checkpoint_options options, identity of,
                                 const std::function<void(const shared::bytes&)>& block)
    : options_(std::move(options)), identity_(std::move(of)) {
  if (!(options_.seconds >= 0))
    throw error("checkpoint: found " + report::shortest(options_.seconds) + " seconds, expected 0 or more");
  const std::filesystem::path path = options_.file;
  if (std::error_code ignored; std::filesystem::exists(path, ignored)) {
    if (!std::filesystem::is_regular_file(path, ignored))
      throw error(options_.file + ": found no plain file, expected a checkpoint, or no file to begin anew");
    read(block);
  }
#if !defined(_WIN32)
  std::string folder = path.parent_path().string();
  if (folder.empty()) folder = ".";
  if (::access(folder.c_str(), W_OK) != 0) cannot(options_.file, "write", errno);  // better than after hours of work
#endif
}

void checkpoint_file::read(const std::function<void(const shared::bytes&)>& block) {
  const std::string& path = options_.file;
  const stream file = opened(path, "rb");
  if (!file) cannot(path, "read", errno);
  const std::uint64_t whole = std::filesystem::file_size(path);
  std::uint64_t left = whole;
  const auto take = [&](void* to, std::size_t size) {
    if (size > left || std::fread(to, 1, size, file.get()) != size) damaged(path);
    left -= size;
  };
  std::string line(std::min<std::uint64_t>(first_line.size(), whole), '\0');
  take(line.data(), line.size());
  if (!first_line.starts_with(line) || line.empty())
    throw error(path + ": found no checkpoint, expected one, or no file to begin anew");
  if (line != first_line) damaged(path);
  std::uint64_t size = 0;
  take(&size, sizeof size);
  if (size > left) damaged(path);
  shared::bytes packed(size);
  take(packed.data(), packed.size());
  digest::value of_head{};
  take(&of_head, sizeof of_head);
  if (of_head != digest_of(packed)) damaged(path);
  head found;
  try {
    found = shared::unpacked<head>(packed);
  } catch (const error&) {
    damaged(path);
  }
  expect_same(path, found, identity_);
  if (found.order != order_of_bytes || found.size != left) damaged(path);
  begin_ = whole - left;
  // All is looked at before anything is used.
  shared::bytes buffer(piece);
  while (left > 0) {
    const std::size_t next = static_cast<std::size_t>(std::min<std::uint64_t>(left, piece));
    take(buffer.data(), next);
    digest_.add(buffer.data(), next);
  }
  if (digest_.get() != found.of_blocks) damaged(path);
#if defined(_WIN32)
  ::_fseeki64(file.get(), static_cast<long long>(begin_), SEEK_SET);
#else
  ::fseeko(file.get(), static_cast<off_t>(begin_), SEEK_SET);
#endif
  left = found.size, blocks_ = found.blocks, size_ = found.size;
  for (std::uint64_t k = 0; k < found.blocks; ++k) {
    take(&size, sizeof size);
    if (size > left) damaged(path);
    buffer.resize(size);
    take(buffer.data(), buffer.size());
    try {
      block(buffer);
    } catch (const error&) {  // somebody has made up a digest
      damaged(path);
    }
  }
}

double checkpoint_file::seconds_between() const {
  return std::max(options_.seconds, seconds_of_writing_ / share_of_writing);
}

void checkpoint_file::add(shared::bytes block) {
  const std::scoped_lock guard(lock_);
  added_.push_back(std::move(block));
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - written_;
  if (since.count() >= seconds_between()) write_locked();
}

void checkpoint_file::save() {
  const std::scoped_lock guard(lock_);
  if (!added_.empty()) write_locked();
}

void checkpoint_file::write_locked() {
  const auto begin = std::chrono::steady_clock::now();
  digest all = digest_;
  std::uint64_t size = size_;
  for (const shared::bytes& block : added_) {
    all.add_number(block.size());
    all.add(block.data(), block.size());
    size += sizeof(std::uint64_t) + block.size();
  }
  const head now{order_of_bytes,  VIETA_VERSION,           identity_.work, identity_.options,
                 identity_.input, blocks_ + added_.size(), size,           all.get()};
  const shared::bytes packed = shared::packed(now);

  // One name, so that what a killed process left is written over.
  const std::string temporary = options_.file + ".part";
  struct remover {
    const std::string& path;
    ~remover() {
      std::error_code ignored;
      std::filesystem::remove(path, ignored);
    }
  } const at_the_end{temporary};
  stream file = opened(temporary, "wb");
  if (!file) cannot(options_.file, "write", errno);
  const auto put = [&](const void* from, std::size_t count) {
    if (std::fwrite(from, 1, count, file.get()) != count) cannot(options_.file, "write", errno);
  };
  put(first_line.data(), first_line.size());
  const std::uint64_t size_of_head = packed.size();
  put(&size_of_head, sizeof size_of_head);
  put(packed.data(), packed.size());
  const digest::value of_head = digest_of(packed);
  put(&of_head, sizeof of_head);
  if (size_ > 0) {  // what was there goes from file to file, and not through memory as a whole
    const stream before = opened(options_.file, "rb");
    if (!before) cannot(options_.file, "read", errno);
#if defined(_WIN32)
    ::_fseeki64(before.get(), static_cast<long long>(begin_), SEEK_SET);
#else
    ::fseeko(before.get(), static_cast<off_t>(begin_), SEEK_SET);
#endif
    shared::bytes buffer(piece);
    digest copied;
    for (std::uint64_t left = size_; left > 0;) {
      const auto next = static_cast<std::size_t>(std::min<std::uint64_t>(left, piece));
      if (std::fread(buffer.data(), 1, next, before.get()) != next) damaged(options_.file);
      copied.add(buffer.data(), next);
      put(buffer.data(), next);
      left -= next;
    }
    if (copied.get() != digest_.get())
      throw error(options_.file + ": found the checkpoint of another process, expected that of this one alone");
  }
  shared::maybe_fail("checkpoint", 0);
  for (const shared::bytes& block : added_) {
    const std::uint64_t length = block.size();
    put(&length, sizeof length);
    put(block.data(), block.size());
  }
  if (std::fflush(file.get()) != 0) cannot(options_.file, "write", errno);
#if !defined(_WIN32) && !defined(__EMSCRIPTEN__)
  if (::fsync(::fileno(file.get())) != 0) cannot(options_.file, "write", errno);
#endif
  if (std::fclose(file.release()) != 0) cannot(options_.file, "write", errno);
  std::error_code problem;
  std::filesystem::rename(temporary, options_.file, problem);
  if (problem) cannot(options_.file, "write", problem.value());
  begin_ = first_line.size() + sizeof size_of_head + packed.size() + sizeof of_head;
  size_ = size, blocks_ += added_.size(), digest_ = all;
  added_.clear();
  written_ = std::chrono::steady_clock::now();
  seconds_of_writing_ = std::chrono::duration<double>(written_ - begin).count();
}

}  // namespace vieta::checkpoints
